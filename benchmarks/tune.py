"""Learn the weights of recall from tuning data alone, and say what they gain on it.

Usage: python benchmarks/tune.py [documents] [dialogue] [chat] [--vectors] [--workspaces FOLDER] [--write FILE]

documents   the tune part of labels/questions-*.jsonl; --vectors: English corpora have vectors
dialogue    conv-26 and conv-30 of LoCoMo
chat        chats 1-4 of BEAM 100K

candidate   a paragraph that is among the first FIRST by a route, or gold
loss        minus the logarithm of the share of the gold in exp(score) of all candidates, where the score is the weighted sum of what the
            routes say (a conditional logit: McFadden, Conditional logit analysis of qualitative choice behavior, 1974); a mean over places

The loss is smooth, descent starts from equal weights, and nothing is drawn by chance: the same data give the same weights. Learned are the
weights of those shapes of questions for which LEAST places are known; they are kept only where they find more of the tuning questions than
those that ship. What no loss can tell (how far the superseded falls, the walk, the factors of kinds) is left as it is;
benchmarks/ablation.py tells what it is worth.
"""

import argparse
import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from ablation import NATURES, Measure, Measured, conversations, documents
from conversation_recall import compiled, corpus_name
from conversation_recall import questions_of as conversation_questions_of
from document_questions import CORPORA, UNANSWERABLE, day_of, view_of
from document_questions import questions_of as document_questions_of
from results import show_tables
from rich.table import Table

from lineproof.recall.columns import columns_of
from lineproof.recall.embedding import embed
from lineproof.recall.memory import Memory
from lineproof.recall.question import question_of
from lineproof.recall.rank import said
from lineproof.recall.view import View
from lineproof.recall.weights import DATED, EVERY, FILE, Weights, standard

PART = "tune"
ALL = "all"
FIRST = 200
LEAST = 20
STEPS = 500
RATE = 0.5
RIDGE = 0.02
KEPT = 0.9
"""Of the speed of the last step (gradient descent with momentum)."""


