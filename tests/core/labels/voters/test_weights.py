from __future__ import annotations

from math import log

import polars as pl
import pytest
from hypothesis import given, settings

from core.labels.settling.consensus import consensus
from core.labels.settling.rules import Rule, Settling
from core.labels.voters.weights import voter_weights
from tests.core.labels.vote_frames import any_votes, votes_of

DECIDED = pl.DataFrame({"case": [f"c{n:03}" for n in range(4)], "label": [2, 0, 1, 2]})


def test_a_voter_weighs_the_log_odds_of_being_right_mixed_with_the_average() -> None:
    found = voter_weights(votes_of({"ann": "2012", "bob": "2000"}), DECIDED)
    # 6 of 8 are right, so the average is 7/11; ann has 4 of 4 and bob 2 of 4.
    ann, bob = (4 + 14 / 11) / 6, (2 + 14 / 11) / 6
    assert found["accuracy"].to_list() == pytest.approx([ann, bob])
    assert found["weight"].to_list() == [
        round(log(2 * ann / (1 - ann)), 2),
        round(log(2 * bob / (1 - bob)), 2),
    ]
    assert found["compared"].to_list() == [4, 4]


def test_a_decision_counts_above_what_the_others_say() -> None:
    votes = votes_of({"ann": "2", "bob": "0", "cy": "0"})
    known = pl.DataFrame({"case": ["c000"], "label": [2]})
    found = dict(voter_weights(votes, known).select("voter", "weight").rows())
    assert found["ann"] > 0
    assert found["bob"] == found["cy"] == 0


def test_who_is_alone_on_a_case_is_the_average_voter() -> None:
    found = voter_weights(votes_of({"ann": "2012.", "bob": "2012.", "cy": "....2"}), DECIDED)
    accuracy = dict(found.select("voter", "accuracy").rows())
    assert dict(found.select("voter", "compared").rows()) == {"ann": 4, "bob": 4, "cy": 0}
    assert accuracy["cy"] == pytest.approx(9 / 11)


def test_where_nobody_can_be_compared_all_weigh_one() -> None:
    found = voter_weights(votes_of({"ann": "2.?", "bob": ".0?"}))
    assert found.rows() == [("ann", 0, None, 1.0), ("bob", 0, None, 1.0)]


def test_the_odd_one_out_weighs_less_without_any_decision() -> None:
    votes = votes_of({"ann": "2012012012", "bob": "2012012012", "cy": "0120122012"})
    weight = dict(voter_weights(votes).select("voter", "weight").rows())
    assert weight["ann"] == weight["bob"] > weight["cy"]
    # So a case on which one good voter and the odd one differ is the good one's.
    more = pl.concat([votes, votes_of({"ann": "." * 10 + "2", "cy": "." * 10 + "0"})])
    found = consensus(more, Rule.WEIGHTED, settling=Settling(weights=weight)).frame
    assert found.filter(case="c010")["label"].to_list() == [2]


@given(any_votes())
@settings(max_examples=15, deadline=None)
def test_weights_are_such_as_the_rule_takes(votes: pl.DataFrame) -> None:
    found = voter_weights(votes)
    assert found["voter"].to_list() == sorted(set(votes["voter"]))
    assert found.filter((pl.col("accuracy") <= 0) | (pl.col("accuracy") >= 1)).is_empty()
    Settling(weights=dict(found.select("voter", "weight").rows()))
