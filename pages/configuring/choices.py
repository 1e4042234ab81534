"""Settings that a curator chooses, and those that belong to the machine."""

from __future__ import annotations

import polars as pl
import streamlit as st

from core.configuration import Choice, Origin, SettingLine, choose, tell_settings
from core.features import ENCODER_WORDS
from core.labels.types import Role, Voter
from pages.shared.catalog_cache import workspace
from pages.shared.failures import shown_plainly
from pages.shared.words import plain, since

_KEPT = "settings that were kept"
_FIELDS_A_ROW = 4
_LABELS = {
    "encoder": "Encoder",
    "condition_seconds": "Seconds for a condition",
    "judge_concurrency": "Requests at once",
    "judge_openai_per_minute": "A minute, OpenAI",
    "judge_gemini_per_minute": "A minute, Gemini",
    "judge_timeout_seconds": "Time limit, seconds",
    "judge_attempts": "Attempts a request",
    "judge_backoff_ms": "First wait, milliseconds",
    "judge_longest_wait_seconds": "Longest wait, seconds",
}


def show_choices(here: Voter | None) -> None:
    """Offer what the workspace chooses, above a table of every setting and its origin."""
    lines = tell_settings(workspace())
    st.markdown("**Chosen for this workspace**")
    _form([line for line in lines if line.name in _LABELS], here)
    st.markdown("**All settings, and where each comes from**")
    text = st.column_config.TextColumn
    st.dataframe(
        _frame(lines),
        hide_index=True,
        height=35 * (len(lines) + 1) + 3,
        column_config={"variable": text(width=300), "what it does": text(width=560)},
    )
    st.caption(
        "The environment goes first, then what is chosen here, then the default. Folders, names, "
        "memory, threads and processes belong to the machine: whoever runs Soundings sets the "
        "variable and starts it again."
    )


def _form(lines: list[SettingLine], here: Voter | None) -> None:
    may = here is not None and here.role is Role.CURATOR
    with st.form("settings", border=False):
        _row([_named(lines, name) for name in ("encoder", "condition_seconds")], may)
        st.markdown("Asking language models")
        judges = [line for line in lines if line.name.startswith("judge_")]
        for start in range(0, len(judges), _FIELDS_A_ROW):
            _row(judges[start : start + _FIELDS_A_ROW], may)
        st.form_submit_button(
            "Keep", type="primary", disabled=not may, on_click=_keep, args=(lines, here)
        )
    if st.session_state.get(_KEPT):
        st.success(plain(st.session_state.pop(_KEPT)), icon=":material/check:")
    st.caption("Work that begins from now on uses them: searches, jobs, and commands too.")


def _row(lines: list[SettingLine], may: bool) -> None:
    for place, line in zip(st.columns(_FIELDS_A_ROW), lines, strict=False):
        with place:
            _field(line, may)


def _named(lines: list[SettingLine], name: str) -> SettingLine:
    return next(line for line in lines if line.name == name)


def _field(line: SettingLine, may: bool) -> None:
    choice, locked = line.choice, line.origin is Origin.ENVIRONMENT or not may
    told = f"{line.meaning} {_from(line)}"
    if choice is None or choice.options:
        options = choice.options if choice else (line.value,)
        st.selectbox(
            _LABELS[line.name],
            options,
            index=options.index(line.value) if line.value in options else None,
            key=_key(line),
            format_func=lambda value: ENCODER_WORDS.get(value, value),
            help=told,
            disabled=locked,
        )
        return
    _number(line, choice, told, locked)


def _number(line: SettingLine, choice: Choice, told: str, locked: bool) -> None:
    st.number_input(
        _LABELS[line.name],
        min_value=choice.lowest,
        max_value=choice.highest,
        value=min(max(int(line.value), choice.lowest), choice.highest),
        key=_key(line),
        help=told,
        disabled=locked,
    )


def _key(line: SettingLine) -> str:
    # A value that changes elsewhere makes another widget, which shows it.
    return f"settings {line.name} {line.value}"


def _keep(lines: list[SettingLine], curator: Voter) -> None:
    with shown_plainly():
        changed = {
            line.name: st.session_state[_key(line)]
            for line in lines
            if str(st.session_state[_key(line)]) != line.value
        }
        choose(workspace(), curator, changed)
        told = ", ".join(f"{_LABELS[name]}: {value}" for name, value in changed.items())
        st.session_state[_KEPT] = f"Kept. {told}." if told else "Nothing was changed."


def _from(line: SettingLine) -> str:
    if line.origin is Origin.ENVIRONMENT:
        return f"Given by {line.variable} in the environment; change it there."
    if line.origin is Origin.WORKSPACE:
        return f"Chosen by {plain(line.chosen_by)}, {since(line.chosen_at)}."
    return "This is the default."


def _frame(lines: list[SettingLine]) -> pl.DataFrame:
    return pl.DataFrame(
        {
            "variable": [line.variable for line in lines],
            "value": [line.value for line in lines],
            "comes from": [_origin(line) for line in lines],
            "changed": ["here" if line.name in _LABELS else "environment" for line in lines],
            "what it does": [line.meaning.replace("`", "") for line in lines],
            "default": [line.default for line in lines],
        }
    )


def _origin(line: SettingLine) -> str:
    if line.origin is Origin.WORKSPACE:
        return f"{line.chosen_by}, {since(line.chosen_at)}"
    return line.origin.value
