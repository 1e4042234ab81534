from __future__ import annotations

import pytest

from core.figures.agreement import rules_figure, voter_matrix_figure
from core.labels.agreement.estimates import Measure
from core.labels.agreement.pairs import pair_agreement
from core.labels.settling.consensus import consensus, consensus_by_rules
from core.labels.settling.rules import Rule, Settling
from tests.core.labels.vote_frames import votes_of


def test_the_matrix_shows_every_pair_with_its_interval_and_cases():
    pairs = pair_agreement(votes_of({"<b>ann": "0122", "bob": "0121", "cy": "...."}))
    heatmap = voter_matrix_figure(pairs).data[0]
    assert [list(row) for row in heatmap.z] == [[None, 0.75], [0.75, None]]
    text, first, second = heatmap.customdata[0][1]
    assert (first, second) == ("<b>ann", "bob")
    assert text.startswith("&lt;b&gt;ann and bob<br>raw agreement 0.75 (")
    assert text.endswith("<br>on 4 cases")
    assert heatmap.customdata[1][1][0] == "bob: a voter is not compared with itself"


def test_a_pair_without_a_value_says_why_and_negative_values_widen_the_scale():
    votes = votes_of({"ann": "0202..", "bob": "2020..", "cy": "....22"})
    figure = voter_matrix_figure(pair_agreement(votes), Measure.COHEN)
    heatmap = figure.data[0]
    assert heatmap.zmin == -1
    assert heatmap.z[0][2] is None
    assert heatmap.customdata[0][2][0] == (
        "ann and cy<br>Cohen's kappa: not defined<br>There is no case on which both gave a label."
    )
    assert figure.layout.xaxis.title.text == figure.layout.yaxis.title.text == "Voter"


def test_a_value_without_an_interval_says_why():
    pairs = pair_agreement(votes_of({"ann": "012", "bob": "012"}))
    told = voter_matrix_figure(pairs, Measure.COHEN).data[0].customdata[0][1][0]
    assert told.startswith("ann and bob<br>Cohen's kappa 1.00<br>on 3 cases<br>No interval: ")


def test_values_stand_in_the_cells_of_a_small_matrix_only():
    few = voter_matrix_figure(pair_agreement(votes_of({"ann": "02", "bob": "02"})))
    many = voter_matrix_figure(pair_agreement(votes_of({f"v{n}": "02" for n in range(13)})))
    assert few.data[0].texttemplate == "%{z:.2f}"
    assert many.data[0].texttemplate is None
    assert many.layout.height > few.layout.height


def test_a_matrix_of_many_voters_keeps_its_height_and_names_every_second():
    crowd = {f"v{n:02}": "02" for n in range(50)}
    figure = voter_matrix_figure(pair_agreement(votes_of(crowd), measures=(Measure.RAW,)))
    assert list(figure.layout.xaxis.ticktext) == [f"v{n:02}" for n in range(0, 50, 2)]
    assert figure.layout.height == 640
    assert len(figure.data[0].z) == 50


def test_rules_show_what_they_settle_and_what_they_leave_open():
    votes = votes_of({"ann": "2201", "bob": "2001", "rule": "12.1"})
    settling = Settling(weights={"rule": 0.5})
    found = consensus_by_rules(votes, (Rule.MAJORITY, Rule.WEIGHTED), settling=settling)
    figure = rules_figure(found, {2: "unionable"})
    bars = {bar.name: list(bar.x) for bar in figure.data}
    # The second case is 2, 0 and the rule's 2: a majority for 2, and 1.5 of 2.5 by weight.
    assert bars == {
        "label 0": [1, 1],
        "label 1": [1, 1],
        "unionable": [2, 2],
        "needs adjudication": [0, 0],
    }
    assert figure.layout.barmode == "stack"
    assert figure.layout.xaxis.title.text == "Cases, 4 with a vote"
    assert list(figure.data[2].customdata[0]) == ["majority", 2]
    open_cases = rules_figure([consensus(votes, settling=Settling(threshold=0.9))]).data[-1]
    assert list(open_cases.x) == [2]


def test_no_rule_and_no_voter_make_empty_figures_and_other_cases_are_refused():
    assert rules_figure([]).layout.xaxis.title.text == "Cases, 0 with a vote"
    assert not voter_matrix_figure(pair_agreement(votes_of({"ann": "2"}))).data[0].z
    with pytest.raises(ValueError, match="same cases"):
        rules_figure([consensus(votes_of({"ann": "2"})), consensus(votes_of({"ann": "22"}))])


def test_no_colour_is_set_so_that_the_template_gives_them():
    votes = votes_of({"ann": "02", "bob": "00"})
    for figure in (voter_matrix_figure(pair_agreement(votes)), rules_figure([consensus(votes)])):
        text = str(figure.to_dict()["data"])
        assert "#" not in text
        assert "rgb" not in text
