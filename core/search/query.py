"""The query of a search: a table of the data lake or any file, with all its columns or a choice."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from core import lake as lakes
from core.errors import ColumnNotFoundError, TableNotFoundError
from core.lake import LooseTable
from core.lake.labels import listed
from core.search.types import SearchedLake
from core.store.streams import is_stream
from core.types import ColumnProfile, TableInfo

if TYPE_CHECKING:
    import numpy as np
    import polars as pl
    from numpy.typing import NDArray

    from core.indexes.manifests import OfTables


@dataclass(frozen=True)
class QueryTable:
    """A query, and the lake that is searched with it.

    Parameters
    ----------
    name
        The table's id in the lake, or the name of the file it came from.
    columns
        The profiles of the chosen columns, in the table's order.
    in_lake
        Whether it is a table of the lake, which is then left out of its own results.
    key
        Of the lake's table, as it was when its columns were read.
    """

    lake: SearchedLake
    name: str
    columns: tuple[ColumnProfile, ...]
    in_lake: bool
    loose: LooseTable | None = None
    key: int = 0

    @property
    def labels(self) -> list[str]:
        """Labels of the chosen columns."""
        return [column.label for column in self.columns]

    @property
    def all_columns(self) -> Sequence[ColumnProfile]:
        """The profiles of all columns of the table as it is now, also of those not chosen."""
        if self.loose is not None:
            return self.loose.columns
        return lakes.columns(self.lake.workspace, self._table.key)

    def position_in(self, index: OfTables) -> int | None:
        """Where a table of the query's name stands in an index; none if it is not of the lake."""
        if not self.in_lake:
            return None
        try:
            return index.position(self.name)
        except TableNotFoundError:  # read since the index was built
            return None

    def indexed_in(self, index: OfTables) -> int | None:
        """Where the query stands in an index of its lake; none if it was read since."""
        return self.position_in(index) if self.key <= self.lake.info.last_table else None

    def others_in(
        self, index: OfTables, among: NDArray[np.bool_] | None = None
    ) -> NDArray[np.bool_] | None:
        """Which of some tables of an index are other than the query; none if all of all are.

        Parameters
        ----------
        among
            Shape (tables,): those that are asked about; all if none.
        """
        own = self.position_in(index)
        return among if own is None else index.all_but([self.name], among)

    @property
    def rows(self) -> int:
        """Rows of the table, as the catalog has them."""
        if self.loose is not None:
            return self.loose.frame.height
        return self._table.rows

    def frame(self, labels: Sequence[str] | None = None) -> pl.DataFrame:
        """Read the chosen columns, or some of them, as trimmed text, missing cells null."""
        import polars.selectors as cs  # a bare name such as "*" or "^a$" would be a pattern

        wanted = self.labels if labels is None else list(dict.fromkeys(labels))
        if self.loose is not None:
            return self.loose.frame.select(cs.by_name(wanted))
        lake = self.lake
        return lakes.table_frame(lake.workspace, lake.info.name, self.name, columns=wanted)

    @property
    def _table(self) -> TableInfo:
        return lakes.table(self.lake.workspace, self.lake.info.name, self.name)


def query_table(
    lake: SearchedLake, query: str | LooseTable, columns: Sequence[str] = ()
) -> QueryTable:
    """Find the query of a search; what is no table of the lake is not looked for among files.

    Parameters
    ----------
    query
        A table's id in the lake; or a table already read.
    columns
        Labels of the columns to search with; all if empty.

    Raises
    ------
    TableNotFoundError
        If the lake has no table of that id.
    ColumnNotFoundError
        If it has no such column.
    """
    if isinstance(query, LooseTable):
        chosen = _chosen(query.columns, columns)
        return QueryTable(lake, query.name, chosen, False, query)
    return _of_lake(lake, lakes.table(lake.workspace, lake.info.name, query), columns)


def query_table_or_file(
    lake: SearchedLake, query: str | Path, columns: Sequence[str] = ()
) -> QueryTable:
    """Find the query of a search for somebody who may read any file of the machine.

    Parameters
    ----------
    query
        A table's id in the lake; if there is none of that id, a file. A file of the lake itself,
        by its path, is the table of the lake that was read from it.
    columns
        Labels of the columns to search with; all if empty.

    Raises
    ------
    TableNotFoundError
        If it is neither a table of the lake nor a file.
    ColumnNotFoundError
        If it has no such column.
    UnreadableTableError
        If the file cannot be read.
    """
    path = Path(query)
    info = lakes.find_table(lake.workspace, lake.info.key, str(query)) or _inside(lake, path)
    if info is not None:
        return _of_lake(lake, info, columns)
    if _is_file(path) or _is_file(path.parent):
        return query_table(lake, lakes.read_loose(path, lake.settings), columns)
    try:
        return query_table(lake, str(query), columns)
    except TableNotFoundError as error:
        raise TableNotFoundError(f"{error} {_told_of(path)}") from error


def _of_lake(lake: SearchedLake, info: TableInfo, columns: Sequence[str]) -> QueryTable:
    chosen = _chosen(lakes.columns(lake.workspace, info.key), columns)
    return QueryTable(lake, info.table_id, chosen, True, key=info.key)


def _inside(lake: SearchedLake, path: Path) -> TableInfo | None:
    """The table of the lake whose file, or table inside a file, lies at a path."""
    try:
        relative = path.resolve().relative_to(lake.info.root)
    except (OSError, ValueError):
        return None
    return lakes.find_table(lake.workspace, lake.info.key, relative.as_posix())


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name too long, a folder that may not be entered
        return False


def _told_of(path: Path) -> str:
    """Say what is at a path where no file is."""
    with suppress(OSError, ValueError):  # as of `_is_file`
        if path.is_dir():
            return "By that path there is a folder; name a file in it."
        if is_stream(path):
            return (
                "By that path there is a pipe or a device, of which nothing tells the format; "
                "save what it gives as a file."
            )
    return "No file is there by that path either."


def _chosen(profiles: Sequence[ColumnProfile], wanted: Sequence[str]) -> tuple[ColumnProfile, ...]:
    if not wanted:
        return tuple(profiles)
    by_label = {profile.label: profile for profile in profiles}
    for name in wanted:
        if name not in by_label:
            raise ColumnNotFoundError(
                f"A column is chosen by its name. Got {name!r}; the table has {listed(by_label)}."
            )
    return tuple(profile for profile in profiles if profile.label in set(wanted))
