"""Each setting with its value and where it comes from."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum

from core.configuration.choosing import CHOOSABLE, Choice
from core.configuration.meanings import MEANINGS
from core.settings import Settings, in_environment, variable_of
from core.store import Workspace, settings_of
from core.store.chosen_settings import chosen_settings


class Origin(StrEnum):
    """Where the value of a setting comes from."""

    OPTION = "--workspace"
    """The terminal was told to work elsewhere."""
    ENVIRONMENT = "environment"
    WORKSPACE = "workspace"
    """Chosen by a curator."""
    DEFAULT = "default"


@dataclass(frozen=True)
class SettingLine:
    """One setting as it stands.

    Parameters
    ----------
    variable
        The variable of the environment that gives it.
    value, default
        As the environment would give them.
    chosen_by, chosen_at
        Who chose it in this workspace and when (UTC, ISO 8601); empty if it comes from elsewhere.
    meaning
        What it does, a sentence or two.
    choice
        What a curator may choose; None if it comes from the environment or not at all.
    """

    name: str
    variable: str
    value: str
    default: str
    origin: Origin
    chosen_by: str
    chosen_at: str
    meaning: str
    choice: Choice | None


def tell_settings(workspace: Workspace) -> list[SettingLine]:
    """Tell every setting of a workspace, in the order of `Settings`."""
    found, given, chosen = settings_of(workspace), in_environment(), chosen_settings(workspace)
    lines = []
    for field in fields(Settings):
        name = field.name
        by_choice = chosen.get(name) if name not in given else None
        lines.append(
            SettingLine(
                name=name,
                variable=variable_of(name),
                value=_text(getattr(found, name)),
                default=_text(field.default),
                origin=_origin(name, found, name in given, by_choice is not None),
                chosen_by=by_choice.chosen_by if by_choice else "",
                chosen_at=by_choice.chosen_at if by_choice else "",
                meaning=MEANINGS[name],
                choice=None if name in given else CHOOSABLE.get(name),
            )
        )
    return lines


def _origin(name: str, found: Settings, given: bool, chosen: bool) -> Origin:
    elsewhere = found.workspace != Settings.from_environment().workspace.resolve()
    if name == "workspace" and elsewhere:
        return Origin.OPTION
    if given:
        return Origin.ENVIRONMENT
    return Origin.WORKSPACE if chosen else Origin.DEFAULT


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
