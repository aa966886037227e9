"""The answer key of the shipped library against what is proposed of it, or believed.

Usage: python benchmarks/answer_key.py [--database FILE] [--missing]

found     a row of the key for which a claim quotes its line: with the words of a condition, else with kind, value and unit
unlisted  a claim with a value on a line that no row of the key has with it; each is looked at by a person

Without a database the candidates of the built-in extractor are measured, with one its claims.
"""

import argparse
import csv
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb

from lineproof.beliefs.load import load_documents
from lineproof.beliefs.propose import propose
from lineproof.evidence import update as evidence
from lineproof.evidence.paragraphs import Text
from storage.database import open_store
from storage.workspace import Corpus

DEMO = Path(__file__).parent.parent / "demo"
CONDITION = "condition"


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the key."""

    path: str
    line: int
    kind: str
    subject: str
    value: str
    unit: str

    @property
    def words(self) -> str:
        """The words of a condition as they are compared."""
        return " ".join(self.value.casefold().split())


@dataclass(frozen=True, slots=True)
class Quoted:
    """A quote of a claim: the lines that it covers, what it says, and the value that the claim gives it."""

    claim: str
    path: str
    lines: range
    text: str
    kind: str
    value: str | None
    unit: str | None

    def answers(self, row: Row) -> bool:
        """Whether it is the claim that a row of the key asks for."""
        if self.path != row.path or row.line not in self.lines:
            return False
        if row.kind == CONDITION:
            return row.words in " ".join(self.text.casefold().split())
        return (self.kind, self.value, self.unit or "") == (row.kind, row.value, row.unit)


def main() -> None:
    arguments = _arguments()
    with TemporaryDirectory() as scratch:
        quotes = list(believed(arguments.database) if arguments.database else proposed(Path(scratch)))
    report(list(read_key(DEMO / "answer_key.tsv")), quotes, arguments.missing)


def read_key(file: Path) -> Iterator[Row]:
    """The rows of the key."""
    with file.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            yield Row(row["path"], int(row["line"]), row["kind"], row["subject"], row["value"], row["unit"])


def proposed(scratch: Path) -> Iterator[Quoted]:
    """The quotes of all candidates of the library, compiled into a scratch folder."""
    store = open_store(Corpus("library", DEMO / "library", scratch).database)
    try:
        with store.transaction():
            evidence.update(store, Corpus("library", DEMO / "library", scratch), "benchmark")
        places = _places(store.connection)
        for document in load_documents(store.connection):
            for n, candidate in enumerate(propose(document)):
                for quote in candidate.quotes:
                    lines = _lines(places[quote.paragraph_id], quote.start, quote.end)
                    yield Quoted(f"{document.path} {n}", document.path, lines, quote.text, candidate.kind, candidate.value, candidate.unit)
    finally:
        store.close()


def believed(database: str) -> Iterator[Quoted]:
    """The quotes of all claims of a compiled database."""
    connection = duckdb.connect(database, read_only=True)
    places = _places(connection)
    for claim, path, paragraph, start, end, text, *rest in connection.execute(_CLAIMS).fetchall():
        yield Quoted(claim, path, _lines(places[paragraph], start, end), text, *rest)


_CLAIMS = (
    'SELECT claim_id, path, paragraph_id, start, "end", quote, kind, value, unit FROM beliefs.claims JOIN beliefs.quotes USING (claim_id) '
    "JOIN evidence.documents ON documents.document_id = claims.document_id"
)


def _places(connection: duckdb.DuckDBPyConnection) -> Mapping[str, Text]:
    rows = connection.execute("SELECT paragraph_id, text, map_offsets, map_lines FROM evidence.paragraphs").fetchall()
    return {paragraph: Text(text, tuple(offsets), tuple(lines)) for paragraph, text, offsets, lines in rows}


def _lines(text: Text, start: int, end: int) -> range:
    return range(text.line_at(start), text.line_at(end - 1) + 1)


def report(key: list[Row], quotes: list[Quoted], missing: bool) -> None:
    """Print the share found of each kind, and on demand every row that is missing and every value that is unlisted."""
    found = [row for row in key if any(quote.answers(row) for quote in quotes)]
    counts, hits = Counter(row.kind for row in key), Counter(row.kind for row in found)
    for kind in sorted(counts):
        print(f"{kind:12} {hits[kind]:4} of {counts[kind]:4}  {hits[kind] / counts[kind]:.1%}")
    print(f"{'all':12} {len(found):4} of {len(key):4}  {len(found) / len(key):.1%}")
    unlisted = list(_unlisted(key, quotes))
    print(f"unlisted values: {len(unlisted)}")
    if missing:
        known = set(found)
        for row in key:
            if row not in known:
                print("missing ", row.path, row.line, row.kind, row.value, row.unit, sep="\t")
        for quote in unlisted:
            print("unlisted", quote.path, quote.lines, quote.kind, quote.value, quote.unit, quote.text[:160], sep="\t")


def _unlisted(key: Sequence[Row], quotes: Sequence[Quoted]) -> Iterator[Quoted]:
    valued: dict[tuple[str, str, str, str], list[int]] = {}
    for row in key:
        valued.setdefault((row.path, row.kind, row.value, row.unit), []).append(row.line)
    kinds = {row.kind for row in key} - {CONDITION}
    known = {quote.claim for quote in quotes if any(line in quote.lines for line in valued.get(_value(quote), ()))}
    first = {quote.claim: quote for quote in reversed(quotes)}
    yield from (quote for claim, quote in sorted(first.items()) if quote.kind in kinds and quote.value and claim not in known)


def _value(quote: Quoted) -> tuple[str, str, str, str]:
    return quote.path, quote.kind, quote.value or "", quote.unit or ""


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", help="a compiled database; its claims are measured instead of candidates")
    parser.add_argument("--missing", action="store_true", help="list what is missing and what is unlisted")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
