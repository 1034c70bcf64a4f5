"""The tables of a server: creating them, finding them, and playing at them."""
