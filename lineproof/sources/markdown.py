"""Markdown to blocks: CommonMark with tables, read by its block structure; inline markup stays in the text as written.

container    a quote, list or item around blocks; its markers are no part of the text, but for the number of an item
uncovered    a line that the parser shows nowhere: nested too deeply, or a footnote of one word; it becomes a paragraph
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import groupby, pairwise
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from lineproof.sources.fields import read_head
from lineproof.sources.layout import Row
from lineproof.sources.model import Block, Fragment, Kind, Link, Parsed
from lineproof.sources.text import body_blocks, opens_clause, opens_item

MAX_NESTING: Final = 60
MAX_BRACKETS: Final = 2000

_ANCHOR_SUFFIX: Final = re.compile(r"\s*\{#([\w.:-]+)\}\s*$")
_ANCHOR_TAG: Final = re.compile(r"""<a\s[^<>]*?\b(?:id|name)\s*=\s*["']?([^\s"'<>]+)""", re.IGNORECASE)
_LONE_ANCHOR: Final = re.compile(r"(?:\s*<a\s[^<>]*>\s*</a>)+\s*", re.IGNORECASE)
_LINK_TAG: Final = re.compile(r"""<a\s[^<>]*?\bhref\s*=\s*["']?([^\s"'<>]+)""", re.IGNORECASE)
_DEFINITION: Final = re.compile(r":[ \t]+(?=\S)")
_MAY_LINK: Final = re.compile(r"\]\(|\]\s*\[|<[a-z][a-z0-9+.-]*:|<a\s|<[^\s<>@]+@", re.IGNORECASE)
_REFERENCE: Final = re.compile(r"\s{0,3}\[[^\^\]][^\]]*\]:")
_TEMPLATE: Final = re.compile(r"\{\{[^{}\n]*\}\}")
_QUOTE_MARKS: Final = re.compile(r"[>\s]*")
_ONLY_MARKS: Final = re.compile(r"[\s>*+=_|:~`#-]*$")


def parse_markdown(texts: Sequence[str]) -> Parsed:
    """Fields and blocks of a Markdown document; the lines of the front matter are in no block."""
    head = read_head(texts)
    reader = _Reader(texts, head.lines)
    return Parsed("markdown", tuple(head.fields), tuple(reader.blocks()))


@cache
def _block_parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING}).enable(["table", "strikethrough"])
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser


@cache
def _inline_parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING}).enable("strikethrough")
    parser.normalizeLink = lambda url: url  # type: ignore[method-assign]  # targets stay as written
    return parser


