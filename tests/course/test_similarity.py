"""Similar submissions: what is found whatever has become of it, and what is not."""

from __future__ import annotations

import ast
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
from random_programs import program

from phazed.course.similarity import compare, find_similar, with_sources
from phazed.course.similarity.shipped import shipped_remark
from phazed.course.similarity.tokens import tokens
from phazed.course.similarity.winnowing import GUARANTEED, RUN, fingerprints, run_hashes
from phazed.export.file import exported
from phazed.game.starter import starter
from phazed.site.export import similarity_page
from phazed.terminal.similarity import similarity_text

FOLDER = Path(__file__).parent
SOLUTION = (FOLDER / "mutants" / "solution.py").read_text(encoding="utf-8")
ONE_BY_ONE, OTHER = ((FOLDER / "mutants" / f"{name}.py").read_text() for name in ("one_by_one", "object_oriented"))
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


def pairs_of(sources, *others, **options):
    """The similar pairs."""
    return list(find_similar(sources, *others, **options).pairs)


def pair_of(first, second, **options):
    """The pair of two sources, if they are similar."""
    return next(iter(pairs_of({"ann": {"a.py": first}, "bob": {"b.py": second}}, **options)), None)


class Inverted(ast.NodeTransformer):
    """Exchanges the branches of every `if` that has both."""

    def visit_If(self, node):
        self.generic_visit(node)
        return ast.If(ast.UnaryOp(ast.Not(), node.test), node.orelse, node.body) if node.orelse else node


def inverted(source):
    return ast.unparse(ast.fix_missing_locations(Inverted().visit(ast.parse(source))))


def hinted(source):
    """The program with type hints everywhere."""

    def hints(found):
        names = [each.strip() for each in found[2].split(",") if each.strip()]
        return f"def {found[1]}({', '.join(f'{name}: list[str] | None' for name in names)}) -> dict[str, int]:"

    return re.sub(r"def (\w+)\(([\w, ]*)\):", hints, source)


@pytest.mark.parametrize(
    "change", [renamed, reordered, commented, hinted, lambda source: commented(reordered(renamed(hinted(source))))]
)
@pytest.mark.parametrize("source", [SOLUTION, COUNTING, CLASSES], ids=["solution", "counting", "classes"])
def test_a_copy_is_found_whatever_has_become_of_its_names_order_and_comments(source, change):
    pair = pair_of(source, change(source))
    assert pair is not None
    assert min(pair.first_share, pair.second_share) > 0.8


def test_independent_solutions_of_the_same_task_are_not_similar():
    sources = {"ann": {"a.py": COUNTING}, "bob": {"b.py": CLASSES}, "cleo": {"c.py": SOLUTION}}
    sources |= {"dan": {"d.py": ONE_BY_ONE}, "eve": {"e.py": OTHER}}
    found = find_similar(sources)
    assert (found.pairs, found.groups, found.common) == ((), (), ())
    assert max((pair.share for pair in pairs_of(sources, threshold=0.001)), default=0) < 0.07


def test_inverted_branches_do_not_hide_a_copy():
    assert pair_of(SOLUTION, inverted(renamed(SOLUTION))).share > 0.12


@pytest.mark.parametrize("name", ["phazed_phase_type", "phazed_score", "fits_run", "check_set"])
def test_a_copied_function_is_found(name):
    (copied,) = re.findall(rf"^def {name}\(.*?(?=^def )", ONE_BY_ONE, re.MULTILINE | re.DOTALL)
    pair = pair_of(ONE_BY_ONE, f"{OTHER}\n\n{renamed(copied)}")
    assert pair.share < 0.12
    assert [(each.first, each.second) for each in pair.functions] == [(name, f"{name}_of_mine")]


def test_a_part_that_was_copied_is_named_by_its_lines():
    copied = "".join(re.search(r"^def ascending.*", COUNTING, re.MULTILINE | re.DOTALL)[0])
    own = CLASSES + "\n\n" + renamed(copied)
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
    assert len(pairs_of(sources, threshold=0.1)) == 1
    found = find_similar(sources, template=[template], threshold=0.0001)
    assert (found.pairs, found.given) == ((), 2)


