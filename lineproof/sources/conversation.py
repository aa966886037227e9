"""Conversations to turns: JSON Lines with one turn a line, or JSON with a list of turns; docs/conversations.md has the format.

turn      what one person says at one time: an object with a speaker and a text
session   the turns of one file, in their order; its head (`title`, `time`, `conversation`) is the first line that is no turn, or
          the object that holds the list

A file of which neither the first nor the second line is a turn, or an object without a list of turns, is no conversation, and is read
as text. In a conversation nothing is passed over: a line that is no turn is an error that names it.
"""

import json
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from json.decoder import JSONDecoder
from typing import Any, Final, NamedTuple

from lineproof.sources.model import Block, Field, Fragment, Parsed, Turn
from lineproof.sources.text import parse_text

FORMAT: Final = "conversation"
SPEAKER: Final = ("speaker", "role")
TEXT: Final = ("text", "content")
LISTS: Final = ("turns", "messages")
HEAD: Final = ("title", "time", "conversation")
LONGEST_NAME: Final = 80

_DECODER: Final = JSONDecoder()
_BLANKS: Final = " \t\r\n"


class BadConversation(ValueError):
    """A file is a conversation, but not all of it can be read; the message names the line and the reason."""


class _Value(NamedTuple):
    """A value of JSON with the line on which it begins."""

    value: Any
    line: int


def parse_conversation(texts: Sequence[str]) -> Parsed:
    """The turns of a session; as plain text where the lines are no conversation.

    Raises:
        BadConversation: a line is no turn.
    """
    objects = list(_lines(texts)) if _is_lines(texts) else list(_array(texts))
    if not objects:
        return parse_text(texts)
    head = {} if _is_turn(objects[0].value) else objects.pop(0).value
    fields = [Field("date" if name == "time" else name, str(head[name]), 1) for name in HEAD if isinstance(head.get(name), str | int)]
    return Parsed(FORMAT, tuple(fields), tuple(_block(one, head, position) for position, one in enumerate(objects)))


def _is_lines(texts: Sequence[str]) -> bool:
    """Whether one of the first two lines with text is a turn by itself."""
    first = [text for text in texts[:20] if text.strip()][:2]
    return any(_is_turn(_loaded(text)) for text in first)


def _lines(texts: Sequence[str]) -> Iterator[_Value]:
    for number, text in enumerate(texts, 1):
        if not text.strip():
            continue
        value = _loaded(text)
        if not isinstance(value, dict) or (number > 1 and not _is_turn(value)):
            raise BadConversation(f"line {number} is no turn; a turn is a JSON object with a speaker and a text")
        yield _Value(value, number)


def _loaded(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _is_turn(value: object) -> bool:
    if not isinstance(value, dict):
        return False
    return all(any(isinstance(value.get(name), str) for name in names) for names in (SPEAKER, TEXT))


def _array(texts: Sequence[str]) -> Iterator[_Value]:
    """The head and the turns of a JSON document, each with its line; nothing where it holds no list of turns."""
    whole = _loaded("\n".join(texts))
    given = next((whole[name] for name in LISTS if name in whole), None) if isinstance(whole, dict) else whole
    if not isinstance(given, list) or not given or not any(map(_is_turn, given)):
        return
    if isinstance(whole, dict):
        yield _Value({name: value for name, value in whole.items() if name not in LISTS}, 1)
    for position, line in enumerate(_places("\n".join(texts), isinstance(whole, dict))):
        if not _is_turn(given[position]):
            raise BadConversation(f"the object on line {line} is no turn; a turn is a JSON object with a speaker and a text")
        yield _Value(given[position], line)


def _places(text: str, within: bool) -> Iterator[int]:
    """The lines on which the elements of a list begin: of the whole text, or of the member of an object that holds the turns."""
    starts = list(accumulate((len(line) + 1 for line in text.split("\n")), initial=0))
    at = _list_start(text) if within else _skip(text, 0)
    at = _skip(text, at + 1)
    while text[at] != "]":
        yield bisect_right(starts, at)
        _, at = _DECODER.raw_decode(text, at)
        at = _skip(text, at, ",")


def _list_start(text: str) -> int:
    """Where the list of turns begins in the text of an object that has one."""
    at = _skip(text, _skip(text, 0) + 1)
    while True:
        name, at = _DECODER.raw_decode(text, at)
        at = _skip(text, at, ":")
        if name in LISTS:
            return at
        _, at = _DECODER.raw_decode(text, at)
        at = _skip(text, at, ",")


def _skip(text: str, at: int, also: str = "") -> int:
    while at < len(text) and text[at] in _BLANKS + also:
        at += 1
    return at


def _block(one: _Value, head: Mapping[str, Any], position: int) -> Block:
    """The block of a turn: ``Speaker: text [image: caption]``."""
    value = one.value
    speaker = _words(_first(value, SPEAKER))[:LONGEST_NAME] or "unknown"
    caption = _words(value.get("caption"))
    said = f"{speaker}: {_words(_first(value, TEXT))}" + (f" [image: {caption}]" if caption else "")
    time = value.get("time") or head.get("time")
    turn = Turn(str(value.get("id", position + 1)), speaker, str(time) if time else None)
    return Block("turn", (Fragment(one.line, said),), turn=turn)


def _first(value: Mapping[str, Any], names: Sequence[str]) -> object:
    return next((value[name] for name in names if isinstance(value.get(name), str)), None)


def _words(value: object) -> str:
    """A text on one line, without NUL, which no table holds."""
    return " ".join(value.replace("\0", " ").split()) if isinstance(value, str) else ""
