"""How far voters agree, what rules conclude, and voters who are set aside or weighed."""

from __future__ import annotations

from core import labels
from core.benchmarks.curating import releasing
from core.labels import LOCAL, Ballot, Kind, QueueTerms, Voter
from core.labels.settling.releases import releases
from tests.pages.conftest import parameter, press, texts
from tests.pages.releasing.two_voters import OWLS, TOWNS, of, opened, read


def test_a_voter_is_set_aside_in_what_is_shown_and_in_the_release(workspace) -> None:
    app = opened("Releases", without=["bob", "nobody"])
    assert app.multiselect(key="releases without").value == ["bob"]
    told = read(app)
    assert "**One person has** given 2 votes on **2 cases**, without the votes of bob." in told
    assert "settle **2 of 2 cases**" in told
    app.text_input(key="name of the release").set_value("r1")
    app = press(app, "Publish the release")
    made = releases(workspace, of(workspace).key)[-1]
    assert "without the votes of bob" in made.rule
    assert parameter(app, "without") == "bob"
    app.multiselect(key="releases without").set_value([]).run()
    assert "**2 people have** given 4 votes" in read(app)


def test_where_a_voter_is_set_aside_it_is_said_why_cases_are_open_and_fewer_votes_settle_them(
    workspace,
) -> None:
    benchmark, pairs = of(workspace).key, [TOWNS, OWLS]
    labels.create_queue(workspace, LOCAL, benchmark, "q", pairs, QueueTerms(wanted=3))
    for pair in pairs:
        case = labels.put_pair(workspace, LOCAL, benchmark, pair).key
        labels.cast_vote(workspace, Voter("dora"), case, Ballot(2))
    assert "settle **2 of 2 cases**" in read(opened("Releases"))
    for view in ("To decide", "Releases"):
        app = opened(view, without="dora")
        (told,) = app.warning
        assert told.value.replace("\\", "") == (
            "This is without the votes of dora. 1 case has fewer labels than are asked for: "
            "queues count the votes that are set aside, and ask for none in their place. "
            "--least-votes 2, or Votes from 2, takes what there is; a further queue gathers more."
        )
        press(app, "Votes from 2: settles 1 of 2 cases")
        assert app.number_input(key="releases least").value == 2
        (told,) = app.warning
        assert told.value == "This is without the votes of dora\\."
    assert "settle **1 of 2 cases**" in read(app)
    assert parameter(app, "least") == "2"


def test_the_first_sentence_tells_how_many_voted_and_how_far_they_agree(workspace) -> None:
    told = read(opened("Agreement"))
    # Two pairs of votes, of which one agrees.
    assert "**2 people have** given 4 votes on **2 cases** and agree on **50%**" in told
    assert "There is no release yet; runs are scored against the published labels." in told


def test_the_first_sentence_counts_the_voters_that_are_chosen(workspace) -> None:
    info = of(workspace)
    releasing.make_release(workspace, LOCAL, info, "r")
    judge = Voter("openai:m", Kind.LLM)
    case = labels.put_pair(workspace, LOCAL, info.key, OWLS).key
    labels.cast_vote(workspace, judge, case, Ballot(2))
    assert "**2 people have** given 4 votes" in (told := read(opened("Agreement")))
    assert "nothing was voted since" in told
    told = read(opened("Agreement", kinds=["human", "llm"]))
    assert "**2 people and one judge have** given 5 votes" in told
    assert "1 vote since" in told


def test_a_reason_that_several_measures_have_is_said_once(workspace) -> None:
    case = labels.put_pair(workspace, LOCAL, of(workspace).key, TOWNS).key
    labels.cast_vote(workspace, Voter("gpt", Kind.LLM), case, Ballot(2))
    told = texts(opened("Agreement", kinds=[Kind.LLM.value]))
    assert told.count("No case has two votes with a label") == 1


def test_a_measure_that_has_no_interval_says_so_and_why(workspace) -> None:
    case = labels.put_pair(workspace, LOCAL, of(workspace).key, OWLS).key
    labels.cast_vote(workspace, Voter("ann"), case, Ballot(0))
    app = opened("Agreement")
    (frame,) = [f.value for f in app.dataframe if "between" in f.value.columns]
    assert dict(zip(frame["measure"], frame["between"], strict=True)) == {
        "raw agreement": "0.34 to 1.00",  # Wilson's of 2 of 2
        "Cohen's kappa": "none",
        "Cohen's kappa, quadratic weights": "none",
        "Fleiss' kappa": "none",
        "Krippendorff's alpha, ordinal": "none",
    }
    assert "ordinal: No interval: it comes out the same" in read(app)


def test_every_voter_has_a_row_and_drift_is_told(workspace) -> None:
    app = opened("Agreement")
    voters = next(f.value for f in app.dataframe if "alpha_without" in f.value.columns)
    assert voters["voter"].to_list() == ["ann", "bob"]
    assert read(app).count("it takes 15 to tell whether they drift") == 2


def test_rules_tell_the_cases_on_which_they_differ_or_that_none_does(workspace) -> None:
    app = opened("Rules side by side")
    frames = [f.value for f in app.dataframe if "majority" in f.value.columns]
    assert frames
    assert "conclude the same" in read(app) or "on which the rules differ" in read(app)


def test_the_weights_of_voters_are_estimated_changed_and_kept_in_the_release(workspace) -> None:
    app = opened("Releases", rule="weighted majority")
    # Both agree on towns and differ on owls, of which either may be right: 3 of 4, so the average
    # is 4/7, an accuracy (1.5 + 8/7) / 4 and a weight the logarithm of 3.89.
    assert "Weights of voters, estimated: ann 1.36, bob 1.36" in read(app)
    assert "Weighted majority and the curators settle **1 of 2 cases**" in read(app)
    # A link brings weights along; those of nobody here fall away.
    app = opened("Releases", rule="weighted majority", weight="ann=3")
    assert "Weights of voters, 1 changed: ann 3.00, bob 1.36" in read(app)
    assert "settle **2 of 2 cases** (0 by decision)" in read(app)
    app.text_input(key="name of the release").set_value("r1").run()
    press(app, "Publish the release")
    rule = releases(workspace, of(workspace).key)[-1].rule
    assert "weights ann 3, bob 1.36 (others 1)" in rule
    press(app, "Back to the estimates")
    assert "settle **1 of 2 cases**" in read(app)
    assert "weight" not in app.query_params
    # Of another rule nobody has a weight.
    assert "Weights of voters" not in read(opened("Releases"))
