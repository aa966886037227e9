"""Page layout of plain text: what is content, and what repeats on every page.

row          a line of content with its indentation; tabs expanded
furniture    running headers and footers: lines at the edge of pages that recur there, their numbers varying
break        a place where a page ends; furniture and blank lines around it are replaced by one row that says so
chunk        rows with no blank line between them
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median
from typing import Final, NamedTuple

FORM_FEED: Final = "\x0c"
ZONE_LINES: Final = 3
_NUMBER: Final = re.compile(r"\d+|\b[ivxlc]+\b")
_DIGITS: Final = re.compile(r"\d+")
_GAP: Final = re.compile(r"\s{3,}")
_PAGE_NUMBER: Final = re.compile(r"\[Page \w+\]\s*$")


class Row(NamedTuple):
    """A line of content: its number, its indentation, and its text without the indentation. Blank rows have no text."""

    line: int
    indent: int
    text: str


class Chunk(NamedTuple):
    """Rows without a blank line between them; ``after_break`` where a page ends just before."""

    rows: list[Row]
    after_break: bool


class _Page(NamedTuple):
    start: int
    end: int


def chunks_of(texts: Sequence[str], skip: frozenset[int] = frozenset()) -> list[Chunk]:
    """The content of a document without page furniture, in chunks; ``skip`` are the numbers of lines to leave out."""
    pages = _pages(texts)
    furniture = _furniture(texts, pages)
    chunks: list[Chunk] = []
    for page in pages:
        content = [n for n in range(page.start, page.end) if n not in furniture and n + 1 not in skip]
        for position, rows in enumerate(_runs([_row(n, texts[n]) for n in content])):
            chunks.append(Chunk(rows, position == 0 and page.start > 0))
    return chunks


def _row(index: int, text: str) -> Row:
    if FORM_FEED in text:
        text = text.replace(FORM_FEED, " ")
    if "\t" in text:
        text = text.expandtabs()
    content = text.lstrip()
    return Row(index + 1, len(text) - len(content), content.rstrip())


def _runs(rows: Sequence[Row]) -> Iterator[list[Row]]:
    run: list[Row] = []
    for row in rows:
        if row.text:
            run.append(row)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _pages(texts: Sequence[str]) -> list[_Page]:
    """Ranges of line indexes. A form feed ends a page; where there is none, the lines that count pages do."""
    starts = [0]
    for index, text in enumerate(texts):
        if FORM_FEED in text:
            before, _, _ = text.partition(FORM_FEED)
            starts.append(index + 1 if before.strip() else index)
    if len(starts) == 1:
        starts.extend(_counting_lines(texts))
    starts.append(len(texts))
    return [_Page(start, end) for start, end in pairwise(starts) if end > start]


def _counting_lines(texts: Sequence[str]) -> list[int]:
    """Indexes just after lines that recur at page distance with a number that goes up by one each time."""
    alike: dict[str, list[int]] = {}
    for index, text in enumerate(texts):
        if text.strip() and len(text) < 200 and any(map(str.isdigit, text)) and _stands_apart(texts, index):
            alike.setdefault(_key(text), []).append(index)
    candidates = [indexes for indexes in alike.values() if len(indexes) >= 3 and _counts_pages(texts, indexes)]
    return [index + 1 for index in max(candidates, key=len, default=[])]


def _stands_apart(texts: Sequence[str], index: int) -> bool:
    return index == 0 or index + 1 >= len(texts) or not texts[index - 1].strip() or not texts[index + 1].strip()


def _counts_pages(texts: Sequence[str], indexes: Sequence[int]) -> bool:
    numbers = [int((_DIGITS.findall(texts[index]) or ["0"])[-1][:9]) for index in indexes]
    distances = [after - before for before, after in pairwise(indexes)]
    usual = median(distances)
    steps = sum(after - before == 1 for before, after in pairwise(numbers))
    regular = sum(abs(distance - usual) <= 6 for distance in distances)
    return 20 <= usual <= 120 and min(steps, regular) >= 0.7 * len(distances)


def _key(text: str) -> str:
    return _NUMBER.sub("#", " ".join(text.split()))


def _outer_key(text: str) -> tuple[str, str] | None:
    """What stands at the left and the right of a line of columns; the middle of a running header may vary."""
    columns = _GAP.split(text.strip())
    return (_key(columns[0]), _key(columns[-1])) if len(columns) > 1 else None


def _furniture(texts: Sequence[str], pages: Sequence[_Page]) -> set[int]:
    """Indexes of running headers and footers."""
    if len(pages) < 2:
        return set()
    heads = [_edge(texts, range(page.start, page.end)) for page in pages]
    feet = [_edge(texts, range(page.end - 1, page.start - 1, -1)) for page in pages]
    found = _recurring(texts, heads) | _recurring(texts, feet)
    if len(pages) < 4:
        found |= _lone_headers(heads[1:], texts)
    found |= _second_headers(texts, pages[1:], found)
    return found - {index for index in heads[0] if _may_be_title(texts[index])}


def _may_be_title(text: str) -> bool:
    """Whether a line at the top of the first page says something once, though later pages repeat it."""
    return not _GAP.search(text.strip()) and not any(map(str.isdigit, text))


def _edge(texts: Sequence[str], indexes: range) -> list[int]:
    """The first lines with text in the order given."""
    edge: list[int] = []
    for index in indexes:
        if texts[index].strip():
            edge.append(index)
            if len(edge) == ZONE_LINES:
                break
    return edge


def _recurring(texts: Sequence[str], edges: Sequence[Sequence[int]]) -> set[int]:
    """Edge lines that stand at the same place of the edge on two in five pages or more, counted from the outside."""
    keys: Counter[tuple[int, object]] = Counter()
    for edge in edges:
        for position, index in enumerate(edge):
            keys.update((position, key) for key in (_key(texts[index]), _outer_key(texts[index])) if key)
    enough = max(2, 0.4 * len(edges))
    found: set[int] = set()
    for edge in edges:
        for position, index in enumerate(edge):
            key, outer = _key(texts[index]), _outer_key(texts[index])
            if max(keys[position, key], keys[position, outer]) < enough and not _PAGE_NUMBER.search(texts[index]):
                break
            found.add(index)
    return found


def _lone_headers(heads: Sequence[Sequence[int]], texts: Sequence[str]) -> set[int]:
    """Lines of three columns at the top of pages, where there are too few pages for anything to recur."""
    tops = [head[0] for head in heads if head]
    return {index for index in tops if len(_GAP.split(texts[index].strip())) == 3 and _stands_apart(texts, index)}


def _second_headers(texts: Sequence[str], pages: Sequence[_Page], found: set[int]) -> set[int]:
    """One or two lines between the running header and a blank line, if most pages have them: the current section."""
    tops = [found.intersection(range(page.start, min(page.start + 9, page.end))) for page in pages]
    headers = [max(top) for top in tops if top]
    below = [_lines_until_blank(texts, index + 1) for index in headers]
    named = [lines for lines in below if 1 <= len(lines) <= 2]
    return {n for lines in named for n in lines} if len(named) >= max(4, 0.6 * len(headers)) else set()


def _lines_until_blank(texts: Sequence[str], start: int) -> list[int]:
    end = start
    while end < len(texts) and end < start + ZONE_LINES and texts[end].strip():
        end += 1
    return list(range(start, end))
