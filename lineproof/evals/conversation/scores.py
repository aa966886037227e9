"""Scores: what an answer is worth without a judge.

token F1   the harmonic mean of precision and recall of the stemmed words of an answer against those of the key (Rajpurkar et al. 2016),
           as LoCoMo has it (Maharana et al., arXiv 2402.17753): of a key with several parts the mean over its parts, each against the
           best part of the answer; of an open-domain key only what stands before its first semicolon
refusal    of what can be answered is worth 0; of what cannot, 1, and nothing else is

Stems are those of Porter's algorithm as snowball has it; the published program uses a variant that differs in a few words.
"""

import re
import string
from collections import Counter
from functools import cache
from statistics import fmean
from typing import Final

import Stemmer

from lineproof.evals.sessions import Question

MULTI_HOP: Final = "multi-hop"
OPEN_DOMAIN: Final = "open-domain"

_ARTICLES: Final = re.compile(r"\b(?:a|an|the|and)\b")
_PUNCTUATION: Final = str.maketrans("", "", string.punctuation)


def f1_of(question: Question, answer: str, refused: bool) -> float:
    """The token F1 of an answer, refusals taken into account."""
    if question.unanswerable or refused:
        return float(question.unanswerable and refused)
    if question.category == MULTI_HOP:
        return f1_of_parts(answer, question.answer)
    return token_f1(answer, question.answer.partition(";")[0] if question.category == OPEN_DOMAIN else question.answer)


def f1_of_parts(answer: str, key: str) -> float:
    """The mean over the parts of a key, between commas, of the best F1 that a part of the answer has."""
    parts = answer.split(",")
    return fmean(max(token_f1(part, wanted) for part in parts) for wanted in key.split(","))


def token_f1(answer: str, key: str) -> float:
    """The F1 of two texts as bags of words; 0 where they share none."""
    said, wanted = Counter(words_of(answer)), Counter(words_of(key))
    shared = (said & wanted).total()
    return 2 * shared / (said.total() + wanted.total()) if shared else 0.0


def words_of(text: str) -> list[str]:
    """The words of a text: lower case, without punctuation and articles, stemmed."""
    return list(map(_stem, _ARTICLES.sub(" ", text.lower().translate(_PUNCTUATION)).split()))


@cache
def _stem(word: str) -> str:
    return str(Stemmer.Stemmer("porter").stemWord(word))
