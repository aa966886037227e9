"""Seeded questions from the real names of a corpus: what to locate, and in which ways to name a node.

name      an identifier, a title, some words of a heading, or a defined term
way       an id, a path, a path with a line, or an alias
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import duckdb

from storage.snapshots import connect
from storage.workspace import Corpus

_PARAGRAPHS = "SELECT paragraph_id FROM evidence.paragraphs ORDER BY document_id, ordinal"
_ALIASES = "SELECT DISTINCT alias FROM graph.identities WHERE source IN ({sources}) ORDER BY alias"
_EVERY_ID = """
SELECT document_id FROM evidence.documents UNION ALL SELECT paragraph_id FROM evidence.paragraphs
UNION ALL SELECT node_id FROM graph.identities WHERE node_kind = 'term'
"""


@dataclass(frozen=True, slots=True)
class Names:
    """What a corpus has of each: ``lines`` is the number of lines by path."""

    identifiers: tuple[str, ...]
    titles: tuple[str, ...]
    headings: tuple[str, ...]
    terms: tuple[str, ...]
    documents: tuple[str, ...]
    paragraphs: tuple[str, ...]
    lines: dict[str, int]


def names_of(corpus: Corpus) -> Names:
    """The names of the current snapshot."""
    with connect(corpus) as connection:
        aliases = {
            name: _column(connection, _ALIASES.format(sources=sources))
            for name, sources in {
                "identifiers": "'identifier'",
                "titles": "'title'",
                "headings": "'heading'",
                "terms": "'definition'",
            }.items()
        }
        return Names(
            **aliases,
            documents=_column(connection, "SELECT document_id FROM evidence.documents ORDER BY path"),
            paragraphs=_column(connection, _PARAGRAPHS),
            lines=dict(connection.execute("SELECT path, lines FROM documents ORDER BY path").fetchall()),
        )


def every_id(corpus: Corpus) -> frozenset[str]:
    """The ids of all nodes."""
    with connect(corpus) as connection:
        return frozenset(_column(connection, _EVERY_ID))


def to_locate(names: Names, choices: random.Random) -> Iterator[str]:
    """Names without end, each kind in turn."""
    kinds = [kind for kind in (names.identifiers, names.titles, names.headings, names.terms) if kind]
    while True:
        for kind in kinds:
            name = choices.choice(kind)
            yield _some_words(name, choices) if kind is names.headings else name


def to_name(names: Names, choices: random.Random) -> Iterator[str]:
    """Nodes without end, each way to name them in turn."""
    aliases = [kind for kind in (names.identifiers, names.titles, names.terms) if kind]
    paths = [path for path, count in names.lines.items() if count]
    while True:
        yield choices.choice(names.documents)
        yield choices.choice(names.paragraphs)
        yield choices.choice(paths)
        path = choices.choice(paths)
        yield f"{path}#L{choices.randint(1, names.lines[path])}"
        yield choices.choice(choices.choice(aliases))


def _some_words(heading: str, choices: random.Random) -> str:
    """One to three words that stand together in a heading."""
    words = heading.split()
    first = choices.randrange(len(words)) if words else 0
    return " ".join(words[first : first + choices.randint(1, 3)]) or heading


def _column(connection: duckdb.DuckDBPyConnection, query: str) -> tuple[str, ...]:
    return tuple(value for (value,) in connection.execute(query).fetchall())


def total_bytes(root: Path) -> int:
    """The size of all files below a folder."""
    return sum(file.stat().st_size for file in root.rglob("*") if file.is_file())
