from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.benchmarks import registry, runs
from core.benchmarks.auditing import audit, scored_runs
from core.benchmarks.auditing.board import told_own_found
from core.benchmarks.auditing.case_list import CaseFilter, told_misses, told_unlisted
from core.benchmarks.auditing.headline import made_headline
from core.benchmarks.auditing.kept_runs import KeptRuns
from core.benchmarks.curating import labelling
from core.benchmarks.curating.label_errors import label_errors
from core.benchmarks.errors import BenchmarkExistsError
from core.benchmarks.overlaps.pairs import PairKind
from core.benchmarks.overlaps.stored_overlaps import benchmark_pairs
from core.benchmarks.own_tables import told_own, told_own_pairs
from core.benchmarks.treatment import treatment
from core.errors import InputError
from core.evaluation import CaseKind, Metric, SelfCandidate
from core.labels import LOCAL, Ballot, Origin, Pair, Task, adjudicate, create_queue
from core.store import Workspace
from tests.core.benchmarks import tiny

ITSELF = "fish.csv,fish.csv,1\n"
BIRDS_ITSELF = "birds.csv,birds.csv,1\n"


COPIES = {f"datalake/{name}.csv": tiny.TABLES[f"query/{name}.csv"] for name in ("fish", "birds")}


@pytest.mark.parametrize(
    ("asked", "told", "labels"),
    [
        (None, "is left out", {"fish.csv": 3, "birds.csv": 2}),
        (SelfCandidate.INCLUDED, "counts as found", {"fish.csv": 4, "birds.csv": 3}),
        (SelfCandidate.AS_GIVEN, "counts as it is labelled", {"fish.csv": 3, "birds.csv": 2}),
    ],
)
def test_what_becomes_of_own_tables_may_be_said(
    tmp_path: Path, asked: SelfCandidate | None, told: str, labels: dict[str, int]
) -> None:
    files = {**tiny.TABLES, **COPIES, "groundtruth.csv": tiny.UGEN}
    workspace = Workspace.open(tmp_path / "workspace")
    folder = tiny.lay(tmp_path / "tiny", files)
    info = tiny.add(workspace, "tiny", folder, own_tables=asked)
    assert told_own(workspace, info) == (
        f"Each query's own table lies among the candidates and {told}."
    )
    truth = treatment(workspace, info).truth(registry.qrels(workspace, info))
    assert {query: len(tables) for query, tables in truth.to_dict().items()} == labels
    assert tiny.add(workspace, "tiny", folder).self_candidate is info.self_candidate
    other = next(one for one in SelfCandidate if one is not info.self_candidate)
    with pytest.raises(BenchmarkExistsError, match="remove it and add it again"):
        tiny.add(workspace, "tiny", folder, own_tables=other)


def test_nothing_is_said_of_own_tables_that_are_no_candidates(tmp_path: Path) -> None:
    workspace, folder = Workspace.open(tmp_path / "workspace"), tiny.ugen(tmp_path / "tiny")
    with pytest.raises(InputError, match=r"Got 'included' for .*, where none does"):
        tiny.add(workspace, "tiny", folder, own_tables=SelfCandidate.INCLUDED)
    assert registry.benchmarks(workspace) == []


