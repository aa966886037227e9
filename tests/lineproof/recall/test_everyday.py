"""Words of everyday life, for which documents say others: questions that had only the former found nothing."""

import tomllib
from pathlib import Path

import pytest

from lineproof.evidence.postings import terms_of, words_of
from lineproof.recall.memory import Memory
from lineproof.recall.question import FOLDER, question_of
from lineproof.recall.routes.everyday import formal
from lineproof.recall.routes.lexical import RELATIVE, postings_of, sought, spoken_of, widened
from tests.compiling import compiled

LAW = """# Rules

## 1 Theft

Wer eine fremde Sache wegnimmt, wird mit Freiheitsstrafe bis zu fünf Jahren bestraft. Der Diebstahl ist eine Tat gegen das Eigentum.

## 2 Lieferung

Der Verkäufer muss die Ware innerhalb von zwei Wochen liefern. Die Frist beginnt mit dem Tag, an dem der Vertrag geschlossen wurde.
"""


@pytest.fixture(scope="module")
def law(tmp_path_factory: pytest.TempPathFactory) -> Memory:
    return Memory(compiled(tmp_path_factory.mktemp("everyday"), {"law": {"law.md": LAW}}).corpus("law"))


def test_a_question_finds_what_documents_say_for_its_words(law: Memory) -> None:
    found = law.recall_now("Was passiert, wenn jemand etwas klaut?")
    assert "fremde Sache" in found.items[0].text
    assert not found.not_found


def test_what_documents_say_counts_less_than_the_word_itself(law: Memory) -> None:
    view = law.view()
    (posting,) = sought(view, question_of(view, "klaut"))
    (own,) = postings_of(view, terms_of("Diebstahl", "de")).values()
    assert posting.stands_in(own.numbers).all()
    assert posting.frequencies.max() == pytest.approx(RELATIVE)
    assert spoken_of(view, "klaut").keys() == set(terms_of("klaut", "de"))
    assert widened(view, "klaut") == []


def test_people_who_talk_are_taken_by_their_own_words(rules: Memory, chats: Memory) -> None:
    assert formal(rules.view(), "vacat", "en")
    assert formal(chats.view(), "vacat", "en") == ()
    assert formal(rules.view(), "vacat", "tlh") == ()


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.toml")), ids=lambda file: file.stem)
def test_each_everyday_word_is_one_term_and_leads_to_others(file: Path) -> None:
    for word, others in tomllib.loads(file.read_text(encoding="utf-8"))["everyday"].items():
        own = terms_of(word, file.stem)
        assert words_of(word) == [word.casefold()]
        assert len(own) == 1
        assert others
        assert all(len(terms_of(other, file.stem)) == 1 for other in others)
        assert any(terms_of(other, file.stem) != own for other in others), word
