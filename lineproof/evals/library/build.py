"""Build a library into a folder, and read it again.

The folder has ``library/`` (the corpus), ``additions/`` (documents to be added to it), ``ledger.jsonl``, ``questions.jsonl`` (put with the
names that the documents use) and ``questions-everyday.jsonl`` (the same, put in words that they do not use); what is asked about lies apart
from what answers.
"""

import dataclasses
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from lineproof.evals.errors import BadBenchmark
from lineproof.evals.library.asking import known
from lineproof.evals.library.citing import style as templated_style
from lineproof.evals.library.errors import BadLibrary, CannotWrite, FolderNotEmpty
from lineproof.evals.library.ledger import ledger_of, shelve, without
from lineproof.evals.library.library import Scale, additions, library
from lineproof.evals.library.model import Edition, Fact, Ledger, Link, Reference
from lineproof.evals.library.natural import naturalised
from lineproof.evals.library.natural import style as natural_style
from lineproof.evals.library.questions import questions
from lineproof.evals.library.validate import faults
from lineproof.evals.library.world import make_world
from lineproof.evals.questions import KeyedQuestion, write_questions

CORPUS: Final = "library"
ADDITIONS: Final = "additions"
LEDGER: Final = "ledger.jsonl"
QUESTIONS: Final = "questions.jsonl"
EVERYDAY: Final = "questions-everyday.jsonl"
KINDS: Final = {"fact": Fact, "reference": Reference, "relation": Link}


@dataclass(frozen=True, slots=True)
class Library:
    """A library with its ledger and questions; texts by path."""

    documents: Mapping[str, str]
    additions: Mapping[str, str]
    ledger: Ledger
    questions: Sequence[KeyedQuestion]
    everyday: Sequence[KeyedQuestion]
    """The same questions put in words that the documents do not use."""


def make(seed: int, edition: Edition, scale: Scale | None = None) -> Library:
    """The library of a seed.

    Raises:
        BadLibrary: documents, ledger and questions do not agree.
    """
    world, scale = make_world(seed), scale or Scale()
    first, later = library(world, scale), additions(world, scale)
    if edition == "natural":
        shelf = shelve(naturalised(world, [*first, *later]), world.company, lambda source, known: natural_style(world, source, known))
    else:
        shelf = shelve([*first, *later], world.company, templated_style)
    added = [one.key for one in later]
    ledger = ledger_of(shelf, added)
    asking = known(world, without(shelf, added), ledger)
    asked, everyday = (list(questions(one)) for one in (asking, replace(asking, everyday=True)))
    texts = {shelf.paths[key]: "\n".join(one.lines) + "\n" for key, one in shelf.rendered.items()}
    if wrong := list(faults(texts, ledger, [*asked, *everyday])):
        raise BadLibrary(wrong)
    kept, new = ({shelf.paths[one.key]: texts[shelf.paths[one.key]] for one in group} for group in (first, later))
    return Library(kept, new, ledger, asked, everyday)


def check_folder(folder: Path) -> None:
    """Make a folder, and make sure that nothing would be written over in it.

    Raises:
        FolderNotEmpty: the folder holds something already.
        CannotWrite: it cannot be made, say below a file, or not be read.
    """
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise FolderNotEmpty(folder)
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotWrite(folder, error.strerror or type(error).__name__) from error


def write(made: Library, folder: Path) -> None:
    """Write a library.

    Raises:
        FolderNotEmpty, CannotWrite: see :func:`check_folder`.
    """
    check_folder(folder)
    for name, texts in ((CORPUS, made.documents), (ADDITIONS, made.additions)):
        for path, text in texts.items():
            file = folder / name / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
    (folder / LEDGER).write_text("".join(f"{line}\n" for line in _rows(made.ledger)), encoding="utf-8")
    write_questions(made.questions, folder / QUESTIONS)
    write_questions(made.everyday, folder / EVERYDAY)


def _rows(ledger: Ledger) -> Iterator[str]:
    for kind, rows in (("fact", ledger.facts), ("reference", ledger.references), ("relation", ledger.relations)):
        yield from (json.dumps({"row": kind, **dataclasses.asdict(one)}, ensure_ascii=False) for one in rows)


def read_ledger(file: Path) -> Ledger:
    """The ledger of a library.

    Raises:
        BadBenchmark: it cannot be read, or a line is no row of a ledger.
    """
    rows: dict[str, list[Any]] = {kind: [] for kind in KINDS}
    try:
        for line in file.read_text(encoding="utf-8").splitlines():
            found = json.loads(line)
            kind = found.pop("row")
            if kind == "reference":
                found["targets"] = tuple((path, target) for path, target in found["targets"])
            rows[kind].append(KINDS[kind](**found))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadBenchmark(file, f"is no ledger ({type(error).__name__}: {error})") from error
    return Ledger(tuple(rows["fact"]), tuple(rows["reference"]), tuple(rows["relation"]))
