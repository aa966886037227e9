"""Lines and encodings: no byte is lost, no line is shifted, whatever the file holds."""

import codecs
import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineproof.sources.decode import decode, is_binary

TERMINATOR = re.compile(rb"\r\n|\r|\n")
GERMAN = "Die Prämie für größere Schäden.\nÜber Fußböden zahlt der Versicherer.\n"
JAPANESE = "これは保険契約の条件です。\n第二条 カタカナ\n"
RUSSIAN = "Страхование имущества граждан.\nВторая строка договора.\n"


def assert_joins(raw: bytes, lines: tuple[bytes, ...]) -> None:
    terminators = TERMINATOR.findall(raw)
    assert len(lines) - len(terminators) in (0, 1)
    joined = b"".join(line + end for line, end in zip(lines, [*terminators, b""], strict=False))
    assert joined == raw


PIECES = [b"a", b"\n", b"\r", b"\r\n", b"\x0c", b"\x0b", b"\x00", b"\xe2\x80\xa8", b"\x85", b"\xe4"]


@given(st.lists(st.sampled_from(PIECES)))
def test_lines_and_terminators_give_the_file_back(pieces):
    raw = b"".join(pieces)
    decoded = decode(raw)
    if decoded.encoding not in ("utf-16-le", "utf-16-be"):
        assert_joins(raw, decoded.lines)
    assert len(decoded.lines) == len(decoded.texts)


@given(st.binary(max_size=300))
def test_any_bytes_decode(raw):
    decoded = decode(raw)
    assert len(decoded.lines) == len(decoded.texts)
    "".join(decoded.texts).encode("utf-8")  # no lone surrogates, which no table could store


@given(st.text(alphabet=st.characters(exclude_characters="\0\ufeff", exclude_categories=["Cs"])))
def test_utf8_text_comes_back(text):
    assert decode(text.encode()).texts == tuple(re.split("\r\n|\r|\n", text)) or text.endswith(("\n", "\r")) or not text


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x0b", "\x0c", "\x1c", "\x85"])
def test_only_lf_cr_and_crlf_end_a_line(separator):
    assert decode(f"a{separator}b\nc\rd\r\ne\n".encode()).texts == (f"a{separator}b", "c", "d", "e")


def test_a_byte_order_mark_changes_only_the_name_of_the_encoding():
    plain, marked = decode("ä\nb".encode()), decode(codecs.BOM_UTF8 + "ä\nb".encode())
    assert (plain.lines, plain.texts) == (marked.lines, marked.texts)
    assert (plain.encoding, marked.encoding) == ("utf-8", "utf-8-sig")


@pytest.mark.parametrize("raw", ["  \ufeff\na\ufeffb ä\n".encode(), "\ufeff  \ufeff\na\ufeffb ä\n".encode("utf-16-le")])
def test_a_byte_order_mark_within_a_file_says_nothing(raw):
    assert decode(raw).texts == ("  ", "ab ä")


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
def test_wide_encodings_by_their_mark(mark, encoding):
    decoded = decode(mark + "Prämie\u2028x\r\nzwei\n".encode(encoding))
    assert decoded.encoding == encoding
    assert decoded.texts == ("Prämie\u2028x", "zwei")
    assert decoded.lines == ("Prämie\u2028x".encode(encoding), "zwei".encode(encoding))


def test_a_cut_off_end_of_utf16_stays_in_the_bytes():
    body = "ab".encode("utf-16-le") + b"\x41"
    assert decode(codecs.BOM_UTF16_LE + body).lines == (body,)
    ended = "a\n".encode("utf-16-le")
    assert decode(codecs.BOM_UTF16_LE + ended + b"\x41").lines == ("a".encode("utf-16-le"), b"\x41")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_without_a_mark_is_text(encoding):
    raw = "First line\nsecond line\n".encode(encoding)
    assert not is_binary(raw)
    assert decode(raw).texts == ("First line", "second line")


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (GERMAN, "cp1252"),
        (JAPANESE, "cp932"),
        (JAPANESE, "euc_jp"),
        (JAPANESE, "iso2022_jp"),
        (RUSSIAN, "cp1251"),
        ("これはペンです", "cp932"),
        ("café", "cp1252"),
        ("Zażółć gęślą jaźń, źrebię i łódź.", "cp1250"),
    ],
)
def test_other_encodings_are_detected(text, encoding):
    assert decode(text.encode(encoding)).texts == tuple(text.splitlines())


def test_a_bad_byte_in_utf8_costs_one_character():
    raw = "eins ä\nzwei ö\ndrei ü\n".encode() + b"vier \xff\n"
    decoded = decode(raw)
    assert decoded.encoding == "utf-8"
    assert decoded.texts == ("eins ä", "zwei ö", "drei ü", "vier \ufffd")
    assert decoded.lines[3] == b"vier \xff"


def test_nul_characters_are_in_the_bytes_only():
    assert decode(b"a\0b\nc").lines == (b"a\0b", b"c")
    assert decode(b"a\0b\nc").texts == ("ab", "c")
    assert not is_binary(b"a\0b\nc")


@pytest.mark.parametrize(
    "raw",
    [b"%PDF-1.7\nx", b"PK\x03\x04rest", b"\x89PNG\r\n\x1a\n", b"\x7fELF", bytes(range(32)) * 20, b"ab" + b"\0" * 100],
)
def test_binary_by_content(raw):
    assert is_binary(raw)


@pytest.mark.parametrize("raw", [b"", b"plain", "ünïcode".encode(), JAPANESE.encode("cp932"), b"a\x0cb\x1b[0m\n"])
def test_text_by_content(raw):
    assert not is_binary(raw)


def test_large_files_of_any_encoding_take_little_time():
    raw = (GERMAN * 60_000).encode("cp1252")
    begin = time.process_time()
    assert decode(raw).encoding == "cp1252"
    assert time.process_time() - begin < 2
