"""Show: compile a folder, and tell in the terminal what came out of it.

    python demo/show.py [--corpus FOLDER] [--sync-only]

summary   what was compiled: documents, paragraphs, signals, edges, and references that stayed open, with the reason
walk      a question, and the steps that answer it
step      one ``lineproof`` command; what is shown is its own answer, in fewer columns, so that a reader can repeat it

Without a folder it is the demonstration library, with three walks written for it; any other folder gets three that need no
knowledge of what is in it. Neither fails on a folder that is empty or odd: it then says what is missing.
"""

import argparse
import hashlib
import os
import re
import shlex
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from edits import show_edits
from rich.columns import Columns
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from terminal import HOUSE, ask, beneath, brief, cell, choices, console, counts, grid, heading, number, prompt, run

from lineproof.serve.output import plain
from storage.workspace import SETTINGS_FILE

LIBRARY: Final = HOUSE / "demo" / "library"
LINES: Final = 14
MOST_HOPS: Final = 20
MEANINGS: Final = {
    "dangling": "belongs here by its name, but is not here",
    "ambiguous": "could be one of several; the text does not say which",
    "generic": "names a kind of document, not one",
    "external": "lies elsewhere by its name",
    "one-sided": "an edge that only one of its two documents states; for review, no fault",
}

DOCUMENTS: Final = (
    "SELECT split_part(path, '/', 1) AS name, count(*) AS n FROM documents WHERE contains(path, '/') GROUP BY 1 "
    "UNION ALL SELECT '(top folder)', count(*) FROM documents WHERE NOT contains(path, '/') HAVING count(*) > 0 ORDER BY n DESC, name"
)
FORMATS: Final = "SELECT format AS name, count(*) AS n FROM documents GROUP BY 1 ORDER BY n DESC, name"
PARAGRAPHS: Final = "SELECT kind AS name, count(*) AS n FROM paragraph_lines GROUP BY 1 ORDER BY n DESC, name"
EDGES: Final = "SELECT type AS name, count(*) AS n FROM edges WHERE origin <> 'structure' GROUP BY 1 ORDER BY n DESC, name"
SIGNALS: Final = (
    "SELECT kind, count(*) AS n, arg_min(struct_pack(text, value, unit), (value IS NULL, NOT regexp_matches(text, '^[a-z]+ '), path, line))"
    " AS sample FROM signal_values GROUP BY kind ORDER BY n DESC, kind"
)
OPEN: Final = (
    "SELECT reason, count(*) AS n, arg_min(text, (path, line)) AS text, arg_min(path || '#L' || line, (path, line)) AS place, "
    "arg_min(candidates, (path, line)) AS candidates FROM open_references GROUP BY reason "
    "ORDER BY list_position(['dangling', 'ambiguous', 'generic', 'external', 'one-sided'], reason)"
)
MOST_CITED: Final = (
    "SELECT target_path AS path, count(*) AS times, count(DISTINCT source_path) AS documents FROM reference_edges "
    "WHERE relation = 'refers_to' AND source_path <> target_path GROUP BY target_path ORDER BY times DESC, path LIMIT 1"
)
CITING: Final = (
    "SELECT p.path || '#L' || p.first_line || if(p.last_line > p.first_line, '-L' || p.last_line, '') AS place "
    "FROM reference_edges r JOIN paragraph_lines p ON p.path = r.source_path AND r.line BETWEEN p.first_line AND p.last_line "
    "WHERE r.relation = 'refers_to' AND r.target_path = {path} AND r.source_path <> {path} ORDER BY p.path, p.first_line LIMIT 1"
)
SUPERSEDES: Final = (
    "SELECT source_path, target_path FROM document_edges WHERE relation = 'supersedes' AND source_path <> target_path ORDER BY ALL"
)


@dataclass(frozen=True, slots=True)
class Step:
    """A command (without ``lineproof``), and a sentence on what it is for."""

    say: str
    command: Sequence[str]


@dataclass(frozen=True, slots=True)
class Walk:
    """A question and the steps that answer it; ``missing`` is said where there are none."""

    question: str
    steps: Sequence[Step]
    missing: str = ""


