from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ppi_py import ppi_mean_ci, ppi_mean_pointestimate

from core.judges.reliability import estimate_share

Z = 1.959964
YES_NO = st.lists(st.booleans(), min_size=12, max_size=40).map(np.array)


@given(YES_NO, YES_NO, st.integers(0, 2**32))
def test_the_estimate_is_the_librarys_with_the_trust_that_is_told(
    both: np.ndarray, rest: np.ndarray, seed: int
) -> None:
    wrong = np.random.default_rng(seed).random(len(both)) < 0.2
    people, judge = both, both ^ wrong
    found = estimate_share("yes", people, judge, rest)
    gold, said, others = (one.astype(float) for one in (people, judge, rest))
    value = ppi_mean_pointestimate(gold, said, others, lam=found.trust)
    assert found.powered.value == pytest.approx(value.item(), abs=1e-9)
    if not found.trust:
        assert (found.powered.low, found.powered.high) == (found.people.low, found.people.high)


def test_of_many_votes_the_interval_is_the_librarys() -> None:
    rng = np.random.default_rng(4)
    truth = rng.random(20_000) < 0.4
    judge = truth ^ (rng.random(20_000) < 0.15)
    people, said, others = truth[:4_000], judge[:4_000].astype(float), judge[4_000:].astype(float)
    found = estimate_share("yes", people, said, others)
    expected = [one.item() for one in ppi_mean_ci(people.astype(float), said, others, alpha=0.05)]
    assert (found.powered.low, found.powered.high) == pytest.approx(expected, abs=2e-4)


def test_a_judge_that_is_always_right_narrows_the_interval() -> None:
    people = np.array([True] * 20 + [False] * 20)
    rest = np.array([True] * 400 + [False] * 400)
    found = estimate_share("yes", people, people, rest)
    assert found.powered.value == pytest.approx(0.5)
    assert found.trust == pytest.approx(800 / 840)
    # Wilson, 20 of 20, in each of two halves, and the 840 cases' own error.
    group = 0.5 * Z**2 / (20 + Z**2)
    assert found.powered.high - 0.5 == pytest.approx(np.hypot(group, Z * np.sqrt(0.25 / 840)), 2e-3)
    assert "narrows the interval from ±14.8 to ±8.7 points" in found.powered.advice


@pytest.mark.parametrize(
    ("votes", "share", "right"),
    [(10, 0.05, 0.97), (20, 0.05, 0.97), (10, 0.3, 0.9), (50, 0.1, 0.9)],
)
def test_the_interval_holds_where_people_and_judge_hardly_ever_differ(
    votes: int, share: float, right: float
) -> None:
    """That by the normal distribution held for 70 to 89% of such samples."""
    rng = np.random.default_rng(1)
    held = 0
    for _ in range(200):
        truth = rng.random(1_000) < share
        judge = truth ^ (rng.random(1_000) >= right)
        found = estimate_share("yes", truth[:votes], judge[:votes], judge[votes:])
        held += found.powered.low <= share <= found.powered.high  # type: ignore[operator]
    assert held / 200 >= 0.94


@given(st.data())
def test_few_votes_are_never_enough(data: st.DataObject) -> None:
    votes = data.draw(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=10, max_size=29))
    people, judge = (np.array(one) for one in zip(*votes, strict=True))
    rest = np.array(data.draw(st.lists(st.booleans(), min_size=1, max_size=200)))
    assert not estimate_share("yes", people, judge, rest).advice.startswith("No more")


def test_queries_that_are_misjudged_as_a_whole_widen_the_interval() -> None:
    """The judge is wrong on all cases of a tenth of the queries, whatever they say."""
    rng = np.random.default_rng(6)
    held = 0
    for _ in range(100):
        query = rng.permutation(np.repeat(np.arange(50), 20))
        truth = (rng.random(50) < 0.3)[query] ^ (rng.random(1_000) < 0.1)
        judge = truth ^ (rng.random(50) < 0.1)[query]
        found = estimate_share(
            "yes",
            truth[:200],
            judge[:200],
            judge[200:],
            [*map(str, query[:200])],
            [*map(str, query[200:])],
        )
        held += found.powered.low <= 0.34 <= found.powered.high  # type: ignore[operator]
    assert held >= 92


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
    # 60 of 60: 0.94 to 1.
    assert found.advice.startswith("About 50 more human votes")


def test_too_few_human_votes_give_no_interval_but_say_how_many_it_takes() -> None:
    found = estimate_share("yes", np.array([True] * 9), np.array([True] * 9), np.array([True] * 9))
    assert found.powered.value is None
    assert found.advice == "It takes 10 cases that people settled and the judge voted on. Got 9."
    assert found.people.value == 1.0


def test_cases_that_people_did_not_settle_are_not_said_to_have_no_vote() -> None:
    none = np.array([], bool)
    found = estimate_share("yes", none, none, np.array([True] * 9))
    assert found.people.advice == "People have settled none of these cases."


def test_nothing_is_estimated_where_people_settled_everything() -> None:
    votes = np.array([True, False] * 10)
    found = estimate_share("yes", votes, votes, np.array([], bool))
    assert found.advice.startswith(
        "People settled every case that the judge voted on; let it judge"
    )


def test_more_human_votes_narrow_both_intervals_as_if_they_said_the_same() -> None:
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
    assert fourth == pytest.approx(Z * np.sqrt(0.25 / 150 + (Z / 300) ** 2) / (1 + Z**2 / 150))
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
    # Of some 25 queries in a group Student's t is 5% larger than of their 125 cases.
    for one, other, most in (
        (once.people, copied.people, 0.03),
        (once.powered, copied.powered, 0.06),
    ):
        assert other.value == pytest.approx(one.value, rel=0.01)
        assert other.high - other.low == pytest.approx(one.high - one.low, rel=most)  # type: ignore[operator]
    expected = once.more.filter(once.more["more human votes"] == 0)
    found = copied.more.filter(copied.more["more human votes"] == 0)
    for column, most in (("people alone", 0.03), ("with the judge", 0.06)):
        assert found[column][0] == pytest.approx(expected[column][0], rel=most)


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
