"""Summaries: what a model says over the claims of a concept.

The model only writes sentences. Which claims a sentence rests on is found by the program, by the words that they share; a sentence
that rests on fewer than two is dropped, and every other still has to pass the gate with these claims as its quotes.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from rapidfuzz import fuzz
from rapidfuzz.utils import default_process

from lineproof.beliefs.reflect.model import SUMMARY, Proposal, Provision, Provisions
from lineproof.evidence.hashing import fingerprint
from lineproof.models.chat import Answer, Chat, Request, Schema

VERSION: Final = 1
"""Raised when the same answers would make other summaries."""
ROLE: Final = "reflect"
PROMPT: Final = "reflect"
FEWEST: Final = 3
MOST: Final = 30
"""Claims of a concept from and up to which a summary is asked for."""
MOST_CONCEPTS: Final = 200
"""Concepts that a summary is asked for, those of most documents first."""
SHARED: Final = 60.0
"""Similarity (token set ratio, 0 to 100) from which a sentence may rest on a claim."""
MOST_CLAIMS: Final = 6
"""Claims that one sentence rests on at most."""
SCHEMA: Final[Schema] = {
    "type": "object",
    "properties": {"summaries": {"type": "array", "maxItems": 3, "items": {"type": "string", "minLength": 1, "maxLength": 400}}},
    "required": ["summaries"],
    "additionalProperties": False,
}


ASKED: Final = (ROLE, PROMPT, SCHEMA)
"""What the identity of the reflector is made of."""


class ModelReflector:
    """Asks the model of the role ``reflect``."""

    def __init__(self, chat: Chat) -> None:
        self._chat = chat

    @property
    def identity(self) -> str:
        """The fingerprint of model, prompt, schema, settings and this module."""
        return fingerprint(self._chat.identity(ROLE, PROMPT, SCHEMA), str(VERSION))

    def propose(self, provisions: Provisions) -> Iterable[Proposal]:
        """Sentences over several claims, in the order of their concepts.

        Raises:
            BudgetSpent, Unavailable, Denied, NoModel, NotRecorded: see :class:`lineproof.models.chat.Chat`.
        """
        groups = subjects(provisions.values())
        answers = self._chat.complete_all([request(concept, held) for concept, held in groups.items()])
        for (concept, held), answer in zip(groups.items(), answers, strict=True):
            if isinstance(answer, Answer):
                yield from summaries(concept, held, answer.content, answer.model)


def subjects(provisions: Iterable[Provision]) -> Mapping[str, Sequence[Provision]]:
    """The concepts that a summary is asked for, each with the claims in force that are about it."""
    groups: dict[str, list[Provision]] = {}
    for provision in provisions:
        for concept in provision.concepts if provision.status == "active" else ():
            groups.setdefault(concept, []).append(provision)
    wide = {concept: len({one.document_id for one in held}) for concept, held in groups.items() if FEWEST <= len(held) <= MOST}
    chosen = sorted((concept for concept in wide if wide[concept] > 1), key=lambda concept: (-wide[concept], concept))[:MOST_CONCEPTS]
    return {concept: sorted(groups[concept], key=lambda one: one.position) for concept in chosen}


def request(concept: str, held: Sequence[Provision]) -> Request:
    """The question about one concept."""
    statements = dict.fromkeys(one.statement for one in held)
    return Request(ROLE, PROMPT, {"topic": concept, "claims": "\n".join(statements)}, SCHEMA)


def summaries(concept: str, held: Sequence[Provision], answer: Mapping[str, Any], model: str) -> Iterator[Proposal]:
    """What an answer says, bound to claims."""
    for sentence in dict.fromkeys(" ".join(str(said).split()) for said in answer["summaries"]):
        rests_on = _supporting(sentence, held)
        if len(rests_on) > 1:
            yield Proposal(SUMMARY, concept, sentence, rests_on, model)


def _supporting(sentence: str, held: Sequence[Provision]) -> tuple[Provision, ...]:
    """The claims that each give the sentence words that the claims more alike to it do not; of claims that state the same, one."""
    distinct = {one.statement: one for one in reversed(held)}.values()
    alike = {one.claim_id: fuzz.token_set_ratio(sentence, one.statement, processor=default_process) for one in distinct}
    missing = _words(sentence)
    chosen: list[Provision] = []
    for one in sorted(distinct, key=lambda one: (-alike[one.claim_id], one.position)):
        given = missing & _words(one.statement)
        if alike[one.claim_id] >= SHARED and given and len(chosen) < MOST_CLAIMS:
            chosen.append(one)
            missing -= given
    return tuple(sorted(chosen, key=lambda one: one.position))


def _words(text: str) -> set[str]:
    return set(default_process(text).split())
