from dataclasses import FrozenInstanceError, fields
from pathlib import Path

import pytest

from core import settings
from core.errors import InputError
from core.features import ENCODERS, encoder
from core.llm import LanguageModel, Provider
from core.settings import Settings


def test_a_silent_environment_gives_the_defaults() -> None:
    assert Settings.from_environment({}) == Settings()
    assert Settings.from_environment({"SOUNDINGS_WORKERS": " ", "OTHER": "1"}) == Settings()


def test_every_setting_can_be_given() -> None:
    examples = {
        bool: ("true", True),
        int: ("7", 7),
        str: ("x", "x"),
        type(Path()): ("x", Path("x")),
    }
    ruled = {"encoder": ("count", "count"), "condition_model": ("openai:x", "openai:x")}
    wanted = {
        field.name: ruled.get(field.name, examples[type(field.default)])
        for field in fields(Settings)
    }
    given = {f"SOUNDINGS_{name.upper()}": text for name, (text, _) in wanted.items()}
    assert Settings.from_environment(given) == Settings(
        **{name: value for name, (_, value) in wanted.items()}  # type: ignore[arg-type]
    )


@pytest.mark.parametrize("value", ["0", "-1", "two", "1.5", "²"])
def test_a_number_that_is_none_is_told_with_its_rule(value: str) -> None:
    with pytest.raises(
        InputError, match=f"SOUNDINGS_WORKERS must be a whole number of at least 1. Got '{value}'."
    ):
        Settings.from_environment({"SOUNDINGS_WORKERS": value})


def test_an_encoder_that_is_none_is_told_with_its_variable_and_those_there_are() -> None:
    rule = f"must be one of {', '.join(ENCODERS)}. Got 'word2vec'."
    with pytest.raises(InputError, match=f"^SOUNDINGS_ENCODER {rule}$"):
        Settings.from_environment({"SOUNDINGS_ENCODER": "word2vec"})
    assert settings.ENCODERS == ENCODERS
    for name in ENCODERS:
        assert Settings.from_environment({"SOUNDINGS_ENCODER": name}).encoder == name
        assert encoder(name, Settings())


@pytest.mark.parametrize("value", ["gpt-4o", "mistral:7b", "openai:", "?"])
def test_a_model_of_conditions_that_is_none_is_told_with_its_variable(value: str) -> None:
    with pytest.raises(InputError, match=r"^SOUNDINGS_CONDITION_MODEL must be openai:") as told:
        Settings.from_environment({"SOUNDINGS_CONDITION_MODEL": value})
    assert str(told.value).endswith(f"Got {value!r}.")


@pytest.mark.parametrize("provider", list(Provider))
def test_a_model_of_each_provider_may_read_conditions(provider: Provider) -> None:
    name = f"{provider}:some/model@http://localhost:11434/v1"
    found = Settings.from_environment({"SOUNDINGS_CONDITION_MODEL": name}).condition_model
    assert LanguageModel.named(found).provider is provider


def test_the_process_environment_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUNDINGS_WORKERS", "3")
    assert Settings.from_environment().workers == 3


def test_settings_are_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        Settings().workers = 1  # type: ignore[misc]
