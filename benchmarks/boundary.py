"""Two corpora in one workspace: a question within one never returns anything of the other.

Usage: python benchmarks/boundary.py [--calls 2000] [--documents 20] [--seed N]

A seeded choice of documents of `gesetze` and of `rfcs` are synced beside one another (all of them take most of the time, and a busy machine
half an hour). Then the names, ids, paths and aliases of each are asked for within
the other: by locate, expand and read of its Navigator, by every tool and resource of its MCP server, and by SQL over it alone. Every id
that comes back, in answers and in messages, must be one of the corpus that was asked; an id or path of the other must be unknown.

answered   the call gave an answer: a name of one corpus may well be a name in the other too (`Section 4`)
refused    the call was answered with an error that says so
seconds    as a clock sees them
leak       something of the other corpus in an answer or a message
"""

import argparse
import asyncio
import json
import random
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import quote

import duckdb
from corpora import ROOTS, data_folder
from mcp import Client, MCPError
from processes import load, run, sync, workspace
from questions import Names, every_id, names_of, to_locate, to_name
from results import show_tables
from rich.table import Table

from lineproof.recall.errors import NavigationError, UnknownNode
from lineproof.recall.memory import Memory
from lineproof.recall.navigator import Navigator
from lineproof.serve.errors import CommandError
from lineproof.serve.mcp import server_of
from lineproof.serve.sql import check
from storage.snapshots import current, open_snapshots
from storage.views import VIEWS
from storage.workspace import Corpus, Workspace

Call = Callable[[str], Awaitable[object]]

PAIR = ("gesetze", "rfcs")
PATH = re.compile(r"'path': '([^']+)'")
ID = re.compile(r"\b[dpt][0-9a-f]{24}\b")
REQUIRED: dict[str, dict[str, Any]] = {
    "locate": {"terms": "section"},
    "expand": {"node": "section"},
    "read": {"node": "section"},
    "recall": {"question": "Which section?", "budget": 400},
    "claims": {"limit": 3},
    "history": {"claim": "c000000"},
    "impact": {"node": "section"},
    "search": {"query": "section"},
    "fetch": {"id": "section"},
}
"""What must be given to each tool."""
WITH_CORPUS = [view.name for view in VIEWS if re.search(r"\bcorpus\b", view.sql.partition(" FROM ")[0])]


@dataclass
class Tally:
    """What became of the calls of one kind."""

    calls: int = 0
    answered: int = 0
    refused: int = 0
    seconds: float = 0.0
    leaks: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Side:
    """A corpus that is asked, with what is its own, and the names of the other."""

    corpus: Corpus
    navigator: Navigator
    own: frozenset[str]
    others: frozenset[str]
    names: Names
    foreign: Names
    foreign_corpus: Corpus


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=2_000)
    parser.add_argument("--documents", type=int, default=20, help="of each corpus")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="lineproof-boundary-") as scratch:
        roots = {name: chosen(name, Path(scratch, name), arguments) for name in PAIR}
        space = workspace(Path(scratch, "workspace"), roots)
        began = time.perf_counter()
        done = sync(space)
        if done.code not in (0, 3):
            sys.exit(f"the sync failed with exit code {done.code}")
        print(f"synced in {time.perf_counter() - began:.0f} s", flush=True)
        tallies = {f"{kind} within {side.corpus.name}": tally for side in sides(space) for kind, tally in ask(side, arguments).items()}
        tallies["whole commands"] = timed(lambda: commands(space))
    show(tallies)
    leaks = [leak for tally in tallies.values() for leak in tally.leaks]
    print(f"{len(leaks)} leaks", *leaks[:10], sep="\n")
    sys.exit(1 if leaks else 0)


def chosen(name: str, folder: Path, arguments: argparse.Namespace) -> Path:
    """A folder with a seeded choice of the documents of a corpus, at the paths that they have in it."""
    root = data_folder(*ROOTS[name].split("/")).resolve()
    files = sorted(file for file in root.rglob("*") if file.is_file())
    for file in random.Random(arguments.seed).sample(files, min(arguments.documents, len(files))):
        copy = folder / file.relative_to(root)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy)
    return folder


def timed(ask: Callable[[], Tally]) -> Tally:
    """What becomes of some calls, with the time that they take."""
    began = time.perf_counter()
    tally = ask()
    tally.seconds = time.perf_counter() - began
    return tally


def sides(space: Workspace) -> list[Side]:
    """Both corpora, each to be asked for what the other has."""
    ids = {name: every_id(space.corpus(name)) for name in PAIR}
    names = {name: names_of(space.corpus(name)) for name in PAIR}
    return [
        Side(
            space.corpus(own),
            Navigator(space.corpus(own)),
            ids[own],
            ids[other],
            names[own],
            names[other],
            space.corpus(other),
        )
        for own, other in (PAIR, PAIR[::-1])
    ]


