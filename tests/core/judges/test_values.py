"""Judges, protocols, conclusions, purses, prices, statuses: without a server."""

from __future__ import annotations

import asyncio
from statistics import mode
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.judges.budgets import OverBudgetError, Purse
from core.judges.concluding import conclude
from core.judges.errors import JudgeError
from core.judges.judge import Judge
from core.judges.protocol import Protocol
from core.labels.types import Kind


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("openai:gpt-4o-mini", Kind.LLM),
        ("openai:meta-llama/Llama-3.1-8B:free", Kind.LLM),
        ("gemini:gemini-2.5-flash", Kind.LLM),
        ("rule:matcher", Kind.RULE),
    ],
)
def test_a_judge_votes_under_its_name(name: str, kind: Kind) -> None:
    judge = Judge.named(name, "http://localhost:1/v1")
    assert (judge.voter, judge.kind) == (name, kind)
    assert judge.as_voter().kind is kind
    assert bool(judge.base_url) == (kind is Kind.LLM)


@pytest.mark.parametrize(
    ("name", "url", "why"),
    [
        ("gpt-4o", "", "named openai:MODEL, gemini:MODEL or rule:NAME"),
        ("claude:x", "", "named openai:MODEL"),
        ("openai:", "", "model's name|has a name"),
        ("openai: x", "", "has a name without blanks"),
        ("openai:" + "x" * 200, "", "at most 200 characters"),
        ("openai:x", "localhost:1", "begins with http"),
        ("openai:x", "file:///etc/passwd", "begins with http"),
        ("openai:x", "http://me:secret@localhost/v1", "no user, password or query"),
        ("gemini:x", "http://localhost/v1?key=secret", "no user, password or query"),
    ],
)
def test_what_is_no_judge_is_refused(name: str, url: str, why: str) -> None:
    with pytest.raises(JudgeError, match=why):
        Judge.named(name, url)


@pytest.mark.parametrize(
    "wrong",
    [
        {"runs": 0},
        {"runs": 102},
        {"temperature": -0.1},
        {"temperature": float("nan")},
        {"table_tokens": 499},
        {"answer_tokens": 0},
        {"examples": tuple(range(21))},
        {"examples": (1, 1)},
    ],
)
def test_a_protocol_out_of_range_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(JudgeError, match="Got"):
        Protocol(**wrong)


def test_the_papers_protocol_is_the_default() -> None:
    assert (Protocol().runs, Protocol().temperature) == (5, 0.1)


@given(st.lists(st.sampled_from([0, 1, 2]), max_size=9), st.integers(1, 9))
def test_a_conclusion_is_the_only_mode_of_more_than_half_of_the_runs(
    labels: list[int], runs: int
) -> None:
    labels = labels[:runs]
    found = conclude(labels, runs)
    assert found.voted == (len(labels) > runs / 2)
    if found.label is not None:
        assert found.label == mode(labels)
        assert all(labels.count(other) < found.agreeing for other in {0, 1, 2} - {found.label})
    elif found.voted:
        counts = sorted(labels.count(label) for label in (0, 1, 2))
        assert counts[-1] == counts[-2]


@given(
    st.floats(0.01, 100),
    st.lists(st.tuples(st.floats(0, 10), st.floats(0, 1)), max_size=30),
    st.integers(1, 8),
)
def test_a_purse_is_never_overdrawn_however_many_take_from_it(
    limit: float, requests: list[tuple[float, float]], at_once: int
) -> None:
    async def spend() -> float:
        purse, turn = Purse(limit), asyncio.Semaphore(at_once)

        async def one(most: float, share: float) -> None:
            async with turn:
                try:
                    await purse.hold(most)
                except OverBudgetError:
                    return
                await asyncio.sleep(0)
                await purse.settle(most, most * share)

        await asyncio.gather(*(one(*request) for request in requests))
        return purse.spent

    assert asyncio.run(spend()) <= limit * (1 + 1e-9)


def test_a_request_waits_for_what_others_hold_and_may_give_back() -> None:
    async def spend() -> list[str]:
        purse, told = Purse(10.0), []
        await purse.hold(8.0)

        async def other() -> None:
            await purse.hold(5.0)
            told.append("held")

        waiting = asyncio.create_task(other())
        await asyncio.sleep(0)
        told.append("settled")
        await purse.settle(8.0, 1.0)
        await waiting
        return told

    assert asyncio.run(spend()) == ["settled", "held"]
