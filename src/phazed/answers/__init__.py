"""Answers: plain data for everything that people are shown, without text layout and without HTML.

An answer is a named tuple of numbers, texts, tuples, dictionaries and other answers, or a typed dictionary of these.
Its public properties are derived from its fields and belong to its JSON form. `phazed.terminal` renders answers as
text, `phazed.site` as pages; `--json` and the web interface send them as they are.
"""
