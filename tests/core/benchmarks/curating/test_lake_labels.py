"""Votes on pairs of a lake that is no benchmark, and of one that is."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from core import lake as lakes
from core.benchmarks import registry, runs
from core.benchmarks.auditing import audit, scored_runs
from core.benchmarks.auditing.board import shortfalls
from core.benchmarks.auditing.headline import made_headline
from core.benchmarks.curating import exporting, releasing
from core.benchmarks.curating.lake_labels import put_to_the_vote
from core.benchmarks.curating.rescoring import rescore
from core.benchmarks.errors import AmbiguousQueryError
from core.benchmarks.formats import Mode
from core.errors import InputError, TableNotFoundError
from core.evaluation import Metric
from core.labels import LOCAL, Ballot, Role, Voter, cast_vote, next_case, progress
from core.labels.errors import RoleError
from core.labels.settling.rules import Rule
from core.labels.types import Task
from core.reports import benchmark_report
from core.store import Workspace
from core.store.folder_lock import only_one
from tests.core.benchmarks.tiny import SETTINGS, TABLES, add, lay, ugen

FISH, RIVER, TOWNS = "query/fish.csv", "datalake/river.csv", "datalake/towns.csv"


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    """A workspace with a lake that is no benchmark."""
    found = Workspace.open(tmp_path / "workspace")
    lake = lakes.add_lake(found, "plain", lay(tmp_path / "files", TABLES))
    lakes.refresh(found, lake, SETTINGS)
    return found


def test_pairs_of_a_lake_without_labels_are_voted_on_and_released(workspace: Workspace) -> None:
    info, queue, cases = put_to_the_vote(workspace, LOCAL, "plain", [(FISH, RIVER), (FISH, TOWNS)])
    assert (info.format, info.queries, info.positives) == ("lake", 1, 0)
    for case, label in zip(cases, (2, 0), strict=True):
        handed = next_case(workspace, queue, LOCAL)
        assert handed is not None
        assert handed.key == case
        cast_vote(workspace, LOCAL, case, Ballot(label))
    releasing.make_release(workspace, LOCAL, info, "r1", Rule.MAJORITY)
    labels = registry.qrels(workspace, info, "r1").frame.rows()
    assert labels == [(FISH, RIVER, 2), (FISH, TOWNS, 0)]


def test_another_query_joins_those_that_are_there(workspace: Workspace) -> None:
    _, _, first = put_to_the_vote(workspace, LOCAL, "plain", [(FISH, RIVER)])
    info, queue, cases = put_to_the_vote(workspace, LOCAL, "plain", [(RIVER, TOWNS), (FISH, RIVER)])
    assert [query.table for query in registry.queries(workspace, info)] == [FISH, RIVER]
    assert progress(workspace, queue, LOCAL).cases == 2
    assert cases[1:] == first


def test_several_put_pairs_of_a_lake_to_the_vote_at_once(workspace: Workspace) -> None:
    tables = (FISH, RIVER, TOWNS)
    pairs = [(one, other) for one in tables for other in tables if one != other]
    together = threading.Barrier(len(pairs))

    def put(number: int) -> list[int]:
        voter = Voter(f"v{number}", role=Role.ANNOTATOR)
        together.wait()
        return put_to_the_vote(workspace, voter, "plain", [pairs[number]])[2]

    with ThreadPoolExecutor(len(pairs)) as pool:
        cases = {case for (case,) in pool.map(put, range(len(pairs)))}
    assert len(cases) == len(pairs)
    (info,) = registry.benchmarks(workspace)
    assert {query.table for query in registry.queries(workspace, info)} == set(tables)


def test_pairs_of_a_benchmark_that_is_read_anew_are_put_to_the_vote(
    workspace: Workspace, tmp_path: Path
) -> None:
    add(workspace, "tiny", ugen(tmp_path / "tiny"))
    with only_one(workspace.folder("benchmarks", "tiny"), "The benchmark 'tiny'", "changed"):
        assert len(put_to_the_vote(workspace, LOCAL, "tiny", [(FISH, TOWNS)])[2]) == 1


def test_joins_are_voted_on_beside_unions_by_their_key(workspace: Workspace) -> None:
    _, _, unions = put_to_the_vote(workspace, LOCAL, "plain", [(FISH, RIVER)])
    info, queue, joins = put_to_the_vote(workspace, LOCAL, "plain", [(FISH, RIVER)], ["name"])
    again = put_to_the_vote(workspace, LOCAL, "plain", [(FISH, RIVER)], ["name"])[2]
    assert (again == joins, joins == unions) == (True, False)
    union, join = registry.queries(workspace, info)
    assert (union.table, union.mode, union.join_on) == (FISH, Mode.UNION, ())
    assert (join.table, join.mode, join.join_on) == (FISH, Mode.JOIN, ("name",))
    next_case(workspace, queue, LOCAL)
    cast_vote(workspace, LOCAL, unions[0], Ballot(0))
    handed = next_case(workspace, queue, LOCAL)
    assert handed is not None
    assert (handed.key, handed.task) == (joins[0], Task.JOIN)


def test_of_a_benchmark_only_its_own_pairs_are_put_to_the_vote(
    workspace: Workspace, tmp_path: Path
) -> None:
    add(workspace, "tiny", ugen(tmp_path / "tiny"))
    info, _, _ = put_to_the_vote(workspace, LOCAL, "tiny", [(FISH, TOWNS)])
    assert info.queries == 2
    with pytest.raises(InputError, match="one of its queries and one of its candidates"):
        put_to_the_vote(workspace, LOCAL, "tiny", [(RIVER, TOWNS)])


def test_a_search_does_not_choose_among_queries_of_one_table(
    workspace: Workspace, tmp_path: Path
) -> None:
    asked = [{"query_id": f"q{n}", "query_table": "fish", "query": f"{n}"} for n in (1, 2)]
    asked.append({"query_id": "q3", "query_table": "birds"})
    files = {
        **TABLES,
        "queries.jsonl": "".join(json.dumps(query) + "\n" for query in asked),
        "qrels.tsv": "q1\triver\t1\nq2\towls\t1\nq3\towls\t1\n",
    }
    add(workspace, "several", lay(tmp_path / "several", files))
    with pytest.raises(AmbiguousQueryError, match="the table of 'q1', 'q2'"):
        put_to_the_vote(workspace, LOCAL, "several", [(FISH, TOWNS)])
    _, queue, _ = put_to_the_vote(workspace, LOCAL, "several", [("query/birds.csv", TOWNS)])
    assert progress(workspace, queue, LOCAL).cases == 1


def test_a_pair_has_two_tables_of_the_lake(workspace: Workspace) -> None:
    with pytest.raises(InputError, match=r"Got 'query/fish.csv' twice"):
        put_to_the_vote(workspace, LOCAL, "plain", [(FISH, FISH)])
    with pytest.raises(TableNotFoundError):
        put_to_the_vote(workspace, LOCAL, "plain", [(FISH, "none.csv")])
    assert registry.benchmarks(workspace) == []


def test_who_only_views_puts_nothing_to_the_vote(workspace: Workspace) -> None:
    with pytest.raises(RoleError):
        put_to_the_vote(workspace, Voter("eve", role=Role.VIEWER), "plain", [(FISH, RIVER)])


def test_a_query_that_joins_later_changes_no_score_under_a_release(
    workspace: Workspace, tmp_path: Path
) -> None:
    info, _, (case,) = put_to_the_vote(workspace, LOCAL, "plain", [(FISH, RIVER)])
    cast_vote(workspace, LOCAL, case, Ballot(2))
    made = releasing.make_release(workspace, LOCAL, info, "r1")
    (tmp_path / "run.json").write_text(json.dumps({FISH: [RIVER]}))
    runs.import_run(workspace, info, tmp_path / "run.json", "one")

    def scored() -> tuple[str, int, float]:
        (row,) = scored_runs.leaderboard(workspace, info, 1, "r1").rows
        mean = row.queries.mean(Metric.P)
        return registry.qrels(workspace, info, "r1").fingerprint, mean.queries, mean.value

    before = scored()
    assert before == (made.fingerprint, 1, 1.0)
    cached = audit.fingerprint(workspace, info, "r1")
    _, _, (case,) = put_to_the_vote(workspace, LOCAL, "plain", [(TOWNS, RIVER)])
    assert registry.benchmark(workspace, "plain").queries == 2
    assert scored() == before
    assert audit.fingerprint(workspace, info, "r1") == cached
    cast_vote(workspace, LOCAL, case, Ballot(0))
    releasing.make_release(workspace, LOCAL, info, "r2")
    assert registry.qrels(workspace, info, "r2").queries == (TOWNS, FISH)


def test_a_release_is_written_with_the_queries_that_it_has(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    folders = ("datalake", "query")
    lake = lakes.add_lake(workspace, "plain", lay(tmp_path / "files", TABLES), folders)
    lakes.refresh(workspace, lake, SETTINGS)
    info, _, (case,) = put_to_the_vote(workspace, LOCAL, "plain", [(FISH, RIVER)])
    cast_vote(workspace, LOCAL, case, Ballot(2))
    releasing.make_release(workspace, LOCAL, info, "r1")
    put_to_the_vote(workspace, LOCAL, "plain", [(RIVER, TOWNS)])
    exporting.export_release(workspace, LOCAL, info, "r1", tmp_path / "folder")
    asked = (tmp_path / "folder" / "queries.jsonl").read_text().splitlines()
    assert [json.loads(line)["query_id"] for line in asked] == [FISH]


def test_runs_without_a_positive_label_have_no_headline_and_are_reported(
    workspace: Workspace, tmp_path: Path
) -> None:
    info, _, (case,) = put_to_the_vote(workspace, LOCAL, "plain", [(FISH, RIVER)])
    (tmp_path / "run.json").write_text(json.dumps({FISH: [RIVER, TOWNS]}))
    runs.import_run(workspace, info, tmp_path / "run.json", "one")
    assert made_headline(workspace, info) is None
    board = scored_runs.leaderboard(workspace, info, 2)
    told = "No label of plain is positive under base, so every score is 0."
    assert (board.scorable, shortfalls(board)) == (False, (told,))
    written = benchmark_report(workspace, info, SETTINGS, 2)
    assert told in written
    assert "No pair of this benchmark has a label yet" in written
    assert "disagree?" not in written

    cast_vote(workspace, LOCAL, case, Ballot(2))
    releasing.make_release(workspace, LOCAL, info, "r1")
    assert scored_runs.leaderboard(workspace, info, 2, "r1").scorable
    assert "disagree?" in benchmark_report(workspace, info, SETTINGS, 2, release="r1")


def test_runs_of_unions_and_of_joins_are_scored_under_releases_of_either(
    workspace: Workspace,
) -> None:
    _, _, (union,) = put_to_the_vote(workspace, LOCAL, "plain", [(FISH, RIVER)])
    info, _, (join,) = put_to_the_vote(workspace, LOCAL, "plain", [(FISH, RIVER)], ["fish"])
    for case in (union, join):
        cast_vote(workspace, LOCAL, case, Ballot(2))
    releasing.make_release(workspace, LOCAL, info, "r1")
    for method in ("hash", "overlap"):
        runs.run_method(workspace, info, method, SETTINGS, depth=2)
    assert registry.qrels(workspace, info).queries == (FISH,)
    board = scored_runs.leaderboard(workspace, info, 2)
    told = "overlap answers 0 of 1 query under base, so its scores are 0."
    assert told in shortfalls(board)
    scores = {row.run.method: row.queries.mean(Metric.P) for row in board.rows}
    assert (scores["overlap"].value, scores["overlap"].missing) == (0.0, 1)
    ranked = rescore(workspace, info, 2, reference="r1").boards
    answered = {row.run.method: row[Metric.P] > 0 for row in ranked[1].rows}
    assert answered == {"hash": True, "overlap": True}
    assert told in benchmark_report(workspace, info, SETTINGS, 2)


@pytest.mark.parametrize("form", list(exporting.FORMS))
def test_a_release_of_a_lake_is_written_in_every_form(workspace: Workspace, form: str) -> None:
    info, _, (case,) = put_to_the_vote(workspace, LOCAL, "plain", [(FISH, RIVER)])
    cast_vote(workspace, LOCAL, case, Ballot(2))
    releasing.make_release(workspace, LOCAL, info, "r1")
    written = exporting.packed(workspace, LOCAL, info, "r1", form).decode()
    assert FISH in written and RIVER in written
    assert exporting.file_name(info, "r1", form).startswith("plain r1")


def test_a_release_of_a_lake_without_folders_is_written_in_our_own_form(
    workspace: Workspace, tmp_path: Path
) -> None:
    info, _, (case,) = put_to_the_vote(workspace, LOCAL, "plain", [(FISH, RIVER)])
    cast_vote(workspace, LOCAL, case, Ballot(2))
    releasing.make_release(workspace, LOCAL, info, "r1")
    exporting.export_release(workspace, LOCAL, info, "r1", tmp_path / "folder")
    assert info.lake_folders == ()
    assert (tmp_path / "folder" / "qrels.tsv").read_text() == f"{FISH}\t{RIVER}\t2\n"


def test_a_join_by_several_columns_is_a_query_that_methods_answer(tmp_path: Path) -> None:
    trips = "day,place\nMonday,Oslo\nMonday,Rome\nFriday,Bern\n"
    crossed = "a,b\nMonday,Bern\nFriday,Oslo\nMonday,Rome\n"
    files = {"trips.csv": trips, "same.csv": trips.upper(), "crossed.csv": crossed}
    workspace = Workspace.open(tmp_path / "workspace")
    lake = lakes.add_lake(workspace, "trips", lay(tmp_path / "files", files))
    lakes.refresh(workspace, lake, SETTINGS)
    pairs = [("trips.csv", "same.csv")]
    info, *_ = put_to_the_vote(workspace, LOCAL, "trips", pairs, ["day", "place"])
    (query,) = registry.queries(workspace, info)
    assert (query.query_id, query.join_on) == ("trips.csv on day, place", ("day", "place"))
    runs.run_method(workspace, info, "overlap", SETTINGS)
    found = runs.load_run(workspace, info, "overlap").to_dict()
    assert found == {query.query_id: [("same.csv", 3.0), ("crossed.csv", 1.0)]}


def test_columns_are_told_from_one_whose_name_has_a_comma(tmp_path: Path) -> None:
    files = {"t.csv": 'a,b,"a, b"\n1,2,3\n', "o.csv": "x\n1\n"}
    workspace = Workspace.open(tmp_path / "workspace")
    lake = lakes.add_lake(workspace, "plain", lay(tmp_path / "files", files))
    lakes.refresh(workspace, lake, SETTINGS)
    keys = (("a", "b"), ("a, b",))
    made = [put_to_the_vote(workspace, LOCAL, "plain", [("t.csv", "o.csv")], key) for key in keys]
    assert made[0][2] != made[1][2]
    asked = registry.queries(workspace, made[0][0])
    assert [query.join_on for query in asked] == list(keys)
    put_to_the_vote(workspace, LOCAL, "plain", [("t.csv", "o.csv")], keys[1])
    assert len(registry.queries(workspace, made[0][0])) == 2
