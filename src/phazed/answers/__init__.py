"""Answers: plain data for everything shown to people, without text layout or HTML.

An answer is a named tuple of numbers, texts, tuples, dictionaries and other answers, or a typed dictionary of these.
Its public properties are derived from its fields and are part of its JSON form. `phazed.terminal` renders answers as
text and `phazed.site` as pages; `--json` and the web interface send the JSON form unchanged.
"""
