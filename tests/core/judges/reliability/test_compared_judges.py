"""The table of judges has the first figures of their reports, in the order of agreement."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from core.judges.reliability import (
    WHAT_THEY_ARE,
    JudgeRecord,
    reliability,
    side_by_side,
    told_learned,
)
from tests.core.judges.reliability.records import answer, record


def named(voter: str, found: JudgeRecord) -> JudgeRecord:
    return replace(found, voter=voter)


def test_judges_stand_by_their_agreement_and_those_without_one_last() -> None:
    answers = [
        answer(0, 2, cost=0.02),
        answer(1, 2, cost=0.04),
        answer(1, None, number=2, cost=0.01),
    ]
    half = named("half", record([2, 2, None], [2, 0, 2], answers=answers))
    right = named("right", record([2, 0], [2, 0]))
    mute = named("mute", record([], [], answers=[answer(0, None)]))
    found = [reliability(one, "rule:matcher") for one in (mute, half, right)]
    table = side_by_side(found, "rule:matcher")

    assert table["judge"].to_list() == ["right", "half", "mute"]
    assert table.select("cases", "compared").rows() == [(2, 2), (3, 2), (0, 0)]
    assert table["agrees"].to_list() == [1.0, 0.5, None]
    low, high = table.row(1, named=True)["low"], table.row(1, named=True)["high"]
    assert low < 0.5 < high
    assert table["no verdict"].to_list() == [None, 1 / 3, 1.0]
    assert table["can't tell"].to_list() == [0.0, 1 / 3, None]
    assert round(table["cost of a shared verdict"][1], 6) == 0.07
    assert table["kappa"][0] == 1.0


def test_every_column_is_explained() -> None:
    assert list(WHAT_THEY_ARE) == side_by_side([], "rule:matcher").columns


def test_a_judge_that_has_seen_the_answers_is_marked() -> None:
    rule = record([2, 0, 0], [2, 0, 2])
    seen = pl.Series("baseline_learned", [True, True, False])
    rule = replace(rule, voter="rule:matcher", cases=rule.cases.with_columns(seen))
    found = [reliability(one, "rule:matcher") for one in (rule, named("other", rule))]
    table = side_by_side(found, "rule:matcher")
    assert dict(table.select("judge", "learned").rows()) == {"rule:matcher": 2, "other": 0}
    assert told_learned(table).startswith(
        "rule:matcher has learned, or may have, from labels of the query of 2 of its 3 compared "
    )
    assert told_learned(table.filter(pl.col("judge") == "other")) == ""
