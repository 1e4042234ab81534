r"""Different writings of one value made equal, by rules that can be switched off.

A cell's white space at its ends never counts. Then, in this order:

blanks
    White space inside is one blank.
unicode
    Compatibility forms are one character (NFKC): "ﬁ" is "fi", "Ｐ" is "P", "é" is one code point.
case
    Letters are compared in lower case, "ß" as "ss", "ς" as "σ".
numbers
    "1,234" and "+1234" are "1234", ".5" is "0.5", "−5" is "-5". A comma is a thousands separator
    only before groups of three digits. Leading zeros make a text, not a number: "007" stays. In a
    column of nothing but numbers, and what stands for a missing one ("-", "unknown"), "1234.0" and
    "1.234e3" are "1234" too, "0.50" is "0.5", "-0" is "0", and an exponent is written out for sizes
    of 0.0001 to 10^15. Beside other texts those may be codes, versions or chapters: "1E10" and
    "3.10" stay.
dates
    See `core.features.dates`.

Only where it is asked for, as it makes different codes one:

zeros
    "00501" is "501" and "007" is "7", after case and before numbers: a spreadsheet takes the zeros
    in front of a code away. What has other signs than digits stays ("00.5", "007a").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError
from core.features.changing import changed
from core.features.dates import DAY_FIRST, MONTH_FIRST, fold_dates, orders_of, orders_seen
from core.features.numbers import are_numbers, shorter_forms, without_separators
from core.lake.cells import BLANKS
from core.lake.written.missing_values import MISSING, STAND_INS

if TYPE_CHECKING:
    import polars as pl

CODE_VERSION = 7
"""Raised whenever a value would be folded to another text."""


@dataclass(frozen=True)
class Folding:
    """Which rules are used.

    Examples
    --------
    >>> Folding.of("case,blanks").names
    'blanks,case'
    >>> Folding.of("zeros,all") == Folding(zeros=True)
    True
    """

    blanks: bool = True
    unicode: bool = True
    case: bool = True
    numbers: bool = True
    dates: bool = True
    zeros: bool = False

    @classmethod
    def of(cls, names: str) -> Folding:
        """Read rules from names with commas between them.

        ``all`` stands for those that are on by themselves, and ``none``, alone, for none.

        Raises
        ------
        InputError
            If there is no such rule.
        """
        known = [field.name for field in fields(cls)]
        wanted = {name.strip() for name in names.split(",")}
        if wanted == {"none"}:
            wanted = set()
        elif "all" in wanted:
            wanted = wanted - {"all"} | set(_BY_THEMSELVES)
        if not wanted <= set(known):
            raise InputError(
                f"Values are folded by all, none, or some of {', '.join(known)}. Got {names!r}."
            )
        return cls(**{name: name in wanted for name in known})

    @property
    def names(self) -> str:
        """The rules in use, as `of` reads them."""
        used = [field.name for field in fields(self) if getattr(self, field.name)]
        if set(used).issuperset(_BY_THEMSELVES):
            used = ["all", *(name for name in used if name not in _BY_THEMSELVES)]
        return ",".join(used) or "none"

    @property
    def key(self) -> str:
        """A text that is another whenever values may be folded to other texts."""
        by_themselves = "".join("01"[getattr(self, name)] for name in _BY_THEMSELVES)
        return f"{CODE_VERSION}{by_themselves}" + "z" * self.zeros


_BY_THEMSELVES = tuple(field.name for field in fields(Folding) if field.default)

ALL = Folding()


@dataclass(frozen=True)
class FoldedCells:
    """Cells and the texts that they are folded to.

    Parameters
    ----------
    texts
        Different texts; more may be here than cells use.
    codes
        Shape (cells,): the place of each cell's text, -1 for a missing cell.
    """

    texts: pl.Series
    codes: NDArray[np.int64]


def fold(values: Sequence[str | None] | pl.Series, rules: Folding = ALL) -> pl.Series:
    """Fold the values of one column.

    Returns
    -------
    Series
        The text of each value; null where it is missing (empty, null, or "N/A" and the like).

    Examples
    --------
    >>> fold([" Ｏslo  City", "1,000.0", "31/03/2020", "05/03/2020", "n/a"]).to_list()
    ['oslo city', '1000.0', '2020-03-31', '2020-03-05', None]
    >>> fold(["1,000.0", "1E3", "n/a"]).to_list()
    ['1000', '1000', None]
    """
    import polars as pl

    cells = pl.Series(values, dtype=pl.String)
    columns = np.zeros(len(cells), dtype=np.int64)
    folded = fold_cells(cells, columns, rules)
    places = pl.Series(folded.codes)
    return folded.texts.gather(pl.select(pl.when(places >= 0).then(places)).to_series())


@dataclass(frozen=True)
class UndecidedCells:
    """Some cells of columns that go on elsewhere: dates may be in either order, numbers be codes.

    Parameters
    ----------
    texts
        Different texts; more may be here than cells use.
    codes
        Shape (cells,): the place of each cell's text, with dates of two readings as they stand and
        numbers as among other texts.
    day_first, month_first
        The same with such dates read in one order.
    as_numbers
        The same with numbers as in columns of nothing else.
    seen
        Shape (columns,), see `core.features.dates.orders_seen`; parts of a column are put
        together by ``|``.
    other
        Shape (columns,): whether there is a value that is no number; put together by ``|``, too.
    """

    texts: pl.Series
    codes: NDArray[np.int64]
    day_first: NDArray[np.int64]
    month_first: NDArray[np.int64]
    as_numbers: NDArray[np.int64]
    seen: NDArray[np.int64]
    other: NDArray[np.bool_]


def fold_part(
    cells: pl.Series, columns: NDArray[np.int64], count: int, rules: Folding
) -> UndecidedCells:
    """Fold some cells of columns of which more is known only when all are read.

    Parameters
    ----------
    columns
        The column of each cell, below `count`.
    """
    texts, codes = _present(cells)
    texts, numbers = _folded(texts, rules)
    seen = np.zeros(count, dtype=np.int64)
    other = (
        np.zeros(count, dtype=bool) if numbers is None else numbers.others(codes, columns, count)
    )
    dates = _Dates.of(texts) if rules.dates else None
    by_day = by_month = as_numbers = codes
    if dates is not None:
        seen = dates.seen(codes, columns, count)
        orders = (np.full(count, order, dtype=np.int8) for order in (DAY_FIRST, MONTH_FIRST))
        read = [dates.written(texts, codes, columns, order) for order in orders]
        (by_day, by_month), texts = (one.codes for one in read), read[0].texts
    if numbers is not None:
        written = numbers.written(texts, codes, np.ones(len(codes), dtype=bool))
        as_numbers, texts = written.codes, written.texts
    return UndecidedCells(texts, codes, by_day, by_month, as_numbers, seen, other)


def fold_cells(cells: pl.Series, columns: NDArray[np.int64], rules: Folding) -> FoldedCells:
    """Fold the cells of many columns at once; each different text is folded once.

    Parameters
    ----------
    cells
        Text, missing cells null or empty.
    columns
        The column of each cell, from 0, shape (cells,): the order of day and month is the
        column's.
    """
    texts, codes = _present(cells)
    texts, numbers = _folded(texts, rules)
    folded = FoldedCells(texts, codes)
    count = int(columns.max()) + 1 if len(columns) else 0
    dates = _Dates.of(texts) if rules.dates else None
    if dates is not None:
        folded = dates.written(texts, codes, columns, orders_of(dates.seen(codes, columns, count)))
    if numbers is None or not len(numbers.places):
        return folded
    alone = ~numbers.others(codes, columns, count)[columns]
    return numbers.written(folded.texts, folded.codes, alone)


def _present(cells: pl.Series) -> tuple[pl.Series, NDArray[np.int64]]:
    """Different texts, trimmed, and the place of each cell's among them; -1 for a missing one."""
    import polars as pl

    given = cells.to_arrow().dictionary_encode()
    codes = given.indices.fill_null(-1).to_numpy(zero_copy_only=False).astype(np.int64)
    texts = pl.Series(given.dictionary, dtype=pl.String).str.strip_chars(BLANKS)
    absent = texts.is_in(["", *MISSING]).to_numpy()
    if absent.any():
        codes = np.where((codes >= 0) & absent[codes], -1, codes)
    return texts, codes


