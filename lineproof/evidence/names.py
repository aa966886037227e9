"""Names: how a name is compared.

key    a name reduced to what decides whether two spellings mean the same: `RFC5321`, `RFC 5321` and `rfc-5321` have one key
stem   a key whose words are reduced to their stems, for names that inflect (`des Bürgerlichen Gesetzbuchs`)
"""

import re
import unicodedata
from functools import lru_cache

import Stemmer

_WORD = re.compile(r"[^\W\d_]+|\d+|§")
STEMMED = "stem:"
_ALGORITHMS = {"en": "english", "de": "german", "es": "spanish"}


def name_key(name: str) -> str:
    """The key of a name: case, width, punctuation and leading zeros do not matter, and letters part from digits."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(word.lstrip("0") or "0" if word.isdigit() else word for word in _WORD.findall(folded))


def written(name: str, words: range) -> str:
    """Some words of a name's key, by their places, as the name writes them; a bracket that opens among them is closed."""
    text = unicodedata.normalize("NFKC", name)
    found = list(_WORD.finditer(text))[words.start : words.stop]
    shown = text[found[0].start() : found[-1].end()] if found else ""
    return shown + ")" * (shown.count("(") - shown.count(")"))


def stem_key(name: str, language: str) -> str:
    """The key of a name as it stands, inflected, in text of a language: behind `stem:` and the language its words without their endings."""
    return f"{STEMMED}{language}:{' '.join(stem(word, language) for word in name_key(name).split())}"


@lru_cache(maxsize=200_000)
def stem(word: str, language: str) -> str:
    """The stem of one folded word."""
    algorithm = _ALGORITHMS.get(language)
    return str(_stemmer(algorithm).stemWord(word)) if algorithm else word


@lru_cache(maxsize=8)
def _stemmer(algorithm: str) -> Stemmer.Stemmer:
    """A stemmer that keeps nothing: ``stem`` does, and so threads may share it."""
    return Stemmer.Stemmer(algorithm, 0)
