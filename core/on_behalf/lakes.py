"""Change for somebody which data lakes there are, and how their files are read."""

from __future__ import annotations

from pathlib import Path

from core import jobs
from core import lake as lakes
from core.jobs import Job
from core.labels.types import Role, Voter
from core.lake import ReadAs
from core.on_behalf.folders import Folders
from core.settings import Settings
from core.store import Workspace
from core.types import LakeInfo


def add_lake(
    workspace: Workspace, curator: Voter, name: str, folder: Path, allowed: Folders
) -> Job:
    """Enter a data lake and begin to read it.

    Parameters
    ----------
    name
        That of the folder if empty.
    allowed
        The folders that may be named.

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    FolderNotAllowedError
        If the folder lies outside of what may be named.
    LakeExistsError, InputError
        As `core.lake.add_lake`.
    """
    curator.require(Role.CURATOR, "add a data lake")
    meant = allowed.allowed(folder)
    added = lakes.add_lake(workspace, name or folder.expanduser().name, meant)
    return jobs.submit_anew(workspace, "refresh", added.name)


def remove_lake(workspace: Workspace, curator: Voter, name: str) -> None:
    """Forget a data lake; as `core.lake.remove_lake`.

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    """
    curator.require(Role.CURATOR, "remove a data lake")
    lakes.remove_lake(workspace, name)


def say(
    workspace: Workspace,
    curator: Voter,
    lake: LakeInfo,
    pattern: str,
    read_as: ReadAs,
    settings: Settings,
) -> Job:
    """Keep how files are to be read and begin to read them so; as `core.lake.say`.

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    """
    curator.require(Role.CURATOR, "say how files are read")
    said = lakes.what_is_said(workspace, lake, pattern)
    lakes.say(workspace, lake, said, read_as, settings, curator.name)
    return jobs.submit_anew(workspace, "refresh", lake.name)
