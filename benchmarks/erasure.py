"""Plant 20 secrets in the shipped library, erase them one after the other, and look for them as somebody would who wants to find them.

Usage: python benchmarks/erasure.py [--seed N] [--clean-every N]

Secrets are words, numbers and names of many shapes, in running text, titles, claims, wiki pages, answers of models and
conversations. Before each erasure the search must find the secret in every kind of place that it was planted for; after
it the same search must find nothing, every secret that was not erased yet must still be found, and all current tables must
equal those of a clean build over sources that never had it.

search    every value of every table of every DuckDB and SQLite file below the workspace, decoded, JSON within JSON read;
          and the bytes of every file. Text is compared without case, blanks and punctuation, so that `ZEBRA-7781` is found
          as `zebra 7781` too
"""

import argparse
import datetime
import json
import random
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import duckdb
from processes import HOUSE, copy_tree, differing_files, load, run, sync, workspace
from results import show_tables
from rich.table import Table

from lineproof.beliefs.decisions import Decision, record
from storage.answers import Answers, Call, StoredAnswer
from storage.snapshots import current, open_snapshot
from storage.tables import TABLES
from storage.workspace import Corpus, Workspace

NAME = "library"
TABLES_COMPARED = tuple(table.name for table in TABLES if not table.history and not table.name.startswith("ops."))
SYLLABLES = ("qua", "zor", "mir", "tel", "vex", "lum", "bri", "dax", "wob", "fen", "gri", "pho", "sku", "jun", "yal", "öst")


@dataclass
class Secret:
    """One secret: how it is planted, what to erase, and the tables that must hold it before.

    ``without`` takes it out of sources that never had it.
    """

    kind: str
    text: str
    target: Callable[[Corpus], str]
    expected: tuple[str, ...]
    without: Callable[[Path], None]
    before: set[str] = field(default_factory=set)
    after: set[str] = field(default_factory=set)
    lost: list[str] = field(default_factory=list)
    different: list[str] = field(default_factory=list)
    proof: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def holds(self) -> bool:
        """Whether it was found before, is found no more, and everything else is as it should be."""
        tables = {place.partition(":")[2] for place in self.before}
        return set(self.expected) <= tables and not (self.after or self.lost or self.different)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--clean-every", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="lineproof-erasure-") as scratch:
        secrets, seconds = trial(Path(scratch), random.Random(arguments.seed), arguments.clean_every)
    show(secrets, arguments.seed, seconds)
    sys.exit(0 if all(secret.holds for secret in secrets) else 1)


def trial(scratch: Path, choices: random.Random, clean_every: int) -> tuple[list[Secret], float]:
    """Plant all secrets, and erase them in a random order."""
    copy_tree(HOUSE / "demo" / "library", scratch / "sources")
    secrets = plant(scratch / "sources", choices)
    copy_tree(scratch / "sources", scratch / "remaining")
    space = workspace(scratch / "workspace", {NAME: scratch / "sources"})
    started = time.perf_counter()
    sync(space)
    seconds = time.perf_counter() - started
    remember(space.corpus(NAME), secrets)
    choices.shuffle(secrets)
    found = places(space, [secret.text for secret in secrets])
    for number, secret in enumerate(secrets, 1):
        secret.before = found[secret.text]
        erase(space, secret)
        found = places(space, [one.text for one in secrets])
        secret.after = found[secret.text]
        secret.lost = [other.text for other in secrets[number:] if not found[other.text]]
        secret.without(scratch / "remaining")
        if number % clean_every == 0 or number == len(secrets):
            secret.different = differing_from_clean(space, scratch, number)
    return secrets, seconds


def plant(root: Path, choices: random.Random) -> list[Secret]:
    """Write the secrets into the sources."""
    return [
        *(in_text(root, file, spell(choices, n)) for n, file in enumerate(choices.sample(sorted(root.rglob("*.md")), 4))),
        *(in_title(root, n, spell(choices, n)) for n in range(3)),
        *(in_claim(root, n, spell(choices, n)) for n in range(4)),
        *(on_page(root, n, spell(choices, n)) for n in range(3)),
        *(in_answer(root, n, spell(choices, n)) for n in range(3)),
        *(in_conversation(root, n, spell(choices, n)) for n in range(3)),
    ]


def spell(choices: random.Random, shape: int) -> str:
    """A secret that nothing else says: a name, a code, a number or words."""
    word = "".join(choices.sample(SYLLABLES, 3))
    digits = f"{choices.randint(10_000_000, 99_999_999)}"
    return (word.capitalize(), f"{word.upper()}-{digits[:4]}", digits, f"{word} {word[::-1]} {digits[:5]}")[shape % 4]


