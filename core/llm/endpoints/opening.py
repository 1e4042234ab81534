"""Open the endpoint of a language model with the key that it needs."""

from __future__ import annotations

import re
from ipaddress import AddressValueError, IPv4Address
from urllib.parse import urlsplit

from core.llm.endpoints.base import Endpoint
from core.llm.errors import MissingKeyError, UnusableKeyError
from core.llm.types import LanguageModel, Provider, is_loopback
from core.settings import Secret, proxy_for, secret

KEY_NAMES = {
    Provider.OPENAI: ("OPENAI_API_KEY",),
    Provider.GEMINI: ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
}
"""Where the key of a provider may stand, in the environment or in secrets.toml."""

_OWN_HOSTS = {
    Provider.OPENAI: "api.openai.com",
    Provider.GEMINI: "generativelanguage.googleapis.com",
}
"""Where a provider answers itself."""

_ACCOUNT = {"OPENAI_ORG_ID": "OpenAI-Organization", "OPENAI_PROJECT_ID": "OpenAI-Project"}
"""Where the environment says on which account of OpenAI's a request is, and how that is told."""

_NO_KEY = "none"
"""What an endpoint without keys is sent in place of one."""

_SENDABLE = re.compile("[ -~]*")
"""What a header of HTTP may hold, but for tabs and characters that servers read differently."""

_LABEL = "[a-z0-9]+(?:-+[a-z0-9]+)*"
_PLACE = re.compile(rf"(?P<host>{_LABEL}(?:\.{_LABEL})*)(?::(?P<port>[0-9]+))?")
_NO_LETTERS = re.compile("[^A-Z0-9]+")


def key_names(model: LanguageModel) -> tuple[str, ...]:
    """Return the names under which a model's key is looked for, the first that is set counts.

    A provider's key is sent to the provider alone: whoever may name an address is not whoever has
    the key. Each address, the provider's too, has names of its own, with its host and port, and no
    two have one: a dot is ``_`` in it, a hyphen ``__``, and a name without a port is that of https,
    but for addresses of this machine. An address whose host has other signs has none, and no key.

    Examples
    --------
    >>> key_names(LanguageModel.named("openai:m@http://localhost:8000/v1"))
    ('OPENAI_API_KEY_AT_LOCALHOST_8000',)
    >>> key_names(LanguageModel.named("openai:m@https://my-llm.example.org/v1"))
    ('OPENAI_API_KEY_AT_MY__LLM_EXAMPLE_ORG',)
    >>> key_names(LanguageModel.named("openai:m@http://llm.example.org/v1"))
    ('OPENAI_API_KEY_AT_LLM_EXAMPLE_ORG_80',)
    >>> key_names(LanguageModel.named("openai:m"))
    ('OPENAI_API_KEY_AT_API_OPENAI_COM', 'OPENAI_API_KEY')
    """
    names = KEY_NAMES[model.provider]
    address = urlsplit(model.base_url or f"https://{_OWN_HOSTS[model.provider]}")
    place = _place_of(address.scheme, address.netloc)
    of_place = tuple(f"{name}_AT_{place}" for name in names if place)
    return (*of_place, *names) if _is_own(model) else of_place


def _is_own(model: LanguageModel) -> bool:
    """Whether the provider itself is asked, and nobody can listen."""
    address = urlsplit(model.base_url)
    own = ("https", _OWN_HOSTS[model.provider])
    return not model.base_url or (address.scheme, address.netloc.lower()) == own


def _place_of(scheme: str, netloc: str) -> str:
    """Return what stands for a host and port in the name of a key; empty if nothing can."""
    found = _PLACE.fullmatch(netloc.lower()) if netloc.isascii() else None
    if found is None:
        return ""
    host, port = found["host"], found["port"]
    ip = _ip(host)
    if ip is None and host.rpartition(".")[2].isdigit():
        return ""  # its last number would look like a port
    if port is None and scheme == "http" and host != "localhost" and not (ip and ip.is_loopback):
        port = "80"
    place = host.replace("-", "__").replace(".", "_").upper()
    return f"{place}_{port}" if port else place


