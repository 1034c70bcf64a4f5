"""The pages of a class: signing in, handing in, the scoreboard, a bot, rounds of people, and the teacher's page."""

from __future__ import annotations

import re

import pytest
from class_servers import ClassServer, make_played_class
from look import Look
from playwright.sync_api import expect

from classes import BROKEN
from tournaments import SIMPLE

BEAMER = {"width": 1920, "height": 1080}
MALFORMED = "def phazed_play(*arguments):\n    return (3, [[None]])\n"
"""A bot whose answers break rule 6.7."""
REFUSED = "Failed to load resource: the server responded with a status of"
"""What a browser writes on the console about a page or a request that is refused."""


@pytest.fixture(scope="module")
def classroom(tmp_path_factory):
    """A class on its server; `bot` is a submission that plays on the ladder."""
    path = tmp_path_factory.mktemp("class") / "games"
    bot = make_played_class(path)
    with ClassServer(path) as server:
        server.bot = bot
        server.wait_for_match(bot)
        yield server


@pytest.fixture
def come(classroom, new_player):
    """Open a window, and sign in with a link, if there is one."""

    def sign_in(link=None, **how):
        player = new_player(classroom, **how)
        if link is not None:
            player.page.goto(link)
            expect(player.page.get_by_role("button", name="Sign out")).to_be_visible()
        return player.page

    return sign_in


def paste(page, source):
    """Hand in a bot as text."""
    page.get_by_text("Paste the source text instead").click()
    page.get_by_label("Python source text of the bot").fill(source)
    page.get_by_role("button", name="Hand in this text").click()


# Signing in


def test_a_link_signs_in_and_the_key_leaves_the_address_bar(classroom, come):
    page = come(classroom.student("1939"))
    assert page.url == f"{classroom.address}/class"
    expect(page.get_by_role("heading", level=1)).to_have_text("Games and algorithms")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", name="What this is")).to_be_visible()
    page.go_back()
    assert "#" not in page.url


def test_a_page_that_needs_a_sign_in_is_shown_after_it(classroom, come, problems):
    problems.allow(REFUSED)
    page = come()
    page.goto("/teacher")
    page.get_by_label("Your personal link").fill(f"{classroom.address}/sign-in#9.nonsense")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_contain_text("this link is not valid")
    page.get_by_label("Your personal link").fill(classroom.teacher())
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Students")).to_be_visible()
    assert page.url == f"{classroom.address}/teacher"


def test_a_student_is_kept_out_of_the_teachers_page(classroom, come, problems):
    problems.allow(REFUSED)
    page = come(classroom.student("1939"))
    page.goto("/teacher")
    expect(page.get_by_role("heading", level=1)).to_have_text("You do not have access to this page")
    page.get_by_role("link", name="Back to the class").click()
    expect(page.get_by_role("heading", name="Hand in your bot")).to_be_visible()


def test_the_lobby_of_a_class_leads_back_to_it(come):
    page = come()
    page.goto("/")
    page.get_by_role("link", name="Class", exact=True).click()
    expect(page.get_by_role("heading", name="What this is")).to_be_visible()


# Handing in


def test_a_student_chooses_a_nickname_hands_in_a_bot_and_finds_it_on_the_scoreboard(classroom, come):
    page = come(classroom.student("1815"))
    expect(page.get_by_role("heading", name="Choose a nickname first")).to_be_visible()
    page.get_by_role("textbox", name="Nickname").fill("Countess")
    page.get_by_role("button", name="Choose", exact=True).click()
    expect(page.locator(".site-header .who")).to_contain_text("Countess")
    expect(page.get_by_role("heading", name="Your nickname")).to_be_visible()
    paste(page, f"{SIMPLE}# mine\n")
    expect(page.locator(".verdict")).to_contain_text("Version 1 plays on the ladder")
    expect(page.locator(".versions li")).to_contain_text("plays")
    page.get_by_role("button", name="Code").click()
    expect(page.get_by_role("dialog")).to_contain_text("# mine")
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Scoreboard").first.click()
    own = page.locator("tr.own")
    expect(own).to_contain_text("Countess")
    page.get_by_role("searchbox").fill("enig")
    expect(own).to_be_hidden()
    page.get_by_role("button", name="My bot").click()
    expect(own.get_by_role("link")).to_be_focused()


