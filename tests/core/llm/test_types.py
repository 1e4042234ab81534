"""Which names bring an address along, and which only look as if they did."""

from __future__ import annotations

import pytest

from core.llm.errors import ModelError
from core.llm.types import LanguageModel, split_address


@pytest.mark.parametrize(
    "name",
    [
        "openai:name@2024-01-01",
        "openai:claude-3-5-sonnet@20240620",
        "gemini:gemini@001",
        "openai:name@1.5",
        "openai:name@latest",
        "openai:@cf/meta/llama",
        "openai:workers-ai/@cf/meta/llama-3.1-8b-instruct",
        "openai:@cf/meta/llama@2024-01-01",
    ],
)
def test_a_version_or_an_owner_behind_an_at_sign_is_part_of_the_name(name: str) -> None:
    assert split_address(name) == (name, "")


@pytest.mark.parametrize(
    "address",
    [
        "localhost:8713/v1",
        "localhost",
        "LOCALHOST:80",
        "127.0.0.1",
        "127.0.0.1:8713",
        "[::1]:8713",
        "gpu-box:11434",
        "llm.example.org/v1",
    ],
)
def test_an_address_without_its_scheme_is_refused(address: str) -> None:
    with pytest.raises(ModelError) as refused:
        LanguageModel.named(f"openai:fair@{address}")
    assert str(refused.value) == (
        "An address behind the name of a language model begins with http:// or https://, such as "
        f"openai:qwen3@http://localhost:11434/v1. Got {address!r} behind the @."
    )


def test_a_password_in_an_address_without_its_scheme_is_not_told() -> None:
    with pytest.raises(ModelError) as refused:
        LanguageModel.named("openai:fair@me:secret@localhost/v1?key=hidden")
    assert "secret" not in str(refused.value)
    assert "hidden" not in str(refused.value)
