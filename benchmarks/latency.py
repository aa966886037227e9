"""How fast recall answers, warm, in one process: percentiles, where the time goes, and the ratio to plain BM25 in the same run.

Usage: python benchmarks/latency.py [rfcs|gesetze|eips|handbook|locomo|locomo-together] [--questions 500] [--vectors model|random]
           [--workspaces FOLDER]

locomo     each of the ten conversations is a corpus of its own; locomo-together: all ten in one
questions  of LoCoMo a seeded choice of its own; of documents those of labels/, and more made from names and sentences of the corpus
wall, CPU  milliseconds a question as a clock sees them, and as processors worked for them: the second says more on a busy machine
reference  the paragraphs of the words of a question by plain BM25, as one query of SQL over the same postings: work that no
           change of recall changes, asked in turn with the question
steps      share of the time of further questions under Python's profiler, which makes Python look slower beside the libraries; what is
           missing to 100 % puts all together
cold       `lineproof recall QUESTION` as a new process, start to end
command    `lineproof recall --questions FILE` in one process, from one answer to the next

The first questions warm the process and are not counted; where the corpus has vectors it is asked with and without them. --vectors model
gives vectors to a corpus of documents, which takes an hour for the RFCs; random ones take as long to search, and what is then found
stands all over the corpus, which is harder to pack. Corpora are kept with --workspaces FOLDER.
"""

import argparse
import asyncio
import cProfile
import json
import os
import pstats
import random
import resource
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import chain, cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
from conversation_recall import compiled, corpus_name
from conversations import READERS, SOURCES
from corpora import ROOTS, data_folder
from processes import COMMAND, HOUSE, load, run, sync, workspace
from questions import names_of, to_locate, to_name
from results import show_tables
from rich.table import Table
from speed import Row, timed

from lineproof.models.minilm import DIMENSIONS, MiniLM
from lineproof.recall.embedding import embed
from lineproof.recall.indexing.vectors import KINDS, LEAST_CHARACTERS
from lineproof.recall.memory import Memory
from lineproof.recall.recall import recall
from lineproof.recall.routes.lexical import question_terms
from lineproof.recall.routes.vector import Embed
from lineproof.recall.vectors import packed, vectors_of
from lineproof.recall.view import View
from storage.database import open_store
from storage.snapshots import publish
from storage.tables import VECTORS
from storage.workspace import Corpus, Workspace

LABELS = Path(__file__).parent / "labels"
WARM = 50
PROFILED = 100
COLD = 5
TOGETHER = "locomo-together"
STEPS = {
    "reading the question": ("question.py", "question_of"),
    "routes by words": ("lexical.py", "lexical context window"),
    "routes by meaning": ("vector.py", "nearness"),
    "of these, embedding the question": ("embedding.py", "embed"),
    "other routes": ("routes", "scope rescue speaker telling timed person instructing"),
    "walk": ("rank.py", "_with_walk"),
    "flags": ("force.py", "flags_of"),
    "packing": ("pack.py", "pack"),
    "support": ("support.py", "support_of"),
    "of all this, reads of the database": ("view.py", "rows table"),
}
"""The steps of recall: module (or its folder) and functions, none of which calls another of the same step."""

