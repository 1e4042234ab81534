"""A map of a data lake: each table a point, near means alike, clusters named by their headers."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core import lake as lakes
from core.indexes import TableVectors
from core.indexes.manifests import OfTables, read_document, write_document, write_tables
from core.indexes.taking_over import places_before
from core.search.derived.folders import made_before, make_derived, open_derived
from core.search.derived.vectors import open_vectors, vectors_folder
from core.search.maps.layout import Layout, laid_out, put_between
from core.search.types import SearchedLake
from core.store import new_folder

_FORMAT = 2
"""Raised when maps are made differently."""


@dataclass(frozen=True)
class LakeMap:
    """Where each table lies and which cluster it is in.

    Parameters
    ----------
    table_ids
        The tables.
    x, y
        float32, shape (tables,); only nearness means anything, not direction or distance.
    cluster
        int64, shape (tables,): index into `cluster_names`.
    cluster_names
        The headers that tell a cluster from the others, most telling first.
    """

    table_ids: tuple[str, ...]
    x: NDArray[np.float32]
    y: NDArray[np.float32]
    cluster: NDArray[np.int64]
    cluster_names: tuple[str, ...]


def is_mapped(lake: SearchedLake, encoder_name: str) -> bool:
    """Whether a data lake's map as it stands was made before."""
    return _folder(lake, encoder_name).is_dir()


def lake_map(lake: SearchedLake, encoder_name: str = "") -> LakeMap:
    """Lay the tables of a data lake out in two dimensions and cluster them.

    Tables are laid out as `core.search.maps.layout.laid_out` says. Of a large lake that has changed
    a little they stay where they were, and what is new or has changed is put between those that it
    is most alike. The map is kept beside the lake's vectors, so it is made once.

    Parameters
    ----------
    lake
        Its monitor is told how far it is if the lake must be encoded first, or another makes the
        map; it is asked whether to stop then and while tables are laid out.
    encoder_name
        Whose table vectors; the settings' encoder if empty. The lake is encoded if need be.

    Raises
    ------
    CancelledError
        If the monitor says so; the lake's vectors are kept.
    EncoderUnavailableError, InputError, BusyError, LakeNotFoundError, WorkspaceError
        As `build_vectors`.
    """
    name = encoder_name or lake.settings.encoder
    folder = _folder(lake, name)

    def make() -> Path:
        if not folder.is_dir():
            write = partial(_write, lake, folder, open_vectors(lake, name))
            make_derived(lake, folder, "the lake's map", write)
        return folder

    return open_derived(make, _read)


def _folder(lake: SearchedLake, encoder_name: str) -> Path:
    vectors = vectors_folder(lake, encoder_name)
    encoder, made_by, made_of = vectors.name.rsplit("-", 2)
    return vectors.with_name(f"map.{encoder}-{_FORMAT}.{made_by}-{made_of}")


def _write(lake: SearchedLake, folder: Path, index: TableVectors, new: Path) -> None:
    found = _little_changed(folder, index) or laid_out(index, lake.monitor)
    names = _names(lake, index.table_ids, found.cluster)
    with new_folder(new) as beside:
        np.savez(beside / "places.npz", points=found.points, cluster=found.cluster, put=found.put)
        write_tables(beside, index.tables)
        write_document(beside / "clusters.json", names)


def _little_changed(folder: Path, index: TableVectors) -> Layout | None:
    """Give the layout before with what has changed put into it; none if that is not to be had."""
    before = made_before(folder, lambda other: (OfTables(other, {}), _layout(other)))
    if before is None or index.digests is None:
        return None
    tables, layout = before
    return put_between(index, layout, places_before(tables, index.tables))


def _layout(folder: Path) -> Layout:
    with np.load(folder / "places.npz", allow_pickle=False) as places:
        return Layout(places["points"], places["cluster"], places["put"])


def _read(folder: Path) -> LakeMap:
    found = _layout(folder)
    return LakeMap(
        tuple(read_document(folder / "tables.json")),
        found.points[:, 0],
        found.points[:, 1],
        found.cluster,
        tuple(read_document(folder / "clusters.json")),
    )


def _names(lake: SearchedLake, table_ids: Sequence[str], cluster: NDArray[np.int64]) -> list[str]:
    """Name clusters by the headers that are commoner in them than in the lake, two each."""
    labels = lakes.table_labels(lake.workspace, lake.info.key, table_ids)
    everywhere: Counter[str] = Counter()
    within: dict[int, Counter[str]] = {}
    for table_id, number in zip(table_ids, cluster.tolist(), strict=True):
        headers = {label.casefold() for label in labels.get(table_id, []) if _tells(label)}
        everywhere.update(headers)
        within.setdefault(number, Counter()).update(headers)
    names: list[str] = []
    sizes = Counter(cluster.tolist())
    for number in range(int(cluster.max(initial=0)) + 1):
        found = within.get(number, Counter())
        telling = sorted(
            found,
            key=lambda header: (
                -found[header] / sizes[number] * math.log(len(table_ids) / everywhere[header] + 1),
                header,
            ),
        )
        names.append(", ".join(telling[:2]) or f"cluster {number + 1}")
    return names


def _tells(label: str) -> bool:
    return not label.startswith("column ") and not label.isdecimal()