def test_labelled_own_tables_that_overlaps_leave_out_are_told(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    files = {**tiny.TABLES, **COPIES, "groundtruth.csv": tiny.UGEN + ITSELF + BIRDS_ITSELF}
    info = tiny.add(workspace, "tiny", tiny.lay(tmp_path / "tiny", files))
    pairs = benchmark_pairs(workspace, info, "base")["pairs"].to_list()
    assert pairs.count(PairKind.POSITIVE.value) == info.positives - 2
    assert told_own_pairs(workspace, info) == (
        "2 labelled pairs of a query and its own table, which overlaps with itself, are left out "
        "of overlaps."
    )
    unlabelled = {**tiny.TABLES, **COPIES, "groundtruth.csv": tiny.UGEN}
    info = tiny.add(workspace, "other", tiny.lay(tmp_path / "other", unlabelled))
    assert told_own_pairs(workspace, info) == ""


def test_what_own_tables_add_to_scores_is_told(tmp_path: Path) -> None:
    files = {**tiny.TABLES, **COPIES, "groundtruth.csv": tiny.UGEN}
    workspace = Workspace.open(tmp_path / "workspace")
    folder = tiny.lay(tmp_path / "tiny", files)
    info = tiny.add(workspace, "tiny", folder, own_tables=SelfCandidate.INCLUDED)
    (tmp_path / "poor.json").write_text('{"fish.csv": ["towns"], "birds.csv": ["towns"]}')
    runs.import_run(workspace, info, tmp_path / "poor.json", "poor")
    board = scored_runs.leaderboard(workspace, info, 2)
    assert board.rows[0][Metric.P] == 0.5  # nothing but own tables is found
    assert told_own_found(board) == (
        "Each query's own table counts as found, first in a ranking that leaves it out: 0.500 of "
        "P@2 comes of that, and where it stands first P@1 is 1 and GTFP@1 is 0 by construction."
    )
    assert told_own_found(replace(board, own_found=1)).startswith(
        "The own table of 1 of 2 queries counts as found, first in a ranking that leaves it out: "
        "0.250 of P@2"
    )
    assert told_own_found(replace(board, own_found=0)) == ""


def test_own_tables_of_queries_without_an_answer_are_no_disputes(tmp_path: Path) -> None:
    files = {**tiny.TABLES, **COPIES, "groundtruth.csv": tiny.UGEN}
    workspace = Workspace.open(tmp_path / "workspace")
    folder = tiny.lay(tmp_path / "tiny", files)
    info = tiny.add(workspace, "tiny", folder, own_tables=SelfCandidate.INCLUDED)
    (tmp_path / "one.json").write_text('{"fish.csv": ["sea fish"]}')
    runs.import_run(workspace, info, tmp_path / "one.json", "one")
    for judged in (audit.judged(workspace, info), KeptRuns(workspace, info).judged()):
        found = audit.disputed(judged, 2)
        # Of the four places fish fills its two; of birds its own table and owls are missing.
        assert found.gtfn == (1 / 2, 2 / 4)
        assert [(one.query, one.table) for one in found.first()] == [
            ("birds.csv", "datalake/owls.csv")
        ]
        assert found.own == 1
        assert told_unlisted(found).endswith(
            "1 more positive is not ranked among the first 2, but not listed and not put to the "
            "vote, as it is its query's own table, which counts as positive whatever the labels "
            "say."
        )
        assert "own table" not in told_unlisted(found, [CaseKind.GTFP])
        assert told_unlisted(replace(found, unlisted=0, own=2)) == (
            "2 more positives are not ranked among the first 2, but not listed and not put to the "
            "vote, as they are their queries' own tables, which count as positive whatever the "
            "labels say."
        )
        assert told_misses(found) == ""  # both of the misses that are counted
    for pairs in (
        labelling.disputed_pairs(workspace, info, ["one"], 2),
        labelling.narrowed_pairs(workspace, info, ["one"], 2, CaseFilter()),
    ):
        assert [pair.table for pair in pairs] == ["datalake/owls.csv"]
    line = made_headline(workspace, info)
    # At k = 10 river is missing as well.
    assert line is not None and (line.disputed, line.disputed_queries) == (2, 2)


@pytest.mark.parametrize(
    ("treated", "wrong"),
    [
        (SelfCandidate.INCLUDED, ("gtfn", 1, 1, 0)),
        (SelfCandidate.AS_GIVEN, ("gtfn", 2, 2, 1)),
    ],
)
def test_a_yes_to_an_own_table_that_counts_as_found_is_no_wrong_label(
    tmp_path: Path, treated: SelfCandidate, wrong: tuple[str, int, int, int]
) -> None:
    files = {**tiny.TABLES, **COPIES, "groundtruth.csv": tiny.UGEN}
    workspace = Workspace.open(tmp_path / "workspace")
    folder = tiny.lay(tmp_path / "tiny", files)
    info = tiny.add(workspace, "tiny", folder, own_tables=treated)
    pairs = [
        Pair("birds.csv", f"datalake/{name}.csv", Task.UNION, Origin.GTFN)
        for name in ("birds", "owls")
    ]
    queue = create_queue(workspace, LOCAL, info.key, "before", pairs)
    for case in (1, 2):
        adjudicate(workspace, LOCAL, case, Ballot(2))
    assert label_errors(workspace, LOCAL, info, queue).rows()[0][:4] == wrong


@pytest.mark.parametrize(
    ("own", "labels", "told"),
    [
        ([], "", ""),
        (
            ["fish"],
            "",
            "The own table of 1 of 2 queries lies among the candidates and is left out.",
        ),
        (
            ["fish", "birds"],
            "",
            "Each query's own table lies among the candidates and is left out.",
        ),
        (
            ["fish", "birds"],
            ITSELF + BIRDS_ITSELF,
            "Each query's own table lies among the candidates and counts as found.",
        ),
    ],
)
def test_it_is_said_of_how_many_queries_the_own_table_is_a_candidate(
    tmp_path: Path, own: list[str], labels: str, told: str
) -> None:
    copies = {f"datalake/{name}.csv": tiny.TABLES[f"query/{name}.csv"] for name in own}
    files = {**tiny.TABLES, **copies, "groundtruth.csv": tiny.UGEN + labels}
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.lay(tmp_path / "tiny", files))
    assert told_own(workspace, info) == told
