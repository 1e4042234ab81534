from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from core.labels.vote_frame import VoteFrameError
from core.labels.voters import speed
from core.labels.voters.chance import adjusted_for_many
from core.labels.voters.drift import voter_drifts
from core.labels.voters.speed import voter_speeds
from tests.core.labels.vote_frames import votes_of

TRUTH = "012" * 10


def timed(rows):
    return votes_of(rows).with_columns(time=pl.lit("2024-05-01T") + pl.col("case"))


def seconds_of(times):
    rows = [
        (f"c{n}", voter, "human", 2, s) for voter, ss in times.items() for n, s in enumerate(ss)
    ]
    return pl.DataFrame(
        rows, schema=["case", "voter", "kind", "label", "seconds"], orient="row", strict=False
    )


def drawn(share_of, voters="abc", cases=60, seed=0):
    """Votes of yes, by the chance that a voter says it of the case of a number."""
    rng = np.random.default_rng(seed)
    rows = [
        (f"{case:03}", voter, 2 if rng.random() < share_of(voter, case) else 0, f"t{case:03}")
        for case in range(cases)
        for voter in voters
    ]
    return pl.DataFrame(rows, schema=["case", "voter", "label", "time"], orient="row")


def test_a_voter_who_stops_agreeing_drifts_and_those_who_go_on_do_not():
    late = TRUTH[:15] + "".join(str((int(one) + 1) % 3) for one in TRUTH[15:])
    drifts = voter_drifts(timed({"ann": TRUTH, "bob": TRUTH, "cy": TRUTH, "late": late}))
    found = {one.voter: one for one in drifts}
    assert [name for name, one in found.items() if one.drifts] == ["late"]
    late = found["late"]
    assert (late.votes, late.third) == (30, 10)
    assert (late.first, late.last, late.first_others, late.last_others) == (1.0, 0.0, 1.0, 1.0)
    assert late.change == -1.0
    # One of the C(20, 10) = 184,756 ways to part them, or the reverse; of 9,999 drawn none is.
    assert late.p_value == pytest.approx(2 / 10_000)
    assert late.sentence == (
        "late agreed with 100% of the others' votes on the first 10 cases and with 0% on the last "
        "10; the others agreed with each other on 100% and 100%: more of a change than chance "
        "explains (p = 0.0002)."
    )
    # Beside late the others seem to agree more and more than the rest does; they are compared anew.
    assert (found["ann"].p_value, found["ann"].last, found["ann"].last_others) == (1.0, 1.0, 1.0)


