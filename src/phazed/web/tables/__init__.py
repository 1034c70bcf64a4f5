"""The tables of a server: their seats and codes, and how they are made and found."""
