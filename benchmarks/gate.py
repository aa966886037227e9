"""Measure the gate on statements that were labelled by hand (benchmarks/labels/README.md).

Usage: python benchmarks/gate.py [--part tune|report|all] [--show] [--tune]

false accepted   of the statements made false by one change, the share that the gate accepts, for each kind of change
true rejected    of the true statements, the share that it does not accept (repair included)
rule             how often each rule refuses, and how often it alone does

`--show` lists the wrong judgements of the tuning part; `--tune` looks for better thresholds there, one at a time.
"""

import argparse
import json
import time
from collections import Counter
from pathlib import Path
from typing import Any

from lineproof.beliefs.gate import judge, thresholds
from lineproof.beliefs.model import ACCEPTED, Judgement, Surroundings

LABELS = Path(__file__).with_name("labels") / "gate.jsonl"
TRUE = "true"
STEPS = {
    "DIFFERENT_WORDING": (0.0, 0.1, 0.15, 0.2, 0.25, 0.3),
    "KEPT": (0.3, 0.4, 0.5, 0.6, 0.7),
    "PART_KEPT": (0.2, 0.34, 0.5),
    "RESTATED": (0.3, 0.4, 0.5, 0.6, 0.7),
    "GREATER_PART": (0.4, 0.5, 0.6, 0.7, 0.8),
    "FOLLOWING": (0.8, 0.85, 0.9, 0.95, 1.0),
    "MOVING": (0.7, 0.75, 0.8, 0.85, 0.9),
    "EXCHANGING": (0.5, 0.6, 0.65, 0.7, 0.8, 0.9),
}
FALSE_COSTS = 3
"""How many rejected true statements one accepted false one is worth when thresholds are chosen."""

Pair = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", choices=["tune", "report", "all"], default="report")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--tune", action="store_true")
    arguments = parser.parse_args()
    pairs = [json.loads(line) for line in LABELS.read_text(encoding="utf-8").splitlines()]
    tuning = [pair for pair in pairs if pair["part"] == "tune"]
    if arguments.tune:
        tune(tuning)
    elif arguments.show:
        show(tuning)
    else:
        report([pair for pair in pairs if arguments.part in ("all", pair["part"])])


def judged(pair: Pair) -> Judgement:
    around = Surroundings(pair["heading"], pair["title"], (), pair["language"])
    return judge(pair["statement"], [pair["quote"]], around)


def is_wrong(pair: Pair, judgement: Judgement) -> bool:
    return (judgement.verdict == ACCEPTED) != (pair["verdict"] == TRUE)


def report(pairs: list[Pair]) -> None:
    """Print the shares, and what each rule did."""
    started = time.process_time()
    judgements = [judged(pair) for pair in pairs]
    seconds = time.process_time() - started
    wrong, all_, rules, alone = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    for pair, judgement in zip(pairs, judgements, strict=True):
        kind = TRUE if pair["verdict"] == TRUE else pair["change"]
        all_[kind] += 1
        wrong[kind] += is_wrong(pair, judgement)
        named = {reason.partition(":")[0] for reason in judgement.reasons}
        rules.update(named)
        alone.update(named if len(named) == 1 else ())
    kinds = sorted(kind for kind in all_ if kind != TRUE)
    print(f"{'false accepted':24} {ratio(sum(wrong[kind] for kind in kinds), sum(all_[kind] for kind in kinds))}")
    for kind in kinds:
        print(f"    {kind:20} {ratio(wrong[kind], all_[kind])}")
    print(f"{'true rejected':24} {ratio(wrong[TRUE], all_[TRUE])}")
    print("rule: refused, alone     " + ", ".join(f"{rule} {rules[rule]}, {alone[rule]}" for rule in sorted(rules)))
    print(f"{'time for one':24} {seconds / len(pairs) * 1e6:.0f} microseconds")


def ratio(part: int, whole: int) -> str:
    return f"{part:4} of {whole:4}  {part / whole:.3f}" if whole else "   0 of    0  -"


def show(pairs: list[Pair]) -> None:
    for pair in pairs:
        judgement = judged(pair)
        if is_wrong(pair, judgement):
            print(f"{pair['id']} {pair['change'] or TRUE}: {judgement.verdict} {list(judgement.reasons)}")
            print(f"    {pair['statement']}\n    {pair['quote']}")


def tune(pairs: list[Pair]) -> None:
    """Move one threshold after the other to its best step until none gets better."""
    best = cost(pairs)
    print(f"cost {best} with the thresholds as they are")
    improved = True
    while improved:
        improved = False
        for name, steps in STEPS.items():
            current = getattr(thresholds, name)
            costs = {step: cost_with(pairs, name, step) for step in steps}
            step = min(costs, key=lambda step: (costs[step], abs(step - current)))
            setattr(thresholds, name, step if costs[step] < best else current)
            improved = improved or costs[step] < best
            best = min(best, costs[step])
            print(f"{name} {getattr(thresholds, name)}: " + ", ".join(f"{step} costs {costs[step]}" for step in steps), flush=True)


def cost_with(pairs: list[Pair], name: str, step: float) -> int:
    setattr(thresholds, name, step)
    return cost(pairs)


def cost(pairs: list[Pair]) -> int:
    return sum((1 if pair["verdict"] == TRUE else FALSE_COSTS) * is_wrong(pair, judged(pair)) for pair in pairs)


if __name__ == "__main__":
    main()
