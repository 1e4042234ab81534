"""The lines of a published ground-truth CSV, to be written again with other labels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from core.benchmarks.formats.pair_columns import Columns, columns_of
from core.benchmarks.formats.pair_csv import find_truth, parse_label
from core.errors import InputError
from core.evaluation.errors import BadRelevanceError
from core.store.formulas import mark_formula, unmark_formula
from core.store.text_files import csv_rows, full_rows, read_text


@dataclass(frozen=True)
class Line:
    """One line of a ground truth as it is published."""

    place: int
    """Among the lines, from 0."""
    cells: tuple[str, ...]
    """Without the apostrophes that keep a spreadsheet from running them."""
    query: str
    table: str
    column: str


@dataclass(frozen=True)
class PairLines:
    """What a published ground truth has: its columns, and its lines in their order.

    Parameters
    ----------
    columns
        Where its header has what.
    label
        What the label column that it lacks is called, or empty: none is put behind the others.
    column
        The same of the query's column.
    """

    path: Path
    columns: Columns
    lines: tuple[Line, ...] = ()
    label: str = ""
    column: str = ""

    @property
    def header(self) -> list[str]:
        """The column names, those that the file lacks behind its own."""
        return [*self.columns.names, *filter(None, (self.column, self.label))]

    def row(self, line: Line | None, query: str, table: str, column: str, grade: int) -> list[str]:
        """Write a line with another label; a new one if there is none.

        Parameters
        ----------
        query, table, column
            As they are to be written.
        """
        at = self.columns
        new = tuple("" for _ in at.names)
        row = [mark_formula(cell) for cell in (line.cells if line else new)]
        row[at.query], row[at.table] = query, table
        if line is None and at.query_column is not None:
            row[at.query_column] = column
        if at.label is not None:
            row[at.label] = f"{grade}"
            for further in at.further_labels:
                if self._is_label(row[further]):
                    row[further] = f"{grade}"
        return [*row, *([column] if self.column else []), *([f"{grade}"] if self.label else [])]

    def _is_label(self, cell: str) -> bool:
        try:
            parse_label(cell, self.path, 1)
        except BadRelevanceError:
            return False
        return True


def pair_lines(folder: Path) -> PairLines | None:
    """Read the ground-truth CSV of a folder as it is; None if there is not one that can be read."""
    try:
        path = find_truth(folder)
        columns = columns_of(path) if path else None
        if path is None or columns is None:
            return None
        rows = list(csv_rows(read_text(path), path))[1:]
        return PairLines(
            path, columns, tuple(_lines(full_rows(rows, len(columns.names), path), columns))
        )
    except InputError:  # several, or changed since it was read
        return None


def _lines(rows: Iterable[tuple[int, list[str]]], columns: Columns) -> Iterator[Line]:
    for place, (_, row) in enumerate(rows):
        cells = tuple(unmark_formula(cell) for cell in row)
        on = "" if columns.query_column is None else cells[columns.query_column].strip()
        yield Line(place, cells, cells[columns.query].strip(), cells[columns.table].strip(), on)
