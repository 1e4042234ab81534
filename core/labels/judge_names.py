"""Names of judges, ``PROVIDER:MODEL``: no person votes by one, whether or not that judge has."""

from __future__ import annotations

from enum import StrEnum


class Provider(StrEnum):
    """Where a judge is asked, with which its name begins."""

    OPENAI = "openai"
    """Any endpoint that speaks OpenAI's chat completions."""
    GEMINI = "gemini"
    RULE = "rule"
    """In this process: no model of language, no network, no key."""


def provider_in(name: str) -> Provider | None:
    """Return where a judge of a name would be asked; None if it is no judge's.

    Examples
    --------
    >>> provider_in("rule:matcher"), provider_in("OpenAI: m")
    (<Provider.RULE: 'rule'>, <Provider.OPENAI: 'openai'>)
    >>> provider_in("ann: lab 2"), provider_in("rule:")
    (None, None)
    """
    provider, _, model = name.partition(":")
    known = provider.strip().casefold()
    return Provider(known) if known in list(Provider) and model.strip() else None
