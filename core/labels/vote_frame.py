"""Current votes as agreement and consensus take them: a frame, checked, and its grid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray

from core.errors import InputError

SCALE = (0, 1, 2)
"""Not unionable, partly, unionable; "can't tell" is null and never a label."""

NEEDED = ("case", "voter", "label")
NO_LABEL = -1


class VoteFrameError(InputError):
    """A frame of votes lacks a column, has a label off the scale or two votes of one voter."""


@dataclass(frozen=True, eq=False)
class VoteGrid:
    """Votes laid out case by voter.

    Examples
    --------
    >>> grid = VoteGrid.of(pl.DataFrame({
    ...     "case": ["a", "a", "b"], "voter": ["ann", "bob", "ann"], "label": [2, 1, None]}))
    >>> grid.places.tolist(), grid.counts.tolist(), grid.abstentions.tolist()
    ([[2, 1], [-1, -1]], [[0, 1, 1], [0, 0, 0]], [0, 1])
    """

    cases: tuple[str, ...]
    """Ascending; those with nothing but "can't tell" too."""
    voters: tuple[str, ...]
    """Ascending."""
    scale: tuple[int, ...]
    places: NDArray[np.int8]
    """Cases by voters: the place of the label on the scale, -1 where there is none."""
    silent: NDArray[np.bool_]
    """Cases by voters: whether they said "can't tell"."""
    queries: NDArray[np.int64]
    """A case: the number of its query; each its own where the votes don't name any."""

    @classmethod
    def of(cls, votes: pl.DataFrame, scale: Sequence[int] = SCALE) -> VoteGrid:
        """Check votes and lay them out.

        Parameters
        ----------
        votes
            A row per case and voter: ``case, voter, label``, and if it is there ``query``; further
            columns are left alone. A label is on the scale, or null for "can't tell".
        scale
            Every label there is, ascending.

        Raises
        ------
        VoteFrameError
            If a column is missing, a case or voter is null, a label is not on the scale, or a
            voter has two votes on one case.
        """
        clean = _checked(votes, tuple(scale))
        cases = tuple(clean["case"].unique().sort())
        voters = tuple(clean["voter"].unique().sort())
        row = _numbers(clean["case"].rank("dense")) - 1
        column = _numbers(clean["voter"].rank("dense")) - 1
        unsure = clean["label"].is_null().to_numpy()
        place = np.searchsorted(scale, _numbers(clean["label"].fill_null(scale[0])))
        places = np.full((len(cases), len(voters)), NO_LABEL, dtype=np.int8)
        places[row, column] = np.where(unsure, NO_LABEL, place)
        silent = np.zeros(places.shape, dtype=bool)
        silent[row, column] = unsure
        return cls(cases, voters, tuple(scale), places, silent, _queries(votes, cases))

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        """Cases by labels: how many votes each label has."""
        steps = range(len(self.scale))
        return np.stack([(self.places == step).sum(axis=1) for step in steps], axis=1)

    @cached_property
    def abstentions(self) -> NDArray[np.int64]:
        """A case: how many said "can't tell"."""
        return np.asarray(self.silent.sum(axis=1), dtype=np.int64)

    @property
    def votes(self) -> int:
        """Votes with a label."""
        return int(self.counts.sum())

    def counts_without(self, voter: int) -> NDArray[np.int64]:
        """Return `counts` without the voter at that place."""
        steps = np.arange(len(self.scale))
        return np.asarray(self.counts - (self.places[:, [voter]] == steps))


def _queries(votes: pl.DataFrame, cases: Sequence[str]) -> NDArray[np.int64]:
    if "query" not in votes.columns:
        return np.arange(len(cases))
    named = votes.select(pl.col("case", "query").cast(pl.String)).unique("case").sort("case")
    return _numbers(named["query"].fill_null("").rank("dense")) - 1


def _numbers(values: pl.Series) -> NDArray[np.int64]:
    return np.asarray(values.cast(pl.Int64).to_numpy(), dtype=np.int64)


def _checked(votes: pl.DataFrame, scale: tuple[int, ...]) -> pl.DataFrame:
    missing = [name for name in NEEDED if name not in votes.columns]
    if missing:
        raise VoteFrameError(
            f"Votes need the columns {', '.join(NEEDED)}. Got no {', '.join(missing)}."
        )
    if list(scale) != sorted(set(scale)) or not scale:
        raise VoteFrameError(f"A scale has different labels, ascending. Got {scale}.")
    if not (votes["label"].dtype.is_integer() or votes["label"].dtype == pl.Null):
        raise VoteFrameError(f"Labels are whole numbers or null. Got {votes['label'].dtype}.")
    clean = votes.select(
        pl.col("case").cast(pl.String),
        pl.col("voter").cast(pl.String),
        pl.col("label").cast(pl.Int64),
    )
    if clean["case"].null_count() or clean["voter"].null_count():
        raise VoteFrameError("Every vote needs a case and a voter. Got one without.")
    off = clean.filter(pl.col("label").is_not_null() & ~pl.col("label").is_in(list(scale)))
    if len(off):
        raise VoteFrameError(
            f'A label must be one of {", ".join(map(str, scale))}, or null for "can\'t tell". '
            f"Got {off['label'][0]!r} from {off['voter'][0]!r} on {off['case'][0]!r}."
        )
    twice = clean.filter(clean.select("case", "voter").is_duplicated())
    if len(twice):
        raise VoteFrameError(
            "A voter has one current vote a case; leave out those that were superseded. "
            f"Got several from {twice['voter'][0]!r} on {twice['case'][0]!r}."
        )
    return clean


def need_column(votes: pl.DataFrame, column: str) -> None:
    """Refuse votes without a column.

    Raises
    ------
    VoteFrameError
        If it is not there.
    """
    if column not in votes.columns:
        raise VoteFrameError(
            f"Votes need the column {column!r} for this. Got {', '.join(votes.columns)}."
        )
