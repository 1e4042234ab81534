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
so that up to about 10^9 cells the memory used does not grow with the lake. There are no more than
256 parts, and each is read whole: beyond that it grows with the different values of the columns.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from importlib.metadata import version
from pathlib import Path

import numpy as np

import core
from core.features.folding import Folding
from core.indexes.arrays import ArrayWriter
from core.indexes.manifests import LakeTables, write_document, write_tables
from core.indexes.sets.columns import large_table_sets, small_table_sets
from core.indexes.sets.writing import SetsWriter
from core.indexes.timing import start_clock
from core.lake.stored.cells import CellBatch
from core.monitor import Monitor
from core.store import new_folder

FORMAT = 2
"""Raised whenever the files change."""


_LABELS_AT_ONCE = 65_536


def build_sets(
    folder: Path,
    rules: Folding,
    batches: Iterable[CellBatch],
    tables: LakeTables,
    labels: Iterable[str],
    cells: int,
    *,
    monitor: Monitor,
) -> None:
    """Index the columns of a data lake in a new folder; nothing is done if it is there.

    Parameters
    ----------
    folder
        Where to make it; its name must follow from their fingerprint and the rules.
    batches
        The cells of all tables in the order of `tables`.
    tables
        With digests a later index can take over what has not changed
        (`core.indexes.sets.rebuilding`).
    labels
        Of all columns, table after table.
    cells
        About how many cells there are; how much is sorted at once follows from it.
    monitor
        Told of tables done, tables in all, and what is going on, and then of the parts that are put
        in order; asked between batches and parts whether to stop.

    Raises
    ------
    CancelledError
        When `monitor` says so; nothing is left.
    ValueError
        If the batches are not those of `tables`, or there is not a label a column.
    """
    if (folder / "manifest.json").exists():
        return
    started, used = start_clock(), time.process_time()
    with new_folder(folder) as beside, ExitStack() as files:
        writer = SetsWriter(beside, cells, files)
        seen: list[str] = []
        for some in add_batches(writer, batches, rules, beside / "cells.tmp"):
            seen += some
            monitor.raise_if_stopped("The indexing was cancelled; nothing of it is kept.")
            monitor.progress(len(seen), len(tables), "Indexing values")
        if seen != list(tables.ids):
            raise ValueError(f"The batches must be of {len(tables)} tables. Got {len(seen)}.")
        found = finish_sets(beside, writer, labels, monitor=monitor)
        told = {"fingerprint": tables.fingerprint, **found}
        write_tables(beside, tables)
        write_manifest(beside, rules, told, time.monotonic() - started, time.process_time() - used)


def add_batches(
    writer: SetsWriter, batches: Iterable[CellBatch], rules: Folding, scratch: Path
) -> Iterator[list[str]]:
    """Add the columns of tables as sets; gives the ids of those that were added, as it goes."""
    for _, same in itertools.groupby(batches, key=lambda batch: batch.table_ids[0]):
        yield _add_tables(writer, same, rules, scratch)


def finish_sets(
    folder: Path, writer: SetsWriter, labels: Iterable[str], *, monitor: Monitor
) -> dict[str, int]:
    """Write what is left of an index but for its tables and manifest; says how much there is.

    Raises
    ------
    CancelledError
        When `monitor` says so.
    ValueError
        If there is not a label a column.
    """
    found = writer.finish(monitor=monitor)
    if _write_labels(folder, labels) != found["columns"]:
        raise ValueError(f"Each of {found['columns']} columns must have a label.")
    return found


def write_manifest(
    folder: Path, rules: Folding, told: Mapping[str, object], seconds: float, cpu_seconds: float
) -> None:
    """Say of an index what it was made of, and by what."""
    libraries = {name: version(name) for name in ("numpy", "polars", "pyarrow")}
    manifest = {
        "format": FORMAT,
        "folding": rules.names,
        "folding_key": rules.key,
        **told,
        "seconds": round(seconds, 3),
        "cpu_seconds": round(cpu_seconds, 3),
        "versions": {"soundings": core.__version__, **libraries},
    }
    write_document(folder / "manifest.json", manifest)


def _add_tables(
    writer: SetsWriter, batches: Iterator[CellBatch], rules: Folding, scratch: Path
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
