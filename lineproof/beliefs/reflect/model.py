"""Reflections: statements about several claims.

provision    a claim with the value that it sets, as written, and where a reader finds it
proposal     what a rule or a model would state of some claims; it is a reflection once it is checked against them
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from lineproof.beliefs.model import RULES

CHANGE: Final = "change"
LIST: Final = "list"
CONFLICT: Final = "conflict"
SUMMARY: Final = "summary"
KINDS: Final = (CHANGE, LIST, CONFLICT, SUMMARY)


@dataclass(frozen=True, slots=True)
class Provision:
    """A claim with its place. ``position`` orders the claims of a corpus by path and place.

    ``written`` is the value as it stands in the quote (``ninety days``), ``topic`` the heading that it stands under, without its
    label, ``concepts`` the names of what the claim is about. ``family`` is what the editions of its document share.
    """

    claim_id: str
    document_id: str
    statement: str
    kind: str
    slot: str | None
    value: str | None
    unit: str | None
    status: str
    written: str | None
    topic: str
    concepts: tuple[str, ...]
    label: str | None
    family: str
    edition: str | None
    title: str
    language: str
    position: int


@dataclass(frozen=True, slots=True)
class Proposal:
    """A statement over the claims of some provisions, in the order in which it speaks of them."""

    kind: str
    subject: str
    statement: str
    provisions: tuple[Provision, ...]
    proposer: str = RULES


Provisions = Mapping[str, Provision]
"""Provisions by their claims."""
