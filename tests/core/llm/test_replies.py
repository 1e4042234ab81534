"""What endpoints say of an answer, by the real SDKs."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from core.llm import LanguageModel
from core.llm.endpoints.base import Reply, Request
from core.llm.endpoints.opening import open_endpoint
from tests.judges_server import JudgeServer

REQUEST = Request("m", "Be brief.", "Is it?", None, 0.0, 10, False, "")


@pytest.fixture(autouse=True)
def no_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))


def answered(provider: str, document: dict[str, Any]) -> Reply:
    """Ask an endpoint that answers with a document."""

    async def ask(model: LanguageModel) -> Reply:
        endpoint = open_endpoint(model, 20)
        try:
            return await endpoint.ask(REQUEST)
        finally:
            await endpoint.close()

    with JudgeServer() as server:
        server.refusals = [(200, document)]
        url = server.openai_url if provider == "openai" else server.gemini_url
        return asyncio.run(ask(LanguageModel.named(f"{provider}:m", url)))


def by_openai(*, content: Any = "Yes", **more: Any) -> dict[str, Any]:
    message = {"role": "assistant", "content": content}
    return {"model": "m", "choices": [{"message": message, "finish_reason": "stop"}], **more}


def by_gemini(**more: Any) -> dict[str, Any]:
    content = {"role": "model", "parts": [{"text": "Yes"}]}
    return {"candidates": [{"content": content, "finishReason": "STOP"}], **more}


def with_tokens(provider: str, read: int, written: int) -> dict[str, Any]:
    if provider == "openai":
        return by_openai(usage={"prompt_tokens": read, "completion_tokens": written})
    return by_gemini(usageMetadata={"promptTokenCount": read, "candidatesTokenCount": written})


@pytest.mark.parametrize("wrong", [-5_000_000, 2**31, 2**63])
@pytest.mark.parametrize("provider", ["openai", "gemini"])
def test_a_number_of_tokens_that_cannot_be_is_no_count(provider: str, wrong: int) -> None:
    def tokens(read: int, written: int) -> tuple[int | None, int | None]:
        reply = answered(provider, with_tokens(provider, read, written))
        assert reply.text == "Yes"
        return reply.input_tokens, reply.output_tokens

    assert tokens(0, 2**31 - 1) == (0, 2**31 - 1)
    assert tokens(wrong, 7) == (None, 7)
    assert tokens(7, wrong) == (7, None)
