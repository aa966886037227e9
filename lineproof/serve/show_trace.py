"""Show a trace: one run of an evaluation for a person to audit, from the question to the failure."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from lineproof.evals.agents.model import Passage
from lineproof.evals.questions import Fact
from lineproof.evals.traces import Run, Trace
from lineproof.serve.output import print_line

SHOWN: Final = 400
"""Characters of what a call brought; the file has all of it."""


def show_run(run: Run) -> None:
    """Print a run."""
    for line in _lines(run):
        print_line(line)


def _lines(run: Run) -> Iterator[str]:
    trace = run.trace
    yield f"{trace.trace_id}  ({trace.question.group}, {trace.question.kind})"
    yield f"question   {trace.asked}"
    yield from _key(trace)
    for number, call in enumerate(trace.calls, 1):
        yield f"call {number}     {call.tool}({_arguments(call.arguments)})  {call.tokens} tokens"
        yield f"           {_short(call.result)}"
    yield from _evidence(trace)
    yield from _answer(trace)
    score = trace.score
    yield f"score      accuracy {score.accuracy}, precision {score.precision}, recall {score.recall}, failure {trace.failure or 'none'}"
    yield from (f"missing    {_fact(fact)}" for fact in score.missing)
    yield from (f"forbidden  {_fact(fact)}" for fact in score.forbidden)
    yield f"made with  {', '.join(f'{name} {value}' for name, value in trace.made_with.items())}"
    yield f"took       {1_000 * run.spent.seconds:.1f} ms, {trace.tokens} tokens of tools"


def _key(trace: Trace) -> Iterator[str]:
    yield from (f"must       {_fact(fact)}" for fact in trace.question.must)
    yield from (f"must not   {_fact(fact)}" for fact in trace.question.must_not)
    yield from (f"gold       {place.path}#L{place.first_line}-L{place.last_line}" for place in trace.question.gold)
    if trace.question.unanswerable:
        yield "must       say that nothing answers"


def _evidence(trace: Trace) -> Iterator[str]:
    """What the tools brought, each passage once, with a mark on those that hold gold."""
    yield f"evidence   {len(trace.evidence)} passages, {sum(_is_gold(trace, passage) for passage in trace.evidence)} of them gold (*)"
    for passage in trace.evidence:
        yield f"         {'*' if _is_gold(trace, passage) else ' '} {passage.citation}  {passage.about}"
        yield f"           {_short(passage.text)}"


def _is_gold(trace: Trace, passage: Passage) -> bool:
    return any(
        place.path == passage.path and place.first_line <= passage.last_line and passage.first_line <= place.last_line
        for place in trace.question.gold
    )


def _answer(trace: Trace) -> Iterator[str]:
    if trace.answer.abstained:
        yield f"abstains   {trace.answer.reason}"
    for statement in trace.answer.statements:
        yield f"states     {statement.text}"
        yield f"           {statement.path}#L{statement.first_line}-L{statement.last_line}"


def _arguments(arguments: Mapping[str, object]) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in arguments.items())


def _fact(fact: Fact) -> str:
    forms: Sequence[str] = fact.forms
    return " | ".join(forms) + (f"  ({fact.value} {fact.unit})" if fact.value is not None else "")


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= SHOWN else f"{flat[: SHOWN - 1].rstrip()}…"
