"""Write a typed condition in one unambiguous line."""

from __future__ import annotations

import json
from typing import assert_never

from core.conditions.requests import Request
from core.conditions.types import (
    And,
    Category,
    Condition,
    Date,
    HasColumn,
    Leaf,
    Missing,
    Not,
    Number,
    OnColumns,
    Operation,
    Or,
    Quantity,
    Result,
    Share,
    Size,
    Text,
    Topic,
)


def write_request(request: Request) -> str:
    """Write a request: the operation, if one is meant, then the condition.

    Examples
    --------
    >>> from core.conditions.types import Size, Extent, Quantity, Comparison
    >>> size = Size(Extent.ROWS, Quantity(Comparison.GREATER, 500))
    >>> write_request(Request("", Operation.UNION, size))
    'union: rows > 500'
    """
    condition = "" if request.condition is None else write_condition(request.condition)
    if request.operation is Operation.NONE:
        return condition
    return f"{request.operation}: {condition}" if condition else str(request.operation)


def write_condition(condition: Condition) -> str:
    """Write a condition so that two conditions have one line only if they are equal.

    Examples
    --------
    >>> from core.conditions.types import Text
    >>> write_condition(Not(Text("Kenya", "country")))
    'not ("country" contains "Kenya")'
    """
    if isinstance(condition, And | Or):
        word = " and " if isinstance(condition, And) else " or "
        return word.join(
            f"({write_condition(part)})" if isinstance(part, And | Or) else write_condition(part)
            for part in condition.parts
        )
    if isinstance(condition, Not):
        return f"not ({write_condition(condition.part)})"
    return _leaf(condition)


def write_quantity(quantity: Quantity) -> str:
    """Write a comparison with its numbers.

    Examples
    --------
    >>> from core.conditions.types import Comparison
    >>> write_quantity(Quantity(Comparison.BETWEEN, 0.5, 1e9))
    'between 0.5 and 1000000000'
    """
    numbers = _number(quantity.value)
    if quantity.upper is not None:
        numbers += f" and {_number(quantity.upper)}"
    return f"{quantity.comparison} {numbers}"


def _leaf(condition: Leaf) -> str:  # noqa: PLR0911 - one line for each kind
    match condition:
        case Topic(text):
            return f"topic {_quoted(text)}"
        case Size(extent, quantity):
            return f"{extent} {write_quantity(quantity)}"
        case Category(column, values):
            return f"{_quoted(column)} is {' | '.join(map(_quoted, values))}"
        case Text(text, column):
            return (
                f"{_quoted(column)} contains {_quoted(text)}"
                if column
                else (f"contains {_quoted(text)}")
            )
        case Number(column, quantity, average):
            return f"{'average ' * average}{_quoted(column)} {write_quantity(quantity)}"
        case Date(column, when, first, last):
            until = f" and {last}" if last else ""
            return f"{_quoted(column) if column else 'date'} {when} {first}{until}"
        case Missing(column):
            return f"{_quoted(column)} is missing"
        case HasColumn():
            return _column(condition)
        case OnColumns(operation, columns):
            return f"{operation} on {', '.join(map(_quoted, columns))}"
        case Result(measure, quantity):
            return f"result {measure} {write_quantity(quantity)}"
        case Share(part, quantity):
            return f"share {write_quantity(quantity)} of ({write_condition(part)})"
        case _:
            assert_never(condition)


def _column(condition: HasColumn) -> str:
    words = "column"
    if condition.named:
        words += f" named {_quoted(condition.named)}"
    if condition.about:
        words += f" about {_quoted(condition.about)}"
    return words + (f" of {', '.join(condition.kinds)}" if condition.kinds else "")


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _number(number: float) -> str:
    return str(int(number)) if number == int(number) and abs(number) < 1e16 else repr(number)  # noqa: PLR2004
