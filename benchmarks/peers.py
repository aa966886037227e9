"""Peers in the same run: rankings of others over the same paragraphs, questions and budgets as recall, with the paired gain over each.

Usage: python benchmarks/peers.py locomo|beam|documents [--part report|tune] [--peer NAME]... [--workspaces FOLDER]

Measures and parts are those of conversation_recall.py and document_questions.py. Intervals: 95 % by bootstrap over conversations, and over
questions about documents; the gain of recall is paired by question. Vectors of documents are made for this run alone, which takes long:
--corpus NAME chooses, --workspaces FOLDER keeps what was compiled and embedded.
"""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import conversation_recall as conversations
import document_questions as documents
import numpy as np
from conversation_recall import Order, by_recall, interval
from results import show_tables
from rich.table import Table
from xxhash import xxh3_128_hexdigest

from lineproof.evals.peers.catalogue import PEERS
from lineproof.evals.peers.collection import Collection, Embed
from lineproof.models.minilm import MiniLM
from lineproof.recall.columns import columns_of
from lineproof.recall.vectors import vectors_of
from lineproof.recall.view import View

OURS = "Lineproof"
MEASURES = {
    "locomo": ("recall@20", "any@3200", "fraction@3200", "all@3200"),
    "beam": ("recall@10", "recall@20", "fraction@3200", "all@3200"),
}
OF_CATEGORY = {"locomo": "all@4300", "beam": "recall@10"}
"""The measure that is shown for each kind of question."""
BUDGET = 3_200
_TEXTS = """
SELECT p.text, t.speaker FROM evidence.paragraphs p JOIN evidence.documents d USING (document_id)
LEFT JOIN evidence.turns t USING (document_id, paragraph_id) ORDER BY d.path, p.ordinal
"""


@dataclass(frozen=True)
class Measured:
    """One measure of one ranking: a value a question, in the order of the questions, each with its group for the bootstrap."""

    values: np.ndarray
    groups: np.ndarray


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("benchmark", choices=[*conversations.READERS, "documents"])
    parser.add_argument("--part", choices=["tune", "report"], default="report")
    parser.add_argument("--peer", choices=PEERS, action="append", help="default: all")
    parser.add_argument("--corpus", choices=documents.CORPORA, action="append", help="of documents; default: all")
    parser.add_argument("--workspaces", type=Path)
    arguments = parser.parse_args()
    with TemporaryDirectory(prefix="lineproof-peers-") as scratch:
        folder = arguments.workspaces or Path(scratch)
        measure = of_documents if arguments.benchmark == "documents" else of_conversations
        show(f"{arguments.benchmark}, {arguments.part} part", measure(arguments, folder))


def of_conversations(arguments: argparse.Namespace, folder: Path) -> dict[str, dict[str, Measured]]:
    """All measures by ranking."""
    model = MiniLM()
    questions = conversations.questions_of(arguments.benchmark, arguments.part)
    space = conversations.compiled(arguments.benchmark, folder)
    results = conversations.asked(space, questions, lambda view: orders(view, model.embed, arguments.peer))
    return {name: measured(arguments.benchmark, found) for name, found in results.items()}


def of_documents(arguments: argparse.Namespace, folder: Path) -> dict[str, dict[str, Measured]]:
    """Whether all evidence is within the budget, by ranking, for the questions that have an answer."""
    found: dict[str, list[tuple[str, float]]] = {}
    for name in arguments.corpus or documents.CORPORA:
        view = documents.view_of(folder / name, name)
        ranked = orders(view, kept(MiniLM().embed, folder / f"{name}-vectors"), arguments.peer)
        for asked in documents.questions_of(name, arguments.part):
            if asked["kind"] == documents.UNANSWERABLE:
                continue
            items = {other: documents.packed(view, order(asked["question"]), BUDGET) for other, order in ranked.items()}
            items[OURS] = documents.recalled_for(view, asked, BUDGET).items
            gold = documents.lines_of(view, asked["gold"])
            for other, shown in items.items():
                found.setdefault(other, []).append((f"{name}/{asked['kind']}", float(documents.holds(shown, gold))))
    return {name: {title: _of_kinds(rows, kinds) for title, kinds in _kinds(rows).items()} for name, rows in found.items()}


