"""What a release does to the ranking of runs."""

from __future__ import annotations

import json
from pathlib import Path

from core.benchmarks import runs
from tests.core.benchmarks.growing import grow
from tests.pages.conftest import parameter, press
from tests.pages.releasing.two_voters import of, opened, read


def test_the_ranking_tells_what_changed_under_the_release(workspace) -> None:
    app = opened("Ranking", k="1")
    assert "P@1 0.500. There is no release yet that would change it." in read(app)
    app = opened("Releases")
    app.text_input(key="name of the release").set_value("r1").run()
    press(app, "Publish the release")
    app = opened("Ranking", k="1")
    assert "**one** is best under **r1**: P@1 1.000." in read(app)
    gains = next(f.value for f in app.dataframe if "beyond" in f.value.columns)
    assert gains[["gain", "raised", "found", "lowered"]].to_numpy().tolist() == [[0.5, 1, 0, 0]]
    assert parameter(app, "k") == "1"


def test_runs_that_are_equally_good_are_named_together(workspace, tmp_path: Path) -> None:
    rankings = {
        "two": {"fish": ["towns"], "birds": ["owls"]},
        "three": {"fish": ["sea fish"], "birds": ["river"]},
    }
    for label, ranking in rankings.items():
        (tmp_path / "run.json").write_text(json.dumps(ranking))
        runs.import_run(workspace, of(workspace), tmp_path / "run.json", label)
    told = read(opened("Ranking", k="1"))
    assert "**one**, **three** and **two** are best, and equal under **base**: P@1 0.500." in told
    app = opened("Releases")
    app.text_input(key="name of the release").set_value("r1").run()
    press(app, "Publish the release")
    told = read(opened("Ranking", k="1"))
    assert "**one** and **two** are best, and equal under **r1**: P@1 1.000." in told
    assert "three moves from rank 1 (equal with 2 others) to rank 3." in told


def test_gains_leave_out_queries_that_one_of_the_releases_lacks(workspace, tmp_path: Path) -> None:
    info = grow(workspace, tmp_path)
    app = opened("Ranking", k="1", benchmark=info.name)
    told = read(app)
    assert "Means over 1 query under base, 2 queries under r1, 4 queries under r2." in told
    assert "Gains are of the 1 query that both base and r2 have; 3 that only r2 has are" in told
    assert "They have different queries, which may be why." in told
    gains = next(f.value for f in app.dataframe if "beyond" in f.value.columns)
    assert gains[["run", "gain", "found"]].to_numpy().tolist() == [["good", 1, 1], ["poor", 0, 0]]
