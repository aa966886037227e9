"""Settings of models: roles, prices and budgets of lineproof.toml."""

import tomllib
from pathlib import Path

import pytest

from storage.errors import BadSettings
from storage.model_settings import Limits, Price, RoleSettings, read_model_settings
from storage.workspace import Workspace

TEXT = """
[models]
model = "small"
base_url = "http://127.0.0.1:9/v1"
max_concurrency = 2

[models.compose]
model = "large"
timeout = 300
api_key_env = "COMPOSER_KEY"

[models.embed]
model = "vectors"

[prices]
currency = "EUR"

[prices."large"]
prompt = 2
completion = 8.5

[prices.vectors]
prompt = 0.02

[budgets.run]
tokens = 1_000_000
money = 2.5

[budgets.day]
seconds = 3600
"""


def test_a_role_has_its_own_settings_over_those_of_all() -> None:
    settings = read_model_settings("test", tomllib.loads(TEXT))
    assert settings.role("verify") == RoleSettings(model="small", base_url="http://127.0.0.1:9/v1", max_concurrency=2)
    compose = settings.role("compose")
    assert (compose.model, compose.timeout, compose.api_key_env, compose.max_concurrency) == ("large", 300, "COMPOSER_KEY", 2)
    assert settings.prices == {"large": Price(2, 8.5), "vectors": Price(0.02)}
    assert settings.currency == "EUR"
    assert settings.run == Limits(tokens=1_000_000, money=2.5)
    assert settings.day == Limits(seconds=3600)


def test_a_chat_model_does_not_embed() -> None:
    settings = read_model_settings("test", {"models": {"model": "small", "base_url": "http://x/v1"}})
    assert settings.role("embed") == RoleSettings(base_url="http://x/v1")


def test_nothing_is_configured_by_default() -> None:
    settings = read_model_settings("test", {})
    assert settings.role("verify").model is None
    assert settings.run == Limits()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("models = 1", r"\[models\] must be a table"),
        ("[models]\nmodle = 'x'", r"\[models\] has unknown keys modle; known are model,"),
        ("[models]\napi_key = 'sk-1'", r"unknown keys api_key"),
        ("[models.write]\nmodel = 'x'", r"\[models\] has unknown keys write; known are model.*compose"),
        ("[models.compose]\nmodel = 1", r"\[models\.compose\] model must be a text"),
        ("[models.compose]\ntries = 'many'", r"tries must be a whole number"),
        ("[models.compose]\ntries = true", r"tries must be a whole number"),
        ("[models.compose]\ntries = 1.5", r"tries must be a whole number"),
        ("[models]\ntries = 0", r"tries must be at least 1"),
        ("[models]\ntimeout = 0", r"timeout must be at least 0.001"),
        ("[models]\npatience = -1", r"patience must be at least 0"),
        ("[models]\npatience = nan", r"patience must be at least 0"),
        ("[prices]\nlarge = 2", r'\[prices\."large"\] must be a table'),
        ("[prices.large]\ncompletion = 2", r'\[prices\."large"\] needs prompt'),
        ("[prices.large]\nprompt = -2", r"prompt must be at least 0"),
        ("[prices]\ncurrency = 2", r"currency must be a text"),
        ("[budgets]\ntokens = 2", r"\[budgets\] has unknown keys tokens; known are run, day"),
        ("[budgets.run]\ntoken = 2", r"\[budgets\.run\] has unknown keys token"),
        ("[budgets.day]\nmoney = 'much'", r"money must be a number"),
    ],
)
def test_what_cannot_be_is_named(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "lineproof.toml").write_text(f'{text}\n[corpora.a]\npath = "a"\n')
    with pytest.raises(BadSettings, match=told) as raised:
        Workspace.open(tmp_path)
    assert "lineproof.toml" in str(raised.value)


def test_a_workspace_knows_its_models(tmp_path: Path) -> None:
    (tmp_path / "lineproof.toml").write_text(f'{TEXT}\n[corpora.a]\npath = "a"\n')
    workspace = Workspace.open(tmp_path)
    assert workspace.models.role("compose").model == "large"
    assert workspace.corpus("a").answers == tmp_path / ".lineproof" / "a" / "answers.sqlite"