def _folded(texts: pl.Series, rules: Folding) -> tuple[pl.Series, _Numbers | None]:
    """Fold different texts by the rules that need nothing but the text; tell the numbers."""
    import polars as pl

    if rules.unicode:
        texts = changed(texts, texts.str.len_bytes() != texts.str.len_chars(), _normal)
    if rules.blanks:
        several = texts.str.contains(r"\s\s|[^\S ]")
        texts = changed(texts, several, lambda some: some.str.replace_all(r"\s+", " "))
    if rules.case:
        texts = texts.str.to_lowercase()
        special = texts.str.contains("[ßς]")
        texts = changed(
            texts, special, lambda s: s.str.replace_all("ß", "ss").str.replace_all("ς", "σ")
        )
        if rules.unicode:
            texts = changed(texts, texts.str.len_bytes() != texts.str.len_chars(), _normal)
    texts = texts.rename("").cast(pl.String)
    if rules.zeros:
        in_front = texts.str.contains("^0+[0-9]+$")
        texts = changed(texts, in_front, lambda some: some.str.replace("^0+([0-9])", "$1"))
    if not rules.numbers:
        return texts, None
    are = are_numbers(texts)
    other = ~(are | texts.str.to_lowercase().is_in(STAND_INS)).to_numpy()
    texts = without_separators(texts, are)
    return texts, _Numbers(other, *shorter_forms(texts, are))


