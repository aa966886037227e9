"""Results: what one run of a benchmark measured, as a file that reports are made from.

table         rows of texts and numbers under named columns, as the benchmark prints them
distribution  single measurements by series, so that a report shows more than a mean
result        the tables and distributions of one run with the command that made them, the commit, and what was printed
"""

import dataclasses
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lineproof.evals.errors import BadResult


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells under named columns; a cell is shown as it stands."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Distribution:
    """Measurements in a unit, by the name of their series."""

    title: str
    unit: str
    series: Mapping[str, tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Result:
    """One run of a benchmark; ``printed`` is its output as text."""

    name: str
    about: str
    command: str
    commit: str
    printed: str
    tables: tuple[Table, ...] = ()
    distributions: tuple[Distribution, ...] = ()


def write_result(result: Result, folder: Path) -> Path:
    """Write a result; one of the same name is replaced as a whole."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{result.name}.json"
    unfinished = file.with_suffix(".new")
    unfinished.write_text(json.dumps(dataclasses.asdict(result), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    unfinished.replace(file)
    return file


def read_result(file: Path) -> Result:
    """A result.

    Raises:
        BadResult: the file is missing, cannot be read, or is no result.
    """
    try:
        found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        texts = {name: str(found[name]) for name in ("name", "about", "command", "commit", "printed")}
        tables, distributions = parts_of(found)
        return Result(**texts, tables=tables, distributions=distributions)
    except FileNotFoundError as error:
        raise BadResult(file, "does not exist") from error
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BadResult(file, f"is no result of a benchmark ({type(error).__name__}: {error})") from error


def parts_of(found: Mapping[str, Any]) -> tuple[tuple[Table, ...], tuple[Distribution, ...]]:
    """Tables and distributions from their JSON.

    Raises:
        KeyError, TypeError, ValueError, AttributeError: it has another form.
    """
    return tuple(map(_table, found["tables"])), tuple(map(_distribution, found["distributions"]))


def _table(found: Mapping[str, Any]) -> Table:
    table = Table(str(found["title"]), _texts(found["columns"]), tuple(map(_texts, found["rows"])))
    if any(len(row) != len(table.columns) for row in table.rows):
        raise ValueError(f"a row of the table {table.title!r} has another number of cells than the table has columns")
    return table


def _distribution(found: Mapping[str, Any]) -> Distribution:
    series = {str(name): tuple(map(float, values)) for name, values in found["series"].items()}
    return Distribution(str(found["title"]), str(found["unit"]), series)


def _texts(values: Sequence[Any]) -> tuple[str, ...]:
    return tuple(map(str, values))
