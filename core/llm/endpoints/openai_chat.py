"""Endpoints that speak OpenAI's chat completions: hosted ones, vLLM, Ollama, llama.cpp."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import httpx2
import openai

from core.llm.endpoints.base import AskError, FatalError, Reply, Request, counted
from core.llm.endpoints.faults import (
    Fault,
    broken_off,
    problem,
    retry_after,
    texts,
    unread,
)
from core.llm.endpoints.google_faults import google_fault
from core.llm.endpoints.http import broken
from core.llm.types import Effort

_SUCCESS = 200
_STATUS = re.compile("[45][0-9][0-9]")
_FILTERED = "content_filter"
_CUT = frozenset({"length", "model_length", "max_tokens"})
_ENDED = frozenset(
    {"", "stop", "eos", "eos_token", "end", "end_turn", "stop_sequence", "tool_calls"}
    | {"function_call"}
)
"""How endpoints call the end of an answer that is all there: Together, TGI, gateways to others."""


class OpenAIEndpoint:
    """One model at one address.

    Parameters
    ----------
    base_url
        Empty for OpenAI's own.
    http
        Which sends the key, and closes with the endpoint.
    """

    def __init__(self, base_url: str, http: httpx2.AsyncClient) -> None:
        self._client = openai.AsyncOpenAI(
            api_key="sent by the client",
            base_url=base_url or "https://api.openai.com/v1",
            max_retries=0,
            http_client=http,
        )

    async def ask(self, request: Request) -> Reply:
        """Send a request once; raises as `Endpoint.ask`."""
        try:
            # `chat.completions.create` would walk through the request and the schema twice, type
            # by type, which takes longer than everything else; what comes is not checked either.
            answer = await self._client.post(
                "/chat/completions",
                cast_to=object,
                body=_body(request),
                options={"headers": {"Idempotency-Key": request.idempotency_key}},
            )
            return _reply(answer)
        except openai.APIStatusError as error:
            raise problem(_fault(error)) from error
        except openai.APIConnectionError as error:
            if isinstance(error.__cause__, AskError):
                raise error.__cause__ from error
            raise broken(error.__cause__ or error) from error
        except httpx2.TransportError as error:
            raise broken(error) from error
        except (openai.APIResponseValidationError, json.JSONDecodeError) as error:
            raise unread() from error
        except openai.OpenAIError as error:
            raise FatalError(str(error)) from error

    async def close(self) -> None:
        """Close its connections."""
        await self._client.close()


def _body(request: Request) -> dict[str, Any]:
    limit = "max_completion_tokens" if request.completion_limit else "max_tokens"
    body: dict[str, Any] = {
        "model": request.model,
        "messages": [
            {"role": "system", "content": request.system},
            {"role": "user", "content": request.user},
        ],
        limit: request.answer_tokens,
    }
    if request.temperature is not None:
        body["temperature"] = request.temperature
    if request.effort is not Effort.DEFAULT:
        body["reasoning_effort"] = request.effort.value
    if request.schema is not None:
        body["response_format"] = {
            "type": "json_schema",
            "json_schema": {"name": "answer", "strict": True, "schema": dict(request.schema)},
        }
    return body


def _reply(answer: Any) -> Reply:
    if not isinstance(answer, dict):
        raise unread()
    choices = answer.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else {}
    try:
        text = _text((choice.get("message") or {}).get("content"))
        error = answer.get("error") or choice.get("error")
        if error and not text:  # as OpenRouter tells it once a model was asked
            fault = _told_with_success(error)
            raise unread(fault.said) if fault.status == _SUCCESS else problem(fault)
        message, finish = choice["message"], str(choice.get("finish_reason") or "").lower()
        refusal = message.get("refusal")
    except (AttributeError, KeyError) as broken_form:
        raise unread() from broken_form
    if error or finish not in {_FILTERED} | _CUT | _ENDED:
        raise broken_off(finish or "error", _told_with_success(error).said if error else "")
    if finish == _FILTERED:
        refusal = refusal or "A filter of the endpoint stopped the answer."
    usage = answer.get("usage")
    told = usage if isinstance(usage, dict) else {}
    details = told.get("prompt_tokens_details")
    of_input = details if isinstance(details, dict) else {}
    return Reply(
        text,
        str(answer.get("model") or ""),
        counted(told.get("prompt_tokens")),
        counted(told.get("completion_tokens")),
        str(refusal or ""),
        finish in _CUT,
        counted(of_input.get("cached_tokens")),
    )


def _text(content: object) -> str:
    """Join the parts of an answer that are its text; models of Mistral have their thoughts there.

    Raises
    ------
    UnreadError
        If it is neither a text nor such parts.
    """
    if isinstance(content, list):
        parts = [part for part in content if isinstance(part, dict) and part.get("type") == "text"]
        return "".join(str(part.get("text") or "") for part in parts)
    if content is not None and not isinstance(content, str):
        raise unread()
    return content or ""


def _fault(error: openai.APIStatusError) -> Fault:
    status, headers, body = error.status_code, dict(error.response.headers), error.body
    if isinstance(body, list) and body and isinstance(body[0], dict):
        of_google = body[0].get("error")  # Gemini's address for this protocol wraps its own errors
        if isinstance(of_google, dict):
            return google_fault(status, of_google, headers)
    told = body if isinstance(body, dict) else {}
    return _fault_of(status, told, error.response.text or error.message, retry_after(headers))


def _told_with_success(error: object) -> Fault:
    """Take an error apart that came with HTTP 200: its code is the status that it would have."""
    told = error if isinstance(error, dict) else {}
    code = str(told.get("code"))
    status = int(code) if _STATUS.fullmatch(code) else _SUCCESS
    return _fault_of(status, told, str(error), None)


def _fault_of(status: int, told: Mapping[str, Any], otherwise: str, wait: float | None) -> Fault:
    names = [told.get(name) for name in ("message", "code", "param")]
    said = " ".join(str(name) for name in names if name) or otherwise
    codes = texts([told.get("code"), told.get("type")])
    return Fault(status, said, codes, str(told.get("param") or ""), wait)
