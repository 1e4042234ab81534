from __future__ import annotations

import math
import re

import krippendorff
import numpy as np
import polars as pl
import pytest
from hypothesis import assume, given, settings
from scipy.stats import t
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import fleiss_kappa as library_fleiss
from statsmodels.stats.proportion import proportion_confint

from core.labels.agreement.coefficients import (
    cohen_kappa,
    coincidences_of,
    fleiss_kappa,
    ordinal_alpha,
)
from core.labels.agreement.estimates import Measure, Resampling, ResamplingError
from core.labels.agreement.overall import case_agreement, overall_agreement
from core.labels.agreement.pairs import pair_agreement
from core.labels.vote_frame import VoteFrameError, VoteGrid
from core.labels.voters.agreement import voter_agreement
from tests.core.labels.vote_frames import any_votes, votes_of

FEW = Resampling(resamples=100)

# Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability", example C: four observers,
# twelve units, five values, missing data. The ordinal alpha (section D) is 0.815.
KRIPPENDORFF_2011 = {
    "A": "123321412...",
    "B": "1233224125.3",
    "C": ".3332342251.",
    "D": "12332441251.",
}

# Fleiss (1971), "Measuring nominal scale agreement among many raters", Table 1: thirty patients,
# six psychiatrists each, five diagnoses; kappa = 0.430.
FLEISS_1971 = re.findall(
    r"\d{5}",
    """
00060 03003 01401 00006 03030 20400 00402 20310 20040 00006
10050 11040 03300 10050 02031 00501 30012 51000 02040 10203
00006 01050 02013 20040 10041 05010 40002 02040 10500 00006
""",
)

# Fleiss, Cohen and Everitt (1969), "Large sample standard errors of kappa and weighted kappa",
# Table 1 with n = 100: kappa = 0.429.
FLEISS_COHEN_EVERITT_1969 = [[53, 5, 2], [11, 14, 5], [1, 6, 3]]

# Fleiss, "Statistical Methods for Rates and Proportions", Table 13.1: 0.89 observed and 0.66
# expected agreement, kappa = 0.676.
FLEISS_TABLE_13_1 = [[75, 1, 4], [5, 4, 1], [0, 0, 10]]


def votes_of_table(table):
    first = "".join(str(one) * sum(row) for one, row in enumerate(table))
    second = "".join(str(other) * n for row in table for other, n in enumerate(row))
    return votes_of({"ann": first, "bob": second})


def votes_of_counts(counts):
    cases = ["".join(str(label) * int(n) for label, n in enumerate(row)) for row in counts]
    return votes_of({f"v{place}": "".join(labels) for place, labels in enumerate(zip(*cases))})  # noqa: B905


def value_of(frame, measure, first, second):
    return frame.filter(first=first, second=second, measure=measure.value)["value"].item()


def test_alpha_is_that_of_krippendorffs_example_with_missing_data():
    found = overall_agreement(votes_of(KRIPPENDORFF_2011), scale=(1, 2, 3, 4, 5))
    alpha = found[Measure.ALPHA]
    assert round(alpha.value, 3) == 0.815
    # "n.. = 40 pairable values": unit 12 has one value and is left out.
    assert (alpha.cases, alpha.votes, found.cases, found.votes) == (11, 40, 12, 41)
    assert alpha.low < alpha.value < alpha.high


def test_fleiss_kappa_is_that_of_his_psychiatric_diagnoses():
    found = overall_agreement(votes_of_counts(FLEISS_1971), scale=range(5))
    kappa = found[Measure.FLEISS]
    assert round(kappa.value, 3) == 0.430
    assert (kappa.cases, kappa.votes, kappa.pairs, kappa.note) == (30, 180, 450, "")
    # Fleiss: the mean of the shares of agreeing pairs, P bar, is 0.5556.
    assert round(found[Measure.RAW].value, 4) == 0.5556


@pytest.mark.parametrize(
    ("table", "kappa"), [(FLEISS_COHEN_EVERITT_1969, 0.429), (FLEISS_TABLE_13_1, 0.676)]
)
def test_cohens_kappa_is_that_of_the_textbooks(table, kappa):
    votes = votes_of_table(table)
    assert round(overall_agreement(votes)[Measure.COHEN].value, 3) == kappa
    assert round(value_of(pair_agreement(votes), Measure.COHEN, "ann", "bob"), 3) == kappa


