"""How a judge run is carried out in the terminal, and how its end is told."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from core.amounts import amount
from core.benchmarks.judging import running as judging
from core.benchmarks.types import BenchmarkInfo
from core.cli.judge.documents import print_run, run_document
from core.cli.output import emit, progress_to_stderr, say
from core.judges import JudgeRun, Provider, RunState
from core.judges.errors import JudgeRunStoppedError
from core.judges.records.runs import pause
from core.judges.records.tallies import tally, told_of
from core.judges.running.stopping import never_understood
from core.labels import LOCAL
from core.llm.traits import notes
from core.settings import Settings
from core.store import Workspace


def carry_on(
    workspace: Workspace,
    info: BenchmarkInfo,
    begun: JudgeRun,
    settings: Settings,
    as_json: bool,
    note: str = "",
) -> None:
    """Ask what is open of a run, and say what came of it.

    Parameters
    ----------
    note
        What there is to say of the run besides.

    Raises
    ------
    JudgeRunStoppedError
        If it stopped before it was done, or a judge gave no verdict at all.
    """
    with _pausing(workspace, begun):
        done = judging.continue_run(workspace, info, begun.key, settings, progress_to_stderr())
    document = {"benchmark": info.name, **run_document(workspace, done)}
    told = [note] if note else []
    for one in done.judges:
        if one.provider is not Provider.RULE:
            told += notes(workspace, one.language_model)
    stopped = done.state is not RunState.DONE
    lost = "" if stopped else never_understood(workspace, done)
    # What stopped it, or made it worth nothing, is the error, which stands below.
    said = told if stopped or lost else [done.message, *told]
    counts = tally(workspace, done)
    if counts.failed and not stopped:
        failed = amount(counts.failed, "question", "has", "have")
        again = "it" if counts.failed == 1 else "them"
        said.append(f"{failed} failed; the same command asks {again} again.")
    emit({**document, "notes": told}, as_json, lambda: print_run(document, said))
    if stopped:
        larger = " with a larger --budget" if done.state is RunState.OVER_BUDGET else ""
        raise JudgeRunStoppedError(f"{done.message} The same command{larger} goes on with it.")
    if lost:
        raise JudgeRunStoppedError(f"{told_of(counts)} {lost}")


@contextmanager
def _pausing(workspace: Workspace, begun: JudgeRun) -> Iterator[None]:
    """Let Ctrl-C wait for the answers under way, which are paid for; a second one does not."""

    def wait_for_answers(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, before)
        say("Pausing: waiting for the answers under way. Ctrl-C again leaves them.", err=True)
        pause(workspace, LOCAL, begun)

    before = signal.signal(signal.SIGINT, wait_for_answers)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
