"""The command `cost`."""

from typing import Annotated, Literal

import typer

from lineproof.serve.options import AsJson, Corpora, Folder, open_workspace
from lineproof.serve.output import print_json


def cost(
    context: typer.Context,
    by: Annotated[
        Literal["run", "role", "purpose", "model", "day", "outcome", "corpus"],
        typer.Option(help="What to sum by; a day is one of UTC."),
    ] = "role",
    corpus: Corpora = None,
    workspace: Folder = None,
    as_json: AsJson = False,
) -> None:
    """Tell what models were asked, and what it cost in tokens, money and time."""
    from lineproof.serve.cost import costs, show_costs

    opened = open_workspace(context, workspace)
    found = costs(opened, [opened.corpus(name) for name in corpus or opened.names], by)
    print_json(found) if as_json else show_costs(found)
