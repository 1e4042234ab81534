"""The lake that a command searches."""

from __future__ import annotations

import click

from core import lake as lakes
from core.cli.output import opened, progress_to_stderr
from core.search.types import SearchedLake


def searched(context: click.Context, name: str) -> SearchedLake:
    """Open a lake of the command's workspace for searches, which tell stderr how far they are.

    Raises
    ------
    LakeNotFoundError
        If there is none of that name.
    """
    workspace, settings = opened(context)
    return SearchedLake(workspace, lakes.lake(workspace, name), settings, progress_to_stderr())