class _Reader:
    """Turns the tokens of one document into blocks."""

    def __init__(self, texts: Sequence[str], start: int) -> None:
        self._texts = texts
        self._start = start
        self._environment: dict[str, Any] = {}
        self._item: str | None = None
        self._item_line = 0
        self._items = 0
        self._anchor: str | None = None

    def blocks(self) -> Iterator[Block]:
        tokens = _block_parser().parse("\n".join(self._texts[self._start :]), self._environment)
        reached = self._start
        for block, token in self._read(tokens):
            start, end = token.map or (0, 0)
            yield from self._uncovered(reached, self._start + start)
            reached = max(reached, self._start + end)
            if block.fragments:
                yield self._anchored(block)
        yield from self._uncovered(reached, len(self._texts))

    def _read(self, tokens: Sequence[Token]) -> Iterator[tuple[Block, Token]]:
        """Blocks in order, each with the token whose lines it takes; one without fragments only takes the lines."""
        position = 0
        while position < len(tokens):
            token = tokens[position]
            match token.type:
                case "list_item_open":
                    self._item = f"{token.info}{token.markup} " if token.info else ""
                    self._item_line = self._first_line(token)
                    self._items += 1
                case "list_item_close":
                    self._item = None
                    self._items -= 1
                case "heading_open":
                    yield self._text_block(tokens[position + 1], "heading", int(token.tag[1])), token
                case "paragraph_open":
                    for block in _clauses(self._paragraph(tokens[position + 1])):
                        yield block, token
                case "tr_open":
                    yield self._table_row(tokens, position), token
                case "fence" | "code_block":
                    for block in self._code(token):
                        yield block, token
                case "html_block":
                    for block in self._html(token):
                        yield block, token
                case "hr":
                    yield Block("paragraph", ()), token
            position += 1

    def _paragraph(self, inline: Token) -> Block:
        if _LONE_ANCHOR.fullmatch(inline.content) and (tag := _ANCHOR_TAG.search(inline.content)):
            self._anchor = tag[1]
            return Block("paragraph", ())
        marker, self._item = self._item, None
        kind: Kind = "paragraph" if marker is None else "list_item"
        level = 0 if marker is None else self._items - 1
        # A number alone on its line is no part of the line below it.
        return self._text_block(inline, kind, level, marker if marker and self._first_line(inline) == self._item_line else "")

    def _text_block(self, inline: Token, kind: Kind, level: int, marker: str = "") -> Block:
        """A block of the lines of an inline token, which has the markers of all containers taken off."""
        first = self._first_line(inline)
        lines = [
            _DEFINITION.sub("", text.strip(), count=1) if text.lstrip()[:1] == ":" else text.strip() for text in inline.content.split("\n")
        ]
        lines[0] = marker + lines[0]
        anchor = None
        if kind == "heading" and (suffix := _ANCHOR_SUFFIX.search(lines[-1])):
            anchor, lines[-1] = suffix[1], lines[-1][: suffix.start()]
        elif "<a" in inline.content and (tag := _ANCHOR_TAG.search(inline.content)):
            anchor = tag[1]
        fragments = tuple(Fragment(first + n, line) for n, line in enumerate(lines) if line)
        return Block(kind, fragments, level, self._links(inline.content, first), anchor)

    def _table_row(self, tokens: Sequence[Token], position: int) -> Block:
        cells: list[str] = []
        line = self._first_line(tokens[position])
        while tokens[position].type != "tr_close":
            if tokens[position].type == "inline":
                cells.append(tokens[position].content)
            position += 1
        text = " | ".join(cells)
        return Block("table_row", (Fragment(line, text),) if any(cells) else (), links=self._links(text, line))

    def _code(self, token: Token) -> Iterator[Block]:
        """A code block as it is, unless its indentation only makes a deeper list look like one."""
        first = self._first_line(token) + (token.type == "fence")
        lines = token.content.removesuffix("\n").split("\n")
        rows = [Row(first + n, len(line) - len(line.lstrip()), line.strip()) for n, line in enumerate(lines)]
        if token.type == "code_block" and rows[0].text and opens_item(rows[0].text):
            for is_text, run in groupby(rows, key=lambda row: bool(row.text)):
                yield from self._deeper(body_blocks(list(run))) if is_text else ()
        else:
            yield Block("code", tuple(Fragment(first + n, line) for n, line in enumerate(lines)) if any(lines) else ())

    def _deeper(self, blocks: Iterator[Block]) -> Iterator[Block]:
        """Blocks of a list that stands within the items that are open."""
        for block in blocks:
            yield replace(block, level=self._items) if block.kind == "list_item" else block

    def _html(self, token: Token) -> Iterator[Block]:
        from lineproof.sources.html import visible_blocks  # few documents hold raw HTML

        first = self._first_line(token)
        blocks = visible_blocks(token.content.split("\n"), first) if not _is_comment(token.content) else []
        if not blocks and (tag := _ANCHOR_TAG.search(token.content)):
            self._anchor = tag[1]
        yield from blocks or [Block("paragraph", ())]

    def _first_line(self, token: Token) -> int:
        return self._start + (token.map[0] if token.map else 0) + 1

    def _anchored(self, block: Block) -> Block:
        """The block with the anchor that stood alone above it."""
        anchor, self._anchor = self._anchor, None
        return replace(block, anchor=anchor) if anchor and not block.anchor else block

    def _uncovered(self, start: int, end: int) -> Iterator[Block]:
        """Paragraphs of lines that are in no block, but say something."""
        fragments: list[Fragment] = []
        for index in range(start, end):
            text = self._texts[index]
            if not _ONLY_MARKS.match(text) and not _REFERENCE.match(text):
                fragments.append(Fragment(index + 1, _QUOTE_MARKS.sub("", text, count=1).rstrip()))
            elif fragments:
                yield Block("paragraph", tuple(fragments))
                fragments = []
        if fragments:
            yield Block("paragraph", tuple(fragments))

    def _links(self, content: str, line: int) -> tuple[Link, ...]:
        may_refer = "[" in content and bool(self._environment.get("references"))
        if not (may_refer or _MAY_LINK.search(content)) or content.count("[") > MAX_BRACKETS:
            return ()
        if "{{" in content:  # site generators fill these in before Markdown is read, so blanks in them break no link
            content = _TEMPLATE.sub(lambda expression: "".join(expression[0].split()), content)
        inline = _inline_parser().parseInline(content, self._environment)[0]
        return tuple(_links_of(inline.children or [], line))


def _clauses(block: Block) -> Iterator[Block]:
    """The numbered clauses that stand line by line in one paragraph, each as a block of its own."""
    texts = [fragment.text for fragment in block.fragments]
    starts = [n for n in range(1, len(texts)) if opens_clause(texts[n], after=texts[n - 1])]
    for start, end in pairwise([0, *starts, len(texts)]) if starts else ():
        fragments = block.fragments[start:end]
        links = tuple(link for link in block.links if fragments[0].line <= link.line <= fragments[-1].line)
        yield replace(block, fragments=fragments, links=links, anchor=None if start else block.anchor)
    if not starts:
        yield block


def _is_comment(content: str) -> bool:
    content = content.strip()
    return content.startswith("<!--") and content.endswith("-->") and content.count("-->") == 1


def _links_of(tokens: Sequence[Token], line: int) -> Iterator[Link]:
    """The links and images among inline tokens, in the order in which they end."""
    target, text, begins = "", "", 0
    for token in tokens:
        if token.type in ("softbreak", "hardbreak"):
            line, text = line + 1, text + " "
        elif token.type == "link_open":
            target, text, begins = str(token.attrGet("href") or ""), "", line
        elif token.type == "html_inline" and (tag := _LINK_TAG.match(token.content)):
            target, text, begins = tag[1], "", line
        elif token.type == "image":
            yield Link(token.content, str(token.attrGet("src") or ""), line)
            text += token.content
        elif target and (token.type == "link_close" or token.content.lower() == "</a>"):
            yield Link(text.strip(), target, begins)
            target = ""
        elif token.type in ("text", "code_inline"):
            text += token.content
