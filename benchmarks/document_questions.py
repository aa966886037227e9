"""How many questions about documents find all of their evidence, by kind, against plain BM25 in the same run.

Usage: python benchmarks/document_questions.py [--part report|holdout|tune|development|development-2|development-3|development-4]
       [--budget 3200] [--corpus rfcs] [--vectors] [--show] [--workspaces FOLDER]

The questions are in labels/questions-CORPUS.jsonl; labels/README.md tells how they were made. found: every line of every required place
that is not blank is shown by the items of the context. Of a question that nothing answers, that it is said so; of the others, how often it
is said falsely. Corpora are compiled first, with --vectors so that English ones have vectors (260 RFCs: an hour); with --workspaces FOLDER
they are kept there for the next time. Intervals: 95 % by bootstrap over questions.
"""

import argparse
import datetime
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from conversation_recall import interval
from corpora import ROOTS, data_folder
from processes import sync, workspace
from results import show_tables
from rich.table import Table

from lineproof.recall.embedding import embed
from lineproof.recall.navigator import Navigator
from lineproof.recall.pack import Item, pack
from lineproof.recall.rank import Ranked
from lineproof.recall.recall import Recalled, recall
from lineproof.recall.routes.lexical import OWN, bm25, widened
from lineproof.recall.view import View
from lineproof.recall.weights import Weights
from storage.workspace import Workspace

LABELS = Path(__file__).parent / "labels"
CORPORA = ("rfcs", "gesetze", "handbook")
UNANSWERABLE = "unanswerable"
FILES = ("development", "development-2", "development-3", "development-4", "holdout")
"""Parts that are a file each."""
CONNECTED = ("reference", "replaced", "list")
MOST = 500
"""So many paragraphs of a ranking are packed."""


Gold = Sequence[Sequence[frozenset[tuple[str, int]]]]
_LINES = "SELECT n, raw FROM evidence.lines JOIN evidence.documents USING (document_id) WHERE path = ? AND n BETWEEN ? AND ?"


@dataclass(frozen=True)
class Result:
    """What became of a question."""

    corpus: str
    asked: dict[str, Any]
    found: bool
    by_bm25: bool
    not_found: bool
    support: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", choices=["tune", "report", *FILES], default="report")
    parser.add_argument("--budget", type=int, default=3_200)
    parser.add_argument("--corpus", choices=CORPORA, action="append")
    parser.add_argument("--vectors", action="store_true")
    parser.add_argument("--workspaces", type=Path)
    parser.add_argument("--show", action="store_true", help="name the questions that fail")
    arguments = parser.parse_args()
    with TemporaryDirectory(prefix="lineproof-questions-") as scratch:
        folder = arguments.workspaces or Path(scratch)
        results = [
            result
            for name in arguments.corpus or CORPORA
            for result in answered(name, view_of(folder, name, arguments.vectors), arguments.part, arguments.budget)
        ]
    for result in results if arguments.show else ():
        if not right(result):
            said = f"support {result.support:.2f}, said {result.not_found}"
            print(result.asked["id"], result.asked["kind"], said, result.asked["question"])
    show(results, arguments.part, arguments.budget)


def view_of(folder: Path, name: str, vectors: bool = False) -> View:
    """The snapshot of a corpus, compiled below a folder if it is not yet there."""
    home = folder / (f"{name}-vectors" if vectors else name)
    if not (home / "lineproof.toml").exists():
        workspace(home, {name: data_folder(ROOTS[name]).resolve()})
        with (home / "lineproof.toml").open("a", encoding="utf-8") as settings:
            settings.write(f"vectors = {str(vectors).lower()}\n")
    space = Workspace.open(home)
    sync(space)
    return Navigator(space.corpus(name)).view()


def questions_of(name: str, part: str) -> list[dict[str, Any]]:
    """The questions of a part about a corpus."""
    of_corpus = {"corpus": name, "part": part}
    file = LABELS / f"questions-{part if part in FILES else name}.jsonl"
    read = (of_corpus | json.loads(line) for line in file.read_text(encoding="utf-8").splitlines())
    return [asked for asked in read if asked["corpus"] == name and (part in FILES or asked["part"] == part)]


