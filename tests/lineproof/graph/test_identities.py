"""Identities: under which names a document and what it holds are found, in a small compiled folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lineproof.evidence.hashing import document_id
from storage.database import Store
from tests.lineproof.graph.building import build, corpus_of

DOCUMENTS = {
    "forms/index.md": "---\nform: HV 30 01\nedition: 2026-01\npermalink: /forms/home/\n---\n\n# Homeowners Form\n\n"
    "## Section I - Property\n\n"
    "A.1 Dwelling. We pay.\n\nA.2 Sheds. We pay.\n\n## Limits & more\n\n## Limits & more\n\n“Roof deck” means the boards.\n",
    "recht/zweck.md": "# Gesetz über den Zweckverband\n\nDas ist ein Gesetz, und es gilt nicht für alle, die es lesen.\n",
}


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, set[str]]]:
    """The kinds of node that each key names; ids of documents are replaced by their paths."""
    with build(corpus_of(tmp_path_factory.mktemp("names"), DOCUMENTS)) as store:
        yield _keys(store)


def _keys(store: Store) -> dict[str, set[str]]:
    paths = {document_id("library", path): path for path in DOCUMENTS}
    found: dict[str, set[str]] = {}
    for key, kind in store.query("SELECT key, node_kind FROM graph.identities"):
        head, slash, rest = key.partition("/")
        found.setdefault(paths.get(head, head) + slash + rest, set()).add(kind)
    return found


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        ("path:forms/index.md", "document"),
        ("path:forms", "document"),
        ("path:forms/home", "document"),
        ("hv 30 1", "document"),
        ("hv 30 1 2026 1", "document"),
        ("homeowners form", "document"),
        ("stem:de:homeown form", "document"),
        ("scheme:hv", "scheme"),
        ("forms/index.md/section i", "section"),
        ("forms/index.md/property", "section"),
        ("forms/index.md/#section-i---property", "section"),
        ("forms/index.md/#limits--more", "section"),
        ("forms/index.md/#limits--more-1", "section"),
        ("forms/index.md/a 1", "clause"),
        ("forms/index.md/section i/a 1", "clause"),
        ("roof deck", "term"),
        ("gesetz uber den zweckverband", "document"),
        ("stem:de:zweckverbandsgesetz", "document"),
    ],
)
def test_key(keys: dict[str, set[str]], key: str, kind: str) -> None:
    spelt = {name.replace("ü", "u"): kinds for name, kinds in keys.items()}
    assert kind in spelt[key]


def test_every_identity_is_written_once(tmp_path: Path) -> None:
    with build(corpus_of(tmp_path, DOCUMENTS)) as store:
        twice = store.query("SELECT key FROM graph.identities GROUP BY ALL HAVING count(*) > count(DISTINCT (node_id, source, alias))")
    assert twice == []
