"""What topics a corpus has, and how long it takes to find them.

Usage: python benchmarks/concepts.py [rfcs] [sample size, 40] [seed, 1]

Prints the time that forms take per paragraph (in this process, without reading), the time of making concepts of them, counts, and a
sample by seed to be read by a person: which of them would not do as the title of a page?
"""

import random
import sys
import time
from collections import Counter

import pyarrow as pa
from corpora import compiled

from lineproof.beliefs.concepts.update import rows_of, update
from lineproof.beliefs.load import load_documents
from storage import tables
from storage.database import Store


def main() -> None:
    name, size, seed = (*sys.argv[1:], *("rfcs", "40", "1")[len(sys.argv) - 1 :])
    with compiled(name) as store:
        documents = list(load_documents(store.connection))
        paragraphs = sum(len(document.paragraphs) for document in documents)
        started = time.process_time()
        rows = [row for document in documents for row in rows_of(document)]
        spent = time.process_time() - started
        print(f"{name}: {paragraphs} paragraphs, {len(rows)} forms: {spent:.2f} s, {spent / paragraphs * 1000:.3f} ms a paragraph")
        store.insert(tables.CONCEPT_FORMS, pa.Table.from_pylist(rows, tables.CONCEPT_FORMS.schema))
        for again in ("from nothing", "again"):
            started = time.perf_counter()
            with store.transaction():
                counts = update(store, name, ())
            print(f"{counts.concepts} concepts {again}: {time.perf_counter() - started:.2f} s")
        show(store, int(size), int(seed))


def show(store: Store, size: int, seed: int) -> None:
    """Counts by kind, and a sample."""
    found = store.query("SELECT name, kind, paragraphs, documents, forms FROM beliefs.concepts ORDER BY name, concept_id")
    print(dict(Counter(row[1] for row in found)))
    for name, kind, paragraphs, documents, forms in random.Random(seed).sample(found, min(size, len(found))):
        others = ", ".join(form for form in forms if form != name)[:80]
        print(f"{name} | {kind} | {paragraphs} paragraphs, {documents} documents | {others}")


if __name__ == "__main__":
    main()
