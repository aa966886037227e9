"""The MCP server with the official client: in memory, and over HTTP on loopback."""

import asyncio
import json
import re
import socket
import threading
import weakref
from collections.abc import Awaitable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
import uvicorn
from mcp import Client, MCPError
from mcp.client.streamable_http import streamable_http_client

from lineproof.recall.errors import RecallError
from lineproof.recall.memory import Memory
from lineproof.serve.mcp import HOST, PATH, http_app, letting_go, server_of
from lineproof.serve.tools import Tools, as_text
from pipelines.agent_commands import writers_of
from storage.database import open_store
from storage.snapshots import publish
from storage.workspace import Workspace
from tests.compiling import compile_again, compiled
from tests.library import FORMS
from tests.shelf import RULES
from tests.support import publish_shelf

READING = {"locate", "expand", "read", "recall", "claims", "history", "impact", "search", "fetch"}


async def test_tools_read_only_and_each_has_a_schema_of_what_it_returns(rules: Memory) -> None:
    async with Client(server_of(rules)) as client:
        tools = (await client.list_tools()).tools
    assert {tool.name for tool in tools} == READING
    for tool in tools:
        assert tool.description
        assert tool.output_schema
        assert tool.annotations
        assert (tool.annotations.read_only_hint, tool.annotations.destructive_hint) == (True, False)
        assert "Args:" not in tool.description
        assert tool.input_schema["additionalProperties"] is False
        assert all(one.get("description") for one in tool.input_schema["properties"].values())


async def test_an_agent_finds_follows_and_quotes(rules: Memory) -> None:
    async with Client(server_of(rules)) as client:

        async def call(name: str, **arguments: object) -> dict[str, object]:
            answered = await client.call_tool(name, arguments)
            assert not answered.is_error, answered.content
            assert answered.structured_content is not None
            return answered.structured_content

        recalled = await call("recall", question="How many days of unused leave may be carried over?", budget=500)
        assert "15 days" in str(recalled["context"])
        located = await call("locate", terms="LR 10 (2020-01)")
        expanded = await call("expand", node=located["results"][0]["id"], edges=["superseded_by"])  # type: ignore[index]
        assert "LR 10 (2024-01)" in json.dumps(expanded)
        assert "carried over" in json.dumps(await call("read", node="leave-2024.md#L13"))
        claims = await call("claims", about="carried over")
        claim = claims["claims"][0]["claim_id"]  # type: ignore[index]
        assert (await call("history", claim=claim))["claim_id"] == claim
        assert (await call("impact", node="leave-2024.md"))["path"] == "leave-2024.md"
        found = (await call("search", query="night train"))["results"]
        assert all(one["url"] and one["title"] for one in found)  # type: ignore[attr-defined]
        fetched = await call("fetch", id=found[0]["id"])  # type: ignore[index]
        for url in (found[0]["url"], fetched["url"]):  # type: ignore[index]
            assert "night train" in str((await client.read_resource(url)).contents)
        assert "night train" in str(fetched["text"])
        assert fetched["metadata"]["verified"] == "true"  # type: ignore[index]


@pytest.mark.parametrize(
    ("name", "arguments", "says"),
    [
        ("expand", {"node": "nothing"}, "Look for it: locate"),
        ("read", {"node": "leave-2024.md", "lines": "900-901"}, "stands on lines"),
        ("recall", {"question": "x", "as_of": "soon"}, "2026-01-31"),
        ("recall", {"question": "x", "as_of": ""}, "2026-01-31"),
        ("recall", {"question": "x", "budget": 0}, "budget: Input should be greater than or equal to 1"),
        ("history", {"claim": "c000000"}, "c000000"),
        ("recall", {"question": "x", "policy": "loose"}, "policy"),
        ("claims", {"document": "nothing.md"}, "Look for it: locate"),
        ("claims", {"status": "gone"}, "active"),
        ("expand", {"node": "leave-2024.md", "edges": ["likes"]}, "superseded_by"),
        ("expand", {"node": "leave-2024.md", "hops": 3}, "name it"),
        ("locate", {"terms": "leave", "within": "nowhere"}, "Look for it: locate"),
        ("impact", {"node": "nothing"}, "Look for it: locate"),
        ("fetch", {"id": "nothing.md#L1"}, "Look for it: locate"),
        ("fetch", {}, "id"),
        ("recall", {"question": "  "}, "There is no question"),
        ("search", {"query": ""}, "There is no question"),
        ("recall", {"question": "leave", "asof": "2022-01-01"}, "no argument 'asof'. It has: question, budget, policy, as_of, explain"),
        ("history", {"claim": "c00"}, "`claims` lists them"),
        ("claims", {"as_of": "soon"}, "2026-01-31"),
        ("claims", {"offset": -5}, "offset: Input should be greater than or equal to 0"),
        ("claims", {"limit": 1e9}, "limit: Input should be less than or equal to 100"),
        ("locate", {"terms": "leave", "limit": 0}, "limit: Input should be greater than or equal to 1"),
        ("expand", {"node": "leave-2024.md", "hops": 0}, "hops: Input should be greater than or equal to 1"),
        ("expand", {"node": "leave-2024.md", "edges": "refers_to"}, "edges: Input should be a valid list"),
        ("read", {"node": "leave-2024.md", "limit": 10**30}, "limit: Input should be less than or equal to 1000"),
        ("impact", {"node": "leave-2024.md", "offset": 10**30}, "offset: Input should be less than or equal to"),
        ("fetch", {"id": 5}, "id: Input should be a valid string"),
    ],
)
async def test_errors_tell_what_to_do(rules: Memory, name: str, arguments: dict[str, object], says: str) -> None:
    async with Client(server_of(rules)) as client:
        answered = await client.call_tool(name, arguments)
    assert answered.is_error
    assert says in str(answered.content)
    assert not re.search("Traceback|pydantic|validation error|input_value|Arguments", str(answered.content)), "noise of the libraries"
    assert "lineproof " not in str(answered.content), "an agent has tools, and no shell"