DEMO_WALKS: Final = (
    Walk(
        "Which edition of the homeowners form applies, and what did it replace?",
        (
            Step("The form is in the library twice:", ("locate", "homeowners form", "--limit", "2")),
            Step(
                "What became of the older edition? Its own text says by what it is superseded:",
                ("expand", "HV 30 01 (2019-04)", "--edges", "superseded_by", "--hops", "5"),
            ),
            Step("The proof of loss was due in 60 days ...", ("read", "HV 30 01 (2019-04) S.4")),
            Step("... and is due in 90 days in the edition that replaced it:", ("read", "HV 30 01 (2026-01) S.4")),
        ),
    ),
    Walk(
        "What amends this form, and what may be attached to it?",
        (
            Step(
                "Amended and endorsed by:",
                ("expand", "HV 30 01 (2026-01)", "--edges", "amended_by,has_attachment", "--limit", "10"),
            ),
            Step("Two states change the clause on the proof of loss:", ("expand", "HV 30 01 (2026-01) S.4", "--edges", "amended_by")),
            Step("In Arden the 90 days are 120:", ("read", "HV 81 02 AR.1")),
        ),
    ),
    Walk(
        "A bulletin speaks of extra days after a catastrophe: which days, extra to which?",
        (
            Step(
                "The bulletin replaces another in part, and refers to it:",
                ("expand", "Bulletin 2026-02", "--edges", "supersedes,amends,refers_to", "--limit", "8"),
            ),
            Step("The section in question, verbatim:", ("read", "Bulletin 2025-03 Section 3")),
            Step("Who relies on that section?", ("expand", "Bulletin 2025-03 Section 3", "--edges", "referred_to_by")),
            Step("The manual joins it to a clause of the form:", ("expand", "Claims Manual Section 4.6", "--edges", "refers_to")),
            Step("The words of the clause, each line hashed again:", ("read", "HV 30 01 (2026-01) S.4")),
        ),
    ),
)


def main() -> None:
    """Compile and show; the exit code is that of a sync that failed, else 0."""
    parser = argparse.ArgumentParser(description="Compile a folder, and show what came out of it.")
    parser.add_argument("--corpus", type=Path, metavar="FOLDER", help="default: the demonstration library")
    parser.add_argument("--sync-only", action="store_true", help="compile, and show nothing")
    given = parser.parse_args()
    corpus = (given.corpus or LIBRARY).expanduser().absolute()
    if not corpus.is_dir():
        sys.exit(f"{corpus} is not a folder. Try: make demo CORPUS=/path/to/a/folder")
    workspace = compile_folder(corpus, own=given.corpus is not None)
    if given.sync_only:
        return
    show_summary()
    walks = any_walks() if given.corpus else DEMO_WALKS
    for position, walk in enumerate(walks, 1):
        show_walk(position, walk)
    show_claims()
    show_wiki()
    if not given.corpus:
        show_edits(LIBRARY)
    show_next(workspace, own=given.corpus is not None)


def compile_folder(corpus: Path, own: bool) -> Path:
    """Make a workspace below ``build/`` for a folder, sync it, and let later commands use it."""
    name, workspace = workspace_of(corpus, own)
    console.print(Text(f"Lineproof: {brief(corpus)}, compiled into an evidence graph", style="bold"))
    console.print("To repeat a step below in a shell:", style="dim")
    console.print(Text(f"  export PATH={shlex.quote(str(HOUSE / '.venv' / 'bin'))}:$PATH", overflow="fold"))
    console.print(Text(f"  export LINEPROOF_WORKSPACE={shlex.quote(str(workspace))}\n", overflow="fold"))
    os.environ["LINEPROOF_WORKSPACE"] = str(workspace)
    if not (workspace / SETTINGS_FILE).exists():
        run("init", brief(workspace), "--corpus", f"{name}={brief(corpus)}", real=("init", str(workspace), "--corpus", f"{name}={corpus}"))
    run("sync")
    return workspace


def workspace_of(corpus: Path, own: bool) -> tuple[str, Path]:
    """The name of a corpus and the folder of its workspace; folders of one name do not share one."""
    if not own:
        return "library", HOUSE / "build" / "demo-workspace"
    name = re.sub(r"[^a-z0-9]+", "-", corpus.name.lower()).strip("-")[:40] or "corpus"
    mark = hashlib.sha256(os.fsencode(corpus)).hexdigest()[:8]
    return name, HOUSE / "build" / "workspaces" / f"{name}-{mark}"


def show_summary() -> None:
    """What was compiled."""
    (total,) = ask("sql", "SELECT count(*) AS documents, coalesce(sum(lines), 0) AS lines, coalesce(sum(bytes), 0) AS bytes FROM documents")
    heading("What was compiled")
    if not total["documents"]:
        console.print("No document: the folder is empty, or holds no text. `lineproof status` tells what became of each file.\n")
        return
    console.print(f"{total['documents']:,} documents, {total['lines']:,} lines, {total['bytes']:,} bytes\n")
    queries = {"Documents by folder": DOCUMENTS, "by format": FORMATS, "Paragraphs": PARAGRAPHS, "Edges stated": EDGES}
    tables = [counts(title, ask("sql", query)) for title, query in queries.items()]
    console.print(Columns([Padding(table, (0, 3, 1, 0)) for table in tables]))
    if found := ask("sql", SIGNALS):
        console.print(Padding(signals(found), (0, 0, 1, 0), expand=False))
    console.print(Padding(open_references(ask("sql", OPEN)), (0, 0, 1, 0), expand=False))


