"""Prose: outlines put into connected sentences by a model, each checked against the claims that it is bound to.

The model gets numbered claims and answers with sentences and the numbers that each of them states. It decides nothing: a sentence
without a number that we gave, or that says more than its claims, is removed and counted; what it left out is said by template.

share     claims that one question is about: a part of a block
fallen    a page that the model could not be asked about; it is composed by templates, and asked about again next time
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from lineproof.beliefs.gate import judge
from lineproof.beliefs.model import ACCEPTED, Surroundings
from lineproof.evidence.hashing import fingerprint
from lineproof.models.chat import Answer, Chat, Request
from lineproof.models.errors import BadAnswer, BudgetSpent, Denied, NoModel, NotRecorded, Unavailable
from lineproof.wiki.compose import LEAD, Composed, Templates, Written, bound
from lineproof.wiki.outline import Block, Item, Outline
from lineproof.wiki.text import sentence, visible

VERSION: Final = 1
"""Raised when the same answers would make other sentences."""
ROLE: Final = "compose"
PROMPT: Final = "compose"
SHARE: Final = 20
LONGEST: Final = 1_000
STOPS: Final = (BudgetSpent, Denied, NoModel, NotRecorded, Unavailable)
"""Errors after which no further question is asked."""
SENTENCE: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": {
        "text": {"type": "string", "minLength": 1, "maxLength": LONGEST},
        "claims": {"type": "array", "minItems": 1, "maxItems": SHARE, "items": {"type": "integer", "minimum": 1, "maximum": SHARE}},
    },
    "required": ["text", "claims"],
    "additionalProperties": False,
}
SCHEMA: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": {"sentences": {"type": "array", "maxItems": 2 * SHARE, "items": SENTENCE}},
    "required": ["sentences"],
    "additionalProperties": False,
}
USABLE: Final[Mapping[str, Any]] = {"type": "object", "properties": {"sentences": {"type": "array"}}, "required": ["sentences"]}
"""What an answer must be for its sentences to be looked at one by one."""


@dataclass(frozen=True, slots=True)
class Share:
    """Claims under one heading of a page, as they are numbered from 1; ``position`` is that of the block on the page."""

    position: int
    block: Block
    items: tuple[Item, ...]

    def request(self, outline: Outline) -> Request:
        """The question about them."""
        claims = "\n".join(f"{number}. {sentence(item.facts[0].statement)}" for number, item in enumerate(self.items, 1))
        page = "\n".join(filter(None, (outline.title, self.block.title)))
        return Request(ROLE, PROMPT, {"page": page, "claims": claims}, SCHEMA, USABLE)


ASKED: Final = (ROLE, PROMPT, SCHEMA)
"""What the identity of the composer is made of."""


class Prose:
    """The composer that asks the model of the role ``compose``."""

    def __init__(self, chat: Chat) -> None:
        self._chat = chat
        self._templates = Templates()
        self._stopped = False

    @property
    def identity(self) -> str:
        """The fingerprint of model, prompt, schema, templates and this module: of all but the outline."""
        return fingerprint(self._chat.identity(ROLE, PROMPT, SCHEMA), self._templates.identity, str(VERSION))

    def compose(self, outlines: Sequence[Outline]) -> Iterator[Composed]:
        """The sentences of each outline, in order; once the model cannot be asked any more, by templates."""
        for outline in outlines:
            yield self._asked(outline) if outline.items else next(iter(self._templates.compose([outline])))

    def _asked(self, outline: Outline) -> Composed:
        shares = [share for position, block in enumerate(outline.blocks) for share in _shares(position, block)]
        try:
            if self._stopped:
                return self._fallen(outline)
            answers = self._chat.complete_all([share.request(outline) for share in shares])
            return self._written(outline, shares, answers)
        except STOPS:
            self._stopped = True
            return self._fallen(outline)

    def _fallen(self, outline: Outline) -> Composed:
        return replace(next(iter(self._templates.compose([outline]))), final=False)

    def _written(self, outline: Outline, shares: Sequence[Share], answers: Sequence[Answer | BadAnswer]) -> Composed:
        accepted: dict[int, list[Written]] = {}
        removed = 0
        for share, answer in zip(shares, answers, strict=True):
            proposed = answer.content["sentences"] if isinstance(answer, Answer) else ()
            kept = [written for one in proposed if (written := _sentence(one, share, outline))]
            removed += len(proposed) - len(kept)
            accepted.setdefault(share.position, []).extend(kept)
        stated = {claim for kept in accepted.values() for written in kept for claim in written.claim_ids}
        told: list[Written] = []
        for position, block in enumerate(outline.blocks):
            told += (*accepted.get(position, ()), *self._rest(outline, _left(block, stated)))
        return bound(outline, self._chat.model(ROLE), told, removed)

    def _rest(self, outline: Outline, block: Block) -> tuple[Written, ...]:
        """What the model left out of a block, and what is not for it to tell, by template."""
        return next(iter(self._templates.compose([replace(outline, blocks=(block,))]))).sentences


def _shares(position: int, block: Block) -> Iterator[Share]:
    """The claims of a block; changes, conflicts and lists are told by template, since their form is what they say."""
    claims = [item for item in block.items if item.role == "claim"]
    for start in range(0, len(claims), SHARE):
        yield Share(position, block, tuple(claims[start : start + SHARE]))


def _left(block: Block, stated: set[str]) -> Block:
    return replace(block, items=tuple(item for item in block.items if item.role != "claim" or not stated.intersection(item.claim_ids)))


def _sentence(proposed: Any, share: Share, outline: Outline) -> Written | None:  # noqa: ANN401
    """A sentence of a model, if the claims that it names say all that it says."""
    try:
        text, numbers = sentence(visible(proposed["text"])), proposed["claims"]
        items = [share.items[number - 1] for number in dict.fromkeys(numbers) if 0 < number <= len(share.items)]
    except (TypeError, KeyError, AttributeError):
        return None
    if not items or len(items) != len(set(numbers)) or len(text) > LONGEST:
        return None
    around = Surroundings(share.block.title, outline.title, language=outline.language)
    statements = [item.facts[0].statement for item in items]
    if judge(text, statements, around).verdict != ACCEPTED:
        return None
    claims = tuple(claim for item in items for claim in item.claim_ids)
    return Written(share.block.title, LEAD if not share.block.title else "claim", text, claims)
