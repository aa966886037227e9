"""Views: claims that set a value, with all that they are compared by.

said    the topic of a claim's sentence, without references
known   that with what stands above it: headings, title, subject
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from lineproof.beliefs.model import Claim
from lineproof.beliefs.standing.measure import Measure, measure
from lineproof.beliefs.standing.model import Library, Place, Source
from lineproof.beliefs.standing.scope import Scope, Scopes
from lineproof.beliefs.standing.topics import Topic, around, blanked, topic
from lineproof.beliefs.standing.words import load

OBLIGING: Final = ("must", "must_not")
_WORD: Final = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True, eq=False)
class View:
    """A claim that sets a value, with all that it is compared by; what takes time is made when it is first asked for."""

    claim: Claim
    measure: Measure
    source: Source
    place: Place
    library: Library
    scopes: Scopes

    @property
    def id(self) -> str:
        """The id of the claim."""
        return self.claim.claim_id

    @property
    def order(self) -> tuple[str, str]:
        """Sorts views by content alone."""
        return self.source.path, self.claim.claim_id

    @cached_property
    def span(self) -> tuple[int, int]:
        """The sentences that it quotes, as a span of its paragraph."""
        quote = self.claim.candidate.quotes[0]
        return around(self.place.text, quote.start, quote.end)

    @property
    def sentence(self) -> str:
        """The words in which it stands."""
        return self.place.text[slice(*self.span)]

    @cached_property
    def said(self) -> Topic:
        """What its sentence is about. An answer below its question ("Up to $5,000.") says nothing without it."""
        said = topic(self._words(), self.source.language)
        return said or (topic(self.place.headings[-1], self.source.language) if self.place.headings else said)

    @cached_property
    def known(self) -> Topic:
        """What its sentence is about, with all that stands above it."""
        above = " ".join((*self.place.headings, self.source.title, self.claim.candidate.subject))
        return self.said | topic(above, self.source.language)

    @cached_property
    def scope(self) -> Scope:
        """For what it holds."""
        return self.scopes.passage(self.source.document_id, (self.sentence, *self.place.headings))

    @property
    def is_set(self) -> bool:
        """Whether somebody sets its value: by what it measures, or because it obliges (``at least 20 characters``)."""
        return self.measure.is_set or (self.measure.amount is not None and self.claim.candidate.modality in OBLIGING)

    @cached_property
    def is_relative(self) -> bool:
        """Whether its value is added to another one, or belongs to an example."""
        return bool(load(self.source.language).more.search(self.sentence))

    @cached_property
    def is_conditional(self) -> bool:
        """Whether its sentence restricts it to some cases."""
        return bool(load(self.source.language).conditional.search(self.sentence))

    def _words(self) -> str:
        """What it says, without references. A cell or the rest of a sentence in a list says nothing without its slot."""
        if self.place.kind == "table_row" or (self.place.kind == "list_item" and not _opens_sentence(self.sentence)):
            return (self.claim.candidate.slot or "").partition(": ")[2]
        cited = [(link.start, link.end) for link in self.library.references.get(self.place.paragraph_id, ())]
        return blanked(self.place.text, cited)[slice(*self.span)]


def _opens_sentence(text: str) -> bool:
    """Whether the first word of a text, after its marker, begins with a capital."""
    return next((word[0].isupper() for word in _WORD.findall(text)), False)


class Views:
    """The views of a library's claims, by the documents, sections and paragraphs that hold them."""

    def __init__(self, library: Library, scopes: Scopes, claims: Iterable[Claim]) -> None:
        made = (view for claim in claims if (view := _view(claim, library, scopes)))
        self.all: Sequence[View] = sorted(made, key=lambda view: view.order)
        self.by_id: Mapping[str, View] = {view.id: view for view in self.all}
        self._at: dict[str, list[View]] = defaultdict(list)
        self._measuring: dict[tuple[str, str], list[View]] = defaultdict(list)
        for view in self.all:
            for node in (view.source.document_id, *view.place.nodes):
                self._at[node].append(view)
                self._measuring[node, view.measure.dimension].append(view)

    def at(self, node: str) -> Sequence[View]:
        """The views within a node, in the order of their content."""
        return self._at.get(node, ())

    def like(self, view: View, node: str) -> Sequence[View]:
        """The views within a node that measure what a view does."""
        return self._measuring.get((node, view.measure.dimension), ())


def _view(claim: Claim, library: Library, scopes: Scopes) -> View | None:
    """The view of a claim; None where it sets no value or stands nowhere."""
    value = measure(claim.candidate)
    place = library.place(claim) if value else None
    return View(claim, value, library.sources[claim.document_id], place, library, scopes) if value and place else None
