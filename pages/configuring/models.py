"""Where language models are asked, and whether there is a key; the key itself is never shown."""

from __future__ import annotations

import polars as pl
import streamlit as st

from core.judges import Judge
from core.judges.records.asked_models import AskedModel, asked_models, try_again
from core.labels.types import Role, Voter
from core.llm import Provider
from core.llm.endpoints import key_names
from core.llm.endpoints.opening import KEY_NAMES
from core.settings import secret
from pages.shared.catalog_cache import settings, workspace
from pages.shared.failures import shown_plainly
from pages.shared.words import plain

_WORDS = {Provider.OPENAI: "OpenAI, and what speaks its protocol", Provider.GEMINI: "Gemini"}


def show_models(here: Voter | None) -> None:
    """Say which keys are set, and which models runs have asked at which address."""
    st.markdown("**Keys**")
    with shown_plainly():
        st.dataframe(_keys(), hide_index=True)
    st.caption(
        "Keys are read from the environment, or from .streamlit/secrets.toml in the folder that "
        "Soundings was started in or in your home; they are never stored or shown, and sent to the "
        "provider alone. An address of your own may need none; one that needs a key has it under "
        "the variable with `_AT_` and its host and port behind, a hyphen as `__`: "
        "`OPENAI_API_KEY_AT_LOCALHOST_8000`."
    )
    asked = asked_models(workspace())
    st.markdown("**Models asked so far**")
    if not asked:
        st.markdown("None yet. The page Judges asks them.")
        return
    st.dataframe(_models(asked), hide_index=True)
    _offer_again([one for one in asked if one.notes], here)


def _keys() -> pl.DataFrame:
    at_most = settings()
    limits = {
        Provider.OPENAI: at_most.judge_openai_per_minute,
        Provider.GEMINI: at_most.judge_gemini_per_minute,
    }
    return pl.DataFrame(
        {
            "provider": [_WORDS[one] for one in KEY_NAMES],
            "key": ["present" if secret(*names) else "none" for names in KEY_NAMES.values()],
            "its variable": [" or ".join(names) for names in KEY_NAMES.values()],
            "requests a minute, at most": [limits[one] for one in KEY_NAMES],
        }
    )


def _models(asked: list[AskedModel]) -> pl.DataFrame:
    return pl.DataFrame(
        {
            "model": [one.judge.voter for one in asked],
            "address": [one.judge.base_url or "the provider's own" for one in asked],
            "its key": [_key_of(one.judge) for one in asked],
            "runs": [one.runs for one in asked],
            "what its endpoint cannot do": [" ".join(one.notes) for one in asked],
        }
    )


def _key_of(judge: Judge) -> str:
    """Name the variable that holds the key which is sent to a model's address."""
    names = key_names(judge.language_model)
    return next((name for name in names if secret(name)), "none")


def _offer_again(limited: list[AskedModel], here: Voter | None) -> None:
    if not limited:
        return
    st.caption("What an endpoint refused once is left out from then on. Was it updated since?")
    with st.container(horizontal=True):
        for number, one in enumerate(limited):
            st.button(
                f"Try all of {plain(one.judge.voter)} again",
                key=f"try again {number}",
                disabled=here is None or here.role is not Role.CURATOR,
                on_click=_again,
                args=(one, here),
            )


def _again(one: AskedModel, curator: Voter) -> None:
    with shown_plainly():
        try_again(workspace(), curator, one.judge)
