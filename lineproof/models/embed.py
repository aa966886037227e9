"""Embeddings: vectors of texts from an endpoint, each kept as soon as it is there.

role       ``embed``; it has a model only where ``[models.embed]`` names one, since a chat model cannot embed
request    up to ``AT_ONCE`` texts, bounded in characters, in one call
"""

import base64
import json
import struct
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from lineproof.models.buyer import Purchase
from lineproof.models.endpoint import Endpoint, Reply
from lineproof.models.prompts import hashed, tokens
from lineproof.models.store_client import StoreClient
from storage.answers import StoredAnswer

ROLE: Final = "embed"
AT_ONCE: Final = 64
MOST_CHARACTERS: Final = 60_000

Vector = tuple[float, ...]
"""Numbers of single precision; all vectors of a model have as many."""


class Embedder(StoreClient):
    """The embedder of one run on one corpus; a :class:`lineproof.models.embedder.TextEmbedder`."""

    languages: Final = None

    @property
    def name(self) -> str:
        """The name of the model; see :meth:`lineproof.models.stored.Roles.served`."""
        return self.model(ROLE)

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
