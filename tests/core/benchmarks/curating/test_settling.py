from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from core.benchmarks import registry
from core.benchmarks.curating import exporting, releasing
from core.benchmarks.curating.label_errors import label_errors
from core.benchmarks.curating.label_state import label_state
from core.benchmarks.curating.made_before import same_release
from core.benchmarks.curating.release_import import import_release
from core.benchmarks.curating.settling import PEOPLE, conclude, estimated_weights, rules_beside
from core.benchmarks.judging.matcher_training import Lesson, labelled_cases
from core.benchmarks.judging.report import judge_record
from core.benchmarks.types import BenchmarkInfo
from core.judges.prompting.examples import settled_cases
from core.labels import (
    LOCAL,
    Ballot,
    Kind,
    Pair,
    QueueTerms,
    Voter,
    add_to_queue,
    adjudicate,
    cast_vote,
    create_queue,
    put_pair,
    set_aside,
)
from core.labels.errors import BadReleaseError, RoleError
from core.labels.fingerprints import labels_fingerprint, queues_fingerprint
from core.labels.queueing.queued import votes_wanted
from core.labels.queueing.queues import put_in_standing_queue
from core.labels.queueing.remaining import remaining
from core.labels.settling.releases import Settled
from core.labels.settling.rules import Rule, Settling
from core.store import Workspace
from tests.core.benchmarks import tiny

ANN, BOB, JUDGE = Voter("ann"), Voter("bob"), Voter("judge", Kind.LLM)
PAIRS = {
    "towns": Pair("fish.csv", "datalake/towns.csv"),
    "river": Pair("fish.csv", "datalake/river.csv"),
    "owls": Pair("birds.csv", "datalake/owls.csv"),
    "new": Pair("birds.csv", "datalake/towns.csv"),
}


@pytest.fixture(scope="module")
def benchmark(tmp_path_factory: pytest.TempPathFactory) -> tuple[Workspace, BenchmarkInfo]:
    """Both agree on towns (labelled 0) and river (1); they differ on owls; a curator decided new.

    A judge votes on owls too.
    """
    folder = tmp_path_factory.mktemp("settling")
    workspace = Workspace.open(folder / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(folder / "tiny"))
    said = {"towns": {ANN: 2, BOB: 2}, "river": {ANN: 2, BOB: 2}, "owls": {ANN: 2, BOB: 0}}
    said["owls"][JUDGE] = 2
    for name, pair in PAIRS.items():
        case = put_pair(workspace, LOCAL, info.key, pair).key
        for voter, label in said.get(name, {}).items():
            cast_vote(workspace, voter, case, Ballot(label))
    adjudicate(workspace, LOCAL, case, Ballot(1))
    return workspace, info


def test_each_case_has_its_label_before_and_after(benchmark) -> None:
    workspace, info = benchmark
    found = conclude(workspace, LOCAL, info)
    told = found.frame.select("table", "before", "label", "decided", "after", "why").rows()
    assert told == [
        ("datalake/towns.csv", 0, 2, None, 2, ""),
        ("datalake/river.csv", 2, 2, None, 2, ""),  # the published 1 means unionable
        ("datalake/owls.csv", 2, None, None, None, "The labels 0 and 2 tie."),
        ("datalake/towns.csv", None, None, 1, 1, ""),
    ]
    assert found.open["table"].to_list() == ["datalake/owls.csv"]
    assert found.changes.select("query", "before", "after").rows() == [
        ("fish.csv", 0, 2),
        ("birds.csv", None, 1),
    ]
    assert found.settled == (
        Settled(1, "fish.csv", "datalake/towns.csv", 2, "consensus", 1.0),
        Settled(2, "fish.csv", "datalake/river.csv", 2, "consensus", 1.0),
        Settled(4, "birds.csv", "datalake/towns.csv", 1, "adjudication"),
    )


