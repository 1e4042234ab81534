"""One hit appended to the query: what is new, what conflicts, and the alignment to correct."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from core import lake as lakes
from core.amounts import listed
from core.search import PartReport
from core.search.combining.put_right import Pairs
from core.search.combining.unions.preview import Preview, preview
from core.types import Hit
from pages.searching.integration import (
    Satisfying,
    heads_of,
    left_to_the_terminal,
    too_many_rows,
    union_buttons,
)
from pages.searching.odd_rows import warn_of_odd_rows
from pages.searching.put_right import correct, gone_from, pairs_of
from pages.searching.query import Query, find_query
from pages.searching.rows_wanted import PREVIEWED, satisfying_toggle
from pages.shared.address import Address
from pages.shared.catalog_cache import workspace
from pages.shared.downloads import name_of
from pages.shared.partner_field import partner_field
from pages.shared.this_run import run_again
from pages.shared.words import amount, chip

ROWS = 100
_MOST_NAMED = 12
_MOST_CORRECTED = 60
# Translucent, so that they stand on a light and on a dark ground.
_NEW = "background-color: rgba(46, 160, 90, 0.20)"
_KNOWN = "background-color: rgba(128, 128, 128, 0.16)"
_CONFLICT = "background-color: rgba(225, 140, 30, 0.30)"


@dataclass(frozen=True)
class UnionLook:
    """What is shown of a union with one table.

    Parameters
    ----------
    rows, new_rows
        The first of all rows, and of those that the query has not.
    height, width
        Of the union.
    """

    report: PartReport
    rows: Preview
    new_rows: Preview
    height: int
    width: int


@st.cache_data(show_spinner="Appending", max_entries=64)
def look_of(query: Query, table: str, pairs: Pairs, only: Satisfying | None) -> UnionLook:
    """Append a table once and keep what is shown; the query stands for the lake as it is."""
    made, first, new = heads_of(query, ((table, pairs),), ROWS, only)
    aligned = [q for q, _ in pairs]
    rows, new_rows = (preview(union, aligned, ROWS) for union in (first, new))
    return UnionLook(made.parts[0], rows, new_rows, made.rows, len(made.columns))


def show_union(address: Address, query: Query, hit: Hit, satisfying: Satisfying | None) -> None:
    """Show what appending a hit gives, its first rows, and the ways to change and keep it.

    Parameters
    ----------
    satisfying
        The rows that satisfy the condition of the search, to be appended alone; none without one.
    """
    pairs = pairs_of(address, query, hit)
    if gone := gone_from(address, query, hit):
        st.warning(
            f"The alignment in the address names columns that are not there and are left out: "
            f"{', '.join(map(chip, gone))}."
        )
    only = None
    if satisfying and satisfying_toggle(address, PREVIEWED, "Append only the rows that satisfy"):
        only = satisfying
    if rows := too_many_rows(query, [hit.table], only):
        output = f"{name_of(find_query(query).name)} and more"
        left_to_the_terminal(address, query, [hit.table], rows, output, only)
    else:
        _show(query, hit, pairs, only)
    with st.expander("Correct the alignment", icon=":material/edit:", key=f"correct {hit.table}"):
        _correction(address, query, hit, pairs)


def _show(query: Query, hit: Hit, pairs: Pairs, only: Satisfying | None) -> None:
    union = look_of(query, hit.table, pairs, only)
    _summary(union.report)
    only_new = st.segmented_control(
        "Rows",
        (False, True),
        key="only new rows",
        default=False,
        required=True,
        format_func={False: "Both tables", True: "Only new rows"}.__getitem__,
        label_visibility="collapsed",
    )
    look = union.new_rows if only_new else union.rows
    st.dataframe(
        _coloured(look), alt=f"Union with {hit.table}", hide_index=True, placeholder="", height=360
    )
    st.caption(
        f"Showing {_rows_shown(union, look, bool(only_new))} and {look.frame.width:,} of "
        f"{amount(union.width, 'column')}. Green: rows that the query has not. Grey: "
        "appended rows that it has already. Orange: cells of a column that holds two types "
        "or two ways of writing."
    )
    warn_of_odd_rows(query, [hit.table])
    with st.container(horizontal=True, vertical_alignment="center"):
        name, found = f"{name_of(find_query(query).name)} and {name_of(hit.table)}", hit.table
        if only:
            name, found = f"{name}, rows that satisfy", f"{found}, rows that satisfy"
        if only_new:
            name, found = f"{name}, new rows", f"{found}, new rows"
        parts = ((hit.table, pairs),)
        union_buttons(query, parts, name, f"union with {found}", only, bool(only_new))


def _rows_shown(union: UnionLook, look: Preview, only_new: bool) -> str:
    """Say how many of the query's rows are shown, of which a few stand for all, and of the rest."""
    if only_new:
        return f"{len(look.is_new):,} of {amount(union.report.new_rows, 'new row')}"
    added, own = sum(look.is_added), union.height - union.report.rows
    return (
        f"{len(look.is_added) - added:,} of {amount(own, 'row')} of the query, {added:,} of "
        f"{amount(union.report.rows, 'appended row')}"
    )


