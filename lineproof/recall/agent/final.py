"""Final: how a model ends a conversation: by calling the tool ``answer``, whose arguments are its answer.

sentence   of an answer: its text, and the quotes that it rests on, copied word for word from what was shown; never numbers of lines
found      whether what was shown answers the question
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from lineproof.models.errors import Invalid
from lineproof.models.parse import parse

NAME: Final = "answer"
MOST_SENTENCES: Final = 60
SCHEMA: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": {
        "found": {"type": "boolean", "description": "Whether what was shown answers the question."},
        "sentences": {
            "type": "array",
            "maxItems": MOST_SENTENCES,
            "description": "The answer, sentence by sentence; empty where found is false.",
            "items": {
                "type": "object",
                "properties": {
                    "quotes": {
                        "type": "array",
                        "maxItems": 8,
                        "items": {"type": "string", "maxLength": 1_000},
                        "description": "The words that the sentence rests on, copied word for word from results of tools.",
                    },
                    "text": {
                        "type": "string",
                        "maxLength": 1_500,
                        "description": "One sentence of the answer, without marks of citations.",
                    },
                },
                "required": ["quotes", "text"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["found", "sentences"],
    "additionalProperties": False,
}
FUNCTION: Final[Mapping[str, Any]] = {
    "type": "function",
    "function": {
        "name": NAME,
        "description": "Give the answer and end. Call it once, when what was shown is enough, or when nothing more can be found.",
        "parameters": SCHEMA,
    },
}


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of an answer with the quotes that it rests on."""

    text: str
    quotes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model answered; without sentences where nothing was found."""

    found: bool
    sentences: tuple[Sentence, ...]


def read_final(arguments: str) -> Answer:
    """The answer that the arguments of a call are.

    Raises:
        Invalid: they are none; the message tells where.
    """
    value = parse(arguments, SCHEMA)
    sentences = tuple(
        Sentence(" ".join(one["text"].split()), tuple(quote for quote in one["quotes"] if quote.strip()))
        for one in value["sentences"]
        if one["text"].strip()
    )
    if value["found"] and not sentences:
        raise Invalid("the answer is found, but has no sentence")
    return Answer(value["found"], sentences if value["found"] else ())
