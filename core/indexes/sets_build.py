"""Make the inverted index of a data lake's columns as sets of folded values, batch by batch.

A folder holds, as .npy files that are memory-mapped:

- ``offsets`` (tables + 1), ``rows`` (tables), ``column_tables`` (columns): which columns are whose
- ``labels``, ``label_offsets`` (columns + 1): the columns' labels as UTF-8, one after another
- ``primary``, ``secondary`` (tokens): the two halves of each value's key, ascending; a value's
  place here is its token
- ``posting_offsets`` (tokens + 1), ``postings``: the columns that have each token, ascending
- ``set_offsets`` (columns + 1), ``sets``: the tokens of each column, ascending
- ``codes``: for each cell, table after table and column after column, the place of its token in
  its column's set; -1 where it is missing

Values are put in order by the first bits of their keys, a part at a time (an external radix sort),
so that the memory used does not grow with the lake.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from importlib.metadata import version
from pathlib import Path

import numpy as np
from numpy.typing import DTypeLike, NDArray

import core
from core.errors import CancelledError
from core.features.folding import Folding
from core.indexes.arrays import ArrayWriter
from core.indexes.manifests import write_document, write_tables
from core.indexes.set_columns import ColumnSets, large_table_sets, small_table_sets
from core.lake.stored.cells import CellBatch
from core.store import new_folder
from core.types import Progress

FORMAT = 2
"""Raised whenever the files change."""


_RECORD = np.dtype([("primary", "<u8"), ("secondary", "<u8"), ("slot", "<i8"), ("column", "<u4")])
_RECORDS_AT_ONCE = 4_000_000
_MOST_PARTS = 256
_LABELS_AT_ONCE = 65_536


def build_sets(
    folder: Path,
    rules: Folding,
    batches: Iterable[CellBatch],
    table_ids: Sequence[str],
    labels: Iterable[str],
    cells: int,
    fingerprint: str,
    progress: Progress | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> None:
    """Index the columns of a data lake in a new folder; nothing is done if it is there.

    Parameters
    ----------
    folder
        Where to make it; its name must follow from `fingerprint` and the rules.
    batches
        The cells of all tables in the order of `table_ids`.
    labels
        Of all columns, table after table.
    cells
        About how many cells there are; how much is sorted at once follows from it.
    fingerprint
        Of the data lake.
    progress
        Called with tables done, tables in all, and what is going on.
    should_stop
        Asked between batches.

    Raises
    ------
    CancelledError
        When `should_stop` says so; nothing is left.
    ValueError
        If the batches are not those of `table_ids`, or there is not a label a column.
    """
    if (folder / "manifest.json").exists():
        return
    started, used = time.monotonic(), time.process_time()
    parts = min(_MOST_PARTS, 1 << (max(0, cells) // _RECORDS_AT_ONCE).bit_length())
    with new_folder(folder) as beside, ExitStack() as files:
        writer = _Writer(beside, parts, files)
        seen: list[str] = []
        for _, same in itertools.groupby(batches, key=lambda batch: batch.table_ids[0]):
            seen += _add_tables(writer, same, rules, beside / "cells.tmp")
            if should_stop and should_stop():
                raise CancelledError("The indexing was cancelled; nothing of it is kept.")
            if progress:
                progress(len(seen), len(table_ids), "Indexing values")
        if seen != list(table_ids):
            raise ValueError(f"The batches must be of {len(table_ids)} tables. Got {len(seen)}.")
        found = writer.finish()
        if _write_labels(beside, labels) != found["columns"]:
            raise ValueError(f"Each of {found['columns']} columns must have a label.")
        write_tables(beside, table_ids)
        manifest = {
            "format": FORMAT,
            "fingerprint": fingerprint,
            "folding": rules.names,
            "folding_key": rules.key,
            "tables": len(table_ids),
            **found,
            "seconds": round(time.monotonic() - started, 3),
            "cpu_seconds": round(time.process_time() - used, 3),
            "versions": {
                "soundings": core.__version__,
                **{name: version(name) for name in ("numpy", "polars", "pyarrow")},
            },
        }
        write_document(beside / "manifest.json", manifest)


def _add_tables(
    writer: _Writer, batches: Iterator[CellBatch], rules: Folding, scratch: Path
) -> list[str]:
    """Add a batch of small tables, or a large table that comes in several batches."""
    first = next(batches)
    second = next(batches, None)
    if second is None:
        writer.add(first, small_table_sets(first, rules))
    else:
        every = itertools.chain([first, second], batches)
        with large_table_sets(every, rules, scratch) as (whole, columns):
            for number, column in enumerate(columns):
                writer.add(whole if number == 0 else None, column)
    return first.table_ids


def _write_labels(folder: Path, labels: Iterable[str]) -> int:
    with (
        ArrayWriter(folder / "labels.npy", np.uint8) as texts,
        ArrayWriter(folder / "label_offsets.npy", np.int64) as offsets,
    ):
        offsets.append(np.zeros(1, dtype=np.int64))
        remaining = iter(labels)
        while some := list(itertools.islice(remaining, _LABELS_AT_ONCE)):
            encoded = [label.encode("utf-8", "surrogatepass") for label in some]
            offsets.append(texts.rows + np.cumsum([*map(len, encoded)]))
            texts.append(np.frombuffer(b"".join(encoded), dtype=np.uint8))
        return offsets.rows - 1


class _Writer:
    def __init__(self, folder: Path, parts: int, files: ExitStack) -> None:
        def array(name: str, dtype: DTypeLike) -> ArrayWriter:
            return files.enter_context(ArrayWriter(folder / f"{name}.npy", dtype))

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

    def add(self, tables: CellBatch | None, found: ColumnSets) -> None:
        """Add columns; `tables` are the tables that begin with them."""
        if tables is not None:
            numbers = self._tables + np.arange(len(tables.table_ids))
            self._column_tables.append(np.repeat(numbers, tables.widths))
            self._offsets.append(self._columns + np.cumsum(tables.widths))
            self._rows.append(tables.rows)
            self._tables += len(tables.table_ids)
            self._columns += int(tables.widths.sum())
        self._set_offsets.append(self._slots + np.cumsum(found.sizes))
        self._codes.append(found.codes)
        records = np.empty(found.keys.shape[1], dtype=_RECORD)
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

    def finish(self) -> dict[str, int]:
        """Put the values in order, part by part, and let go of what was kept for that."""
        for file in (
            *(self._offsets, self._rows, self._column_tables),
            *(self._set_offsets, self._codes),
        ):
            file.close()
        sets = None
        if self._slots:
            shape = (self._slots,)
            path = self._folder / "sets.npy"
            sets = np.lib.format.open_memmap(path, mode="w+", dtype=np.uint32, shape=shape)
        else:
            np.save(self._folder / "sets.npy", np.zeros(0, dtype=np.uint32))
        tokens = 0
        with (
            ArrayWriter(self._folder / "primary.npy", np.uint64) as primary,
            ArrayWriter(self._folder / "secondary.npy", np.uint64) as secondary,
            ArrayWriter(self._folder / "posting_offsets.npy", np.int64) as offsets,
            ArrayWriter(self._folder / "postings.npy", np.uint32) as postings,
        ):
            for part in self._parts:
                part.seek(0)
                records = np.fromfile(part, dtype=_RECORD)
                part.close()
                order = _in_order(records)
                keys = records["primary"][order], records["secondary"][order]
                first = _changes(*keys)
                offsets.append(postings.rows + np.flatnonzero(first))
                postings.append(records["column"][order])
                primary.append(keys[0][first])
                secondary.append(keys[1][first])
                if sets is not None:
                    sets[records["slot"][order]] = tokens + np.cumsum(first) - 1
                tokens += int(first.sum())
            offsets.append(np.array([postings.rows]))
        del sets
        for path in self._folder.glob("*.tmp"):
            path.unlink()
        return {"columns": self._columns, "values": tokens, "postings": self._slots}


def _in_order(records: NDArray[np.void]) -> NDArray[np.int64]:
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
