"""Metadata at the head of a document, as fields.

front matter     YAML between two lines of three dashes
centred block    lines in the middle of a page, below its title, of which some are ``Name: value`` with a name that is known
mail header      ``Name: value`` lines at the top, continued on indented lines, up to the first blank line (RFC 822)
document header  the block above the title of an RFC: fields on the left, authors and the date on the right

Values stay as written: no number or date is interpreted, and comma lists stay one value; only a list in YAML yields one
field an element.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from lineproof.sources.layout import Chunk, Row
from lineproof.sources.model import Block, Field, Fragment, Parsed

if TYPE_CHECKING:
    import yaml

MAX_FIELDS: Final = 1000
MAX_NESTING: Final = 4
RIGHT_COLUMN: Final = 24
CENTRED_INDENT: Final = 10
HEAD_CHUNKS: Final = 6

_ENTRY: Final = re.compile(r"([^\W\d_][\w .&/'()-]{0,39}?)\s*:(?:\s+(.*))?$")
_LIST_ITEM: Final = re.compile(r"\s*-\s+(.*)$")
_LONE_ENTRIES: Final = frozenset({"title", "subject", "identifier", "form", "edition", "effective", "status", "from"})
_CENTRED_ENTRIES: Final = _LONE_ENTRIES | {
    "supersedes", "superseded_by", "replaces", "replaced_by", "amends", "amended_by", "attaches_to", "attached_to",
    "requires", "required_by", "state", "date",
}  # fmt: skip
_DOCUMENT_HEADER: Final = re.compile(
    r"(?:Request for Comments|Internet[- ]Draft|Obsoletes|Updates|Replaces|Category|Intended Status)\s*:"
    r"|(?:RFC|Request for Comments)\s*[#:]?\s*#?\s*\d+(?:\s{3,}\S.*)?$|Internet[- ]Draft\b",
    re.IGNORECASE,
)
_NUMBERED_ENTRY: Final = re.compile(r"((?:[^\W\d_]+\s+){0,3}?[^\W\d_]+)\s*#\s*(\d.*)$|(Request for Comments)\s+(\d.*)$", re.IGNORECASE)
_KEY: Final = re.compile(r"([^\W\d_][\w .&/'-]{0,39}?)\s*:\s*(.*)$")
_SHOWN: Final = re.compile(r"[\s:]*(?P<name>[^\s:][^:]{0,60}?)\s*:(?=\s)")
_GAP: Final = re.compile(r"\s{3,}")
_MONTHS: Final = "January|February|March|April|May|June|July|August|September|October|November|December"
_DATE: Final = re.compile(rf"(?:\d{{1,2}}\s+)?(?:{_MONTHS})\s+(?:\d{{1,2}},\s*)?\d{{4}}", re.IGNORECASE)
_AUTHOR: Final = re.compile(r"(?:[A-Z]\.[ -]?)+[^\W\d_]")


class Head(NamedTuple):
    """The fields found at the top, and how many lines they take."""

    fields: list[Field]
    lines: int


def field_blocks(fields: Sequence[Field], texts: Sequence[str]) -> list[Block]:
    """The lines on which fields begin, as blocks of the kind ``field``, so that what metadata states can be quoted.

    A line that does not show the name of its field (an element of a list, an attribute of HTML) is left out; but a date in a column of
    its own, as at the right of an RFC's head, says what it is by itself.
    """
    blocks: dict[tuple[int, int], Block] = {}
    for field in fields:
        text = texts[field.line - 1] if field.line <= len(texts) else ""
        if span := _shown(field, text) or _date_alone(field, text):
            blocks.setdefault((field.line, span[0]), Block("field", (Fragment(field.line, text[slice(*span)].strip()),)))
    return [blocks[place] for place in sorted(blocks)]


def _shown(field: Field, text: str) -> tuple[int, int] | None:
    """Where a line shows a field with its name, without the column beside it."""
    shown = _SHOWN.match(text)
    if not shown or field_name(shown["name"]) != field.name:
        return None
    gap = _GAP.search(text, shown.end() + 1)
    return shown.start("name"), gap.start() if gap else len(text)


def _date_alone(field: Field, text: str) -> tuple[int, int] | None:
    """Where a date stands alone in the last column of a line."""
    gaps = list(_GAP.finditer(text.rstrip()))
    alone = field.name == "date" and gaps and text[gaps[-1].end() :].strip() == field.value
    return (gaps[-1].end(), len(text)) if alone else None


def quotable_fields(parsed: Parsed, texts: Sequence[str]) -> list[Block]:
    """The field blocks of a document; none in a conversation, where a line of JSON says nothing in words of its own."""
    return [] if parsed.format == "conversation" else field_blocks(parsed.fields, texts)


def field_name(name: str) -> str:
    """A name in lower case with underscores."""
    return re.sub(r"\W+", "_", name.strip().lower()).strip("_")


def read_head(texts: Sequence[str]) -> Head:
    """Front matter or a mail header at the top of a document; no fields and no lines where there is neither."""
    if texts and texts[0].rstrip() == "---":
        return _front_matter(texts)
    return _mail_header(texts)


def _front_matter(texts: Sequence[str]) -> Head:
    end = next((n for n in range(1, len(texts)) if texts[n].rstrip() in ("---", "...")), None)
    if end is None:
        return Head([], 0)
    body = texts[1:end]
    fields = _yaml_fields(body)
    return Head(_plain_fields(body) if fields is None else fields, end + 1)


def _yaml_fields(body: Sequence[str]) -> list[Field] | None:
    """The fields of a YAML mapping; none if it is not one. Its nodes are read as written, not turned into values."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        node = yaml.compose("\n".join(body), Loader=loader)
    except (yaml.YAMLError, RecursionError, ValueError):
        return None
    if not isinstance(node, yaml.MappingNode):
        return None
    fields: list[Field] = []
    for field in _node_fields("", node, 0):
        fields.append(field)
        if len(fields) == MAX_FIELDS:
            break
    return fields


