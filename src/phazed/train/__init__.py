"""Makes what the expert ships with: the exact solitaire values, and the chances to win by standing."""
