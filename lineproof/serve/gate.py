"""The command `gate`: ask whether statements say no more than their quotes.

pair     a statement with its quote and what surrounds the quote; in a file one JSON object a line
answer   the verdict and the reasons, and the narrowed statement where the verdict is repair
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from lineproof.serve.errors import CommandError
from lineproof.serve.options import AsJson
from lineproof.serve.output import Exit, print_error, print_json, print_line

REQUIRED: Final = ("statement", "quote")


class BadPair(CommandError):
    """A pair that cannot be judged as it was given."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A statement with its quotes; ``language`` is a code, or None to detect it."""

    statement: str
    quotes: tuple[str, ...]
    heading: str = ""
    title: str = ""
    language: str | None = None


def gate(
    statement: Annotated[str | None, typer.Option(metavar="TEXT", help="What would be believed.")] = None,
    quote: Annotated[list[str] | None, typer.Option(metavar="TEXT", help="The text that it rests on; may be repeated.")] = None,
    heading: Annotated[str, typer.Option(metavar="TEXT", help="Headings above the quote, joined by ' > '.")] = "",
    title: Annotated[str, typer.Option(metavar="TEXT", help="Title of the document.")] = "",
    language: Annotated[str | None, typer.Option(metavar="CODE", help="Language, such as en or de; default: detected.")] = None,
    pairs: Annotated[Path | None, typer.Option(metavar="FILE", help="Judge many: one JSON object a line, with the same names.")] = None,
    as_json: AsJson = False,
) -> None:
    """Judge whether a statement says no more than its quotes: accepted, rejected or repair."""
    if pairs is not None:
        _judge_all(list(read_pairs(pairs)), as_json)
    elif statement is None or not quote:
        raise BadPair("There is nothing to judge: give --statement and --quote, or --pairs FILE with one JSON object a line.")
    else:
        _print(answer(Pair(statement, tuple(quote), heading, title, language)), as_json)


def _judge_all(pairs: Sequence[Pair | BadPair], as_json: bool) -> None:
    """Answer each pair in its place; a line that is none is told, and keeps no other from its answer."""
    for pair in pairs:
        if isinstance(pair, Pair):
            _print(answer(pair), as_json)
            continue
        print_error(f"lineproof: {pair}")
        print_json({"error": str(pair)}) if as_json else print_line("no pair")
    if any(isinstance(pair, BadPair) for pair in pairs):
        raise typer.Exit(Exit.USAGE)


def answer(pair: Pair) -> dict[str, object]:
    """The answer for a pair, as JSON has it."""
    from lineproof.beliefs.gate import judge
    from lineproof.beliefs.model import REPAIR, Surroundings
    from lineproof.evidence.language import detect, load

    language = load(pair.language).code if pair.language else detect([*pair.quotes, pair.statement])
    judgement = judge(pair.statement, pair.quotes, Surroundings(pair.heading, pair.title, (), language))
    found: dict[str, object] = {"verdict": judgement.verdict, "reasons": list(judgement.reasons)}
    return found | {"narrowed": judgement.narrowed} if judgement.verdict == REPAIR else found


def read_pairs(file: Path) -> Iterator[Pair | BadPair]:
    """The pairs of a file, in order; blank lines are passed over, and what is no pair stands as error in its place, with its line.

    Raises:
        BadPair: the file cannot be read.
    """
    try:
        lines = file.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise BadPair(f"{file} cannot be read as UTF-8 text: {error}") from error
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield _pair(json.loads(line))
            except (ValueError, RecursionError) as error:
                yield BadPair(f"{file}, line {number}: {error}")


def _pair(value: object) -> Pair:
    if not isinstance(value, dict):
        raise ValueError("a pair is a JSON object with the texts 'statement' and 'quote'")
    for name in REQUIRED:
        if value.get(name) is None:
            raise ValueError(f"{name!r} is missing")
    quotes = value["quote"] if isinstance(value["quote"], list) else [value["quote"]]
    return Pair(
        _text(value, "statement"), tuple(_text({"quote": quote}, "quote") for quote in quotes), _text(value, "heading"),
        _text(value, "title"), _text(value, "language") or None,
    )  # fmt: skip


def _text(value: Mapping[str, Any], name: str) -> str:
    found = value.get(name)
    if found is None:
        return ""
    if not isinstance(found, str):
        raise ValueError(f"{name!r} must be text, not {json.dumps(found)[:40]}")
    return found


def _print(found: Mapping[str, object], as_json: bool) -> None:
    if as_json:
        print_json(found)
        return
    print_line(str(found["verdict"]))
    reasons = found["reasons"]
    for reason in reasons if isinstance(reasons, Sequence) else ():
        print_line(f"  {reason}")
    if narrowed := found.get("narrowed"):
        print_line(f"  supported: {narrowed}")
