"""A benchmark is not taken away from judges who are asked about it."""

from __future__ import annotations

import threading
import time

import pytest

from core.benchmarks import registry
from core.errors import BusyError
from core.judges.errors import JudgeRunNotFoundError
from core.judges.records.runs import cases_of
from core.judges.running.carrying_out import carry_out
from core.judges.types import JudgeRun, RunState, Subject
from core.labels.types import Task
from core.monitor import UNMONITORED
from tests.core.judges.conftest import FAIR, SETTINGS, Bench


def test_a_benchmark_is_not_removed_while_judges_are_asked_about_it(bench: Bench) -> None:
    run = bench.begin("fair", runs=1)
    bench.server.gate = threading.Event()
    ended: list[JudgeRun] = []
    thread = threading.Thread(target=lambda: ended.append(bench.go_on(run)))
    thread.start()
    while bench.server.most_at_once < 4:
        time.sleep(0.002)
    with pytest.raises(BusyError, match=f"Got 'b', whose judge run {run.key} is under way"):
        registry.remove_benchmark(bench.workspace, "b", with_votes=True)
    bench.server.gate.set()
    thread.join()

    assert ended[0].state is RunState.DONE
    assert bench.votes("openai:fair") == FAIR
    registry.remove_benchmark(bench.workspace, "b", with_votes=True)
    assert registry.benchmarks(bench.workspace) == []


def test_a_run_whose_benchmark_was_removed_as_it_began_asks_nothing(bench: Bench) -> None:
    run = bench.begin("fair", runs=1)
    subjects = {
        case: Subject(case, "fish.csv", "datalake/owls.csv", Task.UNION, "b", "fish.csv")
        for case in cases_of(bench.workspace, run)
    }
    registry.remove_benchmark(bench.workspace, "b")
    with pytest.raises(JudgeRunNotFoundError, match=f"Got {run.key}, which is none"):
        carry_out(bench.workspace, run, subjects, [], SETTINGS, UNMONITORED)
    assert bench.server.seen == []
