"""What bounds a search with a condition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.search.results_wanted import check_results


@dataclass(frozen=True)
class Limits:
    """What bounds one search.

    Parameters
    ----------
    k
        Results wanted, 1 to 1,000.
    among
        Ids of the tables that are candidates; all if none.
    satisfied
        Satisfied tables after which no more candidates are looked at; `k` if none. Fewer than `k`
        fill the rest of the results with the best of those that were looked at.
    satisfying_first
        Whether tables that satisfy the condition are chosen before all others, and those of which
        anything satisfies it before those of which nothing does, as people are shown them; else all
        are ranked by score alone.
    in_time
        Whether the search ends with what it has once the settings' ``condition_seconds`` are over,
        or in an error if it has nothing by then; else it takes as long as it takes.
    gaining
        Whether a join search leaves out tables that add no column
        (`core.search.combining.joins.gains`).
    own_counts
        Whether a query that is a table of the lake is a candidate for itself.
    """

    k: int = 10
    among: frozenset[str] | None = None
    satisfied: int | None = None
    gaining: bool = False
    satisfying_first: bool = True
    in_time: bool = True
    own_counts: bool = False

    def __post_init__(self) -> None:
        check_results(self.k)

    @property
    def enough(self) -> int:
        """Satisfied tables after which no more candidates are looked at."""
        return self.k if self.satisfied is None else self.satisfied

    def mask(self, table_ids: Sequence[str]) -> NDArray[np.bool_] | None:
        """Which tables of an index are candidates; none if all are."""
        if self.among is None:
            return None
        return np.array([table in self.among for table in table_ids], dtype=bool)
