"""What it costs to make an index: the seconds, if none of it was at hand."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any

REUSED = 0.01
"""Share of the texts of an index up to which it is no matter that they had been encoded before."""


def start_clock(*libraries: str) -> float:
    """Return the time by `time.monotonic`, with what would be imported by the way in memory.

    Parameters
    ----------
    libraries
        Modules that are imported where they are needed first. pyarrow's own are always loaded: it
        looks for pandas when it makes its first array.
    """
    import pyarrow as pa

    pa.array([])
    for name in libraries:
        import_module(name)
    return time.monotonic()


def making_seconds(manifest: Mapping[str, Any]) -> float | None:
    """Return the wall time of making an index.

    Parameters
    ----------
    manifest
        What it says of itself.

    Returns
    -------
    float or None
        None where the time is not that of making all of it: tables were taken over from an index of
        the lake in another state, or more than `REUSED` of the texts had been encoded before, as
        for another lake, or it is not known whether they had.

    Examples
    --------
    >>> making_seconds({"seconds": 2.0}), making_seconds({"seconds": 0.1, "taken_over": 7})
    (2.0, None)
    >>> [making_seconds({"seconds": 2.0, "encoder_key": "", "reused": some}) for some in (0.0, 0.5)]
    [2.0, None]
    """
    of_texts = "encoder_key" in manifest and not manifest.get("sparse", False)
    reused = manifest.get("reused", 1.0) if of_texts else 0.0
    if "taken_over" in manifest or reused > REUSED:
        return None
    return float(manifest["seconds"])


def total_seconds(parts: Iterable[float | None]) -> float | None:
    """Add up the seconds of several indexes; none if those of one are not known.

    Examples
    --------
    >>> total_seconds([1.0, 2.0]), total_seconds([1.0, None])
    (3.0, None)
    """
    total = 0.0
    for part in parts:
        if part is None:
            return None
        total += part
    return total
