"""Provisions: sections and clauses that a document withdraws, replaces or changes in another.

change     a passage acts on a node of another document: all of it (``rewrites``), or the value that it sets anew
acting     the claims of the passage that acts, which may say what holds instead
exchange   words that name the old value with the new one (`rises from 60 days to 90 days`), so that the old claim need not be much alike
"""

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from lineproof.beliefs.standing.families import is_later
from lineproof.beliefs.standing.former import former_values
from lineproof.beliefs.standing.matching import Least, paired, tells_apart
from lineproof.beliefs.standing.model import Library, Link, Place
from lineproof.beliefs.standing.scope import Scopes
from lineproof.beliefs.standing.succession import Ended
from lineproof.beliefs.standing.topics import around, blanked, sentences
from lineproof.beliefs.standing.views import View, Views
from lineproof.beliefs.standing.words import load

NAMED: Final = Least(0.5, 0.25, 1)
"""What makes a claim of a changing passage one of the clause that it names."""
UNNAMED: Final = Least(0.75, 0.75, 3)
"""The same where only the document is named."""
EXCHANGED: Final = Least(0.25, 0.25, 1)
"""The same where the old value is said too."""
CLOSED: Final = "closed section"
WITHDRAWN: Final = "withdrawn provision"
AMENDED: Final = "amended provision"
IN_PART: Final = "superseded in part"
RULES: Final = (WITHDRAWN, AMENDED, IN_PART)
"""The names of the rules, the most certain first."""


@dataclass(frozen=True, slots=True)
class Change:
    """A passage (a paragraph, or all of a document where it is None) acts on a node; ``rewrites`` if nothing of the old text stays."""

    rule: str
    document: str
    node: str
    target_document: str
    paragraph_id: str | None
    rewrites: bool


def changes(library: Library, scopes: Scopes) -> list[Change]:
    """All changes that reach what they act on, in an order of content; a limited document changes nothing for all others."""
    found = {
        change
        for link in library.of("supersedes", "amends", "refers_to")
        for change in _changes(library, link)
        if _reaches(library, scopes, change)
    }
    named = {(change.document, change.target_document) for change in found if change.rule == WITHDRAWN}
    kept = [c for c in found if c.rule != IN_PART or (c.document, c.target_document) not in named]
    return sorted(kept, key=lambda c: (RULES.index(c.rule), not c.rewrites, c.target_document, c.node, c.document, c.paragraph_id or ""))


def _changes(library: Library, link: Link) -> Iterator[Change]:
    """What a link says of its target; that of a reference is in the words around it."""
    if (link.whole and link.type == "supersedes") or (link.source == link.target_document and not library.repeals_own(link)):
        return
    place, is_clause = library.places.get(link.paragraph_id or ""), link.target != link.target_document
    if link.type == "supersedes":
        yield _change(WITHDRAWN if is_clause else IN_PART, link, is_clause)
    elif link.type == "amends" and not (is_clause and _only_adds(library, link, place)):
        yield _change(AMENDED, link, _rewrites(library, link, place))
    elif place and _is_dated(library, link) and _acts(library, link, place):
        if is_clause:
            yield _change(AMENDED, link, _rewrites(library, link, place))
        elif _names_a_part(library, link, place):
            yield _change(IN_PART, link, False)


def _is_dated(library: Library, link: Link) -> bool:
    """Whether a document that only speaks of another is dated, if the other is: else it may report a change rather than make it."""
    return library.sources[link.source].effective is not None or library.sources[link.target_document].effective is None


def _change(rule: str, link: Link, rewrites: bool) -> Change:
    return Change(rule, link.source, link.target, link.target_document, link.paragraph_id, rewrites)


def _rewrites(library: Library, link: Link, place: Place | None) -> bool:
    """Whether the words replace or delete the whole of what they name, not a part of it."""
    if place is None or link.target == link.target_document:
        return False
    words = load(library.sources[link.source].language)
    start, end = around(place.text, link.start, link.end)
    before, after = place.text[start : link.start], place.text[link.end : end]
    says_so = words.rewrites.search(f"{before} {after}") or words.rewrites.match(_next_sentence(place.text, end))
    return bool(says_so) and not _names_a_part(library, link, place)


def _names_a_part(library: Library, link: Link, place: Place) -> bool:
    """Whether the words before a reference make it a part of what it names (``the limit in Section 4``)."""
    beside = [(other.start, other.end) for other in library.references.get(place.paragraph_id, ())]
    start, _ = around(place.text, link.start, link.end)
    return bool(load(library.sources[link.source].language).part.search(blanked(place.text, beside)[start : link.start]))


def _only_adds(library: Library, link: Link, place: Place | None) -> bool:
    """Whether the words leave what they name as it is, and add to it."""
    if place is None or _rewrites(library, link, place):
        return False
    start, end = around(place.text, link.start, link.end)
    return bool(load(library.sources[link.source].language).adds.search(place.text[start:end]))


def _next_sentence(text: str, end: int) -> str:
    """The sentence after one that ends at an offset, without the word that stands for what was named (``It now reads``)."""
    following = next((span for span in sentences(text) if span[0] >= end), (end, end))
    return text[slice(*following)].partition(" ")[2]