@pytest.fixture(scope="module")
def others():
    """Programs that have nothing in common."""
    return {f"other {number}": {"o.py": program(number, list("abcd"), functions=12)} for number in range(20)}


@pytest.mark.parametrize("copies", [3, 20, 21, 60])
def test_copies_are_one_group_however_many_they_are(others, copies):
    changes = (renamed, reordered, commented, hinted)
    sources = {f"student {number:02}": {"a.py": changes[number % 4](ONE_BY_ONE)} for number in range(copies)}
    found = find_similar(sources | others)
    (group,) = found.groups
    assert set(group.names) == set(sources)
    assert group.representative in sources
    assert group.share > 0.85
    assert {pair.first for pair in found.pairs} | {pair.second for pair in found.pairs} == set(sources)
    assert len(found.pairs) == copies - 1
    assert f"{copies} submissions share" in similarity_text(found)


def test_code_that_most_submissions_have_does_not_count_and_is_listed(others):
    handout = "".join(re.findall(r"^def phazed_play\(.*", ONE_BY_ONE, re.MULTILINE | re.DOTALL))
    sources = {name: {"o.py": f"{files['o.py']}\n\n{handout}"} for name, files in others.items()}
    found = find_similar(sources)
    assert found.pairs == ()
    (common,) = found.common
    assert common.submissions == len(sources)
    ((file, first, last),) = common.parts
    lines = sources[common.name]["o.py"].splitlines()
    assert file == "o.py"
    assert abs(first - lines.index(handout.splitlines()[0])) < 5
    assert abs(last - len(lines)) < 5
    assert "Code that 20 submissions have does not count" in " ".join(similarity_text(found).split())
    few = dict(list(sources.items())[:3])
    assert len(find_similar(few).pairs) == 3


def test_the_threshold_follows_from_what_most_pairs_share(others):
    assert find_similar(others).threshold == pytest.approx(0.12)
    parts = [program(100 + number, list("abcd"), functions=4) for number in range(9)]
    mixed = {
        f"student {one}{other}": {
            "a.py": f"{parts[one]}\n{parts[other]}\n{program(10 * one + other, list('abcd'), functions=4)}"
        }
        for one in range(4)
        for other in range(one + 1, 9)
    }
    found = find_similar(mixed)
    assert 0.12 < found.threshold <= 0.5
    assert found.threshold == pytest.approx(min(4 * found.usual, 0.5))
    assert find_similar(mixed, threshold=0.3).threshold == 0.3


def test_rare_code_comes_before_code_that_many_have(others):
    tail = "".join(re.findall(r"^def phazed_play\(.*", ONE_BY_ONE, re.MULTILINE | re.DOTALL))
    sources = {
        name: {"o.py": f"{files['o.py']}\n\n{tail}" if at < 9 else files["o.py"]}
        for at, (name, files) in enumerate(others.items())
    }
    rare = "".join(re.findall(r"^def decide\(.*?(?=^def )", ONE_BY_ONE, re.MULTILINE | re.DOTALL))
    for name in ("other 15", "other 16"):
        sources[name] = {"o.py": f"{sources[name]['o.py']}\n\n{rare}"}
    found = find_similar(sources)
    assert (found.pairs[0].first, found.pairs[0].second) == ("other 15", "other 16")
    assert found.pairs[0].surprise > found.pairs[1].surprise


def test_references_are_compared_with_submissions_but_not_with_each_other(others):
    sources = {**others, "ann": {"a.py": renamed(ONE_BY_ONE)}}
    references = {"last/bob": {"b.py": ONE_BY_ONE}, "last/cleo": {"c.py": reordered(ONE_BY_ONE)}}
    found = find_similar(sources, references=references)
    assert {(pair.first, pair.second) for pair in found.pairs} == {("ann", "last/bob"), ("ann", "last/cleo")}
    assert found.references == 2
    assert set(with_sources(found, sources, references).sources) == {"ann", *references}


