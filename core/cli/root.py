"""The group of commands, and the one place where errors become a sentence and an exit code."""

from __future__ import annotations

import errno
import os
import sys
from dataclasses import replace
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path

import click

from core import __version__
from core.cli.output import printable, somebody_looks
from core.errors import SoundingsError
from core.settings import Settings

_COMMANDS = {
    "lake": "core.cli.lake.group",
    "bench": "core.cli.bench.group",
    "search": "core.cli.search.group",
    "union": "core.cli.search.group",
    "join": "core.cli.join",
    "condition": "core.cli.condition.group",
    "label": "core.cli.label.group",
    "judge": "core.cli.judge.group",
    "settings": "core.cli.settings",
    "doctor": "core.cli.workspace",
    "backup": "core.cli.workspace",
}
"""Where each command is: only the one that is run is imported, for half the start is imports."""


_NO_ROOM = "What is printed and written must have room where it goes."


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = getattr(import_module(_COMMANDS[cmd_name]), cmd_name)
        return command


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="soundings")
@click.option(
    "--workspace",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder that holds everything made at run time.  [SOUNDINGS_WORKSPACE, or ./workspace]",
)
@click.pass_context
def commands(context: click.Context, workspace: Path | None) -> None:
    """Explore a data lake of tables and search it."""
    settings = Settings.from_environment()
    context.obj = replace(settings, workspace=workspace) if workspace else settings


def main() -> None:
    """Run a command: 0 if it is done, 2 for wrong input, 1 for a failure, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal may lack a character of a table
            stream.reconfigure(errors="backslashreplace")
    try:
        commands.main(prog_name="python -m core", standalone_mode=False)
    except SoundingsError as error:
        _fail(str(error), error.exit_code)
    except click.exceptions.NoArgsIsHelpError as error:
        _fail(_missing_command(error.ctx), 2)
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        hint = f" See {context.command_path} --help." if context else ""
        _fail(error.format_message() + hint, 2)
    except (click.Abort, KeyboardInterrupt):
        _fail("Stopped. What was finished is kept.", 1)
    except BrokenPipeError:
        # The reader of our output has gone, as `| head` does; nothing is left to say.
        _leave_stdout()
        sys.exit(1)
    except Exception as error:
        if isinstance(error, OSError) and error.errno == errno.ENOSPC:
            _leave_stdout()
            _fail(f"{_NO_ROOM} Got: {error.strerror}. What was finished is kept.", 1)
        if isinstance(error, UnicodeEncodeError) and (halves := _no_text(sys.argv)):
            _fail(f"Names and words are text in UTF-8. Got {halves[0]!r:.60}, which is none.", 2)
        if Settings.from_environment().debug:
            raise
        _fail(
            f"A fault in Soundings ({type(error).__name__}: {error}); "
            "set SOUNDINGS_DEBUG=1 to see where.",
            1,
        )


def _no_text(arguments: list[str]) -> list[str]:
    """Return those with bytes that are no character, which only the path of a file may have."""
    return [one for one in arguments if any("\ud800" <= sign <= "\udfff" for sign in one)]


def _leave_stdout() -> None:
    """Drop what could not be printed, which would be tried once more at the end."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _missing_command(context: click.Context | None) -> str:
    if context is None or not isinstance(context.command, click.Group):
        return "A command is needed. See python -m core --help."
    path = context.command_path
    names = ", ".join(context.command.list_commands(context))
    return f"A command must follow: one of {names}. See {path} --help."


def _fail(sentence: str, code: int) -> None:
    # What progress wrote on the line of a terminal goes.
    begin = "\r\x1b[K" if somebody_looks() else ""
    click.echo(begin + printable(" ".join(sentence.split())), err=True)
    sys.exit(code)
