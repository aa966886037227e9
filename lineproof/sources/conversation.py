"""Conversations: files of turns, one session a file, as lines of JSON or as one JSON object.

session    one sitting of a conversation; what a file says of it: the name of the conversation, a title, its time
turn       an object with ``speaker`` and ``text``, and perhaps ``id``, ``time`` and ``caption`` (what an image shows)
lines      one turn a line; the first line may describe the session instead
chat       one object with a list ``turns`` and what describes the session
declared   the session names its conversation; otherwise a file is known for a conversation by its first turn

What is neither is no conversation, and stays text. In one that is, whatever is no turn is an error: no words are left out silently. A
turn that neither says nor shows anything is one, and leaves no block.
Other keys are not read.
"""

import datetime
import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, Final, NamedTuple

from lineproof.sources.errors import BrokenConversation
from lineproof.sources.model import Block, Field, Fragment, Parsed, Turn
from lineproof.sources.text import parse_text

SESSION_KEYS: Final = ("conversation", "title", "time")
TURNS: Final = "turns"
SIGNS: Final = ('"speaker"', '"conversation"')
"""No conversation lacks both, so that large files of other JSON are not read for nothing."""
LONGEST_NAME: Final = 200
"""Characters of a speaker, an id, a title or the name of a conversation."""

_BLANK: Final = re.compile(r"[ \t\n\r]*")
_UNSHOWN: Final = re.compile("[\0\ud800-\udfff]")
_DECODER: Final = json.JSONDecoder()


class Placed(NamedTuple):
    """A JSON value with the lines on which it begins and ends."""

    value: Any
    first: int
    last: int


class _Unreadable(Exception):
    """Text that is no JSON, with the line on which that shows."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line
        self.reason = reason


def parse_conversation(texts: Sequence[str]) -> Parsed:
    """A file of JSON or lines of JSON: its turns as blocks where it is a conversation, its text where it is not.

    Raises:
        BrokenConversation: it is a conversation, and a part of it is no turn.
    """
    found = (_chat(texts) or _lines(texts)) if any(sign in text for text in texts for sign in SIGNS) else None
    return _parsed(*found) if found else parse_text(texts)


def _lines(texts: Sequence[str]) -> tuple[dict[str, Placed], list[Placed]] | None:
    """Session and turns of lines of JSON; none if they are no conversation."""
    filled = ((number, text) for number, text in enumerate(texts, 1) if text.strip())
    session: dict[str, Placed] = {}
    turns: list[Placed] = []
    known = False
    for place, (number, text) in enumerate(filled):
        try:
            value = _value(text, number)
        except _Unreadable as error:
            if known:
                raise BrokenConversation(error.line, error.reason) from None
            return None
        if place == 0 and _is_session(value):
            session = {key: Placed(part, number, number) for key, part in value.items()}
            known = "conversation" in session
            continue
        known = known or _is_turn(value)
        if not known:
            return None
        turns.append(Placed(value, number, number))
    return (session, turns) if known else None


def _value(text: str, line: int) -> Any:  # noqa: ANN401
    try:
        return json.loads(text)
    except RecursionError:
        raise _Unreadable(line, "its JSON is nested too deeply") from None
    except ValueError:
        raise _Unreadable(line, "it is not valid JSON") from None


def _chat(texts: Sequence[str]) -> tuple[dict[str, Placed], list[Placed]] | None:
    """Session and turns of one JSON object with a list of turns; none if it is no conversation."""
    if not any(f'"{TURNS}"' in text for text in texts):
        return None
    reader = _Reader(texts)
    try:
        reader.read()
    except _Unreadable as error:
        if reader.is_conversation:
            raise BrokenConversation(error.line, error.reason) from None
        return None
    if reader.is_conversation and reader.no_list:
        raise BrokenConversation(reader.no_list, f"{TURNS} must be a list")
    return (reader.session, reader.turns) if reader.is_conversation else None


class _Reader:
    """Reads one object member by member and its turns one by one, so that each is known with its place."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._text = "\n".join(texts)
        self._starts = [0, *accumulate(len(text) + 1 for text in texts)][:-1]
        self._place = 0
        self._listed = False
        self._alone = True
        self.session: dict[str, Placed] = {}
        self.turns: list[Placed] = []
        self.no_list = 0
        """The line of turns that are no list; 0 where they are one."""

    @property
    def is_conversation(self) -> bool:
        """Whether what was read so far shows that it is one."""
        known = "conversation" in self.session or any(_is_turn(turn.value) for turn in self.turns[:1])
        return known and self._listed and self._alone

    def read(self) -> None:
        """Read all of it.

        Raises:
            _Unreadable: it is no such object; what was read before is kept.
        """
        self._expect("{")
        while not self._passes("}"):
            key = self._next().value
            if not isinstance(key, str):
                raise self._unreadable("a name is missing in its JSON")
            self._expect(":")
            if key == TURNS:
                self._read_turns()
            elif (member := self._next()) and key in SESSION_KEYS:
                self.session[key] = member
            if not self._passes(","):
                self._expect("}")
                break
        self._alone = self._skip() == len(self._text)
        if not self._alone:
            raise self._unreadable("something follows the end of the JSON object")

    def _read_turns(self) -> None:
        if self._listed:
            raise self._unreadable("there are two lists of turns")
        self._listed = True
        if not self._passes("["):
            self.no_list = self._next().first
            return
        while not self._passes("]"):
            self.turns.append(self._next())
            if not self._passes(","):
                self._expect("]")
                break

    def _next(self) -> Placed:
        """The next value, whatever it is."""
        start = self._skip()
        try:
            value, self._place = _DECODER.raw_decode(self._text, start)
        except RecursionError:
            raise self._unreadable("its JSON is nested too deeply") from None
        except json.JSONDecodeError as error:
            self._place = error.pos
            raise self._unreadable("it is not valid JSON") from None
        except ValueError:
            raise self._unreadable("it is not valid JSON") from None
        return Placed(value, self._line(start), self._line(self._place - 1))

    def _expect(self, sign: str) -> None:
        if not self._passes(sign):
            raise self._unreadable(f"its JSON lacks a {sign!r}")

    def _passes(self, sign: str) -> bool:
        """Go past a sign, if it comes next."""
        found = self._text.startswith(sign, self._skip())
        self._place += found
        return found

    def _skip(self) -> int:
        """Go past blanks, to the place returned."""
        if blank := _BLANK.match(self._text, self._place):
            self._place = blank.end()
        return self._place

    def _line(self, place: int) -> int:
        return bisect_right(self._starts, place)

    def _unreadable(self, reason: str) -> _Unreadable:
        return _Unreadable(max(1, self._line(min(self._place, len(self._text) - 1))), reason)


