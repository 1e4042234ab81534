"""Look at everything, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from core.doctor import database, files, surroundings, work
from core.doctor.check import Check, State
from core.errors import SoundingsError
from core.settings import Settings
from core.store import Workspace

_OF_WORKSPACE: tuple[tuple[str, Callable[[Workspace], Check]], ...] = (
    ("references", database.check_references),
    ("cells", files.check_cells),
    ("rankings", files.check_rankings),
    ("folders", files.check_folders),
    ("room", files.check_room),
    ("jobs", work.check_jobs),
    ("leases", work.check_leases),
)


def examine(settings: Settings) -> Iterator[Check]:
    """Examine the workspace of the settings and what it needs, a check at a time.

    A database that is damaged or not there is left as it is, and what would be read from it is not
    looked at. An older one is migrated, as whoever opens it would.
    """
    found = database.check_file(settings.workspace)
    yield found
    if found.state is not State.PROBLEM:
        yield from _of_workspace(settings)
    yield surroundings.check_versions()
    yield surroundings.check_encoder(settings)


def _of_workspace(settings: Settings) -> Iterator[Check]:
    try:
        workspace = Workspace.open(settings.workspace)
    except SoundingsError as error:
        yield Check("schema", State.PROBLEM, str(error))
        return
    yield Check("schema", State.OK, "The schema is that of this version.")
    for name, look in _OF_WORKSPACE:
        try:
            yield look(workspace)
        except SoundingsError as error:
            yield Check(name, State.PROBLEM, str(error))
