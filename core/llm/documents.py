"""The one JSON object that a model was asked for, out of what it wrote."""

from __future__ import annotations

import json
from typing import Any

from core.llm.questions import MAX_ANSWER, Given

_THOUGHTS, _END = "<think>", "</think>"
"""What models that think aloud put around what they think, before their answer."""
_FENCE = "```"
OBJECT = ("{", _FENCE)
"""How an answer begins that is one JSON object."""


class UnusableError(Exception):
    """An answer is not what was asked for; never leaves the package that asked."""


class NoObjectError(Exception):
    """A text is not one JSON object: a sentence of it but for its subject and its full stop."""


def one_object(given: Given) -> dict[str, Any]:
    r"""Read an answer that is one JSON object and nothing else; as `object_in`.

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
    try:
        return object_in(given.text)
    except NoObjectError as error:
        cut = " It was cut at the limit of its tokens." if given.cut else ""
        raise UnusableError(f"Its answer {error}.{cut}") from None


def object_in(text: str) -> dict[str, Any]:
    """Read a text that is one JSON object and nothing else.

    A code fence around all of it, and thoughts before it, are taken away.

    Raises
    ------
    NoObjectError
        If it is none, names something twice, as of two verdicts, or has what neither a file nor a
        screen takes; says what is the matter.
    """
    if len(text) > MAX_ANSWER:
        raise NoObjectError(f"is longer than {MAX_ANSWER:,} characters")
    answer = _without_fence(without_thoughts(text))
    try:
        document = json.loads(answer, object_pairs_hook=_named_once)
        json.dumps(document, ensure_ascii=False).encode()
    except UnicodeEncodeError:  # half of a pair; before ValueError, which it is too
        raise NoObjectError("has characters that are none") from None
    except (ValueError, RecursionError):
        raise NoObjectError("is not one JSON object") from None
    if not isinstance(document, dict):
        raise NoObjectError("is not one JSON object")
    return document


def without_thoughts(text: str, begins: tuple[str, ...] = OBJECT) -> str:
    """Take away what a model thought aloud before its answer, and blanks around that.

    Where the question ends with the sign that thoughts begin, as templates of DeepSeek-R1 and Qwen3
    have it, the model writes only the one that they end.

    Parameters
    ----------
    begins
        How an answer begins, in capitals; in one that does so that sign is text like any other.

    Examples
    --------
    >>> without_thoughts("<think>Cities?</think> Yes ")
    'Yes'
    >>> without_thoughts("Cities? </think> Yes ")
    'Yes'
    >>> without_thoughts("Yes, for a cell says </think> No ", ("YES", "NO"))
    'Yes, for a cell says </think> No'
    """
    answer = text.strip()
    if answer.startswith(_THOUGHTS) or not answer.upper().startswith(begins):
        _, end, behind = answer.partition(_END)
        answer = behind.strip() if end else answer
    return answer


def _without_fence(answer: str) -> str:
    """Take away a code fence around all of an answer; no regex, which would try each line end."""
    if not answer.startswith(_FENCE) or not answer.endswith(f"\n{_FENCE}"):
        return answer
    fenced = answer[len(_FENCE) : -len(_FENCE) - 1]
    language, line_end, body = fenced.partition("\n")
    return body if line_end and language.strip() in ("", "json") else answer


def _named_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document: dict[str, Any] = {}
    for name, value in pairs:
        if name in document:
            raise NoObjectError(f"names {name[:40]!r} twice")
        document[name] = value
    return document
