"""What a run file's own order says against its scores, by which candidates are ranked."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from core.amounts import amount

Ranking = Iterable[tuple[str, float | None]]
"""The candidates of one query as they stand in the file, each with its score."""


def order_notes(rankings: Mapping[str, Ranking], ranks: Mapping[str, Sequence[float]]) -> list[str]:
    """Say where the order that a file states is another than that of its scores, which decide.

    Distances and costs are less for what is better, and who writes them as scores has each ranking
    turned round. Scores that are all alike, or rounded, leave the order to the names of tables.

    Parameters
    ----------
    rankings
        By query; those without scores say nothing.
    ranks
        By query a rank for each candidate, in the same order, where the file states ranks; a query
        with one that is no number is passed over. Without any the order in the file is looked at:
        told is that it is turned round in every query, or that it falls with the scores in every
        query and orders equal ones otherwise than their names do.

    Returns
    -------
    list of str
        A sentence or two on each thing; empty if the two orders agree.

    Examples
    --------
    >>> near = {"q": [("a.csv", 0.1), ("b.csv", 0.7)]}
    >>> order_notes(near, {"q": [1, 2]})[0][:60]
    'The ranks of 1 query go against its scores, which decide: mo'
    >>> order_notes({"q": [("b.csv", 1.0), ("a.csv", 1.0)]}, {"q": [1, 2]})[0][:57]
    'The ranks of 1 query put equal scores into another order '
    >>> order_notes({"q": [("a.csv", 0.7), ("b.csv", 0.1)]}, {"q": [1, 2]})
    []
    >>> order_notes({"q": [("b.csv", 1.0), ("a.csv", 1.0)]}, {})[0][:49]
    'Equal scores of 1 query stand in another order in'
    """
    if not ranks:
        return _turned_round(rankings) or _ties_in_order(rankings)
    against, tied = [], 0
    for query, stated in ranks.items():
        ordered = _by_rank(rankings[query], stated)
        if any(better < worse for (_, better, _), (_, worse, _) in pairwise(ordered)):
            against.append(query)
        elif any(
            first[0] < second[0] and first[1] == second[1] and first[2] > second[2]
            for first, second in pairwise(ordered)
        ):
            tied += 1
    notes = []
    if against:
        its = "go against its" if len(against) == 1 else "go against their"
        notes.append(
            f"The ranks of {amount(len(against), 'query')} {its} scores, which decide: more is "
            f"better. The first is {against[0]!r}. If less is better, as of distances, write minus "
            "the scores."
        )
    if tied:
        notes.append(
            f"The ranks of {amount(tied, 'query')} put equal scores into another order than the "
            "names of the tables do, which decide between them. If the ranks are meant, give minus "
            "the ranks as scores."
        )
    return notes


def _by_rank(ranking: Ranking, ranks: Sequence[float]) -> list[tuple[float, float, str]]:
    """Return rank, score and name by rank; none if one of them is no number."""
    placed = [
        (rank, score, name)
        for rank, (name, score) in zip(ranks, ranking, strict=True)
        if score is not None and math.isfinite(rank)
    ]
    if len(placed) < len(ranks):
        return []
    return sorted(placed, key=lambda one: (one[0], -one[1], one[2]))


def _turned_round(rankings: Mapping[str, Ranking]) -> list[str]:
    """Say that all scores rise from the first candidate in the file to the last."""
    several = 0
    for ranking in rankings.values():
        scores = [score for _, score in ranking if score is not None]
        if len(set(scores)) > 1:
            if any(first > second for first, second in pairwise(scores)):
                return []
            several += 1
    if not several:
        return []
    return [
        "The scores of every query rise from its first candidate in the file to its last. More is "
        "better, so the last is taken for the best; if less is better, as of distances, write "
        "minus the scores."
    ]


def _ties_in_order(rankings: Mapping[str, Ranking]) -> list[str]:
    """Say that candidates stand from the best to the worst, but equal ones not by their names."""
    tied = 0
    for ranking in rankings.values():
        scored = [(score, name) for name, score in ranking if score is not None]
        if any(first < second for (first, _), (second, _) in pairwise(scored)):
            return []
        tied += any(
            first == second and name > after for (first, name), (second, after) in pairwise(scored)
        )
    if not tied:
        return []
    return [
        f"Equal scores of {amount(tied, 'query')} stand in another order in the file than the "
        "names of the tables do, which decide between them. If the file's order is meant, leave "
        "the scores out."
    ]
