"""Cut query tables, positives and negatives out of a source (nlctables, section 4.2, step 2)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from core.benchmarks.making.checking import holds, mentions, number_in
from core.benchmarks.making.types import Asked, Kind, MadeQuery, Piece, Recipe, Source
from core.conditions.counting.predicates import folded

UNION = (
    *("union/table/topic", "union/table/size", "union/column/category", "union/column/string"),
    *("union/column/numerical", "union/column/date", "union/mixed/intersect", "union/mixed/inner"),
)
JOIN = (
    *("join/table/topic", "join/table/size", "join/column/topic", "join/column/property"),
    *("join/mixed/intersect", "join/mixed/inner"),
)
_LEAST_GOOD = 6
_TRIES = 20

Name = Callable[[], str]
"""Gives the next table's name."""


@dataclass(frozen=True)
class Cut:
    """A query and the pieces that were cut for it, their labels not yet checked."""

    query: MadeQuery
    positives: tuple[Piece, ...]
    negatives: tuple[Piece, ...]


class Cutter:
    """Cuts one source.

    Parameters
    ----------
    place
        The source's number.
    """

    def __init__(self, place: int, source: Source, recipe: Recipe, dice: random.Random) -> None:
        self._place = place
        self._source = source
        self._recipe = recipe
        self._dice = dice
        self._rows = range(len(source.cells))

    def cut(self, category: str, query_id: str, name: Name) -> Cut | None:
        """Make a query of a subcategory; none if the source does not lend itself to it."""
        for _ in range(_TRIES):
            asked = self._asked(category)
            if asked is None:
                continue
            make = self._union if category.startswith("union") else self._join
            found = make(category, asked, query_id, name)
            if found is not None:
                return found
        return None

    def rows_with(self, asked: Asked) -> list[int]:
        """Return the source's rows that satisfy a condition."""
        return [row for row in self._rows if self._holds(asked, row)]

    def _asked(self, category: str) -> tuple[Asked, ...] | None:
        """Choose what to ask for; none if this source has nothing for it."""
        kinds: dict[str, tuple[Callable[[], Asked | None], ...]] = {
            "union/table/topic": (),
            "join/table/topic": (),
            "union/table/size": (self._many_rows,),
            "join/table/size": (self._many_columns,),
            "union/column/category": (self._category,),
            "union/column/string": (self._keyword,),
            "union/column/numerical": (self._number,),
            "union/column/date": (self._date,),
            "union/mixed/intersect": (self._many_rows, self._any_on_rows),
            "union/mixed/inner": (self._category, self._other_on_rows),
            "join/column/topic": (self._column,),
            "join/column/property": (self._keyword,),
            "join/mixed/intersect": (self._column, self._many_columns),
            "join/mixed/inner": (self._column, self._keyword),
        }
        asked = [choose() for choose in kinds[category]]
        chosen = [one for one in asked if one is not None]
        columns = [one.column for one in chosen if one.column is not None]
        if len(chosen) < len(asked) or len(set(columns)) < len(columns):
            return None
        return tuple(chosen)

    def _many_rows(self) -> Asked:
        rows = len(self._rows)
        return Asked(Kind.ROWS, max(5, self._dice.randrange(rows // 6, rows // 2) // 5 * 5))

    def _many_columns(self) -> Asked:
        return Asked(Kind.COLUMNS, self._dice.randrange(2, max(3, len(self._source.labels) - 3)))

    def _category(self) -> Asked | None:
        return self._common_value(Kind.CATEGORY)

    def _keyword(self) -> Asked | None:
        return self._common_value(Kind.KEYWORD)

    def _common_value(self, kind: Kind) -> Asked | None:
        if not self._source.categories:
            return None
        column = self._dice.choice(self._source.categories)
        counts = Counter(row[column] for row in self._source.cells if row[column])
        if kind is Kind.CATEGORY:
            counts = _case_aside(counts)
        most = 0.6 * len(self._rows)
        fitting = sorted(v for v, n in counts.items() if _LEAST_GOOD <= n <= most)
        fitting = [
            v
            for v in fitting
            if any(c.isalpha() for c in v) and "{" not in v and v == " ".join(v.split())
        ]
        return Asked(kind, self._dice.choice(fitting), column) if fitting else None

    def _number(self) -> Asked | None:
        return self._threshold(Kind.NUMBER, self._source.numbers)

    def _date(self) -> Asked | None:
        return self._threshold(Kind.DATE, self._source.dates)

    def _threshold(self, kind: Kind, places: Sequence[int]) -> Asked | None:
        if not places:
            return None
        column = self._dice.choice(places)
        cells = [row[column] for row in self._source.cells if row[column]]
        values: list[str] | list[float]
        if kind is Kind.DATE:
            values = sorted(cell[:10] for cell in cells)
        else:
            values = sorted(n for n in map(number_in, cells) if n is not None)
        if not values:
            return None
        middle = values[int(len(values) * self._dice.uniform(0.3, 0.7))]
        return Asked(kind, middle, column, self._dice.choice("<>"))

    def _any_on_rows(self) -> Asked | None:
        return self._dice.choice((self._category, self._keyword, self._number, self._date))()

    def _other_on_rows(self) -> Asked | None:
        return self._dice.choice((self._keyword, self._number, self._date))()

    def _column(self) -> Asked:
        place = self._dice.randrange(len(self._source.labels))
        return Asked(Kind.COLUMN, self._source.labels[place], place)

    def _union(
        self, category: str, asked: tuple[Asked, ...], query_id: str, name: Name
    ) -> Cut | None:
        width = len(self._source.labels)
        shared = {one.column for one in asked if one.column is not None}
        others = [place for place in range(width) if place not in shared]
        self._dice.shuffle(others)
        common = sorted({*shared, *others[: max(0, self._dice.randint(2, 5) - len(shared))]})
        rest = [place for place in others if place not in common]
        own = rest[: len(rest) // 2]
        columns = self._shuffled([*common, *own[: self._dice.randint(0, len(own))]])
        size = self._dice.randint(len(self._rows) // 5, len(self._rows) // 2)
        piece = self._piece(f"query_{query_id}", self._some(self._rows, size), columns)
        query = MadeQuery(
            query_id, category, "union", "", self._place, asked, piece, None, len(common)
        )
        spare = [place for place in rest if place not in columns]

        def cut(good: bool) -> Piece | None:
            rows = self._split_rows(asked, good)
            extra = spare[: self._dice.randint(0, len(spare))]
            chosen = self._shuffled([*common, *extra])
            if not asked and not good:  # nothing to fail but the columns in common
                chosen = self._shuffled(spare)
            return None if rows is None or not chosen else self._piece(name(), rows, chosen)

        return self._filled(query, cut)

    def _join(
        self, category: str, asked: tuple[Asked, ...], query_id: str, name: Name
    ) -> Cut | None:
        wanted = {one.column for one in asked if one.column is not None}
        keys = [key for key in self._source.keys if key not in wanted]
        if not keys:
            return None
        key = self._dice.choice(keys)
        others = [p for p in range(len(self._source.labels)) if p != key and p not in wanted]
        self._dice.shuffle(others)
        own, fresh = others[: len(others) // 3 + 1], others[len(others) // 3 + 1 :]
        size = self._dice.randint(len(self._rows) // 4, len(self._rows) // 2)
        rows = self._some(self._rows, size)
        piece = self._piece(f"query_{query_id}", rows, self._shuffled([key, *own]))
        query = MadeQuery(query_id, category, "join", "", self._place, asked, piece, key, 0)

        def cut(good: bool) -> Piece | None:
            columns = self._split_columns(asked, good, key, fresh)
            keyword = next((one for one in asked if one.kind is Kind.KEYWORD), None)
            chosen = self._shared_rows(rows, keyword, good)
            return None if columns is None else self._piece(name(), chosen, columns)

        return self._filled(query, cut)

    def _piece(self, name: str, rows: Sequence[int], columns: tuple[int, ...]) -> Piece:
        """Cut a piece, without the rows that have no value in its columns: no reader reads them."""
        cells = self._source.cells
        kept = tuple(row for row in rows if any(cells[row][place] for place in columns))
        return Piece(name, self._place, kept, columns)

    def _filled(self, query: MadeQuery, cut: Callable[[bool], Piece | None]) -> Cut | None:
        positives = _with_rows(cut(True) for _ in range(self._recipe.positives))
        negatives = _with_rows(cut(False) for _ in range(self._recipe.negatives))
        return Cut(query, positives, negatives) if positives and negatives else None

    def _split_rows(self, asked: Sequence[Asked], good: bool) -> tuple[int, ...] | None:
        """Sample rows of which so many satisfy all that is asked, or fail one part of it."""
        sized = next((int(one.value) for one in asked if one.kind is Kind.ROWS), None)
        on_rows = [one for one in asked if one.kind not in {Kind.ROWS, Kind.COLUMNS}]
        fails_size = sized is not None and not good and (not on_rows or self._dice.random() < 0.5)  # noqa: PLR2004
        size = self._size(sized, not fails_size)
        if not on_rows:
            return self._some(self._rows, size)
        right = [row for row in self._rows if all(self._holds(one, row) for one in on_rows)]
        if good or fails_size:
            needed = self._dice.uniform(self._recipe.satisfied, 1.0)
            others = sorted({*self._rows} - {*right})
            return self._mixed(right, others, size, needed)
        failed = self._dice.choice(on_rows)
        wrong = [row for row in self._rows if self._holds(failed, row) is False]
        if failed.kind is Kind.KEYWORD:
            return self._some(wrong, min(size, len(wrong))) if wrong else None
        needed = self._dice.uniform(self._recipe.unsatisfied, 1.0)
        return self._mixed(wrong, right, size, min(1.0, needed + 0.05))

    def _size(self, sized: int | None, above: bool) -> int:
        rows = len(self._rows)
        if sized is None:
            return self._dice.randint(max(4, rows // 10), max(5, rows // 2))
        if above:
            return self._dice.randint(min(sized + 1, rows), min(rows, 2 * sized + 5))
        return self._dice.randint(max(3, sized // 4), sized)

    def _mixed(
        self, wanted: list[int], others: list[int], size: int, needed: float
    ) -> tuple[int, ...] | None:
        """Take rows of which a share is wanted, fewer if there are not enough."""
        if len(wanted) < _LEAST_GOOD:
            return None
        first = min(len(wanted), max(1, -(-int(size * needed * 1000) // 1000)))
        second = min(len(others), int(first * (1 - needed) / needed))
        rows = [*self._some(wanted, first), *self._some(others, second)]
        return self._shuffled(rows)

    def _holds(self, asked: Asked, row: int) -> bool | None:
        cells = self._source.cells[row]
        if asked.kind is Kind.KEYWORD:
            return any(mentions(str(asked.value), cell) for cell in cells)
        return holds(asked, cells[asked.column or 0])

    def _split_columns(
        self,
        asked: Sequence[Asked],
        good: bool,
        key: int,
        fresh: Sequence[int],
    ) -> tuple[int, ...] | None:
        wanted = [one.column for one in asked if one.column is not None]
        count = next((int(one.value) for one in asked if one.kind is Kind.COLUMNS), None)
        failed = None if good or not asked else self._dice.choice(asked)
        if not asked and not good:  # nothing to fail but the key
            return self._shuffled(self._some(fresh, self._dice.randint(1, len(fresh))))
        if failed is not None and failed.kind in {Kind.COLUMN, Kind.KEYWORD}:
            wanted = [place for place in wanted if place != failed.column]
        least = 1 + len(wanted)
        low, high = least + 1, 1 + len(wanted) + len(fresh)
        if count is not None:
            if failed is not None and failed.kind is Kind.COLUMNS:
                high = min(high, count)
            else:
                low = max(low, count + 1)
        if low > high:
            return None
        extra = self._some(fresh, self._dice.randint(low, high) - least)
        return self._shuffled([key, *wanted, *extra])

    def _shared_rows(
        self, rows: Sequence[int], keyword: Asked | None, good: bool
    ) -> tuple[int, ...]:
        kept = self._some(rows, self._dice.randint(int(0.7 * len(rows)), len(rows)))
        others = sorted({*self._rows} - {*rows})
        more = self._some(others, self._dice.randint(0, len(others) // 3))
        if keyword is not None and good and not any(self._holds(keyword, r) for r in kept):
            more = (*more, *self.rows_with(keyword)[:2])
        return self._shuffled(sorted({*kept, *more}))

    def _some(self, places: Sequence[int], count: int) -> tuple[int, ...]:
        return tuple(self._dice.sample(list(places), max(0, min(count, len(places)))))

    def _shuffled(self, places: Sequence[int]) -> tuple[int, ...]:
        return tuple(self._dice.sample(list(places), len(places)))


def _with_rows(pieces: Iterable[Piece | None]) -> tuple[Piece, ...]:
    return tuple(piece for piece in pieces if piece is not None and piece.rows)


def _case_aside(counts: Counter[str]) -> Counter[str]:
    """Count values that a condition takes for one as one, by the most frequent of them."""
    found: dict[str, str] = {}
    together: Counter[str] = Counter()
    for value, times in counts.most_common():
        together[found.setdefault(folded(value), value)] += times
    return together
