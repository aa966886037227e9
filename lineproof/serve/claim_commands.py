"""Commands on claims: claims, review, check, coverage, changes, impact."""

import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from lineproof.serve.options import AsJson, Corpora, Folder, Limit, Offset, open_workspace
from lineproof.serve.output import Exit, print_error, print_json

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from lineproof.serve.claims import Asked, Claims

Status = Literal["active", "superseded", "disputed"]
ClaimName = Annotated[str | None, typer.Argument(metavar="[CLAIM]", help="Id of a claim, or its beginning: explain this one.")]
Name = Annotated[str, typer.Argument(metavar="ID", help="Id of a candidate or claim, or its beginning.")]


def claims(
    context: typer.Context,
    claim: ClaimName = None,
    words: Annotated[str | None, typer.Option("--about", metavar="WORDS", help="Claims with these words in statement or subject.")] = None,
    document: Annotated[str | None, typer.Option(metavar="PATH", help="Claims of one document only.")] = None,
    status: Annotated[Status | None, typer.Option(help="Claims with one status only.")] = None,
    kind: Annotated[str | None, typer.Option(metavar="KIND", help="Claims of one kind only, such as period.")] = None,
    stale: Annotated[
        bool, typer.Option("--stale", help="Claims whose sources changed since they were published, or that wait for a model.")
    ] = False,
    rejected: Annotated[bool, typer.Option("--rejected", help="Candidates that are not believed, with the reasons.")] = False,
    day: Annotated[str | None, typer.Option("--as-of", metavar="DATE", help="Claims that were in force on a day.")] = None,
    known: Annotated[
        str | None,
        typer.Option("--known-at", metavar="TIME", help="Claims that were believed at a moment; with --as-of, believed then of the day."),
    ] = None,
    limit: Limit = 50,
    offset: Offset = 0,
    corpus: Corpora = None,
    workspace: Folder = None,
    as_json: AsJson = False,
) -> None:
    """List claims, or explain one: its evidence, its history, what stands against it, the pages that state it."""
    from lineproof.serve import claims as asking
    from lineproof.serve import show_claims
    from lineproof.serve.corpora import chosen, document_of, qualified
    from storage.snapshots import open_snapshots

    if sum((bool(claim), stale, rejected, bool(day or known))) > 1:
        raise typer.BadParameter("Give one of CLAIM, --stale and --rejected, or a time by --as-of, --known-at or both.")
    opened = open_workspace(context, workspace)
    corpora, path = chosen(opened, corpus or ()), None
    if stale:
        from lineproof.serve.staleness import staleness

        found = [staleness(one) for one in corpora.values()]
        print_json(found) if as_json else show_claims.show_stale(found)
        return
    if document:
        corpora, path = document_of(*qualified(opened, corpus or (), document))
    asked = asking.Asked(words, path, status, kind, limit, offset)
    with open_snapshots(corpora) as connection:
        if claim:
            explained = asking.explain(connection, asking.find_claim(connection, claim))
            print_json(explained) if as_json else show_claims.show_explained(explained)
        elif rejected:
            candidates = asking.list_candidates(connection, asked)
            print_json(candidates) if as_json else show_claims.show_candidates(candidates)
        else:
            listed = _listed(connection, asked, day, known)
            print_json(listed) if as_json else show_claims.show_claims(listed)


def _listed(connection: "DuckDBPyConnection", asked: "Asked", day: str | None, known: str | None) -> "Claims":
    from lineproof.serve import claims as asking
    from lineproof.serve.changes import moment

    now = datetime.datetime.now(datetime.UTC)
    return asking.list_at(
        connection, asked, None if day is None else moment(day, now).date(), None if known is None else moment(known, now)
    )


review = typer.Typer(help="Decide about candidates that wait for a person, and about claims.", invoke_without_command=True)


@review.callback()
def queue(
    context: typer.Context,
    limit: Limit = 50,
    offset: Offset = 0,
    corpus: Corpora = None,
    workspace: Folder = None,
    as_json: AsJson = False,
) -> None:
    """List what waits for a decision."""
    if context.invoked_subcommand:
        return
    from lineproof.serve import claims as asking
    from lineproof.serve import show_claims
    from lineproof.serve.corpora import chosen
    from storage.snapshots import open_snapshots

    with open_snapshots(chosen(open_workspace(context, workspace), corpus or ())) as connection:
        waiting = asking.list_candidates(connection, asking.Asked(None, None, None, None, limit, offset, "repair"))
    print_json(waiting) if as_json else show_claims.show_candidates(waiting)


@review.command()
def accept(context: typer.Context, name: Name, corpus: Corpora = None, workspace: Folder = None, as_json: AsJson = False) -> None:
    """Believe a candidate, whatever the gate says."""
    _decide(context, name, "accept", None, corpus, workspace, as_json)


