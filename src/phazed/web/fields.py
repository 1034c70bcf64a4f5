"""Strict validation of JSON objects and their fields."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from phazed.rules.errors import PhazedError, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    Fields = Mapping[str, Any]
    """A JSON object whose values have not been checked."""


class InvalidMessage(PhazedError):
    """An error raised for an invalid message."""


def from_json(text: str | bytes, otherwise: str) -> Any:
    """Parse a JSON text; raise `InvalidMessage` with the text `otherwise` if it is not valid JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidMessage(otherwise) from None


def number_in(fields: Fields, name: str, least: int = 0, most: int = 2**31) -> int:
    """Return the field's value, which must be a whole number."""
    value = fields.get(name)
    if type(value) is not int or not least <= value <= most:
        raise InvalidMessage(f'"{name}" must be a whole number from {least} to {most}, not {shown(value)}')
    return value


def text_in(fields: Fields, name: str) -> str:
    """Return the field's value, which must be a text."""
    value = fields.get(name)
    if not isinstance(value, str):
        raise InvalidMessage(f'"{name}" must be a text, not {shown(value)}')
    return value


def choice_in(fields: Fields, name: str, choices: Iterable[str]) -> str:
    """Return the field's value, which must be one of the choices."""
    value = text_in(fields, name)
    if value not in choices:
        raise InvalidMessage(f'"{name}" must be one of {", ".join(choices)}, not {shown(value)}')
    return value


def flag_in(fields: Fields, name: str) -> bool:
    """Return the field's value, which must be a boolean."""
    value = fields.get(name)
    if not isinstance(value, bool):
        raise InvalidMessage(f'"{name}" must be true or false, not {shown(value)}')
    return value