def test_quadratic_weights_are_those_worked_out_by_hand():
    # Observed: 5 + 4*2 + 11 + 5 + 4*1 + 6 = 39 of 100; expected from the margins (60, 30, 10) and
    # (65, 25, 10): 0.40 one step apart and 4 * 0.125 two steps apart.
    votes = votes_of_table(FLEISS_COHEN_EVERITT_1969)
    found = overall_agreement(votes)[Measure.COHEN_QUADRATIC]
    assert found.value == pytest.approx(1 - 0.39 / 0.90)


@given(any_votes(voters=2))
@settings(max_examples=60, deadline=None)
def test_pairs_have_scikit_learns_kappa(votes):
    grid = VoteGrid.of(votes)
    assume(len(grid.voters) == 2)
    both = (grid.places >= 0).all(axis=1)
    first, second = grid.places[both].T
    frame = pair_agreement(votes, how=FEW)
    for measure, weights in ((Measure.COHEN, None), (Measure.COHEN_QUADRATIC, "quadratic")):
        mine = value_of(frame, measure, *grid.voters)
        if len(set(first) | set(second)) < 2:
            assert mine is None
        else:
            library = cohen_kappa_score(first, second, labels=[0, 1, 2], weights=weights)
            assert mine == pytest.approx(library)


@given(any_votes())
@settings(max_examples=60, deadline=None)
def test_the_formulas_for_resamples_are_the_libraries(votes):
    counts = VoteGrid.of(votes).counts
    counts = counts[counts.sum(axis=1) >= 2]
    assume(len(counts) and (counts.sum(axis=0) > 0).sum() > 1)
    each = coincidences_of(counts).reshape(len(counts), -1)
    drawn = np.random.default_rng(3).integers(len(counts), size=(5, len(counts)))
    sums = each[drawn].sum(axis=1).reshape(-1, 3, 3)
    for chosen, alpha in zip(drawn, ordinal_alpha(sums), strict=True):
        cases = counts[chosen]
        if (cases.sum(axis=0) > 0).sum() < 2:
            assert math.isnan(alpha)
        else:
            library = krippendorff.alpha(value_counts=cases, level_of_measurement="ordinal")
            assert alpha == pytest.approx(library, abs=1e-9)


@given(any_votes())
@settings(max_examples=60, deadline=None)
def test_the_formula_of_fleiss_is_that_of_statsmodels(votes):
    counts = VoteGrid.of(votes).counts
    counts = counts[counts.sum(axis=1) == 3]
    assume(len(counts) and (counts.sum(axis=0) > 0).sum() > 1)
    agreeing = (counts * (counts - 1) / 2).sum()
    mine = fleiss_kappa(np.array(agreeing), counts.sum(axis=0).astype(float), 3)
    assert float(mine) == pytest.approx(library_fleiss(counts))


def test_the_interval_is_that_of_drawing_cases_one_by_one():
    table = np.array(FLEISS_COHEN_EVERITT_1969)
    labels = np.repeat([(a, b) for a in range(3) for b in range(3)], table.ravel(), axis=0)
    rng = np.random.default_rng(5)
    tables = []
    for _ in range(4_000):
        chosen = labels[rng.integers(0, 100, 100)]
        tables.append(np.bincount(chosen @ [3, 1], minlength=9).reshape(3, 3))
    low, high = np.quantile(cohen_kappa(np.array(tables, dtype=float)), (0.025, 0.975))
    found = overall_agreement(votes_of_table(table), how=Resampling(resamples=4_000))
    assert (found[Measure.COHEN].low, found[Measure.COHEN].high) == pytest.approx(
        (low, high), abs=0.015
    )


