"""Opening: what settings and environment say together."""

import subprocess
import sys
from pathlib import Path

import pytest

from lineproof.models.errors import BudgetSpent, NoModel
from lineproof.models.minilm import MiniLM
from lineproof.models.open import any_model, open_chat, open_embedder
from lineproof.models.settings import DEFAULT_URL, served
from storage.errors import BadSettings
from storage.model_settings import read_model_settings
from storage.workspace import Workspace
from tests.lineproof.models.test_client import GOOD, ask
from tests.model_server import Server, answer


def workspace(folder: Path, text: str = "") -> Workspace:
    (folder / "lineproof.toml").write_text(f'{text}\n[corpora.a]\npath = "a"\n[corpora.b]\npath = "b"\n')
    return Workspace.open(folder)


def test_with_nothing_configured_there_is_no_model(tmp_path: Path) -> None:
    own = workspace(tmp_path)
    with open_chat(own, own.corpus("a"), "r1", {"OPENAI_API_KEY": "sk-1", "OPENAI_BASE_URL": "http://x"}) as chat:
        assert chat is None
    assert not own.data.exists()
    assert not any_model(own.models, {})


def test_the_environment_stands_in_for_the_settings(server: Server, tmp_path: Path) -> None:
    own = workspace(tmp_path)
    server.script = [answer(GOOD)]
    environment = {"OPENAI_API_KEY": "sk-1", "OPENAI_BASE_URL": server.url, "LINEPROOF_MODEL": "from-environment"}
    with open_chat(own, own.corpus("a"), "r1", environment) as chat:
        assert chat
        assert chat.complete(ask()).model == "from-environment"
    assert server.requests[0]["authorization"] == "Bearer sk-1"
    assert own.corpus("a").answers.exists()


def test_settings_come_before_the_environment() -> None:
    settings = read_model_settings("t", {"models": {"verify": {"model": "own", "base_url": "http://own/v1/", "api_key_env": "OWN_KEY"}}})
    environment = {"LINEPROOF_MODEL": "other", "OPENAI_BASE_URL": "http://other/v1", "OPENAI_API_KEY": "sk-other", "OWN_KEY": "sk-own"}
    own, other = served(settings, "verify", environment), served(settings, "judge", environment)
    assert own
    assert other
    assert (own.model, own.base_url, own.key(environment)) == ("own", "http://own/v1", "sk-own")
    assert (other.model, other.base_url, other.key(environment)) == ("other", "http://other/v1", "sk-other")


def test_a_key_that_is_needed_and_missing_is_named() -> None:
    found = served(read_model_settings("t", {"models": {"model": "m"}}), "verify", {})
    assert found
    assert found.base_url == DEFAULT_URL
    with pytest.raises(NoModel, match="OPENAI_API_KEY"):
        found.key({})
    own = served(read_model_settings("t", {"models": {"model": "m", "base_url": "http://x/v1", "api_key_env": "X_KEY"}}), "verify", {})
    assert own
    with pytest.raises(NoModel, match="X_KEY"):
        own.key({"OPENAI_API_KEY": "sk-1"})


@pytest.mark.parametrize("url", ["127.0.0.1:8080/v1", "ftp://x/v1", "http://:80/v1", "http://x:port/v1", "http://[x/v1", "/v1"])
def test_an_address_that_is_none_is_told_at_once(url: str) -> None:
    found = served(read_model_settings("t", {"models": {"model": "m", "base_url": url}}), "verify", {})
    assert found
    with pytest.raises(NoModel, match="base_url of verify") as raised:
        found.key({"OPENAI_API_KEY": "sk-1"})
    assert url not in str(raised.value)


@pytest.mark.parametrize("key", ["sk-\u00e9", "sk-1\nX-Header: 2"])
def test_a_key_that_cannot_be_sent_is_not_repeated(key: str) -> None:
    found = served(read_model_settings("t", {"models": {"model": "m"}}), "verify", {})
    assert found
    with pytest.raises(NoModel, match="OPENAI_API_KEY") as raised:
        found.key({"OPENAI_API_KEY": key})
    assert key not in str(raised.value)


def test_a_local_endpoint_goes_without_a_key() -> None:
    found = served(read_model_settings("t", {"models": {"model": "m", "base_url": "http://127.0.0.1:1/v1"}}), "verify", {})
    assert found
    assert found.key({}) == "none"


