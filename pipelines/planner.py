"""Planner: what a sync would do and why, from the scan and the ledger, without Dagster.

changed   documents to compile: new ones, changed ones, all when the settings or the rules changed
resolve   documents whose evidence is up to date but whose edges are not, as after a killed run
believe   documents whose evidence is up to date but whose claims are not, as after a decision of a person
listed    sources that become no document, and whose outcome is another than the one recorded
derive    whether what is derived over all claims (standings, concepts, pages) is out of date
publish   whether the working database is ahead of the snapshot that is served
"""

from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from itertools import chain

from lineproof.beliefs import survey as beliefs
from lineproof.beliefs.decisions import load_decisions
from lineproof.beliefs.survey import proposer_identity, settings_of
from lineproof.evidence.survey import Survey, previous_scan, survey
from lineproof.graph.survey import dirty
from lineproof.recall.indexing import wants_vectors
from lineproof.wiki import survey as wiki
from storage.database import Store, open_store
from storage.lock import write_lock
from storage.snapshots import published_revision
from storage.tombstones import load
from storage.workspace import Corpus


@dataclass(frozen=True, slots=True)
class Plan:
    """What a sync would do. ``documents`` are the paths of all documents once it is done; paths are in order."""

    changed: tuple[str, ...]
    deleted: tuple[str, ...]
    resolve: tuple[str, ...]
    believe: tuple[str, ...]
    listed: tuple[str, ...]
    documents: tuple[str, ...]
    reasons: Mapping[str, str]
    quarantined: Mapping[str, str]
    derive: bool
    publish: bool

    @property
    def dirty(self) -> tuple[str, ...]:
        """Paths of all documents that a sync is about."""
        return tuple(dict.fromkeys((*self.changed, *self.deleted, *self.resolve, *self.believe)))

    @property
    def empty(self) -> bool:
        """Whether there is nothing to do."""
        return not (self.dirty or self.listed or self.derive or self.publish)


def plan(corpus: Corpus, wait: float = 60.0, verify: bool = False) -> Plan:
    """Compare the sources with what is compiled.

    Args:
        corpus: the corpus.
        wait: seconds to wait for another process that holds the write lock.
        verify: read every file, whatever its times say.

    Raises:
        Busy, SchemaMismatch: the working database cannot be opened.
        OSError: the root of the corpus cannot be listed.
    """
    with write_lock(corpus, wait, "plan"), closing(open_store(corpus.database)) as store:
        return _plan(store, corpus, survey(store, corpus, verify))


def _plan(store: Store, corpus: Corpus, now: Survey) -> Plan:
    known = {**_former_paths(store), **dict(store.query("SELECT document_id, path FROM ops.sources"))}
    changed, gone = dirty(store, corpus.fingerprint)
    stale = sorted(known.get(document, document) for document in (*changed, *gone))
    resolve = tuple(path for path in stale if path not in {*now.changed, *now.gone})
    believed = sorted({known.get(document, document) for document in _unsure(store, corpus)} - {*now.changed, *now.gone, *resolve})
    failed = dict(store.query("SELECT path, reason FROM ops.quarantined"))
    listed = tuple(sorted({*_listed(store, now), *(failed.keys() - now.compiled.keys() - {*now.gone})}))
    reasons = dict.fromkeys(resolve, "its references must be resolved") | dict.fromkeys(believed, "its claims must be made")
    reasons |= dict.fromkeys(listed, "its outcome changed")
    remaining = now.compiled.keys() - {*now.changed}
    return Plan(
        changed=now.changed,
        deleted=now.gone,
        resolve=resolve,
        believe=tuple(believed),
        listed=listed,
        documents=tuple(now.compiled),
        reasons={**reasons, **now.reasons},
        quarantined={**now.quarantined, **{path: reason for path, reason in failed.items() if path in remaining}},
        derive=not (beliefs.settled(store, settings_of(corpus)) and wiki.settled(store, corpus)) or _without_vectors(store, corpus),
        publish=published_revision(corpus) != store.revision(),
    )


def _unsure(store: Store, corpus: Corpus) -> Iterator[str]:
    """Documents whose claims must be made again, whatever their sources say."""
    settings = beliefs.settings_of_claims(load(corpus), proposer_identity(corpus))
    yield from chain(*beliefs.dirty(store, settings))
    yield from beliefs.decided(store, load_decisions(corpus.decisions))


def _without_vectors(store: Store, corpus: Corpus) -> bool:
    """Whether vectors are to be made, or to go."""
    has = bool(store.query("SELECT EXISTS (FROM search.vectors)")[0][0])
    if not (has or wants_vectors(store, corpus)):
        return False
    from lineproof.models.open import embedder_identity
    from lineproof.recall.indexing.vectors import outstanding

    identity = embedder_identity(corpus.models) if wants_vectors(store, corpus) else None
    return bool(outstanding(store, identity))


def _former_paths(store: Store) -> dict[str, str]:
    return dict(store.query("SELECT document_id, any_value(path) FROM evidence.revisions GROUP BY document_id"))


def _listed(store: Store, now: Survey) -> tuple[str, ...]:
    before = {path: (seen.outcome, seen.reason) for path, seen in previous_scan(store).items()}
    after = {seen.path: (seen.outcome, seen.reason) for seen in now.scan.seen}
    moved = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
    return tuple(sorted(moved - {*now.changed, *now.gone}))
