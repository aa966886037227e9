"""The commands `recall` and `ask`: the evidence for a question, and an answer from it."""

import datetime
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from lineproof.recall.budget import BUDGET, MOST_TOKENS
from lineproof.serve.options import AsJson, Folder, open_workspace
from lineproof.serve.output import print_error, print_json, print_line

if TYPE_CHECKING:
    from lineproof.recall.memory import Memory
    from lineproof.recall.recall import Recalled

Policy = Literal["strict", "balanced", "advanced"]
Corpus = Annotated[str | None, typer.Option("--corpus", metavar="NAME", help="Corpus to ask; needed where there are several.")]
Budget = Annotated[int, typer.Option(min=1, max=MOST_TOKENS, metavar="TOKENS", help="Most tokens of the context (characters / 4).")]
AsOf = Annotated[str | None, typer.Option("--as-of", metavar="DATE", help="The day for which it is asked (2026-01-31).")]
Words = Annotated[list[str] | None, typer.Argument(metavar="QUESTION", help="What is asked, in words.")]


def recall(
    context: typer.Context,
    question: Words = None,
    questions: Annotated[
        Path | None, typer.Option(metavar="FILE.jsonl", help='Many questions, one object a line: {"question": "...", "as_of": null}.')
    ] = None,
    budget: Budget = BUDGET,
    policy: Annotated[Policy, typer.Option(help="How free an answer may be.")] = "balanced",
    as_of: AsOf = None,
    explain: Annotated[bool, typer.Option("--explain", help="Tell of each paragraph what each route said of it.")] = False,
    corpus: Corpus = None,
    workspace: Folder = None,
    as_json: AsJson = False,
) -> None:
    """Recall the evidence that answers a question, within a budget, without a model."""
    if questions is not None and question:
        raise typer.BadParameter("Give a QUESTION or --questions FILE.jsonl, not both.")
    memory, day = _memory(context, workspace, corpus), day_of(as_of)
    if questions is None:
        recalled = memory.recall_now(_asked(question, ", or many with --questions FILE.jsonl"), day, policy, budget, explain)
        print_json(recalled) if as_json else _show(recalled)
        return
    from lineproof.serve.question_files import Asked, read_questions

    asked = read_questions(questions, Asked("", day, policy, budget))
    for notice in asked.notices:
        print_error(notice)
    for one in asked.questions:
        print_json(memory.recall_now(one.question, one.as_of, one.policy, one.budget, explain))


def ask(
    context: typer.Context,
    question: Words = None,
    budget: Budget = BUDGET,
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


def _show(recalled: "Recalled") -> None:
    """Print what was recalled for a person, and how it was found where it is explained."""
    day = recalled.trace["as_of"]
    for line in (
        *recalled.context.split("\n"),
        "",
        f"{recalled.tokens} tokens, {len(recalled.items)} items" + (f", as of {day}" if day else ""),
        *recalled.answer_instructions.split("\n"),
        *_explained(recalled.trace.get("paragraphs")),
    ):
        print_line(line)


def _explained(paragraphs: Sequence[Mapping[str, Any]] | None) -> Iterator[str]:
    """A line for every paragraph that was looked at: its rank, score and outcome, and its rank and score by each route."""
    if paragraphs is None:
        return
    yield ""
    yield f"{'rank':>4}  score   outcome  paragraph: routes, each with its rank and score"
    for rank, one in enumerate(paragraphs, 1):
        routes = ", ".join(f"{name} {said['rank']} {said['score']:.2f}" for name, said in one["routes"].items())
        yield f"{rank:>4}  {one['score']:.4f}  {one['outcome']:<7}  {one['citation']}: {routes}"


def _memory(context: typer.Context, workspace: Path | None, corpus: str | None) -> "Memory":
    """The memory of a corpus, in a process that needs no pandas."""
    from lineproof.recall.memory import Memory
    from lineproof.serve.corpora import only
    from storage.arrow import settle_without_pandas

    settle_without_pandas()
    opened = open_workspace(context, workspace)
    return Memory(only(opened, corpus), opened)


def _asked(words: list[str] | None, otherwise: str = "") -> str:
    if not (asked := " ".join(words or ()).strip()):
        raise typer.BadParameter(f"There is no question. Give it in words{otherwise}.")
    return asked
