"""Readings: every text that a cell of a table or a stored answer holds, however it is packed or nested.

nested    JSON in JSON, lists in lists; read without recursion, so that no text of a source can stop an erasure
literal   a text between quotation marks; where JSON is nested more deeply than a parser reads, its literals are all its texts
"""

import json
import re
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Final

PACKED: Final = b"x"
"""The first byte of text packed by zlib."""

_LITERAL: Final = re.compile(r'"(?:[^"\\]|\\.)*"?', re.DOTALL)


def readings(value: Any) -> Iterator[str]:  # noqa: ANN401
    """Every text that a value holds: of lists each element, of bytes what they decode to, of JSON each string in it."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            yield each
            if each[:1] in '{["' and (inner := _parsed(each)) != each:
                waiting.append(inner)
        elif isinstance(each, bytes):
            waiting.append(decoded(each))
        elif isinstance(each, Sequence):
            waiting.extend(reversed(each))
        elif isinstance(each, dict):
            waiting.extend([*each.values(), *each])


def decoded(raw: bytes) -> str:
    """Bytes as text, whatever they are: packed text is unpacked, wide characters are joined."""
    if raw.startswith(PACKED):
        with suppress(zlib.error):
            raw = zlib.decompress(raw)
    for encoding in ("utf-16-le", "utf-16-be") if b"\0" in raw else ("utf-8",):
        with suppress(UnicodeDecodeError):
            return raw.decode(encoding)
    return raw.decode("latin-1")


def _parsed(text: str) -> Any:  # noqa: ANN401
    try:
        return json.loads(text)
    except RecursionError:
        return _LITERAL.findall(text)
    except ValueError:
        return text
