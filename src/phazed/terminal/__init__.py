"""Text renderers: the answers as lines for a terminal of a given width."""
