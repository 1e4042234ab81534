"""Agreement & releases: what do we now believe, and what does it do to the ranking."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.amounts import percent, rounded
from core.benchmarks import runs
from core.benchmarks.curating import exporting
from core.benchmarks.curating.label_state import LabelState
from core.benchmarks.curating.release_import import IMPORTED, WITH_VOTES
from core.benchmarks.types import BASE, BenchmarkInfo
from core.labels.agreement.estimates import Measure
from core.labels.settling.releases import releases
from core.labels.settling.rules import told_without
from core.labels.types import Kind, Role, Voter
from pages.benchmarking.choice import choose_benchmark
from pages.benchmarking.label_cards import voters_told
from pages.releasing.agreement import MEASURES, show_agreement
from pages.releasing.decide import show_open_cases
from pages.releasing.ranks import FIELDS as RANK_FIELDS
from pages.releasing.ranks import show_ranks
from pages.releasing.releases import keep_what_is_written, show_releases
from pages.releasing.rules import FIELDS as RULE_FIELDS
from pages.releasing.rules import show_rules
from pages.releasing.vote_files import vote_files
from pages.shared.address import Address
from pages.shared.catalog_cache import workspace
from pages.shared.fields import Field, one_of, several, whole
from pages.shared.heading import page_head
from pages.shared.identity import ask_name, me, me_or_ask, me_or_local
from pages.shared.label_cache import Labels, current_votes_of, state_of
from pages.shared.words import amount, plain, since

AGREEMENT, RULES, DECIDE, RELEASES, RANKING = (
    "Agreement",
    "Rules side by side",
    "To decide",
    "Releases",
    "Ranking",
)
VIEWS = (AGREEMENT, RULES, DECIDE, RELEASES, RANKING)
_KINDS = {
    Kind.HUMAN.value: "People",
    Kind.LLM.value: "LLM judges",
    Kind.RULE.value: "Rule judges",
}
_GUEST = Voter("guest", role=Role.VIEWER)


def page() -> None:
    """Show what the votes on one benchmark come to."""
    address = Address(
        "releases",
        Field("benchmark", None),
        Field("view", VIEWS[0], one_of(VIEWS)),
        Field("kinds", [Kind.HUMAN.value], several),
        Field("without", [], several),
        Field("measure", MEASURES[0], one_of(MEASURES)),
        *RULE_FIELDS,
        Field("case", None, whole()),
        Field("base", BASE),
        Field("from", BASE),
        Field("to", None),
        Field("file", None),
        Field("form", "votes", one_of(tuple(exporting.FORMS))),
        *RANK_FIELDS,
    )
    head = page_head("Agreement & releases")
    address.tell_refused()
    where, voters = st.columns([1, 2.4], vertical_alignment="bottom")
    info = choose_benchmark(address, where)
    with voters, st.container(horizontal=True, vertical_alignment="bottom"):
        kinds = _choose_kinds(address)
        without = _choose_without(address, info, kinds)
    curator = me_or_local()
    if curator.role is Role.CURATOR:
        with (
            head,
            st.popover(
                "Votes",
                icon=":material/swap_vert:",
                help="In and out as files",
                key=f"votes of {info.name}",
            ),
        ):
            vote_files(info, curator)
    of, reader = Labels.of(info, without=without), me() or _GUEST
    st.markdown(_told(state_of(Labels.of(info, kinds, without), reader, kinds), without))
    st.segmented_control(
        "View", VIEWS, key=address.key("view"), required=True, label_visibility="collapsed"
    )
    if address["view"] == AGREEMENT:
        show_agreement(address, of, info, kinds, reader)
    elif address["view"] == RANKING:
        show_ranks(address, of, info, bool(runs.runs(workspace(), info)))
    elif address["view"] == RELEASES:
        _known_releases(address, info)
        show_releases(address, of, info, kinds, _who_publishes(address, reader))
    else:
        _for_curators(address, of, info, kinds)
    address.write()
    keep_what_is_written()


def _for_curators(
    address: Address, of: Labels, info: BenchmarkInfo, kinds: tuple[Kind, ...]
) -> None:
    curator = me_or_ask("Decisions are kept under your name.", address)
    _known_releases(address, info)
    if address["view"] == RULES:
        show_rules(address, of, info, kinds, curator)
    else:
        show_open_cases(address, of, info, kinds, curator)


def _who_publishes(address: Address, reader: Voter) -> Voter:
    """Ask for a name where there is none, and go on without; nobody publishes by a judge's."""
    if me() is None:
        ask_name("Releases are made under your name.")
        return reader
    return me_or_ask("Releases are made under your name.", address)


