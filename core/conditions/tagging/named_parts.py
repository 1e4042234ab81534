"""Put the names of a text together with the values and phrases that are asked of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from core.conditions.tagging.likely_parts import (
    LikelyName,
    LikelyPart,
)
from core.conditions.tagging.lines import Role
from core.conditions.tagging.placed import OR, Placed, UnclearError, Wording
from core.conditions.tagging.taken_over import KINDS
from core.conditions.types import (
    And,
    Category,
    Condition,
    HasColumn,
    Not,
    OnColumns,
    Operation,
    Or,
    Text,
    Topic,
)

_OR_IN_LIST = re.compile(rf"{OR.pattern}|/|\|", re.IGNORECASE)


def named(names: Sequence[LikelyName], operation: Operation) -> Iterator[Placed]:
    """Give what names say by themselves: topics, columns, and keys of the operation."""
    for name in names:
        made: Condition | None = None
        if name.role is Role.TOPIC:
            if not any(map(str.isalpha, name.text)):
                raise UnclearError
            made = Topic(name.text)
        elif name.role is Role.ABOUT:
            made = HasColumn(about=name.text)
        elif name.role is Role.NAMED:
            made = HasColumn(named=name.text)
        if made is not None:
            yield Placed(Not(made) if name.refused else made, (name,))
    keys = tuple(name for name in names if name.role is Role.KEY)
    if keys:
        on = OnColumns(operation, tuple(dict.fromkeys(key.text for key in keys)))
        yield Placed(on, keys)


def valued(
    wording: Wording, parts: Sequence[LikelyPart], column: Role, value: Role
) -> Iterator[Placed]:
    """Put columns and the values or phrases that are asked of them together."""
    row = [part for part in parts if isinstance(part, LikelyName) and part.role in {column, value}]
    runs = [(role, list(run)) for role, run in groupby(row, lambda part: part.role)]
    place = 0
    while place < len(runs):
        role, some = runs[place]
        following = runs[place + 1] if place + 1 < len(runs) else None
        if role is column and len(some) == 1 and following is not None:
            yield from _with_values(wording, some[0], following[1])
            place += 2
        elif role is value and following is not None and place + 2 >= len(runs):
            if len(following[1]) > 1:
                raise UnclearError
            yield from _with_values(wording, following[1][0], some)
            place += 2
        elif role is value and value is Role.PHRASE:
            yield from _with_values(wording, None, some)
            place += 1
        else:
            raise UnclearError


def _with_values(
    wording: Wording, column: LikelyName | None, values: Sequence[LikelyName]
) -> Iterator[Placed]:
    name = column.text if column is not None else ""
    of_column = () if column is None else (column,)
    if any(KINDS.fullmatch(one.text) for one in values):
        raise UnclearError  # "is not empty"
    for refused, run in groupby(values, lambda one: one.refused):
        some = list(run)
        texts = tuple(dict.fromkeys(one.text for one in some))
        either = len(some) > 1 and any(
            _OR_IN_LIST.search(wording.between(one.last, two.first)) for one, two in pairwise(some)
        )
        made: Condition
        if values[0].role is Role.VALUE:
            made = Category(name, texts)
        elif len(texts) == 1:
            made = Text(texts[0], name)
        else:
            every = tuple(Text(one, name) for one in texts)
            made = Or(every) if either or refused else And(every)
        yield Placed(Not(made) if refused else made, (*of_column, *some))
