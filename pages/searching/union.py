"""The Search page's mode Union: which tables can be appended to the query."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from core.conditions import Condition, Operation, from_line, to_line
from core.features import ENCODER_WORDS, ENCODERS
from core.search import RANK_BY, QueryTable, RankBy, is_built
from core.search.conditioned import ConditionedSearch, Limits, union_with_condition
from core.search.conditioned.as_searched import as_union_search
from core.types import Hit, LakeInfo
from pages.conditions.chips import condition_box
from pages.conditions.in_use import FIELDS
from pages.conditions.results import (
    condition_summary,
    conditions_below,
    line_between,
    scores_told,
)
from pages.lakes.encoding import encoder_for, offer_encoding
from pages.searching.earlier_searches import remember_search
from pages.searching.integration import Satisfying, bottom_bar
from pages.searching.mode import MOST_SHOWN, SearchMode
from pages.searching.put_right import ALIGNED
from pages.searching.query import Query, answer, find_query
from pages.searching.results import PAIRS, show_results
from pages.searching.rows_wanted import FIELDS as ROWS_WANTED
from pages.searching.ticks import FIELD as TICKS
from pages.shared.address import Address
from pages.shared.catalog_cache import searched, settings
from pages.shared.fields import Field, one_of, several
from pages.shared.progress import progress_shown
from pages.shared.words import amount, plain

_RANK_WORDS = {"columns": "Columns, one by one", "table": "Tables as a whole"}


def _show(address: Address, lake: LakeInfo, query: Query) -> None:
    """Ask how to search, search and show what was found."""
    table = find_query(Query.of(lake, query.table, query.upload))
    columns, encoder = _options(address, lake, table)
    condition = condition_box(address, lake, table.labels, searched=Operation.UNION)
    UNION.write(address)
    if not is_built(searched(lake), encoder):
        offer_encoding(lake, encoder, f"This lake is not ready for search with {encoder} yet")
        return
    wanted = Query.of(lake, query.table, query.upload, tuple(columns))
    if condition is not None:
        _show_conditioned(address, lake, wanted, condition, encoder)
        return
    found = answer(wanted, address["k"], encoder, address["rank"])
    remember_search(UNION.label, lake, found.query, None, *_unusual(wanted, encoder))
    show_results(address, lake, wanted, found)
    bottom_bar(address, wanted, found)


def _show_conditioned(
    address: Address, lake: LakeInfo, query: Query, condition: Condition, encoder: str
) -> None:
    asked, seconds = to_line(condition), settings().condition_seconds
    found = union_that_satisfies(query, asked, address["k"], encoder, address["rank"], seconds)
    remember_search(UNION.label, lake, found.query, condition, *_unusual(query, encoder))
    condition_summary(found, PAIRS)
    hits = {hit.table: hit.found for hit in found.hits}
    labels = tuple(find_query(query).labels)
    below = conditions_below(
        lake,
        condition,
        {hit.table: hit.satisfaction for hit in found.hits},
        labels,
        lambda table: {m.query_column: (m.column, m.score) for m in hits[table].alignment},
    )
    shown = as_union_search(found, encoder=encoder, rank_by=address["rank"])
    satisfying = Satisfying.of(condition, found.hits)
    line, told = line_between(found), scores_told(found)
    show_results(address, lake, query, shown, below, above=line, told=told, satisfying=satisfying)
    bottom_bar(address, query, shown, satisfying)


def _unusual(query: Query, encoder: str) -> tuple[str, ...]:
    """Say how a search was made, where that is not how it is made by itself."""
    columns = f"by {', '.join(query.columns)}" if query.columns else ""
    way = ENCODER_WORDS[encoder].partition(" (")[0].lower()
    return columns, "" if encoder == settings().encoder else way


@st.cache_data(show_spinner="Searching", max_entries=64)
def union_that_satisfies(
    query: Query, asked: str, k: int, encoder: str, rank_by: RankBy, seconds: int
) -> ConditionedSearch[Hit]:
    """Search once with that much time.

    The query stands for the lake as it is, a line for the condition.
    """
    with progress_shown() as monitor:
        table = find_query(query, replace(settings(), condition_seconds=seconds), monitor)
        return union_with_condition(
            table, from_line(asked), Limits(k), encoder_name=encoder, rank_by=rank_by
        )


def _options(address: Address, lake: LakeInfo, table: QueryTable) -> tuple[list[str], str]:
    """Ask for columns, encoder, ranking and number of results."""
    gone = [column for column in address["columns"] if column not in table.labels]
    if gone:
        st.warning(f"{plain(table.name)} has no column {plain(', '.join(gone))}.")
        address.set("columns", [c for c in address["columns"] if c in table.labels])
    address.stand_in("encoder", encoder_for(lake))
    row = st.container(horizontal=True, vertical_alignment="bottom")
    columns = row.multiselect(
        "Columns to search with",
        table.labels,
        key=address.key("columns"),
        placeholder=f"All {amount(len(table.labels), 'column')}",
        help="Tables are ranked by how well they fit these columns.",
    )
    with row.popover("How to search", icon=":material/tune:", key="how to search for unions"):
        encoder = st.selectbox(
            "Compare columns by",
            ENCODERS,
            key=address.key("encoder"),
            format_func=ENCODER_WORDS.__getitem__,
        )
        st.selectbox(
            "Rank by",
            RANK_BY,
            key=address.key("rank"),
            format_func=_RANK_WORDS.__getitem__,
            help="Columns: how well each column finds a partner, so that wide tables have no "
            "advantage. Tables: how near the tables are as a whole, as published methods do it.",
        )
        st.number_input("Results", 1, MOST_SHOWN, step=5, key=address.key("k"))
    return columns, encoder


UNION = SearchMode(
    name="union",
    label="Union",
    icon=":material/table_rows:",
    promise="by how well their columns line up with it and shows what appending them would give",
    fields=(
        Field("columns", [], several),
        TICKS,
        ALIGNED,
        *ROWS_WANTED,
        Field("encoder", None, one_of(ENCODERS)),
        Field("rank", RANK_BY[0], one_of(RANK_BY)),
        *FIELDS,
    ),
    show=_show,
)