_SENTENCES = """
SELECT text FROM evidence.paragraphs WHERE kind IN ('paragraph', 'list_item') AND length(text) BETWEEN 60 AND 400 ORDER BY paragraph_id
"""
_EMBEDDED = """
SELECT paragraph_id FROM evidence.paragraphs WHERE list_contains(?::VARCHAR[], kind) AND length(text) >= ? ORDER BY paragraph_id
"""
_REFERENCE = """
WITH found AS (
    SELECT term, document_id, unnest(ordinals) AS ordinal, unnest(frequencies) AS frequency
    FROM search.postings WHERE term IN (SELECT unnest($terms::VARCHAR[]))
), rare AS (SELECT term, ln(1 + ($paragraphs - count(*) + 0.5) / (count(*) + 0.5)) AS idf FROM found GROUP BY term)
SELECT document_id, ordinal, sum(idf * frequency * 2.2 / (frequency + 0.3 + 0.9 * lengths[ordinal + 1] / 20)) AS score
FROM found JOIN rare USING (term) JOIN search.lengths USING (document_id) GROUP BY ALL ORDER BY ALL DESC LIMIT 100
"""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and the corpus that it is asked."""

    corpus: Corpus
    text: str


@dataclass(frozen=True, slots=True)
class Times:
    """Milliseconds of each question: of recall by the clock and by processors, and of the reference by both."""

    wall: Sequence[float]
    processor: Sequence[float]
    reference: Sequence[float]
    reference_processor: Sequence[float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", nargs="?", choices=[*sorted(ROOTS), "locomo", TOGETHER], default="rfcs")
    parser.add_argument("--questions", type=int, default=500)
    parser.add_argument("--vectors", choices=["model", "random"])
    parser.add_argument("--workspaces", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    print(f"at the start: {load()}, {os.cpu_count()} processors")
    with TemporaryDirectory(prefix="lineproof-latency-") as scratch:
        space = space_of(arguments.corpus, arguments.workspaces or Path(scratch), arguments.vectors)
        found = questions(space, arguments.corpus, random.Random(arguments.seed))
        asked, others = list(islice(found, WARM + arguments.questions)), list(islice(found, PROFILED))
        memories = {corpus.name: Memory(corpus) for corpus in space.corpora.values()}
        with_vectors = any(len(vectors_of(memory.view()).numbers) for memory in memories.values())
        ways: dict[str, Embed | None] = {"without vectors": None, **({"with vectors": embed} if with_vectors else {})}
        times = {way: measured(memories, asked, by) for way, by in ways.items()}
        shares = {way: profiled(memories, others, by) for way, by in ways.items()}
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        rows = [*command(space, asked), cold(space, asked)]
        if arguments.corpus in ROOTS:
            rows += asyncio.run(navigation(memories[arguments.corpus], arguments.questions))
        show(f"{arguments.corpus}, {describe(memories)}", times, shares, [*rows, ("peak memory of this process", f"{memory} MiB", "")])


def space_of(name: str, folder: Path, vectors: str | None) -> Workspace:
    """The workspace of a corpus, up to date."""
    if name == "locomo":
        return compiled("locomo", folder)
    home = folder / (f"{name}-{vectors}" if vectors else name)
    if not (home / "lineproof.toml").exists():
        root = compiled("locomo", folder).folder.parent / "locomo-sessions" if name == TOGETHER else data_folder(ROOTS[name])
        workspace(home, {name: root.resolve()})
        if vectors == "model":
            with (home / "lineproof.toml").open("a", encoding="utf-8") as settings:
                settings.write("vectors = true\n")
    space = Workspace.open(home)
    sync(space)
    if vectors == "random":
        publish_random_vectors(space.corpus(name))
    return space


def publish_random_vectors(corpus: Corpus) -> None:
    """Give every paragraph that may have a vector a random one of unit length, and publish that; a sync would remove them."""
    with closing(open_store(corpus.database)) as store:
        ids = [row[0] for row in store.query(_EMBEDDED, [[*KINDS], LEAST_CHARACTERS])]
        vectors = packed(np.random.default_rng(1).standard_normal((len(ids), DIMENSIONS), dtype=np.float32))
        with store.transaction():
            store.query(f"DELETE FROM {VECTORS.name}")
            store.insert(VECTORS, pa.table({"paragraph_id": ids, "model": [MiniLM.name] * len(ids), "vector": vectors}))
            store.advance()
        publish(store, corpus)


def questions(space: Workspace, name: str, choices: random.Random) -> Iterator[Asked]:
    """The questions of a benchmark or a corpus, without end."""
    if name.startswith("locomo"):
        found = READERS["locomo"].questions(data_folder(*SOURCES["locomo"]))
        choices.shuffle(found)
        for one in cycle(found):
            yield Asked(space.corpus(TOGETHER if name == TOGETHER else corpus_name(one.conversation)), one.text)
    corpus = space.corpus(name)
    yield from (Asked(corpus, text) for text in chain(labelled(name, choices), made(corpus, choices)))


def labelled(name: str, choices: random.Random) -> list[str]:
    """The questions of people about a corpus, shuffled; none where there are none."""
    file = LABELS / f"questions-{name}.jsonl"
    found = [json.loads(line)["question"] for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []
    choices.shuffle(found)
    return found


def made(corpus: Corpus, choices: random.Random) -> Iterator[str]:
    """Questions about the names and sentences of a corpus: some with few words, some with many that are common."""
    names = names_of(corpus)
    sentences = [text for (text,) in Memory(corpus).view().rows(_SENTENCES)]
    while True:
        yield f"What does {choices.choice(names.identifiers or names.titles)} say about {choices.choice(names.headings)}?"
        yield f"Is it true that {choices.choice(sentences).partition('. ')[0]}?"
        yield f"What is meant by {choices.choice(names.terms or names.headings)}?"
        words = choices.choice(sentences).split()
        first = choices.randrange(len(words))
        yield f"Where is it said how {' '.join(words[first : first + 6])} is to be understood?"


def measured(memories: Mapping[str, Memory], asked: Sequence[Asked], by: Embed | None) -> Times:
    """The times of all questions but the first, each followed by the reference."""
    rows = []
    for one in asked:
        view = memories[one.corpus.name].view()
        rows.append((*clocked(lambda one=one, view=view: recall(view, one.text, embed=by)), *reference(view, one.text)))
    wall, processor, reference_wall, reference_processor = zip(*rows[WARM:], strict=True)
    return Times(wall, processor, reference_wall, reference_processor)


def reference(view: View, text: str) -> tuple[float, float]:
    """Milliseconds of plain BM25 by SQL."""
    values = {"terms": question_terms(view, text), "paragraphs": 100_000}
    return clocked(lambda: view.rows(_REFERENCE, values))


def clocked(work: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds by the clock and by processors."""
    wall, processor = time.perf_counter(), time.process_time()
    work()
    return 1_000 * (time.perf_counter() - wall), 1_000 * (time.process_time() - processor)


