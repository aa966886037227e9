"""The benchmark library (docs/library.md) compiled, held against its ledger.

Usage: python benchmarks/library.py [--edition templated|natural] [--seed N] [--no-additions] [--clean-every N] [--show]

facts       share of the ledger's facts that a claim on their line states, with kind, value and unit; and with the ledger's status
references  recall: of the ledger's targets, the share that an edge leads to from their line; precision: of the edges of running text,
            the share that the ledger has; named: of the references without a target, the share that is listed with the ledger's reason
relations   of the ledger's relations between documents, those that are found as they are, and how many others are found
graph       seconds that resolving all references of the first sync took, and those of the other stages, by the clock
additions   each of the further documents added by a sync of its own; facts then have the ledger's later status

A line may differ by one, since a wrapped reference may be taken to begin on either line. What is compiled incrementally is compared
with a clean build after every so many additions, and after the last.
"""

import argparse
import shutil
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from answer_key import _lines, _places
from processes import Measured, differing, load, sync, workspace
from results import show_tables
from rich.table import Table
from wiki import exported, sizes

from lineproof.evals.library.build import ADDITIONS, CORPUS, LEDGER, make, read_ledger, write
from lineproof.evals.library.model import EDITIONS, Fact, Ledger, Reference
from storage.snapshots import connect
from storage.workspace import Corpus, Workspace

MEBIBYTE = 1 << 20
Row = tuple[str, str, str]
Edge = tuple[str, int, str, int]

_CLAIMS = """
SELECT documents.path, quotes.paragraph_id, quotes.start, quotes."end", claims.kind, claims.value, claims.unit, standings.status
FROM beliefs.claims JOIN beliefs.quotes USING (claim_id) JOIN beliefs.standings USING (claim_id)
JOIN evidence.documents ON documents.document_id = claims.document_id WHERE claims.value IS NOT NULL
"""
_STAGES = "SELECT stage, epoch(finished_at - started_at) FROM ops.runs ORDER BY started_at"
_EDGES = "SELECT source_path, line, target_path, target_line FROM reference_edges WHERE relation = 'refers_to' AND origin <> 'metadata'"
_RELATIONS = "SELECT source_path, relation, target_path, partial FROM document_edges WHERE relation <> 'refers_to'"


@dataclass(frozen=True, slots=True)
class Bench:
    """A library on disk, its workspace, and what to print of it."""

    folder: Path
    space: Workspace
    ledger: Ledger
    show: bool

    @property
    def corpus(self) -> Corpus:
        """The corpus of the library."""
        return self.space.corpus(CORPUS)


def main() -> None:
    arguments = _arguments()
    with TemporaryDirectory(prefix="lineproof-library-") as scratch:
        folder = Path(scratch, "made")
        write(make(arguments.seed, arguments.edition), folder)
        space = workspace(Path(scratch, "workspace"), {CORPUS: folder / CORPUS})
        bench = Bench(folder, space, read_ledger(folder / LEDGER), arguments.show)
        rows = [*first_sync(bench), *compiled(bench, lambda fact: fact.status)]
        if not arguments.no_additions:
            rows += list(additions(bench, Path(scratch, "clean"), arguments.clean_every))
            rows += [(f"with additions: {name}", *rest) for name, *rest in compiled(bench, lambda fact: fact.later)]
    table = Table("what", title=f"{arguments.edition}, seed {arguments.seed} ({load()})")
    table.add_column("figure", justify="right")
    table.add_column("more", overflow="fold")
    for row in rows:
        table.add_row(*row)
    show_tables(table, width=170)


def first_sync(bench: Bench) -> Iterator[Row]:
    """A sync from nothing, and what it made."""
    done = _synced(bench)
    root = bench.corpus.root
    stages = _stages(bench.corpus)
    lines = sum(file.read_bytes().count(b"\n") for file in root.rglob("*") if file.is_file())
    yield "corpus", f"{lines:,} lines", f"{sum(1 for file in root.rglob('*') if file.is_file())} documents"
    yield "first sync", f"{done.wall:.1f} s", f"processor time {done.user + done.system:.1f} s; {load()}"
    each = ", ".join(f"{name} {seconds:.2f} s" for name, seconds in stages.items())
    yield "its graph", f"{stages['graph']:.2f} s", f"by the clock; all stages: {each}"
    yield "peak memory", f"{max(done.peak, done.peak_below) / MEBIBYTE:.0f} MiB", ""
    size, sources = sizes(exported(bench.space.folder, CORPUS), root)
    yield "wiki", f"{size / sources:.1%}", f"{size:,} characters for {sources:,} bytes"


def _stages(corpus: Corpus) -> dict[str, float]:
    """Seconds that each stage of the first sync took, by the clock."""
    with connect(corpus) as connection:
        return dict(connection.execute(_STAGES).fetchall())


def _synced(bench: Bench) -> Measured:
    done = sync(bench.space)
    if done.code:
        sys.exit(f"a sync failed with exit code {done.code}: {done.output}")
    return done


