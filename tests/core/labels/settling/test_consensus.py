from __future__ import annotations

import warnings

import numpy as np
import pandas as pd
import polars as pl
import pytest
from crowdkit.aggregation import MACE, DawidSkene, MajorityVote
from hypothesis import given, settings
from hypothesis import strategies as st

from core.labels.settling.consensus import (
    consensus,
    consensus_by_rules,
    rule_agreement,
    side_by_side,
)
from core.labels.settling.rules import Rule, Settling, SettlingError, UnknownRuleError
from core.labels.settling.voter_models import dawid_skene
from tests.core.labels.vote_frames import any_votes, votes_of

# Dawid and Skene (1979), Table 1: 45 patients, the first anaesthetist's three readings and one
# each of four others.
DAWID_SKENE_1979 = (
    "1111111 3334334 1122122 2223121 2223222 2223322 1222111 3333433 2222223 2322223 4444444 "
    "2223343 1111111 2223212 1211111 1112111 1111111 1111111 2222221 2221322 2222222 2222221 "
    "2223222 2212222 1111111 1111111 2322222 1111111 1111111 1121121 1111111 3333233 1111111 "
    "2222222 2223232 4334343 2212232 2323233 3333432 1111111 1111111 1212111 2322222 1211111 "
    "2222222"
)
OBSERVERS = (0, 0, 0, 1, 2, 3, 4)


def crowd(votes):
    frame = votes.filter(pl.col("label").is_not_null()).sort("case", "voter")
    names = {"case": "task", "voter": "worker", "label": "label"}
    return pd.DataFrame({new: frame[old].to_list() for old, new in names.items()})


def fitted(model, *data):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # pandas 3, thousands of times a fit
        return model.fit(*data).probas_


def posteriors(found):
    return found.frame.select(pl.col("^posterior_.*$")).to_numpy()


def test_dawid_and_skenes_anaesthetists():
    patients = [list(map(int, one)) for one in DAWID_SKENE_1979.split()]
    cases = np.repeat(np.arange(45), 7)
    labels = np.array(patients).ravel() - 1
    posterior, settled = dawid_skene(cases, np.tile(OBSERVERS, 45), labels, 4)
    assert settled
    # Their marginal probabilities of the four categories, section 4.
    assert posterior.mean(axis=0).round(2).tolist() == [0.40, 0.42, 0.11, 0.07]
    # Unanimous patients are certain.
    for patient, readings in enumerate(patients):
        if len(set(readings)) == 1:
            assert posterior[patient, readings[0] - 1] > 0.99


def test_the_majority_is_that_of_the_votes_with_a_label():
    found = consensus(votes_of({"ann": "220", "bob": "21?", "cy": "02."}))
    assert found.frame.select("case", "label", "votes", "abstentions").rows() == [
        ("c000", 2, 3, 0),
        ("c001", 2, 3, 0),
        ("c002", 0, 1, 1),
    ]
    assert found.frame["confidence"].to_list() == pytest.approx([2 / 3, 2 / 3, 1])
    assert (found.votes, found.abstentions, found.cases, found.voters) == (7, 1, 3, 3)
    assert found.unsettled.is_empty()


@given(any_votes())
@settings(max_examples=60, deadline=None)
def test_majorities_are_those_of_crowd_kit(votes):
    data = crowd(votes)
    if data.empty:
        return
    found = consensus(votes)
    library = fitted(MajorityVote(), data)
    for row in found.frame.filter(pl.col("votes") > 0).iter_rows(named=True):
        for label in library.columns:
            assert row[f"posterior_{label}"] == pytest.approx(library.loc[row["case"], label])


