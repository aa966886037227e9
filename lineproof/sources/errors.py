"""What can go wrong between seeing a file and reading it; each message names the file, the reason and the next step."""


class SourceError(Exception):
    """A file of the corpus cannot be read as it was scanned."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


class Changed(SourceError):
    """The bytes are no longer those that were scanned."""

    def __init__(self, path: str) -> None:
        super().__init__(path, "changed while it was being read; the next sync reads it again")


class Vanished(SourceError):
    """The file is no longer there, or can no longer be opened."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(path, f"could not be read after it was scanned ({why}); the next sync looks again")


class BrokenConversation(Exception):
    """A file that is a conversation has a part that is no turn; reading the others alone would lose what somebody said."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line} of the conversation: {reason}; mend the line, and the next sync reads the file again")
        self.line = line
        self.reason = reason