def _choose_kinds(address: Address) -> tuple[Kind, ...]:
    known = [kind for kind in address["kinds"] if kind in _KINDS]
    address.set("kinds", known or [Kind.HUMAN.value])
    st.pills(
        "Whose votes count",
        list(_KINDS),
        selection_mode="multi",
        key=address.key("kinds"),
        format_func=_KINDS.__getitem__,
    )
    # With none pressed it is people again: figures of nobody say nothing.
    return tuple(kind for kind in Kind if kind.value in address["kinds"]) or (Kind.HUMAN,)


def _choose_without(
    address: Address, info: BenchmarkInfo, kinds: tuple[Kind, ...]
) -> tuple[str, ...]:
    """Ask who is set aside; nothing is forgotten of their votes."""
    voters = sorted(set(current_votes_of(Labels.of(info), kinds)["voter"]))
    if len(voters) < 2:  # noqa: PLR2004 - without the only one there is nothing
        address.set("without", [])
        return ()
    address.set("without", [name for name in address["without"] if name in voters])
    st.multiselect(
        "Without the votes of",
        voters,
        key=address.key("without"),
        placeholder="nobody",
        width=260,
        help="Their votes stay, and count in no figure, rule and release here; a release says so. "
        "Queues count them, and decisions stand.",
    )
    return tuple(sorted(address["without"]))


def _known_releases(address: Address, info: BenchmarkInfo) -> None:
    """Leave no name in the address that is no release of the benchmark."""
    names = [one.name for one in releases(workspace(), info.key)]
    for field in ("base", "from"):
        if address[field] not in names:
            address.set(field, BASE)
    for field in ("to", "file"):
        if address[field] not in names:
            address.set(field, None)
        address.stand_in(field, names[-1])


def _told(state: LabelState, without: Sequence[str]) -> str:
    set_aside = told_without(without)
    if not state.voters:
        voted = "Nobody of these has voted on this benchmark yet."
    else:
        agree = (
            f" and agree on **{percent(state.agreement)}** of the pairs of votes that can be "
            "compared"
            if state.agreement is not None
            else ""
        )
        chance = f" ({Measure.ALPHA}: {rounded(state.alpha, 2)})" if state.alpha is not None else ""
        voted = (
            f"**{_who(state)}** given {state.all_votes} on "
            f"**{amount(state.cases, 'case')}**{agree}{chance}"
            f"{set_aside and f', {plain(set_aside)}'}."
        )
    if state.release is None:
        return f"{voted} There is no release yet; runs are scored against the published labels."
    newest = state.release
    newer = f"{state.newer.told} since" if state.newer.count else "nothing was voted since"
    if newest.rule.startswith(IMPORTED) and not newest.rule.endswith(WITH_VOTES):
        newer += " it was taken in (of the votes before, its file does not say which it knows)"
    return (
        f"{voted} The newest release is **{plain(newest.name)}**, {since(newest.created_at)}, "
        f"with {amount(newest.changed, 'changed label')}; {newer}."
    )


def _who(state: LabelState) -> str:
    who = voters_told(state)
    return f"{who[:1].upper()}{who[1:]} {'has' if state.voters == 1 else 'have'}"


if __name__ == "__main__":
    page()
