"""Carry a judge run out: all that is open of it, many requests at once, until done or stopped."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from typing import TypeVar

from core.errors import BusyError, SoundingsError, without_groups
from core.judges.asking.asker import Asker
from core.judges.asking.budgets import OverBudgetError, Purse
from core.judges.asking.rule_asking import ask_rule
from core.judges.asking.storing import AnswerStore
from core.judges.judge import Judge
from core.judges.pricing.prices import price
from core.judges.prompting.planting import IN_KEY, SHOWN, planted_text
from core.judges.prompting.prompt import Example, prompt_version, read_material, table_reader
from core.judges.prompting.requests import Written
from core.judges.records.answers import Question, store_answer
from core.judges.records.concluding import label_of, vote_on
from core.judges.records.locks import only_asker
from core.judges.records.runs import enter_state, judge_run, stop_requested
from core.judges.records.spending import charge_what_was_left, spent_so_far
from core.judges.records.tallies import runs_of, tally, told_under_way
from core.judges.running.open_questions import OpenQuestions
from core.judges.running.pacing import Pace
from core.judges.running.readiness import check_ready
from core.judges.running.stopping import Stop, ended_sentence, how_it_ended
from core.judges.types import JudgeRun, Outcome, Purpose, RunState, Sent, Subject
from core.labels.judge_names import Provider
from core.llm.endpoints import key_of
from core.llm.endpoints.base import FatalError
from core.llm.endpoints.opening import open_endpoint
from core.llm.retrying import Gate, StoppedError
from core.monitor import Monitor
from core.settings import Settings
from core.store import Workspace

_SECONDS_BETWEEN_LOOKS = 0.4
_T = TypeVar("_T")


@dataclass(frozen=True)
class _Open:
    """A question to be asked."""

    asker: Asker
    question: Question
    written: Written


def carry_out(
    workspace: Workspace,
    run: JudgeRun,
    subjects: Mapping[int, Subject],
    examples: Sequence[Example],
    settings: Settings,
    monitor: Monitor,
) -> JudgeRun:
    """Ask all that is open of a judge run, and cast the votes that come of it.

    Called again after it was paused, killed or out of budget, it goes on where it was: a question
    that has an answer is not asked again, one that failed is. Of a run that was cancelled nothing
    is asked.

    Parameters
    ----------
    subjects
        By case, each case of the run, in the order in which they are asked.
    monitor
        Told of answers so far, questions in all, and what was spent and said. Asked several times a
        second whether to stop, which cancels the run; `core.judges.records.runs.pause` and `cancel`
        stop it from another process. Requests under way are waited for and stored.

    Returns
    -------
    JudgeRun
        As it stands then; its ``state`` and ``message`` say how it ended.

    Raises
    ------
    MissingKeyError, NoPriceError, JudgeNotFoundError, ExampleError
        If it cannot begin.
    BusyError
        If another process carries it out, or asks one of its judges.
    """
    with only_asker(workspace, run.key, run.judges), workspace.held_open():
        if not enter_state(workspace, run.key, RunState.RUNNING):
            return judge_run(workspace, run.benchmark_key, run.key)
        try:
            check_ready(workspace, run.judges, run.budget)
            running = _Running(workspace, run, subjects, examples, settings, monitor)
            with without_groups():
                stop = asyncio.run(running.all())
        except BaseException as error:
            told = str(error) if isinstance(error, SoundingsError) else "It ended unexpectedly."
            enter_state(workspace, run.key, RunState.FAILED, told)
            raise
        enter_state(workspace, run.key, *how_it_ended(workspace, run, stop))
    return judge_run(workspace, run.benchmark_key, run.key)


class _Running:
    """One time of carrying a run out."""

    def __init__(
        self,
        workspace: Workspace,
        run: JudgeRun,
        subjects: Mapping[int, Subject],
        examples: Sequence[Example],
        settings: Settings,
        monitor: Monitor,
    ) -> None:
        self._workspace = workspace
        self._run = run
        self._subjects = subjects
        self._examples = examples
        self._settings = settings
        self._monitor = monitor
        self._tables = table_reader(workspace)
        self._questions = OpenQuestions(workspace, run)
        charge_what_was_left(workspace, run.key)
        self._purse = Purse(run.budget, spent_so_far(workspace, run.key))
        self._gates: dict[tuple[Provider, str], Gate] = {}
        self._at_once = asyncio.Semaphore(settings.judge_concurrency)
        self._telling = threading.Lock()
        self._left: dict[tuple[str, int], int] = {}
        self._models = [judge for judge in run.judges if judge.provider is not Provider.RULE]
        self._stop = Stop(judge.voter for judge in self._models)

    async def all(self) -> Stop:
        """Ask everybody everything."""
        async with AsyncExitStack() as stack:
            self._store = stack.enter_context(AnswerStore(self._workspace))
            self._reader = stack.enter_context(ThreadPoolExecutor(1, "tables"))
            askers = [await self._asker(stack, judge) for judge in self._models]
            await self._look()
            watch = asyncio.create_task(self._watch())
            try:
                for judge in self._run.judges:  # those that answer at once and for nothing first
                    if judge.provider is Provider.RULE and not self._stop.event.is_set():
                        await self._store.do(self._ask_rule, judge)
                for variant in ["", *self._run.source.get("variants", [])]:
                    await self._ask_all(askers, variant)
            finally:
                watch.cancel()
                with suppress(asyncio.CancelledError):
                    await watch
            await self._store.do(self._tell)
        return self._stop

    async def _asker(self, stack: AsyncExitStack, judge: Judge) -> Asker:
        model = judge.language_model
        endpoint = open_endpoint(model, float(self._settings.judge_timeout_seconds))
        stack.push_async_callback(endpoint.close)
        return Asker(
            self._workspace,
            judge,
            self._run.protocol,
            endpoint,
            self._gate(judge),
            key=key_of(model),
            price=price(self._workspace, judge),
            settings=self._settings,
            store=self._store,
        )

    def _gate(self, judge: Judge) -> Gate:
        """Return what all requests of the run to the judge's address pass, whichever the model.

        Another run at the same time has gates of its own.
        """
        per_minute = {
            Provider.OPENAI: self._settings.judge_openai_per_minute,
            Provider.GEMINI: self._settings.judge_gemini_per_minute,
        }[judge.provider]
        return self._gates.setdefault(
            (judge.provider, judge.base_url), Gate(per_minute, self._at_once)
        )

    def _ask_rule(self, judge: Judge) -> None:
        for case in ask_rule(
            self._workspace,
            self._run,
            judge,
            self._subjects,
            self._settings,
            self._stop.event.is_set,
        ):
            self._vote(judge, case)

    async def _ask_all(self, askers: Sequence[Asker], variant: str) -> None:
        """Ask all open questions of one variant, each judge's beside those of the others.

        So many are under way at once in all; a judge that waits to be asked again holds up none of
        the others.
        """
        async with asyncio.TaskGroup() as group:
            for asker in askers:
                group.create_task(self._ask_one(asker, variant))

    async def _ask_one(self, asker: Asker, variant: str) -> None:
        waiting: asyncio.Queue[_Open | None] = asyncio.Queue(self._settings.judge_concurrency)
        async with asyncio.TaskGroup() as group:
            for _ in range(self._settings.judge_concurrency):
                group.create_task(self._work(waiting))
            async for one in self._open(asker, variant):
                await waiting.put(one)
            for _ in range(self._settings.judge_concurrency):
                await waiting.put(None)

    async def _open(self, asker: Asker, variant: str) -> AsyncIterator[_Open]:
        """Go through a judge's open questions, case by case, reading tables a step ahead."""
        judge = asker.judge
        for case in self._subjects:
            if self._stop.event.is_set() or self._stop.of(judge.voter).is_set():
                return
            open_ones = self._questions.of(judge, self._subjects[case], variant)
            if not open_ones:
                await self._store.do(self._vote, judge, case)
                continue
            planted = await self._read(self._planted, judge, case, variant)
            if planted is None:
                continue  # no verdict that could be flipped
            try:
                material = await self._read(
                    read_material,
                    self._tables,
                    self._subjects[case],
                    self._examples,
                    self._run.protocol,
                    planted,
                    variant == IN_KEY,
                )
            except SoundingsError as error:
                await self._store.do(self._unreadable, open_ones, str(error))
                continue
            self._left[judge.voter, case] = len(open_ones)
            written = Written(material)
            await asker.look_up(open_ones, written)
            for question in open_ones:
                yield _Open(asker, question, written)

    def _planted(self, judge: Judge, case: int, variant: str) -> str | None:
        """Return what a variant plants, which may be nothing; None if there is no trial of it."""
        if not variant:
            return ""
        before = label_of(self._workspace, self._run, judge.voter, case)
        return None if before is None else planted_text(variant, self._subjects[case].task, before)

    async def _work(self, waiting: asyncio.Queue[_Open | None]) -> None:
        while (one := await waiting.get()) is not None:
            voter = one.question.voter
            stopped = self._stop.of(voter)
            if stopped.is_set():
                continue
            try:
                outcome = await one.asker.ask(one.question, one.written, self._purse, stopped)
            except StoppedError:
                continue
            except OverBudgetError as error:
                self._stop.skip(one.question, error)
                continue
            except FatalError as error:
                why = ended_sentence(f"{voter} cannot be asked: {error}")
                self._stop.leave_out(voter, why)
                continue
            await self._count(one, outcome)

    async def _count(self, one: _Open, outcome: Outcome | None) -> None:
        voter, case = one.question.voter, one.question.case
        self._left[voter, case] -= 1
        if not self._left[voter, case]:
            del self._left[voter, case]
            await self._store.do(self._vote, one.asker.judge, case)
        if outcome is not None:
            self._stop.count(one.question, outcome)

    def _vote(self, judge: Judge, case: int) -> None:
        if self._run.purpose is Purpose.VOTE:
            vote_on(self._workspace, self._run, judge, case, runs_of(self._run, judge.provider))

    def _unreadable(self, open_ones: Sequence[Question], why: str) -> None:
        version = prompt_version(self._subjects[open_ones[0].case].task)
        for question in open_ones:
            told = {SHOWN: False} if question.variant else {}
            sent = Sent("", Outcome.FAILED, version, False, error=why, parameters=told, attempts=0)
            store_answer(self._workspace, question, sent)

    async def _watch(self) -> None:
        """Look and tell until nobody wants it any more; a run that nobody can stop is stopped."""
        pace = Pace()
        try:
            while True:
                await self._look()
                if pace.due:
                    with pace.looking():
                        await asyncio.to_thread(self._tell)
                await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)
        except Exception as error:
            self._stop.now(RunState.FAILED, str(error))
            raise

    async def _look(self) -> None:
        """See whether somebody wants the run to stop."""
        wanted = await asyncio.to_thread(stop_requested, self._workspace, self._run.key)
        if wanted == "pause":
            self._stop.now(RunState.PAUSED, "Paused.")
        elif wanted == "cancel" or await asyncio.to_thread(self._monitor.should_stop):
            self._stop.now(RunState.CANCELLED, "Cancelled.")

    def _tell(self) -> None:
        with self._telling:  # a look that takes long must not come after the last one
            counts = tally(self._workspace, self._run)
            done = min(counts.questions, counts.answered + counts.failed)
            with suppress(BusyError):  # others are writing; the next look tells of more
                self._monitor.progress(done, counts.questions, told_under_way(counts))

    async def _read(self, do: Callable[..., _T], *arguments: object) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._reader, do, *arguments)
