"""The model extractor: candidates that a model proposes, and of which it decides as little as can be.

The model says which words of the text state something, and puts it in a sentence. Everything else comes from the source: the place
of the quote is found by the program, the quote is widened to whole sentences so that no negation or condition is left out, and
value, unit, slot, modality, polarity and validity are read from the quoted words; a value makes the kind. A statement must name what its
pronouns mean. What it proposes still has to pass the gate.

proposal   one element of a model's answer
refusal    a proposal that never gets to the gate, with the reason: its quote is not there, it has not the form, it repeats another
frame      the words without which an item or a row would not be understood: the lead of its list, the headings of its table
"""

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from rapidfuzz import fuzz
from rapidfuzz.utils import default_process

from lineproof.beliefs.believe import Refused
from lineproof.beliefs.locate import Folded, Span, fold, locate, overlapping
from lineproof.beliefs.model import CLAIM_KINDS, MODALITIES, POLARITIES, REJECTED, Candidate, Document, Judgement, Paragraph, Quote
from lineproof.beliefs.plain import CODE, plain
from lineproof.beliefs.propose.batches import Batch, batches
from lineproof.beliefs.propose.blocks import Block, Listing, Table, blocks
from lineproof.beliefs.propose.claims import KINDS, Assessment
from lineproof.beliefs.propose.faithful import dependence, faults
from lineproof.beliefs.propose.heads import head_of
from lineproof.beliefs.propose.passages import Part, Passage
from lineproof.beliefs.propose.places import Place, Places
from lineproof.beliefs.propose.planted import speaks_to_programs
from lineproof.beliefs.propose.slots import slot
from lineproof.beliefs.propose.words import load as load_words
from lineproof.evidence.hashing import fingerprint
from lineproof.evidence.language import load as load_language
from lineproof.evidence.sentences import sentences
from lineproof.evidence.signals import signals
from lineproof.evidence.signals.model import Signal
from lineproof.models.chat import Answer, Chat, Request, Schema
from lineproof.models.errors import BadAnswer, TooLong

VERSION: Final = 3
"""Raised when the same answers would make other candidates."""
ROLE: Final = "propose"
PROMPT: Final = "propose"
LONGEST_STATEMENT: Final = 600
LONGEST_QUOTE: Final = 1_000
LONGEST_NAME: Final = 200
UNFINISHED: Final = (":", ",", ";", "?", "...", "…")
"""With what no statement ends."""
TORN: Final = re.compile(r"(?<=\S)(?<![\s*])\*\*(?![\w*])|(?<![\w*])\*\*(?=[^\s*])")
"""A sign of emphasis that has lost the other one; no power (``2**32``)."""
MOST_PROPOSALS: Final = 60
LOOKED_AT: Final = 1_000
"""Of an answer that keeps no bound."""
FEWEST_PROPOSALS: Final = 3
CHARACTERS_A_PROPOSAL: Final = 100
"""How many proposals a text is good for, so that a model that repeats itself comes to an end."""
ALIKE: Final = 92.0
"""Similarity (token sort ratio, 0 to 100) from which two statements on one quote are the same."""
VALUE_KINDS: Final = frozenset(KINDS.values())
VALUELESS: Final = frozenset({"definition", "supersession"})
"""Kinds of statements that a value in them does not change, where the quoted words make them such."""
UNFILLED: Final = VALUE_KINDS | {"fact", "value", "definition"}
"""Kinds that fill no slot without a value."""


def _text(longest: int) -> dict[str, Any]:
    return {"type": "string", "minLength": 1, "maxLength": longest}


def _optional(longest: int) -> dict[str, Any]:
    return {"type": ["string", "null"], "maxLength": longest}


PROPOSAL: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": {
        "quote": _text(LONGEST_QUOTE),
        "statement": _text(LONGEST_STATEMENT),
        "subject": _text(LONGEST_NAME),
        "slot": _optional(LONGEST_NAME),
        "kind": {"type": "string", "enum": list(CLAIM_KINDS)},
        "polarity": {"type": "string", "enum": list(POLARITIES)},
        "modality": {"type": "string", "enum": list(MODALITIES)},
        "valid_from": _optional(10),
        "valid_to": _optional(10),
    },
    "required": ["quote", "statement", "subject", "slot", "kind", "polarity", "modality", "valid_from", "valid_to"],
    "additionalProperties": False,
}


def schema(most: int) -> Mapping[str, Any]:
    """The schema of an answer with so many proposals at most."""
    return {
        "type": "object",
        "properties": {"candidates": {"type": "array", "maxItems": most, "items": PROPOSAL}},
        "required": ["candidates"],
        "additionalProperties": False,
    }


SCHEMA: Final = schema(MOST_PROPOSALS)
ACCEPTED: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": {"candidates": {"type": "array"}},
    "required": ["candidates"],
}
"""What an answer must be for its proposals to be looked at one by one."""

