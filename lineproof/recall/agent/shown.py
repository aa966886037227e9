"""Shown: the result of a tool as a model sees it, with the passages of the corpus that it holds.

passage    words of a document with the lines on which they stand; an answer may cite those that were shown, and no others
shown      text and passages; ``shown`` takes any result, and may be told of further kinds (``@shown.register``)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import singledispatch
from typing import Final

from lineproof.recall.pack import CHARACTERS
from lineproof.recall.policies import policy_of
from lineproof.recall.read import Reading
from lineproof.recall.recall import Recalled

CUT: Final = "\n... (cut here: ask for less, or turn the page)"


@dataclass(frozen=True, slots=True)
class Passage:
    """Words of a document; where it has as many lines of text as of the document, each is one of these."""

    path: str
    first_line: int
    last_line: int
    text: str
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Shown:
    """A result as a model sees it; ``policy`` is how to answer from it, for one that nothing else tells."""

    text: str
    passages: tuple[Passage, ...] = ()
    policy: str = ""

    @property
    def told(self) -> str:
        """All that a result says to a model."""
        return "\n\n".join(filter(None, (self.policy, self.text)))

    def cut(self, tokens: int) -> "Shown":
        """The same within some tokens (characters / 4); what is cut away was not shown."""
        most = tokens * CHARACTERS
        if len(self.text) <= most:
            return self
        seen = self.text[:most]
        return Shown(seen + CUT, tuple(one for one in self.passages if all(line in seen for line in one.text.splitlines())), self.policy)


@singledispatch
def shown(result: object) -> Shown:
    """Any result: a text as it is, all else as JSON."""
    return Shown(result if isinstance(result, str) else as_json(result))


def as_json(result: object) -> str:
    """A result as JSON."""
    from pydantic_core import to_json

    return to_json(result, serialize_unknown=True).decode()


@shown.register
def _(result: Recalled) -> Shown:
    policy, notes = policy_of(result.policy).text, result.notes
    passages = (Passage(one.path, one.first_line, one.last_line, one.text, one.flags) for one in result.items)
    return Shown("\n\n".join(filter(None, (notes, result.context))), tuple(passages), policy)


@shown.register
def _(result: Reading) -> Shown:
    more = f"\n(the lines go on after {result.last_line})" if result.more else ""
    doubt = "" if result.verified else "\n(these lines are not as they were stored: do not rely on them)"
    numbered = "\n".join(f"{line.n}: {line.text}" for line in result.lines)
    passage = Passage(result.path, result.first_line, result.last_line, "\n".join(line.text for line in result.lines))
    passages: Sequence[Passage] = (passage,) if result.lines and result.verified else ()
    return Shown(f"{result.path}\n{numbered}{more}{doubt}", tuple(passages))
