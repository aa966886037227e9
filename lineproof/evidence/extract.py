"""Extract: everything that one document holds, from its bytes alone.

The result depends on the path, the bytes, the settings of the corpus and the version of the rules; on no other document. So documents
can be extracted in any order, in any process, and again only when one of these changes.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from lineproof.evidence import language as languages
from lineproof.evidence.description import Description, describe
from lineproof.evidence.errors import UnknownLanguage
from lineproof.evidence.hashing import content_hash, document_id, node_id
from lineproof.evidence.language import Language
from lineproof.evidence.mentions.bibliography import citation_tags
from lineproof.evidence.mentions.effects import EffectFinder
from lineproof.evidence.mentions.grammar import Grammar, build, words_of_sections
from lineproof.evidence.mentions.links import link_tokens
from lineproof.evidence.mentions.metadata import relation_mentions
from lineproof.evidence.mentions.references import Mention, ReferenceFinder, Surroundings
from lineproof.evidence.mentions.statements import StatementFinder
from lineproof.evidence.paragraphs import Paragraph, paragraphs
from lineproof.evidence.postings import postings
from lineproof.evidence.redact import erased_lines, without_lines
from lineproof.evidence.signals import Signal, signals
from lineproof.evidence.version import made_from
from lineproof.sources.decode import Decoded, decode
from lineproof.sources.fields import quotable_fields
from lineproof.sources.model import Parsed
from lineproof.sources.parse import parse
from storage.tombstones import NONE, Tombstones

Row = dict[str, Any]
DATA = ("code", "table_row", "field")
"""Kinds that hold no sentences: what stands in a table or a program states no relation between documents."""
EXTENT = ("attaches_to", "amends")


@dataclass(frozen=True, slots=True)
class Task:
    """One document to extract; ``settings`` is the canonical text of the corpus's settings, ``tombstones`` cover what is left out."""

    corpus: str
    path: str
    raw: bytes
    settings: str
    tombstones: Tombstones = NONE


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that one document holds: rows by table name in the columns of ``storage.tables``, and its lines as bytes."""

    document_id: str
    rows: Mapping[str, list[Row]]
    lines: tuple[bytes, ...]


@dataclass(frozen=True)
class Tools:
    """What one language and one grammar need, compiled once in each process; the finders when a text is read."""

    language: Language
    grammar: Grammar

    @cached_property
    def references(self) -> ReferenceFinder:
        """Finds what a text names."""
        return ReferenceFinder(self.grammar)

    @cached_property
    def statements(self) -> StatementFinder:
        """Finds what a text states of what it names."""
        return StatementFinder(self.grammar)

    @cached_property
    def effects(self) -> EffectFinder:
        """Finds what a text repeals."""
        return EffectFinder(self.language, self.grammar)


@lru_cache(maxsize=16)
def tools(code: str, settings: str) -> Tools:
    """The tools of a language under some settings.

    Raises:
        UnknownLanguage: there is no data file for it.
        BadGrammar: the settings extend the grammar in a way that cannot be used.
    """
    if code not in languages.available():
        raise UnknownLanguage(code, languages.available())
    language = languages.load(code)
    return Tools(language, build(language, json.loads(settings)["grammar"]))


def extract(task: Task) -> Evidence:
    """Everything that one document holds."""
    decoded = decode(task.raw)
    parsed = parse(task.path, decoded.texts)
    document = document_id(task.corpus, task.path)
    if erased := erased_lines(document, content_hash(task.raw), decoded.texts, parsed, task.tombstones):
        decoded, parsed = without_lines(decoded, parsed, erased)
        task = replace(task, raw=b"".join(line + b"\n" for line in decoded.lines))
    settings = json.loads(task.settings)
    added = words_of_sections(settings["grammar"].get("references", {}))
    head = quotable_fields(parsed, decoded.texts)
    atoms = paragraphs(document, [*head, *parsed.blocks], frozenset(added.items()))
    code = settings["language"] or languages.detect(atom.text for atom in atoms if atom.kind != "field")
    kit = tools(code, task.settings)
    description = _dated(describe(task.path, parsed, kit.grammar), atoms, kit)
    signalled = [(atom, _signals(atom, kit.language if settings["language"] else _language_of(atom, kit.language))) for atom in atoms]
    rows = {
        "evidence.documents": [_document_row(document, task, decoded, parsed, description, code)],
        "evidence.paragraphs": [_paragraph_row(document, atom, atoms) for atom in atoms],
        "evidence.turns": _turn_rows(document, task.path, parsed, atoms),
        "evidence.signals": [_signal_row(document, atom, signal) for atom, found in signalled for signal in found],
        "evidence.mentions": _distinct(_mention_rows(document, task.path, parsed, atoms, description, kit)),
        "evidence.names": list(_name_rows(document, description, kit)),
        **_posting_rows(document, atoms, code),
    }
    return Evidence(document, rows, decoded.lines)


def _distinct(rows: Iterable[Row]) -> list[Row]:
    """Mentions once each: a field that is given twice, or a list that repeats itself, names a thing no better."""
    return list({row["mention_id"]: row for row in rows}.values())


def _document_row(document: str, task: Task, decoded: Decoded, parsed: Parsed, description: Description, code: str) -> Row:
    content = content_hash(task.raw)
    return {
        "document_id": document,
        "corpus": task.corpus,
        "path": task.path,
        "title": description.title,
        "identifier": description.identifier,
        "edition": description.edition,
        "effective": description.effective,
        "expires": description.expires,
        "status": description.status,
        "language": code,
        "format": parsed.format,
        "encoding": decoded.encoding,
        "lines": len(decoded.lines),
        "bytes": len(task.raw),
        "content_hash": content,
        "made_from": made_from(content, task.settings),
    }


def _paragraph_row(document: str, atom: Paragraph, atoms: Sequence[Paragraph]) -> Row:
    return {
        "document_id": document,
        "paragraph_id": atom.paragraph_id,
        "ordinal": atom.ordinal,
        "kind": atom.kind,
        "level": atom.block.level,
        "label": atom.label.text if atom.label else None,
        "label_keys": list(atom.label.keys) if atom.label else [],
        "title": atom.label.title if atom.label else (atom.text if atom.kind == "heading" else None),
        "anchor": atom.block.anchor,
        "section_id": atoms[atom.section].paragraph_id if atom.section is not None else None,
        "first_line": atom.body.lines[0],
        "last_line": atom.body.lines[-1],
        "text": atom.text,
        "paragraph_hash": atom.text_hash,
        "repeated": atom.repeated,
        "map_offsets": list(atom.body.offsets),
        "map_lines": list(atom.body.lines),
    }


def _turn_rows(document: str, path: str, parsed: Parsed, atoms: Sequence[Paragraph]) -> list[Row]:
    conversation = next((field.value for field in parsed.fields if field.name == "conversation"), path)
    turns = [(atom.paragraph_id, atom.block.turn) for atom in atoms if atom.block.turn]
    return [
        {
            "document_id": document,
            "paragraph_id": paragraph,
            "turn_id": turn.turn_id,
            "speaker": turn.speaker,
            "said_at": turn.said_at,
            "conversation": conversation,
            "position": position,
        }
        for position, (paragraph, turn) in enumerate(turns)
    ]


def _language_of(atom: Paragraph, usual: Language) -> Language:
    """The language of a paragraph: that of the document, but for a turn that is plainly in another."""
    if not atom.block.turn:
        return usual
    return languages.load(languages.plainly(atom.text.removeprefix(f"{atom.block.turn.speaker}:"), usual.code))


def _signals(atom: Paragraph, language: Language) -> list[Signal]:
    if atom.kind == "code":
        return []
    said_at = atom.block.turn.said_at if atom.block.turn else None
    return signals(atom.text, language, said_at.date() if said_at else None)


def _signal_row(document: str, atom: Paragraph, signal: Signal) -> Row:
    return {
        "document_id": document,
        "paragraph_id": atom.paragraph_id,
        "line": atom.body.line_at(signal.start),
        "kind": signal.kind,
        "start": signal.start,
        "end": signal.end,
        "text": signal.text,
        "value": signal.value,
        "unit": signal.unit,
    }


def _posting_rows(document: str, atoms: Sequence[Paragraph], language: str) -> dict[str, list[Row]]:
    found, lengths = postings([atom.text for atom in atoms], language)
    rows = [
        {"document_id": document, "term": term, "ordinals": list(counts), "frequencies": list(counts.values())}
        for term, counts in sorted(found.items())
    ]
    return {"search.postings": rows, "search.lengths": [{"document_id": document, "lengths": lengths}]}


def _name_rows(document: str, description: Description, kit: Tools) -> Iterator[Row]:
    named = [("title", description.title), ("identifier", description.identifier)]
    named += [("short_title", name) for name in description.names]
    named += [("address", address) for address in description.addresses]
    named += [
        ("alias", alias)
        for alias, meant in kit.grammar.aliases.items()
        if meant in (description.identifier, description.title, *description.names)
    ]
    for source, name in dict.fromkeys(named):
        if name:
            yield {"document_id": document, "source": source, "name": name}


def _mention_rows(
    document: str, path: str, parsed: Parsed, atoms: Sequence[Paragraph], description: Description, kit: Tools
) -> Iterator[Row]:
    around = Surroundings(citation_tags(atoms, kit.grammar))
    for field, mention in relation_mentions(parsed.fields, path, description, kit.grammar, kit.references.tokenizer):
        if mention.relation in EXTENT:
            around.base = (*around.base, *mention.names)
        yield _mention_row(document, None, field.line, field.value, mention, field.name)
    body = [atom for atom in atoms if atom.kind != "field"]
    for place, atom in enumerate(body):
        if atom.kind == "heading":
            around.section = f"={atom.paragraph_id}"
        skip = atom.label.end if atom.label else 0
        found = kit.references.mentions(atom.text, skip, around, link_tokens(atom.text, atom.block.links, path))
        if atom.kind == "heading":
            found = [replace(mention, nature="candidate") if mention.nature == "specific" else mention for mention in found]
        stated = _stated(kit, atom.text, found, place) if atom.kind not in DATA else []
        for mention in stated:
            if mention.relation in EXTENT and not mention.subject:
                around.base = tuple(dict.fromkeys((*around.base, *mention.names)))
        for mention in dict.fromkeys((*found, *stated)):
            yield _mention_row(document, atom.paragraph_id, atom.body.line_at(mention.start), atom.text, mention, "")


def _dated(description: Description, atoms: Iterable[Paragraph], kit: Tools) -> Description:
    """A description with the day from which a sentence of the document says that it applies, where its head tells none."""
    texts = (atom.text for atom in atoms if atom.kind not in (*DATA, "heading", "turn"))
    return description if description.effective else replace(description, effective=next(filter(None, map(kit.effects.entry, texts)), None))


def _stated(kit: Tools, text: str, found: Sequence[Mention], place: int) -> list[Mention]:
    """What a paragraph states of what it names; a repeal says more of the same words than another statement."""
    repealed = kit.effects.repealed(text, found)
    places = {(mention.start, mention.end) for mention in repealed}
    stated = kit.statements.statements(text, found, place)
    rest = [mention for mention in stated if mention.relation == "refers_to" or (mention.start, mention.end) not in places]
    named = [replace(mention, relation="refers_to", since=None) for mention in repealed if mention.nature == "candidate"]
    return [*named, *repealed, *rest]


def _mention_row(document: str, paragraph: str | None, line: int, text: str, mention: Mention, field: str) -> Row:
    place = (paragraph or f"{document}/{field}", str(mention.start), str(mention.end), mention.relation, mention.origin)
    return {
        "mention_id": node_id("m", *place, *mention.names, "|", *mention.sections, "|", *mention.subject),
        "document_id": document,
        "paragraph_id": paragraph,
        "line": line,
        "start": mention.start,
        "end": mention.end,
        "text": text[mention.start : mention.end],
        "origin": mention.origin,
        "relation": mention.relation,
        "partial": mention.partial,
        "since": mention.since,
        "names": list(mention.names),
        "sections": list(mention.sections),
        "until": mention.until,
        "context": list(mention.context),
        "subject": list(mention.subject),
        "nature": mention.nature,
    }