@review.command()
def reject(context: typer.Context, name: Name, corpus: Corpora = None, workspace: Folder = None, as_json: AsJson = False) -> None:
    """Never believe a candidate, or a claim any longer."""
    _decide(context, name, "reject", None, corpus, workspace, as_json)


@review.command()
def edit(
    context: typer.Context,
    name: Name,
    statement: Annotated[str, typer.Argument(metavar="STATEMENT", help="What is to be believed instead, on the same quote.")],
    corpus: Corpora = None,
    workspace: Folder = None,
    as_json: AsJson = False,
) -> None:
    """Believe another statement on the same quote."""
    if not statement.strip():
        raise typer.BadParameter("The statement is empty.")
    _decide(context, name, "edit", " ".join(statement.split()), corpus, workspace, as_json)


def _decide(
    context: typer.Context,
    name: str,
    action: str,
    revised: str | None,
    corpus: list[str] | None,
    workspace: Path | None,
    as_json: bool,
) -> None:
    from lineproof.serve import show_claims
    from lineproof.serve.corpora import chosen
    from lineproof.serve.review import decide

    reviewed = decide(chosen(open_workspace(context, workspace), corpus or ()), name, action, revised)
    print_json(reviewed) if as_json else show_claims.show_reviewed(reviewed)


def check(
    context: typer.Context,
    export: Annotated[list[Path] | None, typer.Option("--export", metavar="DIR", help="An exported wiki to look at; repeatable.")] = None,
    corpus: Corpora = None,
    workspace: Folder = None,
    as_json: AsJson = False,
) -> None:
    """Tell whether all that is published still holds; exit with 1 if not."""
    from lineproof.serve import show_claims
    from lineproof.serve.check import check as check_all
    from lineproof.serve.corpora import chosen

    found = check_all(list(chosen(open_workspace(context, workspace), corpus or ()).values()), export or ())
    print_json(found) if as_json else show_claims.show_check(found)
    if not found.ok:
        print_error(
            "Not everything that is published still holds: lineproof sync compiles sources that changed, and goes on with those that wait."
        )
        raise typer.Exit(Exit.FAILED)


def coverage(
    context: typer.Context,
    limit: Limit = 50,
    offset: Offset = 0,
    corpus: Corpora = None,
    workspace: Folder = None,
    as_json: AsJson = False,
) -> None:
    """Tell how much of each document a claim quotes, the least covered first."""
    from lineproof.serve import show_claims
    from lineproof.serve.corpora import chosen
    from lineproof.serve.coverage import coverage as measure
    from storage.snapshots import open_snapshots

    with open_snapshots(chosen(open_workspace(context, workspace), corpus or ())) as connection:
        found = measure(connection, limit, offset)
    print_json(found) if as_json else show_claims.show_coverage(found)


def changes(
    context: typer.Context,
    since: Annotated[str, typer.Option(metavar="WHEN", help="A date, a time in UTC, or how long ago (90m, 3d).")] = "1d",
    limit: Limit = 50,
    corpus: Corpora = None,
    workspace: Folder = None,
    as_json: AsJson = False,
) -> None:
    """Tell what the syncs since a moment changed in claims, pages and references."""
    from lineproof.serve import show_claims
    from lineproof.serve.changes import changes as changed
    from lineproof.serve.changes import moment
    from lineproof.serve.corpora import chosen
    from storage.snapshots import open_snapshots

    when = moment(since, datetime.datetime.now(datetime.UTC))
    with open_snapshots(chosen(open_workspace(context, workspace), corpus or ())) as connection:
        found = changed(connection, when, limit)
    print_json(found) if as_json else show_claims.show_changes(found)


def impact(
    context: typer.Context,
    node: Annotated[str, typer.Argument(metavar="NODE", help="A document, section or claim, by any of its names.")],
    corpus: Corpora = None,
    workspace: Folder = None,
    as_json: AsJson = False,
) -> None:
    """Tell what a change of a document, section or claim would touch."""
    from lineproof.recall.navigator import Navigator
    from lineproof.serve import show_claims
    from lineproof.serve.corpora import ask_one, qualified, wait_for
    from lineproof.serve.impact import Impact
    from lineproof.serve.impact import impact as touched

    corpora, name = qualified(open_workspace(context, workspace), corpus or (), node)

    async def ask(navigator: Navigator) -> Impact:
        return touched(navigator.view(), name)

    found = wait_for(ask_one(corpora, name, ask))
    print_json(found) if as_json else show_claims.show_impact(found)


def add_claim_commands(app: typer.Typer) -> None:
    """Give an application the commands of this module."""
    for command in (claims, check, coverage, changes, impact):
        app.command()(command)
    app.add_typer(review, name="review")
