"""Settings of a role, completed from the environment.

OPENAI_API_KEY, OPENAI_BASE_URL and LINEPROOF_MODEL stand in for what ``lineproof.toml`` does not say. A key is read from the
environment only, when a call is made.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from lineproof.models.errors import NoModel
from storage.model_settings import ModelSettings, Price, RoleSettings

MODEL: Final = "LINEPROOF_MODEL"
BASE_URL: Final = "OPENAI_BASE_URL"
KEY: Final = "OPENAI_API_KEY"
DEFAULT_URL: Final = "https://api.openai.com/v1"
NO_KEY: Final = "none"


@dataclass(frozen=True, slots=True)
class Served:
    """A role that has a model: where, and how it is to be asked."""

    role: str
    model: str
    base_url: str
    key_variable: str
    how: RoleSettings
    price: Price | None

    def cost(self, prompt_tokens: int, completion_tokens: int) -> float | None:
        """What a call costs; None where the model has no price."""
        if self.price is None:
            return None
        return (prompt_tokens * self.price.prompt + completion_tokens * self.price.completion) / 1_000_000

    def key(self, environment: Mapping[str, str]) -> str:
        """The key to call with; an endpoint on another address than the default may go without.

        Raises:
            NoModel: there is none and one is needed, it is none that could be sent, or the address is none.
        """
        if fault := _address_fault(self.base_url):
            raise NoModel(f"base_url of {self.role} {fault}. Correct it in lineproof.toml, or in {BASE_URL}.")
        if key := environment.get(self.key_variable, "").strip():
            if not (key.isascii() and key.isprintable()):
                raise NoModel(f"The environment variable {self.key_variable} holds characters that no key has.")
            return key
        if self.base_url == DEFAULT_URL or self.how.api_key_env:
            raise NoModel(
                f"The environment variable {self.key_variable} holds no key for {self.model} ({self.role}). Set it and run again."
            )
        return NO_KEY

    @property
    def host(self) -> str:
        """The endpoint as messages name it: nothing of a URL that could hold a secret."""
        parts = urlsplit(self.base_url)
        return f"{parts.hostname}:{parts.port}" if parts.port else str(parts.hostname)


def served(settings: ModelSettings, role: str, environment: Mapping[str, str]) -> Served | None:
    """How a role is served; None where no model is named for it, and the role goes by rule."""
    how = settings.role(role)
    # The variable names a chat model, which cannot embed.
    model = how.model or (environment.get(MODEL) if role != "embed" else None)
    if not model:
        return None
    return Served(
        role=role,
        model=model,
        base_url=(how.base_url or environment.get(BASE_URL) or DEFAULT_URL).rstrip("/"),
        key_variable=how.api_key_env or KEY,
        how=how,
        price=settings.prices.get(model),
    )


def _address_fault(url: str) -> str | None:
    """What is wrong with an address; it is not repeated, since it may hold a password."""
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        usable = False
    return None if usable else "is no address that begins with http:// or https://"