@pytest.mark.parametrize(
    ("name", "arguments", "says"),
    [
        ("answer", {}, "The prompt answer takes question, and nothing else"),
        ("answer", {"question": "x", "corpus": "chats"}, "takes question, and nothing else"),
        ("answers", {"question": "x"}, "There is no prompt 'answers'. There are: answer, before_a_change"),
    ],
)
async def test_a_prompt_that_is_asked_for_wrongly_tells_how(rules: Memory, name: str, arguments: dict[str, str], says: str) -> None:
    async with Client(server_of(rules)) as client:
        assert says in await refused(client.get_prompt(name, arguments))


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("pages/nothing", "There is no page 'nothing'. The list of resources has all"),
        ("evidence/leave-2024.md", "leave-2024.md/L10-L20"),
        ("evidence/no.md/L1", "Look for it"),
    ],
)
async def test_a_resource_that_is_not_there_tells_what_is(rules: Memory, address: str, says: str) -> None:
    async with Client(server_of(rules)) as client:
        assert says in await refused(client.read_resource(f"lineproof://{address}"))


@pytest.mark.parametrize("name", sorted(READING))
async def test_what_a_schema_bounds_is_bounded_for_those_too_who_call_without_it(rules: Memory, name: str) -> None:
    functions = {tool.__name__: tool for tool in Tools(rules).all()}
    needed = {"terms": "leave", "node": "leave-2024.md", "question": "leave?", "claim": "c00000", "query": "leave", "id": "leave-2024.md"}
    async with Client(server_of(rules)) as client:
        (schema,) = [tool.input_schema for tool in (await client.list_tools()).tools if tool.name == name]
    given = {argument: needed[argument] for argument in schema.get("required", ())}
    numbers = {argument: one for argument, one in schema["properties"].items() if one.get("type") == "integer"}
    assert {"limit", "offset", "hops", "budget"} >= {*numbers}
    for argument, one in numbers.items():
        for value in (one["minimum"] - 1, one["maximum"] + 1):
            with pytest.raises(RecallError, match=f"{argument}: Input should be"):
                await functions[name](**given, **{argument: value})


async def test_claims_are_told_as_of_a_day(rules: Memory) -> None:
    async with Client(server_of(rules)) as client:

        async def statements(**arguments: object) -> str:
            return str((await client.call_tool("claims", {"about": "carried over", **arguments})).structured_content)

        assert "15 days" in await statements(status="active")
        then = await statements(as_of="2021-06-01")
        assert "10 days" in then
        assert "15 days" not in then


async def test_what_only_the_operator_can_mend_is_told_as_such(own_library: Workspace) -> None:
    memory = Memory(own_library.corpus("forms"))
    (memory.corpus.data / "current").unlink()
    async with Client(server_of(memory)) as client:
        answered = str((await client.call_tool("locate", {"terms": "roof"})).content)
        for told in (answered, await refused(client.list_resources()), await refused(client.read_resource("lineproof://evidence/a.md/L1"))):
            assert "call again later" in told
            assert "whoever runs the server must run `lineproof sync`" in told
        (memory.corpus.data / "current").write_text("other.duckdb 1\n")
        publish_shelf(memory.corpus, FORMS)
        assert not (await client.call_tool("locate", {"terms": "roof"})).is_error, "without a restart"


