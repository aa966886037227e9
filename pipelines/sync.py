"""Sync: bring one corpus up to date and publish it.

plan      what must be done and why, from the scan and the ledger, without Dagster
changed   documents to compile: new ones, changed ones, all when the settings or the rules changed
resolve   documents whose evidence is up to date but whose edges are not, as after a killed run
listed    sources that become no document, and whose outcome is another than the one recorded
publish   whether the working database is ahead of the snapshot that is served
"""

import gc
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass

from lineproof.evidence.survey import Survey, previous_scan, survey
from lineproof.graph.survey import dirty
from pipelines.errors import NotPublished, SyncFailed
from pipelines.session import Progress, Session
from storage.database import Store, open_store
from storage.lock import write_lock
from storage.snapshots import published_revision
from storage.workspace import Corpus, Workspace


@dataclass(frozen=True, slots=True)
class Plan:
    """What a sync would do. ``documents`` are the paths of all documents once it is done; paths are in order."""

    changed: tuple[str, ...]
    deleted: tuple[str, ...]
    resolve: tuple[str, ...]
    listed: tuple[str, ...]
    documents: tuple[str, ...]
    reasons: Mapping[str, str]
    quarantined: Mapping[str, str]
    publish: bool

    @property
    def dirty(self) -> tuple[str, ...]:
        """Paths of all documents that a sync is about."""
        return tuple(dict.fromkeys((*self.changed, *self.deleted, *self.resolve)))

    @property
    def empty(self) -> bool:
        """Whether there is nothing to do."""
        return not (self.dirty or self.listed or self.publish)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a sync did. ``stages`` maps each stage to executions, written and deleted; ``snapshot`` is the file."""

    stages: Mapping[str, Mapping[str, int]]
    quarantined: Mapping[str, str]
    snapshot: str | None
    seconds: float
    run_id: str


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
    listed = _listed(store, now)
    reasons = dict.fromkeys(resolve, "its references must be resolved") | dict.fromkeys(listed, "its outcome changed")
    failed = dict(store.query("SELECT path, reason FROM ops.quarantined"))
    remaining = now.compiled.keys() - {*now.changed}
    return Plan(
        changed=now.changed,
        deleted=now.gone,
        resolve=resolve,
        listed=listed,
        documents=tuple(now.compiled),
        reasons={**reasons, **now.reasons},
        quarantined={**now.quarantined, **{path: reason for path, reason in failed.items() if path in remaining}},
        publish=published_revision(corpus) != store.revision(),
    )


def _former_paths(store: Store) -> dict[str, str]:
    return dict(store.query("SELECT document_id, any_value(path) FROM evidence.revisions GROUP BY document_id"))


def _listed(store: Store, now: Survey) -> tuple[str, ...]:
    before = {path: (seen.outcome, seen.reason) for path, seen in previous_scan(store).items()}
    after = {seen.path: (seen.outcome, seen.reason) for seen in now.scan.seen}
    moved = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
    return tuple(sorted(moved - {*now.changed, *now.gone}))


def run(
    corpus: Corpus,
    plan: Plan,
    workspace: Workspace,
    wait: float = 60.0,
    verify: bool = False,
    progress: Progress | None = None,
) -> Outcome:
    """Do what was planned, in one Dagster run, and publish.

    Args:
        corpus: the corpus.
        plan: what :func:`plan` found; each stage looks again for itself, so an older plan does no harm.
        workspace: the workspace that the corpus belongs to.
        wait: seconds to wait for another process that holds the write lock.
        verify: read every file, whatever its times say.
        progress: told the stage, how many documents it has done, and of how many.

    Raises:
        Busy, SchemaMismatch: the working database cannot be opened.
        EvidenceError: the settings of the corpus cannot be used.
        OSError: the root of the corpus cannot be listed.
        NotPublished: something that must hold does not; the last snapshot is served on.
        SyncFailed: the run failed outside of our own stages.
    """
    started = time.monotonic()
    with Session(workspace, wait, verify, progress or (lambda stage, done, total: None)) as session:
        held = session.write(corpus.name)
        with ExitStack() as opened:
            with _no_collection():
                from pipelines.launch import Interrupted, ready

                launch = opened.enter_context(ready(session, corpus, plan))
            launched = launch()
        if isinstance(held.failure, Interrupted):
            raise KeyboardInterrupt
        if held.failure:
            raise held.failure
        if broken := held.broken():
            raise NotPublished(corpus.name, broken, corpus.data)
        if launched.failure:
            raise SyncFailed(corpus.name, launched.run_id, launched.failure)
        snapshot = str(held.snapshot) if held.snapshot else None
        return Outcome(held.counts, held.quarantined(), snapshot, time.monotonic() - started, launched.run_id)


@contextmanager
def _no_collection() -> Iterator[None]:
    """Importing Dagster makes a million objects that stay; looking through them time and again takes 0.3 s."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
        gc.freeze()
    finally:
        if was:
            gc.enable()
