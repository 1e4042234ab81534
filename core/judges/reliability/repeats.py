"""A judge against itself: over independent runs, and with the two tables changed round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from core.amounts import amount
from core.intervals import DIFFERENCES, clustered_mean_interval, places
from core.judges.reliability.reading import FEW, Finding, Reading, Unit, few, share, unknown
from core.judges.reliability.record import JudgeRecord

STEADY = 0.95
"""Share of agreeing pairs of answers from which a judge counts as steady."""

_FLIPS = 0.05
_Asked = tuple[int, int, str]
"""Judge run (the first of those that share answers), case, and the case's query."""


def self_consistency(record: JudgeRecord) -> Finding:
    """Tell how often independent runs over one case, in one order of tables, agree.

    The share is of all pairs of verdicts on one case in one order. A case is without dissent if all
    of its verdicts in a run, in both orders, are alike. Answers without a verdict are in neither
    figure, and count in the advice on runs. The table is ``query, case, verdicts, yes, agreeing,
    pairs``, a row an order.
    """
    question = "Does it say the same when asked again?"
    rows = []
    alone: dict[tuple[int, str], bool] = {}
    for (_, case, query), orders in _by_order(record).items():
        together = [verdict for verdicts in orders for verdict in verdicts]
        if len(together) > 1:
            calm = len(set(together)) == 1
            alone[case, query] = alone.get((case, query), True) and calm
        for verdicts in orders:
            pairs = len(verdicts) * (len(verdicts) - 1) // 2
            agreeing = sum(one == other for one, other in combinations(verdicts, 2))
            if pairs:
                rows.append((query, case, len(verdicts), sum(verdicts), agreeing, pairs))
    counted = dict.fromkeys(("case", "verdicts", "yes", "agreeing", "pairs"), pl.Int64)
    schema = {"query": pl.String, **counted}
    table = pl.DataFrame(rows, schema=schema, orient="row")
    name = "runs that agree"
    if table.is_empty():
        why = "Each case was asked once; several runs show how steady the judge is."
        return Finding(question, (unknown(name, why),), table)
    same, compared = table["agreeing"].to_numpy(), table["pairs"].to_numpy()
    value = float(same.sum() / compared.sum())
    if value < STEADY:
        advice = "Keep several runs and their majority: a single answer depends on chance."
    elif len(alone) < FEW:
        advice = f"Ask {amount(FEW - len(alone), 'more case')} several times before saving runs."
    else:
        advice = _saving(record)
    alike = np.repeat([True, False] * len(table), np.stack([same, compared - same], 1).ravel())
    queries = np.repeat(table["query"].to_numpy(), compared).tolist()
    reading = share(name, alike, queries, advice, "pairs of answers")
    advice = (
        "The answers to each of these cases are all alike: no majority hides a doubt."
        if all(alone.values())
        else "On the others the majority hides a doubt: send them to people first."
    )
    of = [query for _, query in alone]
    unanimous = share("cases without dissent", np.array(list(alone.values())), of, advice)
    return Finding(question, (reading, unanimous), table)


def _saving(record: JudgeRecord) -> str:
    """Say with how many runs a judge that agrees with itself would vote nearly as it does.

    A case that several runs gave a vote has none if the one that is left gives no verdict.
    """
    voted = set(record.cases["case"])
    answers = [one for one in record.given if not one.variant and one.case in voted]
    lost = float(np.mean([one.verdict is None for one in answers]))
    if lost > 1 - STEADY:
        return (
            f"Keep several runs, though they agree: {lost:.1%} of its answers have no verdict, and "
            "with one run so many cases would lose their vote."
        )
    effect = _order_effect(record)
    if effect is not None and effect.low is not None and effect.low > 0:
        advice = "Two runs would nearly do, one in each order: the order is what sways it."
    else:
        advice = "One run would nearly do: fewer runs save money."
    if lost:
        advice += f" But {lost:.1%} of its answers have no verdict: so many cases lose their vote."
    return advice


def position_bias(record: JudgeRecord) -> Finding:
    """Tell how often the verdict flips when the tables change places (tabmeta, section 3.2.1).

    A case counts if its majority is clear in both orders; how many are left out is told. A judge
    that wavers flips without any swap, so the second reading is how much oftener two answers to a
    case differ between the orders than within one. The third is how much oftener the judge says yes
    in the given order, with the exact test that changes signs query by query; where each case has a
    query of its own that is McNemar's exact test. The table has ``as given``, ``swapped`` and
    ``cases``.
    """
    question = "Does the order of the two tables matter?"
    found: list[tuple[str, bool, bool]] = []
    tied = 0
    for (_, _, query), (given, swapped) in _by_order(record).items():
        one, other = _majority(given), _majority(swapped)
        if one is not None and other is not None:
            found.append((query, one, other))
        elif given and swapped:
            tied += 1
    counts = Counter((one, other) for _, one, other in found)
    words = {True: "yes", False: "no"}
    rows = [(words[a], words[b], counts[a, b]) for a in (True, False) for b in (True, False)]
    schema = {"as given": pl.String, "swapped": pl.String, "cases": pl.Int64}
    table = pl.DataFrame(rows, schema=schema, orient="row")
    name = "verdicts that flip when the tables are swapped"
    if not found:
        why = (
            f"In all of the {tied:,} cases asked in both orders one of them has no majority."
            if tied
            else "No case was asked in both orders; swap the tables in half of the runs to see."
        )
        return Finding(question, (unknown(name, why),), table)
    queries = [query for query, _, _ in found]
    flipped = np.array([one != other for _, one, other in found])
    effect = _order_effect(record)
    reading = share(name, flipped, queries, _swapping(float(flipped.mean()), len(found), effect))
    if tied:
        left = f"Left out: {tied:,} of {len(found) + tied:,} without a majority in one order."
        reading = replace(reading, note=f"{left} {reading.note}".strip())
    readings = [reading, *([effect] if effect else []), _leaning(found, queries)]
    return Finding(question, tuple(readings), table)


