"""A map of a data lake: each table a point, near means alike, clusters named by their headers."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core import lake as lakes
from core.indexes import TableVectors
from core.indexes.manifests import read_document, write_document
from core.search.derived.folders import make_derived, open_derived
from core.search.derived.vectors import open_vectors, vectors_folder
from core.settings import Settings
from core.store import Workspace, new_folder
from core.types import LakeInfo

if TYPE_CHECKING:
    from sklearn.decomposition import PCA

_FORMAT = 1
"""Raised when maps are made differently."""

_LANDMARKS = 2_000
_AT_ONCE = 2_000
"""Tables whose vectors are in memory together; of these there are as many as landmarks."""

_DIMENSIONS = 50
_NEIGHBOURS = 5
_MOST_CLUSTERS = 24
_FEWEST = 4
"""Of fewer tables no layout says anything."""

_ROUNDING = 1e-6
"""What encoding a text in another batch changes, as a share of the largest number."""

_SEED = 0


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


def is_mapped(workspace: Workspace, lake: LakeInfo, settings: Settings, encoder_name: str) -> bool:
    """Whether a data lake's map as it stands was made before."""
    return _folder(workspace, lake, settings, encoder_name).is_dir()


def lake_map(
    workspace: Workspace, lake: LakeInfo, settings: Settings, encoder_name: str = ""
) -> LakeMap:
    """Lay the tables of a data lake out in two dimensions and cluster them.

    Up to 2,000 tables drawn at random are laid out by t-SNE; every other table is put between the
    five of them that it is most alike. Clusters are found by k-means. Fewer than four tables, or
    tables that all have one vector, are one cluster and stand side by side. The map is kept beside
    the lake's vectors, so it is made once.

    Parameters
    ----------
    encoder_name
        Whose table vectors; the settings' encoder if empty. The lake is encoded if need be.

    Raises
    ------
    EncoderUnavailableError, InputError, BusyError, LakeNotFoundError, WorkspaceError
        As `build_vectors`.
    """
    name = encoder_name or settings.encoder
    folder = _folder(workspace, lake, settings, name)

    def make() -> Path:
        if not folder.is_dir():
            index = open_vectors(workspace, lake, name, settings)
            write = partial(_write, folder, workspace, lake, index)
            make_derived(workspace, lake, folder, "the lake's map", write)
        return folder

    return open_derived(make, _read)


def _folder(workspace: Workspace, lake: LakeInfo, settings: Settings, encoder_name: str) -> Path:
    vectors = vectors_folder(workspace, lake, encoder_name, settings)
    encoder, made_by, made_of = vectors.name.rsplit("-", 2)
    return vectors.with_name(f"map.{encoder}-{_FORMAT}.{made_by}-{made_of}")


def _write(folder: Path, workspace: Workspace, lake: LakeInfo, index: TableVectors) -> None:
    points, cluster = _layout(index)
    names = _names(workspace, lake, index.table_ids, cluster)
    with new_folder(folder) as new:
        np.savez(new / "places.npz", x=points[:, 0], y=points[:, 1], cluster=cluster)
        write_document(new / "tables.json", list(index.table_ids))
        write_document(new / "clusters.json", names)


def _read(folder: Path) -> LakeMap:
    with np.load(folder / "places.npz", allow_pickle=False) as places:
        return LakeMap(
            tuple(read_document(folder / "tables.json")),
            places["x"],
            places["y"],
            places["cluster"],
            tuple(read_document(folder / "clusters.json")),
        )


def _layout(index: TableVectors) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Coordinates, shape (tables, 2), and the cluster of each table."""
    from sklearn.cluster import MiniBatchKMeans
    from sklearn.decomposition import PCA

    count = len(index)
    landmarks = np.sort(
        np.random.default_rng(_SEED).choice(count, min(count, _LANDMARKS), replace=False)
    )
    vectors = index.table_vectors(landmarks)
    if count < _FEWEST or _are_alike(vectors):
        return _side_by_side(count), np.zeros(count, np.int64)
    width = min(_DIMENSIONS, len(landmarks), vectors.shape[1])
    reduction = PCA(width, random_state=_SEED).fit(vectors)
    del vectors
    reduced = _reduced(index, reduction)
    clusters = int(np.clip(round(math.sqrt(count / 2)), 2, _MOST_CLUSTERS))
    cluster = MiniBatchKMeans(clusters, n_init=3, random_state=_SEED).fit_predict(reduced)
    points = np.empty((count, 2), dtype=np.float32)
    points[landmarks] = _embedded(reduced[landmarks])
    others = np.setdiff1d(np.arange(count), landmarks)
    if len(others):
        points[others] = _between(reduced[others], reduced[landmarks], points[landmarks])
    return points, cluster.astype(np.int64)


def _reduced(index: TableVectors, reduction: PCA) -> NDArray[np.float32]:
    """Reduce the vectors of all tables, block by block: all at once take gigabytes."""
    reduced = np.empty((len(index), reduction.n_components_), dtype=np.float32)
    for start in range(0, len(index), _AT_ONCE):
        block = np.arange(start, min(start + _AT_ONCE, len(index)))
        reduced[block] = reduction.transform(index.table_vectors(block))
    return reduced


def _are_alike(vectors: NDArray[np.float32]) -> bool:
    """Whether vectors differ by no more than rounding, so that none is nearer than another."""
    return bool(np.ptp(vectors, axis=0).max() <= _ROUNDING * np.abs(vectors).max())


def _side_by_side(count: int) -> NDArray[np.float32]:
    """Places on a disc, evenly apart, for tables that nothing tells from each other.

    Vogel, "A better way to construct the sunflower head", 1979.
    """
    number = np.arange(count)
    angle = number * (math.pi * (3 - math.sqrt(5)))
    places: NDArray[np.float32] = (
        np.sqrt(number)[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    ).astype(np.float32)
    return places


def _embedded(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    from sklearn.manifold import TSNE

    perplexity = min(30.0, (len(vectors) - 1) / 3)
    layout = TSNE(perplexity=perplexity, init="pca", random_state=_SEED)
    return np.asarray(layout.fit_transform(vectors), dtype=np.float32)


def _between(
    vectors: NDArray[np.float32], known: NDArray[np.float32], places: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Put each vector at the mean place of its nearest known ones, the nearer the heavier."""
    from sklearn.neighbors import NearestNeighbors

    distances, found = NearestNeighbors(n_neighbors=_NEIGHBOURS).fit(known).kneighbors(vectors)
    weights = 1 / (distances + 1e-6)
    weights /= weights.sum(axis=1, keepdims=True)
    mean: NDArray[np.float32] = np.einsum("ij,ijk->ik", weights, places[found]).astype(np.float32)
    return mean


def _names(
    workspace: Workspace, lake: LakeInfo, table_ids: Sequence[str], cluster: NDArray[np.int64]
) -> list[str]:
    """Name clusters by the headers that are commoner in them than in the lake, two each."""
    labels = lakes.table_labels(workspace, lake.key, table_ids)
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
