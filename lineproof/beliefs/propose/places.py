"""Places: by what name a reader who does not see the document knows where a statement stands and what it is about.

family    the identifier that the editions of a document share, else its title
place     the section and the document (``S.4 Proof of Loss of HV 30 01 (2026-01)``)
subject   the same without the edition, so that it is equal in the next one (``HV 30 01 S.4 Proof of Loss``)
silent    of a section whose heading says that nothing in it is to be believed (references, examples, authors)
"""

import re
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Final

from lineproof.beliefs.model import Document, Paragraph
from lineproof.beliefs.plain import plain
from lineproof.beliefs.propose.heads import Head
from lineproof.beliefs.propose.patterns import NEVER
from lineproof.beliefs.propose.words import Words
from lineproof.evidence.names import stem

WORD: Final = re.compile(r"[^\W\d_]+")
TELLING: Final = 3
"""Words from which a heading tells enough without the one above it."""
LONGEST_TITLE: Final = 160
LONGEST_FRAME: Final = 100
SHORTEST_WORD: Final = 3
LONG_NUMBER: Final = re.compile(r"(?<!\d)\d{3,}(?!\d)")
SERIES: Final = re.compile(r"([A-Za-z]{2,})[ -]?\d+$")
"""An identifier that is a number in a series."""
PUNCTUATION: Final = " *_[(#"
FIRST_CLAUSE: Final = "(1)"
CLAUSE: Final = re.compile(r"\(\d+[a-z]?\)")


@dataclass(frozen=True, slots=True)
class Place:
    """Where statements stand: ``name`` for readers, ``subject``, and the stems of the words of both."""

    name: str
    subject: str
    stems: frozenset[str]
    silent: bool
    language: str
    procedural: bool = False
    """Whether it is named as a procedure, so that it holds steps."""
    form: bool = False
    """Whether it is a form to be filled in."""
    numbers: frozenset[str] = frozenset()
    """Long numbers in the name of the document, which are names wherever they stand (``8130 transactions`` in EIP-8130)."""
    untitled: bool = False
    """Whether it is a clause behind the first of a section without a title, so that only the first tells what the section is about."""
    headings: tuple[Paragraph, ...] = ()
    """Headings beside those above it that its name rests on; what a pronoun means is named there."""
    foreign: str = ""
    """The document of the same series with which its heading begins (``RFC 2228: ...`` in RFC 4823), which ``This RFC`` then means."""
    parts: tuple[Paragraph, ...] = ()
    """Headings of the same depth that its section nevertheless stands under, and that its name rests on too."""