def profiled(memories: Mapping[str, Memory], asked: Sequence[Asked], by: Embed | None) -> Mapping[str, float]:
    """The share of each step."""
    profile = cProfile.Profile()
    for one in asked:
        profile.runcall(recall, memories[one.corpus.name].view(), one.text, embed=by)
    # (file, line, function): (primitive calls, calls, own seconds, seconds with what it called, callers)
    found = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    seconds = {key: row[3] for key, row in found.items()}
    whole = sum(value for (file, _, function), value in seconds.items() if function == "recall" and file.endswith("recall.py"))

    def share(where: str, names: Sequence[str]) -> float:
        return sum(value for (file, _, name), value in seconds.items() if where in Path(file).parts and name in names) / whole

    return {step: share(where, names.split()) for step, (where, names) in STEPS.items()}


def command(space: Workspace, asked: Sequence[Asked]) -> Iterator[Row]:
    """The same questions by the command: the time from one answer to the next, of one process a corpus."""
    times: list[float] = []
    for corpus in space.corpora.values():
        own = [one.text for one in asked if one.corpus == corpus]
        times += list(answers(space, corpus, own))[min(WARM, len(own) // 4) :]
    cuts = statistics.quantiles(times, n=100)
    yield "recall --questions, 95th percentile", f"{cuts[94]:.1f} ms", f"median {cuts[49]:.1f}, 99th {cuts[98]:.1f} ms, of {len(times)}"


def answers(space: Workspace, corpus: Corpus, texts: Sequence[str]) -> Iterator[float]:
    """The milliseconds before each answer of a process that is asked several questions."""
    with TemporaryDirectory() as scratch:
        file = Path(scratch, "questions.jsonl")
        file.write_text("".join(json.dumps({"question": text}) + "\n" for text in texts), encoding="utf-8")
        arguments = ("recall", "--questions", str(file), "--corpus", corpus.name, "--workspace", str(space.folder))
        unbuffered = {**os.environ, "PYTHONUNBUFFERED": "1"}
        with subprocess.Popen([*COMMAND, *arguments], cwd=HOUSE, stdout=subprocess.PIPE, env=unbuffered) as process:
            assert process.stdout
            before = time.perf_counter()
            for _ in process.stdout:
                now = time.perf_counter()
                yield 1_000 * (now - before)
                before = now


def cold(space: Workspace, asked: Sequence[Asked]) -> Row:
    """New processes that answer one question each."""
    done = [run("recall", one.text, "--corpus", one.corpus.name, "--workspace", str(space.folder), "--json") for one in asked[:COLD]]
    walls, processors = sorted(one.wall for one in done), sorted(one.user + one.system for one in done)
    peak = max(one.peak for one in done) / (1 << 20)
    more = f"median of {COLD}: {walls[0]:.2f} to {walls[-1]:.2f} s; CPU {statistics.median(processors):.2f} s, peak memory {peak:.0f} MiB"
    return "cold recall, whole process", f"{statistics.median(walls):.2f} s", more


async def navigation(memory: Memory, calls: int) -> list[Row]:
    """Locate and expand, as benchmarks/speed.py asks them."""
    choices, names, faults = random.Random(1), names_of(memory.corpus), list[str]()
    terms, nodes = to_locate(names, choices), to_name(names, choices)
    rows = [await timed("locate", memory.locate, terms, calls, faults), await timed("expand", memory.expand, nodes, calls, faults)]
    return [*rows, *(("fault", "", fault) for fault in faults)]


def describe(memories: Mapping[str, Memory]) -> str:
    """The size of what is asked."""
    views = [memory.view() for memory in memories.values()]
    lines = sum(document.lines for view in views for document in view.documents().values())
    paragraphs = sum(view.rows("SELECT count(*) FROM evidence.paragraphs")[0][0] for view in views)
    vectors = sum(len(vectors_of(view).numbers) for view in views)
    return f"{len(views)} corpora, {lines:,} lines, {paragraphs:,} paragraphs, {vectors:,} vectors"


def show(title: str, times: Mapping[str, Times], shares: Mapping[str, Mapping[str, float]], rows: Sequence[Row]) -> None:
    """Print the figures."""
    table = Table("recall, ms", title=f"{title} ({load()})")
    percentages = ("median", "95th", "99th", "CPU median", "CPU 95th", "reference median", "95th", "ratio of medians", "of 95ths")
    for column in ("questions", *percentages):
        table.add_column(column, justify="right")
    for way, found in times.items():
        wall, processor, reference_wall, _ = (percentiles(column) for column in (found.wall, found.processor, found.reference, [0.0, 0.0]))
        ratios = [f"{wall[at] / reference_wall[at]:.2f}" for at in (50, 95)]
        shown = [*(wall[at] for at in (50, 95, 99)), *(processor[at] for at in (50, 95)), *(reference_wall[at] for at in (50, 95))]
        table.add_row(way, str(len(found.wall)), *(f"{value:.1f}" for value in shown), *ratios)
    steps = Table("step", *shares, title="share of the time")
    for step in STEPS:
        steps.add_row(step, *(f"{100 * found[step]:.0f} %" for found in shares.values()))
    more = Table("what", "figure", "more")
    for row in rows:
        more.add_row(*row)
    show_tables(table, steps, more, width=150)


def percentiles(values: Sequence[float]) -> Mapping[int, float]:
    """The percentiles 1 to 99."""
    return dict(enumerate(statistics.quantiles(values, n=100), 1))


if __name__ == "__main__":
    main()
