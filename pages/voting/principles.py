"""What a voter may look up: the principles and the worked examples of a question."""

from __future__ import annotations

import streamlit as st

from core.labels.voting.questions import Example, Question, Rows
from pages.shared.words import plain

_WIDTH = 640


def show_principles(asked: Question) -> None:
    """Show the principles, then each example with its verdict and why."""
    with st.container(width=_WIDTH):
        for number, principle in enumerate(asked.principles, start=1):
            st.markdown(f"{number}. {principle}")
        for example in asked.examples:
            with st.container(border=True):
                _example(asked, example)


def _example(asked: Question, example: Example) -> None:
    st.markdown(f"**{asked.grades[example.label]}.** {example.why}")
    for place, (side, rows) in zip(
        st.columns(2, gap="small"), (("A", example.left), ("B", example.right)), strict=True
    ):
        with place:
            st.markdown(f"{side}\n\n{_table(rows)}")


def _table(rows: Rows) -> str:
    header, *body = (" | ".join(plain(cell) for cell in row) for row in rows)
    return "\n".join((header, " | ".join("---" for _ in rows[0]), *body))
