"""How many of a key's values a column has, equal or nearly: the equal ones counted, others sampled.

Equal values are counted in full, from an index of the lake's values. What remains of a key is
sampled, and compared with the values of the column that are next to it in alphabetical order, read
forwards and backwards: these begin or end alike, wherever in a large column they stand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.features.value_keys import value_keys
from core.indexes.sets.index import SetIndex, Tokens
from core.search.join.keys import JoinKey
from core.search.near_values.near import LEAST_LIKENESS, text_likeness
from core.types import ValuePair

if TYPE_CHECKING:
    import polars as pl

COMPARED = 60
"""Values of a key, of those that a column has not, that are compared; more are sampled evenly."""
COMPARED_WITH = 600
"""Values of a column that they are compared with; of more, those next to them in order."""

_PAIRS_SHOWN = 5


@dataclass(frozen=True)
class KeyValues:
    """The different values of one column of a key.

    Parameters
    ----------
    texts
        Folded, ascending.
    tokens
        Their places in the index, -1 for those that the lake has not.
    """

    texts: pl.Series
    tokens: Tokens

    @classmethod
    def of(cls, key: JoinKey, place: int, index: SetIndex) -> KeyValues:
        """Take a column of a key, by its place in it."""
        texts = key.values(place, index.rules)
        return cls(texts, index.find(value_keys(texts)))

    @property
    def known(self) -> Tokens:
        """Places in the index of those that the lake has."""
        return self.tokens[self.tokens >= 0]

    def held_by(self, tokens: Tokens) -> NDArray[np.bool_]:
        """Say of each value whether it is among those of a column, given ascending."""
        if not len(tokens):
            return np.zeros(len(self.tokens), dtype=bool)
        places = np.minimum(np.searchsorted(tokens, self.tokens), len(tokens) - 1)
        held: NDArray[np.bool_] = tokens[places] == self.tokens
        return held


@dataclass(frozen=True)
class Alike:
    """How alike a key's values are to a column's.

    Parameters
    ----------
    share
        Mean over the key's values of their likeness to the one that each would pair with, 0 to 1:
        1 if the column has it, 0 if none is alike enough.
    pairs
        Values that differ in form and would pair, the most alike first; some of them.
    """

    share: float
    pairs: tuple[ValuePair, ...]


def alike(key: KeyValues, tokens: Tokens, texts: pl.Series) -> Alike:
    """Compare a key's values with those of a column.

    Parameters
    ----------
    tokens
        All different values of the column, ascending.
    texts
        The same folded, in any order; of a large table, of its first rows.
    """
    held = key.held_by(tokens)
    rest = np.flatnonzero(~held)
    equal = len(held) - len(rest)
    if not len(rest) or not len(texts):
        return Alike(equal / len(held) if len(held) else 0.0, ())
    values = key.texts.gather(rest[evenly(len(rest), COMPARED)])
    mean, pairs = _compared(values.to_list(), _next_to(values, texts))
    return Alike((equal + mean * len(rest)) / len(held), pairs)


def evenly(count: int, most: int) -> NDArray[np.int64]:
    """Places of at most so many of some things that lie evenly among them.

    Examples
    --------
    >>> evenly(9, 3).tolist()
    [0, 4, 8]
    """
    if count <= most:
        return np.arange(count)
    return np.linspace(0, count - 1, most).astype(np.int64)


def _next_to(values: pl.Series, others: pl.Series) -> list[str]:
    """Take the texts that are nearest to some values in alphabetical order, from either end."""
    if len(others) <= COMPARED_WITH:
        return others.to_list()
    each = COMPARED_WITH // (2 * len(values))
    chosen = []
    for own, all_ in ((values, others), (values.str.reverse(), others.str.reverse())):
        order = all_.arg_sort()
        centres = all_.gather(order).search_sorted(own).to_numpy()
        begin = np.clip(centres.astype(np.int64) - each // 2, 0, max(0, len(others) - each))
        window = begin[:, None] + np.arange(min(each, len(others)))
        chosen.append(order.to_numpy()[np.unique(window)])
    return others.gather(np.unique(np.concatenate(chosen))).to_list()


def _compared(values: list[str], others: list[str]) -> tuple[float, tuple[ValuePair, ...]]:
    """Mean likeness of some values to the nearest of others each, and the pairs of these."""
    found = text_likeness(values, others, LEAST_LIKENESS)
    nearest = found.argmax(axis=1)
    most = found[np.arange(len(values)), nearest].astype(np.float64)
    most[most < LEAST_LIKENESS] = 0.0
    unlike = np.flatnonzero((most > 0) & (most < 1))
    order = unlike[np.argsort(-most[unlike], kind="stable")][:_PAIRS_SHOWN]
    pairs = tuple(
        ValuePair(values[row], others[nearest[row]], round(float(most[row]), 4))
        for row in order.tolist()
    )
    return float(most.mean()), pairs
