"""The Lake screen's map: each table a point, near means alike."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import plotly.graph_objects as go
import polars as pl
import streamlit as st
from numpy.typing import NDArray

from core import lake as lakes
from core.figures import map_figure
from core.search import LakeMap, is_built, is_mapped, lake_map
from core.search.listing import TableFilter, narrow
from core.search.maps.parts import Region, drawn, inside
from core.store import Workspace
from core.types import LakeInfo
from pages.lakes.encoding import encoder_for, offer_encoding
from pages.lakes.views import show_tables
from pages.shared.catalog_cache import searched, workspace
from pages.shared.links import TABLE, table_address
from pages.shared.plots import plot_to_select
from pages.shared.words import amount

_DRAWN_AT_ONCE = 1_000
"""Tables of which the map is drawn while the page waits; that of more is made by a job."""
_MOST_DRAWN = 20_000
"""Points that are sent to the browser for one map: some megabytes, each time that it is drawn."""


def show_map(lake: LakeInfo, found: pl.DataFrame, of: int) -> None:
    """Draw the lake; a click opens a table, a box or lasso lists those inside."""
    encoder, here = encoder_for(lake), searched(lake)
    if not is_built(here, encoder):
        offer_encoding(lake, encoder, "The map lays tables out by what is in their columns")
        return
    if lake.tables > _DRAWN_AT_ONCE and not is_mapped(here, encoder):
        offer_encoding(lake, encoder, "The map of so many tables takes a minute or two")
        return
    if not len(found):
        st.info("No table has all of that. Take a filter away.", icon=":material/filter_list_off:")
        return
    kept = None if len(found) == of else tuple(found["table"])
    state = (str(workspace().root), lake.name, lake.fingerprint, encoder)
    every = len(_map(*state).table_ids)
    told = "" if kept is None else f"{len(kept):,} of {amount(of, 'table')}; the others are grey. "
    if every > _MOST_DRAWN:
        told += (
            f"{_MOST_DRAWN:,} of {every:,} points are drawn, taken at random, those that the "
            "filters keep first, and the legend counts those; box and lasso list all tables there. "
        )
    st.caption(
        f"{told}Each point is a table, near means alike; colours and signs are clusters, named by "
        "their most telling headers. Click a point to open the table; use the box or lasso to list "
        "several."
    )
    event = plot_to_select(
        _figure(*state, kept),
        f"map of {lake.key}",
        f"Map of the tables of {lake.name}",
        ("points", "box", "lasso"),
        scroll_zoom=True,
    )
    selection = event["selection"]
    chosen = [_id(point) for point in selection["points"]]
    boxes, lassos = selection["box"], selection["lasso"]
    if len(chosen) == 1 and not (boxes or lassos):
        st.switch_page(TABLE, query_params=table_address(lake.name, chosen[0]))
    if every > _MOST_DRAWN and (boxes or lassos):
        chosen = _inside(_map(*state), boxes, lassos)
    if chosen:
        listed = narrow(found, TableFilter(tables=frozenset(chosen)))
        st.markdown(f"**{amount(len(chosen), 'table')} inside**, of which the filters keep:")
        show_tables(lake, listed, of, key="tables inside")


def _inside(of: LakeMap, boxes: Sequence[Region], lassos: Sequence[Region]) -> list[str]:
    places = np.flatnonzero(inside(of.x, of.y, boxes, lassos))
    return [of.table_ids[place] for place in places.tolist()]


def _id(point: dict[str, object]) -> str:
    data = point["customdata"]
    return str(data[0] if isinstance(data, list) else data)


# Not cache_data: a copy has its keys in another order, which makes it another chart to Streamlit,
# and the first selection in it is lost.
@st.cache_resource(show_spinner="Drawing the map, once", max_entries=4)
def _figure(
    root: str, name: str, fingerprint: str, encoder: str, kept: tuple[str, ...] | None
) -> go.Figure:
    found = _map(root, name, fingerprint, encoder)
    wanted = None if kept is None else frozenset(kept)
    places = drawn(_kept(found.table_ids, wanted), _MOST_DRAWN)
    ids = [found.table_ids[place] for place in places.tolist()]
    x, y, cluster = found.x[places], found.y[places], found.cluster[places]
    return map_figure(ids, x, y, cluster, found.cluster_names, wanted)


def _kept(table_ids: tuple[str, ...], wanted: frozenset[str] | None) -> NDArray[np.bool_]:
    return np.array([wanted is None or name in wanted for name in table_ids], dtype=bool)


@st.cache_resource(show_spinner="Drawing the map, once", max_entries=4)
def _map(root: str, name: str, fingerprint: str, encoder: str) -> LakeMap:
    # The fingerprint stands for the lake's content.
    here = Workspace(Path(root))
    return lake_map(searched(lakes.lake(here, name)), encoder)