def test_queries_are_drawn_with_all_their_cases():
    """Twenty cases of five queries; drawn here one query after the other, by hand."""
    votes = votes_of({"ann": "22220000222200002222", "bob": "22220000000022222222"})
    queries = pl.Series("query", [f"q{number // 4}" for number in range(20)] * 2)
    votes = votes.sort("voter", "case").with_columns(queries)
    cases = np.array(
        [
            [2] * 4 + [0] * 4 + [2] * 4 + [0] * 4 + [2] * 4,
            [2] * 4 + [0] * 4 + [0] * 4 + [2] * 4 + [2] * 4,
        ]
    ).reshape(2, 5, 4)
    rng = np.random.default_rng(1)
    alphas = []
    for chosen in rng.integers(5, size=(4_000, 5)):
        one, other = cases[:, chosen].reshape(2, -1)
        if len({*one, *other}) > 1:
            data = np.stack([one, other])
            alphas.append(krippendorff.alpha(data, level_of_measurement="ordinal"))
    how = Resampling(resamples=4_000)
    found = overall_agreement(votes, how=how)
    raw, alpha = found[Measure.RAW], found[Measure.ALPHA]
    assert (raw.cases, raw.queries) == (20, 5)
    # 12 of 20 agree, query by query 4, 4, 0, 0, 4 of 4: the excess over 2.4 is 1.6 and -2.4, so
    # the variance between queries is 5/4 * (3 * 2.56 + 2 * 5.76) / 20 = 1.2, of independent cases
    # 0.6 * 0.4 * 20/19; Korn and Graubard's correction is for 5 queries.
    effective = 20 / (1.2 / (0.24 * 20 / 19)) * (t.ppf(0.975, 19) / t.ppf(0.975, 4)) ** 2
    wilson = proportion_confint(0.6 * effective, effective, method="wilson")
    assert (raw.low, raw.high) == pytest.approx([float(end) for end in wilson])
    assert (alpha.low, alpha.high) == pytest.approx(np.quantile(alphas, (0.025, 0.975)), abs=0.05)
    assert raw.note.startswith("All cases are of 5 queries, so the interval is rough.")
    # As independent cases they seem to tell more.
    alone = overall_agreement(votes.drop("query"), how=how)[Measure.RAW]
    assert alone.value == raw.value
    assert alone.high - alone.low < raw.high - raw.low
    one_pair = pair_agreement(votes, how=how).row(0, named=True)
    (one_voter, *_) = voter_agreement(votes, how=how).rows(named=True)
    assert [one_pair[end] for end in ("low", "high")] == [raw.low, raw.high]
    assert [one_voter[end] for end in ("low", "high")] == [raw.low, raw.high]


def test_pairs_of_votes_on_one_case_count_as_what_they_tell():
    """Three voters agree on a case or one is alone, so that the pairs of a case go together."""
    votes = votes_of({"ann": "0120120120", "bob": "0120120120", "cy": "0120121201"})
    raw = overall_agreement(votes)[Measure.RAW]
    assert (raw.value, raw.cases, raw.pairs) == (22 / 30, 10, 30)
    # Six cases with 3 of 3 pairs and four with 1 of 3, so the excess is 0.8 and -1.2.
    between = 10 / 9 * (6 * 0.8**2 + 4 * 1.2**2) / 30
    independent = 22 / 30 * 8 / 30 * 30 / 29
    effective = 30 / (between / independent) * (t.ppf(0.975, 29) / t.ppf(0.975, 9)) ** 2
    wilson = proportion_confint(22 / 30 * effective, effective, method="wilson")
    assert (raw.low, raw.high) == pytest.approx([float(end) for end in wilson])
    (cy,) = voter_agreement(votes).filter(voter="cy", measure=Measure.RAW.value).rows(named=True)
    # Set against two voters who agree with each other, cy's pairs tell what ten cases do.
    between = 10 / 9 * (6 * 0.8**2 + 4 * 1.2**2) / 20
    independent = 0.6 * 0.4 * 20 / 19
    effective = 20 / (between / independent) * (t.ppf(0.975, 19) / t.ppf(0.975, 9)) ** 2
    wilson = proportion_confint(0.6 * effective, effective, method="wilson")
    assert (cy["low"], cy["high"]) == pytest.approx([float(end) for end in wilson])


