"""Pairs of which a table is not in the lake: no case to vote on, and never a positive."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.benchmarks import runs, voting
from core.benchmarks.auditing import audit
from core.benchmarks.auditing.case_list import CaseFilter, told_misses, told_unlisted
from core.benchmarks.auditing.headline import made_headline
from core.benchmarks.curating import labelling, releasing
from core.benchmarks.curating.agreements import agreements
from core.benchmarks.curating.settling import conclude
from core.benchmarks.errors import UnknownPairsError
from core.benchmarks.presence import (
    absent_among,
    absent_cases,
    presence,
    require_pair,
    told_absent,
    told_undecided,
)
from core.benchmarks.types import BenchmarkInfo
from core.errors import TableNotFoundError
from core.evaluation import CaseKind
from core.labels import (
    LOCAL,
    Ballot,
    Pair,
    Task,
    Voter,
    adjudicate,
    cast_vote,
    create_queue,
    next_case,
    put_pair,
)
from core.labels.errors import BadReleaseError
from core.store import Workspace
from tests.core.benchmarks import tiny

ANN = Voter("ann")
NOSUCH = Pair("fish.csv", "nosuch", Task.UNION)
TOWNS = Pair("fish.csv", "datalake/towns.csv", Task.UNION)
RANKING = '{"fish": ["nosuch", "towns", "sea fish"], "birds": ["owls"]}'


@pytest.fixture
def made(tmp_path: Path) -> tuple[Workspace, BenchmarkInfo]:
    """The tiny benchmark, with a run that ranks a candidate first that the lake has not."""
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    (tmp_path / "run.json").write_text(RANKING)
    runs.import_run(workspace, info, tmp_path / "run.json", "theirs")
    return workspace, info


@pytest.fixture
def left(made: tuple[Workspace, BenchmarkInfo], tmp_path: Path) -> tuple[Workspace, BenchmarkInfo]:
    """The same, of which a positive and a query table have left the folder."""
    workspace, _ = made
    for table in ("datalake/river.csv", "query/birds.csv"):
        (tmp_path / "tiny" / table).unlink()
    return workspace, tiny.add(workspace, "tiny", tmp_path / "tiny")


def test_a_candidate_that_is_not_there_counts_in_the_rates_and_is_no_case(made) -> None:
    workspace, info = made
    found = audit.disputed(audit.judged(workspace, info), 2)
    # Of the four places of two queries nosuch and towns fill two without being positive.
    assert found.gtfp_pairs == (1, 2)
    assert [(one.kind, one.table) for one in found.first()] == [
        (CaseKind.GTFP, "datalake/towns.csv"),
        (CaseKind.GTFN, "datalake/river.csv"),
        (CaseKind.GTFN, "datalake/sea fish.csv"),
    ]
    assert found.absent["table"].to_list() == ["nosuch"]
    told = (
        "1 more pair is disputed, but not listed and not put to the vote, as its candidate or "
        "query table is not in the lake, first 'nosuch' of query 'fish.csv'."
    )
    assert told_unlisted(found) == told
    assert told_unlisted(found, [CaseKind.GTFN]) == ""
    line = made_headline(workspace, info)
    assert line is not None
    assert line.disputed == len(audit.disputed(audit.judged(workspace, info), 10).cases)


def test_labels_of_tables_that_have_left_are_kept_and_are_no_cases(left) -> None:
    workspace, info = left
    there = presence(workspace, info)
    assert there.gone == {"birds.csv"}
    assert not there.has("birds.csv", "datalake/owls.csv")
    found = audit.disputed(audit.judged(workspace, info), 1)
    assert [one.table for one in found.first()] == ["datalake/sea fish.csv"]
    assert found.gtfn_misses == (1,)
    assert set(found.absent["table"]) == {"nosuch", "datalake/river.csv"}
    assert told_misses(found).startswith("2 positives are not ranked among the first 1 and 1 miss")
    drawn = agreements(workspace, info, ["theirs"], 2, 10)
    assert all(there.has(pair.query, pair.table) for pair in drawn.pairs)


def test_none_gets_into_a_queue(left, tmp_path: Path) -> None:
    workspace, info = left
    for pairs in (
        labelling.disputed_pairs(workspace, info, ["theirs"], 3),
        labelling.narrowed_pairs(workspace, info, ["theirs"], 3, CaseFilter()),
    ):
        assert [pair.table for pair in pairs] == ["datalake/towns.csv"]
    (tmp_path / "pairs.csv").write_text("query,table\nfish,towns\nfish,river\n")
    with pytest.raises(UnknownPairsError, match="Got line 3: 'fish' and 'river'; nothing was"):
        labelling.listed_pairs(workspace, info, tmp_path / "pairs.csv")


def test_a_queue_from_before_does_not_hand_it_out_until_its_table_is_there(
    made, tmp_path: Path
) -> None:
    workspace, info = made
    river = Pair("fish.csv", "datalake/river.csv", Task.UNION)
    queue = create_queue(workspace, LOCAL, info.key, "old", [NOSUCH, river, TOWNS])
    (tmp_path / "tiny" / river.table).unlink()
    tiny.add(workspace, "tiny", tmp_path / "tiny")

    absent = absent_cases(workspace, info, queue)
    case = next_case(workspace, queue, ANN, without=absent)
    assert case is not None
    assert case.table == TOWNS.table
    cast_vote(workspace, ANN, case.key, Ballot(0))
    assert next_case(workspace, queue, ANN, without=absent) is None
    assert told_absent(absent).startswith("2 cases are not handed out, as their candidate")
    for pair in (NOSUCH, river):
        with pytest.raises(TableNotFoundError):
            require_pair(workspace, info, pair.query, pair.table)

    (tmp_path / "tiny" / river.table).write_text("fish,weight\ntrout,1\n")
    tiny.add(workspace, "tiny", tmp_path / "tiny")
    back = next_case(workspace, queue, ANN, without=absent_cases(workspace, info, queue))
    assert back is not None
    assert back.table == river.table


def test_nobody_votes_on_it_or_decides_it_until_its_table_is_there(made, tmp_path: Path) -> None:
    workspace, info = made
    river, owls = Pair("fish.csv", "datalake/river.csv"), Pair("birds.csv", "datalake/owls.csv")
    cases = [put_pair(workspace, ANN, info.key, pair).key for pair in (river, owls, TOWNS)]
    for table in (river.table, "query/birds.csv"):
        (tmp_path / "tiny" / table).unlink()
    info = tiny.add(workspace, "tiny", tmp_path / "tiny")
    for case, gone in zip(cases[:2], ("river", "birds"), strict=True):
        for cast, voter in ((voting.cast_vote, ANN), (voting.adjudicate, LOCAL)):
            with pytest.raises(TableNotFoundError, match=gone):
                cast(workspace, info, voter, case, Ballot(2))
    assert voting.adjudicate(workspace, info, LOCAL, cases[2], Ballot(2)).final
    assert absent_among(
        workspace, info, [(1, "fish.csv", river.table), (3, "fish.csv", TOWNS.table)]
    ) == (1,)
    told = "2 more cases wait for a table, as their candidate or query table is not in the lake."
    assert (told_undecided((1, 2)), told_undecided(())) == (told, "")

    (tmp_path / "tiny" / river.table).write_text("fish,weight\ntrout,1\n")
    info = tiny.add(workspace, "tiny", tmp_path / "tiny")
    assert voting.cast_vote(workspace, info, ANN, cases[0], Ballot(0)).ballot.label == 0


def test_votes_from_before_make_it_no_positive(made) -> None:
    workspace, info = made
    cast_vote(workspace, ANN, put_pair(workspace, ANN, info.key, NOSUCH).key, Ballot(2))
    found = conclude(workspace, LOCAL, info)
    told = "1 case has votes and no label: its candidate is not in the lake."
    assert (found.settled, found.left_out_told, found.warning) == ((), told, told)
    with pytest.raises(BadReleaseError, match="its candidate is not in the lake"):
        releasing.make_release(workspace, LOCAL, info, "r1")
    adjudicate(workspace, LOCAL, put_pair(workspace, ANN, info.key, TOWNS).key, Ballot(2))
    made_now = releasing.make_release(workspace, LOCAL, info, "r1")
    assert made_now.settled == 1


def test_votes_on_a_labelled_table_that_has_left_count(made, tmp_path: Path) -> None:
    workspace, info = made
    river = Pair("fish.csv", "datalake/river.csv", Task.UNION)
    cast_vote(workspace, ANN, put_pair(workspace, ANN, info.key, river).key, Ballot(0))
    (tmp_path / "tiny" / river.table).unlink()
    info = tiny.add(workspace, "tiny", tmp_path / "tiny")
    (settled,) = conclude(workspace, LOCAL, info).settled
    assert (settled.table, settled.label) == (river.table, 0)
