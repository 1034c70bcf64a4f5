r"""The comparison of all submissions with each other, which finds their equal parts.

An inverted index of fingerprints finds pairs that share any; each shared fingerprint is extended to both sides while
the tokens are equal. Code of a template and fingerprints that very many submissions share do not count.

>>> source = "\n".join(f"def f{n}(a):\n    return [a + {n} for b in a if b > {n}]" for n in range(9))
>>> (pair,) = find_similar({"ann": {"a.py": source}, "bob": {"b.py": source.replace("a", "x")}})
>>> pair.first, pair.second, pair.first_share, pair.matches[0].first_lines, pair.matches[0].second_lines
('ann', 'bob', 1.0, (1, 18), (1, 18))
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING
from zlib import crc32

from phazed.answers.similarity import MAX_PAIRS, Match, Pair, Similarity
from phazed.course.similarity.tokens import tokens
from phazed.course.similarity.winnowing import GUARANTEED, RUN, WINDOW, run_hashes, winnow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

THRESHOLD = 0.5
"""Minimum share of one submission that must be in the other."""
MIN_TOKENS = 60
"""Minimum number of own tokens; a submission with fewer is not compared."""
MAX_TOKENS = GUARANTEED + WINDOW
"""Maximum number of tokens of a shared part per fingerprint in it."""
MIN_COMMON, COMMON_SHARE = 20, 0.2
"""Number and share of the submissions; a fingerprint that more than both of these have does not count."""


class _Document:
    """The tokens of one submission, its files one after the other."""

    def __init__(self, name: str, files: Mapping[str, str], template: frozenset[int]) -> None:
        self.name = name
        self.codes: list[int] = []
        self.places: list[tuple[str, int]] = []
        """File and line of each token."""
        for path, source in sorted(files.items()):
            for token in tokens(source):
                self.codes.append(_code(token.text))
                self.places.append((path, token.line))
            self.codes.append(-1 - crc32(f"{name}\0{path}".encode()))  # equal to no other token, so no run crosses it
            self.places.append((path, 0))
        self.own = [line > 0 for _, line in self.places]
        """Whether each token counts: not ends of files, and not the template's."""
        hashes = run_hashes(self.codes)
        for place, value in enumerate(hashes):
            if value in template:
                self.own[place : place + RUN] = [False] * RUN
        self.size = sum(self.own)
        self.fingerprints = {place: value for place, value in winnow(hashes).items() if value not in template}


def find_similar(
    submissions: Mapping[str, Mapping[str, str]],
    template: Iterable[str] = (),
    threshold: float = THRESHOLD,
    on_progress: Callable[[int, int], object] = lambda done, total: None,
) -> list[Pair]:
    """Return the pairs of submissions that share much code, the most similar first.

    `submissions` has the sources of each by path; `template` has sources that were given to all students.
    """
    given = frozenset(
        value for source in template for value in run_hashes([_code(token.text) for token in tokens(source)])
    )
    documents = []
    for number, name in enumerate(sorted(submissions)):
        on_progress(number, len(submissions))
        document = _Document(name, submissions[name], given)
        if document.size >= MIN_TOKENS:
            documents.append(document)
    seeds = _shared_fingerprints(documents)
    pairs = (
        _pair(documents[one], documents[other], found)
        for (one, other), found in seeds.items()
        if len(found) * MAX_TOKENS >= threshold * min(documents[one].size, documents[other].size)
    )
    similar = [pair for pair in pairs if pair.share >= threshold]
    on_progress(len(submissions), len(submissions))
    return sorted(similar, key=lambda pair: (-pair.share, -min(pair.first_share, pair.second_share), pair.first))


@cache
def _code(text: str) -> int:
    return crc32(text.encode())


def _shared_fingerprints(documents: list[_Document]) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """Return, for each pair of documents that share fingerprints, their places in both."""
    index: dict[int, dict[int, int]] = defaultdict(dict)
    for number, document in enumerate(documents):
        for place, value in document.fingerprints.items():
            index[value].setdefault(number, place)
    most = max(MIN_COMMON, COMMON_SHARE * len(documents))
    seeds: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for places in index.values():
        if 1 < len(places) <= most:
            for (one, here), (other, there) in combinations(places.items(), 2):
                seeds[one, other].append((here, there))
    return seeds


def _pair(first: _Document, second: _Document, seeds: list[tuple[int, int]]) -> Pair:
    """Return the parts that two documents share, from the places of shared fingerprints."""
    covered = (bytearray(len(first.codes)), bytearray(len(second.codes)))
    matches = []
    for here, there, length in sorted(_runs(first.codes, second.codes, seeds), key=lambda run: -run[2]):
        free = [place for place in range(length) if not (covered[0][here + place] or covered[1][there + place])]
        if not any(first.own[here + place] for place in free):
            continue  # part of longer runs, or the template's
        begin, end = free[0], free[-1] + 1
        for side, start in zip(covered, (here, there)):
            side[start + begin : start + end] = b"\1" * (end - begin)
        matches.append(_match(first, second, here + begin, there + begin, end - begin))
    shares = [
        sum(1 for own, hit in zip(document.own, hits) if own and hit) / document.size
        for document, hits in zip((first, second), covered)
    ]
    return Pair(first.name, second.name, shares[0], shares[1], tuple(matches))


def _runs(first: list[int], second: list[int], seeds: list[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    """Yield the longest equal runs around the seeds, each once: the beginnings in both, and the length."""
    reached: dict[int, int] = {}
    """End of the last run, by the difference of the places."""
    for here, there in sorted(seeds):
        if reached.get(here - there, 0) > here:
            continue
        begin = 0
        while here + begin > 0 and there + begin > 0 and first[here + begin - 1] == second[there + begin - 1]:
            begin -= 1
        end = 0
        while here + end < len(first) and there + end < len(second) and first[here + end] == second[there + end]:
            end += 1
        reached[here - there] = here + end
        yield here + begin, there + begin, end - begin


def _match(first: _Document, second: _Document, here: int, there: int, length: int) -> Match:
    file, line = first.places[here]
    other_file, other_line = second.places[there]
    return Match(
        file,
        (line, first.places[here + length - 1][1]),
        other_file,
        (other_line, second.places[there + length - 1][1]),
        length,
    )


def with_sources(pairs: Sequence[Pair], sources: Mapping[str, Mapping[str, str]]) -> Similarity:
    """Return the first pairs with the code of their submissions."""
    shown = tuple(pairs[:MAX_PAIRS])
    code = {
        name: {path: tuple(_shown_lines(source)) for path, source in sources[name].items()}
        for pair in shown
        for name in (pair.first, pair.second)
    }
    return Similarity(shown, len(pairs) - len(shown), code)


def _shown_lines(source: str) -> Iterator[str]:
    for line in source.splitlines():
        yield "".join(sign if sign.isprintable() or sign == "\t" else "\ufffd" for sign in line)
