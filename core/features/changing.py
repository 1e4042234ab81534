"""Change some of many texts at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl


def changed(
    texts: pl.Series, which: pl.Series, change: Callable[[pl.Series], pl.Series]
) -> pl.Series:
    """Return texts of which some are changed; those given may be written over.

    Examples
    --------
    >>> import polars as pl
    >>> changed(pl.Series(["a", "b"]), pl.Series([True, False]), lambda t: t + "!").to_list()
    ['a!', 'b']
    """
    places = which.arg_true()
    if not len(places):
        return texts
    return texts.scatter(places, change(texts.gather(places)))
