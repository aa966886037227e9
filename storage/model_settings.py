"""Settings of models: the tables ``[models]``, ``[prices]`` and ``[budgets]`` of ``lineproof.toml``, checked.

role       what a model is used for; ``[models.ROLE]`` says what differs from ``[models]``
price      what a million tokens of a model cost
budget     the most that one run, or all runs of a day, may spend
key        never in the settings: they name the environment variable that holds it
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final

from storage.errors import BadSettings

MODEL_ROLES: Final = ("propose", "verify", "compose", "reflect", "answer", "judge", "embed")
PERIODS: Final = ("run", "day")


@dataclass(frozen=True, slots=True)
class RoleSettings:
    """How one role is served; without ``model`` the environment may name one, else the role goes by rule.

    ``timeout`` is the most seconds that one attempt may take from end to end, ``patience`` the longest wait between two attempts,
    ``tries`` the most attempts, ``max_tokens`` the longest answer. A ``temperature`` is sent unless the endpoint refuses it.
    """

    model: str | None = None
    base_url: str | None = None
    api_key_env: str | None = None
    max_concurrency: int = 4
    timeout: float = 120.0
    patience: float = 60.0
    tries: int = 5
    max_tokens: int = 4_096
    temperature: float = 0.0


@dataclass(frozen=True, slots=True)
class Price:
    """The cost of a million tokens, in the currency of ``[prices]``."""

    prompt: float
    completion: float = 0.0


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that may be spent: tokens of prompts and answers, money, seconds of waiting for models; None is without limit."""

    tokens: int | None = None
    money: float | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """All that ``lineproof.toml`` says of models."""

    roles: Mapping[str, RoleSettings] = field(default_factory=dict)
    prices: Mapping[str, Price] = field(default_factory=dict)
    currency: str = "USD"
    run: Limits = Limits()
    day: Limits = Limits()

    def role(self, name: str) -> RoleSettings:
        """The settings of a role, those of ``[models]`` where it has none of its own."""
        return self.roles.get(name, RoleSettings())


_TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    "model": (str,), "base_url": (str,), "api_key_env": (str,),
    "max_concurrency": (int,), "tries": (int,), "max_tokens": (int,), "tokens": (int,),
    "timeout": (int, float), "patience": (int, float), "temperature": (int, float),
    "prompt": (int, float), "completion": (int, float), "money": (int, float), "seconds": (int, float),
}  # fmt: skip
_KINDS: Final = {(str,): "a text", (int,): "a whole number", (int, float): "a number"}
_LEAST: Final[Mapping[str, float]] = {"max_concurrency": 1, "tries": 1, "max_tokens": 1, "timeout": 0.001}


def read_model_settings(file: object, settings: Mapping[str, Any]) -> ModelSettings:
    """The settings of models in a parsed ``lineproof.toml``.

    Args:
        file: what messages call it.
        settings: all its tables.

    Raises:
        BadSettings: a key that is not known, or a value that cannot be.
    """
    prices = dict(_table(file, "prices", settings.get("prices", {})))
    currency = prices.pop("currency", "USD")
    if not isinstance(currency, str):
        raise BadSettings(f'{file}: [prices] currency must be a text such as "USD".')
    budgets = _table(file, "budgets", settings.get("budgets", {}))
    _refuse_unknown(file, "budgets", set(budgets), PERIODS)
    limits = {period: Limits(**_values(file, f"budgets.{period}", table, Limits)) for period, table in budgets.items()}
    return ModelSettings(
        roles=_roles(file, _table(file, "models", settings.get("models", {}))),
        prices={name: _price(file, name, table) for name, table in prices.items()},
        currency=currency,
        **limits,
    )


def _roles(file: object, models: Mapping[str, Any]) -> dict[str, RoleSettings]:
    """Every role with its own settings over those of all."""
    _refuse_unknown(file, "models", set(models), (*_names(RoleSettings), *MODEL_ROLES))
    shared = _values(file, "models", {key: value for key, value in models.items() if key not in MODEL_ROLES}, RoleSettings)
    # A chat model cannot embed: only what is said of the role itself makes it one.
    without_model = {key: value for key, value in shared.items() if key != "model"}
    return {
        role: RoleSettings(**{
            **(without_model if role == "embed" else shared),
            **_values(file, f"models.{role}", models.get(role, {}), RoleSettings),
        })
        for role in MODEL_ROLES
    }  # fmt: skip


def _price(file: object, model: str, table: object) -> Price:
    values = _values(file, f'prices."{model}"', table, Price)
    if "prompt" not in values:
        raise BadSettings(f'{file}: [prices."{model}"] needs prompt, the price of a million tokens.')
    return Price(**values)


def _values(file: object, name: str, table: object, record: type[Any]) -> dict[str, Any]:
    """The values of a table whose keys are the fields of a record."""
    checked = _table(file, name, table)
    _refuse_unknown(file, name, set(checked), _names(record))
    for key, value in checked.items():
        kinds = _TYPES[key]
        if isinstance(value, bool) or not isinstance(value, kinds):
            raise BadSettings(f"{file}: [{name}] {key} must be {_KINDS[kinds]}.")
        least = _LEAST.get(key, 0.0)
        # So written because a NaN is not at least anything.
        if isinstance(value, int | float) and not value >= least:
            raise BadSettings(f"{file}: [{name}] {key} must be at least {least:g}.")
    return dict(checked)


def _names(record: type[Any]) -> tuple[str, ...]:
    return tuple(one.name for one in fields(record))


def _table(file: object, name: str, table: object) -> Mapping[str, Any]:
    if not isinstance(table, dict):
        raise BadSettings(f"{file}: [{name}] must be a table.")
    return table


def _refuse_unknown(file: object, name: str, keys: set[str], known: tuple[str, ...]) -> None:
    if unknown := sorted(keys - set(known)):
        raise BadSettings(f"{file}: [{name}] has unknown keys {', '.join(unknown)}; known are {', '.join(known)}.")
