"""Which language model is asked, and where."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from core.llm.errors import ModelError

_ADDRESS = re.compile(r"@(?=https?://)")


class Provider(StrEnum):
    """Whose protocol a model speaks."""

    OPENAI = "openai"
    """Any endpoint that speaks OpenAI's chat completions."""
    GEMINI = "gemini"


def split_address(name: str) -> tuple[str, str]:
    """Split the address off a name that brings one along, as ``openai:MODEL@ADDRESS``.

    Examples
    --------
    >>> split_address("openai:qwen3@http://localhost:11434/v1")
    ('openai:qwen3', 'http://localhost:11434/v1')
    >>> split_address("openai:@cf/meta/llama")
    ('openai:@cf/meta/llama', '')
    """
    model, *address = _ADDRESS.split(name, maxsplit=1)
    return model, "".join(address)


@dataclass(frozen=True)
class LanguageModel:
    """A model at an address.

    Parameters
    ----------
    name
        The model's name at its endpoint.
    base_url
        Address of the endpoint; empty for the provider's own.

    Raises
    ------
    ModelError
        If the model has no name, or the address is no http address or holds a password.

    Examples
    --------
    >>> LanguageModel.named("openai:qwen3", "http://localhost:11434/v1").full_name
    'openai:qwen3'
    """

    provider: Provider
    name: str
    base_url: str = ""

    def __post_init__(self) -> None:
        if not self.name or self.name != self.name.strip():
            raise ModelError(f"A language model has a name without blanks. Got {self.name!r}.")
        if self.base_url and not self.base_url.startswith(("http://", "https://")):
            raise ModelError(
                "The address of a language model begins with http:// or https://, such as "
                f"http://localhost:11434/v1. Got {self.base_url!r}."
            )
        if any(sign in self.base_url for sign in "@?#"):
            # It is stored and shown, so the text is not repeated here either.
            raise ModelError(
                "The address of a language model has no user, password or query; a key goes into "
                f"the environment. Got one of {len(self.base_url)} characters that has."
            )

    @classmethod
    def named(cls, name: str, base_url: str = "") -> LanguageModel:
        """Return the model of a name: ``openai:MODEL`` or ``gemini:MODEL``.

        Parameters
        ----------
        base_url
            Its address, unless the name brings one along (`split_address`).

        Raises
        ------
        ModelError
            If it is none.
        """
        name, own = split_address(name)
        provider, colon, model = name.partition(":")
        if not colon or provider not in list(Provider):
            raise ModelError(
                "A language model is named openai:MODEL or gemini:MODEL, such as "
                f"openai:gpt-4o-mini. Got {name!r}."
            )
        return cls(Provider(provider), model, own or base_url)

    @property
    def full_name(self) -> str:
        """Provider and name, by which it is known wherever it is named."""
        return f"{self.provider}:{self.name}"
