"""What each part of recall is worth: every route, the walk, demotion, and more, off in turn, with the difference that it makes.

Usage: python benchmarks/ablation.py documents|locomo|beam [--part PART] [--vectors] [--workspaces FOLDER]

without X    recall as it ships, but that one thing; a negative difference says that X helps

Measures: all evidence within 3,200 tokens (documents, LoCoMo), recall of the gold among the first 20 (LoCoMo) or 10 (BEAM). Intervals: 95 %
of the paired difference by bootstrap, over questions for documents and over conversations else. --vectors: English documents have vectors;
conversations always do.
"""

import argparse
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from conversation_recall import asked, by_recall, compiled, interval, questions_of
from document_questions import CORPORA, FILES, UNANSWERABLE, holds, lines_of, recalled_for, view_of
from document_questions import questions_of as document_questions_of
from results import show_tables
from rich.table import Table

from lineproof.recall.budget import BUDGET
from lineproof.recall.nature import CHAT, DIALOGUE, DOCUMENTS
from lineproof.recall.weights import Weights, standard

NATURES = {"documents": DOCUMENTS, "locomo": DIALOGUE, "beam": CHAT}
MEASURES = {"locomo": ("recall@20", "all@3200"), "beam": ("recall@10",)}
NEVER = 10**6


@dataclass(frozen=True)
class Measured:
    """One value a question by measure, and the group to which each question belongs that is drawn as a whole."""

    values: Mapping[str, np.ndarray]
    groups: np.ndarray


Measure = Callable[[Weights], Measured]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("benchmark", choices=NATURES)
    parser.add_argument("--part", choices=["report", "tune", *FILES], default="report")
    parser.add_argument("--vectors", action="store_true")
    parser.add_argument("--workspaces", type=Path)
    arguments = parser.parse_args()
    with TemporaryDirectory(prefix="lineproof-ablation-") as scratch:
        folder = arguments.workspaces or Path(scratch)
        measure = documents(folder, arguments) if arguments.benchmark == "documents" else conversations(folder, arguments)
        whole = measure(standard())
        of_all = ", ".join(f"{name} {values.mean():.3f}" for name, values in whole.values.items())
        table = Table("without", title=f"{arguments.benchmark}, {arguments.part} part, {len(whole.groups)} questions: {of_all}")
        for name in whole.values:
            table.add_column(f"{name}, 95 %", justify="right")
        for name, weights in variations(standard(), NATURES[arguments.benchmark]):
            table.add_row(name, *differences(whole, measure(weights)))
    show_tables(table, width=100)


def differences(whole: Measured, lacking: Measured) -> Iterator[str]:
    """The difference that something makes by each measure, with its interval."""
    for name, values in lacking.values.items():
        difference = values - whole.values[name]
        low, high = interval(whole.groups, difference)
        yield f"{difference.mean():+.3f} [{low:+.3f} {high:+.3f}]"


def variations(weights: Weights, nature: str) -> Iterator[tuple[str, Weights]]:
    """The weights with one thing off in turn."""
    shapes = weights.routes[nature]
    for route in dict.fromkeys(name for shape in shapes.values() for name in shape):
        lacking = {shape: {**counts, route: 0.0} for shape, counts in shapes.items()}
        yield route, replace(weights, routes={**weights.routes, nature: lacking})
    if len(shapes) > 1:
        yield "shapes", replace(weights, routes={**weights.routes, nature: {"every": shapes["every"]}})
    if weights.walk[nature]:
        yield "walk", replace(weights, walk={**weights.walk, nature: 0.0})
        for edge in weights.edges:
            yield f"edges: {edge}", replace(weights, edges={**weights.edges, edge: 0.0})
    if nature in weights.bridge:
        yield "bridge", replace(weights, bridge={})
    if nature in weights.members:
        yield "members", replace(weights, members={})
    if nature in weights.spread:
        yield "spread", replace(weights, spread={})
    yield "demotion", replace(weights, demotion=1.0, demotion_dated=1.0)
    yield "factors of kinds", replace(weights, kinds={})
    yield "floor", replace(weights, floor=NEVER)


def documents(folder: Path, arguments: argparse.Namespace) -> Measure:
    """Whether all evidence of each question about documents is found."""
    views = {name: view_of(folder, name, arguments.vectors and name != "gesetze") for name in CORPORA}
    questions = [
        (view, question, lines_of(view, question["gold"]))
        for name, view in views.items()
        for question in document_questions_of(name, arguments.part)
        if question["kind"] != UNANSWERABLE
    ]

    def measure(weights: Weights) -> Measured:
        items = (recalled_for(view, one, BUDGET, weights).items for view, one, _ in questions)
        values = [holds(found, gold) for found, (_, _, gold) in zip(items, questions, strict=True)]
        return Measured({"all@3200": np.array(values, dtype=float)}, np.arange(len(values)))

    return measure


def conversations(folder: Path, arguments: argparse.Namespace) -> Measure:
    """The measure of each question about conversations."""
    questions = questions_of(arguments.benchmark, arguments.part)
    space = compiled(arguments.benchmark, folder)

    def measure(weights: Weights) -> Measured:
        found = asked(space, questions, lambda view: {"recall": partial(by_recall, view, weights=weights)})["recall"]
        values = {name: np.array([one.shares[name] for one in found]) for name in MEASURES[arguments.benchmark]}
        return Measured(values, np.array([one.conversation for one in found]))

    return measure


if __name__ == "__main__":
    main()
