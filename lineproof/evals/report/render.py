"""Render: results as one HTML page, and as Markdown."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from lineproof.evals.errors import NoResults
from lineproof.evals.report.model import Distribution, Result, read_result
from lineproof.evals.report.plots import draw

TEMPLATES: Final = Path(__file__).parent / "templates"


def results_of(folder: Path, names: Sequence[str] = ()) -> list[Result]:
    """All results of a folder, by the names of their files, or those that are named.

    Raises:
        NoResults: there is none.
        BadResult: a file is no result, or one that is named is missing.
    """
    files = [folder / f"{name}.json" for name in sorted(set(names))] or sorted(folder.glob("*.json"))
    if not files:
        raise NoResults(folder)
    return [read_result(file) for file in files]


def as_html(results: Sequence[Result]) -> str:
    """One page with all tables and plots; it needs nothing beside it.

    Raises:
        NoPlots: matplotlib is not installed.
    """
    return _templates().get_template("report.html.j2").render(results=results, draw=_picture) + "\n"


def as_markdown(results: Sequence[Result]) -> str:
    """The same tables as Markdown."""
    return _templates().get_template("report.md.j2").render(results=results)


def _picture(distribution: Distribution) -> Markup:
    # What matplotlib draws has its texts escaped by itself.
    return Markup(draw(distribution))  # noqa: S704


@lru_cache(maxsize=1)
def _templates() -> Environment:
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=select_autoescape(("html.j2",)),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["cell"] = lambda text: text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")
    return made
