"""Put conditions together that are joined by "and", "or" and "not"."""

from __future__ import annotations

from dataclasses import replace

from core.conditions.types import (
    And,
    Comparison,
    Condition,
    HasColumn,
    Not,
    Number,
    Or,
    Quantity,
    Result,
    Size,
    Text,
    Topic,
)

_TURNED = {
    Comparison.GREATER: Comparison.AT_MOST,
    Comparison.AT_MOST: Comparison.GREATER,
    Comparison.LESS: Comparison.AT_LEAST,
    Comparison.AT_LEAST: Comparison.LESS,
}


def negation(condition: Condition) -> Condition:
    """Negate a condition; what compares a size or an average turns round, twice is none."""
    if isinstance(condition, Number) and not condition.average:
        return Not(condition)
    return opposite(condition)


def opposite(condition: Condition) -> Condition:
    """Negate a condition; what compares cells turns round, too: "neither may be over 9"."""
    if isinstance(condition, Size | Result | Number) and condition.quantity.comparison in _TURNED:
        turned = Quantity(_TURNED[condition.quantity.comparison], condition.quantity.value)
        return replace(condition, quantity=turned)
    return condition.part if isinstance(condition, Not) else Not(condition)


def completed(before: Condition, condition: Condition, *, alternative: bool) -> Condition:
    """Complete a condition by what was said once, of the one before it.

    "A column about rents or about prices" speaks of two columns, "the title includes the word late
    or the word lost" and "the title must contain river and must not contain lake" of one title.

    Parameters
    ----------
    alternative
        Whether they are joined by "or".
    """
    if not alternative:
        said = before.part if isinstance(before, Not) else before
        if isinstance(condition, Not) and isinstance(said, Text):
            return Not(_like(said, condition.part))
        return condition
    return _like(before, condition)


def _like(before: Condition, condition: Condition) -> Condition:
    match before, condition:
        case HasColumn(about=str(about)), Topic(text=text) if about:
            return HasColumn(about=text)
        case Text(column=str(column)), Text(text=text, column="") if column:
            return Text(text, column)
    return condition


def alternatives(parts: list[Condition], bracketed: bool = False) -> Condition:
    """Join by "or"; what is said behind the last of several topics holds of all of them.

    "Tables about figure skating or about speed skating with over 150 rows" have over 150 rows,
    unless the last stands in brackets with what is said behind it.
    """
    *before, last = parts
    if (
        not bracketed
        and isinstance(last, And)
        and isinstance(last.parts[0], Topic)
        and not any(isinstance(part, Topic) for part in last.parts[1:])
        and all(isinstance(part, Topic) for part in before)
    ):
        about = Or((*before, last.parts[0]))
        return And((about, *last.parts[1:]))
    return Or(flat(parts, Or))


def of_one_column(parts: list[Condition]) -> list[Condition]:
    """Give the column that is named last to the words before it, which have none."""
    last = parts[-1]
    if not isinstance(last, Text):
        return parts
    return [Text(one.text, last.column) if isinstance(one, Text) else one for one in parts]


def flat(parts: list[Condition], kind: type[And] | type[Or]) -> tuple[Condition, ...]:
    """Put the parts of parts of one kind beside the others."""
    found: list[Condition] = []
    for part in parts:
        found.extend(part.parts if isinstance(part, kind) else (part,))
    return tuple(found)