def _kinds(rows: Sequence[tuple[str, float]]) -> dict[str, set[str]]:
    """Which kinds of questions each row of the table is about."""
    kinds = {kind for kind, _ in rows}
    connected = {kind for kind in kinds if kind.partition("/")[2] in documents.CONNECTED}
    single = {kind for kind in kinds if kind.endswith("/single")}
    names = sorted({kind.partition("/")[0] for kind in kinds})
    corpora = {name: {kind for kind in kinds if kind.startswith(f"{name}/")} for name in names if len(names) > 1}
    return {"all": kinds, "one place": single, "several places": connected, **corpora}


def _of_kinds(rows: Sequence[tuple[str, float]], kinds: set[str]) -> Measured:
    values = np.array([value for kind, value in rows if kind in kinds])
    return Measured(values, np.arange(len(values)))


def kept(embed: Embed, folder: Path) -> Embed:
    """The same, with the vectors of many texts kept in a folder."""

    def embedded(texts: Sequence[str]) -> np.ndarray:
        file = folder / f"{xxh3_128_hexdigest(chr(0).join(texts).encode())}.npy"
        if len(texts) > 1 and not file.exists():
            folder.mkdir(parents=True, exist_ok=True)
            np.save(file, np.asarray(embed(texts), np.float32))
        return np.load(file) if len(texts) > 1 else np.asarray(embed(texts), np.float32)

    return embedded


def orders(view: View, embed: Embed, wanted: Sequence[str] | None) -> Mapping[str, Order]:
    """Recall and the peers, over the paragraphs of one snapshot."""
    collection = collection_of(view, embed)
    return {OURS: partial(by_recall, view)} | {name: PEERS[name](collection) for name in wanted or PEERS}


def collection_of(view: View, embed: Embed) -> Collection:
    """The paragraphs of a snapshot as peers see them."""
    columns, vectors = columns_of(view), vectors_of(view)
    rows = view.rows(_TEXTS)
    languages = [document.language for document in view.documents().values()]
    return Collection(
        texts=[text for text, _ in rows],
        speakers=[speaker for _, speaker in rows],
        previous=columns.previous.tolist(),
        documents=[range(int(first), int(last)) for first, last in zip(columns.starts, columns.starts[1:], strict=False)],
        language=max(set(languages), key=languages.count),
        embed=embed,
        made=vectors.matrix if len(vectors.numbers) == len(columns) else None,
    )


def measured(benchmark: str, found: Sequence[conversations.Found]) -> dict[str, Measured]:
    """The measures that are shown."""
    chosen = {name: _of(found, name) for name in MEASURES[benchmark]}
    measure = OF_CATEGORY[benchmark]
    for category in sorted({one.category for one in found}):
        chosen[f"{category} {measure}"] = _of([one for one in found if one.category == category], measure)
    return chosen


def _of(found: Sequence[conversations.Found], measure: str) -> Measured:
    return Measured(np.array([one.shares[measure] for one in found]), np.array([one.conversation for one in found]))


def show(title: str, results: Mapping[str, Mapping[str, Measured]]) -> None:
    """Print each measure of each ranking with its interval, and what recall gains over it."""
    table = Table("measure", "ranking", title=title)
    for column in ("questions", "value", "95 %", "gain of recall, 95 %"):
        table.add_column(column, justify="right")
    for measure in results[OURS]:
        for name, found in results.items():
            table.add_row(measure, name, *row(found[measure], results[OURS][measure]), end_section=name == [*results][-1])
    show_tables(table)


def row(one: Measured, ours: Measured) -> tuple[str, ...]:
    """Questions, value, its interval, and the paired gain of recall with its interval."""
    low, high = interval(one.groups, one.values)
    gain = ours.values - one.values
    below, above = interval(one.groups, gain)
    shown = f"{gain.mean():+.3f} [{below:+.3f} {above:+.3f}]" if one is not ours else ""
    return str(len(one.values)), f"{one.values.mean():.3f}", f"[{low:.3f} {high:.3f}]", shown


if __name__ == "__main__":
    main()
