"""Measure references in running text against labels made by hand (benchmarks/labels/README.md).

Usage: python benchmarks/references.py [rfcs gesetze eips] [--part tune|report|all] [--show]

precision   of the references that we resolve on labelled lines, the share that the labels have too
recall      of the labelled references with one target, the share that we resolve to it
named       of the labelled references without a target (ambiguous, generic, dangling, external), the share listed with that reason

A reference is right when document and section agree. The line may differ by one, since a wrapped reference may be taken to begin on
either line; a section counts by the heading it stands under. Even windows are for tuning, odd ones for the report.
"""

import argparse
import json
from bisect import bisect_right
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from corpora import compiled

from storage.database import Store

LABELS = Path(__file__).with_name("labels")
Place = tuple[int, str, int]


@dataclass
class Score:
    """Counts of one corpus."""

    right: int = 0
    wrong: int = 0
    missed: int = 0
    named: int = 0
    unnamed: int = 0
    notes: list[str] = field(default_factory=list)


class Compiled:
    """What was compiled from a corpus, as the comparison needs it."""

    def __init__(self, store: Store, prefix: str) -> None:
        self.headings: dict[str, list[int]] = defaultdict(list)
        for path, line in store.query("SELECT path, first_line FROM paragraph_lines WHERE kind = 'heading' ORDER BY path, first_line"):
            self.headings[prefix + path].append(line)
        self.edges: dict[str, list[tuple[int, str, int, str]]] = defaultdict(list)
        sql = "SELECT source_path, line, target_path, target_line, text FROM reference_edges WHERE relation = 'refers_to'"
        for source, line, target, target_line, text in store.query(sql):
            self.edges[prefix + source].append((line, prefix + target, target_line, text))
        self.open: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for path, line, reason in store.query("SELECT path, line, reason FROM open_references"):
            self.open[prefix + path].append((line, reason))

    def heading(self, path: str, line: int) -> int:
        """The line of the heading that a line stands under; 0 for the document as a whole."""
        lines = self.headings[path]
        position = bisect_right(lines, line)
        return lines[position - 1] if line and position else 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", nargs="*", default=["rfcs", "gesetze", "eips"])
    parser.add_argument("--part", choices=["tune", "report", "all"], default="report")
    parser.add_argument("--show", action="store_true", help="list every difference")
    arguments = parser.parse_args()
    print(f"{'corpus':10} {'part':7} {'windows':>8} {'labels':>7} {'precision':>10} {'recall':>7} {'named':>7}")
    for name in arguments.corpora:
        windows = read_windows(name, arguments.part)
        with compiled(name) as store:
            found = Compiled(store, "txt/" if name == "rfcs" else "")
            score = Score()
            for window in windows:
                compare(window, found, score)
        total = score.right + score.missed
        print(
            f"{name:10} {arguments.part:7} {len(windows):8} {total:7} {ratio(score.right, score.right + score.wrong):>10} "
            f"{ratio(score.right, total):>7} {ratio(score.named, score.named + score.unnamed):>7}",
            flush=True,
        )
        for note in score.notes if arguments.show else ():
            print("   ", note)


def read_windows(name: str, part: str) -> list[dict[str, Any]]:
    lines = (LABELS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    windows = [json.loads(line) for line in lines]
    return windows if part == "all" else windows[0 if part == "tune" else 1 :: 2]


def compare(window: dict[str, Any], found: Compiled, score: Score) -> None:
    """Hold what we resolved in one window against its labels."""
    path = window["path"]
    left_out = {line for first, last, *_ in window.get("left_out", ()) for line in range(first, last + 1)}
    inside = [edge for edge in found.edges[path] if window["first_line"] <= edge[0] <= window["last_line"] and edge[0] not in left_out]
    ours = {(line, target, found.heading(target, target_line)): text for line, target, target_line, text in inside}
    labels = [label for label in window["references"] if label["outcome"] == "resolved"]
    theirs = {
        (label["line"], label["target_path"], found.heading(label["target_path"], label["target_line"])): label["quote"] for label in labels
    }
    for place, quote in theirs.items():
        if any(same(place, other) for other in ours):
            score.right += 1
        else:
            score.missed += 1
            score.notes.append(f"missed {path}:{place[0]} {quote!r} -> {place[1]}:{place[2]}")
    for place, text in ours.items():
        if not any(same(place, other) for other in theirs):
            score.wrong += 1
            score.notes.append(f"wrong  {path}:{place[0]} {text!r} -> {place[1]}:{place[2]}")
    for label in window["references"]:
        if label["outcome"] != "resolved":
            named = any(abs(line - label["line"]) <= 1 and reason == label["outcome"] for line, reason in found.open[path])
            score.named += named
            score.unnamed += not named
            if not named:
                score.notes.append(f"unnamed {path}:{label['line']} {label['quote']!r} {label['outcome']}")


def same(first: Place, second: Place) -> bool:
    return abs(first[0] - second[0]) <= 1 and first[1:] == second[1:]


def ratio(part: int, whole: int) -> str:
    return f"{part / whole:.3f}" if whole else "-"


if __name__ == "__main__":
    main()
