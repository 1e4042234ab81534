from dataclasses import FrozenInstanceError, fields
from pathlib import Path

import pytest

from core.errors import InputError
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
    wanted = {field.name: examples[type(field.default)] for field in fields(Settings)}
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


def test_the_process_environment_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUNDINGS_WORKERS", "3")
    assert Settings.from_environment().workers == 3


def test_settings_are_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        Settings().workers = 1  # type: ignore[misc]
