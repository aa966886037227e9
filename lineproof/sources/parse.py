"""Text lines to a parsed document: the format by the suffix of the path, and plain text where its parser fails."""

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import PurePosixPath
from typing import Final

from lineproof.sources.errors import BrokenConversation
from lineproof.sources.model import Parsed
from lineproof.sources.text import parse_text

FORMATS: Final = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".mdown": "markdown",
    ".rst": "restructuredtext",
    ".rest": "restructuredtext",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".csv": "table",
    ".tsv": "table",
    ".jsonl": "conversation",
    ".json": "conversation",
}


def parse(path: str, texts: Sequence[str]) -> Parsed:
    """Fields and blocks of a document.

    Args:
        path: its path, of which the suffix counts.
        texts: its lines, without terminators.

    Raises:
        BrokenConversation: it is a conversation, and a part of it is no turn.
    """
    name = FORMATS.get(PurePosixPath(path).suffix.lower())
    if name is None:
        return parse_text(texts)
    try:
        return _parser(name)(texts)
    except BrokenConversation:
        raise
    except Exception:  # whatever a library stumbles over, the lines are text
        return parse_text(texts)


def _parser(name: str) -> Callable[[Sequence[str]], Parsed]:
    """The parser of a format, imported when the first document needs it."""
    parser: Callable[[Sequence[str]], Parsed] = getattr(import_module(f"lineproof.sources.{name}"), f"parse_{name}")
    return parser
