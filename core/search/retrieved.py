"""What a search finds first, and whether there is more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

One = TypeVar("One")


@dataclass(frozen=True)
class Retrieved(Generic[One]):
    """The best that a search finds.

    Parameters
    ----------
    found
        Best first.
    exhausted
        Whether it finds no others, however many are asked for.
    complete
        Whether it has looked at all that may be better, where it says that it is exact.
    """

    found: Sequence[One]
    exhausted: bool
    complete: bool = True
