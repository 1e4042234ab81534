"""Put names, values and numbers of a text together as the parts of a condition."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from core.conditions.tagging.compared_parts import compared, quantity_of, sizes
from core.conditions.tagging.likely_parts import (
    QUOTES,
    LikelyName,
    LikelyNumber,
    LikelyPart,
    ranges,
)
from core.conditions.tagging.lines import Role
from core.conditions.tagging.named_parts import named, valued
from core.conditions.tagging.placed import OR, Placed, UnclearError, Wording
from core.conditions.tagging.taken_over import date_of_no_column, most_of_rows, with_kinds
from core.conditions.types import (
    And,
    Condition,
    Not,
    Number,
    Operation,
    Or,
    Quantity,
    RowCondition,
    Share,
)

_STROKES = {"/", "|"}
_STOPS = re.compile(r"[,;.:!?–—]|\b(?:but|either|just|only|in any case)\b", re.IGNORECASE)


@dataclass(frozen=True)
class SecondReading:
    """A condition, and where its parts stand."""

    operation: Operation
    condition: Condition | None
    places: tuple[tuple[tuple[int, int], ...], ...]
    """Of each conjunct the stretches of the text that it was made of."""


@dataclass
class Assembly:
    """The parts of one text, and what was made of them so far.

    Parameters
    ----------
    parts
        As `core.conditions.tagging.likely_parts.likely_parts` cuts the text.
    """

    wording: Wording
    parts: Sequence[LikelyPart]
    made: list[Placed] = field(default_factory=list)

    def reading(self, operation: Operation, first: Condition | None) -> SecondReading | None:
        """Put all parts together; none if there are none and no operation is asked for.

        Raises
        ------
        UnclearError
            If the parts could belong together in several ways.
        ConditionError
            If a part cannot be meant.
        """
        self._keep_quotations()
        dated = date_of_no_column(self.parts, first)
        if dated is not None:
            self.made.append(dated)
            self.parts = [part for part in self.parts if part not in dated.parts]
        self._make(operation)
        most = most_of_rows(self.wording, first)
        if most is not None:
            self._of_rows(*most, ())
        self.made = with_kinds(self.wording, self.parts, self.made, first)
        self.made = list({one.condition: one for one in reversed(self.made)}.values())
        self.made.sort(key=lambda one: one.first)
        if not self.made and operation is Operation.NONE:
            return None
        groups = list(self._groups())
        conditions = [self._grouped(group) for group in groups]
        condition = None
        if conditions:
            condition = conditions[0] if len(conditions) == 1 else And(tuple(conditions))
        places = tuple(
            tuple(self.wording.extent(part) for one in group for part in one.parts)
            for group in groups
        )
        if len(groups) == 1 and isinstance(condition, And):
            places = tuple(
                tuple(self.wording.extent(part) for part in one.parts) for one in groups[0]
            )
        return SecondReading(operation, condition, places)

    def _keep_quotations(self) -> None:
        """Refuse a reading that takes a part of what stands in quotation marks, or none of it."""
        words = self.wording.words
        names = {(part.first, part.last) for part in self.parts if isinstance(part, LikelyName)}
        for quoted, run in groupby(range(len(words)), lambda i: words[i].quoted):
            places = [i for i in run if words[i].text not in QUOTES]
            if quoted and places and (places[0], places[-1] + 1) not in names:
                raise UnclearError

    def _make(self, operation: Operation) -> None:
        names = [part for part in self.parts if isinstance(part, LikelyName)]
        numbers = [part for part in self.parts if isinstance(part, LikelyNumber)]
        shares = [part for part in numbers if part.of == "share"]
        counted = [one for one in numbers if one.of not in {"share", "cells", "average"}]
        self.made.extend(named(names, operation))
        self.made.extend(sizes(self.wording, counted))
        self.made.extend(compared(self.wording, self.parts))
        self.made.extend(valued(self.wording, self.parts, Role.CATEGORY, Role.VALUE))
        self.made.extend(valued(self.wording, self.parts, Role.TEXTS, Role.PHRASE))
        if shares:
            self._share(shares)

    def _share(self, shares: Sequence[LikelyNumber]) -> None:
        ends, *others = ranges(shares)
        quantity, refused = quantity_of(ends)
        if others or refused:
            raise UnclearError
        self._of_rows(quantity, ends[-1].last, ends)

    def _of_rows(self, share: Quantity, last: int, said: tuple[LikelyPart, ...]) -> None:
        """Put a share of the rows and what is asked of them together: what stands next to it."""
        of_rows = [
            one
            for one in self.made
            if isinstance(one.condition, RowCondition)
            and not (isinstance(one.condition, Number) and one.condition.average)
        ]
        behind = [one for one in of_rows if one.first >= last]
        found = min(behind or of_rows, key=lambda one: abs(one.first - last), default=None)
        if found is None or len(behind) > 1:
            raise UnclearError
        self.made.remove(found)
        condition = Share(found.condition, share)  # type: ignore[arg-type]
        self.made.append(Placed(condition, (*said, *found.parts)))

    def _groups(self) -> Iterator[list[Placed]]:
        """Give the parts of which one is enough together, in their order."""
        group: list[Placed] = []
        for one in self.made:
            if group and self._is_alternative(group[-1], one):
                group.append(one)
                continue
            if group:
                yield group
            group = [one]
        if group:
            yield group

    def _is_alternative(self, one: Placed, other: Placed) -> bool:
        if one.last > other.first or not other.parts:
            return False
        if isinstance(one.condition, Not) and isinstance(other.condition, Not):
            return False
        between = self.wording.between(one.last, other.first)
        alike = type(one.condition) is type(other.condition)
        return OR.search(between) is not None or (alike and between.strip() in _STROKES)

    def _grouped(self, group: Sequence[Placed]) -> Condition:
        if len(group) == 1:
            return group[0].condition
        kinds = {type(one.condition) for one in group}
        place = self.made.index(group[0])
        before = self.made[place - 1] if place else None
        behind = self.made[place + len(group)] if place + len(group) < len(self.made) else None
        if len(kinds) > 1:
            for one, two in ((before, group[0]), (group[-1], behind)):
                if one is None or two is None or not two.parts:
                    continue
                if not _STOPS.search(self.wording.between(one.last, two.first)):
                    raise UnclearError
        return Or(tuple(one.condition for one in group))
