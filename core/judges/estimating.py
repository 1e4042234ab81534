"""What a judge run will take: calls, tokens and US dollars, without sending anything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.errors import SoundingsError
from core.judges.answers import answered_hashes
from core.judges.asking import Written, request_of
from core.judges.costs import Estimate, Price
from core.judges.judge import Judge, Provider
from core.judges.prices import price
from core.judges.prompt import Example, ReadTable, read_material, table_reader
from core.judges.protocol import Protocol
from core.judges.types import Subject
from core.lake import Progress
from core.llm.tokens import most_tokens
from core.llm.traits import known_traits
from core.store import Workspace

ANSWER_TOKENS = 120
"""Tokens that an answer is expected to take: a verdict with two or three sentences."""

PLANTED_TOKENS = 200
"""What a change adds to a prompt, at most."""


@dataclass
class _Sum:
    calls: int = 0
    known: int = 0
    unreadable: int = 0
    input_tokens: int = 0
    most: float = 0.0
    sampled: int = 0


def estimate(
    workspace: Workspace,
    judges: Sequence[Judge],
    protocol: Protocol,
    subjects: Sequence[Subject],
    examples: Sequence[Example] = (),
    progress: Progress | None = None,
    changes: int = 0,
) -> list[Estimate]:
    """Estimate what each judge would take; questions that are answered already cost nothing.

    Tokens are estimated without the judge's own tokenizer: treat them as right to within a third.
    The most that it can cost is a bound, which the budget of a run is kept by.

    Parameters
    ----------
    changes
        How often each question is asked once more with changed tables, as an audit does.

    Raises
    ------
    ExampleError
        If an example cannot be one.
    """
    sums = {judge.voter: _Sum() for judge in judges}
    prices = {judge.voter: price(workspace, judge) for judge in judges}
    read = table_reader(workspace)
    for place, subject in enumerate(subjects):
        _add(workspace, read, sums, prices, judges, protocol, subject, examples, changes)
        if progress is not None:
            progress(place + 1, len(subjects), "Estimating")
    return [_told(sums[judge.voter], judge, prices[judge.voter], len(subjects)) for judge in judges]


def _add(
    workspace: Workspace,
    read: ReadTable,
    sums: dict[str, _Sum],
    prices: dict[str, Price | None],
    judges: Sequence[Judge],
    protocol: Protocol,
    subject: Subject,
    examples: Sequence[Example],
    changes: int,
) -> None:
    models = [judge for judge in judges if judge.provider is not Provider.RULE]
    for judge in judges:
        if judge not in models:
            sums[judge.voter].calls += 1
    if not models:
        return
    try:
        written = Written(read_material(read, subject, examples, protocol))
    except SoundingsError:
        for judge in models:
            sums[judge.voter].unreadable += protocol.runs * (1 + changes)
        return
    for judge in models:
        found, cost = sums[judge.voter], prices[judge.voter]
        _add_judge(workspace, found, cost, judge, protocol, written, changes)


def _add_judge(
    workspace: Workspace,
    found: _Sum,
    cost: Price | None,
    judge: Judge,
    protocol: Protocol,
    written: Written,
    changes: int,
) -> None:
    traits = known_traits(workspace, judge.language_model)
    two = written.material.subject.two_tables
    asked = [
        request_of(judge, protocol, traits, written, number, two and protocol.swapped(number))
        for number in range(1, protocol.runs + 1)
    ]
    known = answered_hashes(workspace, [request.idempotency_key for _, request in asked])
    found.sampled += not written.material.whole
    for prompt, request in asked:
        answered = request.idempotency_key in known
        calls = changes + (not answered)
        found.known += answered
        found.calls += calls
        found.input_tokens += calls * prompt.tokens
        if cost is not None:
            bound = most_tokens(request.system, request.user) + bool(changes) * PLANTED_TOKENS
            found.most += calls * cost.of(bound, protocol.answer_tokens)


def _told(found: _Sum, judge: Judge, cost: Price | None, cases: int) -> Estimate:
    rule = judge.provider is Provider.RULE
    output = 0 if rule else ANSWER_TOKENS * found.calls
    return Estimate(
        voter=judge.voter,
        cases=cases,
        calls=found.calls,
        known=found.known,
        unreadable=found.unreadable,
        input_tokens=found.input_tokens,
        output_tokens=output,
        price=cost,
        cost=None if cost is None else cost.of(found.input_tokens, output),
        most=None if cost is None else found.most,
        sampled=found.sampled,
    )
