"""Description: title, identifier, edition, dates and names of a document, from metadata, else its title, else its path.

identifier   how the document is cited (`RFC 5321`, `EIP-1559`, `HO 04 90`), without its edition
edition      which of several documents of one identifier this is (`2026-01`)
names        further names: short titles, abbreviations, numbers under a category (`ERC-20`)
"""

import datetime
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from pathlib import PurePosixPath

from lineproof.evidence.dates import first_day, last_day
from lineproof.evidence.language import available, load
from lineproof.evidence.mentions.grammar import Grammar
from lineproof.evidence.mentions.identifiers import CODE_SHAPE, EDITION, canonical_edition, edition_of, split_edition
from lineproof.evidence.names import name_key
from lineproof.sources.fields import field_name
from lineproof.sources.model import Block, Field, Parsed

_STEM = re.compile(r"(?P<scheme>[A-Za-z]{2,12})(?P<joint>[-_ ]?)0*(?P<number>\d{1,6})")
_PARENTHESISED = re.compile(r"\((?P<short>[^()]{2,40})\)\s*$")
_EFFECTIVE = re.compile(
    r"(?:effective|in force|valid from|gültig ab|in kraft seit|vigente desde)\b[\s:]*(?:from\s+|date\s*:?\s*)?(?P<date>.+)", re.IGNORECASE
)
_EXPIRES = re.compile(
    r"(?:expires|(?:valid|in force|effective) until|(?:gültig|in kraft) bis|vigente hasta)\b[\s:]*(?:(?:on|zum)\s+)?(?P<date>.+)",
    re.IGNORECASE,
)
_VALID = re.compile(
    r"[*_]*(?:(?:these|this|diese[rs]?|este|esta)\s+(?:[\w-]+\s+){1,4})?(?:(?:is|are|ist|sind)\s+)?"
    r"(?:valid|in force|effective|applies|apply|gültig|gilt|gelten|vigente)\s+(?:from|vom|von|ab(?:\s+dem)?|desde(?:\s+el)?)\s+"
    r"(?P<first>.{4,40}?)\s+(?:to|until|through|bis(?:\s+zum)?|hasta(?:\s+el)?)\s+(?P<last>[^;:]{4,40}?)[.\s*_]*",
    re.IGNORECASE,
)
_FIELD = re.compile(r"[*_]*(?P<name>[^\W\d_][^:*]{0,30}?)[*_]*\s*:[*_]*\s+[*_]*(?P<value>\S.*)")
_NAMED_FIRST = re.compile(rf"(?:(?:form|formular|formulario|no\.|nr\.)\s+)?(?P<identifier>{CODE_SHAPE})(?!-\w)", re.IGNORECASE)
_NAME_ALONE = re.compile(rf"(?:[^\W\d_][^:]{{0,30}}:\s+)?{_NAMED_FIRST.pattern}(?:{EDITION.pattern})?", re.IGNORECASE)
_CHAPTER = re.compile(
    r"(?P<work>.+?)[\s,:–—-]+(?P<part>(?:chapter|part|volume|kapitel|teil|band|capítulo|parte)\s+(?:\d+|[IVX]+))\b", re.IGNORECASE
)
_NAMED_LAST = re.compile(rf"(?P<identifier>{CODE_SHAPE})(?:{EDITION.pattern})?\s*$", re.IGNORECASE)
HEAD = 8
SHORT = 100
LONGEST_TITLE = 200
_YEAR = re.compile(r"(?P<base>[^\d\s].*?)\s+(?P<year>(?:19|20)\d{2})")
_WORD_AND_YEAR = re.compile(r"[A-Za-z]?[a-z]+[-_ ]?(?:19|20)\d{2}")
_HEADLINE = re.compile(r"^(?:title|subject)\s*:\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Description:
    """What a document says of itself; ``names`` are further names by which it is cited."""

    title: str
    identifier: str | None
    edition: str | None
    effective: datetime.date | None
    status: str | None
    names: tuple[str, ...]
    addresses: tuple[str, ...]
    expires: datetime.date | None = None


def describe(path: str, parsed: Parsed, grammar: Grammar) -> Description:
    """Describe a document; whatever it does not state is None."""
    if parsed.format == "conversation":
        return _describe_session(path, parsed)
    fields = _by_meaning(parsed.fields, grammar)
    heading = _heading(parsed.blocks, level=1)
    title = _first(fields, "title") or _line_above(parsed) or heading or _heading(parsed.blocks) or PurePosixPath(path).stem
    head = _head(parsed.blocks)
    identifier, edition = _identify(path, title, fields, parsed)
    edition = canonical_edition(_first(fields, "edition") or "") or edition
    further = (*_series(parsed.fields, grammar), *filter(None, (_numbered_stem(path) if identifier is None else None,)))
    periods = [found for line in head if (found := _VALID.fullmatch(line))]
    dates = [
        *fields.get("effective", ()),
        *(period["first"] for period in periods),
        *(found["date"] for line in head if (found := _EFFECTIVE.match(line))),
        *_stated(head, "effective", grammar),
    ]
    statuses = _stated(head, "status", grammar)
    ends = [
        *fields.get("expires", ()),
        *(period["last"] for period in periods),
        *(found["date"] for line in head if (found := _EXPIRES.match(line))),
    ]
    return Description(
        title=title,
        identifier=identifier,
        edition=edition,
        effective=next((day for value in dates if (day := first_day(value))), None),
        status=next((value.strip(" *_.") for value in (*fields.get("status", ()), *statuses)), "").casefold() or None,
        names=tuple(dict.fromkeys((*_names(title, heading, _parts(parsed.blocks), identifier, fields), *further))),
        addresses=tuple(fields.get("addresses", ())),
        expires=next((day for value in ends if (day := last_day(value))), None),
    )


def _stated(head: Iterable[str], meaning: str, grammar: Grammar) -> list[str]:
    """What lines of the head state as fields of a meaning (``**Status:** withdrawn``)."""
    found = (_FIELD.fullmatch(line) for line in head)
    return [line["value"] for line in found if line and grammar.fields.get(field_name(line["name"])) == meaning]


def _describe_session(path: str, parsed: Parsed) -> Description:
    """Describe a session of a conversation: nothing that somebody says in it, nor a number in its path, is a name of it."""
    stated = {field.name: field.value for field in parsed.fields}
    title = stated.get("title") or PurePosixPath(path).stem
    return Description(title, None, None, first_day(stated.get("effective", "")), None, (), ())


def _by_meaning(fields: Sequence[Field], grammar: Grammar) -> dict[str, list[str]]:
    """Values of the fields under the meaning that the grammar gives them, the first words of the grammar first."""
    order = {name: position for position, name in enumerate(grammar.fields)}
    known = sorted((field for field in fields if field.name in order), key=lambda field: order[field.name])
    meanings: dict[str, list[str]] = {}
    for field in known:
        if value := " ".join(field.value.split()):
            meanings.setdefault(grammar.fields[field.name], []).append(value)
    return meanings


def _first(fields: dict[str, list[str]], meaning: str) -> str | None:
    return next(iter(fields.get(meaning, ())), None)


def _heading(blocks: Sequence[Block], level: int | None = None) -> str | None:
    """The first heading, or the first of a level."""
    found = next((block for block in blocks if block.kind == "heading" and level in (None, block.level)), None)
    return _line(found) if found else None


def _line(block: Block) -> str:
    """The text of a block as one line."""
    return " ".join(" ".join(fragment.text for fragment in block.fragments).split())


def _line_above(parsed: Parsed) -> str | None:
    """The line of a plain text between the header of the document and its first heading, which is its title."""
    kinds = [block.kind for block in parsed.blocks[:2]]
    if parsed.format != "text" or not parsed.fields or kinds != ["paragraph", "heading"] or _is_sentence(parsed.blocks[0]):
        return None
    line = _line(parsed.blocks[0])
    return line if len(line) <= LONGEST_TITLE else None


def _head(blocks: Sequence[Block]) -> list[str]:
    """The short lines at the head of a document, below its title and a chapter that it may name, but not below one of several sections."""
    lines: list[str] = []
    levels = [block.level for block in blocks if block.kind == "heading"]
    has_sections = len(levels) > 1 and levels.count(levels[1]) > 1
    most = 1 if has_sections and not _CHAPTER.match(", ".join(_parts(blocks))) else 2
    headings = 0
    for block in blocks[:HEAD]:
        headings += block.kind == "heading"
        if headings > most:
            break
        lines += [" ".join(fragment.text.split()) for fragment in block.fragments if len(fragment.text) <= SHORT]
    return lines


def _is_sentence(block: Block) -> bool:
    """Whether a block is prose, in which an identifier at the start of a line names some document, not this one."""
    return block.kind != "heading" and bool(block.fragments) and block.fragments[-1].text.rstrip(' *_"”)').endswith((".", "?", "!", ";"))


def _parts(blocks: Sequence[Block]) -> tuple[str, ...]:
    """The first two headings where they stand together at the top: a work, and the chapter of it that this document is."""
    texts = [_line(block) for block in blocks[:2] if block.kind == "heading"]
    return tuple(texts) if len(texts) == 2 else ()


def _naming_lines(parsed: Parsed) -> Iterator[str]:
    """The lines below the title, and above any other heading, list or table, in which a document may give its own name.

    They are the first one (`UG-07 Roof Eligibility`), and any other that is nothing but a name (`Form HO 04 90 (2026-01)`). In a plain
    text, lines in the middle of the page are read as code.
    """
    blocks = parsed.blocks[:HEAD]
    titled = bool(blocks) and blocks[0].kind == "heading"
    if titled:
        yield _line(blocks[0])
    kinds = ("paragraph", "code") if parsed.format == "text" else ("paragraph",)
    below = takewhile(lambda block: block.kind in kinds, blocks[titled:])
    lines = [" ".join(fragment.text.split()) for block in below if not _is_sentence(block) for fragment in block.fragments]
    yield from (line for place, line in enumerate(lines) if len(line) <= SHORT and (place == 0 or _NAME_ALONE.fullmatch(line)))


def _identify(path: str, title: str, fields: dict[str, list[str]], parsed: Parsed) -> tuple[str | None, str | None]:
    """Identifier and edition: of metadata, else of a file name that metadata confirms, else at the head of the title, else of the path.

    A word and a year (`rates-2024.md`) name a file, not its document, unless metadata confirm it or capitals tell a code (`EIP-2024.md`).
    """
    numbered = _numbered_stem(path)
    stated = _first(fields, "identifier")
    confirmed = numbered is not None and _confirmed(numbered, parsed.fields, stated)
    if numbered and not confirmed and _WORD_AND_YEAR.fullmatch(PurePosixPath(path).stem):
        numbered = None
    if stated and not stated.strip("#. ").isdigit() and (not numbered or re.search(r"\d", stated)):
        return _with_year(*split_edition(stated))
    if confirmed:
        return numbered, None
    for line in (_HEADLINE.sub("", title), *(() if numbered else _naming_lines(parsed))):
        if found := _NAMED_FIRST.match(line) or _named_last(line):
            edition = EDITION.match(line, found.end("identifier"))
            return found["identifier"], edition_of(edition) if edition else None
    return numbered, None


def _named_last(line: str) -> re.Match[str] | None:
    """An identifier that ends a title (`Dwelling Form HO 04 90 (2026-01)`), unless a small word ties it to what is written about it."""
    found = _NAMED_LAST.search(line)
    if not found or line.endswith((".", "!", "?", ";")):
        return None
    before = line[: found.start()].split()
    return None if before and before[-1].casefold().strip("(") in small_words() else found


def _confirmed(numbered: str, raw: Sequence[Field], stated: str | None) -> bool:
    """Whether metadata state the number in the name of a file, as the identifier or under the letters before it (`eip: 1559`)."""
    scheme, _, number = name_key(numbered).rpartition(" ")
    if stated is not None:
        return name_key(stated) == number
    return any(name_key(field.name) == scheme and name_key(field.value) == number for field in raw)


def _numbered_stem(path: str) -> str | None:
    found = _STEM.fullmatch(PurePosixPath(path).stem)
    if not found:
        return None
    joint = "-" if found["joint"] in ("-", "_") else " "
    return f"{found['scheme'].upper()}{joint}{found['number']}"


def _with_year(identifier: str, edition: str | None) -> tuple[str, str | None]:
    """An abbreviation that ends with a year (`VVG 2008`) is an identifier with its edition."""
    if edition is None and (found := _YEAR.fullmatch(identifier)) and not re.search(r"\d", found["base"]):
        return found["base"], found["year"]
    return identifier, edition


def _series(fields: Sequence[Field], grammar: Grammar) -> list[str]:
    """Numbers in other series (`STD: 66`), where the field is called like a known scheme."""
    return [f"{field.name.upper()} {field.value}" for field in fields if field.name in grammar.external_schemes and field.value.isdigit()]


def _names(title: str, heading: str | None, parts: Sequence[str], identifier: str | None, fields: dict[str, list[str]]) -> tuple[str, ...]:
    names = [*fields.get("aliases", ()), *fields.get("identifier", ())]
    for text in (title, heading):
        if text and (found := _PARENTHESISED.search(text)):
            names += [found["short"], text[: found.start()].strip()]
    if heading and heading != title:
        names.append(heading)
    for text in (title, heading, ", ".join(parts)):
        if text and (chapter := _CHAPTER.match(text)):
            names += [chapter["work"].strip(), f"{chapter['work'].strip()} {chapter['part']}"]
    number = name_key(identifier or "").rpartition(" ")[2]
    if number.isdigit():
        names += [f"{category} {number}" for category in fields.get("category", ()) if re.fullmatch(r"[A-Z]{2,8}", category)]
    return tuple(dict.fromkeys(name for name in names if len(name) > 1 and not name.isdigit()))


@lru_cache(maxsize=1)
def small_words() -> frozenset[str]:
    """Stop words of all languages: `on`, `to`, `zu`, `sobre`."""
    return frozenset().union(*(load(code).stop_words for code in available()))