def _summary(report: PartReport) -> None:
    st.markdown(
        f"Appends **{amount(report.rows, 'row')}**, of which **{report.new_rows:,}** are new to "
        f"the query in the {amount(report.aligned, 'column')} aligned."
    )
    if report.new_columns:
        named = listed([chip(name) for name in report.new_columns], _MOST_NAMED, " ")
        st.markdown(
            f"Adds {amount(len(report.new_columns), 'column')} that the query has not: {named}"
        )
    for conflict in report.conflicts:
        here, there = conflict.sides(chip)
        st.markdown(
            f":material/warning: {chip(conflict.query_column)} is {here} in the query, but "
            f"{chip(conflict.column)} is {there}. Both are kept as written."
        )


def _coloured(look: Preview) -> object:
    import pandas as pd

    frame = look.frame.to_pandas()

    def colours(_: pd.DataFrame) -> pd.DataFrame:
        rows = [
            _NEW if new else _KNOWN if added else ""
            for new, added in zip(look.is_new, look.is_added, strict=True)
        ]
        styles = pd.DataFrame(dict.fromkeys(frame.columns, rows), index=frame.index)
        for name in look.conflicting:
            styles[name] = _CONFLICT
        return styles

    return frame.style.apply(colours, axis=None)


def _correction(address: Address, query: Query, hit: Hit, pairs: Pairs) -> None:
    table = find_query(query)
    info = lakes.table(workspace(), query.lake, hit.table)
    columns = [column.label for column in lakes.columns(workspace(), info.key)]
    keys = {
        label: f"below {i} of {hit.table}" for i, label in enumerate(table.labels[:_MOST_CORRECTED])
    }
    _show_in_use(f"shown below {hit.table}", keys, pairs)
    with st.form(f"alignment with {hit.table}", border=False):
        st.caption(
            "For each column of the query, choose the one that belongs below it. The address "
            "carries along what you choose."
        )
        chosen: dict[str, str | None] = {}
        places = st.columns(3)
        for i, (label, key) in enumerate(keys.items()):
            with places[i % 3]:
                chosen[label] = partner_field(label, columns, key)
        with st.container(horizontal=True):
            use = st.form_submit_button("Use this alignment", type="primary")
            back = st.form_submit_button("Back to the one found")
    if len(table.labels) > _MOST_CORRECTED:
        st.caption(f"The first {_MOST_CORRECTED} of {len(table.labels):,} columns.")
    if back:
        correct(address, hit.table, None)
        del st.session_state[f"shown below {hit.table}"]
        run_again()
    if use:
        given = [(q, c) for q, c in chosen.items() if c]
        twice = {c for _, c in given if [other for _, other in given].count(c) > 1}
        if twice:
            st.error(
                "A column can belong below one column only. Chosen more than once: "
                + ", ".join(chip(column) for column in sorted(twice))
            )
            return
        kept = [(q, c) for q, c in pairs if q not in chosen]
        correct(address, hit.table, (*given, *kept))
        run_again()


def _show_in_use(shown: str, keys: Mapping[str, str], pairs: Pairs) -> None:
    """Have the fields show the alignment in use where it is another than they were filled with.

    After a step back the union is made of another one, and the fields would go on to offer theirs.
    """
    anew = st.session_state.get(shown) != pairs
    st.session_state[shown] = pairs
    now = dict(pairs)
    for label, key in keys.items():
        if anew or key not in st.session_state:
            st.session_state[key] = now.get(label)
