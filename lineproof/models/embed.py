"""Embeddings: vectors of texts from an endpoint, each kept as soon as it is there.

role       ``embed``; it has a model only where ``[models.embed]`` names one, since a chat model cannot embed
request    up to ``AT_ONCE`` texts, bounded in characters, in one call
"""

import base64
import json
import struct
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Final

from lineproof.models.budget import Budget
from lineproof.models.buyer import Buyer, Purchase
from lineproof.models.endpoint import Endpoint, Reply
from lineproof.models.loop import Loop
from lineproof.models.prompts import hashed, tokens
from lineproof.models.retry import Timing
from lineproof.models.stored import Roles
from storage.answers import Answers, StoredAnswer
from storage.model_settings import ModelSettings

ROLE: Final = "embed"
AT_ONCE: Final = 64
MOST_CHARACTERS: Final = 60_000

Vector = tuple[float, ...]
"""Numbers of single precision; all vectors of a model have as many."""


class Embedder(Roles, AbstractContextManager["Embedder"]):
    """The embedder of one run on one corpus; its arguments are those of :class:`lineproof.models.client.StoredChat`."""

    def __init__(
        self,
        settings: ModelSettings,
        environment: Mapping[str, str],
        answers: Answers,
        budget: Budget,
        run_id: str,
        timing: Timing | None = None,
    ) -> None:
        super().__init__(settings, environment)
        self._answers = answers
        self._buyer = Buyer(answers, budget, run_id, timing or Timing(), self.key)
        self._loop = Loop()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """The vectors of texts, in their order; texts that were embedded before are not sent again.

        Raises:
            BudgetSpent, Unavailable, Denied, NoModel: vectors that came before are stored.
            TooLong: a text does not fit the model.
        """
        names = {text: hashed(ROLE, self.model(ROLE), text)[:32] for text in texts}
        stored = {text: found for text, name in names.items() if (found := self._answers.find(name)) and found.answer}
        for group in _groups([text for text in names if text not in stored]):
            bought = self._loop.run(self._buyer.buy(self._purchase(group, names)))
            stored.update(zip(group, bought, strict=True))
        return [_vector(stored[text]) for text in texts]

    def close(self) -> None:
        """Close connections and store."""
        self._loop.run(self._buyer.close())
        self._loop.close()
        self._answers.close()

    def _purchase(self, group: Sequence[str], names: Mapping[str, str]) -> Purchase:
        served = self.served(ROLE)

        async def ask(endpoint: Endpoint) -> Reply:
            return await endpoint.embed(group)

        def read(reply: Reply) -> list[StoredAnswer]:
            pairs = zip(group, reply.content, strict=True)
            return [StoredAnswer(names[text], ROLE, served.model, text, _packed(vector)) for text, vector in pairs]

        return Purchase(served, ROLE, None, tokens(group), ask, read, failed=lambda fault: ())


def _groups(texts: Sequence[str]) -> Iterator[list[str]]:
    """Texts in groups of one call each."""
    group: list[str] = []
    size = 0
    for text in texts:
        if group and (len(group) == AT_ONCE or size + len(text) > MOST_CHARACTERS):
            yield group
            group, size = [], 0
        group.append(text)
        size += len(text)
    if group:
        yield group


def _packed(vector: Sequence[float]) -> str:
    """A vector as a JSON text: its numbers in single precision, base64."""
    return json.dumps(base64.b64encode(struct.pack(f"<{len(vector)}f", *vector)).decode("ascii"))


def _vector(stored: StoredAnswer) -> Vector:
    raw = base64.b64decode(json.loads(stored.answer or '""'))
    return struct.unpack(f"<{len(raw) // 4}f", raw)
