"""What a condition takes too long over is stopped, and said."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from core.conditions.errors import ConditionTimeoutError

if TYPE_CHECKING:
    import duckdb

_BETWEEN_INTERRUPTS = 0.1


class Deadline:
    """When all that is done about a condition has to be over; the time runs from now.

    Parameters
    ----------
    seconds
        What the settings allow.
    uncounted
        Says how many seconds have gone by, at any time, in what does not count.
    """

    def __init__(self, seconds: int, uncounted: Callable[[], float] = lambda: 0.0) -> None:
        self._seconds = seconds
        self._uncounted = uncounted
        self._end = time.monotonic() + seconds - uncounted()

    @property
    def left(self) -> float:
        """Seconds that are left, 0 or more."""
        return max(0.0, self._end + self._uncounted() - time.monotonic())

    def check(self, what: str) -> None:
        """Go on as long as there is time.

        Raises
        ------
        ConditionTimeoutError
            If it is over.
        """
        if not self.left:
            raise self.over(what)

    def over(self, what: str) -> ConditionTimeoutError:
        """Say that looking at something took longer than it may.

        Parameters
        ----------
        what
            Such as "40 tables (3,000 rows)".
        """
        return ConditionTimeoutError(
            f"Looking for the condition in {what} must take at most {self._seconds:,} s "
            "(SOUNDINGS_CONDITION_SECONDS). It took longer and was stopped; allow more time, on "
            "the page Settings or by that variable."
        )


@contextmanager
def interrupted(
    connection: duckdb.DuckDBPyConnection, what: str, deadline: Deadline
) -> Iterator[None]:
    """Interrupt what a connection does once its time is up.

    Parameters
    ----------
    what
        As for `Deadline.over`.

    Raises
    ------
    ConditionTimeoutError
        If that was so.
    """
    import duckdb

    done = threading.Event()

    def interrupt() -> None:
        # What comes while a statement is planned is forgotten, so it is said until it is heard.
        late = not done.wait(deadline.left)
        while late and not done.wait(_BETWEEN_INTERRUPTS):
            connection.interrupt()

    threading.Thread(target=interrupt, daemon=True).start()
    try:
        yield
    except duckdb.InterruptException as error:
        raise deadline.over(what) from error
    finally:
        done.set()
