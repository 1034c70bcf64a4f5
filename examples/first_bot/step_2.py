"""Step 2: the bot discards the card with the most points, and keeps its aces, which are wild."""

VALUES = "234567890JQK"


def value(card):
    """Return the card's value, 2 to 13; an ace has none."""
    return VALUES.index(card[0]) + 2 if card[0] in VALUES else 0


def phazed_play(player_id, table, turn_history, phase_status, hand, discard):
    if not turn_history or turn_history[-1][0] != player_id:
        return (1, None)
    return (5, max(hand, key=value))
