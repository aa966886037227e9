"""What a question is read as: its shape, and what it is about without the words that frame it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineproof.recall import Memory
from lineproof.recall.question import question_of
from tests.compiling import compiled

ORDER = "Can you list the order in which I brought up different aspects of the herb garden throughout our conversations, in order?"


@pytest.mark.parametrize(
    ("asked", "shape", "topic"),
    [
        (ORDER, "order", "the herb garden"),
        ("In what order did we discuss the roof and the cellar? Mention only and only three items.", "order", "the roof and the cellar?"),
        ("Give me a short summary of how my flat search went so far.", "summary", "how my flat search went"),
        ("Fasse bitte alles zusammen, was wir über v2.5 besprochen haben.", "summary", "was wir über v2.5 haben."),
        ("In welcher Reihenfolge habe ich Dach und Keller erwähnt?", "order", "Dach und Keller"),
        ("How should I water the herbs?", "advice", "How should I water the herbs?"),
        ("Walk me through how to prune a rose.", "advice", "Walk me through how to prune a rose."),
        ("Walk me through how my garden plans changed.", "summary", "Walk me through how my garden plans changed."),
        ("When do the herbs need water?", "time", "When do the herbs need water?"),
        ("Summarize.", "summary", "Summarize."),
    ],
)
def test_the_shape_is_told_by_words_and_the_frame_is_taken_away(chats: Memory, asked: str, shape: str, topic: str) -> None:
    question = question_of(chats.view(), asked)
    assert (question.shape, question.topic) == (shape, topic)
    assert question.text == asked


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("How long does a permit last?", {"duration", "count"}),
        ("What fee is due, and by when?", {"money", "duration", "date"}),
        ("Bis wann und wie oft muss gemeldet werden?", {"duration", "date"}),
        ("Who signs a permit?", set()),
    ],
)
def test_the_kind_of_value_that_is_asked_for_is_told_by_words(rules: Memory, question: str, kinds: set[str]) -> None:
    assert set(question_of(rules.view(), question).asked) == kinds


HARBOUR = [
    {"speaker": "Will", "text": "We bought a boat in spring."},
    {"speaker": "May", "text": "A cafe at the harbour opens in June. The prices rose."},
    {"speaker": "Rose Miller", "text": "Lovely, I may come."},
    {"speaker": "Jon", "text": "Will the user of the boat come too?"},
    {"speaker": "user", "text": "Ada and I come."},
]


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Memory:
    lines = "".join(f"{json.dumps(turn)}\n" for turn in HARBOUR)
    return Memory(compiled(tmp_path_factory.mktemp("harbour") / "shelf", {"harbour": {"1.jsonl": lines}}).corpus("harbour"))


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ("What will open at the harbour?", ()),
        ("Will the cafe open?", ()),
        ("Good. May I ask who came?", ()),
        ("WHAT WILL OPEN?", ()),
        ("When were the prices the lowest, before they rose?", ()),
        ("What did Will buy?", ("Will",)),
        ("Is Will's boat new, or May's?", ("May", "Will")),
        ("Where does Rose work?", ("Rose Miller",)),
        ("rose at miller's?", ("Rose Miller",)),
        ("Jon asked whom?", ("Jon",)),
        ("what did jon ask the user?", ("Jon", "user")),
    ],
)
def test_a_common_word_is_a_name_by_its_capital_alone(harbour: Memory, asked: str, named: tuple[str, ...]) -> None:
    assert question_of(harbour.view(), asked).named == named


@given(frame=st.sampled_from(["Summarize", "List the order of", "In what order"]), rest=st.text(max_size=40))
def test_a_question_is_about_something_whenever_it_has_words(chats: Memory, frame: str, rest: str) -> None:
    """Found with a question that was nothing but its frame, and then found everything alike."""
    question = question_of(chats.view(), f"{frame} {rest}")
    assert any(map(str.isalnum, question.topic))


@pytest.mark.parametrize(
    ("question", "referring"),
    [
        ("The permit page points to another rule. What does it ask for?", True),
        ("§ 12 verweist auf eine andere Vorschrift. Welche Frist gilt danach?", True),
        ("How long does a permit last?", False),
        ("Wie lange gilt die Erlaubnis?", False),
    ],
)
def test_words_tell_that_a_place_refers_to_another(chats: Memory, question: str, referring: bool) -> None:
    assert question_of(chats.view(), question).referring == referring
