"""Lacks: what a statement, read as a whole, asks for and does not say, so that no reader could complete it.

comparison   a predicate that sets a thing above another (``is more secure``), with nothing that it is compared to
hypothesis   what would be, with no condition under which it would
rest         things that remain of others (``the remaining conditions``, ``in all other cases``), of which nothing was said
topic        a few words that only judge their subject or announce that it matters (``Users need to be educated.``)
outcome      what follows from something that only a pronoun names (``..., so it does not ...``)
picture      a part of a figure that the reader does not see (``the dashed line``)
label        the name of a field or a term that runs into the sentence behind it (``Checksum The checksum is ...``, ``Hut A hut is ...``)

The words of a language are data (``[lacks]`` of its file); where there are none, nothing is found to lack.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lineproof.beliefs.propose.patterns import NEVER, NONE, Pattern, either, phrases

SHORTEST_STEM: Final = 4
"""Letters that two forms of a noun share, at least; an ending of up to two letters is left out (``conditions``)."""
MOST_TOPICAL: Final = 12
"""Words of a sentence that only judges or announces."""
SENTENCE: Final = re.compile(r"[.!]\s+[A-Z]")
TELLING: Final = re.compile(r"[\d`\"(:;]")
"""Signs of what tells something: a number, code, a quotation, an explanation."""


@dataclass(frozen=True, slots=True)
class Lacks:
    """The patterns of one language; openings and labels match at the beginning, the others search."""

    openings: Pattern
    """What sets a sentence against others before it (``In all other cases``)."""
    rest: Pattern
    """A ``noun`` of which some remain, or which precedes."""
    comparative: Pattern
    """A predicate in the comparative."""
    compared: Pattern
    """Words that say with what."""
    hypothetical: Pattern
    """What would be of something that no indefinite article and no verb as a noun (``Raising the fee``) supposes."""
    conditional: Pattern
    outcome: Pattern
    topical: Pattern
    """Words that only judge or announce."""
    contrast: Pattern
    """Some things that are so, and others that are not (``While some are long, others are short.``)."""
    ruling: Pattern
    """Words that make a topical sentence a rule."""
    pictured: Pattern
    pointing: Pattern
    """What a sentence ends in, which points to a place in the text (``above.``)."""
    stepping: Pattern
    """An announcement of steps with the first of them alone."""
    led: Pattern
    """A noun of what belongs to something that the lead of a list does not say (``mitigations include:``)."""
    estimated: Pattern
    """Words that say that what a table holds is no more than typical."""
    label: Pattern

    def finds(self, said: str) -> bool:
        """Whether words lack what they ask for."""
        if self.openings.match(said) or self.label.match(said) or self.pictured.search(said) or self.outcome.search(said):
            return True
        if self.pointing.search(said) or self.stepping.search(said) or self.is_topical(said):
            return True
        if self.comparative.search(said) and not self.compared.search(said):
            return True
        if self.hypothetical.search(said) and not self.conditional.search(said):
            return True
        return any(found["noun"][:-2].lower() not in said[: found.start()].lower() for found in self.rest.finditer(said))

    def is_topical(self, said: str) -> bool:
        """Whether it is one sentence that only judges its subject, or says that it matters."""
        if SENTENCE.search(said):
            return False
        if self.contrast.match(said):
            return True
        short = len(said.split()) <= MOST_TOPICAL and TELLING.search(said) is None
        return short and self.topical.search(said) is not None and self.ruling.search(said) is None


def lacks(table: Mapping[str, Any]) -> Lacks:
    """The patterns of the section of a data file; of an empty one, patterns that find nothing."""

    def listed(name: str) -> Sequence[str]:
        found: Sequence[str] = table.get(name, ())
        return found

    return Lacks(
        openings=phrases(listed("openings")),
        rest=_rest(listed("rest")),
        comparative=phrases(listed("comparative")),
        compared=phrases(listed("compared")),
        hypothetical=_hypothetical(listed("hypothetical"), listed("supposed")),
        conditional=phrases(listed("conditional")),
        outcome=phrases(listed("outcome")),
        topical=phrases(listed("topical")),
        contrast=_contrast(listed("contrast")),
        ruling=phrases(listed("ruling")),
        pictured=_pictured(listed("pictures"), listed("pictured")),
        pointing=_pointing(listed("pointing"), listed("measured")),
        stepping=_stepping(listed("announcing"), listed("wording")),
        led=_led(listed("led"), listed("saying")),
        estimated=phrases(listed("estimated")),
        label=_label(listed("determiners"), listed("unlabelled"), listed("glossing")),
    )


def _rest(words: Sequence[str]) -> Pattern:
    noun = rf"(?P<noun>[a-z]{{{SHORTEST_STEM},}}s)"
    return re.compile(rf"(?<![\w-])(?i:{either(words)})\s+(?:`[^`]+`\s+)?{noun}(?![\w-])(?!\s+of\b)") if words else NEVER


def _hypothetical(words: Sequence[str], supposed: Sequence[str]) -> Pattern:
    if not words:
        return NEVER
    opening = rf"(?:^|[.!?]\s+)(?!(?:{either(supposed)})\s)"
    return re.compile(rf"{opening}[^.!?]*?(?<![\w-])(?:{either(words)})(?![\w-])", re.IGNORECASE)


def _contrast(words: Sequence[str]) -> Pattern:
    """The words of a contrast with a few between them, and nothing but an adjective at the end."""
    if not words:
        return NEVER
    between = r"\s+[^,;]+,\s+"
    return re.compile(rf"(?:{between.join(words)})\s+(?:[\w-]+\s+){{1,2}}[\w-]+\.$", re.IGNORECASE)


def _pictured(pictures: Sequence[str], parts: Sequence[str]) -> Pattern:
    """A figure by its number, not in parentheses, or one of its parts."""
    if not pictures:
        return NEVER
    return re.compile(rf"(?<![\w-])(?:(?<!\()(?<!\(see )(?:{either(pictures)})\s+\d|(?:{either(parts)})(?![\w-]))", re.IGNORECASE)


def _pointing(words: Sequence[str], measured: Sequence[str]) -> Pattern:
    """A place in the text at the end of the words, unless it tells of a measure or a layer (``18 or above.``)."""
    if not words:
        return NEVER
    behind = "".join(rf"(?<!\b{word}\s)" for word in measured)
    return re.compile(rf"(?<=[a-zA-Z)]\s){behind}(?:{either(words)})[.)]+$")


def _stepping(words: Sequence[str], wording: Sequence[str]) -> Pattern:
    """An announcement, a colon, and one sentence alone that no list is, unless the announcement is of words that replace others."""
    if not words:
        return NEVER
    return re.compile(rf"^(?!.*\b(?:{either(wording)})\b)[^:]*\b(?:{either(words)}):\s+[A-Z][^;]*?[^;.\d]\.$", re.IGNORECASE)


def _led(nouns: Sequence[str], verbs: Sequence[str]) -> Pattern:
    if not nouns:
        return NEVER
    return re.compile(rf"(?<![\w-])(?:{either(nouns)})\s+(?:{either(verbs)})(?![\w-])[^.]*:$", re.IGNORECASE)


def _label(determiners: Sequence[str], unlabelled: Sequence[str], glossing: Sequence[str]) -> Pattern:
    """Words in capitals, none of which is one of those that open a sentence, and that nothing parts from a determiner with a capital.

    Behind an article, which may be a letter too (``Party A signs``), a noun must follow with one of the ``glossing`` words.
    """
    if not determiners:
        return NEVER
    word = rf"(?!(?i:{either(unlabelled)})\s)[A-Z][\w-]+"
    field = rf"{word}(?:\s+(?:[a-z]{{2,3}}\s+)?{word}){{0,3}}\s+(?:{'|'.join(determiners)})\s+[\w-]+"
    term = rf"{word}(?:\s+[a-z]+)?\s+An?\s+[a-z]{{3,}}\s+(?:{either(glossing) or NONE})(?![\w-])"
    return re.compile(rf"{field}|{term}")
