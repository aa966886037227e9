"""Vectors of a corpus, brought up to date with its evidence.

embeddable   a text that gets a vector: of a turn each of its sentences, and the turn with the one before; else the whole of a paragraph,
             list item or table row of some length; in a language of the model
outdated     a stored vector of a text that is gone or not embeddable, or of another model
slice        texts that are embedded and stored in one transaction; a run that is killed loses no more than one

A vector is made of its text and of nothing else, so that equal texts share one, wherever they stand and move.
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

_EMBEDDABLE = r"""
CREATE OR REPLACE TEMP TABLE embeddable AS
WITH spoken AS (
    SELECT p.document_id, p.paragraph_id, p.ordinal, p.kind, p.text, t.speaker || ': ' AS head FROM evidence.paragraphs p
    JOIN evidence.documents d USING (document_id) LEFT JOIN evidence.turns t USING (document_id, paragraph_id)
    WHERE list_contains($kinds::VARCHAR[], p.kind) AND (p.kind = 'turn' OR length(p.text) >= $least)
        AND ($languages::VARCHAR[] IS NULL OR list_contains($languages::VARCHAR[], d.language))
),
sentences AS (
    SELECT document_id, paragraph_id, head,
        unnest(string_split(regexp_replace(substr(text, 1 + length(head)), '([.!?]["'')\]]*)\s+', '\1' || chr(10), 'g'), chr(10))) AS said
    FROM spoken WHERE kind = 'turn' AND head IS NOT NULL
),
parts AS (
    SELECT document_id, paragraph_id, 'own' AS part, text FROM spoken WHERE kind <> 'turn' OR head IS NULL
    UNION SELECT document_id, paragraph_id, 'sentence', head || trim(said) FROM sentences WHERE length(trim(said)) > 1
    UNION SELECT t.document_id, t.paragraph_id, 'context', concat_ws(' ', b.text, t.text) FROM spoken t
    LEFT JOIN spoken b ON b.document_id = t.document_id AND b.ordinal = t.ordinal - 1 AND b.kind = 'turn'
    WHERE t.kind = 'turn' AND t.head IS NOT NULL
)
SELECT document_id, paragraph_id, part, left(text, $most) AS words, md5(left(text, $most)) AS text_hash FROM parts
"""
_SAME = "paragraph_id, part, text_hash"
_WITHOUT = f"(e.paragraph_id, e.part, e.text_hash) NOT IN (SELECT ({_SAME}) FROM search.vectors WHERE model = $model)"  # noqa: S608
_OUTDATED = f"v.model <> $model OR (v.paragraph_id, v.part, v.text_hash) NOT IN (SELECT ({_SAME}) FROM embeddable)"  # noqa: S608
_FILL = """
INSERT INTO search.vectors BY NAME SELECT e.document_id, e.paragraph_id, e.part, e.text_hash, $model AS model, made.vector FROM embeddable e
"""
_REUSE = f"""{_FILL}
JOIN (SELECT text_hash, any_value(vector) AS vector FROM search.vectors WHERE model = $model GROUP BY ALL) made USING (text_hash)
WHERE {_WITHOUT}
"""  # noqa: S608
_NEW = f"{_FILL} JOIN made USING (text_hash) WHERE {_WITHOUT}"
_DELETE = f"DELETE FROM search.vectors v WHERE {_OUTDATED}"  # noqa: S608
_COUNT_OUTDATED = f"SELECT count(*) FROM search.vectors v WHERE {_OUTDATED}"  # noqa: S608
_COUNT_WITHOUT = f"SELECT count(*) FROM embeddable e WHERE {_WITHOUT}"  # noqa: S608
_COUNT_TEXTS = f"SELECT count(DISTINCT text_hash) FROM embeddable e WHERE {_WITHOUT}"  # noqa: S608
_TEXTS = f"""
SELECT text_hash, any_value(words) AS text FROM embeddable e
WHERE {_WITHOUT} GROUP BY text_hash ORDER BY length(text), text_hash LIMIT $slice
"""  # noqa: S608


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
        written += _changed(store, _NEW, embedder)
        store.connection.unregister("made")
        executions += made.num_rows
        progress(executions, total)
    return Counts(executions, written, deleted)


def _find_embeddable(store: Store, embedder: Named) -> None:
    languages = None if embedder.languages is None else [*embedder.languages]
    store.connection.execute(_EMBEDDABLE, {"kinds": [*KINDS], "least": LEAST_CHARACTERS, "languages": languages, "most": MOST_CHARACTERS})


def _slices(store: Store, embedder: TextEmbedder) -> Iterator[pa.Table]:
    """Vectors of texts that have none, by hash of the text; shorter texts first, since a model takes texts of one length together."""
    while rows := store.connection.execute(_TEXTS, {"model": embedder.name, "slice": SLICE}).fetchall():
        hashes, texts = zip(*rows, strict=True)
        yield pa.table({"text_hash": pa.array(hashes, pa.string()), "vector": packed(embedder.embed(texts))})


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
