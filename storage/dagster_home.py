"""Dagster's home: the folder in a workspace where Dagster keeps runs, events and schedules, and its ``dagster.yaml``.

settings    what ``dagster.yaml`` says: nothing phones home, one run at a time, the batched event log
owned       a ``dagster.yaml`` that begins with our line; it is kept up to date, also when the workspace moves. Without
            the line it is left alone, so that an operator can delete it and put Dagster on Postgres
"""

import os
from pathlib import Path
from typing import Any, Final

import yaml

SETTINGS_FILE: Final = "dagster.yaml"
OWNED: Final = "# Written by lineproof and kept up to date. Delete this line to make the file your own.\n"


def prepare(home: Path) -> None:
    """Make ``home`` ready to be ``DAGSTER_HOME``: the folder and, unless an operator owns it, its ``dagster.yaml``.

    Safe to call at every start and from several processes: nothing is written when nothing would change.
    """
    home.mkdir(parents=True, exist_ok=True)
    file = home / SETTINGS_FILE
    wanted = OWNED + yaml.safe_dump(settings(home.absolute()), sort_keys=False)
    found = file.read_text(encoding="utf-8") if file.exists() else OWNED
    if found.startswith(OWNED) and found != wanted:
        _replace(file, wanted)


def settings(home: Path) -> dict[str, Any]:
    """What ``dagster.yaml`` says for a home at this absolute path; run and schedule storage stay SQLite below it."""
    return {
        "telemetry": {"enabled": False},
        "nux": {"enabled": False},
        "event_log_storage": {
            "module": "storage.event_log",
            "class": "BatchedSqliteEventLogStorage",
            "config": {"base_dir": str(home / "history" / "runs")},
        },
        "concurrency": {"runs": {"max_concurrent_runs": 1}},
        "run_monitoring": {"enabled": True},  # else a run that dies before it starts holds the queue
        "python_logs": {"python_log_level": "INFO"},  # else the console shows a line for each of thousands of events
        "retention": {
            "schedule": {"purge_after_days": 90},
            "sensor": {"purge_after_days": {"skipped": 1, "success": 90, "failure": 90}},
        },
    }


def _replace(file: Path, text: str) -> None:
    """Write beside and rename, since a web server may be reading."""
    beside = file.with_suffix(f".{os.getpid()}.tmp")
    beside.write_text(text, encoding="utf-8")
    beside.replace(file)
