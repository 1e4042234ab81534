"""A join before it is made: its first rows, keys without a partner, near matches to accept."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
import streamlit as st

from core.features.folding import Folding
from core.search.combining.joins import (
    HOW,
    ROWS,
    Accepted,
    How,
    JoinLook,
    JoinPart,
    NearMatch,
    Rows,
)
from core.search.near_values.near import Key
from pages.searching.in_the_terminal import join_command
from pages.searching.joins import join_downloads, look_of
from pages.searching.odd_rows import warn_of_odd_rows
from pages.searching.put_right import accept, take_back
from pages.searching.query import Query, find_query
from pages.shared.address import Address
from pages.shared.catalog_cache import settings
from pages.shared.downloads import MOST_TO_HAND_OUT, name_of
from pages.shared.words import amount, chip

FIRST_ROWS = 100
NEAR_AT_ONCE = 10

_HOW_WORDS = {"left": "All rows of the query", "inner": "Matched rows only"}
_ROW_WORDS = {"all": "First rows", "matched": "With a partner", "unmatched": "Without a partner"}
# Translucent, so that it stands on a light and on a dark ground.
_GAINED = "background-color: rgba(46, 160, 90, 0.16)"


def show_join(address: Address, query: Query, part: JoinPart, rules: Folding) -> None:
    """Show what a join gives, and the ways to change and keep it."""
    which: Rows = st.segmented_control(
        "Rows shown",
        ROWS,
        key=f"rows of the join with {part.name}",
        default=ROWS[0],
        required=True,
        format_func=_ROW_WORDS.__getitem__,
        label_visibility="collapsed",
    )
    look = look_of(query, part, rules, FIRST_ROWS, which)
    _rows(part, look, which)
    _near(address, part, look)
    _unmatched(look)
    _keep(address, query, part, rules, look)


def _rows(part: JoinPart, look: JoinLook, which: Rows) -> None:
    if look.frame.is_empty():
        st.caption(
            {"matched": "No row finds a partner.", "unmatched": "Every row finds one."}.get(
                which, "The query has no rows."
            )
        )
        return
    st.dataframe(
        look.frame.to_pandas().style.apply(
            lambda _: [_GAINED] * len(look.frame), subset=list(look.gained)
        ),
        alt=f"Join with {part.table}",
        hide_index=True,
        placeholder="",
        height=min(360, 60 + 35 * len(look.frame)),
    )
    facts = look.facts
    whole = {
        "all": facts.left_rows,
        "matched": facts.rows,
        "unmatched": facts.query.rows - facts.matched_rows,
    }[which]
    st.caption(
        f"Showing {len(look.frame):,} of {amount(whole, 'row')} of the left join. Green: "
        f"{_gained(len(look.gained), len(facts.gained))} gained."
    )


def _gained(shown: int, all_of_them: int) -> str:
    columns = amount(all_of_them, "column")
    return f"the {columns}" if shown == all_of_them else f"{shown:,} of {columns}"


def _near(address: Address, part: JoinPart, look: JoinLook) -> None:
    if not look.near and not part.accepted:
        return
    title = f"Near matches: {len(look.near):,} to look at, {len(part.accepted):,} accepted"
    with st.expander(
        title,
        icon=":material/join_inner:",
        expanded=bool(part.accepted),
        key=f"near matches of {part.table}",
    ):
        st.caption(
            "Keys of the query without a partner, and what they may stand for. Those that you "
            "accept count as matches, here and in the download; the address carries them along."
        )
        for i, one in enumerate(part.accepted):
            text, button = st.columns([5, 1], vertical_alignment="center")
            text.markdown(
                f"{chip(' / '.join(one.query_key))} is taken for {chip(' / '.join(one.key))}"
            )
            button.button(
                "Take back",
                key=f"take back {i} of {part.name}",
                on_click=take_back,
                args=(address, part, one),
                width="stretch",
            )
        for i, near in enumerate(look.near[:NEAR_AT_ONCE]):
            text, button = st.columns([5, 1], vertical_alignment="center")
            text.markdown(
                f"{chip(' / '.join(near.query_values))} :gray[{amount(near.query_rows, 'row')}] "
                f"for {chip(' / '.join(near.values))} :gray[{amount(near.rows, 'row')}, "
                f"{near.likeness:.0%} alike]"
            )
            button.button(
                "Accept",
                key=f"accept {i} of {part.name}",
                on_click=accept,
                args=(address, part, near.accepted),
                width="stretch",
            )
        if len(look.near) > NEAR_AT_ONCE:
            st.caption(f"The {NEAR_AT_ONCE} nearest of {len(look.near):,}.")
        _all_at_once(address, part, look)


def _all_at_once(address: Address, part: JoinPart, look: JoinLook) -> None:
    """Offer to accept all that is shown, and to take all that was accepted back."""
    clear = _clear(look.near)
    with st.container(horizontal=True):
        if len(clear) > 1:
            st.button(
                f"Accept {len(clear):,} at once",
                key=f"accept all of {part.name}",
                icon=":material/done_all:",
                help="All that are shown; of several for one key the one that is most alike, and "
                "none of two that are equally alike. Each can be taken back.",
                on_click=accept,
                args=(address, part, *clear),
            )
        if len(part.accepted) > 1:
            st.button(
                f"Take back all {len(part.accepted):,}",
                key=f"take back all of {part.name}",
                icon=":material/undo:",
                on_click=take_back,
                args=(address, part, *part.accepted),
            )


def _clear(near: Sequence[NearMatch]) -> list[Accepted]:
    """Give of those shown, for each key of the query, the one that is more alike than any other."""
    best: dict[Key, list[NearMatch]] = {}
    for one in near:  # the most alike come first
        of_key = best.setdefault(one.accepted.query_key, [one])
        if one is not of_key[0] and one.likeness == of_key[0].likeness:
            of_key.append(one)
    shown = {one.accepted for one in near[:NEAR_AT_ONCE]}
    return [
        first.accepted for first, *equal in best.values() if not equal and first.accepted in shown
    ]


def _unmatched(look: JoinLook) -> None:
    if not look.unmatched_keys:
        return
    without = amount(look.unmatched_keys, "key")
    with st.expander(
        f"Without a partner: {without} of the query",
        icon=":material/link_off:",
        key=f"without a partner in {look.facts.part.table}",
    ):
        names = [f"{own}" for own, _ in look.facts.part.on]
        columns = {name: [one.values[i] for one in look.unmatched] for i, name in enumerate(names)}
        rows = pl.Series("rows of the query", [one.rows for one in look.unmatched])
        st.dataframe(
            pl.DataFrame(columns).with_columns(rows),
            alt="Keys without a partner",
            hide_index=True,
            height=min(300, 60 + 35 * len(look.unmatched)),
        )
        if len(look.unmatched) < look.unmatched_keys:
            st.caption(f"The {len(look.unmatched):,} with the most rows.")


def _keep(address: Address, query: Query, part: JoinPart, rules: Folding, look: JoinLook) -> None:
    how: How = address["how"]
    rows = look.facts.left_rows if how == "left" else look.facts.rows
    name = f"{name_of(find_query(query).name)} and {name_of(part.table)}"
    warn_of_odd_rows(query, [part.table])
    with st.container(horizontal=True, vertical_alignment="center"):
        st.segmented_control(
            "Keep",
            HOW,
            key=address.key("how"),
            format_func=_HOW_WORDS.__getitem__,
            required=True,
            label_visibility="collapsed",
        )
        st.markdown(f"**{amount(rows, 'row')}**", width="content")
        if rows <= MOST_TO_HAND_OUT:
            join_downloads(query, (part,), how, rules, name, f"join with {part.name}")
    most = settings().max_join_rows
    if rows > most:
        st.warning(
            f"This join is not made: a join makes at most {most:,} rows. Add a column to the key."
        )
    elif rows > MOST_TO_HAND_OUT:
        st.caption(f"More than {MOST_TO_HAND_OUT:,} rows are written in the terminal:")
        join_command(query, part, how, rules, name)
