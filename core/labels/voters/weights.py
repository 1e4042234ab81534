"""What each voter's label should count, by how often the voter seems to be right."""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from core.labels.settling.consensus import consensus
from core.labels.settling.rules import Rule
from core.labels.vote_frame import NO_LABEL, VoteGrid

PRIOR = 2
"""Votes of the average voter that each voter's own are mixed with."""

_SCHEMA = pl.Schema(
    {"voter": pl.String(), "compared": pl.Int64(), "accuracy": pl.Float64(), "weight": pl.Float64()}
)


def voter_weights(votes: pl.DataFrame, decided: pl.DataFrame | None = None) -> pl.DataFrame:
    """Estimate how often each voter is right, and what a label of theirs should weigh.

    A label is right by as much as its case is certain of it: wholly or not at all where a curator
    has decided, else by the posterior of Dawid-Skene. Cases with one label and no decision tell
    nothing and are left out. So that few votes make nobody infallible, `PRIOR` votes of the average
    voter are added to each voter's own, and one right and wrong answer a label to that average.

    The weight is ln(p (L - 1) / (1 - p)) for an accuracy p on a scale of L labels, or 0 for a voter
    who is no better than chance: of voters who err independently and as soon to one label as to
    another, the label of most weight is then the most probable one (Nitzan and Paroush 1982,
    "Optimal Decision Rules in Uncertain Dichotomous Choice Situations", for two labels).

    Parameters
    ----------
    votes
        ``case, voter, label``, as `core.labels.settling.consensus.consensus` takes them.
    decided
        ``case, label``: what is known for certain, a row a case; none if nothing is.

    Returns
    -------
    polars.DataFrame
        A row per voter, by name: ``voter, compared`` (votes that tell something), ``accuracy``
        (between 0 and 1; null if nobody can be compared) and ``weight`` (0 or more, to two places;
        1 if nobody can be compared).

    Raises
    ------
    VoteFrameError
        As in `VoteGrid.of`.

    Examples
    --------
    >>> votes = pl.DataFrame({"case": ["a", "a", "b", "b"], "voter": ["ann", "bob"] * 2,
    ...                       "label": [2, 2, 0, 2]})
    >>> known = pl.DataFrame({"case": ["a", "b"], "label": [2, 0]})
    >>> voter_weights(votes, known).with_columns(pl.col("accuracy").round(2)).rows()
    [('ann', 2, 0.79, 1.99), ('bob', 2, 0.54, 0.84)]
    """
    grid = VoteGrid.of(votes)
    certain = _certainties(votes, grid, decided)
    known: NDArray[np.bool_] = np.asarray(np.isfinite(certain).all(axis=1))
    telling = (grid.places != NO_LABEL) & known[:, None]
    cases, voters = np.nonzero(telling)
    right = np.bincount(
        voters, weights=certain[cases, grid.places[cases, voters]], minlength=len(grid.voters)
    )
    compared = np.bincount(voters, minlength=len(grid.voters))
    size = len(grid.scale)
    if not compared.sum() or size < 2:  # noqa: PLR2004 - with one label everybody is right
        rows = [(voter, 0, None, 1.0) for voter in grid.voters]
        return pl.DataFrame(rows, schema=_SCHEMA, orient="row")
    average = (right.sum() + 1) / (compared.sum() + size)
    accuracy = (right + PRIOR * average) / (compared + PRIOR)
    weight = np.maximum(np.log(accuracy * (size - 1) / (1 - accuracy)), 0.0)
    columns = (grid.voters, compared, accuracy, weight.round(2))
    return pl.DataFrame(dict(zip(_SCHEMA, columns, strict=True)), schema=_SCHEMA)


def _certainties(
    votes: pl.DataFrame, grid: VoteGrid, decided: pl.DataFrame | None
) -> NDArray[np.float64]:
    """Return cases by labels: how certain each label is, NaN where nothing can be compared."""
    columns = [f"posterior_{label}" for label in grid.scale]
    found = consensus(votes, Rule.DAWID_SKENE).frame
    certain = found.select(pl.col(columns).cast(pl.Float64).fill_null(np.nan)).to_numpy().copy()
    certain[grid.counts.sum(axis=1) < 2] = np.nan  # noqa: PLR2004 - what a comparison takes
    place = {case: row for row, case in enumerate(grid.cases)}
    for case, label in [] if decided is None else decided.select("case", "label").rows():
        row = place.get(str(case))
        if row is not None:
            certain[row] = np.array(grid.scale) == label
    return certain
