"""An answer that came is on disk, however a run ends."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.judges.asking.storing import AnswerStore
from core.judges.records.answers import Question
from core.judges.records.runs import cases_of, judge_run
from core.judges.types import JudgeRun, Outcome, RunState, Sent, Verdict
from core.store import Workspace
from tests.core.judges.conftest import Bench

PROJECT = Path(__file__).resolve().parents[4]
_CARRY_OUT = """
import sys
from pathlib import Path
from core.benchmarks import registry
from core.benchmarks.judging import running as judging
from core.judges.asking.storing import AnswerStore
from core.monitor import UNMONITORED
from core.store import Workspace
from tests.core.judges.conftest import SETTINGS

put = AnswerStore.put

async def told(store, *come):
    print("An answer came.", flush=True)
    await put(store, *come)

AnswerStore.put = told
workspace = Workspace.open(Path(sys.argv[1]))
info = registry.benchmark(workspace, "b")
judging.continue_run(workspace, info, int(sys.argv[2]), SETTINGS, UNMONITORED)
"""


@contextmanager
def others_write(workspace: Workspace) -> Iterator[threading.Event]:
    """Hold up all other writes until the event is set."""
    begun, done = threading.Event(), threading.Event()

    def write() -> None:
        with workspace.writing():
            begun.set()
            done.wait()

    thread = threading.Thread(target=write)
    thread.start()
    begun.wait()
    try:
        yield done
    finally:
        done.set()
        thread.join()


def answers_to(bench: Bench, run: JudgeRun) -> list[tuple[Question, Sent]]:
    return [
        (
            Question(run.key, "openai:fair", case, 1, False),
            Sent(f"{case}", Outcome.OK, "v", True, Verdict(2)),
        )
        for case in cases_of(bench.workspace, run)
    ]


async def put_all(store: AnswerStore, come: list[tuple[Question, Sent]]) -> None:
    await asyncio.gather(*(store.put(question, sent) for question, sent in come))


def test_answers_that_came_are_stored_when_something_else_fails(bench: Bench) -> None:
    run = bench.begin("fair", runs=1)
    come = answers_to(bench, run)

    async def ask(done: threading.Event) -> None:
        with AnswerStore(bench.workspace) as store:
            async with asyncio.TaskGroup() as group:
                group.create_task(put_all(store, come[:1]))
                await asyncio.sleep(0.05)  # the first is being written
                group.create_task(put_all(store, come[1:]))
                await asyncio.sleep(0.05)
                threading.Timer(0.2, done.set).start()
                raise RuntimeError("A fault.")

    with others_write(bench.workspace) as done, pytest.raises(ExceptionGroup, match="TaskGroup"):
        asyncio.run(ask(done))
    assert len(bench.answers(run)) == len(come) == 4


def test_answers_that_came_are_stored_when_somebody_interrupts_twice(bench: Bench) -> None:
    run = bench.begin("fair", runs=1)
    bench.server.gate = threading.Event()
    process = subprocess.Popen(
        [sys.executable, "-c", _CARRY_OUT, str(bench.workspace.root), str(run.key)],
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    while bench.server.most_at_once < 4:
        assert process.poll() is None
        time.sleep(0.01)
    with others_write(bench.workspace):
        bench.server.gate.set()
        for _ in range(4):
            assert process.stdout and process.stdout.readline()
        for _ in range(2):
            process.send_signal(signal.SIGINT)
            time.sleep(0.2)
        assert bench.answers(run) == []
    assert process.wait() != 0
    assert len(bench.answers(run)) == 4
    assert judge_run(bench.workspace, bench.info.key, run.key).state is RunState.FAILED


def test_an_answer_that_cannot_be_stored_fails_where_it_came(bench: Bench) -> None:
    run = bench.begin("fair", runs=1)
    come = [(one, replace(sent, verdict=None)) for one, sent in answers_to(bench, run)]

    async def ask() -> list[BaseException | None]:
        with AnswerStore(bench.workspace) as store:
            putting = [store.put(question, sent) for question, sent in come]
            return await asyncio.gather(*putting, return_exceptions=True)

    assert [type(one) for one in asyncio.run(ask())] == [sqlite3.IntegrityError] * 4


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [
        ({"raw": "half of a pair: \ud83d"}, UnicodeEncodeError),
        ({"output_tokens": 2**63}, OverflowError),
    ],
    ids=["text", "number"],
)
def test_an_answer_that_cannot_be_stored_keeps_no_other_from_it(
    bench: Bench, wrong: dict[str, Any], kind: type[Exception]
) -> None:
    """They wait together while somebody else writes."""
    run = bench.begin("fair", runs=1)
    come = answers_to(bench, run)
    come[2] = come[2][0], replace(come[2][1], **wrong)

    async def ask(done: threading.Event) -> list[BaseException | None]:
        with AnswerStore(bench.workspace) as store:
            first = asyncio.create_task(store.put(*come[0]))
            await asyncio.sleep(0.05)  # it is being written
            putting = asyncio.gather(
                *(store.put(question, sent) for question, sent in come[1:]), return_exceptions=True
            )
            await asyncio.sleep(0)
            done.set()
            await first
            return await putting

    with others_write(bench.workspace) as done:
        found = asyncio.run(ask(done))
    assert [type(one) for one in found] == [type(None), kind, type(None)]
    assert [one.request_hash for one in bench.answers(run)] == [
        sent.request_hash for place, (_, sent) in enumerate(come) if place != 2
    ]
