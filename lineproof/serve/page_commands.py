"""The command `lineproof pages`: list the pages of the wiki, show one, keep a hand edit."""

from getpass import getuser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lineproof.serve.options import AsJson, Corpora, Folder, open_workspace
from lineproof.serve.output import print_json, print_line, print_table

if TYPE_CHECKING:
    from lineproof.serve.pages import Pages


def pages(
    context: typer.Context,
    page: Annotated[str | None, typer.Argument(metavar="PAGE", help="Path or title of a page to show; default: list all.")] = None,
    keep: Annotated[Path | None, typer.Option("--keep", metavar="FILE", help="Keep an exported page as it was edited by hand.")] = None,
    by: Annotated[str | None, typer.Option(metavar="NAME", help="Who keeps it; default: the user of this machine.")] = None,
    corpus: Corpora = None,
    workspace: Folder = None,
    as_json: AsJson = False,
) -> None:
    """List the pages of the wiki, show one of them, or keep one that was edited by hand."""
    from lineproof.serve.corpora import chosen
    from lineproof.serve.pages import keep_page, list_pages, show_page

    opened = open_workspace(context, workspace)
    if keep:
        kept = keep_page(opened, keep, by or getuser())
        print_json(kept) if as_json else print_line(f"{kept.corpus}: {kept.page} is kept as it was edited, and marked as not verified")
    elif page:
        shown = show_page([*chosen(opened, corpus or ()).values()], page)
        print_json(shown) if as_json else _print_lines(shown.markdown)
    else:
        listed = list_pages([*chosen(opened, corpus or ()).values()])
        print_json(listed) if as_json else _show(listed)


def _print_lines(text: str) -> None:
    for line in text.splitlines():
        print_line(line)


def _show(listed: "Pages") -> None:
    rows = [(one.corpus, one.path, one.title, one.sentences, one.characters, "kept" if one.kept else one.composer) for one in listed.pages]
    print_table(("corpus", "page", "title", "sentences", "characters", "by"), rows, whole=("corpus", "sentences", "characters", "by"))
    for one in listed.summaries:
        print_line(
            f"{one.corpus}: {one.pages} pages, {one.characters:,} characters ({one.share:.1%} of the sources); "
            f"{one.stated:,} of {one.active:,} claims in force are stated"
        )
