"""Faithful: what a sentence that a model wrote must keep of the words that it quotes, before the gate compares it word by word.

attribution   words that make a sentence the saying of somebody (``some claim that``, ``laut``); without them it would be a fact
doubt         words by which a sentence is uncertain (``might``)
identifier    the name of a document or thing; a statement may not put another in the place of one that the quote names

A rule's statement is the words of its quote, so it keeps them; a model writes freely.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from lineproof.beliefs.propose.words import Words, phrases
from lineproof.evidence.signals.model import Signal

FOLDER: Final = Path(__file__).with_name("faithful")


def faults(
    statement: str, quotes: Sequence[str], said: Iterable[Signal], quoted: Iterable[Signal], words: Words, language: str
) -> Iterator[str]:
    """Why a statement is not faithful; nothing where it is.

    Args:
        statement: what the model wrote.
        quotes: the words that it rests on.
        said: the signals of the statement.
        quoted: those of the quotes.
        words: of the language, for doubts.
        language: its code, for attributions.
    """
    evidence = " ".join(quotes)
    attributing = attributions(language)
    if (found := attributing.search(evidence)) and not attributing.search(statement):
        yield f"attribution: {found.group()!r} of the quote is left out"
    if (found := words.uncertain.search(evidence)) and not words.uncertain.search(statement):
        yield f"doubt: {found.group()!r} of the quote is left out"
    ours, theirs = _identifiers(said), _identifiers(quoted)
    if theirs - ours and (strange := sorted(ours - theirs)):
        yield f"identifier: {strange[0]!r} stands in the place of {min(theirs - ours)!r}"


@cache
def attributions(language: str, folder: Path = FOLDER) -> re.Pattern[str]:
    """A pattern for the attributions of a language; of one without a file, one that never matches."""
    path = folder / f"{language}.toml"
    table = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return phrases(table.get("attributing", ()))


def _identifiers(signals: Iterable[Signal]) -> set[str]:
    return {signal.value or signal.text for signal in signals if signal.kind == "identifier"}
