"""The database of a class: formats, transactions, people, submissions and rounds."""

from __future__ import annotations

import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from classes import STUDENTS, hand_in, make_class, passed, student
from phazed.course.folder import ClassFolder
from phazed.course.roster import Entry
from phazed.storage.course.database import CLASS, NAME, ClassDatabase, ClassError
from phazed.storage.course.submissions import MAX_VERSIONS, Rated, Submissions
from phazed.storage.database import StoreError, Unavailable
from tournaments import SIMPLE


@pytest.fixture
def folder(tmp_path):
    with closing(make_class(tmp_path / "class")) as made:
        yield made


# The file


@pytest.mark.parametrize("version", [0, 7])
def test_another_programs_file_is_refused_and_not_changed(tmp_path, version):
    file = tmp_path / NAME
    with closing(sqlite3.connect(file)) as base:
        base.executescript(f"CREATE TABLE notes (text); PRAGMA user_version = {version}")
    before = file.read_bytes()
    with pytest.raises(StoreError, match="is not a file of a class"):
        ClassDatabase(file)
    assert file.read_bytes() == before


def test_a_file_that_is_no_database_is_refused(tmp_path):
    (tmp_path / NAME).write_text("my notes" * 100)
    with pytest.raises(StoreError, match="cannot be used"):
        ClassFolder(tmp_path)


def test_a_file_of_another_version_is_refused(tmp_path):
    with closing(ClassDatabase(tmp_path / NAME)) as database:
        database.connection.execute(f"PRAGMA user_version = {CLASS.format + 1}")
    with pytest.raises(StoreError, match="another version of phazed"):
        ClassDatabase(tmp_path / NAME)


def test_only_its_owner_can_read_the_file(folder):
    assert stat.S_IMODE((folder.path / NAME).stat().st_mode) == 0o600


def test_a_class_needs_a_folder(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ClassError, match="is not a folder"):
        ClassFolder(tmp_path / "file")
    with pytest.raises(ClassError, match="there is no class in this folder"):
        ClassFolder.existing(tmp_path)