def _acts(library: Library, link: Link, place: Place) -> bool:
    """Whether a sentence changes the clause that it refers to; one that names a third document reports what that one did."""
    words = load(library.sources[link.source].language)
    start, end = around(place.text, link.start, link.end)
    beside = (other for other in library.references.get(place.paragraph_id, ()) if start <= other.start < end)
    if any(other.target_document not in (link.source, link.target_document) for other in beside):
        return False
    sentence = place.text[start:end]
    return bool(words.changes.search(sentence)) and not words.keeps.search(sentence) and not words.conditional.search(sentence)


def _reaches(library: Library, scopes: Scopes, change: Change) -> bool:
    place = library.places.get(change.paragraph_id or "")
    texts = (place.text, *place.headings) if place else ()
    older = is_later(library.sources[change.target_document], library.sources[change.document])
    return not older and scopes.passage(change.document, texts).reaches(scopes.document(change.target_document))


@dataclass(frozen=True, slots=True)
class Replaced:
    """A claim that a change retired; ``new`` is the id of the claim that sets the value anew, if one does."""

    claim_id: str
    ended: Ended
    new: str | None


class Provisions:
    """Applies changes to the claims of the nodes that they act on."""

    def __init__(self, library: Library, views: Views, within: Mapping[str, Sequence[str]], former: Container[str]) -> None:
        """``within`` are the ids of the claims of the nodes that changes rewrite; ``former`` are called so, and set nothing anew."""
        self._library, self._views, self._within, self._former = library, views, within, former

    def apply(self, change: Change) -> Iterator[Replaced]:
        """The claims that a change retires: all of a node that is rewritten, else those whose value is set anew."""
        olds = self._views.at(change.node)
        news = {old.id: new for old, new in (*self._anew(change, olds), *self._exchanged(change, olds))}
        changed = (old.id for old in olds if old.id in news and _sets_otherwise(news[old.id], old))
        for claim in self._within.get(change.node, ()) if change.rewrites else changed:
            new = news[claim].id if claim in news else None
            yield Replaced(claim, Ended(new or change.document, f"{change.rule}: {self._name(change.document)}"), new)

    def _anew(self, change: Change, olds: Sequence[View]) -> list[tuple[View, View]]:
        """Old claims with those that set their value anew: in the passage that acts; if nothing of the old stays, anywhere beside it."""
        if change.node == change.target_document:
            return paired(olds, self._set_by(self._views.at(change.document)), UNNAMED)
        news = self._set_by(self._acting(change))
        likely = paired(olds, news, NAMED)
        found = [*_alone(olds, news), *((old, new) for old, new in likely if tells_apart(new, old, olds))]
        if not change.rewrites:
            return found
        everywhere = self._set_by(self._views.at(change.document))
        known = {view.id for pair in found for view in pair}
        rest, others = ([view for view in views if view.id not in known] for views in (olds, everywhere))
        return [*found, *paired(rest, others, UNNAMED)]

    def _exchanged(self, change: Change, olds: Sequence[View]) -> Iterator[tuple[View, View]]:
        """Claims of values that the words exchange for others, each with the claim of the other; of two exchanges of one value, none."""
        place = self._library.places.get(change.paragraph_id or "")
        formers = former_values(place.text, self._library.sources[change.document].language) if place else ()
        once = Counter(former.old for former in formers)
        for former in (former for former in formers if former.new and once[former.old] == 1):
            same = [old for old in olds if old.measure.equals(former.old)]
            news = [view for view in self._set_by(self._views.at(change.paragraph_id or "")) if view.measure == former.new][:1]
            # The one sentence of a clause that has the old value is meant; elsewhere others may have it too.
            one_sentence = change.node != change.target_document and len({old.sentence for old in same}) == 1
            yield from product(same, news) if one_sentence else paired(same, news, EXCHANGED)

    def _acting(self, change: Change) -> Sequence[View]:
        """The claims of the passage that acts: its paragraph, what it introduces, or the whole document."""
        if change.paragraph_id is None:
            return self._views.at(change.document)
        place = self._library.places.get(change.paragraph_id)
        own = self._views.at(change.paragraph_id)
        if place and place.sections and (not own or place.text.rstrip().endswith(":")):
            return self._views.at(place.sections[-1])
        return own

    def _set_by(self, views: Sequence[View]) -> list[View]:
        return [view for view in views if view.id not in self._former and view.measure.amount is not None]

    def _name(self, document: str) -> str:
        source = self._library.sources[document]
        return source.identifier or source.title


def _alone(olds: Sequence[View], news: Sequence[View]) -> Iterator[tuple[View, View]]:
    """The only claims of a dimension on both sides, which need no likeness."""
    measured = [Counter(view.measure.dimension for view in views) for views in (olds, news)]
    for old, new in product(olds, news):
        dimension = old.measure.dimension
        if dimension == new.measure.dimension and all(counts[dimension] == 1 for counts in measured):
            yield old, new


def _sets_otherwise(new: View, old: View) -> bool:
    """Whether the new value takes the place of the old one, and is neither added to it nor an exception from it."""
    return not new.measure.equals(old.measure) and not new.is_relative and (old.is_conditional or not new.is_conditional)
