"""A condition in words as the grammar and a language model read it; a person chooses."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

import streamlit as st

from core.conditions import Request, Span, conjuncts, loading, to_line
from core.conditions.by_model import (
    ModelReading,
    configured_model,
    read_with_model,
    recall_reading,
)
from core.llm import LanguageModel
from core.search.conditioned import read_for_lake
from core.search.types import SearchedLake
from core.store import Workspace
from core.types import LakeInfo
from pages.conditions.in_use import use
from pages.conditions.results import chip_text
from pages.shared.address import Address
from pages.shared.catalog_cache import settings, workspace
from pages.shared.failures import shown_plainly
from pages.shared.words import plain

_WANTED = "condition to be read by a model"
_FAILED = "conditions that a model gave no answer to"

_Asked = tuple[str, tuple[str, ...], bool]
"""The words, the names of the query's columns, and whether to ask again."""


def reading(lake: LakeInfo, words: str, columns: Sequence[str]) -> Request:
    """Read words on the tables of a lake by the grammar: `core.search.conditioned.read_for_lake`.

    Parameters
    ----------
    columns
        Names of the query's columns.
    """
    # While a lake is being read its fingerprint stands still and its counts do not.
    state = (lake.name, lake.fingerprint, lake.columns)
    return _read(str(workspace().root), state, lake, words, tuple(columns))


@st.cache_data(show_spinner=False, max_entries=256)
def _read(
    root: str, state: tuple[str | int, ...], _lake: LakeInfo, words: str, columns: tuple[str, ...]
) -> Request:
    del state
    if words:
        loading().join()  # rather than load a second time beside it
    here = SearchedLake(Workspace(Path(root)), _lake, settings())
    return read_for_lake(here, words, columns)


def readings(
    address: Address, lake: LakeInfo, columns: Sequence[str], heard: Request | None = None
) -> None:
    """Say what of the words was not understood; with a model, show both readings to choose from.

    Parameters
    ----------
    columns
        Names of the query's columns.
    heard
        The sentence from which the words were taken, if they were; it is told in their place.
    """
    words = address["where"]
    if not words:
        if heard is not None:  # brackets that no words of a condition say
            _say_what_counts(heard)
            _say_not_understood(heard.unknown)
        return
    by_grammar = reading(lake, words, columns)
    model, by_model = None, None
    with shown_plainly():
        model = configured_model(settings())
        if model is not None:
            by_model = _by_model(model, words, tuple(columns))
    if model is None or by_model is None:
        _say_to_put_right(address, by_grammar, heard)
        if model is not None:
            _offer(model, words, tuple(columns))
        return
    with st.container(border=True, gap="small"):
        _row(address, "The grammar", by_grammar, "grammar")
        _say_to_put_right(address, by_grammar, heard)
        _row(address, model.full_name, by_model.request, "model", (words, tuple(columns), True))
        _notes(by_model)


def _by_model(model: LanguageModel, words: str, columns: tuple[str, ...]) -> ModelReading | None:
    """Ask the model if that is wanted; else what it said before, none if nothing."""
    wanted: _Asked | None = st.session_state.pop(_WANTED, None)
    failed: dict[tuple[LanguageModel, str, tuple[str, ...]], ModelReading]
    failed = st.session_state.setdefault(_FAILED, {})
    place = (model, words, columns)
    if wanted is not None and wanted[:2] == (words, columns):
        failed.pop(place, None)
        with st.spinner(f"Asking {plain(model.full_name)}"):
            found = read_with_model(workspace(), model, words, columns, settings(), wanted[2])
        if not found.answered:
            failed[place] = found
        return found
    return failed.get(place) or recall_reading(workspace(), model, words, columns)


def _offer(model: LanguageModel, words: str, columns: tuple[str, ...]) -> None:
    st.button(
        f"Read with {plain(model.full_name)}",
        icon=":material/smart_toy:",
        key="read with a model",
        on_click=_want,
        args=((words, columns, False),),
        help="Sends these words and the names of your table's columns, no cells, to the model that "
        "is configured. You then choose between its reading and this one.",
    )


def _want(asked: _Asked) -> None:
    st.session_state[_WANTED] = asked


def _row(
    address: Address, who: str, request: Request | None, name: str, again: _Asked | None = None
) -> None:
    """Show one reading as chips, with a button to use it."""
    condition = None if request is None else request.condition
    line = to_line(condition)
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.markdown(f"**{plain(who)}**", width="content")
        for part in conjuncts(condition):
            st.markdown(f":gray-badge[{chip_text(part)}]", width="content")
        if request is not None and condition is None:
            st.markdown(":gray[sets no condition]", width="content")
        if condition is not None:
            used = address["that"] == line
            st.button(
                "In use" if used else "Use this reading",
                key=f"reading of {name}",
                icon=":material/check:" if used else None,
                disabled=used,
                on_click=_choose,
                args=(address, line),
            )
        if again is not None:
            st.button("Ask again", key="ask the model again", on_click=_want, args=(again,))


