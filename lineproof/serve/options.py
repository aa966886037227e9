"""Options: those that many commands share, and the workspace that they lead to.

`--workspace` may stand before the command or after it; without it LINEPROOF_WORKSPACE counts, then the current folder.
"""

import os
from pathlib import Path
from typing import Annotated

import typer

from storage.workspace import Workspace

VARIABLE = "LINEPROOF_WORKSPACE"

Folder = Annotated[
    Path | None,
    typer.Option("--workspace", metavar="DIR", help=f"Folder of the workspace; default: ${VARIABLE}, else here."),
]
Corpora = Annotated[list[str] | None, typer.Option("--corpus", metavar="NAME", help="Corpus to use; default: all.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, as docs/schema describes it.")]
Limit = Annotated[int, typer.Option(min=1, help="Most results to list.")]
Offset = Annotated[int, typer.Option(min=0, help="Results to pass over.")]


def remember_folder(context: typer.Context, workspace: Folder = None) -> None:
    """Documents, compiled into an evidence graph: every paragraph hashed, every reference resolved or listed."""
    context.obj = workspace


def folder_of(context: typer.Context, workspace: Path | None) -> Path:
    """The folder that was given after the command, before it, by the variable, or else the current one."""
    before: Path | None = context.find_root().obj
    return workspace or before or Path(os.environ.get(VARIABLE) or ".")


def open_workspace(context: typer.Context, workspace: Path | None) -> Workspace:
    """The workspace that a command is about.

    Raises:
        NotAWorkspace, BadSettings: see :meth:`storage.workspace.Workspace.open`.
    """
    return Workspace.open(folder_of(context, workspace))
