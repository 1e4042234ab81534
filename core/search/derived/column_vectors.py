"""The vectors of a data lake's columns for join search: built when missing, opened once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from core.features import column_texts
from core.features.column_texts import column_text
from core.features.registry import encoder_settings, sentence_encoder
from core.indexes.column_graph import (
    FORMAT,
    ColumnVectorIndex,
    build_column_vectors,
    open_column_vectors,
)
from core.indexes.sets.index import SetIndex
from core.lake import captions_known
from core.lake.stored.every_column import columns_of_type
from core.lake.stored.titles import titles
from core.search.derived.folders import derived_folder, make_derived, open_derived
from core.search.derived.opened_once import opened_once
from core.search.types import SearchedLake
from core.settings import Settings
from core.types import DataType


def has_column_vectors(lake: SearchedLake) -> bool:
    """Whether the lake as it stands has its text columns encoded for join search."""
    return _folder(lake).is_dir()


def column_vector_index(lake: SearchedLake, index: SetIndex) -> ColumnVectorIndex:
    """Open the vectors of a data lake's text columns, encoding them if they are missing.

    Parameters
    ----------
    index
        Of the same lake: its numbers of columns are the ones used.

    Raises
    ------
    EncoderUnavailableError
        If the model cannot be loaded.
    CancelledError
        If the monitor says so; texts encoded until then are kept.
    InputError, BusyError, LakeNotFoundError, WorkspaceError
        As `make_derived`.
    """
    workspace, info, settings = lake.workspace, lake.info, lake.settings
    encoder = sentence_encoder(settings)
    folder = _folder(lake)

    def texts() -> Iterator[tuple[int, str]]:
        known = titles(workspace, info.key)
        for table_id, column in columns_of_type(workspace, info.key, DataType.STRING):
            number = int(index.offsets[index.position(table_id)]) + column.position
            title = known[table_id].text if table_id in known else ""
            yield number, column_text(title, column)

    def write(new: Path) -> None:
        count = sum(1 for _ in columns_of_type(workspace, info.key, DataType.STRING))
        build_column_vectors(new, encoder, texts(), count, info.fingerprint, monitor=lake.monitor)

    def make() -> Path:
        what = "the vectors of the lake's columns"
        make_derived(lake, folder, what, write)
        return folder

    return open_derived(make, lambda folder: _opened(folder, encoder_settings(settings)))


@opened_once(8)
def _opened(folder: Path, settings: Settings) -> ColumnVectorIndex:
    return open_column_vectors(folder, sentence_encoder(settings))


def _folder(lake: SearchedLake) -> Path:
    known = captions_known(lake.workspace, lake.info.key)
    version = f"{FORMAT}.{column_texts.CODE_VERSION}.{known}"
    model = sentence_encoder(lake.settings).key[:16]
    return derived_folder(lake, "vectors", "join_columns", f"{version}.{model}")
