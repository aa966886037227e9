"""The report: what was measured comes back from files, nothing of it becomes markup, and the same results make the same bytes."""

import html.parser
from dataclasses import replace
from pathlib import Path

import pytest

from lineproof.evals.errors import BadResult, NoResults
from lineproof.evals.report.model import Distribution, Result, Table, read_result, write_result
from lineproof.evals.report.render import as_html, as_markdown, results_of

HOSTILE = "<script>alert(1)</script> | & \\ $x$"
RESULT = Result(
    name="questions",
    about=f"Questions {HOSTILE}",
    command="python benchmarks/questions.py --seed 2",
    commit="abc1234",
    printed=f"12 of 13 {HOSTILE}",
    tables=(Table(f"accuracy {HOSTILE}", ("agent", "accuracy"), ((HOSTILE, "0.95 [0.90 0.99]"), ("search", "0.81"))),),
    distributions=(Distribution("tokens", "tokens of a question", {HOSTILE: (1.0, 2.0, 900.0), "search": (5.0,), "none": ()}),),
)


class Tags(html.parser.HTMLParser):
    """Every tag of a page, and every address that it loads from."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.addresses: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("href", "src", "xlink:href")]


def test_a_result_comes_back_from_its_file(tmp_path: Path) -> None:
    assert read_result(write_result(RESULT, tmp_path / "results")) == RESULT
    assert results_of(tmp_path / "results") == [RESULT]


@pytest.mark.parametrize("text", ["", "[]", '{"name": 1}', "null"])
def test_what_is_no_result_is_named(text: str, tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text(text, encoding="utf-8")
    with pytest.raises(BadResult, match=r"broken\.json"):
        results_of(tmp_path)


def test_a_row_with_a_cell_too_few_is_refused(tmp_path: Path) -> None:
    file = write_result(RESULT, tmp_path)
    file.write_text(file.read_text(encoding="utf-8").replace('"columns": [', '"columns": ["more",'), encoding="utf-8")
    with pytest.raises(BadResult, match="number of cells"):
        read_result(file)


def test_a_folder_without_results_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoResults, match="no results"):
        results_of(tmp_path)


def test_results_that_are_named_come_alone_and_a_missing_one_says_how_to_make_it(tmp_path: Path) -> None:
    other = replace(RESULT, name="other")
    for result in (RESULT, other):
        write_result(result, tmp_path)
    assert results_of(tmp_path, ["other"]) == [other]
    with pytest.raises(BadResult, match=r"third\.json does not exist; make it anew: python benchmarks/report\.py --only third"):
        results_of(tmp_path, ["third"])


def test_the_page_loads_nothing_and_holds_no_script() -> None:
    pytest.importorskip("matplotlib")
    page = as_html([RESULT])
    found = Tags(page)
    assert "svg" in found.tags
    assert "script" not in found.tags
    assert all(address.startswith("#") for address in found.addresses)
    assert "&lt;script&gt;" in page


def test_the_same_results_make_the_same_page() -> None:
    pytest.importorskip("matplotlib")
    assert as_html([RESULT]) == as_html([RESULT])


def test_markdown_has_the_same_tables() -> None:
    lines = as_markdown([RESULT]).splitlines()
    start = lines.index("| agent | accuracy |")
    assert lines[start + 1] == "|---|---|"
    assert lines[start + 2] == "| &lt;script>alert(1)&lt;/script> \\| & \\\\ $x$ | 0.95 [0.90 0.99] |"
    assert lines[start + 3] == "| search | 0.81 |"
    assert "`python benchmarks/questions.py --seed 2` at `abc1234`" in lines
