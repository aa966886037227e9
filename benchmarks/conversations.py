"""Conversations of LoCoMo and BEAM as a corpus: their sessions as files, and what their questions ask for.

Usage: python benchmarks/conversations.py import locomo|beam FOLDER [--source PATH]   write the sessions below FOLDER
       python benchmarks/conversations.py questions locomo|beam [--source PATH]       a table: questions and gold by category

The source is by default that of LINEPROOF_DATA.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path

from corpora import data_folder

from lineproof.evals import beam, locomo
from lineproof.evals.errors import BadBenchmark
from lineproof.evals.sessions import Question, write_sessions

SOURCES = {"locomo": ("locomo",), "beam": ("beam", "100K")}
READERS = {"locomo": locomo, "beam": beam}


def main() -> None:
    arguments = _arguments()
    reader = READERS[arguments.benchmark]
    source = arguments.source or data_folder(*SOURCES[arguments.benchmark])
    try:
        if arguments.task == "import":
            sessions = reader.sessions(source)
            write_sessions(sessions, arguments.folder)
            turns = sum(len(session.turns) for session in sessions)
            talks = len({session.conversation for session in sessions})
            print(f"{talks} conversations, {len(sessions)} sessions, {turns} turns in {arguments.folder}")
        else:
            tell(reader.questions(source))
    except BadBenchmark as error:
        sys.exit(str(error))


def tell(questions: list[Question]) -> None:
    """Print how many questions there are of each category, with gold, with gold that names no turn, and with an error by the audit."""
    print(f"{'category':26} {'questions':>9} {'with gold':>9} {'unreadable':>10} {'faulty':>6}")
    for category, number in sorted(Counter(question.category for question in questions).items()):
        own = [question for question in questions if question.category == category]
        counts = [sum(map(bool, column)) for column in zip(*((q.gold, q.unreadable, q.fault) for q in own), strict=True)]
        print(f"{category:26} {number:9} {counts[0]:9} {counts[1]:10} {counts[2]:6}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    tasks = parser.add_subparsers(dest="task", required=True)
    for name in ("import", "questions"):
        task = tasks.add_parser(name)
        task.add_argument("benchmark", choices=READERS)
        if name == "import":
            task.add_argument("folder", type=Path)
        task.add_argument("--source", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
