from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ppi_py import ppi_mean_ci, ppi_mean_pointestimate

from core.judges.reliability import estimate_share

YES_NO = st.lists(st.booleans(), min_size=12, max_size=40).map(np.array)


@given(YES_NO, YES_NO, st.integers(0, 2**32))
def test_the_estimate_is_the_librarys_with_its_own_choice_of_trust(
    both: np.ndarray, rest: np.ndarray, seed: int
) -> None:
    wrong = np.random.default_rng(seed).random(len(both)) < 0.2
    people, judge = both, both ^ wrong
    found = estimate_share("yes", people, judge, rest)
    said, others = judge.astype(float), rest.astype(float)
    if not found.trust:
        assert (found.powered.low, found.powered.high) == (found.people.low, found.people.high)
    else:
        low, high = ppi_mean_ci(people.astype(float), said, others, alpha=0.05)
        value = ppi_mean_pointestimate(people.astype(float), said, others)
        expected = [float(np.clip(one.item(), 0, 1)) for one in (value, low, high)]
        told = (found.powered.value, found.powered.low, found.powered.high)
        assert told == pytest.approx(expected, abs=1e-9)


def test_a_judge_that_is_always_right_narrows_the_interval_to_that_of_its_many_votes() -> None:
    people = np.array([True] * 20 + [False] * 20)
    rest = np.array([True] * 400 + [False] * 400)
    found = estimate_share("yes", people, people, rest)
    assert found.powered.value == pytest.approx(0.5)
    # Trust 1 / (1 + 40/800), but for the correction of a variance from a sample: 40 votes count
    # as much as 840.
    assert found.trust == pytest.approx(800 / 840, rel=2e-3)
    narrow = found.powered.high - found.powered.low  # type: ignore[operator]
    assert narrow == pytest.approx(2 * 1.959964 * np.sqrt(0.25 / 840), rel=2e-3)
    assert "never differed" in found.powered.note


def test_a_judge_that_guesses_gets_no_trust() -> None:
    people = np.array([True, True, False, False] * 10)
    judge = np.array([True, False] * 20)
    found = estimate_share("yes", people, judge, np.array([True, False] * 50))
    assert found.trust == 0.0
    assert found.powered.value == found.people.value
    assert "adds nothing" in found.powered.advice


def test_votes_that_are_all_alike_are_not_certain() -> None:
    """Ten people's yes and a judge's hundred leave room for a no among the hundred."""
    found = estimate_share("yes", np.ones(10, bool), np.ones(10, bool), np.ones(100, bool))
    # Wilson, 10 of 10.
    assert found.powered.low == pytest.approx(10 / (10 + 1.959964**2))
    assert "adds nothing" in found.powered.advice
    assert "still not known to ±5 points" in found.advice


def test_too_few_human_votes_give_no_interval_but_say_how_many_it_takes() -> None:
    found = estimate_share("yes", np.array([True] * 9), np.array([True] * 9), np.array([True] * 9))
    assert found.powered.value is None
    assert found.advice == "It takes 10 cases that people and judge both voted on. Got 9."
    assert found.people.value == 1.0


def test_nothing_is_estimated_where_people_voted_on_everything() -> None:
    votes = np.array([True, False] * 10)
    found = estimate_share("yes", votes, votes, np.array([], bool))
    assert "let it judge further cases" in found.advice


def test_more_human_votes_narrow_both_intervals_as_their_variances_say() -> None:
    people = np.array([True] * 25 + [False] * 25)
    judge = people.copy()
    judge[:5] = False
    found = estimate_share("yes", people, judge, np.array([True, False] * 500))
    first = found.more.row(0, named=True)
    assert first["more human votes"] == 0
    # The plan begins with the intervals that are told, and goes on as variances do.
    for column, told in (("people alone", found.people), ("with the judge", found.powered)):
        assert first[column] == pytest.approx((told.high - told.low) / 2)  # type: ignore[operator]
    fourth = found.more.row(4, named=True)["people alone"]
    assert fourth == pytest.approx(first["people alone"] * np.sqrt(50 / 150))
    assert found.more["people alone"].is_sorted(descending=True)
    assert found.more["with the judge"].is_sorted(descending=True)
    assert found.more["more human votes"].to_list() == [0, 10, 20, 50, 100, 200, 500]
    assert "more human votes on cases drawn at random" in found.advice


def test_a_judge_never_makes_more_human_votes_worth_less() -> None:
    """Of 200 votes more only a few cases are left to the judge, which is trusted less then."""
    rng = np.random.default_rng(3)
    people = rng.random(11) < 0.5
    judge = people ^ (rng.random(11) < 0.3)
    found = estimate_share("yes", people, judge, rng.random(243) < 0.5)
    later = found.more.filter(pl.col("more human votes") > 0)
    assert (later["with the judge"] <= later["people alone"]).all()


def test_where_all_cases_are_nearly_voted_on_their_share_will_be_known_exactly() -> None:
    votes = np.array([True, False] * 12)
    found = estimate_share("yes", votes, ~votes, np.array([True, False] * 4))
    assert found.advice.startswith(
        "Once people have settled the 8 remaining cases too, the share of these 32 is known exactly"
    )


def test_the_interval_covers_the_truth_about_as_often_as_it_says() -> None:
    rng = np.random.default_rng(0)
    held = 0
    for _ in range(300):
        truth = rng.random(600) < 0.3
        judge = truth ^ (rng.random(600) < 0.25)
        found = estimate_share("yes", truth[:80], judge[:80], judge[80:])
        held += found.powered.low <= 0.3 <= found.powered.high  # type: ignore[operator]
    assert held / 300 > 0.9


def test_cases_that_only_repeat_their_query_do_not_narrow_an_estimate() -> None:
    """Five copies of each case, those of one in one query, tell about what one of each tells."""
    rng = np.random.default_rng(2)
    people = rng.random(60) < 0.4
    judge = people ^ (rng.random(60) < 0.2)
    rest = rng.random(600) < 0.4
    own, further = [f"a{i}" for i in range(60)], [f"b{i}" for i in range(600)]
    once = estimate_share("yes", people, judge, rest, own, further)
    copied = estimate_share(
        "yes",
        *(np.repeat(one, 5) for one in (people, judge, rest)),
        np.repeat(own, 5).tolist(),
        np.repeat(further, 5).tolist(),
    )
    for one, other in ((once.people, copied.people), (once.powered, copied.powered)):
        assert other.value == pytest.approx(one.value, rel=0.01)
        assert other.high - other.low == pytest.approx(one.high - one.low, rel=0.03)  # type: ignore[operator]
    expected = once.more.filter(once.more["more human votes"] == 0)
    found = copied.more.filter(copied.more["more human votes"] == 0)
    for column in ("people alone", "with the judge"):
        assert found[column][0] == pytest.approx(expected[column][0], rel=0.03)


def test_a_judge_that_never_tells_adds_nothing_and_takes_nothing() -> None:
    people = np.array([True, False, False, False] * 10)
    found = estimate_share("yes", people, np.full(40, 0.5), np.full(100, 0.5))
    assert (found.trust, found.powered.value) == (0.0, found.people.value)


def test_queries_of_one_case_each_change_nothing() -> None:
    people, judge = np.array([True, False] * 10), np.array([True] * 20)
    rest = np.array([True, False, False] * 10)
    plain = estimate_share("yes", people, judge, rest)
    named = estimate_share("yes", people, judge, rest, list("abcdefghijklmnopqrst"), range(30))  # type: ignore[arg-type]
    assert (plain.powered.low, plain.powered.high) == (named.powered.low, named.powered.high)