def test_labels_before_are_those_of_the_truth_which_is_not_read_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace, folder = Workspace.open(tmp_path / "workspace"), tiny.ugen(tmp_path / "tiny")
    info = tiny.add(workspace, "tiny", folder)
    other = tiny.add(workspace, "other", tiny.ugen(tmp_path / "other"))
    for of in (other, info):  # of another benchmark the same pairs have cases of their own
        for pair in PAIRS.values():
            cast_vote(workspace, JUDGE, put_pair(workspace, LOCAL, of.key, pair).key, Ballot(1))
    cast_vote(workspace, ANN, put_pair(workspace, LOCAL, info.key, PAIRS["owls"]).key, Ballot(1))
    releasing.make_release(workspace, LOCAL, info, "r1")
    (folder / "datalake/river.csv").unlink()  # labelled, of which a pair without label is a case
    info = tiny.add(workspace, "tiny", folder)
    gone = (Pair("birds.csv", "datalake/river.csv"), Pair("birds.csv", "datalake/nosuch.csv"))
    for pair in (*gone, Pair("birds.csv", "query/fish.csv")):  # the last one is no candidate
        cast_vote(workspace, JUDGE, put_pair(workspace, LOCAL, info.key, pair).key, Ballot(2))
    truths = {name: registry.graded_qrels(workspace, info, name) for name in ("base", "r1")}
    assert truths["r1"] != truths["base"]

    def whole(*_: object) -> None:
        raise AssertionError("all labels were read to look up those of the cases")

    monkeypatch.setattr(registry, "qrels", whole)
    for name, truth in truths.items():
        found = conclude(workspace, LOCAL, info, kinds=(Kind.HUMAN, Kind.LLM), base=name)
        pairs = found.frame.select("query", "table", "before").rows()
        assert [(query, table) for query, table, _ in pairs] == [
            *((pair.query, pair.table) for pair in PAIRS.values()),
            (gone[0].query, gone[0].table),
        ]
        assert found.left_out == 2
        assert pairs == [(q, t, truth.relevance(q, t)) for q, t, _ in pairs]
    beside, frame = rules_beside(workspace, LOCAL, info, None, kinds=(Kind.HUMAN, Kind.LLM))
    assert frame["case"].to_list() == found.frame["case"].to_list()
    assert {one.cases for one in beside} == {len(found.frame)}
    record = judge_record(workspace, LOCAL, info, "judge")
    assert record.cases["truth"].to_list()[:4] == [0, 2, 2, 0]


def test_a_decision_has_not_the_confidence_of_the_votes_that_it_overrules(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    case = put_pair(workspace, LOCAL, info.key, PAIRS["towns"]).key
    cast_vote(workspace, ANN, case, Ballot(2))
    adjudicate(workspace, LOCAL, case, Ballot(0))
    assert conclude(workspace, LOCAL, info).settled == (
        Settled(case, "fish.csv", "datalake/towns.csv", 0, "adjudication"),
    )


def test_grades_beyond_the_scale_of_votes_stay_where_people_confirm_them(tmp_path: Path) -> None:
    folder = tiny.ugen(tmp_path / "graded")
    grades = {"towns": 3, "river": 3, "sea fish": -1, "owls": -1}
    lines = "".join(f"fish.csv,{table}.csv,{grade}\n" for table, grade in grades.items())
    truth = f"query_table,candidate_table,relevance\n{lines}birds.csv,owls.csv,1\n"
    (folder / "groundtruth.csv").write_text(truth)
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "graded", folder)
    for table, said in {"towns": 2, "river": 1, "sea fish": 0, "owls": 2}.items():
        pair = Pair("fish.csv", f"datalake/{table}.csv")
        cast_vote(workspace, ANN, put_pair(workspace, LOCAL, info.key, pair).key, Ballot(said))
    found = conclude(workspace, LOCAL, info)
    assert found.frame.select("before", "after").rows() == [(3, 3), (3, 1), (-1, -1), (-1, 2)]
    made = releasing.make_release(workspace, LOCAL, info, "r1")
    assert (made.settled, made.changed) == (4, 2)
    assert registry.qrels(workspace, info, "r1").to_dict()["fish.csv"] == {
        "datalake/owls.csv": 2,
        "datalake/river.csv": 1,
        "datalake/sea fish.csv": -1,
        "datalake/towns.csv": 3,
    }
    exporting.export_release(workspace, LOCAL, info, "r1", tmp_path / "r1.csv")
    again = import_release(workspace, LOCAL, info, tmp_path / "r1.csv", "again")
    assert (again.fingerprint, again.settled, again.changed) == (made.fingerprint, 4, 2)


