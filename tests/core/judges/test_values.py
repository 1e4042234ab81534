"""Judges and protocols: what is none is refused."""

from __future__ import annotations

from typing import Any

import pytest

from core.judges import judge
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
        ("openai:x@localhost:8713/v1", "", r"begins with http.* Got 'localhost:8713/v1' behind"),
        ("openai:x", "file:///etc/passwd", "begins with http"),
        ("openai:x", "http://me:secret@localhost/v1", "no user, password or query"),
        ("gemini:x", "http://localhost/v1?key=secret", "no user, password or query"),
    ],
)
def test_what_is_no_judge_is_refused(name: str, url: str, why: str) -> None:
    with pytest.raises(JudgeError, match=why):
        Judge.named(name, url)


def test_a_fault_of_ours_is_none_of_the_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str, *_: object) -> None:
        raise RuntimeError(name)

    monkeypatch.setattr(judge, "Voter", broken)
    with pytest.raises(RuntimeError, match="openai:m"):
        Judge.named("openai:m")


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
