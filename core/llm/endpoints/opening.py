"""Open the endpoint of a language model with the key that it needs."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from core.llm.endpoints.base import Endpoint
from core.llm.errors import MissingKeyError
from core.llm.types import LanguageModel, Provider
from core.settings import Secret, secret

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

_NO_LETTERS = re.compile("[^A-Z0-9]+")


def key_names(model: LanguageModel) -> tuple[str, ...]:
    """Return the names under which a model's key is looked for, the first that is set counts.

    A provider's key is sent to the provider alone: whoever may name an address is not whoever has
    the key. Any other address has names of its own, with its host and port.

    Examples
    --------
    >>> key_names(LanguageModel.named("openai:m@http://localhost:8000/v1"))
    ('OPENAI_API_KEY_AT_LOCALHOST_8000',)
    >>> key_names(LanguageModel.named("openai:m@https://api.openai.com/v1"))
    ('OPENAI_API_KEY_AT_API_OPENAI_COM', 'OPENAI_API_KEY')
    """
    names = KEY_NAMES[model.provider]
    if not model.base_url:
        return names
    address = urlsplit(model.base_url)
    place = _NO_LETTERS.sub("_", address.netloc.upper()).strip("_")
    of_place = tuple(f"{name}_AT_{place}" for name in names)
    is_own = (address.scheme, address.netloc.lower()) == ("https", _OWN_HOSTS[model.provider])
    return (*of_place, *names) if is_own else of_place


def key_of(model: LanguageModel) -> Secret:
    """Return the key for a model; empty where an address of one's own needs none.

    Raises
    ------
    MissingKeyError
        If the provider's own endpoint is asked and no key is set.
    """
    names = key_names(model)
    found = secret(*names)
    if not found and not model.base_url:
        raise MissingKeyError(
            f"{model.full_name} needs a key. Set {' or '.join(names)} in the environment or in "
            ".streamlit/secrets.toml, and start again."
        )
    return found


def open_endpoint(model: LanguageModel, timeout: float) -> Endpoint:
    """Open the endpoint of a model.

    Parameters
    ----------
    timeout
        Seconds without an answer after which a request is given up.

    Raises
    ------
    MissingKeyError
        As `key_of`.
    """
    key = key_of(model)
    if model.provider is Provider.OPENAI:
        from core.llm.endpoints.openai_chat import OpenAIEndpoint

        return OpenAIEndpoint(model.base_url, key, timeout)
    from core.llm.endpoints.gemini import GeminiEndpoint

    return GeminiEndpoint(model.base_url, key or Secret("none"), timeout)
