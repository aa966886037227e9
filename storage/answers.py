"""Answers of models: what was paid for, kept so that it is never bought twice, and the ledger of calls.

One SQLite file a corpus. It is not part of the working database: an answer is kept at once, whatever becomes of the run that
asked, and a clean build of the database finds all answers again.

answer    what a model said to a prompt, by the fingerprint of the prompt, the model and its settings; one that cannot be used
          is kept as its outcome and reason, without its text
call      one row of the ledger: an attempt at the endpoint, or an answer taken from this file
ledger    calls are never deleted; they hold no text
"""

import datetime
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path
from typing import Final, LiteralString

from storage.errors import BrokenAnswers
from storage.readings import readings

OK: Final = "ok"
_PATIENCE: Final = 30.0
_HITS_AT_ONCE: Final = 200

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS answers (
    fingerprint TEXT PRIMARY KEY, role TEXT NOT NULL, model TEXT NOT NULL, prompt TEXT NOT NULL,
    answer TEXT, outcome TEXT NOT NULL, reason TEXT, max_tokens INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS calls (
    at TEXT NOT NULL, run_id TEXT NOT NULL, role TEXT NOT NULL, purpose TEXT NOT NULL, model TEXT NOT NULL,
    outcome TEXT NOT NULL, cached INTEGER NOT NULL, prompt_tokens INTEGER NOT NULL, completion_tokens INTEGER NOT NULL,
    cost REAL, latency_ms REAL NOT NULL, fingerprint TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS calls_at ON calls (at);
"""


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """An answer as it is kept: ``prompt`` is the whole request as text, ``answer`` JSON, or None where ``outcome`` is not ``ok``."""

    fingerprint: str
    role: str
    model: str
    prompt: str
    answer: str | None
    outcome: str = OK
    reason: str | None = None
    max_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Call:
    """One row of the ledger. ``at`` is in UTC, ``purpose`` the name of the prompt, ``cost`` None where the model has no price."""

    at: datetime.datetime
    run_id: str
    role: str
    purpose: str
    model: str
    outcome: str
    cached: bool
    prompt_tokens: int
    completion_tokens: int
    cost: float | None
    latency_ms: float
    fingerprint: str | None


@dataclass(frozen=True, slots=True)
class Spent:
    """A sum of calls: tokens of prompts and answers, money as far as prices are known, seconds of waiting."""

    tokens: int = 0
    money: float = 0.0
    seconds: float = 0.0

    def plus(self, other: "Spent") -> "Spent":
        """Both together."""
        return Spent(self.tokens + other.tokens, self.money + other.money, self.seconds + other.seconds)


class Answers:
    """The file of a corpus, opened by the one process that asks for it. Not to be used by two threads at once."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._connection = _connect(path)
        self._hits: list[Call] = []

    def find(self, fingerprint: str) -> StoredAnswer | None:
        """The answer of a fingerprint, if there is one."""
        columns = ", ".join(one.name for one in fields(StoredAnswer))
        query = f"SELECT {columns} FROM answers WHERE fingerprint = ?"  # noqa: S608
        row = self._connection.execute(query, [fingerprint]).fetchone()
        return StoredAnswer(*row) if row else None

    def keep(self, answers: Sequence[StoredAnswer], call: Call) -> None:
        """Store what a call brought, and the call, all or nothing; on return they are on disk."""
        with self._connection:
            rows = [astuple(answer) for answer in answers]
            self._connection.executemany(f"INSERT OR REPLACE INTO answers VALUES ({_places(8)})", rows)  # noqa: S608
            self._record([call])

    def hit(self, call: Call) -> None:
        """Enter an answer taken from here; it cost nothing, so it may wait for others to be written with it."""
        self._hits.append(call)
        if len(self._hits) >= _HITS_AT_ONCE:
            self._flush()

    def close(self) -> None:
        """Write what waits, and close the file; closed once more, nothing happens."""
        self._flush()
        self._connection.close()

    def _flush(self) -> None:
        if self._hits:
            with self._connection:
                self._record(self._hits)
            self._hits = []

    def _record(self, calls: Sequence[Call]) -> None:
        rows = [(_utc(call.at), *astuple(call)[1:]) for call in calls]
        self._connection.executemany(f"INSERT INTO calls VALUES ({_places(12)})", rows)  # noqa: S608


def calls(path: Path) -> Iterator[Call]:
    """The ledger of a file in order of time; nothing where there is no file."""
    if not path.exists():
        return
    with closing(_connect(path)) as connection:
        columns = ", ".join(one.name for one in fields(Call))
        for at, *rest in connection.execute(f"SELECT {columns} FROM calls ORDER BY at, rowid"):  # noqa: S608
            call = Call(datetime.datetime.fromisoformat(at), *rest)
            yield replace(call, cached=bool(call.cached))


def spent_on(path: Path, day: datetime.date) -> Spent:
    """What the calls of a day (UTC) cost; nothing where there is no file."""
    return _spent(path, "at >= ? AND at < ?", [day.isoformat(), (day + datetime.timedelta(days=1)).isoformat()])


def spent_in(path: Path, run_id: str) -> Spent:
    """What the calls of a run cost so far; nothing where there is no file."""
    return _spent(path, "run_id = ?", [run_id])


def _spent(path: Path, which: LiteralString, values: Sequence[str]) -> Spent:
    if not path.exists():
        return Spent()
    query = f"""SELECT coalesce(sum(prompt_tokens + completion_tokens), 0), coalesce(sum(cost), 0.0), coalesce(sum(latency_ms), 0.0) / 1000
                FROM calls WHERE {which}"""  # noqa: S608
    with closing(_connect(path)) as connection:
        return Spent(*connection.execute(query, values).fetchone())


def purge(path: Path, contains: Callable[[str], bool]) -> int:
    """Delete every answer whose prompt or answer holds an erased text, and rebuild the file so that nothing of it stays.

    Args:
        path: the file; it need not exist.
        contains: told a text, decoded, says whether it holds what is to be erased.

    Returns:
        The number of answers deleted. Their calls stay in the ledger, without the fingerprint that was made from the text.
    """
    if not path.exists():
        return 0
    with closing(_connect(path)) as connection:
        rows = connection.execute("SELECT fingerprint, prompt, answer FROM answers")
        doomed = [(name,) for name, prompt, answer in rows if contains(prompt) or any(map(contains, readings(answer)))]
        if doomed:
            with connection:
                connection.executemany("DELETE FROM answers WHERE fingerprint = ?", doomed)
                connection.executemany("UPDATE calls SET fingerprint = NULL WHERE fingerprint = ?", doomed)
            connection.execute("VACUUM")
    return len(doomed)


def _connect(path: Path) -> sqlite3.Connection:
    try:
        return _opened(path)
    except sqlite3.DatabaseError as error:
        raise BrokenAnswers(path, str(error)) from None


def _opened(path: Path) -> sqlite3.Connection:
    # A rollback journal is gone after each transaction, unlike a write-ahead log, which keeps old text beside the file.
    connection = sqlite3.connect(path, timeout=_PATIENCE, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA secure_delete = ON")
    connection.executescript(_SCHEMA)
    return connection


def _utc(at: datetime.datetime) -> str:
    """A time so that texts sort as times do."""
    return at.astimezone(datetime.UTC).isoformat(timespec="microseconds")


def _places(count: int) -> str:
    return ", ".join("?" * count)
