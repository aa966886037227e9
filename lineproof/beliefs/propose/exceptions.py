"""Exceptions: sentences and items that release some from the rule before them, so that the rule alone would say too much.

label    the word that opens an exception (``Exception: the night shift.``)
exempt   a predicate that says of some that the rule before is not theirs, and no more (``Guests are not eligible.``)
allowed  a predicate that allows what the rule before speaks of (``First class is allowed for journeys of ...``)
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from lineproof.beliefs.model import Paragraph
from lineproof.beliefs.propose.blocks import is_item
from lineproof.beliefs.propose.heads import head_of
from lineproof.beliefs.propose.independence import JUNK, points_elsewhere
from lineproof.beliefs.propose.passages import Part, Passage
from lineproof.beliefs.propose.words import Words
from lineproof.evidence.names import stem

WORD: Final = re.compile(r"[^\W\d_]{3,}")
END: Final = re.compile(r"\s*[.!,;]")
MARKS: Final = "*_ "
COLON: Final = ":"


def excepts(said: str, before: str, words: Words) -> bool:
    """Whether a sentence excepts some from the rule of the sentence before it."""
    if words.excepting.match(said) or words.continuing.match(said):
        return True
    exempt = words.exempting.search(said)
    if exempt and END.match(said, exempt.end()):
        return True
    allowed = words.allowed.search(said)
    if not allowed or not words.modal.search(before) or words.negation.search(said) or words.dependent.search(said, 0, allowed.start()):
        return False
    return _shares(said[: allowed.start()], before, words)


def opens_exception(paragraph: Paragraph, words: Words) -> bool:
    """Whether a paragraph or list item opens with the label of an exception."""
    begin = head_of(paragraph).begin
    while begin < len(paragraph.text) and paragraph.text[begin] in MARKS:
        begin += 1
    return words.excepting.match(paragraph.text, begin) is not None


def exceptions_behind(paragraphs: Sequence[Paragraph], words: Words) -> dict[str, list[Paragraph]]:
    """The exceptions right behind each paragraph that has some, by its id: such paragraphs, and the items to which one leads."""
    found: dict[str, list[Paragraph]] = {}
    ruling: Paragraph | None = None
    for paragraph in paragraphs:
        held = found.get(ruling.paragraph_id, []) if ruling and ruling.section_id == paragraph.section_id else []
        listed = bool(held) and is_item(paragraph) and (is_item(held[-1]) or held[-1].text.rstrip(MARKS).endswith(COLON))
        same = ruling is not None and ruling.section_id == paragraph.section_id and ruling.kind == paragraph.kind
        takes_back = words.continuing.match(paragraph.text) and not is_item(paragraph)
        if ruling and (listed or (same and (takes_back or opens_exception(paragraph, words)))):
            found.setdefault(ruling.paragraph_id, []).append(paragraph)
        else:
            ruling = None if is_item(paragraph) else paragraph
    return found


def with_exceptions(passages: Iterator[Passage], exceptions: Sequence[Paragraph], words: Words) -> Iterator[Passage]:
    """Passages of a rule with the items that except some from it; none where those cannot be quoted."""
    if not exceptions:
        yield from passages
        return
    if exceptions[-1].text.rstrip(MARKS).endswith(COLON) or any(
        JUNK.search(one.text) or points_elsewhere(one.text, words) for one in exceptions
    ):
        return
    parts = tuple(Part(one, head_of(one).begin, len(one.text)) for one in exceptions)
    for passage in passages:
        yield replace(passage, following=(*passage.following, *parts))


def _shares(subject: str, before: str, words: Words) -> bool:
    """Whether a subject names something that the rule before speaks of."""
    return not _stems(subject, words).isdisjoint(_stems(before, words))


def _stems(text: str, words: Words) -> frozenset[str]:
    found = (word.lower() for word in WORD.findall(text))
    return frozenset(stem(word, words.language.code) for word in found if word not in words.empty)
