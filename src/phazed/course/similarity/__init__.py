"""Similar submissions: code that students share, found by winnowing, with its lines in both submissions.

Similarity is a reason to look at two submissions, not a proof. `find_similar` compares the submissions of a class with
each other and with references; `with_sources` adds the code of similar pairs, which is for teachers only.
"""

from phazed.answers.similarity import Pair, Similarity
from phazed.course.similarity.compare import find_similar, with_sources

__all__ = ["Pair", "Similarity", "find_similar", "with_sources"]
