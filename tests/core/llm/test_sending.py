"""What is sent to an address, and what is taken of what comes back, by the real SDKs."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.llm import LanguageModel
from core.llm.endpoints import key_names
from core.llm.endpoints.base import OverlongError, TransientError
from tests.core.llm.listening import ANSWERS, Listener, asked


@pytest.fixture
def listener(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Listener]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    with Listener() as found:
        yield found


@pytest.mark.parametrize(
    ("provider", "header", "value"),
    [("openai", "authorization", "Bearer sk-its-own"), ("gemini", "x-goog-api-key", "sk-its-own")],
)
def test_what_the_environment_has_for_an_sdk_is_sent_to_no_address(
    listener: Listener, monkeypatch: pytest.MonkeyPatch, provider: str, header: str, value: str
) -> None:
    listener.answer = ANSWERS[provider]
    model = LanguageModel.named(f"{provider}:m", listener.address)
    for name in ("OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.setenv(name, "of-the-provider")
    monkeypatch.setenv("OPENAI_ORG_ID", "the-organization")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "the-project")
    monkeypatch.setenv(
        "OPENAI_CUSTOM_HEADERS",
        "X-Gateway: of-a-gateway\nAuthorization: of-a-gateway\nUser-Agent: of-a-gateway",
    )
    monkeypatch.setenv(key_names(model)[0], "sk-its-own")

    assert asked(model).text == "Yes."
    (heard,) = listener.heard
    assert heard[header] == value
    assert not [of for of in heard.values() if "of-" in of or "the-" in of]
    assert heard["content-type"] == "application/json"
    if provider == "openai":
        assert heard["idempotency-key"] == "once"


@pytest.mark.parametrize("provider", ["openai", "gemini"])
def test_an_answer_that_came_packed_is_not_unpacked(listener: Listener, provider: str) -> None:
    listener.answer = gzip.compress(ANSWERS[provider])
    listener.headers["Content-Encoding"] = "gzip"
    with pytest.raises(OverlongError, match=r"It came packed \(gzip\)"):
        asked(LanguageModel.named(f"{provider}:m", listener.address))
    assert [heard["accept-encoding"] for heard in listener.heard] == ["identity"]


@pytest.mark.parametrize("provider", ["openai", "gemini"])
def test_a_refusal_that_came_packed_is_still_one(listener: Listener, provider: str) -> None:
    listener.status = 429
    listener.answer = gzip.compress(b"{}")
    listener.headers |= {"Content-Encoding": "gzip", "Retry-After": "7"}
    with pytest.raises(TransientError) as caught:
        asked(LanguageModel.named(f"{provider}:m", listener.address))
    assert caught.value.retry_after == 7.0


@pytest.mark.parametrize("said", ["identity", "utf-8"])
def test_an_answer_that_says_that_it_is_not_packed_is_read(listener: Listener, said: str) -> None:
    listener.headers["Content-Encoding"] = said
    assert asked(LanguageModel.named("openai:m", listener.address)).text == "Yes."
