"""A join's key as it is written in one line: ``a=b,c=d``."""

from __future__ import annotations

from collections.abc import Collection

from core.errors import ColumnNotFoundError, InputError
from core.lake.labels import listed, split_labels


def read_on(
    text: str, query: Collection[str], table: Collection[str]
) -> tuple[tuple[str, str], ...]:
    """Read pairs of columns, ``a=b,c=d``; ``a`` alone stands for ``a=a``.

    Names with a comma go in double quotes, as in CSV; a name may hold ``=`` where only one reading
    gives two columns that are there.

    Parameters
    ----------
    query, table
        Labels of the columns of either side.

    Raises
    ------
    InputError
        If it is empty, cannot be split, or a pair can be read in two ways.
    ColumnNotFoundError
        If a pair is not of columns of the two tables.

    Examples
    --------
    >>> read_on('a=b,"x,y"', {"a", "x,y"}, {"b", "x,y"})
    (('a', 'b'), ('x,y', 'x,y'))
    """
    pairs = split_labels(text)
    if not pairs:
        raise InputError(f"A join's key is written as a=b, or a=b,c=d. Got {text!r}.")
    return tuple(_pair(pair, query, table) for pair in pairs)


def _pair(pair: str, query: Collection[str], table: Collection[str]) -> tuple[str, str]:
    cuts = [i for i, character in enumerate(pair) if character == "="]
    readings = [(pair[:i].strip(), pair[i + 1 :].strip()) for i in cuts]
    found = [one for one in [*readings, (pair, pair)] if one[0] in query and one[1] in table]
    if len(found) == 1:
        return found[0]
    if found:
        raise InputError(
            f"A pair of columns is written as a=b. Got {pair!r}, which can be read in "
            f"{len(found)} ways; rename a column."
        )
    own, other = readings[0] if readings else (pair, pair)
    side, name, known = ("query", own, query) if own not in query else ("table", other, table)
    raise ColumnNotFoundError(
        f"A join is on columns of the two tables. Got {name!r}; the {side} has {listed(known)}."
    )