def test_the_p_value_is_that_of_all_ways_to_part_the_queries():
    # Five cases in each third; ann is like both others on all of the first and none of the last.
    votes = timed({"ann": "2" * 10 + "0" * 5, "bob": "2" * 15, "cy": "2" * 15})
    assert voter_drifts(votes)[0].p_value == pytest.approx(2 / 252)  # C(10, 5)
    # The cases of each third share a table: there is one query on each side.
    shared = votes.with_columns(query=pl.col("case").str.slice(-2).cast(pl.Int64) // 5)
    assert voter_drifts(shared)[0].p_value == 1.0


def test_cases_that_get_harder_for_everybody_are_no_drift():
    """As in a queue by rank, where the clear pairs stand first."""
    told = sum(
        one.drifts
        for seed in range(40)
        for one in voter_drifts(drawn(lambda _, case: 0.98 if case < 30 else 0.65, seed=seed))
    )
    assert told <= 12  # of 120 voters; by their own agreement alone every second one seems to


def test_who_drifts_is_told_where_cases_get_easier_meanwhile():
    def share_of(voter, case):
        steady = 0.75 if case < 30 else 0.98
        return 0.3 if voter == "e" and case >= 30 else steady

    told = [one.voter for one in voter_drifts(drawn(share_of, "abcde")) if one.drifts]
    assert told == ["e"]


def test_of_many_queries_the_p_value_is_welchs():
    found = voter_drifts(drawn(lambda *_: 0.8, cases=90, seed=1))
    votes = drawn(lambda *_: 0.8, cases=90, seed=1).pivot("voter", index="case", values="label")
    a, b, c = (votes[voter].to_numpy() for voter in "abc")
    apart = ((a == b).astype(float) + (a == c)) / 2 - (b == c)
    expected = stats.ttest_ind(apart[:30], apart[60:], equal_var=False).pvalue
    assert found[0].p_value == pytest.approx(expected)


def test_the_order_is_that_of_time_and_not_of_cases():
    late = TRUTH[:15] + "".join(str((int(one) + 1) % 3) for one in TRUTH[15:])
    votes = timed({"ann": TRUTH, "bob": TRUTH, "late": late})
    mixed = votes.with_columns(time=pl.col("case").hash(seed=1).cast(pl.String))
    assert voter_drifts(votes)[2].drifts
    assert not voter_drifts(mixed)[2].drifts


def test_few_votes_cases_of_two_voters_and_unknown_times_are_not_tested():
    found = voter_drifts(timed({"ann": "0" * 14, "bob": "0" * 14, "cy": "0" * 14}))[0]
    assert (found.votes, found.p_value, found.adjusted_p, found.drifts) == (14, None, None, False)
    assert "it takes 15 to tell" in found.sentence
    # With one other nobody can say which of the two changed, or whether the cases did.
    pair = voter_drifts(timed({"ann": "0" * 30, "bob": "0" * 15 + "2" * 15}))
    assert [(one.votes, one.drifts) for one in pair] == [(0, False)] * 2
    untimed = timed({"ann": TRUTH, "bob": TRUTH, "cy": TRUTH})
    assert voter_drifts(untimed.with_columns(time=pl.lit(None, pl.String)))[0].votes == 0
    with pytest.raises(VoteFrameError, match="'time'"):
        voter_drifts(votes_of({"ann": "2"}))


def test_a_voter_who_is_always_first_by_far_answers_too_fast():
    slow = {f"v{n}": [20.0 + n + (n * case) % 7 for case in range(12)] for n in range(4)}
    found = {one.voter: one for one in voter_speeds(seconds_of({**slow, "quick": [1.0] * 12}))}
    assert [name for name, one in found.items() if one.too_fast] == ["quick"]
    # Among 5 answers the fastest is each voter's one time in 5: 12 / 5 by chance.
    quick = found["quick"]
    assert (quick.timed, quick.fast, quick.expected) == (12, 12, pytest.approx(2.4))
    assert quick.p_value == pytest.approx(0.2**12)
    assert quick.sentence == (
        "quick took less time than the fastest 10% of the others on 12 of 12 cases; 2.4 would be "
        "chance: too fast to rely on."
    )


@given(st.lists(st.integers(1, 60), min_size=4, max_size=34))
@settings(max_examples=60, deadline=None)
def test_fast_is_below_numpys_quantile_of_the_others(times):
    votes = seconds_of({f"v{n:02}": [float(one)] for n, one in enumerate(times)})
    for place, found in enumerate(voter_speeds(votes)):
        limit = np.quantile(np.delete(times, place), 0.1, method="lower")
        assert found.fast == int(times[place] < limit)


@given(
    st.lists(st.sampled_from([4, 5, 6, 12, 21]), min_size=5, max_size=60),
    st.data(),
)
@settings(max_examples=60, deadline=None)
def test_the_p_value_is_scipys_whatever_the_numbers_of_answers(sizes, data):
    """Voter v00 answers every case, first of all, last of all or in between."""
    rows, chances = [], []
    for case, size in enumerate(sizes):
        mine = data.draw(st.integers(0, size - 1)) + 0.5
        others = ((f"v{one:02}", float(one)) for one in range(1, size))
        rows += [(f"c{case:02}", who, "human", s) for who, s in [("v00", mine), *others]]
        chances.append((int((size - 2) * 0.1) + 1) / size)
    votes = pl.DataFrame(rows, schema=["case", "voter", "kind", "seconds"], orient="row")
    found = voter_speeds(votes.sample(fraction=1.0, shuffle=True, seed=1))[0]
    assert (found.timed, found.expected) == (len(sizes), pytest.approx(sum(chances)))
    expected = stats.poisson_binom.sf(found.fast - 1, chances)
    assert found.p_value == pytest.approx(min(1.0, expected), rel=1e-9)


def test_many_answers_are_tested_by_their_few_chances_and_not_one_by_one():
    # By hand: 60,000 fair coins and as many dice; half and a sixth of them is the middle.
    chances = {0.5: 60_000, 1 / 6: 60_000}
    assert speed.chance_of_at_least(0, chances) == pytest.approx(1.0)
    assert speed.chance_of_at_least(40_000, chances) == pytest.approx(0.5, abs=0.01)
    spread = np.sqrt(60_000 * (1 / 4 + 5 / 36))
    for apart in (-3, -1, 1, 3):
        # Against the normal distribution, which so many sums of trials come to.
        expected = stats.norm.sf(apart - 0.5 / spread)
        fast = round(40_000 + apart * spread)
        assert speed.chance_of_at_least(fast, chances) == pytest.approx(expected, rel=0.03)
    assert speed.chance_of_at_least(120_001, chances) == 0.0


def test_of_three_voters_only_one_who_is_first_by_far_answers_too_fast():
    others = {"ann": [9.0] * 12, "bob": [12.0] * 12}
    found = {one.voter: one for one in voter_speeds(seconds_of({**others, "quick": [1.4] * 12}))}
    assert [name for name, one in found.items() if one.too_fast] == ["quick"]
    quick = found["quick"]
    assert (quick.timed, quick.fast, quick.of_three, quick.expected) == (12, 12, 12, 4.0)
    assert quick.p_value == pytest.approx((1 / 3) ** 12)
    assert quick.sentence == (
        "quick took less time than half of either of two others' on 12 of 12 cases; at most 4.0 "
        "would be chance: too fast to rely on."
    )
    # Somebody is always the quickest of three; half of 9 s is the limit, and no less.
    for seconds in (8.0, 4.5):
        steady = voter_speeds(seconds_of({**others, "steady": [seconds] * 12}))
        assert [one.fast for one in steady] == [0, 0, 0]
    # With a third other on half of the cases both limits hold, each on its own.
    mixed = {**others, "cy": [11.0] * 6, "quick": [4.4] * 6 + [8.0] * 6}
    quick = voter_speeds(seconds_of(mixed))[-1]
    assert (quick.timed, quick.of_three, quick.fast) == (12, 6, 6)
    assert "than the fastest 10% of the others, or half of either of two others'," in quick.sentence


def test_honest_teams_of_three_are_seldom_warned_of():
    """Each of a tempo of its own, which differs by a fifth; see `_BY_FAR`."""
    rng, told = np.random.default_rng(0), 0
    for _ in range(60):
        tempo = rng.normal(np.log(8), 0.2, 3)[:, None]
        seconds = np.exp(tempo + rng.normal(0, 0.5, (3, 20)))
        votes = seconds_of({f"v{n}": times.tolist() for n, times in enumerate(seconds)})
        told += any(one.too_fast for one in voter_speeds(votes))
    assert told <= 1  # by being the first alone every fourth team would have one who is too fast


def test_machines_and_cases_with_few_others_are_left_out():
    votes = seconds_of({f"v{n}": [5.0 + n] * 6 for n in range(3)})
    machine = pl.col("voter") == "v0"
    as_llm = votes.with_columns(kind=pl.when(machine).then(pl.lit("llm")).otherwise(pl.col("kind")))
    assert [(one.voter, one.timed) for one in voter_speeds(as_llm)] == [
        ("v1", 0),
        ("v2", 0),
    ]
    assert "it takes 5 to judge the speed" in voter_speeds(as_llm)[0].sentence
    with pytest.raises(VoteFrameError, match="'seconds'"):
        voter_speeds(votes.drop("seconds"))


def test_a_p_value_is_adjusted_as_scipy_does_and_untested_voters_do_not_count():
    mine = adjusted_for_many([0.01, None, 0.02, 0.5])
    library = stats.false_discovery_control([0.01, 0.02, 0.5])
    assert mine == [pytest.approx(library[0]), None, *(pytest.approx(one) for one in library[1:])]
    assert adjusted_for_many([None]) == [None]
