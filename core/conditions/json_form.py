"""Typed conditions as JSON and back, every fault named: for addresses, files and models."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields
from enum import StrEnum
from typing import Any, TypeAlias

from core.conditions.errors import ConditionError, require_unicode
from core.conditions.exact_numbers import exact
from core.conditions.requests import Request, Span
from core.conditions.types import (
    And,
    Category,
    Comparison,
    Condition,
    Date,
    Extent,
    HasColumn,
    Kind,
    Measure,
    Missing,
    Not,
    Number,
    OnColumns,
    Operation,
    Or,
    Quantity,
    Result,
    RowCondition,
    Share,
    Size,
    Text,
    Topic,
    When,
    conjuncts,
)

Document: TypeAlias = dict[str, Any]

TYPES: dict[str, type[Any]] = {
    "topic": Topic,
    "size": Size,
    "category": Category,
    "text": Text,
    "number": Number,
    "date": Date,
    "missing": Missing,
    "column": HasColumn,
    "on_columns": OnColumns,
    "result": Result,
    "share": Share,
    "not": Not,
    "and": And,
    "or": Or,
}
"""What a document's ``type`` says, and the type it becomes."""

_NAMES = {kind: name for name, kind in TYPES.items()}
_WORDS: dict[str, type[StrEnum]] = {
    "comparison": Comparison,
    "when": When,
    "extent": Extent,
    "measure": Measure,
    "operation": Operation,
    "kinds": Kind,
}
_LISTS = frozenset({"parts", "values", "columns", "kinds"})
_DEEPEST = 20


def to_document(condition: Condition) -> Document:
    """Turn a condition into what `json` writes.

    Examples
    --------
    >>> to_document(Text("Kenya", "country"))
    {'type': 'text', 'text': 'Kenya', 'column': 'country'}
    """
    document: Document = {"type": _NAMES[type(condition)]}
    for field in fields(condition):
        document[field.name] = _plain(getattr(condition, field.name))
    return document


def from_document(document: object) -> Condition:
    """Turn a document into a condition, believing nothing of it.

    Raises
    ------
    ConditionError
        If a type or a field is unknown, one is missing, or a value cannot be meant.

    Examples
    --------
    >>> from_document({"type": "topic", "text": "coffee"})
    Topic(text='coffee')
    """
    return _condition(document, 0)


def request_document(request: Request) -> Document:
    """Turn a request into what `json` writes."""
    return {
        "text": request.text,
        "operation": str(request.operation),
        "condition": None if request.condition is None else to_document(request.condition),
        "not_understood": [
            {
                "start": span.start,
                "end": span.end,
                "text": span.text,
                "hint": span.hint,
                "kept": span.kept,
                "instead": span.instead,
                "passed": span.passed,
            }
            for span in request.unknown
        ],
        "read": _places(request.read),
        "parts": [
            {"condition": to_document(part), "read": _places(words)}
            for part, words in zip(conjuncts(request.condition), request.of_parts, strict=False)
        ],
    }


def _places(spans: Sequence[Span]) -> list[Document]:
    return [{"start": span.start, "end": span.end, "text": span.text} for span in spans]


def to_line(condition: Condition | None) -> str:
    """Write a condition as one line of JSON, for an address; nothing if there is none."""
    if condition is None:
        return ""
    return json.dumps(to_document(condition), ensure_ascii=False, separators=(",", ":"))


def from_line(line: str) -> Condition | None:
    """Read what `to_line` wrote.

    Raises
    ------
    ConditionError
        If it is no such line.
    """
    if not line:
        return None
    try:
        document = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ConditionError(f"A condition must be a JSON object. Got: {error}.") from None
    return from_document(document)


def _plain(value: Any) -> Any:
    if isinstance(value, Quantity):
        return {
            field.name: _plain(found)
            for field in fields(value)
            if (found := getattr(value, field.name)) is not None
        }
    if isinstance(value, StrEnum):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return to_document(value) if type(value) in _NAMES else value


