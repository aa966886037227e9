"""Erase: take something out of a corpus for good, and prove that it is gone; lift: let it be read again.

pending    an erasure that was begun; what it is about lies in a private file of the corpus, the last place to hold its words,
           so that whatever kills it, the next erasure or sync completes it
receipt    what was done, without a word of what was erased
"""

import datetime
import getpass
import json
import shutil
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Final

import pyarrow as pa

from lineproof.beliefs.survey import WHOLE
from pipelines.erase_targets import Target, names_of, resolve
from pipelines.errors import NotLifted
from pipelines.partitions import partition_of, partition_set
from pipelines.session import HeldCorpus, Session
from storage import erasure as database
from storage import orchestrator, tables, tombstones
from storage.answers import purge
from storage.database import Store
from storage.durable import write_durably
from storage.erasure import Erased
from storage.errors import NotErased
from storage.readings import readings
from storage.snapshots import current, publish
from storage.tombstones import MARKER, Tombstone
from storage.traces import Traces, traces
from storage.workspace import Corpus, Workspace

BEYOND: Final = (
    "Source files stay as they are, and so does what was copied out of this workspace before: exported sites and pages, backups, "
    "and the answers that people have read."
)


@dataclass(frozen=True, slots=True)
class Erasure:
    """One erasure from its plan to its end. ``names`` maps paths to what stands for them in Dagster, ``rows`` counts by table."""

    erasure_id: str
    kind: str
    target: str
    at: str
    by: str
    marks: tuple[str, ...]
    erased: Erased
    affected: tuple[str, ...]
    names: Mapping[str, str]
    rows: Mapping[str, int]
    traces: Traces


@dataclass(frozen=True, slots=True)
class Proof:
    """What was searched in the end, and found nowhere: ``traces`` texts and words in ``columns`` of tables and the bytes of ``files``."""

    traces: int
    columns: int
    files: int
    hits: int


@dataclass(frozen=True, slots=True)
class Receipt:
    """What was done. ``target`` is an HMAC of the target under the secret of the workspace; ``rows`` counts by table."""

    erasure_id: str
    corpus: str
    act: str
    kind: str
    target: str
    at: str
    by: str
    rows: Mapping[str, int] = field(default_factory=dict)
    answers: int = 0
    decisions: int = 0
    rebuilt: Sequence[str] = ()
    snapshots_removed: int = 0
    proof: Proof | None = None
    lift: str | None = None
    beyond: str | None = None


def erase(workspace: Workspace, corpus: Corpus, text: str, agreed: Callable[[Erasure], bool], wait: float = 60.0) -> Receipt | None:
    """Erase what a text names; None if it was not agreed to.

    Args:
        workspace: the workspace.
        corpus: one of its corpora.
        text: a document, lines, a claim or a person; see :mod:`pipelines.erase_targets`.
        agreed: told what would go, says whether it may.
        wait: seconds to wait for another process that holds the corpus.

    Raises:
        NavigationError, CommandError: the text names nothing, or several things.
        NotErased: something of it is still found; the erasure stays pending.
        NotPublished, SecretMissing, Busy: see there; the erasure stays pending where it was begun.
    """
    finish(workspace, corpus, wait)
    with Session(workspace, wait) as session:
        held = session.write(corpus.name)
        erasure = _planned(held, resolve(held.store, corpus, text))
        if not agreed(erasure):
            return None
        write_durably(_marker(corpus), _to_json(erasure), private=True)
        return _complete(held, workspace, erasure)


def finish(workspace: Workspace, corpus: Corpus, wait: float = 60.0) -> Receipt | None:
    """Complete an erasure that was killed or failed; None where there is none.

    Raises:
        NotErased, NotPublished, SecretMissing, Busy: see :func:`erase`.
    """
    if not pending(corpus):
        return None
    with Session(workspace, wait) as session:
        held = session.write(corpus.name)
        return _complete(held, workspace, _from_json(_marker(corpus).read_text(encoding="utf-8"))) if pending(corpus) else None


def pending(corpus: Corpus) -> bool:
    """Whether an erasure was begun and not completed."""
    return _marker(corpus).exists()


