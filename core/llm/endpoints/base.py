"""What every endpoint takes and gives, and what can go wrong at it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from core.llm.types import Effort

_MOST_TOKENS = 2**31
"""No request has so many; what says so has counted nothing."""


class Trait(StrEnum):
    """What an endpoint may be able to do; remembered once it has said that it is not."""

    STRUCTURED = "structured"
    """Answers as JSON of a schema."""
    NESTED = "nested"
    """Takes a schema with alternatives and lists of objects too."""
    TEMPERATURE = "temperature"
    """Takes a temperature."""
    COMPLETION_LIMIT = "completion limit"
    """Calls the limit of an answer ``max_completion_tokens``; otherwise ``max_tokens``."""


@dataclass(frozen=True)
class Request:
    """One request.

    Parameters
    ----------
    schema
        JSON schema of the answer; None if it is text.
    temperature
        None if the endpoint takes none.
    completion_limit
        Whether the limit has its newer name.
    idempotency_key
        The same for the same question: an endpoint that knows it does not charge twice.
    effort
        An endpoint that does not take it refuses every request: it was asked for by a person.
    """

    model: str
    system: str
    user: str
    schema: Mapping[str, Any] | None
    temperature: float | None
    answer_tokens: int
    completion_limit: bool
    idempotency_key: str
    effort: Effort = Effort.DEFAULT


@dataclass(frozen=True)
class Reply:
    """An answer as it came.

    Parameters
    ----------
    input_tokens, output_tokens
        As the endpoint counted them (`counted`); None if it did not.
    refusal
        Why there is no answer, where the judge or a filter declined.
    cut
        Whether the limit of tokens ended it.
    cached_tokens
        Of the input's, how many the endpoint had in its cache; None if it did not say.
    """

    text: str
    model: str
    input_tokens: int | None
    output_tokens: int | None
    refusal: str = ""
    cut: bool = False
    cached_tokens: int | None = None


def counted(said: object) -> int | None:
    """Take what an endpoint says of how many tokens there were; None where it is no such number.

    Money is reckoned by it: less than none would be given back, and what no file takes lost.

    Examples
    --------
    >>> counted(812), counted(-812), counted(2**63), counted("812")
    (812, None, None, None)
    """
    if isinstance(said, int) and not isinstance(said, bool) and 0 <= said < _MOST_TOKENS:
        return said
    return None


class Endpoint(Protocol):
    """One address that answers for one model."""

    async def ask(self, request: Request) -> Reply:
        """Send a request once.

        Raises
        ------
        TransientError, TraitError, RejectedError, DeclinedError, OverlongError, FatalError
            What is wrong; never with a key in it.
        """

    async def close(self) -> None:
        """Close its connections."""


class AskError(Exception):
    """No answer came; never leaves the package.

    Attributes
    ----------
    attempts
        How often the request had been sent when this came of it.
    seconds
        That the last attempt took.
    """

    attempts = 1
    seconds = 0.0


class TransientError(AskError):
    """Worth another attempt: too many requests, a fault of the server, a broken connection.

    Parameters
    ----------
    retry_after
        Seconds that the endpoint wants us to wait; None if it does not say.
    """

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class UnreadError(TransientError):
    """The request was sent and may be billed, but no answer could be read.

    None came in time, the connection broke meanwhile, or what came is not an answer.
    """


class UnreachableError(TransientError):
    """Nothing answers at the address; it may be about to start, or the address may be wrong."""


class TraitError(AskError):
    """The endpoint does not take something that it was sent."""

    def __init__(self, trait: Trait, message: str) -> None:
        super().__init__(message)
        self.trait = trait


class RejectedError(AskError):
    """The one request is refused, as for its length; others may not be."""


class DeclinedError(AskError):
    """A filter of the endpoint declined the one request, or the answer to it.

    Parameters
    ----------
    billed
        Whether it may be charged for nevertheless.
    """

    def __init__(self, message: str, billed: bool) -> None:
        super().__init__(message)
        self.billed = billed


class OverlongError(AskError):
    """An answer came, and is paid for, that is too long to be read, or may be."""


class FatalError(AskError):
    """No request will be answered: a wrong key, an unknown model, no credit, nothing there."""
