"""The commands `remember` and `mcp`: a turn or note as a source, and the server that agents ask."""

import datetime
import os
import secrets
import socket
import subprocess
import sys
from collections.abc import Sequence
from getpass import getuser
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from lineproof.serve.errors import CommandError
from lineproof.serve.options import AsJson, Folder, open_workspace
from lineproof.serve.output import Exit, print_error, print_json, print_line
from lineproof.serve.recall_commands import Corpus as CorpusName
from storage.workspace import Corpus, Workspace

if TYPE_CHECKING:
    from mcp.server import MCPServer

    from lineproof.evidence.remember import Remembered
    from lineproof.serve.tools import Writer

TOKEN: Final = "LINEPROOF_TOKEN"  # noqa: S105
NOTES: Final = "notes"
_TURN: Final = "SELECT 1 FROM evidence.documents JOIN evidence.paragraphs USING (document_id) WHERE path = ? AND first_line = ?"


class SyncRefused(CommandError):
    """What was written is a source now, but could not be compiled."""


class PortTaken(CommandError):
    """A port on which a server cannot listen."""

    def __init__(self, host: str, port: int, error: OSError) -> None:
        super().__init__(f"{host}:{port} cannot be listened on: {error.strerror}. Give another port: lineproof mcp --http PORT")


def remember_command(
    context: typer.Context,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What was said, or a note.")],
    speaker: Annotated[str | None, typer.Option(metavar="NAME", help="Who says it; default: the user of this machine.")] = None,
    session: Annotated[str, typer.Option(metavar="NAME", help="The session that it is added to.")] = NOTES,
    no_sync: Annotated[bool, typer.Option("--no-sync", help="Leave it to the next sync to compile it.")] = False,
    corpus: CorpusName = None,
    workspace: Folder = None,
    as_json: AsJson = False,
) -> None:
    """Add a turn or a note to a corpus: a line of a session below its root."""
    from lineproof.evidence.remember import remember
    from lineproof.serve.corpora import only

    opened = open_workspace(context, workspace)
    one = only(opened, corpus)
    written = remember(one, text, speaker or getuser(), session, datetime.datetime.now().astimezone().replace(tzinfo=None))
    if not no_sync:
        _compile(opened, one, written)
    print_json(written) if as_json else print_line(f"{one.name}: remembered at {written.path}#L{written.line}")


def mcp_command(
    context: typer.Context,
    http: Annotated[
        int | None, typer.Option(min=1, max=65_535, metavar="PORT", help="Serve over HTTP on 127.0.0.1; default: standard input.")
    ] = None,
    write: Annotated[bool, typer.Option("--write", help="Give agents the tools remember and erase too.")] = False,
    corpus: CorpusName = None,
    workspace: Folder = None,
) -> None:
    """Serve one corpus to agents by the Model Context Protocol."""
    import asyncio

    from lineproof.recall.memory import Memory
    from lineproof.serve.corpora import only
    from lineproof.serve.mcp import letting_go, server_of

    opened = open_workspace(context, workspace)
    one = only(opened, corpus)
    memory = Memory(one, opened)
    memory.view()
    server = server_of(memory, writers_of(opened, one) if write else ())
    with letting_go(memory):
        if http is None:
            asyncio.run(server.run_stdio_async())
        else:
            _serve_http(server, http, one.name)


def _serve_http(server: "MCPServer[Any]", port: int, corpus: str) -> None:
    """Serve on loopback until interrupted.

    Raises:
        PortTaken: something else listens there, or this user may not.
    """
    import uvicorn

    from lineproof.serve.mcp import HOST, PATH, http_app

    chosen = os.environ.get(TOKEN, "").strip()
    token = chosen or secrets.token_urlsafe(32)
    config = uvicorn.Config(http_app(server, token), log_level="warning", access_log=False)
    with _listening(HOST, port) as listener:
        print_error(f"http://{HOST}:{port}{PATH} serves {corpus}")
        if not chosen:
            print_error(f"token of this run: {token}  (set {TOKEN} to choose one)")
        uvicorn.Server(config).run(sockets=[listener])


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens already, so that nothing is said to be served which is not."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    # So that a server may be started again at once; another one that listens there is still an error.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen()
    except OSError as error:
        listener.close()
        raise PortTaken(host, port, error) from error
    return listener


def writers_of(workspace: Workspace, corpus: Corpus) -> "Sequence[Writer]":
    """The tools that write to one corpus."""
    import asyncio

    from lineproof.evidence.remember import Remembered, remember
    from lineproof.serve.tools import Writer

    async def remember_turn(text: str, speaker: str, session: str = NOTES) -> Remembered:
        """Remember a turn or a note: it becomes a source, and can be recalled as soon as this returns.

        Args:
            text: What was said, or the note.
            speaker: Who says it.
            session: The session that it is added to.
        """
        now = datetime.datetime.now().astimezone().replace(tzinfo=None)
        written = await asyncio.to_thread(remember, corpus, text, speaker, session, now)
        await asyncio.to_thread(_compile, workspace, corpus, written)
        return written

    async def erase(target: str) -> str:
        """Erase a document, lines, a claim or a person's turns from everything that is compiled, for good; sources stay as they are.

        Args:
            target: A path, path#L10-L20, the id of a claim, or person:NAME.
        """
        from pipelines.erase import erase as erase_target

        receipt = await asyncio.to_thread(erase_target, workspace, corpus, target, lambda planned: True)
        return f"erased: {receipt.erasure_id}" if receipt else "nothing was erased"

    remember_turn.__name__ = "remember"
    return Writer(remember_turn, erases=False), Writer(erase, erases=True)


def add_agent_commands(app: typer.Typer) -> None:
    """Give an application the commands of this module."""
    app.command("remember")(remember_command)
    app.command("mcp")(mcp_command)


def _compile(workspace: Workspace, corpus: Corpus, written: "Remembered") -> None:
    """Compile what was remembered, in a process of its own, since a run of Dagster leaves much behind.

    Raises:
        SyncRefused: the sync failed, or what it published lacks the turn.
    """
    command = [sys.executable, "-m", "pipelines.command", "sync", "--corpus", corpus.name, "--workspace", str(workspace.folder), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode not in (Exit.CLEAN, Exit.QUARANTINED):
        raise SyncRefused(f"It is written, but the sync failed: {done.stderr.strip() or done.stdout.strip()}. Run: lineproof sync")
    if (why := _missing(corpus, written)) is not None:
        raise SyncRefused(f"It is written at {written.path}#L{written.line}, but cannot be recalled: {why}. Then run: lineproof sync")


def _missing(corpus: Corpus, written: "Remembered") -> str | None:
    """Why the snapshot lacks a turn; none where it has it."""
    from storage.snapshots import open_snapshot

    with open_snapshot(corpus) as connection:
        if connection.execute(_TURN, [written.path, written.line]).fetchone():
            return None
        outcome = connection.execute("SELECT reason FROM source_outcomes WHERE path = ?", [written.path]).fetchone()
    return (outcome and outcome[0]) or "the corpus leaves this file out (see .lineproofignore)"
