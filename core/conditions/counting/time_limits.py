"""What a condition takes too long over is stopped, and said."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from core.conditions.errors import ConditionTimeoutError

if TYPE_CHECKING:
    import duckdb

_BETWEEN_INTERRUPTS = 0.1


def took_too_long(what: str, seconds: int) -> ConditionTimeoutError:
    """Say that looking at something took longer than it may.

    Parameters
    ----------
    what
        Such as "40 tables (3,000 rows)".
    seconds
        What the settings allow.
    """
    return ConditionTimeoutError(
        f"Looking for the condition in {what} must take at most {seconds:,} s "
        "(SOUNDINGS_CONDITION_SECONDS). It took longer and was stopped; make the condition "
        "narrower, or allow more time."
    )


@contextmanager
def interrupted(
    connection: duckdb.DuckDBPyConnection, what: str, seconds: int, left: float | None = None
) -> Iterator[None]:
    """Interrupt what a connection does once its time is up.

    Parameters
    ----------
    what, seconds
        As for `took_too_long`.
    left
        Seconds that are left of these; all if none.

    Raises
    ------
    ConditionTimeoutError
        If that was so.
    """
    import duckdb

    done = threading.Event()

    def interrupt() -> None:
        # What comes while a statement is planned is forgotten, so it is said until it is heard.
        late = not done.wait(seconds if left is None else max(0.0, left))
        while late and not done.wait(_BETWEEN_INTERRUPTS):
            connection.interrupt()

    threading.Thread(target=interrupt, daemon=True).start()
    try:
        yield
    except duckdb.InterruptException as error:
        raise took_too_long(what, seconds) from error
    finally:
        done.set()