def _condition(document: object, depth: int) -> Condition:
    if depth > _DEEPEST:
        raise ConditionError(f"Conditions stand in each other at most {_DEEPEST} deep.")
    if not isinstance(document, dict):
        raise ConditionError(f"A condition must be a JSON object. Got {document!r:.60}.")
    name = document.get("type")
    if not isinstance(name, str) or name not in TYPES:
        raise ConditionError(f"A condition's type is one of {', '.join(TYPES)}. Got {name!r:.60}.")
    kind = TYPES[name]
    known = {field.name for field in fields(kind)}
    if kind is HasColumn and "kind" in document:
        document = _with_kinds(document)
    unknown = sorted(map(str, set(document) - known - {"type"}))
    if unknown:
        raise ConditionError(f"A condition {name!r} has no field {unknown[0]!r}.")
    given = {key: _value(key, value, depth) for key, value in document.items() if key != "type"}
    try:
        made: Condition = kind(**given)
    except TypeError:
        raise ConditionError(
            f"A condition {name!r} has the fields {', '.join(sorted(known))}. "
            f"Got {', '.join(sorted(given)) or 'none'}."
        ) from None
    if isinstance(made, Share) and not isinstance(made.part, RowCondition):
        raise ConditionError("A share of the rows takes one condition on rows.")
    return made


def _value(key: str, value: object, depth: int) -> Any:
    if key == "quantity":
        return _quantity(value)
    if key == "part":
        return _condition(value, depth + 1)
    if key in _WORDS and key not in _LISTS:
        return _word(key, value)
    if key == "average":
        if not isinstance(value, bool):
            raise ConditionError(f"average must be true or false. Got {value!r:.60}.")
        return value
    if key in _LISTS:
        if not isinstance(value, list):
            raise ConditionError(f"{key} must be a list. Got {value!r:.60}.")
        return tuple(_one_of_list(key, one, depth) for one in value)
    return _text(key, value)


def _one_of_list(key: str, value: object, depth: int) -> Any:
    if key == "parts":
        return _condition(value, depth + 1)
    return _word(key, value) if key in _WORDS else _text(key, value)


def _with_kinds(document: Document) -> Document:
    """Take the one property that a column could have for the only one: links are kept for long."""
    if "kinds" in document:
        raise ConditionError("A column has either kinds or, in older links, a kind. Got both.")
    one = document["kind"]
    others = {key: value for key, value in document.items() if key != "kind"}
    return others | {"kinds": [] if one is None else [one]}


def _quantity(value: object) -> Quantity:
    if not isinstance(value, dict) or not {"comparison", "value"} <= set(value) <= {
        "comparison",
        "value",
        "upper",
    }:
        raise ConditionError(
            f"A quantity has comparison, value and maybe upper. Got {value!r:.60}."
        )
    numbers = [value["value"], value.get("upper")]
    if any(isinstance(n, bool) or not isinstance(n, int | float | None) for n in numbers) or (
        numbers[0] is None
    ):
        raise ConditionError(f"A quantity's numbers must be numbers. Got {value!r:.60}.")
    try:
        first, upper = (None if number is None else exact(number) for number in numbers)
    except OverflowError:
        raise ConditionError("A number must be finite. Got one of hundreds of digits.") from None
    return Quantity(Comparison(_word("comparison", value["comparison"])), first or 0.0, upper)


def _word(key: str, value: object) -> StrEnum:
    known = {str(word): word for word in _WORDS[key]}
    if not isinstance(value, str) or value not in known:
        raise ConditionError(f"{key} must be one of {', '.join(known)}. Got {value!r:.60}.")
    return known[value]


def _text(key: str, value: object) -> str:
    if not isinstance(value, str):
        raise ConditionError(f"{key} must be a text. Got {value!r:.60}.")
    require_unicode(value)
    return value
