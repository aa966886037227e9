"""Replay the real history of a corpus, one sync a commit, and hold the result against clean builds.

Usage: python benchmarks/replay.py eips|handbook [--every N] [--steps N]

At every checkpoint all current tables must equal those of a build from nothing. After every commit the documents that a stage computed
must be the documents that changed: for the evidence in their bytes, for the graph in their evidence (a change of blanks stops there),
and those one of whose look-ups has another answer than before; for the claims again those whose evidence changed. Pages are composed
where what they are made from changed, and nowhere else. A judge is asked once about each dirty claim on which rules have no last word;
it answers `unknown`, which changes nothing. A second sync at once must compute nothing and ask nothing.
"""

import argparse
import gzip
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lineproof.beliefs import update as beliefs
from lineproof.beliefs.minds import Minds
from lineproof.beliefs.settle import settle
from lineproof.beliefs.verify import UNKNOWN, Finding
from lineproof.evidence import update as evidence
from lineproof.evidence.hashing import document_id
from lineproof.graph import update as graph
from lineproof.wiki.derive import derive
from storage.database import Store, open_store
from storage.tables import TABLES
from storage.workspace import Corpus

EVERY = {"eips": 40, "handbook": 30}
CURRENT = [table.name for table in TABLES if not table.history and not table.name.startswith("ops.")]


class Judge:
    """A judge who knows nothing, and counts what it is asked."""

    identity = "counting"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def still_true(self, statement: str, text: str) -> Finding:
        """Note the question."""
        self.asked.append(statement)
        return Finding(UNKNOWN, "", "counting judge")


@dataclass(frozen=True)
class Done:
    """What one sync did."""

    evidence: int
    graph: int
    beliefs: beliefs.Counts
    composed: int
    pages: int
    asked: int


@dataclass
class Tally:
    """What a replay found."""

    syncs: int = 0
    evidence_executions: int = 0
    graph_executions: int = 0
    changed: int = 0
    asking: int = 0
    believed: int = 0
    dirty_claims: int = 0
    judged: int = 0
    decided_by_rule: int = 0
    pages_composed: int = 0
    pages_changed: int = 0
    miscounted: int = 0
    lost_ids: int = 0
    moves: int = 0
    seconds: float = 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", choices=sorted(EVERY))
    parser.add_argument("--every", type=int)
    parser.add_argument("--steps", type=int)
    arguments = parser.parse_args()
    data = Path(os.environ.get("LINEPROOF_DATA", "../shared/data")) / arguments.corpus
    if not data.is_dir():
        sys.exit(f"{data} is missing: set LINEPROOF_DATA to the folder with the corpora")
    with tempfile.TemporaryDirectory() as scratch:
        ok = replay(data, Path(scratch), arguments.corpus, arguments.every or EVERY[arguments.corpus], arguments.steps)
    sys.exit(0 if ok else 1)


def replay(data: Path, scratch: Path, name: str, every: int, steps: int | None) -> bool:
    """Replay all commits; print a line a checkpoint and the tally. Whether everything held."""
    root = scratch / "corpus"
    shutil.copytree(data / "base", root)
    corpus = Corpus(name, root, scratch / ".lineproof" / name)
    store = open_store(corpus.database)
    tally, failed = Tally(), 0
    commits = list(read_commits(data / "replay.jsonl.gz"))[:steps]
    sync(store, corpus)
    failed += not checkpoint(store, corpus, scratch, 0, tally)
    for number, commit in enumerate(commits, 1):
        step(store, corpus, commit, tally)
        if number % every == 0 or number == len(commits):
            failed += not checkpoint(store, corpus, scratch, number, tally)
    print(tally)
    print(
        "all checkpoints equal a clean build" if not failed else f"{failed} checkpoints differ",
        "| all counts right" if not tally.miscounted else "| counts WRONG",
    )
    return not failed and not tally.miscounted and not tally.lost_ids


