"""The headings of plain text: what a table of contents lists, and what numbers and margins give away.

entry      a line of the table of contents: a label (``4.2``, ``A``), if it has one, and a title
label      the number or letter before a title
margin     the indentation of prose; headings stand left of it, or are told from list items by other signs
successor  a label that may follow another in a document: the next sibling, the first child, the next of an ancestor
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from lineproof.sources.layout import Chunk, Row
from lineproof.sources.verbatim import Measure

LONGEST_TITLE: Final = 100
LONGEST_CENTRED: Final = 5
LONGEST_OPENING: Final = 12
"""Words of a centred heading in capitals; what stands above the first numbered heading may be the title of the document."""

_LEADER: Final = re.compile(r"\s*(?:\.\s?){3,}\s*(?:\[?(?:Page\s+)?(?:\d+|[ivxlc]+)\]?)?$|\s{3,}(?:\d{1,4}|[ivxlc]+)$")
_LABEL: Final = re.compile(
    r"(?:(?P<word>Appendix|Annex|Anhang|Anexo|Section|Article|Chapter|Part|Schedule|Exhibit|Abschnitt|Kapitel|Teil|Artikel"
    r"|Sección|Capítulo|Artículo|Parte|§)\s+)?"
    r"(?P<label>\d{1,3}[a-z]?(?:\.\d{1,3})*|[A-Z]{1,2}(?:\.\d{1,3})+|[A-Z]|[IVXLC]{1,7})(?P<end>[.:)]?)(?!\w)",
    re.IGNORECASE,
)
_CONTENTS: Final = re.compile(r"(?:(?:table of )?contents|inhalt(?:sverzeichnis)?|inhaltsübersicht|índice|contenido):?$", re.IGNORECASE)
_UNDERLINE: Final = re.compile(r"([=\-~*^#])\1{2,}$")
_WORDS: Final = re.compile(r"[^\W_]+")
_SENTENCE_END: Final = re.compile(r"[.;,!?][\"')\]]*$")
_CODE_SIGNS: Final = re.compile(r"[=<>{}|;\\]|::|\s{4,}|--|\.\.")


class Label(NamedTuple):
    """A label as written at the start of a row, its parts, and the title that follows."""

    text: str
    parts: tuple[str, ...]
    word: str
    title: str
    column: int


class Heading(NamedTuple):
    """How many rows of a chunk its heading takes, and its depth."""

    rows: int
    level: int


def label_of(text: str) -> Label | None:
    """The label with which a line begins, if any."""
    if not (text[0].isdigit() or text[0].isupper() or text[0] == "§"):
        return None
    match = _LABEL.match(text)
    if match is None:
        return None
    rest = text[match.end() :]
    if rest and not rest[0].isspace():
        return None
    word = (match["word"] or "").lower()
    label = match["label"]
    if not word and label.isalpha() and not (match["end"] and label.isupper()):
        return None
    title = rest.lstrip(" -–—:").rstrip() if word else rest.strip()
    return Label(label, tuple(label.upper().split(".")), word, title, len(text) - len(rest.lstrip()))


def is_underline(text: str) -> bool:
    """Whether a line only marks the one above it as a heading."""
    return _UNDERLINE.match(text) is not None


def words_of(text: str) -> str:
    """A title for comparison: lower case, letters and digits only."""
    return "".join(_WORDS.findall(text.lower()))


class Contents(NamedTuple):
    """A table of contents: the chunks that hold it, the titles of each label, and the titles without a label."""

    start: int
    end: int
    labelled: dict[tuple[str, ...], set[str]]
    titles: set[str]


def find_contents(chunks: Sequence[Chunk]) -> Contents:
    """The first table of contents, known by its heading or by page numbers behind dots; empty if there is none."""
    start = next((n for n, chunk in enumerate(chunks) if _opens_contents(chunk.rows)), len(chunks))
    contents = Contents(start, start, {}, set())
    end = start
    for position in range(start, len(chunks)):
        rows = chunks[position].rows
        rows = rows[1:] if position == start and _CONTENTS.match(rows[0].text) else rows
        entries = list(entries_of(rows))
        if rows and not _continues_contents(contents, rows, entries):
            break
        for entry in entries:
            _record(contents, entry)
        end = position + 1
    return _trimmed(chunks, contents._replace(end=end))


def entries_of(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """The rows of a table of contents, an entry each with the rows that it is wrapped onto."""
    entry: list[Row] = []
    column = 0
    for row in rows:
        label = label_of(row.text)
        is_open = bool(entry) and not label and not has_leader(entry[-1].text) and row.indent > entry[0].indent
        if is_open and (row.indent >= column or has_leader(row.text)):
            entry.append(row)
            continue
        if entry:
            yield entry
        entry, column = [row], row.indent + (label.column if label else 1)
    if entry:
        yield entry


def has_leader(text: str) -> bool:
    """Whether a line ends in a page number behind dots or a gap."""
    return _LEADER.search(text) is not None


def _opens_contents(rows: Sequence[Row]) -> bool:
    if len(rows[0].text) < 30 and _CONTENTS.match(rows[0].text):
        return True
    return len(rows) >= 4 and all(has_leader(row.text) and "..." in row.text.replace(" ", "") for row in rows[:4])


def _continues_contents(contents: Contents, rows: Sequence[Row], entries: Sequence[Sequence[Row]]) -> bool:
    """Whether a chunk belongs to the table: all its rows may be entries, and the first is not listed already."""
    if any(has_leader(row.text) for row in rows):
        return sum(has_leader(entry[-1].text) or bool(label_of(entry[0].text)) for entry in entries) * 2 > len(entries)
    label = label_of(rows[0].text)
    if label and words_of(label.title) in contents.labelled.get(label.parts, ()):
        return False
    if words_of(rows[0].text) in contents.titles:
        return False
    if sum(label_of(entry[0].text) is not None for entry in entries) >= 0.8 * len(entries) >= 3:
        return True
    return all(len(row.text) <= 72 and not row.text.endswith((".", ":", ";")) for row in rows)


def _record(contents: Contents, entry: Sequence[Row]) -> None:
    text = _LEADER.sub("", " ".join(row.text for row in entry)).strip()
    if not text:
        return
    if label := label_of(text):
        contents.labelled.setdefault(label.parts, set()).add(words_of(label.title))
    else:
        contents.titles.add(words_of(text))


def _trimmed(chunks: Sequence[Chunk], contents: Contents) -> Contents:
    """Without chunks at the end that look less like entries than those before: they are headings of what follows."""
    rows = [row for chunk in chunks[contents.start : contents.end] for row in chunk.rows]
    looks = has_leader if any(has_leader(row.text) for row in rows) else (lambda text: label_of(text) is not None)
    end = contents.end
    while end > contents.start + 1 and not any(looks(row.text) for row in chunks[end - 1].rows):
        end -= 1
    return contents._replace(end=end)


class Outline:
    """Decides which chunks open with a heading; keeps the last label, so it has to be asked in reading order."""

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        self.contents = find_contents(chunks)
        self.measure = _measure(chunks)
        self.margin = self.measure.margin
        self._last: tuple[str, ...] = ()
        self._indent = 0
        self._numbers_listed = any(label[0].isdigit() for label in self.contents.labelled)

    def heading(self, rows: Sequence[Row], following: Sequence[Row]) -> Heading | None:
        """The heading with which a chunk opens; ``following`` are the rows of the next chunk."""
        if len(rows[0].text) > 2 * LONGEST_TITLE:
            return None
        label = label_of(rows[0].text)
        heading = self._listed(rows, label) or (self._numbered(rows, label, following) if label else self._unnumbered(rows, following))
        if heading and label:
            self._last = label.parts
            if heading.level == 1:
                self._indent = rows[0].indent
        return heading

    def _listed(self, rows: Sequence[Row], label: Label | None) -> Heading | None:
        """A heading that the table of contents lists, perhaps wrapped onto two more rows."""
        titles = self.contents.labelled.get(label.parts, set()) if label else self.contents.titles
        if not titles:
            return None
        title = label.title if label else rows[0].text
        for count in range(1, min(len(rows), 3) + 1):
            words = words_of(" ".join([title, *(row.text for row in rows[1:count])]))
            if words in titles:
                return Heading(count, len(label.parts) if label else 1)
        words = words_of(title)
        if label and words and not title.endswith(".") and any(_extends(words, listed) for listed in titles):
            return Heading(_title_rows(rows, label) or 1, len(label.parts))
        if label and len(label.parts) > 1 and len(rows) == 1 and is_successor(self._last, label.parts):
            return Heading(1, len(label.parts)) if _reads_as_title(title, False) else None
        return None

    def _numbered(self, rows: Sequence[Row], label: Label, following: Sequence[Row]) -> Heading | None:
        """A heading known by its number: where it stands, how it reads, and what number came before."""
        count = _title_rows(rows, label)
        title = " ".join([label.title, *(row.text for row in rows[1:count])])
        left = rows[0].indent < self.margin
        follows = is_successor(self._last, label.parts)
        has_signs = len(label.parts) > 1 and follows and len(rows) == 1
        if not count or not _reads_as_title(_CODE_SIGNS.sub(" ", title) if has_signs else title, bool(label.word)):
            return None
        if label.word:
            accepted = rows[0].indent <= self.margin or title.isupper() or _is_centred(rows[0])
        elif len(label.parts) > 1:
            accepted = (left or follows) and rows[0].indent <= self.margin
        elif label.text.isdigit():
            aligned = not self._last or rows[0].indent <= self._indent
            accepted = follows and aligned and (left or self._counts_sections(rows[0], label, following))
        else:
            accepted = (left and follows) or (title.isupper() and len(title) > 3)
        return Heading(count, len(label.parts)) if accepted else None

    def _counts_sections(self, row: Row, label: Label, following: Sequence[Row]) -> bool:
        """Whether a number at the margin of the prose is that of a section: a list counts on in the next chunk."""
        if self._numbers_listed or row.indent > self.margin or not (self._last or label.text in ("0", "1")):
            return False
        after = label_of(following[0].text) if following else None
        return not (after and len(after.parts) == 1 and is_successor(label.parts, after.parts))

    def _unnumbered(self, rows: Sequence[Row], following: Sequence[Row]) -> Heading | None:
        if underlined := _underlined(rows):
            return underlined
        first = rows[0]
        if not _reads_as_title(first.text, False) or first.text.endswith(":") or len(first.text) > 70:
            return None
        if not first.text[0].isalpha() and first.text[0] not in "\"'":
            return None
        level = 1 if first.indent <= self._indent else len(self._last) + 1
        if len(rows) > 1:
            runs_on = first.indent < self.margin <= rows[1].indent and first.text.count(" ") < 6
            return Heading(1, level) if runs_on else None
        if not following:
            return None
        if first.indent < self.margin or (_is_in_capitals(first.text) and first.indent <= self.margin):
            return Heading(1, level)
        longest = LONGEST_CENTRED if self._last else LONGEST_OPENING
        if _is_in_capitals(first.text) and _is_centred(first) and first.text.count(" ") < longest:
            return Heading(1, 1)
        prose = len(following) > 1 or len(following[0].text) > 50
        if first.indent == self.margin == 0 and prose and _is_title_case(first.text):
            return Heading(1, level)
        return None


def _is_in_capitals(text: str) -> bool:
    return text.isupper() and sum(map(str.isalpha, text)) >= 4


def _measure(chunks: Sequence[Chunk]) -> Measure:
    """The least indentation at which a fair share of the prose stands, and the column by which most of it ends."""
    prose = [row for chunk in chunks for row in chunk.rows if len(row.text) >= 45]
    indents = Counter(row.indent for row in prose)
    ends = sorted(row.indent + len(row.text) for row in prose)
    margin = min((indent for indent, count in indents.items() if count >= 0.05 * len(prose)), default=0)
    return Measure(margin, ends[len(ends) * 9 // 10] if ends else 0)


def _title_rows(rows: Sequence[Row], label: Label) -> int:
    """How many rows a title takes: one, two if it hangs, none if what follows shows that it is no title."""
    if len(rows) == 1 or (len(rows) == 2 and not label.title and _is_centred(rows[0]) and _is_centred(rows[1])):
        return len(rows)
    hangs = rows[1].indent == rows[0].indent + label.column
    if _is_in_capitals(label.title) and not rows[1].text.isupper() and rows[1].indent > rows[0].indent:
        return 1
    if len(rows) == 2 and hangs and len(rows[1].text) <= 60:
        return 2
    return 1 if not hangs and rows[1].indent > rows[0].indent else 0


def _reads_as_title(title: str, may_be_empty: bool) -> bool:
    if not title:
        return may_be_empty
    if len(title) > LONGEST_TITLE or _SENTENCE_END.search(title) or _CODE_SIGNS.search(title):
        return False
    return not title[0].islower() and any(map(str.isalpha, title))


def _is_centred(row: Row) -> bool:
    return row.indent >= 10 and abs(row.indent + len(row.text) / 2 - 36) <= 8


def _is_title_case(text: str) -> bool:
    words = [word for word in text.split() if len(word) > 3 and word[0].isalpha()]
    return bool(words) and all(word[0].isupper() for word in words) and text.count(" ") < 9


def _extends(words: str, listed: str) -> bool:
    """Whether a heading and its entry are the same up to where the shorter one stops."""
    return min(len(words), len(listed)) >= 5 and (words.startswith(listed) or listed.startswith(words))


def _underlined(rows: Sequence[Row]) -> Heading | None:
    if len(rows) >= 3 and _UNDERLINE.match(rows[0].text) and _UNDERLINE.match(rows[2].text):
        return Heading(3, 1) if _reads_as_title(rows[1].text, False) else None
    if len(rows) < 2 or not _UNDERLINE.match(rows[1].text) or len(rows[0].text) > LONGEST_TITLE:
        return None
    if not _reads_as_title(rows[0].text, False) or len(rows[1].text) < len(rows[0].text) / 2:
        return None
    return Heading(2, 1 if rows[1].text[0] == "=" else 2)


def is_successor(last: tuple[str, ...], parts: tuple[str, ...]) -> bool:
    """Whether a label may follow another, a few missing ones allowed for."""
    if not last:
        return True
    shared = 0
    while shared < min(len(last), len(parts)) and last[shared] == parts[shared]:
        shared += 1
    if shared == len(parts):
        return False
    if any(part not in ("0", "1") for part in parts[shared + 1 :]):
        return False
    if shared == len(last):
        return parts[shared] in ("0", "1", "2", "A", "I")
    return 1 <= _distance(last[shared], parts[shared]) <= 5 or (shared == 0 and last[0].isdigit() and parts[0] == "A")


def _distance(before: str, after: str) -> int:
    if before.isdigit() and after.isdigit():
        return int(after) - int(before)
    if len(before) == len(after) == 1 and before.isalpha() and after.isalpha():
        return ord(after) - ord(before)
    return 0 if before.isdigit() or after.isdigit() else 1