def test_ties_low_confidence_and_missing_votes_need_adjudication():
    votes = votes_of({"ann": "00?0", "bob": "21?0", "cy": ".2.1", "dee": ".2.2"})
    frame = consensus(votes).frame
    columns = ("label", "tie", "low_confidence", "needs_adjudication", "why")
    assert frame.select(columns).rows() == [
        (None, True, True, True, "The labels 0 and 2 tie."),
        (2, False, True, True, "The posterior of 0.50 is below 0.6."),
        (None, False, False, True, "No vote has a label."),
        (0, False, True, True, "The posterior of 0.50 is below 0.6."),
    ]
    assert frame["confidence"].to_list() == [0.5, 0.5, None, 0.5]


def test_a_posterior_at_the_threshold_is_enough_and_few_votes_are_not():
    votes = votes_of({"a": "2", "b": "2", "c": "2", "d": "1", "e": "0"})
    assert consensus(votes).unsettled.is_empty()
    assert len(consensus(votes, settling=Settling(threshold=0.61)).unsettled) == 1
    few = consensus(votes, settling=Settling(least_votes=6)).frame
    assert few["why"].item() == "It has 5 of the 6 labels that it takes."
    assert few["label"].item() == 2


def test_weights_decide_against_the_number_of_votes():
    votes = votes_of({"ann": "22", "rule1": "01", "rule2": "0."})
    weights = {"rule1": 0.2, "rule2": 0.2}
    found = consensus(votes, Rule.WEIGHTED, settling=Settling(weights=weights))
    assert found.frame["label"].to_list() == [2, 2]
    assert found.frame["confidence"].to_list() == pytest.approx([1 / 1.4, 1 / 1.2])
    skills = pd.Series({"ann": 1.0, **weights})
    library = fitted(MajorityVote(), crowd(votes), skills)
    assert posteriors(found)[:, [0, 1, 2]] == pytest.approx(library[[0, 1, 2]].to_numpy())
    nothing = consensus(votes, Rule.WEIGHTED, settling=Settling(weights=dict.fromkeys("ab", 1)))
    assert nothing.frame["label"].to_list() == [0, None]
    zero = Settling(weights=dict.fromkeys(("ann", "rule1", "rule2"), 0))
    assert consensus(votes, Rule.WEIGHTED, settling=zero).frame["why"].unique().to_list() == [
        "No vote with a label has any weight."
    ]


@pytest.mark.parametrize(
    ("weights", "labels", "threshold", "why"),
    [
        ((0.1, 0.2, 0.3), "002", 0.5, "The labels 0 and 2 tie."),  # 0.30000000000000004 and 0.3
        ((0.1, 0.7, 0.2), "002", 0.8, ""),  # 0.7999999999999999
    ],
)
def test_weights_that_do_not_add_up_as_floats_decide_as_the_numbers_do(
    weights: tuple[float, ...], labels: str, threshold: float, why: str
) -> None:
    votes = votes_of(dict(zip("abc", labels, strict=True)))
    settling = Settling(threshold=threshold, weights=dict(zip("abc", weights, strict=True)))
    found = consensus(votes, Rule.WEIGHTED, settling=settling).frame
    told = found.select("label", "why", "needs_adjudication").row(0)
    assert told == (None if why else 0, why, bool(why))


def test_votes_of_judges_fill_nothing_of_what_queues_want_of_people():
    votes = votes_of({"ann": "22", "bob": ".2", "m": "00", "n": "00"})
    kinds = {"ann": "human", "bob": "human", "m": "llm", "n": "rule"}
    told = votes.with_columns(pl.col("voter").replace(kinds).alias("kind"))
    case, other = sorted(set(votes["case"]))
    wanting = Settling(threshold=0.1, wanted={case: 2, other: 2}, weights={"m": 0.5, "n": 0.5})
    found = consensus(told, Rule.WEIGHTED, settling=wanting).frame
    assert found["why"].to_list() == ["The labels 0 and 2 tie.", ""]
    more = Settling(threshold=0.1, wanted={case: 3, other: 2})
    assert consensus(told, settling=more).frame["why"].to_list() == [
        "It has 1 of the 3 labels of people that it takes.",
        "The labels 0 and 2 tie.",
    ]
    # Enough votes of whoever counts do not stand in for people's.
    least = Settling(threshold=0.1, wanted={case: 2, other: 2}, least_votes=3)
    assert consensus(told, settling=least).frame["why"].to_list() == [
        "It has 1 of the 2 labels of people that it takes.",
        "The labels 0 and 2 tie.",
    ]
    # Where nothing tells who is a person, all are.
    assert consensus(votes, settling=more).frame["why"].to_list()[0] == ""


