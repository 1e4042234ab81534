"""Vectors of some columns of a data lake, for one question that is not worth encoding all of it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from core import lake as lakes
from core.features import ColumnBatch, ColumnEncoder
from core.indexes import TableVectors
from core.indexes.manifests import LakeTables
from core.indexes.vectors.building import build_table_vectors
from core.indexes.vectors.tables import open_table_vectors
from core.lake import SampledColumns
from core.monitor import Monitor
from core.search.types import SearchedLake


@contextmanager
def vectors_of_some(
    lake: SearchedLake,
    how: ColumnEncoder,
    chosen: Mapping[str, Sequence[int]],
    monitor: Monitor,
) -> Iterator[TableVectors]:
    """Encode some columns of some tables of a data lake; the vectors are gone when the block ends.

    They are those that the vectors of the whole lake would have, value by value. What a sentence
    encoder has encoded is kept apart, as ever, so that it is not encoded again.

    Parameters
    ----------
    how
        An encoder that needs no fitting: what it gives one column hangs on no other.
    chosen
        By table, in the lake's order: the places of the columns, in the table's order.
    monitor
        Told of the tables done.

    Raises
    ------
    ValueError
        If the encoder needs fitting, or the lake has not all of the columns any more.
    CancelledError, EncoderUnavailableError
        As `build_table_vectors`.
    """
    if how.needs_fit:
        raise ValueError(f"What {how.name} gives one table hangs on the others.")

    def batches() -> Iterator[ColumnBatch]:
        size, key = how.sample_size, lake.info.key
        for sample in lakes.sample_columns(lake.workspace, key, size, lake.settings, only=chosen):
            yield _chosen_of(sample, chosen)

    tables = LakeTables(list(chosen), lake.info.fingerprint)
    with tempfile.TemporaryDirectory(dir=lake.workspace.folder("spill")) as folder:
        made = Path(folder) / "vectors"
        build_table_vectors(made, how, batches, tables, monitor=monitor)
        yield open_table_vectors(made, how)


def _chosen_of(sample: SampledColumns, chosen: Mapping[str, Sequence[int]]) -> ColumnBatch:
    """Leave out the columns of sampled tables that are not wanted."""
    wanted: list[int] = []
    begin = 0
    for table_id, size in zip(sample.table_ids, sample.sizes, strict=True):
        if max(chosen[table_id], default=-1) >= size:  # read again since they were chosen
            raise ValueError(f"Columns must be of their table. {table_id!r} has {size} now.")
        wanted += [begin + place for place in chosen[table_id]]
        begin += size
    return ColumnBatch(
        [sample.names[place] for place in wanted],
        [sample.values[place] for place in wanted],
        [len(chosen[table_id]) for table_id in sample.table_ids],
    )
