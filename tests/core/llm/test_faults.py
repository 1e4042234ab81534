"""What endpoints answer instead of an answer, word for word, by the real SDKs."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from core.llm import LanguageModel
from core.llm.endpoints.base import AskError, Request, TraitError, TransientError
from core.llm.endpoints.faults import Fault, problem
from core.llm.endpoints.google_faults import google_fault
from core.llm.endpoints.opening import open_endpoint
from tests.judges_server import JudgeServer
from tests.judges_server.bodies import BODIES, Body

REQUEST = Request("m", "Be brief.", "Is it?", None, 0.0, 10, False, "")


async def error_of(model: LanguageModel) -> AskError:
    endpoint = open_endpoint(model, 20)
    try:
        with pytest.raises(AskError) as caught:
            await endpoint.ask(REQUEST)
    finally:
        await endpoint.close()
    return caught.value


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_each_error_means_what_its_codes_say(
    body: Body, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    with JudgeServer() as server:
        server.refusals = [(body.status, body.document)]
        url = server.openai_url if body.provider == "openai" else server.gemini_url
        found = asyncio.run(error_of(LanguageModel.named(f"{body.provider}:m", url)))
    assert type(found) is body.means
    if isinstance(found, TransientError):
        assert found.retry_after == body.wait
    if isinstance(found, TraitError):
        assert found.trait is body.trait


@pytest.mark.parametrize(
    ("delay", "seconds"), [("0s", 1.0), ("45.837906927s", 45.837906927), ("soon", None), (7, None)]
)
def test_a_wait_of_which_the_fraction_is_cut_off_is_waited_to_its_end(
    delay: object, seconds: float | None
) -> None:
    details = [{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": delay}]
    assert google_fault(429, {"details": details}, {}).retry_after == seconds
    assert google_fault(429, {"details": details}, {"retry-after": "3"}).retry_after == 3.0


@pytest.mark.parametrize("details", [None, "x", [None], [{"@type": 1}], {"reason": "x"}])
def test_what_is_not_of_the_form_of_an_error_is_still_one(details: object) -> None:
    error = json.loads(json.dumps({"details": details}))
    found = problem(google_fault(429, error, {}))
    assert isinstance(found, TransientError)


def test_a_code_means_nothing_with_another_status() -> None:
    """Groq says "rate limit" of a request that is larger than the limit, with 413."""
    limited = frozenset({"rate_limit_exceeded"})
    assert not isinstance(problem(Fault(413, "Request too large.", limited)), TransientError)
