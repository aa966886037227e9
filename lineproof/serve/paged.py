"""Paged: lines as they are given over a wire, within a budget of tokens; a line longer than that comes in parts.

page      whole lines that fit together, or a part of one that does not fit alone
offset    characters of the first line of a page that earlier pages have had
"""

from dataclasses import dataclass, replace
from typing import Final

from lineproof.recall.agent.shown import Shown, shown
from lineproof.recall.bearing import flags_on
from lineproof.recall.pack import CHARACTERS
from lineproof.recall.read import Line, Reading
from lineproof.recall.view import View

PAGE_TOKENS: Final = 8_000


@dataclass(frozen=True)  # without slots, in which schemas of tools would see defaults
class ReadPage(Reading):
    """A page of lines, with the flags of what stands there. It is gone on with from ``next_line``, of which ``next_offset`` characters were
    given; both are 0 at the end.
    """

    offset: int
    next_line: int
    next_offset: int
    flags: tuple[str, ...] = ()


def paged(reading: Reading, offset: int = 0, budget: int = PAGE_TOKENS) -> ReadPage:
    """The page that begins a reading.

    Args:
        reading: what was read.
        offset: characters of its first line to pass over.
        budget: most tokens (characters / 4) of the text of the page.
    """
    room, lines = budget * CHARACTERS, list[Line]()
    next_line, next_offset = (reading.last_line + 1, 0) if reading.more else (0, 0)
    for line in reading.lines:
        begin = 0 if lines else offset
        if len(line.text) - begin > room:
            next_line, next_offset = line.n, 0
            if not lines:
                next_offset = begin + room
                lines.append(Line(line.n, line.text[begin:next_offset]))
            break
        lines.append(Line(line.n, line.text[begin:]))
        room -= len(line.text) - begin + 1
    last = lines[-1].n if lines else reading.last_line
    return ReadPage(
        id=reading.id,
        path=reading.path,
        first_line=reading.first_line,
        last_line=last,
        lines=tuple(lines),
        verified=reading.verified,
        more=bool(next_line),
        offset=offset,
        next_line=next_line,
        next_offset=next_offset,
    )


def page_of(view: View, reading: Reading, offset: int = 0, budget: int = PAGE_TOKENS) -> ReadPage:
    """The page that begins a reading, with the flags of its lines."""
    page = paged(reading, offset, budget)
    return replace(page, flags=flags_on(view, page.path, page.first_line, page.last_line))


@shown.register
def _(result: ReadPage) -> Shown:
    told = shown.dispatch(Reading)(result)
    part = f"\n(line {result.next_line} goes on at offset {result.next_offset})" if result.next_offset else ""
    flags = "".join(f"\n({flag})" for flag in result.flags)
    return replace(told, text=told.text + part + flags, passages=tuple(replace(passage, flags=result.flags) for passage in told.passages))