def _choose(address: Address, line: str) -> None:
    address.set("that", line)
    address.set("open", "")


def _notes(reading: ModelReading) -> None:
    """Say all that is to be doubted of a model's reading."""
    if reading.request is None:
        st.caption(
            f":orange[Its answer is not usable:] {plain(reading.unusable)} "
            "What the grammar reads is in use."
        )
        return
    _say_not_understood(reading.request.unknown)
    if reading.left_out:
        told = ", ".join(f"“{plain(span.text)}”" for span in reading.left_out)
        st.caption(
            f":orange[Of your words not in its chips:] {told}. Look whether they are missing."
        )
    if reading.made_up:
        told = ", ".join(f"“{plain(text)}”" for text in reading.made_up)
        st.caption(f":orange[In its chips, not in your words:] {told}. Look whether you mean it.")


def _say_to_put_right(address: Address, request: Request, heard: Request | None) -> None:
    """Say what was not understood; what may be one name can be made one with a click."""
    if heard is not None:
        _say_what_counts(heard)
    elif [span.text for span in request.read] != [request.text.strip()]:
        _say_what_counts(request)
    for span in request.told:
        with st.container(horizontal=True, gap="small", vertical_alignment="center"):
            st.caption(_told(span), width="content")
            if span.instead:
                st.button(
                    f"Read as {plain(span.instead)}",
                    key=f"instead {span.start} {span.end}",
                    type="tertiary",
                    icon=":material/edit:",
                    on_click=_put,
                    args=(address, request.text, span, span.instead),
                )
            elif span.may_be_name:
                st.button(
                    "Put in quotation marks",
                    key=f"quote {span.start} {span.end}",
                    type="tertiary",
                    icon=":material/format_quote:",
                    on_click=_put,
                    args=(address, request.text, span, f'"{span.text}"'),
                )

    _say_passed_over(request)
    if heard is not None:
        said = {span.text for span in request.unknown}
        _say_not_understood([span for span in heard.unknown if span.text not in said])


def _put(address: Address, text: str, span: Span, instead: str) -> None:
    """Put something in place of words; the expression is read anew."""
    use(address, f"{text[: span.start]}{instead}{text[span.end :]}", "")
    address.set("open", "")


def _say_what_counts(request: Request) -> None:
    """Show the text of a request with the words that count in bold."""
    st.caption(
        f"Read from: {words_that_count(request)}",
        help="Bold are the words that the conditions, and the kind of search, were made of. The "
        'others ask for nothing by themselves; say "about TOPIC", or put a name or a value in '
        "quotation marks, if they should.",
    )


def words_that_count(request: Request) -> str:
    """Write the text of a request as Markdown: what counts bold, what was not understood struck.

    Examples
    --------
    >>> from core.conditions import parse
    >>> words_that_count(parse("please show tables with over 5 rows blorp"))
    'please show tables with **over 5 rows** :orange[~~blorp~~]'
    """
    marks = ["{}"] * len(request.text)
    for span in request.read:
        marks[span.start : span.end] = ["**{}**"] * (span.end - span.start)
    for span in request.told:
        mark = ":orange[**{}**]" if span.kept else ":orange[~~{}~~]"
        marks[span.start : span.end] = [mark] * (span.end - span.start)
    told, place = [], 0
    for mark, run in groupby(marks):
        end = place + len(list(run))
        words = request.text[place:end]
        inside = words.strip()
        marked = mark.format(plain(inside)) if inside else ""
        told.append(words.replace(inside, marked, 1) if inside else words)
        place = end
    return "".join(told)


def _say_not_understood(unknown: Sequence[Span]) -> None:
    for span in unknown:
        if not span.passed:
            st.caption(_told(span))


def _say_passed_over(request: Request) -> None:
    passed = [f"“{plain(span.text)}”" for span in request.unknown if span.passed]
    if passed:
        st.caption(
            f"Passed over: {', '.join(passed)}",
            help="These words ask for nothing, by both ways in which a sentence is read. Say them "
            "in other words if they should.",
        )


def _told(span: Span) -> str:
    told = (
        f":orange[Not sure:] “{plain(span.text)}”"
        if span.kept
        else f":orange[Not understood:] ~~{plain(span.text)}~~"
    )
    return f"{told} &nbsp; {plain(span.hint)}"
