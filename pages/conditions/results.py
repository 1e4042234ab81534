"""How far a table satisfies a condition, on its card, and the rows of it that do."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from core.conditions import (
    Category,
    Condition,
    Date,
    Missing,
    Number,
    Or,
    conjuncts,
    write_condition,
)
from core.search.conditioned import (
    SATISFIED_FROM,
    ConditionedSearch,
    PartResult,
    Satisfaction,
    chooses_rows,
    rows_that_satisfy,
)
from core.types import LakeInfo
from pages.shared.catalog_cache import searched
from pages.shared.downloads import download_buttons, name_of
from pages.shared.links import SETTINGS
from pages.shared.words import amount, chip, plain

_SURE = 0.995

Below = Callable[[str], None]
"""Draws something below what a table's card says; called with the table."""

Above = Callable[[str], None]
"""Draws something above a table's card; called with the table."""

Told = Callable[[str], str | None]
"""Says what a table's score is made of; called with the table."""


_SAID_OF_CELLS = {"unique": " with unique values", "complete": " without gaps"}
_QUOTED = r'"(?:[^"\\]|\\.)*"'
_OF_CELLS = re.compile(
    rf"(?P<column>column(?: (?:named|about) {_QUOTED})*) of (?P<property>unique|complete)\b|"
    rf"not \((?P<filled>{_QUOTED}) is missing\)|{_QUOTED}"
)
"""What the notation says of a column and its cells, and nobody would."""


def chip_text(condition: Condition) -> str:
    """Write a condition as it stands on a chip, as Markdown."""
    return plain(condition_text(condition))


def condition_text(condition: Condition) -> str:
    """Write a condition for people, without the marks that only tell it from others."""
    told = _OF_CELLS.sub(_as_people_say, write_condition(condition))
    return told.replace(">=", "≥").replace("<=", "≤").replace('"', "")


def _as_people_say(found: re.Match[str]) -> str:
    if found["filled"]:
        return f"{found['filled']} is not missing"
    return found["column"] + _SAID_OF_CELLS[found["property"]] if found["column"] else found[0]


def nothing(table: str) -> None:
    """Draw nothing above or below a card."""
    del table


def score_alone(table: str) -> None:
    """Say nothing of what a score is made of."""
    del table


def line_between(found: ConditionedSearch[Any]) -> Above:
    """Say above the first table that does not satisfy the condition that the others do not."""
    first = next((hit.table for hit in found.hits if not hit.satisfaction.satisfied), None)

    def draw(table: str) -> None:
        if table == first:
            st.markdown(
                f"**These satisfy it to less than {SATISFIED_FROM:.0%}, in part or not at all**"
            )

    return draw


def conditions_below(
    lake: LakeInfo,
    condition: Condition,
    found: Mapping[str, Satisfaction],
    columns: tuple[str, ...],
    aligned: Callable[[str], Mapping[str, tuple[str, float]]],
) -> Below:
    """Say on each card how far the table satisfies each chip, and offer the rows that do.

    Parameters
    ----------
    columns
        Labels of the query's columns.
    aligned
        Of a table, the columns that line up with the query's.
    """

    def draw(table: str) -> None:
        satisfaction = found.get(table)
        if satisfaction is None:
            return
        with st.container(horizontal=True, gap="medium", vertical_alignment="center"):
            for part in satisfaction.parts:
                st.markdown(_told(part), width="content")
        for remark in satisfaction.totals:
            st.caption(f":material/warning: {plain(remark)} It is counted as any row.")
        if chooses_rows(condition) and not _no_row_satisfies(condition, satisfaction):
            _offer_rows(lake, table, condition, satisfaction.held, columns, aligned(table))

    return draw


def scores_told(found: ConditionedSearch[Any]) -> Told:
    """Say of each table what its score is made of."""
    told = {
        hit.table: f"Score {hit.score:.2f} · fit {hit.relatedness:.0%} of the best · "
        f"satisfied {hit.satisfaction.told}"
        for hit in found.hits
    }
    return told.get


def condition_summary(found: ConditionedSearch[Any], also: str = "") -> None:
    """Say how many tables satisfy the condition, of how many that were looked at.

    Parameters
    ----------
    also
        What else to say to those who ask what the cards show.
    """
    if found.stopped_after:
        st.warning(plain(found.in_want_of_time))
        st.page_link(SETTINGS, label="Allow more time on Settings", icon=":material/settings:")
    of_rows = _is_share_of_rows(found.condition)
    share = " of their rows that have a value" if of_rows else ""
    told = [
        f"**{found.satisfied:,}** of {amount(found.examined, 'table')} looked at satisfy the "
        f"condition to {SATISFIED_FROM:.0%} or more{share} ({found.looked})."
    ]
    partly = sum(0 < hit.satisfaction.share < SATISFIED_FROM for hit in found.hits)
    if partly:
        does = "Fewer rows do" if of_rows else "It is satisfied in part"
        told.append(f"{does} in **{partly:,}** of the {len(found.hits):,} below.")
    if found.doubtful:
        told.append(
            f"{found.doubtful:,} of those below {'is' if found.doubtful == 1 else 'are'} not "
            "counted: it is doubtful whether the column that was looked at is the one that is "
            "named, in the unit that is meant."
        )
    st.caption(
        " ".join(told),
        help="A table's score is its fit to the query, as a share of the best candidate's, weighed "
        f"by how far it satisfies the condition. {also}",
    )


def _is_share_of_rows(condition: Condition | None) -> bool:
    """Whether a condition is satisfied by a share of the rows: not an average, nor a mention."""
    if isinstance(condition, Number):
        return not condition.average
    return isinstance(condition, Category | Date | Missing)


def _no_row_satisfies(condition: Condition, satisfaction: Satisfaction) -> bool:
    """Whether what every row has to satisfy, a part or one of alternatives, none does."""
    by_none = {part.part for part in satisfaction.parts if not part.negated and part.share == 0}
    for part in conjuncts(condition):
        each = part.parts if isinstance(part, Or) else (part,)
        if all(_is_share_of_rows(one) and one in by_none for one in each):
            return True
    return False


def _told(part: PartResult) -> str:
    held = part.share * part.certainty
    mark = ":green[●]" if held >= _SURE else ":orange[●]" if held > 0 else ":red[●]"
    column = f" {chip(part.column)}" if part.column else ""
    value = plain(part.value) if part.value else f"{part.share:.0%}"
    doubt = f" ({part.certainty:.0%} sure of the column)" if 0 < part.certainty < 1 else ""
    return f"{mark} {chip_text(part.asked)}  \n:small[{column} {value}{doubt}]"


def _offer_rows(
    lake: LakeInfo,
    table: str,
    condition: Condition,
    held: tuple[bool, ...],
    columns: tuple[str, ...],
    aligned: Mapping[str, tuple[str, float]],
) -> None:
    here = searched(lake)
    with st.popover(
        "Only the rows that satisfy",
        icon=":material/download:",
        key=f"rows that satisfy of {table}",
    ):
        st.caption(f"The rows of {plain(table)} that satisfy the condition, all columns.")
        download_buttons(
            lambda: rows_that_satisfy(
                here,
                table,
                condition,
                held=held,
                query_labels=columns,
                aligned=aligned,
            ),
            f"{name_of(table)}, rows that satisfy",
            f"rows that satisfy {table}",
        )
