"""What an index on disk says of itself, and the tables that it is of."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import TableNotFoundError, WorkspaceError
from core.indexes.arrays import mapped
from core.indexes.ties import id_ranks

_DIGESTS = "digests.npy"


@dataclass(frozen=True)
class LakeTables:
    """The tables of a data lake that an index is made of.

    Parameters
    ----------
    ids
        In the lake's order; what is made numbers them so.
    fingerprint
        Of the lake as they were read from it.
    digests
        Of what each table holds, shape (tables, 2): what makes of them what a later index can
        take over.
    """

    ids: Sequence[str]
    fingerprint: str
    digests: NDArray[np.uint64] | None = None

    def __len__(self) -> int:
        """Return the number of tables."""
        return len(self.ids)


class OfTables:
    """An opened index of a data lake's tables, in the lake's order.

    Parameters
    ----------
    folder
        Has ``tables.json`` and ``ranks.npy``.
    manifest
        Its ``manifest.json``.
    """

    def __init__(self, folder: Path, manifest: dict[str, Any]) -> None:
        self.folder = folder
        self.manifest = manifest
        self.table_ids: Sequence[str] = read_document(folder / "tables.json")
        self.ranks: NDArray[np.int64] = np.load(folder / "ranks.npy", allow_pickle=False)
        # Of what each table holds, shape (tables, 2); none if that was not written.
        self.digests: NDArray[np.uint64] | None = None
        if is_taken_over(folder):
            self.digests = np.asarray(mapped(folder / _DIGESTS))

    def __len__(self) -> int:
        """Return the number of tables."""
        return len(self.table_ids)

    def position(self, table_id: str) -> int:
        """Return where a table stands.

        Raises
        ------
        TableNotFoundError
            If the index has no table of that id.
        """
        try:
            return self._positions[table_id]
        except KeyError:
            raise TableNotFoundError(
                f"A table is indexed with its lake. Got {table_id!r}, which is not in the index."
            ) from None

    def all_but(
        self, table_ids: Iterable[str], among: NDArray[np.bool_] | None = None
    ) -> NDArray[np.bool_]:
        """Which tables are candidates when some are not, such as a query's own.

        Parameters
        ----------
        among
            Shape (tables,): the only ones that are without that; all if none. It is left as it is.

        Raises
        ------
        TableNotFoundError
            If the index has no table of one of the ids.
        """
        chosen = np.ones(len(self), dtype=bool) if among is None else among.copy()
        chosen[[self.position(table_id) for table_id in table_ids]] = False
        return chosen

    @property
    def fingerprint(self) -> str:
        """Of the lake that it was made of: indexes of the same have the same tables and order."""
        return str(self.manifest["fingerprint"])

    @property
    def tables(self) -> LakeTables:
        """Those that it was made of."""
        return LakeTables(self.table_ids, self.fingerprint, self.digests)

    @cached_property
    def _positions(self) -> dict[str, int]:
        return {table_id: place for place, table_id in enumerate(self.table_ids)}


def write_tables(folder: Path, tables: LakeTables) -> None:
    """Write which tables an index is of, as `OfTables` reads it."""
    np.save(folder / "ranks.npy", id_ranks(tables.ids))
    write_document(folder / "tables.json", list(tables.ids))
    if tables.digests is not None:
        np.save(folder / _DIGESTS, tables.digests)


def is_taken_over(folder: Path) -> bool:
    """Whether a later index can take over from one what has not changed."""
    return (folder / _DIGESTS).exists()


def write_document(path: Path, value: object) -> None:
    """Write a value as JSON; names of tables may hold what is no valid UTF-8."""
    text = json.dumps(value, ensure_ascii=False)
    path.write_text(text, encoding="utf-8", errors="surrogatepass")


def read_document(path: Path) -> Any:
    """Read what `write_document` wrote."""
    return json.loads(path.read_text(encoding="utf-8", errors="surrogatepass"))


def read_manifest(folder: Path, **made_by: object) -> dict[str, Any]:
    """Read what an index says of itself.

    Parameters
    ----------
    made_by
        What its manifest must say, for this code to read it: its format, its model.

    Raises
    ------
    WorkspaceError
        If nothing is there, or it was made by something else.
    """
    try:
        manifest: dict[str, Any] = read_document(folder / "manifest.json")
    except FileNotFoundError:
        raise WorkspaceError(
            f"An index must be built before it is opened. Nothing is in {folder.name!r}."
        ) from None
    if any(manifest.get(name) != value for name, value in made_by.items()):
        raise WorkspaceError(
            f"What is in {folder.name!r} was made by another version or model; it must be built "
            "again."
        )
    return manifest
