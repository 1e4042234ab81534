"""Put conditions together that are joined by "and", "or" and "not"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from lark import Token

from core.conditions.alike import TURNED
from core.conditions.reading.nodes import Node, every_token
from core.conditions.types import (
    And,
    Category,
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
from core.conditions.words.kind_sets import ALSO

_WORDS_ANYWHERE = {"contains_text", "contains_each", "contains_both"}
_ONE_TABLE = re.compile(
    r"\b(?:an?|any|one|each|every|the|which|what) (?:\w+ )?(?:table|data ?set|file|sheet)\b|"
    r"\b(?:some|any)thing\b",
    re.IGNORECASE,
)
_SEVERAL_TABLES = re.compile(r"\b(?:tables|data ?sets|files|sheets|data)\b", re.IGNORECASE)
"""What may have the second of two verbs: "tables whose notes contain A and mention B"."""


def negation(condition: Condition) -> Condition:
    """Negate a condition; what compares a size or an average turns round, twice is none."""
    if isinstance(condition, Number) and not condition.average:
        return Not(condition)
    return opposite(condition)


def opposite(condition: Condition) -> Condition:
    """Negate a condition; what compares cells turns round, too: "neither may be over 9"."""
    if isinstance(condition, Size | Result | Number) and condition.quantity.comparison in TURNED:
        turned = Quantity(TURNED[condition.quantity.comparison], condition.quantity.value)
        return replace(condition, quantity=turned)
    return condition.part if isinstance(condition, Not) else Not(condition)


def completed(
    before: Condition, condition: Condition, *, alternative: bool, goes_on: bool = False
) -> Condition:
    """Complete a condition by what was said once, of the one before it.

    "A column about rents or about prices" speaks of two columns, "the title includes the word late
    or the word lost" and "the title must contain river and must not contain lake" of one title.

    Parameters
    ----------
    alternative
        Whether they are joined by "or".
    goes_on
        Whether the second has a verb like the first's, and no subject: "and contains lake".
    """
    if not alternative:
        said = before.part if isinstance(before, Not) else before
        if isinstance(condition, Not) and isinstance(said, Text):
            return Not(_like(said, condition.part))
        return _of_column(column_of_words(before), condition) if goes_on else condition
    return _like(before, condition)


def column_of_words(condition: Condition) -> str:
    """Name the one column that words are looked for in, or not; empty if there is none."""
    said = condition.part if isinstance(condition, Not) else condition
    parts = said.parts if isinstance(said, And | Or) else (said,)
    columns = {part.column if isinstance(part, Text) else "" for part in parts}
    return columns.pop() if len(columns) == 1 else ""


def is_verb_again(
    said: Condition, before: Node, between: Sequence[Node | Token], part: Node
) -> bool:
    """Whether a verb follows as the column before has it: "contains A and contains B".

    "A title contains A and tables mention B" has two subjects, and so has "contains A and mention".
    """
    linking = {str(token.type) for one in between for token in every_token(one)}
    first = next(every_token(part))
    verbs = [token for token in every_token(before) if str(token.type) == "CONTAINS"]
    anywhere = part.data in _WORDS_ANYWHERE and str(first.type) == "CONTAINS"
    if not (anywhere and verbs and linking in ({"AND"}, ALSO)):
        return False
    return bool(column_of_words(said)) and _is_singular(first) == _is_singular(verbs[0])


def may_be_of_tables(part: Node, before: str) -> bool:
    """Whether tables that are named before may be what a verb is said of."""
    tables = _ONE_TABLE if _is_singular(next(every_token(part))) else _SEVERAL_TABLES
    return tables.search(before) is not None


def _is_singular(verb: Token) -> bool:
    """Whether a verb is of one thing: "mentions", unlike "mention" and "must mention"."""
    return verb.split()[0].lower().endswith("s")


def _of_column(column: str, condition: Condition) -> Condition:
    """Look for words in a column instead of anywhere."""
    match condition:
        case Text(text=text, column="") if column:
            return Text(text, column)
        case And(parts=parts):
            return And(tuple(_of_column(column, part) for part in parts))
        case Or(parts=parts):
            return Or(tuple(_of_column(column, part) for part in parts))
    return condition


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


def of_one_column(parts: list[Condition], *, whole: bool = False) -> list[Condition]:
    """Give the column that is named last to the words before it, which have none.

    Parameters
    ----------
    whole
        Whether it is said of whole values: "the value Rural or Urban appears in setting".
    """
    last = parts[-1]
    if whole and isinstance(last, Text | Category):
        words = [one for part in parts for one in _said_words(part)]
        return [Category(last.column, tuple(words))]
    if not isinstance(last, Text):
        return parts
    return [Text(one.text, last.column) if isinstance(one, Text) else one for one in parts]


def _said_words(part: Condition) -> tuple[str, ...]:
    """Give the words that cells have or contain."""
    if isinstance(part, Category):
        return part.values
    return (part.text,) if isinstance(part, Text) else ()


def flat(parts: list[Condition], kind: type[And] | type[Or]) -> tuple[Condition, ...]:
    """Put the parts of parts of one kind beside the others."""
    found: list[Condition] = []
    for part in parts:
        found.extend(part.parts if isinstance(part, kind) else (part,))
    return tuple(found)
