"""What a search in words found: a card a table with the words and rows that speak for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from core import lake as lakes
from core.lake.labels import column_labels
from core.search.text.types import Marked, TextHit, TextSearch
from core.types import LakeInfo
from pages.conditions.results import Above, Below, Told, nothing, score_alone
from pages.searching.pagination import on_this_page, turn_over_below
from pages.searching.results import card_places, table_sizes
from pages.shared.address import Address
from pages.shared.catalog_cache import workspace
from pages.shared.downloads import name_of
from pages.shared.links import link_to_search, link_to_table
from pages.shared.words import amount, plain

if TYPE_CHECKING:
    import pandas as pd

_AT_ONCE = 20
_MOST_COLUMNS = 7
_LONGEST = 80
_PREVIEWED_ROWS = 50


def text_summary(lake: LakeInfo, found: TextSearch) -> None:
    """Say in one sentence what was searched for, and what was left out."""
    words = ", ".join(plain(word) for word in found.words)
    left_out = f" Left out: {', '.join(map(plain, found.left_out))}." if found.left_out else ""
    if not found.hits:
        st.info(
            f"None of the {amount(lake.tables, 'table')} has any of these words: {words}."
            f"{left_out}",
            icon=":material/search_off:",
        )
        return
    st.caption(
        f"The {len(found.hits):,} of {amount(lake.tables, 'table')} that fit **{words}** best, "
        f"found in {found.seconds * 1000:,.0f} ms.{left_out}"
    )
    if found.by_meaning_alone:
        st.info(
            "None of these tables has any of these words. They are those nearest in meaning, "
            "however far, and their scores tell no more than the order.",
            icon=":material/search_off:",
        )


def show_text_hits(
    address: Address,
    lake: LakeInfo,
    found: TextSearch,
    below: Below = nothing,
    above: Above = nothing,
    told: Told = score_alone,
    is_share: bool = True,
) -> None:
    """Show the hits as cards, best first, 20 at once; `below` and `above` say more.

    Parameters
    ----------
    told
        What each score is made of, if that is not what the method gives.
    is_share
        Whether scores are 0 to 1, so that a bar may stand for them.
    """
    shown = on_this_page(address, found.hits, _AT_ONCE)
    sizes = table_sizes(lake, [hit.table for hit in shown])
    for hit in shown:
        above(hit.table)
        with st.container(border=True):
            score = told(hit.table) or _told(hit)
            _card(address, lake, hit, sizes.get(hit.table, ""), score, is_share)
            below(hit.table)
    turn_over_below(address, found.hits, _AT_ONCE)


def _card(
    address: Address, lake: LakeInfo, hit: TextHit, extent: str, told: str, is_share: bool
) -> None:
    is_open = address["open"] == hit.table
    head, score, act = card_places(hit.table)
    with head:
        link_to_table(lake.name, hit.table, f"{hit.rank}\\. **{plain(hit.table)}**")
        st.caption(extent, width="content")
    if is_share:
        score.progress(max(0.0, min(1.0, hit.score)), text=told)
    else:
        score.markdown(f":small[{told}]")
    act.button(
        "Close" if is_open else "Preview",
        key=f"preview {hit.table}",
        on_click=address.set,
        args=("open", "" if is_open else hit.table),
        width="stretch",
    )
    _why(hit)
    if is_open:
        frame = lakes.table_frame(workspace(), lake.name, hit.table, rows=_PREVIEWED_ROWS)
        st.dataframe(frame, hide_index=True, key=f"rows of {hit.table}")
        with st.container(horizontal=True):
            link_to_search(lake.name, hit.table, "Search with this table")
            link_to_search(lake.name, hit.table, "Join with this table", "join")


def _told(hit: TextHit) -> str:
    parts = [f"Fit {hit.score:.2f}"]
    if hit.words is not None and hit.meaning is not None:
        parts += [f"words {hit.words:.1f}", f"meaning {hit.meaning:.2f}"]
    return " · ".join(parts)


def _why(hit: TextHit) -> None:
    """Show title, words and rows; a word of the query that the table lacks is struck through."""
    words = [f":orange-background[{plain(word)}]" for word in hit.matched]
    words += [f":gray[~~{plain(word)}~~]" for word in hit.missing]
    known_as = hit.title.marks or hit.title.text != name_of(hit.table)
    title = f"  \n:small[:gray[Known as] {marked(hit.title)}]" if known_as else ""
    st.markdown(f"{' '.join(words)}{title}")
    if hit.rows:
        if hit.nearest:
            st.caption("The rows nearest in meaning:")
        st.table(rows_that_speak(hit))
    else:
        names = [marked(hit.header[place]) for place in _columns(hit)]
        more = len(hit.header) - len(names)
        rest = f" and {amount(more, 'more column')}" if more > 0 else ""
        st.markdown(f":small[Columns: {', '.join(names)}{rest}]")


def rows_that_speak(hit: TextHit) -> pd.DataFrame:
    """Write the rows that speak for a table as Markdown, at most seven columns of it.

    Headers that are alike as far as they are shown are told apart by a number.
    """
    import pandas as pd

    chosen = _columns(hit)
    cells = [[marked(row.cells[column]) for column in chosen] for row in hit.rows]
    return pd.DataFrame(
        cells,
        index=[f"Row {row.row + 1:,}" for row in hit.rows],
        columns=column_labels([marked(hit.header[column]) for column in chosen]),
    )


def _columns(hit: TextHit) -> list[int]:
    """Choose columns: those with a word of the query first, shown in the table's order."""
    telling = [
        place
        for place, name in enumerate(hit.header)
        if name.matched or any(row.cells[place].matched for row in hit.rows)
    ]
    others = [place for place in range(len(hit.header)) if place not in telling]
    return sorted([*telling, *others][:_MOST_COLUMNS])


def marked(text: Marked) -> str:
    r"""Write a text as Markdown, its marks on a coloured ground; a long one around its first mark.

    Examples
    --------
    >>> marked(Marked("2 *red* cars", ((3, 6),)))
    '2 \\*:orange-background[red]\\* cars'
    """
    begin = max(0, text.marks[0][0] - _LONGEST // 2) if text.marks else 0
    begin = 0 if len(text.text) <= _LONGEST else begin
    end = begin + _LONGEST
    pieces = ["… " if begin else ""]
    at = begin
    for first, last in text.marks:
        if last > end:
            break
        pieces += [plain(text.text[at:first]), _ground(text.text[first:last])]
        at = last
    pieces += [plain(text.text[at:end]), " …" if end < len(text.text) else ""]
    return "".join(pieces)


def _ground(word: str) -> str:
    return f":orange-background[{plain(word)}]"
