"""Commands that only read: locate, expand, read, recall, ask, references, pages, export, gate, status, cost, sql, doctor.

What a command needs is imported when it runs, so that others start fast.
"""

from typing import Annotated, Literal

import typer

from lineproof.serve.claim_commands import add_claim_commands
from lineproof.serve.cost_command import cost
from lineproof.serve.eval_commands import evaluate
from lineproof.serve.export import export
from lineproof.serve.gate import gate
from lineproof.serve.options import AsJson, Corpora, Folder, Limit, Offset, folder_of, open_workspace
from lineproof.serve.output import Exit, print_error, print_json
from lineproof.serve.page_commands import pages
from lineproof.serve.recall_commands import ask, recall

Format = Literal["table", "csv", "json"]
Reason = Literal["ambiguous", "generic", "external", "dangling", "one-sided"]
NodeName = Annotated[str, typer.Argument(metavar="NODE", help="An id, a path, path#L10-L20, path#anchor, or any alias.")]


def locate(
    context: typer.Context,
    terms: Annotated[list[str], typer.Argument(metavar="TERMS", help="Words of a question, or a name.")],
    within: Annotated[str | None, typer.Option(metavar="NODE", help="Document, section or folder to stay in.")] = None,
    limit: Limit = 20,
    offset: Offset = 0,
    corpus: Corpora = None,
    workspace: Folder = None,
    as_json: AsJson = False,
) -> None:
    """Find documents, sections and terms by their names."""
    from lineproof.serve.corpora import chosen, locate_all, qualified, wait_for
    from lineproof.serve.show import show_located

    opened = open_workspace(context, workspace)
    corpora = chosen(opened, corpus or ())
    if within:
        corpora, within = qualified(opened, corpus or (), within)
    located = wait_for(locate_all(corpora, " ".join(terms), within, limit, offset))
    print_json(located) if as_json else show_located(located)


def expand(
    context: typer.Context,
    node: NodeName,
    edges: Annotated[
        list[str] | None,
        typer.Option(metavar="A,B", help="Types of edges, or inverses such as superseded_by; default: all."),
    ] = None,
    hops: Annotated[int, typer.Option(help="More than 1: walk along one type of edge while there is a single path.")] = 1,
    limit: Limit = 50,
    offset: Offset = 0,
    corpus: Corpora = None,
    workspace: Folder = None,
    as_json: AsJson = False,
) -> None:
    """List the typed edges of a node, or walk along them."""
    from lineproof.serve.corpora import ask_one, qualified, wait_for
    from lineproof.serve.show import show_expanded

    corpora, name = qualified(open_workspace(context, workspace), corpus or (), node)
    types = [part.strip() for given in edges or () for part in given.split(",") if part.strip()] or None
    ask = ask_one(corpora, name, lambda navigator: navigator.expand(name, types, hops, limit, offset))
    expanded = wait_for(ask)
    print_json(expanded) if as_json else show_expanded(expanded)


def read(
    context: typer.Context,
    node: NodeName,
    lines: Annotated[str | None, typer.Option(metavar="10-20", help="Lines of the document, to read a part.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="Most lines to read.")] = 1_000,
    corpus: Corpora = None,
    workspace: Folder = None,
    as_json: AsJson = False,
) -> None:
    """Read a node verbatim; every line is hashed again."""
    from lineproof.serve.corpora import ask_one, qualified, wait_for
    from lineproof.serve.show import show_reading

    corpora, name = qualified(open_workspace(context, workspace), corpus or (), node)
    reading = wait_for(ask_one(corpora, name, lambda navigator: navigator.read(name, lines, limit)))
    print_json(reading) if as_json else show_reading(reading)
    if not reading.verified:
        print_error(f"{reading.path}: lines do not have the hashes that were stored with them; run lineproof sync --verify")
        raise typer.Exit(Exit.FAILED)


def references(
    context: typer.Context,
    check: Annotated[bool, typer.Option("--check", help="Exit with 1 if any is dangling or ambiguous.")] = False,
    document: Annotated[str | None, typer.Option(metavar="PATH", help="References of one document only.")] = None,
    reason: Annotated[Reason | None, typer.Option(help="Open references with one reason only.")] = None,
    limit: Limit = 50,
    offset: Offset = 0,
    corpus: Corpora = None,
    workspace: Folder = None,
    as_json: AsJson = False,
) -> None:
    """List references: those that were resolved, and those that were not, with the reason."""
    from lineproof.serve.corpora import chosen, document_of, qualified
    from lineproof.serve.references import Asked
    from lineproof.serve.references import references as list_references
    from lineproof.serve.show import show_references
    from storage.snapshots import open_snapshots

    opened = open_workspace(context, workspace)
    corpora, path = chosen(opened, corpus or ()), None
    if document:
        corpora, path = document_of(*qualified(opened, corpus or (), document))
    with open_snapshots(corpora) as connection:
        listed = list_references(connection, Asked(path, reason, limit, offset))
    print_json(listed) if as_json else show_references(listed)
    if check and listed.broken:
        print_error(f"{listed.broken} references are dangling or ambiguous")
        raise typer.Exit(Exit.FAILED)


def status(context: typer.Context, corpus: Corpora = None, workspace: Folder = None, as_json: AsJson = False) -> None:
    """Tell what is compiled, what is not and why, and what the last syncs did."""
    from lineproof.serve.show import show_status
    from lineproof.serve.status import Status, status_of

    opened = open_workspace(context, workspace)
    found = Status(tuple(status_of(opened.corpus(name)) for name in corpus or opened.names))
    print_json(found) if as_json else show_status(found)


def sql(
    context: typer.Context,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="One SELECT, EXPLAIN, DESCRIBE or SHOW.")],
    form: Annotated[Format, typer.Option("--format", help="How to print the rows.")] = "table",
    corpus: Corpora = None,
    workspace: Folder = None,
    as_json: AsJson = False,
) -> None:
    """Query the published tables and views, read-only; docs/sql.md lists them."""
    from lineproof.serve.corpora import chosen
    from lineproof.serve.sql import check, run
    from storage.snapshots import open_snapshots

    corpora = chosen(open_workspace(context, workspace), corpus or ())
    check(query)
    with open_snapshots(corpora) as connection:
        run(connection, query, "json" if as_json else form)


def doctor(context: typer.Context, workspace: Folder = None, as_json: AsJson = False) -> None:
    """Explain what is wrong with the environment or the workspace."""
    from lineproof.serve.doctor import examine
    from lineproof.serve.show import show_diagnosis

    diagnosis = examine(folder_of(context, workspace))
    print_json(diagnosis) if as_json else show_diagnosis(diagnosis)
    if not diagnosis.ok:
        raise typer.Exit(Exit.FAILED)


def add_reading_commands(app: typer.Typer) -> None:
    """Give an application the commands of this module."""
    for command in (locate, expand, read, recall, ask, references, pages, gate, status, cost, sql, doctor):
        app.command()(command)
    add_claim_commands(app)
    app.add_typer(export, name="export")
    app.add_typer(evaluate, name="eval")
