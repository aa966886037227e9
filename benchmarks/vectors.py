"""How fast vectors are made, stored, read and searched on this machine.

Usage: python benchmarks/vectors.py [--rfcs 2000] [--rows 1000000] [--workspace FOLDER --corpus NAME]

texts      the turns of LoCoMo, and a seeded choice of paragraphs of the RFCs as an index embeds them
question   one text at a time, as recall asks
search     the ten nearest of random unit vectors of 384 numbers, in single precision as readers hold them
index      made of the same vectors, and asked for as many as recall asks for; random vectors keep to no topics, so what of them is found
           tells nothing
found      how many of the 20 nearest of real questions the index finds: in the vectors of a published corpus, and, where it has fewer
           than --rows, in so many made of them by noise (cosine to the real one about 0.86); questions are those of labels/ for it
alike      how many of the first 20 paragraphs that recall ranks with the index are those that it ranks without, and how often all 20 are,
           in the same order

Times depend on the machine and are only shown; another process on the same cores doubles them.
"""

import argparse
import json
import random
import resource
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb
import numpy as np
import pyarrow as pa
from corpora import compiled, data_folder

from lineproof.models.minilm import DIMENSIONS, MiniLM
from lineproof.recall.embedding import embed
from lineproof.recall.highest import highest
from lineproof.recall.indexing.vectors import KINDS, LEAST_CHARACTERS
from lineproof.recall.memory import Memory
from lineproof.recall.nearest import ENDING, TRAINED_ON, Nearest, hashed, lists_of, write_index
from lineproof.recall.question import question_of
from lineproof.recall.rank import rank
from lineproof.recall.routes.vector import FOUND
from lineproof.recall.vectors import Matrix, cosines, packed, unit, unpacked
from lineproof.recall.view import View
from lineproof.recall.weights import standard
from storage.database import open_store
from storage.tables import VECTORS

QUESTIONS = 500
STORED = 100_000
NEAREST = 20
NOISE = 0.03
"""Standard deviation of each number."""
_CHOICE = "SELECT text FROM evidence.paragraphs WHERE list_contains(?::VARCHAR[], kind) AND length(text) >= ? ORDER BY paragraph_id"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rfcs", type=int, default=2_000, help="paragraphs of the RFCs")
    parser.add_argument("--rows", type=int, default=1_000_000, help="the most vectors that are searched")
    parser.add_argument("--workspace", type=Path, help="a workspace with a published corpus that has vectors, to tell what an index finds")
    parser.add_argument("--corpus", default="rfcs", help="its name in the workspace, and in labels/")
    arguments = parser.parse_args()
    conversations = json.loads(data_folder("locomo", "locomo10.json").read_text(encoding="utf-8"))
    model = MiniLM()
    began = time.perf_counter()
    model.embed(["the first text"])
    print(f"first text: {time.perf_counter() - began:.2f} s, peak memory {_peak()} MB")
    _embed(model, "LoCoMo turns", turns(conversations))
    with compiled("rfcs") as store:
        texts = [text for (text,) in store.query(_CHOICE, [[*KINDS], LEAST_CHARACTERS])]
    _embed(model, "paragraphs of RFCs", random.Random(1).sample(texts, min(arguments.rfcs, len(texts))))
    _ask(model, [one["question"] for each in conversations for one in each["qa"]][:QUESTIONS])
    _store()
    for rows in (100_000, 200_000, 1_000_000):
        if rows <= arguments.rows:
            _search(rows)
    if arguments.workspace:
        _find(arguments.workspace, arguments.corpus, model, arguments.rows)


def turns(conversations: Sequence[dict[str, dict[str, object]]]) -> list[str]:
    """The turns as a corpus of conversations has them."""
    return [
        f"{turn['speaker']}: {turn['text']}"
        for each in conversations
        for name, session in each["conversation"].items()
        if name.startswith("session_") and isinstance(session, list)
        for turn in session
    ]


def _embed(model: MiniLM, name: str, texts: Sequence[str]) -> None:
    began = time.perf_counter()
    model.embed(texts)
    took = time.perf_counter() - began
    print(f"{name}: {len(texts)} in {took:.1f} s, {len(texts) / took:.0f} a second, peak memory {_peak()} MB")


def _ask(model: MiniLM, questions: Sequence[str]) -> None:
    times = []
    for question in questions:
        began = time.perf_counter()
        model.embed([question])
        times.append(time.perf_counter() - began)
    print("question: {:.1f} ms median, {:.1f} ms 95th percentile".format(*(np.percentile(times, [50, 95]) * 1_000)))