def test_cant_tell_is_told_beside_the_labels_that_a_case_lacks():
    votes = votes_of({"ann": "22", "bob": "?2", "m": "?."})
    case = min(votes["case"])
    few = consensus(votes, settling=Settling(least_votes=2)).frame
    assert few["why"].to_list() == ["It has 1 of the 2 labels that it takes; 2 can't tell.", ""]
    # Of those alone that could have been labels: not a judge's where people's are wanted.
    kinds = {"ann": "human", "bob": "human", "m": "llm"}
    told = votes.with_columns(pl.col("voter").replace(kinds).alias("kind"))
    why = consensus(told, settling=Settling(wanted={case: 2})).frame["why"].to_list()
    assert why == ["It has 1 of the 2 labels of people that it takes; 1 can't tell.", ""]


def test_votes_of_no_weight_are_none_of_those_asked_for():
    votes = votes_of({"ann": "2", "m": "0", "n": "0"})
    weights = {"m": 0.0, "n": 0.0}
    found = consensus(votes, Rule.WEIGHTED, settling=Settling(least_votes=2, weights=weights))
    assert found.frame["why"].item() == (
        "Without those of no weight it has 1 of the 2 labels that it takes."
    )
    enough = consensus(votes, Rule.WEIGHTED, settling=Settling(least_votes=1, weights=weights))
    assert enough.frame.select("label", "why").row(0) == (2, "")
    # By another rule they have no weights.
    assert (
        consensus(votes, settling=Settling(least_votes=3, weights=weights)).frame["why"].item()
        == ""
    )


def careful_votes():
    rng = np.random.default_rng(4)
    truth = rng.integers(0, 3, 80)
    rows = {}
    for voter, skill in {"a": 0.9, "b": 0.85, "c": 0.8, "d": 0.4, "e": 0.35}.items():
        right = rng.random(80) < skill
        rows[voter] = "".join(map(str, np.where(right, truth, rng.integers(0, 3, 80))))
    return votes_of(rows), truth


def noisy_votes(seed, cases, skills):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 3, cases)
    rows = {}
    for number, skill in enumerate(skills):
        right = rng.random(cases) < skill
        labels = np.where(right, truth, rng.integers(0, 3, cases))
        rows[f"v{number}"] = "".join(map(str, labels))
    return votes_of(rows)


def em_step(posterior, cases, voters, labels):
    """Equations 2.3 to 2.5: the log likelihood that a posterior leads to, and the next one."""
    size = posterior.shape[1]
    tables = np.zeros((voters.max() + 1, size, size))
    np.add.at(tables, (voters, slice(None), labels), posterior[cases])
    tables /= tables.sum(axis=2, keepdims=True)
    joint = np.tile(posterior.mean(axis=0), (len(posterior), 1))
    np.multiply.at(joint, cases, tables[voters, :, labels])
    return np.log(joint.sum(axis=1)).sum(), joint / joint.sum(axis=1, keepdims=True)


def likelihoods(votes, steps):
    """Log likelihoods by these steps from the shares of votes, and the posterior after them."""
    cases, voters, labels = (pd.factorize(one, sort=True)[0] for _, one in crowd(votes).items())
    posterior = np.zeros((cases.max() + 1, 3))
    np.add.at(posterior, (cases, labels), 1)
    posterior /= posterior.sum(axis=1, keepdims=True)
    found = []
    for _ in range(steps):
        likelihood, posterior = em_step(posterior, cases, voters, labels)
        found.append(likelihood)
    return [*found, em_step(posterior, cases, voters, labels)[0]], posterior


