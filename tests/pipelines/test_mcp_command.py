"""The command mcp over HTTP, in a process of its own: it serves what it says, and says clearly why it cannot."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

from lineproof.serve.mcp import HOST, PATH
from storage.workspace import Workspace
from tests.compiling import compiled


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    return compiled(tmp_path_factory.mktemp("mcp") / "shelf", {"rules": {"a.md": "# Gate\n\nThe gate opens at nine.\n"}})


def command(folder: Path, port: int) -> list[str]:
    return [sys.executable, "-m", "pipelines.command", "mcp", "--corpus", "rules", "--workspace", str(folder), "--http", str(port)]


def free_port() -> int:
    with socket.socket() as found:
        found.bind((HOST, 0))
        return int(found.getsockname()[1])


@contextmanager
def served(folder: Path, port: int, token: str) -> Iterator[list[str]]:
    """The first two lines that a running server prints; of a chosen token there is but one."""
    environment = {**os.environ, "LINEPROOF_TOKEN": token}
    with subprocess.Popen(command(folder, port), stderr=subprocess.PIPE, text=True, env=environment) as running:
        assert running.stderr
        try:
            yield [running.stderr.readline() for _ in range(1 if token.strip() else 2)]
        finally:
            running.terminate()


def status(port: int, token: str) -> int:
    return httpx2.post(f"http://{HOST}:{port}{PATH}", json={}, headers={"Authorization": f"Bearer {token}"}).status_code


@pytest.mark.parametrize("chosen", ["", " ", "a token of mine"])
def test_there_is_always_a_token_that_somebody_knows(shelf: Workspace, chosen: str) -> None:
    port = free_port()
    with served(shelf.folder, port, chosen) as lines:
        assert f"http://{HOST}:{port}{PATH} serves rules" in lines[0]
        token = chosen.strip() or lines[1].split("token of this run: ")[1].split()[0]
        assert status(port, token) != 401
        assert status(port, "another") == 401


def test_a_port_that_is_taken_is_an_error_before_anything_is_said_to_be_served(shelf: Workspace) -> None:
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = subprocess.run(command(shelf.folder, port), capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert f"{HOST}:{port} cannot be listened on: Address already in use. Give another port" in done.stderr
    assert "serves" not in done.stderr


@pytest.mark.parametrize("port", [0, 99_999, -1])
def test_a_number_that_is_no_port_is_refused(shelf: Workspace, port: int) -> None:
    done = subprocess.run(command(shelf.folder, port), capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "65535" in done.stderr
