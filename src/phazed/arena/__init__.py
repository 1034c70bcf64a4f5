"""The arena: tournaments of strangers' bots, each in a cell of its own, fairly scheduled, rated and reported."""
