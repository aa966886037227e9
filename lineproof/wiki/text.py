"""Text: what sources say, as plain text of one line without the markup of its format.

plain   words only: a link is its text, an image its description, code its characters
key     what makes two statements the same: case, blanks and the mark at the end do not count
"""

import re
import unicodedata
from functools import lru_cache
from typing import Final

_CODE: Final = re.compile(r"(`+)(?P<code>.+?)(?<!`)\1(?!`)", re.DOTALL)
_LINK: Final = (
    r"\[(?P<text>(?:[^\[\]]|\[[^\[\]]*\])*)\]"  # words, which may hold brackets
    r"\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+\"[^\"]*\")?\)(?:\{:[^}]*\})?"  # address, title, and the attributes that kramdown adds
)
_MARKDOWN: Final = (
    (re.compile(r"\[!\[[^\]]*\]\([^)\s]*\)\]\([^)\s]*\)"), ""),
    (re.compile(r"!\[(?P<text>[^\]]*)\]\([^)\s]*(?:\s+\"[^\"]*\")?\)"), r"\g<text>"),
(re.compile(_LINK), r"\g<text>"),
    (re.compile(r"\[(?!\d+\])(?P<text>[^\[\]]+)\]\[[^\[\]]*\]"), r"\g<text>"),
    (re.compile(r"<(?P<url>(?:https?|mailto):[^<>\s]+)>"), r"\g<url>"),
    (re.compile(r"</?[A-Za-z][^<>]*>|<!--.*?-->"), " "),
    (re.compile(r"(?<![\w)])(?P<mark>\*\*\*|\*\*|___|__)(?=\S)(?P<text>.+?)(?<=\S)(?P=mark)(?!\w)"), r"\g<text>"),
    (re.compile(r"(?<![\w*_)])(?P<mark>[*_])(?=[^\s*_])(?P<text>[^*_]+?)(?<=\S)(?P=mark)(?![\w*_])"), r"\g<text>"),
    (re.compile(r"\\(?P<mark>[!-/:-@\[-`{-~])"), r"\g<mark>"),
)  # fmt: skip
_RESTRUCTURED: Final = (
    (re.compile(r":[a-z:]+:`(?P<text>[^`<]+?)(?:\s*<[^`>]*>)?`"), r"\g<text>"),
    (re.compile(r"`(?P<text>[^`<]+?)\s*(?:<[^`>]*>)?`_{0,2}"), r"\g<text>"),
    (re.compile(r"(?<![\w)])\*\*(?=\S)(?P<text>.+?)(?<=\S)\*\*(?!\w)"), r"\g<text>"),
    (re.compile(r"(?<![\w*])\*(?=[^\s*])(?P<text>[^*]+?)(?<=\S)\*(?![\w*])"), r"\g<text>"),
)
_MARKED: Final = re.compile(r"[`\[<*_\\]")
"""One of these stands in all that the rules of a format change, but for blanks; most texts have none."""
_NUMBERED: Final = re.compile(r"(\D*)([0-9]{1,18})?")
_ENDS: Final = re.compile(r"[.!?…:;][\"'”’)\]]*$|[。！？]$")
_BLANKS_BEFORE_MARK: Final = re.compile(r"\s+(?=[.,;:!?](?:\s|$))")


def plain(text: str, form: str = "text") -> str:
    """The words of a text in one line.

    Args:
        text: as it stands in the source, or made of it.
        form: the format of its document; markup is taken out of ``markdown`` and ``restructuredtext``.
    """
    if form == "markdown":
        text = _unmarked_but_code(text)
    elif form == "restructuredtext":
        text = _unmarked(text.replace("``", ""), _RESTRUCTURED)
    return visible(text)


def visible(text: str) -> str:
    """A text in one line, without characters that nobody sees."""
    if not text.isprintable():
        text = text.translate(_CONTROLS) if text.isascii() else "".join(" " if _hidden(one) else one for one in text)
    return " ".join(text.split())


def sentence(text: str) -> str:
    """A statement that ends as a sentence does."""
    text = text.rstrip(" ,;:")
    return text if not text or _ENDS.search(text) else f"{text}."


def natural(name: str) -> tuple[tuple[str, int], ...]:
    """What sorts names as readers do: numbers in them by their value."""
    return tuple((words, int(number or -1)) for words, number in _NUMBERED.findall(name.casefold()))


@lru_cache(maxsize=100_000)
def key(statement: str) -> str:
    """What is compared of a statement."""
    return " ".join(unicodedata.normalize("NFKC", statement).casefold().split()).rstrip(" .;:,")


_CONTROLS: Final = dict.fromkeys((*range(32), 127), " ")


@lru_cache(maxsize=10_000)
def _hidden(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")


def _unmarked_but_code(text: str) -> str:
    if "`" not in text:
        return _unmarked(text, _MARKDOWN)
    parts: list[str] = []
    end = 0
    for code in _CODE.finditer(text):
        parts += [_unmarked(text[end : code.start()], _MARKDOWN), code["code"].strip()]
        end = code.end()
    return "".join((*parts, _unmarked(text[end:], _MARKDOWN)))


def _unmarked(text: str, rules: tuple[tuple[re.Pattern[str], str], ...]) -> str:
    for pattern, words in rules if _MARKED.search(text) else ():
        text = pattern.sub(words, text)
    return _BLANKS_BEFORE_MARK.sub("", text)
