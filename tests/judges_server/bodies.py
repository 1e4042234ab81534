"""Errors of endpoints word for word as somebody has got them, and what each means.

Names of organisations and keys are blotted out where they were.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from core.llm.endpoints.base import (
    AskError,
    DeclinedError,
    FatalError,
    RejectedError,
    Trait,
    TraitError,
    TransientError,
)

_RPC = "type.googleapis.com/google.rpc"
_QUOTA = (
    "You exceeded your current quota, please check your plan and billing details. For more "
    "information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits."
)
_FREE = "generativelanguage.googleapis.com/generate_content_free_tier"


@dataclass(frozen=True)
class Body:
    """An error.

    Parameters
    ----------
    source
        Where somebody shows it.
    provider
        By whose protocol it came.
    wait
        Seconds that it asks for.
    """

    source: str
    provider: str
    status: int
    document: Any
    means: type[AskError]
    wait: float | None = None
    trait: Trait | None = None


def _openai(
    message: str, type_: str | None, param: str | None, code: str | None
) -> dict[str, dict[str, str | None]]:
    return {"error": {"message": message, "type": type_, "param": param, "code": code}}


def _google(code: int, message: str, status: str, *details: dict[str, Any]) -> dict[str, Any]:
    error = {"code": code, "message": message, "status": status, "details": list(details)}
    return {"error": error if details else {k: v for k, v in error.items() if k != "details"}}


def _quota(metric: str, quota: str, model: str, value: str) -> dict[str, Any]:
    violation = {
        "quotaMetric": f"{_FREE}_{metric}",
        "quotaId": quota,
        "quotaDimensions": {"location": "global", "model": model},
        "quotaValue": value,
    }
    return {"@type": f"{_RPC}.QuotaFailure", "violations": [violation]}


def _retry(delay: str) -> dict[str, str]:
    return {"@type": f"{_RPC}.RetryInfo", "retryDelay": delay}


_HELP = {
    "@type": f"{_RPC}.Help",
    "links": [
        {
            "description": "Learn more about Gemini API quotas",
            "url": "https://ai.google.dev/gemini-api/docs/rate-limits",
        }
    ],
}
_KEY = {
    "@type": f"{_RPC}.ErrorInfo",
    "reason": "API_KEY_INVALID",
    "domain": "googleapis.com",
    "metadata": {"service": "generativelanguage.googleapis.com"},
}
_PER_MINUTE = _google(
    429,
    _QUOTA,
    "RESOURCE_EXHAUSTED",
    _quota(
        "input_token_count",
        "GenerateContentInputTokensPerModelPerMinute-FreeTier",
        "gemini-2.5-flash",
        "250000",
    ),
    _HELP,
    _retry("26s"),
)

BODIES = {
    "gemini: limit per minute": Body(
        "RooCodeInc/Roo-Code#3883", "gemini", 429, _PER_MINUTE, TransientError, 27.0
    ),
    "gemini by OpenAI's protocol: limit per minute": Body(
        "RooCodeInc/Roo-Code#3883", "openai", 429, [_PER_MINUTE], TransientError, 27.0
    ),
    "gemini: limit per day, which names a wait for a minute": Body(
        "diegosouzapw/OmniRoute#9504",
        "gemini",
        429,
        _google(
            429,
            f"{_QUOTA} To monitor your current usage, head to: https://ai.dev/rate-limit. \n"
            f"* Quota exceeded for metric: {_FREE}_requests, limit: 20, model: gemini-3.6-flash\n"
            "Please retry in 36.429760048s.",
            "RESOURCE_EXHAUSTED",
            _quota(
                "requests",
                "GenerateRequestsPerDayPerProjectPerModel-FreeTier",
                "gemini-3.6-flash",
                "20",
            ),
            _retry("36s"),
        ),
        FatalError,
    ),
    "gemini: exhausted, without details": Body(
        "google-gemini/gemini-cli#2020",
        "gemini",
        429,
        _google(429, "Resource has been exhausted (e.g. check quota).", "RESOURCE_EXHAUSTED"),
        TransientError,
    ),
    "gemini: wrong key": Body(
        "cequence-io/openai-scala-client#109",
        "gemini",
        400,
        _google(400, "API key not valid. Please pass a valid API key.", "INVALID_ARGUMENT", _KEY),
        FatalError,
    ),
    "gemini: key that has expired": Body(
        "plainbook-ai/plainbook#25",
        "gemini",
        400,
        _google(400, "API key expired. Please renew the API key.", "INVALID_ARGUMENT", _KEY),
        FatalError,
    ),
    "gemini: asked from the wrong place": Body(
        "google-gemini/gemini-cli#24641",
        "gemini",
        400,
        _google(400, "User location is not supported for the API use.", "FAILED_PRECONDITION"),
        FatalError,
    ),
    "openai: limit per minute, without a payment method": Body(
        "arc53/DocsGPT#287, jbergant/LlamaIndexCourse#1",
        "openai",
        429,
        _openai(
            "Rate limit reached for default-text-embedding-ada-002 in organization org-xx on "
            "requests per min. Limit: 3 / min. Please try again in 20s. Contact us through our "
            "help center at help.openai.com if you continue to have issues. Please add a payment "
            "method to your account to increase your rate limit. Visit "
            "https://platform.openai.com/account/billing to add a payment method.",
            "requests",
            None,
            "rate_limit_exceeded",
        ),
        TransientError,
    ),
    "openai: no credit": Body(
        "Pythagora-io/gpt-pilot#340",
        "openai",
        429,
        _openai(
            "You exceeded your current quota, please check your plan and billing details.",
            "insufficient_quota",
            None,
            "insufficient_quota",
        ),
        FatalError,
    ),
    "openai: no credit, by its type alone": Body(
        "ayaka14732/ChatGPTAPIFree#16",
        "openai",
        429,
        _openai(
            "You exceeded your current quota, please check your plan and billing details.",
            "insufficient_quota",
            None,
            None,
        ),
        FatalError,
    ),
    "openai: too long": Body(
        "mckaywrigley/chatbot-ui#102",
        "openai",
        400,
        _openai(
            "This model's maximum context length is 4097 tokens. However, you requested 4120 "
            "tokens (3120 in the messages, 1000 in the completion). Please reduce the length of "
            "the messages or completion.",
            "invalid_request_error",
            "messages",
            "context_length_exceeded",
        ),
        RejectedError,
    ),
    "vLLM: too long": Body(
        "HKUSTDial/Alpha-SQL#5",
        "openai",
        400,
        {
            "object": "error",
            "message": "This model's maximum context length is 32768 tokens. However, you "
            "requested 41648 tokens (37552 in the messages, 4096 in the completion). Please reduce "
            "the length of the messages or completion. None",
            "type": "BadRequestError",
            "param": None,
            "code": 400,
        },
        RejectedError,
    ),
    "openai: no such temperature": Body(
        "altic-dev/FluidVoice#55",
        "openai",
        400,
        _openai(
            "Unsupported value: 'temperature' does not support 0.200...000 with this model. Only "
            "the default (1) value is supported.",
            "invalid_request_error",
            "temperature",
            "unsupported_value",
        ),
        TraitError,
        trait=Trait.TEMPERATURE,
    ),
    "openai: the limit has another name": Body(
        "sipeed/picoclaw#16",
        "openai",
        400,
        _openai(
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use "
            "'max_completion_tokens' instead.",
            "invalid_request_error",
            "max_tokens",
            "unsupported_parameter",
        ),
        TraitError,
        trait=Trait.COMPLETION_LIMIT,
    ),
    "openai: thinks with no such effort": Body(
        "Kilo-Org/cloud#3807",
        "openai",
        400,
        _openai(
            "Unsupported value: 'reasoning_effort' does not support 'none' with this model. "
            "Supported values are: 'minimal', 'low', 'medium', and 'high'.",
            "invalid_request_error",
            "reasoning_effort",
            "unsupported_value",
        ),
        FatalError,
    ),
    "openai: thinks with no such effort, named by its parameter": Body(
        "anomalyco/opencode#4451",
        "openai",
        400,
        _openai(
            "Unsupported value: 'minimal' is not supported with the 'gpt-5.1' model. Supported "
            "values are: 'none', 'low', 'medium', and 'high'.",
            "invalid_request_error",
            "reasoning.effort",
            "unsupported_value",
        ),
        FatalError,
    ),
    "openai: does not think": Body(
        "davidmigloz/langchain_dart#712",
        "openai",
        400,
        _openai(
            "Unrecognized request argument supplied: reasoning_effort",
            "invalid_request_error",
            None,
            None,
        ),
        FatalError,
    ),
    "gemini: cannot but think": Body(
        "docker/docker-agent#2051",
        "gemini",
        400,
        _google(
            400,
            "Budget 0 is invalid. This model only works in thinking mode.",
            "INVALID_ARGUMENT",
        ),
        FatalError,
    ),
    "gemini: does not think": Body(
        "immersive-translate/immersive-translate#2976",
        "gemini",
        400,
        _google(400, "thinking_config is not supported.", "INVALID_ARGUMENT"),
        FatalError,
    ),
    "gemini: thinks with no such level": Body(
        "vellum-ai/vellum-assistant#32687",
        "gemini",
        400,
        _google(400, "Thinking level MINIMAL is not supported for this model.", "INVALID_ARGUMENT"),
        FatalError,
    ),
    "azure: filtered": Body(
        "stanford-crfm/helm#3327",
        "openai",
        400,
        {
            "error": {
                "message": "The response was filtered due to the prompt triggering Azure OpenAI's "
                "content management policy. Please modify your prompt and retry. To learn more "
                "about our content filtering policies please read our documentation: "
                "https://go.microsoft.com/fwlink/?linkid=2198766",
                "type": None,
                "param": "prompt",
                "code": "content_filter",
                "status": 400,
            }
        },
        DeclinedError,
    ),
    "openrouter: no credit": Body(
        "astrio-labs/forall#76",
        "openai",
        402,
        {
            "error": {
                "message": "This request requires more credits, or fewer max_tokens. You requested "
                "up to 64000 tokens, but can only afford 2666. To increase, visit "
                "https://openrouter.ai/settings/credits and upgrade to a paid account",
                "code": 402,
                "metadata": {"provider_name": None},
            },
            "user_id": "user_x",
        },
        FatalError,
    ),
}
