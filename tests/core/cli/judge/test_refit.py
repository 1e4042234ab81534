from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from core.cli.root import commands
from core.errors import InputError
from core.jobs import submit_refit
from core.jobs.kinds import kind
from core.jobs.work import Work
from core.judges.matcher.fit import TooFewLabelsError
from core.judges.matcher.model import MatcherModel, shipped_model
from core.judges.matcher.rule import matcher_model
from core.labels import LOCAL, Ballot, Pair, adjudicate, put_pair
from core.labels.errors import RoleError
from core.labels.types import Task, Voter
from core.monitor import UNMONITORED
from core.settings import Settings
from core.store import Workspace
from tests.core.benchmarks import tiny


def ran(folder: Path, *arguments: str) -> str:
    found = CliRunner().invoke(
        commands, ["--workspace", str(folder / "workspace"), "judge", "refit", *arguments]
    )
    assert found.exit_code == 0, found.output
    return found.output


def test_the_model_in_use_is_shown_with_what_it_learned_from(tmp_path: Path) -> None:
    told = ran(tmp_path, "--show")
    assert "1,000 pairs of 50 queries, 550 of them unionable" in told
    document = json.loads(ran(tmp_path, "--show", "--json"))
    assert document["version"] == shipped_model().version
    assert [row["figure"] for row in document["validation"]][:2] == ["accuracy", "kappa"]


def test_a_benchmark_or_one_option_is_wanted(tmp_path: Path) -> None:
    for arguments, given in (
        ([], "none of them"),
        (["--show", "--shipped"], "--show --shipped"),
        (["ugen", "--shipped"], "ugen --shipped"),
    ):
        found = CliRunner().invoke(
            commands, ["--workspace", str(tmp_path), "judge", "refit", *arguments]
        )
        assert isinstance(found.exception, InputError)
        assert "`judge refit --shipped`; the last two name no benchmark" in str(found.exception)
        assert str(found.exception).endswith(f"Got {given}.")


def test_published_labels_and_a_runs_candidates_can_be_learned_from(tmp_path: Path) -> None:
    """Ten queries, each with two labelled tables and a run that ranks what has no label."""
    files: dict[str, str | bytes] = {}
    for i in range(10):
        files[f"query/q{i}.csv"] = f"name{i},place{i}\na{i},b\nc{i},d\n"
        for j in range(2):
            files[f"datalake/like{i}_{j}.csv"] = f"name{i},place{i},size\na{i},b,1\nc{i},d,{j}\n"
            files[f"datalake/other{i}_{j}.csv"] = f"mass{i},orbit{j}\n{i},{j}\n"
    rows = "".join(f"q{i}.csv,like{i}_{j}.csv,1\n" for i in range(10) for j in range(2))
    rows += "".join(f"q{i}.csv,other{i}_0.csv,0\n" for i in range(10))
    files["groundtruth.csv"] = f"query_table,data_lake_table,unionable\n{rows}"
    workspace = Workspace.open(tmp_path / "workspace")
    tiny.add(workspace, "own", tiny.lay(tmp_path / "own", files))
    alone = CliRunner().invoke(
        commands, ["--workspace", str(workspace.root), "judge", "refit", "own", "--published"]
    )
    assert "at least 20 cases settled as yes, 20 as no" in str(alone.exception)
    ranking = "".join(f"q{i}.csv Q0 other{i}_1.csv 1 1.0 r\n" for i in range(10))
    (tmp_path / "run.trec").write_text(ranking)
    imported = ["bench", "import-run", "own", str(tmp_path / "run.trec"), "--method", "r"]
    found = CliRunner().invoke(commands, ["--workspace", str(workspace.root), *imported])
    assert found.exit_code == 0, found.output
    told = ran(tmp_path, "own", "--published", "--negatives-of", "r")
    assert "40 pairs of 10 queries, 20 of them unionable: published labels of own." in told


def test_settled_labels_are_learned_from_and_can_be_forgotten(tmp_path: Path) -> None:
    """Ten queries, each with two tables like it and two unlike it."""
    files = {}
    for i in range(10):
        words = [f"name{i}", f"place{i}", f"year{i}"]
        files[f"query/q{i}.csv"] = f"{','.join(words)}\na,b,1\n"
        for j in range(2):
            files[f"datalake/like{i}_{j}.csv"] = (
                f"{','.join(words[: 3 - j])}\n{'a,b,2'[: 5 - 2 * j]}\n"
            )
            files[f"datalake/other{i}_{j}.csv"] = f"mass{i},orbit{j}\n{i},{j}\n"
    labels = "".join(f"q{i}.csv,like{i}_0.csv,1\n" for i in range(10))
    files["groundtruth.csv"] = f"query_table,data_lake_table,unionable\n{labels}"
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "own", tiny.lay(tmp_path / "own", files))
    for i in range(10):
        for j in range(2):
            for alike, label in (("like", 2), ("other", 0)):
                pair = Pair(f"q{i}.csv", f"datalake/{alike}{i}_{j}.csv")
                case = put_pair(workspace, LOCAL, info.key, pair).key
                adjudicate(workspace, LOCAL, case, Ballot(label))
    settings = Settings(workspace=workspace.root)
    arguments = {"task": "union", "curator": "ann"}
    assert kind("refit").carry_out(Work(workspace, "own", arguments, settings, UNMONITORED)) == (
        "It has learned from 40 cases; cross-validated it agrees with people on 100.0%."
    )
    assert matcher_model(workspace, task=Task.UNION).source == "settled labels of own"
    with pytest.raises(TooFewLabelsError, match="Got 0, 0 and 0"):
        submit_refit(workspace, LOCAL, info, Task.JOIN)
    with pytest.raises(RoleError):
        submit_refit(workspace, Voter("ann"), info, Task.UNION)
    told = ran(tmp_path, "own", "--source", "decisions of ann")
    assert "40 pairs of 10 queries, 20 of them unionable: decisions of ann." in told
    kept = json.loads(ran(tmp_path, "--show", "--json"))
    assert kept["source"] == "decisions of ann"
    ran(tmp_path, "own", "-o", str(tmp_path / "model.json"))
    model = MatcherModel.from_json((tmp_path / "model.json").read_text())
    assert model.version == kept["version"]
    assert model.validation.accuracy.value == 1.0
    words = ["--workspace", str(workspace.root), "judge", "refit", "own", "-o", "/dev/stdout"]
    done = subprocess.run(
        [sys.executable, "-m", "core", *words, "--json"], capture_output=True, text=True, check=True
    )
    assert MatcherModel.from_json(done.stdout).version == model.version
    assert json.loads(done.stderr)["source"] == "settled labels of own"
    ran(tmp_path, "--shipped")
    assert json.loads(ran(tmp_path, "--show", "--json"))["version"] == shipped_model().version
