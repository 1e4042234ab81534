from __future__ import annotations

import sqlite3

import pytest

from core.labels import (
    LOCAL,
    Ballot,
    Kind,
    Pair,
    QueueTerms,
    Role,
    Task,
    Voter,
    adjudicate,
    case,
    cast_vote,
    create_queue,
    current_votes,
    history,
    own_vote,
    progress,
    put_pair,
)
from core.labels.errors import (
    BadVoteError,
    CaseNotFoundError,
    DecidedMeanwhileError,
    RoleError,
    VoteExistsError,
    VoterError,
)
from core.labels.queueing.cases import cases
from core.labels.queueing.handing import voted_cases
from core.labels.voting import casting
from core.labels.voting.entering import Entered, enter_votes
from core.labels.voting.importing import FileVote
from core.labels.voting.reviewing import agreement_so_far
from core.labels.voting.votes import decision_reasons, last_vote
from core.store import Workspace

ANN, BOB = Voter("ann"), Voter("bob")


@pytest.fixture
def key(workspace: Workspace) -> int:
    return put_pair(workspace, ANN, 1, Pair("q", "t.csv")).key


def test_a_vote_supersedes_and_the_history_stays(workspace: Workspace, key: int) -> None:
    cast_vote(workspace, ANN, key, Ballot(2, reason="same columns"))
    cast_vote(workspace, BOB, key, Ballot(1))
    cast_vote(workspace, ANN, key, Ballot(None))

    told = [(v.voter, v.ballot.label, v.current) for v in history(workspace, LOCAL, key)]
    assert told == [("ann", 2, False), ("bob", 1, True), ("ann", None, True)]
    frame = current_votes(workspace, 1)
    assert frame.select("case", "voter", "kind", "label").rows() == [
        (key, "ann", "human", None),
        (key, "bob", "human", 1),
    ]
    early = current_votes(workspace, 1, last_vote=1)
    assert early.select("voter", "label").rows() == [("ann", 2)]


def test_votes_of_some_kinds_of_voters_are_read_alone(workspace: Workspace, key: int) -> None:
    cast_vote(workspace, ANN, key, Ballot(2))
    cast_vote(workspace, Voter("openai:m", Kind.LLM), key, Ballot(1))
    cast_vote(workspace, Voter("rule:r", Kind.RULE), key, Ballot(0))

    def read(*kinds: Kind) -> list[str]:
        return current_votes(workspace, 1, kinds=kinds)["voter"].to_list()

    assert read(Kind.HUMAN) == ["ann"]
    assert read(Kind.RULE, Kind.LLM) == ["openai:m", "rule:r"]
    assert read(*Kind) == current_votes(workspace, 1)["voter"].to_list()
    assert [last_vote(workspace, 1, [kind]) for kind in Kind] == [1, 2, 3]
    assert last_vote(workspace, 1) == 3


