"""Terminal: commands and their answers as a demonstration shows them."""

import io
import json
import shlex
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from lineproof.serve.output import Exit, plain
from pipelines.command import main as lineproof

HOUSE: Final = Path(__file__).resolve().parent.parent
ROWS: Final = 8

console = Console(highlight=False, markup=False, emoji=False, soft_wrap=False)


def run(*command: str, real: Sequence[str] = ()) -> None:
    """Run a command as it is (``real`` where it is shown shortened), its output shown; leave if it failed."""
    console.print(prompt(command))
    sys.stdout.flush()
    try:
        lineproof(real or command)
    except SystemExit as leaving:
        if leaving.code not in (None, Exit.CLEAN, Exit.QUARANTINED):
            raise
    console.print()


def ask(*command: str) -> Any:  # noqa: ANN401
    """The answer of a command as JSON, or none where it could not answer (its message is on the error stream)."""
    caught = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with redirect_stdout(caught):
        try:
            lineproof([*command, "--json"])
        except SystemExit as leaving:
            if leaving.code not in (None, Exit.CLEAN):
                return None
    caught.seek(0)
    return json.load(caught)


def counts(title: str, rows: Sequence[Mapping[str, Any]]) -> Table:
    """Names with their numbers, the most frequent first; beyond ROWS they are added up."""
    table = grid(title, "")
    for row in rows[:ROWS]:
        table.add_row(cell(row["name"]), f"{row['n']:,}")
    if rest := rows[ROWS:]:
        table.add_row(f"({len(rest)} others)", f"{sum(row['n'] for row in rest):,}")
    return table


def grid(*columns: str, show_header: bool = True) -> Table:
    """A table without lines; its first column is kept whole, a second without a title holds numbers."""
    table = Table(box=None, pad_edge=False, show_header=show_header, header_style="bold", padding=(0, 2, 0, 0))
    for position, column in enumerate(columns):
        numbers = position == 1 and column == "" and show_header
        table.add_column(column, no_wrap=position == 0, overflow="fold", justify="right" if numbers else "left")
    return table


def cell(text: str, most: int | None = None) -> Text:
    """Text of a source, which cannot steer the terminal; cut to at most so many characters."""
    shown = Text(plain(text), overflow="fold")
    if most:
        shown.truncate(most, overflow="ellipsis")
    return shown


def beneath(text: str, *places: str) -> Text:
    """Text of a source, and on the next line where it stands."""
    return Text.assemble(cell(text, 78), "\n", Text(plain("  ".join(places)), style="dim"), overflow="fold")


def choices(candidates: Sequence[str], reason: str) -> list[str]:
    """The documents between which the text does not decide."""
    return [f"or {path}" for path in candidates] if reason == "ambiguous" else []


def prompt(command: Sequence[str]) -> Text:
    """A command as it is typed."""
    return Text(plain(f"$ lineproof {shlex.join(command)}"), style="cyan", overflow="fold")


def heading(text: str) -> None:
    """A line that stands out, after a blank one."""
    console.print()
    console.print(Text(plain(text), style="bold"))
    console.print(Text("-" * min(len(text), console.width), style="dim"))


def number(count: int, thing: str) -> str:
    """A number of things."""
    return f"{count:,} {thing}" if count == 1 else f"{count:,} {thing}s"


def brief(path: Path) -> str:
    """A path as seen from the project's folder, where it lies below."""
    return str(path.relative_to(HOUSE)) if path.is_relative_to(HOUSE) else str(path)
