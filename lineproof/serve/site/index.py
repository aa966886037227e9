"""Index: what the search in the browser looks through, as scripts that a page can load from a folder on disk.

entry    a page (address, title, kind, description, topics) with its statements (anchor, text)
shard    a script that hands entries to the search; a large index is several of them
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from lineproof.serve.site.record import Record
from lineproof.serve.site.views import PageView

SHARD: Final = 800_000
"""Characters of a shard, more or less."""
MOST: Final = 4_000_000
"""Characters of the whole index, more or less: beyond it, statements at the end of each page are left out."""
TOPICS: Final = 12
"""Topics by which a page is found, those of most of its statements."""
_ESCAPED: Final = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"})

Entry = dict[str, Any]


def script(value: object) -> str:
    """A value as a literal of JavaScript that no text in it can end, wherever the literal stands."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPED)


def shards(views: Iterable[PageView], record: Record, most: int = MOST, size: int = SHARD) -> list[str]:
    """The scripts of the index, at least one."""
    entries = [_entry(view, record.concepts) for view in views if view.page.kind != "index"]
    whole = sum(len(text) for entry in entries for _, text in entry["lines"])
    if whole > most:
        entries = [_cut(entry, most / whole) for entry in entries]
    return [f"lineproofSearch.add({script(group)});\n" for group in _groups(entries, size)]


def _entry(view: PageView, concepts: Mapping[str, tuple[str, ...]]) -> Entry:
    about = Counter(name for sentence in view.page.sentences for claim in sentence.claim_ids for name in concepts.get(claim, ()))
    return {
        "to": view.address,
        "title": view.page.title,
        "kind": view.page.kind,
        "about": view.page.description,
        "topics": sorted(about, key=lambda name: (-about[name], name))[:TOPICS],
        "lines": [[sentence.position, sentence.text] for sentence in view.page.sentences],
    }


def _cut(entry: Entry, share: float) -> Entry:
    return {**entry, "lines": entry["lines"][: int(len(entry["lines"]) * share)]}


def _groups(entries: Iterable[Entry], size: int) -> Iterator[list[Entry]]:
    group: list[Entry] = []
    filled = 0
    for entry in entries:
        if group and filled > size:
            yield group
            group, filled = [], 0
        group.append(entry)
        filled += sum(len(text) for _, text in entry["lines"])
    yield group
