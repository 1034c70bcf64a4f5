"""The league of people."""

from __future__ import annotations

import pytest

from phazed.course.league import Played, points_of, table


@pytest.mark.parametrize("ranks", [(1, 2, 3, 4), (1, 1, 3, 3), (1, 2, 2, 2), (1, 1, 1, 1), (1, 2, 3, 3)])
def test_every_game_gives_six_points_in_all(ranks):
    assert sum(points_of(rank, ranks.count(rank) - 1) for rank in ranks) == pytest.approx(6)


def test_the_league_is_ordered_by_points_then_by_fewer_games():
    rows = table([Played(1, 2, 0, None), Played(1, 3, 0, 0.2), Played(2, 1, 0, None), Played(3, 4, 0, None)])
    assert [row.person for row in rows] == [2, 1, 3]
    assert rows[1] == (1, 2, (0, 1, 1, 0), 3.0, 0.2)
    assert rows[0].adjusted is None
    assert table([]) == []
