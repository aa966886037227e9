"""The server of one corpus asked for another's texts: by every argument of every tool, by resources and by prompts.

The other corpus holds words that stand nowhere else. They may come back in no answer and no message, however its documents, paragraphs,
claims and pages are named.
"""

import json
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from mcp import Client, MCPError

from lineproof.recall.memory import Memory
from lineproof.serve.mcp import server_of
from lineproof.serve.pages import list_pages
from lineproof.wiki.update import update
from storage.database import open_store
from storage.snapshots import current, open_snapshot, publish
from storage.workspace import Workspace
from tests.compiling import compiled

SECRETS = ("zanzibar", "quokka", "7431")
OURS = {"rules.md": "# Rules\n\n## Terms\n\nThe fee must be paid within 30 days.\n\nThe fee is $40 a day.\n"}
_ITEMS = "".join(f"The quokka of cage {n} must be paid 7431 dollars within {n} days.\n\n" for n in range(2, 30))
THEIRS = {"vault/plans.md": f"# Zanzibar Plans\n\n## Code\n\n{_ITEMS}"}
REQUIRED = {"terms": "fee", "node": "rules.md", "question": "fee?", "claim": "c00000000", "query": "fee", "id": "rules.md#L1"}


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    made = compiled(tmp_path_factory.mktemp("boundary") / "both", {"ours": OURS, "theirs": THEIRS})
    other = made.corpus("theirs")
    with closing(open_store(other.database)) as store:
        with store.transaction():
            update(store, other.name)
            store.advance()
        publish(store, other)
    return made


@pytest.fixture(scope="module")
def names(workspace: Workspace) -> list[str]:
    """Every way to name something of the other corpus."""
    other = workspace.corpus("theirs")
    queries = (
        "SELECT document_id FROM evidence.documents",
        "SELECT paragraph_id FROM evidence.paragraphs LIMIT 3",
        "SELECT claim_id FROM claims_with_evidence LIMIT 2",
        "SELECT page_id FROM pages",
        "SELECT path FROM pages",
        "SELECT DISTINCT alias FROM graph.identities",
    )
    with closing(open_snapshot(other)) as connection:
        found = [str(row[0]) for query in queries for row in connection.execute(query).fetchall()]
    path = "vault/plans.md"
    return [
        *found,
        *(f"theirs:{name}" for name in found),
        *(path, f"{path}#L5", f"../theirs/{path}", f"theirs/{path}", str(other.root / path), f"file://{other.root / path}"),
        *(str(current(other)), f"lineproof://theirs/{path}", f"lineproof://evidence/{path}/L1-L5", f"{path}#code"),
        "rules.md' OR corpus = 'theirs' --",
        "%",
        "zanzibar",
        "the quokka's dollars",
    ]


def leaks(answer: str, asked: str) -> list[str]:
    """Words of the other corpus that an answer tells beyond what it was asked."""
    told = answer.replace(asked, "").replace(json.dumps(asked)[1:-1], "").casefold()
    return [secret for secret in SECRETS if secret in told and secret not in asked.casefold()]


def calls(schema: dict[str, Any], name: str) -> Iterator[dict[str, Any]]:
    """A call for each argument that takes text, with a name in it, and all that must be given."""
    required = {one: REQUIRED[one] for one in schema.get("required", ())}
    for argument, described in schema["properties"].items():
        kinds = json.dumps(described)
        if '"array"' in kinds:
            yield {**required, argument: [name]}
        elif '"string"' in kinds:
            yield {**required, argument: name}
    yield {**required, "corpus": "theirs", "workspace": name}


async def test_no_argument_of_any_tool_reaches_another_corpus(workspace: Workspace, names: list[str]) -> None:
    made = 0
    async with Client(server_of(Memory(workspace.corpus("ours")))) as client:
        for tool in (await client.list_tools()).tools:
            for name in names:
                for arguments in calls(tool.input_schema, name):
                    answered = await client.call_tool(tool.name, arguments)
                    made += 1
                    assert not leaks(f"{answered.content} {answered.structured_content}", name), (tool.name, arguments)
    assert made > 9 * len(names)


async def test_no_resource_and_no_prompt_reaches_another_corpus(workspace: Workspace, names: list[str]) -> None:
    async with Client(server_of(Memory(workspace.corpus("ours")))) as client:
        listed = f"{await client.list_resources()} {await client.list_resource_templates()} {await client.list_prompts()}"
        assert not leaks(listed, "")
        for name in names:
            for address in (f"lineproof://pages/{name}", f"lineproof://evidence/{name}", f"lineproof://evidence/{name}/L1-L5", name):
                try:
                    told = str(await client.read_resource(address))
                except (MCPError, ValueError) as error:
                    told = str(error)
                assert not leaks(told, name), address
            for prompt, argument in (("answer", "question"), ("before_a_change", "node")):
                assert not leaks(str(await client.get_prompt(prompt, {argument: name})), name)


async def test_the_other_corpus_does_answer_to_its_names(workspace: Workspace, names: list[str]) -> None:
    """Else the tests above would hold of a server that knows nothing."""
    async with Client(server_of(Memory(workspace.corpus("theirs")))) as client:
        answered = [await client.call_tool("read", {"node": name}) for name in names[:6]]
        assert any("7431" in str(one.structured_content) for one in answered)
        page = list_pages([workspace.corpus("theirs")]).pages[0].path
        assert page in names
        assert leaks(str((await client.read_resource(f"lineproof://pages/{page}")).contents), "")
