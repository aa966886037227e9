"""What an agent works with and what it gives back.

passage     words of the corpus with their lines; ``about`` names the document and the sections above, ``status`` says whether a claim
            is in force, where the tool that brought it knows
statement   a sentence of an answer with the lines that it is cited from
answer      statements, or none where the agent abstains
call        one use of a tool: what it was given, and what came back as an agent reads it
budget      the most calls, and the most tokens (characters / 4) that may come back
"""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

ACTIVE: Final = "active"
SUPERSEDED: Final = "superseded"


@dataclass(frozen=True, slots=True)
class Passage:
    """Words of the corpus; ``status`` is None where the tool does not know.

    ``breaks`` are the offsets in the text at which lines begin, each with its line; empty where that is not known.
    ``via`` is the edge along which it was reached, if it was.
    """

    path: str
    first_line: int
    last_line: int
    about: str
    text: str
    status: str | None = None
    breaks: tuple[tuple[int, int], ...] = ()
    via: str | None = None

    def line_at(self, offset: int) -> int:
        """The line on which a character of the text stands; the first where the lines within are not known."""
        place = bisect_right(self.breaks, offset, key=lambda one: one[0])
        return self.breaks[place - 1][1] if place else self.first_line

    @property
    def citation(self) -> str:
        """The lines as every command accepts them."""
        return f"{self.path}#L{self.first_line}" + (f"-L{self.last_line}" if self.last_line > self.first_line else "")


@dataclass(frozen=True)  # without slots, in which schemas of tools would see defaults
class Passages:
    """Passages, best first."""

    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence of an answer with its lines, from 1, both ends included."""

    text: str
    path: str
    first_line: int
    last_line: int

    @property
    def lines(self) -> frozenset[tuple[str, int]]:
        """The lines that are cited, each with its path."""
        return frozenset((self.path, line) for line in range(self.first_line, self.last_line + 1))


@dataclass(frozen=True, slots=True)
class Answer:
    """What an agent says; without statements it abstains, and ``reason`` says why."""

    statements: tuple[Statement, ...]
    reason: str = ""
    failed: bool = False
    """It says nothing because a model gave no answer that could be read."""

    @property
    def abstained(self) -> bool:
        """Whether it says that nothing answers."""
        return not self.statements and not self.failed

    @property
    def text(self) -> str:
        """All statements, one a line."""
        return "\n".join(statement.text for statement in self.statements)


@dataclass(frozen=True, slots=True)
class Call:
    """One use of a tool; ``result`` is JSON text, or the message of an error."""

    tool: str
    arguments: Mapping[str, Any]
    result: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Budget:
    """The most that an agent may use for one question."""

    calls: int = 16
    tokens: int = 24_000
