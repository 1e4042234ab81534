"""What a judge run will take: calls, tokens and US dollars, without sending anything."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from core.errors import SoundingsError
from core.judges.asking.rounds import rounds
from core.judges.judge import Judge
from core.judges.pricing.costs import Estimate, Price
from core.judges.pricing.past_answers import ANSWER_TOKENS, PastAnswers, past_answers
from core.judges.pricing.prices import price
from core.judges.prompting.prompt import Example, ReadTable, read_material, table_reader
from core.judges.prompting.requests import Written, requests_of
from core.judges.protocol import Protocol
from core.judges.records.answers import Question
from core.judges.records.concluding import label_of
from core.judges.records.places import Place
from core.judges.running.open_questions import OpenQuestions
from core.judges.types import JudgeRun, Subject
from core.labels.judge_names import Provider
from core.llm.tokens import most_tokens
from core.llm.traits import traits_of
from core.monitor import Monitor
from core.store import Workspace

PLANTED_TOKENS = 200
"""What a change adds to a prompt, at most."""


@dataclass
class _Sum:
    """What asking one judge comes to."""

    judge: Judge
    price: Price | None
    past: PastAnswers
    cases: int = 0
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
    examples: Sequence[Example],
    monitor: Monitor,
    *,
    changes: int,
) -> list[Estimate]:
    """Estimate what each judge would take; questions that are answered already cost nothing.

    Tokens are estimated without the judge's own tokenizer: treat them as right to within a third,
    and those of answers as a guess. Where 20 or more of its answers are stored with their tokens,
    both go by the last of these (`past_answers`). The most that it can cost is a bound, which the
    budget of a run is kept by.

    Parameters
    ----------
    changes
        How often each question is asked once more with changed tables, as an audit does.

    Raises
    ------
    ExampleError
        If an example cannot be one.
    """

    def asked(judge: Judge, subject: Subject) -> list[Question]:
        rule = judge.provider is Provider.RULE
        variants = [""] if rule else ["", *map(str, range(changes))]
        return [
            Question(0, judge.voter, subject.case, number, swapped, variant)
            for number in range(1, 1 + (1 if rule else protocol.runs))
            for swapped in [subject.two_tables and protocol.swapped(number)]
            for variant in variants
        ]

    return _estimated(workspace, judges, protocol, subjects, examples, asked, monitor)


def estimate_open(
    workspace: Workspace,
    run: JudgeRun,
    subjects: Sequence[Subject],
    examples: Sequence[Example],
    again: Collection[Place],
    monitor: Monitor,
) -> list[Estimate]:
    """Estimate what going on with a run would take: all that is open of it; as `estimate`.

    Parameters
    ----------
    again
        Places of questions that would be asked again.
    """
    open_ones = OpenQuestions(workspace, run, again)
    variants: Sequence[str] = run.source.get("variants", [])

    def asked(judge: Judge, subject: Subject) -> list[Question]:
        found = open_ones.of(judge, subject)
        if judge.provider is Provider.RULE or not variants:
            return found
        if not found and label_of(workspace, run, judge.voter, subject.case) is None:
            return []  # there is no verdict that a planted text could push away from
        return found + [one for name in variants for one in open_ones.of(judge, subject, name)]

    return _estimated(workspace, run.judges, run.protocol, subjects, examples, asked, monitor)


def _estimated(
    workspace: Workspace,
    judges: Sequence[Judge],
    protocol: Protocol,
    subjects: Sequence[Subject],
    examples: Sequence[Example],
    asked: Callable[[Judge, Subject], Sequence[Question]],
    monitor: Monitor,
) -> list[Estimate]:
    sums = {
        judge.voter: _Sum(
            judge, price(workspace, judge), past_answers(workspace, judge, protocol.effort)
        )
        for judge in judges
    }
    read = table_reader(workspace)
    for place, subject in enumerate(subjects):
        wanted = {judge.voter: asked(judge, subject) for judge in judges}
        _add(workspace, read, sums, wanted, protocol, subject, examples)
        monitor.progress(place + 1, len(subjects), "Estimating")
    return [_told(one, protocol) for one in sums.values()]


def _add(
    workspace: Workspace,
    read: ReadTable,
    sums: Mapping[str, _Sum],
    wanted: Mapping[str, Sequence[Question]],
    protocol: Protocol,
    subject: Subject,
    examples: Sequence[Example],
) -> None:
    models = []
    for found in sums.values():
        questions = wanted[found.judge.voter]
        found.cases += bool(questions)
        if found.judge.provider is Provider.RULE:
            found.calls += len(questions)
        elif questions:
            models.append((found, questions))
    if not models:
        return
    try:
        written = Written(read_material(read, subject, examples, protocol))
    except SoundingsError:
        for found, questions in models:
            found.unreadable += len(questions)
        return
    for found, questions in models:
        _add_judge(workspace, found, protocol, written, questions)


def _add_judge(
    workspace: Workspace,
    found: _Sum,
    protocol: Protocol,
    written: Written,
    questions: Sequence[Question],
) -> None:
    traits = traits_of(workspace, found.judge.language_model)
    forms = [
        requests_of(found.judge, protocol, traits, written, one.number, one.swapped)
        for one in questions
    ]
    asked = [first for first, *_ in forms]
    requests = [[request for _, request in each] for each in forms]
    known = rounds(workspace, found.judge, list(zip(questions, requests, strict=True)))
    found.sampled += not written.material.whole
    for question, (prompt, request), one in zip(questions, asked, known, strict=True):
        if not question.variant and one.is_answered:
            found.known += 1
            continue
        found.calls += 1
        found.input_tokens += prompt.tokens
        if found.price is not None:
            bound = most_tokens(request.system, request.user)
            bound += PLANTED_TOKENS if question.variant else 0
            found.most += found.price.of(bound, protocol.answer_tokens)


def _told(found: _Sum, protocol: Protocol) -> Estimate:
    past, price = found.past, found.price
    longest = min(past.output_tokens, protocol.answer_tokens) if past.answers else ANSWER_TOKENS
    output = 0 if found.judge.provider is Provider.RULE else round(longest * found.calls)
    read = round(found.input_tokens * past.input_ratio)
    return Estimate(
        voter=found.judge.voter,
        cases=found.cases,
        calls=found.calls,
        known=found.known,
        unreadable=found.unreadable,
        input_tokens=read,
        output_tokens=output,
        price=price,
        cost=None if price is None else price.of(read, output, round(read * past.cached_share)),
        most=None if price is None else found.most,
        sampled=found.sampled,
        by_answers=past.answers,
    )
