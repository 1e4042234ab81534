"""What endpoints say of an answer, by the real SDKs."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.llm import Effort, LanguageModel
from core.llm.endpoints.base import (
    AskError,
    DeclinedError,
    FatalError,
    Reply,
    Request,
    TransientError,
    UnreadError,
)
from core.llm.endpoints.opening import open_endpoint
from tests.judges_server import JudgeServer

REQUEST = Request("m", "Be brief.", "Is it?", None, 0.0, 10, False, "")


@pytest.fixture(autouse=True)
def no_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))


def exchanged(
    provider: str, document: dict[str, Any], request: Request = REQUEST
) -> tuple[Reply, dict[str, Any]]:
    """Ask an endpoint that answers with a document; return what came and what was sent."""

    async def ask(model: LanguageModel) -> Reply:
        endpoint = open_endpoint(model, 20)
        try:
            return await endpoint.ask(request)
        finally:
            await endpoint.close()

    with JudgeServer() as server:
        server.refusals = [(200, document)]
        url = server.openai_url if provider == "openai" else server.gemini_url
        reply = asyncio.run(ask(LanguageModel.named(f"{provider}:m", url)))
        return reply, server.bodies[0]


def answered(provider: str, document: dict[str, Any]) -> Reply:
    """Ask an endpoint that answers with a document."""
    return exchanged(provider, document)[0]


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


PARTIAL = "UNIONABLE: Yes\nEXPLANATION: At first sight both look ali"
LIMITED = {"code": 429, "message": "Provider returned error: rate limited upstream"}


def ended(finish: str | None, text: str = PARTIAL, **more: Any) -> dict[str, Any]:
    message = {"role": "assistant", "content": text}
    return {"model": "m", "choices": [{"message": message, "finish_reason": finish, **more}]}


def ended_by_gemini(finish: str) -> dict[str, Any]:
    content = {"role": "model", "parts": [{"text": PARTIAL}]}
    return {"candidates": [{"content": content, "finishReason": finish}]}


@pytest.mark.parametrize(
    ("provider", "document", "why"),
    [
        ("openai", ended("error"), "('error')"),
        (
            "openai",
            ended("error", error={"code": 502, "message": "Provider disconnected"}),
            "('error': Provider disconnected 502)",
        ),
        ("openai", ended("stop", error={"message": "Overloaded"}), "('stop': Overloaded)"),
        ("openai", ended("insufficient_system_resource"), "('insufficient_system_resource')"),
        ("openai", ended("abort"), "('abort')"),
        ("openai", ended("error", ""), "('error')"),
        ("gemini", ended_by_gemini("OTHER"), "('OTHER')"),
        ("gemini", ended_by_gemini("MALFORMED_RESPONSE"), "('MALFORMED_RESPONSE')"),
    ],
)
def test_what_broke_off_at_the_endpoint_is_no_answer_and_may_be_billed(
    provider: str, document: dict[str, Any], why: str
) -> None:
    with pytest.raises(UnreadError, match=re.escape(f"broke off at the endpoint {why}.")):
        answered(provider, document)


@pytest.mark.parametrize(
    "finish", [None, "", "stop", "STOP", "eos", "eos_token", "end", "end_turn", "stop_sequence"]
)
def test_an_answer_that_came_to_its_end_is_one_whatever_the_end_is_called(
    finish: str | None,
) -> None:
    reply = answered("openai", ended(finish))
    assert (reply.text, reply.cut) == (PARTIAL, False)


@pytest.mark.parametrize("finish", ["length", "model_length", "max_tokens"])
def test_an_answer_that_a_limit_ended_is_cut(finish: str) -> None:
    assert answered("openai", ended(finish)).cut


@pytest.mark.parametrize(
    ("document", "kind", "told"),
    [
        ({"error": LIMITED}, TransientError, f"HTTP 429: {LIMITED['message']} 429"),
        ({"error": {**LIMITED, "code": "429"}}, TransientError, "HTTP 429: Provider returned"),
        (ended("error", "", error=LIMITED), TransientError, "HTTP 429: Provider returned"),
        ({"choices": [{"message": None, "error": LIMITED}]}, TransientError, "HTTP 429"),
        ({"error": {"code": 402, "message": "No credits"}}, FatalError, "HTTP 402: No credits"),
        ({"error": {"code": 403, "message": "Your input was flagged"}}, DeclinedError, "HTTP 403"),
        ({"error": {"code": "overloaded", "message": "Busy"}}, UnreadError, "an answer: Busy"),
        ({"error": "Busy"}, UnreadError, "is not the JSON of an answer: Busy"),
        ({"choices": []}, UnreadError, "is not the JSON of an answer."),
        ({"choices": [None]}, UnreadError, "is not the JSON of an answer."),
        ({"choices": [{"finish_reason": "stop"}]}, UnreadError, "is not the JSON of an answer."),
    ],
)
def test_an_error_that_comes_with_success_is_the_error_that_it_says(
    document: dict[str, Any], kind: type[AskError], told: str
) -> None:
    """As OpenRouter tells what happens once a model was asked (openrouter.ai/docs/errors)."""
    with pytest.raises(AskError, match=re.escape(told)) as caught:
        answered("openai", document)
    assert type(caught.value) is kind


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ([{"type": "text", "text": "Ye"}, {"type": "text", "text": "s"}], "Yes"),
        (
            [
                {"type": "thinking", "thinking": [{"type": "text", "text": "No?"}]},
                {"type": "text", "text": "Yes"},
            ],
            "Yes",
        ),
        ([{"type": "thinking", "thinking": []}, None, {"type": "text"}], ""),
        ([], ""),
        (None, ""),
    ],
)
def test_the_parts_of_an_answer_that_are_its_text_are_joined(content: object, text: str) -> None:
    """As reasoning models of Mistral answer: mistralai/client-python#252."""
    assert answered("openai", by_openai(content=content)).text == text