def answered(name: str, view: View, part: str, budget: int, weights: Weights | None = None) -> Iterator[Result]:
    """What becomes of each question of a corpus."""
    for asked in questions_of(name, part):
        recalled = recalled_for(view, asked, budget, weights)
        plain = packed(view, by_bm25(view, asked["question"]), budget)
        gold = lines_of(view, asked["gold"])
        yield Result(name, asked, holds(recalled.items, gold), holds(plain, gold), recalled.not_found, recalled.trace["support"])


def recalled_for(view: View, asked: dict[str, Any], budget: int, weights: Weights | None = None) -> Recalled:
    """What recall gives for a question, on its day if it has one."""
    return recall(view, asked["question"], budget, as_of=day_of(asked), weights=weights, embed=embed)


def day_of(asked: dict[str, Any]) -> datetime.date | None:
    """The day for which it is asked."""
    return datetime.date.fromisoformat(asked["as_of"]) if asked["as_of"] else None


def packed(view: View, best: Sequence[int], budget: int) -> Sequence[Item]:
    """Paragraphs, best first, packed as recall packs its own."""
    return pack(view, [Ranked(int(number), 0.0, (), {}) for number in best[:MOST]], budget).items


def by_bm25(view: View, question: str) -> Sequence[int]:
    """The paragraphs whose own words fit best."""
    return np.argsort(-bm25(view, widened(view, question), OWN), kind="stable").tolist()


def lines_of(view: View, gold: Sequence[Sequence[dict[str, Any]]]) -> Gold:
    """The lines of each alternative of each required place, by path and number, without blank ones, which say nothing."""
    return [[_lines(view, **place) for place in places] for places in gold]


def _lines(view: View, path: str, first_line: int, last_line: int) -> frozenset[tuple[str, int]]:
    return frozenset((path, n) for n, raw in view.rows(_LINES, [path, first_line, last_line]) if raw.strip())


def holds(items: Sequence[Item], gold: Gold) -> bool:
    """Whether some alternative of every required place is shown."""
    shown = {(item.path, line) for item in items for line in range(item.first_line, item.last_line + 1)}
    return all(any(lines <= shown for lines in alternatives) for alternatives in gold)


def right(result: Result) -> bool:
    """Whether the question was dealt with as it should be."""
    return result.not_found if result.asked["kind"] == UNANSWERABLE else result.found and not result.not_found


def show(results: Sequence[Result], part: str, budget: int) -> None:
    """Print the shares."""
    table = Table("corpus", "kind", title=f"all evidence within {budget} tokens, {part} part")
    for column in ("questions", "found", "95 %", "BM25", "gain, 95 %", "said to be unanswerable"):
        table.add_column(column, justify="right")
    groups = [
        (name, kind) for name in dict.fromkeys(one.corpus for one in results) for kind in sorted({one.asked["kind"] for one in results})
    ]
    for name, kind in groups:
        add(table, name, kind, [one for one in results if one.corpus == name and one.asked["kind"] == kind])
    add(table, "all", "single", [one for one in results if one.asked["kind"] == "single"])
    add(table, "all", "connected", [one for one in results if one.asked["kind"] in CONNECTED])
    add(table, "all", "as_of", [one for one in results if one.asked["kind"] == "as_of"])
    add(table, "all", "answerable", [one for one in results if one.asked["kind"] != UNANSWERABLE])
    add(table, "all", UNANSWERABLE, [one for one in results if one.asked["kind"] == UNANSWERABLE])
    show_tables(table, width=130)


def add(table: Table, name: str, kind: str, group: Sequence[Result]) -> None:
    """Add a row, if there is anything to say."""
    if not group:
        return
    said = f"{np.mean([one.not_found for one in group]):.2f}"
    if kind == UNANSWERABLE:
        table.add_row(name, kind, str(len(group)), "", "", "", "", said)
        return
    found, plain = (np.array([float(value) for value in values]) for values in ([o.found for o in group], [o.by_bm25 for o in group]))
    (low, high), (below, above) = (interval(np.arange(len(group)), values) for values in (found, found - plain))
    gain = f"{(found - plain).mean():+.2f} [{below:+.2f} {above:+.2f}]"
    table.add_row(name, kind, str(len(group)), f"{found.mean():.2f}", f"[{low:.2f} {high:.2f}]", f"{plain.mean():.2f}", gain, said)


if __name__ == "__main__":
    main()
