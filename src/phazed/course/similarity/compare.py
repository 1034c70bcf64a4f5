r"""The comparison of submissions with each other and with references.

A matrix of fingerprints counts the fingerprints that each pair shares. In pairs that share many or rare ones, each
shared fingerprint is extended in both directions as long as the tokens match. Code that was given to students, or that
most submissions contain, does not count. For this purpose, and in the results, a group of copies is one submission.

>>> source = "\n".join(f"def f{n}(a):\n    return [a + {n} for b in a if b > {n}]" for n in range(9))
>>> found = find_similar({"ann": {"a.py": source}, "bob": {"b.py": source.replace("a", "x")}})
>>> pair = found.pairs[0]
>>> pair.first, pair.second, pair.first_share, pair.matches[0].first_lines, pair.matches[0].second_lines
('ann', 'bob', 1.0, (1, 18), (1, 18))
"""

from __future__ import annotations

from collections import Counter, defaultdict
from statistics import median
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from phazed.answers.similarity import MAX_PAIRS, CommonCode, Group, Match, Pair, SharedFunction, Similarity
from phazed.course.similarity.documents import Document, code_of
from phazed.course.similarity.tokens import tokens
from phazed.course.similarity.winnowing import run_hashes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    Sources = Mapping[str, Mapping[str, str]]
    """The sources of programs by name and path."""

LEAST = 0.12
"""Minimum share of one submission in another for a pair to be listed; unrelated programs share about 0.06."""
ABOVE_USUAL = 4.0
"""Factor by which a listed pair's share must exceed the third quartile of all pairs."""
MOST = 0.5
"""Share at or above which a pair is always listed."""
MIN_TOKENS = 60
"""Minimum number of tokens that count; submissions with fewer are not compared."""
MIN_FUNCTION = 60
"""Minimum number of shared tokens for a function to be listed separately."""
WHOLE = 0.8
"""Minimum share of a function that must be in the other submission."""
MIN_COMMON, COMMON_SHARE = 5, 0.5
"""Code is ignored if more submissions than both this number and this share of all contain it; copies count as one."""
GROUPED = 0.6
"""Minimum share of the fingerprints of each of two submissions that puts them into the same group."""
MAX_COMPARED = 20_000
"""Maximum number of pairs whose shared parts are determined; less surprising pairs are left out."""
BLOCK = 1 << 14
"""Number of fingerprints counted at a time."""


def find_similar(
    submissions: Sources,
    template: Iterable[str] = (),
    threshold: float | None = None,
    on_progress: Callable[[int, int], object] = lambda done, total: None,
    *,
    references: Sources = MappingProxyType({}),
) -> Similarity:
    """Return the pairs and groups of submissions that share code, the most surprising pairs first.

    `template` contains sources that were given to all students. The submissions are also compared with `references`,
    which are not compared with each other. The default threshold depends on how much most pairs share.
    """
    given = frozenset(
        value for source in template for value in run_hashes([code_of(token.text) for token in tokens(source)])
    )
    documents: list[Document] = []
    skipped: list[Document] = []
    with_given = 0
    for number, name in enumerate(sorted(submissions)):
        on_progress(number, len(submissions))
        document = Document(name, submissions[name], given)
        with_given += document.has_given
        (documents if document.size >= MIN_TOKENS else skipped).append(document)
    common = _common(documents)
    skipped += [each for each in documents if each.size < MIN_TOKENS]
    documents = [each for each in documents if each.size >= MIN_TOKENS]
    others = [Document(name, references[name], given, reference=True) for name in sorted(references)]
    found = _compared(documents, [each for each in others if each.size >= MIN_TOKENS], threshold)
    on_progress(len(submissions), len(submissions))
    names = tuple(each.name for each in skipped)
    return Similarity(
        len(documents),
        len(others),
        names,
        found.threshold,
        found.usual,
        found.groups,
        common,
        with_given,
        found.pairs,
        0,
        {},
    )


def _common(documents: list[Document]) -> tuple[CommonCode, ...]:
    """Exclude the code that most submissions contain, and return it; a group of copies counts as one submission."""
    distinct, _ = _distinct(documents)
    roots = _roots(_Counts(distinct), len(distinct))
    groups: dict[int, set[int]] = defaultdict(set)
    for root, each in zip(roots, distinct):
        groups[root].update(each.fingerprints.values())
    holders = Counter(value for values in groups.values() for value in values)
    most = max(MIN_COMMON, COMMON_SHARE * len(groups))
    common = {value for value, count in holders.items() if count > most}
    if not common:
        return ()
    shares = [
        sum(value in common for value in each.fingerprints.values()) / len(each.fingerprints) for each in documents
    ]
    having = [each for each, share in zip(documents, shares) if share]
    example = documents[shares.index(max(shares))]
    parts = tuple(example.lines_of(common))
    for each in documents:
        each.leave_out(common)
        each.fingerprints = {place: value for place, value in each.fingerprints.items() if value not in common}
    return (CommonCode(len(having), median(share for share in shares if share), example.name, parts),)


