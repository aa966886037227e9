"""How long resolving the mentions of a whole corpus to edges takes, apart from reading and writing the rows.

Usage: python benchmarks/resolving.py [rfcs]
"""

import sys
import time
from typing import Any

from corpora import compiled

from lineproof.graph import mentions, update


def main() -> None:
    name = sys.argv[1] if len(sys.argv) > 1 else "rfcs"
    spent: list[float] = []

    def timed(*arguments: Any) -> mentions.Resolved:
        started = time.perf_counter()
        resolved = mentions.resolve_document(*arguments)
        spent.append(time.perf_counter() - started)
        return resolved

    with compiled(name) as store:
        settings = '{"grammar": {}, "language": null}'
        store.connection.execute("DELETE FROM ops.ledger WHERE asset = 'graph'")
        update.resolve_document = timed  # the stage as it is, with a stopwatch around its one pure function
        started = time.perf_counter()
        with store.transaction():
            counts = update.update(store, settings)
        whole = time.perf_counter() - started
        found = store.query("SELECT count(*) FROM evidence.mentions")[0][0]
        edges = store.query("SELECT count(*) FROM graph.stated_edges")[0][0]
    print(f"{name}: {counts.executions} documents, {found} mentions, {edges} edges")
    print(f"resolving mentions, names and terms to edges: {sum(spent):.2f} s; the whole stage with reading and writing: {whole:.2f} s")


if __name__ == "__main__":
    main()
