"""Measure the gate on statements that were labelled by hand (benchmarks/labels/README.md).

Usage: python benchmarks/gate.py [--part tune|development|holdout|report|all] [--show] [--tune]

false accepted   of the statements made false by one change, the share that the gate accepts, for each kind of change
true rejected    of the true statements, the share that it does not accept (repair included)
rule             how often each rule refuses, and how often it alone does

`--show` lists the wrong judgements of the parts that rules may be written for, tune and development; `--tune` looks for better weights
of the reasons there, one at a time.
"""

import argparse
import json
import time
from collections import Counter
from pathlib import Path
from typing import Any

from lineproof.beliefs.gate import judge, thresholds
from lineproof.beliefs.model import ACCEPTED, Judgement, Surroundings

LABELS = Path(__file__).with_name("labels")
TRUE = "true"
STEPS = (0.0, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0)
FALSE_COSTS = 3
"""How many rejected true statements one accepted false one is worth when weights are chosen."""

Pair = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", choices=["tune", "development", "holdout", "report", "all"], default="report")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--tune", action="store_true")
    arguments = parser.parse_args()
    files = sorted(LABELS.glob("gate*.jsonl"))
    pairs = [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    tuning = [pair for pair in pairs if pair["part"] in ("tune", "development")]
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
            print(f"{pair['id']} {pair.get('change') or TRUE}: {judgement.verdict} {list(judgement.reasons)}")
            print(f"    {pair['statement']}\n    {pair['quote']}")


def tune(pairs: list[Pair]) -> None:
    """Move one weight after the other to its best step until none gets better."""
    best = cost(pairs)
    print(f"cost {best} with the weights as they are")
    improved = True
    while improved:
        improved = False
        for name, current in thresholds.WEIGHTS.items():
            costs = {step: cost_with(pairs, name, step) for step in (*STEPS, current)}
            step = min(costs, key=lambda step: (costs[step], abs(step - current)))
            thresholds.WEIGHTS[name] = step if costs[step] < best else current
            improved = improved or costs[step] < best
            best = min(best, costs[step])
            print(f"{name} {thresholds.WEIGHTS[name]}: " + ", ".join(f"{step} costs {costs[step]}" for step in costs), flush=True)


def cost_with(pairs: list[Pair], name: str, step: float) -> int:
    thresholds.WEIGHTS[name] = step
    return cost(pairs)


def cost(pairs: list[Pair]) -> int:
    return sum((1 if pair["verdict"] == TRUE else FALSE_COSTS) * is_wrong(pair, judged(pair)) for pair in pairs)


if __name__ == "__main__":
    main()
