"""Draw the windows of text on which references are labelled by hand.

Usage: python benchmarks/sample_windows.py rfcs|gesetze|eips [--count 400]

window   16 consecutive lines of one document, drawn uniformly over all lines of the corpus
"""

import argparse
import json
import os
import random
from pathlib import Path

SEED = 20261129
HEIGHT = 16
CORPORA = {"rfcs": ("rfcs", "txt/*.txt"), "gesetze": ("gesetze", "*/*/*.md"), "eips": ("eips/base", "EIPS/*.md")}


def windows(corpus: str, count: int) -> list[dict[str, object]]:
    """The first ``count`` windows of a corpus in the order drawn; no two of them overlap."""
    folder, pattern = CORPORA[corpus]
    root = Path(os.environ.get("LINEPROOF_DATA", "../shared/data")) / folder
    blocks = [
        (str(path.relative_to(root)), first)
        for path in sorted(root.glob(pattern))
        for first in range(1, path.read_bytes().count(b"\n") + 1, HEIGHT)
    ]
    random.Random(SEED).shuffle(blocks)
    return [{"path": path, "first_line": first, "last_line": first + HEIGHT - 1} for path, first in blocks[:count]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", choices=sorted(CORPORA))
    parser.add_argument("--count", type=int, default=400)
    arguments = parser.parse_args()
    for window in windows(arguments.corpus, arguments.count):
        print(json.dumps(window))


if __name__ == "__main__":
    main()
