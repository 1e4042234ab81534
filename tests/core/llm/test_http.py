"""What statuses and headers of endpoints mean, and how models are named: without a server."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import httpx2
import pytest

from core.llm import LanguageModel, ModelError
from core.llm.endpoints.base import (
    DeclinedError,
    FatalError,
    RejectedError,
    Trait,
    TraitError,
    TransientError,
    UnreachableError,
    UnreadError,
)
from core.llm.endpoints.faults import Fault, problem, retry_after
from core.llm.endpoints.http import broken


@pytest.mark.parametrize(
    ("name", "url", "why"),
    [
        ("rule:matcher", "", "named openai:MODEL or gemini:MODEL"),
        ("openai:", "", "a name without blanks"),
        ("openai:x", "ftp://here", "begins with http"),
        ("openai:x", "http://me:secret@localhost/v1", "no user, password or query"),
    ],
)
def test_what_is_no_language_model_is_refused(name: str, url: str, why: str) -> None:
    with pytest.raises(ModelError, match=why):
        LanguageModel.named(name, url)


@pytest.mark.parametrize(
    ("status", "said", "kind"),
    [
        (408, "", TransientError),
        (429, "slow down", TransientError),
        (503, "overloaded", TransientError),
        (529, "overloaded", TransientError),
        (429, "insufficient_quota", FatalError),
        (401, "", FatalError),
        (403, "", FatalError),
        (404, "no such model", FatalError),
        (400, "API key not valid. Please pass a valid API key.", FatalError),
        (400, "'max_tokens' is too large: your request exceeds the context", RejectedError),
        (413, "too large", RejectedError),
        (200, "not JSON", UnreadError),
        (302, "", TransientError),
    ],
)
def test_each_status_means_one_thing(status: int, said: str, kind: type[Exception]) -> None:
    assert type(problem(Fault(status, said))) is kind


@pytest.mark.parametrize(
    ("status", "said", "billed"),
    [
        (
            403,
            'Your chosen model requires moderation and your input was flagged for "violence". No '
            "credits were charged. 403",
            False,
        ),
        (403, "Output blocked content_policy_violation", False),
        (
            400,
            "The response was filtered due to the prompt triggering Azure OpenAI's content "
            "management policy. Please modify your prompt and retry. content_filter prompt",
            True,
        ),
        (
            400,
            "Invalid prompt: your prompt was flagged as potentially violating our usage policy. "
            "invalid_prompt",
            True,
        ),
    ],
)
def test_a_filter_declines_one_request_and_not_the_key(
    status: int, said: str, billed: bool
) -> None:
    """As OpenRouter, Azure and OpenAI say it; a 400 of Azure's filter is billed."""
    found = problem(Fault(status, said))
    assert isinstance(found, DeclinedError)
    assert found.billed is billed


@pytest.mark.parametrize(
    "said",
    [
        "Country, region, or territory not supported",
        "Your account was flagged for abuse. Contact support.",
        "You have insufficient permissions. Missing scopes: model.moderation.request",
    ],
)
def test_what_is_forbidden_for_every_request_ends_the_judge(said: str) -> None:
    assert isinstance(problem(Fault(403, said)), FatalError)


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (httpx2.ReadTimeout("late"), UnreadError),
        (httpx2.ReadError("reset"), UnreadError),
        (httpx2.RemoteProtocolError("cut"), UnreadError),
        (httpx2.ConnectTimeout("late"), UnreachableError),
        (httpx2.PoolTimeout("late"), TransientError),
        (httpx2.WriteError("reset"), TransientError),
        (httpx2.ConnectError("refused"), UnreachableError),
        (httpx2.LocalProtocolError("Illegal header value b'Bearer sk-1'"), FatalError),
        (httpx2.UnsupportedProtocol("no scheme"), FatalError),
    ],
)
def test_what_was_sent_may_be_billed_and_what_was_not_is_not(
    error: Exception, kind: type[Exception]
) -> None:
    assert type(broken(error)) is kind
    assert "sk-1" not in str(broken(error))


@pytest.mark.parametrize(
    ("said", "trait"),
    [
        ("Invalid parameter: 'response_format' of type 'json_schema'", Trait.STRUCTURED),
        ("The schema produces a constraint that has too many states", Trait.STRUCTURED),
        ("Schema exceeds the nesting that is allowed", Trait.STRUCTURED),
        ("Unsupported value: 'temperature' does not support 0.1", Trait.TEMPERATURE),
        ("'max_tokens' is not supported with this model", Trait.COMPLETION_LIMIT),
    ],
)
def test_a_refused_parameter_is_recognised(said: str, trait: Trait) -> None:
    found = problem(Fault(400, said))
    assert isinstance(found, TraitError) and found.trait is trait


def test_a_date_to_come_back_is_seconds_from_now() -> None:
    later = datetime.now(UTC) + timedelta(seconds=100)
    found = retry_after({"retry-after": format_datetime(later, usegmt=True)})
    assert found is not None and 0 <= found <= 100
    assert retry_after({"retry-after": "Thu, 01 Jan 2020 00:00:00 GMT"}) == 0.0
    assert retry_after({"retry-after": "inf"}) is None


@pytest.mark.parametrize("off", [-300, 0, 300], ids="{} s".format)
def test_a_date_to_come_back_is_by_the_clock_of_who_says_it(off: int) -> None:
    there = datetime.now(UTC) + timedelta(seconds=off)
    later = format_datetime(there + timedelta(seconds=2), usegmt=True)
    headers = {"date": format_datetime(there, usegmt=True), "retry-after": later}
    assert retry_after(headers) == 2.0


@pytest.mark.parametrize("date", ["soon", "", "Thu, 01 Jan 2026 00:00:00 -0000"])
def test_a_response_dated_by_no_clock_is_dated_by_ours(date: str) -> None:
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=100), usegmt=True)
    found = retry_after({"date": date, "retry-after": later})
    assert found is not None and 0 <= found <= 100
