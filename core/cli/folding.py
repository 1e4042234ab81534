"""The option that says how values are made equal, of all commands that join."""

from __future__ import annotations

import click

fold_option = click.option(
    "--fold",
    default="all",
    show_default=True,
    metavar="RULES",
    help="How values are made equal: all, none, or some of blanks, unicode, case, numbers, dates. "
    "all,zeros: 00501 is 501, too.",
)