@dataclass(frozen=True)
class Places:
    """The places of one document."""

    document: Document
    words: Words
    _sections: dict[str | None, tuple[tuple[Paragraph, ...], bool]] = field(default_factory=dict)
    _places: dict[tuple[str | None, str, str], Place] = field(default_factory=dict)
    _frames: dict[str, str] = field(default_factory=dict)
    _forms: dict[str | None, bool] = field(default_factory=dict)

    def of(self, paragraph: Paragraph, head: Head) -> Place:
        """The place of a paragraph, by the headings above it and by its own label, title or cited number."""
        label = paragraph.label or (head.marker if self.words.clauses and CLAUSE.fullmatch(head.marker) else "")
        key = paragraph.section_id, label, head.title
        if key not in self._places:
            self._places[key] = self._place(paragraph, label, head.title)
        return self._places[key]

    @cached_property
    def family(self) -> str:
        """Identifier without edition, else the title."""
        return self.document.identifier or self._title

    @cached_property
    def document_name(self) -> str:
        """The document with its edition, or with its title where the identifier alone would tell little."""
        identifier, title = self.document.identifier, self._title
        if not identifier:
            edition = self.document.edition or title
            return title if edition.casefold() in title.casefold() else f"{title} ({edition})"
        if identifier.casefold() in title.casefold():
            return title
        told = (title, self.document.edition) if self._is_abbreviation else (self.document.edition or title,)
        about = ", ".join(text for text in told if text and text.casefold() != identifier.casefold())
        return f"{identifier} ({about})" if about else identifier

    @cached_property
    def short_name(self) -> str:
        """The document without its title, where the identifier alone tells it from others."""
        if self._is_abbreviation or not self.document.identifier:
            return self.document_name
        return f"{self.document.identifier} ({self.document.edition})" if self.document.edition else self.document.identifier

    def another(self, text: str) -> str:
        """The other document of the series of this one with which a text begins; empty where it begins with none."""
        found = self._series.match(plain(text).lstrip(PUNCTUATION))
        return found[0] if found and found[1] != self._number else ""

    @cached_property
    def _series(self) -> re.Pattern[str]:
        """How the documents of its series are named: the letters of its identifier, and a number."""
        letters = SERIES.match(self.document.identifier or "")
        return re.compile(rf"{letters[1]}[ -]?0*(\d+)(?!\w)", re.IGNORECASE) if letters else NEVER

    @cached_property
    def _number(self) -> str:
        found = self._series.match(self.document.identifier or "")
        return found[1] if found else ""

    @property
    def _is_abbreviation(self) -> bool:
        """Whether the identifier only is a short form of the title, so that strangers need both."""
        return not any(map(str.isdigit, self.document.identifier or ""))

    @cached_property
    def _title(self) -> str:
        """The title, unless it only is the name of an ordinary section that stands first."""
        title = plain(self.document.title).strip("# ")
        return (
            title
            if _NUMBER.sub("", title.casefold()) not in _NO_TITLES and len(title) <= LONGEST_TITLE
            else self.document.identifier or title[:LONGEST_TITLE]
        )

    def _place(self, paragraph: Paragraph, label: str, title: str) -> Place:
        sections, silent = self._above(paragraph)
        numbering = self._numbering(sections)
        silent = silent or self._says_nothing(title) or bool(numbering and self.words.forms.match(numbering.text))
        named = [name for section in sections if (name := self._section_name(section))]
        if numbering and named:
            named[-1] = f"{numbering.label} {named[-1]}"
        if label and not paragraph.label and named and sections[-1].label:
            named[-1] = _with_clause(sections[-1], named[-1], label)
        if own := " ".join(filter(None, (paragraph.label, title))):
            named = [own] if paragraph.label and title else [*named, own]
        context = self._named_before(sections[-1]) if sections else None
        section = " – ".join([self._section_name(context), *named] if context else named)
        if frame := self._frame(sections):
            section = f"{section} ({frame})"
        name = self.words.place.format(section=section, document=self.document_name) if section else self.document_name
        subject = f"{self.family} {' '.join(named) or ('' if self._title == self.family else self._title)}".strip()
        stems = self._stems(section) | self._framing_stems if section else self._stems(f"{name} {self._title}")
        procedural = any(self.words.procedural.search(section.text) for section in sections)
        return Place(
            name,
            subject,
            stems,
            silent,
            self.document.language,
            procedural,
            self._is_form(paragraph),
            self._numbers,
            _is_untitled(sections, label),
            (context,) if context else (),
            self.another(sections[-1].title or sections[-1].text) if sections else "",
            self._parts(sections),
        )

    def _is_form(self, paragraph: Paragraph) -> bool:
        """Whether a paragraph stands under the heading of a form."""
        key = paragraph.section_id
        if key not in self._forms:
            self._forms[key] = any(self.words.forms.match(section.text) for section in self.document.sections(paragraph))
        return self._forms[key]

    def _frame(self, sections: tuple[Paragraph, ...]) -> str:
        """The nearest heading above a numbered section that says something, where its own says little or the language wants it."""
        if not sections or not sections[-1].label or not (self.words.framed or len(self._telling_words(sections[-1])) < TELLING):
            return ""
        key = sections[-1].paragraph_id
        if key not in self._frames:
            part = self._part(sections)
            headings = (*self.document.sections(sections[-1]), *((part,) if part else ()))
            restricting = [section for section in headings if self.words.restricting_parts.search(section.text)]
            narrow = ((section, LONGEST_TITLE) for section in reversed(restricting))
            ordered = chain(narrow, ((section, LONGEST_FRAME) for section in reversed(headings)))
            above = ((section, longest) for section, longest in ordered if self._tells(section))
            self._frames[key] = next((_shortened(name, longest) for section, longest in above if (name := self._section_name(section))), "")
        return self._frames[key]

    def _tells(self, section: Paragraph) -> bool:
        """Whether a heading says something that the document does not say by its own names."""
        return self._is_informative(section) and not self._stems(section.text) <= self._own_stems

    def _parts(self, sections: tuple[Paragraph, ...]) -> tuple[Paragraph, ...]:
        """The headings that the name of the last of these sections rests on, and that are not above it."""
        found = [part for part in (self._part(sections), self._numbering(sections)) if part]
        return tuple(dict.fromkeys(part for part in found if part not in self.document.sections(sections[-1])))

    def _part(self, sections: tuple[Paragraph, ...]) -> Paragraph | None:
        """The heading of the part that the last of these sections stands in, where both are of one depth."""
        part = self._part_of.get(sections[-1].paragraph_id) if sections else None
        return part if part and self._is_informative(part) else None

    def _numbering(self, sections: tuple[Paragraph, ...]) -> Paragraph | None:
        """The article or annex under which the last of these sections is numbered."""
        return self._numbering_of.get(sections[-1].paragraph_id) if sections else None

    @cached_property
    def _numbering_of(self) -> dict[str, Paragraph]:
        """For each smallest section the last heading before it under which such sections are numbered anew (``Art 248``, then ``§ 3``)."""
        found: dict[str, Paragraph] = {}
        numbering: Paragraph | None = None
        for paragraph in self.document.paragraphs:
            if paragraph.kind != "heading" or not self.words.smallest:
                continue
            if (paragraph.label or "").startswith(self.words.smallest):
                found |= {paragraph.paragraph_id: numbering} if numbering else {}
            elif paragraph.label and self.words.numbering.match(paragraph.label):
                numbering = paragraph
            elif numbering and (paragraph.level or 0) < (numbering.level or 0):
                numbering = None
        return found

    @cached_property
    def _part_of(self) -> dict[str, Paragraph]:
        """For each smallest section the last part before it that is empty and stands at the same depth (``Kapitel 3``, then ``§ 650l``)."""
        holding = {paragraph.section_id for paragraph in self.document.paragraphs}
        last: dict[str | None, Paragraph] = {}
        found = {}
        for paragraph in self.document.paragraphs:
            if paragraph.kind != "heading" or not self.words.smallest:
                continue
            if not (paragraph.label or "").startswith(self.words.smallest):
                last[paragraph.section_id] = paragraph
            elif (part := last.get(paragraph.section_id)) and part.label and part.paragraph_id not in holding:
                found[paragraph.paragraph_id] = part
        return found

    def _telling_words(self, section: Paragraph) -> list[str]:
        """The words of a heading that name something."""
        title = plain(section.title or "")
        return [word for word in WORD.findall(title.lower()) if len(word) >= SHORTEST_WORD and word not in self.words.empty]

    def _is_informative(self, section: Paragraph) -> bool:
        title = (section.title or section.text).partition(" - ")[2] or section.title or section.text
        return bool(WORD.search(title)) and plain(title).strip(" .:#*-").casefold() not in self.words.generic

    def _stems(self, text: str) -> frozenset[str]:
        return frozenset(stem(word, self.document.language) for word in WORD.findall(text.lower()))

    def _named_before(self, section: Paragraph) -> Paragraph | None:
        """The heading before one that has a pronoun, which names what that means (``When Coverage Is Offered``, ``When It Is Not``).

        Words before the pronoun may name it themselves (``Why Peers Leave When They Fail``).
        """
        title = section.title or section.text
        pronoun = self.words.pronouns.search(title)
        if self.words.framed or pronoun is None or self._names_something(title[: pronoun.start()]):
            return None
        return self._headings_before.get(section.paragraph_id)

    def _names_something(self, text: str) -> bool:
        """Whether a word in it is neither a verb nor one that names nothing."""
        verbs = self.words.finite, self.words.modal
        words = (word for word in WORD.findall(text.lower()) if word not in self.words.empty)
        return any(not any(pattern.fullmatch(word) for pattern in verbs) for word in words)

    @cached_property
    def _headings_before(self) -> dict[str, Paragraph]:
        """For each heading the one before it in the same section and of the same depth."""
        last: dict[tuple[str | None, int], Paragraph] = {}
        before = {}
        for paragraph in self.document.paragraphs:
            if paragraph.kind == "heading":
                key = paragraph.section_id, paragraph.level
                if key in last:
                    before[paragraph.paragraph_id] = last[key]
                last[key] = paragraph
        return before

    def _above(self, paragraph: Paragraph) -> tuple[tuple[Paragraph, ...], bool]:
        """The headings that name the place, at most three, and whether any above says that it is silent."""
        if paragraph.section_id not in self._sections:
            above = self.document.sections(paragraph)
            silent = any(self._is_silent(section) for section in above)
            self._sections[paragraph.section_id] = self._telling(above), silent
        return self._sections[paragraph.section_id]

    def _telling(self, sections: tuple[Paragraph, ...]) -> tuple[Paragraph, ...]:
        """The innermost heading; with the one above where it has few words and no number, and a third where both could stand anywhere."""
        if not sections:
            return ()
        inner = sections[-1]
        if inner.label is not None or len(sections) == 1 or len(WORD.findall(inner.text)) >= TELLING:
            return sections[-1:]
        return sections[-3:] if not any(map(self._is_informative, sections[-2:])) else sections[-2:]

    def _is_silent(self, section: Paragraph) -> bool:
        return self._says_nothing(section.title or section.text) or self._says_nothing(section.text)

    def _says_nothing(self, heading: str) -> bool:
        """Whether what stands under a heading is not to be believed."""
        title = plain(heading).strip(" .:#*").casefold()
        return title in self.words.silent or title.startswith(self.words.silent_openings) or title.endswith(self.words.silent_endings)

    def _section_name(self, section: Paragraph) -> str:
        title = _closed(_MARKS.sub("", plain(section.title or "")))
        name = " ".join(part for part in (section.label, title) if part) or plain(section.text).strip(" #:")
        if name.casefold() in self._own_names or title.casefold() in self._own_names:
            return ""
        return _shortened(name.strip(" -"), LONGEST_TITLE)

    @cached_property
    def _numbers(self) -> frozenset[str]:
        """The long numbers in the identifier and the title."""
        return frozenset(LONG_NUMBER.findall(f"{self.document.identifier or ''} {self.document.title}"))

    @cached_property
    def _framing_stems(self) -> frozenset[str]:
        """The stems of all words that the name of a section has beside its own, and of the title."""
        return self._stems(f"{self.words.place.format(section='', document=self.document_name)} {self._title}")

    @cached_property
    def _own_stems(self) -> frozenset[str]:
        """The stems of all words by which the document calls itself."""
        return self._stems(" ".join((self.document_name, self.document.title, *self.document.names)))

    @cached_property
    def _own_names(self) -> frozenset[str]:
        """Names of the document itself, as its first heading has them."""
        return frozenset(name.casefold() for name in (self.document.title, self.document_name, self.document.identifier or "", self._title))


