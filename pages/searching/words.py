"""The Search page's mode Words: which tables keywords or a question ask for."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from core import jobs
from core.conditions import (
    Condition,
    from_line,
    to_line,
)
from core.search.conditioned import (
    ConditionedSearch,
    Limits,
    text_with_condition,
    words_of_condition,
)
from core.search.conditioned.as_searched import as_text_search
from core.search.examples import example_words
from core.search.text.query import LONGEST_QUERY
from core.search.text.ranking import (
    LEXICAL,
    TEXT_METHOD_WORDS,
    TEXT_METHODS,
    method_with_reading,
)
from core.search.text.searching import search_text, text_hits
from core.search.text.types import TextSearch
from core.types import LakeInfo
from pages.conditions.chips import condition_box
from pages.conditions.divided_words import divide_words, sentence_divided, tell_comparison
from pages.conditions.in_use import FIELDS, SENTENCE
from pages.conditions.results import (
    condition_summary,
    conditions_below,
    line_between,
    scores_told,
)
from pages.lakes.ready_again import made_again
from pages.lakes.word_readiness import is_ready
from pages.searching.earlier_searches import remember_search
from pages.searching.mode import MOST_SHOWN, SearchMode
from pages.searching.query import Query, lake_of
from pages.searching.word_results import show_text_hits, text_summary
from pages.shared.address import Address
from pages.shared.catalog_cache import searched, settings, tables_of
from pages.shared.fields import Field, one_of
from pages.shared.job_panel import active_jobs, job_panel, say_failure, start_button
from pages.shared.words import amount, chip, plain

_TITLES = ("with", "without")
_WORDS_ALONE = "bm25"
_EXAMPLES = 4


def _box(address: Address, lake: LakeInfo) -> None:
    """Ask for the words."""
    st.text_input(
        "Words",
        key=address.key("words"),
        placeholder="smartphone sales by region, or a question",
        max_chars=LONGEST_QUERY,
        icon=":material/search:",
        on_change=divide_words,
        args=(address, lake),
    )


def _show(address: Address, lake: LakeInfo, query: Query) -> None:
    """Ask how to search, search and show what was found."""
    del query
    row = st.container(horizontal=True, vertical_alignment="bottom")
    condition = condition_box(address, lake, (), sentence_divided(address, lake), row)
    with row:
        method, titles = _options(address)
    WORDS.write(address)
    typed = address["words"].strip()
    words = typed or words_of_condition(condition)
    if not words:
        if condition is not None:
            st.info(
                "Sizes, and what must not be there, rank no tables by themselves: add words to "
                "look for."
            )
        _begin(address, lake)
        return
    if not typed:
        st.caption(f"Looked for by the names and values of the condition: {chip(words)}.")
    if not is_ready(lake, method, titles):
        _offer(address, lake, method, titles)
        return
    if condition is not None:
        _show_conditioned(address, lake, words, condition, method, titles)
        return
    found = text_answer(Query.of(lake, ""), words, address["k"], method, titles)
    remember_search(WORDS.label, lake, words, None, *_unusual(method, titles))
    tell_comparison(address, lake, words)
    text_summary(lake, found)
    show_text_hits(address, lake, found, is_share=method != _WORDS_ALONE)


def _show_conditioned(
    address: Address, lake: LakeInfo, words: str, condition: Condition, method: str, titles: bool
) -> None:
    found, shown = text_that_satisfies(
        Query.of(lake, ""),
        words,
        to_line(condition),
        address["k"],
        method,
        titles,
        settings().condition_seconds,
    )
    remember_search(WORDS.label, lake, words, condition, *_unusual(method, titles))
    condition_summary(found)
    below = conditions_below(
        lake, condition, {hit.table: hit.satisfaction for hit in found.hits}, (), lambda _: {}
    )
    show_text_hits(address, lake, shown, below, line_between(found), scores_told(found))


@st.cache_data(show_spinner="Searching", max_entries=64)
def text_that_satisfies(
    query: Query, words: str, asked: str, k: int, method: str, titles: bool, seconds: int
) -> tuple[ConditionedSearch[float], TextSearch]:
    """Search once with that much time.

    The query stands for the lake as it is, a line for the condition.
    """
    lake = lake_of(query, replace(settings(), condition_seconds=seconds))
    found = text_with_condition(
        lake, words, from_line(asked), limits=Limits(k), method=method, titles=titles
    )
    tables = [hit.table for hit in found.hits]
    hits = text_hits(lake, words, tables, method, titles)
    return found, as_text_search(found, hits, method=method, titles=titles)


def _options(address: Address) -> tuple[str, bool]:
    """Ask for the method, whether titles count, and the number of results."""
    with st.popover("How to search", icon=":material/tune:", key="how to search by words"):
        method = st.selectbox(
            "Compare by",
            TEXT_METHODS,
            key=address.key("ranking"),
            format_func=lambda name: f"{TEXT_METHOD_WORDS[name]} ({name})",
        )
        titles = st.segmented_control(
            "Names of files and folders, and titles",
            _TITLES,
            key=address.key("titles"),
            format_func={"with": "Count", "without": "Do not count"}.__getitem__,
            required=True,
        )
        st.number_input("Results", 1, MOST_SHOWN, step=5, key=address.key("k"))
    return method, titles == "with"


def _unusual(method: str, titles: bool) -> tuple[str, ...]:
    """Say how a search was made, where that is not how it is made by itself."""
    usual = method == TEXT_METHODS[0]
    return "" if usual else _in_words(method), "" if titles else "without titles"


def _begin(address: Address, lake: LakeInfo) -> None:
    """Say what to type, with a few examples from the lake."""
    with st.container(border=True):
        st.markdown(
            f"Type what you look for. Soundings ranks the {amount(lake.tables, 'table')} of "
            f"**{plain(lake.name)}** by it and shows the words and rows that speak for each."
        )
        offered = example_words(tables_of(lake), _EXAMPLES)
        if offered:
            st.caption("For instance:")
        with st.container(horizontal=True):
            for example in offered:
                st.button(
                    plain(example),
                    key=f"example {example}",
                    icon=":material/search:",
                    on_click=address.set,
                    args=("words", example),
                )


def _offer(address: Address, lake: LakeInfo, method: str, titles: bool) -> None:
    """Say that a lake has to be made ready and offer it, or show how far that is."""
    told = f"This lake is not ready for search by {_in_words(method)} yet"
    making = [job for job in active_jobs(lake.name) if _makes_ready(job, lake, method, titles)]
    if making:
        st.info(f"{told}. That is being made now; you can leave this page meanwhile.")
        job_panel(lake.name)
    else:
        st.info(f"{told}. {_what_it_takes(lake, method)}{made_again(lake, 'words')}")
        say_failure(lake, "words")
    with st.container(horizontal=True):
        if not making:
            start_button(
                f"Make it ready for {_in_words(method)}",
                "words",
                lake.name,
                key=f"index {lake.key}",
                method=method,
                titles=titles,
            )
        if method not in LEXICAL:
            st.button(
                "Search by words alone",
                key=f"words alone {lake.key}",
                on_click=address.set,
                args=("ranking", _WORDS_ALONE),
            )


def _what_it_takes(lake: LakeInfo, method: str) -> str:
    """Say what making a lake ready for a method is, and about how long that is."""
    tables = amount(lake.tables, "table")
    if method in LEXICAL:
        return (
            f"For that, the words of {tables} are read once: about a minute for fifty thousand "
            "small tables."
        )
    return (
        f"For that, {tables} are read once and their texts encoded: about half a minute for a "
        "thousand small tables."
    )


def _in_words(method: str) -> str:
    return TEXT_METHOD_WORDS[method].lower()


def _makes_ready(job: jobs.Job, lake: LakeInfo, method: str, titles: bool) -> bool:
    """Whether a lake is ready for a method once a piece of work on it is done."""
    if method in LEXICAL:  # whose index every method has
        return job.kind in ("refresh", "words")
    if job.kind == "refresh":
        return titles and method == method_with_reading(searched(lake))
    wanted = {"method": method, "titles": titles}
    return job.kind == "words" and job.arguments == wanted


@st.cache_data(show_spinner="Searching", max_entries=64)
def text_answer(query: Query, words: str, k: int, method: str, titles: bool) -> TextSearch:
    """Search once; the query stands for the lake as it is."""
    return search_text(lake_of(query), words, k, method=method, titles=titles)


WORDS = SearchMode(
    name="words",
    label="Words",
    icon=":material/format_quote:",
    promise="by the words you type",
    fields=(
        Field("words"),
        Field("ranking", TEXT_METHODS[0], one_of(TEXT_METHODS)),
        Field("titles", _TITLES[0], one_of(_TITLES)),
        *FIELDS,
        SENTENCE,
    ),
    show=_show,
    box=_box,
)
