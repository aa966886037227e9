"""The vector of a question by an endpoint: asked once, never for long, and done without where it fails."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from lineproof.models.open import open_embedder
from lineproof.models.retry import Timing
from lineproof.recall.embedding import PAUSE, QuestionEmbedder
from lineproof.recall.errors import NotEmbedded
from lineproof.recall.indexing.vectors import update
from lineproof.recall.memory import Memory
from storage.answers import calls
from storage.database import open_store
from storage.snapshots import publish
from storage.workspace import Workspace, render_settings
from tests.compiling import compiled
from tests.model_chat import KEY
from tests.model_server import Server, Step, body, dripping, error

ENVIRONMENT = {"OPENAI_API_KEY": KEY}
TURNS = ("The terrier barked all night.", "Rent is due on Monday.", "The choir rehearses on Thursday.")
QUESTION = "Which hound was noisy?"
"""Shares no word with what answers it."""
TOPICS = {"terrier": 0, "hound": 0, "Rent": 1, "choir": 2}


def vector_of(text: str) -> list[float]:
    return [float(any(topic == place for word, topic in TOPICS.items() if word in text)) + 0.1 for place in range(3)]


def embedding(request: dict[str, Any], dimensions: int = 3) -> Step:
    data = [{"object": "embedding", "index": at, "embedding": vector_of(text)[:dimensions]} for at, text in enumerate(request["input"])]
    return body({"object": "list", "data": data, "model": "vectors", "usage": {"prompt_tokens": 7, "total_tokens": 7}})


def settings(folder: Path, server: Server, model: str = "vectors", **how: object) -> Workspace:
    told = "".join(f"{key} = {json.dumps(value)}\n" for key, value in {"model": model, "base_url": server.url, **how}.items())
    (folder / "lineproof.toml").write_text(f"{render_settings({'talks': Path('talks')})}\n[models.embed]\n{told}")
    return Workspace.open(folder)


@pytest.fixture
def workspace(tmp_path: Path, server: Server) -> Workspace:
    """A conversation whose vectors the scripted endpoint made."""
    server.script = embedding
    turns = [{"conversation": "talk"}, *({"speaker": "Ida", "text": text} for text in TURNS)]
    compiled(tmp_path, {"talks": {"one.jsonl": "".join(json.dumps(turn) + "\n" for turn in turns)}})
    opened = settings(tmp_path, server)
    corpus = opened.corpus("talks")
    with closing(open_store(corpus.database)) as store, open_embedder(opened, corpus, "run", ENVIRONMENT) as embedder:
        update(store, embedder)
        publish(store, corpus)
    server.requests.clear()
    return opened


@pytest.fixture
def remember(workspace: Workspace) -> Iterator[Callable[..., Memory]]:
    opened: list[Memory] = []

    def open_one(settled: Workspace = workspace) -> Memory:
        opened.append(Memory(settled.corpus("talks"), settled, ENVIRONMENT))
        return opened[-1]

    yield open_one
    for memory in opened:
        memory.close()


def test_what_means_the_same_is_found(server: Server, remember: Callable[..., Memory]) -> None:
    recalled = remember().recall_now(QUESTION)
    assert recalled.trace["vectors"] == "exact"
    assert "terrier" in recalled.items[0].text
    assert len(server.requests) == 1


def test_a_question_is_bought_once_and_told_alike_ever_after(server: Server, workspace: Workspace, remember: Callable[..., Memory]) -> None:
    memory = remember()
    first = [memory.recall_now(QUESTION), memory.recall_now(QUESTION), remember().recall_now(QUESTION)]
    server.script = [error(503)]
    assert asdict(remember().recall_now(QUESTION)) == asdict(first[0]) == asdict(first[1]) == asdict(first[2])
    assert len(server.requests) == 1
    bought = [call for call in calls(workspace.corpus("talks").answers) if call.run_id.startswith("recall-")]
    assert [(call.role, call.outcome, call.prompt_tokens) for call in bought] == [("embed", "ok", 7)]


@pytest.mark.parametrize(("fault", "timeout"), [(error(503), 5), (error(401, KEY), 5), (body({"data": []}), 5), (dripping(), 1)])
def test_without_an_answer_recall_does_without_and_says_so(
    server: Server, tmp_path: Path, remember: Callable[..., Memory], fault: Step, timeout: float
) -> None:
    server.script = [fault]
    memory = remember(settings(tmp_path, server, timeout=timeout, tries=5))
    recalled = memory.recall_now("Who barked at night?")
    assert recalled.trace["vectors"].startswith("not used: ")
    assert KEY not in recalled.trace["vectors"]
    assert not any(route.startswith("vector") for route in recalled.trace["routes"])
    assert "terrier" in recalled.items[0].text, "found by its words"
    memory.recall_now("When is rent due?")
    assert len(server.requests) == 1, "tried once, and then left alone for a while"


def test_an_endpoint_is_asked_again_after_a_pause(server: Server, workspace: Workspace) -> None:
    now = [0.0]
    ask = QuestionEmbedder(workspace, workspace.corpus("talks"), ENVIRONMENT, Timing(monotonic=lambda: now[0]))
    server.script = [error(503)]
    for _ in range(2):
        with pytest.raises(NotEmbedded, match="does not answer for vectors"):
            ask("vectors", QUESTION)
    server.script = embedding
    now[0] = PAUSE - 0.1
    with pytest.raises(NotEmbedded):
        ask("vectors", QUESTION)
    assert len(server.requests) == 1
    now[0] = PAUSE
    assert ask("vectors", QUESTION).tolist() == pytest.approx(vector_of(QUESTION))


def test_a_question_that_is_too_long_stops_no_other(server: Server, workspace: Workspace) -> None:
    ask = QuestionEmbedder(workspace, workspace.corpus("talks"), ENVIRONMENT)
    server.script = [error(400, "maximum context length is 512"), embedding({"input": [QUESTION]})]
    with pytest.raises(NotEmbedded):
        ask("vectors", "word " * 1_000)
    assert ask("vectors", QUESTION).tolist() == pytest.approx(vector_of(QUESTION))


def test_a_budget_holds_for_questions_too(server: Server, tmp_path: Path, remember: Callable[..., Memory]) -> None:
    with (tmp_path / "lineproof.toml").open("a") as file:
        file.write("\n[budgets.run]\ntokens = 1\n")
    assert "budget" in remember(Workspace.open(tmp_path)).recall_now(QUESTION).trace["vectors"]
    assert server.requests == []


def test_vectors_of_another_model_are_not_compared(server: Server, tmp_path: Path, remember: Callable[..., Memory]) -> None:
    told = remember(settings(tmp_path, server, model="others")).recall_now(QUESTION).trace["vectors"]
    assert told == "not used: no endpoint is named for vectors, which made the vectors; name it in [models.embed], or sync to make others"
    server.script = lambda request: embedding(request, dimensions=2)
    told = remember(settings(tmp_path, server)).recall_now(QUESTION).trace["vectors"]
    assert told == "not used: the vector of the question has 2 numbers, and those of the corpus 3"


def test_without_a_workspace_nobody_is_asked(server: Server, workspace: Workspace) -> None:
    assert "no endpoint is named" in Memory(workspace.corpus("talks")).recall_now(QUESTION).trace["vectors"]
    assert server.requests == []
