"""How fast vectors are made, stored, read and searched on this machine.

Usage: python benchmarks/vectors.py [--rfcs 2000] [--rows 1000000]

texts      the turns of LoCoMo, and a seeded choice of paragraphs of the RFCs as an index embeds them
question   one text at a time, as recall asks
search     the ten nearest of random unit vectors of 384 numbers, in single precision as readers hold them

Times depend on the machine and are only shown; another process on the same cores doubles them.
"""

import argparse
import json
import random
import resource
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
from corpora import compiled, data_folder

from lineproof.models.minilm import DIMENSIONS, MiniLM
from lineproof.recall.highest import highest
from lineproof.recall.indexing.vectors import KINDS, LEAST_CHARACTERS
from lineproof.recall.vectors import cosines, packed, unit, unpacked
from storage.database import open_store
from storage.tables import VECTORS

QUESTIONS = 500
STORED = 100_000
_CHOICE = "SELECT text FROM evidence.paragraphs WHERE list_contains(?::VARCHAR[], kind) AND length(text) >= ? ORDER BY paragraph_id"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rfcs", type=int, default=2_000, help="paragraphs of the RFCs")
    parser.add_argument("--rows", type=int, default=1_000_000, help="the most vectors that are searched")
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
    times = []
    for query in _random(40, seed=2):
        began = time.perf_counter()
        highest(cosines(matrix, query), 10)
        times.append(time.perf_counter() - began)
    median, late = np.percentile(times, [50, 95]) * 1_000
    print(f"search of {rows:,}: {median:.1f} ms median, {late:.1f} ms 95th percentile, matrix {matrix.nbytes / 1e6:.0f} MB")


def _random(rows: int, seed: int = 1) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return unit(np.random.default_rng(seed).standard_normal((rows, DIMENSIONS), dtype=np.float32))


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


if __name__ == "__main__":
    main()
