"""The tables that were ticked: append all of them to the query and download the result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from core.amounts import listed
from core.conditions import Condition, from_line, to_line
from core.search import (
    Conflict,
    Integration,
    MadeUnion,
    Part,
    QueryTable,
    size_union,
    union_bytes,
    union_conflicts,
    union_heads,
    union_rows,
)
from core.search.combining.put_right import Pairs
from core.search.conditioned import ConditionedHit, chooses_rows, rows_that_satisfy
from core.types import Hit, UnionSearch
from pages.searching.in_the_terminal import union_command
from pages.searching.odd_rows import warn_of_odd_rows
from pages.searching.put_right import pairs_of
from pages.searching.query import Query, find_query, of_what_is_shown
from pages.searching.rows_wanted import TICKED as OF_THE_TICKED
from pages.searching.rows_wanted import satisfying_toggle
from pages.searching.ticks import (
    TICKED,
    WARNINGS,
    not_shown,
    only_hidden,
    say_ticked,
    untick_button,
)
from pages.shared.address import Address
from pages.shared.catalog_cache import settings
from pages.shared.downloads import MOST_TO_HAND_OUT, file_buttons, name_of
from pages.shared.failures import shown_plainly
from pages.shared.words import amount, chip, plain
from pages.voting.put_to_vote import label_button

if TYPE_CHECKING:
    import polars as pl

_MOST_SAID = 3


@st.cache_resource(show_spinner="Comparing", max_entries=256)
def conflicts_of(query: Query, table: str, pairs: Pairs) -> tuple[Conflict, ...]:
    """Say which columns of a table do not agree with the query's; kept as a union is."""
    return union_conflicts(find_query(query), Part.of(table, pairs))


@dataclass(frozen=True)
class Satisfying:
    """Which rows of the tables that were found satisfy the condition of the search.

    Parameters
    ----------
    asked
        The condition as `core.conditions.to_line` writes it.
    aligned
        Of each table the columns that line up with the query's, as the search found them: so the
        same columns are meant.
    held
        Of each table, for each part of the condition, whether it satisfies it.
    """

    asked: str
    aligned: tuple[tuple[str, tuple[tuple[str, str, float], ...]], ...]
    held: tuple[tuple[str, tuple[bool, ...]], ...]

    @classmethod
    def of(cls, condition: Condition, hits: Sequence[ConditionedHit[Hit]]) -> Satisfying | None:
        """Name the rows that satisfy a condition; none if it is not about rows."""
        if not chooses_rows(condition):
            return None
        aligned = (
            (hit.table, tuple((m.query_column, m.column, m.score) for m in hit.found.alignment))
            for hit in hits
        )
        held = tuple((hit.table, hit.satisfaction.held) for hit in hits)
        return cls(to_line(condition), tuple(aligned), held)

    def rows(self, query: QueryTable, table: str) -> pl.DataFrame:
        """Read them of one table; raises as `core.search.conditioned.rows_that_satisfy`."""
        aligned = {own: (other, score) for own, other, score in dict(self.aligned)[table]}
        condition = from_line(self.asked)
        held = dict(self.held)[table]
        return rows_that_satisfy(
            query.lake,
            table,
            condition,
            held=held,
            query_labels=query.labels,
            aligned=aligned,
        )


Parts = tuple[tuple[str, Pairs], ...]
"""Tables, each with its alignment."""


def heads_of(
    query: Query, parts: Parts, rows: int, only: Satisfying | None
) -> tuple[MadeUnion, Integration, Integration]:
    """Look at the first rows of a union, as `core.search.union_heads`.

    Parameters
    ----------
    only
        The rows of the tables that are appended; all if none.

    Raises
    ------
    InputError
        If it would have more than `MOST_TO_HAND_OUT` rows.
    """
    table = _found(query)
    return union_heads(table, _parts(parts), rows, _chosen(table, only))


@st.cache_data(show_spinner="Counting the rows of the union", max_entries=64)
def _size_of(query: Query, parts: Parts, only: Satisfying | None) -> MadeUnion:
    """Count the rows of a union once; the query stands for the lake as it is."""
    table = _found(query)
    return size_union(table, _parts(parts), _chosen(table, only))


def union_buttons(
    query: Query,
    parts: Parts,
    name: str,
    key: str,
    only: Satisfying | None,
    new_only: bool = False,
) -> None:
    """Offer a union as CSV and as Parquet; it is made on a click.

    Parameters
    ----------
    name
        File name without an ending.
    new_only
        Only the rows that neither the query nor a table before has.
    """
    table = _found(query)
    rows = _chosen(table, only)
    make = of_what_is_shown(
        query,
        [name for name, _ in parts],
        lambda suffix: union_bytes(table, _parts(parts), suffix, rows, new_only),
    )
    file_buttons(make, name, key)


def _found(query: Query) -> QueryTable:
    return find_query(query, replace(settings(), max_join_rows=MOST_TO_HAND_OUT))


