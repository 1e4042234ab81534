"""Parts of a lake's map: the points that are drawn of very many, and the tables in a region."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

Region = Mapping[str, Sequence[float]]
"""Where a region's corners lie: as many numbers under "x" as under "y"."""

_SEED = 0


def drawn(kept: NDArray[np.bool_], most: int) -> NDArray[np.int64]:
    """Choose which tables are drawn: all, or so many at random, those that are kept first.

    Parameters
    ----------
    kept
        Shape (tables,): which tables the filters keep.
    most
        How many are drawn at most, at least 1.

    Returns
    -------
    ndarray
        Their positions, rising.

    Examples
    --------
    >>> drawn(np.array([False, True, False, True]), 2).tolist()
    [1, 3]
    """
    if len(kept) <= most:
        return np.arange(len(kept))
    shuffled = np.random.default_rng(_SEED).permutation(len(kept))
    first = np.argsort(~kept[shuffled], kind="stable")[:most]
    return np.sort(shuffled[first])


def inside(
    x: NDArray[np.float32],
    y: NDArray[np.float32],
    boxes: Sequence[Region],
    lassos: Sequence[Region],
) -> NDArray[np.bool_]:
    """Say which points lie in at least one of the regions, shape (points,).

    Parameters
    ----------
    x, y
        Shape (points,).
    boxes
        Two opposite corners each.
    lassos
        The corners of a polygon each, in order; what it winds around an even number of times is
        outside, as in plotly.

    Examples
    --------
    >>> x, y = np.array([0.5, 2.0], np.float32), np.array([0.5, 0.5], np.float32)
    >>> inside(x, y, [{"x": [1, 0], "y": [0, 1]}], []).tolist()
    [True, False]
    >>> inside(x, y, [], [{"x": [1, 3, 2], "y": [0, 0, 3]}]).tolist()
    [False, True]
    """
    found = np.zeros(len(x), dtype=bool)
    for box in boxes:
        left, right = min(box["x"]), max(box["x"])
        low, high = min(box["y"]), max(box["y"])
        found |= (x >= left) & (x <= right) & (y >= low) & (y <= high)
    for lasso in lassos:
        found |= _winds_around(x, y, np.asarray(lasso["x"]), np.asarray(lasso["y"]))
    return found


def _winds_around(
    x: NDArray[np.float32],
    y: NDArray[np.float32],
    corner_x: NDArray[np.float64],
    corner_y: NDArray[np.float64],
) -> NDArray[np.bool_]:
    """Count for each point how often a ray to its right crosses the polygon; odd is inside."""
    odd = np.zeros(len(x), dtype=bool)
    for i in range(len(corner_x)):
        (x0, y0), (x1, y1) = (corner_x[i - 1], corner_y[i - 1]), (corner_x[i], corner_y[i])
        crossed = np.flatnonzero((y0 > y) != (y1 > y))
        at = x0 + (y[crossed] - y0) * (x1 - x0) / (y1 - y0) if y0 != y1 else x[crossed]
        odd[crossed[x[crossed] < at]] ^= True
    return odd
