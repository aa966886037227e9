"""What readers said of claims that the built-in extractor made of RFCs, EIPs and German laws (benchmarks/labels/claims-seed-N.jsonl).

Usage: python benchmarks/judged.py

Each sample of 300 was read once, and a fifth of it twice; `extractor.py --seed N` draws another one. Seed 7 was read before its faults
were mended, seed 11 after that, seed 53 (150 claims, one reader) before those were mended that are noted there. The readers of seed 31 were
told to be strict: a definite noun, a cross-reference that carries a condition, or a bare number counts against a claim. So were those of
seed 41, which was read after the faults of seed 31 were mended. Seed 97 was read by three readers, two for a half each, after a sentence
began to be quoted with those before it; seed 101 by three others, a third each, after that was left to sentences that need it, and
exceptions and clauses of the same section came to be quoted too; seeds 103, 107 and 109 by three more each, after what other readers had
found in 450, 360 and 1,470 others was mended.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

LABELS = Path(__file__).with_name("labels")


def main() -> None:
    for file in sorted(LABELS.glob("claims-seed-*.jsonl"), key=lambda file: int(file.stem.rpartition("-")[2])):
        claims = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        good = Counter(claim["corpus"] for claim in claims if stands(claim))
        all_of = Counter(claim["corpus"] for claim in claims)
        twice = [claim for claim in claims if "second" in claim]
        alike = sum(stands(claim) == stands(claim["second"]) for claim in twice)
        parts = ", ".join(f"{corpus} {good[corpus]} of {all_of[corpus]}" for corpus in sorted(all_of))
        true = sum(claim["true"] for claim in claims)
        print(f"{file.stem}: true and self-contained {good.total()} of {len(claims)} = {good.total() / len(claims):.3f} ({parts})")
        agreement = f"two readers agree on {alike} of {len(twice)}" if twice else "one reader"
        print(f"    true {true} of {len(claims)}; {agreement}")


def stands(claim: dict[str, Any]) -> bool:
    return bool(claim["true"] and claim["self_contained"])


if __name__ == "__main__":
    main()
