"""Small corpora compiled from real files, without Dagster, for tests of what is read from a snapshot."""

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from checks.invariants import INVARIANTS
from lineproof.beliefs.minds import minds
from lineproof.beliefs.settle import settle
from lineproof.beliefs.update import update as believe
from lineproof.evidence.update import update as extract
from lineproof.graph.update import update as link
from lineproof.models.open import open_chat
from storage.database import open_store
from storage.snapshots import publish
from storage.workspace import Workspace, render_settings


def compiled(folder: Path, corpora: Mapping[str, Mapping[str, str]]) -> Workspace:
    """A workspace whose corpora are published: each a map from paths to texts."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "lineproof.toml").write_text(render_settings({name: Path(name) for name in corpora}))
    workspace = Workspace.open(folder)
    for name, texts in corpora.items():
        (folder / name).mkdir()
        for path, text in texts.items():
            file = folder / name / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        compile_again(workspace, name)
    return workspace


def compile_again(workspace: Workspace, name: str) -> None:
    """Bring a corpus up to date and publish it."""
    corpus = workspace.corpus(name)
    with closing(open_store(corpus.database)) as store:
        with store.transaction():
            extract(store, corpus, "run")
            link(store, corpus.fingerprint)
            with open_chat(workspace, corpus, "run") as chat:
                counts = believe(store, corpus, "run", minds(chat))
            settle(store, corpus, "run", counts.touched)
            store.advance()
        assert not [each.name for each in INVARIANTS if each.offending(store.connection)]
        publish(store, corpus)
