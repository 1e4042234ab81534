"""What is known of a judge, case by case: its vote, what people and the ground truth say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import polars as pl

from core.amounts import amount
from core.errors import InputError
from core.judges.reliability.asked_once import asked_once
from core.judges.reliability.trials import Trial
from core.judges.types import Answer
from core.labels.voting.questions import partly_is

RECORD_SCHEMA = pl.Schema(
    {
        "case": pl.Int64(),
        "query": pl.String(),
        "table": pl.String(),
        "judge": pl.Int64(),
        "confidence": pl.Float64(),
        "people": pl.Int64(),
        "truth": pl.Int64(),
        "baseline": pl.Int64(),
        "baseline_learned": pl.Boolean(),
        "topic": pl.String(),
        "cells": pl.Int64(),
        "overlap": pl.Float64(),
    }
)
"""Columns of `JudgeRecord.cases`; labels are 0, 1, 2, or null where there is none."""


@dataclass(frozen=True, eq=False)
class JudgeRecord:
    """Everything that a judge's reliability is computed from.

    Parameters
    ----------
    voter
        The judge.
    cases
        `RECORD_SCHEMA`, a row a case that the judge voted on: its label and stated confidence,
        what people settled, what the ground truth says, what the baseline voted and
        whether it may have learned from labels of the query; the topic of the query, the cells of
        both tables and the overlap of their column names, null if not known.
    answers
        Its stored answers to the tables as they are, those without a verdict too, once for each run
        that they answer a question of; their texts as they came (`Answer.raw`) are not looked at
        and may be empty.
    replaced
        Its answers without a verdict whose question was asked again: paid for, and nothing else,
        also where they are among ``answers`` as those of another run.
    trials
        What came of injection audits.
    positive_from
        The smallest label that counts as yes: 2, or 1 if "partly" counts too.
    unread
        By case, how many attempts may be billed of which no answer was read, and the most that they
        cost in US dollars.
    unvoted
        By case, the query of those that people settled and that it was asked and has no vote on, as
        too few of its answers are verdicts; they are in no other figure.

    Raises
    ------
    InputError
        If a column is missing or `positive_from` is neither 1 nor 2.
    """

    voter: str
    cases: pl.DataFrame
    answers: Sequence[Answer] = ()
    trials: Sequence[Trial] = ()
    positive_from: int = 2
    replaced: Sequence[Answer] = ()
    unread: Mapping[int, tuple[int, float]] = field(default_factory=dict)
    unvoted: Mapping[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        missing = set(RECORD_SCHEMA) - set(self.cases.columns)
        if missing:
            raise InputError(f"A judge's record lacks the columns {', '.join(sorted(missing))}.")
        if self.positive_from not in (1, 2):
            raise InputError(f"Yes begins at label 1 or 2. Got {self.positive_from}.")

    @cached_property
    def given(self) -> Sequence[Answer]:
        """Its answers that count, each once: what figures are of."""
        return asked_once(self.answers, self.replaced)

    @property
    def yes_is(self) -> str:
        """How "partly" is counted, in words that go behind a figure."""
        return partly_is(self.positive_from)

    def yes(self, column: str) -> pl.Expr:
        """Whether the label in a column counts as yes; null where there is none."""
        return pl.col(column) >= self.positive_from

    def compared(self, other: str = "people") -> pl.DataFrame:
        """Return the cases that the judge and another both gave a label."""
        return self.cases.filter(pl.col("judge").is_not_null() & pl.col(other).is_not_null())

    @property
    def settled(self) -> pl.DataFrame:
        """The cases that people settled, those on which the judge can't tell among them."""
        return self.cases.filter(pl.col("people").is_not_null())

    @property
    def told(self) -> str:
        """How many cases it voted on, people settled, and the two are compared on."""
        if self.cases.is_empty():
            return "no case"
        settled, compared = len(self.settled), len(self.compared())
        told = f"{amount(len(self.cases), 'case')}; people settled {settled:,} of them"
        if settled > compared:
            told += f', and on {settled - compared:,} of those it votes "can\'t tell"'
        return told

    @property
    def disputed(self) -> pl.DataFrame:
        """The cases on which the judge contradicts what people settled, else the ground truth.

        By stated confidence, the surest first: those tell most about judge or label.
        """
        said = pl.coalesce(self.yes("people"), self.yes("truth"))
        found = self.cases.filter(
            pl.col("judge").is_not_null() & said.is_not_null() & (self.yes("judge") != said)
        )
        return found.sort("confidence", "case", descending=[True, False], nulls_last=True)


def record_frame(rows: Sequence[Mapping[str, object]]) -> pl.DataFrame:
    """Make the cases of a record from rows that may leave columns out."""
    return pl.DataFrame(
        [[row.get(name) for name in RECORD_SCHEMA] for row in rows],
        schema=RECORD_SCHEMA,
        orient="row",
    )
