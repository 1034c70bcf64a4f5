"""The tables of a server: their seats, codes, settings and storage, and how they are made and found."""
