"""Plain: the words of a text without the signs that only mark them up, so that a statement reads well wherever it is shown."""

import re
from itertools import count
from typing import Final

MARKED: Final = re.compile(r"[\[*_<&`\\{]")
IMAGE: Final = re.compile(r"!\[[^\]]*\]\([^)]*\)")
LINK: Final = re.compile(r"\[((?:[^\[\]]|\[[^\]]*\])*)\]\([^()\s]*(?:\([^()]*\)[^()\s]*)*(?:\s+\"[^\"]*\")?\)")
NAMED_LINK: Final = re.compile(r"\[(?!\d+\])([^\[\]]+)\]\[[^\[\]]*\]")
"""A link by the name of its address; a number is the mark of a source, behind which another may stand (``TLS [2][3]``)."""
STRONG: Final = re.compile(r"(?<![\w)])(\*\*|__)(?=\S)(.+?)(?<=\S)\1(?!\w)")
STRONG_LETTERS: Final = re.compile(r"(?<![\d)])\*\*([^\W\d_]+)\*\*(?!\d)")
"""The same within a word (``**In**clusion``), where signs beside a digit are those of a power (``2**32``)."""
EMPHASIS: Final = re.compile(r"(?<![\w*_)])([*_])(?=[^\s*_])([^*_]+?)(?<=[^\s*_])\1(?![\w*_])")
TAG: Final = re.compile(r"</?(?:a|b|i|u|em|strong|br|sup|sub|span|code|small|mark|abbr|p|cite|q|kbd)(?:\s[^<>]*)?/?>", re.IGNORECASE)
NOTE: Final = re.compile(r"\s*<sup>\[\^?\w+\]</sup>|\s*\[\^[\w-]+\]|(?<=\d)(?<![^\W\d]\d)(?<![^\W\d]\d\d)(?<![^\W\d]\d{3})\[\d{1,2}\]")
"""The mark of a footnote: a number in brackets, raised or behind a number that is no part of a name (``u8[4]``)."""
BLANKS: Final = re.compile(r"\s+")
CODE: Final = re.compile(r"`[^`]+`")
FIRST_SPAN, LAST_SPAN = 0xE000, 0xF8FF
SPAN: Final = re.compile(f"[{chr(FIRST_SPAN)}-{chr(LAST_SPAN)}]")
"""What stands for a code span while the words around it are read, one sign for each; a text of a source that holds one is left alone."""


def plain(text: str) -> str:
    """A text without links' targets, emphasis and inline tags; code stays as it is, with its backticks."""
    if not MARKED.search(text):
        return text
    codes = [] if SPAN.search(text) else CODE.findall(text)
    if not 0 < len(codes) <= LAST_SPAN - FIRST_SPAN:
        return _unmarked(text)
    signs = map(chr, count(FIRST_SPAN))
    return SPAN.sub(lambda found: codes[ord(found[0]) - FIRST_SPAN], _unmarked(CODE.sub(lambda _: next(signs), text)))


def _unmarked(text: str) -> str:
    text = LINK.sub(r"\1", IMAGE.sub("", NOTE.sub("", text)))
    text = TAG.sub("", NAMED_LINK.sub(r"\1", text))
    text = EMPHASIS.sub(r"\2", STRONG.sub(r"\2", STRONG_LETTERS.sub(r"\1", text)))
    return BLANKS.sub(" ", text).strip()
