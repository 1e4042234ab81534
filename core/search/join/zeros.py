"""Zeros in front of a key's values, which a table may have lost."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from core.features.value_keys import value_keys
from core.indexes.sets.index import SetIndex
from core.indexes.sets.overlaps import most_overlapping
from core.search.join.keys import JoinKey
from core.types import ColumnProfile

ZEROS_ASIDE = "by “Zeros in front do not count” under “How to search”, or --fold all,zeros"
"""How they are made not to count."""

_IN_FRONT = "0+[0-9]+"
_LOST = 0.5
"""Share of the values with zeros in front that a table has without them, from which it is named."""


def zeros_notes(
    index: SetIndex,
    keys: Sequence[JoinKey],
    whole: Collection[tuple[str, ...]],
    among: NDArray[np.bool_] | None,
) -> Iterator[str]:
    """Say of which columns of keys zeros in front count, as the most frequent values tell.

    Parameters
    ----------
    index
        In whose values zeros count.
    whole
        Keys that some table has wholly: of these it is said only where another table has lost the
        zeros.
    among
        Shape (tables,): those that are searched; all if none.
    """
    told = set()
    for key in keys:
        for column in key.query.columns:
            if column.label not in key.labels or column.label in told:
                continue
            found = next(_with_zeros(column), None)
            lost = "" if found is None else _without_them(index, key, column.label, among)
            if found is not None and (lost or key.labels not in whole):
                told.add(column.label)
                yield (
                    f"{column.label} has zeros in front, which count: “{found}” is not "
                    f"“{found.lstrip('0') or '0'}”, as {lost or 'tables that lost them have it'}. "
                    f"They are made not to count {ZEROS_ASIDE}."
                )


def _with_zeros(column: ColumnProfile) -> Iterator[str]:
    return (value for value, _ in column.top if re.fullmatch(_IN_FRONT, value))


def _without_them(
    index: SetIndex, key: JoinKey, label: str, among: NDArray[np.bool_] | None
) -> str:
    """Name the table with most of a column's values without their zeros; empty if none has many."""
    values = key.values(key.labels.index(label), index.rules)
    padded = values.filter(values.str.contains(f"^{_IN_FRONT}$"))
    bare = padded.str.strip_chars_start("0").replace("", "0").unique()
    tokens = index.find(value_keys(bare))
    tokens = np.unique(tokens[tokens >= 0])
    if len(tokens) < max(2, _LOST * len(padded)):
        return ""
    best = most_overlapping(index, tokens, 1, among)
    if not len(best.positions) or best.overlaps[0] < max(2, _LOST * len(padded)):
        return ""
    position = int(best.positions[0])
    column = index.labels(position)[int(best.columns[0] - index.offsets[position])]
    return f"{index.table_ids[position]} has {int(best.overlaps[0]):,} of its values in {column}"
