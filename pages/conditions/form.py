"""A form for one typed condition, made from its fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from core.conditions import (
    Comparison,
    Condition,
    ConditionError,
    Extent,
    Kind,
    Measure,
    Operation,
    When,
    from_document,
    to_document,
)
from core.conditions.exact_numbers import exact, is_beyond_doubles

_CHOICES: dict[str, tuple[str, ...]] = {
    "comparison": tuple(map(str, Comparison)),
    "when": tuple(map(str, When)),
    "extent": tuple(map(str, Extent)),
    "measure": tuple(map(str, Measure)),
    "operation": (str(Operation.UNION), str(Operation.JOIN)),
}
_BETWEEN = str(Comparison.BETWEEN)
_SECOND = ("upper", "last")
"""Fields that only a "between" has."""

_LABELS = {
    "text": "Words",
    "column": "Column",
    "values": "One of",
    "columns": "Columns",
    "about": "Column about",
    "named": "Column named",
    "kinds": "Properties",
    "extent": "Number of",
    "comparison": "Comparison",
    "value": "Number",
    "upper": "and (of a “between”)",
    "average": "Average of the column",
    "when": "Comparison",
    "first": "Date (2015, 2015-03 or 2015-03-01)",
    "last": "and (of a “between”)",
    "measure": "Of the result",
    "operation": "Operation",
}


def condition_form(condition: Condition, name: str) -> None:
    """Draw a widget for each field of a condition, those inside it included."""
    _draw(to_document(condition), name)


def read_form(condition: Condition, name: str) -> Condition:
    """Read what the form of a condition says now.

    Raises
    ------
    ConditionError
        If it cannot be meant.
    """
    return from_document(_read(to_document(condition), name))


def _draw(document: Mapping[str, Any], name: str) -> None:
    kind = document.get("type")
    if kind in {"and", "or", "not"}:
        st.caption({"and": "All of", "or": "Any of", "not": "Not"}[kind])
    for field, value in document.items():
        key = f"{name} {field}"
        if field == "type" or (field in _SECOND and not _is_between(document, name)):
            continue
        if isinstance(value, dict):
            _draw({**value, "upper": value.get("upper")} if field == "quantity" else value, key)
        elif field == "parts":
            for place, part in enumerate(value):
                _draw(part, f"{key} {place}")
        else:
            _widget(field, value, key)


def _is_between(document: Mapping[str, Any], name: str) -> bool:
    """Whether a comparison takes two values: the one that is chosen in the form, once it is."""
    field = "when" if "when" in document else "comparison"
    return bool(st.session_state.get(f"{name} {field}", document[field]) == _BETWEEN)


def _second(key: str) -> Any:
    """Return the second value of a "between".

    Raises
    ------
    ConditionError
        If it has not been asked for yet: a form tells what is chosen in it when it is applied.
    """
    if key not in st.session_state:
        raise ConditionError(f"{_BETWEEN!r} takes two values: the second stands in the form now.")
    return st.session_state[key]


def _widget(field: str, value: Any, key: str) -> None:
    label = _LABELS[field]
    if field in _CHOICES:
        options = _CHOICES[field]
        st.selectbox(label, options, options.index(str(value or "")), key=key)
    elif isinstance(value, bool):
        st.checkbox(label, value, key=key)
    elif field == "kinds":
        st.multiselect(label, tuple(map(str, Kind)), value, key=key)
    elif isinstance(value, list):
        st.multiselect(label, value, value, key=key, accept_new_options=True)
    elif is_beyond_doubles(value):
        st.text_input(label, str(value), key=key)  # a browser's numbers are doubles
    elif isinstance(value, int | float) or value is None:
        # Written as it was said: 100000, not 100000.00.
        number = None if value is None else float(value)
        st.number_input(label, value=number, step=1.0, format="%g", key=key)
    else:
        st.text_input(label, value, key=key)


def _read(document: Mapping[str, Any], name: str) -> dict[str, Any]:
    read: dict[str, Any] = {}
    for field, value in document.items():
        key = f"{name} {field}"
        if field == "type":
            read[field] = value
        elif field == "quantity":
            read[field] = _quantity(key)
        elif isinstance(value, dict):
            read[field] = _read(value, key)
        elif field == "parts":
            read[field] = [_read(part, f"{key} {place}") for place, part in enumerate(value)]
        elif field in _SECOND:
            read[field] = _second(key) if _is_between(document, name) else ""
        else:
            read[field] = st.session_state[key]
    return read


def _quantity(key: str) -> dict[str, Any]:
    read = {
        "comparison": st.session_state[f"{key} comparison"],
        "value": _exact(st.session_state[f"{key} value"]),
    }
    if read["comparison"] == Comparison.BETWEEN:
        read["upper"] = _exact(_second(f"{key} upper"))
    return read


def _exact(typed: Any) -> Any:
    try:
        return exact(typed) if isinstance(typed, str) else typed
    except ValueError:
        return typed  # which is refused with the whole condition
