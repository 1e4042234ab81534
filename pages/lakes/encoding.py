"""A lake that is not ready for search under an encoder: say so, make it ready, show how far."""

from __future__ import annotations

import streamlit as st

from core.features import ENCODERS
from core.search import is_built
from core.types import LakeInfo
from pages.lakes.ready_again import made_again
from pages.shared.catalog_cache import searched, settings
from pages.shared.job_panel import active_jobs, job_panel, say_failure, start_button
from pages.shared.words import amount


def ready_with(lake: LakeInfo) -> str:
    """Name the encoder that a lake is ready for, the settings' own first; empty if none."""
    if not lake.fingerprint:
        return ""
    here = searched(lake)
    names = (here.settings.encoder, *ENCODERS)
    return next((name for name in names if is_built(here, name)), "")


def encoder_for(lake: LakeInfo) -> str:
    """Choose the settings' encoder, or one that the lake is ready for if it is not."""
    return ready_with(lake) or settings().encoder


def offer_encoding(lake: LakeInfo, encoder: str, why: str) -> None:
    """Say that a lake has to be made ready and offer it, or show how far that is."""
    if active_jobs(lake.name):
        st.info(f"{why}. That is being made now; you can leave this page meanwhile.")
        job_panel(lake.name)
        return
    st.info(
        f"{why}. For that, {amount(lake.columns, 'column')} of {amount(lake.tables, 'table')} are "
        f"read once with the encoder {encoder}; sentence encoders (sbert) take longest."
        f"{made_again(lake, 'union')}"
    )
    say_failure(lake, "encode")
    start_button(
        f"Make it ready with {encoder}",
        "encode",
        lake.name,
        key=f"encode {lake.key}",
        encoder=encoder,
    )