def signals(rows: Sequence[Mapping[str, Any]]) -> Table:
    """Kinds of signals, each with an example and its canonical value."""
    table = grid("Signals", "", "for example", "value")
    for row in rows:
        sample = row["sample"]
        value = " ".join(part for part in (sample["value"], sample["unit"]) if part)
        table.add_row(row["kind"], f"{row['n']:,}", cell(sample["text"], 36), cell(value, 36))
    return table


def open_references(rows: Sequence[Mapping[str, Any]]) -> Table:
    """Reasons for which references stay open, each with what it means and an example."""
    table = grid("Open references", "", "which means, and an example")
    for row in rows:
        example = beneath(row["text"], row["place"], *choices(row["candidates"], row["reason"]))
        table.add_row(row["reason"], f"{row['n']:,}", Text(MEANINGS[row["reason"]]))
        table.add_row("", "", example)
    if not rows:
        table.add_row("none")
    return table


CLAIMS: Final = "SELECT status AS name, count(*) AS n FROM claims_with_evidence WHERE position = 0 GROUP BY 1 ORDER BY n DESC, name"
KINDS: Final = "SELECT kind AS name, count(*) AS n FROM claims_with_evidence WHERE position = 0 GROUP BY 1 ORDER BY n DESC, name"
REFUSED: Final = "SELECT verdict AS name, count(*) AS n FROM rejected_candidates GROUP BY 1 ORDER BY n DESC, name"
TOLD: Final = "SELECT kind, statement FROM reflections ORDER BY list_position(['conflict', 'change', 'list'], kind), statement LIMIT 4"
PAGES: Final = "SELECT path, title, characters FROM pages ORDER BY characters DESC, path LIMIT 8"
SIZE: Final = (
    "SELECT (SELECT coalesce(sum(characters), 0) FROM pages) AS characters, (SELECT coalesce(sum(bytes), 0) FROM documents) AS bytes, "
    "(SELECT count(*) FROM page_sentences) AS sentences, (SELECT count(*) FROM pages) AS pages"
)


def show_claims() -> None:
    """What is believed, and what several claims tell together."""
    heading("What is believed: claims, each on exact words of a source")
    queries = {"Claims": CLAIMS, "by kind": KINDS, "Not believed": REFUSED}
    console.print(Columns([Padding(counts(title, ask("sql", query)), (0, 3, 1, 0)) for title, query in queries.items()]))
    for row in ask("sql", TOLD):
        console.print(Text.assemble((f"{row['kind']:9}", "dim"), plain(row["statement"]), overflow="fold"))
    console.print()


def show_wiki() -> None:
    """The pages that say it all with citations."""
    heading("The wiki: every sentence bound to claims")
    (size,) = ask("sql", SIZE)
    share = size["characters"] / size["bytes"] if size["bytes"] else 0
    console.print(f"{number(size['pages'], 'page')}, {number(size['sentences'], 'sentence')}, {share:.0%} of the size of the sources")
    table = grid("", "", show_header=False)
    for row in ask("sql", PAGES):
        table.add_row(cell(row["path"]), cell(row["title"], 60))
    console.print(Padding(table, (0, 0, 1, 0)))
    console.print("To read it: lineproof export site build/site, then open build/site/index.html\n")


def show_walk(position: int, walk: Walk) -> None:
    """A question, and each step with its answer."""
    heading(f"Walk {position}. {walk.question}")
    if not walk.steps:
        console.print(f"{walk.missing}\n")
    for step in walk.steps:
        console.print(plain(step.say))
        console.print(prompt(step.command))
        answer = ask(*step.command)
        console.print(Padding(SHOWN[step.command[0]](answer) if answer else Text("no answer"), (0, 0, 1, 2), expand=False))


def any_walks() -> Iterator[Walk]:
    """Walks for a folder of which nothing is known."""
    cited = ask("sql", MOST_CITED)
    yield Walk("Which document do the others refer to most?", [*cited_steps(cited)], "No document refers to another here.")
    chain = longest_chain([(row["source_path"], row["target_path"]) for row in ask("sql", SUPERSEDES)])
    yield Walk("What has been replaced, and by what?", [*chain_steps(chain)], "No document says that it replaces another here.")
    reasons = ask("sql", OPEN)
    yield Walk("What could not be resolved?", [*open_steps(reasons)], "Every reference was resolved, or there is none.")