@pytest.mark.parametrize("content", [3, {"text": "Yes"}, True])
def test_content_of_another_kind_is_no_answer(content: object) -> None:
    with pytest.raises(UnreadError):
        answered("openai", by_openai(content=content))


@pytest.mark.parametrize(
    ("text", "usage", "written"),
    [
        ("", {"thoughtsTokenCount": 1_997}, 1_997),
        ("", {}, 0),
        ("Yes", {"candidatesTokenCount": 3, "thoughtsTokenCount": 40}, 43),
        ("Yes", {"candidatesTokenCount": 3}, 3),
        ("Yes", {"thoughtsTokenCount": 40}, None),
        ("Yes", {}, None),
        ("Yes", {"candidatesTokenCount": 3, "thoughtsTokenCount": -2}, None),
    ],
)
def test_gemini_counts_no_tokens_of_an_answer_that_has_none(
    text: str, usage: dict[str, int], written: int | None
) -> None:
    """It leaves out what is 0, so that it had counted nothing, and the most was charged."""
    parts = {"parts": [{"text": text}]} if text else {}
    reply = answered(
        "gemini",
        {
            "candidates": [{"content": {"role": "model", **parts}, "finishReason": "MAX_TOKENS"}],
            "usageMetadata": {"promptTokenCount": 812, **usage},
        },
    )
    assert (reply.input_tokens, reply.output_tokens) == (812, written)


def test_a_question_that_gemini_blocks_has_no_tokens_of_an_answer() -> None:
    reply = answered(
        "gemini",
        {
            "promptFeedback": {"blockReason": "PROHIBITED_CONTENT"},
            "usageMetadata": {"promptTokenCount": 812, "totalTokenCount": 812},
        },
    )
    assert reply.refusal == "The question was blocked (PROHIBITED_CONTENT)."
    assert (reply.input_tokens, reply.output_tokens) == (812, 0)


@pytest.mark.parametrize(
    ("said", "cached"), [(15_872, 15_872), (0, 0), (-1, None), (2**63, None), (None, None)]
)
@pytest.mark.parametrize("provider", ["openai", "gemini"])
def test_what_the_endpoint_had_of_the_input_in_its_cache_is_read(
    provider: str, said: int | None, cached: int | None
) -> None:
    document = with_tokens(provider, 16_000, 10)
    if provider == "openai":
        document["usage"]["prompt_tokens_details"] = {"cached_tokens": said}
    else:
        document["usageMetadata"]["cachedContentTokenCount"] = said
    reply = answered(provider, document)
    assert (reply.input_tokens, reply.cached_tokens) == (16_000, cached)


@pytest.mark.parametrize("details", [None, [], 3, {}])
def test_an_endpoint_that_tells_of_no_cache_has_told_nothing(details: object) -> None:
    usage = {"prompt_tokens": 9, "completion_tokens": 1, "prompt_tokens_details": details}
    reply = answered("openai", by_openai(usage=usage))
    assert (reply.input_tokens, reply.cached_tokens) == (9, None)


@pytest.mark.parametrize(
    ("effort", "sent"), [(one, {} if one is Effort.DEFAULT else {"e": one.value}) for one in Effort]
)
def test_an_effort_is_sent_in_its_words_and_none_where_none_is_asked_for(
    effort: Effort, sent: dict[str, str]
) -> None:
    _, body = exchanged("openai", by_openai(), replace(REQUEST, effort=effort))
    assert ({"e": body["reasoning_effort"]} if "reasoning_effort" in body else {}) == sent


@pytest.mark.parametrize(
    ("model", "effort", "config"),
    [
        ("gemini-3-flash", Effort.DEFAULT, None),
        ("gemini-3-flash", Effort.MINIMAL, {"thinking_level": "MINIMAL"}),
        ("gemma-4-31b-it", Effort.HIGH, {"thinking_level": "HIGH"}),
        ("gemini-3-flash", Effort.NONE, {"thinking_budget": 0}),
        ("gemini-2.5-flash", Effort.NONE, {"thinking_budget": 0}),
        ("gemini-2.5-flash", Effort.LOW, {"thinking_budget": 1_024}),
        ("gemini-2.5-pro", Effort.HIGH, {"thinking_budget": 24_576}),
        ("gemini-25-turbo", Effort.LOW, {"thinking_level": "LOW"}),
    ],
)
def test_gemini_gets_a_level_and_its_models_before_the_third_a_budget(
    model: str, effort: Effort, config: dict[str, object] | None
) -> None:
    _, body = exchanged("gemini", by_gemini(), replace(REQUEST, model=model, effort=effort))
    assert body["generationConfig"].get("thinkingConfig") == config
