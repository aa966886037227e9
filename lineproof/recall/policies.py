"""Policies: how free an answer may be, each a text of ``policies/`` with a version.

version   of a text: raised whenever the text changes, so that answers can be told apart by what their writers were told
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from lineproof.recall.errors import UnknownPolicy

POLICIES: Final = ("strict", "balanced", "advanced")
FOLDER: Final = Path(__file__).parent / "policies"

_FILE: Final = re.compile(r"version: (?P<version>\d+)\n\n(?P<text>.+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Policy:
    """A policy: its version, and its text, which is given beside the context and never within it."""

    version: int
    text: str


@lru_cache(maxsize=len(POLICIES))
def policy_of(name: str) -> Policy:
    """The policy of a name.

    Raises:
        UnknownPolicy: there is none.
    """
    if name not in POLICIES:
        raise UnknownPolicy(name, POLICIES)
    written = _FILE.fullmatch((FOLDER / f"{name}.md").read_text(encoding="utf-8").strip())
    assert written, f"{name}.md begins with `version: N` and an empty line"
    return Policy(int(written["version"]), written["text"])
