"""Export of the wiki as Markdown: each corpus to a folder; several corpora to a folder each."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

from lineproof.serve.errors import CommandError
from lineproof.wiki.errors import ExportError
from lineproof.wiki.export import export_markdown
from lineproof.wiki.folder import Export
from lineproof.wiki.model import load
from storage.snapshots import open_snapshot
from storage.workspace import Corpus


def export_all(corpora: Mapping[str, Corpus], folder: Path) -> Sequence[Export]:
    """Export the wiki of each corpus.

    Args:
        corpora: at least one; a single one is written to the folder itself, several to folders of their names below it.
        folder: made if it does not exist.

    Raises:
        CommandError: a folder cannot be used; the message says why.
    """
    try:
        return [_export(corpus, folder if len(corpora) == 1 else folder / name) for name, corpus in corpora.items()]
    except ExportError as error:
        raise CommandError(str(error)) from error


def _export(corpus: Corpus, folder: Path) -> Export:
    with closing(open_snapshot(corpus)) as connection:
        return export_markdown(load(connection), corpus, folder)
