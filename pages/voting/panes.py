"""The two tables of a case and the keys, in the browser: the next case is there before it is asked.

The one place of the app that draws with code of its own in the browser: a table of Streamlit's
takes too long to appear for a person who presses a key every few seconds, and its buttons cannot
be given the keys "?" and "C".
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import streamlit as st

from core.amounts import listed
from core.benchmarks.one_pair.blind import BlindView
from core.benchmarks.one_pair.panes import Pane
from pages.shared.words import amount

_NAMED = 5
_HERE = Path(__file__).parent
_SCRIPTS = ("panes.js", "fields.js", "voting.js")

_draw = st.components.v2.component(
    "soundings_voting",
    html='<div class="panes" aria-busy="true"></div>',
    css=(_HERE / "panes.css").read_text(encoding="utf-8"),
    js="\n".join((_HERE / name).read_text(encoding="utf-8") for name in _SCRIPTS),
)


def draw_case(
    view: BlindView | None, after: BlindView | None, keys: Mapping[str, str], leaving: list[str]
) -> None:
    """Draw a case, and take the keys.

    Parameters
    ----------
    view
        None while no case is on the screen.
    after
        What will most likely come next, drawn at once when the case is left.
    keys
        From a key to the first part of the name of the button or field that it stands for.
    leaving
        First parts of the names of the buttons that leave the case.
    """
    data = {
        # Another number each time, so that the browser hears of every answer.
        "run": time.monotonic_ns(),
        "case": _document(view),
        "next": _document(after),
        "keys": dict(keys),
        "leaving": leaving,
    }
    _draw(key="voting panes", data=data)


def _document(view: BlindView | None) -> dict[str, Any] | None:
    if view is None:
        return None
    left, right = view.panes
    shown = [("The table", right)] if left is None else [("A", left), ("B", right)]
    return {
        # The hash of what is shown names it: other columns lined up are another drawing.
        "key": f"{view.case.key} {view.shown}",
        "panes": [
            {"name": name, "extent": _extent(one, left is not None), "pane": one.document()}
            for name, one in shown
        ],
    }


def _extent(shown: Pane, is_paired: bool) -> str:
    alone = [head.label for head in shown.heads if head.place is None] if is_paired else []
    told = [amount(shown.rows, "row"), amount(shown.columns, "column")]
    if len(shown.cells) < shown.rows:
        told.append(f"first {len(shown.cells):,} rows")
    if len(shown.heads) < shown.columns:
        told.append(f"first {len(shown.heads):,} columns")
    if alone:
        told.append(f"without a partner: {listed(alone, _NAMED)}")
    return ", ".join(told)