def test_the_exported_player_is_recognized():
    text = exported(["phasedout"])
    assert shipped_remark({"a.py": text.replace("hand", "my_cards")}).startswith(
        "this is the exported player of Phazed: "
    )
    assert shipped_remark({"a.py": ONE_BY_ONE}) == shipped_remark({"a.py": starter("phazed", "a.py")}) == ""


def test_a_program_in_a_string_is_compared():
    hidden = f"exec(r'''\n{ONE_BY_ONE}''')\n"
    assert pair_of(ONE_BY_ONE, hidden).share > 0.9


def test_submissions_with_little_code_are_not_compared():
    assert pair_of("print(1)\n" * 5, "print(1)\n" * 5) is None
    assert pair_of("", "") is None


def test_pairs_are_sorted_and_files_of_a_submission_are_not_joined():
    half = {"x.py": COUNTING, "y.py": CLASSES.replace("total", "sum_so_far")}
    found = pairs_of({"dan": half, "ann": {"a.py": COUNTING}, "bob": {"b.py": renamed(COUNTING)}})
    assert {(pair.first, pair.second) for pair in found} == {("ann", "bob"), ("ann", "dan")}
    (pair,) = [pair for pair in found if pair.second == "dan"]
    assert pair.second_share < 0.7 < pair.first_share
    assert {match.second_file for match in pair.matches} == {"x.py"}


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
    everything = find_similar(sources)
    found = with_sources(everything, sources)
    text = similarity_page(found, similarity_text(everything))
    assert text.count("<script") == 2
    assert "<b>ann" not in text
    assert (len(found.pairs), found.more, set(found.sources)) == (2, 0, {"<b>ann", "bob", "cleo"})
    assert found.sources["<b>ann"]["a.py"][-1] == "# <script>\ufffd"
    monkeypatch.setattr(compare, "MAX_PAIRS", 1)
    fewer = with_sources(everything, sources)
    assert (len(fewer.pairs), fewer.more) == (1, 1)


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
    assert re.fullmatch(
        r"100 % of ann and 100 % of bob; functions: .*\n3 submissions, 1 similar pair from 12% on; page: .*\n",
        out,
        re.DOTALL,
    )
    assert "dan is not compared: this archive cannot be read" in err
    assert "Similar submissions" in Path("similar.html").read_text()
    code, _, err = phazed("similar", work, "--out", "similar.html")
    assert (code, err) == (2, "phazed similar: similar.html already exists; use --force to overwrite it\n")


def test_the_command_prints_json_and_leaves_out_templates(phazed, work):
    code, out, _ = phazed("similar", work, "--json")
    assert code == 0
    found = json.loads(out)
    assert [(pair["first"], pair["second"]) for pair in found["pairs"]] == [("ann", "bob")]
    assert found["pairs"][0]["matches"][0]["first_file"] == "ann.py"
    Path("given.py").write_text(COUNTING)
    assert json.loads(phazed("similar", work, "--json", "--template", "given.py")[1])["pairs"] == []
    ended = phazed("similar", work, "--threshold", "5", "--template", "given.py")[1]
    assert ended.endswith("0 similar pairs from 5% on\n")


def test_the_command_compares_with_last_year_and_public_solutions(phazed, work):
    Path("last").mkdir()
    Path("last/zoe.py").write_text(reordered(CLASSES))
    Path("public.py").write_text(renamed(CLASSES))
    code, out, _ = phazed("similar", work, "--against", "last", "--against", "public.py", "--json")
    assert code == 0
    found = {(pair["first"], pair["second"]) for pair in json.loads(out)["pairs"]}
    assert found == {("ann", "bob"), ("cleo", "last/zoe"), ("cleo", "public.py")}
    Path("none").mkdir()
    code, _, err = phazed("similar", work, "--against", "none")
    assert (code, err) == (2, "phazed similar: none: the folder contains no programs to compare with\n")


def test_bad_arguments_get_a_message(phazed, work):
    code, _, err = phazed("similar", work, "--threshold", "0")
    assert code == 2
    assert "a share is from 1 to 100 percent, not '0'" in err
    Path("empty").mkdir()
    code, _, err = phazed("similar", "empty")
    assert (code, err) == (2, "phazed similar: empty: the folder contains fewer than two submissions\n")