def test_a_vote_after_the_clock_was_set_back_counts(
    workspace: Workspace, key: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    noon = "2026-05-01T12:00:00.000+00:00"
    told = iter([noon, noon, "2026-05-01T11:00:00.000+00:00"])  # ann's first, her votes'
    monkeypatch.setattr(casting, "_now", lambda: next(told))
    cast_vote(workspace, ANN, key, Ballot(2))
    cast_vote(workspace, ANN, key, Ballot(0))
    assert current_votes(workspace, 1)["label"].to_list() == [0]


def test_a_decision_after_the_clock_was_set_back_counts_whoever_made_it(
    workspace: Workspace, key: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    noon, before = "2026-05-01T12:00:00.000+00:00", "2026-05-01T11:00:00.000+00:00"
    told = iter([noon, noon, before, before])  # a voter's first, and their vote's
    monkeypatch.setattr(casting, "_now", lambda: next(told))
    adjudicate(workspace, LOCAL, key, Ballot(2))
    adjudicate(workspace, Voter("cy", role=Role.CURATOR), key, Ballot(0))
    assert current_votes(workspace, 1, final=True)["label"].to_list() == [0]


def test_every_field_of_a_vote_is_kept(workspace: Workspace, key: int) -> None:
    ballot = Ballot(
        2, (2, None, 0, 1), 0.75, "why", (("Näme", "name, full"),), seconds=12.5, shown="abc"
    )
    cast_vote(workspace, ANN, key, ballot)
    stored = own_vote(workspace, ANN, key)
    assert stored is not None
    assert stored.ballot == ballot
    assert stored.app_version
    assert (stored.query, stored.table) == ("q", "t.csv")


def test_a_vote_sent_twice_is_one(workspace: Workspace, key: int) -> None:
    first = cast_vote(workspace, ANN, key, Ballot(2), "click 1")
    assert cast_vote(workspace, ANN, key, Ballot(2), "click 1") == first
    for voter, label in ((ANN, 1), (BOB, 2)):
        with pytest.raises(VoteExistsError, match="Got 'click 1', which is of 'ann' on case 1"):
            cast_vote(workspace, voter, key, Ballot(label), "click 1")
    assert len(history(workspace, LOCAL, key)) == 1


@pytest.mark.parametrize("table", ["votes", "cases"])
@pytest.mark.parametrize("change", ["UPDATE {} SET {}", "DELETE FROM {}"])
def test_the_database_refuses_to_change_votes(
    workspace: Workspace, key: int, table: str, change: str
) -> None:
    cast_vote(workspace, ANN, key, Ballot(2))
    what = "label = 0" if table == "votes" else "query_id = 'x'"
    with pytest.raises(sqlite3.IntegrityError, match="is never changed"), workspace.writing() as db:
        db.execute(change.format(table, what))
    assert len(history(workspace, LOCAL, key)) == 1


def test_votes_go_with_their_benchmark_only(workspace: Workspace, key: int) -> None:
    cast_vote(workspace, ANN, key, Ballot(2))
    with workspace.writing() as db:
        db.execute("DELETE FROM benchmarks")
        assert db.execute("SELECT count(*) FROM votes").fetchone()[0] == 0


def test_a_decision_stands_beside_the_votes(workspace: Workspace, key: int) -> None:
    curator = Voter("ann", role=Role.CURATOR)
    cast_vote(workspace, ANN, key, Ballot(2))
    adjudicate(workspace, curator, key, Ballot(1, reason="one column"))
    adjudicate(workspace, LOCAL, key, Ballot(0, reason="other rows"))
    assert decision_reasons(workspace, LOCAL, 1) == {key: "other rows"}
    assert current_votes(workspace, 1)["label"].to_list() == [2]
    decided = current_votes(workspace, 1, final=True)
    assert decided.select("voter", "label").rows() == [("local", 0)]
    with pytest.raises(RoleError, match="Only a curator may adjudicate"):
        adjudicate(workspace, BOB, key, Ballot(1))
    with pytest.raises(BadVoteError, match="leave the case as it is instead"):
        adjudicate(workspace, LOCAL, key, Ballot(None))
    with pytest.raises(BadVoteError, match="Got one of kind llm"):
        adjudicate(workspace, Voter("openai:m", Kind.LLM, Role.CURATOR), key, Ballot(2))


def test_a_decision_takes_the_place_of_none_that_was_not_seen(
    workspace: Workspace, key: int
) -> None:
    cast_vote(workspace, ANN, key, Ballot(2))
    first = adjudicate(workspace, LOCAL, key, Ballot(1), "one click", seen=1)
    assert adjudicate(workspace, LOCAL, key, Ballot(1), "one click", seen=1) == first
    cy = Voter("cy", role=Role.CURATOR)
    with pytest.raises(DecidedMeanwhileError, match="Got one of 1 by 'local' since then"):
        adjudicate(workspace, cy, key, Ballot(0), seen=1)
    cast_vote(workspace, BOB, key, Ballot(0))  # a vote is no decision
    assert adjudicate(workspace, cy, key, Ballot(0), seen=first.key).ballot.label == 0


def test_who_votes_cannot_open_the_votes_of_others(workspace: Workspace, key: int) -> None:
    with pytest.raises(RoleError, match="Only a curator may open the votes of others"):
        history(workspace, ANN, key)
    with pytest.raises(RoleError, match="Only a curator may open the votes of others"):
        decision_reasons(workspace, ANN, 1)
    with pytest.raises(RoleError):
        cast_vote(workspace, Voter("eve", role=Role.VIEWER), key, Ballot(1))


def test_a_name_has_one_kind(workspace: Workspace, key: int) -> None:
    cast_vote(workspace, ANN, key, Ballot(2))
    with pytest.raises(VoterError, match="Got 'ann' as llm, who is human already"):
        cast_vote(workspace, Voter("ann", Kind.LLM), key, Ballot(2))


def test_many_cases_are_found_in_the_order_asked_and_only_of_their_benchmark(
    workspace: Workspace, key: int
) -> None:
    other = put_pair(workspace, ANN, 1, Pair("q", "u.csv")).key
    assert [one.table for one in cases(workspace, [other, key, other], 1)] == [
        "u.csv",
        "t.csv",
        "u.csv",
    ]
    assert cases(workspace, [key], 1) == [case(workspace, key)]
    for keys, benchmark in (([key, 99], 1), ([key], 2)):
        with pytest.raises(CaseNotFoundError, match=f"Got {keys[-1]}, which is none"):
            cases(workspace, keys, benchmark)


def test_what_cannot_be_a_vote_is_told(workspace: Workspace, key: int) -> None:
    for fault, given in (
        ("A label is 2, 1, 0", {"label": 3}),
        ("Each facet", {"label": 1, "facets": (3, None, None, None)}),
        ("A confidence is between 0 and 1. Got 2", {"label": 1, "confidence": 2}),
        ("Seconds spent are 0 or more", {"label": 1, "seconds": float("nan")}),
        ("at most 10,000 characters. Got 10,001", {"label": 1, "reason": "x" * 10_001}),
    ):
        with pytest.raises(BadVoteError, match=fault):
            Ballot(**given)  # type: ignore[arg-type]
    for wrong in (99, 10**20):  # the second is more than SQLite can hold
        with pytest.raises(CaseNotFoundError, match=f"Got {wrong}, which is none"):
            case(workspace, wrong)
    with pytest.raises(CaseNotFoundError, match="Got 99, which is none"):
        cast_vote(workspace, ANN, 99, Ballot(1))
    with pytest.raises(CaseNotFoundError):
        case(workspace, key, benchmark_key=2)
    with pytest.raises(VoterError, match=r"must not be empty\. Write one"):
        Voter("")
    for name in (" ", " ann", "a\nb", "x" * 201):
        with pytest.raises(VoterError, match="A voter's name"):
            Voter(name)


@pytest.mark.parametrize(("voter", "label"), [("ann", "NULL"), ("openai:m", "2")])
def test_the_file_refuses_a_decision_that_is_none(
    workspace: Workspace, key: int, voter: str, label: str
) -> None:
    cast_vote(workspace, ANN, key, Ballot(2))
    cast_vote(workspace, Voter("openai:m", Kind.LLM), key, Ballot(2))
    insert = (
        "INSERT INTO votes (case_key, voter, final, label, reason, app_version, shown, client_key, "
        f"voted_at) VALUES ({key}, '{voter}', 1, {label}, '', '', '', 'k', '2026-01-01')"
    )
    with pytest.raises(sqlite3.IntegrityError, match="A decision has"), workspace.writing() as db:
        db.execute(insert)


@pytest.mark.parametrize(
    ("voter", "label", "sentence"),
    [
        (Voter("openai:m", Kind.LLM), 2, "made by a person"),
        (BOB, None, "Got can't tell"),
    ],
)
def test_no_import_undoes_a_decision_by_what_is_none(
    workspace: Workspace, key: int, voter: Voter, label: int | None, sentence: str
) -> None:
    adjudicate(workspace, LOCAL, key, Ballot(0))
    vote = FileVote(1, "q", "t.csv", voter.name, voter.kind, label, final=True)
    with pytest.raises(BadVoteError, match=sentence):
        enter_votes(workspace, LOCAL, 1, [("q", "t.csv", Task.UNION, vote)])
    assert current_votes(workspace, 1, final=True)["label"].to_list() == [0]


def test_votes_of_judge_runs_of_several_workspaces_are_all_taken(workspace: Workspace) -> None:
    # Of versions that made a run's keys of numbers: each workspace has a run 1 with a case 1.
    def entered(label: int, voted_at: str) -> Entered:
        kind, number = Kind.LLM, "judge run 1 openai:m 1 00"
        vote = FileVote(1, "q", "t.csv", "openai:m", kind, label, voted_at=voted_at, key=number)
        return enter_votes(workspace, LOCAL, 1, [("q", "t.csv", Task.UNION, vote)])

    files = [(2, "2026-01-01"), (0, "2026-01-02"), (0, "2026-01-03")]
    assert [entered(*file).added for file in files] == [1, 1, 1]
    assert [entered(*file).added for file in files] == [0, 0, 0]
    assert current_votes(workspace, 1)["voted_at"].to_list() == ["2026-01-03T00:00:00.000+00:00"]


def test_a_vote_from_a_file_without_a_moment_has_none(workspace: Workspace, key: int) -> None:
    """It is given now, so that it supersedes; but that says nothing of when its voter voted."""
    moment = "2026-03-01T12:00:00.000+00:00"
    own = FileVote(3, "q", "t.csv", "cy", Kind.HUMAN, 2, voted_at=moment, key="k", timed=False)
    votes = [
        FileVote(1, "q", "t.csv", "bob", Kind.HUMAN, 2),
        FileVote(2, "q", "t.csv", "dan", Kind.HUMAN, 2, voted_at=moment),
        own,
    ]
    enter_votes(workspace, LOCAL, 1, [("q", "t.csv", Task.UNION, vote) for vote in votes])
    cast_vote(workspace, ANN, key, Ballot(2))
    given = dict(current_votes(workspace, 1).select("voter", "voted_at").iter_rows())
    assert given["ann"] is not None
    assert (given["bob"], given["cy"], given["dan"]) == (None, None, moment)
    told = {vote.voter: vote for vote in history(workspace, LOCAL, key)}
    assert {name: vote.timed for name, vote in told.items()} == {
        "ann": True,
        "bob": False,
        "cy": False,
        "dan": True,
    }
    assert told["bob"].voted_at and told["cy"].voted_at == moment


def test_a_person_of_a_judges_name_has_none_of_its_votes(workspace: Workspace) -> None:
    made = create_queue(
        workspace, LOCAL, 1, "q", [Pair("q", "t.csv")], QueueTerms(tells_agreement=True)
    )
    judge = Voter("gpt", Kind.LLM)
    cast_vote(workspace, judge, 1, Ballot(2))
    cast_vote(workspace, Voter("ann"), 1, Ballot(2))
    namesake = Voter("gpt")
    assert own_vote(workspace, judge, 1) is not None
    assert own_vote(workspace, namesake, 1) is None
    assert voted_cases(workspace, made, namesake, 9) == []
    assert progress(workspace, made, namesake).yours == 0
    assert agreement_so_far(workspace, made, namesake) == (0, 0)
    assert progress(workspace, made, judge).yours == 1
