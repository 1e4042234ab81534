"""Which language model is asked, and where."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass, replace
from enum import StrEnum
from urllib.parse import urlsplit

from core.llm.errors import ModelError

_ADDRESS = re.compile(r"@(?=https?://)")
_HOST = re.compile(
    r"localhost|\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:.]+\](:\d+)?|[\w.-]+:[1-9]\d{1,4}", re.IGNORECASE
)
"""A host that is no version of a model, such as 2024-01-01, with its port or without."""


class Provider(StrEnum):
    """Whose protocol a model speaks."""

    OPENAI = "openai"
    """Any endpoint that speaks OpenAI's chat completions."""
    GEMINI = "gemini"


class Effort(StrEnum):
    """How long a model thinks before it answers, in the words of OpenAI's ``reasoning_effort``."""

    DEFAULT = "default"
    """As the model does by itself; nothing is sent."""
    NONE = "none"
    MINIMAL = "minimal"
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


_OWN = {
    Provider.OPENAI: "https://api.openai.com/v1",
    Provider.GEMINI: "https://generativelanguage.googleapis.com",
}
"""Where a provider answers itself, which needs no address."""


def split_address(name: str) -> tuple[str, str]:
    """Split the address off a name that brings one along, as ``openai:MODEL@ADDRESS``.

    Raises
    ------
    ModelError
        If what stands behind the "@" is an address without its scheme: as a part of the model's
        name it would be sent to the provider's own endpoint.

    Examples
    --------
    >>> split_address("openai:qwen3@http://localhost:11434/v1")
    ('openai:qwen3', 'http://localhost:11434/v1')
    >>> split_address("openai:@cf/meta/llama")
    ('openai:@cf/meta/llama', '')
    >>> split_address("openai:name@2024-01-01")
    ('openai:name@2024-01-01', '')
    """
    model, *address = _ADDRESS.split(name, maxsplit=1)
    if not address and (bare := _bare_address(name)):
        raise ModelError(
            "An address behind the name of a language model begins with http:// or https://, such "
            f"as openai:qwen3@http://localhost:11434/v1. Got {bare!r} behind the @."
        )
    return model, "".join(address)


def _bare_address(name: str) -> str:
    """Return the address without a scheme that stands behind a model's name, if one does.

    It is told, so a user and password in front of it and a query behind it are left out.
    """
    model, _, behind = name.rpartition("@")
    if not model or model.endswith((":", "/")):  # "@cf/meta/llama" is a name
        return ""
    bare = re.split("[?#]", behind)[0]
    return bare if "/" in bare or _HOST.fullmatch(bare) else ""


def is_loopback(address: str) -> bool:
    """Whether an address is of this machine.

    Examples
    --------
    >>> is_loopback("http://localhost:11434/v1"), is_loopback("https://llm.example.org/v1")
    (True, False)
    """
    host = urlsplit(address).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


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

        Examples
        --------
        >>> LanguageModel.named("openai:qwen3@http://LOCALHOST:11434/v1/").base_url
        'http://localhost:11434/v1'
        >>> LanguageModel.named("openai:gpt-4o-mini@https://api.openai.com/v1").base_url
        ''
        """
        name, own = split_address(name)
        provider, colon, model = name.partition(":")
        if not colon or provider not in list(Provider):
            raise ModelError(
                "A language model is named openai:MODEL or gemini:MODEL, such as "
                f"openai:gpt-4o-mini. Got {name!r}."
            )
        return cls(Provider(provider), model, own or base_url).at_one_address()

    def at_one_address(self) -> LanguageModel:
        """Return it with its address in the one spelling in which it is asked and remembered.

        Raises
        ------
        ModelError
            If the address names no host, or a port that none has.
        """
        address = _one_spelling(self.base_url) if self.base_url else ""
        return replace(self, base_url="" if address == _OWN[self.provider] else address)

    @property
    def full_name(self) -> str:
        """Provider and name, by which it is known wherever it is named."""
        return f"{self.provider}:{self.name}"


def _one_spelling(address: str) -> str:
    """Write an address with a small host and without a slash at its end."""
    from httpx2 import URL, InvalidURL  # takes a while; most models have no address

    parts, host = urlsplit(""), ""
    try:
        parts = urlsplit(address)
        _ = parts.port
        host = URL(address).raw_host.decode("ascii")
        host.encode("idna")  # as whoever looks it up does
    except (ValueError, InvalidURL):
        host = ""
    if not host or any(map(str.isspace, parts.netloc)):
        raise ModelError(
            "The address of a language model has a host, and a port up to 65535 or none, such as "
            f"http://localhost:11434/v1. Got {address!r}."
        )
    place = parts.netloc.lower() if parts.netloc.isascii() else parts.netloc
    return f"{parts.scheme}://{place}{parts.path.rstrip('/')}"
