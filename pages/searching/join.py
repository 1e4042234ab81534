"""The Search page's mode Join: which tables add columns to the query."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from core.conditions import Condition, Operation, from_line, to_line
from core.features.folding import Folding
from core.search import QueryTable
from core.search.combining.joins import HOW, search_gaining
from core.search.conditioned import (
    ConditionedSearch,
    Limits,
    another_key,
    columns_to_join_on,
    join_with_condition,
)
from core.search.conditioned.as_searched import as_join_search
from core.search.join.keys import propose_keys
from core.search.join.methods import JOIN_METHOD_WORDS, JOIN_METHODS, JoinMethod
from core.search.join.searching import search_join
from core.types import JoinHit, JoinSearch, LakeInfo
from pages.conditions.chips import condition_box
from pages.conditions.in_use import FIELDS
from pages.conditions.results import (
    condition_summary,
    conditions_below,
    line_between,
)
from pages.lakes.join_readiness import is_ready, offer_index
from pages.searching.earlier_searches import remember_search
from pages.searching.join_bar import join_bar
from pages.searching.join_chains import offer_chains, show_chains
from pages.searching.join_results import show_joins, summary
from pages.searching.joins import part_of
from pages.searching.mode import MOST_SHOWN, SearchMode
from pages.searching.put_right import MATCHED
from pages.searching.query import Query, find_query
from pages.searching.ticks import FIELD as TICKS
from pages.shared.address import Address
from pages.shared.catalog_cache import settings
from pages.shared.fields import Field, one_of, several, some_of, truth
from pages.shared.words import plain

_RULE_WORDS = {
    "blanks": "White space",
    "unicode": "Forms of characters",
    "case": "Upper and lower case",
    "numbers": "Ways to write a number",
    "dates": "Ways to write a date",
}
_RULES = tuple(_RULE_WORDS)


def _show(address: Address, lake: LakeInfo, query: Query) -> None:
    """Ask how to search, search and show what was found."""
    wanted = Query.of(lake, query.table, query.upload)
    table = find_query(wanted)
    on, rules = _options(address, table)
    condition = condition_box(address, lake, table.labels, searched=Operation.JOIN)
    JOIN.write(address)
    method: JoinMethod = address["method"]
    if not is_ready(lake, method, rules):
        offer_index(lake, method, rules)
        return
    if condition is not None:
        _show_conditioned(address, lake, wanted, condition, on, method, rules)
        return
    found = join_answer(wanted, on, address["k"], method, rules, _gaining(address))
    remember_search(JOIN.label, lake, found.query, None, *_unusual(on, method))
    parts = tuple(part_of(hit) for hit in found.hits)
    with st.container(horizontal=True, vertical_alignment="center"):
        summary(lake, found)
        if parts:
            offer_chains(address, parts)
    show_chains(address, lake, wanted, parts, rules)
    show_joins(address, lake, wanted, found, parts, rules=rules)
    join_bar(address, wanted, found, parts, rules)


def _show_conditioned(
    address: Address,
    lake: LakeInfo,
    query: Query,
    condition: Condition,
    on: tuple[str, ...],
    method: JoinMethod,
    rules: Folding,
) -> None:
    if other := another_key(find_query(query), on, condition):
        st.warning(plain(other))
        return
    limits = Limits(address["k"], gaining=_gaining(address))
    asked, seconds = to_line(condition), settings().condition_seconds
    found = joins_that_satisfy(query, asked, on, limits, method, rules, seconds)
    remember_search(JOIN.label, lake, found.query, condition, *_unusual(on, method))
    condition_summary(found)
    table = find_query(query)
    tried = () if on or columns_to_join_on(condition) else propose_keys(table.columns)
    shown = as_join_search(found, on=on, method=method, proposed=tried)
    pairs = {
        hit.table: {own: (other, 1.0) for own, other in zip(hit.on, hit.columns, strict=True)}
        for hit in shown.hits
    }
    below = conditions_below(
        lake,
        condition,
        {hit.table: hit.satisfaction for hit in found.hits},
        tuple(table.labels),
        pairs.__getitem__,
    )
    parts = tuple(part_of(hit) for hit in shown.hits)
    summary(lake, shown)
    show_joins(
        address, lake, query, shown, parts, rules=rules, below=below, above=line_between(found)
    )
    join_bar(address, query, shown, parts, rules)


def _unusual(on: tuple[str, ...], method: JoinMethod) -> tuple[str, ...]:
    """Say how a search was made, where that is not how it is made by itself."""
    key = f"by {', '.join(on)}" if on else ""
    way = JOIN_METHOD_WORDS[method].lower()
    return key, "" if method == JOIN_METHODS[0] else way


@st.cache_data(show_spinner="Searching", max_entries=64)
def joins_that_satisfy(
    query: Query,
    asked: str,
    on: tuple[str, ...],
    limits: Limits,
    method: JoinMethod,
    rules: Folding,
    seconds: int,
) -> ConditionedSearch[JoinHit]:
    """Search once with that much time.

    The query stands for the lake as it is, a line for the condition.
    """
    table = find_query(query, replace(settings(), condition_seconds=seconds))
    return join_with_condition(
        table, from_line(asked), on, limits=limits, method=method, rules=rules
    )


def _gaining(address: Address) -> bool:
    """Whether tables that add no column are left out."""
    return bool(address["all"] == "")


def _options(address: Address, table: QueryTable) -> tuple[tuple[str, ...], Folding]:
    """Ask for the key, the method, what does not count, and the number of results."""
    gone = [column for column in address["on"] if column not in table.labels]
    if gone:
        st.warning(f"{plain(table.name)} has no column {plain(', '.join(gone))}.")
        address.set("on", [c for c in address["on"] if c in table.labels])
    proposed = ", ".join(one.column for one in propose_keys(table.columns))
    row = st.container(horizontal=True, vertical_alignment="bottom")
    on = row.multiselect(
        "Key: the columns to join on",
        table.labels,
        key=address.key("on"),
        placeholder=f"Propose one: {proposed}" if proposed else "Choose a column",
        help="Several columns are one key: rows must agree in all of them. Without a choice, each "
        "column that looks like a key is tried.",
    )
    with row.popover("How to search", icon=":material/tune:", key="how to search for joins"):
        st.selectbox(
            "Compare columns by",
            JOIN_METHODS,
            key=address.key("method"),
            format_func=lambda name: f"{JOIN_METHOD_WORDS[name]} ({name})",
        )
        exact = st.multiselect(
            "Keep apart what differs in",
            _RULES,
            key=address.key("exact"),
            format_func=_RULE_WORDS.__getitem__,
            placeholder="Nothing of these",
            help="Values are equal if they differ in nothing else. Each choice has an index of its "
            "own, which is made the first time.",
        )
        st.toggle(
            "Zeros in front do not count",
            key=address.key("zeros"),
            help="00501 is 501, as a spreadsheet writes it that has taken a code for a number.",
        )
        st.segmented_control(
            "Tables",
            ("", "too"),
            key=address.key("all"),
            format_func={"": "That add a column", "too": "All"}.__getitem__,
            required=True,
            help="A column is added if the query has none of that name.",
        )
        st.number_input("Results", 1, MOST_SHOWN, step=5, key=address.key("k"))
    rules = [rule for rule in _RULES if rule not in exact]
    if address["zeros"]:
        rules.append("zeros")
    return tuple(on), Folding.of(",".join(rules) or "none")


@st.cache_data(show_spinner="Searching", max_entries=64)
def join_answer(
    query: Query, on: tuple[str, ...], k: int, method: JoinMethod, rules: Folding, gaining: bool
) -> JoinSearch:
    """Search once; the query stands for the lake as it is.

    Parameters
    ----------
    gaining
        Whether to leave out tables that add no column (`search_gaining`).
    """
    search = search_gaining if gaining else search_join
    return search(find_query(query), on, k, method=method, rules=rules)


JOIN = SearchMode(
    name="join",
    label="Join",
    icon=":material/join_left:",
    promise="by how many of its key values they have and shows the columns that joining them adds",
    fields=(
        Field("on", [], several),
        TICKS,
        MATCHED,
        Field("method", JOIN_METHODS[0], one_of(JOIN_METHODS)),
        Field("exact", [], some_of(_RULES)),
        Field("zeros", False, truth),
        Field("all", "", one_of(("", "too"))),
        Field("how", HOW[0], one_of(HOW)),
        Field("beyond", [], several),
        *FIELDS,
    ),
    show=_show,
)
