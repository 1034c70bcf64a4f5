"""Pages exported as files: grades, similar submissions and a tournament's results, opened without a server."""

from __future__ import annotations

import re
from contextlib import closing

import pytest
from playwright.sync_api import expect

from answer_examples import GRADE, SIMILARITY
from phazed.arena.report.publish import publish
from phazed.course.grading.gradebook import write_gradebook
from phazed.site.export import similarity_page
from phazed.storage.results.store import Store
from phazed.terminal.similarity import pairs_text


@pytest.fixture
def open_file(new_context):
    """Open an exported page, with or without scripts."""

    def show(path, **how):
        page = new_context("file://", **how).new_page()
        page.goto(path.as_uri())
        return page

    return show


@pytest.fixture(scope="module")
def report(results):
    with closing(Store.existing(results)) as store:
        publish(store, max_matches=3)
    return results


@pytest.fixture
def gradebook(tmp_path):
    write_gradebook(tmp_path, [GRADE, GRADE._replace(name="<b>Ada</b>", points=100.0, findings=())])
    return tmp_path


def test_the_page_of_a_grade_shows_marks_mistakes_and_rules(gradebook, open_file):
    page = open_file(gradebook / "students/Alan_Turing.html")
    expect(page.get_by_role("heading", level=1)).to_have_text("Alan Turing")
    expect(page.locator(".facts")).to_contain_text("61.5 of 100")
    functions = page.get_by_role("region", name="Functions")
    row = functions.get_by_role("row", name=re.compile("phazed_group_type"))
    for text in ("85.0 %", "17 of 20", "35 of 40", "1.2 ms, at most 30 ms", "changes its arguments"):
        expect(row).to_contain_text(text)
    mistake = page.locator(".panel").first
    expect(mistake).to_contain_text("It adds wrong types")
    expect(mistake).to_contain_text("phazed_group_type([])\n# expected: []\n# got: [1]")
    expect(page.locator(".panel")).to_have_count(12)
    expect(page.get_by_text("And 1 mistake more.")).to_be_visible()
    expect(page.get_by_role("region", name="Rules")).to_contain_text("1 of 4")


def test_the_grades_of_a_class_link_to_the_students_pages(gradebook, open_file):
    page = open_file(gradebook / "index.html")
    expect(page.get_by_role("heading", level=1)).to_have_text("Phazed: grades")
    expect(page.locator(".facts")).to_contain_text("80.8 of 100")
    expect(page.get_by_role("region", name="Common mistakes")).to_contain_text("It adds wrong types.")
    page.get_by_role("link", name="<b>Ada</b>").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("<b>Ada</b>")


def test_similar_submissions_are_shown_side_by_side(tmp_path, open_file):
    path = tmp_path / "similar.html"
    path.write_text(similarity_page(SIMILARITY, pairs_text(SIMILARITY.pairs)))
    page = open_file(path)
    expect(page.get_by_role("region", name="Similar submissions")).to_contain_text("95 %")
    expect(page.get_by_role("heading", name="ann and bob")).to_be_visible()
    lines = page.locator(".side").nth(1).locator(".line")
    expect(lines).to_have_text(["1# mine", "2def g(y):", "3    return y", "4print(g(2))"])
    for line, part in ((0, None), (1, "match-0"), (2, "match-0"), (3, "match-1")):
        expect(lines.nth(line)).to_have_class("line" if part is None else f"line {part}")
    expect(page.get_by_text("And 2 pairs more.")).to_be_visible()


def test_the_page_of_a_bot_shows_its_results(report, open_file):
    page = open_file(report / "bots/simple.html")
    expect(page.get_by_role("heading", level=1)).to_have_text("simple")
    for section in ("Places", "Phases", "Against other bots", "Matches"):
        expect(page.get_by_role("heading", name=section, exact=True)).to_be_visible()
    expect(page.locator(".facts")).to_contain_text(" of 5")
    page.get_by_role("region", name="Matches").get_by_role("link").first.click()
    expect(page.locator("#replay")).to_contain_text("simple")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("index.html", "@greedy"),
        ("bots/tired.html", "own error"),
        ("grade", "phazed_group_type: 85.0 %, 17 of 20 points"),
        ("gradebook", "61.5 of 100  Alan Turing"),
    ],
)
def test_pages_are_readable_without_scripts(report, gradebook, open_file, name, shown):
    paths = {"grade": gradebook / "students/Alan_Turing.html", "gradebook": gradebook / "index.html"}
    page = open_file(paths.get(name, report / name), java_script_enabled=False)
    expect(page.locator("noscript pre")).to_contain_text(shown)
