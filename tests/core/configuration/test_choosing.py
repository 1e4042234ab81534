"""What a curator chooses for a workspace holds there, and only that."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.configuration import Origin, SettingError, choose, tell_settings
from core.configuration.choosing import CHOOSABLE
from core.features import ENCODERS
from core.labels.errors import RoleError
from core.labels.types import LOCAL, Role, Voter
from core.settings import Settings, variable_of
from core.store import Workspace, settings_of
from core.store.chosen_settings import chosen_settings

ANN = Voter("ann", role=Role.CURATOR)


@pytest.fixture(autouse=True)
def silent_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.__dataclass_fields__:
        monkeypatch.delenv(variable_of(name), raising=False)


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace.open(tmp_path / "workspace")


def test_a_choice_takes_the_place_of_the_default_and_the_environment_goes_before_it(
    workspace: Workspace,
) -> None:
    choose(workspace, ANN, {"encoder": "hash", "judge_attempts": 3})
    found = settings_of(workspace)
    assert (found.encoder, found.judge_attempts, found.workers) == ("hash", 3, 2)
    assert found.workspace == workspace.root
    assert settings_of(workspace, {"SOUNDINGS_ENCODER": "count"}).encoder == "count"


def test_the_default_takes_a_choice_back(workspace: Workspace) -> None:
    choose(workspace, ANN, {"judge_attempts": 3, "encoder": "hash"})
    choose(workspace, ANN, {"judge_attempts": 6})
    assert list(chosen_settings(workspace)) == ["encoder"]


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("judge_attempts", "0", "must be a whole number from 1 to 100. Got '0'"),
        ("judge_attempts", "101", "must be a whole number from 1 to 100. Got '101'"),
        ("judge_attempts", "²", "must be a whole number from 1 to 100. Got '²'"),
        ("judge_attempts", "1.5", "must be a whole number from 1 to 100. Got '1.5'"),
        ("encoder", "gpt", rf"must be one of {', '.join(ENCODERS)}\. Got 'gpt'"),
        ("workers", "3", "belongs to the machine .* set SOUNDINGS_WORKERS"),
        ("curators", "eve", "belongs to the machine"),
        ("sbert_model", "/etc", "belongs to the machine"),
        ("colour", "red", "is one of encoder, .* Got 'colour'"),
    ],
)
def test_what_may_not_be_chosen_is_refused_and_nothing_else_is_kept(
    workspace: Workspace, name: str, value: str, sentence: str
) -> None:
    with pytest.raises(SettingError, match=sentence):
        choose(workspace, ANN, {"condition_seconds": "5", name: value})
    assert chosen_settings(workspace) == {}


def test_what_the_environment_gives_is_not_chosen_here(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOUNDINGS_ENCODER", "hash")
    with pytest.raises(SettingError, match="given by SOUNDINGS_ENCODER in the environment"):
        choose(workspace, ANN, {"encoder": "count"})


@pytest.mark.parametrize("role", [Role.VIEWER, Role.ANNOTATOR])
def test_only_a_curator_chooses(workspace: Workspace, role: Role) -> None:
    with pytest.raises(RoleError, match=r"may change a setting\. You are here as eve, an? "):
        choose(workspace, Voter("eve", role=role), {"judge_attempts": 3})
    assert chosen_settings(workspace) == {}


def test_every_setting_is_told_with_where_it_comes_from(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOUNDINGS_WORKSPACE", str(workspace.root))
    monkeypatch.setenv("SOUNDINGS_DEBUG", "1")
    monkeypatch.setenv("SOUNDINGS_JUDGE_ATTEMPTS", "9")
    choose(workspace, ANN, {"encoder": "hash"})
    told = {line.name: line for line in tell_settings(workspace)}

    assert list(told) == list(Settings.__dataclass_fields__)
    assert (told["debug"].value, told["debug"].origin) == ("true", Origin.ENVIRONMENT)
    assert (told["encoder"].value, told["encoder"].default) == ("hash", "sbert-vc")
    assert (told["encoder"].origin, told["encoder"].chosen_by) == (Origin.WORKSPACE, "ann")
    assert (told["workers"].origin, told["workers"].choice) == (Origin.DEFAULT, None)
    assert (told["judge_attempts"].value, told["judge_attempts"].choice) == ("9", None)
    assert told["condition_seconds"].choice == CHOOSABLE["condition_seconds"]


def test_a_workspace_named_in_the_terminal_says_so(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOUNDINGS_WORKSPACE", str(workspace.root))
    assert tell_settings(workspace)[0].origin is Origin.ENVIRONMENT
    other = Workspace.open(workspace.root / "other")
    assert tell_settings(other)[0].origin is Origin.OPTION


def test_every_default_may_be_chosen() -> None:
    for name, choice in CHOOSABLE.items():
        assert choice.allows(str(getattr(Settings(), name))), name


def test_the_local_person_is_a_curator(workspace: Workspace) -> None:
    choose(workspace, LOCAL, {"encoder": "hash"})
    assert chosen_settings(workspace)["encoder"].chosen_by == "local"
