"""Markdown: text of sources made safe, so that it can bring no markup, link, tag, footnote or front matter to a page.

escaped      what means something to CommonMark, its common extensions or Obsidian where it stands is escaped; HTML's becomes entities
link words   text within a wiki link, where no escape works: characters that could end it are exchanged for ones that look alike
place        path and lines as they are written in a footnote; in a code span where the path holds more than letters and digits
"""

import re
from typing import Final
from urllib.parse import quote

_MARK: Final = re.compile(
    r"(?P<mark>[\\`*\[\]{}|~^]"
    r"|(?<![^\W_])_|_(?![^\W_])"  # emphasis, not within a word
    r"|\$(?!\d)"  # mathematics; before a digit it can open, but what would close it is escaped
    r"|(?<!\S)#|(?<=#)#"  # tags
    r"|=(?==)|(?<==)=|%(?=%)|(?<=%)%"  # ==marks==, %%comments%%
    r")|(?P<tag><)|(?P<entity>&(?=#?\w+;))"
)
_WORDS: Final = str.maketrans("[]|<>&`*_\\#^~$", "()/‹›＆'∗ /№ˆ∼＄")
_SCHEME: Final = re.compile(r"(?<=[A-Za-z])://")
_HOST: Final = re.compile(r"(?i)\b(www)\.")
_START: Final = re.compile(r"^(?:(?P<number>\d{1,9})(?P<mark>[.)])(?=\s|$)|(?P<bullet>[-+:!>=]))")
_UNSAFE: Final = re.compile(r"[<>`\x00-\x1f\x7f-\x9f\u2028\u2029]|\[\[")
_PLAIN_PATH: Final = re.compile(r"(?!.*_(?:[^A-Za-z0-9]|$))[\w./+-]+", re.ASCII)


def escaped(text: str) -> str:
    """Text of one line for any place where Markdown takes text, the beginning of a line included."""
    text = _START.sub(_escape_start, _MARK.sub(_escape, text))
    return _HOST.sub(r"\1\\.", _SCHEME.sub(r"\\://", text))


def _escape(found: re.Match[str]) -> str:
    if found["tag"]:
        return "&lt;"
    return "&amp;" if found["entity"] else f"\\{found['mark']}"


def _escape_start(found: re.Match[str]) -> str:
    return f"\\{found['bullet']}" if found["bullet"] else f"{found['number']}\\{found['mark']}"


def link_words(text: str) -> str:
    """Words for a wiki link."""
    return " ".join(text.translate(_WORDS).split())


def shown(path: str) -> str:
    """A path as a page shows it: in one line, and with what could be taken for markup in a code span percent-encoded."""
    return path if path.isprintable() and not _UNSAFE.search(path) else _UNSAFE.sub(lambda found: quote(found[0]), path.replace("%", "%25"))


def place(path: str, lines: str) -> str:
    """Path and lines of a citation."""
    whole = f"{shown(path)}#{lines}"
    return whole if _PLAIN_PATH.fullmatch(path) else f"`{whole}`"
