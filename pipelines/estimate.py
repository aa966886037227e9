"""Estimate: what a sync would ask the model of each role, and what that would cost; nothing is asked, and nothing on disk is changed.

rehearsal   the sync in a copy in memory, with a chat that knows stored answers only
stand-in    what the rules propose of a document of which the model has not answered everything yet
bound       for a role whose questions depend on answers that are not there yet. The role ``verify`` is asked at most once of each claim
            whose evidence changed, on the longest paragraph of its document at most; ``compose`` and ``reflect`` about every page and
            topic at most, as long as the model states no more than the stand-in
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from typing import Final

from lineproof.beliefs.believe import Refused
from lineproof.beliefs.minds import minds
from lineproof.beliefs.model import RULES, Candidate, Document
from lineproof.beliefs.propose import propose
from lineproof.beliefs.propose.model import ROLE as PROPOSE
from lineproof.beliefs.propose.proposer import Proposer
from lineproof.beliefs.reconcile import dirty
from lineproof.beliefs.reflect.summaries import ROLE as REFLECT
from lineproof.beliefs.settle import settle
from lineproof.beliefs.store import present_paragraphs, read_before, waiting_documents
from lineproof.beliefs.survey import dirty as dirty_documents
from lineproof.beliefs.survey import settings_of_claims
from lineproof.beliefs.update import update as believe
from lineproof.beliefs.verify import ROLE as VERIFY
from lineproof.beliefs.verify import request as verifying
from lineproof.evidence.update import update as extract
from lineproof.graph.update import update as link
from lineproof.models.chat import Request
from lineproof.models.estimate import Estimate, estimate
from lineproof.models.rehearsal import Rehearsal
from lineproof.models.stored import Roles
from lineproof.wiki.derive import derive
from lineproof.wiki.minds import composer_of, reflector_of
from lineproof.wiki.prose import ROLE as COMPOSE
from lineproof.wiki.survey import ASSET as WIKI
from storage import tables
from storage.answers import Answers
from storage.database import Store, open_rehearsal
from storage.lock import write_lock
from storage.tombstones import load
from storage.workspace import Corpus

ROLES: Final = (PROPOSE, VERIFY, REFLECT, COMPOSE)
"""The roles that a sync asks, in the order in which it does."""
RUN: Final = "rehearsal"


def estimates(corpus: Corpus, wait: float = 60.0, verify: bool = False) -> dict[str, Estimate]:
    """What a sync would ask now, for each role that has a model.

    Args:
        corpus: the corpus.
        wait: seconds to wait for another process that holds the write lock.
        verify: read every file, whatever its times say.

    Raises:
        Busy: another process held the lock all that time.
    """
    roles = Roles(corpus.models, os.environ)
    served = [role for role in ROLES if roles.serves(role)]
    if not served:
        return {}
    with ExitStack() as opened:
        answers = opened.enter_context(closing(Answers(corpus.answers))) if corpus.answers.exists() else None
        opened.enter_context(write_lock(corpus, wait, "estimate"))
        store = opened.enter_context(closing(open_rehearsal(corpus.database)))
        asked = _rehearsed(store, corpus, Rehearsal(corpus.models, os.environ, answers), verify)
    return {role: estimate(corpus.models, os.environ, corpus.answers, *asked[role]) for role in served}


Asked = Mapping[str, tuple[Sequence[Request], bool]]
"""By role, what it would be asked, and whether that is a bound."""


def _rehearsed(store: Store, corpus: Corpus, chat: Rehearsal, verify: bool) -> Asked:
    with store.transaction():
        extract(store, corpus, RUN, verify=verify)
        link(store, corpus.fingerprint)
        those = minds(chat)
        proposer = StandIn(those.proposer, chat) if those.proposer else None
        at_most = list(_on_dirty_claims(store, corpus, proposer))
        counts = believe(store, corpus, RUN, type(those)(proposer, those.verifier))
        settle(store, corpus, RUN, counts.touched)
        if chat.open:
            _forget_pages(store)
        derive(store, corpus, RUN, composer_of(chat), reflector_of(chat))
    asked = {role: [request for request in chat.asked if request.role == role] for role in ROLES}
    told, judged = not chat.open[PROPOSE], not chat.open[VERIFY]
    return {
        PROPOSE: (asked[PROPOSE], False),
        VERIFY: (asked[VERIFY], False) if told else (at_most, True),
        REFLECT: (asked[REFLECT], not (told and judged)),
        COMPOSE: (asked[COMPOSE], not (told and judged)),
    }


class StandIn:
    """The model that proposes, as far as it has answered; the rules where it has not."""

    def __init__(self, model: Proposer, chat: Rehearsal) -> None:
        self._model, self._chat = model, chat

    @property
    def identity(self) -> str:
        """That of the model."""
        return self._model.identity

    def propose(self, document: Document) -> tuple[Sequence[Candidate], Sequence[Refused]]:
        """What the model proposed of a document, or what rules do."""
        before = self._chat.open[PROPOSE]
        proposed = self._model.propose(document)
        return proposed if self._chat.open[PROPOSE] == before else (propose(document), ())


def _on_dirty_claims(store: Store, corpus: Corpus, proposer: Proposer | None) -> Iterator[Request]:
    """A question for each claim whose evidence changed and whose document is still there, as long as any can be."""
    changed, _ = dirty_documents(store, settings_of_claims(load(corpus), proposer.identity if proposer else RULES))
    documents = sorted({*changed, *waiting_documents(store)})
    longest, present = dict(store.query(_LONGEST, [documents])), present_paragraphs(store, documents)
    for claim in read_before(store, documents).believed:
        if claim.document_id in longest and dirty(claim, present):
            yield verifying(claim.statement, longest[claim.document_id])


_LONGEST: Final = (
    "SELECT document_id, arg_max(text, length(text)) FROM evidence.paragraphs "
    "WHERE document_id IN (SELECT unnest(?::VARCHAR[])) AND kind NOT IN ('heading', 'code') GROUP BY document_id"
)


def _forget_pages(store: Store) -> None:
    """Let all pages be composed anew."""
    for table in (tables.PAGES, tables.SENTENCES, tables.PAGE_LINKS):
        store.query(f"DELETE FROM {table.name}")  # noqa: S608
    store.query("DELETE FROM ops.ledger WHERE asset = ?", [WIKI])
