"""Open the endpoint of a judge with the key that it needs."""

from __future__ import annotations

from core.judges.endpoints.base import Endpoint
from core.judges.errors import JudgeError, MissingKeyError
from core.judges.types import Judge, Provider
from core.settings import Secret, Settings, secret

KEY_NAMES = {
    Provider.OPENAI: ("OPENAI_API_KEY",),
    Provider.GEMINI: ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
}
MISSING_KEY = (
    "The judge {} needs a key. Set {} in the environment or in .streamlit/secrets.toml, "
    "and start again."
)


def key_of(judge: Judge) -> Secret:
    """Return the key of a judge's provider; empty where an address of one's own needs none.

    Raises
    ------
    MissingKeyError
        If the provider's own endpoint is asked and no key is set.
    """
    names = KEY_NAMES.get(judge.provider, ())
    found = secret(*names)
    if not found and names and not judge.base_url:
        raise MissingKeyError(MISSING_KEY.format(judge.voter, " or ".join(names)))
    return found


def open_endpoint(judge: Judge, settings: Settings) -> Endpoint:
    """Open the endpoint of a judge that is a language model.

    Raises
    ------
    MissingKeyError
        As `key_of`.
    JudgeError
        If the judge is a rule.
    """
    timeout = float(settings.judge_timeout_seconds)
    if judge.provider is Provider.OPENAI:
        from core.judges.endpoints.openai_chat import OpenAIEndpoint

        return OpenAIEndpoint(judge.base_url, key_of(judge), timeout)
    if judge.provider is Provider.GEMINI:
        from core.judges.endpoints.gemini import GeminiEndpoint

        return GeminiEndpoint(judge.base_url, key_of(judge) or Secret("none"), timeout)
    raise JudgeError(f"A rule has no endpoint. Got {judge.voter!r}.")
