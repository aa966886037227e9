"""The parts that a site is made of: addresses, differences, places of a graph, the index, labels, colours."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from math import dist
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineproof.serve.site.addresses import link
from lineproof.serve.site.arrange import arrange
from lineproof.serve.site.build import FIXED
from lineproof.serve.site.comparison import Comparison, comparison
from lineproof.serve.site.differences import Piece, compare
from lineproof.serve.site.evidence import Bond, Evidence
from lineproof.serve.site.graph import LINE, MOST_DRAWN, WIDTH, graph, span
from lineproof.serve.site.index import script, shards
from lineproof.serve.site.labels import FOLDER, labels
from lineproof.serve.site.record import Record, Target, ties_of
from lineproof.serve.site.rendering import environment
from lineproof.serve.site.views import Leading, PageView, Passage
from lineproof.serve.site.views import Line as ViewLine
from lineproof.wiki.model import ClaimView, Page, Section, Sentence, Wiki

TEXT = st.text(st.sampled_from("ab  12.,%é\u2028<>&'\"\\"), max_size=60)


class TestLinks:
    @pytest.mark.parametrize(
        ("source", "target", "expected"),
        [
            ("index.html", "topics/a.html", "topics/a.html"),
            ("topics/a.html", "index.html", "../index.html"),
            ("topics/a.html", "topics/b.html#s3", "b.html#s3"),
            ("topics/a.html", "topics/a.html#s3", "#s3"),
            ("index.html", 'topics/a b"<c>:#?.html', "topics/a%20b%22%3Cc%3E%3A#%3F.html"),
            ("index.html", "javascript:alert(1)", "javascript%3Aalert%281%29"),
        ],
    )
    def test_a_link_is_relative_and_encoded(self, source: str, target: str, expected: str) -> None:
        assert link(source, target) == expected


class TestDifferences:
    def test_the_words_that_differ_are_their_own(self) -> None:
        old, new = compare("Proof of loss within 60 days of our request.", "Proof of loss within 90 days of our request.")
        assert old == (Piece("Proof of loss within "), Piece("60", True), Piece(" days of our request."))
        assert [piece.text for piece in new if piece.own] == ["90"]

    def test_amounts_and_dates_are_one_word(self) -> None:
        old, new = compare("The limit is $1,500.50 from 2019-04-01 on.", "The limit is $2,500.50 from 2026-01-01 on.")
        assert [piece.text for piece in old if piece.own] == ["1,500.50", "2019-04-01"]
        assert [piece.text for piece in new if piece.own] == ["2,500.50", "2026-01-01"]

    def test_two_other_statements_are_not_marked(self) -> None:
        old, new = compare("Drying must begin within two days.", "A roof older than twenty years is excluded")
        assert not any(piece.own for piece in (*old, *new))

    @given(TEXT, TEXT)
    def test_the_pieces_are_the_statements(self, old: str, new: str) -> None:
        before, after = compare(old, new)
        assert "".join(piece.text for piece in before) == old
        assert "".join(piece.text for piece in after) == new

    @given(TEXT)
    def test_what_is_the_same_has_no_differences(self, text: str) -> None:
        assert not any(piece.own for side in compare(text, text) for piece in side)


class TestArrangement:
    def test_it_is_within_the_square_and_always_the_same(self) -> None:
        links = [(0, 1), (1, 2), (3, 4)]
        places = arrange(6, links)
        assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in places)
        assert places == arrange(6, links)
        assert len(set(places)) == 6

    def test_what_is_linked_is_near(self) -> None:
        ring = [(node, (node + 1) % 5) for node in range(5)]
        places = arrange(10, [*ring, *((one + 5, other + 5) for one, other in ring)])
        within = [dist(places[one], places[other]) for one, other in ring]
        across = [dist(places[one], places[one + 5]) for one in range(5)]
        assert max(within) < min(across)

    @pytest.mark.parametrize("nodes", [0, 1, 2])
    def test_few_nodes_have_places_too(self, nodes: int) -> None:
        assert len(arrange(nodes, [])) == nodes


class TestGraph:
    def test_a_link_counts_in_both_directions_and_lists_of_contents_do_not(self) -> None:
        found = graph([*star(3), page_view("index.md", [], kind="index", parts=["topics/0.md"])])
        assert [len(node.neighbours) for node in found.nodes] == [3, 1, 1, 1]
        assert found.lines == ((0, 1), (0, 2), (0, 3))
        assert [len(entry.neighbours) for entry in found.entries] == [3, 1, 1, 1]

    def test_only_so_many_are_drawn_but_all_are_listed(self) -> None:
        found = graph(star(MOST_DRAWN + 20))
        assert len(found.nodes) == MOST_DRAWN
        assert len(found.entries) == MOST_DRAWN + 21

    def test_pages_without_links_are_listed_but_not_drawn(self) -> None:
        found = graph([page_view("topics/alone.md", [])])
        assert (found.nodes, len(found.entries)) == ((), 1)

    def test_no_name_covers_another_or_leaves_the_drawing(self) -> None:
        named = [node for node in graph(star(80)).nodes if node.named]
        spans = [(*span(node), node.name_y) for node in named]
        assert len(named) > 5
        assert all(left >= 0 and right <= WIDTH for left, right, _ in spans)
        for (left, right, y), (other_left, other_right, other_y) in combinations(spans, 2):
            assert right <= other_left or other_right <= left or abs(y - other_y) >= LINE


def star(points: int) -> list[PageView]:
    """A page that leads to so many others."""
    others = [f"topics/{number}.md" for number in range(1, points + 1)]
    return [page_view("topics/0.md", [], parts=others), *(page_view(path, []) for path in others)]


def disputing(preferred: str) -> tuple[Record, Comparison]:
    """A contradiction between two documents, where the first claim has this status, and how a page compares them."""
    views = {
        one: ClaimView(one, f"Guards wait {one} days.", "period", "disputed", "", None, one, "day", None, None, None, None, ())
        for one in "23"
    }
    views["2"] = replace(views["2"], status=preferred)
    wiki = Wiki("c", (), views)
    targets = {one: Target(one, view.statement, f"{one}.md", "L1") for one, view in views.items()}
    record = Record(wiki, ties_of(wiki, [("3", "contradicts", "2", "contradiction")], targets))
    stated = [
        Evidence(view, view.statement, f"{one}.md", (), tuple(Bond(tie, None) for tie in record.ties[one]), None)
        for one, view in views.items()
    ]
    return record, comparison(Sentence(0, "conflict", "", (), ()), stated, {"2": 1, "3": 2})


class TestConflicts:
    def test_what_is_in_force_is_preferred_to_what_contradicts_it(self) -> None:
        record, sides = disputing("active")
        assert sides.preferred
        assert {one: [tie.kind for tie in ties] for one, ties in record.ties.items()} == {"2": ["contradicts"], "3": ["contradicted_by"]}

    def test_where_both_are_disputed_neither_is(self) -> None:
        record, sides = disputing("disputed")
        assert not sides.preferred
        assert [[side.mark.claim_id for side in one] for one in (sides.left, sides.right)] == [["2"], ["3"]]
        assert {one: [tie.kind for tie in ties] for one, ties in record.ties.items()} == {"2": ["contested"], "3": ["contested"]}


class TestIndex:
    @given(st.recursive(TEXT, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3), max_leaves=8))
    def test_a_literal_is_the_value_and_ends_nothing(self, value: object) -> None:
        literal = script(value)
        assert json.loads(literal) == value
        assert not re.search("[<>&\u2028\u2029]", literal)

    def test_a_large_index_is_several_scripts_and_leaves_the_end_of_pages_out(self) -> None:
        views = [page_view(f"topics/{number}.md", ["x" * 100] * 10) for number in range(10)]
        whole = shards(views, Record(Wiki("c", ())), most=100_000, size=2_500)
        cut = shards(views, Record(Wiki("c", ())), most=5_000, size=2_500)
        assert len(whole) == 4
        assert sum(text.count("x" * 100) for text in whole) == 100
        assert sum(text.count("x" * 100) for text in cut) == 50
        assert all(f"topics/{number}.html" in "".join(cut) for number in range(10))


def page_view(path: str, sentences: list[str], kind: str = "topic", parts: Sequence[str] = ()) -> PageView:
    """A page with sentences and parts, and nothing else."""
    told = tuple(Sentence(position, "claim", text, (), ()) for position, text in enumerate(sentences))
    page = Page(path, path, path, kind, "", None, "en", 0, 0, "rules", (Section("", told),))
    passages = (Passage("", "part-0", tuple(ViewLine(one, ()) for one in told)),)
    below = tuple(Leading(Page(part, part, part, "topic", "", None, "en", 0, 0, "rules"), part, "") for part in parts)
    return PageView(page, path.replace(".md", ".html"), (), passages, (), below, {}, (), ())


class TestLabels:
    @pytest.mark.parametrize("language", sorted(file.stem for file in FOLDER.glob("*.toml")))
    def test_every_language_says_everything_with_the_same_gaps(self, language: str) -> None:
        assert shape(labels(language)) == shape(labels("en"))

    def test_a_language_without_words_is_english(self) -> None:
        assert labels("xx") == labels("en")


def shape(words: object) -> object:
    """The keys of labels, and the names that are filled in."""
    if isinstance(words, dict):
        return {key: shape(value) for key, value in words.items()}
    return sorted(name for _, name, _, _ in Formatter().parse(str(words)) if name)


class TestColours:
    css = (FIXED / "site.css").read_text()
    on = (
        ("ink", "paper"), ("ink", "raised"), ("ink", "sunken"), ("ink", "mark"), ("ink", "removed"), ("ink", "added"),
        ("ink", "accent-soft"), ("soft", "paper"), ("soft", "raised"), ("soft", "sunken"), ("accent", "paper"), ("accent", "raised"),
        ("accent", "sunken"), ("accent", "accent-soft"), ("accent", "mark"), ("paper", "accent"), ("warn", "warn-soft"),
        ("old", "old-soft"),
    )  # fmt: skip

    def themes(self) -> list[dict[str, str]]:
        """The colours of light, of dark by the system, of dark by choice."""
        blocks = re.findall(r":root[^{]*\{([^}]*--paper[^}]*)\}", self.css)
        return [dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", block)) for block in blocks]

    def test_both_ways_to_dark_are_the_same(self) -> None:
        light, system, chosen = self.themes()[:3]
        assert system == chosen
        assert light.keys() == chosen.keys()

    @pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
    @pytest.mark.parametrize("pair", on, ids=" on ".join)
    def test_text_can_be_read(self, theme: int, pair: tuple[str, str]) -> None:
        colours = self.themes()[theme]
        assert contrast(colours[pair[0]], colours[pair[1]]) >= 4.5


def contrast(one: str, other: str) -> float:
    """The ratio of WCAG 2.2 between two colours."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    """The relative luminance of ``#rrggbb``."""
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


class TestRendering:
    @pytest.mark.parametrize(
        ("text", "printed"),
        [
            ("<b> & \"'", "&lt;b&gt; &amp; &#34;&#39;"),
            ("{{ 7 * 7 }}", "{{ 7 * 7 }}"),
            ("\u202eabc\u202c", "[U+202E]abc[U+202C]"),
            ("a\x00b\x1b", "a␀b␛"),
            ("two\nlines\there", "two\nlines\there"),
            ("👩\u200d👧 مرحبا", "👩\u200d👧 مرحبا"),
        ],
    )
    def test_text_of_a_source_is_printed_as_text(self, text: str, printed: str) -> None:
        assert environment().from_string("{{ text }}").render(text=text) == printed
