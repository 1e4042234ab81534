"""Options that several `label` commands have."""

from __future__ import annotations

import click

from core import labels

voter_option = click.option(
    "--voter", default=labels.LOCAL.name, show_default=True, help="Name of who votes."
)
