"""``settings``: how a workspace is set up, and from where."""

from __future__ import annotations

from dataclasses import asdict

import click

from core.cli.output import as_json, emit, is_begun, opened, print_rows
from core.configuration import SettingLine, choose, tell_settings
from core.labels import LOCAL
from core.settings import Settings
from core.store import Workspace


@click.command()
@click.option(
    "--set",
    "chosen",
    nargs=2,
    multiple=True,
    metavar="NAME VALUE",
    help="Choose a setting for the workspace; its default takes a choice back.",
)
@as_json
@click.pass_context
def settings(context: click.Context, chosen: tuple[tuple[str, str], ...], as_json: bool) -> None:
    """List the settings and where each comes from, or choose some for the workspace."""
    given: Settings = context.find_root().obj
    workspace = Workspace(given.workspace.resolve())
    if chosen or is_begun(context):
        workspace, _ = opened(context, begins=True)
    if chosen:
        choose(workspace, LOCAL, dict(chosen))
    lines = tell_settings(workspace)
    document = {
        "settings": [
            {**asdict(line), "choice": line.choice.rule if line.choice else None} for line in lines
        ]
    }
    emit(document, as_json, lambda: _print(lines))


def _print(lines: list[SettingLine]) -> None:
    print_rows(
        ("setting", "value", "comes from", "may be chosen here"),
        [
            (
                line.name,
                line.value,
                line.chosen_by or line.origin.value,
                line.choice.rule if line.choice else "",
            )
            for line in lines
        ],
    )
