"""What an error of an endpoint means: by the codes in its body, by words where it has none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from enum import Enum, auto
from math import isfinite

from core.llm.endpoints.base import (
    AskError,
    DeclinedError,
    FatalError,
    RejectedError,
    Trait,
    TraitError,
    TransientError,
    UnreadError,
)

_TOLD = 300
_LIMITED, _FORBIDDEN = 429, 403
_TRANSIENT = frozenset({408, 409, 425, _LIMITED})
_FATAL = frozenset({401, 402, _FORBIDDEN, 404})
_REDIRECTED, _CLIENT, _SERVER = 300, 400, 500


@dataclass(frozen=True)
class Fault:
    """An error as the protocol of an endpoint tells it.

    Parameters
    ----------
    status
        Of HTTP.
    said
        In its words.
    codes
        What it calls the error, in any of the places that a protocol has for that.
    param
        The parameter that it is about; empty if none is named.
    retry_after
        Seconds that it wants us to wait; None if it does not say.
    """

    status: int
    said: str
    codes: frozenset[str] = frozenset()
    param: str = ""
    retry_after: float | None = None


class _Means(Enum):
    LATER = auto()
    """The same request may be answered soon."""
    NEVER = auto()
    """No request will be answered."""
    TOO_LONG = auto()
    """This request will not be answered."""
    DECLINED = auto()
    """A filter stopped this request."""
    UNSUPPORTED = auto()
    """It takes no such parameter."""


_MEANINGS: Mapping[tuple[int, str], _Means] = {
    # OpenAI, and who speaks as it does
    (429, "insufficient_quota"): _Means.NEVER,
    (429, "rate_limit_exceeded"): _Means.LATER,
    (400, "context_length_exceeded"): _Means.TOO_LONG,
    (400, "unsupported_parameter"): _Means.UNSUPPORTED,
    (400, "unsupported_value"): _Means.UNSUPPORTED,
    (400, "invalid_prompt"): _Means.DECLINED,
    (400, "content_filter"): _Means.DECLINED,
    (400, "content_policy_violation"): _Means.DECLINED,
    (403, "content_policy_violation"): _Means.DECLINED,
    # Moonshot
    (429, "exceeded_current_quota_error"): _Means.NEVER,
    # Google: reasons and names of quotas by which a status says more than one thing
    (400, "API_KEY_INVALID"): _Means.NEVER,
    (400, "FAILED_PRECONDITION"): _Means.NEVER,  # the place that is asked from, or no billing there
    (429, "PerDay"): _Means.NEVER,
    (429, "RESOURCE_EXHAUSTED"): _Means.LATER,
}
"""What a code means with a status. Of several codes that which comes first here counts."""

_PARAMETERS = {
    "temperature": Trait.TEMPERATURE,
    "max_tokens": Trait.COMPLETION_LIMIT,
    "max_completion_tokens": Trait.COMPLETION_LIMIT,
    "response_format": Trait.STRUCTURED,
}

# Words count where no code of the table is there, as at servers that speak a protocol in part.
_BAD_KEY = re.compile(r"api.?key (not|is not|is in)", re.I)
_NO_CREDIT = re.compile(r"insufficient_quota|credit balance", re.I)
_TOO_LONG = re.compile(r"context.{0,10}(length|window)|too (large|long)|exceeds", re.I)
_FILTERING = frozenset({400, _FORBIDDEN, 422})
_FILTERED = re.compile(
    r"\b(input|prompt|output|content|request|response|message|text)\b.{0,40}"
    r"\b(flagged|filtered|moderated)\b|content.(filter|policy|management policy)",
    re.I,
)
"""Of OpenRouter (403, which it does not charge), Azure (400, which it may) and OpenAI (400)."""
_TRAITS = (
    (
        Trait.STRUCTURED,
        re.compile(r"response_format|json_schema|response_?schema|structured|\bschema\b", re.I),
    ),
    (Trait.COMPLETION_LIMIT, re.compile(r"max_(completion_)?tokens|max_output_tokens", re.I)),
    (Trait.TEMPERATURE, re.compile(r"temperature", re.I)),
)


_THINKING = re.compile(r"reasoning.?effort|thinking.?(level|budget|config|mode)", re.I)
"""Of an effort that a model does not take."""


def problem(fault: Fault) -> AskError:
    """Say what a response that is no answer means.

    Examples
    --------
    >>> problem(Fault(429, "See your plan and billing.", frozenset({"rate_limit_exceeded"})))
    TransientError('HTTP 429: See your plan and billing.')
    >>> problem(Fault(429, "See your plan and billing.", frozenset({"insufficient_quota"})))
    FatalError('HTTP 429: See your plan and billing.')
    """
    told = f"HTTP {fault.status}: {shortened(fault.said)}"
    by_code = _by_code(fault, told)
    return _by_words(fault, told) if by_code is None else by_code


def _by_code(fault: Fault, told: str) -> AskError | None:
    """Say what the codes of a fault mean; none if they are not known."""
    for (status, code), means in _MEANINGS.items():
        if status != fault.status or code not in fault.codes:
            continue
        match means:
            case _Means.LATER:
                return TransientError(told, fault.retry_after)
            case _Means.NEVER:
                return FatalError(told)
            case _Means.TOO_LONG:
                return RejectedError(told)
            case _Means.DECLINED:
                return DeclinedError(told, billed=status != _FORBIDDEN)
            case _Means.UNSUPPORTED if fault.param in _PARAMETERS:
                return TraitError(_PARAMETERS[fault.param], told)
    return None


def _by_words(fault: Fault, told: str) -> AskError:
    status, said = fault.status, fault.said
    if status == _LIMITED and _NO_CREDIT.search(said):
        return FatalError(told)
    if status in _TRANSIENT or status >= _SERVER:
        return TransientError(told, fault.retry_after)
    if status < _CLIENT:
        return unread() if status < _REDIRECTED else TransientError(told)
    if status in _FILTERING and _FILTERED.search(said):
        return DeclinedError(told, billed=status != _FORBIDDEN)
    if status in _FATAL or _BAD_KEY.search(said):
        return FatalError(told)
    return _rejected(said, told)


def _rejected(said: str, told: str) -> TraitError | RejectedError | FatalError:
    # A schema may be too large too; a request without one is none the longer.
    is_long = _TOO_LONG.search(said) is not None
    for trait, words in _TRAITS:
        if words.search(said) and (trait is Trait.STRUCTURED or not is_long):
            return TraitError(trait, told)
    return FatalError(told) if _THINKING.search(said) else RejectedError(told)


def unread(said: str = "") -> UnreadError:
    """Say that what came, with a status of success, is no answer; in its words, if it has any."""
    why = f": {shortened(said)}" if said else ""
    return UnreadError(f"The response is not the JSON of an answer{why or '.'}")


def broken_off(finish: str, said: str = "") -> UnreadError:
    """Say that an answer ended before its end: what is left of it may read like a verdict.

    Parameters
    ----------
    finish
        How the endpoint calls the end.
    said
        In its words, where it says more.
    """
    why = f": {shortened(said)}" if said else ""
    return UnreadError(f"The answer broke off at the endpoint ({shortened(finish)!r}{why}).")


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Read how many seconds to wait: ``retry-after-ms``, or ``retry-after`` as number or date.

    A date is that of the clock which the response is dated by, if it is: ours may be off.

    Examples
    --------
    >>> retry_after({"retry-after": "2"}), retry_after({"retry-after-ms": "1500"})
    (2.0, 1.5)
    >>> retry_after({"retry-after": "soon"}) is None
    True
    """
    for name, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        said = headers.get(name, "").strip()
        if not said:
            continue
        try:
            seconds = float(said) / unit
        except ValueError:
            try:
                seconds = (parsedate_to_datetime(said) - _sent_at(headers)).total_seconds()
            except (ValueError, TypeError):
                continue
        if isfinite(seconds):
            return max(0.0, seconds)
    return None


def _sent_at(headers: Mapping[str, str]) -> datetime:
    try:
        dated = parsedate_to_datetime(headers.get("date", ""))
    except ValueError:
        return datetime.now(UTC)
    return dated if dated.tzinfo else datetime.now(UTC)


def texts(values: Iterable[object]) -> frozenset[str]:
    """Return those of some values of a body that are texts with something in them."""
    return frozenset(value for value in values if isinstance(value, str) and value)


def shortened(text: str) -> str:
    """Give a text of another's on one line of at most 300 characters."""
    flat = " ".join(text.split())
    return flat if len(flat) <= _TOLD else f"{flat[:_TOLD]}…"
