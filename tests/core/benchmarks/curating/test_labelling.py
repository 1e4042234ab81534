from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import polars as pl
import pytest

from core.benchmarks import registry, runs
from core.benchmarks.auditing import audit, scored_runs
from core.benchmarks.auditing.case_list import CaseFilter
from core.benchmarks.curating import exporting, labelling, releasing, vote_files
from core.benchmarks.curating.settling import conclude
from core.benchmarks.curating.vote_files import ImportedVotes
from core.benchmarks.errors import (
    AmbiguousQueryError,
    RunNotFoundError,
    UnknownPairsError,
    VotesExistError,
)
from core.benchmarks.types import BenchmarkInfo
from core.errors import MalformedFileError, UnknownColumnsError
from core.evaluation import CaseKind, Metric, Run
from core.evaluation.qrels_files import read_qrels_rows
from core.evaluation.text_lines import from_trec
from core.labels import (
    LOCAL,
    Ballot,
    Kind,
    Origin,
    Pair,
    QueueTerms,
    Role,
    Task,
    Voter,
    add_to_queue,
    adjudicate,
    cast_vote,
    create_queue,
    current_votes,
    history,
    own_vote,
    progress,
    put_pair,
    queues,
)
from core.labels.errors import BadReleaseError, ReleaseExistsError, RoleError, VoterError
from core.labels.queueing.carried import carried_queues
from core.labels.settling.releases import differences, releases, settled_labels
from core.labels.settling.rules import Settling
from core.store import Workspace
from tests.core.benchmarks import tiny

ANN = Voter("ann")
FISH_TOWNS = ("fish.csv", "datalake/towns.csv")


@pytest.fixture
def made(tmp_path: Path) -> tuple[Workspace, BenchmarkInfo]:
    """The tiny benchmark with two runs: "one" finds a negative first, "two" the positives."""
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    for name, ranking in (
        ("one", '{"fish": ["towns", "sea fish"], "birds": ["owls", "towns"]}'),
        ("two", '{"fish": ["sea fish", "river"], "birds": ["owls", "river"]}'),
    ):
        (tmp_path / f"{name}.json").write_text(ranking)
        runs.import_run(workspace, info, tmp_path / f"{name}.json", name)
    return workspace, info


def votes_file(folder: Path, text: str) -> Path:
    path = folder / "votes.csv"
    path.write_text(text)
    return path


def test_what_a_run_disputes_becomes_cases_with_their_effect(made) -> None:
    workspace, info = made
    found = labelling.disputed_pairs(workspace, info, ["one"], 1)

    # Rank 1 of "one" for fish is a labelled negative; both positives of fish are then missed.
    assert (found[0].query, found[0].table, found[0].origin) == (*FISH_TOWNS, Origin.GTFP)
    assert {p.table for p in found if p.origin is Origin.GTFN} == {
        "datalake/sea fish.csv",
        "datalake/river.csv",
    }
    # Of the two runs one ranks it first, so their difference depends on its label.
    assert found[0].effect == 1.0
    assert all(pair.task is Task.UNION for pair in found)
    only = labelling.disputed_pairs(workspace, info, ["one"], 1, [CaseKind.GTFP])
    assert [p.table for p in only] == ["datalake/towns.csv"]


def test_disputed_pairs_are_narrowed_with_each_run_loaded_once(
    made, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace, info = made
    every = labelling.disputed_pairs(workspace, info, ["two", "one"], 2)
    loaded: list[str] = []
    load = audit.load_run

    def loading(workspace: Workspace, info: BenchmarkInfo, label: str) -> Run:
        loaded.append(label)
        return load(workspace, info, label)

    monkeypatch.setattr(audit, "load_run", loading)
    assert labelling.narrowed_pairs(workspace, info, ["two", "one"], 2, CaseFilter()) == every
    assert sorted(loaded) == ["one", "two"]
    only = labelling.narrowed_pairs(
        workspace, info, ["one"], 1, CaseFilter(CaseKind.GTFP, words="towns")
    )
    assert [(pair.table, pair.effect) for pair in only] == [("datalake/towns.csv", 1.0)]
    for wrong in (["one", "three"], []):
        with pytest.raises(RunNotFoundError):
            labelling.narrowed_pairs(workspace, info, wrong, 2, CaseFilter())


def test_runs_that_are_not_chosen_are_not_held_for_the_effects(
    made, tmp_path: Path, runs_held: list[int]
) -> None:
    workspace, info = made
    for label in ("three", "four"):
        runs.import_run(workspace, info, tmp_path / "two.json", label)
    found = labelling.disputed_pairs(workspace, info, ["one"], 1)
    # One run of four ranks it first: the order of 3 of 6 pairs of runs depends on its label.
    assert (found[0].query, found[0].table, found[0].effect) == (*FISH_TOWNS, 0.5)
    assert len(runs_held) == 4 and max(runs_held) <= 2


def test_pairs_are_listed_in_any_spelling(made, tmp_path: Path) -> None:
    workspace, info = made
    path = votes_file(tmp_path, "query,table\nfish,towns\nbirds.csv,datalake/owls.csv\n")
    assert [(p.query, p.table) for p in labelling.listed_pairs(workspace, info, path)] == [
        FISH_TOWNS,
        ("birds.csv", "datalake/owls.csv"),
    ]
    votes_file(tmp_path, "query,table\nfish,towns\nfish,nowhere\n")
    with pytest.raises(UnknownPairsError, match="Got line 3: 'fish' and 'nowhere'; nothing was"):
        labelling.listed_pairs(workspace, info, path)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("query,table,Query\nfish,towns,birds\n", "line 1: .* 'query' 2 times"),
        ("query,table,table\nfish,towns,owls\n", "line 1: .* 'table' 2 times"),
        ("query,table\nfish,towns\nbirds,datalake/owls.csv,1\n", "line 3: .* Got 3"),
        ("note,query,table\nfish,towns\n", "line 2: .* Got 2"),
    ],
)
def test_a_list_of_pairs_whose_columns_cannot_be_told_is_refused(made, tmp_path, text, told):
    with pytest.raises(MalformedFileError, match=told):
        labelling.listed_pairs(*made, votes_file(tmp_path, text))


