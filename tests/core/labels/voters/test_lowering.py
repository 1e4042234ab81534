from __future__ import annotations

from collections.abc import Mapping

import krippendorff
import numpy as np
import polars as pl
import pytest

from core.labels.voters.lowering import voter_lowerings
from core.labels.voters.report import voter_report, warnings_of


def drawn(right: Mapping[str, float], cases: int = 60, queries: int = 60, seed: int = 0):
    """Votes of yes and no by how often a voter is right; of 0.5 they are at random."""
    rng = np.random.default_rng(seed)
    rows = []
    for case in range(cases):
        truth = 2 * int(rng.random() < 0.6)
        for voter, share in right.items():
            label = truth if rng.random() < share else 2 - truth
            rows.append((f"{case:03}", voter, label, f"q{case % queries}"))
    return pl.DataFrame(rows, schema=["case", "voter", "label", "query"], orient="row")


def test_a_voter_at_random_is_named_with_alpha_without_them_and_those_who_are_right_are_not() -> (
    None
):
    votes = drawn({"ann": 1, "bob": 0.9, "cal": 0.5}, cases=41, queries=12)
    found = {one.voter: one for one in voter_lowerings(votes)}
    assert [name for name, one in found.items() if one.lowers] == ["cal"]
    table = votes.pivot("voter", index="case", values="label").drop("case").to_numpy().T
    with_cal, without = (
        krippendorff.alpha(rows, level_of_measurement="ordinal") for rows in (table, table[:2])
    )
    cal = found["cal"]
    assert (cal.alpha, cal.without) == (pytest.approx(with_cal), pytest.approx(without))
    assert cal.sentence == (
        f"Without the votes of cal Krippendorff's alpha would be {without:.2f} instead of "
        f"{with_cal:.2f}, of 41 cases that at least 2 others gave a label: more than chance "
        "explains. Look at those on which cal and the others differ before setting votes aside."
    )
    assert found["ann"].sentence == ""


def test_voters_who_are_as_good_as_each_other_are_seldom_named() -> None:
    told = sum(
        any(one.lowers for one in voter_lowerings(drawn(dict.fromkeys("abc", 0.8), 30, 15, seed)))
        for seed in range(60)
    )
    assert told <= 6  # 3 of 60 by the confidence; by the rise alone 29 teams have one


def test_a_small_rise_is_not_told_however_many_cases_show_it() -> None:
    votes = drawn({"a": 0.95, "b": 0.95, "c": 0.95, "d": 0.9}, cases=3_000, queries=3_000)
    weakest = voter_lowerings(votes)[-1]
    assert weakest.beyond_chance and not weakest.lowers


def test_who_shares_hard_cases_with_one_other_does_not_lower_agreement_by_them() -> None:
    """Of the easy cases ann and bob say the same, and hal votes on hard ones only, with ann."""
    easy = drawn({"ann": 1, "bob": 1}, cases=30)
    hard = drawn({"ann": 0.5, "hal": 0.5}, cases=30, seed=1).with_columns(case="h" + pl.col("case"))
    found = {one.voter: one for one in voter_lowerings(pl.concat([easy, hard]))}
    assert (found["hal"].cases, found["hal"].alpha, found["hal"].without) == (30, 1.0, 1.0)
    assert not any(one.lowers for one in found.values())


def test_few_queries_and_two_voters_tell_nothing() -> None:
    few = drawn({"ann": 1, "bob": 1, "cal": 0.5}, queries=9)
    assert not any(one.lowers for one in voter_lowerings(few))
    two = voter_lowerings(drawn({"ann": 1, "cal": 0.5}))
    assert [(one.cases, one.without, one.sentence) for one in two] == [(0, None, "")] * 2


def test_the_report_warns_of_the_voter() -> None:
    votes = drawn({"ann": 1, "bob": 0.9, "cal": 0.5}).with_columns(
        kind=pl.lit("human"), seconds=pl.lit(None, pl.Float64), voted_at=pl.lit("")
    )
    report = voter_report(votes)
    assert report.filter("lowers")["voter"].to_list() == ["cal"]
    assert [one[:25] for one in warnings_of(report)] == ["Without the votes of cal "]
