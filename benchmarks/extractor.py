"""What the built-in extractor proposes: a sample for people to judge, or how much of each corpus it covers.

Usage: python benchmarks/extractor.py --count 300 --seed 7 [--corpora rfcs,eips,gesetze]   one claim a line, as JSON
       python benchmarks/extractor.py --coverage [--corpora ...]                           a table

covered   a paragraph of running text, list item or table row that a quote of a candidate touches
telling   one that states a value or an act by the signals of evidence, so that it should be covered
"""

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence

from corpora import ROOTS, compiled

from lineproof.beliefs.load import load_documents
from lineproof.beliefs.model import Candidate, Document
from lineproof.beliefs.propose import propose
from lineproof.evidence.signals.model import MODALS

PROSE = ("paragraph", "list_item", "table_row")
TELLING = frozenset({"money", "percentage", "duration", "period", "date", "count", "defined_term", *MODALS})


def main() -> None:
    arguments = _arguments()
    corpora = arguments.corpora.split(",")
    if arguments.coverage:
        coverage(corpora)
    else:
        sample(corpora, arguments.count, arguments.seed)


def sample(corpora: Sequence[str], count: int, seed: int) -> None:
    """Print claims chosen by seed, as many from each corpus, with all that a judge may see."""
    number = 0
    for corpus in corpora:
        proposed = [(document, candidate) for document in documents(corpus) for candidate in propose(document)]
        for document, candidate in random.Random(f"{seed} {corpus}").sample(proposed, count // len(corpora)):
            number += 1
            print(json.dumps(shown(number, document, candidate), ensure_ascii=False))


def shown(number: int, document: Document, candidate: Candidate) -> dict[str, object]:
    """A claim for a judge: what it says, on what it rests, and where that stands."""
    paragraphs = [document.by_id[quote.paragraph_id] for quote in candidate.quotes]
    return {
        "n": number,
        "corpus": document.corpus,
        "path": document.path,
        "title": document.title,
        "heading": document.heading(paragraphs[0]),
        "statement": candidate.statement,
        "kind": candidate.kind,
        "value": candidate.value,
        "unit": candidate.unit,
        "quotes": [quote.text for quote in candidate.quotes],
    }


def coverage(corpora: Sequence[str]) -> None:
    """Print for each corpus how many paragraphs are covered, of which kinds the candidates are, and the time."""
    print(f"{'corpus':10} {'paragraphs':>10} {'covered':>8} {'telling':>8} {'covered':>8} {'candidates':>10} {'seconds':>8} {'ms each':>8}")
    for corpus in corpora:
        counts: Counter[str] = Counter()
        kinds: Counter[str] = Counter()
        seconds = 0.0
        for document in documents(corpus):
            begun = time.process_time()
            candidates = propose(document)
            seconds += time.process_time() - begun
            kinds.update(candidate.kind for candidate in candidates)
            counts.update(_counted(document, candidates))
        covered, telling = counts["covered"] / counts["prose"], counts["telling covered"] / counts["telling"]
        measured = f"{kinds.total():10} {seconds:8.1f} {seconds * 1000 / counts['all']:8.2f}"
        print(f"{corpus:10} {counts['prose']:10} {covered:8.1%} {counts['telling']:8} {telling:8.1%} {measured}")
        print(" " * 10, ", ".join(f"{kind} {number}" for kind, number in kinds.most_common()))


def documents(corpus: str) -> Iterator[Document]:
    """The documents of a corpus, compiled into a temporary database."""
    with compiled(corpus) as store:
        yield from load_documents(store.connection)


def _counted(document: Document, candidates: Sequence[Candidate]) -> Iterator[str]:
    """One word for each thing that is counted of a paragraph."""
    quoted = {quote.paragraph_id for candidate in candidates for quote in candidate.quotes}
    for paragraph in document.paragraphs:
        yield "all"
        if paragraph.kind in PROSE:
            tells = any(signal.kind in TELLING for signal in paragraph.signals)
            covered = paragraph.paragraph_id in quoted
            yield "prose"
            yield from ("covered",) * covered + ("telling",) * tells + ("telling covered",) * (tells and covered)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=300, help="claims in the sample")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--corpora", default="rfcs,eips,gesetze", help=f"of {', '.join(ROOTS)}, parted by commas")
    parser.add_argument("--coverage", action="store_true", help="count instead of sampling")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