_CONTROLS: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufffd]")
_WORD: Final = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a model proposed, as far as anything of it is used."""

    statement: str
    quote: str
    subject: str = ""
    kind: str = "fact"
    valid_from: str | None = None
    valid_to: str | None = None


class Unfit(Exception):
    """A proposal that does not get to the gate; the message begins with the name of a rule."""


class Identified(Protocol):
    """Whatever knows the models of roles."""

    def identity(self, role: str, prompt: str, schema: Schema) -> str:
        """See :class:`lineproof.models.chat.Chat`."""
        ...


def identity(roles: Identified) -> str:
    """The fingerprint of model, prompt, schema, settings and this module: of all but the document."""
    return fingerprint(roles.identity(ROLE, PROMPT, SCHEMA), str(VERSION))


class ModelProposer:
    """Proposes what the model of the role ``propose`` finds in documents."""

    def __init__(self, chat: Chat) -> None:
        self._chat = chat

    @property
    def identity(self) -> str:
        """The fingerprint of model, prompt, schema, settings and this module: of all but the document."""
        return identity(self._chat)

    def requests(self, document: Document, paragraphs: Sequence[Paragraph] | None = None) -> list[Request]:
        """What would be asked about a document, for an estimate of what it costs."""
        return [request(document, batch) for batch in batches(document, paragraphs)]

    def propose(self, document: Document, paragraphs: Sequence[Paragraph] | None = None) -> tuple[Sequence[Candidate], Sequence[Refused]]:
        """Candidates in the order of the text that was shown, and what cannot be one, each with its reason.

        Args:
            document: the document.
            paragraphs: those to be shown; all by default.

        Raises:
            BudgetSpent, Unavailable, Denied, NoModel, NotRecorded: see :class:`Chat`; what was answered so far is stored.
        """
        reader = Reader(document, self._chat.model(ROLE))
        for batch, answer in self._answers(document, batches(document, paragraphs)):
            reader.read(batch, answer)
        return tuple(reader.candidates), tuple(dict.fromkeys(reader.refused))

    def _answers(self, document: Document, waiting: Sequence[Batch]) -> list[tuple[Batch, Answer | BadAnswer]]:
        """The answers to batches in reading order; those that are too long for the model are halved and asked again."""
        done: list[tuple[Batch, Answer | BadAnswer]] = []
        while waiting:
            answers = self._chat.complete_all([request(document, batch) for batch in waiting])
            smaller: list[Batch] = []
            for batch, answer in zip(waiting, answers, strict=True):
                halves = batch.halves() if isinstance(answer, TooLong) else ()
                smaller += halves
                done += () if halves else ((batch, answer),)
            waiting = smaller
        return sorted(done, key=lambda pair: pair[0].order)


def request(document: Document, batch: Batch) -> Request:
    """The question about one batch."""
    names = " ".join(name for name in (document.identifier, document.edition) if name)
    heading = document.heading(batch.paragraphs[0])
    place = "\n".join(line for line in (document.title, names, heading) if line)
    return Request(ROLE, PROMPT, {"place": place, "text": batch.text}, schema(most_proposals(batch)), ACCEPTED)


def most_proposals(batch: Batch) -> int:
    """How many proposals are wanted of a batch at most: one for each paragraph, or for so many characters, and some more."""
    return min(MOST_PROPOSALS, FEWEST_PROPOSALS + max(len(batch.paragraphs), len(batch.text) // CHARACTERS_A_PROPOSAL))


class Reader:
    """Reads the answers about one document, in its order."""

    def __init__(self, document: Document, proposer: str) -> None:
        self.candidates: list[Candidate] = []
        self.refused: list[Refused] = []
        self._document = document
        self._proposer = proposer
        self._words = load_words(document.language)
        self._language = load_language(document.language)
        self._places = Places(document, self._words)
        self._folded: dict[str, Folded] = {}
        self._frames = frames(document)

    def read(self, batch: Batch, answer: Answer | BadAnswer) -> None:
        """Take the proposals of one answer."""
        first = batch.paragraphs[0]
        if isinstance(answer, BadAnswer):
            self._refuse(Proposal("", ""), f"model: {answer}", first.paragraph_id)
            return
        proposals = answer.content["candidates"]
        if len(proposals) > LOOKED_AT:
            self._refuse(Proposal("", ""), f"count: more than {LOOKED_AT} proposals; the others were not looked at", first.paragraph_id)
        for item in proposals[:LOOKED_AT]:
            self._take(item, batch)

    def _take(self, item: object, batch: Batch) -> None:
        proposal = read_proposal(item)
        try:
            check(proposal)
            candidate = self._candidate(proposal, batch)
            self._refuse_repetition(candidate)
        except Unfit as unfit:
            self._refuse(proposal, str(unfit))
        else:
            self.candidates.append(candidate)

    def _refuse(self, proposal: Proposal, reason: str, paragraph_id: str | None = None) -> None:
        statement, quote = proposal.statement[:LONGEST_STATEMENT], proposal.quote[:LONGEST_QUOTE]
        judgement = Judgement(REJECTED, (reason,))
        self.refused.append(Refused(statement, quote, judgement, self._proposer, paragraph_id, proposal.kind, proposal.subject))

    def _refuse_repetition(self, candidate: Candidate) -> None:
        for other in self.candidates:
            if other.quotes[0] == candidate.quotes[0] and fuzz.token_sort_ratio(other.statement, candidate.statement) >= ALIKE:
                raise Unfit("repetition: it says what another candidate says of the same quote")

    def _candidate(self, proposal: Proposal, batch: Batch) -> Candidate:
        """A candidate of what the quoted words say.

        Raises:
            Unfit: the words are not there, or not to be believed.
        """
        paragraph, span = self._located(proposal, batch)
        if speaks_to_programs(paragraph.text):
            raise Unfit("instruction: the paragraph speaks to a program that reads it, and states nothing")
        start, end = self._widened(paragraph, span)
        if end - start > LONGEST_QUOTE:
            raise Unfit(f"quote: the sentences that hold it are longer than {LONGEST_QUOTE} characters")
        place = self._places.of(paragraph, head_of(paragraph))
        focus = Part(paragraph, start, end)
        found = Assessment(Passage(place, (focus,), self._frames.get(paragraph.paragraph_id, ())), self._words, self._language)
        return self._assessed(proposal, found, focus, place)

    def _assessed(self, proposal: Proposal, found: Assessment, focus: Part, place: Place) -> Candidate:
        """A candidate with all that can be read from the quoted words themselves.

        Raises:
            Unfit: the statement leaves out what makes them another statement.
        """
        if fault := dependence(proposal.statement, self._words):
            raise Unfit(fault)
        said = signals(proposal.statement, self._language)
        parts = (focus, *found.passage.context)
        quoted = [signal for part in parts for signal in part.signals()]
        for fault in faults(proposal.statement, [part.text for part in parts], said, quoted, self._words, self._language.code):
            raise Unfit(fault)
        signal = _value(proposal, found, said)
        kind = _kind(proposal, found, signal)
        quotes = tuple(part.quote for part in parts)
        return Candidate(
            statement=proposal.statement,
            quotes=quotes,
            kind=kind,
            subject=self._subject(proposal, quotes, place),
            slot=self._slot(found, kind, signal),
            value=signal.value if signal else None,
            unit=signal.unit if signal else None,
            polarity="negative" if found.negative else "positive",
            modality=found.modality,
            valid_from=_stated(proposal.valid_from, focus),
            valid_to=_stated(proposal.valid_to, focus),
            proposer=self._proposer,
        )

    def _located(self, proposal: Proposal, batch: Batch) -> tuple[Paragraph, Span]:
        """Where the quote stands; of several places the one whose paragraph is nearest to the statement, the first of equals."""
        places = [(one, span) for one in batch.paragraphs for span in locate(proposal.quote, self._fold(one))[:1]]
        if not places:
            raise Unfit(self._missing(proposal.quote, batch))
        return max(places, key=lambda place: self._nearness(proposal.statement, place[0]))

    def _nearness(self, statement: str, paragraph: Paragraph) -> float:
        """How much of a statement's words a paragraph has, with what frames it."""
        frame = self._frames.get(paragraph.paragraph_id, ())
        return fuzz.token_set_ratio(statement, " ".join((*(part.text for part in frame), paragraph.text)), processor=default_process)

    def _missing(self, quote: str, batch: Batch) -> str:
        """Why a quote that stands in no paragraph of the batch cannot be used."""
        if locate(quote, fold(batch.text)):
            return "quote: it runs over several paragraphs"
        if any(locate(quote, self._fold(paragraph)) for paragraph in self._document.paragraphs):
            return "quote: it stands elsewhere in the document, not in the text that was shown"
        return "quote: it stands nowhere in the text"

    def _fold(self, paragraph: Paragraph) -> Folded:
        if paragraph.paragraph_id not in self._folded:
            self._folded[paragraph.paragraph_id] = Folded(paragraph.text)
        return self._folded[paragraph.paragraph_id]

    def _widened(self, paragraph: Paragraph, span: Span) -> Span:
        """The span with the rest of its sentences, so that what limits or denies the quoted words is quoted too."""
        text = paragraph.text
        if paragraph.kind == "code":
            end = text.find("\n", span[1])
            return text.rfind("\n", 0, span[0]) + 1, len(text) if end < 0 else end
        if paragraph.kind in ("table_row", "field"):
            return 0, len(text)
        return overlapping(list(sentences(text, self._words.language)), *span)

    def _slot(self, found: Assessment, kind: str, signal: Signal | None) -> str | None:
        """The slot in words of the source: words of a model would differ from edition to edition."""
        if signal is None and kind in UNFILLED:
            return None
        parts = (*found.passage.context, *found.passage.focus)
        return slot(kind if signal else "rule", parts, signal, self._words, self._language.code)

    def _subject(self, proposal: Proposal, quotes: Sequence[Quote], place: Place) -> str:
        """The subject that the model names, if its words stand in the quotes or above them, else the place."""
        document = self._document
        around = (*(quote.text for quote in quotes), place.name, place.subject, document.title, *document.names)
        known = set(_WORD.findall(" ".join(around).casefold()))
        named = _WORD.findall(proposal.subject.casefold())
        return proposal.subject if named and known.issuperset(named) else place.subject