def test_dawid_skene_goes_on_until_a_step_gains_less_than_1e_5_a_vote():
    votes = noisy_votes(6, 60, (0.9, 0.5, 0.4, 0.35))
    gains = np.diff(likelihoods(votes, 100)[0]) / len(votes)
    assert gains.min() > -1e-9
    last = int(np.argmax(gains < 1e-5)) + 1
    assert 10 < last < 99
    assert gains[last] < 1e-5
    found = consensus(votes, Rule.DAWID_SKENE)
    assert found.note == ""
    assert posteriors(found) == pytest.approx(likelihoods(votes, last)[1], abs=1e-6)
    # The steps are those of crowd-kit, whose own stop comes at the first fall of its loss.
    library = fitted(DawidSkene(n_iter=last, tol=-np.inf), crowd(votes))
    expected = library.sort_index()[[0, 1, 2]].to_numpy()
    assert posteriors(found) == pytest.approx(expected, abs=1e-9)


def test_dawid_skene_says_when_it_has_not_settled():
    votes = noisy_votes(10, 100, (0, 0, 0))
    gains = np.diff(likelihoods(votes, 100)[0]) / len(votes)
    assert gains.min() >= 1e-5
    found = consensus(votes, Rule.DAWID_SKENE)
    assert found.note == "It had not settled after 100 steps."
    assert posteriors(found) == pytest.approx(likelihoods(votes, 100)[1], abs=1e-6)


def test_mace_is_that_of_crowd_kit_when_order_of_appearance_is_ascending():
    votes, _ = careful_votes()
    # The first case has the labels 0, 1 and 2 in the order of voters.
    first = votes_of({"a": "0", "b": "1", "c": "2", "d": "0", "e": "0"})
    votes = pl.concat([first.with_columns(case=pl.lit("a first")), votes])
    library = fitted(MACE(n_restarts=3, random_state=2), crowd(votes)).sort_index()
    expected = library[[0, 1, 2]].div(library.sum(axis=1), axis=0).to_numpy()
    found = posteriors(consensus(votes, Rule.MACE, settling=Settling(seed=2)))
    assert found == pytest.approx(expected)


@pytest.mark.parametrize("rule", [Rule.DAWID_SKENE, Rule.MACE])
def test_a_model_of_voters_is_right_more_often_than_the_majority(rule):
    votes, truth = careful_votes()
    right = (consensus(votes, rule).frame["label"].to_numpy() == truth).sum()
    majority = consensus(votes).frame["label"].fill_null(-1).to_numpy()
    assert right > (majority == truth).sum()


@given(any_votes(voters=4, cases=6), st.randoms(use_true_random=False))
@settings(max_examples=4, deadline=None)
def test_conclusions_are_complete_and_the_same_in_any_order_of_votes(votes, random):
    order = list(range(len(votes)))
    random.shuffle(order)
    once, again = (consensus_by_rules(one) for one in (votes, votes[order]))
    for first, second in zip(once, again, strict=True):
        assert first.frame.equals(second.frame)
        frame = first.frame
        assert not frame["confidence"].is_nan().any()
        assert frame.filter(pl.col("label").is_null() & ~pl.col("needs_adjudication")).is_empty()
        assert ((frame["why"] != "") == frame["needs_adjudication"]).all()
        sums = frame.select(pl.sum_horizontal(pl.col("^posterior_.*$"), ignore_nulls=False))
        known = sums.to_series().drop_nulls().to_list()
        assert known == pytest.approx([1] * len(known))
        assert (frame["confidence"].is_null() == (frame["votes"] == 0)).all()


def test_a_model_without_anything_to_learn_says_so():
    same, one_voter, apart = (
        consensus(votes_of(rows), Rule.DAWID_SKENE)
        for rows in ({"ann": "22", "bob": "22"}, {"ann": "012"}, {"ann": "01..", "bob": "..20"})
    )
    assert same.note.startswith("No two votes give different labels")
    assert same.frame["confidence"].to_list() == [1, 1]
    assert one_voter.note.startswith("There is one voter only")
    assert one_voter.frame["label"].to_list() == [0, 1, 2]
    assert apart.note.startswith("No case has two votes")


