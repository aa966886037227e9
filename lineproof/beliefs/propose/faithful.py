"""Faithful: what a sentence that a model wrote must keep of the words that it quotes, before the gate compares it word by word.

A reader sees nothing but the statement, so it may not lean on a sentence that is not there.

attribution   words that make a sentence the saying of somebody (``some claim that``, ``laut``); without them it would be a fact
doubt         words by which a sentence is uncertain (``might``)
identifier    the name of a document or thing; a statement may not put another in the place of one that the quote names
leaning       a word or two at the beginning that mean what a sentence before said (``Thereafter``, ``In diesem Fall``)
anticipating  words by which ``it`` means what the same sentence goes on to say (``It seems fair that``)
adverb        a word with an ending that makes one (``foolishly``); one that the quote lacks is the model's own judgement

A rule's statement is the words of its quote, so it keeps them; a model writes freely.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from lineproof.beliefs.propose.patterns import NEVER, Pattern, phrases
from lineproof.beliefs.propose.words import Words
from lineproof.evidence.signals.model import Signal

FOLDER: Final = Path(__file__).with_name("faithful")
WORD: Final = re.compile(r"\w+")
ABBREVIATION: Final = re.compile(r"[A-Z]{2,}")
"""What is no pronoun, though it has its letters (``IT``)."""
SIGNS: Final = re.compile(r"\A\W+")
"""What stands before the first word."""


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
    own = patterns(language)
    for name, pattern in (("attribution", own.attributing), ("doubt", words.uncertain)):
        if (found := pattern.search(evidence)) and not pattern.search(statement):
            yield f"{name}: {found.group()!r} of the quote is left out"
    for adverb in own.adverbs.findall(statement):
        if adverb.casefold() not in evidence.casefold():
            yield f"adverb: {adverb!r} is not in the quote"
    ours, theirs = _identifiers(said), _identifiers(quoted)
    if theirs - ours and (strange := sorted(ours - theirs)):
        yield f"identifier: {strange[0]!r} stands in the place of {min(theirs - ours)!r}"


def dependence(statement: str, words: Words) -> str | None:
    """What in a statement only a sentence before it explains; None where it stands alone."""
    own = patterns(words.language.code)
    pronoun = next((found for found in words.pronouns.finditer(statement) if not ABBREVIATION.fullmatch(found.group())), None)
    anticipates = words.expletives.match(statement) or own.anticipating.match(statement)
    if pronoun and not anticipates and not _names_something(statement[: pronoun.start()], words):
        return f"referent: the statement does not say what {pronoun.group()!r} means"
    if found := own.leaning.match(statement, len(statement) - len(SIGNS.sub("", statement))):
        return f"referent: {found.group()!r} means what a sentence before the statement says"
    return None


def _names_something(before: str, words: Words) -> bool:
    """Whether words have anything that a pronoun behind them could mean."""
    first = WORD.search(before)
    return first is not None and (first.group().lower() not in words.empty or words.determiners.search(before) is not None)


class Patterns(NamedTuple):
    """The patterns of a language; of one without a file, such that never match."""

    attributing: Pattern
    adverbs: Pattern
    leaning: Pattern
    anticipating: Pattern


@cache
def patterns(language: str, folder: Path = FOLDER) -> Patterns:
    """The patterns of a language, from its file."""
    path = folder / f"{language}.toml"
    table = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    endings, others = ("|".join(map(re.escape, table.get(name, ()))) for name in ("adverb_endings", "no_adverbs"))
    adverbs = re.compile(rf"(?!(?:{others})\b)\b\w{{2,}}(?:{endings})\b", re.IGNORECASE) if endings else NEVER
    attributing, leaning, anticipating = (phrases(table.get(name, ())) for name in ("attributing", "leaning", "anticipating"))
    return Patterns(attributing, adverbs, leaning, anticipating)


def _identifiers(signals: Iterable[Signal]) -> set[str]:
    return {signal.value or signal.text for signal in signals if signal.kind == "identifier"}
