"""What can be wrong with the files of a benchmark; each message names the file, the reason and the next step."""

from pathlib import Path


class BadBenchmark(Exception):
    """A file is not that of the benchmark, or not in the form that is published."""

    def __init__(self, file: Path, reason: str) -> None:
        super().__init__(f"{file}: {reason}; get the files as they are published, and name the folder that they lie in")
        self.file = file
        self.reason = reason
