"""Gemini through Google's SDK."""

from __future__ import annotations

import re
from typing import Any

import httpx2
from google import genai
from google.genai import errors, types

from core.llm.endpoints.base import Reply, Request, counted
from core.llm.endpoints.faults import Fault, broken_off, problem, unread
from core.llm.endpoints.google_faults import google_fault
from core.llm.endpoints.http import broken
from core.llm.types import Effort

_REFUSALS = frozenset(
    {"SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "LANGUAGE", "IMAGE_SAFETY"}
)
_CUT = "MAX_TOKENS"
_BUDGETS = {
    Effort.NONE: 0,
    Effort.MINIMAL: 1_024,
    Effort.LOW: 1_024,
    Effort.MEDIUM: 8_192,
    Effort.HIGH: 24_576,
}
"""Tokens of thought that Google's own address for OpenAI's protocol takes an effort for."""
_WITH_BUDGET = re.compile(r"(models/)?gemini-2\b")
"""Models that take a budget of tokens and no level, which came with Gemini 3."""
_ENDED = frozenset({"", "FINISH_REASON_UNSPECIFIED", "STOP", _CUT})


class GeminiEndpoint:
    """Models of Gemini at one address.

    Parameters
    ----------
    base_url
        Empty for Google's own.
    http
        Which sends the key, and closes with the endpoint.
    timeout
        Seconds that the endpoint is told to take at most.
    """

    def __init__(self, base_url: str, http: httpx2.AsyncClient, timeout: float) -> None:
        self._http = http
        self._client = genai.Client(
            api_key="sent by the client",
            vertexai=False,
            http_options=types.HttpOptions(
                # Without one the SDK goes where the environment says, with the key.
                base_url=base_url or "https://generativelanguage.googleapis.com",
                timeout=int(timeout * 1000),
                httpx_async_client=self._http,
                retry_options=types.HttpRetryOptions(attempts=1),
            ),
        )

    async def ask(self, request: Request) -> Reply:
        """Send a request once; raises as `Endpoint.ask`."""
        try:
            answer = await self._client.aio.models.generate_content(
                model=request.model, contents=request.user, config=_config(request)
            )
            return _reply(answer)
        except errors.APIError as error:
            raise problem(_fault(error)) from error
        except httpx2.TransportError as error:
            raise broken(error) from error
        except ValueError as error:  # of JSON, of pydantic and of the SDK
            raise unread() from error

    async def close(self) -> None:
        """Close its connections."""
        await self._http.aclose()


def _config(request: Request) -> types.GenerateContentConfig:
    structured: dict[str, Any] = {}
    if request.schema is not None:
        structured = {
            "response_mime_type": "application/json",
            "response_json_schema": dict(request.schema),
        }
    return types.GenerateContentConfig(
        system_instruction=request.system,
        temperature=request.temperature,
        max_output_tokens=request.answer_tokens,
        thinking_config=_thinking(request),
        automatic_function_calling=types.AutomaticFunctionCallingConfig(disable=True),
        **structured,
    )


def _thinking(request: Request) -> types.ThinkingConfig | None:
    if request.effort is Effort.DEFAULT:
        return None
    if request.effort is Effort.NONE or _WITH_BUDGET.match(request.model):
        return types.ThinkingConfig(thinking_budget=_BUDGETS[request.effort])
    return types.ThinkingConfig(thinking_level=types.ThinkingLevel[request.effort.name])


def _reply(answer: types.GenerateContentResponse) -> Reply:
    feedback = answer.prompt_feedback
    blocked = feedback.block_reason if feedback else None
    candidates = answer.candidates or []
    if not candidates and blocked is None:
        raise unread()
    finish = candidates[0].finish_reason if candidates else None
    reason = finish.value if finish else ""
    refusal = ""
    if blocked is not None:
        refusal = f"The question was blocked ({blocked.value})."
    elif reason in _REFUSALS:
        refusal = f"The answer was blocked ({reason})."
    elif reason not in _ENDED:
        raise broken_off(reason)
    content = candidates[0].content if candidates else None
    parts = (content.parts if content else None) or []
    text = "".join(part.text for part in parts if part.text and not part.thought)
    usage = answer.usage_metadata
    return Reply(
        text,
        answer.model_version or "",
        counted(usage.prompt_token_count) if usage else None,
        _written(usage, text) if usage else None,
        refusal,
        reason == _CUT,
        counted(usage.cached_content_token_count) if usage else None,
    )


def _written(usage: types.GenerateContentResponseUsageMetadata, text: str) -> int | None:
    """Count the tokens of an answer and of the thoughts before it; a number that is 0 is left out.

    So it is where all was thought away, or a question was blocked.
    """
    if usage.candidates_token_count is None and text:
        return None
    answer = counted(usage.candidates_token_count or 0)
    thoughts = counted(usage.thoughts_token_count or 0)
    return None if answer is None or thoughts is None else counted(answer + thoughts)


def _fault(error: errors.APIError) -> Fault:
    headers = dict(getattr(error.response, "headers", None) or {})
    body = error.details if isinstance(error.details, dict) else {}
    told = body.get("error", body)  # the SDK makes an error of its own of a body that is no JSON
    told = told if isinstance(told, dict) else {}
    return google_fault(int(error.code or 0), {"message": str(error), **told}, headers)
