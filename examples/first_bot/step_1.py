"""Step 1: a legal bot. It draws a card and discards the first card of its hand."""


def phazed_play(player_id, table, turn_history, phase_status, hand, discard):
    if not turn_history or turn_history[-1][0] != player_id:
        return (1, None)  # my turn starts: draw from the deck
    return (5, hand[0])  # I have drawn a card: discard one, which ends my turn