def in_another_process(code, file):
    """Run code with the database in another process, which then closes it; return what it prints."""
    start = "import sys; from pathlib import Path; from phazed.storage.course.database import ClassDatabase"
    program = f"{start}\ndatabase = ClassDatabase(Path(sys.argv[1]))\n{code}\ndatabase.close()"
    done = subprocess.run([sys.executable, "-c", program, str(file)], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_what_is_stored_is_there_for_others_whatever_other_processes_have_opened_and_closed(tmp_path):
    file = tmp_path / NAME
    with closing(ClassDatabase(file)) as database:
        database.set_setting("title", "one")
        with closing(ClassDatabase(file)):  # as threads of a server do
            pass
        assert in_another_process("print(database.setting('title'))", file) == "one"
        database.set_setting("title", "two")
        assert in_another_process("print(database.setting('title'))", file) == "two"


def test_a_failed_transaction_changes_nothing(folder):
    def fail():
        with folder.database.transaction():
            folder.database.set_setting("title", "half")
            with folder.database.transaction():
                folder.database.add_event("half")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert folder.database.setting("title") is None
    assert folder.database.events() == []


def test_a_database_that_cannot_be_written_or_read_is_reported_as_such(folder):
    folder.database.connection.execute("PRAGMA query_only = ON")
    with pytest.raises(Unavailable, match="could not be saved"):
        folder.database.set_setting("title", "x")
    with pytest.raises(Unavailable, match="cannot be read"):
        folder.database.rows("SELECT nothing FROM nowhere")


def test_one_server_at_a_time_uses_the_folder(folder):
    with folder.lock(), closing(ClassFolder(folder.path)) as other, pytest.raises(ClassError) as error, other.lock():
        raise AssertionError("it was not refused")
    assert str(error.value) == f"{folder.path}: another server runs this class already"
    with folder.lock():
        pass


# Settings


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"title": ""}, "title: give a text of 1 to 80 characters"),
        ({"game": "poker"}, "game: choose one of phazed, phazed_bonus, phasedout"),
        ({"deadline": "soon"}, "deadline: give a time, or none"),
        ({"guests": 1}, "guests: this is either on or off"),
        ({"final_matches": True}, "final_matches: give a number of matches from 4 to 10000"),
        ({"errors": 0}, "errors: give a number of errors from 1 to 1000"),
        ({"colour": "red"}, "there is no setting 'colour'; there are title, game, deadline"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_with_what_can(folder, changes, problem):
    before = folder.settings
    with pytest.raises(ClassError) as error:
        folder.change_settings({"title": "new", **changes})
    assert problem in str(error.value)
    assert folder.settings == before


def test_settings_are_kept(folder):
    folder.change_settings({"title": "COMP10001", "deadline": 2e9, "guests": False})
    with closing(ClassFolder(folder.path)) as again:
        assert again.settings == folder.settings


def test_another_deadline_decides_again_which_submissions_are_late(folder):
    made = hand_in(folder, late=True)
    for deadline, late in ((made.submitted - 1, True), (made.submitted + 1, False), (None, False)):
        folder.change_settings({"deadline": deadline})
        assert folder.submissions.get(made.id).late == late


def test_the_game_of_a_ladder_that_has_begun_stays(folder):
    folder.ladder_file.write_text("")
    with pytest.raises(ClassError, match="the ladder plays phazed: begin another class for another game"):
        folder.change_settings({"game": "phasedout"})
    folder.change_settings({"game": "phazed"})


# People


def test_a_roster_can_be_read_again_with_corrected_names(folder):
    kept = student(folder)
    entries = [Entry("Ada, Countess of Lovelace", "1815", "Friday"), Entry("Donald Knuth", "1938")]
    assert folder.people.add_students(entries) == 1
    assert student(folder) == kept._replace(name="Ada, Countess of Lovelace", section="Friday")
    assert len(folder.people.all()) == len(STUDENTS) + 1


def test_there_is_one_teacher(folder):
    assert folder.people.teacher() == folder.people.teacher()
    assert folder.people.teacher().is_teacher
    assert folder.people.teacher().shown == "Teacher"


def test_nobody_sees_a_students_name_before_a_nickname_is_chosen(folder):
    person = student(folder)
    assert person.shown == f"Student {person.id}"
    folder.people.set_nickname(person.id, "  Count   ess ")
    assert student(folder).shown == "Count ess"


@pytest.mark.parametrize("name", ["x", "x" * 25, "@casual", "\uff20casual", "a\u200bb", "...", "  ", "a\nb" * 20])
def test_a_nickname_that_cannot_be_told_apart_is_refused(folder, name):
    with pytest.raises(ClassError, match="nickname"):
        folder.people.set_nickname(student(folder).id, name)
    assert student(folder).nickname is None


def test_no_two_nicknames_look_alike(folder):
    folder.people.set_nickname(student(folder).id, "Enigma")
    with pytest.raises(ClassError, match="another student is called Enigma"):
        folder.people.set_nickname(student(folder, "1912").id, "ENIGMA")
    folder.people.set_nickname(student(folder).id, "ENIGMA")
    folder.people.set_nickname(student(folder).id, "Other")
    folder.people.set_nickname(student(folder, "1912").id, "enigma")


def test_a_deleted_student_leaves_nothing(folder):
    person, other = student(folder), student(folder, "1912")
    made, shared = passed(folder), passed(folder, "1912")
    hand_in(folder, source="secret = 1")
    assert made.digest == shared.digest
    folder.submissions.add_ratings([(made.id, Rated(1.0, 10, 25.0, 1.0, 1, 1, 2))])
    folder.submissions.set_analysis(made.id, "review", {})
    folder.rounds.add("phazed", "off", [("game", 0, person.id, "/a"), ("game", 1, other.id, "/b")])
    folder.database.add_event("Ada did something", person.id)
    folder.people.delete(person.id)
    assert folder.people.get(person.id) is None
    assert folder.submissions.of(person.id) == folder.submissions.ratings(made.id) == []
    assert folder.submissions.analysis(made.id, "review") is None
    assert [place.person for place in folder.rounds.places()] == [other.id]
    assert folder.database.events() == []
    assert folder.submissions.entrant(shared).main == "bot.py"  # the other's files are still there
    assert folder.database.row("SELECT count(*) FROM files") == (1,)


def test_an_analysis_of_a_deleted_submission_is_not_stored(folder):
    folder.submissions.set_analysis(99, "review", {})
    assert folder.submissions.analysis(99, "review") is None


# Submissions


def test_versions_are_counted_and_their_files_kept(folder):
    one, two = hand_in(folder), hand_in(folder, source=f"{SIMPLE}\n# better", title="näher dran.py")
    assert [each.version for each in folder.submissions.of(one.person)] == [2, 1]
    assert folder.submissions.entrant(two).files == (("bot.py", f"{SIMPLE}\n# better".encode()),)
    assert folder.submissions.entrant(two).name == "s2"
    assert [each.id for each in folder.submissions.waiting()] == [one.id, two.id]


def test_the_latest_version_that_passes_plays(folder):
    one, two, three = (hand_in(folder, source=f"{SIMPLE}\n# {number}") for number in range(3))
    for each, able in ((two, True), (one, True), (three, False)):  # checks end in any order
        folder.submissions.set_checked(each.id, {"text": "found"}, able=able)
    assert [each.id for each in folder.submissions.current()] == [two.id]
    assert folder.submissions.get(three.id).state == "failed"
    folder.submissions.activate(folder.submissions.get(one.id))
    assert [each.id for each in folder.submissions.current()] == [one.id]
    assert folder.submissions.found(three.id) == {"text": "found"}
    assert folder.submissions.found(99) is None


class Decisions(RuleBasedStateMachine):
    """Submissions, checks, choices and changes of the deadline in every order, beside a plain account of them."""

    def __init__(self):
        super().__init__()
        self.place = TemporaryDirectory()
        self.folder = make_class(Path(self.place.name))
        self.now = 1000.0
        self.made = []
        """Time of each version, and whether it has passed."""
        self.chosen = []
        """Time and version of each choice."""
        self.deadlines = [None, None]
        """Deadline of the class, and extension of the student."""

    def teardown(self):
        self.folder.close()
        self.place.cleanup()

    def submission(self, version):
        return next(each for each in self.folder.submissions.of(student(self.folder).id) if each.version == version)

    @rule()
    def hand_in(self):
        self.now += 1
        hand_in(self.folder, source=f"# {len(self.made)}", now=self.now)
        self.made.append([self.now, None])

    @rule(which=st.integers(0, 20), able=st.booleans())
    def check(self, which, able):
        self.now += 1
        waiting = [place for place, (_, passed) in enumerate(self.made) if passed is None]
        if waiting:
            place = waiting[which % len(waiting)]
            self.folder.submissions.set_checked(self.submission(place + 1).id, {}, able=able)
            self.made[place][1] = able

    @rule(which=st.integers(0, 20))
    def choose(self, which):
        self.now += 1
        passed = [place for place, (_, able) in enumerate(self.made) if able]
        if passed:
            place = passed[which % len(passed)]
            self.folder.submissions.activate(self.submission(place + 1), self.now)
            self.chosen.append((self.now, place))

    @rule(ago=st.none() | st.floats(-5, 20))
    def set_deadline(self, ago):
        self.deadlines[0] = None if ago is None else self.now - ago
        self.folder.change_settings({"deadline": self.deadlines[0]})

    @rule(ago=st.none() | st.floats(-5, 20))
    def extend(self, ago):
        self.deadlines[1] = None if ago is None else self.now - ago
        self.folder.extend(student(self.folder).id, self.deadlines[1])

    def expected(self, until):
        """The version of the latest decision until then: a hand-in that has passed, or a choice."""
        decisions = [(time, place) for place, (time, able) in enumerate(self.made) if able]
        decisions += self.chosen
        return max(((time, place + 1) for time, place in decisions if time <= until), default=(0, None))[1]

    @invariant()
    def the_right_versions_play(self):
        deadline = max(filter(None, self.deadlines), default=None) if self.deadlines[0] is not None else None
        found = self.folder.submissions.of(student(self.folder).id)
        active, entered = ([each.version for each in found if getattr(each, name)] for name in ("active", "entered"))
        assert active == [each for each in [self.expected(1e12)] if each]
        assert entered == [each for each in [self.expected(1e12 if deadline is None else deadline)] if each]
        assert {each.version for each in found if each.late} == {
            place + 1 for place, (time, _) in enumerate(self.made) if deadline is not None and time > deadline
        }


def test_the_version_that_was_active_at_the_deadline_plays_for_the_rank_in_every_order():
    expect_no_failure = run_state_machine_as_test
    expect_no_failure(Decisions, settings=settings(max_examples=25, stateful_step_count=20, deadline=None))


def test_a_check_that_ends_twice_counts_once(folder):
    made = hand_in(folder)
    folder.submissions.set_checked(made.id, {"text": "first"}, able=False)
    folder.submissions.set_checked(made.id, {"text": "second"}, able=True)
    assert folder.submissions.found(made.id) == {"text": "first"}
    assert folder.submissions.get(made.id).state == "failed"


def test_a_submission_that_rests_or_is_disqualified_does_not_play(folder):
    made = passed(folder)
    assert made.plays
    folder.submissions.rest(made.id, "five errors")
    assert not folder.submissions.get(made.id).plays
    other = passed(folder, "1912")
    folder.submissions.disqualify(other.id, "copied")
    assert folder.submissions.get(other.id).disqualified == "copied"
    assert not folder.submissions.get(other.id).plays
    folder.submissions.disqualify(other.id, None)
    assert folder.submissions.get(other.id).plays


def test_the_number_of_versions_is_bounded(folder, monkeypatch):
    made = hand_in(folder)
    folder.database.connection.execute("UPDATE submissions SET version = ?", (MAX_VERSIONS,))
    with pytest.raises(ClassError, match=f"{MAX_VERSIONS} versions at most"):
        hand_in(folder)
    assert len(folder.submissions.of(made.person)) == 1


def test_files_that_are_gone_are_an_error_with_a_reason(folder):
    made = hand_in(folder)
    folder.database.connection.execute("DELETE FROM files")
    with pytest.raises(ClassError, match="the files of submission 1 have been deleted"):
        Submissions(folder.database).entrant(made)


def test_the_history_of_ratings_is_kept_in_order(folder):
    rated = [Rated(float(matches), matches, 25.0, 3.0, 2, 1, 4) for matches in (20, 10)]
    folder.submissions.add_ratings([(1, each) for each in rated])
    folder.submissions.add_ratings([(1, rated[0]._replace(mu=26.0))])
    assert folder.submissions.ratings(1) == [rated[1], rated[0]._replace(mu=26.0)]


# Rounds


def test_the_latest_seat_of_a_person_is_found(folder):
    ada, alan = student(folder).id, student(folder, "1912").id
    assert folder.rounds.latest_of(ada) is None
    folder.rounds.add("phazed", "off", [("one", 0, ada, "/a"), ("one", 1, alan, "/b")])
    folder.rounds.add("phasedout", "quick", [("two", 0, alan, "/c")])
    assert folder.rounds.latest_of(alan).address == "/c"
    assert folder.rounds.latest_of(ada).address == "/a"
    assert [each.game for each in folder.rounds.all()] == ["phazed", "phasedout"]
    folder.rounds.set_results("one", [True, False, False, False], [2, 1, 2, 4])
    folder.rounds.set_adjusted("one", [0.1, 0.2, 0.3, 0.4])
    came, missed, later = folder.rounds.places()
    assert (came.came, came.rank, came.tied, came.adjusted) == (True, 2, 1, 0.1)
    assert (missed.came, missed.rank, missed.tied) == (False, None, None)
    assert later.came is None
    assert folder.rounds.results() == [came]
    assert (folder.rounds.open_games(), folder.rounds.games()) == (["two"], ["one", "two"])