async def test_a_snapshot_of_another_version_is_no_matter_of_agents(own_library: Workspace) -> None:
    corpus = own_library.corpus("forms")
    with closing(open_store(corpus.database)) as store:
        store.query("UPDATE ops.schema_version SET version = 0")
        publish(store, corpus)
    async with Client(server_of(Memory(corpus))) as client:
        answered = await client.call_tool("locate", {"terms": "roof"})
    assert answered.is_error
    assert "tell the person you work for that whoever runs it must see to this" in str(answered.content)


async def refused(asked: Awaitable[object]) -> str:
    """The message of an error."""
    with pytest.raises(MCPError) as raised:
        await asked
    return raised.value.message


async def test_evidence_says_each_text_once_and_has_a_trace_only_when_asked(rules: Memory) -> None:
    question = "How many days of unused leave may be carried over?"
    async with Client(server_of(rules)) as client:
        plain = await client.call_tool("recall", {"question": question, "budget": 3_200})
        explained = await client.call_tool("recall", {"question": question, "budget": 3_200, "explain": True})
    evidence = plain.structured_content
    assert evidence is not None
    recalled = rules.recall_now(question, budget=3_200)
    assert evidence["context"] == recalled.context
    assert evidence["trace"] is None
    assert [one["citation"] for one in evidence["items"]] == [one.citation for one in recalled.items]
    assert json.dumps(evidence).count("Unused leave may be carried over for at most 15 days") == 1
    assert explained.structured_content is not None
    assert explained.structured_content["trace"]["paragraphs"]


@pytest.mark.parametrize(
    ("question", "says"),
    [
        (
            "How many days, as of 2022-06-01?",
            'The evidence is as of 2022-06-01, for the question says "as of 2022-06-01".',
        ),
        ("How many days, as of 03/01/2024?", 'Date not understood: "as of 03/01/2024" (it can be read in two ways'),
    ],
)
async def test_an_agent_is_told_which_day_was_understood(rules: Memory, question: str, says: str) -> None:
    async with Client(server_of(rules)) as client:
        evidence = (await client.call_tool("recall", {"question": question})).structured_content
    assert evidence
    assert evidence["trace"] is None
    assert says in evidence["answer_instructions"]


async def test_who_has_search_and_fetch_alone_is_told_what_no_longer_holds(rules: Memory) -> None:
    async with Client(server_of(rules)) as client:
        found = (await client.call_tool("search", {"query": "unused leave carried over"})).structured_content
        old = (await client.call_tool("fetch", {"id": "leave-2020.md#L12"})).structured_content
        new = (await client.call_tool("fetch", {"id": "leave-2024.md#L13"})).structured_content
    assert found
    titles = {one["id"]: one["title"] for one in found["results"]}
    flag = "superseded_by: LR 10 (2024-01): Leave Rules (leave-2024.md)"
    assert titles["leave-2020.md#L12"].endswith(f" [{flag}]")
    assert not titles["leave-2024.md#L13"].endswith("]")
    assert old
    assert flag in old["metadata"]["flags"]
    assert new
    assert "flags" not in new["metadata"]


async def test_turns_are_searched_and_fetched_as_text_with_speaker_and_day(chats: Memory) -> None:
    async with Client(server_of(chats)) as client:
        found = (await client.call_tool("search", {"query": "grey rabbit"})).structured_content
        assert found
        first = found["results"][0]
        turn = (await client.call_tool("fetch", {"id": first["id"]})).structured_content
        by_url = (await client.call_tool("fetch", {"id": first["url"]})).structured_content
        session = (await client.call_tool("fetch", {"id": "one/session_1.jsonl"})).structured_content
    said = "2024-05-02, Bo: Yesterday we took home a grey rabbit called Pixel."
    assert first["title"] == said
    assert turn
    assert turn["text"] == said
    assert by_url
    assert by_url | {"id": first["id"]} == turn
    assert session
    assert session["text"].splitlines()[1] == said
    assert len(session["text"].splitlines()) == 4


async def test_the_title_of_a_turn_is_not_only_its_first_sentence(tmp_path: Path) -> None:
    """What answers often stands behind it (`Wow. The new date is ...`)."""
    said = [{"speaker": "Owen", "text": "I called them yesterday. The new date is 14 November."}, {"speaker": "Nadia", "text": "Wow."}]
    talk = "".join(json.dumps(one) + "\n" for one in said)
    workspace = compiled(tmp_path, {"talks": {"a talk, (1).jsonl": talk}})
    async with Client(server_of(Memory(workspace.corpus("talks")))) as client:
        found = (await client.call_tool("search", {"query": "new date"})).structured_content
        assert found
        first = found["results"][0]
        turn = (await client.call_tool("fetch", {"id": first["url"]})).structured_content
    assert first["title"] == "Owen: I called them yesterday. The new date is 14 November."
    assert turn
    assert turn["text"] == first["title"]


