"""How much of the gold evidence of questions about conversations is recalled, against plain BM25 in the same run.

Usage: python benchmarks/conversation_recall.py locomo|beam [--part report|tune] [--workspaces FOLDER] [--unmasked]

Each conversation is a corpus of its own. Weights were tuned on conv-26 and conv-30 of LoCoMo and chats 1-4 of BEAM; the report part is the
others. Questions in which a public audit found errors are left out, unless --unmasked. A token is four characters of what the turns say,
without speaker and caption, taken by rank. Intervals: 95 % by bootstrap over conversations, 2,000 draws. Corpora are kept with
--workspaces FOLDER.
"""

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from corpora import data_folder
from processes import sync, workspace
from results import show_tables
from rich.table import Table

from lineproof.evals import beam, locomo
from lineproof.evals.bootstrap import interval
from lineproof.evals.report.model import Distribution
from lineproof.evals.sessions import Question, write_sessions
from lineproof.recall.columns import columns_of
from lineproof.recall.embedding import embed
from lineproof.recall.memory import Memory
from lineproof.recall.question import question_of
from lineproof.recall.rank import rank
from lineproof.recall.routes.lexical import OWN, bm25, postings_of, question_terms
from lineproof.recall.view import View
from lineproof.recall.weights import Weights, standard
from storage.workspace import Workspace

READERS = {"locomo": (locomo, ("locomo",)), "beam": (beam, ("beam", "100K"))}
TUNE = {"locomo": ("conv-26", "conv-30"), "beam": ("1", "2", "3", "4")}
BUDGETS = (3_200, 4_300)
Order = Callable[[str], Sequence[int]]
"""Numbers of paragraphs for a question, best first."""


