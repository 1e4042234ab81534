"""The table of judges has the first figures of their reports, in the order of agreement."""

from __future__ import annotations

from dataclasses import replace

from core.judges.reliability import WHAT_THEY_ARE, JudgeRecord, reliability, side_by_side
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
    table = side_by_side([reliability(one, "rule:matcher") for one in (mute, half, right)])

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
    assert list(WHAT_THEY_ARE) == side_by_side([]).columns
