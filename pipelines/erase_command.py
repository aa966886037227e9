"""The command `erase`: ask, erase and print the receipt; or complete an erasure, or lift a tombstone."""

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from lineproof.serve.errors import CommandError, SeveralCorpora
from lineproof.serve.options import AsJson, Corpora, Folder, open_workspace
from lineproof.serve.output import print_json, print_line
from pipelines.errors import CannotAsk
from storage.workspace import Corpus, Workspace

if TYPE_CHECKING:
    from pipelines.erase import Erasure, Receipt

Target = Annotated[
    str | None,
    typer.Argument(metavar="TARGET", help="A document, path#L10-L20, a section, the id of a claim, or person:NAME."),
]


def erase(
    context: typer.Context,
    target: Target = None,
    yes: Annotated[bool, typer.Option("--yes", help="Erase without being asked.")] = False,
    lift: Annotated[bool, typer.Option("--lift", help="Remove the tombstone: the next sync reads the sources again.")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Complete an erasure that was interrupted.")] = False,
    wait: Annotated[float, typer.Option(min=0, metavar="SECONDS", help="How long to wait for a sync.")] = 60.0,
    corpus: Corpora = None,
    workspace: Folder = None,
    as_json: AsJson = False,
) -> None:
    """Erase from everything compiled, prove it, and keep it from coming back; source files stay as they are."""
    from pipelines import erase as erasing

    opened = open_workspace(context, workspace)
    chosen = [opened.corpus(name) for name in corpus or opened.names]
    if resume:
        receipts = [receipt for one in chosen if (receipt := erasing.finish(opened, one, wait))]
    elif target is None:
        raise typer.BadParameter("name what to erase, or give --resume.")
    elif lift:
        receipts = _lifted(opened, chosen, target, wait)
    else:
        one, rest = _corpus_of(opened, chosen, target, wait)
        done = erasing.erase(opened, one, rest, lambda planned: yes or _agreed(planned, as_json), wait)
        receipts = [done] if done else []
    _print(receipts, as_json, resume)


def add_erase_command(app: typer.Typer) -> None:
    """Give an application the command of this module."""
    app.command()(erase)


def _corpus_of(workspace: Workspace, corpora: Sequence[Corpus], target: str, wait: float) -> tuple[Corpus, str]:
    """The one corpus that has a target, and the target without the corpus's name.

    Raises:
        SeveralCorpora: more than one has it.
        NavigationError, CommandError: none has it, or it is not clear which is meant.
    """
    from pipelines.erase_targets import in_corpora

    name, mark, rest = target.partition(":")
    if mark and rest and name in workspace.corpora:
        return workspace.corpus(name), rest
    if len(corpora) == 1:
        return corpora[0], target
    having, errors = in_corpora(corpora, target, wait)
    if len(having) > 1:
        raise SeveralCorpora(target, [corpus.name for corpus in having])
    if not having:
        raise errors[0]
    return having[0], target


def _lifted(workspace: Workspace, corpora: Sequence[Corpus], target: str, wait: float) -> "list[Receipt]":
    """Lift in every corpus that has such a tombstone.

    Raises:
        NotLifted: none has.
    """
    from pipelines.erase import lift
    from pipelines.errors import NotLifted

    name, mark, rest = target.partition(":")
    if mark and name in workspace.corpora:
        corpora, target = [workspace.corpus(name)], rest
    receipts: list[Receipt] = []
    refusals: list[CommandError] = []
    for corpus in corpora:
        try:
            receipts.append(lift(workspace, corpus, target, wait))
        except NotLifted as error:
            refusals.append(error)
    if not receipts:
        raise refusals[0]
    return receipts


def _agreed(planned: "Erasure", as_json: bool) -> bool:
    """Show what would go, and ask.

    Raises:
        CannotAsk: nobody is there to answer.
    """
    if as_json or not sys.stdin.isatty():
        raise CannotAsk
    print_line(f"To be erased ({planned.kind}):")
    _print_rows(planned.rows)
    return typer.confirm("Erase this for good?")


def _print(receipts: "Sequence[Receipt]", as_json: bool, resumed: bool) -> None:
    if as_json:
        print_json(receipts[0] if len(receipts) == 1 else receipts)
    elif not receipts:
        print_line("Nothing was left to complete." if resumed else "Nothing was erased.")
    for receipt in () if as_json else receipts:
        _print_receipt(receipt)


def _print_receipt(receipt: "Receipt") -> None:
    if receipt.act == "lifted":
        print_line(f"{receipt.corpus}: the tombstone of {receipt.erasure_id} is lifted. Next: lineproof sync")
        return
    print_line(f"{receipt.corpus}: erased ({receipt.kind}, {receipt.erasure_id}) by {receipt.by} at {receipt.at}")
    _print_rows(receipt.rows)
    print_line(f"  {receipt.answers} answers of models and {receipt.decisions} decisions that held some of it")
    print_line(f"  rebuilt: {', '.join(receipt.rebuilt)}; {receipt.snapshots_removed} old snapshots removed")
    if proof := receipt.proof:
        print_line(f"  searched {proof.columns} columns and {proof.files} files for {proof.traces} texts and words: {proof.hits} found")
    print_line(f"  to let it be read again: {receipt.lift}")
    print_line(receipt.beyond or "")


def _print_rows(rows: Mapping[str, int]) -> None:
    for table, count in rows.items():
        print_line(f"  {table}: {count} rows")
