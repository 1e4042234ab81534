"""Zeros in front of a key's values, which a table may have lost."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.search.join.keys import JoinKey

ZEROS_ASIDE = "by “Zeros in front do not count” under “How to search”, or --fold all,zeros"
"""How they are made not to count."""

_IN_FRONT = re.compile("0+[0-9]+")


def zeros_notes(keys: Sequence[JoinKey]) -> Iterator[str]:
    """Say of which columns of keys zeros in front count, as the most frequent values tell."""
    told = set()
    for key in keys:
        for column in key.query.columns:
            if column.label not in key.labels or column.label in told:
                continue
            found = next(filter(_IN_FRONT.fullmatch, (value for value, _ in column.top)), None)
            if found is not None:
                told.add(column.label)
                yield (
                    f"{column.label} has zeros in front, which count: “{found}” is not "
                    f"“{found.lstrip('0') or '0'}”, as tables that lost them have it. They are "
                    f"made not to count {ZEROS_ASIDE}."
                )
