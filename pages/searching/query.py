"""The query of a search as the address names it: a table of the lake or an uploaded file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from core import lake as lakes
from core.lake import LooseTable, read_loose
from core.monitor import UNMONITORED, Monitor
from core.search import QueryTable, RankBy, query_table, search_union
from core.search.types import SearchedLake
from core.search.uploads import uploaded
from core.settings import Settings
from core.store import Workspace
from core.types import LakeInfo, UnionSearch
from pages.shared.catalog_cache import settings, workspace
from pages.shared.progress import progress_shown


@dataclass(frozen=True)
class Query:
    """What is searched with; hashable, so that answers can be kept by it.

    Parameters
    ----------
    lake_key, fingerprint, titled
        The lake's, and how many of its tables came with a title: they stand for its content. By
        its name and fingerprint alone another lake of the same files would be the same.
    table
        A table's id in the lake; of an upload, the inner table's name or empty.
    upload
        Key of the uploaded file, or empty.
    columns
        Chosen columns; all if empty.
    """

    root: str
    lake: str
    lake_key: int
    fingerprint: str
    titled: int
    table: str
    upload: str = ""
    columns: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, lake: LakeInfo, table: str, upload: str = "", columns: tuple[str, ...] = ()
    ) -> Query:
        """Name a query of a lake as it stands."""
        here = workspace()
        titled = lakes.captions_known(here, lake.key)
        return cls(
            root=str(here.root),
            lake=lake.name,
            lake_key=lake.key,
            fingerprint=lake.fingerprint,
            titled=titled,
            table=table,
            upload=upload,
            columns=columns,
        )


def lake_of(
    query: Query, how: Settings | None = None, monitor: Monitor = UNMONITORED
) -> SearchedLake:
    """Open the lake of a query for searches.

    Parameters
    ----------
    how
        The settings to search by; those of the workspace if none.
    monitor
        Told how far a search is that takes long.
    """
    here = Workspace(Path(query.root))
    return SearchedLake(here, lakes.lake(here, query.lake), how or settings(), monitor)


def find_query(
    query: Query, how: Settings | None = None, monitor: Monitor = UNMONITORED
) -> QueryTable:
    """Find the table that a query names; raises as `query_table`, `uploaded` and `read_loose`.

    Parameters
    ----------
    how, monitor
        As for `lake_of`.
    """
    given: LooseTable | str = query.table
    if query.upload:
        given = uploaded_table(query.root, query.upload, query.table)
    return query_table(lake_of(query, how, monitor), given, query.columns)


@st.cache_resource(show_spinner="Reading the file", max_entries=8)
def uploaded_table(root: str, upload: str, inner: str) -> LooseTable:
    """Read an uploaded file, once."""
    path = uploaded(Workspace(Path(root)), upload)
    return read_loose(path / inner if inner else path, settings())


@st.cache_data(show_spinner="Searching", max_entries=64)
def answer(query: Query, k: int, encoder: str, rank_by: RankBy) -> UnionSearch:
    """Search once; the query stands for the lake as it is."""
    with progress_shown() as monitor:
        return search_union(find_query(query, monitor=monitor), k, encoder, rank_by)


def of_what_is_shown(
    query: Query, tables: Iterable[str], make: Callable[[str], bytes]
) -> Callable[[str], bytes]:
    """Let a file be made only while the query and tables are what the page has shown.

    A refresh from elsewhere leaves counts, preview and alignment of this page as they were.

    Parameters
    ----------
    make
        Makes the file of an ending; what comes of this raises `ReadAnewError` in its place.
    """
    here = Workspace(Path(query.root))
    named = tuple(dict.fromkeys(tables if query.upload else (query.table, *tables)))
    contents = _contents(query, named)

    def made(suffix: str) -> bytes:
        lakes.require_unchanged(here, query.lake, contents)
        return make(suffix)

    return made


@st.cache_data(show_spinner=False, max_entries=512)
def _contents(query: Query, tables: tuple[str, ...]) -> dict[str, str | None]:
    """Note once what the tables were; the query stands for the lake as it was searched."""
    return lakes.contents_of(Workspace(Path(query.root)), query.lake, tables)