def lift(workspace: Workspace, corpus: Corpus, text: str, wait: float = 60.0) -> Receipt:
    """Remove a tombstone, so that the next sync reads again what it covers.

    Args:
        workspace: the workspace.
        corpus: one of its corpora.
        text: the id of the erasure, or the target as it was named: a path, path#L10-L20, a claim's id, person:NAME.
        wait: seconds to wait for another process that holds the corpus.

    Raises:
        NotLifted: no tombstone is of this target.
    """
    with Session(workspace, wait) as session:
        held = session.write(corpus.name)
        known = tombstones.load(corpus)
        stones = tombstones.named(known, names_of(corpus, text), text)
        if not stones:
            raise NotLifted(text, corpus.name, [(stone.erasure_id, stone.kind, stone.at) for stone in known.stones])
        tombstones.lift(corpus, [stone.erasure_id for stone in stones])
        stone = stones[-1]
        receipt = Receipt(stone.erasure_id, corpus.name, "lifted", stone.kind, stone.target, _now(), _user())
        with held.store.transaction():
            if any(one.kind != "document" for one in stones):
                held.store.query("UPDATE ops.ledger SET input_fingerprint = '' WHERE asset = 'evidence'")
            _store(held, receipt)
        return receipt


def _planned(held: HeldCorpus, target: Target) -> Erasure:
    """The plan of an erasure; nothing is changed but that a secret is made."""
    corpus, store = held.corpus, held.store
    known = tombstones.with_secret(corpus)
    said = [*database.said(store, target.erased), *target.paths]
    shared = [*database.said_by_others(store, target.erased, target.affected), *_erasing(store)]
    erasure_id = f"x{uuid.uuid4().hex[:12]}"
    return Erasure(
        erasure_id=erasure_id,
        kind=target.kind,
        target=known.mark(target.kind, target.name),
        at=_now(),
        by=_user(),
        marks=tuple(known.mark(*mark) for mark in target.marks),
        erased=target.erased,
        affected=target.affected,
        names={partition_of(corpus.name, path): f"erased-{erasure_id}-{number}" for number, path in enumerate(target.paths, 1)},
        rows=database.count(store, target.erased),
        traces=traces(said).without(shared),
    )


def _complete(held: HeldCorpus, workspace: Workspace, erasure: Erasure) -> Receipt:
    """Every step may have been done before; the marker goes last."""
    from lineproof.recall.indexing.nearest import write_beside

    corpus, store = held.corpus, held.store
    tombstones.add(corpus, Tombstone(erasure.erasure_id, erasure.kind, erasure.target, erasure.at, erasure.marks))
    answers = purge(corpus.answers, lambda text: any(map(erasure.traces.holds, readings(text))))
    decisions = sum(_purge_lines(file, erasure) for file in sorted(corpus.decisions.glob("*.jsonl")))
    before = len(list((corpus.data / "snapshots").glob("*.duckdb")))
    _compile(held, erasure)
    erasure = _unshared(held, erasure)
    with store.transaction():
        database.scrub_history(store, erasure.erased, erasure.traces)
        store.advance()
    store.rebuild()
    shutil.rmtree(corpus.database.with_name(f"{corpus.database.name}.tmp"), ignore_errors=True)
    stores = _forget_names(workspace, corpus, erasure)
    proof = _prove(held, erasure)
    rebuilt = [file.relative_to(workspace.data).as_posix() for file in (corpus.database, *stores)]
    receipt = Receipt(
        erasure.erasure_id, corpus.name, "erased", erasure.kind, erasure.target, erasure.at, erasure.by, dict(erasure.rows),
        answers, decisions, rebuilt, before, proof, f"lineproof erase --lift {erasure.erasure_id}", BEYOND,
    )  # fmt: skip
    with store.transaction():
        _store(held, receipt)
        store.advance()
    publish(store, corpus, kept=1, write_beside=write_beside)
    _refuse_traces(corpus, erasure, [current(corpus)])
    _marker(corpus).unlink()
    return receipt


def _compile(held: HeldCorpus, erasure: Erasure) -> None:
    """Bring all layers up to date: documents that are erased go; those that are affected, and what is derived of all, are made anew."""
    with held.store.transaction():
        held.store.query(
            "UPDATE ops.ledger SET input_fingerprint = '' WHERE document_id IN (SELECT unnest(?::VARCHAR[]))", [[*erasure.affected, WHOLE]]
        )
    held.publish(f"erase-{erasure.erasure_id}")


def _unshared(held: HeldCorpus, erasure: Erasure) -> Erasure:
    """The same without the traces that other documents have by now, or what is put together from them: they prove nothing."""
    said = [*database.said_by_others(held.store, erasure.erased, erasure.affected, compiled=True), *_erasing(held.store)]
    return replace(erasure, traces=erasure.traces.without(said).without_texts(database.composed(held.store)))