@dataclass(frozen=True)
class Example:
    """A place that a question asks for: what the routes say of its candidates (c, routes), and which of them are gold (c)."""

    shape: str
    routes: np.ndarray
    gold: np.ndarray


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("natures", nargs="*", choices=[*NATURES.values(), ALL], default=ALL)
    parser.add_argument("--vectors", action="store_true")
    parser.add_argument("--workspaces", type=Path)
    parser.add_argument("--write", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    arguments.part = PART
    weights = standard()
    table = Table("nature", "shape", "weights", title="what the tuning data say")
    for column in ("places", "before", "after"):
        table.add_column(column, justify="right")
    with TemporaryDirectory(prefix="lineproof-tune-") as scratch:
        for benchmark, nature in NATURES.items():
            if nature in arguments.natures or ALL in arguments.natures:
                arguments.benchmark = benchmark
                weights = tuned(arguments.workspaces or Path(scratch), arguments, weights, nature, table)
    show_tables(table, width=130)
    if arguments.write:
        arguments.write.write_text(rewritten(FILE.read_text(encoding="utf-8"), weights), encoding="utf-8")
        print(f"wrote {arguments.write}")


def tuned(folder: Path, arguments: argparse.Namespace, weights: Weights, nature: str, table: Table) -> Weights:
    """Weights in which those of one nature are learned, shape by shape, where they find more."""
    of_documents = nature == NATURES["documents"]
    measure: Measure = documents(folder, arguments) if of_documents else conversations(folder, arguments)
    names = list(dict.fromkeys(name for shape in weights.routes[nature].values() for name in shape))
    found = of_document_questions(folder, arguments, names) if of_documents else of_conversations(folder, arguments, names)
    examples = list(found)
    best = mean(measure(weights))
    for shape in weights.routes[nature]:
        chosen = [one for one in examples if shape in (EVERY, one.shape)]
        if len(chosen) < LEAST:
            continue
        counts = counted(weights.routes[nature][shape], names, chosen)
        tried = replace(weights, routes={**weights.routes, nature: {**weights.routes[nature], shape: counts}})
        value = mean(measure(tried))
        shown = ", ".join(f"{name} {weight:.2f}" for name, weight in counts.items())
        table.add_row(nature, shape, shown, str(len(chosen)), f"{best:.3f}", f"{value:.3f}{' kept' if value > best else ''}")
        if value > best:
            weights, best = tried, value
    return weights


def mean(measured: Measured) -> float:
    """The mean of all measures."""
    return float(np.mean([values.mean() for values in measured.values.values()]))


def counted(before: Mapping[str, float], names: Sequence[str], examples: Sequence[Example]) -> dict[str, float]:
    """Learned weights of routes, with the sum that they had before; a route that says nothing in any example keeps its own."""
    speaking = [at for at, name in enumerate(names) if name in before and any(one.routes[:, at].any() for one in examples)]
    total = sum(before[names[at]] for at in speaking)
    learned = learn([replace(one, routes=one.routes[:, speaking]) for one in examples])
    return {**before, **{names[at]: round(float(total * weight), 2) for at, weight in zip(speaking, learned, strict=True)}}


def of_document_questions(folder: Path, arguments: argparse.Namespace, names: Sequence[str]) -> Iterator[Example]:
    """An example for each place that a question about documents asks for."""
    for name in CORPORA:
        view = view_of(folder, name, arguments.vectors and name != "gesetze")
        for asked in document_questions_of(name, PART):
            if asked["kind"] != UNANSWERABLE:
                gold = [[number for place in places for number in numbers_of(view, **place)] for places in asked["gold"]]
                yield from examples_of(view, asked["question"], names, gold, DATED if asked["as_of"] else None, day_of(asked))


def of_conversations(folder: Path, arguments: argparse.Namespace, names: Sequence[str]) -> Iterator[Example]:
    """An example for each turn that a question about a conversation asks for."""
    space = compiled(arguments.benchmark, folder)
    for asked in conversation_questions_of(arguments.benchmark, PART):
        view = Memory(space.corpus(corpus_name(asked.conversation))).view()
        turns = dict(view.rows("SELECT turn_id, paragraph_id FROM evidence.turns"))
        gold = [[columns_of(view).positions[turns[name]]] for name in asked.gold if name in turns]
        yield from examples_of(view, asked.text, names, gold, None, None)


def examples_of(
    view: View, text: str, names: Sequence[str], gold: Sequence[Sequence[int]], shape: str | None, day: datetime.date | None
) -> Iterator[Example]:
    """The examples of one question: one a place, over the same candidates."""
    question = question_of(view, text)
    found = said(view, question, dict.fromkeys(names, 1.0), day, embed).scores
    scores = np.stack([found.get(name, np.zeros(len(columns_of(view)), np.float32)) for name in names], axis=1)
    first = {int(number) for column in scores.T if column.any() for number in np.argsort(-column, kind="stable")[:FIRST]}
    for places in gold:
        candidates = np.array(sorted(first.union(places)))
        yield Example(shape or question.shape, scores[candidates].astype(np.float64), np.isin(candidates, list(places)))


def numbers_of(view: View, path: str, first_line: int, last_line: int) -> list[int]:
    """The paragraphs that stand on some lines of a document."""
    columns = columns_of(view)
    at = [document.path for document in view.documents().values()].index(path)
    own = np.arange(columns.starts[at], columns.starts[at + 1])
    return [int(number) for number in own[(columns.first_line[own] <= last_line) & (columns.last_line[own] >= first_line)]]


def learn(examples: Sequence[Example]) -> np.ndarray:
    """The weights of least loss, none negative, that add up to 1; by projected gradient descent."""
    examples = [one for one in examples if one.gold.any()]
    weights, speed = np.ones(examples[0].routes.shape[1]), 0.0
    for _ in range(STEPS):
        gradient = RIDGE * weights + np.mean([slope(one, weights) for one in examples], axis=0)
        speed = KEPT * speed - RATE * gradient
        weights = np.maximum(weights + speed, 0.0)
    return np.asarray(weights / weights.sum())


def slope(example: Example, weights: np.ndarray) -> np.ndarray:
    """The gradient of one example's loss."""
    scores = example.routes @ weights
    chance = np.exp(scores - scores.max())
    of_gold = chance * example.gold
    return np.asarray((chance / chance.sum() - of_gold / of_gold.sum()) @ example.routes)


def rewritten(text: str, weights: Weights) -> str:
    """The file of weights with others in the place of its own; its comments, and what stays the same, stay as they are."""
    section: tuple[str, ...] = ()
    lines = []
    for line in text.splitlines(keepends=True):
        if line.startswith("["):
            section = tuple(line.partition("]")[0][1:].split("."))
        name, _, old = line.partition("#")[0].partition(" = ")
        if len(section) == 2 and old and float(old) != (new := weights.routes[section[0]][section[1]][name]):
            line = line.replace(old.rstrip(), f"{new:.2f}", 1)
        lines.append(line)
    return "".join(lines)


if __name__ == "__main__":
    main()