def read_proposal(item: object) -> Proposal:
    """A proposal as a model wrote it; what has not its form is left out, since all but statement and quote can be read from the source."""
    fields = item if isinstance(item, dict) else {}
    quote, kind, subject = fields.get("quote"), fields.get("kind"), _sentence(fields.get("subject"))
    return Proposal(
        statement=_sentence(fields.get("statement")),
        quote=_CONTROLS.sub("", quote).strip() if isinstance(quote, str) else "",
        subject=subject if len(subject) <= LONGEST_NAME else "",
        kind=kind if isinstance(kind, str) and kind in CLAIM_KINDS else "fact",
        valid_from=_sentence(fields.get("valid_from")),
        valid_to=_sentence(fields.get("valid_to")),
    )


def check(proposal: Proposal) -> None:
    """Let a proposal pass that has what it needs.

    Raises:
        Unfit: statement or quote is missing or too long, or the statement is none.
    """
    if not proposal.statement:
        raise Unfit("form: there is no statement")
    if len(proposal.statement) > LONGEST_STATEMENT:
        raise Unfit(f"form: the statement is longer than {LONGEST_STATEMENT} characters")
    if proposal.statement.endswith(UNFINISHED):
        raise Unfit("form: the statement is a question, or goes on")
    if TORN.search(CODE.sub("", plain(proposal.statement))):
        raise Unfit("form: the statement has the end of words in bold without their beginning, or the beginning without the end")
    if not proposal.quote:
        raise Unfit("quote: there is none")
    if len(proposal.quote) > LONGEST_QUOTE:
        raise Unfit(f"quote: it is longer than {LONGEST_QUOTE} characters")


