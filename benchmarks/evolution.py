"""Evolution: what stays right while sources change, against a memory that cites ranges of lines by their hash, on the same edits.

Usage: python benchmarks/evolution.py [eips] [handbook] [mutations] [--commits N] [--every N] [--edits N] [--seed N]

Real histories are replayed commit by commit, and generated edits are those of mutations.py. lineproof/evals/evolution.py says what each
figure means, and judges by the words of the files alone. The line ranges are made from the same claims when each is first believed; one
that goes stale is asked of a model there, and is cited anew. Here no model answers: what one would be asked is counted. Without a model
Lineproof asks nothing, and decides by rule.
"""

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import mutations
import numpy as np
import replay
from corpora import ROOTS, data_folder
from processes import copy_tree
from results import show_tables
from rich.table import Table

from lineproof.evals.evolution import Citation, LineRange, Rates, Standing, Truth, folded, shows, standing_of, truth_of
from storage.database import Store, open_store
from storage.workspace import Corpus

HISTORIES = ("eips", "handbook")
OURS, RANGES = "Lineproof", "line ranges"
WHAT = (*HISTORIES, "mutations")
TRUTHS = {mutations.CHANGED: Truth.CHANGED, mutations.UNCHANGED: Truth.KEPT, mutations.FOLLOWED: Truth.MOVED}
DOCUMENTS = 60
"""Of each corpus, to be edited."""
_CITED = "SELECT claim_id, position, path, first_line, last_line, quote FROM claims_with_evidence ORDER BY ALL"
_LINEAGES = 'SELECT claim_id, arg_max(lineage_id, ("at", number)) FROM beliefs.events GROUP BY claim_id'
_SIZES = "SELECT d.path, count(*) FROM evidence.paragraphs p JOIN evidence.documents d USING (document_id) GROUP BY d.path"

Key = tuple[str, int]
"""A claim and the position of one of its quotes."""


@dataclass
class Work:
    """What each edit cost: documents, paragraphs in them, claims whose evidence changed, pages, questions, seconds."""

    documents: list[int] = field(default_factory=list)
    paragraphs: list[int] = field(default_factory=list)
    dirty: list[int] = field(default_factory=list)
    pages: list[int] = field(default_factory=list)
    asked: list[int] = field(default_factory=list)
    asked_by_ranges: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


@dataclass
class History:
    """A corpus that is being replayed, with all versions of its files and both memories."""

    store: Store
    corpus: Corpus
    versions: dict[str, list[str]] = field(default_factory=dict)
    ranges: dict[Key, LineRange] = field(default_factory=dict)
    rates: dict[str, Rates] = field(default_factory=lambda: {OURS: Rates(), RANGES: Rates()})
    work: Work = field(default_factory=Work)

    def text(self, path: str) -> str | None:
        """A file as it is now."""
        return read(self.corpus.root / path)

    def texts(self, paths: Iterable[str]) -> dict[str, str]:
        """Files as they are now, without those that are gone."""
        return {path: text for path in paths if (text := self.text(path)) is not None}

    def lineages(self) -> dict[str, str]:
        """The lineage of every claim that ever was."""
        return dict(self.store.query(_LINEAGES))

    def cited(self) -> dict[Key, Citation]:
        """What is believed, with its lines."""
        return {(claim, position): Citation(*place) for claim, position, *place in self.store.query(_CITED)}

    def adopt(self, cited: Mapping[Key, Citation]) -> None:
        """Cite by ranges what is believed and not cited yet, and forget what is believed no more."""
        texts = {path: self.text(path) or "" for path in {one.path for key, one in cited.items() if key not in self.ranges}}
        self.ranges = {key: self.ranges.get(key) or LineRange.of(one, texts[one.path]) for key, one in cited.items()}

    def remember(self, paths: Iterable[str]) -> None:
        """Note the versions of files."""
        for path in paths:
            if (text := self.text(path)) is not None:
                self.versions.setdefault(path, []).append(folded(text))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", help=f"of {', '.join(WHAT)}; default: all")
    parser.add_argument("--commits", type=int, default=100)
    parser.add_argument("--every", type=int, default=25, help="commits between checkpoints")
    parser.add_argument("--edits", type=int, default=400)
    parser.add_argument("--seed", type=int, default=8)
    arguments = parser.parse_args()
    if unknown := set(arguments.what) - set(WHAT):
        sys.exit(f"{', '.join(sorted(unknown))} is none of {', '.join(WHAT)}")
    tables: list[Table] = []
    for name in arguments.what or WHAT:
        with tempfile.TemporaryDirectory(prefix="lineproof-evolution-") as scratch:
            if name == "mutations":
                tables.append(rates_table("generated edits", generated(arguments, Path(scratch))))
            else:
                history = replayed(name, arguments, Path(scratch))
                tables += [rates_table(f"{name}, {arguments.commits} commits", history.rates), work_table(name, history.work)]
    show_tables(*tables, width=140)


