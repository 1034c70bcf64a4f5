"""Similar submissions: code that two students share, found by winnowing, with the lines on both sides.

What is found is a reason to look, not a proof: people decide. `compare.find_similar` compares the submissions of a
class, `pages.similarity_page` shows pairs side by side, for teachers only.
"""

from phazed.course.similarity.compare import Pair, find_similar
from phazed.course.similarity.pages import similarity_page

__all__ = ["Pair", "find_similar", "similarity_page"]
