"""Edits: a copy of the library is edited before the reader's eyes, and the claims and pages follow.

edit   what is done to one file of the copy, with a sentence on it
"""

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rich.text import Text
from terminal import HOUSE, ask, console, heading, run

from lineproof.serve.output import plain

COPY: Final = HOUSE / "build" / "demo-edits"
EVENTS: Final = ("revised", "confirmed", "moved", "retracted", "reinstated", "superseded", "disputed", "restored", "asserted")


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of one file."""

    say: str
    path: str
    change: Callable[[Path], object]


def _replace(old: str, new: str) -> Callable[[Path], object]:
    def change(file: Path) -> None:
        text = file.read_text(encoding="utf-8")
        assert old in text, f"{file} no longer says {old!r}"
        file.write_text(text.replace(old, new), encoding="utf-8")

    return change


EDITS: Final = (
    Edit(
        "a period is made longer", "forms/hv-30-01-2026-01.md", _replace("within 90 days of our request", "within 100 days of our request")
    ),
    Edit(
        "a sentence is added behind another",
        "forms/hv-40-01-2026-01.md",
        _replace("60 days of our request.", "60 days of our request. Keep a copy."),
    ),
    Edit(
        "a sentence is deleted",
        "endorsements/hv-04-35-2026-01-home-business.md",
        _replace("\nProfessional advice is excluded.", ""),
    ),
    Edit("a file is renamed", "glossary/definitions.md", lambda file: file.rename(file.with_name("terms.md"))),
)


def show_edits(library: Path) -> None:
    """Compile a copy of the library, edit it, compile again, and tell what became of claims and pages."""
    heading("What an edit does")
    shutil.rmtree(COPY, ignore_errors=True)
    shutil.copytree(library, COPY / "library")
    before = os.environ["LINEPROOF_WORKSPACE"]
    os.environ["LINEPROOF_WORKSPACE"] = str(COPY)
    run("init", "build/demo-edits", "--corpus", "library=library", real=("init", str(COPY), "--corpus", f"library={COPY / 'library'}"))
    run("sync")
    for edit in EDITS:
        console.print(Text.assemble("edit: ", plain(edit.say), (f"  {edit.path}", "dim")))
        edit.change(COPY / "library" / edit.path)
    console.print()
    run("claims", "--stale")
    run("sync")
    _tell()
    os.environ["LINEPROOF_WORKSPACE"] = before


def _tell() -> None:
    """What the last sync did to claims and pages."""
    found = ask("sql", LAST)
    for name in EVENTS:
        rows = [row for row in found if row["event"] == name]
        for row in rows[:4]:
            console.print(Text.assemble((f"{name:11}", "bold"), plain(row["statement"]), overflow="fold"))
            console.print(Text(f"           {plain(row['reason'])}", style="dim", overflow="fold"))
        if rows[4:]:
            console.print(Text(f"           ... and {len(rows) - 4} more {name}", style="dim"))
    for row in ask("sql", PAGES):
        console.print(Text.assemble((f"page {row['change']}  ", "bold"), plain(row["path"])))
    console.print()


LAST: Final = (
    "SELECT event, statement, reason FROM claim_history WHERE event <> 'context_changed' "
    "AND run_id = (SELECT arg_max(run_id, started_at) FROM ops.runs) ORDER BY number"
)
PAGES: Final = "SELECT change, path FROM page_changes WHERE run_id = (SELECT arg_max(run_id, started_at) FROM ops.runs) ORDER BY path"
