"""How often to look at what takes the longer the more there is."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

_REST = 20
"""Times as long as a look took that nobody looks again: it costs a twentieth of the time."""


class Pace:
    """When it is time to look again.

    Examples
    --------
    >>> pace = Pace()
    >>> with pace.looking():
    ...     time.sleep(0.01)
    >>> pace.due
    False
    """

    def __init__(self) -> None:
        self._next = 0.0

    @property
    def due(self) -> bool:
        """Whether the last look is long enough ago for how long it took."""
        return time.monotonic() >= self._next

    @contextmanager
    def looking(self) -> Iterator[None]:
        """Take the time of a look."""
        began = time.monotonic()
        yield
        ended = time.monotonic()
        self._next = ended + _REST * (ended - began)