def _ip(host: str) -> IPv4Address | None:
    try:
        return IPv4Address(host)
    except AddressValueError:
        return None


def key_of(model: LanguageModel) -> Secret:
    """Return the key for a model; empty where an address of one's own needs none.

    Raises
    ------
    MissingKeyError
        If the provider's own endpoint is asked and no key is set, or if the one that is set may be
        that of an address that is written alike.
    UnusableKeyError
        If the key that is set can stand in no request.
    """
    names = key_names(model)
    found = _sendable(*names)
    if found:
        return found
    told = " or ".join(names)
    if not model.base_url:
        usual = " or ".join(KEY_NAMES[model.provider])
        raise MissingKeyError(
            f"{model.full_name} needs a key. Set {usual} in the environment or in "
            ".streamlit/secrets.toml, and start again."
        )
    alike = next((name for name in _names_alike(model) if secret(name)), "")
    if alike:
        way_out = (
            f"Set that of this address as {told} in the environment or in .streamlit/secrets.toml"
            if told
            else "Give this one a host of letters, digits, dots and hyphens for one"
        )
        raise MissingKeyError(
            f"A key is sent to one address. Got {model.base_url} for {model.full_name}, and a key "
            f"{alike}, which may be that of another host, or not to be sent without encryption. "
            f"{way_out}, and start again."
        )
    return found


def _sendable(*names: str) -> Secret:
    """Return the first secret of some names that is set; raises as `key_of`."""
    found = secret(*names)
    if _SENDABLE.fullmatch(found.reveal()):
        return found
    name = next(name for name in names if secret(name).reveal() == found.reveal())
    # Sent, it would come back in the words of whatever refuses it, and not as it is written here.
    raise UnusableKeyError(
        f"{name} is sent with each request, and a request takes letters, digits and signs of ASCII "
        "in one line. What is set has others, such as a line end or a curly quote; correct it in "
        "the environment or in .streamlit/secrets.toml, and start again."
    )


def _names_alike(model: LanguageModel) -> tuple[str, ...]:
    """Return what a key is named if all that is no letter or digit is the same.

    So it was until a key of one host could be sent to another: whoever set it then reads its name.
    """
    place = _NO_LETTERS.sub("_", urlsplit(model.base_url).netloc.upper()).strip("_")
    return tuple(f"{name}_AT_{place}" for name in KEY_NAMES[model.provider])


def open_endpoint(model: LanguageModel, timeout: float) -> Endpoint:
    """Open the endpoint of a model.

    Parameters
    ----------
    timeout
        Seconds without an answer after which a request is given up.

    Raises
    ------
    MissingKeyError, UnusableKeyError
        As `key_of`.
    ProxyError
        If nothing can be asked through the proxy that the environment names for it.
    """
    from core.llm.endpoints.http import client

    key, proxy = key_of(model).reveal() or _NO_KEY, _proxy(model)
    if model.provider is Provider.OPENAI:
        from core.llm.endpoints.openai_chat import OpenAIEndpoint

        headers = {"Authorization": f"Bearer {key}", **_account(model)}
        return OpenAIEndpoint(model.base_url, client(timeout, headers, proxy))
    from core.llm.endpoints.gemini import GeminiEndpoint

    http = client(timeout, {"x-goog-api-key": key}, proxy)
    return GeminiEndpoint(model.base_url, http, timeout)


def _proxy(model: LanguageModel) -> Secret:
    """Return the proxy through which a model is asked; empty if it is asked directly.

    Only what is encrypted up to its endpoint goes through one, which could read the key otherwise.
    """
    address = urlsplit(model.base_url or f"https://{_OWN_HOSTS[model.provider]}")
    if address.scheme != "https" or is_loopback(model.base_url):
        return Secret("")
    return proxy_for(address.netloc)


def _account(model: LanguageModel) -> dict[str, str]:
    """Return the headers that name the account, which are for the provider alone."""
    found = {header: _sendable(name) for name, header in _ACCOUNT.items() if _is_own(model)}
    return {header: one.reveal() for header, one in found.items() if one}