def _is_session(value: object) -> bool:
    return isinstance(value, dict) and len(value) > 0 and all(key in SESSION_KEYS for key in value)


def _is_turn(value: object) -> bool:
    """Whether a value shows that a file is a conversation."""
    return isinstance(value, dict) and isinstance(value.get("speaker"), str) and isinstance(value.get("text"), str)


def _parsed(session: Mapping[str, Placed], turns: Sequence[Placed]) -> Parsed:
    began = _time(session["time"].value, session["time"].first) if "time" in session else None
    blocks = list(_blocks(turns, began))
    fields = list(_fields(session))
    dated = began or next((block.turn.said_at for block in blocks if block.turn and block.turn.said_at), None)
    if dated:
        line = session["time"].first if began else next(_line_of(block) for block in blocks if block.turn and block.turn.said_at)
        fields.append(Field("effective", dated.date().isoformat(), line))
    return Parsed("conversation", tuple(fields), tuple(blocks))


def _line_of(block: Block) -> int:
    return block.fragments[0].line


def _fields(session: Mapping[str, Placed]) -> Iterator[Field]:
    for name in ("conversation", "title"):
        if name in session and (value := _name(session[name].value, f"the {name}", session[name].first)):
            yield Field(name, value, session[name].first)


def _blocks(turns: Sequence[Placed], began: datetime.datetime | None) -> Iterator[Block]:
    """The turns that say or show something, in their order."""
    lines: dict[str | None, int] = {}
    for placed in turns:
        turn, text = _turn(placed, began)
        if turn.turn_id in lines:
            raise BrokenConversation(placed.first, f"the id of the turn is that of the one on line {lines[turn.turn_id]}")
        if turn.turn_id:
            lines[turn.turn_id] = placed.first
        if text:
            shown = Fragment(placed.first, f"{turn.speaker}: {text}")
            rest = (Fragment(line, "") for line in range(placed.first + 1, placed.last + 1))
            yield Block("turn", (shown, *rest), turn=turn)


def _turn(placed: Placed, began: datetime.datetime | None) -> tuple[Turn, str]:
    """A turn, and what it says and shows."""
    value, line = placed.value, placed.first
    if not isinstance(value, dict):
        raise BrokenConversation(line, "a turn must be an object")
    speaker = _name(value.get("speaker"), "the speaker", line)
    if not speaker:
        raise BrokenConversation(line, "the turn has no speaker")
    if not isinstance(value.get("text"), str):
        raise BrokenConversation(line, 'the turn has no text (an empty one is written as "")')
    caption = value.get("caption")
    if not isinstance(caption, str | None):
        raise BrokenConversation(line, "the caption must be text")
    number = value.get("id")
    if not isinstance(number, str | int | None) or isinstance(number, bool):
        raise BrokenConversation(line, "the id must be text or a whole number")
    turn_id = _name(number if number is None else str(number), "the id", line)
    said_at = began if value.get("time") is None else _time(value["time"], line)
    image = f"[image: {_shown(caption)}]" if caption and _shown(caption) else ""
    return Turn(turn_id, speaker, said_at), " ".join(part for part in (_shown(value["text"]), image) if part)


def _name(value: object, what: str, line: int) -> str | None:
    """A short text; none where there is none."""
    if not isinstance(value, str | None):
        raise BrokenConversation(line, f"{what} must be text")
    name = _shown(value or "")
    if len(name) > LONGEST_NAME:
        raise BrokenConversation(line, f"{what} is longer than {LONGEST_NAME} characters")
    return name or None


def _shown(text: str) -> str:
    """Text in one line, without what cannot be stored."""
    return " ".join(_UNSHOWN.sub(lambda found: "" if found[0] == "\0" else "\ufffd", text).split())


def _time(value: object, line: int) -> datetime.datetime | None:
    """A time as a clock shows it where it was spoken; an offset from UTC is left out."""
    if value is None:
        return None
    try:
        return datetime.datetime.fromisoformat(value.strip() if isinstance(value, str) else "").replace(tzinfo=None)
    except ValueError:
        raise BrokenConversation(line, "the time must be written as in ISO 8601 (2023-05-08T13:56:00 or 2023-05-08)") from None