def test_a_file_that_cannot_play_is_explained_with_the_rule_and_the_call(classroom, come):
    page = come(classroom.student("1930"))
    file = {"name": "mine.py", "mimeType": "text/x-python", "buffer": MALFORMED.encode()}
    page.get_by_label("File of your bot").set_input_files(file)
    verdict = page.locator(".verdict")
    expect(verdict).to_contain_text("Version 1 cannot play yet")
    expect(verdict.get_by_role("link", name="rule 6.7")).to_have_attribute("href", "/rules#rule-6-7")
    found = page.locator(".check-text")
    expect(found.get_by_role("heading", name="Playing phazed")).to_be_visible()
    expect(found.locator(".copy-box code").first).to_contain_text(re.compile(r"phazed_play\(.*\)"))
    paste(page, BROKEN)
    expect(verdict).to_contain_text("Version 2 cannot play yet")
    expect(found).to_contain_text("SyntaxError")
    page.locator('.versions [data-version="1"]').get_by_role("button", name="Check").click()
    expect(verdict).to_contain_text("Version 1 cannot play yet")


def test_another_version_can_be_chosen_to_play(classroom, come):
    page = come(classroom.student("1906"))
    second, first = (page.locator(f'.versions [data-version="{number}"]') for number in (2, 1))
    expect(second).to_contain_text("plays")
    first.get_by_role("button", name="Let this one play").click()
    expect(second.get_by_role("button", name="Let this one play")).to_be_visible()
    expect(first.get_by_role("button", name="Let this one play")).to_be_hidden()


def test_what_cannot_be_handed_in_is_refused_with_the_reason(classroom, come, problems):
    problems.allow(REFUSED)
    page = come(classroom.student("1939"))
    page.get_by_label("File of your bot").set_input_files(
        {"name": "notes.txt", "mimeType": "text/plain", "buffer": b"\x00\xff"}
    )
    expect(page.locator("#hand-in").get_by_role("alert")).not_to_be_empty()


# A bot


def test_a_bots_author_sees_its_review_and_code_and_others_do_not(classroom, come):
    own = come(classroom.student("1912"))
    own.goto(f"/bots/{classroom.bot}")
    expect(own.get_by_role("heading", level=1)).to_have_text("Enigma, version 1")
    expect(own.get_by_role("img", name=re.compile("Rating over its matches"))).to_be_visible()
    review = own.locator("#review")
    expect(review.get_by_role("row", name=re.compile("does not lay a phase in hand"))).to_contain_text("12.3 ± 2.1 %")
    leak, errors = (review.locator("details").filter(has_text=each) for each in ("does not lay", "ends games"))
    leak.locator("summary").click()
    expect(leak).to_contain_text("1st hand, turn 3: it holds 5S 5H 5D 2S 2H 2D KC, and KD is the top discard.")
    expect(leak).to_contain_text("It plays discard KC; lay phase 1 wins 8.0 ± 3.0 % more games.")
    errors.locator("summary").click()
    expect(errors).to_contain_text("2nd hand: it raised")
    expect(errors).not_to_contain_text("wins")
    own.get_by_role("button", name="Show the code").click()
    expect(own.get_by_role("dialog")).to_contain_text("def play(")
    other = come()
    other.goto(f"/bots/{classroom.bot}")
    expect(other.get_by_role("heading", name="Matches")).to_be_visible()
    for part in ("#review", "#errors", "#code"):
        expect(other.locator(part)).to_have_count(0)


def test_a_match_of_the_ladder_is_replayed(classroom, come):
    page = come()
    page.goto(f"/bots/{classroom.bot}")
    page.get_by_role("link", name=re.compile(r"^Match \d")).first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("of the ladder")
    expect(page.locator("#replay")).to_contain_text("Enigma v1")


