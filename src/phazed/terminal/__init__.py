"""Text renderers, which turn answers into lines for a terminal of a given width."""
