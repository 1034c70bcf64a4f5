"""Rosters as spreadsheets write them."""

from __future__ import annotations

import pytest

from phazed.course.roster import MAX_STUDENTS, Entry, decoded, read_roster
from phazed.rules.errors import PhazedError


@pytest.mark.parametrize(
    "text",
    [
        "name,student number,group\nAda,1815,Mon\n",
        "\ufeffStudent ID;Name;Tutorial\r\n1815;Ada;Mon\r\n",
        "number\tsection\tfull name\tmark\n 1815 \tMon\t  Ada \t9\n\n\n",
    ],
)
def test_columns_are_found_by_their_heads_in_any_order(text):
    assert read_roster(text, "r.csv") == [Entry("Ada", "1815", "Mon")]


def test_the_group_may_be_missing():
    assert read_roster("name,id\n,\nAda,1815\n", "r.csv") == [Entry("Ada", "1815", "")]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "those of a learning platform, but there is nothing"),
        ("name,mark\nAda,1\n", "there is name and mark"),
        ("name,id\n", "r.csv: there is no student in it"),
        ("name,id\nAda,\n", "r.csv, line 2: there is no student number"),
        ("name,id\n,1815\n", "r.csv, line 2: there is no name"),
        ("name,id\nAda,1815\nBob,1815\n", "r.csv, line 3: the number 1815 occurs twice"),
        (f"name,id\n{'x' * 300},1\n", "r.csv, line 2: a field has at most 200 characters"),
        ('name,id\n"' + "x" * 200_000, "this is not CSV"),
        ("name,id\n" + "".join(f"s,{number}\n" for number in range(MAX_STUDENTS + 1)), "at most 5,000 students"),
    ],
)
def test_a_roster_that_cannot_be_read_is_refused_with_the_line(text, problem):
    with pytest.raises(PhazedError) as error:
        read_roster(text, "r.csv")
    assert problem in str(error.value)


CANVAS = (
    "Student,ID,SIS User ID,SIS Login ID,Section,Assignment 1 (99)\n"
    "    Points Possible,,,,,10\n"
    '"Lovelace, Ada",77,u1815,ada,Monday,8\n'
    '"Student, Test",78,,abc123,Monday,\n'
)
MOODLE = "First name,Surname,ID number,Email address,Groups\nAda,Lovelace,u1815,ada@example.org,Monday\n"
BLACKBOARD = (
    '"Last Name"\t"First Name"\t"Username"\t"Student ID"\t"Last Access"\t"Availability"\n'
    '"Lovelace"\t"Ada"\t"ada"\t"u1815"\t"2026-01-01"\t"Yes"\n'
)
GRADESCOPE = "First Name,Last Name,SID,Email,Sections\nAda,Lovelace,u1815,ada@example.org,Monday\n"


@pytest.mark.parametrize(
    ("text", "section", "email"),
    [
        (CANVAS, "Monday", ""),
        (MOODLE, "Monday", "ada@example.org"),
        (BLACKBOARD, "", ""),
        (GRADESCOPE, "Monday", "ada@example.org"),
    ],
    ids=["canvas", "moodle", "blackboard", "gradescope"],
)
def test_rosters_of_learning_platforms_are_read_as_they_are(text, section, email):
    (entry,) = read_roster(text, "r.csv")
    assert entry[:4] == ("Ada Lovelace", "u1815", section, email)


def test_what_identifies_a_student_on_the_platform_is_kept():
    (entry,) = read_roster(CANVAS, "r.csv")
    assert entry.origin == {
        "Student": "Lovelace, Ada",
        "ID": "77",
        "SIS User ID": "u1815",
        "SIS Login ID": "ada",
        "Section": "Monday",
    }


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_rosters_are_read_in_the_encodings_of_spreadsheets(encoding):
    data = "Name;Student number\r\nZoë Müller;1815\r\n".encode(encoding)
    assert read_roster(decoded(data, "r.csv"), "r.csv") == [Entry("Zoë Müller", "1815")]


def test_a_first_line_that_names_the_separator_is_no_row():
    assert read_roster("sep=|\nName|Number\nAda, Countess|1815\n", "r.csv") == [Entry("Ada, Countess", "1815")]
    with pytest.raises(PhazedError, match=r"r\.csv, line 3: there is no student number"):
        read_roster("sep=;\nName;Number\nAda;\n", "r.csv")


def test_a_nul_character_is_refused_with_its_line():
    with pytest.raises(PhazedError, match=r"r\.csv, line 2: there is a NUL character; save the file as CSV in UTF-8"):
        read_roster("name,number\nA\0da,1815\n", "r.csv")
