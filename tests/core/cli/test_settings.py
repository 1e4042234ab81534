"""A setting that is chosen in the terminal holds for the commands that follow."""

from __future__ import annotations

from core.features import ENCODERS
from tests.core.cli.conftest import Terminal


def test_a_choice_holds_from_the_next_command_on(terminal: Terminal) -> None:
    given = {"SOUNDINGS_ENCODER": ""}
    before = terminal("settings", "--set", "encoder", "hash", "--json", **given).json["settings"]
    (encoder,) = [line for line in before if line["name"] == "encoder"]
    assert (encoder["value"], encoder["origin"], encoder["chosen_by"]) == (
        "hash",
        "workspace",
        "local",
    )
    assert encoder["choice"] == f"one of {', '.join(ENCODERS)}"
    checks = terminal("doctor", "--json", **given).json["checks"]
    (said,) = [check["said"] for check in checks if check["check"] == "encoder"]
    assert said.startswith("hash loads")


def test_a_setting_of_the_machine_is_refused_in_a_sentence(terminal: Terminal) -> None:
    done = terminal("settings", "--set", "workers", "4")
    assert (done.code, done.sentence) == (
        2,
        "workers belongs to the machine and is not chosen in a workspace; set SOUNDINGS_WORKERS "
        "in the environment and start again.",
    )
