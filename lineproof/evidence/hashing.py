"""Hashes and identifiers: what makes two lines, two paragraphs, two nodes the same.

line hash        xxh3_64 of the bytes of a line without its terminator
paragraph hash   xxh3_128 of the normalised text; blanks after a hyphen do not count, since a wrap may fall there
node id          a letter for the kind of node and 24 hexadecimal digits of the xxh3_128 of what it is made from
"""

import re

from xxhash import xxh3_64_intdigest, xxh3_128_hexdigest

_BLANK_AFTER_HYPHEN = re.compile(r"(?<=\w-) (?=\w)")


def line_hash(raw: bytes) -> int:
    """xxh3_64 of the bytes of one line."""
    return xxh3_64_intdigest(raw)


def content_hash(raw: bytes) -> str:
    """xxh3_128 of a whole file."""
    return xxh3_128_hexdigest(raw)


def paragraph_hash(text: str) -> str:
    """xxh3_128 of normalised text, the same wherever prose was wrapped."""
    return xxh3_128_hexdigest(_BLANK_AFTER_HYPHEN.sub("", text).encode())


def fingerprint(*parts: str) -> str:
    """One hash of several texts; their borders count."""
    return xxh3_128_hexdigest("\x1f".join(parts).encode("utf-8", "surrogatepass"))


def node_id(kind: str, *parts: str) -> str:
    """The id of a node; ``kind`` is one letter (``d`` document, ``p`` paragraph, ``t`` term, ``m`` mention, ``e`` edge)."""
    return kind + fingerprint(*parts)[:24]


def document_id(corpus: str, path: str) -> str:
    """The id of a document; ``path`` is NFC with forward slashes."""
    return node_id("d", corpus, path)


def term_id(corpus: str, scope: str, key: str) -> str:
    """The id of a defined term; ``scope`` is the document that defines it."""
    return node_id("t", corpus, scope, key)
