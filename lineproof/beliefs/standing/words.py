"""Words: the phrases of each language that tell what is in force, read from ``languages/CODE.toml``.

phrase   a regular expression in any case; ``{old}`` and ``{new}`` stand for a value, ``{verb}`` for the verbs of change,
         ``{object}`` for what is taken back, ``...`` for a gap within a clause that holds no value
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from lineproof.evidence.language import DEFAULT
from lineproof.evidence.language import load as load_language

FOLDER: Final = Path(__file__).parent / "languages"
OPEN: Final = "⟦"
CLOSE: Final = "⟧"
"""The marks around the number of a value in a text whose values are masked."""

REFERENCES: Final = ("section", "chapter", "article", "clause", "subdivision", "edition", "document")
"""Parts of the reference grammar whose words name kinds of documents and sections."""

RULE: Final = "rule"
PARAGRAPH: Final = "paragraph"
CLAUSE: Final = "clause"
SECTION: Final = "section"
"""What may be named by its place alone: the words of a sentence, or all that stands there."""

Pattern = re.Pattern[str]


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """The words of one language; compared by identity, since ``load`` yields each file once."""

    ended_status: Pattern
    """All of the status of a document that is no longer in force."""
    ended_heading: Pattern
    """Ends the heading of a section that is no longer in force."""
    in_force: frozenset[str]
    """Statuses of documents that are."""
    place: Pattern
    """Names a place in a sentence (``in the State of Arden``)."""
    place_title: Pattern
    """Names a place in a title (``Arden Amendatory Endorsement``)."""
    place_field: Pattern
    """A line of metadata that names places."""
    limit_field: Pattern
    """A line of metadata that names the products or people for which alone a document holds."""
    takes_effect: Pattern
    """Begins a line that says from which day a document applies."""
    no_places: tuple[str, ...]
    """What stands in such a line though it names none."""
    scope_heading: Pattern
    """Heads the section in which a document says for what it holds."""
    applies: Pattern
    """Stands in the sentences in which a document says for what it holds."""
    attachment: Pattern
    """A title or line of metadata of something that holds only where it is attached."""
    rewrites: Pattern
    """Says that the provision named is replaced or deleted as it stands."""
    part: Pattern
    """Says that it is only a part of the provision named."""
    changes: Pattern
    """Says that something of the provision named is changed."""
    adds: Pattern
    """Says that something is added to the provision named."""
    conditional: Pattern
    """Restricts what a sentence says to some cases."""
    keeps: Pattern
    """Says that something is not changed."""
    withdraws: Mapping[str, Pattern]
    """All of a paragraph that takes back what stands directly before it, by what it names: RULE, PARAGRAPH, CLAUSE or SECTION."""
    former_cues: tuple[str, ...]
    """Letters of which some stand in every text that one of ``former`` matches; quicker to look for than ``former_hint``."""
    former_hint: Pattern
    """Stands in every text that one of ``former`` matches."""
    former: tuple[Pattern, ...]
    """Texts with masked values, of which the group ``old`` is one that no longer holds."""
    opens_case: Pattern
    """Opens a sentence that speaks of some cases only."""
    more: Pattern
    """Makes a value one that is added to another, or an example."""
    attributes: Pattern
    """Ends, in a text with masked values, just before the source to which a sentence attributes what it says."""
    pointer: Pattern
    """A sentence that does nothing but name where something stands."""
    ignored: frozenset[str]
    """Words that name no topic: stop words, numbers, units and words of references."""


@lru_cache(maxsize=64)
def load(code: str, folder: Path = FOLDER) -> Words:
    """The words of a language; those of the default language where it has no file."""
    path = folder / f"{code}.toml"
    if not path.is_file():
        return load(DEFAULT, folder)
    return _words(code, tomllib.loads(path.read_text(encoding="utf-8")))


def has_ended(status: str) -> bool:
    """Whether a status says, in any language, that a document is no longer in force (``withdrawn``, ``obsoleted by RFC 5321``)."""
    return any(load(code).ended_status.fullmatch(status) for code in languages())


def says_ended(heading: str) -> bool:
    """Whether a heading says in brackets, in any language, that what stands below it is no longer in force (``§ 5 (weggefallen)``)."""
    return any(load(code).ended_heading.search(heading) for code in languages())


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """The languages that have words."""
    return tuple(sorted(file.stem for file in FOLDER.glob("*.toml")))


def _words(code: str, table: dict[str, Any]) -> Words:
    former, verbs = table["former"], "|".join(table["former"]["verbs"])
    ended, since = (f"(?:{'|'.join(table['status'][name])})" for name in ("ended", "since"))
    return Words(
        ended_status=re.compile(rf"{ended}(?:\W*|\W+{since}\b.*)", re.IGNORECASE),
        ended_heading=re.compile(rf"[(\[]\s*{ended}(?:\s+{since}\b[^)\]]*)?\s*[)\]]\W*$", re.IGNORECASE),
        in_force=frozenset(table["status"]["in_force"]),
        place=_exact(table["scope"]["place"]),
        place_title=_exact(table["scope"]["place_title"]),
        place_field=re.compile(rf"(?:{'|'.join(table['scope']['fields'])})\s*:\s*(?P<places>.+)", re.IGNORECASE),
        limit_field=re.compile(rf"(?:{'|'.join(table['scope']['limits'])})\s*:", re.IGNORECASE),
        takes_effect=_any(table["scope"]["takes_effect"]),
        no_places=tuple(table["scope"]["no_places"]),
        scope_heading=_any(table["scope"]["headings"]),
        applies=_any(table["scope"]["applies"]),
        attachment=_any(table["scope"]["attachment"]),
        rewrites=_any(table["provisions"]["rewrites"]),
        part=_any(table["provisions"]["part"]),
        changes=_any(table["provisions"]["changes"]),
        adds=_any(table["provisions"]["adds"]),
        conditional=_any(table["provisions"]["conditional"]),
        keeps=_any(table["provisions"]["keeps"]),
        withdraws={name: _withdraws(table["withdrawals"], name) for name in (RULE, PARAGRAPH, CLAUSE, SECTION)},
        former_cues=tuple(former["cues"]),
        former_hint=_any(former["hints"]),
        former=tuple(re.compile(_phrase(phrase, verbs), re.IGNORECASE) for phrase in former["phrases"]),
        opens_case=_any(table["values"]["opens_case"]),
        more=_any(table["values"]["more"]),
        attributes=_any(table["values"]["attributes"]),
        pointer=_any(table["values"]["pointer"]),
        ignored=_ignored(code, table["values"]["ignored"]),
    )


def _any(phrases: list[str]) -> Pattern:
    return re.compile("|".join(f"(?:{phrase})" for phrase in phrases), re.IGNORECASE)


def _exact(phrases: list[str]) -> Pattern:
    """Phrases in which capitals count, since names begin with one."""
    return re.compile("|".join(phrases))


def _withdraws(table: dict[str, list[str]], name: str) -> Pattern:
    named = f"(?:{'|'.join(table[name])})"
    return _any([phrase.replace("{object}", named) for phrase in table["phrases"]])


def _phrase(phrase: str, verbs: str) -> str:
    gap = f"[^.;{OPEN}]{{0,60}}?"
    number = r"(?P<{}>\d+)"
    for name in ("old", "new"):
        phrase = phrase.replace(f"{{{name}}}", OPEN + number.format(name) + CLOSE)
    return phrase.replace("{verb}", rf"\b(?:{verbs})\b").replace("...", gap)


def _ignored(code: str, own: list[str]) -> frozenset[str]:
    language = load_language(code)
    units = [*language.durations.values(), *language.currencies.values(), *language.counts.values()]
    references = [language.references.get(key, ()) for key in REFERENCES]
    months = [word for names in language.dates.months for word in names]
    lists = [word for words in (*units, *references) for word in words]
    phrases = [*language.percent, *language.numbers.words, *language.numbers.scales, *own, *lists, *months]
    return language.stop_words | {word for phrase in phrases for word in phrase.split()}
