"""Similar submissions: what is found whatever has become of it, and what is not."""

from __future__ import annotations

import builtins
import io
import json
import keyword
import re
import tokenize
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phazed.course.similarity import compare, find_similar, with_sources
from phazed.course.similarity.tokens import tokens
from phazed.course.similarity.winnowing import GUARANTEED, RUN, fingerprints, run_hashes
from phazed.game.starter import starter
from phazed.site.export import similarity_page
from phazed.terminal.similarity import pairs_text

FOLDER = Path(__file__).parent
SOLUTION = (FOLDER / "mutants" / "solution.py").read_text(encoding="utf-8")
COUNTING, CLASSES = ((FOLDER / "independent" / f"by_{way}.py").read_text() for way in ("counting", "classes"))


def renamed(source):
    """The program with all its own names changed."""
    kept = {*keyword.kwlist, *dir(builtins)}
    found = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        name = token.type == tokenize.NAME and token.string not in kept
        found.append((token.type, f"{token.string}_of_mine" if name else token.string))
    return tokenize.untokenize(found)


def reordered(source):
    """The program with its functions in the opposite order."""
    head, *parts = re.split(r"^(?=def |class )", source, flags=re.MULTILINE)
    return "".join([head, *(f"{part.rstrip()}\n\n" for part in reversed(parts))])


def commented(source):
    """The program with other comments, texts and layout."""
    lines = ["# all my own work", "'''Nothing to see.'''"]
    for line in source.splitlines():
        lines += [line, f"{re.match(' *', line)[0]}# then", ""] if line.endswith((":", ")")) else [line]
    return "\n".join(lines).replace('"', "'").replace(" == ", "==")


def pair_of(first, second, **options):
    """The pair of two sources, if they are similar."""
    return next(iter(find_similar({"ann": {"a.py": first}, "bob": {"b.py": second}}, **options)), None)


@pytest.mark.parametrize(
    "change", [renamed, reordered, commented, lambda source: commented(reordered(renamed(source)))]
)
@pytest.mark.parametrize("source", [SOLUTION, COUNTING, CLASSES], ids=["solution", "counting", "classes"])
def test_a_copy_is_found_whatever_has_become_of_its_names_order_and_comments(source, change):
    pair = pair_of(source, change(source))
    assert pair is not None
    assert min(pair.first_share, pair.second_share) > 0.8


def test_independent_solutions_of_the_same_task_are_not_similar():
    sources = {"ann": {"a.py": COUNTING}, "bob": {"b.py": CLASSES}, "cleo": {"c.py": SOLUTION}}
    assert find_similar(sources, threshold=0.2) == []


def test_a_part_that_was_copied_is_named_by_its_lines():
    copied = "".join(re.search(r"^def ascending.*", COUNTING, re.MULTILINE | re.DOTALL)[0])
    own = CLASSES + "\n\n" + renamed(copied)
    assert pair_of(COUNTING, own) is None
    pair = pair_of(COUNTING, own, threshold=0.1)
    (match,) = pair.matches
    first = COUNTING.splitlines().index("def ascending(group):") + 1
    second = own.splitlines().index("def ascending_of_mine (group_of_mine ):") + 1
    assert (match.first_lines[0], match.second_lines[0]) == (first, second)
    assert match.first_lines[1] == len(COUNTING.splitlines())
    assert pair.first_share > pair.second_share > 0.1


def test_the_template_does_not_count():
    template = starter("phazed", "my_bot.py") + SOLUTION
    first, second = template + COUNTING, template + CLASSES
    assert pair_of(first, second) is not None
    assert pair_of(first, second, template=[template], threshold=0.2) is None
    copy = pair_of(first, template + renamed(COUNTING), template=[template])
    assert copy.first_share > 0.9
    assert copy.matches[0].first_lines[0] > 1


def test_parts_of_a_template_in_another_order_do_not_count():
    template = COUNTING[COUNTING.index("def ") :]
    given = reordered(template)
    sources = {"ann": {"a.py": given, "own.py": CLASSES}, "bob": {"a.py": given, "own.py": SOLUTION}}
    assert len(find_similar(sources, threshold=0.1)) == 1
    assert find_similar(sources, template=[template], threshold=0.0001) == []


def test_what_very_many_submissions_share_does_not_count():
    few = {f"student {number}": {"a.py": COUNTING} for number in range(20)}
    assert len(find_similar(few)) == 190
    many = {f"student {number}": {"a.py": COUNTING} for number in range(21)}
    assert find_similar(many) == []


def test_submissions_with_little_code_are_not_compared():
    assert pair_of("print(1)\n" * 5, "print(1)\n" * 5) is None
    assert pair_of("", "") is None


def test_pairs_are_sorted_and_files_of_a_submission_are_not_joined():
    half = {"x.py": COUNTING, "y.py": CLASSES.replace("total", "sum_so_far")}
    found = find_similar({"dan": half, "ann": {"a.py": COUNTING}, "bob": {"b.py": renamed(COUNTING)}})
    assert [(pair.first, pair.second) for pair in found] == [("ann", "bob"), ("ann", "dan"), ("bob", "dan")]
    assert found[1].second_share < 0.7 < found[1].first_share
    assert {match.second_file for pair in found[1:] for match in pair.matches} == {"x.py"}