def _swapping(flips: float, cases: int, effect: Reading | None) -> str:
    """Say whether swapping is worth while, by how the flips compare with the judge's wavering."""
    if flips == 0:
        few_of_them = " to these; they are too few to leave it" if cases < FEW else ""
        return f"Swapping makes no difference{few_of_them}."
    if effect is None or effect.low is None or effect.high is None:
        keep = "keep swapping on" if flips > _FLIPS else "swapping makes little difference"
        return (
            f"It flips {flips:.0%} of verdicts: {keep}. Each order was asked once, so that this "
            "cannot be told from wavering; four runs can tell."
        )
    if effect.low > 0:
        return "The order sways it, beyond its wavering: keep swapping on."
    if effect.high > _FLIPS:
        return "These answers cannot tell whether the order sways it or it only wavers."
    return "It wavers as much within one order: swapping makes little difference."


def _order_effect(record: JudgeRecord) -> Reading | None:
    """Compare how often answers differ between the orders and within one, case by case."""
    beyond, queries = [], []
    for (_, _, query), (given, swapped) in _by_order(record).items():
        within = [one != other for some in (given, swapped) for one, other in combinations(some, 2)]
        between = [one != other for one in given for other in swapped]
        if within and between:
            beyond.append(float(np.mean(between)) - float(np.mean(within)))
            queries.append(query)
    if len(set(queries)) < 2:  # noqa: PLR2004 - one query has no spread
        return None
    low, high = clustered_mean_interval(np.array(beyond), queries, DIFFERENCES)
    return Reading(
        "answers that differ between the orders, above those within one",
        float(np.mean(beyond)),
        low,
        high,
        len(beyond),
        "The order counts only as far as the whole interval is above nothing.",
        Unit.POINTS,
        note=few(queries),
    )


def _leaning(found: Sequence[tuple[str, bool, bool]], queries: Sequence[str]) -> Reading:
    leaning = np.array([int(one) - int(other) for _, one, other in found])
    low, high = clustered_mean_interval(leaning.astype(float), queries, DIFFERENCES)
    chance = far_by_chance(np.bincount(places(queries), leaning).astype(int))
    if low > 0 or high < 0:
        advice = "It leans towards one order: the first table weighs differently from the second."
    elif max(-low, high) > _FLIPS:
        advice = "These answers cannot tell whether it leans towards one order."
    else:
        advice = "The flips go both ways about equally."
    p = "p < 0.001" if chance < 0.001 else f"p = {chance:.3f}"  # noqa: PLR2004 - as it is written
    return Reading(
        "yes in the given order above yes in the other",
        float(leaning.mean()),
        low,
        high,
        len(leaning),
        advice,
        Unit.POINTS,
        note=f"Exact test over queries: {p}. {few(queries)}".strip(),
    )


def far_by_chance(sums: NDArray[np.int_]) -> float:
    """Return how likely a sum is as far from 0 if each query's part had either sign.

    Exact: the distribution of the sum is the convolution of those of the parts.
    """
    chances = np.ones(1)
    for part in np.abs(sums[sums != 0]):
        either = np.zeros(2 * part + 1)
        either[[0, -1]] = 0.5
        chances = np.convolve(chances, either)
    middle, off = len(chances) // 2, abs(int(sums.sum()))
    far = np.abs(np.arange(len(chances)) - middle) >= off
    return min(1.0, float(chances[far].sum()))


def _by_order(record: JudgeRecord) -> dict[_Asked, tuple[list[bool], list[bool]]]:
    """Verdicts of each run on each case: those as given, and those with the tables swapped."""
    found: dict[_Asked, tuple[list[bool], list[bool]]] = {}
    for answer in record.given:
        if answer.verdict is not None and not answer.variant:
            orders = found.setdefault((answer.run_key, answer.case, answer.query), ([], []))
            orders[answer.swapped].append(answer.verdict.label >= record.positive_from)
    return found


def _majority(verdicts: list[bool]) -> bool | None:
    yes = sum(verdicts)
    return None if 2 * yes == len(verdicts) else 2 * yes > len(verdicts)
