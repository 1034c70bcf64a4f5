"""Training of the expert's tables: exact solitaire values and learned beliefs, preferences, styles and win chances."""