async def test_a_chat_of_many_lines_is_fetched_turn_by_turn_to_its_end(tmp_path: Path) -> None:
    turns = [{"speaker": "Bo", "time": "2024-05-02", "text": f"{at} " + "word " * 900} for at in range(20)]
    chat = json.dumps({"conversation": "Bo", "turns": turns}, indent=1)
    tools = Tools(Memory(compiled(tmp_path, {"chats": {"a.json": chat}}).corpus("chats")))
    said, next_id = list[str](), "a.json"
    while next_id:
        page = await tools.fetch(next_id)
        said += page.text.splitlines()
        next_id = page.metadata.get("next", "")
    assert [line.split()[:3] for line in said] == [["2024-05-02,", "Bo:", str(at)] for at in range(20)]
    assert page.metadata["lines"].endswith(f"-{len(chat.splitlines())}")
    turn = (await tools.search("19")).results[0]
    assert (await tools.fetch(turn.id)).url == turn.url


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> Memory:
    """One line of 300,000 characters between two short ones."""
    text = "First.\n" + " ".join(f"word{at}" for at in range(32_000)) + "\nLast.\n"
    return Memory(compiled(tmp_path_factory.mktemp("lines") / "w", {"lines": {"long.txt": text}}).corpus("lines"))


async def test_a_line_longer_than_a_budget_is_read_and_fetched_in_parts(lines: Memory) -> None:
    whole = "\n".join(line.text for line in (await lines.read("long.txt", None)).lines)
    assert len(whole) > 300_000
    async with Client(server_of(lines)) as client:

        async def call(name: str, **arguments: object) -> dict[str, Any]:
            answered = await client.call_tool(name, arguments)
            assert not answered.is_error, answered.content
            assert answered.structured_content is not None
            return answered.structured_content

        parts, at, offset = "", 1, 0
        while at:
            page = await call("read", node="long.txt", lines=f"{at}-3", offset=offset, budget=10_000)
            text = "\n".join(line["text"] for line in page["lines"])
            assert len(text) <= 40_000
            parts += text
            at, offset = page["next_line"], page["next_offset"]
        fetched, next_id = "", "long.txt"
        while next_id:
            page = await call("fetch", id=next_id)
            assert len(page["text"]) <= 32_000
            fetched += page["text"]
            next_id = page["metadata"].get("next", "")
        resource = await client.read_resource("lineproof://evidence/long.txt/L1-L3")
    assert parts.replace("\n", "") == fetched.replace("\n", "") == whole.replace("\n", "")
    assert "(next: long.txt@2:0)" in await as_text(Tools(lines).fetch)("long.txt")
    assert len(str(resource.contents)) < 34_000
    assert "more: read line 2 from offset 0" in str(resource.contents)


@pytest.mark.parametrize("node", ["chats:one/session_1.jsonl", "../chats/one/session_1.jsonl", "one/session_1.jsonl", "/etc/passwd"])
async def test_another_corpus_cannot_be_named(rules: Memory, node: str) -> None:
    async with Client(server_of(rules)) as client:
        for name, argument in (("read", "node"), ("expand", "node"), ("impact", "node"), ("fetch", "id"), ("history", "claim")):
            answered = await client.call_tool(name, {argument: node})
            assert answered.is_error
            assert "took home" not in str(answered.content)
        assert "took home" not in str((await client.call_tool("recall", {"question": "grey rabbit Pixel"})).content)


async def test_lines_are_a_resource_and_there_are_two_prompts(rules: Memory) -> None:
    async with Client(server_of(rules)) as client:
        lines = await client.read_resource("lineproof://evidence/leave-2024.md/L13")
        assert "15 days" in str(lines.contents)
        assert {prompt.name for prompt in (await client.list_prompts()).prompts} == {"answer", "before_a_change"}
        assert "tungsten" in str((await client.get_prompt("answer", {"question": "tungsten?"})).messages)
        with pytest.raises(Exception, match="nothing"):
            await client.read_resource("lineproof://evidence/nothing.md/L1")


