"""Bytes to lines: which encoding a file is in, and what each of its physical lines says.

line       what stands between two terminators; only LF, CRLF and CR are terminators, and a final one opens no line
text       a line decoded, without NUL characters and stray byte order marks (its bytes keep them)
bare       UTF-16 without a byte order mark, known by NUL bytes that stand on one side of the pairs only
binary     a file that is not text in any encoding; it is not decoded
"""

import codecs
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

HEAD_BYTES: Final = 8 * 1024
SAMPLE_BYTES: Final = 16 * 1024

_WIDE_MARKS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_MAGIC: Final = (
    b"%PDF-",
    b"PK\x03\x04",
    b"PK\x05\x06",
    b"\x89PNG\r\n",
    b"GIF87a",
    b"GIF89a",
    b"\xff\xd8\xff",
    b"\x1f\x8b",
    b"BZh91AY",
    b"\xfd7zXZ\x00",
    b"7z\xbc\xaf\x27\x1c",
    b"\x28\xb5\x2f\xfd",
    b"Rar!\x1a\x07",
    b"\x7fELF",
    b"SQLite format 3\x00",
    b"OggS\x00",
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
    b"\xca\xfe\xba\xbe",
    b"\x00asm",
    b"wOFF",
    b"wOF2",
)
# Backspace, tab, line feed, vertical tab, form feed, carriage return and escape occur in text; other controls do not.
_NOT_CONTROL: Final = bytes(byte for byte in range(256) if (byte >= 32 and byte != 127) or byte in b"\b\t\n\v\f\r\x1b")
_SHIFTED_JAPANESE: Final = (b"\x1b$B", b"\x1b$@")
_JAPANESE: Final = ("cp932", "euc_jp")
# S and Z with caron, eth, thorn; superscripts, pound and inverted question mark between letters; four accents in a row.
_FOREIGN: Final = re.compile(
    "[\u0160\u0161\u017d\u017e\u00d0\u00f0\u00de\u00fe\ufffd]"
    r"|[^\W\d_][\u00b3\u00b9\u00bf\u00a3][^\W\d_]"
    "|[\u0080-\u00ff]{4}"
)

MARK: Final = "\ufeff"
"""A byte order mark, which an edit may have pushed from the beginning of its file."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file as lines: ``lines`` are bytes without terminator or byte order mark, ``texts`` the same lines as text."""

    encoding: str
    lines: tuple[bytes, ...]
    texts: tuple[str, ...]


def decode(raw: bytes) -> Decoded:
    """Split a file into lines and decode each; never fails, whatever the bytes are.

    A byte order mark is dropped: it changes nothing but the name of the encoding. Lines of UTF-16 and UTF-32 keep their
    own encoding, without the mark.
    """
    if raw.startswith(codecs.BOM_UTF8):
        return _narrow(raw[len(codecs.BOM_UTF8) :], "utf-8-sig")
    for mark, encoding in _WIDE_MARKS:
        if raw.startswith(mark) and (wide := _wide(raw[len(mark) :], encoding)):
            return wide
    if (bare := _bare_encoding(raw)) and (wide := _wide(raw, bare)):
        return wide
    if any(shift in raw for shift in _SHIFTED_JAPANESE) and _decodes(raw, "iso2022_jp"):
        return _by_line(raw, "iso2022_jp")
    return _narrow(raw, "utf-8")


def is_binary(raw: bytes) -> bool:
    """Whether the first 8 KiB say that this is no text: a known signature, or more than a few control bytes."""
    if raw.startswith(_MAGIC):
        return True
    if any(raw.startswith(mark) for mark, _ in _WIDE_MARKS) or _bare_encoding(raw):
        return False
    head = raw[:HEAD_BYTES]
    controls = len(head.translate(None, _NOT_CONTROL))
    return controls > 4 + len(head) // 20


def _narrow(raw: bytes, encoding: str) -> Decoded:
    """Lines of an encoding in which LF and CR are single bytes; the encoding is found where the bytes are not UTF-8."""
    lines = tuple(raw.splitlines())
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        return _by_line(raw, _detect([line for line in lines if not line.isascii()]))
    texts = _split(text)
    return Decoded(encoding, lines, _shown(texts))


def _by_line(raw: bytes, encoding: str) -> Decoded:
    lines = tuple(raw.splitlines())
    return Decoded(encoding, lines, _shown([line.decode(encoding, "replace") for line in lines]))


