"""Tables in plain text (comma or tab separated) to blocks: one row a line, as it stands."""

from collections.abc import Sequence

from lineproof.sources.model import Block, Fragment, Parsed


def parse_table(texts: Sequence[str]) -> Parsed:
    """Each line that is not blank as a table row."""
    rows = (Block("table_row", (Fragment(line, text),)) for line, text in enumerate(texts, 1) if text.strip())
    return Parsed("text", (), tuple(rows))
