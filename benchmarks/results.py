"""Results of benchmarks: printed, and kept where the report that started the benchmark asks for them."""

import dataclasses
import json
import os
from collections.abc import Sequence
from pathlib import Path

import rich.table
from rich.console import Console

from lineproof.evals.report.model import Distribution, Table

FILE = "LINEPROOF_RESULT"
"""The variable that names the file; benchmarks/report.py sets it."""


def show_tables(*tables: rich.table.Table, distributions: Sequence[Distribution] = (), width: int = 120) -> None:
    """Print tables; keep them with the distributions where a file is asked for."""
    console = Console(width=width, markup=False)
    for table in tables:
        console.print(table)
    if file := os.environ.get(FILE):
        parts = {"tables": [kept(table) for table in tables], "distributions": list(distributions)}
        Path(file).write_text(json.dumps(parts, default=dataclasses.asdict), encoding="utf-8")


def kept(table: rich.table.Table) -> Table:
    """A printed table as one of a report."""
    rows = zip(*(map(str, column.cells) for column in table.columns), strict=True)
    return Table(str(table.title or ""), tuple(str(column.header) for column in table.columns), tuple(rows))