def _erasing(store: Store) -> list[str]:
    """The names of those who erase, and have erased: receipts keep them, whatever these people say in the sources."""
    return [_user(), *(name for (name,) in store.query('SELECT DISTINCT "by" FROM ops.erasures'))]


def _forget_names(workspace: Workspace, corpus: Corpus, erasure: Erasure) -> list[Path]:
    """Take paths out of Dagster's stores, but for those that another corpus has too."""
    home, partitions = workspace.dagster_home, partition_set(corpus.name)
    own = {name: new for name, new in erasure.names.items() if not orchestrator.held_elsewhere(home, partitions, name)}
    rewritten = orchestrator.forget(home, partitions, own)
    if left := orchestrator.holding(home, own):
        raise NotErased(corpus.name, {file.relative_to(workspace.data).as_posix(): 1 for file in left})
    return rewritten


def _prove(held: HeldCorpus, erasure: Erasure) -> Proof:
    """Search for whatever only the erased said.

    Raises:
        NotErased: there is some of it.
    """
    store, corpus = held.store, held.corpus
    if found := database.leftovers(store, erasure.erased, erasure.traces):
        raise NotErased(corpus.name, found)
    store.checkpoint()
    files = [file for file in _files(corpus) if file != _marker(corpus) and file.parent.name != "snapshots"]
    _refuse_traces(corpus, erasure, files)
    return Proof(len(erasure.traces.texts) + len(erasure.traces.words), len(database.searched()), len(files) + 1, 0)


def _refuse_traces(corpus: Corpus, erasure: Erasure, files: Sequence[Path]) -> None:
    found = {file.name: 1 for file in files if erasure.traces.in_bytes(file.read_bytes())}
    if found:
        raise NotErased(corpus.name, found)


def _files(corpus: Corpus) -> Iterator[Path]:
    """The files of a corpus: those compiled, decisions, tombstones."""
    for folder in (corpus.data, corpus.decisions, corpus.tombstones):
        yield from (file for file in sorted(folder.rglob("*")) if file.is_file())


def _purge_lines(file: Path, erasure: Erasure) -> int:
    """Drop the lines of a file of JSON lines that say something of the erased, or name a claim of it; return how many."""
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    claims = frozenset(erasure.erased.claims)
    kept = [line for line in lines if not any(text in claims or erasure.traces.holds(text) for text in readings(line.strip()))]
    if len(kept) < len(lines):
        write_durably(file, "".join(kept))
    return len(lines) - len(kept)


def _store(held: HeldCorpus, receipt: Receipt) -> None:
    """Keep a receipt in the history, once, however often it was tried."""
    held.store.query("DELETE FROM ops.erasures WHERE erasure_id = ? AND act = ?", [receipt.erasure_id, receipt.act])
    row = {name: getattr(receipt, name) for name in ("erasure_id", "act", "kind", "target", "by")}
    row |= {"at": datetime.datetime.fromisoformat(receipt.at), "receipt": json.dumps(asdict(receipt), sort_keys=True)}
    held.store.insert(tables.ERASURES, pa.Table.from_pylist([row], tables.ERASURES.schema))


def _marker(corpus: Corpus) -> Path:
    return corpus.data / MARKER


def _to_json(erasure: Erasure) -> str:
    found = {name: sorted(getattr(erasure.traces, name)) for name in ("texts", "words")}
    plain = {name: getattr(erasure, name) for name in Erasure.__slots__}
    return json.dumps({**plain, "erased": asdict(erasure.erased), "traces": found})


def _from_json(text: str) -> Erasure:
    kept = json.loads(text)
    ids = kept["erased"]
    lines = tuple((document, number) for document, number in ids["lines"])
    erased = Erased(tuple(ids["documents"]), tuple(ids["paragraphs"]), tuple(ids["claims"]), lines)
    found = Traces(**{name: frozenset(values) for name, values in kept["traces"].items()})
    lists = {name: tuple(kept[name]) for name in ("marks", "affected")}
    return Erasure(**{**kept, **lists, "erased": erased, "traces": found})


def _now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")


def _user() -> str:
    """The name of the user who runs this, as far as the system knows it."""
    with suppress(OSError, KeyError, ImportError):
        return getpass.getuser()
    return "unknown"
