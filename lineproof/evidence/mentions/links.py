"""Links: where a hyperlink points, as keys to look up.

address    a path in the corpus as a key: `path:guide/leave.md`; the suffix and a closing `index` do not matter
anchor     the part after `#`: a heading of the target
"""

import posixpath
import re
import unicodedata
from collections.abc import Sequence
from urllib.parse import unquote, urlsplit

from lineproof.evidence.mentions.identifiers import IDENTIFIER, shorter
from lineproof.evidence.mentions.model import Token
from lineproof.evidence.mentions.references import link_token
from lineproof.sources.model import Link

_EXTERNAL = re.compile(r"^(?:[a-z][a-z0-9+.-]*:|//)", re.IGNORECASE)
_TEMPLATE = re.compile(r"^\{\{\s*(?:[\w.]*(?:baseurl|url|root)[\w.]*|[\"'](?P<quoted>[^\"']*)[\"'](?:\s*\|[^}]*)?)\s*\}\}/?")
_SUFFIX = re.compile(r"\.[A-Za-z]\w{1,7}$")
_BLANKS = re.compile(r"\s+")
_INDEX = re.compile(r"(?:^|/)(?:index|readme)$", re.IGNORECASE)


def link_tokens(text: str, links: Sequence[Link], path: str) -> list[Token]:
    """The links of a paragraph as tokens, each at its place in the normalised text."""
    tokens = []
    position = 0
    for link in links:
        start, end = _place(text, link, position)
        position = max(position, end)
        names, anchor = link_names(link.target, path)
        nature = "specific" if names or anchor else "external"
        if start < end:
            keys = names if nature == "specific" else (*_shown(link), f"url:{link.target}")
            tokens.append(link_token(start, end, keys, anchor, nature, _shown(link)))
    return tokens


def link_names(target: str, path: str) -> tuple[tuple[str, ...], str | None]:
    """Keys of the document that a link target names, seen from a document's path, and the anchor.

    Both are empty where the target lies outside of the corpus; only the names are where it is an anchor of the same document.
    """
    target = _TEMPLATE.sub(lambda found: found["quoted"] or "/", target.strip())
    if _EXTERNAL.match(target) or not target:
        return (), None
    parts = urlsplit(target.replace("\\", "/"))
    anchor = unquote(parts.fragment) or None
    if not parts.path:
        return (), anchor
    place = unicodedata.normalize("NFC", unquote(parts.path))
    found = [posixpath.normpath(posixpath.join("/" if place.startswith("/") else posixpath.dirname(path), place)).lstrip("/")]
    if not _SUFFIX.search(place):
        found += _as_site(place, path)
    inside = [address for address in found if not address.startswith("..")]
    keys = [f"path:{key}" for address in inside for key in (address, bare_path(address))]
    return tuple(dict.fromkeys(keys)), anchor if keys else None


def _as_site(place: str, path: str) -> list[str]:
    """Other readings of an address without suffix, as a site serves pages: each in a folder of its own, and by its name alone."""
    below = [] if place.startswith("/") else [posixpath.normpath(posixpath.join(bare_path(path), place))]
    tail = "/".join(part for part in place.split("/") if part not in ("", ".", ".."))
    return [*below, f"~{tail}"] if tail else below


def bare_path(path: str) -> str:
    """A path without its suffix and without a closing `index` or `readme`."""
    stem = _SUFFIX.sub("", path)
    return _INDEX.sub("", stem) or "."


def tails(path: str) -> list[str]:
    """The ends of a document's path by which a site may serve it: `~leave`, `~travel/leave`."""
    parts = bare_path(path).split("/")
    return ["~" + "/".join(parts[start:]) for start in range(len(parts))]


def _shown(link: Link) -> tuple[str, ...]:
    """What the shown words name by themselves: a page of the corpus may be linked where it is published, or be another than the target."""
    shown = IDENTIFIER.fullmatch(link.text.strip())
    return tuple(shorter(shown["identifier"])) if shown else ()


def _place(text: str, link: Link, position: int) -> tuple[int, int]:
    """Where a link stands: with its markup where the text has it, else its shown words."""
    shown = " ".join(unicodedata.normalize("NFC", link.text).split())
    target = unicodedata.normalize("NFC", link.target)
    if inline := _inline(text, target, position):
        return inline
    for before, after in ((f"[{shown}][", "]"), (f"`{shown} <", "`_"), (f"<{target}", ">")):
        start = text.find(before, position)
        if start >= 0:
            end = text.find(after, start + len(before))
            return start, (end + len(after) if end >= 0 else start + len(before))
    start = text.find(shown, position) if shown else -1
    return (start, start + len(shown)) if start >= 0 else (position, position)


def _inline(text: str, target: str, position: int) -> tuple[int, int] | None:
    """A link `[words](target)`, whatever markup its words have; blanks in the target do not count."""
    wanted = _BLANKS.sub("", unquote(target))
    middle = text.find("](", position)
    while middle >= 0:
        rest = text[middle + 2 : middle + 2 + 3 * len(target) + 20]
        if _BLANKS.sub("", unquote(rest)).lstrip("<").startswith(wanted):
            end = text.find(")", middle + 2 + _reach(rest, wanted))
            return _opening(text, middle, position), (end + 1 if end >= 0 else len(text))
        middle = text.find("](", middle + 2)
    return None


def _reach(rest: str, wanted: str) -> int:
    """How many characters of the text the target takes up; fewer where it is percent-encoded, which a closing bracket settles."""
    blanks = len(_BLANKS.findall(rest[: len(wanted)]))
    return max(0, min(len(rest), len(wanted) + blanks) - 1)


def _opening(text: str, middle: int, position: int) -> int:
    """The bracket that opens the words of a link which end at ``middle``; an image in them has brackets of its own."""
    depth = 0
    for place in range(middle, position - 1, -1):
        depth += (text[place] == "]") - (text[place] == "[")
        if depth == 0:
            return place - 1 if text[place - 1 : place] == "!" else place
    return position
