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
from core.indexes.vectors.building import build_table_vectors, file_format
from core.indexes.vectors.rebuilding import rebuild_table_vectors
from core.indexes.vectors.tables import TableVectors, open_table_vectors
from core.monitor import UNMONITORED, Monitor
from core.search.derived.folders import (
    derived_folder,
    indexed_tables,
    made_before,
    make_derived,
    open_derived,
    require_read,
)
from core.search.derived.opened_once import opened_once
from core.settings import Settings
from core.store import Workspace
from core.types import LakeInfo


def is_built(workspace: Workspace, lake: LakeInfo, encoder_name: str, settings: Settings) -> bool:
    """Whether the lake as it stands has vectors under an encoder."""
    return vectors_folder(workspace, lake, encoder_name, settings).is_dir()


def vectors_folder(
    workspace: Workspace, lake: LakeInfo, encoder_name: str, settings: Settings
) -> Path:
    """Name the folder that the lake's vectors under an encoder are in, or would be."""
    return _folder(workspace, lake, encoder(encoder_name, settings))


def build_vectors(
    workspace: Workspace,
    lake: LakeInfo,
    encoder_name: str,
    settings: Settings,
    monitor: Monitor = UNMONITORED,
) -> Path:
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
        If `monitor` says so; texts encoded until then are kept.
    BusyError
        If the lake is refreshed meanwhile.
    LakeNotFoundError
        If it was removed.
    WorkspaceError
        If the workspace's disk is full.
    """
    require_read(lake)
    how = encoder(encoder_name, settings)
    folder = _folder(workspace, lake, how)
    if folder.is_dir():
        return folder

    def batches(only: Sequence[str] | None = None) -> Iterator[ColumnBatch]:
        found = lakes.sample_columns(workspace, lake.key, how.sample_size, settings, only=only)
        for sample in found:
            yield ColumnBatch(sample.names, sample.values, sample.sizes)

    def make(new: Path) -> None:
        tables = indexed_tables(workspace, lake)
        before = made_before(folder, partial(open_table_vectors, encoder=how))
        if before is not None:
            rebuild_table_vectors(new, before, how, batches, tables, monitor=monitor)
        else:
            known = replace(tables, digests=None) if how.needs_fit else tables
            build_table_vectors(new, how, batches, known, monitor=monitor)

    make_derived(workspace, lake, folder, "the lake's vectors", make, monitor)
    return folder


def open_vectors(
    workspace: Workspace,
    lake: LakeInfo,
    encoder_name: str,
    settings: Settings,
    monitor: Monitor = UNMONITORED,
) -> TableVectors:
    """Open a data lake's vectors, building them if they are missing; raises as `build_vectors`."""
    return open_derived(
        lambda: build_vectors(workspace, lake, encoder_name, settings, monitor),
        lambda folder: _opened(folder, encoder_name, encoder_settings(settings)),
    )


@opened_once(16)
def _opened(folder: Path, encoder_name: str, settings: Settings) -> TableVectors:
    return open_table_vectors(folder, encoder(encoder_name, settings))


def _folder(workspace: Workspace, lake: LakeInfo, how: ColumnEncoder) -> Path:
    made_by = f"{file_format(how)}.{how.key[:16]}"
    return derived_folder(workspace, lake, "vectors", how.name, made_by)