def test_a_query_is_not_named_by_a_table_that_several_have(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    header = "query_table,candidate_table,query_column,joinable\n"
    truth = header + "fish.csv,river.csv,fish,1\nfish.csv,river.csv,weight,1\nbirds,owls,bird,1\n"
    files = {**tiny.TABLES, "groundtruth.csv": truth}
    info = tiny.add(workspace, "joins", tiny.lay(tmp_path / "joins", files))
    lines = ["query,table,voter,label", "birds,owls,ann,2", "fish.csv,river,ann,2"]
    path = votes_file(tmp_path, "\n".join(lines) + "\n")
    told = "line 3: .* the table of 'fish.csv on fish', 'fish.csv on weight'"
    for read in (
        lambda: vote_files.import_votes(workspace, LOCAL, info, path, skip_unknown=True),
        lambda: labelling.listed_pairs(workspace, info, path),
    ):
        with pytest.raises(AmbiguousQueryError, match=told):
            read()
    assert current_votes(workspace, info.key).is_empty()
    text = path.read_text()
    for name in ("fish.csv on weight", "fish.csv%20on%20weight"):  # and as exported runs have it
        path.write_text(text.replace("fish.csv,", f"{name},"))
        assert [pair.query for pair in labelling.listed_pairs(workspace, info, path)] == [
            "birds",
            "fish.csv on weight",
        ]
    assert vote_files.import_votes(workspace, LOCAL, info, path).added == 2


def test_votes_of_others_are_imported_once(made, tmp_path: Path) -> None:
    workspace, info = made
    path = votes_file(
        tmp_path,
        "query,table,voter,label\nfish,towns,ann,2\nfish.csv,towns.csv,bob,none\n"
        "query/birds.csv,datalake/owls.csv,ann,1\n",
    )
    first = vote_files.import_votes(workspace, LOCAL, info, path)
    again = vote_files.import_votes(workspace, LOCAL, info, path)
    assert (first.added, first.known) == (3, 0)
    assert (again.added, again.known) == (0, 3)
    told = vote_files.votes_document(workspace, LOCAL, info)["votes"]
    assert [(v["query"], v["table"], v["voter"], v["kind"], v["label"]) for v in told] == [
        ("fish.csv", "towns.csv", "ann", "human", 2),
        ("fish.csv", "towns.csv", "bob", "human", None),
        ("birds.csv", "owls.csv", "ann", "human", 1),
    ]


def test_a_dry_run_tells_whose_votes_a_file_would_replace_and_keeps_nothing(
    made, tmp_path: Path
) -> None:
    workspace, info = made
    for table, label in (("datalake/towns.csv", 2), ("datalake/river.csv", 1)):
        case = put_pair(workspace, LOCAL, info.key, Pair("fish.csv", table)).key
        cast_vote(workspace, ANN, case, Ballot(label))
    path = votes_file(
        tmp_path,
        "query,table,voter,label,voted_at\nfish,towns,ann,0,\nfish,river,ann,1,\n"
        "birds,owls,ann,2,\nfish,river,ann,0,2020-01-01\nfish,towns,new,2,\n",
    )
    before = vote_files.votes_document(workspace, LOCAL, info)
    tried = vote_files.import_votes(workspace, LOCAL, info, path, dry_run=True)
    # On towns ann had said 2. On the river she says the same, and in 2020 it was another thing.
    assert (tried.added, tried.replaced) == (5, (2,))
    assert tried.replaced_told.startswith("1 vote takes the place of another label")
    assert vote_files.votes_document(workspace, LOCAL, info) == before
    assert vote_files.import_votes(workspace, LOCAL, info, path) == tried
    again = vote_files.import_votes(workspace, LOCAL, info, path)
    assert (again.added, again.replaced, again.replaced_told) == (0, (), "")


def test_votes_are_carried_to_another_benchmark_and_back(made, tmp_path: Path) -> None:
    workspace, info = made
    copy = tiny.add(workspace, "copy", tiny.ugen(tmp_path / "copy"))
    vote_files.import_votes(
        workspace, LOCAL, info, votes_file(tmp_path, "query,table,label\nfish,towns,2\n"), "ann"
    )
    path = tmp_path / "votes.json"
    came = []
    for source, target in ((info, copy), (info, copy), (copy, info)):
        path.write_text(json.dumps(vote_files.votes_document(workspace, LOCAL, source)))
        came.append(vote_files.import_votes(workspace, LOCAL, target, path))
    assert [(one.added, one.known) for one in came] == [(1, 0), (0, 1), (0, 1)]
    assert [len(current_votes(workspace, one.key)) for one in (info, copy)] == [1, 1]


def test_what_queues_want_travels_with_the_votes(made, tmp_path: Path) -> None:
    workspace, info = made
    pairs = [Pair("fish.csv", f"datalake/{name}.csv") for name in ("towns", "river", "sea fish")]
    queue = create_queue(
        workspace, LOCAL, info.key, "checks", pairs[:2], QueueTerms(wanted=2, seed=7)
    )
    both, one, _ = (put_pair(workspace, LOCAL, info.key, pair).key for pair in pairs)
    for voter, case in ((ANN, both), (Voter("bob"), both), (ANN, one)):
        cast_vote(workspace, voter, case, Ballot(2))
    path, elsewhere = tmp_path / "v.json", Workspace.open(tmp_path / "elsewhere")
    path.write_text(json.dumps(vote_files.votes_document(workspace, LOCAL, info)))
    copy = tiny.add(elsewhere, "tiny", tmp_path / "tiny")

    tried = vote_files.import_votes(elsewhere, LOCAL, copy, path, dry_run=True)
    assert (tried.queues, queues(elsewhere, copy.key)) == (("checks",), [])
    assert vote_files.import_votes(elsewhere, LOCAL, copy, path) == tried
    assert (tried.unqueued, tried.less, tried.queues_told) == (
        *(0, 0),
        "A queue comes with the votes: 'checks'.",
    )
    # The same votes by the same rule make the same release: what lacks a vote stays open there.
    fingerprints = {
        releasing.make_release(where, LOCAL, of, "r").fingerprint
        for where, of in ((workspace, info), (elsewhere, copy))
    }
    assert len(fingerprints) == 1
    assert [one.settled for one in releases(elsewhere, copy.key)[1:]] == [1]
    (came,) = queues(elsewhere, copy.key)
    assert (came.wanted, came.seed, came.created_at) == (2, 7, queue.created_at)
    assert progress(elsewhere, came, ANN) == progress(workspace, queue, ANN)

    # What was put into it since comes along; another of its name stays as it is, which is told.
    add_to_queue(workspace, LOCAL, queue, pairs[2:])
    path.write_text(json.dumps(vote_files.votes_document(workspace, LOCAL, info)))
    again = vote_files.import_votes(elsewhere, LOCAL, copy, path)
    assert (again.added, again.queues, progress(elsewhere, came, ANN).cases) == (0, (), 3)
    third = Workspace.open(tmp_path / "third")
    other = tiny.add(third, "tiny", tmp_path / "tiny")
    create_queue(third, Voter("lea", role=Role.CURATOR), other.key, "checks", pairs[:1])
    done = vote_files.import_votes(third, LOCAL, other, path)
    assert (done.queues, done.less, done.unqueued) == ((), 3, 1)
    assert "Fewer votes settle 3 cases here than where the file comes from" in done.queues_told


def test_a_pair_that_a_queue_lists_twice_is_one_case_with_the_most_votes(
    made, tmp_path: Path
) -> None:
    workspace, info = made
    pairs = [Pair("fish.csv", f"datalake/{name}.csv") for name in ("towns", "river")]
    create_queue(workspace, LOCAL, info.key, "checks", pairs, QueueTerms(wanted=2))
    cast_vote(workspace, ANN, put_pair(workspace, LOCAL, info.key, pairs[0]).key, Ballot(2))
    document = vote_files.votes_document(workspace, LOCAL, info)
    first, second = document["queues"][0]["cases"]
    # Of two documents put together by hand, of which one names tables by their paths.
    other = {**first, "table": f"datalake/{first['table']}"}
    first |= {"wanted": 3, "needed": 1}
    document["queues"][0]["cases"] = [first, second, other, second]
    path, elsewhere = tmp_path / "v.json", Workspace.open(tmp_path / "elsewhere")
    path.write_text(json.dumps(document))
    copy = tiny.add(elsewhere, "tiny", tmp_path / "tiny")
    vote_files.import_votes(elsewhere, LOCAL, copy, path)
    (came,) = carried_queues(elsewhere, LOCAL, copy.key)
    assert [(case.pair.table, case.wanted, case.needed) for case in came.cases] == [
        ("datalake/towns.csv", 3, 2),
        ("datalake/river.csv", 2, 2),
    ]


def test_pairs_of_queues_that_are_not_of_the_benchmark_are_told(made, tmp_path: Path) -> None:
    workspace, info = made
    pair = Pair(*FISH_TOWNS)
    create_queue(workspace, LOCAL, info.key, "checks", [pair], QueueTerms(wanted=2))
    cast_vote(workspace, ANN, put_pair(workspace, LOCAL, info.key, pair).key, Ballot(2))
    document = vote_files.votes_document(workspace, LOCAL, info)
    case = document["queues"][0]["cases"][0]
    document["queues"][0]["cases"].append({**case, "table": "moon.csv"})
    path, elsewhere = tmp_path / "v.json", Workspace.open(tmp_path / "elsewhere")
    path.write_text(json.dumps(document))
    copy = tiny.add(elsewhere, "tiny", tmp_path / "tiny")
    done = vote_files.import_votes(elsewhere, LOCAL, copy, path)
    assert done.not_put == (("fish.csv", "moon.csv"),)
    assert "1 pair of the file's queues" in done.queues_told
    assert progress(elsewhere, queues(elsewhere, copy.key)[0], ANN).cases == 1


def test_cases_of_no_queue_that_a_single_vote_settles_are_told(made, tmp_path: Path) -> None:
    workspace, info = made
    lines = (
        "query,table,voter,label\nfish,towns,ann,2\nfish,river,ann,2\nfish,river,bob,2\n"
        "birds,owls,ann,none\n"
    )
    done = vote_files.import_votes(workspace, LOCAL, info, votes_file(tmp_path, lines))
    assert done.unqueued == 2
    assert done.unqueued_told.startswith("2 cases are in no queue, so that a single vote is enough")
    found = conclude(workspace, LOCAL, info)
    assert found.warning == (
        "1 case of no queue is settled by a single vote; --least-votes 2, or Votes from 2, leaves "
        "such open."
    )
    assert conclude(workspace, LOCAL, info, settling=Settling(least_votes=2)).warning == ""
    create_queue(workspace, LOCAL, info.key, "one is enough", [Pair(*FISH_TOWNS)])
    assert conclude(workspace, LOCAL, info).warning == ""


def test_a_vote_that_came_without_a_moment_is_carried_on_without_one(made, tmp_path: Path) -> None:
    workspace, info = made
    path = votes_file(tmp_path, "query,table,voter,label\nfish,towns,ann,2\n")
    vote_files.import_votes(workspace, LOCAL, info, path)
    document = vote_files.votes_document(workspace, LOCAL, info)
    assert [(bool(one["voted_at"]), one["timed"]) for one in document["votes"]] == [(True, False)]
    copy = tiny.add(workspace, "copy", tiny.ugen(tmp_path / "copy"))
    (tmp_path / "votes.json").write_text(json.dumps(document))
    vote_files.import_votes(workspace, LOCAL, copy, tmp_path / "votes.json")
    assert current_votes(workspace, copy.key)["voted_at"].to_list() == [None]


def test_no_file_undoes_what_was_voted_since_and_that_it_does_not_is_told(
    made, tmp_path: Path
) -> None:
    workspace, info = made

    def imported(*grades: str, header: str = "query,table,voter,label") -> ImportedVotes:
        lines = "\n".join([header, *(f"fish,towns,ann,{grade}" for grade in grades)])
        return vote_files.import_votes(workspace, LOCAL, info, votes_file(tmp_path, lines))

    def current() -> list[int]:
        return current_votes(workspace, info.key)["label"].to_list()

    assert (imported("2", "0").superseded, current()) == ((), [0])
    again = imported("2", "0")  # the same file: 0 is its last word
    assert (again.added, again.known, again.superseded) == (0, 2, ())
    back = imported("2")
    assert (back.added, back.known, back.superseded, current()) == (0, 1, (2,), [0])
    assert "1 vote was entered before, and a later one still" in back.superseded_told
    soon = (datetime.now(UTC) + timedelta(minutes=1)).isoformat()
    said = imported(f"2,{soon}", header="query,table,voter,label,voted_at")
    assert (said.added, said.superseded, current()) == (1, (), [2])


def test_a_file_that_goes_back_to_an_earlier_vote_ends_with_it(made, tmp_path: Path) -> None:
    workspace, info = made
    votes = "".join(f"fish,towns,ann,{grade}\n" for grade in (2, 2, 0, 2))
    path = votes_file(tmp_path, f"query,table,voter,label\n{votes}")
    came = [vote_files.import_votes(workspace, LOCAL, info, path) for _ in range(2)]
    assert [(one.added, one.known, one.superseded) for one in came] == [(3, 1, ()), (0, 4, ())]
    assert current_votes(workspace, info.key)["label"].to_list() == [2]


def test_leaving_out_unknown_pairs_is_not_proposed_where_it_was_asked_for(
    made, tmp_path: Path
) -> None:
    workspace, info = made
    path = votes_file(tmp_path, "query,table,voter,label\nghost,x,ann,2\n")
    with pytest.raises(UnknownPairsError, match="have them left out"):
        vote_files.import_votes(workspace, LOCAL, info, path)
    with pytest.raises(UnknownPairsError, match="none is left when these are left out") as caught:
        vote_files.import_votes(workspace, LOCAL, info, path, skip_unknown=True)
    assert "--known" not in str(caught.value)


def test_a_line_without_a_label_is_no_vote(made, tmp_path: Path) -> None:
    workspace, info = made
    lines = "query,table,voter,label\nfish,towns,,\nfish,nowhere,ann, \nfish,river,ann,None\n"
    done = vote_files.import_votes(workspace, LOCAL, info, votes_file(tmp_path, lines))
    assert (done.added, done.unknown, done.blank) == (1, (), (2, 3))
    assert current_votes(workspace, info.key).select("table", "label").rows() == [
        ("datalake/river.csv", None)
    ]
    path = votes_file(tmp_path, "query,table,voter,label\nfish,towns,ann,\nfish,river,ann,\n")
    with pytest.raises(MalformedFileError, match=r"at least one\. Got 2 without a label"):
        vote_files.import_votes(workspace, LOCAL, info, path)


def test_columns_of_votes_that_are_not_read_are_named(made, tmp_path: Path) -> None:
    workspace, info = made
    lines = "query,table,voter,label,Confidence,remarks,final\nfish,towns,ann,2,.5,same,no\n"
    done = vote_files.import_votes(workspace, LOCAL, info, votes_file(tmp_path, lines))
    assert (done.added, done.unread) == (1, ("Confidence", "final"))


def test_two_labels_of_one_voter_are_told_unless_moments_tell_the_last(
    made, tmp_path: Path
) -> None:
    workspace, info = made
    head = "query,table,voter,label,voted_at\n"
    again = "fish,towns,ann,1,\nfish,towns,ann,1,\n"
    both = "fish,towns,hal,2,{}\nquery/fish.csv,towns.csv,hal,0,{}\n"
    path = votes_file(tmp_path, head + again + both.format("", ""))
    done = vote_files.import_votes(workspace, LOCAL, info, path)
    assert (done.added, done.known, done.contradicting) == (3, 1, ((5, 4),))
    assert done.contradicting_told.startswith("1 time a voter gave two labels for one pair")
    assert "the lower line counts (lines 4 and 5)" in done.contradicting_told
    path = votes_file(tmp_path, head + again + both.format("2026-03-02", "2026-03-01"))
    assert vote_files.import_votes(workspace, LOCAL, info, path).contradicting == ()


def test_all_broken_lines_of_a_file_are_told_at_once(made, tmp_path: Path) -> None:
    workspace, info = made
    lines = (
        "query,table,voter,label\nfish,towns,ann,9\nfish,river,ann,2\nfish,river\n"
        "fish,moon,ann,2\nfish,sea fish,,2\nfish,towns,bob,x\n"
    )
    path = votes_file(tmp_path, lines)
    with pytest.raises(MalformedFileError) as caught:
        vote_files.import_votes(workspace, LOCAL, info, path, dry_run=True)
    assert str(caught.value) == (
        f"{path}: Every line of a file of votes must be one, and nothing was taken. Got 5 that "
        "are none. Line 2: A label must be 2, 1, 0, or none for can't tell. Got '9'. "
        "Line 4: Every line must have the 4 columns of the header. Got 2. "
        "Line 5: A pair must be a query and a candidate. Got 'fish' and 'moon'. "
        "Line 6: A query, a table and a voter must have names. "
        "Line 7: A label must be 2, 1, 0, or none for can't tell. Got 'x'."
    )
    with pytest.raises(MalformedFileError, match="Got 4 that are none") as caught:
        vote_files.import_votes(workspace, LOCAL, info, path, skip_unknown=True)
    path.write_text("query,table,voter,label\n" + "fish,towns,ann,9\n" * 12 + 'fish,"river,a,2\n')
    with pytest.raises(MalformedFileError, match="Got 13 that are none") as caught:
        vote_files.import_votes(workspace, LOCAL, info, path)
    assert "Line 11: " in str(caught.value) and "Line 12: " not in str(caught.value)
    assert str(caught.value).endswith("And 3 more.")
    assert vote_files.votes_document(workspace, LOCAL, info)["votes"] == []


@pytest.mark.parametrize("final", ["true", "Yes", "1"])
def test_a_decision_in_a_csv_is_refused_and_never_a_plain_vote(
    made, tmp_path: Path, final: str
) -> None:
    workspace, info = made
    path = votes_file(tmp_path, f"query,table,voter,label,final\nfish,towns,ann,2,{final}\n")
    with pytest.raises(MalformedFileError, match=r"line 2: .* Got a line that is final"):
        vote_files.import_votes(workspace, LOCAL, info, path)


def test_a_document_of_votes_is_known_under_another_name(made, tmp_path: Path) -> None:
    workspace, info = made
    case = put_pair(workspace, LOCAL, info.key, Pair(*FISH_TOWNS)).key
    adjudicate(workspace, LOCAL, case, Ballot(2))
    written = json.dumps(vote_files.votes_document(workspace, LOCAL, info), indent=1)
    path = votes_file(tmp_path, f"\ufeff\n{written}")
    copy = tiny.add(workspace, "copy", tmp_path / "tiny")
    assert vote_files.import_votes(workspace, LOCAL, copy, path).added == 1
    (decided,) = vote_files.votes_document(workspace, LOCAL, copy)["votes"]
    assert (decided["final"], decided["label"]) == (True, 2)


def test_people_of_a_file_have_no_judges_name(made, tmp_path: Path) -> None:
    workspace, info = made
    path = votes_file(tmp_path, "query,table,label\nfish,towns,2\n")
    with pytest.raises(MalformedFileError, match=r"line 2: .* Got 'rule:matcher', as judges are"):
        vote_files.import_votes(workspace, LOCAL, info, path, "rule:matcher")
    rule = vote_files.import_votes(workspace, LOCAL, info, path, "rule:matcher", kind=Kind.RULE)
    assert rule.added == 1
    path = votes_file(tmp_path, "query,table,label,voter,kind\nfish,towns,2,openai:m,human\n")
    with pytest.raises(MalformedFileError, match=r"line 2: .* say that its kind is llm"):
        vote_files.import_votes(workspace, LOCAL, info, path)


def test_removing_a_benchmark_with_its_votes_frees_the_names_of_their_voters(
    made, tmp_path: Path
) -> None:
    workspace, info = made
    path = votes_file(tmp_path, "query,table,label\nfish,towns,2\n")
    vote_files.import_votes(workspace, LOCAL, info, path, "authors")
    with pytest.raises(VoterError, match="who is human already"):
        vote_files.import_votes(workspace, LOCAL, info, path, "authors", kind=Kind.LLM)
    registry.remove_benchmark(workspace, info.name, with_votes=True)
    again = tiny.add(workspace, "again", tmp_path / "tiny")
    done = vote_files.import_votes(workspace, LOCAL, again, path, "authors", kind=Kind.LLM)
    assert done.added == 1


def test_a_vote_of_a_file_supersedes_what_was_given_before_it(made, tmp_path: Path) -> None:
    workspace, info = made
    case = put_pair(workspace, LOCAL, info.key, Pair(*FISH_TOWNS)).key

    def after(text: str, name: str = "v.csv") -> list[tuple[str, int]]:
        (tmp_path / name).write_text(text)
        vote_files.import_votes(workspace, LOCAL, info, tmp_path / name, "ann")
        return current_votes(workspace, info.key).select("voter", "label").rows()

    head = "query,table,label,voted_at\n"
    cast_vote(workspace, ANN, case, Ballot(2))
    assert after(head + "fish,towns,0,2020-05-01\n") == [("ann", 2)]
    assert [vote.ballot.label for vote in history(workspace, LOCAL, case)] == [0, 2]
    older = '{"votes": [{"query": "fish", "table": "towns", "label": 1, "voted_at": "2019-01-01"}]}'
    assert after(older, "v.json") == [("ann", 2)]
    own = own_vote(workspace, ANN, case)
    assert own is not None
    assert own.ballot.label == 2
    # The later of two moments, not of two texts: 23:00 of the day before in London.
    zones = "fish,towns,1,2020-07-02T01:00:00+02:00\nfish,towns,2,2020-07-01T23:30:00Z\n"
    (tmp_path / "bob.csv").write_text(head + zones)
    vote_files.import_votes(workspace, LOCAL, info, tmp_path / "bob.csv", "bob")
    assert ("bob", 2) in current_votes(workspace, info.key).select("voter", "label").rows()
    assert after("query,table,label\nfish,towns,0\n") == [("ann", 0), ("bob", 2)]


@pytest.mark.parametrize("moment", ["last week", "2999-01-01", "0001-01-01T00:00:00+02:00"])
def test_a_moment_of_a_file_is_one_and_has_passed(made, tmp_path: Path, moment: str) -> None:
    workspace, info = made
    path = votes_file(tmp_path, f"query,table,label,voted_at\nfish,towns,2,{moment}\n")
    with pytest.raises(MalformedFileError, match=r"line 2: A vote's moment is .* Got "):
        vote_files.import_votes(workspace, LOCAL, info, path, "ann")


def test_nothing_is_half_imported(made, tmp_path: Path) -> None:
    workspace, info = made
    path = votes_file(tmp_path, "query_table,data_lake_table,label\nfish,towns,2\nfish,x,1\n")
    with pytest.raises(UnknownPairsError, match="line 3: 'fish' and 'x'; nothing was taken"):
        vote_files.import_votes(workspace, LOCAL, info, path, "ann")
    assert vote_files.votes_document(workspace, LOCAL, info)["votes"] == []
    done = vote_files.import_votes(workspace, LOCAL, info, path, "ann", skip_unknown=True)
    assert (done.added, done.unknown) == (1, ((3, "fish", "x"),))
    with pytest.raises(UnknownColumnsError, match=r"A vote has a voter.*say whose votes they are"):
        vote_files.import_votes(workspace, LOCAL, info, path)
    votes_file(tmp_path, "a,b\n1,2\n")
    with pytest.raises(UnknownColumnsError, match=r"columns query, table and label.* Got a, b"):
        vote_files.import_votes(workspace, LOCAL, info, path, "cat")
    votes_file(tmp_path, "query,table,label\nfish,towns,2\nfish,river,high\n")
    with pytest.raises(MalformedFileError, match="line 3: A label must be 2, 1, 0"):
        vote_files.import_votes(workspace, LOCAL, info, path, "cat")
    with pytest.raises(RoleError, match="Only a curator may import votes"):
        vote_files.import_votes(workspace, ANN, info, path, "cat")


def settle(workspace: Workspace, info: BenchmarkInfo) -> None:
    """Two say that towns fit fish after all; they differ on owls, which a curator decides."""
    votes = {"datalake/towns.csv": ("fish.csv", 2, 2), "datalake/owls.csv": ("birds.csv", 2, 0)}
    for table, (query, first, second) in votes.items():
        case = put_pair(workspace, LOCAL, info.key, Pair(query, table))
        cast_vote(workspace, ANN, case.key, Ballot(first))
        cast_vote(workspace, Voter("=bob"), case.key, Ballot(second))
    adjudicate(workspace, LOCAL, case.key, Ballot(1))


def test_a_release_holds_what_is_settled_over_the_base(made, tmp_path: Path) -> None:
    workspace, info = made
    settle(workspace, info)
    made_release = releasing.make_release(workspace, LOCAL, info, "r1", note="first")

    assert (made_release.labels, made_release.settled) == (5, 2)
    assert (made_release.adjudicated, made_release.changed) == (1, 2)
    truth = registry.qrels(workspace, info, "r1")
    assert truth.fingerprint == made_release.fingerprint
    assert truth.to_dict() == {
        "birds.csv": {"datalake/owls.csv": 1, "datalake/river.csv": 0},
        "fish.csv": {
            "datalake/river.csv": 2,  # a positive of the base means unionable
            "datalake/sea fish.csv": 2,
            "datalake/towns.csv": 2,
        },
    }
    assert settled_labels(workspace, info.key, "r1").drop("case", "confidence").rows() == [
        ("birds.csv", "datalake/owls.csv", 2, 1, "adjudication"),
        ("fish.csv", "datalake/towns.csv", 0, 2, "consensus"),
    ]
    changed = differences(registry.graded_qrels(workspace, info), truth)
    assert changed.select("table", "before", "after").rows() == [
        ("datalake/owls.csv", 2, 1),
        ("datalake/towns.csv", 0, 2),
    ]
    # P@1 of "one": towns is a positive now; owls is one if partly counts.
    board = scored_runs.leaderboard(workspace, info, 1, "r1")
    assert {row.run.method: row[Metric.P] for row in board.rows} == {"one": 1.0, "two": 1.0}
    with pytest.raises(ReleaseExistsError, match="Got 'r1', which is one already"):
        releasing.make_release(workspace, LOCAL, info, "r1")


def test_a_release_is_written_in_each_form(made, tmp_path: Path) -> None:
    workspace, info = made
    settle(workspace, info)
    releasing.make_release(workspace, LOCAL, info, "r1")
    truth = registry.qrels(workspace, info, "r1")

    exporting.export_release(workspace, LOCAL, info, "r1", tmp_path / "r1.qrels")
    rows = read_qrels_rows(tmp_path / "r1.qrels")
    written = [(query, f"datalake/{from_trec(table)}", grade) for _, query, table, grade in rows]
    assert written == truth.frame.rows()
    exporting.export_release(workspace, LOCAL, info, "r1", tmp_path / "r1.csv")
    assert pl.read_csv(tmp_path / "r1.csv").rows()[0][:6] == (
        *("birds.csv", "owls.csv", 1, 2, "adjudication"),
        "'=bob=0; ann=2; local=1*",
    )
    exporting.export_release(workspace, LOCAL, info, "r1", tmp_path / "folder")
    for folder in ("datalake", "query"):
        (tmp_path / "folder" / folder).symlink_to(tmp_path / "tiny" / folder)
    again = tiny.add(workspace, "again", tmp_path / "folder")
    assert registry.qrels(workspace, again) == truth


def test_what_nobody_voted_on_cannot_be_released(made) -> None:
    workspace, info = made
    with pytest.raises(BadReleaseError, match=r"at least one settled label. Got none"):
        releasing.make_release(workspace, LOCAL, info, "r1")
    with pytest.raises(RoleError, match="Only a curator may make a release"):
        releasing.make_release(workspace, ANN, info, "r1")
    with pytest.raises(BadReleaseError, match="name must not be empty"):
        releasing.make_release(workspace, LOCAL, info, "")


def test_a_benchmark_with_votes_is_not_removed_by_the_way(made) -> None:
    workspace, info = made
    settle(workspace, info)
    releasing.make_release(workspace, LOCAL, info, "r1")
    with pytest.raises(VotesExistError, match="'tiny' has 5; keep them with `label export`"):
        registry.remove_benchmark(workspace, "tiny")
    registry.remove_benchmark(workspace, "tiny", with_votes=True)
    assert registry.benchmarks(workspace) == []


def test_the_human_labels_of_ugen_become_a_release(tmp_path: Path, ugen: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "ugen", ugen)
    done = vote_files.import_votes(workspace, LOCAL, info, ugen / "human_labels.csv", "authors")
    assert (done.added, done.unknown) == (1_000, ())

    made_release = releasing.make_release(workspace, LOCAL, info, "people")

    # Published label 1 and human 2/1/0: 411/39/50; label 0: 139/42/319 (UGEN V1's description).
    grades = registry.qrels(workspace, info, "people").frame["relevance"].value_counts()
    assert dict(grades.rows()) == {2: 550, 1: 81, 0: 369}
    assert made_release.changed == 1_000 - 411 - 319


def test_names_that_differ_in_case_alone_are_told(made, tmp_path: Path) -> None:
    workspace, info = made
    lines = "query,table,voter,label\nfish,river,Ann,2\nbirds,owls,ann,2\n"
    path = votes_file(tmp_path, lines)
    done = vote_files.import_votes(workspace, LOCAL, info, path)
    assert done.alike == (("ann", "Ann"),)
    assert "different people ('ann' and 'Ann')" in done.alike_told
    # A file that is only tried has put nothing in that would have to go.
    assert "write one name in the file before it is taken in" in done.alike_told
    assert "remove" not in done.alike_told


def test_what_a_file_of_votes_says_twice_is_refused_or_told(made, tmp_path: Path) -> None:
    workspace, info = made
    twice = votes_file(tmp_path, "query,table,voter,label,label\nfish,towns,ann,2,0\n")
    with pytest.raises(MalformedFileError, match=r"line 1: .* Got 'label' 2 times"):
        vote_files.import_votes(workspace, LOCAL, info, twice)
    beside = votes_file(
        tmp_path, "query,query_table,table,voter,label,reason,Remarks\nfish,birds,towns,ann,2,a,b\n"
    )
    done = vote_files.import_votes(workspace, LOCAL, info, beside)
    assert (done.added, done.unread) == (1, ("query_table", "Remarks"))


def test_what_is_told_of_many_votes_names_the_first_and_counts_the_rest() -> None:
    lines = tuple(range(2, 9))
    done = ImportedVotes(
        0,
        0,
        (),
        superseded=lines,
        contradicting=tuple((line, line - 1) for line in lines),
        alike=tuple((f"v{line}", f"V{line}") for line in lines),
        replaced=lines,
    )
    assert "(line 2, 3, 4, 5, 6 and 2 more)" in done.replaced_told
    assert "(line 2, 3, 4, 5, 6 and 2 more)" in done.superseded_told
    assert "(lines 1 and 2; 2 and 3; 3 and 4; 4 and 5; 5 and 6 and 2 more)" in (
        done.contradicting_told
    )
    assert "'v6' and 'V6' and 2 more)" in done.alike_told
