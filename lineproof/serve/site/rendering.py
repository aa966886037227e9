"""Rendering: the templates, and what makes text of sources safe in them.

escaped   every value is escaped for HTML by the templates' environment, never by a template
shown     characters that would steer how a text is displayed (controls, embeddings and overrides of direction) are made visible
policy    the Content-Security-Policy of every page: files of the site only, no inline script or style, no request, and no string
          may become markup (Trusted Types)
"""

from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from lineproof.serve.site.addresses import link
from lineproof.serve.site.labels import labels

TEMPLATES: Final = Path(__file__).with_name("templates")
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
_VISIBLE: Final = {
    **{code: chr(0x2400 + code) for code in range(32) if chr(code) not in "\t\n"},
    0x7F: "\u2421",
    **dict.fromkeys(range(0x80, 0xA0), "\ufffd"),
    **{code: f"[U+{code:04X}]" for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))},
    0x2028: " ",
    0x2029: " ",
    **dict.fromkeys(range(0xD800, 0xE000), "\ufffd"),
}


def shown(value: Any) -> Any:  # noqa: ANN401
    """A value as a template prints it; markup of our own stays as it is."""
    return value.translate(_VISIBLE) if type(value) is str and not value.isprintable() else value


@lru_cache(maxsize=1)
def environment() -> Environment:
    """The environment of all templates."""
    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=shown,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def render(template: str, address: str, language: str, **values: Any) -> str:  # noqa: ANN401
    """A page by its template.

    Args:
        template: its file, without the endings.
        address: where the page will lie; ``to(target)`` in the template is the link from there.
        language: of the words of our own.
        values: what the template prints.
    """
    say = labels(language)
    found = environment().get_template(f"{template}.html.j2")
    return found.render(to=partial(link, address), here=address, language=language, say=say, policy=POLICY, **values)
