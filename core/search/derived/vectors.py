"""The vectors of a data lake under an encoder: built when they are missing, opened once.

A generation is keyed by the format of its files, the encoder's key and the lake's fingerprint, so
that one made of other tables, parameters or code is never taken for it. What an encoder gives one
table hangs on no other, but for those that are fitted: of a lake that has changed the vectors of
the tables that have not are taken over from the generation before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from core import lake as lakes
from core.features import ColumnBatch, ColumnEncoder, encoder
from core.features.registry import encoder_settings
from core.indexes import TableVectors
from core.indexes.vectors.building import build_table_vectors, file_format
from core.indexes.vectors.rebuilding import rebuild_table_vectors
from core.indexes.vectors.tables import open_table_vectors
from core.search.derived.folders import (
    derived_folder,
    indexed_tables,
    made_before,
    make_derived,
    open_derived,
    require_read,
)
from core.search.derived.opened_once import opened_once
from core.search.types import SearchedLake
from core.settings import Settings


def is_built(lake: SearchedLake, encoder_name: str) -> bool:
    """Whether the lake as it stands has vectors under an encoder."""
    return vectors_folder(lake, encoder_name).is_dir()


def vectors_folder(lake: SearchedLake, encoder_name: str) -> Path:
    """Name the folder that the lake's vectors under an encoder are in, or would be."""
    return _folder(lake, encoder(encoder_name, lake.settings))


def build_vectors(lake: SearchedLake, encoder_name: str) -> Path:
    """Encode a data lake unless that is done, and remove the generations it replaces.

    Returns
    -------
    Path
        The generation's folder.

    Raises
    ------
    EncoderUnavailableError
        If there is no such encoder or its model cannot be loaded.
    InputError
        If the lake has not been read yet.
    CancelledError
        If the monitor says so; texts encoded until then are kept.
    BusyError
        If the lake is refreshed meanwhile.
    LakeNotFoundError
        If it was removed.
    WorkspaceError
        If the workspace's disk is full.
    """
    require_read(lake.info)
    workspace, settings, monitor = lake.workspace, lake.settings, lake.monitor
    how = encoder(encoder_name, settings)
    folder = _folder(lake, how)
    if folder.is_dir():
        return folder

    def batches(only: Sequence[str] | None = None) -> Iterator[ColumnBatch]:
        size = how.sample_size
        for sample in lakes.sample_columns(workspace, lake.info.key, size, settings, only=only):
            yield ColumnBatch(sample.names, sample.values, sample.sizes)

    def make(new: Path) -> None:
        tables = indexed_tables(lake)
        before = made_before(folder, partial(open_table_vectors, encoder=how))
        if before is not None:
            rebuild_table_vectors(new, before, how, batches, tables, monitor=monitor)
        else:
            known = replace(tables, digests=None) if how.needs_fit else tables
            build_table_vectors(new, how, batches, known, monitor=monitor)

    make_derived(lake, folder, "the lake's vectors", make)
    return folder


def open_vectors(lake: SearchedLake, encoder_name: str) -> TableVectors:
    """Open a data lake's vectors, building them if they are missing; raises as `build_vectors`."""
    return open_derived(
        lambda: build_vectors(lake, encoder_name),
        lambda folder: _opened(folder, encoder_name, encoder_settings(lake.settings)),
    )


@opened_once(16)
def _opened(folder: Path, encoder_name: str, settings: Settings) -> TableVectors:
    return open_table_vectors(folder, encoder(encoder_name, settings))


def _folder(lake: SearchedLake, how: ColumnEncoder) -> Path:
    made_by = f"{file_format(how)}.{how.key[:16]}"
    return derived_folder(lake, "vectors", how.name, made_by)