def _sentence(value: object) -> str:
    """A text in one line, without characters that steer a display; empty for anything else."""
    return " ".join(_CONTROLS.sub("", value).split()) if isinstance(value, str) else ""


def _value(proposal: Proposal, found: Assessment, said: Iterable[Signal]) -> Signal | None:
    """The one value of the quote that the statement names; of several the one of the kind that the model means."""
    stated = {(signal.value, signal.unit) for signal in said}
    named = [signal for _, signal in found.values if (signal.value, signal.unit) in stated]
    meant = [signal for signal in named if KINDS[signal.kind] == proposal.kind] or named
    return meant[0] if len(meant) == 1 else None


def _kind(proposal: Proposal, found: Assessment, signal: Signal | None) -> str:
    """The kind of the value, else the kind that the model names as far as the quoted words bear it out."""
    kind = proposal.kind
    if signal and not (kind in VALUELESS and kind == found.act):
        return KINDS[signal.kind]
    if kind in VALUE_KINDS and signal is None:
        return found.act or "fact"
    if kind in ("obligation", "permission", "prohibition") and found.modal != kind:
        return found.act or "fact"
    return kind


def _stated(day: str | None, focus: Part) -> datetime.date | None:
    """A day that the quoted words state."""
    stated = {signal.value for signal in focus.signals() if signal.kind == "date" and signal.unit == "date"}
    return datetime.date.fromisoformat(day) if day and day in stated else None


def frames(document: Document) -> Mapping[str, tuple[Part, ...]]:
    """What frames the items and rows of a document, by paragraph."""
    return {paragraph: parts for block in blocks(document.paragraphs) for paragraph, parts in _framed(block)}


def _framed(block: Block) -> Iterator[tuple[str, tuple[Part, ...]]]:
    if isinstance(block, Listing):
        for item in block.items:
            yield item.paragraph_id, _lead(block.lead)
    elif isinstance(block, Table):
        headings = block.rows[0]
        for row in block.rows[1:]:
            yield row.paragraph_id, (*_lead(block.lead), Part(headings, 0, len(headings.text)))


def _lead(paragraph: Paragraph | None) -> tuple[Part, ...]:
    return (Part(paragraph, 0, len(paragraph.text)),) if paragraph and len(paragraph.text) <= LONGEST_QUOTE else ()
