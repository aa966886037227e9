"""Agents ask a served corpus without pause while it is synced time and again: errors, stale answers, memory, latency.

Usage: python benchmarks/mcp_soak.py [--calls 2000] [--clients 8] [--pause 0.3] [--seed N]

Half of the clients speak to one server over HTTP, each of the others to a server of its own over standard input and output; all are the
official client. Every sync changes two documents together: the same generation number goes into a heading and many rules of both. Syncs
follow one another until all calls are made.

error    a call that is answered with an error, or not at all
mixed    an answer with the numbers of two generations
stale    an answer to a call that was made more than 2 s after a newer generation was published
memory   of a server: resident MiB after a tenth of its calls, in the middle and at the end; the slope is that of a line through all samples
         behind the first tenth
"""

import argparse
import asyncio
import json
import os
import random
import re
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
from corpora import data_folder
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from processes import COMMAND, HOUSE, copy_sample, load, some_eips, sync, wait_until, workspace
from results import show_tables
from rich.table import Table

from storage.workspace import Workspace

NAME = "soak"
EIPS = 30
PAIR = ("alpha.md", "beta.md")
RULES = 40
GENERATION = re.compile(r"generation (\d+)", re.IGNORECASE)
STALE_AFTER = 2.0
TOOLS: dict[str, dict[str, Any]] = {
    "recall": {"question": "Within how many days must an item be paid by the terms?", "budget": 800},
    "locate": {"terms": "terms of generation"},
    "expand": {"node": PAIR[0], "edges": ["refers_to"]},
    "read": {"node": PAIR[1], "limit": 40},
    "claims": {"document": PAIR[0], "limit": 10},
    "impact": {"node": PAIR[1]},
    "search": {"query": "item must be paid by the terms of generation"},
    "fetch": {"id": f"{PAIR[0]}#L1-L20"},
}
EVIDENCE = f"lineproof://evidence/{PAIR[1]}/L1-L9"
KINDS = (*TOOLS, "history", "evidence", "page", "prompt")
PAST = ("history",)
"""Kinds whose answers tell of earlier generations too."""


