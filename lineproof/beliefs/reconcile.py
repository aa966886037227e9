"""Reconcile: what happened to claims when their evidence changed.

before      a claim as it was believed, with the ids of the paragraphs that it quotes
dirty       a claim one of whose quoted paragraphs is no current paragraph
twin        a text that stands several times in a document; as twins come and go the ids of those that stay change, and nothing else
verdict     what became of a dirty claim: confirmed, moved, revised or retracted
successor   the new claim that takes the place of a dirty one: the same claim, the same quote elsewhere, or the nearest statement
            about the same thing

The set of claims is a function of the current sources; verdicts tell how the old set became the new one. Each dirty claim gets
exactly one, but for those that a twin made dirty and that stand in the same words; each new claim is the successor of at most one.
"""

import datetime
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rapidfuzz import fuzz, process

from lineproof.beliefs.model import RULES

ALIKE: Final = 70.0
"""Similarity (token sort ratio, 0 to 100) from which a statement counts as a revision of another in the same place."""


@dataclass(frozen=True, slots=True)
class Believed:
    """A claim and where it stands. ``quotes`` are the hashes of its quotes, ``paragraphs`` the ids of those that they stand in.

    ``texts`` are the hashes of these paragraphs, so that text is known again wherever it went.
    """

    claim_id: str
    document_id: str
    statement: str
    kind: str
    subject: str
    slot: str | None
    value: str | None
    quotes: tuple[str, ...]
    paragraphs: tuple[str, ...]
    texts: tuple[str, ...]
    valid_from: datetime.date | None = None
    valid_to: datetime.date | None = None
    accepted_by: str = "gate"
    occurrence: int = 0


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one claim: ``event`` is confirmed, moved, revised, retracted, asserted or unchanged.

    ``before`` is None for what is new, ``after`` None for what is gone. ``context`` says that the quote stands but its paragraph changed.
    """

    event: str
    before: Believed | None
    after: Believed | None
    reason: str
    context: bool = False
    by: str = RULES
    fingerprint: str | None = None


def reconcile(before: Sequence[Believed], after: Sequence[Believed], present: frozenset[str]) -> list[Verdict]:
    """Tell how one set of claims became another.

    Args:
        before: claims of the documents that changed or are gone, as they were.
        after: claims of these documents as they are now.
        present: ids of all current paragraphs of these documents.

    Returns:
        A verdict for each dirty claim and each claim that is new; none for claims that stand in the same words.
    """
    old, new = _by_content(before), _by_content(after)
    verdicts: list[Verdict] = []
    for claim_id in sorted(old.keys() & new.keys()):
        verdicts += _same(old[claim_id], new[claim_id], present)
    gone = [old[claim_id] for claim_id in sorted(old.keys() - new.keys())]
    fresh = [new[claim_id] for claim_id in sorted(new.keys() - old.keys())]
    pairs = _successors(gone, fresh)
    taken = {successor.claim_id for successor in pairs.values()}
    told = {(claim.document_id, claim.quotes[0]) for claim in after}
    verdicts += [_changed(claim, pairs.get(claim.claim_id), told) for claim in gone]
    verdicts += [Verdict("asserted", None, claim, "stated by its source") for claim in fresh if claim.claim_id not in taken]
    return verdicts


def dirty(claim: Believed, present: frozenset[str]) -> bool:
    """Whether one of its quotes stands in no current paragraph."""
    return not present.issuperset(claim.paragraphs)


def _by_content(claims: Sequence[Believed]) -> dict[str, Believed]:
    return {claim.claim_id: claim for claim in claims}


def _same(old: Believed, new: Believed, present: frozenset[str]) -> list[Verdict]:
    """A claim that is still made in the same words of the same quotes."""
    if not dirty(old, present) or old.texts == new.texts:
        return []
    return [Verdict("confirmed", old, new, "the quote stands; its paragraph changed", context=True)]


def _changed(old: Believed, new: Believed | None, told: Collection[tuple[str, str]]) -> Verdict:
    """What became of a claim that is made no more; ``told`` are the documents and principal quotes of all that is believed now."""
    if new is None:
        twin = (old.document_id, old.quotes[0]) in told
        return Verdict("retracted", old, None, "one of the places that state it is gone" if twin else "its document states it no more")
    if old.quotes == new.quotes and old.document_id != new.document_id:
        return Verdict("moved", old, new, "its text stands in another document")
    if old.quotes == new.quotes and old.statement == new.statement:
        return Verdict("moved", old, new, "its text stands elsewhere in the document")
    if old.quotes == new.quotes:
        return Verdict("revised", old, new, "the quote stands; what names its subject changed", context=True)
    if old.quotes[0] == new.quotes[0] and old.document_id != new.document_id:
        return Verdict("revised", old, new, "its sentence stands in another document; what is quoted with it changed")
    return Verdict("revised", old, new, "its text changed")


def _successors(gone: Sequence[Believed], fresh: Sequence[Believed]) -> dict[str, Believed]:
    """Pairs of old and new claims by the id of the old one, the surest first.

    They have the same quotes, the same main one, the same slot, the same main quote in another document, or the nearest words.
    """
    pairs: dict[str, Believed] = {}
    for key in (_quoted_alike, _quotes_same_sentence, _fills_same_slot, _says_the_same):
        _pair_by_key(gone, fresh, key, pairs)
    _pair_by_words(gone, fresh, pairs)
    return pairs


Key = tuple[str | None, ...]
KeyOf = Callable[[Believed], Key | None]


def _quoted_alike(claim: Believed) -> Key | None:
    return (*claim.quotes, claim.kind, claim.slot)


def _quotes_same_sentence(claim: Believed) -> Key | None:
    """What a sentence leans on changed, not the sentence: it is stated with other words before or behind it."""
    return claim.document_id, claim.quotes[0], claim.kind, claim.value


def _says_the_same(claim: Believed) -> Key | None:
    """A sentence that went to another document, where other words stand before or behind it (``**Data**``, now a heading)."""
    return claim.quotes[0], claim.kind, claim.value


def _fills_same_slot(claim: Believed) -> Key | None:
    return (claim.document_id, claim.kind, claim.subject, claim.slot) if claim.slot else None


def _pair_by_key(gone: Sequence[Believed], fresh: Sequence[Believed], key: KeyOf, pairs: dict[str, Believed]) -> None:
    """Pair what has the same key, the same statement first, then the same document, then in the order of ids, as long as both sides last.

    A statement names its edition, so that claims of an edition follow it when another one takes its file.
    """
    taken = {claim.claim_id for claim in pairs.values()}
    waiting: dict[Key, list[Believed]] = defaultdict(list)
    for claim in fresh:
        if claim.claim_id not in taken and (found := key(claim)):
            waiting[found].append(claim)
    for claim in gone:
        if claim.claim_id in pairs or not (candidates := waiting.get(key(claim) or ())):
            continue
        near = min(candidates, key=lambda each: (each.statement != claim.statement, each.document_id != claim.document_id))
        candidates.remove(near)
        pairs[claim.claim_id] = near


def _pair_by_words(gone: Sequence[Believed], fresh: Sequence[Believed], pairs: dict[str, Believed]) -> None:
    """Pair the rest within a document and a kind by similarity of words, the most similar first; the same subject counts first."""
    taken = {claim.claim_id for claim in pairs.values()}
    rivals: Mapping[tuple[str, str], list[Believed]] = defaultdict(list)
    for claim in fresh:
        if claim.claim_id not in taken:
            rivals[claim.document_id, claim.kind].append(claim)
    scored: list[tuple[bool, float, str, str]] = []
    for claim in gone:
        candidates = rivals.get((claim.document_id, claim.kind), [])
        if claim.claim_id in pairs or not candidates:
            continue
        words = [each.statement for each in candidates]
        found = process.extract(claim.statement, words, scorer=fuzz.token_sort_ratio, score_cutoff=ALIKE, limit=8)
        for _, score, place in found:
            scored.append((candidates[place].subject != claim.subject, -score, claim.claim_id, candidates[place].claim_id))
    by_id = {claim.claim_id: claim for claim in fresh}
    for _, _, old, new in sorted(scored):
        if old not in pairs and new not in taken:
            pairs[old] = by_id[new]
            taken.add(new)