class _Found(NamedTuple):
    """The result of a comparison."""

    threshold: float
    usual: float
    groups: tuple[Group, ...]
    pairs: tuple[Pair, ...]


class _Counts:
    """The number of fingerprints that each pair of documents shares, and the surprise of these fingerprints."""

    def __init__(self, documents: list[Document]) -> None:
        self.documents = documents
        count = len(documents)
        values = [{*each.fingerprints.values()} for each in documents]
        self.sizes = np.array([max(len(each), 1) for each in values])
        holders = Counter(value for each in values for value in each)
        own = [each for document, each in zip(documents, values) if not document.reference]
        among = Counter(value for each in own for value in each)
        total = max(len(own), 2)
        self.bits = {
            value: float(np.log2(2 * total / (1 + among[value]))) for value, times in holders.items() if times > 1
        }
        """Surprise of each fingerprint that more than one document has; the rarer it is, the higher."""
        columns = {value: at for at, value in enumerate(self.bits)}
        weights = np.array([*self.bits.values()], dtype=np.float32)
        self.shared = np.zeros((count, count), dtype=np.float32)
        self.surprise = np.zeros((count, count), dtype=np.float32)
        placed = [np.array([columns[value] for value in each if value in columns], dtype=np.int64) for each in values]
        for begin in range(0, len(columns), BLOCK):
            part = np.zeros((count, min(BLOCK, len(columns) - begin)), dtype=np.float32)
            for row, places in enumerate(placed):
                part[row, places[(places >= begin) & (places < begin + BLOCK)] - begin] = 1
            self.shared += part @ part.T
            self.surprise += (part * weights[begin : begin + BLOCK]) @ part.T

    def share(self, one: int, other: int) -> float:
        """Return the number of shared fingerprints as a share of the smaller document's."""
        return float(self.shared[one, other] / min(self.sizes[one], self.sizes[other]))

    def pairs(self) -> list[tuple[int, int]]:
        """Return the pairs that share any fingerprint, the most surprising first."""
        rows, columns = np.nonzero(np.triu(self.shared, 1))
        found = [
            (int(one), int(other))
            for one, other in zip(rows, columns)
            if not (self.documents[one].reference and self.documents[other].reference)
        ]
        return sorted(found, key=lambda pair: -float(self.surprise[pair]))


