"""Put names, values and numbers of a text together as the parts of a condition."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise

from core.conditions.tagging.likely_parts import (
    NOT,
    QUOTES,
    LikelyName,
    LikelyNumber,
    LikelyPart,
    ranges,
)
from core.conditions.tagging.lines import Role
from core.conditions.tagging.words import Word
from core.conditions.types import (
    And,
    Category,
    Comparison,
    Condition,
    Date,
    Extent,
    HasColumn,
    Measure,
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
    leaves,
)

_WHEN = {
    "<": When.BEFORE,
    ">": When.AFTER,
    ">=": When.SINCE,
    "<=": When.UNTIL,
    "=": When.IN,
    "between": When.BETWEEN,
}
_LAST = 10_000
"""The place of what has no words of its own."""
_KINDS = re.compile(
    r"\b(?:numeric(?:al)?|unique(?:ness)?|distinct|duplicat\w+|repeat\w*|twice|missing|blanks?|gaps?|"
    r"nulls?|empty|complete(?:ly)?|filled|holes?)\b",
    re.IGNORECASE,
)
_KINDS_OF_COLUMNS = re.compile(
    r"\b(?:numbers?|integers?|digits|dates?|timestamps?|texts?|textual|strings?|bool(?:ean)?s?|"
    r"(?:yes|true)(?:/|-or-|-)(?:no|false)|flags?)\b",
    re.IGNORECASE,
)
"""What may ask for a property of columns, alone or beside a column: no label tells of it."""
_COLUMN = re.compile(r"\b(?:columns?|cols?|fields?|attributes?|variables?|one)\b", re.IGNORECASE)
_OR = re.compile(
    r"\bor\b(?! (?:more|less|fewer|higher|greater|over|above|below|under|later|earlier|longer|"
    r"newer|older|lower|better|so|after|before|larger|smaller|beyond|up|thereabouts)\b(?! than))",
    re.IGNORECASE,
)
_STROKES = {"/", "|"}
_OR_OF_NUMBERS = re.compile(r"\bor\b(?! \w+ ?(?:,|and\b|but\b))", re.IGNORECASE)
"""Between two numbers: "below 5 or above 9", but "5 or more and 9 or less"."""
_OR_IN_LIST = re.compile(rf"{_OR.pattern}|/|\|", re.IGNORECASE)
_NO_MORE_THAN_LINKING = re.compile(r"[\s,;/&|]*(?:(?:and|or|the|a|an|either|both)[\s,]*)*", re.I)
_LINKING = re.compile(r"[,;/&]|\b(?:and|but|or|yet|to|nor)\b", re.IGNORECASE)
_COLUMNS = re.compile(
    r"(?:cols|columns|fields|attributes|variables|features)\b|-col|wide", re.IGNORECASE
)
_STOPS = re.compile(r"[,;.:!?–—]|\b(?:but|either|just|only|in any case)\b", re.IGNORECASE)


class UnclearError(Exception):
    """The labels don't say how the parts belong together."""


@dataclass(frozen=True)
class SecondReading:
    """A condition, and where its parts stand."""

    operation: Operation
    condition: Condition | None
    places: tuple[tuple[tuple[int, int], ...], ...]
    """Of each conjunct the stretches of the text that it was made of."""


@dataclass(frozen=True)
class _Placed:
    """A part of a condition, and the words it was made of."""

    condition: Condition
    parts: tuple[LikelyPart, ...]

    @property
    def first(self) -> int:
        return min((part.first for part in self.parts), default=_LAST)

    @property
    def last(self) -> int:
        return max((part.last for part in self.parts), default=_LAST)