def cited_steps(cited: Sequence[Mapping[str, Any]]) -> Iterator[Step]:
    """From the document that is cited most to a paragraph that cites it, verbatim."""
    for row in cited:
        path = row["path"]
        said = f"{path} is named in {number(row['times'], 'place')} of {number(row['documents'], 'other document')}:"
        yield Step(said, ("expand", path, "--edges", "referred_to_by", "--limit", "6"))
        for place in ask("sql", CITING.format(path="'" + path.replace("'", "''") + "'")):
            yield Step("The first of these places, verbatim:", ("read", place["place"]))


def chain_steps(chain: Sequence[str]) -> Iterator[Step]:
    """Along the longest chain, from the newest document to the oldest."""
    if chain:
        hops = str(max(2, len(chain) - 1))
        yield Step(f"The longest chain has {len(chain)} documents:", ("expand", chain[0], "--edges", "supersedes", "--hops", hops))


def open_steps(reasons: Sequence[Mapping[str, Any]]) -> Iterator[Step]:
    """A few of the references with the gravest reason."""
    for row in reasons[:1]:
        said = f"{number(row['n'], 'reference')} {'is' if row['n'] == 1 else 'are'} {row['reason']}; the first:"
        yield Step(said, ("references", "--reason", row["reason"], "--limit", "6"))


def longest_chain(pairs: Iterable[tuple[str, str]]) -> list[str]:
    """The longest way from document to document, at most MOST_HOPS long; a ring is not walked twice."""
    targets: dict[str, list[str]] = {}
    for source, target in pairs:
        targets.setdefault(source, []).append(target)
    reach = dict.fromkeys([*targets, *(target for ends in targets.values() for target in ends)], 0)
    for _ in range(MOST_HOPS):
        reach |= {source: 1 + max(reach[target] for target in ends) for source, ends in targets.items()}
    chain = [min(targets, key=lambda source: (-reach[source], source))] if targets else []
    while onward := [end for end in targets.get(chain[-1] if chain else "", ()) if end not in chain]:
        chain.append(min(onward, key=lambda end: (-reach[end], end)))
    return chain[: MOST_HOPS + 1]


def located(answer: Mapping[str, Any]) -> Table:
    """Hits of ``locate``."""
    table = grid("", "", show_header=False)
    for hit in answer["results"]:
        table.add_row(hit["kind"], beneath(hit["label"], f"{hit['path']}#L{hit['line']}"))
    return table


def expanded(answer: Mapping[str, Any]) -> Table:
    """Edges of ``expand``."""
    table = grid("", "", show_header=False)
    for edge in answer["edges"]:
        name = f"{'->' if edge['direction'] == 'out' else '<-'} {edge['type']}{' in part' if edge['partial'] else ''}"
        table.add_row(name, beneath(edge["label"], f"{edge['path']}#L{edge['line']}", f"found in {edge['origin']}"))
    if answer["more"] or not answer["edges"]:
        table.add_row("", "... and more" if answer["more"] else "none")
    return table


def reading(answer: Mapping[str, Any]) -> Table:
    """Lines of ``read``, with their numbers."""
    table = grid("", "", show_header=False)
    for line in answer["lines"][:LINES]:
        table.add_row(Text(str(line["n"]), style="dim"), cell(line["text"]))
    last, path = min(answer["last_line"], answer["first_line"] + LINES - 1), answer["path"]
    hidden = f", of {answer['last_line'] - answer['first_line'] + 1} lines the first {LINES}" if len(answer["lines"]) > LINES else ""
    checked = "verified" if answer["verified"] else "NOT VERIFIED"
    table.add_row("", Text(f"{plain(path)}#L{answer['first_line']}-L{last}{hidden}: {checked}", style="dim", overflow="fold"))
    return table


def unresolved(answer: Mapping[str, Any]) -> Table:
    """Open references of ``references``."""
    table = grid("", show_header=False)
    for one in answer["unresolved"]:
        table.add_row(beneath(one["text"], f"{one['path']}#L{one['line']}", *choices(one["candidates"][:3], one["reason"])))
    return table


SHOWN: Final = {"locate": located, "expand": expanded, "read": reading, "references": unresolved}


def show_next(workspace: Path, own: bool) -> None:
    """What to try now."""
    heading("Next")
    place = f" WORKSPACE={shlex.quote(brief(workspace))}" if own else ""
    console.print("make demo CORPUS=/any/folder" if not own else "edit a file of your folder, then: lineproof sync --dry-run")
    console.print(f"make ui{place}")
    console.print("docs/getting-started.md")


if __name__ == "__main__":
    main()
