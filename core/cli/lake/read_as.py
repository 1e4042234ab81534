"""``lake read-as``: say how files of a data lake are to be read where the guess is wrong."""

from __future__ import annotations

from typing import Any

import click

from core import lake as lakes
from core.amounts import amount
from core.cli.output import as_json, emit, opened, print_rows, progress_to_stderr, say
from core.errors import InputError
from core.lake import GUESSED, Preview, ReadAs, Said
from core.types import LakeInfo

_ROWS_SHOWN = 5


@click.command("read-as")
@click.argument("name")
@click.argument("path", required=False)
@click.option("--header", metavar="LINE|none|guess", help="Line with the names of the columns.")
@click.option("--rows-from", metavar="LINE|guess", help="Line with the first row; with --header.")
@click.option("--encoding", metavar="ENCODING|guess", help="Such as windows-1250.")
@click.option("--delimiter", metavar="DELIMITER|guess", help="A character or its name.")
@click.option("--decimal", metavar="comma|point|guess", help="The decimal mark of numbers.")
@click.option("--preview", is_flag=True, help="Show the first rows and keep nothing.")
@click.option("--forget", is_flag=True, help="Take back all that was said.")
@as_json
@click.pass_context
def read_as(
    context: click.Context,
    *,
    name: str,
    path: str | None,
    header: str | None,
    rows_from: str | None,
    encoding: str | None,
    delimiter: str | None,
    decimal: str | None,
    preview: bool,
    forget: bool,
    as_json: bool,
) -> None:
    """Say how a file of the lake NAME, or all that match a pattern, is read.

    PATH is that of a file, of a table inside a file, or a pattern such as "2019/*.csv". Without
    PATH what was said is listed, without an option what holds for PATH is shown.
    """
    fields = {
        "header": header,
        "rows_from": rows_from,
        "encoding": encoding,
        "delimiter": delimiter,
        "decimal": decimal,
    }
    if path is None:
        if preview or forget or any(fields.values()):
            raise InputError("What is said is said of a file or a pattern. Got no PATH; add it.")
        _list(context, name, as_json)
        return
    workspace, settings = opened(context)
    lake = lakes.lake(workspace, name)
    said = lakes.what_is_said(workspace, lake, path)
    new = (GUESSED if forget else said.read_as).with_said(fields)
    if preview or not (forget or any(fields.values())):
        shown = lakes.look(lake, said, new, settings)
        document = {**_document(lake, said, new), "preview": _preview(shown)}
        emit(document, as_json, lambda: _print(said, new, shown))
        return
    from core.labels import LOCAL

    lakes.say(workspace, lake, said, new, settings, LOCAL.name)
    done = lakes.refresh(workspace, lake, settings, progress_to_stderr())
    now = lakes.what_is_said(workspace, lake, path)
    document = {**_document(lake, now, now.read_as), "files_read": done.succeeded}
    emit(document, as_json, lambda: _say_done(now, done.succeeded))


def _list(context: click.Context, name: str, as_json: bool) -> None:
    workspace, _ = opened(context)
    lake = lakes.lake(workspace, name)
    rules, counts = lakes.read_rules(workspace, lake.key), lakes.files_by_rule(workspace, lake)
    document = {
        "lake": name,
        "rules": [
            {
                "path": rule.pattern,
                "said": lakes.fields_said(rule.read_as),
                "files": counts[rule.pattern],
                "said_by": rule.said_by,
                "said_at": rule.said_at,
            }
            for rule in rules
        ],
    }

    def show() -> None:
        if not rules:
            say(f"Nothing is said of how files of {name} are read; all of it is guessed.")
            return
        print_rows(
            ("path", "read as", "files", "said by", "said at"),
            [(r.pattern, r.read_as.told(), counts[r.pattern], r.said_by, r.said_at) for r in rules],
        )

    emit(document, as_json, show)


def _print(said: Said, new: ReadAs, shown: Preview) -> None:
    say(f"{_named(said)}: {new.told() or 'all of it guessed'}{_by_pattern(said)}")
    if shown.first_lines:
        say()
        for number, line in shown.first_lines[: 2 * _ROWS_SHOWN]:
            say(f"{number:>4}  {line}")
    say()
    print_rows(shown.labels, shown.rows[:_ROWS_SHOWN])
    for note in shown.notes:
        say(f"\n{note}")


def _say_done(now: Said, read: int) -> None:
    told = now.read_as.told()
    say(
        f"{_named(now)}: {f'read as {told}' if told else 'read as guessed'}{_by_pattern(now)}. "
        f"{amount(read, 'file')} read."
    )


def _named(said: Said) -> str:
    return said.pattern if said.is_one else f"{said.pattern} ({amount(len(said.files), 'file')})"


def _by_pattern(said: Said) -> str:
    rule = said.rule
    return f" (said of {rule.pattern})" if rule and rule.pattern != said.pattern else ""


def _document(lake: LakeInfo, said: Said, new: ReadAs) -> dict[str, Any]:
    return {
        "lake": lake.name,
        "path": said.pattern,
        "files": len(said.files),
        "said": lakes.fields_said(new),
        "rule": said.rule.pattern if said.rule else None,
    }


def _preview(shown: Preview) -> dict[str, Any]:
    return {
        "columns": list(shown.labels),
        "rows": [list(row) for row in shown.rows],
        "header_line": shown.header_line,
        "encoding": shown.encoding,
        "delimiter": shown.delimiter,
        "first_lines": [{"line": number, "text": text} for number, text in shown.first_lines],
        "notes": list(shown.notes),
    }