async def test_an_address_holds_what_a_path_holds(tmp_path: Path) -> None:
    """Blanks and letters outside of ASCII are escaped in an address, and `#` stands in no path of one."""
    workspace = compiled(tmp_path, {"one": {"ä b/c#d.md": "# Ä\n\nDie Katze schläft.\n"}})
    async with Client(server_of(Memory(workspace.corpus("one")))) as client:
        found = (await client.call_tool("search", {"query": "Katze"})).structured_content
        assert found
        assert "schläft" in str((await client.read_resource(found["results"][0]["url"])).contents)


async def test_tools_that_write_are_there_only_where_they_are_given(shelf: Workspace) -> None:
    corpus = shelf.corpus("rules")
    async with Client(server_of(Memory(corpus), writers_of(shelf, corpus))) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert tools.keys() == {*READING, "remember", "erase"}
    hints = {name: tools[name].annotations for name in ("remember", "erase")}
    assert {name: (one.read_only_hint, one.destructive_hint) for name, one in hints.items() if one} == {
        "remember": (False, False),
        "erase": (False, True),
    }
    for name in hints:
        assert tools[name].output_schema
        assert all(one.get("description") for one in tools[name].input_schema["properties"].values())


async def test_every_list_has_pages(rules: Memory) -> None:
    async with Client(server_of(rules)) as client:

        async def all_of(name: str, key: str, **arguments: object) -> tuple[list[object], list[object]]:
            """A list at once, and the same turned page by page."""
            whole = (await client.call_tool(name, {**arguments, "limit": 100})).structured_content
            pages: list[object] = []
            more = True
            while more:
                page = (await client.call_tool(name, {**arguments, "limit": 1, "offset": len(pages)})).structured_content
                assert page
                pages += page[key]
                more = page["more"]
            assert whole
            return whole[key], pages

        for name, key, arguments in (
            ("locate", "results", {"terms": "leave rules"}),
            ("expand", "edges", {"node": "leave-2024.md"}),
            ("claims", "claims", {"document": "LR 10 (2024-01)"}),
            ("impact", "claims", {"node": "leave-2024.md"}),
        ):
            whole, pages = await all_of(name, key, **arguments)
            assert len(whole) > 1
            assert pages == whole
        part = (await client.call_tool("read", {"node": "travel.md", "limit": 4})).structured_content
        assert part
        assert part["more"]
        rest = (await client.call_tool("read", {"node": "travel.md", "lines": f"{part['last_line'] + 1}-1000"})).structured_content
        assert rest
        assert (rest["first_line"], rest["more"]) == (5, False)


@contextmanager
def serving(memory: Memory, token: str) -> Iterator[str]:
    with socket.socket() as listening:
        listening.bind((HOST, 0))
        listening.listen()  # who asks before the server is up waits for it
        server = uvicorn.Server(uvicorn.Config(http_app(server_of(memory), token), log_level="error"))
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        try:
            yield f"http://{HOST}:{listening.getsockname()[1]}{PATH}"
        finally:
            server.should_exit = True
            thread.join(timeout=30)


async def ask(url: str, token: str, question: str) -> str:
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=60) as http,
        Client(streamable_http_client(url, http_client=http)) as client,
    ):
        return str((await client.call_tool("recall", {"question": question})).structured_content)


def test_an_idle_server_lets_go_of_a_snapshot_that_was_replaced(own_library: Workspace) -> None:
    memory = Memory(own_library.corpus("forms"))
    old = weakref.ref(memory.view())
    gone = threading.Event()
    weakref.finalize(memory.view(), gone.set)
    with letting_go(memory, every=0.01):
        publish_shelf(memory.corpus, FORMS)
        assert gone.wait(timeout=30)
    assert old() is None


async def test_over_http_a_token_is_needed_and_many_may_ask_while_a_new_snapshot_comes(tmp_path) -> None:  # type: ignore[no-untyped-def]
    workspace = compiled(tmp_path, {"rules": RULES})
    with serving(Memory(workspace.corpus("rules")), "secret") as url:
        async with httpx2.AsyncClient() as http:
            for scheme, wrong in (("bearer", False), ("BEARER", False), ("Basic", True), ("Bearersecret", True)):
                answered = await http.post(url, json={}, headers={"Authorization": f"{scheme} secret"})
                assert (answered.status_code == 401) == wrong
            assert (await http.post(url, json={})).status_code == 401
            assert (await http.post(url, json={}, headers={"Authorization": "Bearer other"})).status_code == 401
        answers = await asyncio.gather(*(ask(url, "secret", "How many days of leave may be carried over?") for _ in range(4)))
        assert all("15 days" in one for one in answers)
        file = tmp_path / "rules" / "leave-2024.md"
        file.write_text(file.read_text().replace("15 days", "18 days"))
        compile_again(workspace, "rules")
        assert "18 days" in await ask(url, "secret", "How many days of leave may be carried over?")
