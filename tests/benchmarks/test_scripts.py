"""Every benchmark runs on made data: a script that no test runs breaks unseen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import conditions, measure
from benchmarks.__main__ import BENCHMARKS
from tests.benchmarks.shared_data import lay_shared_data

NOT_SMALL = {"voting": "it starts the app and a browser, as tests/browser do"}
"""What is not run here, and why."""

SIZES: dict[str, object] = {
    "benchmarks.encoding.TABLES": 6,
    "benchmarks.estimates.CASES": 100,
    "benchmarks.estimates.DRAWS": 2,
    "benchmarks.estimates.QUERIES": (20,),
    "benchmarks.estimates.RIGHT": (0.9,),
    "benchmarks.estimates.SHARES": (0.3,),
    "benchmarks.estimates.VOTES": (20,),
    "benchmarks.fuzzy_joins.QUERIES": 1,
    "benchmarks.fuzzy_joins.TABLES": 24,
    "benchmarks.join_extremes.LONG": 1_000,
    "benchmarks.join_extremes.MILLIONS": 1_000,
    "benchmarks.judging.LATENCY_MS": 1,
    "benchmarks.judging.RUNS": 2,
    "benchmarks.people.METHODS": ("hash", "bipartite"),
    "benchmarks.queries.QUERIES": 3,
    "benchmarks.tagging.LEARNED_FROM": ("taxonomy.tsv", "misread.tsv"),
    "benchmarks.text.MOST_ROWS": 100,
    "benchmarks.text.SETS": ("tabfact_val",),
    "benchmarks.text.TITLES": ("bm25",),
    "benchmarks.text.TIMED": 2,
    "benchmarks.unions.ROWS": 1_000,
    "benchmarks.voters.AGREED_ON": (3,),
    "benchmarks.voters.ASKED": 5,
    "benchmarks.voters.CASES": 100,
    "benchmarks.voters.KILLS": 2,
    "benchmarks.voters.VOTERS": 2,
    "benchmarks.voters.VOTES_EACH": 3,
    "core.conditions.tagging.learning.EPOCHS": 1,
    "core.conditions.tagging.learning._FEWEST_STEPS": 1,
    "core.judges.matcher.fit._REPEATS": 1,
    "core.judges.matcher.fit._RESAMPLES": 20,
}
"""How large each is here, in place of what makes its figures worth something."""

WORDINGS = ("taxonomy.tsv", "misread.tsv", "beyond.tsv")
OF_WORDINGS = 5
"""Lines of each file of wordings."""


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shared data, and the first wordings of each file."""
    root = lay_shared_data(tmp_path_factory.mktemp("shared"))
    (root / "wordings").mkdir()
    for name in WORDINGS:
        lines = (conditions.WORDINGS / name).read_text(encoding="utf-8").splitlines(keepends=True)
        (root / "wordings" / name).write_text("".join(lines[:OF_WORDINGS]), encoding="utf-8")
    return root


@pytest.fixture
def small(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make benchmarks small, and give the folder that their results go to."""
    monkeypatch.setenv("SOUNDINGS_SHARED", str(data))
    monkeypatch.chdir(Path(measure.__file__).parents[1])  # some start further processes
    for name, size in SIZES.items():
        monkeypatch.setattr(name, size)
    for script in ("conditions", "tagging"):
        monkeypatch.setattr(f"benchmarks.{script}.WORDINGS", data / "wordings")
    monkeypatch.setattr(measure, "RESULTS", tmp_path / "results")
    return tmp_path / "results"


@pytest.mark.parametrize("name", sorted(BENCHMARKS.keys() - NOT_SMALL))
def test_a_benchmark_runs_and_keeps_its_results(name: str, small: Path, tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    BENCHMARKS[name](tmp_path / "work")
    kept = {path.stem: json.loads(path.read_text())["rows"] for path in small.glob("*.json")}
    assert kept
    assert all(kept.values())


def test_only_what_is_a_benchmark_is_left_out() -> None:
    assert NOT_SMALL.keys() < BENCHMARKS.keys()