def _node_fields(name: str, node: "yaml.Node", depth: int) -> Iterator[Field]:
    """Fields of a YAML node, nested names joined; bounded, since an alias may make a node contain itself."""
    import yaml

    if isinstance(node, yaml.ScalarNode):
        if node.value.strip() and not node.tag.endswith(":null"):
            yield Field(name, node.value.strip(), node.start_mark.line + 2)
    elif depth < MAX_NESTING and isinstance(node, yaml.SequenceNode):
        for element in node.value:
            yield from _node_fields(name, element, depth + 1)
    elif depth < MAX_NESTING and isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if isinstance(key, yaml.ScalarNode):
                yield from _node_fields(field_name(f"{name} {key.value}"), value, depth + 1)


def _plain_fields(body: Sequence[str]) -> list[Field]:
    """Front matter that is no valid YAML, line by line: ``name: value``, list items and indented continuations."""
    fields: list[Field] = []
    name = ""
    for number, text in enumerate(body, 2):
        if entry := None if text[:1].isspace() else _ENTRY.match(text):
            name = field_name(entry[1])
            if value := _unquoted(entry[2]):
                fields.append(Field(name, value, number))
        elif name and (item := _LIST_ITEM.match(text)):
            fields.append(Field(name, _unquoted(item[1]), number))
        elif text.strip() and fields and fields[-1].name == name and text[:1].isspace():
            fields[-1] = Field(name, f"{fields[-1].value} {text.strip()}", fields[-1].line)
    return fields


def _unquoted(value: str | None) -> str:
    value = (value or "").strip()
    if len(value) >= 2 and value[0] == value[-1] and value[0] in "\"'":
        return value[1:-1]
    return value