def compiled(bench: Bench, status: Callable[[Fact], str | None]) -> Iterator[Row]:
    """What was compiled, against the ledger."""
    with connect(bench.corpus) as connection:
        paths = {path for (path,) in connection.execute("SELECT path FROM evidence.documents").fetchall()}
        yield from facts(bench, connection, [fact for fact in bench.ledger.facts if fact.path in paths], status)
        yield from references(bench, connection, [one for one in bench.ledger.references if one.path in paths])
        wanted = {(one.path, one.relation, one.target, one.partial) for one in bench.ledger.relations if one.path in paths}
        found = set(connection.execute(_RELATIONS).fetchall())
        _show(bench, "relation missed", sorted(wanted - found))
        _show(bench, "relation not in the ledger", sorted(found - wanted))
        yield "relations", f"{len(wanted & found)} of {len(wanted)}", f"{len(found - wanted)} that the ledger does not have"


def facts(bench: Bench, connection: Any, wanted: Sequence[Fact], status: Callable[[Fact], str | None]) -> Iterator[Row]:
    """The facts that are claimed, and those that have the right status."""
    places, found = _places(connection), defaultdict(list)
    for path, paragraph, start, end, *rest, standing in connection.execute(_CLAIMS).fetchall():
        for line in _lines(places[paragraph], start, end):
            found[path, line, *rest].append(standing)
    outcomes: Counter[str] = Counter()
    for fact in wanted:
        standings = found[fact.path, fact.line, fact.kind, fact.value, fact.unit]
        outcome = "right" if status(fact) in standings else "wrong" if standings else "missing"
        outcomes[outcome] += 1
        if outcome != "right":
            _show(bench, f"fact {outcome}", [(fact.path, fact.line, fact.surface, status(fact), fact.wrong, standings, fact.quote[:160])])
    claimed, right = len(wanted) - outcomes["missing"], outcomes["right"]
    yield "facts claimed", f"{claimed / len(wanted):.1%}", f"{claimed} of {len(wanted)}"
    yield "facts with their status", f"{right / len(wanted):.1%}", f"{right} of {len(wanted)}; {outcomes['wrong']} with another"


def references(bench: Bench, connection: Any, wanted: Sequence[Reference]) -> Iterator[Row]:
    """Recall, precision, and what is named as it should be."""
    edges: list[Edge] = connection.execute(_EDGES).fetchall()
    gold: list[Edge] = [(one.path, one.line, *target) for one in wanted for target in one.targets]
    missed, extra = _unmatched(gold, edges), _unmatched(edges, gold)
    _show(bench, "reference missed", missed)
    _show(bench, "reference not in the ledger", extra)
    yield "references: recall", f"{1 - len(missed) / len(gold):.3f}", f"{len(gold) - len(missed)} of {len(gold)}"
    yield "references: precision", f"{1 - len(extra) / len(edges):.3f}", f"{len(edges) - len(extra)} of {len(edges)}"
    listed = set(connection.execute("SELECT path, line, reason FROM open_references").fetchall())
    without = [one for one in wanted if one.reason]
    unnamed = [one for one in without if not any((one.path, one.line + near, one.reason) in listed for near in (-1, 0, 1))]
    for reason in sorted({str(one.reason) for one in without}):
        every, bad = ([one for one in group if one.reason == reason] for group in (without, unnamed))
        yield f"references: named {reason}", f"{1 - len(bad) / len(every):.3f}", f"{len(every) - len(bad)} of {len(every)}"
    _show(bench, "reference not named", [(one.path, one.line, one.text, one.reason) for one in unnamed])


def _unmatched(edges: Sequence[Edge], others: Sequence[Edge]) -> list[Edge]:
    """The edges that no other matches, give or take a line."""
    known = {(path, line + near, target, at) for path, line, target, at in others for near in (-1, 0, 1)}
    return [edge for edge in edges if edge not in known]


def additions(bench: Bench, clean: Path, clean_every: int) -> Iterator[Row]:
    """Each addition by a sync of its own, and clean builds of the same sources."""
    files = sorted(file for file in (bench.folder / ADDITIONS).rglob("*") if file.is_file())
    done: list[Measured] = []
    builds: list[list[str]] = []
    for number, file in enumerate(files, 1):
        target = bench.corpus.root / file.relative_to(bench.folder / ADDITIONS)
        target.parent.mkdir(exist_ok=True)
        shutil.copyfile(file, target)
        done.append(_synced(bench))
        if number % clean_every == 0 or number == len(files):
            builds.append(_unlike_clean(bench, clean / str(number)))
    each = ", ".join(f"{one.wall:.1f} ({one.user + one.system:.1f})" for one in done)
    yield f"{len(files)} additions", f"{max(one.wall for one in done):.1f} s", f"slowest; each, with its processor time: {each}; {load()}"
    unlike = sorted({table for tables in builds for table in tables})
    yield "equal to a clean build", f"{builds.count([])} of {len(builds)}", ", ".join(unlike)


def _unlike_clean(bench: Bench, folder: Path) -> list[str]:
    """The current tables that a clean build has otherwise."""
    fresh = workspace(folder, {CORPUS: bench.corpus.root})
    sync(fresh)
    found = differing(bench.corpus, fresh.corpus(CORPUS))
    shutil.rmtree(folder)
    return found


def _show(bench: Bench, what: str, rows: Sequence[Any]) -> None:
    for row in rows if bench.show else ():
        print(what, *row, sep="\t")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edition", choices=EDITIONS, default="templated")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-additions", action="store_true", help="measure the library alone")
    parser.add_argument("--clean-every", type=int, default=17, help="after how many additions to compare with a clean build")
    parser.add_argument("--show", action="store_true", help="list every difference")
    return parser.parse_args()


if __name__ == "__main__":
    main()