def test_the_interval_of_raw_agreement_holds_as_often_as_it_says():
    rng = np.random.default_rng(0)
    held = 0
    for _ in range(300):
        agree = rng.random(20) < 0.9
        labels = [
            ("02"[case % 2], "02"[case % 2] if one else "1") for case, one in enumerate(agree)
        ]
        ann, bob = map("".join, zip(*labels, strict=True))
        raw = overall_agreement(votes_of({"ann": ann, "bob": bob}), how=FEW)[Measure.RAW]
        held += raw.low <= 0.9 <= raw.high
    assert held / 300 > 0.92


def test_another_confidence_is_that_of_raw_agreement_too():
    votes = votes_of({"ann": "0122012201", "bob": "0122012112"})
    raw = overall_agreement(votes, how=Resampling(confidence=0.8))[Measure.RAW]
    wilson = proportion_confint(7, 10, alpha=0.2, method="wilson")
    assert (raw.low, raw.high) == pytest.approx([float(end) for end in wilson])
    assert (raw.confidence, raw.resamples) == (0.8, 0)


def test_cases_of_one_query_have_no_interval():
    votes = votes_of({"ann": "012", "bob": "011"}).with_columns(pl.lit("q").alias("query"))
    raw = overall_agreement(votes)[Measure.RAW]
    assert (raw.low, raw.note) == (None, "An interval needs at least 2 queries.")


def test_a_pairs_interval_is_the_same_whoever_else_voted():
    few = votes_of({"ann": "0120120122", "bob": "0120121111"})
    more = votes_of({"ann": "0120120122", "bob": "0120121111", "cy": "0000011111"})
    both = pl.col("first").eq("ann") & pl.col("second").eq("bob")
    assert pair_agreement(few).equals(pair_agreement(more).filter(both))


def test_cant_tell_is_a_missing_vote_and_is_counted():
    found = overall_agreement(votes_of({"ann": "02?", "bob": "0?1", "cy": "0.."}))
    assert (found.cases, found.compared, found.votes, found.abstentions) == (3, 1, 5, 2)
    assert found[Measure.RAW].pairs == 3


def test_who_gave_no_label_is_no_third_voter_to_cohens_kappa():
    table = {"ann": "2201", "bob": "2101"}
    two = overall_agreement(votes_of(table), how=FEW)
    third = overall_agreement(votes_of({"aaron": "..?.", **table}), how=FEW)
    for measure in (Measure.COHEN, Measure.COHEN_QUADRATIC):
        assert third[measure] == two[measure]
    with_label = overall_agreement(votes_of({"aaron": "..2.", **table}), how=FEW)
    assert Measure.COHEN not in {one.measure for one in with_label.estimates}


def test_fleiss_kappa_says_of_how_many_cases_it_is():
    found = overall_agreement(votes_of({"ann": "0120", "bob": "0121", "cy": "..10"}))
    kappa = found[Measure.FLEISS]
    assert kappa.cases == 2
    # Two cases have 3 votes and two have 2: the larger number is taken.
    assert kappa.note.startswith(
        "It needs equally many votes a case, so it is of the 2 of 4 cases with 3."
    )


def test_a_coefficient_that_is_not_defined_says_why():
    same = overall_agreement(votes_of({"ann": "222", "bob": "222"}))
    assert same[Measure.RAW].value == 1
    assert same[Measure.ALPHA].value is None
    assert same[Measure.ALPHA].note == (
        "All 6 votes give one label, so chance alone would agree as well and the coefficient is "
        "not defined."
    )
    assert same[Measure.COHEN].note.startswith("Both gave one and the same label on all 3 cases")
    apart = overall_agreement(votes_of({"ann": "22..", "bob": "..22"}))
    assert {one.note for one in apart.estimates if one.measure is not Measure.COHEN} >= {
        "No case has two votes with a label, so there is nothing to compare."
    }
    one_case = overall_agreement(votes_of({"ann": "2", "bob": "1"}))
    assert one_case[Measure.ALPHA].note == "An interval needs at least 2 cases."