def _compared(documents: list[Document], others: list[Document], threshold: float | None) -> _Found:
    distinct, copies = _distinct(documents)
    counts = _Counts([*distinct, *others])
    own = len(distinct)
    shares = sorted(counts.share(one, other) for one in range(own) for other in range(one))
    usual = shares[len(shares) * 3 // 4] if len(shares) > 20 else 0.0
    least = min(MOST, max(LEAST, ABOVE_USUAL * usual)) if threshold is None else threshold
    grouped, chosen = _grouped(counts, own, copies)
    pairs = []
    for one, other in counts.pairs()[:MAX_COMPARED]:
        inside = one in chosen and chosen.get(one) == chosen.get(other)
        if inside and chosen[one] not in (one, other):
            continue  # members of a group are compared with its representative
        if counts.share(one, other) < least / 2 and counts.shared[one, other] < 2:
            continue
        pair = _pair(counts.documents[one], counts.documents[other], counts)
        if pair.share >= least or (threshold is None and pair.functions):
            pairs.append(pair)
    for first, names in copies.items():
        pairs += [_pair(distinct[first], each, counts) for each in names]
    pairs.sort(key=lambda pair: (-pair.surprise * pair.share, pair.first, pair.second))
    shares_of = {frozenset((pair.first, pair.second)): min(pair.first_share, pair.second_share) for pair in pairs}
    groups = [
        Group(
            tuple(sorted(names)),
            head,
            median([shares_of.get(frozenset((head, name)), 1.0) for name in names if name != head]),
        )
        for head, names in grouped
    ]
    return _Found(least, usual, tuple(sorted(groups, key=lambda group: (-len(group.names), group.names))), tuple(pairs))


def _distinct(documents: list[Document]) -> tuple[list[Document], dict[int, list[Document]]]:
    """Return the documents without exact copies of their tokens, and the copies by the index of the original."""
    first: dict[int, int] = {}
    distinct: list[Document] = []
    copies: dict[int, list[Document]] = defaultdict(list)
    for each in documents:
        if each.content in first:
            copies[first[each.content]].append(each)
        else:
            first[each.content] = len(distinct)
            distinct.append(each)
    return distinct, copies


def _grouped(
    counts: _Counts, own: int, copies: Mapping[int, list[Document]]
) -> tuple[list[tuple[str, list[str]]], dict[int, int]]:
    """Return the groups of three or more documents with their representatives, and each member's representative."""
    members: dict[int, list[int]] = defaultdict(list)
    for number, root in enumerate(_roots(counts, own)):
        members[root].append(number)
    groups, chosen = [], {}
    for together in members.values():
        names = [each.name for number in together for each in (counts.documents[number], *copies.get(number, ()))]
        if len(names) > 2:
            head = max(
                together, key=lambda number: (len(copies.get(number, ())), float(counts.shared[number, together].sum()))
            )
            groups.append((counts.documents[head].name, names))
            chosen.update(dict.fromkeys(together, head))
    return groups, chosen


def _roots(counts: _Counts, own: int) -> list[int]:
    """Return a number for each document; documents that share most of their code form a group with the same number."""
    parent = list(range(own))

    def root(number: int) -> int:
        while parent[number] != number:
            number = parent[number]
        return number

    for one in range(own):
        for other in range(one):
            if counts.shared[one, other] >= GROUPED * max(counts.sizes[one], counts.sizes[other]):
                parent[root(one)] = root(other)
    return [root(number) for number in range(own)]


def _pair(first: Document, second: Document, counts: _Counts) -> Pair:
    """Return the comparison of two documents, with the parts that they share."""
    places: dict[int, list[int]] = defaultdict(list)
    for place, value in second.fingerprints.items():
        places[value].append(place)
    seeds = [(here, places[value][0]) for here, value in first.fingerprints.items() if value in places]
    covered = (bytearray(len(first.codes)), bytearray(len(second.codes)))
    matches, runs = [], []
    for here, there, length in sorted(_runs(first.codes, second.codes, seeds), key=lambda run: -run[2]):
        free = [place for place in range(length) if not (covered[0][here + place] or covered[1][there + place])]
        if not any(first.own[here + place] for place in free):
            continue  # it lies in longer runs, or in code that does not count
        begin, end = free[0], free[-1] + 1
        for side, start in zip(covered, (here, there)):
            side[start + begin : start + end] = b"\1" * (end - begin)
        runs.append((here + begin, there + begin, end - begin))
        matches.append(_match(first, second, *runs[-1]))
    shares = [
        sum(1 for own, hit in zip(document.own, hits) if own and hit) / max(document.size, 1)
        for document, hits in zip((first, second), covered)
    ]
    values = {*first.fingerprints.values()} & places.keys()
    surprise = sum(counts.bits.get(value, 1.0) for value in values)
    functions = _functions(first, second, runs)
    return Pair(first.name, second.name, shares[0], shares[1], surprise, tuple(matches), tuple(functions))


def _functions(first: Document, second: Document, runs: list[tuple[int, int, int]]) -> Iterator[SharedFunction]:
    """Yield pairs of functions, one from each document, if most of the smaller one is shared; longest first."""
    there = {here + step: there + step for here, there, length in runs for step in range(length)}
    owner = {place: number for number, each in enumerate(second.functions) for place in range(each.begin, each.end)}
    for one in sorted(first.functions, key=lambda each: each.begin - each.end):
        size = sum(first.own[one.begin : one.end])
        shared = Counter(
            owner.get(there[place], -1) for place in range(one.begin, one.end) if place in there and first.own[place]
        )
        number, tokens = max(shared.items(), key=lambda each: each[1], default=(-1, 0))
        if number >= 0:
            other = second.functions[number]
            if tokens >= MIN_FUNCTION and tokens >= WHOLE * min(size, sum(second.own[other.begin : other.end])):
                yield SharedFunction(one.name, other.name, tokens)


def _runs(first: list[int], second: list[int], seeds: list[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    """Yield each longest matching run around the seeds once, as its start in either document and its length."""
    reached: dict[int, int] = {}
    """End of the last run, by the difference between its two starts."""
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


def _match(first: Document, second: Document, here: int, there: int, length: int) -> Match:
    file, line = first.places[here]
    other_file, other_line = second.places[there]
    return Match(
        file,
        (line, first.places[here + length - 1][1]),
        other_file,
        (other_line, second.places[there + length - 1][1]),
        length,
    )


def with_sources(found: Similarity, sources: Sources, references: Sources = MappingProxyType({})) -> Similarity:
    """Return the comparison with the code of the first pairs; for a reference, only the files with shared parts."""
    shown = found.pairs[:MAX_PAIRS]
    code: dict[str, dict[str, tuple[str, ...]]] = {}
    for pair in shown:
        for name, side in ((pair.first, 0), (pair.second, 1)):
            files = sources.get(name)
            if files is None:
                matched = {match.second_file if side else match.first_file for match in pair.matches}
                files = {path: source for path, source in references[name].items() if path in matched}
            code.setdefault(name, {}).update({path: tuple(_shown_lines(source)) for path, source in files.items()})
    return found._replace(pairs=shown, more=len(found.pairs) - len(shown), sources=code)


def _shown_lines(source: str) -> Iterator[str]:
    for line in source.splitlines():
        yield "".join(sign if sign.isprintable() or sign == "\t" else "\ufffd" for sign in line)
