"""Whether a release made now would be one that there is: same labels, same votes, same rule."""

from __future__ import annotations

from collections import Counter

from core.amounts import amount
from core.benchmarks import registry
from core.benchmarks.curating.settling import Conclusions
from core.benchmarks.types import BenchmarkInfo
from core.labels.settling.releases import Release, releases, settled_truth
from core.labels.settling.rules import Settling, told_without
from core.labels.voting.votes import last_vote
from core.store import Workspace


def same_release(workspace: Workspace, info: BenchmarkInfo, found: Conclusions) -> Release | None:
    """Find the latest release with the labels that one made now of what is concluded would have.

    It knows of the same votes and came of them by the same rule; none if there is no such release.
    """
    rule, last = told_rule(found), last_vote(workspace, info.key)
    alike = [
        one for one in releases(workspace, info.key) if (one.rule, one.last_vote) == (rule, last)
    ]
    if not alike:
        return None  # spares hashing the labels, which takes a while where there are many
    truth = settled_truth(registry.graded_qrels(workspace, info, found.base), found.settled)
    same = [one for one in alike if one.fingerprint == truth.fingerprint]
    return same[-1] if same else None


def told_rule(found: Conclusions) -> str:
    """Say how votes became labels, as a release keeps it."""
    settling = found.settling
    without = told_without(settling.without)
    return (
        f"{found.rule.value} of {' and '.join(kind.value for kind in found.kinds)} votes"
        f"{without and f' {without}'}, "
        f"posterior of {settling.threshold:g} or more, {_least(settling)}{_weights(settling)}; "
        "a curator's decision before all"
    )


def _least(settling: Settling) -> str:
    least = f"{settling.least_votes} or more votes"
    if not settling.wanted:
        return least
    cases = Counter(settling.wanted.values())
    told = ", ".join(f"{n} on {amount(cases[n], 'case')}" for n in sorted(cases))
    return f"{least} and as many of people as its queues want ({told})"


def _weights(settling: Settling) -> str:
    told = [f"{voter} {weight:g}" for voter, weight in sorted(settling.weights.items())]
    return f", weights {', '.join(told)} (others 1)" if told else ""