# People at tables


def test_a_round_leads_everybody_to_their_tables_and_onto_the_projector(classroom, come):
    student = come(classroom.student("1912"))
    expect(student.get_by_role("heading", name="Hand in your bot")).to_be_visible()
    teacher = come(classroom.teacher(), viewport=BEAMER)
    teacher.goto("/teacher#people")
    expect(teacher.locator("#people .present")).to_contain_text(re.compile("[1-9]"))
    teacher.get_by_role("button", name="Start a round").click()
    expect(teacher.locator("#people")).to_contain_text(
        re.compile(r"at \d+ tables?\.")
    )  # others may still count as here
    student.get_by_role("link", name="Go to your table").click()
    expect(student.locator("#table")).to_be_visible()
    teacher.goto("/projector")
    expect(teacher.get_by_role("article").filter(has_text="Enigma")).to_have_count(1)
    expect(teacher.locator("#address")).to_have_text(f"{classroom.address}/class".removeprefix("http://"))
    heights = "[document.documentElement.scrollHeight, innerHeight]"
    assert len(set(teacher.evaluate(heights))) == 1


# The teacher


def test_the_teacher_adds_a_roster_and_sees_the_students(classroom, come, problems):
    problems.allow(REFUSED)
    page = come(classroom.teacher())
    chooser = page.get_by_label("Roster")
    chooser.set_input_files({"name": "wrong.csv", "mimeType": "text/csv", "buffer": b"colour\nred\n"})
    expect(page.locator("#students").get_by_role("alert")).to_contain_text("name and student number")
    roster = b"Name;Student number;Group\nTony Hoare;1934;Friday\nAda Lovelace;1815;Monday\n"
    chooser.set_input_files({"name": "class.csv", "mimeType": "text/csv", "buffer": roster})
    expect(page.locator("#students")).to_contain_text("1 student added; 1 were on the roster already.")
    row = page.get_by_role("row", name=re.compile("Tony Hoare"))
    expect(row).to_contain_text("1934 · Friday")
    page.get_by_role("searchbox").fill("hoa")
    expect(page.locator(".students tbody tr")).to_have_count(1)
    row.get_by_role("button", name="More about Tony Hoare").click()
    dialog = page.get_by_role("dialog")
    before = dialog.locator(".copy-box code").text_content()
    dialog.get_by_role("button", name="Make a new link").click()
    expect(dialog.locator(".copy-box code")).not_to_have_text(before)
    dialog.get_by_role("button", name="Delete…").click()
    dialog.get_by_role("button", name="Delete for good").click()
    expect(row).to_have_count(0)


def test_the_teacher_changes_the_deadline_and_students_see_it(classroom, come):
    page = come(classroom.teacher())
    page.goto("/teacher#settings")
    page.get_by_label("Deadline").fill("2099-05-04T13:30")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#settings")).to_contain_text("Saved. The deadline is Monday, 4 May 2099")
    student = come(classroom.student("1939"))
    for text in (" left", "Monday, 4 May 2099, 13:30"):
        expect(student.locator("#deadline")).to_contain_text(text)


def test_the_teacher_disqualifies_a_bot_with_a_reason_and_lets_it_play_again(classroom, come):
    page = come(classroom.teacher())
    row = page.get_by_role("row", name=re.compile("Grace Hopper"))
    row.get_by_role("button", name="More about Grace Hopper").click()
    page.get_by_label("Reason, which the student and the report show").fill("copied from a friend")
    page.get_by_role("button", name="Disqualify").click()
    expect(row).to_contain_text("disqualified")
    student = come(classroom.student("1906"))
    expect(student.locator(".versions")).to_contain_text("copied from a friend")
    row.get_by_role("button", name="More about Grace Hopper").click()
    page.get_by_role("button", name="Take the disqualification back").click()
    expect(row).not_to_contain_text("disqualified")


