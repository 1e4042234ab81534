"""A lake that is not ready for join search: say so, make it ready, show how far that is."""

from __future__ import annotations

import streamlit as st

from core.features.folding import ALL, Folding
from core.search.derived.column_vectors import has_column_vectors
from core.search.derived.sketches import has_sketches
from core.search.derived.value_sets import has_sets
from core.search.join.methods import JoinMethod
from core.types import LakeInfo
from pages.lakes.ready_again import made_again
from pages.shared.catalog_cache import searched
from pages.shared.job_panel import active_jobs, job_panel, say_failure, start_button
from pages.shared.words import amount

CELLS_AT_ONCE = 1_000_000
"""A lake of fewer cells is made ready while one waits: that takes seconds."""


def is_ready(lake: LakeInfo, method: JoinMethod = "overlap", rules: Folding = ALL) -> bool:
    """Whether a search can begin at once, or after seconds."""
    if not lake.fingerprint:
        return False
    if method == "semantic":
        return has_column_vectors(searched(lake))
    if lake.rows * lake.columns / max(1, lake.tables) < CELLS_AT_ONCE:
        return True
    made = has_sketches if method == "containment" else has_sets
    return made(searched(lake), rules)


def offer_index(lake: LakeInfo, method: JoinMethod, rules: Folding) -> None:
    """Say that a lake has to be made ready and offer it, or show how far that is."""
    why = f"This lake is not ready for join search by {method} yet"
    if active_jobs(lake.name):
        st.info(f"{why}. That is being made now; you can leave this page meanwhile.")
        job_panel(lake.name)
        return
    st.info(
        f"{why}. For that, the values of {amount(lake.columns, 'column')} of "
        f"{amount(lake.tables, 'table')} are read once."
        f"{made_again(lake, 'join')}"
    )
    say_failure(lake, "index")
    start_button(
        "Make it ready for joins",
        "index",
        lake.name,
        key=f"index {lake.key}",
        method=method,
        fold=rules.names,
    )
