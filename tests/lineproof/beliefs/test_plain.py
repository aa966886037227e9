"""Signs of markup are taken out of a text, and its code spans come back where they stood."""

import pytest

from lineproof.beliefs.plain import plain


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("A **lock** of [iron](key.md) with `2**32` teeth.", "A lock of iron with `2**32` teeth."),
        ("![`a`](x.png) use `b` now", "use `b` now"),
        ("use [`f`](http://x/`z`) then `b`", "use `f` then `b`"),
        ("The locks of TLS [2][3] and those of [iron][1].", "The locks of TLS [2][3] and those of iron."),
    ],
    ids=["code keeps its signs", "code in an image that goes", "code in an address that goes", "marks of sources"],
)
def test_the_words_stay(text: str, read: str) -> None:
    assert plain(text) == read
