"""Turns: what a turn of a conversation is besides its words: who says it, how much it tells, whether it names a time, instructs or prefers.

telling       ln(1 + words outside of questions), over the greatest of the corpus: a turn that only asks tells nothing
timed         whether a turn has an expression of time
instructing   whether a person tells an assistant how to behave from now on
preferring    whether a person says what they would rather have

All is read once a snapshot; texts that tell are in ``words/``.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from lineproof.evidence.names import name_key
from lineproof.evidence.postings import terms_of
from lineproof.recall.columns import columns_of
from lineproof.recall.nature import ASSISTANTS
from lineproof.recall.question import Question, patterns
from lineproof.recall.routes.lexical import Scores
from lineproof.recall.view import View

INSTRUCTION_LENGTH: Final = 400
"""Characters at the beginning of a turn in which an instruction stands."""

_TURNS: Final = """
SELECT t.paragraph_id, t.speaker, substr(p.text, length(t.speaker) + 3), d.language FROM evidence.turns t
JOIN evidence.paragraphs p USING (document_id, paragraph_id) JOIN evidence.documents d USING (document_id)
"""
_SENTENCE: Final = re.compile(r"[^.!?]+[.!?]*")


@dataclass(frozen=True)
class Turns:
    """The turns of a snapshot, as scores of all paragraphs (n): 0 for what is no turn."""

    telling: Scores
    timed: Scores
    person: Scores
    instructing: Scores
    preferring: Scores


def turns_of(view: View) -> Turns:
    """The turns of a snapshot, read once."""
    return view.keep(_turns)


def telling(view: View, question: Question) -> Scores:
    """How much each turn tells, whatever the question."""
    return turns_of(view).telling


def timed(view: View, question: Question) -> Scores:
    """Which turns name a time, where the question asks for one."""
    found = turns_of(view).timed
    return found if "date" in question.asked else np.zeros_like(found)


def person(view: View, question: Question) -> Scores:
    """Which turns are not an assistant's, whatever the question."""
    return turns_of(view).person


def instructing(view: View, question: Question) -> Scores:
    """Which turns tell an assistant how to behave, whatever the question."""
    return turns_of(view).instructing


def preferring(view: View, question: Question) -> Scores:
    """Which turns say what a person would rather have, whatever the question."""
    return turns_of(view).preferring


def _turns(view: View) -> Turns:
    columns = columns_of(view)
    scores = Turns(*(np.zeros(len(columns), dtype=np.float32) for _ in range(5)))
    for paragraph, speaker, text, language in view.rows(_TURNS):
        number = columns.positions[paragraph]
        words = f" {name_key(text)} "
        human = (speaker or "").lower() not in ASSISTANTS
        scores.telling[number] = np.log1p(_told(text, language))
        scores.timed[number] = _any(words, "mentions", "time")
        scores.person[number] = human
        scores.instructing[number] = human and _instructs(text[:INSTRUCTION_LENGTH])
        scores.preferring[number] = human and _any(words, "mentions", "preference")
    greatest = float(scores.telling.max(initial=0.0))
    return Turns(
        scores.telling / greatest if greatest else scores.telling, scores.timed, scores.person, scores.instructing, scores.preferring
    )


def _told(text: str, language: str) -> int:
    """The words that say something outside of questions."""
    sentences: Sequence[str] = _SENTENCE.findall(text)
    return sum(len(terms_of(sentence, language)) for sentence in sentences if not sentence.strip().endswith("?"))


def _instructs(text: str) -> bool:
    """Whether a text speaks of what is to be done from now on, or one of its sentences begins as a command."""
    begins = any(_any(f" {name_key(sentence)} ", "mentions", "command", begin=True) for sentence in _SENTENCE.findall(text))
    return begins or _any(f" {name_key(text)} ", "mentions", "instruction")


def _any(words: str, table: str, name: str, begin: bool = False) -> bool:
    """Whether words have a phrase of a table, at their beginning where that is wanted."""
    found = (pattern.match(words) if begin else pattern.search(words) for language in patterns(table) for pattern in language.get(name, ()))
    return any(found)
