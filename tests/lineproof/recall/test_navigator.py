"""What a navigator promises beyond single answers."""

import asyncio
import gc
import weakref
from contextlib import closing
from pathlib import Path

import pytest

from lineproof.recall.errors import BadArgument, NoTerms
from lineproof.recall.navigator import Navigator
from storage.errors import NoSnapshot
from storage.workspace import Workspace, render_settings
from tests.library import BASE_2026, FORMS, ROOFS
from tests.support import publish_shelf


async def test_questions_asked_at_once_get_the_answers_that_they_get_alone(library: Workspace) -> None:
    with closing(Navigator(library.corpus("forms"))) as forms:
        together = await asyncio.gather(
            *(forms.expand(path) for path in [ROOFS.path, BASE_2026.path] * 10),
            *(forms.locate("deductible form") for _ in range(10)),
        )
        assert together[0:20:2] == [await forms.expand(ROOFS.path)] * 10
        assert together[1:20:2] == [await forms.expand(BASE_2026.path)] * 10
        assert together[20:] == [await forms.locate("deductible form")] * 10


async def test_arguments_of_another_type_are_refused_and_so_are_no_terms(library: Workspace) -> None:
    with closing(Navigator(library.corpus("forms"))) as forms:
        for asked, says in (
            (lambda: forms.locate(None), "terms must be text, not None"),  # type: ignore[arg-type]
            (lambda: forms.locate("roof", within=3), "within must be text"),  # type: ignore[arg-type]
            (lambda: forms.locate("roof", limit="3"), "limit must be a whole number, not '3'"),  # type: ignore[arg-type]
            (lambda: forms.expand(ROOFS.path, "refers_to"), "edges must be a list of texts, not 'refers_to'"),
            (lambda: forms.expand(ROOFS.path, hops=True), "hops must be a whole number"),
            (lambda: forms.read(7), "node must be text"),  # type: ignore[arg-type]
            (lambda: forms.read(ROOFS.path, lines=5), "lines must be text"),  # type: ignore[arg-type]
        ):
            with pytest.raises(BadArgument, match=says):
                await asked()
        with pytest.raises(NoTerms):
            await forms.locate(" ")


async def test_a_view_that_was_replaced_is_freed(own_library: Workspace) -> None:
    corpus = own_library.corpus("forms")
    forms = Navigator(corpus)
    await forms.expand(ROOFS.path)
    old = weakref.ref(forms.view())
    publish_shelf(corpus, FORMS)
    gc.disable()
    try:
        await forms.expand(ROOFS.path)
        assert old() is None
    finally:
        gc.enable()


async def test_a_view_that_was_replaced_is_let_go_without_a_question_but_not_while_one_is_answered(own_library: Workspace) -> None:
    corpus = own_library.corpus("forms")
    forms = Navigator(corpus)
    answering = forms.view()
    forms.let_go()
    assert forms.view() is answering
    publish_shelf(corpus, FORMS)
    forms.let_go()
    assert answering.rows("SELECT count(*) FROM evidence.documents") == [(len(FORMS.texts),)]
    old = weakref.ref(answering)
    gc.disable()
    try:
        del answering
        assert old() is None
    finally:
        gc.enable()


async def test_a_corpus_that_was_never_published_says_so(tmp_path: Path) -> None:
    (tmp_path / "lineproof.toml").write_text(render_settings({"forms": Path("forms")}), encoding="utf-8")
    with pytest.raises(NoSnapshot, match="lineproof sync"):
        await Navigator(Workspace.open(tmp_path).corpus("forms")).locate("anything")
