"""Plots: distributions drawn as scalable pictures that stand within a page.

Each series is a box (quartiles, whiskers to 1.5 times the distance between them) over its single measurements.
"""

import io
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lineproof.evals.report.model import Distribution

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH: Final = 8.0
ROW: Final = 0.45
"""Inches."""
SPREAD: Final = 0.16
"""How far points stand from the middle of their row, so that equal ones are seen."""
SCALE: Final = 50.0
"""From so many times between the largest and the smallest value on, the axis is logarithmic; never for shares."""


class NoPlots(Exception):
    """The library that draws is not installed."""

    def __init__(self) -> None:
        super().__init__("Plots need matplotlib; install lineproof[evals].")


def draw(distribution: Distribution) -> str:
    """A distribution as an SVG element.

    Raises:
        NoPlots: matplotlib is not installed.
    """
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError as error:
        raise NoPlots from error
    series = {name: values for name, values in distribution.series.items() if values}
    # Ids within the picture depend on the salt alone, so that the same measurements make the same bytes.
    with matplotlib.rc_context({"svg.hashsalt": distribution.title, "svg.fonttype": "none", "font.family": "sans-serif"}):
        figure = Figure(figsize=(WIDTH, 1.0 + ROW * max(1, len(series))), layout="constrained")
        axes = figure.add_subplot()
        _fill(axes, series)
        axes.set_xlabel(distribution.unit)
        picture = io.StringIO()
        figure.savefig(picture, format="svg", metadata={"Date": None, "Creator": None})
    return picture.getvalue()[picture.getvalue().index("<svg") :]


def _fill(axes: "Axes", series: dict[str, tuple[float, ...]]) -> None:
    names = list(series)
    heights = list(range(len(names), 0, -1))
    for height, values in zip(heights, series.values(), strict=True):
        shifts = np.random.default_rng(len(values)).uniform(-SPREAD, SPREAD, len(values))
        axes.plot(values, height + shifts, ".", color="#4a78b5", alpha=0.35, markersize=4)
    style: dict[str, Any] = {"color": "#22303f", "linewidth": 1.2}
    if series:
        axes.boxplot(
            list(series.values()), positions=heights, orientation="horizontal", widths=0.5, showfliers=False, manage_ticks=False,
            boxprops=style, medianprops={**style, "linewidth": 2.2}, whiskerprops=style, capprops=style,
        )  # fmt: skip
    axes.set_yticks(heights, [name.replace("$", r"\$") for name in names])
    least, most = (min(map(min, series.values())), max(map(max, series.values()))) if series else (0.0, 1.0)
    if least > 0 and most > max(1.0, SCALE * least):
        axes.set_xscale("log")
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="x", alpha=0.3)
