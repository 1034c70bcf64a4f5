"""Discards and skips at the boundaries of rules 6.5 to 6.7."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from phazed.course.grading.boundaries.groups import SUITS, Row
from phazed.course.grading.boundaries.maker import Maker
from phazed.course.grading.boundaries.positions import BEFORE, FINISHED, FROM_DECK, FROM_PILE, Hand, Impossible
from phazed.game.view import View
from phazed.rules.cards import JOKER
from phazed.rules.plays import DISCARD, DRAW, HIDDEN, SKIP, TAKE
from phazed.rules.rulesets import SEATS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phazed.course.grading.boundaries.maker import Parts
    from phazed.game.view import View


class Discards(Maker):
    """Discards, malformed plays, and the bonus game's jokers."""

    def parts(self) -> Iterator[Parts]:
        yield from (
            self.ending,
            self.malformed,
            self.skipping,
        )

    def ending(self) -> Iterator[Any]:
        for moment, rounds in product((FROM_DECK, FROM_PILE), (0, 1, 3)):
            yield lambda m=moment, r=rounds: self._discard("after the pick-up", at=m, rounds=r)
        yield lambda: self._discard("an ace", card="AD")
        yield lambda: self._discard("an ace", card="AS")
        yield lambda: self._discard("an ace, with a phase", made=self.mine(), card="AC")
        for rounds in (0, 1, 2):
            yield lambda r=rounds: self._discard("out of turn: before the pick-up", at=BEFORE, rounds=r)
        if not self.rules.has_jokers:
            for rounds in (0, 1):
                yield lambda r=rounds: self._discard("out of turn: after the discard", at=FINISHED, rounds=r)
        for card in ("JS", "AD", "2H"):
            yield lambda c=card: self._discard("a card not held", absent=c)
            yield lambda c=card: self._discard("a card not held, with a phase", absent=c, made=self.mine())
        yield self._discard_what_lies_there
        yield self._discard_laid
        yield lambda: self._discard(
            "in the turn of the phase", made=self.hand().lays_now(self.sets, *self.pair()), rounds=1
        )
        yield lambda: self._discard(
            "in the turn of the phase", made=self.hand().lays_now(self.sets, *self.pair()), rounds=2
        )
        yield lambda: self._discard("after a card was added", made=self.having_added())
        yield lambda: self._discard("with a phase on the table", made=self.mine())
        for size in (1, 2):
            yield lambda s=size: self._discard(f"the last card but {s - 1}", made=self.mine(), size=s)
        for rounds in (0, 1):
            yield lambda r=rounds: self._discard_taken(r)
            yield lambda r=rounds: self._discard_drawn(r)
        if not self.rules.has_jokers:
            yield lambda: self.row("6.5", "play type 6", self.hand().view(), (SKIP, 1))

    def _discard(
        self, boundary: str, *, card: str = "", absent: str = "", made: Hand | None = None, **options: Any
    ) -> Row:
        seen = (made or self.hand()).view(card, absent=[absent] if absent else [], **options)
        chosen = card.rsplit(maxsplit=1)[-1] if card else absent or self.rng.choice(seen.hand)
        return self.row("6.5", boundary, seen, (DISCARD, chosen))

    def _discard_what_lies_there(self) -> Row:
        seen = self.hand().view(rounds=1)
        if seen.discard is None or seen.discard in seen.hand:
            raise Impossible("the discard is held as well")
        return self.row("6.5", "the top discard, which is not held", seen, (DISCARD, seen.discard))

    def _discard_laid(self) -> Row:
        groups = self.pair()
        card = groups[0].split()[0]
        seen = self.hand().lays_now(self.sets, *groups).view(absent=[card], rounds=1)
        return self.row("6.5", "a card that was laid", seen, (DISCARD, card))

    def _discard_taken(self, rounds: int) -> Row:
        seen = self.hand().view(at=FROM_PILE, rounds=rounds)
        return self.row("4.5", "the card taken", seen, (DISCARD, seen.hand[-1]))

    def _discard_drawn(self, rounds: int) -> Row:
        seen = self.hand().view(at=FROM_DECK, rounds=rounds)
        return self.row("6.5", "the card drawn", seen, (DISCARD, seen.hand[-1]))

    def malformed(self) -> Iterator[Any]:
        plays: tuple[Any, ...] = (
            (7, None),
            (0, None),
            (5,),
            (5, None),
            (5, "XX"),
            (5, ["JS"]),
            (3, None),
            (4, "JS"),
            None,
        )
        for play in (*plays, (4, ("JS", (0, 0))), (4, ("JS", (0, 0, "3"))), ("5", "JS"), [], 5, (2, 9)):
            yield lambda p=play: Row("6.7", "malformed", (p, *self.mine().view().to_course()))

    def skipping(self) -> Iterator[Any]:
        if not self.rules.has_jokers:
            return
        for target in (1, 2, 3):
            yield lambda t=target: self._skip("6.6", "another player", t)
            yield lambda t=target: self._skip("6.6", "without a joker", t, hand="")
            yield lambda t=target: self._skip("6.6", "out of turn: before the pick-up", t, at=BEFORE)
        yield lambda: self._skip("6.6", "with two jokers", 1, hand=f"{JOKER} {JOKER}")
        yield lambda: self._skip(
            "6.6", "after the phase", 2, made=self.hand().lays_now(self.sets, *self.pair()), rounds=1
        )
        yield lambda: self._skip("6.6", "the last card", 2, made=self.mine(), size=1)
        for _ in range(3):
            yield lambda: self._skip("6.6", "oneself", 0)
        for target in (-1, SEATS, SEATS + 1, -3):
            yield lambda t=target: self._skip("6.6", "no such player", t, absolute=True)
        for made in (self.hand, self.mine):
            yield lambda m=made: self.row("6.5", "a joker", m().view(JOKER), (DISCARD, JOKER))
            yield lambda m=made: self._discard("beside a joker", card=f"{JOKER} 4D", made=m())
        for rounds in (0, 1, 2):
            yield lambda r=rounds: self._take_joker(r)
        for phase, place in ((self.sets, 0), (self.suits, 0), (self.run, 0), (self.colours, 1), (self.totals, 0)):
            yield lambda p=phase, at=place: self._joker_to(p, at)
        yield lambda: self._again((DRAW, HIDDEN), "6.1")
        yield lambda: self._again((DRAW, None), "6.1")
        yield lambda: self._again((DISCARD, ""), "6.5")

    def _skip(
        self, rule: str, boundary: str, target: int, *, hand: str = JOKER, made: Hand | None = None,
        absolute: bool = False, **options: Any,
    ) -> Row:  # fmt: skip
        seen = (made or self.hand()).view(hand, absent=[] if hand else [JOKER], **options)
        return self.row(rule, boundary, seen, (SKIP, target if absolute else (seen.seat + target) % SEATS))

    def _take_joker(self, rounds: int) -> Row:
        made = self.hand()
        seen = made.skips((3, 1)).view(at=BEFORE, rounds=1) if rounds else made.view(at=BEFORE, rounds=0, top=JOKER)
        return self.row("4.5", "a joker on the pile", seen, (TAKE, JOKER))

    def _joker_to(self, phase: int, place: int) -> Row:
        groups = self.groups(phase)
        if phase == self.totals:
            groups = [self.total(SUITS), self.total(SUITS)]
        seat = self.other()
        seen = self.mine().lays(seat, phase, *(" ".join(group) for group in groups)).view(JOKER)
        rule = {self.sets: "5.3", self.suits: "5.3", self.run: "5.4", self.colours: "5.3", self.totals: "5.5"}[phase]
        return self.row(rule, "a joker", seen, self.at(seen, seat, place, 0, JOKER))

    def _again(self, play: Any, rule: str) -> Row:
        """Return a call in the player's second turn in a row, after all others have been skipped."""
        made = self.hand().skips((1, None), (2, 1), (3, 2), (0, 3))
        seen = self._after_skips(made)
        play = (DISCARD, seen.hand[0]) if play[0] == DISCARD else play
        return self.row(rule, "a second turn in a row", seen, play)

    def _after_skips(self, made: Hand) -> View:
        return made.view(at=BEFORE, rounds=1, absent=[JOKER])