def in_text(root: Path, file: Path, text: str) -> Secret:
    """A paragraph of its own in an existing document; its line is erased."""
    before = file.read_text(encoding="utf-8")
    lines = before.rstrip("\n").split("\n")
    file.write_text("\n".join([*lines, "", f"Between us: {text} is what we call it, and nobody else knows.", ""]), encoding="utf-8")
    path = file.relative_to(root).as_posix()
    blank = "\n".join([*lines, "", "", ""])
    expected = ("evidence.paragraphs", "evidence.lines")
    return Secret("text", text, lambda corpus: f"{path}#L{len(lines) + 2}", expected, lambda rest: put(rest, path, blank))


def in_title(root: Path, number: int, text: str) -> Secret:
    """The title of a document, by which it is erased; another document names it."""
    path = f"notes/title-{number}.md"
    put(root, path, f"---\ntitle: The {text} file\n---\n\n# The {text} file\n\nThe desk must answer within {number + 3} days.\n")
    expected = ("evidence.documents", "graph.identities", "beliefs.claims")
    return Secret("title", text, lambda corpus: f"The {text} file", expected, lambda rest: (rest / path).unlink())


def in_claim(root: Path, number: int, text: str) -> Secret:
    """A claim in a document that stays; it is erased by its id."""
    path = f"notes/claim-{number}.md"
    sentence = f"The {text} reserve must be reviewed within {number + 5} days."
    document = "# Reserves\n\nThe desk must keep a list.\n\n{}\n\nThe clerk must sign it within 9 days.\n"
    put(root, path, document.format(sentence))

    def target(corpus: Corpus) -> str:
        return str(ask(corpus, "SELECT claim_id FROM beliefs.claims WHERE contains(statement, ?) LIMIT 1", text)[0][0])

    expected = ("beliefs.claims", "beliefs.quotes", "beliefs.events")
    return Secret("claim", text, target, expected, lambda rest: put(rest, path, document.format("")))


def on_page(root: Path, number: int, text: str) -> Secret:
    """The identifier of a form with several provisions, so that the wiki states them; the form is erased."""
    path = f"forms/page-{number}.md"
    provisions = "".join(
        f"## P.{n} Part {n}\n\nThe limit of the {text} cover is ${n},{n}00. The insured must report within {n + 20} days.\n\n"
        for n in range(1, 6)
    )
    put(root, path, f"---\ntitle: {text} Cover\nidentifier: HV 9{number} 01\nedition: 2026-01\n---\n\n# {text} Cover\n\n{provisions}")
    expected = ("beliefs.claims", "wiki.pages")
    return Secret("page", text, lambda corpus: path, expected, lambda rest: (rest / path).unlink())


def in_answer(root: Path, number: int, text: str) -> Secret:
    """A document about which a model was asked and a person decided; the document is erased."""
    path = f"notes/answer-{number}.md"
    put(root, path, f"# Asked {number}\n\nThe {text} account must be closed within {number + 6} days.\n")
    expected = ("evidence.paragraphs", "answers")
    return Secret("answer", text, lambda corpus: path, expected, lambda rest: (rest / path).unlink())


def in_conversation(root: Path, number: int, text: str) -> Secret:
    """What one of two says in a conversation: the conversation is erased, or the person's turns."""
    path, person = f"chats/talk-{number}.txt", f"Person{'ABC'[number]}"
    said = f"{person}: Please keep this to yourself.\nThe password is {text}."
    chat = "Robin: Good morning, the invoice is due within 30 days.\n\n{}\n\nRobin: Thank you. I must leave within 5 minutes.\n"
    put(root, path, chat.format(said))
    if number == 0:
        return Secret("conversation", text, lambda corpus: path, ("evidence.lines",), lambda rest: (rest / path).unlink())
    return Secret("person", text, lambda corpus: f"person:{person}", ("evidence.lines",), lambda rest: put(rest, path, chat.format("\n")))


def put(root: Path, path: str, text: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text, encoding="utf-8")


def remember(corpus: Corpus, secrets: Sequence[Secret]) -> None:
    """Answers of a model, and decisions of a person, about the documents that were planted for it."""
    now = datetime.datetime.now(datetime.UTC)
    call = Call(now, "run", "propose", "propose", "model", "ok", False, 1, 1, None, 1.0, "other")
    told = [secret.text for secret in secrets if secret.kind == "answer"]
    kept = [StoredAnswer("other", "propose", "model", '["The desk must answer."]', '{"found": ["The desk must answer."]}')]
    for number, text in enumerate(told):
        prompt = json.dumps([{"role": "user", "content": f"Is the {text} account closed?"}])
        answer = json.dumps({"found": [{"statement": f"It is the account of {text}."}]})
        kept.append(StoredAnswer(f"f{number}", "propose", "model", prompt, answer))
    with closing(Answers(corpus.answers)) as answers:
        answers.keep(kept, call)
    record(
        corpus.decisions,
        [Decision("reject", f"The {text} account is open.", f"The {text} account", "me", now.isoformat()) for text in told],
    )


