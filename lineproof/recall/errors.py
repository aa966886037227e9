"""What can be wrong with a question to the graph; each message names the thing, the reason and the next step.

The next step is named as commands and tools of agents both are: `locate`, `expand`.
"""

from collections.abc import Iterable, Sequence


class NavigationError(Exception):
    """A question that cannot be answered as it was put."""


class UnknownNode(NavigationError):
    """Nothing in the corpus has this id, path or name."""

    def __init__(self, text: str, nearest: Sequence[str] = ()) -> None:
        guess = f" Nearest names: {'; '.join(nearest)}." if nearest else ""
        super().__init__(f"Nothing is called {text!r}.{guess} Look for it: locate {_quoted(text)}")
        self.text = text
        self.nearest = tuple(nearest)


class UnknownPart(UnknownNode):
    """The document is known, but it has no such section, term or anchor."""

    def __init__(self, text: str, document: str, part: str) -> None:
        super().__init__(text)
        self.args = (f"{document} has nothing called {part!r}. See what it has: expand {_quoted(document)}",)


class UnknownEdition(UnknownNode):
    """Documents of this name are known, but none is of this edition."""

    def __init__(self, text: str, edition: str, known: Sequence[str], total: int) -> None:
        super().__init__(text)
        listed = "".join(f"\n  {one}" for one in known) + (f"\n  and {total - len(known)} more" if total > len(known) else "")
        self.args = (f"{text!r}: there is no edition {edition}. Of this name there is:{listed}",)


class AmbiguousNode(NavigationError):
    """Several nodes have this name."""

    def __init__(self, text: str, candidates: Sequence[str], total: int) -> None:
        listed = "".join(f"\n  {candidate}" for candidate in candidates)
        more = f"\n  and {total - len(candidates)} more" if total > len(candidates) else ""
        super().__init__(f"{text!r} names {total} nodes; give the id or the path of one:{listed}{more}")
        self.text = text
        self.candidates = tuple(candidates)


class UnknownEdge(NavigationError):
    """A type of edge that the graph does not have."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__(f"There is no edge type {name!r}. There are: {', '.join(known)}.")


class BadWalk(NavigationError):
    """A walk that does not say which way to go, or how far."""


class NoTerms(NavigationError):
    """Nothing to look for."""

    def __init__(self) -> None:
        super().__init__("There are no terms to look for. Give a name, or words of the question.")


class BadLines(NavigationError):
    """Lines that are not written as numbers, or that the node does not have."""


def _quoted(text: str) -> str:
    return '"' + text.replace('"', " ") + '"'


class RecallError(Exception):
    """A question whose arguments are not as they must be."""


class BadArgument(RecallError):
    """An argument that is not of its type, or out of its bounds."""


class ClosedMemory(RecallError):
    """A corpus that is asked after it was closed."""

    def __init__(self, corpus: str) -> None:
        super().__init__(f"The memory of {corpus!r} was closed. Open it again: Memory.open(WORKSPACE, {corpus!r})")


class EmptyQuestion(RecallError):
    """A question without words."""

    def __init__(self) -> None:
        super().__init__("There is no question. Give it in words.")


class BadDay(RecallError):
    """What should be a day, and is none."""

    def __init__(self, text: object) -> None:
        super().__init__(f"{text!r} is no date; write it as 2026-01-31, or leave it out.")


class NotEmbedded(RecallError):
    """No vector of a question: its message tells why, and recall does without."""


class UnknownPolicy(RecallError):
    """There is no answer policy of this name."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__(f"There is no policy {name!r}. There are: {', '.join(known)}.")


class BadBudget(RecallError):
    """A budget that is no number of tokens."""

    def __init__(self, budget: int, most: int) -> None:
        super().__init__(f"A budget of {budget} tokens cannot be filled; give a whole number, 1 to {most}.")
