"""Faithful: what a sentence that a model wrote must keep of the words that it quotes, before the gate compares it word by word.

attribution   words that make a sentence the saying of somebody (``some claim that``, ``laut``); without them it would be a fact
doubt         words by which a sentence is uncertain (``might``)
identifier    the name of a document or thing; a statement may not put another in the place of one that the quote names
adverb        a word with an ending that makes one (``foolishly``); one that the quote lacks is the model's own judgement

A rule's statement is the words of its quote, so it keeps them; a model writes freely.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from lineproof.beliefs.propose.patterns import NEVER, phrases
from lineproof.beliefs.propose.words import Words
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
    attributing, adverbs = patterns(language)
    for name, pattern in (("attribution", attributing), ("doubt", words.uncertain)):
        if (found := pattern.search(evidence)) and not pattern.search(statement):
            yield f"{name}: {found.group()!r} of the quote is left out"
    for adverb in adverbs.findall(statement):
        if adverb.casefold() not in evidence.casefold():
            yield f"adverb: {adverb!r} is not in the quote"
    ours, theirs = _identifiers(said), _identifiers(quoted)
    if theirs - ours and (strange := sorted(ours - theirs)):
        yield f"identifier: {strange[0]!r} stands in the place of {min(theirs - ours)!r}"


@cache
def patterns(language: str, folder: Path = FOLDER) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Patterns for the attributions and the adverbs of a language; of one without a file, such that never match."""
    path = folder / f"{language}.toml"
    table = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    endings, others = ("|".join(map(re.escape, table.get(name, ()))) for name in ("adverb_endings", "no_adverbs"))
    adverbs = re.compile(rf"(?!(?:{others})\b)\b\w{{2,}}(?:{endings})\b", re.IGNORECASE) if endings else NEVER
    return phrases(table.get("attributing", ())), adverbs


def _identifiers(signals: Iterable[Signal]) -> set[str]:
    return {signal.value or signal.text for signal in signals if signal.kind == "identifier"}
