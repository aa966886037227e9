"""Export of the site: each corpus to a folder; several corpora to a folder each, below a first page that leads to them."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from lineproof.serve.errors import CommandError
from lineproof.serve.site.build import build, front
from lineproof.serve.site.record import read
from lineproof.wiki.errors import ExportError
from lineproof.wiki.folder import Export, File, Manifest, refuse, write
from storage.snapshots import open_snapshot
from storage.workspace import Corpus

KIND: Final = "site"


def export_all(corpora: Mapping[str, Corpus], folder: Path) -> Sequence[Export]:
    """Export the site of each corpus; files that are as they should be are not touched.

    Args:
        corpora: at least one; a single one is written to the folder itself, several to folders of their names below it.
        folder: made if it does not exist.

    Raises:
        CommandError: a folder cannot be used; the message says why.
    """
    try:
        for corpus in corpora.values():
            refuse(folder, corpus)
        if len(corpora) == 1:
            return [_export(corpus, folder) for corpus in corpora.values()]
        names = sorted(corpora)
        first = write(folder, Manifest(KIND, ", ".join(names)), _files(dict(front(names))))
        return [first, *(_export(corpora[name], folder / name) for name in corpora)]
    except ExportError as error:
        raise CommandError(str(error)) from error


def _export(corpus: Corpus, folder: Path) -> Export:
    with closing(open_snapshot(corpus)) as connection:
        record = read(connection)
    return write(folder, Manifest(KIND, corpus.name), _files(dict(build(record))))


def _files(files: Mapping[str, bytes]) -> dict[str, File]:
    return {path: File(raw) for path, raw in files.items()}
