"""What a rule concludes from the votes on each case, and which cases need a curator."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, assert_never

import numpy as np
import polars as pl
from numpy.typing import NDArray

from core.labels.settling.lacking import lacking, people_of
from core.labels.settling.rules import Rule, Settling
from core.labels.settling.voter_models import DAWID_SKENE_STEPS, Posterior, dawid_skene, mace
from core.labels.vote_frame import VoteGrid

_DEFAULT = Settling()
_CLOSE = 1e-6
"""Posteriors that differ by less are a tie: an iteration stops a rounding error away."""


@dataclass(frozen=True, eq=False)
class Consensus:
    """What one rule concludes from the votes on each case."""

    rule: Rule
    settling: Settling
    scale: tuple[int, ...]
    frame: pl.DataFrame
    """A row per case, by case: ``case, label, confidence`` (its posterior), ``posterior_0`` and so
    on, ``votes`` (with a label), ``abstentions`` ("can't tell"), ``tie, low_confidence,
    needs_adjudication, why``. A tie and a case without a vote have no label."""
    votes: int
    """Votes with a label, which the rule is applied to."""
    abstentions: int
    """Votes of "can't tell", which count for no label."""
    voters: int
    note: str = ""
    """What limits this rule on these votes; empty if nothing does."""

    @property
    def cases(self) -> int:
        """Cases with a vote, "can't tell" included."""
        return len(self.frame)

    @property
    def unsettled(self) -> pl.DataFrame:
        """The cases that need adjudication, the least confident first."""
        chosen = self.frame.filter(pl.col("needs_adjudication"))
        return chosen.sort("confidence", "case", nulls_last=False)


_MANY_VOTES = 1_000
_CHANCE = (
    "It starts at random, and of few votes that may decide: with another seed, or with voters of "
    "other names, some cases may come out otherwise."
)
"""MACE is the only rule that depends on names: they say which random numbers a voter gets."""


def consensus(
    votes: pl.DataFrame,
    rule: Rule = Rule.MAJORITY,
    *,
    settling: Settling = _DEFAULT,
) -> Consensus:
    """Conclude a label for each case by one rule.

    The posterior of a majority is the share of the votes, of a weighted majority the share of the
    weight: what speaks for a label, not a probability. Those of Dawid-Skene (1979) and MACE
    (2013), both by `crowd-kit`, are probabilities under their models of the voters. "Can't tell"
    is an abstention: it counts for no label and in no share.

    A case needs adjudication if labels tie, if the posterior is below the threshold, if fewer
    votes than asked for have a label, or if none has; ``why`` says which. What queues want
    (`Settling.wanted`) only people's votes fill. Votes of no weight in a weighted majority fill
    nothing.

    Parameters
    ----------
    votes
        ``case, voter, label``, a row per case and voter; a label on the scale or null; and if it is
        there ``kind`` of the voter, who is taken for a person without it.
    rule
        Which.
    settling
        Threshold, least votes, weights, seed, voters who are set aside.

    Raises
    ------
    VoteFrameError
        As in `VoteGrid.of`.

    Examples
    --------
    >>> votes = pl.DataFrame({"case": ["a", "a", "a", "b", "b"],
    ...                       "voter": ["ann", "bob", "cy", "ann", "bob"],
    ...                       "label": [2, 2, 1, 0, 2]})
    >>> found = consensus(votes).frame.select("case", "label", "confidence", "why")
    >>> found.with_columns(pl.col("confidence").round(2)).rows()
    [('a', 2, 0.67, ''), ('b', None, 0.5, 'The labels 0 and 2 tie.')]
    """
    votes = settling.counted(votes)
    return _conclude(VoteGrid.of(votes), people_of(votes), rule, settling)


def consensus_by_rules(
    votes: pl.DataFrame,
    rules: Sequence[Rule] = tuple(Rule),
    *,
    settling: Settling = _DEFAULT,
) -> tuple[Consensus, ...]:
    """Conclude by several rules, for `side_by_side`; parameters and errors as in `consensus`."""
    votes = settling.counted(votes)
    grid = VoteGrid.of(votes)
    people = people_of(votes)
    return tuple(_conclude(grid, people, rule, settling) for rule in rules)


def side_by_side(found: Sequence[Consensus]) -> pl.DataFrame:
    """Lay the conclusions of several rules beside each other.

    Parameters
    ----------
    found
        Of the same votes, one a rule.

    Returns
    -------
    polars.DataFrame
        A row per case: ``case, votes, abstentions``, for each rule the label that it settles under
        its name, null where the case needs adjudication, and ``NAME: confidence``, then ``differ``
        (the rules do not all conclude the same; leaving a case to a curator is not the same as a
        label) and ``needs_adjudication`` (they differ, or one of them asks for it).
    """
    if not found:
        return pl.DataFrame(schema={"case": pl.String})
    frame = found[0].frame.select("case", "votes", "abstentions")
    differ = unsettled = pl.Series([False] * len(frame), dtype=pl.Boolean)
    for one in found:
        frame = frame.with_columns(
            _settled(one).alias(one.rule.value),
            one.frame["confidence"].alias(f"{one.rule.value}: confidence"),
        )
        differ = differ | _settled(one).ne_missing(_settled(found[0]))
        unsettled = unsettled | one.frame["needs_adjudication"]
    return frame.with_columns(
        differ.alias("differ"), (differ | unsettled).alias("needs_adjudication")
    )


def rule_agreement(found: Sequence[Consensus]) -> pl.DataFrame:
    """Tell on how many cases each two rules conclude the same.

    Returns
    -------
    polars.DataFrame
        ``first, second, same, cases``: a row per ordered pair of rules, a rule with itself too;
        two rules that both leave a case to a curator conclude the same.
    """
    rows = [
        (
            one.rule.value,
            other.rule.value,
            int(_settled(one).eq_missing(_settled(other)).sum()),
            one.cases,
        )
        for one in found
        for other in found
    ]
    schema = {"first": pl.String, "second": pl.String, "same": pl.Int64, "cases": pl.Int64}
    return pl.DataFrame(rows, schema=schema, orient="row")


def _settled(one: Consensus) -> pl.Series:
    """Return the label of each case that the rule settles, null where it needs adjudication."""
    return one.frame["label"].set(one.frame["needs_adjudication"], None)


def _conclude(grid: VoteGrid, people: frozenset[str], rule: Rule, settling: Settling) -> Consensus:
    posterior, note = _posterior(grid, rule, settling)
    return Consensus(
        rule=rule,
        settling=settling,
        scale=grid.scale,
        frame=_table(grid, posterior, lacking(grid, people, rule, settling), settling),
        votes=grid.votes,
        abstentions=int(grid.abstentions.sum()),
        voters=len(grid.voters),
        note=note,
    )


def _posterior(grid: VoteGrid, rule: Rule, settling: Settling) -> tuple[Posterior, str]:
    """Return posteriors, NaN where a case has no vote that counts, and what limits them."""
    match rule:
        case Rule.MAJORITY:
            return _shares(grid.counts.astype(np.float64)), ""
        case Rule.WEIGHTED:
            weights = np.array([settling.weights.get(voter, 1.0) for voter in grid.voters])
            steps = range(len(grid.scale))
            scores = [(grid.places == step) @ weights for step in steps]
            note = "" if settling.weights else "No voter has a weight, so this is the majority."
            return _shares(np.stack(scores, axis=1)), note
        case Rule.DAWID_SKENE | Rule.MACE:
            return _by_learning(grid, rule, settling)
        case _:
            assert_never(rule)


def _by_learning(
    grid: VoteGrid, rule: Literal[Rule.DAWID_SKENE, Rule.MACE], settling: Settling
) -> tuple[Posterior, str]:
    if (grid.counts.sum(axis=0) > 0).sum() < 2:  # noqa: PLR2004 - a model needs two labels
        return _shares(grid.counts.astype(np.float64)), (
            "No two votes give different labels, so there is nothing to learn of the voters."
        )
    posterior, note = _by_model(grid, rule, settling)
    return posterior, " ".join(one for one in (_limits(grid), note) if one)


def _by_model(
    grid: VoteGrid, rule: Literal[Rule.DAWID_SKENE, Rule.MACE], settling: Settling
) -> tuple[Posterior, str]:
    cases, voters = np.nonzero(grid.places >= 0)
    labels = grid.places[cases, voters].astype(np.int64)
    voted, numbered = np.unique(cases, return_inverse=True)
    posterior = np.full((len(grid.cases), len(grid.scale)), np.nan)
    match rule:
        case Rule.DAWID_SKENE:
            posterior[voted], settled = dawid_skene(numbered, voters, labels, len(grid.scale))
            note = "" if settled else f"It had not settled after {DAWID_SKENE_STEPS} steps."
        case Rule.MACE:
            posterior[voted] = mace(numbered, voters, labels, len(grid.scale), settling.seed)
            note = _CHANCE if len(labels) < _MANY_VOTES else ""
        case _:
            assert_never(rule)
    return posterior, note


def _limits(grid: VoteGrid) -> str:
    voters = int((grid.places >= 0).any(axis=0).sum())
    if voters == 1:
        return "There is one voter only, so there is nobody to compare with."
    if grid.counts.sum(axis=1).max() < 2:  # noqa: PLR2004 - what a comparison takes
        return "No case has two votes, so nothing can be learned of the voters."
    return ""


def _shares(scores: NDArray[np.float64]) -> Posterior:
    total = scores.sum(axis=1, keepdims=True)
    out = np.full(scores.shape, np.nan)
    np.divide(scores, total, out=out, where=total > 0)
    return out


def _table(
    grid: VoteGrid, posterior: Posterior, few_votes: Sequence[str], settling: Settling
) -> pl.DataFrame:
    known: NDArray[np.bool_] = np.asarray(np.isfinite(posterior).all(axis=1))
    filled = np.where(known[:, None], posterior, 0.0)
    top = filled.max(axis=1, initial=0.0)
    leading: NDArray[np.bool_] = np.asarray(known[:, None] & (filled >= top[:, None] - _CLOSE))
    tie: NDArray[np.bool_] = leading.sum(axis=1) > 1
    low = known & (top < settling.threshold - _CLOSE)
    votes = grid.counts.sum(axis=1)
    few = np.array([bool(told) for told in few_votes], dtype=bool)
    labels = np.array(grid.scale)[filled.argmax(axis=1)] if len(filled) else np.empty(0, np.int64)
    columns: dict[str, Any] = {
        "case": pl.Series(grid.cases, dtype=pl.String),
        "label": pl.Series(labels, dtype=pl.Int64),
        "confidence": top,
        **{f"posterior_{one}": filled[:, at] for at, one in enumerate(grid.scale)},
        "votes": votes,
        "abstentions": grid.abstentions,
        "tie": tie,
        "low_confidence": low,
        "needs_adjudication": ~known | tie | low | few,
        "why": pl.Series(
            [
                _why(grid, row, leading[row], float(top[row]), few_votes[row], settling)
                for row in range(len(votes))
            ],
            dtype=pl.String,
        ),
    }
    frame = pl.DataFrame(columns)
    unknown, undecided = pl.Series(~known), pl.Series(~known | tie)
    numbers = ["confidence", *(f"posterior_{one}" for one in grid.scale)]
    return frame.with_columns(
        pl.when(undecided).then(None).otherwise(pl.col("label")).alias("label"),
        *(pl.when(unknown).then(None).otherwise(pl.col(name)).alias(name) for name in numbers),
    )


def _why(
    grid: VoteGrid,
    row: int,
    leading: NDArray[np.bool_],
    top: float,
    few_votes: str,
    settling: Settling,
) -> str:
    votes = int(grid.counts[row].sum())
    if not votes:
        return "No vote has a label."
    if not leading.any():
        return "No vote with a label has any weight."
    if leading.sum() > 1:
        names = [str(one) for one, leads in zip(grid.scale, leading, strict=True) if leads]
        return f"The labels {', '.join(names[:-1])} and {names[-1]} tie."
    if few_votes:
        return few_votes
    if top < settling.threshold - _CLOSE:
        return f"The posterior of {top:.2f} is below {settling.threshold:g}."
    return ""
