"""Environment: what a process that runs Dagster must have in it.

``lineproof dev`` and ``make ui`` set it for the processes that they start.
"""

from typing import Final

from storage.workspace import Workspace

LOCATION: Final = "lineproof"
"""The code location in ``workspace.yaml``: a run of the command line names it, so that the UI can run it again."""

BATCHES: Final = {
    "DAGSTER_EVENT_BATCH_SIZE": "1000",  # events are stored in batches
    "DAGSTER_EMIT_PARTITION_SUBSET_IN_PLANNED_EVENTS": "1",  # one planned event an asset, not one a partition
}


def environment(workspace: Workspace) -> dict[str, str]:
    """The variables for a Dagster process that serves a workspace."""
    return {**BATCHES, "LINEPROOF_WORKSPACE": str(workspace.folder), "DAGSTER_HOME": str(workspace.dagster_home)}