def test_the_teacher_publishes_the_grades(classroom, come):
    page = come(classroom.teacher())
    page.get_by_role("link", name="Grading").click()
    row = page.get_by_role("row", name=re.compile("Alan Turing"))
    expect(row).to_contain_text("61.5 of 100")
    expect(row).to_contain_text("85 %")
    page.get_by_role("button", name="Show students their grades").click()
    expect(page.get_by_text("Students see their own grade.")).to_be_visible()
    student = come(classroom.student("1912"))
    student.get_by_role("link", name="Grade").click()
    expect(student.get_by_role("heading", level=1)).to_have_text("Alan Turing")


# Every page


def screens(classroom, student, teacher):
    """Every page in turn, as a name for it and the window that shows it."""
    student.goto(classroom.student("1912"))
    expect(student.locator(".verdict")).to_be_visible()
    yield "class", student
    for name, (path, shown) in {
        "sign-in": ("/sign-in", "#sign-in-form"),
        "forbidden": ("/teacher", ".lost-ways"),
        "scoreboard": ("/scoreboard", "tr.own"),
        "league": ("/league", ".explanation"),
        "bot": (f"/bots/{classroom.bot}", "#review table"),
    }.items():
        student.goto(path)
        expect(student.locator(shown)).to_be_visible()
        yield name, student
    student.get_by_role("link", name=re.compile(r"^Match \d")).first.click()
    expect(student.locator("#replay")).to_contain_text("Enigma v1")
    yield "ladder-match", student
    teacher.goto(classroom.teacher())
    expect(teacher.locator(".students tbody tr")).not_to_have_count(0)
    for part in ("people", "final", "settings", "staff", "events", "students"):
        teacher.goto(f"/teacher#{part}")
        expect(teacher.locator(f"#{part}")).to_be_visible()
        yield f"teacher-{part}", teacher
    teacher.get_by_role("button", name=re.compile("More about")).first.click()
    yield "teacher-student", teacher
    for name in ("grading", "similar"):
        teacher.goto(f"/teacher/{name}")
        expect(teacher.locator(f"#{name} .tools")).to_be_visible()
        yield name, teacher
    teacher.goto("/projector")
    expect(teacher.locator("#tables > *").first).to_be_visible()
    yield "projector", teacher


def test_every_page_is_accessible_light_and_dark(classroom, new_player, problems):
    problems.allow(REFUSED)
    found = []
    looks = {player.page: Look(player, "laptop", found) for player in (new_player(classroom), new_player(classroom))}
    for name, page in screens(classroom, *looks):
        looks[page].at(name)
    assert not found, "\n".join(found)


def test_no_page_scrolls_sideways_on_a_phone(classroom, new_player, problems):
    problems.allow(REFUSED)
    players = {player.page: player for player in (new_player(classroom, phone=True) for _ in range(2))}
    wide = [name for name, page in screens(classroom, *players) if players[page].scrolls_sideways()]
    assert wide == []


# Grading


def test_the_teacher_grades_everybody_and_publishes_the_grades(classroom, come):
    page = come(classroom.teacher())
    page.goto("/teacher/grading")
    page.get_by_role("button", name="Grade everybody").click()
    row = page.get_by_role("row", name=re.compile("Grace Hopper"))
    expect(row).to_contain_text("of 100", timeout=120_000)
    page.get_by_role("button", name="Hide the grades from students").click()
    expect(page.get_by_text("Students do not see grades.")).to_be_visible()
    page.get_by_role("button", name="Show students their grades").click()
    expect(page.get_by_text("Students see their own grade.")).to_be_visible()
    row.get_by_role("link").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Grace Hopper")


def test_the_teacher_looks_for_similar_submissions(classroom, come):
    page = come(classroom.teacher())
    page.goto("/teacher/similar")
    page.get_by_role("button", name="Compare the submissions").click()
    expect(page.get_by_role("status")).to_contain_text("compared on", timeout=60_000)
    page.get_by_role("link", name="Look at the pairs").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
