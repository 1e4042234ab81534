from __future__ import annotations

import polars as pl
import pytest
from sklearn.metrics import cohen_kappa_score

from core.labels.agreement.estimates import Measure
from core.labels.agreement.overall import overall_agreement
from core.labels.voters.agreement import voter_agreement
from tests.core.labels.vote_frames import votes_of


def test_a_voter_is_set_against_every_other_vote_on_its_cases():
    votes = votes_of({"ann": "0122", "bob": "0121", "cy": "02.."})
    frame = voter_agreement(votes).filter(voter="cy")
    value_of = dict(frame.select("measure", "value").iter_rows())
    # cy: 0 against 0, 0 and 2 against 1, 1.
    assert value_of[Measure.RAW] == 0.5
    library = cohen_kappa_score([0, 0, 2, 2], [0, 0, 1, 1])
    assert value_of[Measure.COHEN] == pytest.approx(library)
    row = frame.filter(measure=Measure.RAW.value)
    assert row.select("cases", "votes", "pairs").row(0) == (2, 2, 4)
    without = overall_agreement(votes.filter(pl.col("voter") != "cy"))[Measure.ALPHA].value
    assert row["alpha_without"].item() == pytest.approx(without)
