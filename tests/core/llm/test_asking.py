"""What is asked of a model is paid for once, until somebody wants it asked again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.llm.asking import Asking, ask
from core.llm.questions import Question
from core.llm.retrying import Patience
from core.llm.types import LanguageModel
from core.store import Workspace
from tests.judges_server import JudgeServer

QUESTION = Question("test", "v1", "Be brief.", "Is it?", {"type": "object", "properties": {}}, 100)
HOW = Asking(Patience(timeout=20, attempts=1, first_wait=0.01, longest_wait=1), seconds=60)


def test_a_question_asked_again_is_another_one_to_an_endpoint_that_knows_keys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the key of the first it would answer what it answered then."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.chdir(tmp_path)
    workspace = Workspace.open(tmp_path / "workspace")
    with JudgeServer() as server:
        model = LanguageModel.named("openai:yes", server.openai_url)
        first = ask(workspace, model, QUESTION, HOW)
        assert ask(workspace, model, QUESTION, HOW) == replace(first, reused=True)
        assert list(server.answered.values()) == [1]
        assert not ask(workspace, model, QUESTION, replace(HOW, again=True)).reused
        assert list(server.answered.values()) == [1, 1]