def test_a_queue_asks_for_votes_of_its_own_cases_alone(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    create_queue(workspace, LOCAL, info.key, "twice", [PAIRS["towns"]], QueueTerms(wanted=2))
    river = put_pair(workspace, LOCAL, info.key, PAIRS["river"]).key
    cast_vote(workspace, JUDGE, river, Ballot(2))
    for case in (1, river):
        cast_vote(workspace, JUDGE, case, Ballot(2))
        cast_vote(workspace, ANN, case, Ballot(2))
    asked = Settling(wanted=votes_wanted(workspace, info.key))
    found = conclude(workspace, LOCAL, info, settling=asked)
    assert dict(found.frame.select("case", "why").iter_rows()) == {
        1: "It has 1 of the 2 labels that it takes.",
        river: "",
    }
    # A judge's report goes by the same.
    record = judge_record(workspace, LOCAL, info, "judge")
    assert record.settled["case"].to_list() == [river]


def test_a_release_of_too_few_votes_says_what_is_lacking_and_the_way_out(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    create_queue(workspace, LOCAL, info.key, "twice", [PAIRS["towns"]], QueueTerms(wanted=2))
    cast_vote(workspace, ANN, 1, Ballot(2))
    asked = Settling(wanted=votes_wanted(workspace, info.key))
    with pytest.raises(BadReleaseError, match=r"1 case has votes, but fewer .*--least-votes 1,"):
        releasing.make_release(workspace, LOCAL, info, "r", settling=asked)


def test_a_judges_vote_counts_only_if_its_kind_is_taken(benchmark) -> None:
    workspace, info = benchmark
    found = conclude(workspace, LOCAL, info, kinds=(Kind.HUMAN, Kind.LLM))
    (owls,) = found.frame.filter(table="datalake/owls.csv").iter_rows(named=True)
    assert (owls["after"], owls["votes"]) == (2, 3)


def test_what_a_queue_wants_of_people_judges_do_not_fill(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    create_queue(workspace, LOCAL, info.key, "three", [PAIRS["towns"]], QueueTerms(wanted=3))
    cast_vote(workspace, ANN, 1, Ballot(2))
    for name in ("openai:a", "openai:b"):
        cast_vote(workspace, Voter(name, Kind.LLM), 1, Ballot(2))
    both = (Kind.HUMAN, Kind.LLM)
    (row,) = conclude(workspace, LOCAL, info, kinds=both).frame.iter_rows(named=True)
    assert (row["after"], row["why"]) == (None, "It has 1 of the 3 labels of people that it takes.")
    with pytest.raises(BadReleaseError, match="1 case has votes, but fewer"):
        releasing.make_release(workspace, LOCAL, info, "r", kinds=both)
    # A queue wants nothing of judges alone.
    (row,) = conclude(workspace, LOCAL, info, kinds=(Kind.LLM,)).frame.iter_rows(named=True)
    assert row["after"] == 2


def test_the_votes_at_an_earlier_moment_are_concluded_from(benchmark) -> None:
    workspace, info = benchmark
    found = conclude(workspace, LOCAL, info, up_to=2)
    assert found.frame["table"].to_list() == ["datalake/towns.csv"]


def test_decisions_alone_settle_and_nothing_at_all_is_no_fault(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    for rule in Rule:
        assert conclude(workspace, LOCAL, info, rule).frame.height == 0
    case = put_pair(workspace, LOCAL, info.key, PAIRS["towns"]).key
    adjudicate(workspace, LOCAL, case, Ballot(2))
    assert [one.label for one in conclude(workspace, LOCAL, info).settled] == [2]
    assert rules_beside(workspace, LOCAL, info, settling=None, kinds=PEOPLE)[1].height == 0


def test_only_a_curator_sees_what_others_voted(benchmark) -> None:
    workspace, info = benchmark
    asked = (
        conclude,
        partial(rules_beside, settling=None, kinds=PEOPLE),
        partial(estimated_weights, kinds=PEOPLE, without=()),
    )
    for ask in asked:
        with pytest.raises(RoleError, match="Only a curator may open the votes of others"):
            ask(workspace, ANN, info)


def test_voters_are_weighed_by_the_votes_of_the_kinds_that_count(benchmark) -> None:
    workspace, info = benchmark
    found = estimated_weights(workspace, LOCAL, info, (Kind.HUMAN, Kind.LLM), without=())
    assert found.select("voter", "kind", "compared").rows() == [
        ("ann", "human", 3),
        ("bob", "human", 3),
        ("judge", "llm", 1),
    ]
    assert estimated_weights(workspace, LOCAL, info, kinds=PEOPLE, without=())[
        "voter"
    ].to_list() == ["ann", "bob"]


def test_who_is_set_aside_counts_nowhere_and_a_release_says_so(benchmark, tmp_path: Path) -> None:
    workspace, info = benchmark
    without_bob = Settling(without=("bob",))
    found = conclude(workspace, LOCAL, info, settling=without_bob)
    # On owls he and ann differed, a curator decided "new", and all else has one vote now.
    assert found.frame.select("case", "votes", "after").rows() == [
        *((1, 1, 2), (2, 1, 2), (3, 1, 2), (4, 0, 1)),
    ]
    assert found.warning.startswith("This is without the votes of bob.")
    nobody = conclude(workspace, LOCAL, info, settling=Settling(without=("ann", "bob")))
    # A case on which only they voted is not there, as it has no vote; a decision stands.
    assert nobody.frame["case"].to_list() == [4]
    made = releasing.make_release(workspace, LOCAL, info, "no bob", settling=without_bob)
    assert made.rule.startswith("majority of human votes without the votes of bob, posterior of")
    assert same_release(workspace, info, found) == made
    everybody = conclude(workspace, LOCAL, info)
    assert same_release(workspace, info, everybody) is None
    assert everybody.frame["votes"].to_list() == [2, 2, 2, 0]
    state = label_state(workspace, info, LOCAL, without=("bob",))
    assert (state.voters, state.votes, state.agreement) == (1, 3, None)
    beside, _ = rules_beside(workspace, LOCAL, info, without_bob, kinds=PEOPLE)
    assert {one.voters for one in beside} == {1}
    weighed = estimated_weights(workspace, LOCAL, info, without=("bob",), kinds=PEOPLE)
    assert weighed["voter"].to_list() == ["ann"]
    # What a queue wants of a case is not filled by them.
    wanting = Settling(wanted={"1": 2}, without=("bob",))
    (first, *_) = conclude(workspace, LOCAL, info, settling=wanting).frame["why"]
    assert first == "It has 1 of the 2 labels that it takes."


def test_rules_stand_beside_each_other_with_their_pairs(benchmark) -> None:
    workspace, info = benchmark
    found, frame = rules_beside(workspace, LOCAL, info, settling=None, kinds=PEOPLE)
    assert [one.rule for one in found] == list(Rule)
    assert frame.select("case", "table").rows() == [
        (1, "datalake/towns.csv"),
        (2, "datalake/river.csv"),
        (3, "datalake/owls.csv"),
    ]
    assert frame["majority"].to_list() == [2, 2, None]


def test_the_state_of_the_labels_tells_queues_votes_and_what_is_newer(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    state = label_state(workspace, info, ANN)
    assert (state.queues, state.agreement, state.release, state.to_do) == ((), None, None, None)

    create_queue(
        workspace, LOCAL, info.key, "q", [PAIRS["towns"], PAIRS["owls"]], QueueTerms(wanted=2)
    )
    marks = {labels_fingerprint(workspace, info.key)}
    for voter in (ANN, BOB):
        cast_vote(workspace, voter, 1, Ballot(2))
    marks.add(labels_fingerprint(workspace, info.key))
    releasing.make_release(workspace, LOCAL, info, "r1")
    cast_vote(workspace, ANN, 2, Ballot(0))
    cast_vote(workspace, JUDGE, 2, Ballot(2))  # no person, and not counted
    marks.add(labels_fingerprint(workspace, info.key))
    assert len(marks) == 3

    state = label_state(workspace, info, BOB)
    assert (state.votes, state.voters, state.cases, state.newer.votes) == (3, 2, 2, 1)
    assert state.release is not None
    assert (state.release.name, state.release.changed) == ("r1", 1)
    # One pair of votes, and both say 2: chance alone would agree as well.
    assert (state.agreement, state.alpha) == (1.0, None)
    assert state.to_do is not None
    assert (state.to_do.name, state.to_do.left) == ("q", 1)
    assert label_state(workspace, info, ANN).to_do is None


def test_the_queues_are_told_apart_by_what_is_put_in_and_set_aside(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    seen = [queues_fingerprint(workspace, info.key)]
    of = create_queue(workspace, LOCAL, info.key, "q", [PAIRS["towns"], PAIRS["owls"]])
    seen.append(queues_fingerprint(workspace, info.key))
    add_to_queue(workspace, LOCAL, of, [PAIRS["towns"]])  # in it already
    assert queues_fingerprint(workspace, info.key) == seen[-1]
    add_to_queue(workspace, LOCAL, of, [PAIRS["river"]])
    seen.append(queues_fingerprint(workspace, info.key))
    put_in_standing_queue(workspace, LOCAL, info.key, [PAIRS["towns"]])
    seen.append(queues_fingerprint(workspace, info.key))
    put_in_standing_queue(workspace, LOCAL, info.key, [PAIRS["owls"]])
    seen.append(queues_fingerprint(workspace, info.key))
    for voter, come_back in ((ANN, True), (BOB, True), (ANN, False)):
        set_aside(workspace, of, voter, 1, come_back=come_back)
        seen.append(queues_fingerprint(workspace, info.key))
    assert len(set(seen)) == len(seen)


def test_what_votes_come_to_changes_with_the_queues_of_cases_that_have_one(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    of = create_queue(workspace, LOCAL, info.key, "q", [PAIRS["towns"]], QueueTerms(wanted=2))
    more = create_queue(workspace, LOCAL, info.key, "more", [PAIRS["owls"]], QueueTerms(wanted=3))
    for voter, label in ((ANN, 2), (BOB, 0)):
        cast_vote(workspace, voter, 1, Ballot(label))
    before = labels_fingerprint(workspace, info.key)
    assert label_state(workspace, info, LOCAL).waiting == 1
    add_to_queue(workspace, LOCAL, of, [PAIRS["river"]])  # nobody has voted on it
    set_aside(workspace, more, ANN, 2)
    assert labels_fingerprint(workspace, info.key) == before
    add_to_queue(workspace, LOCAL, more, [PAIRS["towns"]])
    assert label_state(workspace, info, LOCAL).waiting == 0
    assert labels_fingerprint(workspace, info.key) != before


def test_what_peoples_votes_come_to_stays_while_a_judge_votes(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    create_queue(workspace, LOCAL, info.key, "q", list(PAIRS.values()), QueueTerms(wanted=2))
    cast_vote(workspace, ANN, 1, Ballot(2))
    people = labels_fingerprint(workspace, info.key, PEOPLE)
    rules = labels_fingerprint(workspace, info.key, [Kind.RULE])
    everybody, state = labels_fingerprint(workspace, info.key), label_state(workspace, info, LOCAL)
    cast_vote(workspace, JUDGE, 2, Ballot(0))
    assert label_state(workspace, info, LOCAL) == state
    assert labels_fingerprint(workspace, info.key, PEOPLE) == people
    assert labels_fingerprint(workspace, info.key, [Kind.RULE]) == rules
    assert labels_fingerprint(workspace, info.key, [Kind.LLM]) != people
    assert labels_fingerprint(workspace, info.key) != everybody
    cast_vote(workspace, ANN, 1, Ballot(0))
    assert labels_fingerprint(workspace, info.key, PEOPLE) != people
    # What a curator can settle is told of people's votes, whichever kinds are counted.
    assert labels_fingerprint(workspace, info.key, [Kind.RULE]) != rules


def test_what_is_left_of_a_queue_is_neither_voted_on_nor_passed_for_good(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    of = create_queue(workspace, LOCAL, info.key, "q", list(PAIRS.values()), QueueTerms(wanted=1))
    cast_vote(workspace, BOB, 1, Ballot(2))  # all that this case wants
    set_aside(workspace, of, ANN, 2)
    set_aside(workspace, of, ANN, 3, come_back=True)
    assert remaining(workspace, of, ANN) == 2
    assert remaining(workspace, of, BOB) == 3


def test_what_is_settled_is_the_same_wherever_it_is_asked(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    pairs = [PAIRS["towns"], PAIRS["owls"], PAIRS["river"]]
    queue = create_queue(workspace, LOCAL, info.key, "q", pairs, QueueTerms(wanted=2))
    create_queue(workspace, LOCAL, info.key, "more", pairs[2:], QueueTerms(wanted=3))
    few, enough, fewer_than_another_queue_wants = 1, 2, 3
    for case, voters in {
        few: (ANN,),
        enough: (ANN, BOB),
        fewer_than_another_queue_wants: (ANN, BOB),
    }.items():
        for voter in voters:
            cast_vote(workspace, voter, case, Ballot(2))
    cast_vote(workspace, JUDGE, enough, Ballot(2))

    assert [one.case for one in conclude(workspace, LOCAL, info).settled] == [enough]
    release = releasing.make_release(workspace, LOCAL, info, "r")
    assert release.settled == 1
    assert "as many of people as its queues want (2 on 2 cases, 3 on 1 case)" in release.rule
    assert list(labelled_cases(workspace, info, Lesson())) == [("birds.csv", "datalake/owls.csv")]
    assert [one.case for one in settled_cases(workspace, info.key)] == [enough]
    assert label_errors(workspace, LOCAL, info, queue)["settled"].sum() == 1
    people = judge_record(workspace, LOCAL, info, "judge").cases["people"].to_list()
    assert people == [2]
    # Queues want the votes of people.
    judged = conclude(workspace, LOCAL, info, kinds=(Kind.LLM,))
    assert [one.case for one in judged.settled] == [enough]