@dataclass
class Assembly:
    """The parts of one text, and what was made of them so far.

    Parameters
    ----------
    parts
        As `core.conditions.tagging.likely_parts.likely_parts` cuts the text.
    """

    text: str
    words: Sequence[Word]
    parts: Sequence[LikelyPart]
    made: list[_Placed] = field(default_factory=list)

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
        self._take_dates(first)
        self._make(operation)
        self._take_kinds(first)
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
            tuple(self._extent(part) for one in group for part in one.parts) for group in groups
        )
        if len(groups) == 1 and isinstance(condition, And):
            places = tuple(tuple(self._extent(part) for part in one.parts) for one in groups[0])
        return SecondReading(operation, condition, places)

    def _keep_quotations(self) -> None:
        """Refuse a reading that takes a part of what stands in quotation marks, or none of it."""
        names = {(part.first, part.last) for part in self.parts if isinstance(part, LikelyName)}
        for quoted, run in groupby(range(len(self.words)), lambda i: self.words[i].quoted):
            places = [i for i in run if self.words[i].text not in QUOTES]
            if quoted and places and (places[0], places[-1] + 1) not in names:
                raise UnclearError

    def _extent(self, part: LikelyPart) -> tuple[int, int]:
        return self.words[part.first].start, self.words[part.last - 1].end

    def _between(self, one: int, other: int) -> str:
        """Give the text between two words: behind the first, up to the second."""
        start = self.words[one - 1].end if one else 0
        end = self.words[other].start if other < len(self.words) else len(self.text)
        return self.text[start:end]

    def _make(self, operation: Operation) -> None:
        names = [part for part in self.parts if isinstance(part, LikelyName)]
        numbers = [part for part in self.parts if isinstance(part, LikelyNumber)]
        shares = [part for part in numbers if part.of == "share"]
        self._simple(names, operation)
        self._sizes([one for one in numbers if one.of not in {"share", "cells", "average"}])
        self._compared()
        self._pairs(Role.CATEGORY, Role.VALUE)
        self._pairs(Role.TEXTS, Role.PHRASE)
        if shares:
            self._share(shares)

    def _simple(self, names: Sequence[LikelyName], operation: Operation) -> None:
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
                self.made.append(_Placed(Not(made) if name.refused else made, (name,)))
        keys = tuple(name for name in names if name.role is Role.KEY)
        if keys:
            on = OnColumns(operation, tuple(dict.fromkeys(key.text for key in keys)))
            self.made.append(_Placed(on, keys))

    def _take_dates(self, first: Condition | None) -> None:
        """Take a date that is said of no column from the first reading: no label tells that."""
        named = any(
            isinstance(part, LikelyName) and part.role in {Role.NUMBERS, Role.DATES}
            for part in self.parts
        )
        dates = [leaf for leaf in leaves(first) if isinstance(leaf, Date) and not leaf.column]
        said = [
            part for part in self.parts if isinstance(part, LikelyNumber) and part.of == "cells"
        ]
        if named or len(dates) != 1 or not said:
            return
        ends = [end for part in said if part.moments is not None for end in part.moments]
        if {dates[0].first, dates[0].last} - {""} != set(ends):
            raise UnclearError
        self.made.append(_Placed(dates[0], tuple(said)))
        self.parts = [part for part in self.parts if part not in said]

    def _sizes(self, numbers: Sequence[LikelyNumber]) -> None:
        for ends in ranges(numbers):
            quantity, refused = _quantity(ends)
            of = ends[0].of
            if of == Extent.COLUMNS and not _COLUMNS.search(self.text):
                raise UnclearError  # "a column with values over 5"
            made: Condition = (
                Result(Measure(of.removeprefix("result ")), quantity)
                if of.startswith("result ")
                else Size(Extent(of), quantity)
            )
            self.made.append(_Placed(Not(made) if refused else made, ends))

    def _compared(self) -> None:
        """Put names of columns and the numbers or dates that they are compared with together."""
        row = [
            part
            for part in self.parts
            if (isinstance(part, LikelyName) and part.role in {Role.NUMBERS, Role.DATES})
            or (isinstance(part, LikelyNumber) and part.of in {"cells", "average"})
        ]
        for names, numbers in self._paired(row):
            each = list(ranges(numbers))
            made = [self._comparison(name, ends) for name in names for ends in each]
            joined: Condition = made[0]
            if len(made) > 1:
                several: list[LikelyPart] = (
                    [*names] if len(names) > 1 else [ends[0] for ends in each]
                )
                between = [self._between(one.last, two.first) for one, two in pairwise(several)]
                if not all(map(_LINKING.search, between)):
                    raise UnclearError  # "above 90 blah 12"
                either = any(map(_OR_OF_NUMBERS.search, between))
                joined = Or(tuple(made)) if either else And(tuple(made))
            self.made.append(_Placed(joined, (*names, *numbers)))

    def _paired(
        self, row: Sequence[LikelyPart]
    ) -> Iterator[tuple[list[LikelyName], list[LikelyNumber]]]:
        """Give names with what stands behind them, or before where that comes first."""
        runs = [
            (is_name, list(run))
            for is_name, run in groupby(row, lambda part: isinstance(part, LikelyName))
        ]
        if len(runs) % 2:
            raise UnclearError
        names_first = runs[0][0] if runs else True
        for (_, one), (_, two) in zip(runs[::2], runs[1::2], strict=True):
            names, others = (one, two) if names_first else (two, one)
            if len(names) > 1 and not all(
                _NO_MORE_THAN_LINKING.fullmatch(self._between(a.last, b.first))
                for a, b in pairwise(names)
            ):
                raise UnclearError
            yield names, others  # type: ignore[misc]

    def _comparison(self, name: LikelyName, ends: tuple[LikelyNumber, ...]) -> Condition:
        if name.role is Role.NUMBERS:
            quantity, refused = _quantity(ends)
            number = Number(name.text, quantity, average=ends[0].of == "average")
            return Not(number) if refused else number
        comparison = ends[0].comparison
        moments = [end.moments for end in ends]
        if any(one is None for one in moments) or ends[0].of == "average":
            raise UnclearError
        (first, until), *others = [one for one in moments if one is not None]
        when = _WHEN.get(comparison.removeprefix(NOT))
        if when is None:
            raise UnclearError
        date: Condition
        if when is When.BETWEEN:
            date = Date(name.text, when, first, others[-1][1] if others else until)
        elif first != until and when is When.IN:
            date = Date(name.text, When.BETWEEN, first, until)
        else:
            date = Date(name.text, when, first if when in {When.BEFORE, When.SINCE} else until)
        return Not(date) if comparison.startswith(NOT) else date

    def _pairs(self, column: Role, value: Role) -> None:
        """Put columns and the values or phrases that are asked of them together."""
        row = [
            part
            for part in self.parts
            if isinstance(part, LikelyName) and part.role in {column, value}
        ]
        runs = [(role, list(run)) for role, run in groupby(row, lambda part: part.role)]
        place = 0
        while place < len(runs):
            role, some = runs[place]
            following = runs[place + 1] if place + 1 < len(runs) else None
            if role is column and len(some) == 1 and following is not None:
                self._valued(some[0], following[1])
                place += 2
            elif role is value and following is not None and place + 2 >= len(runs):
                if len(following[1]) > 1:
                    raise UnclearError
                self._valued(following[1][0], some)
                place += 2
            elif role is value and value is Role.PHRASE:
                self._valued(None, some)
                place += 1
            else:
                raise UnclearError

    def _valued(self, column: LikelyName | None, values: Sequence[LikelyName]) -> None:
        name = column.text if column is not None else ""
        named = () if column is None else (column,)
        if any(_KINDS.fullmatch(one.text) for one in values):
            raise UnclearError  # "is not empty"
        for refused, run in groupby(values, lambda one: one.refused):
            some = list(run)
            texts = tuple(dict.fromkeys(one.text for one in some))
            either = len(some) > 1 and any(
                _OR_IN_LIST.search(self._between(one.last, two.first))
                for one, two in pairwise(some)
            )
            made: Condition
            if values[0].role is Role.VALUE:
                made = Category(name, texts)
            elif len(texts) == 1:
                made = Text(texts[0], name)
            else:
                every = tuple(Text(one, name) for one in texts)
                made = Or(every) if either or refused else And(every)
            self.made.append(_Placed(Not(made) if refused else made, (*named, *some)))

    def _share(self, shares: Sequence[LikelyNumber]) -> None:
        """Put a share of the rows and what is asked of them together: what stands next to it."""
        ends, *others = ranges(shares)
        quantity, refused = _quantity(ends)
        of_rows = [
            one
            for one in self.made
            if isinstance(one.condition, RowCondition)
            and not (isinstance(one.condition, Number) and one.condition.average)
        ]
        behind = [one for one in of_rows if one.first >= ends[-1].last]
        found = min(behind or of_rows, key=lambda one: abs(one.first - ends[-1].last), default=None)
        if others or found is None or refused or len(behind) > 1:
            raise UnclearError
        self.made.remove(found)
        share = Share(found.condition, quantity)  # type: ignore[arg-type]
        self.made.append(_Placed(share, (*ends, *found.parts)))

    def _take_kinds(self, first: Condition | None) -> None:
        """Take what the first reading says of kinds of columns, as no label tells of it."""
        outside = list(self.text)
        for part in self.parts:
            start, end = self._extent(part)
            outside[start:end] = " " * (end - start)
        left = "".join(outside)
        of_columns = _KINDS_OF_COLUMNS.search(left) and _COLUMN.search(left)
        if not (_KINDS.search(left) or of_columns):
            return
        of_kinds = [
            leaf for leaf in leaves(first) if isinstance(leaf, HasColumn) and leaf.kind is not None
        ]
        if not of_kinds:
            raise UnclearError
        has_columns = any(
            isinstance(leaf, HasColumn) for one in self.made for leaf in leaves(one.condition)
        )
        for leaf in of_kinds:
            if not (leaf.about or leaf.named):
                if has_columns:
                    raise UnclearError
                self.made.append(_Placed(leaf, ()))
                continue
            beside = [
                i
                for i, one in enumerate(self.made)
                if isinstance(one.condition, HasColumn)
                and (leaf.about or leaf.named) in {one.condition.about, one.condition.named}
            ]
            if len(beside) != 1:
                raise UnclearError
            self.made[beside[0]] = replace(self.made[beside[0]], condition=leaf)

    def _groups(self) -> Iterator[list[_Placed]]:
        """Give the parts of which one is enough together, in their order."""
        group: list[_Placed] = []
        for one in self.made:
            if group and self._is_alternative(group[-1], one):
                group.append(one)
                continue
            if group:
                yield group
            group = [one]
        if group:
            yield group

    def _is_alternative(self, one: _Placed, other: _Placed) -> bool:
        if one.last > other.first or not other.parts:
            return False
        if isinstance(one.condition, Not) and isinstance(other.condition, Not):
            return False
        between = self._between(one.last, other.first)
        alike = type(one.condition) is type(other.condition)
        return _OR.search(between) is not None or (alike and between.strip() in _STROKES)

    def _grouped(self, group: Sequence[_Placed]) -> Condition:
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
                if not _STOPS.search(self._between(one.last, two.first)):
                    raise UnclearError
        return Or(tuple(one.condition for one in group))


def _quantity(ends: tuple[LikelyNumber, ...]) -> tuple[Quantity, bool]:
    """Give a comparison, and whether it is refused."""
    comparison, refused = ends[0].comparison.removeprefix(NOT), ends[0].comparison.startswith(NOT)
    values = [end.value for end in ends if end.value is not None]
    if len(values) < len(ends):
        raise UnclearError
    return Quantity(Comparison(comparison), *values), refused
