"""What a join search found: a card a table, which opens in place to the join."""

from __future__ import annotations

import streamlit as st

from core.features.folding import Folding
from core.search.combining.joins import FanOut, JoinFacts, JoinPart
from core.types import JoinHit, JoinSearch, LakeInfo
from pages.conditions.results import Above, Below, nothing
from pages.searching.join_preview import show_join
from pages.searching.joins import facts_of
from pages.searching.pagination import on_this_page, turn_over_below
from pages.searching.put_right import with_accepted
from pages.searching.query import Query
from pages.searching.results import card_places, table_sizes
from pages.searching.ticks import tick_box
from pages.shared.address import Address
from pages.shared.links import link_to_table
from pages.shared.words import amount, chip, plain

_MOST_GAINED = 6
_SAMPLES = 2
_LONGEST_SAMPLE = 24

_FAN_OUT_WORDS = {
    FanOut.ONE_TO_ONE: "a row finds one",
    FanOut.ONE_TO_MANY: "a row finds several",
    FanOut.MANY_TO_ONE: "several rows find the same",
    FanOut.MANY_TO_MANY: "rows multiply",
}

_BEST = {
    "overlap": "those that share most values with",
    "containment": "those that share most values with",
    "semantic": "those whose values are most like those of",
}

_AT_ONCE = 10


def show_joins(
    address: Address,
    lake: LakeInfo,
    query: Query,
    found: JoinSearch,
    parts: tuple[JoinPart, ...],
    *,
    rules: Folding,
    below: Below = nothing,
    above: Above = nothing,
) -> None:
    """Show the hits as cards, best first, ten at once; `below` and `above` say more."""
    shown = on_this_page(address, list(zip(found.hits, parts, strict=True)), _AT_ONCE)
    counted = [with_accepted(address, part) for _, part in shown]
    sizes = table_sizes(lake, [part.table for part in counted])
    facts = facts_of(query, tuple(counted), rules)
    for (hit, _), part, of in zip(shown, counted, facts, strict=True):
        above(hit.table)
        with st.container(border=True):
            alike = hit.score if found.method == "semantic" else None
            _card(
                address,
                lake,
                query,
                hit,
                part,
                facts=of,
                rules=rules,
                extent=sizes.get(part.table, ""),
                alike=alike,
            )
            below(part.table)
    turn_over_below(address, found.hits, _AT_ONCE)


def summary(lake: LakeInfo, found: JoinSearch) -> None:
    """Say what was found by which key, and how fast."""
    for note in found.notes:
        st.caption(f":material/info: {plain(note)}")
    if not found.hits:
        st.info(
            "No table of this lake that adds a column shares a value with this key. Choose another "
            "key, or search in another way.",
            icon=":material/search_off:",
        )
        return
    key = "the key " + " and ".join(chip(label) for label in found.on)
    if found.proposed:
        several = "s" * (len(found.proposed) > 1)
        names = ", ".join(chip(one.column) for one in found.proposed)
        key = f"the proposed key{several} {names}"
    st.caption(
        f"{amount(len(found.hits), 'table')} of {lake.tables:,}, {_BEST[found.method]} "
        f"**{plain(found.query)}** by {key}, found in {found.seconds * 1000:,.1f} ms."
    )


def _card(
    address: Address,
    lake: LakeInfo,
    query: Query,
    hit: JoinHit,
    part: JoinPart,
    *,
    facts: JoinFacts,
    rules: Folding,
    extent: str,
    alike: float | None,
) -> None:
    place = part.name
    is_open = address["open"] == place
    head, score, act = card_places(place)
    with head:
        tick_box(address, place, part.table)
        link_to_table(lake.name, part.table, f"{hit.rank}\\. **{plain(part.table)}**")
        st.caption(extent, width="content")
    matched = f"{facts.matched:,} of {amount(facts.query.distinct, 'key')}"
    if alike is None:
        score.progress(facts.key_share, text=matched)
    else:
        score.progress(min(1.0, max(0.0, alike)), text=f"Alike {alike:.2f}, equal {matched}")
    act.button(
        "Close" if is_open else "Preview join",
        key=f"preview join {place}",
        on_click=address.set,
        args=("open", "" if is_open else place),
        width="stretch",
    )
    _why(hit, part, facts)
    if is_open:
        show_join(address, query, part, rules)


def _why(hit: JoinHit, part: JoinPart, facts: JoinFacts) -> None:
    pairs = " and ".join(f"{chip(own)} = {chip(other)}" for own, other in part.on)
    unique = "unique" if facts.table.is_unique else "not unique"
    if facts.matched:
        st.markdown(
            f"{pairs} &nbsp; **{facts.row_share:.0%}** of the rows ({facts.matched_rows:,} of "
            f"{facts.query.rows:,}) find a partner, {facts.fan_out} "
            f":gray[({_FAN_OUT_WORDS[facts.fan_out]}; the key is {unique} there)], "
            f"{amount(facts.rows, 'joined row')}"
        )
    else:
        st.markdown(f"{pairs} &nbsp; No two keys are equal. Accept near matches in the preview.")
    lines = [_matched(facts), _gained(facts), _alike(hit)]
    st.markdown("  \n".join(line for line in lines if line))
    for warning in facts.warnings:
        st.caption(f":orange[:material/warning:] {plain(warning.text)}")


def _matched(facts: JoinFacts) -> str:
    keys = (chip(_short(" / ".join(one.values))) for one in facts.top[:_MOST_GAINED])
    return f":gray[:small[Matched]] {' '.join(keys)}" if facts.top else ""


def _alike(hit: JoinHit) -> str:
    """Values that would pair although they are written otherwise, where the search looked."""
    others = [pair for pair in hit.pairs if pair.score < 1][:_MOST_GAINED]
    told = (f"{chip(_short(one.query_value))} ≈ {chip(_short(one.value))}" for one in others)
    return f":gray[:small[Alike]] {' &nbsp; '.join(told)}" if others else ""


def _gained(facts: JoinFacts) -> str:
    fresh = [column for column in facts.gained if not column.in_query]
    repeated = len(facts.gained) - len(fresh)
    told = []
    for column in fresh[:_MOST_GAINED]:
        samples = ", ".join(_short(value) for value in column.profile.samples[:_SAMPLES])
        about = column.profile.data_type + (f": {plain(samples)}" if samples else "")
        told.append(f"{chip(column.label)} :gray[:small[{about}]]")
    more = len(fresh) - len(told)
    if more > 0:
        told.append(f":gray[:small[and {more:,} more]]")
    if repeated:
        told.append(f":gray[:small[{amount(repeated, 'column')} named as in the query]]")
    return f":gray[:small[Gains]] {' &nbsp; '.join(told) or 'no column'}"


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_SAMPLE else f"{text[: _LONGEST_SAMPLE - 1]}…"
