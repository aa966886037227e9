"""Measure which claims are held to be in force: the statuses of the shipped library's answer key, and the time on larger corpora.

Usage: python benchmarks/standing.py [library] [rfcs] [eips] [gesetze] [handbook] [--authority PATTERN]... [--show]

right   a row of the key of which some claim on its line has the status that the key gives; wrong if all have another
mixed   a row that is right, though another claim of its value or words has another status
"""

import argparse
import csv
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from answer_key import DEMO, Quoted, read_key
from corpora import compiled

from lineproof.beliefs.load import load_documents
from lineproof.beliefs.model import Candidate, Claim, ClaimRelation, Standing, numbered
from lineproof.beliefs.propose import propose
from lineproof.beliefs.standing import standings
from lineproof.beliefs.standing.load import load_library
from lineproof.evidence import update as evidence
from lineproof.evidence.paragraphs import Text
from lineproof.graph import update as graph
from storage.database import Store, open_store
from storage.workspace import Corpus


@dataclass(frozen=True, slots=True)
class Decided:
    """A claim with its document and standing."""

    path: str
    claim: Claim
    standing: Standing

    def __str__(self) -> str:
        value = " ".join(filter(None, (self.claim.candidate.value, self.claim.candidate.unit)))
        return f"{self.standing.status}  {self.path}  {value}  {self.claim.candidate.quotes[0].text[:160]!r}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="*", default=["library"])
    parser.add_argument("--authority", action="append", default=[], help="a pattern of paths, the most authoritative first")
    parser.add_argument("--show", action="store_true", help="list every claim that is disputed, or superseded but not with its document")
    arguments = parser.parse_args()
    for name in arguments.corpora:
        with library() if name == "library" else compiled(name) as store:
            decided, relations = decide(name, store, arguments.authority)
            if name == "library":
                compare(store, decided)
            if arguments.show:
                show(decided, relations)


@contextmanager
def library() -> Iterator[Store]:
    """The shipped library, compiled from nothing into a temporary database."""
    with TemporaryDirectory() as scratch:
        corpus = Corpus("library", DEMO / "library", Path(scratch))
        store = open_store(corpus.database)
        try:
            with store.transaction():
                evidence.update(store, corpus, "benchmark")
            with store.transaction():
                graph.update(store, corpus.fingerprint)
            yield store
        finally:
            store.close()


def decide(name: str, store: Store, authority: Sequence[str]) -> tuple[list[Decided], list[ClaimRelation]]:
    """The claims of a compiled corpus with their standings; prints the time and the rules that decided."""
    documents = list(load_documents(store.connection))
    proposed = (_claims(document.corpus, document.document_id, propose(document)) for document in documents)
    claims = {claim.claim_id: claim for found in proposed for claim in found}
    started = time.process_time()
    loaded = load_library(store.connection, claims.values())
    between = time.process_time()
    found, relations = standings(claims.values(), loaded, authority)
    seconds = time.process_time() - between
    print(f"{name}: {len(claims)} claims, loaded in {between - started:.2f} s, decided in {seconds:.2f} s")
    rules = Counter((standing.status, (standing.reason or "").partition(":")[0]) for standing in found)
    for (status, rule), number in sorted(rules.items()):
        print(f"    {number:6} {status} {rule}")
    paths = {document.document_id: document.path for document in documents}
    return [Decided(paths[claims[s.claim_id].document_id], claims[s.claim_id], s) for s in found], relations


def _claims(corpus: str, document: str, candidates: Sequence[Candidate]) -> Iterator[Claim]:
    return numbered(corpus, document, [(candidate, "gate") for candidate in candidates])


def compare(store: Store, decided: Sequence[Decided]) -> None:
    """Print how many rows of the key have the right status, and every row that has not."""
    rows = store.query("SELECT paragraph_id, text, map_offsets, map_lines FROM evidence.paragraphs")
    texts = {paragraph: Text(text, tuple(offsets), tuple(lines)) for paragraph, text, offsets, lines in rows}
    quoted = [(quote, item.standing.status) for item in decided for quote in _quotes(item, texts)]
    outcomes: Counter[str] = Counter()
    for row, status in zip(read_key(DEMO / "answer_key.tsv"), _statuses(), strict=True):
        found = [other for quote, other in quoted if quote.answers(row)]
        outcome = "missing" if not found else "wrong" if status not in found else "right" if set(found) == {status} else "mixed"
        outcomes[outcome] += 1
        if outcome in ("wrong", "mixed"):
            others = ", ".join(sorted(set(found) - {status}))
            print(f"    {outcome}: {row.path}:{row.line} {row.value} {row.unit} is {status}, not {others}")
    right, total = outcomes["right"] + outcomes["mixed"], sum(outcomes.values())
    print(f"    {right} of {total} right ({outcomes['mixed']} mixed), {outcomes['wrong']} wrong, {outcomes['missing']} without a claim")


def _statuses() -> list[str]:
    with (DEMO / "answer_key.tsv").open(encoding="utf-8", newline="") as lines:
        return [row["status"] for row in csv.DictReader(lines, delimiter="\t")]


def _quotes(item: Decided, texts: Mapping[str, Text]) -> Iterator[Quoted]:
    candidate = item.claim.candidate
    for quote in candidate.quotes:
        text = texts[quote.paragraph_id]
        lines = range(text.line_at(quote.start), text.line_at(quote.end - 1) + 1)
        yield Quoted(item.claim.claim_id, item.path, lines, quote.text, candidate.kind, candidate.value, candidate.unit)


def show(decided: Sequence[Decided], relations: Sequence[ClaimRelation]) -> None:
    """Print the claims that are not in force, each with what decided, and the contradictions."""
    by_id = {item.claim.claim_id: item for item in decided}
    for item in decided:
        reason = item.standing.reason or ""
        if item.standing.status != "active" and not reason.startswith(("superseded document", "status", "edition")):
            print(f"    {item}\n        {reason}\n        by {by_id.get(item.standing.by or '', item.standing.by)}")
    for relation in relations:
        if relation.type == "contradicts":
            print(f"    {by_id[relation.source_id]}\n        contradicts {by_id[relation.target_id]}")


if __name__ == "__main__":
    main()
