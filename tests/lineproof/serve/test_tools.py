"""Tools as other libraries take them: LangChain, and function calling of the OpenAI SDK."""

import datetime
import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from langchain_core.tools import tool as langchain_tool
from openai import OpenAI

from lineproof.recall.agent.shown import shown
from lineproof.recall.errors import NavigationError, RecallError
from lineproof.recall.memory import Memory
from lineproof.recall.policies import POLICIES, policy_of
from lineproof.serve.tools import Tools, as_text, function_tool
from tests.model_server import Server, answer, scripted

DAYS = "How many days of unused leave may be carried over?"


async def test_langchain_takes_every_tool_as_it_is(rules: Memory) -> None:
    made = {one.name: one for one in map(langchain_tool(parse_docstring=True), Tools(rules).all())}
    assert len(made) == 9
    for one in made.values():
        arguments = one.args_schema.model_json_schema()["properties"]
        assert all(argument["description"] for argument in arguments.values())
    recalled = await made["recall"].ainvoke({"question": DAYS, "budget": 200})
    assert "15 days" in recalled.context


async def test_langchain_gives_a_model_text_and_no_python(rules: Memory) -> None:
    made = {one.name: one for one in map(langchain_tool(parse_docstring=True), map(as_text, Tools(rules).all()))}
    call = {"name": "recall", "args": {"question": DAYS, "budget": 200}, "id": "1", "type": "tool_call"}
    message = await made["recall"].ainvoke(call)
    recalled = rules.recall_now(DAYS, budget=200)
    assert message.content == f"{recalled.answer_instructions}\n\n{recalled.context}"
    assert made["recall"].args_schema.model_json_schema()["properties"]["question"]["description"]
    read = await made["read"].ainvoke({"node": "leave-2024.md#L13"})
    assert read.splitlines()[1].startswith("13: ")


async def test_the_text_of_a_result_says_all_that_the_result_does(rules: Memory) -> None:
    """The policies gave one identical text; absent names, a budget that is too small, and the way on in a long text were lost."""
    told = {one.__name__: as_text(one) for one in Tools(rules).all()}
    texts = {policy: await told["recall"](DAYS, policy=policy) for policy in POLICIES}
    assert all(policy_of(policy).text in text for policy, text in texts.items())
    assert "at least" in await told["recall"](DAYS, budget=5)
    absent = await told["recall"]("What does LR 77 say of code 4712, as of 2020-02-30?")
    for said in (
        "No document here is called LR 77",
        "4712 stands nowhere",
        "Date not understood",
        "no such day",
        "does not seem to answer",
    ):
        assert said in absent
    assert "superseded_by" in await told["fetch"]("leave-2020.md#L12")
    assert "superseded_by" in await told["read"]("leave-2020.md#L12")


async def test_a_policy_is_cut_off_no_text(rules: Memory) -> None:
    """The agent that comes with Lineproof has the policy from its own prompt, and of a recall the notes alone."""
    seen = shown(await rules.recall("What does LR 77 say?"))
    assert seen.text.startswith("No document here is called LR 77")
    assert policy_of("balanced").text not in seen.text
    assert seen.cut(50).told.startswith(policy_of("balanced").text)


@pytest.mark.parametrize(
    ("name", "arguments", "says"),
    [
        ("claims", {"status": "zzz"}, "status: Input should be 'active', 'superseded' or 'disputed'"),
        ("claims", {"bogus": 1}, "claims has no argument 'bogus'. It has: about, document"),
        ("recall", {"question": None}, "question: Input should be a valid string"),
        ("recall", {"question": DAYS, "budget": True}, "budget: Input should not be true or false"),
        ("recall", {"question": DAYS, "policy": "loose"}, "policy: Input should be 'strict'"),
        ("expand", {"node": "leave-2024.md", "edges": "refers_to"}, "edges: Input should be a valid list"),
        ("fetch", {}, "id: Missing required argument"),
        ("locate", {"terms": " "}, "Give a name, or words of the question"),
    ],
)
async def test_a_function_that_is_called_wrongly_says_how(rules: Memory, name: str, arguments: dict[str, Any], says: str) -> None:
    """As a program calls it that carries out the function calls of a model."""
    by_name = {one.__name__: one for one in Tools(rules).all()}
    with pytest.raises((RecallError, NavigationError)) as refused:
        await by_name[name](**arguments)
    assert says in str(refused.value)


async def test_arguments_may_stand_in_their_order_and_a_day_may_be_a_date(rules: Memory) -> None:
    tools = Tools(rules)
    day = datetime.date(2022, 1, 1)
    assert await tools.recall(DAYS, 200, "strict", as_of=day) == await tools.recall(DAYS, 200, "strict", "2022-01-01")  # type: ignore[arg-type]


def test_the_openai_sdk_takes_every_tool_as_a_function(rules: Memory) -> None:
    functions = [function_tool(one) for one in Tools(rules).all()]
    for one in functions:
        Draft202012Validator.check_schema(one["function"]["parameters"])
        assert one["function"]["description"]
    with scripted() as server:
        server.script = [answer("done")]
        client = OpenAI(base_url=server.url, api_key="none", max_retries=0)
        client.chat.completions.create(model="m", messages=[{"role": "user", "content": DAYS}], tools=functions)  # type: ignore[arg-type]
        sent = tools_of(server)
    assert {one["function"]["name"] for one in sent} == {one.__name__ for one in Tools(rules).all()}
    recall = next(one["function"]["parameters"] for one in sent if one["function"]["name"] == "recall")
    assert recall["required"] == ["question"]


def tools_of(server: Server) -> list[dict[str, Any]]:
    return list(json.loads(json.dumps(server.requests[0]["tools"])))


@pytest.mark.parametrize("name", ["recall", "locate"])
async def test_a_call_of_a_model_is_carried_out_with_its_arguments(rules: Memory, name: str) -> None:
    tools = {one.__name__: one for one in Tools(rules).all()}
    arguments = {"recall": '{"question": "night train"}', "locate": '{"terms": "Travel Manual"}'}[name]
    assert "Travel" in str(await tools[name](**json.loads(arguments)))


async def test_a_moment_may_be_one_of_python(rules: Memory) -> None:
    now = datetime.datetime.now(datetime.UTC)
    told, written = await Tools(rules).claims(known_at=now), await Tools(rules).claims(known_at=now.isoformat())  # type: ignore[arg-type]
    assert [one.claim_id for one in told.claims] == [one.claim_id for one in written.claims] != []


async def test_claims_say_what_took_their_place_and_so_do_answers_that_cite_them(rules: Memory) -> None:
    """A model that cited a superseded claim was not told so, where the same words by recall had a flag."""
    tools = Tools(rules)
    listed = await tools.claims(about="carried over")
    flags = {one.path: one.flags for one in listed.claims}
    assert flags["leave-2024.md"] == ()
    assert [flag.partition(" (leave-2024.md")[0] for flag in flags["leave-2020.md"]] == ["superseded_by: LR 10 (2024-01): Leave Rules"]
    old = next(one for one in listed.claims if one.path == "leave-2020.md")
    explained = await tools.history(old.claim_id)
    assert explained.flags == old.flags
    for result in (listed, explained):
        assert {one.flags for one in shown(result).passages if one.path == "leave-2020.md"} == {old.flags}