def _normal(texts: pl.Series) -> pl.Series:
    return texts.str.normalize("NFKC").str.strip_chars(BLANKS)


@dataclass(frozen=True)
class _Numbers:
    """The numbers among different texts.

    Parameters
    ----------
    other
        Shape (texts,): which are none, and do not stand for a missing one.
    places, forms
        Texts that are written otherwise in a column of numbers, and how.
    """

    other: NDArray[np.bool_]
    places: pl.Series
    forms: pl.Series

    def others(
        self, codes: NDArray[np.int64], columns: NDArray[np.int64], count: int
    ) -> NDArray[np.bool_]:
        """Say which columns have a value that is no number."""
        some = codes >= 0
        some[some] = self.other[codes[some]]
        found = np.zeros(count, dtype=bool)
        found[columns[some]] = True
        return found

    def written(
        self, texts: pl.Series, codes: NDArray[np.int64], chosen: NDArray[np.bool_]
    ) -> FoldedCells:
        """Write the numbers of some cells as those of a column of numbers are."""
        import polars as pl

        form = np.full(len(texts) + 1, -1, dtype=np.int64)  # the last is for missing cells
        form[self.places.to_numpy()] = np.arange(len(self.places))
        cells = np.flatnonzero((form[codes] >= 0) & chosen)
        codes = codes.copy()
        codes[cells] = len(texts) + form[codes[cells]]
        return FoldedCells(pl.concat([texts, self.forms]), codes)


@dataclass(frozen=True)
class _Dates:
    """The dates among different texts.

    Parameters
    ----------
    row
        Shape (texts + 1,): which date each text is, -1 if none; the last is for missing cells.
    by_day, by_month
        Each date in either order, null if it cannot be read so.
    tells
        Shape (dates,): what each tells of the order in its column.
    """

    row: NDArray[np.int64]
    by_day: pl.Series
    by_month: pl.Series
    tells: NDArray[np.int64]

    @classmethod
    def of(cls, texts: pl.Series) -> _Dates | None:
        dates = fold_dates(texts)
        if not dates.height:
            return None
        row = np.full(len(texts) + 1, -1, dtype=np.int64)
        row[dates["place"].to_numpy()] = np.arange(dates.height)
        return cls(row, dates["day_first"], dates["month_first"], dates["tells"].to_numpy())

    def seen(
        self, codes: NDArray[np.int64], columns: NDArray[np.int64], count: int
    ) -> NDArray[np.int64]:
        rows = self.row[codes]
        dated = rows >= 0
        return orders_seen(columns[dated], self.tells[rows[dated]], count)

    def written(
        self,
        texts: pl.Series,
        codes: NDArray[np.int64],
        columns: NDArray[np.int64],
        orders: NDArray[np.int8],
    ) -> FoldedCells:
        """Write dates as one text; those of two readings in the order of their column, if any."""
        import polars as pl

        two = (self.by_day != self.by_month).fill_null(False)
        once = pl.select(pl.coalesce(self.by_day, self.by_month)).to_series()
        places = np.flatnonzero(self.row[:-1] >= 0)
        texts = texts.scatter(places[~two.to_numpy()], once.filter(~two))
        if not two.any():
            return FoldedCells(texts, codes)
        rows = self.row[codes]
        open_cells = np.flatnonzero(rows >= 0)
        open_cells = open_cells[two.to_numpy()[rows[open_cells]]]
        number = np.cumsum(two.to_numpy()) - 1
        order, codes = orders[columns[open_cells]], codes.copy()
        for which, start in ((DAY_FIRST, 0), (MONTH_FIRST, int(two.sum()))):
            chosen = open_cells[order == which]
            codes[chosen] = len(texts) + start + number[rows[chosen]]
        both = pl.concat([self.by_day.filter(two), self.by_month.filter(two)]).rename("")
        return FoldedCells(pl.concat([texts, both]), codes)