def replayed(name: str, arguments: argparse.Namespace, scratch: Path) -> History:
    """Replay commits, and look at every citation of the files that each of them touched."""
    copy_tree(data_folder(ROOTS[name]), scratch / name)
    corpus = Corpus(name, scratch / name, scratch / ".lineproof" / name)
    history = History(open_store(corpus.database), corpus)
    replay.sync(history.store, corpus)
    history.remember(file.relative_to(corpus.root).as_posix() for file in corpus.root.rglob("*") if file.is_file())
    history.adopt(history.cited())
    commits = list(replay.read_commits(data_folder(name, "replay.jsonl.gz")))[: arguments.commits]
    for number, commit in enumerate(commits, 1):
        step(history, commit)
        if number % arguments.every == 0 or number == len(commits):
            show_checkpoint(history, number)
    history.store.close()
    return history


def step(history: History, commit: dict[str, Any]) -> None:
    """Apply a commit, and compare what each memory says of every citation of its files with the truth."""
    paths = {file["path"] for file in commit["files"]}
    before, lineages, old = history.cited(), history.lineages(), history.texts(paths)
    touched = replay.apply(history.corpus.root, commit)
    began = time.perf_counter()
    done = replay.sync(history.store, history.corpus)
    history.work.seconds.append(time.perf_counter() - began)
    history.remember(touched)
    after, new = history.cited(), history.texts(paths)
    now = history.lineages()
    followed = {(now[claim], folded(one.quote)): one for (claim, _), one in after.items()}
    edited = {key: one for key, one in before.items() if one.path in touched}
    truths = truths_of(edited, old, new)
    for key, one in edited.items():
        ours = followed.get((lineages[key[0]], folded(one.quote)))
        history.rates[OURS].add(truths[key], ours is not None, ours is not None and shows(ours, history.text(ours.path)))
        if (ours is None) != (truths[key] is Truth.CHANGED) and truths[key] in TRUTHS.values():
            print(f"  commit {commit['step']}: {truths[key]}, called {'fresh' if ours else 'stale'}: {one.path}: {one.quote[:120]}")
    stale = [key for key in edited if not of_range(history, key, truths[key], new)]
    for key in stale:
        del history.ranges[key]
    history.adopt(after)
    note_work(history, done, touched, len(stale))


def truths_of(cited: Mapping[Key, Citation], old: Mapping[str, str], new: Mapping[str, str]) -> dict[Key, Truth]:
    """What became of the words of each citation."""
    before, after = ({path: folded(text) for path, text in texts.items()} for texts in (old, new))
    return {key: truth_of(folded(one.quote), one.path, before, after) for key, one in cited.items()}


def of_range(history: History, key: Key, truth: Truth, texts: Mapping[str, str]) -> bool:
    """Enter what a range of lines says of a citation; whether it stays fresh."""
    made = history.ranges[key]
    text = texts.get(made.citation.path)
    fresh = made.fresh(text)
    history.rates[RANGES].add(truth, fresh, shows(made.citation, text))
    return fresh


def note_work(history: History, done: replay.Done, touched: list[str], stale: int) -> None:
    """Enter what an edit cost."""
    sizes = dict(history.store.query(_SIZES))
    work = history.work
    work.documents.append(done.evidence)
    work.paragraphs.append(sum(sizes.get(path, 0) for path in touched))
    work.dirty.append(done.beliefs.dirty)
    work.pages.append(done.composed)
    work.asked.append(done.asked)
    work.asked_by_ranges.append(stale)


