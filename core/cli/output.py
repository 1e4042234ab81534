"""What every command shares: the workspace it works in, progress, and its two ways of output."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext, redirect_stdout
from itertools import chain
from math import isfinite
from pathlib import Path
from typing import Any
from unicodedata import combining, east_asian_width

import click

from core.amounts import rounded
from core.errors import WorkspaceNotFoundError
from core.monitor import Monitor
from core.settings import Settings
from core.store import Workspace, settings_of
from core.store.own_folders import DATABASE, holds_work
from core.store.streams import is_stdout, is_stream

_CONTROLS = {
    code: ascii(chr(code))[1:-1]
    for code in chain(range(0x20), range(0x7F, 0xA0), range(0x2028, 0x202F), range(0x2066, 0x206A))
    if chr(code) not in "\n\t"
}
"""Control characters, and those that turn the direction of text."""
_BREAKS = {ord(character): ascii(character)[1:-1] for character in "\n\t"}

SECONDS_BETWEEN_LINES = 60.0
"""How often long work says where it is, where nobody is looking."""

as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


def opened(context: click.Context, begins: bool = False) -> tuple[Workspace, Settings]:
    """Open the workspace that the command was given, and read the settings that hold in it.

    Parameters
    ----------
    begins
        Whether the command makes a workspace where there is none.

    Raises
    ------
    WorkspaceNotFoundError
        If there is none, and the command does not begin one.
    """
    given: Settings = context.find_root().obj
    if not begins and not is_begun(context):
        raise WorkspaceNotFoundError(
            f"There is no workspace in {given.workspace.resolve()}; name another folder with "
            "--workspace or SOUNDINGS_WORKSPACE, or begin one with `lake add` or `bench add`."
        )
    workspace = Workspace.open(given.workspace)
    return workspace, settings_of(workspace)


def is_begun(context: click.Context) -> bool:
    """Whether the command was given a workspace that is there, be it whole or not."""
    root = context.find_root().obj.workspace
    try:
        return (root / DATABASE).exists() or holds_work(root)
    except OSError:  # whoever opens it tells
        return True


def emit(
    document: dict[str, Any],
    as_json: bool,
    print_text: Callable[[], None],
    written: Path | None = None,
) -> None:
    """Print the document as JSON in UTF-8, and nothing else, or run the printer of text.

    JSON has no word for a number that is not finite; it is null.

    Parameters
    ----------
    written
        The file that the command has written, if it is one that writes. If that is stdout itself,
        what is printed goes to stderr, so that each stays whole; text does for any pipe.
    """
    apart = written is not None and (is_stdout(written) if as_json else is_stream(written))
    with redirect_stdout(sys.stderr) if apart else nullcontext():
        _emit(document, as_json, print_text)


def _emit(document: dict[str, Any], as_json: bool, print_text: Callable[[], None]) -> None:
    if not as_json:
        print_text()
        return
    try:
        text = json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False)
    except ValueError:
        document = _finite(document)
        text = json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False)
    try:
        click.echo(text.encode())
    except UnicodeEncodeError:  # a path that is no valid UTF-8
        click.echo(json.dumps(document, indent=2).encode())


def say(text: str = "", err: bool = False) -> None:
    """Print text that may hold what files held."""
    click.echo(printable(text), err=err)


def say_more(left: int) -> None:
    """Say how many lines were left out of a list, if any were."""
    if left > 0:
        say(f"... and {left:,} more; --json has them all.")


def printable(text: str) -> str:
    r"""Show control characters instead of sending them to the terminal, which would obey them.

    Examples
    --------
    >>> print(printable("Oslo\x1b[31m"))
    Oslo\x1b[31m
    """
    return text.translate(_CONTROLS)


def printable_name(name: str) -> str:
    r"""Show a name as `printable` does, and on one line: names of files may hold line ends.

    Examples
    --------
    >>> print(printable_name("new\nline.csv"))
    new\nline.csv
    """
    return printable(name.translate(_BREAKS))


def print_rows(header: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print rows in aligned columns, numbers to the right."""
    cells = [[_told(cell) for cell in row] for row in rows]
    widths = [max(map(_width, column)) for column in zip(header, *cells, strict=True)]
    right = [
        bool(rows) and all(isinstance(row[i], int | float) for row in rows)
        for i in range(len(header))
    ]
    for line in [list(header), *cells]:
        fields = []
        for cell, width, to_right in zip(line, widths, right, strict=True):
            blank = " " * (width - _width(cell))
            fields.append(blank + cell if to_right else cell + blank)
        click.echo("  ".join(fields).rstrip())


def _told(cell: object) -> str:
    if isinstance(cell, float):
        return str(rounded(cell))
    if isinstance(cell, int):
        return f"{cell:,}"
    return printable(" ".join(str(cell).split()))


def _width(text: str) -> int:
    """Places that a text takes in a terminal: East Asian characters take two, accents none."""
    if text.isascii():
        return len(text)
    wide = sum(east_asian_width(character) in "WF" for character in text)
    return len(text) + wide - sum(map(bool, map(combining, text)))


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(one) for key, one in value.items()}
    return [_finite(one) for one in value] if isinstance(value, list | tuple) else value


def somebody_looks() -> bool:
    """Whether stderr is a terminal; of one that was closed (``2>&-``) there is no stream at all."""
    return sys.stderr is not None and sys.stderr.isatty()


def progress_to_stderr() -> Monitor:
    """Show progress on one line of stderr if a person is looking at it, else in a line a minute.

    A file of what was said then tells how far long work is, and of short work nothing.
    """
    if somebody_looks():
        return Monitor(_redrawn)
    said = time.monotonic()

    def show(done: int, total: int, message: str) -> None:
        nonlocal said
        if time.monotonic() - said >= SECONDS_BETWEEN_LINES:
            said = time.monotonic()
            click.echo(f"{message}{_share(done, total)}", err=True)

    return Monitor(show)


def _redrawn(done: int, total: int, message: str) -> None:
    end = "\n" if total and done == total else ""
    click.echo(f"\r\x1b[K{message}{_share(done, total)}{end}", nl=False, err=True)


def _share(done: int, total: int) -> str:
    return f" {done:,}/{total:,}" if total else ""
