"""Vectors of a corpus, brought up to date with its evidence.

embeddable   a paragraph that gets a vector: a turn, or prose, a list item or a table row of some length, in a language of the model
outdated     a stored vector of a paragraph that is gone or not embeddable, of another text, or of another model
slice        texts that are embedded and stored in one transaction; a run that is killed loses no more than one

A vector is made of the text of the paragraph and of nothing else, so that equal texts share one, wherever they stand and move.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import pyarrow as pa

from lineproof.models.embedder import Named, TextEmbedder
from lineproof.recall.vectors import packed
from storage.database import Store

SLICE: Final = 500
KINDS: Final = ("turn", "paragraph", "list_item", "table_row")
LEAST_CHARACTERS: Final = 20
"""Of what is no turn; below it stand numbers, names and fragments, which their words find."""
MOST_CHARACTERS: Final = 8_000
"""Of a text that is embedded; about what models take."""

Progress = Callable[[int, int], None]

_EMBEDDABLE = """
CREATE OR REPLACE TEMP TABLE embeddable AS
SELECT p.document_id, p.paragraph_id, p.paragraph_hash FROM evidence.paragraphs p JOIN evidence.documents d USING (document_id)
WHERE list_contains($kinds::VARCHAR[], p.kind) AND (p.kind = 'turn' OR length(p.text) >= $least)
    AND ($languages::VARCHAR[] IS NULL OR list_contains($languages::VARCHAR[], d.language))
"""
_WITHOUT = """
NOT EXISTS (
    SELECT 1 FROM search.vectors s
    WHERE s.paragraph_id = e.paragraph_id AND s.paragraph_hash = e.paragraph_hash AND s.model = $model
)
"""
_OUTDATED = """
v.model <> $model OR NOT EXISTS (
    SELECT 1 FROM embeddable e WHERE e.paragraph_id = v.paragraph_id AND e.paragraph_hash = v.paragraph_hash
)
"""
_REUSE = f"""
INSERT INTO search.vectors BY NAME
SELECT e.*, $model AS model, known.vector FROM embeddable e
JOIN (SELECT paragraph_hash, any_value(vector) AS vector FROM search.vectors WHERE model = $model GROUP BY ALL) known USING (paragraph_hash)
WHERE {_WITHOUT}
"""  # noqa: S608
_DELETE = f"DELETE FROM search.vectors v WHERE {_OUTDATED}"  # noqa: S608
_COUNT_OUTDATED = f"SELECT count(*) FROM search.vectors v WHERE {_OUTDATED}"  # noqa: S608
_COUNT_WITHOUT = f"SELECT count(*) FROM embeddable e WHERE {_WITHOUT}"  # noqa: S608
_COUNT_TEXTS = f"SELECT count(DISTINCT paragraph_hash) FROM embeddable e WHERE {_WITHOUT}"  # noqa: S608
_TEXTS = f"""
SELECT e.paragraph_hash, any_value(left(p.text, {MOST_CHARACTERS})) AS words
FROM embeddable e JOIN evidence.paragraphs p USING (paragraph_id)
WHERE {_WITHOUT} GROUP BY e.paragraph_hash ORDER BY length(words), e.paragraph_hash LIMIT $most
"""  # noqa: S608
_FILL = """
INSERT INTO search.vectors BY NAME
SELECT e.*, $model AS model, made.vector FROM embeddable e JOIN made USING (paragraph_hash)
"""


@dataclass(frozen=True, slots=True)
class Counts:
    """What an update did: texts embedded, rows written, rows removed."""

    executions: int
    written: int
    deleted: int


def outstanding(store: Store, embedder: Named | None) -> int:
    """How many rows an update would write or remove; no text is embedded."""
    if embedder is None:
        return int(store.query("SELECT count(*) FROM search.vectors")[0][0])
    _find_embeddable(store, embedder)
    return sum(_number(store, count, embedder) for count in (_COUNT_WITHOUT, _COUNT_OUTDATED))


def update(store: Store, embedder: TextEmbedder | None, progress: Progress = lambda done, total: None) -> Counts:
    """Embed the texts that have no vector, and remove what is outdated; it opens its own transactions, one a slice.

    Args:
        store: the working database, in no transaction.
        embedder: makes the vectors; None removes all.
        progress: told how many texts of how many are embedded.

    Raises:
        ModelError: of the embedder; the slices before are stored, and the next update goes on from there.
    """
    if embedder is None:
        return Counts(0, 0, _changed(store, "DELETE FROM search.vectors"))
    _find_embeddable(store, embedder)
    written, deleted = _changed(store, _REUSE, embedder), _changed(store, _DELETE, embedder)
    executions, total = 0, _number(store, _COUNT_TEXTS, embedder)
    for made in _slices(store, embedder):
        store.connection.register("made", made)
        written += _changed(store, _FILL, embedder)
        store.connection.unregister("made")
        executions += made.num_rows
        progress(executions, total)
    return Counts(executions, written, deleted)


def _find_embeddable(store: Store, embedder: Named) -> None:
    languages = None if embedder.languages is None else [*embedder.languages]
    store.connection.execute(_EMBEDDABLE, {"kinds": [*KINDS], "least": LEAST_CHARACTERS, "languages": languages})


def _slices(store: Store, embedder: TextEmbedder) -> Iterator[pa.Table]:
    """Vectors of texts that have none, by hash of the text; shorter texts first, since a model takes texts of one length together."""
    while rows := store.connection.execute(_TEXTS, {"model": embedder.name, "most": SLICE}).fetchall():
        hashes, texts = zip(*rows, strict=True)
        yield pa.table({"paragraph_hash": pa.array(hashes, pa.string()), "vector": packed(embedder.embed(texts))})


def _changed(store: Store, statement: str, embedder: TextEmbedder | None = None) -> int:
    """The number of rows that a statement changes, in a transaction of its own that counts as a revision where there are any."""
    with store.transaction():
        changed = _number(store, statement, embedder)
        if changed:
            store.advance()
    return changed


def _number(store: Store, query: str, embedder: Named | None) -> int:
    """The one number that a query counts, or of the rows that a statement changes."""
    ((number,),) = store.connection.execute(query, {"model": embedder.name} if embedder else {}).fetchall()
    return int(number)
