"""Ask one language model: write the request, look whether it was answered, send, store, read."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.judges.asking.budgets import Bill, OverBudgetError, Purse
from core.judges.asking.ledger import Ledger
from core.judges.asking.rounds import Round, rounds
from core.judges.asking.storing import AnswerStore
from core.judges.judge import Judge
from core.judges.pricing.costs import Price
from core.judges.pricing.past_answers import ESTIMATED
from core.judges.prompting.forms import UnparsableError
from core.judges.prompting.planting import SHOWN
from core.judges.prompting.prompt import Prompt
from core.judges.prompting.requests import Written, requests_of
from core.judges.protocol import Protocol
from core.judges.records.answers import Question, reuse_answer
from core.judges.types import Outcome, Sent, Verdict
from core.llm.client import Ending, ModelClient, NotAnswered
from core.llm.documents import OBJECT, without_thoughts
from core.llm.endpoints.base import Endpoint, Reply, Request, Trait
from core.llm.questions import MAX_ANSWER
from core.llm.retrying import Answered, Gate, Patience, StoppedError
from core.llm.tokens import most_tokens
from core.llm.traits import Traits
from core.settings import Secret, Settings
from core.store import Workspace

_DECLINED = re.compile(
    r"\A\W*(i'?m (very )?sorry|i apologi[sz]e|sorry,|i can(no|')t |i am (not able|unable)|"
    r"as an ai\b)",
    re.IGNORECASE,
)
_CASES_IN_LINES = 3
"""After answers in lines on so many cases, with none as JSON between, JSON is not asked for."""
_TOO_LONG = re.compile(r"context.{0,20}(length|window|size)|too long|max_tokens", re.IGNORECASE)


class Asker:
    """One language model with everything that asking it needs.

    Parameters
    ----------
    gate
        Of its address, which other models may share.
    price
        None if it is not known; then nothing is held back in the purse.
    store
        Where answers go.
    """

    def __init__(
        self,
        workspace: Workspace,
        judge: Judge,
        protocol: Protocol,
        endpoint: Endpoint,
        gate: Gate,
        *,
        key: Secret,
        price: Price | None,
        settings: Settings,
        store: AnswerStore,
    ) -> None:
        self.judge = judge
        self._workspace = workspace
        self._protocol = protocol
        self._price = price
        patience = Patience(
            settings.judge_timeout_seconds,
            settings.judge_attempts,
            settings.judge_backoff_ms / 1000,
            settings.judge_longest_wait_seconds,
        )
        self._store = store
        self._ledger = Ledger(workspace, store)
        self._traits = Traits(workspace, judge.language_model, store)
        self._client = ModelClient(
            endpoint,
            self._traits,
            gate,
            patience,
            key,
            must_be_json=bool(protocol.structured),
        )
        self._under_way: dict[str, asyncio.Event] = {}
        self._in_lines: set[int] = set()

    async def ask(
        self, question: Question, written: Written, purse: Purse, stopped: asyncio.Event
    ) -> Outcome | None:
        """Answer a question, by what was answered before or by sending it; stored on return.

        Returns
        -------
        Outcome or None
            Of what was sent; none if nothing was, which says nothing of the model now.

        Raises
        ------
        FatalError
            If the endpoint refuses everything.
        OverBudgetError
            If the question may cost more than is left.
        StoppedError
            If the run is to stop before there is an answer.
        """
        while True:
            traits = self._traits.now()
            forms = self._requests(question, traits, written)
            prompt, request = forms[0]
            fresh = written.fresh.get(request.idempotency_key)
            digest = fresh or await self._its_round(question, forms)
            request = replace(request, idempotency_key=digest)
            asked_now = digest in self._under_way
            while digest in self._under_way:
                await self._under_way[digest].wait()
            done = self._under_way[digest] = asyncio.Event()
            try:
                if (asked_now or fresh is None) and await self._store.do(
                    reuse_answer, self._workspace, question, digest
                ):
                    return None
                sent = await self._send(question, prompt, request, traits, purse, stopped)
            finally:
                done.set()
                del self._under_way[digest]
            if sent is not None:
                if sent.outcome is Outcome.OK and prompt.form.structured:
                    await self._count_lines(question, sent)
                return sent.outcome

    async def look_up(self, questions: Sequence[Question], written: Written) -> None:
        """Note which requests of a pair have no answer yet, so that each need not look itself."""
        traits = self._traits.now()
        forms = [self._requests(one, traits, written) for one in questions]
        found = await self._rounds(questions, forms)
        for ((_, request), *_), one in zip(forms, found, strict=True):
            if not one.is_answered:
                written.fresh[request.idempotency_key] = one.request_hash

    async def _its_round(self, question: Question, forms: Sequence[tuple[Prompt, Request]]) -> str:
        """Look up under which hash a question was answered, or is to be asked."""
        (found,) = await self._rounds([question], [forms])
        return found.request_hash

    async def _rounds(
        self, questions: Sequence[Question], forms: Sequence[Sequence[tuple[Prompt, Request]]]
    ) -> list[Round]:
        requests = [[request for _, request in each] for each in forms]
        asked = list(zip(questions, requests, strict=True))
        return await self._store.do(rounds, self._workspace, self.judge, asked)

    def _requests(
        self, question: Question, traits: Mapping[Trait, bool], written: Written
    ) -> list[tuple[Prompt, Request]]:
        number, swapped = question.number, question.swapped
        return requests_of(self.judge, self._protocol, traits, written, number, swapped)

    async def _send(
        self,
        question: Question,
        prompt: Prompt,
        request: Request,
        traits: Mapping[Trait, bool],
        purse: Purse,
        stopped: asyncio.Event,
    ) -> Sent | None:
        """Send a request and store what came of it; none if it is to be written otherwise."""
        most = least = 0.0
        if self._price is not None:
            most = self._price.of(most_tokens(request.system, request.user), request.answer_tokens)
            least = self._price.of(0, request.answer_tokens)
        bill = Bill(purse, most, self._ledger, question.place, least)
        paid = 0.0
        try:
            try:
                answered = await self._client.ask(request, traits, stopped, bill)
            except (OverBudgetError, StoppedError):
                if bill.why:  # what was paid for has a reason
                    why = self._client.without_key(bill.why)
                    failed = self._failed(request, prompt, why, bill.attempts)
                    await self._store.put(question, failed)
                raise
            if answered is None:
                return None
            if isinstance(answered, NotAnswered):
                sent = self._unanswered(request, prompt, answered)
                paid = most if answered.billed else 0.0
            else:
                sent = self._read(request, prompt, answered)
                paid = most if sent.cost is None else sent.cost
            await self._store.put(question, sent)
        finally:
            await bill.settle(paid)
        return sent

    def _read(self, request: Request, prompt: Prompt, answered: Answered) -> Sent:
        reply = answered.reply
        outcome, verdict, error = _outcome(prompt, reply)
        cost = None
        if self._price and reply.input_tokens is not None and reply.output_tokens is not None:
            cached = reply.cached_tokens or 0
            cost = self._price.of(reply.input_tokens, reply.output_tokens, cached)
        return Sent(
            request.idempotency_key,
            outcome,
            prompt.version,
            request.schema is not None,
            verdict,
            reply.text[:MAX_ANSWER],
            error,
            reply.model,
            self._parameters(request, prompt),
            reply.input_tokens,
            reply.output_tokens,
            answered.seconds,
            cost,
            answered.attempts,
            reply.cached_tokens,
        )

    def _unanswered(self, request: Request, prompt: Prompt, found: NotAnswered) -> Sent:
        why = self._shorter(found.why) if found.ending is Ending.REJECTED else found.why
        failed = self._failed(request, prompt, why, found.attempts, found.seconds)
        match found.ending:
            case Ending.DECLINED:
                cost = None if found.billed else 0.0
                return replace(failed, outcome=Outcome.REFUSED, cost=cost)
            case Ending.OVERLONG:
                return replace(failed, outcome=Outcome.UNPARSABLE)
        return failed

    def _failed(
        self, request: Request, prompt: Prompt, why: str, attempts: int, seconds: float = 0.0
    ) -> Sent:
        return Sent(
            request.idempotency_key,
            Outcome.FAILED,
            prompt.version,
            request.schema is not None,
            error=why,
            parameters=self._parameters(request, prompt),
            attempts=attempts,
            seconds=seconds,
        )

    def _shorter(self, said: str) -> str:
        """Say how a question becomes shorter where an endpoint finds it too long."""
        if not _TOO_LONG.search(said):
            return said
        end = "" if said.endswith((".", "!", "?", "…")) else "."
        return (
            f"{said}{end} Show it less of the tables: --table-tokens, or Tokens of tables on the "
            f"page, is {self._protocol.table_tokens:,}."
        )

    def _parameters(self, request: Request, prompt: Prompt) -> dict[str, Any]:
        prices: dict[str, Any] = {}
        if self._price is not None:
            bound = most_tokens(request.system, request.user)
            cached = self._price.cached
            prices = {
                "price_input": self._price.input,
                "price_output": self._price.output,
                **({} if cached is None else {"price_cached": cached}),
                "most_cost": self._price.of(bound, request.answer_tokens),
            }
        planted = {} if prompt.planted is None else {SHOWN: prompt.planted}
        return (
            prices
            | planted
            | {
                "base_url": self.judge.base_url,
                "temperature": request.temperature,
                "answer_tokens": request.answer_tokens,
                "effort": request.effort.value,
                ESTIMATED: prompt.tokens,
                "table_tokens": self._protocol.table_tokens,
                "graded": self._protocol.graded,
                "examples": list(self._protocol.examples),
            }
        )

    async def _count_lines(self, question: Question, sent: Sent) -> None:
        """Ask for lines from now on if answers come as lines though JSON is asked for.

        Those on one case alone may be what a cell of it has brought about.
        """
        if without_thoughts(sent.raw).startswith((*OBJECT, "<")):
            self._in_lines.clear()
            return
        self._in_lines.add(question.case)
        if self._protocol.structured is None and len(self._in_lines) >= _CASES_IN_LINES:
            self._in_lines.clear()
            why = f"{_CASES_IN_LINES} cases in a row were answered in lines though JSON was asked."
            await self._traits.note(Trait.STRUCTURED, False, why)


def _outcome(prompt: Prompt, reply: Reply) -> tuple[Outcome, Verdict | None, str]:
    if reply.refusal:
        return Outcome.REFUSED, None, reply.refusal
    if reply.cut:  # what is left of it may read like a verdict
        return Outcome.UNPARSABLE, None, "It was cut at the limit of its tokens."
    try:
        return Outcome.OK, prompt.form.parse(reply.text), ""
    except UnparsableError as error:
        if _DECLINED.match(reply.text):
            return Outcome.REFUSED, None, "The judge declined in words."
        return Outcome.UNPARSABLE, None, str(error)
