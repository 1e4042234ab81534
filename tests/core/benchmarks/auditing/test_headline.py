from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.benchmarks import runs
from core.benchmarks.auditing import audit, scored_runs
from core.benchmarks.auditing.headline import CUT, Headline, headline, made_headline
from core.benchmarks.curating.rescoring import rescore
from core.evaluation import Metric
from core.store import Workspace
from tests.core.benchmarks import tiny


def test_a_headline_is_kept_until_the_runs_change(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    ranking = {"fish": ["towns", "sea fish"], "birds": ["owls", "towns"]}
    (tmp_path / "run.json").write_text(json.dumps(ranking))
    runs.import_run(workspace, info, tmp_path / "run.json", "one")
    assert headline(workspace, info) is None

    made = made_headline(workspace, info)
    # P@10: one of fish's ten and one of birds'; three positives in all. Towns is ranked twice and
    # is no positive, river is one and not ranked.
    assert made == Headline("one", 0.1, pytest.approx(0.15), ("one",), 3, 2, 2)
    assert headline(workspace, info) == made

    runs.import_run(workspace, info, tmp_path / "run.json", "two")
    assert headline(workspace, info) is None
    again = made_headline(workspace, info)
    assert again is not None
    assert (again.best, again.disputing, again.disputed) == ("one", ("one", "two"), 3)


def test_a_headline_that_was_counted_another_way_is_made_anew(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    (tmp_path / "run.json").write_text('{"fish": ["towns"]}')
    runs.import_run(workspace, info, tmp_path / "run.json", "one")
    made = made_headline(workspace, info)
    with workspace.writing() as db:
        before = audit.fingerprint(workspace, info)  # as headlines with own tables were marked
        db.execute("UPDATE headlines SET fingerprint = ?", [before])
    assert headline(workspace, info) is None
    assert made_headline(workspace, info) == made


def test_without_a_run_there_is_no_headline(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    assert made_headline(workspace, info) is None


def test_a_headline_is_what_the_leaderboard_and_its_best_runs_say(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    for label, fish in {
        "best": ["sea fish", "river"],
        "good": ["river", "towns"],
        "same": ["river", "owls"],
        "worst": ["owls", "towns"],
    }.items():
        (tmp_path / "run.json").write_text(json.dumps({"fish": fish, "birds": ["owls"]}))
        runs.import_run(workspace, info, tmp_path / "run.json", label)
    board = scored_runs.leaderboard(workspace, info, CUT)
    names = tuple(row.run.method for row in board.rows)
    found = audit.disputed(audit.judged(workspace, info, names[:3]), CUT)
    assert names == ("best", "good", "same", "worst")
    assert made_headline(workspace, info) == Headline(
        "best",
        board.rows[0][Metric.P],
        board.ideal[Metric.P],
        names[:3],
        len(found.cases),
        len({case.query for case in found.first()}),
        2,
    )


def test_no_more_is_held_of_a_run_than_a_headline_takes(
    tmp_path: Path, runs_held: list[int]
) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    for label in ("a", "b", "c"):
        tables = ["river", *(f"{label}{number}" for number in range(CUT))]
        (tmp_path / "run.json").write_text(json.dumps({"fish": tables, "birds": ["owls"]}))
        runs.import_run(workspace, info, tmp_path / "run.json", label)
    made = made_headline(workspace, info)
    assert made is not None and made.disputing == ("a", "b", "c")
    assert len(runs_held) == 3 and max(runs_held) <= 1
    cut = audit.judged(workspace, info, depth=2)
    assert [run.ranking("fish.csv") for run in cut.runs.values()] == [
        ("datalake/river.csv", f"{label}0") for label in ("a", "b", "c")
    ]


def test_equal_runs_stand_by_label_wherever_the_best_is_named(tmp_path: Path) -> None:
    """P@10 of 0.3, 0.2 and 0.1 in one order and the other: 0.6 and 0.6000000000000001 in sum."""
    queries, candidates = ("q1", "q2", "q3"), ("a", "b", "c")
    pairs = "".join(f"{q}.csv,{c}.csv,1\n" for q in queries for c in candidates)
    files = {
        **{f"query/{q}.csv": tiny.FISH for q in queries},
        **{f"datalake/{c}.csv": tiny.FISH for c in candidates},
        "groundtruth.csv": f"query_table,data_lake_table,unionable\n{pairs}",
    }
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.lay(tmp_path / "tiny", files))
    for label, hits in {"falling": (3, 2, 1), "rising": (1, 2, 3)}.items():
        ranking = {q: list(candidates[:n]) for q, n in zip(queries, hits, strict=True)}
        (tmp_path / "run.json").write_text(json.dumps(ranking))
        runs.import_run(workspace, info, tmp_path / "run.json", label)
    board = scored_runs.leaderboard(workspace, info, CUT)
    assert board.rows[0][Metric.P] < board.rows[1][Metric.P]  # by their last bits
    assert [row.run.method for row in board.rows] == ["falling", "rising"]
    made = made_headline(workspace, info)
    assert made is not None
    assert (made.best, made.disputing) == ("falling", ("falling", "rising"))
    standings = rescore(workspace, info, CUT).standings
    assert [(one.run, one.rank) for one in standings] == [("falling", 1), ("rising", 1)]
