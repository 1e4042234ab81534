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

_NO_LETTERS = re.compile("[^A-Z0-9]+")


def key_names(model: LanguageModel) -> tuple[str, ...]:
    """Return the names under which a model's key is looked for, the first that is set counts.

    An address of one's own has names of its own, with its host and port, which go first: so that
    a panel at several addresses has a key for each.

    Examples
    --------
    >>> key_names(LanguageModel.named("openai:m@http://localhost:8000/v1"))
    ('OPENAI_API_KEY_AT_LOCALHOST_8000', 'OPENAI_API_KEY')
    """
    names = KEY_NAMES[model.provider]
    place = _NO_LETTERS.sub("_", urlsplit(model.base_url).netloc.upper()).strip("_")
    return (*(f"{name}_AT_{place}" for name in names if place), *names)


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