def test_a_repeated_part_is_matched_once():
    twice = f"{COUNTING}\n{COUNTING}"
    pair = pair_of(COUNTING, twice)
    assert pair.first_share == pytest.approx(1, abs=0.02)
    assert pair.second_share <= 1


def test_a_file_that_is_not_python_is_compared_by_its_words():
    broken = COUNTING.replace("return sorted(result)", "return sorted(result")
    assert pair_of(
        broken, renamed(COUNTING).replace("return sorted (result_of_mine )", "return sorted (result_of_mine ")
    )
    assert [token.text for token in tokens("x = ('a' # note\n if 1.5: '")] == [
        *("name", "=", "(", "string", "if", "number", ":", "string"),
    ]
    assert tokens("\0") is not None


def test_docstrings_are_comments_and_format_strings_are_strings():
    assert [token.text for token in tokens('"""Text."""\nx = f"{a + f(1)} b"\n"one" + x\n')] == [
        *("name", "=", "string", "string", "+", "name"),
    ]


@given(
    st.lists(st.integers(0, 5), max_size=60),
    st.lists(st.integers(0, 5), max_size=60),
    st.lists(st.integers(0, 5), min_size=GUARANTEED, max_size=GUARANTEED),
    st.lists(st.integers(0, 5), max_size=60),
    st.lists(st.integers(0, 5), max_size=60),
)
def test_a_shared_run_of_the_guaranteed_length_is_always_found(before, after, shared, ahead, behind):
    first, second = fingerprints([*before, *shared, *after]), fingerprints([*ahead, *shared, *behind])
    assert set(first.values()) & set(second.values())


@given(st.lists(st.integers(0, 3), max_size=100))
def test_a_fingerprint_is_the_hash_of_the_run_at_its_place(codes):
    hashes = run_hashes(codes)
    assert len(hashes) == max(len(codes) - RUN + 1, 0)
    for place, value in fingerprints(codes).items():
        assert value == hashes[place] == run_hashes(codes[place : place + RUN])[0]


# The page and the command


def test_the_page_has_the_code_of_both_sides_without_control_characters(monkeypatch):
    sources = {
        "<b>ann": {"a.py": COUNTING + "# <script>\x07\n"},
        "bob": {"b.py": renamed(COUNTING)},
        "cleo": {"c.py": COUNTING},
        "dan": {"d.py": "x = 1"},
    }
    pairs = find_similar(sources)
    found = with_sources(pairs, sources)
    text = similarity_page(found, pairs_text(pairs))
    assert text.count("<script") == 2
    assert "<b>ann" not in text
    assert (len(found.pairs), found.more, set(found.sources)) == (3, 0, {"<b>ann", "bob", "cleo"})
    assert found.sources["<b>ann"]["a.py"][-1] == "# <script>\ufffd"
    monkeypatch.setattr(compare, "MAX_PAIRS", 1)
    fewer = with_sources(pairs, sources)
    assert (len(fewer.pairs), fewer.more) == (1, 2)


@pytest.fixture
def work(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("work").mkdir()
    for name, source in {"ann": COUNTING, "bob": renamed(COUNTING), "cleo": CLASSES}.items():
        Path(f"work/{name}.py").write_text(source)
    return "work"


def test_the_command_lists_pairs_and_writes_a_page(phazed, work):
    Path("work/dan.zip").write_text("nothing")
    code, out, err = phazed("similar", work, "--out", "similar.html")
    assert code == 0
    assert re.fullmatch(r"\d+ % of ann and +\d+ % of bob\n3 submissions, 1 similar pair; page: similar.html\n", out)
    assert "dan is not compared: this archive cannot be read" in err
    assert "Similar submissions" in Path("similar.html").read_text()
    code, _, err = phazed("similar", work, "--out", "similar.html")
    assert (code, err) == (2, "phazed similar: similar.html already exists; use --force to overwrite it\n")


def test_the_command_prints_json_and_leaves_out_templates(phazed, work):
    code, out, _ = phazed("similar", work, "--json")
    assert code == 0
    assert [(pair["first"], pair["second"]) for pair in json.loads(out)] == [("ann", "bob")]
    assert json.loads(out)[0]["matches"][0]["first_file"] == "ann.py"
    Path("given.py").write_text(COUNTING)
    assert json.loads(phazed("similar", work, "--json", "--template", "given.py")[1]) == []
    assert phazed("similar", work, "--threshold", "5", "--template", "given.py")[1].endswith("0 similar pairs\n")


def test_bad_arguments_get_a_message(phazed, work):
    code, _, err = phazed("similar", work, "--threshold", "0")
    assert code == 2
    assert "a share is from 1 to 100 percent, not '0'" in err
    Path("empty").mkdir()
    code, _, err = phazed("similar", "empty")
    assert (code, err) == (2, "phazed similar: empty: the folder contains fewer than two submissions\n")