@dataclass
class Notes:
    """What all clients saw: seconds by transport and kind, faults, and of each answer when it was asked for and its generation."""

    seconds: dict[tuple[str, str], list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: list[str] = field(default_factory=list)
    mixed: list[str] = field(default_factory=list)
    seen: list[tuple[float, int, str]] = field(default_factory=list)

    @property
    def calls(self) -> int:
        """How many calls were answered."""
        return sum(map(len, self.seconds.values()))

    def stale(self, published: dict[int, float]) -> list[str]:
        """Answers older than what had been published for long enough when they were asked for."""
        found = []
        for asked, generation, kind in self.seen:
            due = max((one for one, moment in published.items() if moment + STALE_AFTER < asked), default=0)
            if generation < due:
                found.append(f"{kind}: generation {generation}, {asked - published[due]:.1f} s after {due} was published")
        return found


@dataclass
class Memory:
    """The resident MiB of a server, and its open files, against the share of all calls that were made."""

    name: str
    pid: int
    samples: list[tuple[float, float, float]] = field(default_factory=list)

    def sample(self, share: float) -> None:
        """Note what the server holds now; nothing of one that is over."""
        with suppress(OSError):
            status = Path(f"/proc/{self.pid}/status").read_text(encoding="ascii", errors="replace")
            held = [int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS:")]
            self.samples += [(time.monotonic(), share, mib) for mib in held]

    def at(self, share: float) -> float:
        """MiB once so many of all calls were made."""
        return next((mib for _, done, mib in self.samples if done >= share), self.samples[-1][2])

    @property
    def slope(self) -> float:
        """MiB a minute, by least squares."""
        points = [(moment / 60, mib) for moment, share, mib in self.samples if share >= 0.1]
        return statistics.linear_regression(*zip(*points, strict=True)).slope

    def files(self) -> list[str]:
        """The snapshots that the server has open; those that are deleted say so."""
        links = (str(one.readlink()) for one in Path(f"/proc/{self.pid}/fd").iterdir() if one.is_symlink())
        return [link for link in links if ".duckdb" in link]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=2_000)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--pause", type=float, default=0.3, help="seconds that a client thinks between two calls, on average")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    eips = data_folder("eips", "base")
    with tempfile.TemporaryDirectory(prefix="lineproof-soak-") as scratch:
        root = Path(scratch, "sources")
        copy_sample(some_eips(eips, EIPS, arguments.seed), root)
        write(root, 0)
        space = workspace(Path(scratch, "workspace"), {NAME: root})
        if code := sync(space).code:
            sys.exit(f"the first sync failed with exit code {code}")
        published = {0: moved(space)}
        with http_server(space) as (url, token, process):
            notes, memories = asyncio.run(soak(space, arguments, url, token, process.pid, published))
            time.sleep(STALE_AFTER)
            left = {memory.name: memory.files() for memory in memories[:1]}
    show(notes, memories, published, left)
    faults = notes.errors or notes.mixed or notes.stale(published) or [one for found in left.values() for one in found if is_deleted(one)]
    sys.exit(1 if faults else 0)


def is_deleted(file: str) -> bool:
    """Whether an open file was removed."""
    return file.endswith("(deleted)")


@contextmanager
def http_server(space: Workspace) -> Iterator[tuple[str, str, subprocess.Popen[bytes]]]:
    """A server over HTTP, with its address and token."""
    token = secrets.token_urlsafe(16)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [*COMMAND, "mcp", "--http", str(port), "--workspace", str(space.folder)]
    with subprocess.Popen(command, cwd=HOUSE, env={**os.environ, "LINEPROOF_TOKEN": token}, stderr=subprocess.DEVNULL) as process:
        try:
            if not wait_until(lambda: is_open(port), 60):
                sys.exit("the server does not listen")
            yield f"http://127.0.0.1:{port}/mcp", token, process
        finally:
            process.terminate()


def is_open(port: int) -> bool:
    """Whether somebody listens."""
    with socket.socket() as trying:
        return trying.connect_ex(("127.0.0.1", port)) == 0


async def soak(
    space: Workspace, arguments: argparse.Namespace, url: str, token: str, pid: int, published: dict[int, float]
) -> tuple[Notes, list[Memory]]:
    """Ask by all clients while a thread syncs; what was seen, and what the servers held."""
    notes, memories, over = Notes(), [Memory("HTTP", pid)], threading.Event()
    syncing = threading.Thread(target=sync_on, args=(space, notes, published, over))
    async with asyncio.TaskGroup() as group:
        watching = group.create_task(watch(memories, notes, arguments.calls))
        syncing.start()
        asking = [
            group.create_task(one_client(space, notes, memories, arguments, number, (url, token) if number % 2 else None))
            for number in range(arguments.clients)
        ]
        await asyncio.gather(*asking)
        watching.cancel()
        over.set()
    await asyncio.to_thread(syncing.join)
    return notes, memories


def sync_on(space: Workspace, notes: Notes, published: dict[int, float], over: threading.Event) -> None:
    """Write and publish one generation after the other."""
    while not over.is_set():
        generation = len(published)
        write(space.corpus(NAME).root, generation)
        if code := sync(space).code:
            notes.errors.append(f"a sync failed with exit code {code}")
            return
        published[generation] = moved(space)
        print(f"{generation} ({notes.calls})", end=" ", flush=True, file=sys.stderr)


async def watch(memories: Sequence[Memory], notes: Notes, calls: int) -> None:
    """Sample the memory of all servers."""
    while True:
        for memory in list(memories):
            memory.sample(notes.calls / calls)
        await asyncio.sleep(1)


async def one_client(
    space: Workspace, notes: Notes, memories: list[Memory], arguments: argparse.Namespace, number: int, http: tuple[str, str] | None
) -> None:
    """One client: its share of the calls, each kind in turn, in an order of its own."""
    choices = random.Random(arguments.seed + number)
    transport = "HTTP" if http else "stdio"
    opened = over_http(*http) if http else over_stdio(space, memories, number)
    async with opened as client:
        session = Session(client)
        await session.prepare()
        for call in range(-(-arguments.calls // arguments.clients)):
            kind = KINDS[(call + number) % len(KINDS)]
            asked, clock = time.time(), time.perf_counter()
            try:
                text = await session.ask(kind)
            except Exception as error:
                notes.errors.append(f"{transport} {kind}: {type(error).__name__}: {error}")
                continue
            notes.seconds[transport, kind].append(time.perf_counter() - clock)
            generations = {int(one) for one in GENERATION.findall(text)} if kind not in PAST else set()
            if len(generations) > 1:
                notes.mixed.append(f"{transport} {kind}: generations {sorted(generations)}")
            notes.seen += [(asked, generation, kind) for generation in generations]
            await asyncio.sleep(choices.uniform(0, 2 * arguments.pause))


@asynccontextmanager
async def over_http(url: str, token: str) -> AsyncIterator[Client]:
    """A client of the one server over HTTP."""
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=120) as http,
        Client(streamable_http_client(url, http_client=http)) as client,
    ):
        yield client


@asynccontextmanager
async def over_stdio(space: Workspace, memories: list[Memory], number: int) -> AsyncIterator[Client]:
    """A client of a server of its own."""
    command, *options = (*COMMAND, "mcp", "--workspace", str(space.folder))
    before = set(children())
    async with Client(stdio_client(StdioServerParameters(command=command, args=options, cwd=HOUSE))) as client:
        memories += [
            Memory(f"stdio {number}", pid) for pid in children() if pid not in before and pid not in {one.pid for one in memories}
        ][:1]
        yield client


def children() -> Iterator[int]:
    """The servers that this process started."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text(errors="replace").rpartition(")")[2].split()[1])
                command = (entry / "cmdline").read_bytes().split(b"\0")
            except (OSError, IndexError, ValueError):
                continue
            if parent == os.getpid() and b"mcp" in command:
                yield int(entry.name)


class Session:
    """One client's calls; a page and a claim to ask for are found first."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._claim = self._page = ""

    async def prepare(self) -> None:
        """Find a page and a claim."""
        self._page = json.loads(await self._tool("impact", TOOLS["impact"]))["pages"][0]
        self._claim = json.loads(await self._tool("claims", TOOLS["claims"]))["claims"][0]["claim_id"]

    async def ask(self, kind: str) -> str:
        """The text of one answer."""
        if kind == "history":
            return await self._tool("history", {"claim": self._claim})
        if kind == "evidence":
            return str((await self._client.read_resource(EVIDENCE)).contents)
        if kind == "page":
            return str((await self._client.read_resource(f"lineproof://pages/{self._page}")).contents)
        if kind == "prompt":
            return str((await self._client.get_prompt("answer", {"question": "What holds?"})).messages)
        return await self._tool(kind, TOOLS[kind])

    async def _tool(self, name: str, arguments: dict[str, Any]) -> str:
        answered = await self._client.call_tool(name, arguments)
        if answered.is_error:
            raise RuntimeError(str(answered.content))
        return json.dumps(answered.structured_content)


def write(root: Path, generation: int) -> None:
    """Write the two documents of a generation."""
    for name, other in (PAIR, PAIR[::-1]):
        rules = "\n\n".join(f"Item {n} must be paid within {n + 10} days by the terms of generation {generation}." for n in range(RULES))
        title = name.removesuffix(".md").title()
        text = f"# {title}\n\n## Terms of generation {generation}\n\nSee [the other]({other}).\n\n{rules}\n"
        (root / name).write_text(text, encoding="utf-8")


def moved(space: Workspace) -> float:
    """The time at which the pointer moved last."""
    return (space.corpus(NAME).data / "current").stat().st_mtime


def show(notes: Notes, memories: Sequence[Memory], published: dict[int, float], files: dict[str, list[str]]) -> None:
    """Print latencies by kind of call, memory by server, and all faults."""
    table = Table("call", title=f"{notes.calls} calls during {len(published) - 1} syncs ({load()})")
    for column in ("number", "median ms", "95th", "99th", "most"):
        table.add_column(column, justify="right")
    for key in sorted(notes.seconds):
        row(table, " ".join(key), notes.seconds[key])
    table.add_section()
    for transport in ("HTTP", "stdio"):
        row(table, transport, [one for (of, _), found in notes.seconds.items() if of == transport for one in found])
    held = Table("server", title="resident memory, MiB")
    for column in ("start", "middle", "end", "slope a minute"):
        held.add_column(column, justify="right")
    for memory in memories:
        held.add_row(memory.name, *(f"{memory.at(share):.0f}" for share in (0.1, 0.5, 1.0)), f"{memory.slope:+.2f}")
    show_tables(table, held)
    for name, found in files.items():
        print(f"{name}: {len(found)} open snapshots when idle for 2 s, {sum(map(is_deleted, found))} of them deleted")
    stale, seen = notes.stale(published), {generation for _, generation, _ in notes.seen}
    print(f"errors {len(notes.errors)}, mixed {len(notes.mixed)}, stale {len(stale)}; {len(seen)} generations seen")
    print(*[*notes.errors, *notes.mixed, *stale][:10], sep="\n")


def row(table: Table, name: str, seconds: Sequence[float]) -> None:
    """Add a row of latencies."""
    ordered = sorted(seconds)
    at = (ordered[min(len(ordered) - 1, int(share * len(ordered)))] for share in (0.5, 0.95, 0.99, 1.0))
    table.add_row(name, str(len(ordered)), *(f"{1_000 * one:.0f}" for one in at))


if __name__ == "__main__":
    main()
