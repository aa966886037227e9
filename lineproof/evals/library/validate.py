"""Validation: whether ledger and questions agree with the documents as they are on disk.

It reads the files alone, so that a fault of the generator cannot hide: each fact stands on its line in its surface form, in a sentence
that its document has once; each reference stands where it is said to; each gold line is that of a fact or a relation; and what is in
force does not contradict itself.
"""

import html
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from lineproof.evals.library.model import Fact, Ledger, Link, Reference
from lineproof.evals.questions import KeyedQuestion

Texts = Mapping[str, str]
"""The text of each document by its path."""
FORM_FEED: Final = "\f"
_MARKUP: Final = re.compile(r"<[^>]*>|\|")


def faults(texts: Texts, ledger: Ledger, questions: Iterable[KeyedQuestion]) -> Iterator[str]:
    """Whatever is wrong, one line each."""
    lines = {path: text.split("\n") for path, text in texts.items()}
    flowing = {path: flow(text) for path, text in texts.items()}
    for fact in ledger.facts:
        yield from _fact_faults(fact, lines, flowing)
    for reference in ledger.references:
        yield from _reference_faults(reference, lines)
    for link in ledger.relations:
        if not 0 < link.line <= len(lines.get(link.path, ())) or link.target not in lines:
            yield f"{link.path}:{link.line}: no relation to {link.target} can be stated there"
    yield from _contradictions("the library", [fact for fact in ledger.facts if fact.status == "active"])
    yield from _contradictions("the library with its additions", [fact for fact in ledger.facts if fact.later == "active"])
    yield from _gold_faults(questions, ledger)


def flow(text: str) -> str:
    """The words of a document without markup, line breaks, and the headers and footers of its pages."""
    if FORM_FEED in text:
        text = "\n".join(_without_furniture(page) for page in text.split(FORM_FEED))
    return " ".join(html.unescape(_MARKUP.sub(" ", text)).split())


def _without_furniture(page: str) -> str:
    lines = page.rstrip("\n").split("\n")
    return "\n".join(lines[1:-1])


def _fact_faults(fact: Fact, lines: Mapping[str, Sequence[str]], flowing: Texts) -> Iterator[str]:
    where = f"{fact.path}:{fact.line}: fact {fact.fact_id}"
    if fact.path not in lines or not 0 < fact.line <= len(lines[fact.path]):
        yield f"{where}: there is no such line"
        return
    if fact.surface not in lines[fact.path][fact.line - 1]:
        yield f"{where}: {fact.surface!r} is not on the line"
    if (found := flowing[fact.path].count(" ".join(fact.quote.split()))) != 1:
        yield f"{where}: its sentence stands {found} times in the document"
    if fact.surface not in fact.quote:
        yield f"{where}: {fact.surface!r} is not in its sentence"


def _reference_faults(reference: Reference, lines: Mapping[str, Sequence[str]]) -> Iterator[str]:
    where = f"{reference.path}:{reference.line}: reference {reference.text!r}"
    here = lines.get(reference.path, ())[reference.line - 1 :]
    if not here or reference.text.split()[0] not in html.unescape(here[0]):
        yield f"{where}: it does not begin on the line"
    if bool(reference.targets) == bool(reference.reason):
        yield f"{where}: it needs targets or a reason"
    for path, line in reference.targets:
        if path not in lines or not 0 <= line <= len(lines[path]):
            yield f"{where}: its target {path}:{line} does not exist"


def _contradictions(where: str, in_force: Iterable[Fact]) -> Iterator[str]:
    values: dict[tuple[str, str], dict[str, Fact]] = defaultdict(dict)
    for fact in in_force:
        values[fact.subject, fact.concept][fact.value] = fact
    for (subject, concept), found in values.items():
        if len(found) > 1:
            places = ", ".join(f"{one.path}:{one.line}" for one in found.values())
            yield f"{where}: {concept} of {subject} has several values in force: {places}"


def _gold_faults(questions: Iterable[KeyedQuestion], ledger: Ledger) -> Iterator[str]:
    stated: dict[tuple[str, int], list[Fact | Link]] = defaultdict(list)
    planted: list[Fact | Link] = [*ledger.facts, *ledger.relations]
    for one in planted:
        stated[one.path, one.line].append(one)
    for question in questions:
        for gold in question.gold:
            if not any((gold.path, line) in stated for line in range(gold.first_line, gold.last_line + 1)):
                yield f"question {question.question_id}: nothing of the ledger stands at {gold.path}:{gold.first_line}"
        values = {(one.value, one.unit) for gold in question.gold for one in stated[gold.path, gold.first_line] if isinstance(one, Fact)}
        for must in question.must:
            if must.value is not None and (must.value, must.unit) not in values:
                yield f"question {question.question_id}: none of its gold lines states {must.forms[0]}"
