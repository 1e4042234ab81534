"""The one JSON object that a model was asked for, out of what it wrote."""

from __future__ import annotations

import json
import re
from typing import Any

from core.llm.questions import MAX_ANSWER, Given

# What models that think aloud put before their answer.
_THOUGHTS = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
_FENCE = re.compile(r"\A```(?:json)?\s*\n(.*)\n```\Z", re.DOTALL)


class UnusableError(Exception):
    """An answer is not what was asked for; never leaves the package that asked."""


def one_object(given: Given) -> dict[str, Any]:
    r"""Read an answer that is one JSON object and nothing else.

    A code fence around all of it, and thoughts before it, are taken away.

    Raises
    ------
    UnusableError
        If it is none; says what is the matter.

    Examples
    --------
    >>> one_object(Given('```json\n{"a": 1}\n```', "", False, "m", None, None, 0.1))
    {'a': 1}
    """
    if given.refusal:
        raise UnusableError(f"The model declined: {given.refusal[:300]}")
    if len(given.text) > MAX_ANSWER:
        raise UnusableError(f"Its answer is longer than {MAX_ANSWER:,} characters.")
    answer = _THOUGHTS.sub("", given.text).strip()
    fenced = _FENCE.match(answer)
    try:
        document = json.loads(fenced.group(1) if fenced else answer)
    except (ValueError, RecursionError):
        cut = " It was cut at the limit of its tokens." if given.cut else ""
        raise UnusableError(f"Its answer is not one JSON object.{cut}") from None
    if not isinstance(document, dict):
        raise UnusableError("Its answer is not one JSON object.")
    try:
        json.dumps(document, ensure_ascii=False).encode()
    except UnicodeEncodeError:  # half of a pair, which neither file nor screen takes
        raise UnusableError("Its answer has characters that are none.") from None
    return document