def _mail_header(texts: Sequence[str]) -> Head:
    fields: list[Field] = []
    start = next((n for n, text in enumerate(texts) if text.strip()), 0)
    end = start
    while end < len(texts) and texts[end].strip():
        text = texts[end]
        if text[0] in " \t" and fields:
            fields[-1] = Field(fields[-1].name, f"{fields[-1].value} {text.strip()}".strip(), fields[-1].line)
        elif (entry := _ENTRY.match(text)) and entry[1].count(" ") <= 3:
            fields.append(Field(field_name(entry[1]), (entry[2] or "").strip(), end + 1))
        else:
            return Head([], 0)
        end += 1
    fields = [field for field in fields if field.value]
    if len(fields) >= 2 or any(field.name in _LONE_ENTRIES for field in fields):
        return Head(fields, end)
    return Head([], 0)


def centred_fields(chunks: Sequence[Chunk]) -> list[Field]:
    """The entries among the centred lines at the top of a text, below its title."""
    rows = [row for chunk in chunks[:HEAD_CHUNKS] if _is_centred_block(chunk.rows) for row in chunk.rows]
    entries = [(row.line, entry) for row in rows if (entry := _ENTRY.match(row.text))]
    known = ((line, field_name(entry[1]), (entry[2] or "").strip()) for line, entry in entries)
    return [Field(name, value, line) for line, name, value in known if value and name in _CENTRED_ENTRIES]


def _is_centred_block(rows: Sequence[Row]) -> bool:
    """Whether all rows stand far from the margin, about one middle."""
    middles = [row.indent + len(row.text) / 2 for row in rows]
    return min(row.indent for row in rows) >= CENTRED_INDENT and max(middles) - min(middles) <= 1


class DocumentHeader(NamedTuple):
    """Fields of the block above an RFC's title, and the range of chunks that it takes."""

    fields: list[Field]
    start: int
    end: int


def document_header(chunks: Sequence[Chunk]) -> DocumentHeader | None:
    """Find the block in the first pages of a text; it may stand after a cover page or a table of contents."""
    for start, chunk in enumerate(chunks[:80]):
        if not _is_document_header(chunk.rows):
            continue
        end = start + 1
        while end < len(chunks) and _is_document_header(chunks[end].rows):
            end += 1
        fields = [field for block in chunks[start:end] for field in _column_fields(block.rows)]
        if fields:
            return DocumentHeader(fields, start, end)
    return None


def _is_document_header(rows: Sequence[Row]) -> bool:
    if len(rows) > 25:
        return False
    return any(_DOCUMENT_HEADER.match(side) for row in rows for side in _columns(row) if row.indent < 10)


def _column_fields(rows: Sequence[Row]) -> list[Field]:
    fields: list[Field] = []
    right: list[Field] = []
    key_indent = -1
    for row in rows:
        left, aside = _columns(row)
        right.extend(_aside_fields(aside, row.line))
        entry = _entry(left)
        if left and key_indent >= 0 and row.indent >= key_indent + (4 if entry else 1):
            fields[-1] = Field(fields[-1].name, f"{fields[-1].value} {left}".strip(), fields[-1].line)
        elif entry:
            fields.append(Field(field_name(entry[0]), entry[1], row.line))
            key_indent = row.indent
        elif left:
            key_indent = -1
    return [field for field in fields if field.value] + right


def _columns(row: Row) -> tuple[str, str]:
    """What stands on the left, and what stands on the right."""
    if row.indent >= RIGHT_COLUMN:
        return "", row.text
    gaps = [gap for gap in _GAP.finditer(row.text) if row.indent + gap.end() >= RIGHT_COLUMN]
    if not gaps:
        return row.text, ""
    return row.text[: gaps[0].start()], row.text[gaps[0].end() :]


def _entry(text: str) -> tuple[str, str] | None:
    if numbered := _NUMBERED_ENTRY.match(text):
        return numbered[1] or numbered[3], numbered[2] or numbered[4]
    entry = _KEY.match(text)
    return (entry[1], entry[2].strip()) if entry else None


def _aside_fields(aside: str, line: int) -> list[Field]:
    if date := _DATE.search(aside):
        return [Field("date", date[0], line)]
    if _DOCUMENT_HEADER.match(aside) and (entry := _entry(aside)):
        return [Field(field_name(entry[0]), entry[1], line)]
    return [Field("author", aside, line)] if _AUTHOR.match(aside) else []