@dataclass(frozen=True)
class Found:
    """What one question got: fractions of its gold among the first, and within budgets."""

    conversation: str
    category: str
    shares: Mapping[str, float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("benchmark", choices=READERS)
    parser.add_argument("--part", choices=["tune", "report"], default="report")
    parser.add_argument("--workspaces", type=Path)
    parser.add_argument("--unmasked", action="store_true")
    arguments = parser.parse_args()
    wanted = questions_of(arguments.benchmark, arguments.part, arguments.unmasked)
    with TemporaryDirectory(prefix="lineproof-conversations-") as scratch:
        space = compiled(arguments.benchmark, arguments.workspaces or Path(scratch))
        results = asked(space, wanted, lambda view: {"recall": partial(by_recall, view), "BM25": partial(by_bm25, view)})
    show(arguments, results)


def questions_of(benchmark: str, part: str, unmasked: bool = False) -> list[Question]:
    """The questions of one part that have gold; those in which an audit found errors only where they are asked for."""
    reader, source = READERS[benchmark]
    return [
        one
        for one in reader.questions(data_folder(*source))
        if one.gold
        and one.category != "adversarial"
        and (unmasked or not one.fault)
        and (one.conversation in TUNE[benchmark]) == (part == "tune")
    ]


def compiled(benchmark: str, folder: Path) -> Workspace:
    """A workspace with a corpus for each conversation, up to date."""
    reader, source = READERS[benchmark]
    home = folder / benchmark
    if not (home / "lineproof.toml").exists():
        sessions = reader.sessions(data_folder(*source))
        write_sessions(sessions, folder / f"{benchmark}-sessions")
        names = sorted({session.conversation for session in sessions})
        workspace(home, {corpus_name(name): folder / f"{benchmark}-sessions" / name for name in names})
    space = Workspace.open(home)
    sync(space)
    return space


def corpus_name(conversation: str) -> str:
    return f"talk-{conversation.lower()}"


def asked(space: Workspace, questions: Sequence[Question], orders: Callable[[View], Mapping[str, Order]]) -> dict[str, list[Found]]:
    """What each question gets by each order of the paragraphs."""
    results: dict[str, list[Found]] = {}
    for conversation in dict.fromkeys(one.conversation for one in questions):
        view = Memory(space.corpus(corpus_name(conversation))).view()
        turns = dict(view.rows("SELECT turn_id, paragraph_id FROM evidence.turns"))
        sizes = np.array([length / 4 for (length,) in view.rows(_LENGTHS)])
        ranked = orders(view)
        for one in (one for one in questions if one.conversation == conversation):
            gold = [columns_of(view).positions[turns[name]] for name in one.gold if name in turns]
            for name, order in ranked.items():
                found = Found(conversation, one.category, shares(list(order(one.text)), gold, sizes))
                results.setdefault(name, []).append(found)
    return results


_LENGTHS = r"""
SELECT length(regexp_replace(substr(p.text, length(t.speaker) + 3), ' \[image: [^\]]*\]$', '')) FROM evidence.paragraphs p
JOIN evidence.documents d USING (document_id) JOIN evidence.turns t USING (document_id, paragraph_id) ORDER BY d.path, p.ordinal
"""


def shares(ranked: Sequence[int], gold: Sequence[int], sizes: np.ndarray) -> Mapping[str, float]:
    """The measures of one question."""
    place = {number: rank for rank, number in enumerate(ranked)}
    found = {
        "recall@10": np.mean([place.get(one, len(sizes)) < 10 for one in gold]),
        "recall@20": np.mean([place.get(one, len(sizes)) < 20 for one in gold]),
    }
    spent = np.cumsum(sizes[list(ranked)])
    for budget in BUDGETS:
        last = int(np.searchsorted(spent, budget, side="right"))
        within = [place.get(one, len(sizes)) < last for one in gold]
        found |= {f"any@{budget}": any(within), f"fraction@{budget}": np.mean(within), f"all@{budget}": all(within)}
    return {name: float(value) for name, value in found.items()}


def by_recall(view: View, text: str, weights: Weights | None = None) -> Sequence[int]:
    """The turns as recall ranks them, with other weights than those that ship where some are given."""
    return [one.number for one in rank(view, question_of(view, text), weights or standard(), None, embed).best]


def by_bm25(view: View, text: str) -> Sequence[int]:
    """The turns by their own words."""
    scores = bm25(view, postings_of(view, question_terms(view, text)).values(), OWN)
    return [int(number) for number in np.argsort(-scores, kind="stable")]


def show(arguments: argparse.Namespace, results: Mapping[str, Sequence[Found]]) -> None:
    """Print each measure with its interval, and the gain over BM25."""
    table = Table("category", "measure", title=f"{arguments.benchmark}, {arguments.part} part")
    for column in ("questions", "recall", "95 %", "BM25", "gain, 95 %"):
        table.add_column(column, justify="right")
    categories = ["all", *sorted({one.category for one in results["recall"]})]
    measures = ["recall@10", "recall@20", *(f"{kind}@{budget}" for budget in BUDGETS for kind in ("any", "fraction", "all"))]
    for category in categories:
        for measure in measures if category == "all" else (["recall@10"] if arguments.benchmark == "beam" else ["all@3200", "all@4300"]):
            row(table, category, measure, results)
    measure = "recall@10" if arguments.benchmark == "beam" else "recall@20"
    series = {name: of_conversations(found, measure) for name, found in results.items()}
    show_tables(table, distributions=(Distribution(f"{measure}, mean of each conversation", "share of the gold", series),))


def of_conversations(found: Sequence[Found], measure: str) -> tuple[float, ...]:
    """The mean of a measure for each conversation."""
    names = dict.fromkeys(one.conversation for one in found)
    return tuple(float(np.mean([one.shares[measure] for one in found if one.conversation == name])) for name in names)


def row(table: Table, category: str, measure: str, results: Mapping[str, Sequence[Found]]) -> None:
    """Add one measure."""
    ours, floor = ([one for one in found if category in ("all", one.category)] for found in (results["recall"], results["BM25"]))
    values, floors = (np.array([one.shares[measure] for one in group]) for group in (ours, floor))
    talks = np.array([one.conversation for one in ours])
    low, high = interval(talks, values)
    below, above = interval(talks, values - floors)
    gain = f"{values.mean() - floors.mean():+.3f} [{below:+.3f} {above:+.3f}]"
    table.add_row(category, measure, str(len(values)), f"{values.mean():.3f}", f"[{low:.3f} {high:.3f}]", f"{floors.mean():.3f}", gain)


if __name__ == "__main__":
    main()
