"""HTML to blocks: what a reader sees, with the source line of each piece of text.

holder    an element whose text is a block of its own: heading, paragraph, item, row, preformatted text, definition
divider   an element that only ends the text before it
hidden    script, style, template and whatever is marked as not shown; it is in no block

The parser of the standard library is used as it is, since it tells the line of every piece of text; a tree would not.
"""

import re
from collections.abc import Sequence
from html.parser import HTMLParser
from typing import Final

from lineproof.sources.fields import field_name
from lineproof.sources.model import Block, Field, Fragment, Kind, Link, Parsed

MAX_UNCLOSED: Final = 1000

_HEADINGS: Final = {f"h{level}": level for level in range(1, 7)}
_HOLDERS: Final[dict[str, Kind]] = {
    **dict.fromkeys(_HEADINGS, "heading"),
    "p": "paragraph",
    "li": "list_item",
    "tr": "table_row",
    "pre": "code",
    "dt": "paragraph",
    "dd": "paragraph",
    "caption": "paragraph",
    "figcaption": "paragraph",
    "summary": "paragraph",
}
_DIVIDERS: Final = frozenset(
    {
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "center",
        "details",
        "dialog",
        "div",
        "dl",
        "fieldset",
        "figure",
        "footer",
        "form",
        "header",
        "hgroup",
        "hr",
        "html",
        "main",
        "menu",
        "nav",
        "ol",
        "option",
        "section",
        "select",
        "table",
        "tbody",
        "tfoot",
        "thead",
        "ul",
    }
)
_HIDDEN: Final = frozenset({"script", "style", "template", "noscript"})
_VOID: Final = frozenset(
    {
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "source",
        "track",
        "wbr",
    }
)
_NOT_SHOWN: Final = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_BLANKS: Final = re.compile(r"[ \t\n\r\f]+")


def parse_html(texts: Sequence[str]) -> Parsed:
    """Fields (title and meta elements) and blocks of an HTML document.

    Raises:
        ValueError: it is no HTML, by the number of tags that do not end.
    """
    reader = _Reader(0)
    reader.read(texts)
    return Parsed("html", tuple(reader.fields), tuple(reader.blocks))


def visible_blocks(texts: Sequence[str], first_line: int) -> list[Block]:
    """The blocks of a piece of HTML that begins on a given line."""
    reader = _Reader(first_line - 1)
    reader.read(texts)
    return reader.blocks


