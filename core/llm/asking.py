"""Ask a language model one question or many, each answer kept and never paid for twice."""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.errors import without_groups
from core.llm.client import ModelClient, NotAnswered
from core.llm.endpoints import key_of
from core.llm.endpoints.base import FatalError, Request, Trait
from core.llm.endpoints.opening import open_endpoint
from core.llm.errors import NoAnswerError
from core.llm.questions import Given, Question, keep, recall
from core.llm.retrying import Answered, Gate, Patience
from core.llm.traits import Traits
from core.llm.types import LanguageModel
from core.monitor import UNMONITORED, Monitor
from core.store import Workspace
from core.store.file_thread import FileThread

_TEMPERATURE = 0.0


@dataclass(frozen=True)
class Asking:
    """How a model is asked.

    Parameters
    ----------
    seconds
        A question without an answer after this time is given up, attempts and waits included.
    per_minute
        Requests a minute, at most.
    at_once
        Requests under way at once, at most.
    again
        Whether a question that was answered before is asked, and paid for, again.
    """

    patience: Patience
    seconds: float
    per_minute: int = 600
    at_once: int = 1
    again: bool = False


def ask(workspace: Workspace, model: LanguageModel, question: Question, how: Asking) -> Given:
    """Answer a question by what was answered before, or by asking.

    Raises
    ------
    MissingKeyError
        If the provider wants a key and none is set.
    UnusableKeyError
        If the one that is set can stand in no request.
    NoAnswerError
        If no answer came; says why, without the key.
    """
    (found,) = ask_each(workspace, model, [question], how)
    if isinstance(found, NoAnswerError):
        raise found
    return found


def ask_each(
    workspace: Workspace,
    model: LanguageModel,
    questions: Sequence[Question],
    how: Asking,
    monitor: Monitor = UNMONITORED,
) -> list[Given | NoAnswerError]:
    """Answer questions, in their order; what got no answer is an error in its place.

    Raises
    ------
    MissingKeyError, UnusableKeyError
        As `ask`, unless all was answered before.
    CancelledError
        If `monitor` says so; what was answered is kept.
    """
    found: dict[int, Given | NoAnswerError] = {}
    for place, question in enumerate(questions):
        known = None if how.again else recall(workspace, model, question)
        if known is not None:
            found[place] = known
    missing = [place for place in range(len(questions)) if place not in found]
    if missing:
        wanted = {place: questions[place] for place in missing}
        found |= asyncio.run(_Model(workspace, model, how).all(wanted, monitor))
    return [found[place] for place in range(len(questions))]


class _Model:
    """A model with what is known of its endpoint."""

    def __init__(self, workspace: Workspace, model: LanguageModel, how: Asking) -> None:
        self._workspace = workspace
        self._model = model
        self._how = how
        self._key = key_of(model)
        self._turn = asyncio.Semaphore(how.at_once)
        self._done = 0

    async def all(
        self, questions: dict[int, Question], monitor: Monitor
    ) -> dict[int, Given | NoAnswerError]:
        """Ask every question, so many at once."""
        found: dict[int, Given | NoAnswerError] = {}

        async def one(place: int, question: Question) -> None:
            async with self._turn:
                monitor.raise_if_stopped(
                    f"Cancelled after {self._done:,} of {len(questions):,} questions; what was "
                    "answered is kept."
                )
                found[place] = await self._one(question)
                self._done += 1
                monitor.progress(self._done, len(questions), f"Asking {self._model.full_name}")

        with FileThread("model answers") as self._file:
            endpoint = open_endpoint(self._model, self._how.patience.timeout)
            self._client = ModelClient(
                endpoint,
                Traits(self._workspace, self._model, self._file),
                Gate(self._how.per_minute),
                self._how.patience,
                self._key,
                # Some take the schema of a verdict and not this one; judges go on with theirs.
                schema=Trait.NESTED,
            )
            try:
                with without_groups():
                    async with asyncio.TaskGroup() as group:
                        for place, question in questions.items():
                            group.create_task(one(place, question))
            finally:
                await endpoint.close()
        return found

    async def _one(self, question: Question) -> Given | NoAnswerError:
        try:
            async with asyncio.timeout(self._how.seconds):
                answered = await self._answered(question)
        except TimeoutError:
            return self._none(f"No answer came within {self._how.seconds:g} s.")
        except FatalError as error:
            return self._none(str(error))
        if isinstance(answered, NotAnswered):
            return self._none(answered.why)
        reply = answered.reply
        given = Given(
            reply.text,
            reply.refusal,
            reply.cut,
            reply.model,
            reply.input_tokens,
            reply.output_tokens,
            answered.seconds,
        )
        await self._file.do(keep, self._workspace, self._model, question, given)
        return given

    async def _answered(self, question: Question) -> Answered | NotAnswered:
        """Send a question, without what the endpoint says that it does not take."""
        nonce = secrets.token_hex(8) if self._how.again else ""
        while True:
            has = self._client.traits.now()
            request = self._request(question, has, nonce)
            answered = await self._client.ask(request, has, asyncio.Event())
            if answered is not None:
                return answered

    def _request(self, question: Question, has: Mapping[Trait, bool], nonce: str) -> Request:
        told = [question.hash_for(self._model), nonce, *has.values()]
        return Request(
            self._model.name,
            question.system,
            question.user,
            question.schema if has[Trait.STRUCTURED] and has[Trait.NESTED] else None,
            _TEMPERATURE if has[Trait.TEMPERATURE] else None,
            question.answer_tokens,
            has[Trait.COMPLETION_LIMIT],
            hashlib.sha256(json.dumps(told).encode()).hexdigest(),
        )

    def _none(self, why: str) -> NoAnswerError:
        return NoAnswerError(f"{self._model.full_name} gave no answer. {why}")
