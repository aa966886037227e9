"""Tombstones: what was erased and must not come back, without a word of it.

secret      random bytes of the workspace, in a file that only its owner reads; without them no tombstone tells anything
mark        a kind and the HMAC, under the secret, of what was erased: a document, its content, a text, a person, a statement
tombstone   the marks of one erasure; once it is lifted they are gone, and the sources are read again
local       a mark of a text that holds in its document alone, known by id and by its bytes: headings and short texts, which other
            documents have by chance

Tombstones lie beside the settings and not in ``.lineproof``, so that a clean build heeds them too.
"""

import hmac
import json
import os
import secrets
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Final
from unicodedata import normalize

from storage.durable import write_durably
from storage.errors import SecretMissing
from storage.workspace import Corpus

DOCUMENT: Final = "document"
CONTENT: Final = "content"
TEXT: Final = "text"
LOCAL: Final = "local"
PERSON: Final = "person"
CLAIM: Final = "claim"
MARKER: Final = "erasing.json"
"""The file of a corpus that is there as long as an erasure is not complete."""
_SECRET_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class Tombstone:
    """What one erasure left behind; ``kind`` is that of the target, ``target`` the mark of its name, ``at`` ISO text."""

    erasure_id: str
    kind: str
    target: str
    at: str
    marks: tuple[str, ...]


@dataclass(frozen=True)
class Tombstones:
    """All tombstones of a corpus; questions cost nothing where there are none of their kind."""

    secret: bytes = b""
    stones: tuple[Tombstone, ...] = ()

    @cached_property
    def erasures(self) -> Mapping[str, str]:
        """The erasure that each mark belongs to; of several the first."""
        return {mark: stone.erasure_id for stone in reversed(self.stones) for mark in stone.marks}

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The kinds of marks that there are."""
        return frozenset(mark.partition(":")[0] for mark in self.erasures)

    def document_erased(self, document_id: str, content_hash: str | None) -> str | None:
        """The erasure of a document, or of another one with the same bytes; None if it is not erased."""
        return self._erasure(DOCUMENT, document_id) or self._erasure(CONTENT, content_hash or "")

    def text_erased(self, document_id: str, content_hash: str, text_hash: str) -> bool:
        """Whether the text of a paragraph or line, given by its hash, is erased in a document, or in another one with the same bytes."""
        here = (self._erasure(LOCAL, f"{place}/{text_hash}") for place in (document_id, content_hash))
        return bool(self._erasure(TEXT, text_hash)) or any(here)

    def person_erased(self, name: str) -> bool:
        """Whether what somebody says is erased."""
        return PERSON in self.kinds and bool(self._erasure(PERSON, folded(name)))

    def claim_erased(self, statement: str) -> bool:
        """Whether a statement is erased, whoever proposes it."""
        return CLAIM in self.kinds and bool(self._erasure(CLAIM, folded(statement)))

    @property
    def claims_fingerprint(self) -> str:
        """Changes with the set of erased statements; empty where there are none."""
        return ",".join(sorted(mark for mark in self.erasures if mark.startswith(f"{CLAIM}:")))

    def mark(self, kind: str, value: str) -> str:
        """The mark of something under the secret of the workspace."""
        digest = hmac.digest(self.secret, f"{kind}\x1f{value}".encode("utf-8", "surrogatepass"), "sha256")
        return f"{kind}:{digest.hex()[:40]}"

    def _erasure(self, kind: str, value: str) -> str | None:
        return self.erasures.get(self.mark(kind, value)) if kind in self.kinds else None


NONE: Final = Tombstones()


def folded(text: str) -> str:
    """Text of a name or statement as it is compared: without case, its blanks folded."""
    return " ".join(normalize("NFC", text).casefold().split())


def load(corpus: Corpus) -> Tombstones:
    """The tombstones of a corpus.

    Raises:
        SecretMissing: there are some, but the secret that they were made with is gone.
    """
    try:
        found = json.loads(_file(corpus).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return NONE
    stones = tuple(Tombstone(**{**stone, "marks": tuple(stone["marks"])}) for stone in found["tombstones"])
    if not stones:
        return NONE
    loaded = Tombstones(_read_secret(corpus) or b"", stones)
    if loaded.mark("secret", "") != found["secret"]:
        raise SecretMissing(corpus.name, _secret_file(corpus))
    return loaded


def with_secret(corpus: Corpus) -> Tombstones:
    """The tombstones of a corpus, with a secret to make more; one is made where there is none.

    Raises:
        SecretMissing: as :func:`load` does.
    """
    loaded = load(corpus)
    return loaded if loaded.secret else Tombstones(_read_secret(corpus) or _make_secret(corpus))


def add(corpus: Corpus, stone: Tombstone) -> Tombstones:
    """Set one tombstone more, in place of an earlier one of the same erasure; on return it is on disk."""
    known = with_secret(corpus)
    others = [one for one in known.stones if one.erasure_id != stone.erasure_id]
    return _store(corpus, Tombstones(known.secret, (*others, stone)))


def lift(corpus: Corpus, erasures: Iterable[str]) -> Tombstones:
    """Remove the tombstones of some erasures."""
    known, doomed = load(corpus), frozenset(erasures)
    return _store(corpus, Tombstones(known.secret, tuple(one for one in known.stones if one.erasure_id not in doomed)))


def named(tombstones: Tombstones, names: Sequence[tuple[str, str]], erasure_id: str) -> list[Tombstone]:
    """The tombstones whose target has one of some names, given as kind and value, or that belong to an erasure."""
    marks = {tombstones.mark(kind, value) for kind, value in names}
    return [stone for stone in tombstones.stones if stone.target in marks or stone.erasure_id == erasure_id]


def _store(corpus: Corpus, tombstones: Tombstones) -> Tombstones:
    content = {"secret": tombstones.mark("secret", ""), "tombstones": [asdict(stone) for stone in tombstones.stones]}
    write_durably(_file(corpus), json.dumps(content, indent=1, sort_keys=True) + "\n", private=True)
    return tombstones


def _read_secret(corpus: Corpus) -> bytes | None:
    with suppress(FileNotFoundError, ValueError):
        return bytes.fromhex(_secret_file(corpus).read_text(encoding="ascii"))
    return None


def _make_secret(corpus: Corpus) -> bytes:
    """Make the secret; where another process was faster, its secret counts."""
    file = _secret_file(corpus)
    fresh = file.with_name(f"secret.{os.getpid()}")
    write_durably(fresh, secrets.token_hex(_SECRET_BYTES), private=True)
    with suppress(FileExistsError):
        os.link(fresh, file)
    fresh.unlink()
    return bytes.fromhex(file.read_text(encoding="ascii"))


def _file(corpus: Corpus) -> Path:
    return corpus.tombstones / f"{corpus.name}.json"


def _secret_file(corpus: Corpus) -> Path:
    return corpus.tombstones / "secret"
