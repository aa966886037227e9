"""The commands `lineproof export ...`: what is compiled, as files for other programs and for people."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lineproof.serve.options import AsJson, Corpora, Folder, open_workspace
from lineproof.serve.output import print_error, print_json, print_line

if TYPE_CHECKING:
    from lineproof.wiki.folder import Export

export = typer.Typer(no_args_is_help=True, help="Write the wiki to a folder, as files for other programs and for people.")
Target = Annotated[Path, typer.Argument(metavar="DIR", help="Folder to write to: a new one, or one of an earlier export.")]


@export.command()
def markdown(context: typer.Context, folder: Target, corpus: Corpora = None, workspace: Folder = None, as_json: AsJson = False) -> None:
    """Write the wiki as Markdown with front matter, wiki links and cited lines; only files that changed are written."""
    from lineproof.serve.corpora import chosen
    from lineproof.serve.export_markdown import export_all

    done = export_all(chosen(open_workspace(context, workspace), corpus or ()), folder)
    _tell(done, as_json, "Keep it with lineproof pages --keep, or remove it and export again.")


@export.command()
def site(context: typer.Context, folder: Target, corpus: Corpora = None, workspace: Folder = None, as_json: AsJson = False) -> None:
    """Write the wiki as a static site that opens from a folder, with search, graph and evidence; only files that changed are written."""
    from lineproof.serve.corpora import chosen
    from lineproof.serve.site.export import export_all

    done = export_all(chosen(open_workspace(context, workspace), corpus or ()), folder)
    _tell(done, as_json, "Remove it and export again.")


def _tell(done: Sequence["Export"], as_json: bool, advice: str) -> None:
    if as_json:
        print_json(done)
        return
    for one in done:
        print_line(f"{one.corpus}: {len(one.written)} written, {one.unchanged} unchanged, {len(one.removed)} removed in {one.folder}")
        for path in one.edited:
            print_error(f"{path}: edited by hand, left alone. {advice}")