def _store() -> None:
    """Write vectors into a database, and read them as one matrix."""
    vectors = packed(_random(STORED))
    ids = pa.array([f"p{number:024x}" for number in range(STORED)])
    rows = pa.table({"document_id": ids, "paragraph_id": ids, "paragraph_hash": ids, "model": pa.array(["m"] * STORED), "vector": vectors})
    with TemporaryDirectory() as folder:
        store = open_store(Path(folder, "working.duckdb"))
        with store.transaction():
            store.insert(VECTORS, rows)
        store.checkpoint()
        size = store.path.stat().st_size
        began = time.perf_counter()
        table = store.connection.sql("SELECT paragraph_id, vector FROM search.vectors").to_arrow_table()
        matrix = unpacked(table.column("vector").chunks).astype(np.float32)
        print(f"stored: {len(matrix):,} in {size / 1e6:.0f} MB, read as a matrix in {time.perf_counter() - began:.2f} s")
        store.close()


def _search(rows: int) -> None:
    matrix = _random(rows)
    questions = _random(40, seed=2)
    print(
        f"search of {rows:,}: {_timed(lambda query: highest(cosines(matrix, query), 10), questions)}, matrix {matrix.nbytes / 1e6:.0f} MB"
    )
    with _indexed(matrix) as index:
        print(f"  with the index: {_timed(lambda query: index.take(index.near(query, FOUND)), questions)}")


def _find(folder: Path, name: str, model: MiniLM, rows: int) -> None:
    """What an index finds of the nearest paragraphs to real questions, among real vectors and among more that are made of them."""
    view = Memory.open(folder, name).view()
    matrix = unpacked(view.table("SELECT vector FROM search.vectors ORDER BY paragraph_id").column("vector").chunks).astype(np.float32)
    labels = (Path(__file__).parent / "labels" / f"questions-{name}.jsonl").read_text(encoding="utf-8").splitlines()
    texts = [json.loads(line)["question"] for line in labels]
    _alike(view, matrix, texts)
    questions = model.embed(texts)
    _share(matrix, questions, "real")
    if len(matrix) < rows:
        chances = np.random.default_rng(1)
        noise = NOISE * chances.standard_normal((rows, DIMENSIONS), dtype=np.float32)
        _share(unit(matrix[np.arange(rows) % len(matrix)] + noise), questions, "made of them")


def _alike(view: View, matrix: Matrix, questions: Sequence[str]) -> None:
    """What recall ranks with and without an index, on copies of a snapshot."""
    with ExitStack() as opened:
        ranked = []
        for indexed in (False, True):
            folder = Path(opened.enter_context(TemporaryDirectory()))
            copy = folder / "snapshot.duckdb"
            shutil.copyfile(view.path, copy)
            if indexed:
                _write(folder, matrix)
            connection = opened.enter_context(duckdb.connect(str(copy), read_only=True))
            ranked.append([_first(View(view.corpus, copy, connection), question) for question in questions])
    same = [len({*one} & {*other}) / NEAREST for one, other in zip(*ranked, strict=True)]
    order = [one == other for one, other in zip(*ranked, strict=True)]
    print(f"alike of the first {NEAREST} of {len(questions)} questions: {np.mean(same):.4f}, in the same order {np.mean(order):.3f}")


def _first(view: View, question: str) -> list[int]:
    return [one.number for one in rank(view, question_of(view, question), standard(), None, embed).best[:NEAREST]]


def _share(matrix: Matrix, questions: Matrix, kind: str) -> None:
    with _indexed(matrix) as index:
        found = [len({*index.near(query, NEAREST)} & {*highest(cosines(matrix, query), NEAREST)}) / NEAREST for query in questions]
    print(f"found of the {NEAREST} nearest of {len(questions)} questions among {len(matrix):,} vectors, {kind}: {np.mean(found):.3f}")


@contextmanager
def _indexed(matrix: Matrix) -> Iterator[Nearest]:
    """An index of vectors, written and opened; tells how long that takes."""
    with TemporaryDirectory() as folder:
        began = time.perf_counter()
        file = _write(Path(folder), matrix)
        made, began = time.perf_counter() - began, time.perf_counter()
        index = Nearest(file)
        took = time.perf_counter() - began
        print(f"index of {len(matrix):,}: made in {made:.1f} s, {file.stat().st_size / 1e6:.0f} MB, checked and opened in {took:.2f} s")
        yield index


def _write(folder: Path, matrix: Matrix) -> Path:
    """Write an index as it is written beside a snapshot."""
    file, at_once = folder / "new", 50_000
    batches = (matrix[begin : begin + at_once] for begin in range(0, len(matrix), at_once))
    write_index(file, matrix[: TRAINED_ON * lists_of(len(matrix))], batches, len(matrix))
    return file.rename(folder / f"snapshot.source.{hashed(file)}{ENDING}")


def _timed(search: Callable[[Matrix], object], questions: Matrix) -> str:
    times = []
    for query in questions:
        began = time.perf_counter()
        search(query)
        times.append(time.perf_counter() - began)
    return "{:.1f} ms median, {:.1f} ms 95th percentile".format(*(np.percentile(times, [50, 95]) * 1_000))


def _random(rows: int, seed: int = 1) -> Matrix:
    return unit(np.random.default_rng(seed).standard_normal((rows, DIMENSIONS), dtype=np.float32))


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


if __name__ == "__main__":
    main()
