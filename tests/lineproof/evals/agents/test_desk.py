"""Every use of a tool is counted and kept, and none is allowed beyond the budget."""

import pytest

from lineproof.evals.agents.desk import BudgetSpent, Desk
from lineproof.evals.agents.model import Budget
from lineproof.evals.agents.tools import Graph, Parts, Recall, Search, Wiki
from lineproof.recall.memory import Memory


async def test_a_call_is_kept_with_what_came_back(staff: Memory) -> None:
    desk = Desk(Search(staff).all(), Budget())
    found = await desk.use("search", query="carried over", limit=3)
    (call,) = desk.calls
    assert (call.tool, call.arguments) == ("search", {"query": "carried over", "limit": 3})
    assert found.passages[0].text in call.result
    assert call.tokens == -(-len(call.result) // 4)


async def test_what_a_tool_refuses_is_a_call_with_the_reason(staff: Memory) -> None:
    desk = Desk(Search(staff).all(), Budget())
    assert await desk.use("read", place="no-such.md") is None
    assert "no-such.md" in desk.calls[0].result


@pytest.mark.parametrize("budget", [Budget(calls=1), Budget(tokens=1)])
async def test_nothing_is_allowed_beyond_the_budget(staff: Memory, budget: Budget) -> None:
    desk = Desk(Search(staff).all(), budget)
    await desk.use("search", query="leave")
    with pytest.raises(BudgetSpent):
        await desk.use("search", query="leave")
    assert len(desk.calls) == 1


def test_each_condition_has_its_own_tools(staff: Memory) -> None:
    names = {kind.__name__: {tool.__name__ for tool in kind(staff).all()} for kind in (Search, Wiki, Graph, Recall)}
    assert names["Search"] == {"search", "read"}
    assert names["Wiki"] == {"find_pages", "page", "read"}
    assert names["Graph"] == names["Wiki"] | {"locate", "names", "expand", "claims"}
    assert names["Recall"] == {"recall", "read"}
    assert {tool.__name__ for tool in Graph(staff, Parts(edges=False)).all()} == names["Wiki"] | {"claims"}
