"""Defined terms: what a text gives a meaning to. They become nodes of the graph, so a doubtful one is left out.

pattern   words around a term, from the language file: ``{quoted}`` a term in quotation marks, ``{name}`` up to five
          words at the start of a sentence or clause, ``{lead}`` the same at the start of the paragraph, ``{bold}``
          a term in bold at the start, ``{opener}`` a word with which an explanation begins, ``#`` a number
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final

from lineproof.evidence.language import WORD, Language
from lineproof.evidence.signals.model import Signal
from lineproof.evidence.signals.phrases import Paragraph, either

QUOTED: Final = r"(?:\*\*|__)?[\"“”„«»‘‚](?P<term>[^\"“”„«»\n]{1,80}?)[\"“”»«’](?:\*\*|__)?"
NAME: Final = r"(?P<term>[^\W\d_][\w'’-]{0,40}(?: [\w'’-]{1,40}){0,5}?)"
BOLD: Final = r"(?<![^\s>*-])(?:\*\*|__)(?P<term>[^*_\n:.]{2,60}?)[:.]?(?:\*\*|__)"
START: Final = r"(?:^(?:\([0-9A-Za-z]{1,3}\) |[0-9A-Za-z]{1,3}[.)] |[*-] )?)"
CLAUSE_START: Final = rf"(?:{START}|(?<=[.;:,!?] ))"
TERM: Final = re.compile(r"[\w][\w .'’&/()-]*")
BLANK: Final = r"[\s\u00a0]{1,2}"
LONGEST: Final = 6


def terms(paragraph: Paragraph, language: Language) -> Iterator[Signal]:
    """All terms that a paragraph defines, in no order."""
    table = _patterns(language)
    keys = table.keys() & paragraph.words
    if "**" in paragraph.text or "__" in paragraph.text:
        keys.add("")
    for pattern in {pattern for key in keys for pattern in table.get(key, ())}:
        for found in pattern.finditer(paragraph.text):
            if signal := _term(paragraph, found, language):
                yield signal


def _term(paragraph: Paragraph, found: re.Match[str], language: Language) -> Signal | None:
    start, end = _trimmed(paragraph.text, *found.span("term"), language)
    term = paragraph.text[start:end]
    words = term.lower().split()
    if not words or len(words) > LONGEST or not (WORD.search(term) and TERM.fullmatch(term)):
        return None
    plain_name = paragraph.text[found.start("term") - 1 : found.start("term")] not in tuple('"“”„«»‘‚')
    if plain_name and (words[0] in language.stop_words or not language.stop_words.isdisjoint(words[-1:])):
        return None
    if plain_name and words[0] in language.definitions.never:
        return None
    return Signal("defined_term", start, end, term, " ".join(term.split()), None)


def _trimmed(text: str, start: int, end: int, language: Language) -> tuple[int, int]:
    """Without blanks and final punctuation, and without articles before it."""
    while end > start and (text[end - 1].isspace() or text[end - 1] in ".,;:"):
        end -= 1
    while start < end and text[start].isspace():
        start += 1
    first, blank, _ = text[start:end].partition(" ")
    if blank and first.lower() in language.definitions.articles:
        return _trimmed(text, start + len(first) + 1, end, language)
    return start, end


@lru_cache(maxsize=64)
def _patterns(language: Language) -> dict[str, tuple[re.Pattern[str], ...]]:
    """The patterns by a word without which they cannot be found; those without any by the empty word."""
    table: dict[str, tuple[re.Pattern[str], ...]] = {}
    for text in language.definitions.patterns:
        words = text.split()
        pattern = re.compile(_joined([_part(word, language) for word in words], words), re.IGNORECASE)
        for key in _rarest([word for word in words if word[0].isalpha()]):
            table[key] = (*table.get(key, ()), pattern)
    return table


def _rarest(words: list[str]) -> list[str]:
    """The alternatives of the longest word (by its shortest alternative): without one of them nothing is found."""
    return max((word.split("|") for word in words), key=lambda alternatives: min(map(len, alternatives)), default=[""])


def _joined(parts: list[str], words: list[str]) -> str:
    """The parts with blanks between words; around punctuation blanks are optional."""
    text = parts[0]
    for part, (left, right) in zip(parts[1:], pairwise(words), strict=True):
        text += (BLANK if _is_word(left) and _is_word(right) else r"[\s\u00a0]{0,2}") + part
    text = {"{name}": CLAUSE_START, "{lead}": START}.get(words[0], "") + text
    return text + (r"(?!\w)" if words[-1][-1].isalpha() else "")


def _is_word(word: str) -> bool:
    return word[0].isalnum() or word[0] in "{#"


def _part(word: str, language: Language) -> str:
    match word:
        case "{quoted}":
            return QUOTED
        case "{name}" | "{lead}":
            return NAME
        case "{bold}":
            return BOLD
        case "{opener}":
            return f"(?:{either(language.definitions.openers) or '(?!)'})(?!\\w)"
        case "#":
            return r"[0-9]{1,4}"
    if word[0].isalpha():
        return rf"(?<!\w)(?:{either(word.split('|'))})(?!\w)"
    return re.escape(word)