_MARKS: Final = re.compile(r"^[\s:?]*(?:#+(?=\s|$))?[\s:?]*|(?:\s+#+|[\s:?])+$")
"""What stands around the words of a heading; a number sign that belongs to a word is none (``#-literals``)."""
_NUMBER: Final = re.compile(r"^\d+\.?\s+")
"""The number of a section whose name was taken for the title."""
_NO_TITLES: Final = frozenset(
    {"abstract", "introduction", "status of this memo", "summary", "overview", "contents", "table of contents", "index", "readme"}
)


def _shortened(name: str, longest: int = LONGEST_FRAME) -> str:
    """A name that is cut behind a word where it is too long."""
    return name if len(name) <= longest else f"{name[:longest].rpartition(' ')[0].rstrip(' ,;:-(')} …"


def _closed(title: str) -> str:
    """A title with the bracket closed that punctuation at its end was taken for."""
    return title + ")" * max(0, title.count("(") - title.count(")"))


def _is_untitled(sections: tuple[Paragraph, ...], clause: str) -> bool:
    """Whether it is a clause behind the first of a section without a title."""
    return bool(CLAUSE.fullmatch(clause) and clause != FIRST_CLAUSE and sections and sections[-1].label and not sections[-1].title)


def _with_clause(section: Paragraph, name: str, clause: str) -> str:
    """The name with the clause behind the label of the section (``§ 202 (1) Unzulässigkeit``)."""
    before, label, behind = name.partition(section.label or "")
    return f"{before}{label} {clause}{behind}"
