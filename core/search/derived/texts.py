"""The text index and the text vectors of a data lake: built when missing, opened once.

Like those of union search (`core.search.derived.vectors`), a generation is keyed by all that it is
made of: the lake's fingerprint, the titles known, the encoder and the versions of the code.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from core.features import table_texts, terms
from core.features.registry import encoder_settings, sentence_encoder
from core.features.table_texts import TextKind, reach_of, rows_needed
from core.indexes.taking_over import with_texts
from core.indexes.texts import building, vectors
from core.indexes.texts.building import ROWS_READ, build_text
from core.indexes.texts.index import TextIndex, open_text
from core.indexes.texts.rebuilding import rebuild_text_vectors
from core.indexes.texts.vectors import TextVectors, build_text_vectors, open_text_vectors
from core.lake import captions_known
from core.lake.stored.cells import CellBatch, cell_batches
from core.lake.stored.titles import titles
from core.search.derived.folders import (
    derived_folder,
    indexed_tables,
    made_before,
    make_derived,
    open_derived,
)
from core.search.derived.opened_once import opened_once
from core.search.types import SearchedLake
from core.settings import Settings


def text_index(lake: SearchedLake) -> TextIndex:
    """Open a data lake's text index, building it if it is missing.

    Raises
    ------
    CancelledError
        If the monitor says so.
    InputError, BusyError, LakeNotFoundError, WorkspaceError
        As `make_derived`.
    """
    workspace, key = lake.workspace, lake.info.key

    def write(new: Path) -> None:
        told = {table: one.searched for table, one in titles(workspace, key).items()}
        batches = cell_batches(workspace, key, ROWS_READ)
        build_text(new, batches, indexed_tables(lake), told, monitor=lake.monitor)

    def make() -> Path:
        folder = _index_folder(lake)
        make_derived(lake, folder, "the lake's text index", write)
        return folder

    return open_derived(make, _opened_index)


def text_vectors_of(lake: SearchedLake, kind: TextKind, titled: bool) -> TextVectors:
    """Open a data lake's vectors of one kind of text, building them if they are missing.

    Parameters
    ----------
    titled
        Whether the text "metadata" has the table's title; of no concern to the others.

    Raises
    ------
    EncoderUnavailableError
        If the model cannot be loaded.
    CancelledError
        If the monitor says so; texts encoded until then are kept.
    InputError, BusyError, LakeNotFoundError, WorkspaceError
        As `make_derived`.
    """
    workspace, key = lake.workspace, lake.info.key
    settings, monitor = lake.settings, lake.monitor
    encoder = sentence_encoder(settings)
    with_titles = titled and kind == "metadata"

    def batches(only: Sequence[str] | None = None) -> Iterator[CellBatch]:
        most = rows_needed(kind, reach_of(encoder.tokens))
        return cell_batches(workspace, key, most, only)

    def write(folder: Path, new: Path) -> None:
        known = titles(workspace, key) if with_titles else {}
        told = {table: one.text for table, one in known.items()}
        tables = with_texts(indexed_tables(lake), told)
        before = made_before(folder, partial(open_text_vectors, encoder=encoder))
        if before is not None:
            rebuild_text_vectors(new, before, kind, encoder, batches, tables, told, monitor=monitor)
        else:
            build_text_vectors(new, kind, encoder, batches(), tables, told, monitor=monitor)

    def make() -> Path:
        folder = _vectors_folder(lake, kind, with_titles)
        make_derived(lake, folder, "the lake's text vectors", partial(write, folder))
        return folder

    return open_derived(make, lambda folder: _opened_vectors(folder, encoder_settings(settings)))


def is_text_ready(lake: SearchedLake, kinds: tuple[TextKind, ...], titled: bool) -> bool:
    """Whether a lake as it stands has its text index and some kinds of text vectors."""
    return _index_folder(lake).is_dir() and all(is_encoded(lake, kind, titled) for kind in kinds)


def is_encoded(lake: SearchedLake, kind: TextKind, titled: bool) -> bool:
    """Whether a lake as it stands has the vectors of one kind of text."""
    with_titles = titled and kind == "metadata"
    return _vectors_folder(lake, kind, with_titles).is_dir()


def _index_folder(lake: SearchedLake) -> Path:
    known = captions_known(lake.workspace, lake.info.key)
    made_by = f"{building.FORMAT}.{terms.CODE_VERSION}.{known}"
    return derived_folder(lake, "indexes", "text", made_by)


def _vectors_folder(lake: SearchedLake, kind: TextKind, with_titles: bool) -> Path:
    version = f"{vectors.FORMAT}.{table_texts.CODE_VERSION}"
    model = sentence_encoder(lake.settings).key[:16]
    known = captions_known(lake.workspace, lake.info.key) if with_titles else ""
    name = f"text_{kind}{'_titled' if with_titles else ''}"
    return derived_folder(lake, "vectors", name, f"{version}.{model}.{known}")


@opened_once(16)
def _opened_index(folder: Path) -> TextIndex:
    return open_text(folder)


@opened_once(32)
def _opened_vectors(folder: Path, settings: Settings) -> TextVectors:
    return open_text_vectors(folder, sentence_encoder(settings))
