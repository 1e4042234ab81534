"""What is to be known before a union or join is taken: rows in it that look like no records."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.search.combining.odd_rows import odd_rows
from pages.searching.query import Query, find_query
from pages.shared.words import amount, plain, sentence

_MOST_SAID = 3


def warn_of_odd_rows(query: Query, tables: Sequence[str]) -> None:
    """Repeat what was remarked of rows of the query and of tables that are put together with it."""
    found = odd_rows(find_query(query), tables)
    said = [f"{plain(one.table)}: {sentence(' '.join(one.remarks))}" for one in found[:_MOST_SAID]]
    if len(found) > _MOST_SAID:
        said.append(f"So it is in {amount(len(found) - _MOST_SAID, 'more table')}.")
    if said:
        st.markdown(
            f":material/warning: Rows that may be no records are taken along. {' '.join(said)}"
        )
