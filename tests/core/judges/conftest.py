"""A benchmark of six small tables, and a server that plays the judges."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from core.benchmarks import registry
from core.benchmarks.intake.adding import add_benchmark
from core.benchmarks.judging import running as judging
from core.benchmarks.types import BenchmarkInfo
from core.judges.judge import Judge
from core.judges.protocol import Protocol
from core.judges.records.answers import answers
from core.judges.types import Answer, JudgeRun, Purpose, RunState
from core.labels import LOCAL, Pair
from core.labels.voting.votes import current_votes
from core.monitor import UNMONITORED
from core.settings import Settings
from core.store import Workspace
from tests.core.benchmarks import tiny
from tests.judges_server import JudgeServer

SETTINGS = Settings(
    workers=1,
    encoder="hash",
    judge_backoff_ms=1,
    judge_concurrency=4,
    judge_openai_per_minute=1_000_000,
    judge_gemini_per_minute=1_000_000,
)
PAIRS = [
    Pair("fish.csv", "datalake/sea fish.csv"),
    Pair("fish.csv", "datalake/owls.csv"),
    Pair("birds.csv", "datalake/owls.csv"),
    Pair("birds.csv", "datalake/towns.csv"),
]
"""Of which a fair judge says yes, no, yes, no: half of the header is not enough."""


@dataclass(frozen=True)
class Bench:
    """A workspace with a benchmark, and what tests do with it."""

    workspace: Workspace
    info: BenchmarkInfo
    server: JudgeServer

    def judge(self, model: str, provider: str = "openai") -> Judge:
        url = self.server.openai_url if provider == "openai" else self.server.gemini_url
        return Judge.named(f"{provider}:{model}", url)

    def begin(
        self,
        *models: str,
        pairs: Sequence[Pair] = PAIRS,
        budget: float | None = None,
        purpose: Purpose = Purpose.VOTE,
        **protocol: object,
    ) -> JudgeRun:
        named = [model.rpartition(" ") for model in models]
        judges = [self.judge(model, provider or "openai") for provider, _, model in named]
        how = Protocol(**{"runs": 3, **protocol})  # type: ignore[arg-type]
        return judging.begin_run(
            self.workspace,
            self.info,
            LOCAL,
            judges,
            how,
            pairs=pairs,
            budget=budget,
            purpose=purpose,
        )

    def go_on(self, run: JudgeRun, **settings: int) -> JudgeRun:
        used = replace(SETTINGS, **settings)  # type: ignore[arg-type]
        return judging.continue_run(self.workspace, self.info, run.key, used, monitor=UNMONITORED)

    def judged(self, *models: str, **how: object) -> JudgeRun:
        run = self.go_on(self.begin(*models, **how))  # type: ignore[arg-type]
        assert run.state is RunState.DONE, run.message
        return run

    def answers(self, run: JudgeRun, **which: object) -> list[Answer]:
        return list(answers(self.workspace, self.info.key, run.key, **which))  # type: ignore[arg-type]

    def votes(self, voter: str) -> dict[tuple[str, str], int | None]:
        found = current_votes(self.workspace, self.info.key)
        return {
            (row["query"], row["table"].removeprefix("datalake/")): row["label"]
            for row in found.iter_rows(named=True)
            if row["voter"] == voter
        }


FAIR = {
    ("fish.csv", "sea fish.csv"): 2,
    ("fish.csv", "owls.csv"): 0,
    ("birds.csv", "owls.csv"): 2,
    ("birds.csv", "towns.csv"): 0,
}


@pytest.fixture(scope="session")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with the benchmark, read once and copied for each test."""
    root = tmp_path_factory.mktemp("judges")
    workspace = Workspace.open(root / "workspace")
    add_benchmark(workspace, "b", tiny.ugen(root / "ugen"), SETTINGS)
    return workspace.root


@pytest.fixture
def server() -> Iterator[JudgeServer]:
    with JudgeServer() as found:
        yield found


@pytest.fixture
def bench(
    laid: Path, server: JudgeServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Bench:
    for name in ("OPENAI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    shutil.copytree(laid, tmp_path / "workspace")
    workspace = Workspace.open(tmp_path / "workspace")
    return Bench(workspace, registry.benchmark(workspace, "b"), server)
