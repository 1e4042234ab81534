"""Table: what this table is."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core import lake as lakes
from core.features.folding import ALL
from core.figures import frequent_values, numeric_spread
from core.lake import Said
from core.lake.formats.encodings import encoding_title
from core.lake.formats.read_as import delimiter_title
from core.search import is_built
from core.search.join.keys import propose_keys
from core.search.listing import list_columns
from core.types import ColumnProfile, FileReport, LakeInfo, TableInfo
from pages.lakes.encoding import encoder_for, offer_encoding
from pages.lakes.join_readiness import is_ready
from pages.lakes.reading_panel import pending, reading_panel
from pages.searching.join import join_answer
from pages.searching.joins import link_to_join, part_of
from pages.searching.query import Query, answer
from pages.shared.abreast import abreast
from pages.shared.address import Address, address_left
from pages.shared.catalog_cache import first_rows, searched, workspace
from pages.shared.downloads import (
    MOST_BYTES_TO_HAND_OUT,
    MOST_TO_HAND_OUT,
    download_buttons,
    name_of,
)
from pages.shared.fields import Field
from pages.shared.links import LAKE, link_to_search, link_to_table
from pages.shared.plots import plot
from pages.shared.words import amount, plain, since, size, table_extent
from pages.voting.put_to_vote import label_button

FIRST_ROWS = 200
NEIGHBOURS = 5
_COPIES = 5
_SINCE_READ = {
    lakes.SinceRead.AS_READ: "",
    lakes.SinceRead.CHANGED: "The file was written to since it was read.",
    lakes.SinceRead.GONE: "The file is not there any more.",
    lakes.SinceRead.OUT_OF_REACH: "The file cannot be looked at now.",
}
_AS_READ = (
    "What is shown, searched and downloaded is as it was read. *Refresh*, on the lake's card on "
    "Home, looks at the folder again."
)
_LEAST = 0.005  # below it a fit is shown as 0.00


def page() -> None:
    """Show one table: its columns, its first rows and its nearest tables."""
    address = Address("table", Field("lake"), Field("table"), Field("reading"))
    if not address["lake"] or not address["table"]:
        st.title("Table", anchor=False)
        st.info("A table opens from anything that names one: choose one in its lake.")
        st.page_link(LAKE, label="Open the lake", icon=":material/water:")
        return
    lake = lakes.lake(workspace(), address["lake"])
    table = lakes.table(workspace(), lake.name, address["table"])
    address.write()
    _header(lake, table)
    report = lakes.file_of(workspace(), table.key)
    if report is not None:
        _since_read(lake, report)
        _reading(lake, table, report, address)
    profiles = lakes.columns(workspace(), table.key)
    main, side = abreast("table", 2, "side")
    with main:
        _columns(table, profiles)
        _rows(lake, table)
    with side:
        _neighbours(lake, table)
        _joins(lake, table, profiles)
        if report is not None:
            _source(lake, table, report)


def _header(lake: LakeInfo, table: TableInfo) -> None:
    left = address_left("lake")
    st.page_link(
        LAKE,
        label=plain(lake.name),
        icon=":material/arrow_back:",
        # With the filters of whoever comes from there, as the browser's own step back has them.
        query_params=left if left.get("lake") == [lake.name] else {"lake": lake.name},
    )
    st.title(plain(table.table_id), anchor=False)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(
            f"{table_extent(table.rows, table.columns, table.bytes)}, "
            f"{table.missing_share:.0%} of the cells missing",
            width="stretch",
        )
        link_to_search(lake.name, table.table_id, "Search with this table")
        if table.rows <= MOST_TO_HAND_OUT and table.bytes <= MOST_BYTES_TO_HAND_OUT:
            download_buttons(
                lambda: lakes.table_frame(workspace(), lake.name, table.table_id),
                name_of(table.table_id),
                "table",
            )
        else:
            st.caption(
                f"Too large to download: the browser is handed {MOST_TO_HAND_OUT:,} rows and "
                f"{size(MOST_BYTES_TO_HAND_OUT)} at most. Its file is in the lake's folder.",
                width="content",
            )


def _since_read(lake: LakeInfo, report: FileReport) -> None:
    """Say that the file is another by now than what is shown of it; nothing while it is as read."""
    told = _SINCE_READ[lakes.since_read(workspace(), lake, report.path)]
    if told:
        st.warning(f"{told} {_AS_READ}", icon=":material/history:")


def _reading(lake: LakeInfo, table: TableInfo, report: FileReport, address: Address) -> None:
    """Say how the file was read, and let it be said otherwise."""
    said = lakes.what_is_said(workspace(), lake, table.table_id)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption(_read_as(said, report), width="content")
        if not address["reading"]:
            st.button(
                "Change",
                type="tertiary",
                icon=":material/tune:",
                help="Say where the header is, and by which encoding, delimiter and decimal mark "
                "the file is read.",
                on_click=address.set,
                args=("reading", "change"),
            )
    pending(lake, report.path, table.key)
    if address["reading"]:
        reading_panel(lake, table.table_id, partial(address.set, "reading", ""))


def _read_as(said: Said, report: FileReport) -> str:
    guessed = [
        encoding_title(report.encoding) if not said.read_as.encoding else "",
        _delimiter(report.delimiter) if not said.read_as.delimiter else "",
    ]
    words = ", ".join(filter(None, [said.read_as.told(), *guessed]))
    of = (
        f" (said of {said.rule.pattern})" if said.rule and said.rule.pattern != said.pattern else ""
    )
    told = words or "it stands"
    return f"Read as {'' if said.rule or not words else 'guessed: '}{plain(told + of)}"


def _columns(table: TableInfo, profiles: list[ColumnProfile]) -> None:
    st.subheader("Columns", anchor=False)
    event = st.dataframe(
        list_columns(profiles),
        key=f"columns of {table.content_hash}",
        alt=f"Columns of {table.table_id}",
        hide_index=True,
        placeholder="",
        on_select="rerun",
        selection_mode="single-cell",
        column_config={
            "column": st.column_config.TextColumn("Column", pinned=True, width=130),
            "type": st.column_config.TextColumn("Type", width=75),
            "missing": st.column_config.ProgressColumn(
                "Missing",
                format="percent",
                min_value=0,
                max_value=1,
                width=80,
                help="Share of the cells that are empty or, among numbers, say that there is none "
                "(-, k.A., n/a).",
            ),
            "distinct": st.column_config.NumberColumn(
                "Distinct", format="localized", help="How many different values.", width=60
            ),
            "spread": st.column_config.BarChartColumn(
                "Spread",
                y_min=0,
                width=65,
                help="Of numbers, from the smallest to the largest, or the count of each if there "
                "are few; of anything else, the counts of the most frequent values.",
            ),
            "typical": st.column_config.TextColumn("Most frequent", width=110),
            "smallest": st.column_config.TextColumn("Smallest", width=85),
            "largest": st.column_config.TextColumn("Largest", width=85),
            "mean": st.column_config.NumberColumn("Mean", format="localized", width=65),
            "lengths": st.column_config.TextColumn(
                "Lengths", help="Characters of the shortest and the longest value.", width="small"
            ),
        },
    )
    cells = event["selection"]["cells"]
    if cells:
        _distribution(profiles[cells[0][0]])
    else:
        st.caption("Click a column to see how its values are distributed.")
    odd = [f"{one.label}: {one.misreading}." for one in profiles if one.misreading]
    if odd:
        st.caption(plain(" ".join(odd)))


def _distribution(profile: ColumnProfile) -> None:
    with st.container(border=True):
        st.markdown(
            f"**{plain(profile.label)}**, {profile.data_type}: "
            f"{amount(profile.values, 'value')}, {profile.distinct:,} of them different, "
            f"{amount(profile.missing, 'cell')} missing{_stand_ins(profile)}"
            f"{_misreading(profile)}"
        )
        if profile.quartiles:
            plot(numeric_spread(profile), "spread of numbers", f"Spread of {profile.label}")
        if profile.top:
            plot(
                frequent_values(profile),
                "frequent values",
                f"Most frequent values of {profile.label}",
            )


def _stand_ins(profile: ColumnProfile) -> str:
    number = profile.stand_ins
    return f" ({amount(number, 'cell')} with a text that says so)" if number else ""


def _misreading(profile: ColumnProfile) -> str:
    return f"; {plain(profile.misreading)}" if profile.misreading else ""


def _rows(lake: LakeInfo, table: TableInfo) -> None:
    st.subheader("Rows", anchor=False)
    frame = first_rows(lake.name, table.table_id, table.content_hash, FIRST_ROWS)
    st.dataframe(
        frame, alt=f"First rows of {table.table_id}", hide_index=True, placeholder="", height=380
    )
    shown = min(FIRST_ROWS, table.rows)
    st.caption(f"Showing {shown:,} of {amount(table.rows, 'row')}.")


def _neighbours(lake: LakeInfo, table: TableInfo) -> None:
    st.subheader("Nearest to append", anchor=False)
    encoder = encoder_for(lake)
    if not is_built(searched(lake), encoder):
        offer_encoding(lake, encoder, "Near tables are found by what is in their columns")
        return
    found = answer(Query.of(lake, table.table_id), NEIGHBOURS, encoder, "columns")
    near = [hit for hit in found.hits if hit.alignment and hit.score >= _LEAST]
    if not near:
        st.caption(
            "No table has a column that lines up with one of it."
            if found.hits
            else "There is no other table in this lake."
        )
    for hit in near:
        with st.container(horizontal=True, vertical_alignment="center"):
            link_to_table(lake.name, hit.table, plain(hit.table))
            label_button(lake.name, [(table.table_id, hit.table)], hit.table, "Label")
        st.progress(
            max(0.0, min(1.0, hit.score)),
            text=f"{hit.score:.2f}, {amount(len(hit.alignment), 'column')} aligned",
        )


def _joins(lake: LakeInfo, table: TableInfo, profiles: list[ColumnProfile]) -> None:
    st.subheader("Best to join", anchor=False)
    proposed = propose_keys(profiles)
    if not proposed:
        st.caption("No column of it looks like a key.")
        return
    if not is_ready(lake):
        link_to_search(lake.name, table.table_id, "Find tables to join", "join")
        return
    found = join_answer(Query.of(lake, table.table_id), (), NEIGHBOURS, "overlap", ALL, True)
    if not found.hits:
        st.caption("No table that adds a column shares a value with its keys.")
        return
    known = {profile.label.casefold() for profile in profiles}
    for hit in found.hits:
        gained = sum(label.casefold() not in known for label in hit.gained)
        link_to_join(lake.name, table.table_id, part_of(hit), plain(hit.table))
        st.progress(
            min(1.0, hit.containment),
            text=f"{hit.containment:.0%} of {plain(', '.join(hit.on))}, "
            f"{amount(gained, 'column')} gained",
        )


def _source(lake: LakeInfo, table: TableInfo, report: FileReport) -> None:
    st.subheader("Where it comes from", anchor=False)
    st.caption(f"File: {plain(report.path)}, {size(report.bytes)}")
    if lake.refreshed_at:
        st.caption(
            f"Read, or looked at and unchanged, {since(lake.refreshed_at)}",
            help="When the last refresh of the lake ended: "
            f"{lake.refreshed_at[:16].replace('T', ' ')} UTC.",
        )
    st.caption(f"Content hash: {table.content_hash[:16]}", help=table.content_hash)
    copies = lakes.copies_of(workspace(), lake.key, table)
    if copies:
        st.caption(f":material/content_copy: {_told_copies(len(copies))}")
    for copy in copies[:_COPIES]:
        link_to_table(lake.name, copy, plain(copy))
    for number, what in (
        (report.rows_padded, "shorter than the header and filled with empty cells"),
        (report.rows_cut, "longer than the header and cut"),
        (report.rows_refused, "left out"),
    ):
        if number:
            st.caption(f":material/warning: {amount(number, 'row')} {what}")
    if report.why_as_before:
        st.caption(f":material/warning: {plain(report.why_as_before)}")
    for note in report.notes_on(table.table_id):
        st.caption(f":material/info: {plain(note)}")


def _told_copies(count: int) -> str:
    have = "another table has" if count == 1 else f"{count:,} other tables have"
    shown = f"; the first {_COPIES}" if count > _COPIES else ""
    return f"The same content, byte for byte, {have}{shown}:"


def _delimiter(delimiter: str) -> str:
    return f"separated by {delimiter_title(delimiter)}" if delimiter else ""


if __name__ == "__main__":
    page()
