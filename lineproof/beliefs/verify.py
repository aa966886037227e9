"""Verifying: whether a statement still holds by a text that took the place of the one it was made from.

finding    true, false or unknown, with the passage of the text that decides
verifier   whoever is asked; one closed question, and one call for each statement whose evidence changed

Who says `true` or `false` must show a passage that stands in the text; what it cannot show, it does not know. The passage is widened
to whole sentences, so that it cannot be shown without what denies or limits it. The finding makes no statement of its own: what is
believed is made from the text, and passes the gate.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from lineproof.beliefs.locate import Span, locate, overlapping
from lineproof.evidence.language import available, load
from lineproof.evidence.sentences import sentences
from lineproof.models.chat import Chat, Request
from lineproof.models.errors import BadAnswer

ROLE: Final = "verify"
PROMPT: Final = "verify"
TRUE: Final = "true"
FALSE: Final = "false"
UNKNOWN: Final = "unknown"
SCHEMA: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": {
        "evidence": {"type": "string", "maxLength": 2_000},
        "answer": {"type": "string", "enum": [TRUE, FALSE, UNKNOWN]},
    },
    "required": ["evidence", "answer"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found: ``answer`` is true, false or unknown, ``evidence`` words of the text, empty where there are none.

    ``by`` is the model, ``fingerprint`` that of prompt and question.
    """

    answer: str
    evidence: str
    by: str
    fingerprint: str | None = None


class Verifier(Protocol):
    """Whoever says whether statements hold."""

    @property
    def identity(self) -> str:
        """The fingerprint of everything but statement and text that a finding depends on."""
        ...

    def still_true(self, statement: str, text: str) -> Finding:
        """Whether a statement holds by a text."""
        ...


class ModelVerifier:
    """Asks the model of the role ``verify``; ``asked`` counts the questions."""

    def __init__(self, chat: Chat) -> None:
        self._chat = chat
        self.asked = 0

    @property
    def identity(self) -> str:
        """The fingerprint of model, prompt, schema and settings."""
        return self._chat.identity(ROLE, PROMPT, SCHEMA)

    def still_true(self, statement: str, text: str) -> Finding:
        """Whether a statement holds by a text; unknown where the model gives no answer that can be used.

        Raises:
            BudgetSpent, Unavailable, Denied, NoModel, NotRecorded: see :class:`Chat`.
        """
        self.asked += 1
        try:
            answer = self._chat.complete(request(statement, text))
        except BadAnswer:
            return Finding(UNKNOWN, "", self._chat.model(ROLE))
        said, evidence = str(answer.content["answer"]), str(answer.content["evidence"])
        spans = locate(evidence, text)
        if not spans:
            return Finding(UNKNOWN, "", answer.model, answer.fingerprint)
        start, end = widened(text, spans[0])
        return Finding(said, text[start:end], answer.model, answer.fingerprint)


def request(statement: str, text: str) -> Request:
    """The question whether a statement holds by a text."""
    return Request(ROLE, PROMPT, {"statement": statement, "text": text}, SCHEMA)


def widened(text: str, span: Span) -> Span:
    """A span with the rest of its sentences; by the language in which they are longest, since that of the text is not known."""
    start, end = span
    for code in available():
        first, last = overlapping(list(sentences(text, load(code))), *span)
        start, end = min(start, first), max(end, last)
    return start, end
