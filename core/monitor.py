"""What long work tells of how far it is, and how it learns that it is to stop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from core.errors import CancelledError


def _nobody(done: int, total: int, message: str) -> None:
    """Tell nobody."""


def _never() -> bool:
    return False


@dataclass(frozen=True)
class Monitor:
    """Whom long work tells how far it is, and asks whether it is to stop.

    Parameters
    ----------
    progress
        Called with how many of how many steps are done, 0 of 0 where nobody knows, and what is
        being done; if none is given nobody is told.
    should_stop
        Asked between steps, as often as it suits the work and in any thread; if none is given the
        work never stops.

    Examples
    --------
    >>> monitor = Monitor(print)
    >>> monitor.progress(1, 4, "Reading")
    1 4 Reading
    >>> monitor.should_stop()
    False
    """

    progress: Callable[[int, int, str], None] = _nobody
    should_stop: Callable[[], bool] = _never

    def raise_if_stopped(self, sentence: str = "Cancelled.") -> None:
        """Stop the work that asks if it is to stop.

        Parameters
        ----------
        sentence
            What the person who cancelled it is told.

        Raises
        ------
        CancelledError
            If it is to stop.
        """
        if self.should_stop():
            raise CancelledError(sentence)

    def labelled(self, label: str) -> Monitor:
        """Give one that tells the same with a label in front, and stops when this one does.

        Examples
        --------
        >>> Monitor(print).labelled("hash").progress(1, 4, "Encoding")
        1 4 hash: Encoding
        """

        def progress(done: int, total: int, message: str) -> None:
            self.progress(done, total, f"{label}: {message}")

        return replace(self, progress=progress)

    def part(self, begun: int, total: int) -> Monitor:
        """Give one for a part of longer work, which knows its own steps alone.

        Parameters
        ----------
        begun
            Steps of the whole that are done when the part begins.
        total
            Steps of the whole; no more are ever told to be done.

        Examples
        --------
        >>> Monitor(print).part(4, 8).progress(1, 4, "Encoding")
        5 8 Encoding
        """

        def progress(done: int, of_part: int, message: str) -> None:
            del of_part
            self.progress(min(begun + done, total), total, message)

        return replace(self, progress=progress)

    def checkpoint(self, steps: int, message: str, sentence: str) -> Callable[[float], None]:
        """Give what is called with the share, 0 to 1, that is done of some steps.

        It raises as `raise_if_stopped` does with the sentence, or else tells how many steps these
        are, rounded down.

        Examples
        --------
        >>> Monitor(print).checkpoint(10, "Encoding", "Cancelled.")(0.25)
        2 10 Encoding
        """

        def checkpoint(share: float) -> None:
            self.raise_if_stopped(sentence)
            self.progress(int(share * steps), steps, message)

        return checkpoint


UNMONITORED = Monitor()
"""Tells nobody and never stops."""
