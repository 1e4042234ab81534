"""Which tables of an earlier generation are as they were, so that a later one takes them over."""

from __future__ import annotations

import hashlib
import itertools
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.indexes.manifests import LakeTables, OfTables, write_tables
from core.store import new_folder

CHANGED = -1
"""The place, in an earlier generation, of a table that it does not have as it is now."""

_TABLES_AT_ONCE = 1_024

_Made = TypeVar("_Made")


class Run(NamedTuple):
    """Tables that follow each other, all of them taken over or none.

    Parameters
    ----------
    taken
        Whether they are taken over.
    places
        Of the tables in the generation that has them: the earlier one, or that of all that changed.
    """

    taken: bool
    places: NDArray[np.int64]


def places_before(before: OfTables, now: LakeTables) -> NDArray[np.int64]:
    """Find the tables of a data lake that an earlier generation has as they are now.

    Parameters
    ----------
    before
        What was made of the data lake in another state.
    now
        Those that it has now, with their digests.

    Returns
    -------
    ndarray
        Shape (tables,): the place of each in the earlier generation, or `CHANGED`.
    """
    found = np.full(len(now), CHANGED, dtype=np.int64)
    if before.digests is None or now.digests is None or not len(before.digests):
        return found
    numbers = {table_id: place for place, table_id in enumerate(before.table_ids)}
    places = np.array([numbers.get(table_id, CHANGED) for table_id in now.ids], dtype=np.int64)
    same = (places != CHANGED) & (before.digests[places] == now.digests).all(axis=1)
    found[same] = places[same]
    return found


def with_texts(tables: LakeTables, texts: Mapping[str, str]) -> LakeTables:
    """Give tables with digests of what each holds and of what else is said of it.

    Parameters
    ----------
    tables
        With digests.
    texts
        By table id; what is said of a table may be nothing, and its digest stays.
    """
    if tables.digests is None:
        return tables
    found = tables.digests.copy()
    for place, table_id in enumerate(tables.ids):
        if text := texts.get(table_id):
            told = tables.digests[place].tobytes() + text.encode("utf-8", "surrogatepass")
            digest = hashlib.blake2b(told, digest_size=16).digest()
            found[place] = np.frombuffer(digest, dtype=np.uint64)
    return replace(tables, digests=found)


def runs(places: NDArray[np.int64], most: int = _TABLES_AT_ONCE) -> Iterator[Run]:
    """Cut tables, in their order, into what is taken over and what is not.

    Parameters
    ----------
    places
        From `places_before`.
    most
        Tables of a run.

    Examples
    --------
    >>> [(run.taken, run.places.tolist()) for run in runs(np.array([0, 1, -1, -1, 5, -1]))]
    [(True, [0, 1]), (False, [0, 1]), (True, [5]), (False, [2])]
    """
    taken = places != CHANGED
    among_changed = np.cumsum(~taken) - 1
    ends = np.flatnonzero(np.diff(taken)) + 1
    for first, last in zip([0, *ends], [*ends, len(places)], strict=True):
        for start in range(first, last, most):
            part = slice(start, min(start + most, last))
            yield Run(bool(taken[first]), (places if taken[first] else among_changed)[part])


@dataclass(frozen=True)
class Later:
    """A generation that is being made of an earlier one and of what has changed.

    Parameters
    ----------
    folder
        Where it is made: beside its place, to which it is moved once it is whole.
    changed
        The tables that the earlier one does not have as they are now.
    taken_over
        How many it has.
    runs
        All tables, in their order.
    """

    folder: Path
    changed: LakeTables
    taken_over: int
    runs: Iterator[Run]

    def sources(
        self, before: _Made, build: Callable[[Path], _Made]
    ) -> Iterator[tuple[_Made, NDArray[np.int64]]]:
        """Give, run by run, what has its tables, and their places in that.

        Parameters
        ----------
        build
            Makes a generation of `changed` alone in a folder, which is gone after the last run, and
            opens it.
        """
        apart = self.folder / "changed"
        made = build(apart)
        for run in self.runs:
            yield (before if run.taken else made), run.places
        shutil.rmtree(apart)


def take_over(
    folder: Path, before: OfTables, tables: LakeTables, write: Callable[[Later], None]
) -> None:
    """Make a generation of an earlier one and what has changed, whole or not at all.

    Parameters
    ----------
    folder
        Its place; nothing is done if it is there.
    before
        Made of the data lake in another state.
    tables
        Those of the lake now, with their digests.
    write
        Writes everything but the tables, the manifest last.
    """
    if (folder / "manifest.json").exists():
        return
    places = places_before(before, tables)
    changed = list(itertools.compress(tables.ids, places == CHANGED))
    with new_folder(folder) as beside:
        write_tables(beside, tables)
        write(
            Later(
                beside,
                LakeTables(changed, tables.fingerprint),
                len(tables) - len(changed),
                runs(places),
            )
        )
