"""The settings of a workspace: the environment, then what was chosen in it, then defaults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from core.settings import Settings
from core.store.workspace import Workspace


@dataclass(frozen=True)
class ChosenSetting:
    """A setting that was chosen in a workspace.

    Parameters
    ----------
    value
        As text, as the environment would give it.
    chosen_at
        UTC, ISO 8601.
    """

    value: str
    chosen_by: str
    chosen_at: str


def settings_of(workspace: Workspace, environment: Mapping[str, str] | None = None) -> Settings:
    """Return the settings that hold in a workspace.

    The environment goes first, for whoever runs the machine has the last word; then what was
    chosen in the workspace; then the defaults.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     workspace = Workspace.open(Path(folder))
    ...     keep_settings(workspace, {"judge_attempts": "3"}, "ann")
    ...     settings_of(workspace, {}).judge_attempts
    ...     settings_of(workspace, {"SOUNDINGS_JUDGE_ATTEMPTS": "9"}).judge_attempts
    3
    9
    """
    chosen = {name: one.value for name, one in chosen_settings(workspace).items()}
    return replace(Settings.from_environment(environment, chosen), workspace=workspace.root)


def chosen_settings(workspace: Workspace) -> dict[str, ChosenSetting]:
    """Return what was chosen in a workspace, by names; nothing if it is not begun."""
    if not workspace.database.exists():
        return {}
    sql = "SELECT name, value, chosen_by, chosen_at FROM chosen_settings ORDER BY name"
    with workspace.reading() as db:
        return {row[0]: ChosenSetting(row[1], row[2], row[3]) for row in db.execute(sql)}


def keep_settings(workspace: Workspace, values: Mapping[str, str | None], who: str) -> None:
    """Keep values of settings, and forget what was chosen where the value is None; all or none.

    Who may do so, and which values, is for `core.configuration` to say.
    """
    now = datetime.now(UTC).isoformat(timespec="seconds")
    with workspace.writing() as db:
        for name, value in values.items():
            if value is None:
                db.execute("DELETE FROM chosen_settings WHERE name = ?", [name])
                continue
            db.execute(
                "INSERT INTO chosen_settings (name, value, chosen_by, chosen_at) "
                "VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value, "
                "chosen_by = excluded.chosen_by, chosen_at = excluded.chosen_at",
                [name, value, who, now],
            )