class _Reader(HTMLParser):
    """Collects the text of one block after the other; an element left open ends with the next holder or divider."""

    def __init__(self, lines_before: int) -> None:
        super().__init__(convert_charrefs=True)
        self.fields: list[Field] = []
        self.blocks: list[Block] = []
        self._lines_before = lines_before
        self._lines: dict[int, str] = {}
        self._links: list[Link] = []
        self._kind: Kind = "paragraph"
        self._level = 0
        self._marker = ""
        self._anchor: str | None = None
        self._in_row = False
        self._title: list[str] | None = None
        self._hidden: tuple[str, int] | None = None
        self._link: Link | None = None
        self._counters: list[int | None] = []

    def read(self, texts: Sequence[str]) -> None:
        source = "\n".join(texts)
        if source.count("<") > 2 * source.count(">") + MAX_UNCLOSED:
            raise ValueError("too many tags without an end; the parser would take quadratic time")
        self.feed(source)
        self.close()
        self._finish()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if self._hidden:
            self._count_hidden(tag, 1)
        elif tag not in _VOID and (tag in _HIDDEN or _is_hidden(attributes)):
            self._hidden = (tag, 1)
        else:
            self._open(tag, attributes)

    def handle_endtag(self, tag: str) -> None:
        if self._hidden:
            self._count_hidden(tag, -1)
        elif tag == "title":
            self._finish_title()
        elif tag == "a":
            self._finish_link()
        elif (tag in _HOLDERS or tag in _DIVIDERS) and not (self._in_row and tag not in ("tr", "table")):
            self._finish()
            if tag in ("ol", "ul") and self._counters:
                self._counters.pop()

    def handle_data(self, data: str) -> None:
        if self._hidden:
            return
        if self._title is not None:
            self._title.append(data)
            return
        if self._link:
            self._link = Link(self._link.text + data, self._link.target, self._link.line)
        first = self._line()
        for number, text in enumerate(data.split("\n"), first):
            if self._kind == "code" or text.strip():
                self._add(number, text)
            elif text:
                self._add(number, " ")

    def _open(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "meta":
            self._meta(attributes)
        elif tag == "title" and not any(field.name == "title" for field in self.fields):
            self._title = []
        elif tag in ("td", "th") and self._has_text():
            self._add(self._line(), " | ")
        elif tag == "br":
            self._add(self._line(), " ")
        elif (tag in _HOLDERS or tag in _DIVIDERS) and not (self._in_row and tag != "tr"):
            self._divide(tag, attributes)
        self._note(tag, attributes)

    def _divide(self, tag: str, attributes: dict[str, str]) -> None:
        """Begin a new block; the first paragraph of an item is the item."""
        if tag == "p" and self._kind == "list_item" and not self._has_text():
            return
        self._finish()
        self._kind, self._level = _HOLDERS.get(tag, "paragraph"), _HEADINGS.get(tag, 0)
        self._in_row = tag == "tr"
        if tag in ("ol", "ul"):
            start = attributes.get("start", "1")
            self._counters.append((int(start) if start.isdigit() else 1) if tag == "ol" else None)
        elif tag == "li" and self._counters and (count := self._counters[-1]) is not None:
            self._counters[-1] = count + 1
            self._marker = f"{count}. "
        if tag == "li":
            self._level = max(len(self._counters) - 1, 0)

    def _note(self, tag: str, attributes: dict[str, str]) -> None:
        """Keep what an element says beside its text: an anchor, a link, an image."""
        anchor = attributes.get("id") or (attributes.get("name") if tag == "a" else None)
        if anchor and not (self._anchor and self._has_text()):
            self._anchor = anchor
        if tag == "a" and attributes.get("href"):
            self._finish_link()
            self._link = Link("", attributes["href"].strip(), self._line())
        elif tag == "img" and attributes.get("src"):
            self._links.append(Link(attributes.get("alt", ""), attributes["src"].strip(), self._line()))

    def _meta(self, attributes: dict[str, str]) -> None:
        name = field_name(attributes.get("name") or attributes.get("property") or "")
        if name and (value := attributes.get("content", "").strip()):
            self.fields.append(Field(name, value, self._line()))

    def _count_hidden(self, tag: str, step: int) -> None:
        name, depth = self._hidden or ("", 0)
        if tag == name:
            self._hidden = (name, depth + step) if depth + step else None

    def _finish_title(self) -> None:
        if self._title is not None:
            if value := _folded("".join(self._title)):
                self.fields.append(Field("title", value, self._line()))
            self._title = None

    def _finish_link(self) -> None:
        if self._link:
            self._links.append(Link(_folded(self._link.text), self._link.target, self._link.line))
            self._link = None

    def _finish(self) -> None:
        """Close the current block; without text its anchor waits for the next one."""
        self._finish_link()
        fragments = self._code_fragments() if self._kind == "code" else self._fragments()
        if fragments and self._has_text():
            self.blocks.append(Block(self._kind, fragments, self._level, tuple(self._links), self._anchor))
            self._anchor, self._links = None, []
        self._lines, self._kind, self._level, self._marker, self._in_row = {}, "paragraph", 0, "", False

    def _fragments(self) -> tuple[Fragment, ...]:
        folded = [(line, text) for line, raw in self._lines.items() if (text := _folded(raw))]
        return tuple(Fragment(line, text if n else self._marker + text) for n, (line, text) in enumerate(folded))

    def _code_fragments(self) -> tuple[Fragment, ...]:
        shown = [line for line, text in self._lines.items() if text.strip()]
        if not shown:
            return ()
        return tuple(Fragment(n, self._lines.get(n, "").rstrip()) for n in range(min(shown), max(shown) + 1))

    def _has_text(self) -> bool:
        return any(text.strip() for text in self._lines.values())

    def _add(self, line: int, text: str) -> None:
        self._lines[line] = self._lines.get(line, "") + text

    def _line(self) -> int:
        return self.getpos()[0] + self._lines_before


def _is_hidden(attributes: dict[str, str]) -> bool:
    return "hidden" in attributes or _NOT_SHOWN.search(attributes.get("style", "")) is not None


def _folded(text: str) -> str:
    return _BLANKS.sub(" ", text).strip(" ")
