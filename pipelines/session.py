"""Session: what one run holds of a workspace, and the stages that it runs; Dagster is not needed for it.

session   opened once a run; takes the write lock of a corpus when it is first asked for, and frees it at the end
held      a corpus under the lock, with the one connection that may write
touched   documents that this session compiled; their text is hashed again before it is published
"""

import datetime
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Protocol, Self

import pyarrow as pa

from checks.invariants import INVARIANTS, Invariant
from lineproof.beliefs.survey import WHOLE
from lineproof.evidence.hashing import document_id
from pipelines.errors import NotPublished
from pipelines.partitions import buckets_for, partition_of
from storage import tables
from storage.database import Store, open_store
from storage.lock import write_lock
from storage.snapshots import publish
from storage.tables import Table
from storage.tombstones import MARKER
from storage.workspace import Corpus, Workspace

Progress = Callable[[str, int, int], None]


class Counted(Protocol):
    """What a stage did."""

    @property
    def executions(self) -> int:
        """Documents that it computed."""

    @property
    def written(self) -> int:
        """Documents whose rows changed."""

    @property
    def deleted(self) -> int:
        """Documents that it removed."""


class HeldCorpus:
    """A corpus under the write lock. ``failure`` is what a stage raised, since Dagster keeps only its text."""

    def __init__(self, workspace: Workspace, corpus: Corpus, store: Store, verify: bool, progress: Progress) -> None:
        self.workspace = workspace
        self.corpus = corpus
        self.store = store
        self.verify = verify
        self.progress = progress
        self.counts: dict[str, Mapping[str, int]] = {}
        self.events: dict[str, int] = {}
        self.waiting: str | None = None
        self.failure: BaseException | None = None
        self.snapshot: Path | None = None
        self._touched: set[str] | None = None
        self._offending: dict[str, Sequence[str]] = {}
        self._shown: dict[tuple[str, ...], list[str]] = {}

    def evidence(self, run_id: str, keys: Sequence[str], again: bool) -> None:
        """Bring the evidence up to date; compile the documents of the keys in any case if ``again``."""
        from lineproof.evidence.update import update
        from lineproof.graph import history

        with self._stage():
            history.remember(self.store)
            started, outcomes, ledger = _now(), self._outcomes(), self._ledger()
            force = self._paths(keys) if again else ()
            counts = update(self.store, self.corpus, run_id, force, self.verify, partial(self.progress, "evidence"))
            self._record("evidence", run_id, started, counts, self._outcomes() != outcomes)
            if keys:
                compiled = {document for document, _ in self._ledger() ^ ledger}
                self._touched = {*(self._touched or ()), *compiled, *self._documents(keys)}

    def graph(self, run_id: str, keys: Sequence[str], again: bool) -> None:
        """Bring the graph up to date; resolve the documents of the keys in any case if ``again``."""
        from lineproof.graph import history
        from lineproof.graph.update import update

        with self._stage():
            history.remember(self.store)
            started = _now()
            if again:
                self._expire("graph", self._documents(keys))
            counts = update(self.store, self.corpus.fingerprint, partial(self.progress, "graph"))
            history.record(self.store, run_id)
            self._record("graph", run_id, started, counts, False)

    def beliefs(self, run_id: str, keys: Sequence[str], again: bool) -> None:
        """Bring the claims up to date; believe the documents of the keys anew in any case if ``again``."""
        from lineproof.beliefs.minds import minds
        from lineproof.beliefs.settle import settle
        from lineproof.beliefs.update import update
        from lineproof.models.open import open_chat

        with self._stage():
            started = _now()
            if again:
                self._expire("beliefs", self._documents(keys))
            with open_chat(self.workspace, self.corpus, run_id) as chat:
                asked = minds(chat)
                if (self.corpus.data / MARKER).exists():  # its claims are shown to nobody, and must not wait
                    asked = replace(asked, verifier=None, final=True)
                counts = update(self.store, self.corpus, run_id, asked, partial(self.progress, "beliefs"))
            settled = settle(self.store, self.corpus, run_id, counts.touched)
            self._record("beliefs", run_id, started, counts, bool(settled))
            self.events, self.waiting = dict(counts.events), counts.waiting

    def wiki(self, run_id: str, again: bool) -> None:
        """Bring concepts, reflections and pages up to date; derive them anew in any case if ``again``."""
        from lineproof.models.open import open_chat
        from lineproof.wiki.derive import derive
        from lineproof.wiki.minds import composer_of, reflector_of

        with self._stage(), open_chat(self.workspace, self.corpus, run_id) as chat:
            started = _now()
            if again:
                self._expire("wiki", [WHOLE])
            counts = derive(self.store, self.corpus, run_id, composer_of(chat), reflector_of(chat))
            self._record("wiki", run_id, started, counts, False)

    def search(self, run_id: str) -> None:
        """Bring the vectors up to date; what an endpoint does not answer is left to the next sync."""
        from lineproof.models.errors import ModelError
        from lineproof.models.open import open_embedder
        from lineproof.recall.indexing import wants_vectors
        from lineproof.recall.indexing.vectors import Counts, update

        started, counts = _now(), Counts(0, 0, 0)
        with open_embedder(self.workspace, self.corpus, run_id) as embedder:
            try:
                chosen = embedder if wants_vectors(self.store, self.corpus) else None
                counts = update(self.store, chosen, partial(self.progress, "search"))
            except ModelError as error:
                self.waiting = self.waiting or str(error)
        with self._stage():
            self._record("search", run_id, started, counts, False)

    def rows(self, table: Table, run_id: str, keys: Sequence[str]) -> int:
        """Rows of the documents of the keys, or all without keys; of a history, those of the run."""
        if not keys or not (table.partitioned or table.history):
            return int(self.store.query(f"SELECT count(*) FROM {table.name}")[0][0])  # noqa: S608
        if table.history:
            return self._count(f"SELECT count(*) FROM {table.name} WHERE run_id = ?", run_id)  # noqa: S608
        sql = f"SELECT count(*) FROM {table.name} WHERE document_id IN (SELECT unnest(?::VARCHAR[]))"  # noqa: S608
        if (shown := tuple(keys)) not in self._shown:
            self._shown[shown] = self._documents(keys)
        return self._count(sql, self._shown[shown])

    def offending(self, invariant: Invariant) -> Sequence[str]:
        """Ids of the rows that break an invariant; asked once between two changes.

        Text is hashed again for the documents that this session touched; for all if it compiled none itself.
        """
        if invariant.name not in self._offending:
            self._offending[invariant.name] = invariant.offending(self.store.connection, self._touched)
        return self._offending[invariant.name]

    def broken(self) -> dict[str, int]:
        """The invariants asked for so far that do not hold, with the number of offending rows."""
        return {name: len(offending) for name, offending in self._offending.items() if offending}

    def publish(self, run_id: str) -> Path:
        """Publish a snapshot, once every invariant holds; layers that did not run before have their turn first.

        Raises:
            NotPublished: an invariant does not hold.
        """
        if "evidence" not in self.counts:
            self.evidence(run_id, (), again=False)
            self.graph(run_id, (), again=False)
        if "beliefs" not in self.counts:
            self.beliefs(run_id, (), again=False)
        if "wiki" not in self.counts:
            self.wiki(run_id, again=False)
        if "search" not in self.counts:
            self.search(run_id)
        from lineproof.recall.indexing.nearest import write_beside

        try:
            for invariant in INVARIANTS:
                self.offending(invariant)
            if broken := self.broken():
                raise NotPublished(self.corpus.name, broken, self.corpus.data)
            self.snapshot = publish(self.store, self.corpus, write_beside=write_beside)
        except BaseException as error:
            self.failure = error
            raise
        return self.snapshot

    def quarantined(self) -> dict[str, str]:
        """Sources that should be documents but are not, with the reason."""
        sql = "SELECT path, coalesce(reason, '') FROM source_outcomes WHERE outcome = 'quarantined' ORDER BY path"
        return dict(self.store.query(sql))

    @contextmanager
    def _stage(self) -> Iterator[None]:
        """One transaction; what was checked or looked up before it no longer counts."""
        self._offending.clear()
        self._shown.clear()
        try:
            with self.store.transaction():
                yield
        except BaseException as error:
            self.failure = error
            raise

    def _record(self, stage: str, run_id: str, started: datetime.datetime, counts: Counted, also: bool) -> None:
        done = {"executions": counts.executions, "written": counts.written, "deleted": counts.deleted}
        self.counts[stage] = done
        if any(done.values()):
            row = {"run_id": run_id, "started_at": started, "finished_at": _now(), "stage": stage, **done}
            self.store.insert(tables.RUNS, pa.Table.from_pylist([row], tables.RUNS.schema))
        if any(done.values()) or also:
            self.store.advance()

    def _expire(self, asset: str, documents: Sequence[str]) -> None:
        """Let the ledger say that what was made of some documents is out of date; what came out is kept, to compare."""
        self.store.query(
            "UPDATE ops.ledger SET input_fingerprint = '' WHERE asset = ? AND document_id IN (SELECT unnest(?::VARCHAR[]))",
            [asset, list(documents)],
        )

    def _outcomes(self) -> set[tuple[str, str, str | None]]:
        return set(self.store.query("SELECT path, outcome, reason FROM ops.sources"))

    def _ledger(self) -> set[tuple[str, str]]:
        return set(self.store.query("SELECT document_id, input_fingerprint FROM ops.ledger WHERE asset = 'evidence'"))

    def _paths(self, keys: Collection[str]) -> list[str]:
        """Paths of the documents that are shown under some keys."""
        rows = self.store.query("SELECT path FROM ops.sources WHERE outcome = 'compiled' ORDER BY path")
        known = [path for (path,) in rows]
        wanted, name, buckets = set(keys), self.corpus.name, buckets_for(len(known))
        return [path for path in known if partition_of(name, path, buckets) in wanted]

    def _documents(self, keys: Collection[str]) -> list[str]:
        return [document_id(self.corpus.name, path) for path in self._paths(keys)]

    def _count(self, sql: str, parameter: object) -> int:
        return int(self.store.query(sql, [parameter])[0][0])


class Session:
    """Holds corpora of a workspace until it is closed."""

    def __init__(
        self,
        workspace: Workspace,
        wait: float = 60.0,
        verify: bool = False,
        progress: Progress = lambda stage, done, total: None,
    ) -> None:
        self.workspace = workspace
        self.wait = wait
        self.verify = verify
        self.progress = progress
        self._open = ExitStack()
        self._held: dict[str, HeldCorpus] = {}

    def write(self, corpus: str) -> HeldCorpus:
        """Hold a corpus until the session is closed.

        Raises:
            UnknownCorpus, SchemaMismatch: it cannot be opened.
            Busy: another process holds it.
        """
        if corpus not in self._held:
            found = self.workspace.corpus(corpus)
            with ExitStack() as opened:
                opened.enter_context(write_lock(found, self.wait, "sync"))
                store = opened.enter_context(closing(open_store(found.database)))
                self._open.push(opened.pop_all())
            self._held[corpus] = HeldCorpus(self.workspace, found, store, self.verify, self.progress)
        return self._held[corpus]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._held.clear()
        self._open.close()


def _now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC)
