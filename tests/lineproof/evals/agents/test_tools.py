"""What the tools of agents bring from a small corpus: paragraphs, claims with their standing, names, edges, pages."""

from lineproof.evals.agents.tools import Graph, Parts, Recall, Search, Wiki
from lineproof.recall.memory import Memory


async def test_search_finds_paragraphs_with_what_they_stand_under(staff: Memory) -> None:
    best = (await Search(staff).search("What may unused leave be carried over in LR 10 2024-01?")).passages[0]
    assert best.citation == "leave-2024.md#L13"
    assert best.about == "LR 10 (2024-01): Leave Rules > Leave Rules > Carry-over"


async def test_what_is_around_is_read_with_its_own_lines(staff: Memory) -> None:
    found = (await Search(staff).read("leave-2024.md#L13", around=4)).passages
    assert [one.citation for one in found] == ["leave-2024.md#L13", "leave-2024.md#L17"]
    assert all(one.line_at(0) == one.first_line for one in found)


async def test_claims_say_whether_they_are_in_force(staff: Memory) -> None:
    found = (await Graph(staff).claims("unused leave carried over")).passages
    assert {(one.path, one.status) for one in found if "carried over" in one.text} == {
        ("leave-2020.md", "superseded"),
        ("leave-2024.md", "active"),
    }
    within = (await Graph(staff).claims("unused leave carried over", within="LR 10 (2020-01)")).passages
    assert {one.path for one in within} == {"leave-2020.md"}


async def test_without_standing_no_claim_tells_whether_it_is_in_force(staff: Memory) -> None:
    found = (await Graph(staff, Parts(standing=False)).claims("unused leave carried over")).passages
    assert {one.status for one in found} == {None}


async def test_without_the_gate_nothing_is_lost(staff: Memory) -> None:
    gated, ungated = [
        set((await Graph(staff, Parts(gate=gate)).claims("code night train leave", limit=50)).passages) for gate in (True, False)
    ]
    assert gated <= ungated


async def test_a_text_names_documents_and_their_sections(staff: Memory) -> None:
    found = (await Graph(staff).names("What does LR 10 (2024-01) say on carry-over?")).names
    assert [(one.kind, one.label) for one in found] == [("document", "LR 10 (2024-01): Leave Rules"), ("section", "Carry-over")]


async def test_edges_lead_to_the_words_at_their_other_end(staff: Memory) -> None:
    found = (await Graph(staff).expand("LR 10 (2024-01)", ["referred_to_by", "supersedes"])).links
    assert {link.edge for link in found} == {"supersedes", "referred_to_by"}
    (citing,) = (link for link in found if link.edge == "referred_to_by")
    assert [one.text for one in citing.passages] == ["Flights are booked by the travel desk; for leave on a trip see LR 10 (2024-01)."]


async def test_pages_have_sentences_on_the_lines_that_they_cite(staff: Memory) -> None:
    wiki = Wiki(staff)
    page = (await wiki.find_pages("leave rules carried over")).pages[0]
    found = (await wiki.page(page.path)).passages
    assert any(one.citation == "leave-2024.md#L13" for one in found)
    assert (await wiki.page("no-such-page")).passages == ()


async def test_recall_says_what_no_longer_holds(staff: Memory) -> None:
    found = (await Recall(staff).recall("How much unused leave may be carried over?")).passages
    status = {one.path: one.status for one in found if "carried over" in one.text}
    assert status == {"leave-2020.md": "superseded", "leave-2024.md": "active"}