def generated(arguments: argparse.Namespace, scratch: Path) -> dict[str, Rates]:
    """Make edits whose effect is known, and compare what each memory says of the claims for which they were made."""
    rates = {OURS: Rates(), RANGES: Rates()}
    for name in mutations.CORPORA:
        chance = random.Random(f"{arguments.seed}/{name}")
        bench = mutations.Bench(name, scratch, DOCUMENTS, chance)
        for edits in mutations.rounds(bench, chance, arguments.edits // len(mutations.CORPORA)):
            cited = cited_by_lineage(bench)
            for edit in edits:
                compare(bench, edit, cited, rates)
            bench.restore()
        bench.store.close()
    return rates


def cited_by_lineage(bench: mutations.Bench) -> dict[tuple[str, str], Citation]:
    """What is believed, by lineage and quote."""
    lineages = bench.lineages()
    return {(lineages[claim], quote): Citation(*place, quote) for claim, _, *place, quote in bench.store.query(_CITED)}


def compare(bench: mutations.Bench, edit: mutations.Edit, cited: Mapping[tuple[str, str], Citation], rates: Mapping[str, Rates]) -> None:
    """Enter what became of the target of one edit; ``cited`` is what is believed after it."""
    target, truth = edit.target, TRUTHS[edit.expect]
    ours = cited.get((target.lineage, target.quote))
    rates[OURS].add(truth, ours is not None, ours is not None and shows(ours, read(bench.corpus.root / ours.path)))
    one = Citation(target.path, target.first_line, target.last_line, target.quote)
    made = LineRange.of(one, bench.originals[target.path].decode("utf-8", "replace"))
    text = read(bench.corpus.root / target.path)
    rates[RANGES].add(truth, made.fresh(text), shows(one, text))


def read(file: Path) -> str | None:
    """A file's text; None where it is gone."""
    return file.read_bytes().decode("utf-8", "replace") if file.is_file() else None


def show_checkpoint(history: History, number: int) -> None:
    """Print how all citations stand after so many commits."""
    ours = [(one, any(folded(one.quote) in text for text in history.versions.get(one.path, ()))) for one in history.cited().values()]
    ranges = [(made.citation, made.shown) for made in history.ranges.values()]
    for name, citations in ((OURS, ours), (RANGES, ranges)):
        texts = {path: history.text(path) for path in {one.path for one, _ in citations}}
        found = Counter(standing_of(one, texts[one.path], stood) for one, stood in citations)
        print(f"commit {number}: {name:12}", ", ".join(f"{found[kind]} {kind}" for kind in Standing), flush=True)


def work_table(name: str, work: Work) -> Table:
    """What edits cost."""
    table = Table("an edit", "median", "95th percentile", "all", title=f"{name}: work an edit")
    rows = {
        "documents computed": work.documents,
        "paragraphs in them": work.paragraphs,
        "claims whose evidence changed": work.dirty,
        "pages composed": work.pages,
        "questions to a model that verifies": work.asked,
        "questions of line ranges to it": work.asked_by_ranges,
        "seconds": work.seconds,
    }
    for title, values in rows.items():
        table.add_row(title, *(f"{value:,.1f}" for value in (*np.percentile(values, [50, 95]), np.sum(values))))
    return table


def rates_table(title: str, rates: Mapping[str, Rates]) -> Table:
    """How often each memory was right."""
    table = Table("memory", "changed called fresh", "unchanged called stale", "fresh, but other lines cited", "left out", title=title)
    for name, one in rates.items():
        shares = ((one.false_fresh, one.changed), (one.false_stale, one.unchanged), (one.elsewhere, one.fresh))
        left_out = ", ".join(f"{count} {truth}" for truth, count in sorted(one.left_out.items()))
        table.add_row(name, *(f"{part} of {whole} = {part / max(whole, 1):.4f}" for part, whole in shares), left_out)
    return table


if __name__ == "__main__":
    main()
