"""The tables of `league.py` as Markdown: shares of games won, with intervals, and CPU times."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from phazed.intervals import Z_95, wilson

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

BEGIN, END = "<!-- league: begin -->", "<!-- league: end -->"
MIN_ADJUSTED = 60
"""Minimum number of games for an adjustment; with fewer, the weights of the control variate are too uncertain."""
ONE_AGAINST_THREE = """
One player against three of another kind: percentage of games won, with a 95 % interval (25 is even), and in brackets
the number of games. If it narrows the interval, the luck of the deals is subtracted (see
[the coach](coach.md#comparisons-without-the-luck-of-the-deals)), and the brackets also contain the unadjusted
percentage.
""".strip()
WIDTH = 140
"""Line width of the document."""
HELPS = 0.95
"""Maximum width of an adjusted interval, relative to the plain interval, for which it is shown."""


class Pairing(NamedTuple):
    """A pairing: one player against three of another kind, or two against two."""

    game: str
    player: str
    opponent: str
    seats: int
    """Number of the player's seats; the opponent takes the others."""

    @property
    def names(self) -> tuple[str, ...]:
        if self.seats == 1:
            return (self.player, *(self.opponent,) * 3)
        return (self.player, self.opponent) * 2

    def __str__(self) -> str:
        return f"{self.game}, {self.player} : {self.opponent}, {self.seats} against {4 - self.seats}"


class Played(NamedTuple):
    """The results of one game."""

    won: float
    """The player's share of first place."""
    luck: list[float]
    """Value of the deals for the player according to each model, as a chance of winning."""
    times: dict[str, tuple[int, float, float]]
    """For each player, the number of plays, their total CPU seconds, and the maximum."""


if TYPE_CHECKING:
    Results = dict[Pairing, dict[int, Played]]
    """Results by pairing and game number."""


class Share(NamedTuple):
    """A share of games, and the half-width of its 95 % interval."""

    share: float
    half: float


def plain(games: Sequence[Played]) -> Share:
    """Return the share of games won."""
    won = sum(game.won for game in games)
    low, high = wilson(won, len(games))
    return Share(won / len(games), (high - low) / 2)


def adjusted(games: Sequence[Played]) -> Share:
    """Return the share of games won, corrected for the luck of the deals: the intercept of a linear regression.

    The expectation of the luck is 0 (see `coach.control`), so the intercept estimates the same share.
    """
    won = np.array([game.won for game in games])
    predictors = np.array([[1.0, *game.luck] for game in games])
    inverse = np.linalg.pinv(predictors.T @ predictors)
    weights = inverse @ predictors.T @ won
    residuals = won - predictors @ weights
    variance = float(residuals @ residuals) / (len(games) - predictors.shape[1])
    return Share(float(weights[0]), Z_95 * float(np.sqrt(variance * inverse[0, 0])))


def cell(games: Sequence[Played]) -> str:
    """Return the share won, with its interval and the number of games; it is adjusted if that helps."""
    if not games:
        return ""
    simple = plain(games)
    if len(games) >= MIN_ADJUSTED:
        better = adjusted(games)
        if better.half <= HELPS * simple.half:
            return f"{_percent(better)} ({len(games):,}; {100 * simple.share:.1f})"
    return f"{_percent(simple)} ({len(games):,})"


def _percent(share: Share) -> str:
    return f"{100 * share.share:.1f} ± {100 * share.half:.1f}"


def markdown(results: Results, note: str) -> str:
    """Return all tables that have games."""
    parts = [note, *_one_against_three(results), *_two_against_two(results), *_times(results)]
    return "\n\n".join(parts)


def _one_against_three(results: Results) -> list[str]:
    found = [pairing for pairing in results if pairing.seats == 1]
    parts = []
    if found:
        parts.append(fill(ONE_AGAINST_THREE, WIDTH, break_on_hyphens=False))
    for game in dict.fromkeys(pairing.game for pairing in found):
        here = [pairing for pairing in found if pairing.game == game]
        players = list(dict.fromkeys(pairing.player for pairing in here))
        rows = [[f"{game}: against three", *map(_code, players)]]
        for opponent in dict.fromkeys(pairing.opponent for pairing in here):
            cells = [
                "even" if player == opponent else cell(_games(results, Pairing(game, player, opponent, 1)))
                for player in players
            ]
            rows.append([_code(opponent), *cells])
        parts.append(_table(rows))
    return parts


def _two_against_two(results: Results) -> list[str]:
    found = [pairing for pairing in results if pairing.seats == 2]
    if not found:
        return []
    games = list(dict.fromkeys(pairing.game for pairing in found))
    rows = [["two against two", *games]]
    for player, opponent in dict.fromkeys((pairing.player, pairing.opponent) for pairing in found):
        cells = [cell(_games(results, Pairing(game, player, opponent, 2))) for game in games]
        rows.append([f"{_code(player)} : {_code(opponent)}", *cells])
    return ["Two against two: percentage of games won by the first side (50 is even):", _table(rows)]


def _times(results: Results) -> list[str]:
    by_player: dict[str, dict[str, list[tuple[int, float, float]]]] = {}
    for pairing, found in results.items():
        for played in found.values():
            for name, time in played.times.items():
                by_player.setdefault(name, {}).setdefault(pairing.game, []).append(time)
    games = list(dict.fromkeys(pairing.game for pairing in results))
    rows = [["player", *games]]
    rows += [[_code(name), *(_time(times.get(game, [])) for game in games)] for name, times in by_player.items()]
    return ["CPU milliseconds per play, mean and maximum:", _table(rows)] if by_player else []


def _time(times: Sequence[tuple[int, float, float]]) -> str:
    plays = sum(each[0] for each in times)
    if not plays:
        return ""
    return f"{1000 * sum(each[1] for each in times) / plays:.2f}, {1000 * max(each[2] for each in times):.0f}"


def _games(results: Results, pairing: Pairing) -> list[Played]:
    return list(results.get(pairing, {}).values())


def _code(name: str) -> str:
    return f"`{name}`"


def _table(rows: Iterable[Sequence[str]]) -> str:
    head, *rest = rows
    lines = [head, ["---"] * len(head), *rest]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines).replace("|  |", "| |").replace("|  |", "| |")


def inserted(text: str, tables: str) -> str:
    """Return the document with these tables between its two markers; raise `ValueError` if a marker is missing."""
    if text.count(BEGIN) != 1 or text.count(END) != 1 or text.index(BEGIN) > text.index(END):
        raise ValueError(f"the document must contain one line {BEGIN}, followed by one line {END}")
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    return f"{before}{BEGIN}\n\n{tables}\n\n{END}{after}"
