"""1,000 pairs, five answers each, from a server that answers in 200 ms, 32 requests at once."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from benchmarks.measure import keep, measured, shared
from core.benchmarks.intake.adding import add_benchmark
from core.benchmarks.judging import running as judging
from core.judges import Judge, Protocol, RunState
from core.judges.records.tallies import tally
from core.labels import LOCAL
from core.monitor import Monitor
from core.settings import Settings
from core.store import Workspace

LATENCY_MS = 200
CONCURRENCY = 32
RUNS = 5
_PROJECT = Path(__file__).parents[1]


def run(folder: Path) -> None:
    """Judge every labelled pair of ugen_v1; memory is compared between the middle and the end."""
    settings = Settings(
        workspace=folder / "workspace",
        encoder="hash",
        judge_concurrency=CONCURRENCY,
        judge_openai_per_minute=1_000_000,
    )
    workspace = Workspace.open(settings.workspace)
    source = shared("benchmarks", "ugen_v1")
    info = add_benchmark(workspace, "ugen", source, settings)
    pairs, told = judging.chosen_pairs(workspace, info, str(source / "human_labels.csv"))
    with _server() as url:
        begun = judging.begin_run(
            workspace,
            info,
            LOCAL,
            [Judge.named("openai:fair", url)],
            Protocol(runs=RUNS, swap=True),
            pairs=pairs,
            source=told,
        )
        memory = _Memory()
        gc.collect()
        with measured() as cost:
            done = judging.continue_run(workspace, info, begun.key, settings, Monitor(memory.note))
    if done.state is not RunState.DONE:
        raise RuntimeError(done.message)
    counts = tally(workspace, done)
    ideal = counts.ok * LATENCY_MS / 1000 / CONCURRENCY
    keep(
        "judging",
        [
            {
                "pairs": len(pairs),
                "answers": counts.ok,
                "ideal, s": ideal,
                "wall, s": cost.wall,
                "times the ideal": cost.wall / ideal,
                "CPU, s": cost.cpu,
                "CPU, ms an answer": cost.cpu / counts.ok * 1000,
                "MB after a fifth": memory.at(0.2),
                "MB at the end": memory.at(1.0),
                "load before": memory.load,
            }
        ],
    )


class _Memory:
    """Resident memory of this process by how far the work is."""

    def __init__(self) -> None:
        self.load = psutil.getloadavg()[0]
        self._process = psutil.Process()
        self._notes: list[tuple[float, float]] = []
        self._lock = threading.Lock()

    def note(self, done: int, total: int, _: str) -> None:
        with self._lock:
            self._notes.append((done / total, self._process.memory_info().rss / 2**20))

    def at(self, share: float) -> float:
        return next(size for done, size in self._notes if done >= share)


@contextmanager
def _server() -> Iterator[str]:
    """Start the tests' server in a process of its own, as a judge elsewhere is."""
    words = ["-m", "tests.judges_server", "--latency-ms", str(LATENCY_MS)]
    process = subprocess.Popen(
        [sys.executable, *words], cwd=_PROJECT, stdout=subprocess.PIPE, text=True
    )
    try:
        if process.stdout is None:
            raise RuntimeError("The server has no output.")
        yield process.stdout.readline().split()[0]
    finally:
        process.terminate()
        process.wait()