def test_only_mace_says_that_it_hangs_on_chance():
    votes = votes_of({"ann": "0220", "bob": "0202", "cy": "2220"})
    notes = {one.rule: one.note for one in consensus_by_rules(votes)}
    assert notes[Rule.MACE].startswith("It starts at random, and of few votes that may decide")
    assert "random" not in notes[Rule.DAWID_SKENE]
    many = votes_of(dict.fromkeys(("ann", "bob", "cy"), "02" * 200))
    assert consensus(many, Rule.MACE).note == ""


def test_rules_stand_side_by_side_with_the_cases_on_which_they_differ():
    votes = votes_of({"ann": "2202", "bob": "2002", "cy": "20?2", "rule": "12?1"})
    settling = Settling(threshold=0.55, weights={"rule": 0.5})
    found = consensus_by_rules(votes, (Rule.MAJORITY, Rule.WEIGHTED), settling=settling)
    frame = side_by_side(found)
    assert frame.columns == [
        "case", "votes", "abstentions", "majority", "majority: confidence", "weighted majority",
        "weighted majority: confidence", "differ", "needs_adjudication",
    ]  # fmt: skip
    # The second case: 2, 0, 0 and the rule's 2 tie, unless the rule counts by half.
    columns = ("case", "majority", "weighted majority", "differ", "needs_adjudication")
    assert frame.select(columns).rows() == [
        ("c000", 2, 2, False, False),
        ("c001", None, 0, True, True),
        ("c002", 0, 0, False, False),
        ("c003", 2, 2, False, False),
    ]
    assert rule_agreement(found).rows() == [
        ("majority", "majority", 4, 4),
        ("majority", "weighted majority", 3, 4),
        ("weighted majority", "majority", 3, 4),
        ("weighted majority", "weighted majority", 4, 4),
    ]


def test_rules_that_leave_a_case_to_a_curator_conclude_the_same_of_it_and_no_label():
    votes = votes_of({"ann": "22", "bob": "20", "cy": "20", "rule": "22"})
    settling = Settling(threshold=0.6, weights={"rule": 0.6})
    found = consensus_by_rules(votes, (Rule.MAJORITY, Rule.WEIGHTED), settling=settling)
    # The second case ties, and by weight its 0 has 2 of 3.6: a label that is not sure enough.
    assert found[1].frame["label"].to_list() == [2, 0]
    assert side_by_side(found).select("majority", "weighted majority", "differ").rows() == [
        (2, 2, False),
        (None, None, False),
    ]
    assert rule_agreement(found)["same"].to_list() == [2, 2, 2, 2]
    # With votes of few, none settles anything: so the bars say, and so does all beside them.
    few = consensus_by_rules(votes, settling=Settling(least_votes=5))
    assert side_by_side(few).select(*(rule.value for rule in Rule)).null_count().row(0) == (2,) * 4


def test_rules_have_names_and_settling_has_a_range():
    assert Rule.named(" MAJORITY ") is Rule.MAJORITY
    assert Rule.named("weighted-majority") is Rule.WEIGHTED
    with pytest.raises(UnknownRuleError, match=r"one of majority, .*MACE\. Got 'vote'"):
        Rule.named("vote")
    for wrong in ({"threshold": 0}, {"least_votes": 0}, {"weights": {"ann": -1}}):
        with pytest.raises(SettlingError, match="Got"):
            Settling(**wrong)


def test_no_vote_at_all_is_no_error():
    for found in consensus_by_rules(votes_of({"ann": "."})):
        assert found.frame.is_empty()
        assert found.unsettled.is_empty()
    assert side_by_side(consensus_by_rules(votes_of({"ann": "."}))).is_empty()
