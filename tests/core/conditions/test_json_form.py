from __future__ import annotations

from typing import get_args

import pytest

from core.conditions import (
    Condition,
    ConditionError,
    from_document,
    from_line,
    parse,
    to_document,
    to_line,
    write_condition,
)
from core.conditions.json_form import TYPES

COLUMN = {"type": "column", "about": "rent", "named": ""}


def test_every_kind_of_condition_is_read_back() -> None:
    text = (
        "unionable tables about tea where (price is below 10 or origin is one of Kenya, India) and "
        'at least 80% of rows have harvest after 2015-03 and notes do not contain "old" and '
        "columns between 5 and 9 and a date column and the union has at least 500 rows"
    )
    found = parse(text)
    assert not found.unknown
    assert from_line(to_line(found.condition)) == found.condition


def test_every_type_of_condition_has_a_name() -> None:
    assert set(TYPES.values()) == set(get_args(Condition))


@pytest.mark.parametrize(
    ("document", "fault"),
    [
        ([], "must be a JSON object"),
        ({"type": "regex"}, "type is one of"),
        ({"type": "topic"}, "has the fields text"),
        ({"type": "topic", "text": " "}, "must not be empty"),
        ({"type": "topic", "text": "a", "sql": "DROP"}, "no field 'sql'"),
        ({"type": "topic", "text": 5}, "text must be a text"),
        ({"type": "and", "parts": []}, "at least two"),
        ({"type": "size", "extent": "cells", "quantity": {}}, "extent must be one of"),
        (
            {"type": "size", "extent": "rows", "quantity": {"comparison": ">", "value": True}},
            "must be numbers",
        ),
        (
            {"type": "size", "extent": "rows", "quantity": {"comparison": ">", "value": 1e999}},
            "must be finite",
        ),
        (
            {"type": "size", "extent": "rows", "quantity": {"comparison": ">", "value": 10**400}},
            "must be finite",
        ),
        (
            {
                "type": "share",
                "part": {"type": "topic", "text": "a"},
                "quantity": {"comparison": ">", "value": 0.5},
            },
            "condition on rows",
        ),
        ({"type": "date", "column": "a", "when": "after", "first": "2015-13"}, "ISO 8601"),
        ({**COLUMN, "kinds": "dates"}, "kinds must be a list"),
        ({**COLUMN, "kinds": ["money"]}, "kinds must be one of numbers"),
        ({**COLUMN, "kinds": ["dates", "text"]}, "Got dates and text"),
        ({**COLUMN, "kinds": [], "kind": "dates"}, "Got both"),
        ({**COLUMN, "kind": "money"}, "kinds must be one of numbers"),
        ({"type": "column", "about": "", "named": "", "kinds": []}, "or a property"),
    ],
)
def test_what_cannot_be_meant_is_refused(document: object, fault: str) -> None:
    with pytest.raises(ConditionError, match=fault):
        from_document(document)


@pytest.mark.parametrize(
    ("kind", "kinds"), [(None, []), ("dates", ["dates"]), ("unique", ["unique"])]
)
def test_a_link_from_when_a_column_had_one_property_is_read(
    kind: str | None, kinds: list[str]
) -> None:
    document = {"type": "column", "about": "rent", "named": ""}
    assert to_document(from_document({**document, "kind": kind})) == {**document, "kinds": kinds}


def test_properties_are_put_in_order_and_stand_once() -> None:
    document = {"type": "column", "about": "", "named": "", "kinds": ["complete", "text", "text"]}
    made = from_document(document)
    assert to_document(made)["kinds"] == ["text", "complete"]
    assert write_condition(made) == "column of text, complete"


def test_nesting_without_end_is_refused() -> None:
    document: dict[str, object] = to_document(parse("tables that mention tea").condition)  # type: ignore[arg-type]
    for _ in range(30):
        document = {"type": "not", "part": document}
    with pytest.raises(ConditionError, match="20 deep"):
        from_document(document)


@pytest.mark.parametrize(
    ("quantity", "part", "told"),
    [
        ({"comparison": "between", "value": 0.5, "upper": 70}, {}, "from 0 to 1. Got 70"),
        ({"comparison": ">", "value": 0.5}, {"average": True}, "of an average"),
    ],
)
def test_a_share_is_one_of_rows(quantity, part, told) -> None:
    number = {"type": "number", "column": "a", "quantity": {"comparison": ">", "value": 5}, **part}
    with pytest.raises(ConditionError, match=told):
        from_document({"type": "share", "part": number, "quantity": quantity})
