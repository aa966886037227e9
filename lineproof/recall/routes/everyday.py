"""Everyday: what documents say for words of everyday life (`klauen`: `Diebstahl`), by the tables of the languages (``words/``).

A question is asked in the words of who has it, and answered in those of the trade. Synonyms of a whole thesaurus find more that does not
answer than that does, so the tables hold only words for which documents have others.
"""

import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache

from lineproof.evidence.postings import terms_of
from lineproof.recall.nature import DOCUMENTS, nature_of
from lineproof.recall.question import FOLDER
from lineproof.recall.view import View


def formal(view: View, term: str, language: str) -> Sequence[str]:
    """The terms that documents say for a term of a question in a language; none in conversations, whose words are everyday ones."""
    return _formal(language).get(term, ()) if nature_of(view) == DOCUMENTS else ()


@lru_cache(maxsize=8)
def _formal(language: str) -> Mapping[str, Sequence[str]]:
    """For each everyday term of a language the others, in the order of the table; of words with one term the others of all."""
    file = FOLDER / f"{language}.toml"
    table = tomllib.loads(file.read_text(encoding="utf-8"))["everyday"] if file.exists() else {}
    found: dict[str, list[str]] = {}
    for word, others in table.items():
        for term in terms_of(word, language):
            found.setdefault(term, []).extend(other for one in others for other in terms_of(one, language) if other != term)
    return {term: tuple(dict.fromkeys(others)) for term, others in found.items()}
