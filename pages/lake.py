"""Lake: what is in this folder."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core import lake as lakes
from core.search.listing import ORDERS, TableFilter, folders, narrow
from core.types import DataType, LakeInfo
from pages.lakes.chosen import choose_lake
from pages.lakes.closed_folder import tell_closed_folder
from pages.lakes.lake_map import show_map
from pages.lakes.last_read import last_read
from pages.lakes.reading_panel import reading_panel, show_rules
from pages.lakes.views import show_distributions, show_tables, show_unread
from pages.shared.address import Address
from pages.shared.catalog_cache import tables_of, workspace
from pages.shared.failures import shown_plainly
from pages.shared.fields import Field, one_of, some_of, truth, whole
from pages.shared.heading import page_head
from pages.shared.job_panel import job_panel, last_job
from pages.shared.words import amount, size

VIEWS = ("Tables", "Distributions", "Map", "Not read")


def page() -> None:
    """Show the tables of one lake as a list, as distributions and as a map."""
    address = Address(
        "lake",
        Field("lake", None),
        Field("view", VIEWS[0], one_of(VIEWS)),
        Field("words"),
        Field("type", [], some_of(tuple(DataType))),
        Field("least", None, whole()),
        Field("most", None, whole()),
        Field("folder", None),
        Field("copies", False, truth),
        Field("order", next(iter(ORDERS)), one_of(tuple(ORDERS))),
        Field("file"),
    )
    head = page_head("Lake")
    address.tell_refused()
    where, words, more = st.columns([1.2, 2.4, 1], vertical_alignment="bottom")
    lake = choose_lake(address, where)
    tables = tables_of(lake)
    words.text_input(
        "Words in the name or headers",
        key=address.key("words"),
        placeholder="country year",
        help="A table is kept if each word is part of its name or of one of its headers.",
    )
    with more:
        wanted = _filters(address, folders(tables))
    with head:
        _headline(lake)
        view = st.segmented_control(
            "View", VIEWS, key=address.key("view"), required=True, label_visibility="collapsed"
        )
    address.write()
    job_panel(lake.name)
    tell_closed_folder(lake)
    found = narrow(tables, wanted)
    if view == "Tables":
        show_tables(lake, found, len(tables), order=address.key("order"))
    elif view == "Distributions":
        show_distributions(found, len(tables))
    elif view == "Map":
        show_map(lake, found, len(tables))
    else:
        _unread(lake, address)


def _unread(lake: LakeInfo, address: Address) -> None:
    """List what was not read, or with a remark, and let it be said how it is to be read."""
    choose = partial(address.set, "file")
    if address["file"]:
        with shown_plainly():
            reading_panel(lake, address["file"], partial(choose, ""))
    reports = lakes.files_to_tell(workspace(), lake.key)
    show_unread(reports, lakes.count_files(workspace(), lake.key), choose)
    show_rules(lake, choose)


def _headline(lake: LakeInfo) -> None:
    st.markdown(
        f"**{amount(lake.tables, 'table')}**, {amount(lake.columns, 'column')}, "
        f"{amount(lake.rows, 'row')}, {size(lake.bytes)} on disk"
    )
    st.caption(last_read(lake, last_job(lake.name)))


def _filters(address: Address, known_folders: list[str]) -> TableFilter:
    if address["folder"] not in known_folders:
        address.set("folder", None)
    used = sum(bool(address[name]) for name in ("type", "least", "most", "folder", "copies"))
    with st.popover(
        f"Filters ({used})" if used else "Filters",
        icon=":material/filter_list:",
        width="stretch",
        key="filters of tables",
    ):
        types = st.multiselect(
            "Has a column of type",
            [str(kind) for kind in DataType],
            key=address.key("type"),
            placeholder="Any type",
        )
        least = st.number_input(
            "Least rows", min_value=0, step=1, key=address.key("least"), placeholder="0"
        )
        most = st.number_input(
            "Most rows", min_value=0, step=1, key=address.key("most"), placeholder="any"
        )
        folder = st.selectbox(
            "Folder",
            known_folders,
            index=None,
            key=address.key("folder"),
            placeholder="Every folder",
        )
        copies = st.toggle(
            "Has a copy",
            key=address.key("copies"),
            help="Another table of the lake has the same content, byte for byte.",
        )
    return TableFilter(
        words=address["words"],
        types=tuple(DataType(kind) for kind in types),
        least_rows=least,
        most_rows=most,
        folder=folder or "",
        has_copies=copies,
    )


if __name__ == "__main__":
    page()
