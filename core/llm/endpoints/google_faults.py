"""Errors as Google tells them (``google.rpc.Status``), by whichever protocol they come."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from core.llm.endpoints.faults import Fault, retry_after, texts

_RPC = "type.googleapis.com/google.rpc."
_DURATION = re.compile(r"(\d{1,12}(\.\d{1,9})?)s")
"""Seconds, as JSON of protocol buffers has them."""


def google_fault(status: int, error: Mapping[str, Any], headers: Mapping[str, str]) -> Fault:
    """Take what stands under ``error`` of a body apart.

    Its codes are its status, reasons (``ErrorInfo``) and, where a quota of a day is used up
    (``QuotaFailure``), "PerDay": what such an error says of when to come back is for a minute all
    the same. That time stands in the body (``RetryInfo``) and in no header.

    Examples
    --------
    >>> details = [{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "34s"}]
    >>> error = {"message": "Wait.", "status": "RESOURCE_EXHAUSTED", "details": details}
    >>> google_fault(429, error, {}).retry_after
    35.0
    """
    waits = [
        float(found.group(1)) + (found.group(2) is None)
        for one in _details(error, "RetryInfo")
        if (found := _DURATION.fullmatch(str(one.get("retryDelay"))))
    ]
    asked = retry_after(headers)
    reasons = [one.get("reason") for one in _details(error, "ErrorInfo")]
    daily = ["PerDay"] if any("PerDay" in quota for quota in _quotas(error)) else []
    return Fault(
        status,
        str(error.get("message") or error),
        texts([error.get("status"), *reasons, *daily]),
        retry_after=max(waits, default=None) if asked is None else asked,
    )


def _quotas(error: Mapping[str, Any]) -> Iterator[str]:
    for one in _details(error, "QuotaFailure"):
        violations = one.get("violations")
        for violation in violations if isinstance(violations, list) else []:
            if isinstance(violation, dict):
                yield str(violation.get("quotaId"))


def _details(error: Mapping[str, Any], kind: str) -> Iterator[Mapping[str, Any]]:
    details = error.get("details")
    for one in details if isinstance(details, list) else []:
        if isinstance(one, dict) and one.get("@type") == f"{_RPC}{kind}":
            yield one