def test_votes_that_all_agree_are_not_certain_to():
    votes = votes_of({"ann": "012" * 4, "bob": "012" * 4})
    found = overall_agreement(votes)
    raw, alpha = found[Measure.RAW], found[Measure.ALPHA]
    wilson = proportion_confint(12, 12, method="wilson")
    assert (raw.low, raw.high) == pytest.approx([float(end) for end in wilson])
    assert raw.sentence == "raw agreement: 1.00 (0.76 to 1.00), from 24 votes on 12 cases."
    assert alpha.sentence == (
        "Krippendorff's alpha, ordinal: 1.00, from 24 votes on 12 cases. No interval: it comes out "
        "the same however the cases are drawn anew, which does not make it certain."
    )
    for frame in (found.to_frame(), pair_agreement(votes), voter_agreement(votes)):
        ends = frame.group_by("measure").agg(pl.col("low", "note").first())
        for measure, low, note in ends.iter_rows():
            assert (low is None, note.startswith("No interval")) == (measure != Measure.RAW,) * 2


@given(any_votes(voters=4, cases=4))
@settings(max_examples=80, deadline=None)
def test_no_figure_is_ever_nan_and_none_is_missing_without_a_reason(votes):
    frames = [
        overall_agreement(votes, how=FEW).to_frame(),
        pair_agreement(votes, how=FEW),
        voter_agreement(votes, how=FEW),
    ]
    for frame in frames:
        for value, low, high, note in frame.select("value", "low", "high", "note").iter_rows():
            assert all(one is None or math.isfinite(one) for one in (value, low, high))
            assert (low is None) == (high is None)
            assert note or low is not None
    assert not case_agreement(votes)["agreement"].is_nan().any()


def test_one_voter_has_no_pairs():
    votes = votes_of({"ann": "012"})
    assert pair_agreement(votes).is_empty()
    assert voter_agreement(votes)["note"][0].startswith("There is no case on which")


def test_a_case_says_who_agrees_and_who_abstained():
    frame = case_agreement(votes_of({"ann": "020", "bob": "02?", "cy": "01."}))
    assert frame.select("case", "votes", "abstentions", "agreeing", "pairs").rows() == [
        ("c001", 3, 0, 1, 3),
        ("c000", 3, 0, 3, 3),
        ("c002", 1, 1, 0, 0),
    ]
    assert frame["agreement"].to_list() == [pytest.approx(1 / 3), 1.0, None]
    assert frame.select("label_0", "label_1", "label_2").row(0) == (0, 1, 2)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda votes: votes.drop("label"), r"Got no label"),
        (lambda votes: votes.with_columns(label=pl.lit(3)), r"one of 0, 1, 2, or null.*Got 3"),
        (lambda votes: votes.with_columns(label=pl.lit(1.5)), r"whole numbers or null.*Float64"),
        (lambda votes: pl.concat([votes, votes]), r"one current vote a case.*'ann' on 'c000'"),
        (
            lambda votes: votes.with_columns(voter=pl.lit(None, pl.String)),
            r"needs a case and a voter",
        ),
    ],
)
def test_votes_that_are_none_are_refused(change, said):
    with pytest.raises(VoteFrameError, match=said):
        overall_agreement(change(votes_of({"ann": "2"})))


def test_an_interval_out_of_range_is_refused():
    with pytest.raises(ResamplingError, match=r"between 0 and 1.*Got 95"):
        Resampling(confidence=95)
    with pytest.raises(ResamplingError, match=r"at least 100 resamples\. Got 10"):
        Resampling(resamples=10)


def test_no_vote_at_all_is_no_error():
    found = overall_agreement(votes_of({"ann": "."}))
    assert (found.cases, found.votes) == (0, 0)
    assert all(one.value is None for one in found.estimates)
    assert case_agreement(votes_of({"ann": "."})).is_empty()


def test_the_matrix_of_fifty_voters_has_every_pair_by_every_measure():
    rng = np.random.default_rng(0)
    rows = [
        (f"c{case}", f"v{voter}", int(rng.integers(0, 3)))
        for case in range(20)
        for voter in range(50)
    ]
    votes = pl.DataFrame(rows, schema=["case", "voter", "label"], orient="row")
    assert len(pair_agreement(votes)) == 1_225 * len(Measure)
