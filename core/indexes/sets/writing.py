"""Write the columns of a data lake as sets of folded values: inverted lists, part by part."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import DTypeLike, NDArray

from core.indexes.arrays import ArrayWriter, with_room
from core.indexes.sets.columns import ColumnSets
from core.monitor import Monitor

RECORD = np.dtype([("primary", "<u8"), ("secondary", "<u8"), ("slot", "<i8"), ("column", "<u4")])
_RECORDS_AT_ONCE = 4_000_000
_MOST_PARTS = 256


class Shapes(Protocol):
    """How many columns and rows each of some tables has, shape (tables,)."""

    @property
    def widths(self) -> NDArray[np.int64]:
        """Columns."""

    @property
    def rows(self) -> NDArray[np.int64]:
        """Rows."""


class SetsWriter:
    """Take the sets of columns, table after table, and write them as an index.

    Parameters
    ----------
    folder
        Gets the files.
    cells
        About how many cells there are; how much is sorted at once follows from it.
    files
        Closes what is open.
    """

    def __init__(self, folder: Path, cells: int, files: ExitStack) -> None:
        def array(name: str, dtype: DTypeLike) -> ArrayWriter:
            return files.enter_context(ArrayWriter(folder / f"{name}.npy", dtype))

        parts = min(_MOST_PARTS, 1 << (max(0, cells) // _RECORDS_AT_ONCE).bit_length())
        self._folder = folder
        self._shift = np.uint64(64 - (parts.bit_length() - 1))
        self._parts = [
            files.enter_context((folder / f"part{number}.tmp").open("wb+"))
            for number in range(parts)
        ]
        self._offsets = array("offsets", np.int64)
        self._offsets.append(np.zeros(1, dtype=np.int64))
        self._rows = array("rows", np.int64)
        self._column_tables = array("column_tables", np.uint32)
        self._set_offsets = array("set_offsets", np.int64)
        self._set_offsets.append(np.zeros(1, dtype=np.int64))
        self._codes = array("codes", np.int32)
        self._tables = self._columns = self._entered = self._slots = 0

    def add(self, tables: Shapes | None, found: ColumnSets) -> None:
        """Add columns; `tables` are the tables that begin with them."""
        if tables is not None:
            numbers = self._tables + np.arange(len(tables.widths))
            self._column_tables.append(np.repeat(numbers, tables.widths))
            self._offsets.append(self._columns + np.cumsum(tables.widths))
            self._rows.append(tables.rows)
            self._tables += len(tables.widths)
            self._columns += int(tables.widths.sum())
        self._set_offsets.append(self._slots + np.cumsum(found.sizes))
        self._codes.append(found.codes)
        records = np.empty(found.keys.shape[1], dtype=RECORD)
        records["primary"], records["secondary"] = found.keys
        columns = self._entered + np.arange(len(found.sizes))
        records["column"] = np.repeat(columns, found.sizes)
        records["slot"] = self._slots + np.arange(len(records))
        self._entered += len(found.sizes)
        self._slots += len(records)
        if len(self._parts) == 1:
            records.tofile(self._parts[0])
            return
        which = (records["primary"] >> self._shift).astype(np.int64)
        for number in np.unique(which).tolist():
            records[which == number].tofile(self._parts[number])

    def finish(self, *, monitor: Monitor) -> dict[str, int]:
        """Put the values in order, part by part, and let go of what was kept for that.

        Parameters
        ----------
        monitor
            Told of parts done, parts in all, and what is going on; asked before each whether to
            stop.

        Raises
        ------
        CancelledError
            When `monitor` says so.
        """
        for file in (
            *(self._offsets, self._rows, self._column_tables),
            *(self._set_offsets, self._codes),
        ):
            file.close()
        sets = with_room(self._folder / "sets.npy", np.uint32, self._slots)
        tokens = 0
        with (
            ArrayWriter(self._folder / "primary.npy", np.uint64) as primary,
            ArrayWriter(self._folder / "secondary.npy", np.uint64) as secondary,
            ArrayWriter(self._folder / "posting_offsets.npy", np.int64) as offsets,
            ArrayWriter(self._folder / "postings.npy", np.uint32) as postings,
        ):
            for number, part in enumerate(self._parts):
                monitor.raise_if_stopped("The indexing was cancelled; nothing of it is kept.")
                monitor.progress(number, len(self._parts), "Putting values in order")
                part.seek(0)
                records = np.fromfile(part, dtype=RECORD)
                part.close()
                order = in_order(records)
                keys = records["primary"][order], records["secondary"][order]
                first = _changes(*keys)
                offsets.append(postings.rows + np.flatnonzero(first))
                postings.append(records["column"][order])
                primary.append(keys[0][first])
                secondary.append(keys[1][first])
                sets[records["slot"][order]] = tokens + np.cumsum(first) - 1
                tokens += int(first.sum())
            offsets.append(np.array([postings.rows]))
        del sets
        for path in self._folder.glob("*.tmp"):
            path.unlink()
        return {
            "tables": self._tables,
            "columns": self._columns,
            "values": tokens,
            "postings": self._slots,
        }


def in_order(records: NDArray[np.void]) -> NDArray[np.int64]:
    """Sort by key, records of one key staying as they come: by column."""
    order = np.argsort(records["primary"], kind="stable")
    primary, secondary = records["primary"][order], records["secondary"][order]
    if ((primary[1:] == primary[:-1]) & (secondary[1:] != secondary[:-1])).any():
        order = np.lexsort((records["secondary"], records["primary"]))
    return order


def _changes(primary: NDArray[np.uint64], secondary: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Where another key begins."""
    first = np.ones(len(primary), dtype=bool)
    first[1:] = (primary[1:] != primary[:-1]) | (secondary[1:] != secondary[:-1])
    return first
