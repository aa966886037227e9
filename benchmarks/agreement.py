"""Agreement of the two readers who labelled references, and of the two who judged pairs of the gate (benchmarks/labels/README.md).

Usage: python benchmarks/agreement.py

found    of all references that either reader marked, the share that both marked (same line, give or take one, same target or outcome)
outcome  of the references that both marked at one place, the share with the same outcome and target
"""

import json
from pathlib import Path
from typing import Any

LABELS = Path(__file__).with_name("labels")


def main() -> None:
    print(f"{'corpus':10} {'windows':>8} {'first':>6} {'second':>7} {'both':>5} {'agreement':>10}")
    for name in ("rfcs", "gesetze", "eips"):
        second = {key(window): window for window in read(LABELS / "second" / f"{name}.jsonl")}
        first = {key(window): window for window in read(LABELS / f"{name}.jsonl") if key(window) in second}
        ones = [mark for place in first for mark in marks(first[place])]
        twos = [mark for place in first for mark in marks(second[place])]
        both = sum(any(same(one, two) for two in twos) for one in ones)
        either = len(ones) + sum(not any(same(one, two) for one in ones) for two in twos)
        print(f"{name:10} {len(first):8} {len(ones):6} {len(twos):7} {both:5} {both / either:10.3f}")
    verdicts = {pair["id"]: pair["verdict"] for pair in read(LABELS / "gate.jsonl")}
    second_verdicts = {pair["id"]: pair["verdict"] for pair in read(LABELS / "second" / "gate.jsonl")}
    alike = sum(verdicts[pair] == verdict for pair, verdict in second_verdicts.items())
    print(f"\npairs of the gate that both judged: {len(second_verdicts)}, alike: {alike} = {alike / len(second_verdicts):.3f}")


def read(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def key(window: dict[str, Any]) -> tuple[str, int]:
    return window["path"], window["first_line"]


def marks(window: dict[str, Any]) -> list[tuple[str, int, str, str, int]]:
    """Each reference once: path, line, outcome, target, target line."""
    found = {
        (window["path"], label["line"], label["outcome"], label.get("target_path") or "", label.get("target_line") or 0)
        for label in window["references"]
    }
    return sorted(found)


def same(one: tuple[str, int, str, str, int], two: tuple[str, int, str, str, int]) -> bool:
    return one[0] == two[0] and abs(one[1] - two[1]) <= 1 and one[2:] == two[2:]


if __name__ == "__main__":
    main()