def test_a_limit_on_money_needs_prices(tmp_path: Path) -> None:
    own = workspace(tmp_path, '[models]\nmodel = "m"\n[budgets.day]\nmoney = 1\n')
    with pytest.raises(BadSettings, match=r'no price of m.*\[prices\."m"\]'), open_chat(own, own.corpus("a"), "r1", {}):
        pass


def test_the_budget_of_a_day_counts_all_runs_of_all_corpora(server: Server, tmp_path: Path) -> None:
    own = workspace(tmp_path, f'[models]\nmodel = "m"\nbase_url = "{server.url}"\n[budgets.day]\ntokens = 2000\n')
    server.script = [answer(GOOD, tokens=(1_900, 100))]
    with open_chat(own, own.corpus("a"), "r1", {}) as chat:
        assert chat
        chat.complete(ask())
    with open_chat(own, own.corpus("b"), "r2", {}) as chat:
        assert chat
        with pytest.raises(BudgetSpent, match="of a day"):
            chat.complete(ask("another"))
    assert len(server.requests) == 1


@pytest.mark.parametrize("limit", ["tokens = 3000", "money = 0.003"])
def test_the_budget_of_a_run_counts_all_stages_of_it(server: Server, tmp_path: Path, limit: str) -> None:
    """Each stage of a sync opens a chat of its own, and had the whole budget."""
    prices = "[prices.m]\nprompt = 1\ncompletion = 1\n"
    own = workspace(tmp_path, f'[models]\nmodel = "m"\nbase_url = "{server.url}"\n{prices}[budgets.run]\n{limit}\n')
    server.script = [answer(GOOD, tokens=(2_800, 100))]
    with open_chat(own, own.corpus("a"), "r1", {}) as chat:
        assert chat
        chat.complete(ask())
    with open_chat(own, own.corpus("a"), "r1", {}) as chat:
        assert chat
        with pytest.raises(BudgetSpent, match=r"has not enough left: (2900 tokens|0\.0029 of money) of .* are spent, the next call would"):
            chat.complete_all([ask("another " + "word " * 400), ask("a third " + "word " * 400)])
    assert len(server.requests) == 1
    with open_chat(own, own.corpus("a"), "r2", {}) as chat:
        assert chat
        assert chat.complete(ask("another")).content == GOOD


def test_vectors_count_in_the_budget_of_their_run(server: Server, tmp_path: Path) -> None:
    own = workspace(
        tmp_path, f'[models]\nmodel = "m"\nbase_url = "{server.url}"\n[models.embed]\nmodel = "v"\n[budgets.run]\ntokens = 2000\n'
    )
    server.script = [answer(GOOD, tokens=(1_900, 100))]
    with open_chat(own, own.corpus("a"), "r1", {}) as chat:
        assert chat
        chat.complete(ask())
    with open_embedder(own, own.corpus("a"), "r1", {}) as embedder:
        assert embedder
        with pytest.raises(BudgetSpent, match="2000 tokens of 2000"):
            embedder.embed(["a text"])


def test_a_model_is_imported_only_when_one_is_asked() -> None:
    program = (
        "import sys; import lineproof.models.client, lineproof.models.open, lineproof.models.estimate, lineproof.beliefs.verify\n"
        "heavy = {'openai', 'tenacity', 'httpx2', 'jsonschema', 'pydantic'} & set(sys.modules)\n"
        "sys.exit(', '.join(heavy) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=Path(__file__).parents[3], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_vectors_are_made_by_the_model_that_is_named_else_on_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = workspace(tmp_path)
    monkeypatch.setattr("lineproof.models.open.unavailable", lambda: None)
    with open_embedder(own, own.corpus("a"), "r1", {"LINEPROOF_MODEL": "a-chat-model"}) as embedder:
        assert isinstance(embedder, MiniLM)
    monkeypatch.setattr("lineproof.models.open.unavailable", lambda: "not installed")
    with open_embedder(own, own.corpus("a"), "r1", {}) as embedder:
        assert embedder is None
    named = workspace(tmp_path, '[models.embed]\nmodel = "vectors"\nbase_url = "http://127.0.0.1:9"')
    with open_embedder(named, named.corpus("a"), "r1", {}) as embedder:
        assert embedder
        assert (embedder.name, embedder.languages) == ("vectors", None)