def read_commits(file: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def step(store: Store, corpus: Corpus, commit: dict[str, Any], tally: Tally) -> None:
    """Apply one commit, sync, and check what was computed and which ids stayed."""
    touched = apply(corpus.root, commit)
    before, ids, outputs = lookups(store), unique_ids(store), evidence_of(store)
    moved = store.query("SELECT count(*) FROM evidence.moves")[0][0]
    start = time.perf_counter()
    done = sync(store, corpus)
    tally.seconds += time.perf_counter() - start
    again = sync(store, corpus)
    after, now = lookups(store), unique_ids(store)
    changed = {document_id(corpus.name, path) for path in touched if (corpus.root / path).exists()}
    gone = {document_id(corpus.name, path) for path in touched} - changed
    fresh = evidence_of(store)
    different = {document for document in changed if fresh.get(document) != outputs.get(document)}
    asking = {document for document in before.keys() & after.keys() if before[document] != after[document]} - different - gone
    tally.syncs += 1
    tally.changed += len(changed)
    tally.asking += len(asking)
    count(tally, done)
    expected = (len(changed), len(different | asking), len(different), done.pages)
    if (done.evidence, done.graph, done.beliefs.executions, done.composed) != expected:
        tally.miscounted += 1
        print(f"  step {commit['step']}: computed {done}, expected {expected}")
    if any((again.evidence, again.graph, again.beliefs.executions, again.composed, again.asked)):
        tally.miscounted += 1
        print(f"  step {commit['step']}: a sync of nothing computed {again}")
    lost = [key for key, paragraph in ids.items() if key in now and now[key] != paragraph]
    tally.lost_ids += len(lost)
    tally.moves += store.query("SELECT count(*) FROM evidence.moves")[0][0] - moved


def apply(root: Path, commit: dict[str, Any]) -> list[str]:
    """Write the files of a commit; return the paths whose bytes really changed."""
    touched = []
    for file in commit["files"]:
        path = root / file["path"]
        old = path.read_bytes() if path.is_file() else None
        new = None if file["text"] is None else file["text"].encode()
        if new is None and old is not None:
            path.unlink()
        elif new is not None and new != old:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(new)
        if new != old:
            touched.append(file["path"])
    return touched


def count(tally: Tally, done: Done) -> None:
    """Add what a sync did to the tally."""
    tally.evidence_executions += done.evidence
    tally.graph_executions += done.graph
    tally.believed += done.beliefs.executions
    tally.dirty_claims += done.beliefs.dirty
    tally.judged += done.asked
    tally.decided_by_rule += done.beliefs.dirty - done.asked
    tally.pages_composed += done.composed
    tally.pages_changed += done.pages


def sync(store: Store, corpus: Corpus) -> Done:
    """All stages, as a run does them."""
    judge = Judge()
    with store.transaction():
        first = evidence.update(store, corpus, "replay")
    with store.transaction():
        second = graph.update(store, corpus.fingerprint)
    with store.transaction():
        third = beliefs.update(store, corpus, "replay", Minds(verifier=judge))
        settle(store, corpus, "replay", third.touched)
    before = pages(store)
    with store.transaction():
        fourth = derive(store, corpus, "replay")
    after = pages(store)
    changed = sum(before.get(page) != made for page, made in after.items())
    return Done(first.executions, second.executions, third, fourth.composed, changed, len(judge.asked))


def pages(store: Store) -> dict[str, str]:
    """What each page was composed from."""
    return dict(store.query("SELECT page_id, made_from FROM wiki.pages"))


def lookups(store: Store) -> dict[str, frozenset[tuple[str, str]]]:
    """What each document asked for, with the answers."""
    found: dict[str, set[tuple[str, str]]] = {row[0]: set() for row in store.query("SELECT document_id FROM evidence.documents")}
    for document, key, answer in store.query("SELECT document_id, key, answer FROM graph.lookups"):
        found[document].add((key, answer))
    return {document: frozenset(rows) for document, rows in found.items()}


def evidence_of(store: Store) -> dict[str, str]:
    """The fingerprint of each document's evidence."""
    return dict(store.query("SELECT document_id, output_fingerprint FROM ops.ledger WHERE asset = 'evidence'"))


def unique_ids(store: Store) -> dict[tuple[str, str], str]:
    """Ids of the paragraphs whose text is unique in their document."""
    rows = store.query("SELECT document_id, paragraph_hash, paragraph_id FROM evidence.paragraphs WHERE NOT repeated")
    return {(document, text): paragraph for document, text, paragraph in rows}


def checkpoint(store: Store, corpus: Corpus, scratch: Path, number: int, tally: Tally) -> bool:
    """Whether every current table equals that of a clean build."""
    clean_corpus = Corpus(corpus.name, corpus.root, scratch / f"clean-{number}" / corpus.name)
    clean = open_store(clean_corpus.database)
    sync(clean, clean_corpus)
    different = [table for table in CURRENT if rows(store, table) != rows(clean, table)]
    clean.close()
    shutil.rmtree(clean_corpus.data)
    print(
        f"commit {number}: {'DIFFERENT: ' + ', '.join(different) if different else 'equal'}; {tally.syncs} syncs in {tally.seconds:.1f} s",
        flush=True,
    )
    return not different


def rows(store: Store, table: str) -> list[str]:
    return sorted(map(repr, store.query(f"SELECT * FROM {table}")))


if __name__ == "__main__":
    main()
