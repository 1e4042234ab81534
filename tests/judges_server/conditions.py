"""What the server makes of a condition in words: right for a few sentences, wrong on purpose."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.judges_server.rewriting import rewriting_answer

_REQUEST = re.compile(r"<request>\n(.*)\n</request>")

Document = dict[str, Any]


def _number(column: str, comparison: str, value: float) -> Document:
    quantity = {"comparison": comparison, "value": value, "upper": None}
    return {"type": "number", "column": column, "quantity": quantity, "average": False}


_GRADE = _number("Avg. Grade", ">", 90)
_ROWS = {
    "type": "size",
    "extent": "rows",
    "quantity": {"comparison": ">", "value": 500, "upper": None},
}

SENTENCES: dict[str, Document] = {
    "union material, marks beyond 90, five hundred lines exceeded": {
        "operation": "union",
        "condition": {"type": "and", "parts": [_GRADE, _ROWS]},
        "not_understood": [],
    },
    "tables on coffee, nicely formatted": {
        "operation": "none",
        "condition": {"type": "topic", "text": "coffee"},
        "not_understood": ["nicely  Formatted"],
    },
}
"""Sentences with the answer that is right for them, worked out by hand."""


def is_request(user: str) -> bool:
    """Whether something else than a verdict is asked for."""
    return _REQUEST.search(user) is not None


def request_in(user: str) -> Document:
    """The words and the columns that stand in a question."""
    found = _REQUEST.search(user)
    assert found is not None
    document = json.loads(found.group(1))
    assert isinstance(document, dict)
    return document


def answer_to(behaviour: str, user: str) -> str:
    """Answer a request as the model's name says."""
    request = request_in(user)
    if "text" in request:
        return _condition(behaviour, request["text"])
    return rewriting_answer(behaviour, request)


def _condition(behaviour: str, text: str) -> str:
    """Read a condition; a sentence that is not known is not understood."""
    answer = SENTENCES.get(
        text,
        {"operation": "none", "condition": None, "not_understood": [text]},
    )
    return json.dumps(_WRONG.get(behaviour, lambda right: right)(dict(answer)))


_WRONG = {
    "wrong-type": lambda right: {**right, "condition": {"type": "regex", "text": ".*"}},
    "wrong-value": lambda right: {**right, "condition": {**_ROWS, "extent": "cells"}},
    "more-fields": lambda right: {**right, "sql": "DROP TABLE lakes"},
    "fewer-fields": lambda right: {"condition": right["condition"]},
    "wrong-operation": lambda right: {**right, "operation": "delete"},
    "wrong-words": lambda right: {**right, "not_understood": ["words that nobody said"]},
    "forgetful": lambda right: {**right, "condition": None, "not_understood": []},
    "inventive": lambda right: {**right, "condition": _number("rating", ">=", 4.5)},
}
"""What a model of a name does to the right answer."""
