"""Workers must not outlive the process that started them: a killed sync once left them waiting on their own queue for ever."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from lineproof.evidence.workers import in_order

HEAD = """
import os, time
from lineproof.evidence.workers import _processes

if __name__ == "__main__":
    with _processes() as pool:
        print(pool.submit(os.getpid).result(), flush=True)
        pool.submit(time.sleep, 600).result()
"""


def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "head.py"
    script.write_text(HEAD, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True, env=environment) as head:
        assert head.stdout is not None
        worker = int(head.stdout.readline())
        head.send_signal(signal.SIGKILL)
    assert _ends(worker)


def _ends(process: int) -> bool:
    """Whether a process is gone before a generous deadline; polled, since nobody can wait for another's child."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            state = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
        except FileNotFoundError:
            return True
        if state == "Z":
            return True
        time.sleep(0.05)
    os.kill(process, signal.SIGKILL)
    return False


def _leave_in_a_worker(number: int) -> int:
    if multiprocessing.parent_process() and number == 20:
        os._exit(1)
    return number * number


def test_what_a_broken_pool_leaves_is_done_here_and_in_order() -> None:
    assert list(in_order(_leave_in_a_worker, range(60), parallel=True)) == [number * number for number in range(60)]
