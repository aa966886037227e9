"""The pages of changes: what the editions of each family changed, the most important of it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from lineproof.wiki.choice import choose
from lineproof.wiki.layout import chunks
from lineproof.wiki.material import Material
from lineproof.wiki.outline import Block
from lineproof.wiki.pages import Draft
from lineproof.wiki.scale import Scale
from lineproof.wiki.stated import Stated
from lineproof.wiki.wording import Wording, wording

FOR_EACH: Final = 900
"""Characters that the pages of changes have for a family."""
ROOT: Final = "changes"


def histories(found: Sequence[Stated], language: str, material: Material, scale: Scale) -> list[Draft]:
    """One page of changes; where it would be too large, a first page and the parts that it leads to. None if nothing changed."""
    words = wording(language)
    told = [Block(one.family.title, one.key, tuple(choose(one.changes, FOR_EACH, material))) for one in found if one.changes]
    blocks = [block for block in told if block.items]
    if not blocks:
        return []
    whole = Draft(ROOT, words.changes, words.changes, "changes", "", language)
    if sum(block.cost for block in blocks) <= scale.page:
        return [_filled(whole, blocks)]
    return [whole, *(_part(whole, chunk, words) for chunk in chunks(blocks, scale.page))]


def _part(whole: Draft, chunk: Sequence[Block], words: Wording) -> Draft:
    first, last = chunk[0].title, chunk[-1].title
    title = f"{whole.title}: {words.span.format(first=first, last=last)}"
    own = Draft(f"{ROOT} {chunk[0].key}", first, title, "changes", "", whole.language, part_of=ROOT)
    return _filled(own, chunk)


def _filled(draft: Draft, blocks: Sequence[Block]) -> Draft:
    documents = sorted({fact.document_id for block in blocks for item in block.items for fact in item.facts})
    return replace(draft, blocks=tuple(blocks), documents=tuple(documents), description=", ".join(block.title for block in blocks[:3]))
