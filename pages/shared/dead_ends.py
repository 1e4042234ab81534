"""Where an address leads nowhere: what is wrong with it, and a way on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

import streamlit as st

from core import lake as lakes
from core.benchmarks import registry
from core.benchmarks.types import BenchmarkInfo
from core.errors import SoundingsError
from core.store import Workspace
from core.types import LakeInfo
from pages.shared.catalog_cache import workspace
from pages.shared.links import BENCHMARKS, HOME, LAKE, RUNS
from pages.shared.words import plain, sentence


@contextmanager
def with_a_way_on() -> Iterator[None]:
    """Show an error that ends a page as its sentence, with links to what the address names."""
    try:
        yield
    except SoundingsError as error:
        st.error(sentence(str(error)), icon=":material/error:")
        _links(st.query_params.get("lake"), st.query_params.get("benchmark"))


def _links(lake: str | None, benchmark: str | None) -> None:
    with st.container(horizontal=True):
        if lake and _is_there(lake, lakes.lakes):
            st.page_link(
                LAKE,
                label=f"Tables of {plain(lake)}",
                icon=":material/water:",
                query_params={"lake": lake},
            )
        elif lake:
            st.page_link(LAKE, label="Choose a lake", icon=":material/water:")
        if benchmark and _is_there(benchmark, registry.benchmarks):
            st.page_link(
                RUNS,
                label=f"Disputed pairs of {plain(benchmark)}",
                icon=":material/leaderboard:",
                query_params={"benchmark": benchmark},
            )
        elif benchmark:
            st.page_link(BENCHMARKS, label="Choose a benchmark", icon=":material/rule:")
        st.page_link(HOME, label="Home", icon=":material/home:")


def _is_there(
    name: str, found_in: Callable[[Workspace], Iterable[LakeInfo | BenchmarkInfo]]
) -> bool:
    """Whether the workspace has it; the error may be that there is none to look in."""
    try:
        return name in {one.name for one in found_in(workspace())}
    except SoundingsError:
        return False
