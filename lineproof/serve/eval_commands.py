"""The commands `lineproof eval ...`: benchmarks of the whole."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from lineproof.serve.output import Exit, print_error, print_line

evaluate = typer.Typer(no_args_is_help=True, help="Make a benchmark library, and measure answers on it.")


@evaluate.callback()
def _group() -> None:
    """Keep the name of a single command."""


@evaluate.command()
def library(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder to write to: a new one.")],
    edition: Annotated[Literal["templated", "natural"], typer.Option(help="How hard its wording is.")] = "templated",
    seed: Annotated[int, typer.Option(help="What to make it from: the same seed makes the same bytes.")] = 1,
) -> None:
    """Write an invented insurer's library, further documents, a ledger of all that was planted in them, and questions."""
    from lineproof.evals.library.build import check_folder, make, write
    from lineproof.evals.library.errors import FolderNotEmpty

    try:
        check_folder(folder)
        made = make(seed, edition)
        write(made, folder)
    except FolderNotEmpty as error:
        print_error(str(error))
        raise typer.Exit(Exit.USAGE) from error
    facts, references = len(made.ledger.facts), len(made.ledger.references)
    print_line(
        f"{folder}: {len(made.documents)} documents, {len(made.additions)} to add, {facts} facts, {references} references, "
        f"{len(made.questions)} questions; all of them checked"
    )
