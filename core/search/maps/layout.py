"""Where tables lie on a map of their lake: laid out anew, or put between those that lie there."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.indexes import TableVectors
from core.indexes.taking_over import CHANGED
from core.monitor import UNMONITORED, Monitor

if TYPE_CHECKING:
    from sklearn.decomposition import PCA

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

_MOST_PUT = 0.1
"""Share of tables that were put between others since a map was laid out; of more it is anew."""

_SEED = 0

_CANCELLED = "Drawing the map was cancelled; the lake's vectors are kept."


@dataclass(frozen=True)
class Layout:
    """Where each table of a data lake lies, and which cluster it is in.

    Parameters
    ----------
    points
        float32, shape (tables, 2); only nearness means anything, not direction or distance.
    cluster
        int64, shape (tables,).
    put
        Shape (tables,): which were put between others that had been laid out before.
    """

    points: NDArray[np.float32]
    cluster: NDArray[np.int64]
    put: NDArray[np.bool_]


def laid_out(index: TableVectors, monitor: Monitor = UNMONITORED) -> Layout:
    """Lay all tables out.

    Up to 2,000 tables drawn at random by t-SNE; every other one is put between the five of them
    that it is most alike. Clusters are found by k-means. Fewer than four tables, or tables that all
    have one vector, are one cluster and stand side by side.

    Raises
    ------
    CancelledError
        If `monitor` says so, which is asked between steps; t-SNE is one.
    """
    from sklearn.cluster import MiniBatchKMeans
    from sklearn.decomposition import PCA

    count = len(index)
    landmarks = np.sort(
        np.random.default_rng(_SEED).choice(count, min(count, _LANDMARKS), replace=False)
    )
    vectors = index.table_vectors(landmarks)
    if count < _FEWEST or _are_alike(vectors):
        return Layout(_side_by_side(count), np.zeros(count, np.int64), np.zeros(count, bool))
    width = min(_DIMENSIONS, len(landmarks), vectors.shape[1])
    reduction = PCA(width, random_state=_SEED).fit(vectors)
    del vectors
    reduced = _reduced(index, reduction, monitor)
    clusters = int(np.clip(round(math.sqrt(count / 2)), 2, _MOST_CLUSTERS))
    cluster = MiniBatchKMeans(clusters, n_init=3, random_state=_SEED).fit_predict(reduced)
    points = np.empty((count, 2), dtype=np.float32)
    monitor.raise_if_stopped(_CANCELLED)
    points[landmarks] = _embedded(reduced[landmarks])
    others = np.setdiff1d(np.arange(count), landmarks)
    if len(others):
        known = reduced[landmarks], points[landmarks]
        points[others], _ = _between(reduced[others], *known)
    return Layout(points, cluster.astype(np.int64), np.zeros(count, bool))


def put_between(index: TableVectors, before: Layout, places: NDArray[np.int64]) -> Layout | None:
    """Leave tables where they lay on the map before, and put the others between the most alike.

    So a map stays the one that people know while a lake changes a little.

    Parameters
    ----------
    before
        Of the lake in another state.
    places
        Shape (tables,): the place of each in the layout before, or `CHANGED`.

    Returns
    -------
    Layout or None
        None where too much has changed since the last layout, or there were so few tables that it
        takes no time.
    """
    kept = np.flatnonzero(places != CHANGED)
    put = np.ones(len(places), dtype=bool)
    put[kept] = before.put[places[kept]]
    if len(before.points) < _LANDMARKS or put.sum() > _MOST_PUT * len(put):
        return None
    if len(kept) < (1 - _MOST_PUT) * len(before.points):
        return None
    points = np.empty((len(places), 2), dtype=np.float32)
    cluster = np.empty(len(places), dtype=np.int64)
    points[kept], cluster[kept] = before.points[places[kept]], before.cluster[places[kept]]
    changed = np.flatnonzero(places == CHANGED)
    if len(changed):
        lasting = np.flatnonzero(~put)
        some = min(len(lasting), _LANDMARKS)
        drawn = np.random.default_rng(_SEED).choice(lasting, some, replace=False)
        known = index.table_vectors(drawn), points[drawn]
        for start in range(0, len(changed), _AT_ONCE):
            block = changed[start : start + _AT_ONCE]
            points[block], nearest = _between(index.table_vectors(block), *known)
            cluster[block] = cluster[drawn[nearest]]
    return Layout(points, cluster, put)


def _reduced(index: TableVectors, reduction: PCA, monitor: Monitor) -> NDArray[np.float32]:
    """Reduce the vectors of all tables, block by block: all at once take gigabytes."""
    reduced = np.empty((len(index), reduction.n_components_), dtype=np.float32)
    for start in range(0, len(index), _AT_ONCE):
        monitor.raise_if_stopped(_CANCELLED)
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
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Put each vector at the mean place of its nearest known ones, the nearer the heavier.

    Returns
    -------
    places, nearest
        Shape (vectors, 2), and of each the known one that is nearest.
    """
    from sklearn.neighbors import NearestNeighbors

    distances, found = NearestNeighbors(n_neighbors=_NEIGHBOURS).fit(known).kneighbors(vectors)
    weights = 1 / (distances + 1e-6)
    weights /= weights.sum(axis=1, keepdims=True)
    mean: NDArray[np.float32] = np.einsum("ij,ijk->ik", weights, places[found]).astype(np.float32)
    return mean, found[:, 0]
