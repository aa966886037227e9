"""reStructuredText to blocks, by way of docutils; directives that would read other files or pass raw markup are off.

raw lines    the lines of an element as they stand in the source; they are looked up there, near the line that docutils
             names, since that is the first, the last or the next line depending on the element
name         what an internal reference uses; explicit targets (``.. _name:``) become anchors of what follows
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from docutils import nodes
from docutils.frontend import Values, get_default_settings
from docutils.parsers.rst import Parser, roles
from docutils.utils import new_document

from lineproof.sources.fields import Head, field_name, read_head
from lineproof.sources.layout import Row
from lineproof.sources.model import Block, Field, Fragment, Kind, Link, Parsed
from lineproof.sources.text import body_blocks

LONGEST_LINE: Final = 10_000  # the limit of docutils, beyond which it parses nothing

_ERROR: Final = 3
_ROLE: Final = re.compile(r":(?:\w+:)?(ref|doc|any|numref|download):`(?:([^`<]*?)\s*<)?([^`<>]+)>?`")
_LIST_MARK: Final = re.compile(r"\(?(?:#|\w{1,5})[.)]\s*$")
_TEXT_ELEMENTS: Final = (nodes.paragraph, nodes.term, nodes.rubric, nodes.caption, nodes.attribution, nodes.line)
_LITERALS: Final = (nodes.literal_block, nodes.doctest_block, nodes.math_block)
_SKIPPED: Final = (nodes.comment, nodes.substitution_definition, nodes.label, nodes.raw, nodes.classifier)


def parse_restructuredtext(texts: Sequence[str]) -> Parsed:
    """Fields (the field list or header at the top) and blocks of a reStructuredText document.

    Raises:
        ValueError: a line is so long that docutils would take quadratic time.
    """
    if max(map(len, texts), default=0) > LONGEST_LINE:
        raise ValueError(f"a line of more than {LONGEST_LINE} characters")
    head = read_head(texts)
    document = _parsed([""] * head.lines + list(texts[head.lines :]))
    reader = _Reader(texts, document, head)
    blocks = tuple(block for block in reader.blocks(document, 0) if block.fragments)
    return Parsed("restructuredtext", (*head.fields, *reader.fields), blocks)


_LINE_ENDS = dict.fromkeys(map(ord, "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"), " ")
"""What ends a line for docutils but for no file."""


@cache
def _settings() -> Values:
    settings = get_default_settings(Parser)
    settings.file_insertion_enabled = False
    settings.raw_enabled = False
    settings.syntax_highlight = "none"
    settings.halt_level = settings.report_level = 6
    return settings


def _parsed(texts: Sequence[str]) -> nodes.document:
    """The document tree; roles that another document has defined are forgotten first, or order would matter."""
    roles._roles.clear()  # type: ignore[attr-defined]  # docutils has no other way
    document = new_document("document", _settings())
    Parser().parse("\n".join(text.translate(_LINE_ENDS) for text in texts), document)
    return document


class _Reader:
    """Turns the tree of one document into blocks."""

    def __init__(self, texts: Sequence[str], document: nodes.document, head: Head) -> None:
        self.fields: list[Field] = []
        self._texts = texts
        self._cursor = head.lines
        self._has_body = bool(head.fields)
        self._targets = dict(_named_targets(document))
        self._anchor: str | None = None

    def blocks(self, parent: nodes.Element, level: int) -> Iterator[Block]:
        """Blocks below an element; ``level`` is the number of sections around it."""
        for node in parent.children:
            if isinstance(node, nodes.Element) and not isinstance(node, _SKIPPED):
                yield from self._read(node, level)

    def _read(self, node: nodes.Element, level: int) -> Iterator[Block]:
        match node:
            case nodes.section():
                yield from self.blocks(node, level + 1)
            case nodes.title() | nodes.subtitle():
                yield self._text_block(node, "heading", max(level, 1))
            case nodes.target():
                self._note_target(node)
            case nodes.field_list() if not self._has_body:
                self.fields.extend(self._field(field) for field in node.children if isinstance(field, nodes.field))
            case nodes.list_item():
                yield from self._list_item(node, level)
            case nodes.row():
                yield self._table_row(node)
            case nodes.system_message():
                yield from self._unknown_directive(node)
            case _ if isinstance(node, _LITERALS):
                yield self._code(node)
            case _ if isinstance(node, _TEXT_ELEMENTS):
                yield self._text_block(node, "paragraph")
            case nodes.image():
                yield Block("paragraph", (), links=(Link(node.get("alt", ""), node["uri"], node.line or 1),))
            case _:
                yield from self.blocks(node, level)

    def _text_block(self, node: nodes.Element, kind: Kind, level: int = 0) -> Block:
        self._has_body = self._has_body or kind != "heading"
        fragments = tuple(Fragment(line, text) for line, text in self._locate(node) if text)
        anchor, self._anchor = self._anchor, None
        return Block(kind, fragments, level, tuple(self._links(node, fragments)), anchor)

    def _list_item(self, item: nodes.Element, level: int) -> Iterator[Block]:
        for position, block in enumerate(self.blocks(item, level)):
            first = position == 0 and block.kind == "paragraph" and block.fragments
            yield self._as_item(block, item) if first else block

    def _as_item(self, block: Block, item: nodes.Element) -> Block:
        block = replace(block, kind="list_item", level=_items_around(item))
        first = block.fragments[0]
        marker = self._texts[first.line - 1].partition(first.text)[0].strip()
        if not isinstance(item.parent, nodes.enumerated_list) or not _LIST_MARK.match(marker):
            return block
        if "#" in marker:
            marker = marker.replace("#", str(item.parent.get("start", 1) + item.parent.index(item)))
        return replace(block, fragments=(replace(first, text=f"{marker} {first.text}"), *block.fragments[1:]))

    def _table_row(self, row: nodes.Element) -> Block:
        """One block for the cells of a row, those on the same line put side by side."""
        cells = list(row.findall(nodes.paragraph))
        start, lines = self._cursor, dict[int, list[str]]()
        for cell in cells:
            self._cursor = start
            for line, text in self._locate(cell):
                lines.setdefault(line, []).append(text)
        fragments = tuple(Fragment(line, " | ".join(lines[line])) for line in sorted(lines))
        links = tuple(link for cell in cells for link in self._links(cell, fragments))
        return Block("table_row", fragments, links=links)

    def _code(self, node: nodes.Element) -> Block:
        self._has_body = True
        return Block("code", tuple(Fragment(line, text) for line, text in self._locate(node, node.astext())))

    def _unknown_directive(self, message: nodes.Element) -> Iterator[Block]:
        """The content of a directive that docutils does not know; without its own name and options."""
        literal = next(iter(message.findall(nodes.literal_block)), None)
        if literal is None or message.get("level", 0) < _ERROR:
            return
        located = self._locate(literal, literal.astext())[1:]
        run: list[Row] = []
        for line, text in [*located, (0, "")]:
            content = text.strip()
            if content and not content.startswith(":"):
                run.append(Row(line, len(text) - len(text.lstrip()), content))
            elif run:
                yield from body_blocks(run)
                run = []

    def _field(self, field: nodes.Element) -> Field:
        name, body = field.children[0], field.children[1]
        return Field(field_name(name.astext()), " ".join(body.astext().split()), field.line or 1)

    def _note_target(self, target: nodes.Element) -> None:
        if not target.get("refuri") and target.get("names"):
            self._anchor = target["names"][0]

    def _locate(self, node: nodes.Element, raw: str | None = None) -> list[tuple[int, str]]:
        """The physical lines of an element, with its text of each: the nearest place at which all of them stand."""
        lines = (raw if raw is not None else node.rawsource or node.astext()).split("\n")
        hint = (node.line or (node.parent.line if node.parent else None) or self._cursor + 1) - 1
        reach = len(lines) + 8
        for start in sorted(range(max(hint - reach, 0), hint + reach), key=lambda n: (n < self._cursor, abs(n - hint))):
            if self._stands_at(start, lines):
                self._cursor = start
                break
        else:
            start = min(hint, max(len(self._texts) - len(lines), 0))
        return [(start + n + 1, text) for n, text in enumerate(lines)]

    def _stands_at(self, start: int, lines: Sequence[str]) -> bool:
        if start + len(lines) > len(self._texts):
            return False
        return all(text.strip() in self._texts[start + n].expandtabs() for n, text in enumerate(lines))

    def _links(self, node: nodes.Element, fragments: Sequence[Fragment]) -> Iterator[Link]:
        for reference in node.findall(nodes.reference):
            target = reference.get("refuri") or self._targets.get(reference.get("refname", ""))
            if target:
                yield Link(reference.astext(), target, _line_of(reference.rawsource, fragments))
        for fragment in fragments:
            for role in _ROLE.finditer(fragment.text) if ":`" in fragment.text else ():
                target = role[3] if role[1] in ("doc", "download") else f"#{role[3]}"
                yield Link(role[2] or role[3], target, fragment.line)


def _named_targets(document: nodes.document) -> Iterator[tuple[str, str]]:
    """What each reference name points at: an address, or the anchor of a place in the document."""
    for node in document.findall(nodes.Element):
        if isinstance(node, (nodes.target, nodes.section)):
            anchor = next(iter(node.get("ids", ())), "")
            names: list[str] = node.get("names", [])
            yield from ((name, node.get("refuri") or f"#{anchor}") for name in names)


def _line_of(raw: str, fragments: Sequence[Fragment]) -> int:
    begin = raw.split("\n", 1)[0][:20]
    lines = [fragment.line for fragment in fragments if begin and begin in fragment.text]
    return lines[0] if lines else fragments[0].line if fragments else 1


def _items_around(item: nodes.Element) -> int:
    """How many list items one stands within."""
    count, around = 0, item.parent
    while around is not None:
        count += isinstance(around, nodes.list_item)
        around = around.parent
    return count
