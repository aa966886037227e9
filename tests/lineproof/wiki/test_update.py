"""Pages are composed when their claims change, and only then; incremental equals clean."""

import tempfile
from contextlib import ExitStack, closing
from pathlib import Path

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from lineproof.wiki.compose import Composed, Templates, Written, bound
from lineproof.wiki.outline import Outline
from lineproof.wiki.update import Counts, update
from storage.database import Store, open_store
from storage.tables import PAGE_LINKS, PAGES, SENTENCES
from tests.lineproof.wiki.believing import CORPUS, Believed, write
from tests.lineproof.wiki.forms import FORMS


def run(store: Store, believed: Believed | None = None) -> Counts:
    with store.transaction():
        if believed:
            write(store, believed)
        return update(store, CORPUS)


def rows(store: Store) -> list[list[tuple[object, ...]]]:
    return [store.query(f"SELECT * FROM {table.name} ORDER BY ALL") for table in (PAGES, SENTENCES, PAGE_LINKS)]


def test_every_sentence_is_bound_to_claims_that_are_there(store: Store) -> None:
    run(store)
    assert store.query("SELECT count(*) FROM wiki.sentences")[0][0] > 10
    assert not store.query("SELECT * FROM wiki.sentences WHERE len(claim_ids) = 0")
    unknown = "SELECT unnest(claim_ids) AS claim_id FROM wiki.sentences EXCEPT SELECT claim_id FROM beliefs.claims"
    assert not store.query(unknown)


def test_nothing_new_composes_nothing(store: Store) -> None:
    first = run(store)
    assert first.composed == first.written > 4
    assert run(store) == Counts(0, 0, 0)


def test_a_changed_claim_composes_the_pages_that_state_it(store: Store) -> None:
    run(store)
    stating = store.query("SELECT DISTINCT p.path FROM wiki.pages p JOIN wiki.sentences USING (page_id) WHERE sentence LIKE '%older roof%'")
    changed = run(store, FORMS.with_claim(7, statement="R.1 Payment of HV 04 51 (2026-01): An older roof is paid at 25%."))
    assert changed.composed == len(stating) > 0
    assert store.query("SELECT count(*) FROM wiki.sentences WHERE sentence LIKE '%25%'")[0][0] == len(stating)


def test_text_that_moves_composes_nothing(store: Store) -> None:
    run(store)
    with store.transaction():
        store.query("UPDATE evidence.paragraphs SET first_line = first_line + 7, last_line = last_line + 7, ordinal = ordinal + 3")
        assert update(store, CORPUS) == Counts(0, 0, 0)


def test_pages_whose_claims_are_gone_are_deleted(store: Store) -> None:
    run(store)
    counts = run(store, Believed(FORMS.shelf, FORMS.claims[6:8]))
    assert counts.deleted > 2
    assert store.query("SELECT count(*) FROM wiki.sentences s ANTI JOIN wiki.pages USING (page_id)")[0][0] == 0


def test_without_claims_there_is_no_page(store: Store) -> None:
    run(store)
    run(store, Believed(FORMS.shelf, ()))
    assert rows(store) == [[], [], []]


def test_the_size_of_a_page_is_that_of_its_file_without_footnotes(store: Store) -> None:
    from lineproof.wiki.model import load
    from lineproof.wiki.render import notes, page_markdown

    run(store)
    wiki = load(store.connection)
    for page in wiki.pages:
        assert page.characters == len(page_markdown(page, wiki.claims)) - len(notes(page, wiki.claims))


class Careless:
    """A composer that adds a sentence of its own to every page."""

    identity = "careless"

    def compose(self, outlines: list[Outline]) -> list[Composed]:
        own = Written("", "lead", "The moon is made of cheese.", ())
        return [
            bound(one, "careless", (*composed.sentences, own))
            for one, composed in zip(outlines, Templates().compose(outlines), strict=True)
        ]


def test_a_sentence_without_claims_is_removed_and_counted(store: Store) -> None:
    with store.transaction():
        counts = update(store, CORPUS, Careless())
    assert counts.removed == counts.composed > 4
    assert not store.query("SELECT * FROM wiki.sentences WHERE sentence LIKE '%cheese%'")
    assert store.query("SELECT DISTINCT removed FROM wiki.pages") == [(1,)]


def test_another_composer_composes_again(store: Store) -> None:
    first = run(store)
    with store.transaction():
        assert update(store, CORPUS, Careless()).composed == first.composed


CHANGES = st.lists(
    st.one_of(
        st.tuples(st.just("drop"), st.integers(0, len(FORMS.claims) - 1)),
        st.tuples(st.just("edit"), st.integers(0, len(FORMS.claims) - 1)),
        st.tuples(st.just("supersede"), st.integers(6, len(FORMS.claims) - 1)),
        st.tuples(st.just("reset"), st.just(0)),
    ),
    min_size=1,
    max_size=5,
)


def changed(believed: Believed, change: tuple[str, int]) -> Believed:
    kind, position = change
    if kind == "drop":
        return Believed(believed.shelf, believed.claims[: 6 + position % 6])
    position %= len(believed.claims)
    if kind == "edit":
        return believed.with_claim(position, statement=f"Edited {position}: nobody pays more than ${position}00.")
    if kind == "supersede":
        return believed.with_claim(max(5, position), status="superseded")
    return FORMS if kind == "reset" else believed


@settings(max_examples=12, deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))
@given(CHANGES)
def test_incremental_equals_clean(changes: list[tuple[str, int]]) -> None:
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory()))
        store, clean = (opened.enter_context(closing(open_store(folder / name))) for name in ("store.duckdb", "clean.duckdb"))
        believed = FORMS
        run(store, believed)
        for change in changes:
            believed = changed(believed, change)
            run(store, believed)
        run(clean, believed)
        assert rows(store) == rows(clean)
