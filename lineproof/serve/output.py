"""Output: what a command prints, for people and for programs.

plain     text of a source made safe for a terminal: control characters become visible
JSON      one document on one line; dates as ISO text, no NaN; ASCII where the stream cannot carry UTF-8
"""

import datetime
import json
import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from decimal import Decimal
from enum import IntEnum
from typing import Any, Final, TextIO

WIDTH_OF_FILES: Final = 200

_CONTROLS: Final = {
    **{code: 0x2400 + code for code in range(32) if chr(code) != "\t"},
    0x7F: 0x2421,
    **dict.fromkeys(range(0x80, 0xA0), 0xFFFD),
}


class Exit(IntEnum):
    """Exit codes of every command."""

    CLEAN = 0
    FAILED = 1
    USAGE = 2
    QUARANTINED = 3


def prepare_streams() -> None:
    """Let no character that a terminal lacks stop a command."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def plain(text: str) -> str:
    """Text of one line that cannot steer a terminal."""
    return text.translate(_CONTROLS)


def print_json(value: object) -> None:
    """Print a value, dataclasses included, as one JSON document."""
    print(to_json(value, sys.stdout))


def to_json(value: object, stream: TextIO) -> str:
    """A value as JSON that a stream can carry."""
    wide = (stream.encoding or "").lower().replace("-", "").startswith("utf")
    return json.dumps(jsonable(value), ensure_ascii=not wide, allow_nan=False)


def jsonable(value: Any) -> Any:  # noqa: ANN401
    """A value as JSON knows it: dates as ISO text, bytes as text, numbers that are none as null."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float | Decimal):
        return _number(value)
    if isinstance(value, bytes):
        return value.decode("utf-8", "backslashreplace")
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if is_dataclass(value) and not isinstance(value, type):
        return {item.name: jsonable(getattr(value, item.name)) for item in fields(value)}
    if isinstance(value, Mapping):
        return {str(jsonable(key)): jsonable(item) for key, item in value.items()}
    if isinstance(value, Sequence | set | frozenset):
        return [jsonable(item) for item in value]
    return str(value)


def _number(value: float | Decimal) -> float | int | None:
    if not math.isfinite(value):
        return None
    return int(value) if isinstance(value, Decimal) and value == value.to_integral_value() else float(value)


def print_table(columns: Sequence[str], rows: Iterable[Sequence[object]], whole: Sequence[str] = ()) -> None:
    """Print rows below their headings; long cells are folded, but for the columns to be kept whole."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column, overflow="fold", no_wrap=column in whole)
    for row in rows:
        table.add_row(*(Text(plain(str(cell))) for cell in row))
    width = None if sys.stdout.isatty() else WIDTH_OF_FILES
    Console(highlight=False, markup=False, emoji=False, width=width).print(table)


def print_line(text: str = "") -> None:
    """Print one line for people."""
    print(plain(text))


def print_error(text: str) -> None:
    """Print a message, which may have several lines, where errors go."""
    for line in text.splitlines():
        print(plain(line), file=sys.stderr)
