"""Releases that come of the votes of a benchmark."""

from __future__ import annotations

from core.benchmarks import registry
from core.benchmarks.curating.made_before import told_rule
from core.benchmarks.curating.settling import PEOPLE, conclude, lacking_votes
from core.benchmarks.types import BASE, BenchmarkInfo
from core.labels.errors import BadReleaseError
from core.labels.settling.releases import Release, ReleaseDraft, store_release
from core.labels.settling.rules import Rule, Settling
from core.labels.types import Kind, Role, Voter
from core.labels.voting.votes import last_vote
from core.store import Workspace


def make_release(
    workspace: Workspace,
    curator: Voter,
    info: BenchmarkInfo,
    name: str,
    rule: Rule = Rule.MAJORITY,
    *,
    settling: Settling | None = None,
    kinds: tuple[Kind, ...] = PEOPLE,
    base: str = BASE,
    note: str = "",
    again: bool = False,
) -> Release:
    """Make a release from the votes so far; what it settles is that of `settling.conclude`.

    Unless told otherwise, a case is settled once it has the votes that its queues want.

    Parameters
    ----------
    again
        Whether it may have the labels of one that there is, of the same votes by the same rule
        (`core.benchmarks.curating.made_before.same_release`).

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    BadReleaseError, ReleaseExistsError, ReleaseNotFoundError
        If nothing is settled, the name is taken, or there is no such base.
    SameReleaseError
        If there is such a one and `again` is not set.
    """
    curator.require(Role.CURATOR, "make a release")
    truth = registry.graded_qrels(workspace, info, base)
    last = last_vote(workspace, info.key)
    found = conclude(workspace, curator, info, rule, settling, kinds=kinds, base=base, up_to=last)
    lacking = f"{lacking_votes(found)} {found.left_out_told}".strip()
    if not found.settled and lacking:
        raise BadReleaseError(f"A release has at least one settled label. {lacking}")
    draft = ReleaseDraft(
        name=name,
        base=base,
        truth=truth,
        settled=found.settled,
        rule=told_rule(found),
        last_vote=last,
        note=note,
    )
    return store_release(workspace, curator, info.key, draft, again=again)
