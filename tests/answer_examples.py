"""Examples of answers, as they are computed for people."""

from __future__ import annotations

from phazed.answers.bot_review import BotError, BotReview, Example, Leak, Mean, Share
from phazed.answers.check import Answers, Check
from phazed.answers.grade import Finding, FunctionGrade, Grade, RuleShare
from phazed.answers.similarity import CommonCode, Group, Match, Pair, SharedFunction, Similarity
from phazed.sandbox.limits import Limits

COST = Mean(0.123, 0.021)
EXAMPLE = Example(
    game=7,
    hand=0,
    turn=3,
    cards="5S 5H 5D 2S 2H 2D KC",
    discard="KD",
    call="phazed_play(0, [(None, [])] * 4, [], [0, 0, 0, 0], ['5S', '5H'], 'KD')",
    play="discard KC",
    best="lay phase 1",
    answer="(3, (1, [['5S', '5H', '5D'], ['2S', '2H', '2D']]))",
    loss=0.08,
    error=0.03,
    reasons=("Cards on the table cost no points",),
)
REVIEW = BotReview(
    bot="ann.py",
    game="phazed",
    games=4,
    opponents=("@greedy",),
    decisions=100,
    leaks=(
        Leak(
            "held-phase",
            "does not lay a phase in hand",
            "Look for the phase before every discard.",
            9,
            COST,
            0.99,
            True,
            (EXAMPLE,),
            (),
        ),
        Leak(
            "errors", "ends games with errors", "Fix.", 1, COST, 0.8, False, (), (BotError(7, 1, "f()", "it raised"),)
        ),
    ),
    unclear=Share(1, 1, COST),
    other=Share(1, 90, COST),
    total=Share(3, 100, COST),
    won=Mean(0.25, 0.1),
    expert_won=None,
    behind=None,
    errors=("it raised",),
)

CHECK = Check(
    bot="your bot",
    limits=Limits()._asdict(),
    failure=None,
    started=0.1,
    memory=0,
    printed_at_import=None,
    printed=None,
    functions=("phazed_play",),
    wanted=("phazed_play",),
    missing="",
    near_misses=(),
    misordered=(),
    answers=(Answers("phazed_score", 3, (), 0, (), (), ""),),
    plays=(),
    verdict="It played 5 games of phazed without an error.",
    next="Measure a change with phazed compare OLD NEW.",
)

FINDING = Finding(
    function="phazed_group_type",
    rule="2.5",
    direction="adds",
    aspects=("an empty group",),
    times=3,
    of=4,
    lost=0.15,
    call="phazed_group_type([])",
    earlier=(),
    expected="[]",
    got="[1]",
    why="an empty group has no type (rule 2.5)",
    sentence="A group that is not a list or tuple of well-formed cards has no type.",
    where="",
    traceback="",
)
RULE = RuleShare("2.5", 1, 4, 3, 0.25, 0.5, FINDING.sentence)
GRADE = Grade(
    name="Alan Turing",
    digest="0" * 64,
    game="phazed",
    title="Phazed",
    points=61.5,
    total=100,
    functions=(
        FunctionGrade(
            "phazed_group_type",
            0.85,
            0.2,
            35,
            40,
            (RuleShare("2.5", 1, 4, 3, 0.25, 0.5, FINDING.sentence),),
            0.0012,
            0.03,
            2,
            "",
        ),
        FunctionGrade("phazed_score", 0.0, 0.1, 0, 20, (), 0.0, 0.0, 0, "the submission does not define it"),
    ),
    findings=(FINDING, *(FINDING._replace(rule="2.1", call=f"phazed_group_type({at})") for at in range(12))),
    failure=None,
    notes=("phazed_scores looks like phazed_score",),
)
SIMILARITY = Similarity(
    compared=9,
    references=1,
    skipped=("dan",),
    threshold=0.12,
    usual=0.02,
    groups=(Group(("ann", "bob", "cleo"), "ann", 0.96),),
    common=(CommonCode(7, 0.2, "ann", (("a.py", 1, 2),)),),
    given=9,
    pairs=(
        Pair(
            "ann",
            "bob",
            0.95,
            0.5,
            37.5,
            (Match("a.py", (1, 2), "b.py", (2, 3), 20), Match("a.py", (2, 3), "b.py", (4, 4), 9)),
            (SharedFunction("f", "g", 60),),
        ),
    ),
    more=2,
    sources={
        "ann": {"a.py": ("def f(x):", "    return x", "print(f(1))")},
        "bob": {"b.py": ("# mine", "def g(y):", "    return y", "print(g(2))")},
    },
)
