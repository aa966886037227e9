"""What can be wrong with an export; each message names the thing, the reason and the next step."""

from pathlib import Path


class ExportError(Exception):
    """An export that cannot be made as it was asked for."""


class ForeignFolder(ExportError):
    """A folder that holds files which no export wrote."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"{folder} holds files that no export wrote. Name an empty folder, or one that does not exist yet.")


class OtherExport(ExportError):
    """A folder that another export has."""

    def __init__(self, folder: Path, found: str, wanted: str) -> None:
        super().__init__(f"{folder} holds the export {found}, not {wanted}. Name another folder.")


class AmongSources(ExportError):
    """A folder inside a corpus or among compiled data: what is written there would be read as a source."""

    def __init__(self, folder: Path, root: Path) -> None:
        super().__init__(f"{folder} lies within {root}, whose files are sources or compiled data. Name a folder outside of it.")


class LeavesFolder(ExportError):
    """A file whose place leads out of the folder, by a link or by a manifest that somebody changed."""

    def __init__(self, path: str, folder: Path) -> None:
        super().__init__(f"{path} leads out of {folder}. Remove the link, or the file lineproof-export.json, and export again.")


class BadManifest(ExportError):
    """A manifest that no export wrote."""

    def __init__(self, file: Path) -> None:
        super().__init__(f"{file} cannot be read. Export to another folder, or remove this one.")


class NoExport(ExportError):
    """A folder in which there is no export."""

    def __init__(self, folder: Path) -> None:
        what = "holds no export" if folder.is_dir() else "is no folder"
        super().__init__(f"{folder} {what}. Name the folder that lineproof export wrote to.")


class NotExported(ExportError):
    """A file that is no page of an export."""

    def __init__(self, file: Path) -> None:
        super().__init__(f"{file} is no page of an export: no folder above it has a lineproof-export.json that lists it.")


class BadKept(ExportError):
    """A line of the kept pages that is not what keeping writes."""

    def __init__(self, file: Path, number: int) -> None:
        super().__init__(f"{file}, line {number}: this is no kept page. Correct the line, or remove it.")
