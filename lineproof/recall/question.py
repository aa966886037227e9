"""Question: what is asked for, read by rule.

shape      what kind of answer is wanted (the tables of ``words/``), which decides how much each route counts; `single` where no words tell
topic      the question without its frame: what is to be done with the evidence (`give me a summary of`, `in what order did I mention`)
           stands in no evidence, and would only dilute what is looked for
exact      words that must stand in the evidence as they are: what is quoted in the question, identifiers, numbers
named      speakers of the corpus whose name the question has
asked      kinds of signals that an answer is likely to hold (`how long`: a duration), by words of the question
wanted     kinds of signals of which an answer must hold one, where its words tell (what something costs: money)
referring  whether it says that some place refers to another, which answers
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from lineproof.evidence.names import name_key
from lineproof.evidence.postings import words_of
from lineproof.recall.speakers import named, speakers
from lineproof.recall.view import View

FOLDER: Final = Path(__file__).parent / "words"
LONGEST_QUESTION: Final = 4_000
"""Characters; what comes after is not looked at."""

QUOTED: Final = re.compile(r"\"([^\"]{2,200})\"|“([^”]{2,200})”|„([^“”]{2,200})[“”]|`([^`]{2,200})`|«([^»]{2,200})»")
_PARTED: Final = re.compile(r"(?<=\w)['’]\w(?!\w)|(?<!\w)\w['’](?=\w)")
_IDENTIFIER: Final = re.compile(
    r"(?<!\w)(?=\S*\d)(?=\S*[^\W\d])[\w][\w./:_-]*\w(?!\w)|(?<!\w)[a-z]+(?:[_-][a-z0-9]+)*[_][\w-]+|(?<![\w.])\d[\d.,]*\d(?!\w)"
)


@dataclass(frozen=True, slots=True)
class Question:
    """A question as the routes take it."""

    text: str
    shape: str
    topic: str
    exact: tuple[str, ...]
    named: tuple[str, ...]
    asked: tuple[str, ...]
    wanted: tuple[str, ...]
    referring: bool


def question_of(view: View, text: str) -> Question:
    """Read a question."""
    text = " ".join(text[:LONGEST_QUESTION].replace("\0", " ").split())
    quoted = tuple(next(filter(None, found)) for found in QUOTED.findall(text))
    exact = tuple(dict.fromkeys((*quoted, *_IDENTIFIER.findall(QUOTED.sub(" ", text)))))
    shape = next(iter(_told(text, "shapes")), "single")
    return Question(
        text=text,
        shape="exact" if quoted else shape,
        topic=_topic(text, shape),
        exact=exact,
        named=named(view, text),
        asked=tuple(_told(text, "asked")),
        wanted=tuple(_told(text, "wanted")),
        referring=bool(_told(text, "referring")),
    )


def _topic(text: str, shape: str) -> str:
    """What a question is about; all of it where it has no frame, or nothing else."""
    topic = text
    for language in _frames():
        for phrase in language.get(shape, ()):
            topic = phrase.sub(" ", topic)
    if topic == text:
        return text
    return " ".join(word for word in topic.split() if any(map(str.isalnum, word))) or text


def _told(text: str, table: str) -> list[str]:
    """The shapes, or the kinds of signals, that words of a question tell, in any language."""
    words = f" {name_key(text)} "
    found = [name for language in patterns(table) for name, patterns in language.items() if any(one.search(words) for one in patterns)]
    return list(dict.fromkeys(found))


def asks_for_present(text: str) -> bool:
    """Whether a question asks what holds now, and not what became of something."""
    return bool(_told(text, "present"))


def without_present(text: str) -> str:
    """A question without the words that ask what holds now, which no evidence says; all of it where nothing is left."""
    rest = _present().sub(" ", text)
    return rest if words_of(rest) else text


@lru_cache(maxsize=1)
def _present() -> re.Pattern[str]:
    read = (tomllib.loads(file.read_text(encoding="utf-8"))["present"]["words"] for file in sorted(FOLDER.glob("*.toml")))
    return re.compile("|".join(_frame(phrase).pattern for phrases in read for phrase in phrases), re.IGNORECASE)


def words_asked(text: str) -> list[str]:
    """The words of a question, folded, without the letter that an apostrophe parts from a word (`Bob's`, `l'hôtel`)."""
    return words_of(_PARTED.sub(" ", text))


def passed_over(view: View) -> frozenset[str]:
    """Words of questions that no evidence is looked for by: those with which one asks, and the names of speakers, who say everything."""
    return view.keep(_passed_over)


def _passed_over(view: View) -> frozenset[str]:
    return asking().union(*speakers(view).values())


@lru_cache(maxsize=1)
def asking() -> frozenset[str]:
    """The words with which one asks, in all languages."""
    read = (tomllib.loads(file.read_text(encoding="utf-8"))["asking"]["words"] for file in sorted(FOLDER.glob("*.toml")))
    return frozenset().union(*read)


@lru_cache(maxsize=8)
def patterns(table: str) -> tuple[Mapping[str, tuple[re.Pattern[str], ...]], ...]:
    """For each language the patterns of one table of its file, in the order of the file."""
    read = (tomllib.loads(file.read_text(encoding="utf-8"))[table] for file in sorted(FOLDER.glob("*.toml")))
    return tuple({name: tuple(map(phrase_pattern, phrases)) for name, phrases in names.items()} for names in read)


@lru_cache(maxsize=1)
def _frames() -> Sequence[Mapping[str, Sequence[re.Pattern[str]]]]:
    """For each language the frames of questions by shape, as they stand in running text."""
    read = (tomllib.loads(file.read_text(encoding="utf-8"))["frames"] for file in sorted(FOLDER.glob("*.toml")))
    return tuple({shape: tuple(map(_frame, phrases)) for shape, phrases in frames.items()} for frames in read)


def _frame(phrase: str) -> re.Pattern[str]:
    """Words as they are written, whatever stands between them; ``*`` stands for a few others."""
    parts = [r"\W+".join(map(re.escape, name_key(part).split())) for part in phrase.split("*")]
    return re.compile(r"(?<!\w)" + r"\W+(?:\w+\W+){1,6}".join(parts) + r"(?!\w)", re.IGNORECASE)


def phrase_pattern(phrase: str) -> re.Pattern[str]:
    """Words as they are written; ``*`` stands for a few others."""
    parts = [re.escape(name_key(part)) for part in phrase.split("*")]
    return re.compile(" " + r"(?: \S+){1,6} ".join(parts) + " ")
