"""Changes all its arguments, in the hope that this affects the other players or the referee."""

EXPECTED = "contained"
CALLS = 2


def phazed_play(player_id, table, turn_history, phase_status, hand, discard):
    answer = (5, hand[0]) if len(hand) > 10 else (1, None)
    table[:] = [(1, [["2S", "2S", "2S"]])] * 4
    turn_history.clear()
    phase_status[:] = [0, 7, 0, 0]
    hand[:] = ["AH"] * 10
    return answer
