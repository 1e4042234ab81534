"""The pairs of a published ground truth in their order, to be written again in the same one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from core.benchmarks.formats import nlctables, own_form, pickles, target, trec
from core.errors import InputError
from core.evaluation.qrels_files import read_qrels_rows

Pair = tuple[str, str]
"""Query and table as they are published."""


def published_pairs(name: str, root: Path) -> list[Pair]:
    """Return the pairs of a published file of labels, in its order.

    Parameters
    ----------
    name
        Of the format, pairs in CSV apart (`core.benchmarks.formats.pair_lines`).
    root
        Folder of the benchmark.

    Returns
    -------
    list
        Empty if there is not one file that can be read, and of a lake's own benchmark, which has
        none.
    """
    read = _PAIRS.get(name)
    if read is None:
        return []
    try:
        return read(root)
    except InputError:  # several, gone, or changed since it was read
        return []


def _of_qrels(find: Callable[[Path], Path | None]) -> Callable[[Path], list[Pair]]:
    def read(root: Path) -> list[Pair]:
        path = find(root)
        return [] if path is None else [row[1:3] for row in read_qrels_rows(path)]

    return read


def _of_pickle(root: Path) -> list[Pair]:
    path = pickles.find_pickle(root)
    rows = [] if path is None else pickles.labels_of_pickle(path)
    return [(row.query, row.table) for row in rows]


def _of_target(root: Path) -> list[Pair]:
    path = target.find_queries(root)
    rows = [] if path is None else target.labels_of(path, target.published_ids(root))
    return [(row.query, row.table) for row in rows]


_PAIRS: dict[str, Callable[[Path], list[Pair]]] = {
    own_form.NAME: _of_qrels(lambda root: root / own_form.QRELS),
    nlctables.NAME: _of_qrels(nlctables.find_labels),
    target.NAME: _of_target,
    pickles.NAME: _of_pickle,
    trec.NAME: _of_qrels(trec.find_qrels),
}
