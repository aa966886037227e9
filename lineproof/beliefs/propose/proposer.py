"""Proposer: what makes candidates of documents, be it rules or a model."""

from collections.abc import Sequence
from typing import Protocol

from lineproof.beliefs.believe import Refused
from lineproof.beliefs.model import Candidate, Document


class Proposer(Protocol):
    """What makes candidates of documents."""

    @property
    def identity(self) -> str:
        """The fingerprint of everything but the document that its candidates depend on."""
        ...

    def propose(self, document: Document) -> tuple[Sequence[Candidate], Sequence[Refused]]:
        """Candidates in reading order, and what cannot be one because its quote stands nowhere."""
        ...
