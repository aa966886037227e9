"""A workspace: the folder that holds ``lineproof.toml`` and everything compiled from its corpora.

workspace   a folder with ``lineproof.toml``; what is compiled lives in ``.lineproof/`` beside it
corpus      a named root of sources; each has its own folder, database, lock, snapshots and pointer below ``.lineproof/``
settings    what ``lineproof.toml`` says of one corpus
"""

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from storage.errors import BadSettings, NotAWorkspace, UnknownCorpus
from storage.model_settings import ModelSettings, read_model_settings

SETTINGS_FILE = "lineproof.toml"
TOMBSTONES_FOLDER = ".erased"
CORPUS_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,62}")
RESERVED = ("dagster",)
KNOWN_KEYS = {"path", "language", "grammar", "authority", "vectors"}


@dataclass(frozen=True, slots=True)
class Corpus:
    """One corpus: where its sources are, where its data lives, and how its text is to be read.

    ``grammar`` extends the reference grammar (docs/grammar.md); ``language`` overrides detection; ``authority`` are patterns of
    paths, the most authoritative sources first, which decide between sources that contradict each other; ``vectors`` says whether
    paragraphs get vectors, None leaves it to what the corpus holds.
    """

    name: str
    root: Path
    data: Path
    language: str | None = None
    grammar: Mapping[str, Any] = field(default_factory=dict)
    authority: tuple[str, ...] = ()
    models: ModelSettings = field(default_factory=ModelSettings)
    vectors: bool | None = None

    @property
    def database(self) -> Path:
        """The working database, opened by the one process that writes."""
        return self.data / "working.duckdb"

    @property
    def answers(self) -> Path:
        """The file of models' answers and of the calls that brought them."""
        return self.data / "answers.sqlite"

    @property
    def decisions(self) -> Path:
        """The folder of what people decided of this corpus: append-only files beside the settings, which are sources too."""
        return self.data.parent.parent / "decisions" / self.name

    @property
    def tombstones(self) -> Path:
        """The folder of what keeps erased sources from coming back, beside the settings."""
        return self.data.parent.parent / TOMBSTONES_FOLDER

    @property
    def fingerprint(self) -> str:
        """The settings that change what evidence and graph are compiled to, as canonical text."""
        return json.dumps({"language": self.language, "grammar": self.grammar}, sort_keys=True, default=str)


@dataclass(frozen=True)
class Workspace:
    """A workspace opened from its folder; :meth:`open` checks the settings."""

    folder: Path
    corpora: Mapping[str, Corpus]
    models: ModelSettings = field(default_factory=ModelSettings)

    @classmethod
    def open(cls, folder: Path) -> "Workspace":
        """Read ``lineproof.toml``.

        Raises:
            NotAWorkspace: there is none.
            BadSettings: it is not TOML, or names something that cannot be.
        """
        folder = folder.absolute()
        file = folder / SETTINGS_FILE
        if not file.is_file():
            raise NotAWorkspace(folder)
        try:
            settings = tomllib.loads(file.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise BadSettings(f"{file} cannot be read: {error}") from error
        corpora = settings.get("corpora", {})
        if not isinstance(corpora, dict) or not corpora:
            raise BadSettings(f'{file} names no corpus. Add a table such as [corpora.handbook] with path = "docs".')
        models = read_model_settings(file, settings)
        return cls(folder, {name: _corpus(folder, file, name, table, models) for name, table in corpora.items()}, models)

    @property
    def data(self) -> Path:
        """The folder of everything compiled."""
        return self.folder / ".lineproof"

    @property
    def dagster_home(self) -> Path:
        """Where Dagster keeps runs and events."""
        return self.data / "dagster"

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the corpora in the order of the settings."""
        return tuple(self.corpora)

    def corpus(self, name: str) -> Corpus:
        """One corpus by name.

        Raises:
            UnknownCorpus: the workspace does not have it.
        """
        try:
            return self.corpora[name]
        except KeyError:
            raise UnknownCorpus(name, self.names) from None


def _corpus(folder: Path, file: Path, name: str, table: object, models: ModelSettings) -> Corpus:
    if not CORPUS_NAME.fullmatch(name) or "__" in name or name in RESERVED:
        raise BadSettings(
            f"{file}: corpus name {name!r} must be lower-case letters, digits, - and single _, at most 63, and not {', '.join(RESERVED)}."
        )
    if not isinstance(table, dict) or not isinstance(table.get("path"), str):
        raise BadSettings(f'{file}: [corpora.{name}] needs path = "...".')
    if unknown := sorted(set(table) - KNOWN_KEYS):
        raise BadSettings(f"{file}: [corpora.{name}] has unknown keys {', '.join(unknown)}; known are {', '.join(sorted(KNOWN_KEYS))}.")
    authority = table.get("authority", [])
    if not isinstance(authority, list) or not all(isinstance(pattern, str) and pattern for pattern in authority):
        raise BadSettings(f'{file}: [corpora.{name}] authority must be a list of patterns such as ["forms/**", "training/**"].')
    vectors = table.get("vectors")
    if not (vectors is None or isinstance(vectors, bool)):
        raise BadSettings(f"{file}: [corpora.{name}] vectors must be true or false; without it, a corpus of conversations has vectors.")
    root = Path(folder, Path(table["path"]).expanduser())
    data = folder / ".lineproof" / name
    return Corpus(name, root, data, table.get("language"), table.get("grammar", {}), tuple(authority), models, vectors)


def render_settings(corpora: Mapping[str, Path]) -> str:
    """The text of a new ``lineproof.toml``."""
    tables = [f"[corpora.{name}]\npath = {json.dumps(path.as_posix(), ensure_ascii=False)}\n" for name, path in corpora.items()]
    return "# Settings of this workspace; docs/settings.md explains every key.\n\n" + "\n".join(tables)
