"""What is asked of a model is paid for once, until somebody wants it asked again."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from core.llm.asking import Asking, ask, ask_each
from core.llm.questions import Given, Question
from core.llm.retrying import Patience
from core.llm.types import LanguageModel
from core.store import Workspace
from tests.judges_server import JudgeServer

QUESTION = Question("test", "v1", "Be brief.", "Is it?", {"type": "object", "properties": {}}, 100)
HOW = Asking(Patience(timeout=20, attempts=1, first_wait=0.01, longest_wait=1), seconds=60)
HOW_SOON = replace(HOW, seconds=4, at_once=2)


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


def test_an_answer_comes_in_time_though_another_cannot_be_kept_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.chdir(tmp_path)
    workspace = Workspace.open(tmp_path / "workspace")
    questions = [replace(QUESTION, user=f"Is it {number}?") for number in range(2)]
    begun = threading.Event()
    with JudgeServer() as server:
        gate = server.gate = threading.Event()
        server.hold_after = 1

        def write() -> None:
            with workspace.writing():
                begun.set()
                while server.calls < 1:
                    time.sleep(0.01)
                time.sleep(0.3)
                gate.set()  # the second answer
                time.sleep(HOW_SOON.seconds)

        writer = threading.Thread(target=write)
        writer.start()
        begun.wait()
        model = LanguageModel.named("openai:yes", server.openai_url)
        found = ask_each(workspace, model, questions, HOW_SOON)
        writer.join()
    assert [type(one) for one in found] == [Given, Given]
