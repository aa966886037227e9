"""The commands `recall` and `ask`: the evidence for a question, and an answer from it."""

import datetime
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from lineproof.serve.options import AsJson, Folder, open_workspace
from lineproof.serve.output import print_json, print_line

if TYPE_CHECKING:
    from lineproof.recall.memory import Memory

Policy = Literal["strict", "balanced", "advanced"]
Corpus = Annotated[str | None, typer.Option("--corpus", metavar="NAME", help="Corpus to ask; needed where there are several.")]
Budget = Annotated[int, typer.Option(min=1, metavar="TOKENS", help="Most tokens of the context (characters / 4).")]
AsOf = Annotated[str | None, typer.Option("--as-of", metavar="DATE", help="The day for which it is asked (2026-01-31).")]
Words = Annotated[list[str] | None, typer.Argument(metavar="QUESTION", help="What is asked, in words.")]


def recall(
    context: typer.Context,
    question: Words = None,
    questions: Annotated[
        Path | None, typer.Option(metavar="FILE.jsonl", help='Many questions, one object a line: {"question": "...", "as_of": null}.')
    ] = None,
    budget: Budget = 3_200,
    policy: Annotated[Policy, typer.Option(help="How free an answer may be.")] = "balanced",
    as_of: AsOf = None,
    explain: Annotated[bool, typer.Option("--explain", help="Tell of each paragraph what each route said of it.")] = False,
    corpus: Corpus = None,
    workspace: Folder = None,
    as_json: AsJson = False,
) -> None:
    """Recall the evidence that answers a question, within a budget, without a model."""
    from lineproof.recall.dated import UNREAD

    memory = _memory(context, workspace, corpus)
    day = day_of(as_of)
    if questions is not None:
        for asked in list(_questions(questions)):
            day_asked = day_of(asked.get("as_of")) or day
            wanted = str(asked.get("policy", policy)), int(asked.get("budget", budget))
            print_json(memory.recall_now(asked["question"], day_asked, *wanted, explain))
        return
    recalled = memory.recall_now(_asked(question), day, policy, budget, explain)
    if as_json:
        print_json(recalled)
        return
    for line in (
        *recalled.context.splitlines(),
        "",
        f"{recalled.tokens} tokens, {len(recalled.items)} items" + (f", as of {day}" if (day := recalled.trace["as_of"]) else ""),
        *(f"{UNREAD}: {told}" for told in recalled.trace["as_of_unread"]),
        recalled.answer_instructions,
    ):
        print_line(line)


def ask(
    context: typer.Context,
    question: Words = None,
    budget: Budget = 3_200,
    policy: Annotated[Policy, typer.Option(help="How free the answer may be.")] = "balanced",
    as_of: AsOf = None,
    corpus: Corpus = None,
    workspace: Folder = None,
    as_json: AsJson = False,
) -> None:
    """Answer a question with citations, by the model named for it or in the words of the sources; or say honestly that nothing does."""
    from lineproof.serve.tools import Tools

    memory = _memory(context, workspace, corpus)
    answered = memory.ask_now(_asked(question), day_of(as_of), policy, budget, Tools(memory).all())
    if as_json:
        print_json(answered)
        return
    print_line(answered.answer)
    for flag in answered.flags:
        print_line(f"  {flag}")


def day_of(text: str | None) -> datetime.date | None:
    """A day as it is written on the command line.

    Raises:
        BadParameter: it is none.
    """
    if text is None:
        return None
    try:
        return datetime.date.fromisoformat(text)
    except (ValueError, TypeError):
        raise typer.BadParameter(f"{text!r} is no date; write it as 2026-01-31.") from None


def _memory(context: typer.Context, workspace: Path | None, corpus: str | None) -> "Memory":
    """The memory of a corpus, in a process that needs no pandas."""
    from lineproof.recall.memory import Memory
    from lineproof.serve.corpora import only
    from storage.arrow import settle_without_pandas

    settle_without_pandas()
    opened = open_workspace(context, workspace)
    return Memory(only(opened, corpus), opened)


def _asked(words: list[str] | None) -> str:
    if not (asked := " ".join(words or ()).strip()):
        raise typer.BadParameter("There is no question. Give it in words, or many with --questions FILE.jsonl.")
    return asked


def _questions(file: Path) -> Iterator[dict[str, Any]]:
    """The questions of a file.

    Raises:
        BadParameter: it cannot be read, or a line is no question.
    """
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise typer.BadParameter(f"{file} cannot be read: {error}") from error
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield _question(line, f"{file}, line {number}")


def _question(line: str, place: str) -> dict[str, Any]:
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError):
        asked = None
    if not isinstance(asked, dict) or not isinstance(asked.get("question"), str) or not asked["question"].strip():
        raise typer.BadParameter(f'{place} is no question; write {{"question": "..."}}.')
    return asked
