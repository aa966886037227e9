"""Decisions: what people said of statements; an append-only file beside the settings, so that a clean build has them too.

decision   to accept, reject or edit a statement with its quote, wherever these words stand; the last one of a pair counts
key        the hash of statement and quote: a decision outlives moves and renames, and ends when the quoted words change; of a
           statement that repeats its quote only the quote counts, so that it also outlives a change of the heading above
"""

import datetime
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from lineproof.beliefs.errors import BadDecisions
from lineproof.evidence.hashing import fingerprint

ACTIONS: Final = ("accept", "reject", "edit")
FILE: Final = "review.jsonl"


@dataclass(frozen=True, slots=True)
class Decision:
    """One line of the file; ``revised`` is the statement that a person wrote instead, for the action edit."""

    action: str
    statement: str
    quote: str
    by: str
    at: str
    revised: str | None = None

    @property
    def key(self) -> str:
        """What it is about."""
        return decision_key(self.statement, self.quote)

    @property
    def effect(self) -> str:
        """What it does, and in whose name; when does not count."""
        return f"{self.action}:{self.by}:{self.revised or ''}"


@dataclass(frozen=True, slots=True)
class Decisions:
    """The decisions of a corpus by key."""

    by_key: Mapping[str, Decision]

    def about(self, statement: str, quote: str) -> Decision | None:
        """What was decided of a statement with its principal quote."""
        return self.by_key.get(decision_key(statement, quote)) if self.by_key else None


NONE: Final = Decisions({})


def decision_key(statement: str, quote: str) -> str:
    """The key under which a statement with its principal quote is decided; one that repeats its quote is known by that alone."""
    return fingerprint("" if quote in statement else statement, quote)


def load_decisions(folder: Path) -> Decisions:
    """Read the file of a corpus; no decisions where there is none.

    Raises:
        BadDecisions: a line is not what :func:`record` writes.
    """
    try:
        lines = (folder / FILE).read_text(encoding="utf-8").split("\n")
    except FileNotFoundError:
        return NONE
    except UnicodeDecodeError as error:
        raise BadDecisions(folder / FILE, 1, f"it is no UTF-8: {error}") from error
    found = [_decision(folder / FILE, number, line) for number, line in enumerate(lines, 1) if line.strip()]
    return Decisions({decision.key: decision for decision in found})


def _decision(file: Path, number: int, line: str) -> Decision:
    try:
        decision = Decision(**json.loads(line))
    except (ValueError, TypeError, RecursionError) as error:
        raise BadDecisions(file, number, str(error)) from error
    texts = (decision.statement, decision.quote, decision.by, decision.at)
    if decision.action not in ACTIONS or not all(isinstance(text, str) for text in texts):
        raise BadDecisions(file, number, f"the action must be one of {', '.join(ACTIONS)}, the rest text")
    if (decision.action == "edit") != isinstance(decision.revised, str):
        raise BadDecisions(file, number, "an edit, and nothing else, has the revised statement")
    return decision


def record(folder: Path, decisions: Iterable[Decision]) -> None:
    """Append decisions to the file of a corpus."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps(asdict(decision), ensure_ascii=False, sort_keys=True) + "\n" for decision in decisions]
    with (folder / FILE).open("a+", encoding="utf-8") as file:
        file.seek(0)
        text = file.read()  # an editor may have left the last line without its end
        file.write(("" if text.endswith("\n") or not text else "\n") + "".join(lines))


def now() -> str:
    """The moment of a decision, in UTC."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
