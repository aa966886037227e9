"""Postings in memory, against the rows of the snapshot."""

from lineproof.recall.columns import columns_of
from lineproof.recall.memory import Memory
from lineproof.recall.postings import postings_kept

ROWS = "SELECT term, document_id, unnest(ordinals), unnest(frequencies) FROM search.postings"


def test_every_posting_is_kept_at_its_paragraph(rules: Memory) -> None:
    view = rules.view()
    columns, kept = columns_of(view), postings_kept(view)
    expected: dict[str, dict[int, int]] = {}
    for term, document, ordinal, frequency in view.rows(ROWS):
        number = int(columns.starts[columns.documents.index(document)]) + ordinal
        expected.setdefault(term, {})[number] = frequency
    assert len(expected) > 30
    assert kept.places.keys() == expected.keys()
    for term, paragraphs in expected.items():
        numbers, frequencies = (column.tolist() for column in kept.of(term))
        assert list(zip(numbers, frequencies, strict=True)) == sorted(paragraphs.items())
