"""Endpoints that speak OpenAI's chat completions: hosted ones, vLLM, Ollama, llama.cpp."""

from __future__ import annotations

import json
from typing import Any

import httpx2
import openai

from core.judges.endpoints.base import FatalError, OverlongError, Reply, Request, TransientError
from core.judges.endpoints.http import client, problem
from core.settings import Secret

NO_KEY = "none"
"""What an endpoint without keys is sent in place of one."""


class OpenAIEndpoint:
    """One model at one address.

    Parameters
    ----------
    base_url
        Empty for OpenAI's own.
    """

    def __init__(self, base_url: str, key: Secret, timeout: float, connections: int) -> None:
        self._client = openai.AsyncOpenAI(
            api_key=key.reveal() or NO_KEY,
            base_url=base_url or "https://api.openai.com/v1",
            max_retries=0,
            http_client=client(timeout, connections),
        )

    async def ask(self, request: Request) -> Reply:
        """Send a request once; raises as `Endpoint.ask`."""
        try:
            answer = await self._client.chat.completions.create(
                model=request.model,
                messages=[
                    {"role": "system", "content": request.system},
                    {"role": "user", "content": request.user},
                ],
                extra_headers={"Idempotency-Key": request.idempotency_key},
                **_options(request),
            )
            return _reply(answer)
        except openai.APIStatusError as error:
            raise problem(error.status_code, _said(error), dict(error.response.headers)) from error
        except openai.APITimeoutError as error:
            raise TransientError("No answer came in time.") from error
        except openai.APIConnectionError as error:
            if isinstance(error.__cause__, OverlongError):
                raise error.__cause__ from error
            raise TransientError(f"The connection broke ({error.__cause__ or error}).") from error
        except httpx2.TransportError as error:
            raise TransientError(f"The connection broke ({error}).") from error
        except (openai.APIResponseValidationError, json.JSONDecodeError) as error:
            raise TransientError("The response is not the JSON of an answer.") from error
        except openai.OpenAIError as error:
            raise FatalError(str(error)) from error

    async def close(self) -> None:
        """Close its connections."""
        await self._client.close()


def _options(request: Request) -> dict[str, Any]:
    limit = "max_completion_tokens" if request.completion_limit else "max_tokens"
    options: dict[str, Any] = {limit: request.answer_tokens}
    if request.temperature is not None:
        options["temperature"] = request.temperature
    if request.schema is not None:
        options["response_format"] = {
            "type": "json_schema",
            "json_schema": {"name": "verdict", "strict": True, "schema": dict(request.schema)},
        }
    return options


def _reply(answer: Any) -> Reply:
    # Untyped: an endpoint may send anything, and the SDK does not check what it builds.
    try:
        choice = answer.choices[0]
        message, finish = choice.message, choice.finish_reason
        text = message.content or ""
        refusal = getattr(message, "refusal", None) or ""
    except (AttributeError, IndexError, TypeError) as error:
        raise TransientError("The response is not the JSON of an answer.") from error
    if finish == "content_filter":
        refusal = refusal or "A filter of the endpoint stopped the answer."
    usage = getattr(answer, "usage", None)
    return Reply(
        str(text),
        str(getattr(answer, "model", "") or ""),
        _count(getattr(usage, "prompt_tokens", None)),
        _count(getattr(usage, "completion_tokens", None)),
        str(refusal),
        finish == "length",
    )


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and value >= 0 else None


def _said(error: openai.APIStatusError) -> str:
    body = error.body
    if isinstance(body, dict):
        parts = [body.get(name) for name in ("message", "code", "param")]
        told = " ".join(str(part) for part in parts if part)
        if told:
            return told
    return error.response.text or error.message
