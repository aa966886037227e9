"""Measure relations between documents against gold.

Usage: python benchmarks/relations.py [rfcs] [eips] [--show]

rfcs   `obsoletes` and `updates` of the index (gold.tsv), of which both documents are here; every further edge is listed with its words
eips   `requires` of the front matter, of which the target is here
"""

import argparse
import csv
import re
from collections.abc import Callable

from corpora import compiled, data_folder

from storage.database import Store

Relation = tuple[str, str, str]
RELATION = {"obsoletes": "supersedes", "updates": "amends"}
WORDS = (
    "SELECT d.path, m.line, coalesce(substr(p.text, greatest(1, m.start - 60), 150), m.text) FROM graph.stated_edges e "
    "JOIN evidence.documents s ON s.document_id = e.source_document_id JOIN evidence.documents t ON t.document_id = e.target_document_id "
    "JOIN all_mentions m USING (mention_id) JOIN evidence.documents d ON d.document_id = m.document_id "
    "LEFT JOIN evidence.paragraphs p ON p.paragraph_id = m.paragraph_id WHERE s.path = ? AND e.type = ? AND t.path = ? ORDER BY m.line"
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", nargs="*", default=["rfcs", "eips"])
    parser.add_argument("--show", action="store_true", help="list every further edge with the words that state it")
    arguments = parser.parse_args()
    for name in arguments.corpora:
        golden, kinds = GOLD[name]
        with compiled(name) as store:
            report(name, golden(), kinds, store, arguments.show)


def report(name: str, gold: set[Relation], kinds: tuple[str, ...], store: Store, show: bool) -> None:
    """Print recall, direction, and the further edges."""
    rows = store.query("SELECT source_path, relation, target_path FROM document_edges")
    ours = {row for row in rows if row[1] in kinds}
    hit = gold & ours
    reversed_ = {(target, relation, source) for source, relation, target in gold - ours} & ours
    further = sorted(ours - gold)
    stated = {edge: store.query(WORDS, edge) for edge in further}
    print(
        f"{name}: {len(hit)} of {len(gold)} ({len(hit) / len(gold):.4f}), {len(reversed_)} reversed, {len(further)} further, "
        f"{sum(not words for words in stated.values())} of them without words"
    )
    for edge in sorted(gold - ours):
        print("    missing", *edge)
    for edge, words in stated.items() if show else ():
        path, line, text = words[0]
        print(f"    further {' '.join(edge)}: {path}:{line} {' '.join(text.split())!r}")


def rfc_gold() -> set[Relation]:
    with data_folder("rfcs", "gold.tsv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if row["target_in_corpus"] == "1"]
    return {(rfc_path(row["source"]), RELATION[row["relation"]], rfc_path(row["target"])) for row in rows}


def rfc_path(name: str) -> str:
    return f"rfc{int(re.sub('[^0-9]', '', name))}.txt"


def eip_gold() -> set[Relation]:
    folder = data_folder("eips", "base", "EIPS")
    gold = set()
    for file in sorted(folder.glob("*.md")):
        found = re.search(r"^requires:(.*)$", file.read_text(encoding="utf-8").split("\n---", 1)[0], re.MULTILINE)
        for number in re.findall(r"\d+", found[1]) if found else ():
            if (folder / f"eip-{number}.md").exists():
                gold.add((f"EIPS/{file.name}", "requires", f"EIPS/eip-{number}.md"))
    return gold


GOLD: dict[str, tuple[Callable[[], set[Relation]], tuple[str, ...]]] = {
    "rfcs": (rfc_gold, ("supersedes", "amends")),
    "eips": (eip_gold, ("requires",)),
}


if __name__ == "__main__":
    main()
