"""Browser code that the report and the table share: cards, elements, the state of a game, the replay (JS, CSS)."""
