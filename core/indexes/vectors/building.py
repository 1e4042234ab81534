"""Make the vectors of a data lake's columns and tables, batch by batch."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.metadata import version
from pathlib import Path

import core
from core.features import ColumnBatch, ColumnEncoder
from core.indexes.manifests import LakeTables, write_document, write_tables
from core.indexes.timing import start_clock
from core.indexes.vectors.writing import VectorWriter
from core.monitor import Monitor
from core.store import new_folder

_DENSE_FORMAT, _SPARSE_FORMAT = 1, 2
"""Raised whenever the files of a generation of such vectors change."""

_COLUMNS_AT_ONCE = 4096
_CHARACTERS_KEPT = 100_000_000
_OF_A_VALUE = 64
"""About what a short text takes in memory beside its characters."""

_CANCELLED = "The encoding was cancelled; what was encoded is kept."


def build_table_vectors(
    folder: Path,
    encoder: ColumnEncoder,
    batches_factory: Callable[[], Iterable[ColumnBatch]],
    tables: LakeTables,
    *,
    monitor: Monitor,
) -> None:
    """Encode every column of a data lake into a new folder; nothing is done if it is there.

    The folder appears when it is complete and never changes. What a sentence encoder has encoded
    is kept apart as it goes, so that a build which was killed or cancelled goes on where it
    stopped.

    Parameters
    ----------
    folder
        Where to make it. Its name must follow from their fingerprint and the encoder's key, for two
        processes that make one folder at once take the result of the first.
    encoder
        Fitted on the data lake first if it needs it.
    batches_factory
        Gives all columns in the order of `tables`; called again if the encoder needs fitting
        and there are too many to keep. Batches should stay small (tens of tables): they are joined
        here as it suits, and what is in memory does not grow with the lake.
    tables
        Their ids are unique, and are of tables without columns, too. With digests a later
        generation can take over what has not changed (`core.indexes.vectors.rebuilding`).
    monitor
        Told of tables done, tables in all (twice as many if the encoder needs fitting), and what is
        going on; asked between chunks whether to stop.

    Raises
    ------
    CancelledError
        When `monitor` says so.
    EncoderUnavailableError
        If the encoder's model cannot be loaded.
    ValueError
        If the batches have another number of tables than `tables`, or ids are not unique.
    """
    if (folder / "manifest.json").exists():
        return
    if len(set(tables.ids)) != len(tables):
        raise ValueError("Ids of tables must be unique.")
    encoder.prepare()
    started = start_clock()
    steps = len(tables) * (2 if encoder.needs_fit else 1)
    batches = batches_factory()
    if encoder.needs_fit:
        kept = KeptWhileFew(batches)
        encoder = encoder.fit(_counted(kept, monitor.part(0, steps)))
        batches = kept.again(batches_factory)
    with new_folder(folder) as beside:
        encoder.save(beside)
        last = monitor.part(steps - len(tables), steps)
        found = _encode_all(beside, encoder, batches, len(tables), last)
        if found["tables"] != len(tables):
            raise ValueError(f"The batches must have {len(tables)} tables. Got {found['tables']}.")
        write_tables(beside, tables)
        told = {"fingerprint": tables.fingerprint, **found}
        write_manifest(beside, encoder, told, time.monotonic() - started)


def write_manifest(
    folder: Path, encoder: ColumnEncoder, told: Mapping[str, object], seconds: float
) -> None:
    """Say of a generation what it was made of, and by what."""
    manifest = {
        "format": file_format(encoder),
        "encoder": encoder.name,
        "encoder_key": encoder.key,
        "dimension": encoder.dimension,
        "sparse": encoder.sparse,
        **told,
        "reused": round(encoder.reused, 4),
        "seconds": round(seconds, 3),
        "versions": _versions(encoder),
    }
    write_document(folder / "manifest.json", manifest)


def file_format(encoder: ColumnEncoder) -> int:
    """Return the version of the files that `build_table_vectors` makes with an encoder."""
    return _SPARSE_FORMAT if encoder.sparse else _DENSE_FORMAT


class KeptWhileFew:
    """Batches for two passes: the second is from memory unless there were too many to keep.

    Parameters
    ----------
    batches
        Read once.
    characters
        Values are kept while they have so many together; an empty one counts a little too.
    """

    def __init__(self, batches: Iterable[ColumnBatch], characters: int = _CHARACTERS_KEPT) -> None:
        self._batches = batches
        self._left = characters
        self._kept: list[ColumnBatch] = []

    def __iter__(self) -> Iterator[ColumnBatch]:
        for batch in self._batches:
            if self._left >= 0:
                self._left -= sum(
                    sum(map(len, values)) + _OF_A_VALUE * (1 + len(values))
                    for values in batch.values
                )
                if self._left < 0:
                    self._kept = []
                else:
                    self._kept.append(batch)
            yield batch

    def again(self, batches_factory: Callable[[], Iterable[ColumnBatch]]) -> Iterable[ColumnBatch]:
        """Give the same once more after the first pass."""
        return self._kept if self._left >= 0 else batches_factory()


def _counted(batches: Iterable[ColumnBatch], monitor: Monitor) -> Iterator[ColumnBatch]:
    """Give batches as they are, and tell of how many tables the words are counted."""
    done = 0
    for batch in batches:
        yield batch
        done += batch.tables
        monitor.raise_if_stopped(_CANCELLED)
        monitor.progress(done, done, "Counting words")


def _encode_all(
    folder: Path,
    encoder: ColumnEncoder,
    batches: Iterable[ColumnBatch],
    count: int,
    monitor: Monitor,
) -> dict[str, int]:
    """Write the vectors of columns and of tables, and where each table's columns begin."""
    from scipy.sparse import csr_matrix

    done = 0
    with VectorWriter(folder, encoder) as written:
        for batch in joined(batches, _COLUMNS_AT_ONCE):
            of_batch = monitor.part(done, count)
            tell = of_batch.checkpoint(batch.tables, "Encoding columns", _CANCELLED)
            vectors = encoder.encode(batch, checkpoint=tell)
            pooled = encoder.pool(vectors, batch.offsets)
            tables = csr_matrix(pooled) if encoder.sparse else pooled
            written.append(vectors, tables, batch.offsets)
            tell(1.0)
            done += batch.tables
    return written.told()


def joined(batches: Iterable[ColumnBatch], columns_at_once: int) -> Iterator[ColumnBatch]:
    """Join small batches until they have so many columns; large ones pass as they are.

    Examples
    --------
    >>> small = ColumnBatch(["a"], [["1"]], [1])
    >>> [batch.columns for batch in joined([small] * 5, 2)]
    [2, 2, 1]
    """
    names: list[str] = []
    values: list[list[str]] = []
    sizes: list[int] = []
    for batch in batches:
        names += batch.names
        values += batch.values
        sizes += batch.table_sizes
        if len(names) >= columns_at_once:
            yield ColumnBatch(names, values, sizes)
            names, values, sizes = [], [], []
    if sizes:
        yield ColumnBatch(names, values, sizes)


def _versions(encoder: ColumnEncoder) -> dict[str, str]:
    libraries = {name: version(name) for name in ("numpy", "scipy", "faiss-cpu")}
    return {"soundings": core.__version__, **libraries, **encoder.versions()}
