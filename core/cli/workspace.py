"""``doctor`` and ``backup``: is the workspace whole, and a copy of its database."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from core.cli.output import as_json, emit, opened, print_rows, say
from core.doctor import Check, State, examine
from core.settings import Settings
from core.store import back_up


@click.command()
@as_json
@click.pass_context
def doctor(context: click.Context, as_json: bool) -> None:
    """Examine the workspace and what it needs, a line each; exit with 1 if there is a problem."""
    settings: Settings = context.find_root().obj
    found = list(examine(settings))
    problems = sum(check.state is State.PROBLEM for check in found)
    document = {
        "workspace": str(settings.workspace),
        "problems": problems,
        "checks": [
            {"check": check.name, "state": check.state.value, "said": check.said} for check in found
        ],
    }
    emit(document, as_json, lambda: _print(found))
    if problems:
        sys.exit(1)


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@as_json
@click.pass_context
def backup(context: click.Context, file: Path, as_json: bool) -> None:
    """Copy the workspace's database to FILE while others may write to it."""
    workspace, _ = opened(context)
    made = back_up(workspace, file)
    document = {"backup": str(made.path), "bytes": made.bytes}
    emit(document, as_json, lambda: say(f"{made.path}: {made.bytes / 2**20:,.1f} MB, whole."))


def _print(found: list[Check]) -> None:
    print_rows(
        ("check", "state", "found"),
        [(check.name, check.state.value, check.said) for check in found],
    )
