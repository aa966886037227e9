"""Resources: what the assets of a run get.

workspace   a session that lasts for the run: it holds the write lock and the one connection that may write
snapshot    a reader of the published snapshot of one corpus; a DuckDBResource, as users' own assets expect
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import dagster as dg
import duckdb
from dagster_duckdb import DuckDBResource
from pydantic import PrivateAttr

from pipelines.session import HeldCorpus, Session
from storage.snapshots import open_snapshot
from storage.workspace import Workspace


class WorkspaceResource(dg.ConfigurableResource["WorkspaceResource"]):
    """One session a run; ``wait`` is how many seconds to wait for another process that holds a corpus."""

    folder: str
    wait: float = 600.0
    _session: Session = PrivateAttr()

    @contextmanager
    def yield_for_execution(self, context: dg.InitResourceContext) -> Iterator["WorkspaceResource"]:
        """Keep a session open until the run is over."""
        with Session(Workspace.open(Path(self.folder)), self.wait) as self._session:
            yield self

    def write(self, corpus: str) -> HeldCorpus:
        """Hold a corpus until the run is over; see :meth:`pipelines.session.Session.write`."""
        return self._session.write(corpus)


class SnapshotResource(DuckDBResource):
    """The published snapshot of a corpus; each connection opens the one that is current then."""

    folder: str
    corpus: str
    database: str = ""

    @contextmanager
    def get_connection(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """A connection that can write nothing and reach no file.

        Raises:
            NoSnapshot: nothing has been published.
        """
        connection = open_snapshot(Workspace.open(Path(self.folder)).corpus(self.corpus))
        try:
            yield connection
        finally:
            connection.close()
