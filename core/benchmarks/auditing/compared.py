"""Two runs compared, in words."""

from __future__ import annotations

from core.amounts import amount, percent, rounded, signed
from core.evaluation import Against, Comparison


def told_comparison(found: Comparison) -> str:
    """Say how far the first run is ahead, how sure that is, and on how many queries."""
    low, high = found.interval.low, found.interval.high
    between, why = "", found.interval.note if low is None else ""
    if low is not None and high is not None:
        share = percent(found.interval.confidence)
        between = f", {share} interval {signed(low)} to {signed(high)}"
    return (
        f"{found.first} less {found.second} in {found.metric.label(found.k)}: "
        f"{signed(found.difference)}{between}, p = {found.p_value:.3g} (paired randomisation test "
        f"over {amount(found.queries, 'query')}). Better on {found.wins:,}, worse on "
        f"{found.losses:,}, equal on {found.ties:,}. {why}"
    ).rstrip()


def told_at_odds(found: Comparison) -> str:
    """Say which to go by where the interval and the test come to different ends; else nothing.

    With few queries all assignments of signs are tried, so that p is exact under its hypothesis; a
    bootstrap interval of few or skewed differences is too narrow more often than it should be.
    """
    if not found.at_odds:
        return ""
    likely = 1 - found.interval.confidence
    ends = (
        f"leaves out 0, though p is not below {likely:.2g}"
        if found.p_value >= likely
        else f"takes in 0, though p is below {likely:.2g}"
    )
    return f"The interval {ends}: go by p. Of few or skewed differences an interval is rough."


def told_baseline(held: Against) -> str:
    """Say what the differences are from, over how many queries, and what was done to p."""
    first = next(iter(held.comparisons), None)
    if first is None:
        return f"There is no other run to compare with {held.baseline}."
    why = f" {first.interval.note}" if first.interval.low is None else ""
    odd = [one.first for one in held.comparisons if one.at_odds]
    rough = (
        f" Interval and p of {', '.join(odd)} come to different ends: go by p, as of few or skewed "
        "differences an interval is rough."
        if odd
        else ""
    )
    return (
        f"Each less {held.baseline} ({rounded(first.second_mean)}), over "
        f"{amount(first.queries, 'query')}. p is of the paired randomisation test; by Holm's "
        f"method it allows for {amount(len(held.comparisons), 'comparison')}, which the intervals "
        f"do not.{why}{rough}"
    )