def ask(side: Side, arguments: argparse.Namespace) -> dict[str, Tally]:
    """A part of the calls for each kind of question, half of them within this corpus."""
    calls, choices = arguments.calls // 10, random.Random(arguments.seed)
    navigator = side.navigator
    try:
        kinds: dict[str, Callable[[], Tally]] = {
            "locate": lambda: asyncio.run(located(side, islice(to_locate(side.foreign, choices), calls))),
            "expand": lambda: asyncio.run(named(side, navigator.expand, islice(nodes(side, choices), calls))),
            "read": lambda: asyncio.run(named(side, navigator.read, islice(nodes(side, choices), calls))),
            "tools and resources": lambda: asyncio.run(served(side, islice(nodes(side, choices), calls))),
            "sql": lambda: queried(side, islice(queries(side, choices), calls)),
            "own names, expanded": lambda: asyncio.run(answered(side, navigator.expand, calls // 5, choices)),
            "own names, read": lambda: asyncio.run(answered(side, navigator.read, calls // 5, choices)),
        }
        return {kind: timed(asked) for kind, asked in kinds.items()}
    finally:
        navigator.close()


def nodes(side: Side, choices: random.Random) -> Iterator[str]:
    """Names of the other's nodes, every seventh with the name of its corpus before it."""
    for number, name in enumerate(to_name(side.foreign, choices)):
        yield f"{side.foreign_corpus.name}:{name}" if number % 7 == 6 else name


async def located(side: Side, terms: Iterator[str]) -> Tally:
    """What is located must be of this corpus."""
    tally = Tally()
    for text in terms:
        tally.calls += 1
        found = await side.navigator.locate(text)
        tally.answered += bool(found.results)
        for hit in found.results:
            if hit.id not in side.own or hit.corpus != side.corpus.name or hit.path not in side.names.lines:
                tally.leaks.append(f"locate {text!r} within {side.corpus.name}: {hit}")
    return tally


async def named(side: Side, call: Call, given: Iterator[str]) -> Tally:
    """What is expanded or read must be of this corpus, and so must what a message tells."""
    tally = Tally()
    for text in given:
        tally.calls += 1
        try:
            answer = repr(await call(text))
            tally.answered += 1
        except NavigationError as error:
            tally.refused += 1
            answer = str(error).replace(text, "")
            if isinstance(error, UnknownNode):
                answer += " ".join(error.nearest)
        if strange := [one for one in ID.findall(answer) if one not in side.own]:
            tally.leaks.append(f"{text!r} within {side.corpus.name}: {strange}")
        if is_foreign(text, side) and "Nothing is called" not in answer:
            tally.leaks.append(f"{text!r} within {side.corpus.name} is known: {answer[:100]}")
    return tally


async def served(side: Side, given: Iterator[str]) -> Tally:
    """What the MCP server of this corpus tells, its tools, resources and prompts in turn, must be of this corpus."""
    tally = Tally()
    memory = Memory(side.corpus)
    async with Client(server_of(memory)) as client:
        tools = {tool.name: arguments_of(tool.input_schema) for tool in (await client.list_tools()).tools}
        ways = [(name, argument) for name, arguments in tools.items() for argument in arguments]
        for number, text in enumerate(given):
            tally.calls += 1
            name, argument = ways[number % len(ways)]
            told = await told_by_tool(client, name, argument, text, tally) + await told_by_resource(client, text, number)
            strange = [one for one in ID.findall(told) if one not in side.own and one not in text]  # an answer may repeat what is asked
            strange += [one for one in PATH.findall(told) if one not in side.names.lines]
            if strange:
                tally.leaks.append(f"{name} {argument}={text!r} within {side.corpus.name}: {strange}")
    memory.close()
    return tally


def arguments_of(schema: dict[str, Any]) -> list[str]:
    """The arguments of a tool that take text."""
    return [name for name, described in schema["properties"].items() if '"string"' in json.dumps(described)]


async def told_by_tool(client: Client, name: str, argument: str, text: str, tally: Tally) -> str:
    """What a tool answers where one of its arguments is a text of the other corpus."""
    given: dict[str, Any] = {**REQUIRED[name], argument: [text] if argument == "edges" else text}
    answered = await client.call_tool(name, given)
    tally.answered += not answered.is_error
    tally.refused += answered.is_error
    return f"{answered.content} {answered.structured_content}"


async def told_by_resource(client: Client, text: str, number: int) -> str:
    """What a resource or a prompt answers."""
    if number % 3 == 2:
        return str(await client.get_prompt("before_a_change", {"node": text})).replace(text, "")
    address = f"lineproof://{('pages', 'evidence')[number % 3]}/{quote(text)}"
    try:
        return str((await client.read_resource(address)).contents)
    except (MCPError, ValueError) as error:
        return str(error).replace(quote(text), "")


async def answered(side: Side, call: Call, calls: int, choices: random.Random) -> Tally:
    """This corpus's own names, which must be answered: a navigator that knows nothing would leak nothing either."""
    tally = await named(side, call, islice(to_name(side.names, choices), calls))
    if tally.answered < tally.calls / 2:
        tally.leaks.append(f"only {tally.answered} of {tally.calls} own names of {side.corpus.name} were answered")
    return tally


def is_foreign(text: str, side: Side) -> bool:
    """Whether a text is an id or a path that only the other corpus has."""
    return (text in side.others and text not in side.own) or (text in side.foreign.lines and text not in side.names.lines)


def queries(side: Side, choices: random.Random) -> Iterator[str]:
    """Queries over this corpus for what the other has, and ways around the boundary."""
    other = side.foreign_corpus
    around = (
        f"SELECT * FROM '{current(other)}'",
        f"SELECT * FROM read_blob('{other.database}')",
        f"ATTACH '{current(other)}' AS other",
        f"SELECT * FROM query('SELECT 1 FROM ''{current(other)}''')",
        "SELECT * FROM corpus_1.main.documents",
        f"COPY documents TO '{other.data / 'copy.csv'}'",
        f"SELECT count(*) FROM duckdb_databases() WHERE path LIKE '%/{other.name}/%'",
    )
    paths, number = list(side.foreign.lines), 0
    while True:
        path = choices.choice(paths).replace("'", "''")
        yield f"SELECT corpus, path FROM documents WHERE path = '{path}' OR corpus <> '{side.corpus.name}'"
        yield f"SELECT corpus, source_path FROM document_edges WHERE '{path}' IN (source_path, target_path)"
        yield f"SELECT DISTINCT corpus FROM {choices.choice(WITH_CORPUS)}"
        document, paragraph = choices.choice(side.foreign.documents), choices.choice(side.foreign.paragraphs)
        yield f"SELECT document_id FROM evidence.documents WHERE document_id = '{document}'"
        yield f"SELECT paragraph_id, text FROM paragraph_lines WHERE paragraph_id = '{paragraph}'"
        yield around[number % len(around)]
        number += 1


def queried(side: Side, given: Iterator[str]) -> Tally:
    """Rows must name this corpus alone; none may hold an id or path of the other."""
    tally = Tally()
    foreign = {*side.others, side.foreign_corpus.name, *side.foreign.lines} - side.own - side.names.lines.keys()
    with open_snapshots({side.corpus.name: side.corpus}) as connection:
        for query in given:
            tally.calls += 1
            try:
                check(query)
                rows = connection.execute(query).fetchall()
                tally.answered += 1
            except (CommandError, duckdb.Error):
                tally.refused += 1
                continue
            if strange := [row for row in rows if foreign.intersection(map(str, row)) or (" count(*) " in query and row != (0,))]:
                tally.leaks.append(f"{query}: {strange[:3]}")
    return tally


def commands(space: Workspace) -> Tally:
    """A few whole commands with ``--corpus``."""
    tally = Tally()
    for side in sides(space):
        own, other = side.corpus.name, side.foreign_corpus.name
        options = ("--workspace", str(space.folder), "--corpus", own)
        document, path = side.foreign.documents[0], next(iter(side.foreign.lines))
        for arguments in (
            ("sql", "SELECT corpus, path FROM documents", "--format", "json"),
            ("sql", "SELECT DISTINCT corpus FROM paragraph_lines", "--format", "json"),
            ("locate", side.foreign.titles[0], "--json"),
            ("expand", document, "--json"),
            ("read", path, "--json"),
        ):
            done = run(*arguments, *options)
            tally.calls += 1
            tally.answered += done.code == 0
            tally.refused += done.code == 2
            ids = set(ID.findall(done.output))
            leaked = f'"{other}"' in done.output or not ids <= side.own
            if leaked or (arguments[0] in ("expand", "read") and done.code != 2):
                tally.leaks.append(f"lineproof {' '.join(arguments)} --corpus {own}: exit code {done.code}, {done.output[:100]}")
        side.navigator.close()
    return tally


def show(tallies: dict[str, Tally]) -> None:
    """Print a row a kind of call and the sums."""
    table = Table("calls", title=f"names of one corpus asked for within the other ({load()})")
    for column in ("number", "answered", "refused", "seconds", "leaks"):
        table.add_column(column, justify="right")
    for kind, tally in tallies.items():
        table.add_row(kind, str(tally.calls), str(tally.answered), str(tally.refused), f"{tally.seconds:.1f}", str(len(tally.leaks)))
    table.add_section()
    sums = (sum(tally.calls for tally in tallies.values()), sum(len(tally.leaks) for tally in tallies.values()))
    table.add_row("all", str(sums[0]), "", "", "", str(sums[1]))
    show_tables(table)


if __name__ == "__main__":
    main()