def _shown(texts: Sequence[str]) -> tuple[str, ...]:
    """Texts without what nobody sees of them: NUL, and a byte order mark that is not the first thing in its file."""
    return tuple(text.replace("\0", "").replace(MARK, "") if "\0" in text or MARK in text else text for text in texts)


def _split(text: str) -> tuple[str, ...]:
    """Lines of a text; str.splitlines would end one at U+2028 and form feeds too."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    return tuple(lines)


def _wide(body: bytes, encoding: str) -> Decoded | None:
    """Lines of UTF-16 or UTF-32; none if the bytes are not. Lone surrogates and a cut-off end stay in the bytes."""
    width = 4 if "32" in encoding else 2
    whole = len(body) - len(body) % width
    try:
        texts = _split(body[:whole].decode(encoding, "surrogatepass"))
    except UnicodeDecodeError:
        return None
    lines = [text.encode(encoding, "surrogatepass") for text in texts]
    if tail := body[whole:]:
        open_line = b"" if not lines or _ends_line(body[:whole], encoding) else lines.pop()
        lines.append(open_line + tail)
    return Decoded(encoding, tuple(lines), _shown([line.decode(encoding, "replace") for line in lines]))


def _ends_line(body: bytes, encoding: str) -> bool:
    return body.endswith(("\n".encode(encoding), "\r".encode(encoding)))


def _bare_encoding(raw: bytes) -> str | None:
    """The byte order of UTF-16 without a mark, if the beginning reads as such."""
    head = raw[:HEAD_BYTES]
    head = head[: len(head) - len(head) % 2]
    low, high = head[0::2].count(0), head[1::2].count(0)
    # Latin text has a NUL in most pairs; other scripts have some, but are no UTF-8, as a text with stray NULs would be.
    enough = len(head) // 5 if _decodes(head[:-3], "utf-8") else len(head) // 50
    if min(low, high) * 10 > max(low, high) or max(low, high) < max(enough, 2):
        return None
    encoding = "utf-16-le" if high > low else "utf-16-be"
    text = head.decode(encoding, "replace")
    shown = sum(character.isprintable() or character in "\t\n\r\f\ufeff" for character in text)
    # The head may cut a surrogate pair in two, hence the one character of tolerance.
    return encoding if shown + 1 >= 0.98 * len(text) else None


def _detect(lines: Sequence[bytes]) -> str:
    """The encoding of lines beyond ASCII, some of which are not UTF-8; bytes that it lacks are shown as U+FFFD."""
    sample = _sample(lines)
    if sum(_decodes(line, "utf-8") for line in sample) * 2 > len(sample):
        return "utf-8"
    joined = b"\n".join(sample)
    if japanese := next((codec for codec in _JAPANESE if _kana_share(joined, codec) >= 0.3), None):
        return japanese
    western = "cp1252" if _decodes(joined, "cp1252") else "latin-1"
    if _is_western(joined):
        return western
    from charset_normalizer import from_bytes  # slow to import, and rarely needed

    best = from_bytes(joined).best()
    return best.encoding if best and _keeps_ascii(best.encoding) else western


def _sample(lines: Sequence[bytes]) -> list[bytes]:
    """The first lines, as many as are worth a look."""
    taken: list[bytes] = []
    size = 0
    for line in lines:
        taken.append(line[:SAMPLE_BYTES])
        size += len(line)
        if size > SAMPLE_BYTES:
            break
    return taken


def _decodes(raw: bytes, encoding: str) -> bool:
    try:
        raw.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _kana_share(sample: bytes, encoding: str) -> float:
    """Share of kana in what lies beyond ASCII: Japanese prose has plenty, other bytes read as Japanese have none."""
    beyond = [character for character in sample.decode(encoding, "replace") if character > "\x7f"]
    return sum("\u3041" <= character <= "\u30fe" for character in beyond) / max(len(beyond), 1)


def _is_western(sample: bytes) -> bool:
    """Whether the text is ASCII letters with a few accents of western Europe among them.

    Statistics tell cp1252 and its sisters for other regions badly apart; but the typical letters of those, read as
    cp1252, look like letters that western languages lack, like signs within words, or like words without any ASCII.
    """
    text = sample.decode("cp1252", "replace")
    letters = [character for character in text if character.isalpha()]
    accented = sum(character > "\x7f" for character in letters)
    return accented * 4 <= len(letters) and not _FOREIGN.search(text)


def _keeps_ascii(encoding: str) -> bool:
    """Whether lines can be split before they are decoded."""
    ascii_bytes = bytes(range(128))
    return ascii_bytes.decode(encoding, "replace") == ascii_bytes.decode("ascii")
