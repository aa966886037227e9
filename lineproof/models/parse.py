"""Parsing: from what a model wrote to JSON that fits its schema.

Models put JSON between code fences, behind their thoughts (``<think>``) or in the middle of prose; they add fields that nobody
asked for, and halves of characters that no file can hold. All of this is mended; what a schema forbids is not.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from lineproof.models.chat import Schema
from lineproof.models.errors import Invalid

_THOUGHTS = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>|^.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_HALF_CHARACTER = re.compile(r"[\ud800-\udfff]")
_STARTS_TRIED = 64


def parse(text: str, schema: Schema) -> Mapping[str, Any]:
    """The object that a model wrote.

    Args:
        text: all that it wrote.
        schema: what the object must fit; fields beyond it are left out where it allows no others.

    Raises:
        Invalid: there is no object, or it does not fit.
    """
    try:
        value = _whole_object(text.strip()) or _first_object(_THOUGHTS.sub("", text))
        if value is None:
            raise Invalid("the answer holds no JSON object")
        pruned = _pruned(value, schema)
        fault = _first_fault(pruned, schema)
    except RecursionError:
        raise Invalid("the answer is nested too deep") from None
    if fault:
        raise Invalid(f"the answer does not fit its schema: {fault}")
    return dict(pruned)


def _first_fault(value: object, schema: Schema) -> str | None:
    """Where and by which keyword a value fails its schema (``candidates.3.quote: maxLength``); None if it fits.

    The value itself is never part of it.
    """
    from jsonschema import Draft202012Validator

    errors = Draft202012Validator(schema).iter_errors(value)
    error = min(errors, key=lambda error: [str(part) for part in error.absolute_path], default=None)
    if error is None:
        return None
    place = ".".join(str(part) for part in error.absolute_path) or "object"
    return f"{place}: {error.validator}"


def _whole_object(text: str) -> dict[str, Any] | None:
    """The object that a text is, if it is nothing else."""
    try:
        value, end = _DECODER.raw_decode(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) and end == len(text) else None


def _first_object(text: str) -> dict[str, Any] | None:
    """The first JSON object in a text."""
    for start in _starts(text):
        try:
            value, _ = _DECODER.raw_decode(text, start)
        except ValueError:
            continue
        if isinstance(value, dict):
            return value
    return None


def _starts(text: str) -> Iterator[int]:
    place = -1
    for _ in range(_STARTS_TRIED):
        place = text.find("{", place + 1)
        if place < 0:
            return
        yield place


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no JSON")


_DECODER = json.JSONDecoder(parse_constant=_no_number)


def _pruned(value: Any, schema: Mapping[str, Any]) -> Any:  # noqa: ANN401
    """A value without the fields that its schema does not know and does not allow, and without halves of characters."""
    if isinstance(value, str):
        return _HALF_CHARACTER.sub("\ufffd", value)
    if isinstance(value, list):
        return [_pruned(item, schema.get("items", {})) for item in value]
    if isinstance(value, dict):
        known = schema.get("properties", {})
        closed = schema.get("additionalProperties") is False
        return {_pruned(key, {}): _pruned(item, known.get(key, {})) for key, item in value.items() if key in known or not closed}
    return value
