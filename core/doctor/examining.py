"""Look at everything, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from core.doctor import database, files, surroundings, work
from core.doctor.check import Check, State, unreadable
from core.errors import SoundingsError
from core.settings import Settings, in_environment
from core.store import Workspace
from core.store.chosen_settings import chosen_settings

_OF_WORKSPACE: tuple[tuple[str, Callable[[Workspace], Check]], ...] = (
    ("references", database.check_references),
    ("cells", files.check_cells),
    ("rankings", files.check_rankings),
    ("folders", files.check_folders),
    ("leftovers", files.check_leftovers),
    ("room", files.check_room),
    ("jobs", work.check_jobs),
    ("leases", work.check_leases),
)


def examine(settings: Settings) -> Iterator[Check]:
    """Examine the workspace of the settings and what it needs, a check at a time.

    A database that is damaged or not there is left as it is, and what would be read from it is not
    looked at. An older one is migrated, as whoever opens it would. An encoder that was chosen in
    the workspace takes the place of that of the settings, unless the environment names one.
    """
    found = database.check_file(settings.workspace)
    yield found
    if found.state is not State.PROBLEM:
        workspace, told = _open(settings)
        yield told
        if workspace is not None:
            settings = _with_choice(settings, workspace)
            yield from _of_workspace(workspace)
    yield surroundings.check_versions()
    yield surroundings.check_secrets()
    yield surroundings.check_encoder(settings)


def _open(settings: Settings) -> tuple[Workspace | None, Check]:
    try:
        workspace = Workspace.open(settings.workspace)
    except SoundingsError as error:
        return None, Check("schema", State.PROBLEM, str(error))
    return workspace, Check("schema", State.OK, "The schema is that of this version.")


def _with_choice(settings: Settings, workspace: Workspace) -> Settings:
    chosen = chosen_settings(workspace).get("encoder")
    if chosen is None or "encoder" in in_environment():
        return settings
    return replace(settings, encoder=chosen.value)


def _of_workspace(workspace: Workspace) -> Iterator[Check]:
    for name, look in _OF_WORKSPACE:
        try:
            yield look(workspace)
        except SoundingsError as error:
            yield Check(name, State.PROBLEM, str(error))
        except OSError as error:
            yield Check(name, State.PROBLEM, unreadable(error.filename or workspace.root, error))
