"""The columns of a ground-truth CSV: which are read, and whether labels may stand in another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.amounts import amount
from core.errors import MalformedFileError, UnknownColumnsError
from core.evaluation.joined_queries import QUERY_COLUMN_COLUMNS
from core.evaluation.run_readers import INDEX
from core.store.text_files import columns_got, csv_rows, read_text

QUERY_COLUMNS = ("query_table", "query", "query_table_name", "query table")
TABLE_COLUMNS = ("candidate_table", "data_lake_table", "candidate", "lake_table", "data lake table")
LABEL_COLUMNS = ("unionable", "joinable", "label", "relevance")
CANDIDATE_COLUMN_COLUMNS = ("candidate_column", "candidate_col_name", "candidate_col")
"""What files call the column of a candidate that one of the query's is joined or aligned with."""
CARRIED_ALONG = ("intent_col_name", *CANDIDATE_COLUMN_COLUMNS, "remarks")
"""Columns of published ground truths that no score needs."""
WORDS = {"true": "1", "false": "0", "yes": "1", "no": "0"}

_GRADE = re.compile(r"-?\d{1,2}(\.0)?")
_MOST_GRADES = 5


@dataclass(frozen=True)
class Columns:
    """Where a header has what is needed."""

    names: tuple[str, ...]
    """As they are written, without outer blanks."""
    query: int
    table: int
    label: int | None
    query_column: int | None
    candidate_column: int | None = None

    @property
    def unread(self) -> tuple[int, ...]:
        """Columns that are not read, but for those that published ground truths carry along."""
        read = {self.query, self.table, self.label, self.query_column}
        return tuple(
            place
            for place, name in enumerate(self.names)
            if place not in read and name.casefold() not in CARRIED_ALONG
        )

    @property
    def further_labels(self) -> tuple[int, ...]:
        """Columns besides the one of the labels that are named like it."""
        return tuple(at for at in self.unread if self.names[at].casefold() in LABEL_COLUMNS)


def columns_of(path: Path) -> Columns | None:
    """Return where the header of a CSV has its columns, or None if it is not one of pairs."""
    try:
        with path.open("rb") as file:
            first = file.read(65_536).decode("utf-8-sig", errors="replace")
    except OSError:
        return None
    try:
        _, header = next(csv_rows(first, path), (0, []))
    except MalformedFileError:
        return None
    written = tuple(name.strip() for name in header)
    names = [name.casefold() for name in written]

    def place(wanted: tuple[str, ...]) -> int | None:
        return next((names.index(name) for name in wanted if name in names), None)

    query, table = place(QUERY_COLUMNS), place(TABLE_COLUMNS)
    if query is None or table is None:
        return None
    further = (LABEL_COLUMNS, QUERY_COLUMN_COLUMNS, CANDIDATE_COLUMN_COLUMNS)
    return Columns(written, query, table, *(place(names) for names in further))


def unread_notes(path: Path, columns: Columns) -> list[str]:
    """Say which columns are not read, and what that means if there are no labels."""
    unread = [columns.names[at] or "one without a name" for at in columns.unread]
    if not unread:
        return []
    named = ", ".join(unread)
    if columns.label is None:
        return [
            f"Every pair counts as positive: {path.name} has no label column "
            f"({', '.join(LABEL_COLUMNS)}). Not read: {named}."
        ]
    told = amount(len(unread), "column")
    return [f"{told} of {path.name} {'is' if len(unread) == 1 else 'are'} not read: {named}."]


def require_no_other_labels(path: Path, columns: Columns, rows: Sequence[Sequence[str]]) -> None:
    """Refuse pairs without labels if another column looks like labels, a negative among them.

    Read as pairs, every negative would count as a positive.

    Raises
    ------
    UnknownColumnsError
        If all cells of a column that is not read are small whole numbers, or yes and no, of which
        some are above 0 and some are not.
    """
    for at in columns.unread:
        name = columns.names[at]
        if INDEX.fullmatch(name.casefold()):
            continue
        if _are_grades(row[at] for row in rows):
            values = ", ".join(sorted({row[at].strip() for row in rows} - {""}))
            raise UnknownColumnsError(
                f"A label column must be called {', '.join(LABEL_COLUMNS[:-1])} or "
                f"{LABEL_COLUMNS[-1]}. Got {name!r}, whose values are {values}: name it so, or "
                "take it out if every pair is a positive.",
                path,
                1,
            )


def no_labels(path: Path, columns: Columns) -> UnknownColumnsError:
    """Return the error of a ground truth without labels that was said to have them."""
    return UnknownColumnsError(
        f"A ground truth of the format ugen must have a label column ({', '.join(LABEL_COLUMNS)}). "
        f"Got {', '.join(columns.names)}; name it so, or read every pair as a positive with the "
        "format lakebench.",
        path,
        1,
    )


def unknown_columns(path: Path) -> UnknownColumnsError:
    """Return the error of a CSV whose header lacks the columns of pairs."""
    lines = list(csv_rows(read_text(path), path))[:1]
    line, header = lines[0] if lines else (1, ["nothing"])
    return UnknownColumnsError(
        "A ground truth in CSV must have a query column (query_table) and a candidate column "
        "(candidate_table or data_lake_table), and may have a label (unionable, joinable, label). "
        + columns_got(header, "; rename its columns"),
        path,
        line,
    )


def _are_grades(cells: Iterable[str]) -> bool:
    found = {WORDS.get(text, text) for cell in cells if (text := cell.strip().casefold())}
    if len(found) > _MOST_GRADES or not all(_GRADE.fullmatch(text) for text in found):
        return False
    positive = [float(text) > 0 for text in found]
    return any(positive) and not all(positive)
