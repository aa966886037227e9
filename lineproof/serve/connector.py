"""Connector: what the tools `search` and `fetch` give, in the shape that connectors expect; titles and metadata tell what no longer holds.

A client that has these two tools alone sees no other flags, and no lines of JSON: a turn is given with its speaker and its day.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import quote, unquote

from lineproof.evidence.language import detect
from lineproof.evidence.sentences import sentences_of
from lineproof.recall.agent.shown import Passage, Shown, shown
from lineproof.recall.bearing import Spoken, flags_on, turns_on
from lineproof.recall.pack import Item
from lineproof.recall.read import MOST_LINES, Line, Reading, read
from lineproof.recall.view import View
from lineproof.serve.paged import ReadPage, paged

TITLE_LENGTH: Final = 120
UNVERIFIED: Final = "these lines are not as they were stored: do not rely on them"

SCHEME: Final = "lineproof://evidence/"
_ADDRESS: Final = re.compile(rf"{re.escape(SCHEME)}(?P<path>.+)/(?P<lines>L\d+-L\d+)")
_GOES_ON: Final = re.compile(r"(?P<id>.+)@(?P<line>\d{1,9}):(?P<offset>\d{1,9})")
"""The id of a text that goes on within it; a line beyond its last is none."""
_LAST_LINE: Final = 999_999_999


@dataclass(frozen=True, slots=True)
class Found:
    """A result of a search: its id is what `fetch` takes."""

    id: str
    title: str
    url: str


@dataclass(frozen=True)  # without slots, in which schemas of tools would see defaults
class FoundList:
    """The results of a search, best first."""

    results: Sequence[Found]


@dataclass(frozen=True)  # without slots, in which schemas of tools would see defaults
class Fetched:
    """A text that was fetched, with where it stands."""

    id: str
    title: str
    text: str
    url: str
    metadata: dict[str, str]


def found(item: Item) -> Found:
    """An item of what was recalled as a result of a search: its title is how it begins, with the flags of the item."""
    title = _title(f"{item.said.split()[0]}, {item.text}" if item.said else item.text)
    return Found(
        item.citation, title + "".join(f" [{flag}]" for flag in item.flags), evidence_url(item.path, item.first_line, item.last_line)
    )


def fetched(view: View, id: str) -> Fetched:
    """The text of a node, a page at a time.

    Args:
        view: the snapshot.
        id: a node, the address of one, or what the metadata of an earlier page has as next.

    Raises:
        NavigationError: there is no such node, or no such line of it; the message says what to do.
    """
    part = _GOES_ON.fullmatch(named := _of_address(id))
    node, lines, offset = (part["id"], f"{part['line']}-{_LAST_LINE}", int(part["offset"])) if part else (named, None, 0)
    reading = read(view, node, lines, MOST_LINES)
    page = paged(_spoken(reading, turns_on(view, reading.path, reading.first_line, reading.last_line)), offset)
    last = _last_line(page, reading)
    metadata = {"path": page.path, "lines": f"{page.first_line}-{last}", "verified": str(page.verified).lower()}
    if flags := flags_on(view, page.path, page.first_line, last):
        metadata["flags"] = "\n".join(flags)
    if page.more:
        metadata["more"] = f"the text goes on: read it from line {page.next_line}, or fetch what stands in next"
        metadata["next"] = f"{node}@{page.next_line}:{page.next_offset}"
    text = "\n".join(line.text for line in page.lines)
    return Fetched(id, f"{page.path}, lines {page.first_line}-{last}", text, evidence_url(page.path, page.first_line, last), metadata)


def evidence_url(path: str, first_line: int, last_line: int) -> str:
    """The address of lines of a document, which the server has as a resource."""
    return f"{SCHEME}{quote(path)}/L{first_line}-L{last_line}"


def _of_address(id: str) -> str:
    """The node of an address of evidence; any other id as it is."""
    address = _ADDRESS.fullmatch(id)
    return f"{unquote(address['path'])}#{address['lines']}" if address else id


def _spoken(reading: Reading, turns: Sequence[Spoken]) -> Reading:
    """A reading with turns in place of the lines on which they stand; as it is where there are none."""
    if not turns:
        return reading
    lines = dict.fromkeys(turn.line for turn in turns)
    texts = ["\n".join(turn.dated for turn in turns if turn.line == line) for line in lines]
    verified = reading.verified and all(turn.sound for turn in turns)
    return replace(reading, lines=tuple(map(Line, lines, texts)), verified=verified)


def _last_line(page: ReadPage, reading: Reading) -> int:
    """The last line of a page: of turns only the first lines are told, and what follows them goes with them."""
    if not page.more:
        return reading.last_line
    return page.next_line if page.next_offset else page.next_line - 1


def _title(text: str) -> str:
    """The sentences of a text that a title holds whole; where not even the first one fits, its beginning."""
    title = ""
    for sentence in sentences_of(text, detect([text])):
        longer = f"{title} {sentence}".strip()
        if len(longer) > TITLE_LENGTH:
            return title or sentence[: TITLE_LENGTH - 1].rstrip() + "…"
        title = longer
    return title


@shown.register
def _(result: Fetched) -> Shown:
    told = {name: result.metadata[name] for name in ("flags", "more", "next") if name in result.metadata}
    verified = result.metadata["verified"] == "true"
    first, _, last = result.metadata["lines"].partition("-")
    notes = "".join(f"\n({name}: {text})" for name, text in told.items()) + ("" if verified else f"\n({UNVERIFIED})")
    flags = tuple(result.metadata.get("flags", "").splitlines())
    passage = Passage(result.metadata["path"], int(first), int(last), result.text, flags)
    return Shown(f"{result.title}\n{result.text}{notes}", (passage,) if verified else ())
