"""Answers are kept under all that a model was asked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.llm.questions import Given, Question, keep, recall
from core.llm.types import LanguageModel
from core.store import Workspace

MODEL = LanguageModel.named("openai:m", "http://one/v1")
QUESTION = Question("reading", "v1", "Be brief.", "Is it?", {"type": "object"}, 10)
GIVEN = Given('{"a": 1}', "", False, "m-2026", 7, 3, 0.5)


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    workspace = Workspace.open(tmp_path / "workspace")
    keep(workspace, MODEL, QUESTION, GIVEN)
    return workspace


def test_an_answer_is_recalled_as_it_was_given(workspace: Workspace) -> None:
    assert recall(workspace, MODEL, QUESTION) == replace(GIVEN, reused=True)
    keep(workspace, MODEL, QUESTION, replace(GIVEN, text="{}"))
    assert recall(workspace, MODEL, QUESTION) == replace(GIVEN, text="{}", reused=True)


@pytest.mark.parametrize(
    "model",
    [
        LanguageModel.named("openai:m", "http://two/v1"),
        LanguageModel.named("openai:m"),
        LanguageModel.named("openai:n", "http://one/v1"),
        LanguageModel.named("gemini:m", "http://one/v1"),
    ],
)
def test_another_model_or_one_of_that_name_elsewhere_does_not_answer_for_it(
    workspace: Workspace, model: LanguageModel
) -> None:
    assert recall(workspace, model, QUESTION) is None


@pytest.mark.parametrize(
    "changed",
    [
        {"system": "Be long."},
        {"user": "Is it not?"},
        {"schema": {"type": "array"}},
        {"answer_tokens": 11},
    ],
)
def test_another_question_has_no_answer_yet(
    workspace: Workspace, changed: dict[str, object]
) -> None:
    assert recall(workspace, MODEL, replace(QUESTION, **changed)) is None  # type: ignore[arg-type]
