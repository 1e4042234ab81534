"""A key of one or several columns as one folded text, which is what rows are joined on."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.features.dates import DAY_FIRST, MONTH_FIRST, orders_of
from core.features.folding import Folding, fold, fold_part
from core.search.near_values.near import Key

if TYPE_CHECKING:
    import polars as pl

LONGEST_KEY = 1_000
"""Characters of a packed key; a longer one is told from others by its start and its hash."""

_START = 100
_MARK = "…"
_HASHED = _START + len(_MARK) + 64

_DAY_FIRST, _MONTH_FIRST = "31/12/2000", "12/31/2000"
"""Dates that can be read in one order only."""
_NO_NUMBER = "x"


@dataclass(frozen=True)
class ColumnFolding:
    """How the values of one column are folded, a batch at a time.

    Whether ``05/03/2020`` is in March or in May is decided by the whole column's other dates
    (`core.features.dates`), whether ``3.10`` is a number by all its values
    (`core.features.numbers`), so they are looked through once before.

    Parameters
    ----------
    rules
        The rules of folding.
    witnesses
        Texts that stand for those of the column which decide: dates that can be read in one order
        only, and what is no number.
    """

    rules: Folding
    witnesses: tuple[str, ...] = ()

    @classmethod
    def of(cls, batches: Iterable[pl.Series], rules: Folding) -> ColumnFolding:
        """Look through a column's values for those that decide how the others are read."""
        seen, other = np.zeros(1, dtype=np.int64), False
        for batch in batches:
            part = fold_part(batch, np.zeros(len(batch), dtype=np.int64), 1, rules)
            seen |= part.seen
            other |= bool(part.other[0])
        # A batch by itself could tell an order that the whole does not: both witnesses are none.
        order = orders_of(seen)[0] or (DAY_FIRST | MONTH_FIRST) * bool(seen[0])
        decide = ((_DAY_FIRST, order & DAY_FIRST), (_MONTH_FIRST, order & MONTH_FIRST))
        found = (*decide, (_NO_NUMBER, other))
        return cls(rules, tuple(text for text, is_there in found if is_there))

    def fold(self, values: pl.Series) -> pl.Series:
        """Fold some of the column's values as `fold` folds them all at once."""
        import polars as pl

        witnesses = pl.Series(self.witnesses, dtype=pl.String)
        return fold(pl.concat([values, witnesses]), self.rules).head(len(values))


def packed(parts: pl.DataFrame) -> pl.Series:
    """Pack the folded values of a key's columns into one text a row: equal texts, equal keys.

    Parameters
    ----------
    parts
        One column of text a key column, null where a value is missing.

    Returns
    -------
    Series
        Null where a part is missing: such a key equals no other.

    Examples
    --------
    >>> import polars as pl
    >>> packed(pl.DataFrame({"city": ["oslo", None]})).to_list()
    ['oslo', None]
    >>> packed(pl.DataFrame({"0": ["a", "ab", "a"], "1": ["bc", "c", None]})).to_list()
    ['1:a2:bc', '2:ab1:c', None]
    """
    import polars as pl

    whole = parts.to_series()
    if parts.width > 1:
        fields = (
            (pl.col(n).str.len_chars().cast(pl.String), pl.lit(":"), pl.col(n))
            for n in parts.columns
        )
        whole = parts.select(key=pl.concat_str(*itertools.chain(*fields))).to_series()
    long = (whole.str.len_chars() > LONGEST_KEY).fill_null(False).arg_true()
    return whole.scatter(long, [_shortened(text) for text in whole.gather(long)])


def packed_key(key: Key) -> str:
    """Pack one key.

    Examples
    --------
    >>> packed_key(("a", "bc"))
    '1:a2:bc'
    """
    import polars as pl

    frame = pl.DataFrame([list(key)], schema=[str(i) for i in range(len(key))], orient="row")
    text: str = packed(frame).item()
    return text


def unpacked(text: str, columns: int) -> Key | None:
    """Give a packed key's folded values back; none if it was too long to be kept whole.

    Examples
    --------
    >>> unpacked("oslo", 1), unpacked("1:a2:bc", 2)
    (('oslo',), ('a', 'bc'))
    """
    if len(text) == _HASHED and text[_START] == _MARK:
        return None
    if columns == 1:
        return (text,)
    parts = []
    while text:
        length, _, rest = text.partition(":")
        parts.append(rest[: int(length)])
        text = rest[int(length) :]
    return tuple(parts)


def _shortened(text: str) -> str:
    return f"{text[:_START]}{_MARK}{hashlib.sha256(text.encode()).hexdigest()}"
