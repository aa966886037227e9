"""Expectations: what the tables of a published snapshot look like, in Great Expectations.

suite     the expectations on one table; each works on a frame of the columns that it needs, never on text of a source
finding   an expectation with the number of rows that do not meet it
"""

import importlib
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import duckdb

from lineproof.beliefs.model import CLAIM_KINDS, MODALITIES, POLARITIES
from lineproof.evidence.signals.model import KINDS

if TYPE_CHECKING:
    from great_expectations.expectations.expectation import Expectation

FORMATS: Final = ("markdown", "restructuredtext", "html", "text")
STATUSES: Final = ("active", "superseded", "disputed")
PARAGRAPH_KINDS: Final = ("heading", "paragraph", "list_item", "table_row", "code", "turn", "field")
RELATIONS: Final = ("refers_to", "supersedes", "amends", "attaches_to", "requires", "defines", "uses_term")
ORIGINS: Final = ("metadata", "marker", "wording", "link", "alias")
REASONS: Final = ("ambiguous", "generic", "external", "dangling")
ISO_DATE: Final = r"^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$"

FRAMES: Final = {
    "documents": "SELECT document_id, corpus, path, format, language, lines, bytes, content_hash, "
    "CAST(effective AS VARCHAR) AS effective, CAST(expires AS VARCHAR) AS expires FROM evidence.documents",
    "paragraphs": "SELECT paragraph_id, document_id, kind, level, first_line, last_line, paragraph_hash FROM evidence.paragraphs",
    "claims": "SELECT claim_id, document_id, statement, kind, polarity, modality FROM beliefs.claims",
    "standings": "SELECT claim_id, document_id, status FROM beliefs.standings",
    "signals": 'SELECT document_id, paragraph_id, line, kind, start, "end", '
    "CASE WHEN unit = 'date' THEN value END AS iso_date FROM evidence.signals",
    "edges": "SELECT edge_id, document_id, source_id, type, target_id, origin, partial FROM graph.stated_edges",
    "unresolved": "SELECT mention_id, document_id, line, reason FROM graph.unresolved",
}
"""The frame of each table, as a query."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One expectation on one table; ``unmet`` counts rows, ``columns`` says where."""

    expectation: str
    columns: str
    met: bool
    unmet: int


def validate(connection: duckdb.DuckDBPyConnection) -> dict[str, list[Finding]]:
    """The findings on each table of a snapshot, by name of the table."""
    os.environ["GX_ANALYTICS_ENABLED"] = "false"  # read when the package is imported
    import great_expectations as gx
    from great_expectations.data_context.types.base import ProgressBarsConfig

    context = gx.get_context(mode="ephemeral")
    context.variables.progress_bars = ProgressBarsConfig(globally=False)
    source = context.data_sources.add_pandas("snapshot")
    found = {}
    for name, expectations in suites().items():
        batches = source.add_dataframe_asset(name).add_batch_definition_whole_dataframe("all")
        batch = batches.get_batch({"dataframe": connection.execute(FRAMES[name]).df()})
        result = batch.validate(gx.ExpectationSuite(name=name, expectations=expectations))
        found[name] = [_finding(one) for one in result.results]
    return found


def suites() -> Mapping[str, list["Expectation"]]:
    """The suite of each table."""
    return {
        "documents": [
            *_keys("document_id", "path"),
            *_present("corpus", "language", "content_hash"),
            *_values(format=FORMATS),
            *_at_least(0, "lines", "bytes"),
            *_iso_dates("effective", "expires"),
        ],
        "paragraphs": [
            *_keys("paragraph_id"),
            *_present("document_id", "paragraph_hash"),
            *_values(kind=PARAGRAPH_KINDS),
            *_at_least(1, "first_line"),
            *_at_least(0, "level"),
            *_ordered("first_line", "last_line"),
        ],
        "signals": [
            *_present("document_id", "paragraph_id"),
            *_values(kind=KINDS),
            *_at_least(1, "line"),
            *_at_least(0, "start"),
            *_ordered("start", "end"),
            *_iso_dates("iso_date"),
        ],
        "claims": [
            *_keys("claim_id"),
            *_present("document_id", "statement"),
            *_values(kind=CLAIM_KINDS, polarity=POLARITIES, modality=MODALITIES),
        ],
        "standings": [*_keys("claim_id"), *_values(status=STATUSES)],
        "edges": [
            *_keys("edge_id"),
            *_present("document_id", "source_id", "target_id", "partial"),
            *_values(type=RELATIONS, origin=ORIGINS),
        ],
        "unresolved": [
            *_present("mention_id", "document_id"),
            *_values(reason=REASONS),
            *_at_least(1, "line"),
        ],
    }


def _keys(*columns: str) -> Iterator["Expectation"]:
    yield from _present(*columns)
    yield from (_expect("ExpectColumnValuesToBeUnique", column=column) for column in columns)


def _present(*columns: str) -> Iterator["Expectation"]:
    yield from (_expect("ExpectColumnValuesToNotBeNull", column=column) for column in columns)


def _values(**allowed: Sequence[str]) -> Iterator["Expectation"]:
    """The column holds these values, and always one."""
    yield from _present(*allowed)
    for column, values in allowed.items():
        yield _expect("ExpectColumnValuesToBeInSet", column=column, value_set=[*values])


def _at_least(least: int, *columns: str) -> Iterator["Expectation"]:
    yield from (_expect("ExpectColumnValuesToBeBetween", column=column, min_value=least) for column in columns)


def _ordered(low: str, high: str) -> Iterator["Expectation"]:
    yield _expect("ExpectColumnPairValuesAToBeGreaterThanB", column_A=high, column_B=low, or_equal=True)


def _iso_dates(*columns: str) -> Iterator["Expectation"]:
    yield from (_expect("ExpectColumnValuesToMatchRegex", column=column, regex=ISO_DATE) for column in columns)


def _expect(name: str, **arguments: Any) -> "Expectation":  # noqa: ANN401
    """An expectation by name; the package takes seconds to import and does not declare what it exports."""
    module = importlib.import_module("great_expectations.expectations")
    made: Expectation = getattr(module, name)(**arguments)
    return made


def _finding(result: Any) -> Finding:  # noqa: ANN401, the package does not type its results
    asked = result.expectation_config
    columns = [asked.kwargs[name] for name in ("column", "column_A", "column_B") if name in asked.kwargs]
    unmet = int(result.result.get("unexpected_count") or 0)
    return Finding(asked.type, ", ".join(columns), bool(result.success), unmet)
