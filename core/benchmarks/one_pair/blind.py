"""A case as a voter sees it: two tables without names, label, ranks, scores and votes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl
import polars.selectors as cs

from core import lake as lakes
from core.benchmarks.one_pair.pair_tables import (
    PairSide,
    PairTables,
    look_at_tables,
    ordered_columns,
)
from core.benchmarks.one_pair.panes import Pane, pane
from core.benchmarks.types import BenchmarkInfo
from core.labels.types import Case
from core.labels.voting.questions import Question, question
from core.labels.voting.showings import keep_showing
from core.settings import Settings
from core.store import Workspace

ROWS = 30
"""Rows of each table that are shown."""

COLUMNS = 40
"""Columns of each table that are shown."""

Pairs = tuple[tuple[str, str], ...]
"""Labels of a column of A, the query, and of the one of B that belongs below it."""


@dataclass(frozen=True, eq=False)
class BlindView:
    """What a voter is shown of a case.

    Parameters
    ----------
    panes
        First rows of A (none if the query is words alone) and of B: at most `ROWS` by `COLUMNS`,
        aligned columns first and in the same order.
    shown
        Hash under which what was shown is kept (`core.labels.voting.showings`).
    """

    case: Case
    question: Question
    tables: PairTables
    panes: tuple[Pane | None, Pane]
    shown: str

    @property
    def pairs(self) -> Pairs:
        """The alignment shown."""
        return tuple((match.query_column, match.column) for match in self.tables.alignment)


def look_blindly(
    workspace: Workspace,
    info: BenchmarkInfo,
    case: Case,
    settings: Settings,
    encoder: str = "",
    alignment: Sequence[tuple[str, str]] | None = None,
) -> BlindView:
    """Put together what a voter may see of a case, and keep what that is.

    Parameters
    ----------
    encoder, alignment
        As `core.benchmarks.one_pair.pair_tables.look_at_tables`.

    Raises
    ------
    InputError, TableNotFoundError
        As `look_at_tables`.
    """
    tables = look_at_tables(workspace, info, case.query, case.table, settings, encoder, alignment)
    left, right = ordered_columns(tables)
    asked = question(case.task, with_words=bool(tables.query.text))
    panes = (
        None
        if tables.query_side is None
        else pane(tables, True, _first_rows(workspace, info, tables.query_side, left)),
        pane(tables, False, _first_rows(workspace, info, tables.candidate_side, right)),
    )
    document = {
        "asks": asked.asks,
        "definition": asked.definition,
        "words": tables.query.text,
        "A": _told(tables.query_side, panes[0]),
        "B": _told(tables.candidate_side, panes[1]),
        "alignment": [[match.query_column, match.column] for match in tables.alignment],
        "aligned_by": "voter" if alignment is not None else tables.encoder or "equal names",
    }
    return BlindView(case, asked, tables, panes, keep_showing(workspace, document))


def _first_rows(
    workspace: Workspace, info: BenchmarkInfo, side: PairSide, columns: list[str]
) -> pl.DataFrame:
    frame = lakes.table_frame(workspace, info.name, side.table.table_id, ROWS)
    return frame.select(cs.by_name(columns[:COLUMNS]))


def _told(side: PairSide | None, shown: Pane | None) -> dict[str, Any] | None:
    if side is None or shown is None:
        return None
    return {
        "table": side.table.table_id,
        "content": side.table.content_hash,
        "rows": len(shown.cells),
        "columns": [head.label for head in shown.heads],
    }
