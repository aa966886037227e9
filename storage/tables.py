"""The tables: one Arrow schema each, from which the DuckDB tables, the writers and docs/sql.md are made.

table       a schema-qualified name (``evidence.paragraphs``) with its columns and a sentence on each
partition   the rows of one document (``document_id``); every derived table is written partition by partition
history     a table that only grows (``revisions``, ``moves``, ``runs``); a clean build does not have its old rows

Identifiers (``*_id``) are a letter for the kind of node (``d`` document, ``p`` paragraph, ``t`` term, ``c`` claim, ``k`` concept, ``r``
reflection, ``w`` page) and 24 hexadecimal digits.
"""

from dataclasses import dataclass
from typing import Final

import pyarrow as pa


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the working database and of every snapshot."""

    name: str
    about: str
    schema: pa.Schema
    history: bool = False

    @property
    def partitioned(self) -> bool:
        """Whether each row belongs to one document and is replaced with it."""
        return not self.history and "document_id" in self.schema.names


def _table(name: str, about: str, columns: dict[str, tuple[pa.DataType, str]], history: bool = False) -> Table:
    fields = [pa.field(column, kind, metadata={"about": text}) for column, (kind, text) in columns.items()]
    return Table(name, about, pa.schema(fields), history)


TEXT, INT, LONG, BOOL, DATE = pa.string(), pa.int32(), pa.int64(), pa.bool_(), pa.date32()
NAMES = pa.list_(pa.string())
NUMBERS = pa.list_(pa.int32())
DAYS = pa.list_(DATE)
TIME = pa.timestamp("us", tz="UTC")
CLOCK = pa.timestamp("us")

DOCUMENTS = _table(
    "evidence.documents",
    "One row a document: a source as text in its current revision.",
    {
        "document_id": (TEXT, "hash of the corpus and the NFC path"),
        "corpus": (TEXT, "name of the corpus"),
        "path": (TEXT, "path below the corpus root, NFC, with forward slashes"),
        "title": (TEXT, "title from metadata, else the first heading, else the file name"),
        "identifier": (TEXT, "canonical identifier (`RFC 5321`, `HO 04 90`), if any"),
        "edition": (TEXT, "edition as written, canonical (`2026-01`), if any"),
        "effective": (DATE, "date from which the document applies, if stated; of a conversation the day of its session"),
        "expires": (DATE, "last day for which the document applies, if stated"),
        "status": (TEXT, "status as stated, lower case, if any"),
        "language": (TEXT, "code of the language whose rules were applied (`en`, `de`, `es`)"),
        "format": (TEXT, "markdown, restructuredtext, html, conversation or text"),
        "encoding": (TEXT, "encoding by which the bytes were read"),
        "lines": (INT, "number of lines"),
        "bytes": (LONG, "size in bytes"),
        "content_hash": (TEXT, "xxh3_128 of the bytes"),
        "made_from": (TEXT, "fingerprint of the bytes, the settings and the version of the stage"),
    },
)
LINES = _table(
    "evidence.lines",
    "One row a physical line; only LF, CRLF and CR end a line.",
    {
        "document_id": (TEXT, "the document"),
        "n": (INT, "line number, from 1"),
        "line_hash": (pa.uint64(), "xxh3_64 of the bytes of the line without its terminator"),
        "raw": (pa.binary(), "the bytes of the line without its terminator, in the document's encoding"),
    },
)
PARAGRAPHS = _table(
    "evidence.paragraphs",
    "One row a paragraph, the atom of evidence.",
    {
        "document_id": (TEXT, "the document"),
        "paragraph_id": (TEXT, "hash of the document and the paragraph's text; of its surroundings too where the text repeats"),
        "ordinal": (INT, "position in the document, from 0"),
        "kind": (TEXT, "heading, paragraph, list_item, table_row, code, turn or field (a line of metadata)"),
        "level": (INT, "depth of a heading from 1; of a list item the number of items around it; 0 for other kinds"),
        "label": (TEXT, "canonical number or letter by which the section or clause is cited (`4.2`, `W.2`, `§ 823`), if any"),
        "label_keys": (NAMES, "normalised forms of the label"),
        "title": (TEXT, "words of a heading or clause without its label"),
        "anchor": (TEXT, "explicit id that links may name, if any"),
        "section_id": (TEXT, "the heading paragraph that it stands under; for a heading its parent; null at the top"),
        "first_line": (INT, "first line"),
        "last_line": (INT, "last line"),
        "text": (TEXT, "text normalised: NFC, wraps joined, blanks folded; code keeps its lines"),
        "paragraph_hash": (TEXT, "xxh3_128 of the normalised text"),
        "repeated": (BOOL, "whether the same text stands elsewhere in the document"),
        "map_offsets": (pa.list_(INT), "offsets in the text at which a source line begins"),
        "map_lines": (pa.list_(INT), "the line that begins at each of these offsets"),
    },
)
TURNS = _table(
    "evidence.turns",
    "One row a turn of a conversation; a session is a document.",
    {
        "document_id": (TEXT, "the session"),
        "paragraph_id": (TEXT, "the turn's paragraph, whose text begins with the speaker"),
        "turn_id": (TEXT, "what the conversation calls the turn, if anything"),
        "speaker": (TEXT, "who says it, as written"),
        "said_at": (CLOCK, "when, by the speaker's own clock: the turn's time, else that of the session, if any"),
        "conversation": (TEXT, "name of the conversation; where none is given, the path of the session, which then is all of it"),
        "position": (INT, "place among the turns of the session, from 0"),
    },
)
SIGNALS = _table(
    "evidence.signals",
    "One row a typed anchor found by rule in a paragraph.",
    {
        "document_id": (TEXT, "the document"),
        "paragraph_id": (TEXT, "the paragraph"),
        "line": (INT, "line on which it begins"),
        "kind": (
            TEXT,
            "date, period, duration, money, percentage, count, version, url, email, identifier, defined_term, "
            "obligation, permission, prohibition, decision, correction, approval or rejection",
        ),
        "start": (INT, "offset in the paragraph's text"),
        "end": (INT, "offset after its last character"),
        "text": (TEXT, "the words as they stand"),
        "value": (TEXT, "canonical value (`5000`, `2026-01-01`), null where it stays ambiguous"),
        "unit": (TEXT, "unit of the value (`USD`, `ratio`, `day`, `date`), if it has one"),
    },
)
MENTIONS = _table(
    "evidence.mentions",
    "One row a place where text or metadata names another document, section or term.",
    {
        "mention_id": (TEXT, "hash of the paragraph (or metadata field), the place in it and what is named"),
        "document_id": (TEXT, "the document that names"),
        "paragraph_id": (TEXT, "the paragraph that names; null for metadata"),
        "line": (INT, "line on which it begins"),
        "start": (INT, "offset in the paragraph's text; 0 for metadata"),
        "end": (INT, "offset after its last character"),
        "text": (TEXT, "the words as they stand"),
        "origin": (TEXT, "how it was found: metadata, marker, wording, link or alias"),
        "relation": (TEXT, "refers_to, supersedes, amends, attaches_to, requires, or their inverses (`superseded_by`)"),
        "partial": (BOOL, "whether only a part is said to be superseded or amended"),
        "since": (DATE, "the day from which it is superseded, where the sentence tells one"),
        "names": (NAMES, "keys of the document named, best first; none for a bare reference, which means the own document"),
        "sections": (NAMES, "keys of the section named, best first; none for a whole document"),
        "until": (TEXT, "key of the last section of a range, if it is one"),
        "context": (NAMES, "keys of documents to try for a bare reference that the own document does not have, nearest first"),
        "subject": (NAMES, "keys of the acting document where it is another than this one"),
        "nature": (
            TEXT,
            "specific, candidate (none unless it is found), titled (else the document), carried, repealed (a bare section), external, "
            "own or generic",
        ),
    },
)
ALIAS_MENTIONS = Table(
    "graph.alias_mentions",
    "Mentions found by a join of running text with the names of the whole corpus; the columns of evidence.mentions.",
    MENTIONS.schema,
)
NAMES_OF_DOCUMENTS = _table(
    "evidence.names",
    "One row a name that a document gives itself.",
    {
        "document_id": (TEXT, "the document"),
        "source": (TEXT, "title, identifier, short_title, address or alias"),
        "name": (TEXT, "the name as written"),
    },
)
POSTINGS = _table(
    "search.postings",
    "One row a term of a document, by which questions find its paragraphs.",
    {
        "document_id": (TEXT, "the document"),
        "term": (TEXT, "a word, folded and stemmed; of Chinese, Japanese and Korean text a pair of characters"),
        "ordinals": (NUMBERS, "positions of the paragraphs that have it, ascending"),
        "frequencies": (NUMBERS, "how often each of them has it"),
    },
)
LENGTHS = _table(
    "search.lengths",
    "One row a document: how many terms each of its paragraphs has.",
    {
        "document_id": (TEXT, "the document"),
        "lengths": (NUMBERS, "terms of the paragraphs, by their positions"),
    },
)
VECTORS = _table(
    "search.vectors",
    "One row a paragraph that has a vector, by which questions in other words find it; docs/vectors.md.",
    {
        "document_id": (TEXT, "the document"),
        "paragraph_id": (TEXT, "the paragraph"),
        "paragraph_hash": (TEXT, "hash of the paragraph's text, of which the vector is made"),
        "model": (TEXT, "the model that made it; all rows have the same"),
        "vector": (pa.binary(), "its numbers as little-endian half precision floats, at unit length"),
    },
)
REVISIONS = _table(
    "evidence.revisions",
    "History: one row each time a document's bytes were seen to change.",
    {
        "document_id": (TEXT, "the document"),
        "path": (TEXT, "its path"),
        "content_hash": (TEXT, "xxh3_128 of the bytes; null once it is deleted"),
        "run_id": (TEXT, "the sync that saw it"),
        "recorded_at": (TIME, "when"),
    },
    history=True,
)
MOVES = _table(
    "evidence.moves",
    "History: one row each time a paragraph's text was followed to a new id.",
    {
        "old_id": (TEXT, "the paragraph that is gone"),
        "new_id": (TEXT, "the paragraph that now holds the same text"),
        "run_id": (TEXT, "the sync that saw it"),
        "recorded_at": (TIME, "when"),
    },
    history=True,
)
IDENTITIES = _table(
    "graph.identities",
    "One row a name by which a node can be cited.",
    {
        "document_id": (TEXT, "the document that the node belongs to"),
        "key": (TEXT, "normalised name; section keys begin with the document's id"),
        "node_id": (TEXT, "what it names: a document, a paragraph (a section is its heading) or a term"),
        "node_kind": (TEXT, "document, section, clause, term or scheme"),
        "alias": (TEXT, "the name as written"),
        "source": (TEXT, "path, tail, identifier, title, short_title, alias, address, label, heading, anchor, definition or scheme"),
        "family": (TEXT, "identifier that the editions of a document share, for names of documents"),
        "edition": (TEXT, "edition of the document, for names of documents"),
        "effective": (DATE, "date from which the document applies, for names of documents"),
    },
)
EDGES = _table(
    "graph.stated_edges",
    "One row an edge that a mention states; the view `edges` adds those of structure.",
    {
        "edge_id": (TEXT, "hash of source, type, target and mention"),
        "document_id": (TEXT, "the document that states it"),
        "source_id": (TEXT, "the newer or acting node"),
        "type": (TEXT, "refers_to, supersedes, amends, attaches_to, requires, defines or uses_term"),
        "target_id": (TEXT, "the node pointed at"),
        "source_document_id": (TEXT, "the document of the source"),
        "target_document_id": (TEXT, "the document of the target; null for a term"),
        "mention_id": (TEXT, "the mention that states it; null for a definition"),
        "origin": (TEXT, "metadata, marker, wording, link or alias"),
        "partial": (BOOL, "whether it holds for a part only"),
        "since": (DATE, "the day from which it holds, where its sentence tells one"),
    },
)
UNRESOLVED = _table(
    "graph.unresolved",
    "One row a mention that was not resolved, or a relation that needs a look, with the reason.",
    {
        "mention_id": (TEXT, "the mention"),
        "document_id": (TEXT, "the document that names"),
        "paragraph_id": (TEXT, "the paragraph that names; null for metadata"),
        "line": (INT, "line on which it begins"),
        "text": (TEXT, "the words as they stand"),
        "reason": (TEXT, "ambiguous, generic, external or dangling; the view adds one-sided"),
        "candidates": (pa.list_(TEXT), "ids of the documents that could be meant"),
    },
)
LOOKUPS = _table(
    "graph.lookups",
    "One row a name that a document's mentions ask for, found or not: who must be resolved again when an answer changes.",
    {
        "document_id": (TEXT, "the document that asks"),
        "key": (TEXT, "normalised name asked for"),
        "answer": (TEXT, "hash of what was found"),
    },
)
REFERENCE_CHANGES = _table(
    "graph.reference_changes",
    "History: one row each time a reference came to mean something else.",
    {
        "run_id": (TEXT, "the sync that saw it"),
        "at": (TIME, "when"),
        "document_id": (TEXT, "the document that refers"),
        "path": (TEXT, "its path then"),
        "line": (INT, "line on which the reference begins"),
        "text": (TEXT, "the words as they stand"),
        "before": (TEXT, "what it was: path and line of the target, or the reason why it was open; null if it is new"),
        "after": (TEXT, "what it is now; null if it is gone"),
    },
    history=True,
)
CANDIDATES = _table(
    "beliefs.candidates",
    "One row a candidate that is not believed: rejected by the gate, or waiting for repair by a person.",
    {
        "document_id": (TEXT, "the document that it quotes"),
        "candidate_id": (TEXT, "hash of the document, the statement and the quote"),
        "paragraph_id": (TEXT, "the paragraph that it quotes; null where the quote was not found"),
        "statement": (TEXT, "what was proposed"),
        "quote": (TEXT, "the words that it rests on"),
        "kind": (TEXT, "kind of claim that it would be"),
        "subject": (TEXT, "what it is about"),
        "slot": (TEXT, "slot that it would fill, if any"),
        "verdict": (TEXT, "rejected or repair"),
        "reasons": (NAMES, "each begins with the rule that it broke"),
        "narrowed": (TEXT, "the part that the quote supports, if there is one"),
        "proposer": (TEXT, "rules, or the model"),
    },
)
CLAIMS = _table(
    "beliefs.claims",
    "One row a claim that is believed on current evidence.",
    {
        "document_id": (TEXT, "the document that it rests on"),
        "claim_id": (TEXT, "hash of what it says, quotes and where"),
        "statement": (TEXT, "the statement; it stands alone"),
        "kind": (
            TEXT,
            "definition, limit, period, percentage, date, count, obligation, permission, prohibition, exception, condition, "
            "decision, supersession, value or fact",
        ),
        "subject": (TEXT, "what it is about"),
        "slot": (TEXT, "the one thing about the subject that has one value at a time; null where it replaces nothing"),
        "value": (TEXT, "canonical value that fills the slot, if it has one"),
        "unit": (TEXT, "unit of the value"),
        "polarity": (TEXT, "positive or negative"),
        "modality": (TEXT, "none, must, may, must_not or uncertain"),
        "valid_from": (DATE, "first day for which it holds, as its text states"),
        "valid_to": (DATE, "last day for which it holds, as its text states"),
        "occurrence": (INT, "counts claims of a document that are otherwise the same, from 0"),
        "proposer": (TEXT, "rules, or the model"),
        "accepted_by": (TEXT, "gate, repair, or review"),
    },
)
QUOTES = _table(
    "beliefs.quotes",
    "One row a quote of a claim: the exact span of a current paragraph.",
    {
        "document_id": (TEXT, "the document"),
        "claim_id": (TEXT, "the claim"),
        "position": (INT, "0 for the principal quote"),
        "paragraph_id": (TEXT, "the paragraph"),
        "paragraph_hash": (TEXT, "hash of the paragraph's text"),
        "start": (INT, "offset in the paragraph's text"),
        "end": (INT, "offset after its last character"),
        "quote": (TEXT, "the words that stand there"),
        "quote_hash": (TEXT, "hash of the words"),
    },
)
WAITING = _table(
    "beliefs.waiting",
    "One row a claim whose evidence changed, and which waits for the model that proposes or judges; as it was believed.",
    {
        "document_id": (TEXT, "the document"),
        "claim_id": (TEXT, "the claim"),
        "statement": (TEXT, "what it says"),
        "quote": (TEXT, "the words of its principal quote"),
        "candidate": (TEXT, "all of it, as JSON"),
        "texts": (NAMES, "hashes of the paragraphs that it quotes"),
        "occurrence": (INT, "as of a claim"),
        "accepted_by": (TEXT, "as of a claim"),
    },
)
STANDINGS = _table(
    "beliefs.standings",
    "One row a claim: whether it is in force, derived by rule over the whole corpus.",
    {
        "document_id": (TEXT, "the document of the claim"),
        "claim_id": (TEXT, "the claim"),
        "status": (TEXT, "active, superseded or disputed"),
        "by_id": (TEXT, "the claim, document or section that supersedes or contradicts it, if any"),
        "reason": (TEXT, "the rule that decided; null for active"),
    },
)
CLAIM_RELATIONS = _table(
    "beliefs.relations",
    "One row an edge between two claims.",
    {
        "document_id": (TEXT, "the document of the source"),
        "source_id": (TEXT, "the newer claim, or the less authoritative one"),
        "type": (TEXT, "replaces or contradicts"),
        "target_id": (TEXT, "the older claim, or the more authoritative one"),
        "reason": (TEXT, "the rule that found it"),
    },
)
CONTESTS = _table(
    "beliefs.contests",
    "One row a contest of the past: days on which a claim and another one held that sets the same thing otherwise, derived by rule over "
    "the whole corpus. What is contested still is in `standings`.",
    {
        "document_id": (TEXT, "the document of the claim"),
        "claim_id": (TEXT, "the claim that was disputed"),
        "by_id": (TEXT, "the claim that contradicted it"),
        "reason": (TEXT, "the rule that found it"),
        "since": (DATE, "the first of these days; null where none is known"),
        "until": (DATE, "the last of them"),
    },
)
SUCCESSIONS = _table(
    "beliefs.successions",
    "One row a document that is no longer in force as a whole, derived by rule over the whole corpus.",
    {
        "document_id": (TEXT, "the document"),
        "by_id": (TEXT, "the document that takes its place; null where only its own status says so"),
        "reason": (TEXT, "the rule that decided"),
    },
)
CONCEPT_FORMS = _table(
    "beliefs.concept_forms",
    "One row a topic that a paragraph names, in its own words; all that may be one, of which `concepts` is made.",
    {
        "document_id": (TEXT, "the document"),
        "paragraph_id": (TEXT, "the paragraph"),
        "key": (TEXT, "what all spellings and inflections share; for an abbreviation the key of what it stands for"),
        "form": (TEXT, "the words as they stand"),
        "kind": (TEXT, "term, heading, abbreviation, phrase, mention (too weak to be a topic by itself), or person (a name: never one)"),
    },
)
CLAIM_CONCEPTS = _table(
    "beliefs.claim_concepts",
    "One row a claim and a concept that it is about.",
    {
        "document_id": (TEXT, "the document of the claim"),
        "claim_id": (TEXT, "the claim"),
        "concept_id": (TEXT, "the concept"),
    },
)
EVENTS = _table(
    "beliefs.events",
    "History: one row each time something happened to a claim.",
    {
        "run_id": (TEXT, "the sync that saw it"),
        "number": (INT, "order within the run"),
        "at": (TIME, "when"),
        "corpus": (TEXT, "the corpus"),
        "document_id": (TEXT, "the document of the claim"),
        "path": (TEXT, "its path then"),
        "claim_id": (TEXT, "the claim as it is after the event"),
        "lineage_id": (TEXT, "the id that ties revisions and moves of one claim together"),
        "previous_id": (TEXT, "the claim before the event, where it is another"),
        "event": (
            TEXT,
            "asserted, confirmed, moved, context_changed, revised, retracted, reinstated, superseded, disputed, restored or erased",
        ),
        "by": (TEXT, "rules, the model, or the person who decided"),
        "reason": (TEXT, "why, in words"),
        "statement": (TEXT, "what the claim says after the event; what it said, for a retraction"),
        "status": (TEXT, "active, superseded, disputed or retracted, after the event"),
        "valid_from": (DATE, "first day for which it holds, if stated"),
        "valid_to": (DATE, "last day for which it holds, if stated"),
        "fingerprint": (TEXT, "of the model's prompt, where a model decided"),
    },
    history=True,
)
TERMS = _table(
    "beliefs.terms",
    "History: one row each time a claim came to hold on other days, or otherwise, than was derived before.",
    {
        "run_id": (TEXT, "the sync that derived it"),
        "at": (TIME, "when"),
        "document_id": (TEXT, "the document of the claim"),
        "claim_id": (TEXT, "the claim"),
        "status": (TEXT, "active, superseded or disputed"),
        "status_since": (DATE, "the day since which it is superseded or disputed, if known"),
        "in_force_from": (DATE, "first day on which it holds, if known"),
        "in_force_to": (DATE, "last day on which it holds, if known"),
        "contested_since": (DAYS, "the first days of contests of the past, null where none is known"),
        "contested_until": (DAYS, "their last days, in the same order"),
    },
    history=True,
)
VERDICTS = _table(
    "beliefs.verdicts",
    "History: one row a statement that a model kept or dropped when the paragraph that it rests on changed.",
    {
        "run_id": (TEXT, "the sync that asked"),
        "paragraph_hash": (TEXT, "hash of the text that it was asked about"),
        "statement": (TEXT, "the statement"),
        "verdict": (TEXT, "kept or dropped"),
        "candidate": (TEXT, "what is kept, as JSON; its quote is found again in the text"),
        "by": (TEXT, "the model"),
        "fingerprint": (TEXT, "of the prompt and the answer"),
    },
    history=True,
)
CONCEPTS = _table(
    "beliefs.concepts",
    "One row a concept: a topic of the corpus with a canonical name.",
    {
        "concept_id": (TEXT, "hash of the corpus and the canonical form"),
        "name": (TEXT, "the name as readers see it"),
        "kind": (TEXT, "term, heading, abbreviation or phrase: the strongest way in which it was found"),
        "keys": (NAMES, "canonical forms that mean it: variants and abbreviations"),
        "forms": (NAMES, "the spellings that stand in the text"),
        "paragraphs": (INT, "paragraphs that name it"),
        "documents": (INT, "documents that name it"),
    },
)
REFLECTIONS = _table(
    "beliefs.reflections",
    "One row a reflection: a statement about several claims.",
    {
        "reflection_id": (TEXT, "hash of the kind, the subject and the claims"),
        "kind": (TEXT, "change, list, conflict or summary"),
        "statement": (TEXT, "what it says"),
        "subject": (TEXT, "what it is about"),
        "proposer": (TEXT, "rules, or the model"),
        "made_from": (TEXT, "fingerprint of the claims and of the rule or prompt"),
    },
)
REFLECTION_CLAIMS = _table(
    "beliefs.reflection_claims",
    "One row a claim that a reflection rests on.",
    {
        "reflection_id": (TEXT, "the reflection"),
        "claim_id": (TEXT, "the claim"),
        "position": (INT, "order within the reflection"),
    },
)
PAGES = _table(
    "wiki.pages",
    "One row a page of the wiki.",
    {
        "page_id": (TEXT, "hash of the corpus and the path"),
        "path": (TEXT, "path of the page within an export, such as `topics/proof-of-loss.md`"),
        "title": (TEXT, "its title"),
        "kind": (TEXT, "index, family, topic or changes"),
        "description": (TEXT, "what it is about, in one line"),
        "subject_id": (TEXT, "the concept or document that it is about, if it is one"),
        "language": (TEXT, "code of the language of its own words"),
        "characters": (INT, "size of the page as Markdown without its footnotes"),
        "removed": (INT, "sentences removed because no claim bound them"),
        "composer": (TEXT, "rules, or the model"),
        "made_from": (TEXT, "fingerprint of all that it was composed from"),
    },
)
SENTENCES = _table(
    "wiki.sentences",
    "One row a sentence of a page, bound to claims.",
    {
        "page_id": (TEXT, "the page"),
        "position": (INT, "order on the page, from 0"),
        "section": (TEXT, "heading of the page under which it stands; empty for the lead"),
        "role": (TEXT, "lead, claim, change, conflict or list"),
        "sentence": (TEXT, "plain text without markup"),
        "claim_ids": (NAMES, "the claims that it states"),
    },
)
PAGE_LINKS = _table(
    "wiki.links",
    "One row a link from a page to another, or to an open reference.",
    {
        "page_id": (TEXT, "the page"),
        "position": (INT, "order on the page, from 0"),
        "role": (TEXT, "related, part, source, or open (a reference that was not resolved)"),
        "target_id": (TEXT, "the page or document linked to; null for an open reference"),
        "text": (TEXT, "words of the link"),
        "reason": (TEXT, "why it is there, in words"),
    },
)
PAGE_CHANGES = _table(
    "wiki.page_changes",
    "History: one row each time a page came, changed or went.",
    {
        "run_id": (TEXT, "the sync that composed it"),
        "at": (TIME, "when"),
        "page_id": (TEXT, "the page"),
        "path": (TEXT, "its path"),
        "title": (TEXT, "its title"),
        "change": (TEXT, "added, changed or removed"),
    },
    history=True,
)
SOURCES = _table(
    "ops.sources",
    "One row a file seen by the last scan, with its outcome.",
    {
        "document_id": (TEXT, "hash of the corpus and the NFC path"),
        "path": (TEXT, "path below the corpus root"),
        "outcome": (TEXT, "compiled, skipped, refused or quarantined"),
        "reason": (TEXT, "why it was not compiled; null when it was"),
        "size": (LONG, "bytes"),
        "mtime_ns": (LONG, "time of the last change of content"),
        "ctime_ns": (LONG, "time of the last change of the entry"),
        "inode": (pa.uint64(), "file number"),
        "content_hash": (TEXT, "xxh3_128 of the bytes"),
        "scanned_ns": (LONG, "when the bytes were last read"),
    },
)
QUARANTINED = _table(
    "ops.quarantined",
    "One row a file that should be a document but could not be compiled, though it could be listed.",
    {
        "document_id": (TEXT, "the document"),
        "path": (TEXT, "path below the corpus root"),
        "reason": (TEXT, "what went wrong"),
    },
)
LEDGER = _table(
    "ops.ledger",
    "One row an asset and document: what it was last made from, and what came out.",
    {
        "asset": (TEXT, "the layer: evidence, graph, beliefs or wiki"),
        "document_id": (TEXT, "the partition"),
        "input_fingerprint": (TEXT, "of all that it was made from, look-up answers included"),
        "output_fingerprint": (TEXT, "of the rows written"),
    },
)
RUNS = _table(
    "ops.runs",
    "History: one row a sync that had work.",
    {
        "run_id": (TEXT, "name of the run, the same in Dagster"),
        "started_at": (TIME, "when it began"),
        "finished_at": (TIME, "when its snapshot was published"),
        "stage": (TEXT, "evidence, graph, beliefs or wiki"),
        "executions": (LONG, "documents that the stage computed"),
        "written": (LONG, "documents whose rows changed"),
        "deleted": (LONG, "documents removed"),
    },
    history=True,
)
ERASURES = _table(
    "ops.erasures",
    "History: one row a receipt of something erased, or of a tombstone lifted; it holds no word of what was erased.",
    {
        "erasure_id": (TEXT, "the erasure"),
        "act": (TEXT, "erased or lifted"),
        "kind": (TEXT, "document, lines, claim or person"),
        "target": (TEXT, "keyed hash of what was named"),
        "at": (TIME, "when"),
        "by": (TEXT, "name of the user who ran the command"),
        "receipt": (TEXT, "the receipt as JSON: counts a table, files rebuilt, snapshots removed, what was searched"),
    },
    history=True,
)

TABLES: Final = (
    DOCUMENTS,
    LINES,
    PARAGRAPHS,
    TURNS,
    SIGNALS,
    MENTIONS,
    NAMES_OF_DOCUMENTS,
    POSTINGS,
    LENGTHS,
    VECTORS,
    REVISIONS,
    MOVES,
    IDENTITIES,
    ALIAS_MENTIONS,
    EDGES,
    UNRESOLVED,
    LOOKUPS,
    REFERENCE_CHANGES,
    CANDIDATES,
    QUOTES,
    CLAIMS,
    WAITING,
    STANDINGS,
    CLAIM_RELATIONS,
    SUCCESSIONS,
    CONTESTS,
    CONCEPT_FORMS,
    CLAIM_CONCEPTS,
    EVENTS,
    TERMS,
    VERDICTS,
    CONCEPTS,
    REFLECTIONS,
    REFLECTION_CLAIMS,
    PAGES,
    SENTENCES,
    PAGE_LINKS,
    PAGE_CHANGES,
    SOURCES,
    QUARANTINED,
    LEDGER,
    RUNS,
    ERASURES,
)