def _chosen(query: QueryTable, only: Satisfying | None) -> Callable[[str], pl.DataFrame] | None:
    return None if only is None else partial(only.rows, query)


def _parts(parts: Parts) -> list[Part]:
    return [Part.of(*part) for part in parts]


def too_many_rows(query: Query, tables: Sequence[str], only: Satisfying | None) -> int:
    """Say how many rows a union has that a browser is not handed; 0 if it is.

    Parameters
    ----------
    only
        The rows of the tables that are appended; all if none.
    """
    rows = union_rows(find_query(query), tables)
    if only and rows > MOST_TO_HAND_OUT:  # rows are read to be counted, so only where it matters
        rows = union_rows(find_query(query), ()) + sum(
            _rows_that_satisfy(query, table, only) for table in tables
        )
    return rows if rows > MOST_TO_HAND_OUT else 0


@st.cache_data(show_spinner="Counting the rows that satisfy", max_entries=256)
def _rows_that_satisfy(query: Query, table: str, only: Satisfying) -> int:
    return only.rows(find_query(query), table).height


def left_to_the_terminal(
    address: Address,
    query: Query,
    tables: Sequence[str],
    rows: int,
    output: str,
    only: Satisfying | None,
) -> None:
    """Say that a union has too many rows for a browser, and how it is written all the same."""
    most = f"{MOST_TO_HAND_OUT:,}"
    if only:
        st.warning(
            f"Of the rows that satisfy alone this union has {amount(rows, 'row')}; the page makes "
            f"and hands out {most} at most. A condition that fewer rows satisfy is a way out. The "
            "terminal writes the union of all rows:"
        )
    else:
        st.warning(
            f"This union has {amount(rows, 'row')}. More than {most} are written in the terminal:"
        )
    union_command(address, query, tables, output)


def bottom_bar(
    address: Address, query: Query, found: UnionSearch, satisfying: Satisfying | None = None
) -> None:
    """Offer what was ticked as one download, and to be voted on.

    Parameters
    ----------
    satisfying
        The rows that satisfy the condition of the search, to be offered alone; none without one.
    """
    ticked = [hit for hit in found.hits if hit.table in address[TICKED]]
    hidden = not_shown(address, [hit.table for hit in found.hits])
    if not ticked:
        only_hidden(address, hidden)
        return
    parts = tuple((hit.table, pairs_of(address, query, hit)) for hit in ticked)
    name = whole = f"{name_of(found.query)} and {amount(len(ticked), 'table')}"
    with st.bottom, st.container(key=WARNINGS):
        _warn([conflict for part in parts for conflict in conflicts_of(query, *part)])
        warn_of_odd_rows(query, [hit.table for hit in ticked])
    with st.bottom, st.container(horizontal=True, vertical_alignment="center"):
        say_ticked(address, len(ticked), hidden, f"to append to {plain(found.query)}")
        key = "all that is ticked"
        only = None
        wanted = "Of each table only the rows that satisfy"
        if satisfying and satisfying_toggle(address, OF_THE_TICKED, wanted):
            only, name, key = satisfying, f"{name}, rows that satisfy", f"{key} and satisfies"
        tables = [table for table, _ in parts]
        if rows := too_many_rows(query, tables, only):
            with st.popover(
                f"More than {MOST_TO_HAND_OUT:,} rows", key="more rows than handed out"
            ):
                left_to_the_terminal(address, query, tables, rows, whole, only)
        else:
            with shown_plainly():
                _say_size(_size_of(query, parts, only))
            union_buttons(query, parts, name, key, only)
        if not query.upload:
            label_button(query.lake, [(query.table, hit.table) for hit in ticked], "all ticked")
        untick_button(address)


def _say_size(made: MadeUnion) -> None:
    """Say how many rows the download has, and how many of those appended are there already."""
    appended = made.rows - made.query_rows
    known = appended - sum(part.new_rows for part in made.parts)
    st.caption(
        f"{amount(made.rows, 'row')}; {appended:,} appended, {known:,} of them there already",
        help="Their cells in the aligned columns stand in a row of the query, or of a table that "
        "is appended before. They are appended all the same.",
        width="content",
    )


def _warn(conflicts: list[Conflict]) -> None:
    """Say which columns of the query would hold values of another type, mark or unit."""
    tables: dict[str, list[str]] = {}
    for conflict in conflicts:
        tables.setdefault(conflict.query_column, []).append(conflict.table)
    said = [f"{chip(name)} in {_named(some)}" for name, some in tables.items()]
    if said:
        st.markdown(
            f":material/warning: Of another type or unit, or written otherwise than in the query: "
            f"{listed(said, _MOST_SAID, '; ')}. All are kept as written."
        )


def _named(tables: list[str]) -> str:
    return plain(tables[0]) if len(tables) == 1 else amount(len(tables), "table")
