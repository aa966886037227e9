"""Compose: outlines put into sentences, each bound to the claims that it states.

composer   what puts outlines into sentences: templates here, a model in ``lineproof.wiki.prose``
bound      of a sentence: it has text and at least one claim; others are removed and counted
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final, Protocol

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from lineproof.wiki.outline import Item, Outline
from lineproof.wiki.survey import rules
from lineproof.wiki.text import sentence, visible
from lineproof.wiki.wording import DEFAULT

RULES: Final = "rules"
TEMPLATES: Final = Path(__file__).with_name("templates")
LEAD: Final = "lead"


@dataclass(frozen=True, slots=True)
class Written:
    """A sentence of plain text under a heading of the page (empty for the lead)."""

    section: str
    role: str
    text: str
    claim_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Composed:
    """The sentences of a page; ``removed`` counts those that were not bound. ``final`` is false where it is to be tried again."""

    page_id: str
    sentences: tuple[Written, ...]
    removed: int
    composer: str
    final: bool = True


class Composer(Protocol):
    """What puts outlines into sentences."""

    @property
    def identity(self) -> str:
        """The fingerprint of everything but the outline that its sentences depend on."""

    def compose(self, outlines: Sequence[Outline]) -> Iterable[Composed]:
        """The sentences of each outline, in order."""


class Templates:
    """The composer that needs no model: each item becomes one sentence, by the template of the page's language."""

    @property
    def identity(self) -> str:
        """The fingerprint of the templates."""
        return rules()

    def compose(self, outlines: Sequence[Outline]) -> Iterator[Composed]:
        """The sentences of each outline, in order."""
        for outline in outlines:
            yield bound(outline, RULES, _sentences(outline))


def bound(outline: Outline, composer: str, sentences: Iterable[Written], removed: int = 0) -> Composed:
    """A composed page without the sentences that state no claim.

    Args:
        outline: the page.
        composer: who wrote the sentences.
        sentences: all of them.
        removed: how many were removed before.
    """
    written = [*sentences]
    kept = tuple(one for one in written if one.text and one.claim_ids)
    return Composed(outline.page_id, kept, removed + len(written) - len(kept), composer)


@lru_cache(maxsize=1)
def environment() -> Environment:
    """Where templates are found; they make plain text or Markdown, which has an escape of its own."""
    return Environment(  # noqa: S701
        loader=FileSystemLoader(TEMPLATES), undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )


def _sentences(outline: Outline) -> Iterator[Written]:
    template = _template(outline.language)
    for block in outline.blocks:
        for item in block.items:
            role = LEAD if item.role == "claim" and not block.title else item.role
            yield Written(block.title, role, _text(item, template), item.claim_ids)


def _text(item: Item, template: Template) -> str:
    statements = [sentence(fact.said) for fact in item.facts]
    return sentence(visible(template.render(role=item.role, statements=statements, source=item.source, told=item.told, place=item.place)))


@lru_cache(maxsize=16)
def _template(language: str) -> Template:
    return environment().select_template([f"sentence.{language}.j2", f"sentence.{DEFAULT}.j2"])