def erase(space: Workspace, secret: Secret) -> None:
    """Erase a secret's target by the command."""
    target = secret.target(space.corpus(NAME))
    done = run("erase", target, "--yes", "--json", "--workspace", str(space.folder))
    secret.seconds = done.wall
    if done.code:
        sys.exit(f"{secret.kind}: lineproof erase {target} ended with {done.code}")
    secret.proof = done.answer["proof"]


def places(space: Workspace, texts: Sequence[str]) -> dict[str, set[str]]:
    """Where each text stands: `file:table` for values, `file` for bytes."""
    wanted = {text: folded(text) for text in texts}
    found: dict[str, set[str]] = {text: set() for text in texts}
    for file in sorted(path for path in space.folder.rglob("*") if path.is_file()):
        raw = file.read_bytes()
        shown = [(file.name, folded(raw.decode("utf-8", "ignore"))), *((f"{file.name}:{name}", value) for name, value in cells(file, raw))]
        for text, form in wanted.items():
            found[text] |= {place for place, value in shown if form in value}
            found[text] |= {file.name} if text.encode("utf-16-le") in raw else set()
    return found


def cells(file: Path, raw: bytes) -> Iterator[tuple[str, str]]:
    """The values of a database as they decode, a table at a time."""
    if raw.startswith(b"SQLite format 3"):
        with closing(sqlite3.connect(file)) as store:
            for (name,) in store.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                rows = store.execute(f'SELECT * FROM "{name}"').fetchall()
                yield name, "|".join(folded(reading) for row in rows for value in row for reading in read(value))
    elif file.suffix == ".duckdb":
        with closing(duckdb.connect(str(file), read_only=True)) as database:
            for schema, name in database.execute("SELECT schema_name, table_name FROM duckdb_tables()").fetchall():
                rows = database.execute(f'SELECT * FROM {schema}."{name}"').fetchall()
                yield f"{schema}.{name}", "|".join(folded(reading) for row in rows for value in row for reading in read(value))


def read(value: Any) -> Iterator[str]:
    """The texts of a value."""
    if isinstance(value, bytes):
        yield value.decode("utf-8", "replace")
    elif isinstance(value, list):
        for each in value:
            yield from read(each)
    elif isinstance(value, dict):
        yield from read([*value, *value.values()])
    elif isinstance(value, str):
        yield value
        if value[:1] in ("{", "[", '"'):
            try:
                inner = json.loads(value)
            except ValueError:
                return
            yield from read(inner)


def folded(text: str) -> str:
    """Letters and digits alone."""
    return "".join(filter(str.isalnum, text.casefold()))


def ask(corpus: Corpus, query: str, *parameters: str) -> list[tuple[Any, ...]]:
    with closing(open_snapshot(corpus)) as connection:
        return connection.execute(query, list(parameters)).fetchall()


def differing_from_clean(space: Workspace, scratch: Path, number: int) -> list[str]:
    """The current tables that differ from those of a clean build over sources that never had what is erased by now."""
    fresh = workspace(scratch / f"clean-{number}", {NAME: scratch / "remaining"})
    sync(fresh)
    different = differing_files(current(space.corpus(NAME)), current(fresh.corpus(NAME)), TABLES_COMPARED)
    shutil.rmtree(fresh.folder)
    return different


def show(secrets: Sequence[Secret], seed: int, seconds: float) -> None:
    """Print a row a secret."""
    table = Table(title=f"erasure of planted secrets (seed {seed}; first sync {seconds:.1f} s; {load()})")
    for column in ("kind", "places before", "places after", "others lost", "unlike clean", "columns", "files", "seconds", "holds"):
        table.add_column(column, justify="left" if column == "kind" else "right")
    for secret in secrets:
        counts = (len(secret.before), len(secret.after), len(secret.lost), len(secret.different))
        searched = (secret.proof["columns"], secret.proof["files"])
        table.add_row(secret.kind, *map(str, (*counts, *searched)), f"{secret.seconds:.1f}", "yes" if secret.holds else "NO")
        if not secret.holds:
            print(secret.kind, secret.text, sorted(secret.before), secret.after, secret.lost, secret.different, file=sys.stderr)
    show_tables(table, width=140)
    print(f"\n{sum(secret.holds for secret in secrets)} of {len(secrets)} secrets are gone, and everything else is as it was")


if __name__ == "__main__":
    main()
