"""``lake``: add, list, show, refresh and remove data lakes."""

from __future__ import annotations

import shlex
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from core import lake as lakes
from core.amounts import amount
from core.cli.lake.read_as import read_as
from core.cli.output import (
    as_json,
    emit,
    opened,
    print_rows,
    printable_name,
    progress_to_stderr,
    say,
    say_more,
)
from core.lake import Refresh
from core.types import ColumnProfile, FileReport, LakeInfo, TableInfo

_TABLES_SHOWN = 50


@click.group()
def lake() -> None:
    """Add, list, show, refresh and remove data lakes, and say how files are read."""


lake.add_command(read_as)


@lake.command()
@click.argument("name")
@click.argument("folder", type=click.Path(path_type=Path))
@as_json
@click.pass_context
def add(context: click.Context, name: str, folder: Path, as_json: bool) -> None:
    """Add the FOLDER of tables as the lake NAME and read it."""
    workspace, _ = opened(context, begins=True)
    lakes.add_lake(workspace, name, folder)
    _refresh(context, name, as_json)


@lake.command()
@click.argument("name")
@as_json
@click.pass_context
def refresh(context: click.Context, name: str, as_json: bool) -> None:
    """Read what is new or changed in the folder of the lake NAME."""
    _refresh(context, name, as_json)


def _refresh(context: click.Context, name: str, as_json: bool) -> None:
    workspace, settings = opened(context)
    found = lakes.lake(workspace, name)
    done = lakes.refresh(workspace, found, settings, progress_to_stderr())
    found = lakes.lake(workspace, name)
    emit({**_lake(found), **_refreshed(done)}, as_json, lambda: _say(found, done))


def _say(found: LakeInfo, done: Refresh) -> None:
    say(
        f"{found.name}: {amount(found.tables, 'table')}, "
        f"{amount(found.columns, 'column')}, {amount(found.rows, 'row')}. "
        f"{amount(done.succeeded, 'file')} read, {done.unchanged:,} unchanged, "
        f"{done.removed:,} gone, in {done.seconds:.1f} s."
    )
    if done.kept:
        say(
            f"{amount(done.kept, 'file', 'keeps', 'keep')} what was read before and could not be "
            f"looked at now; `lake show {shlex.quote(found.name)}` says why."
        )
    if found.refused:
        say(f"{_files(found.refused)} not read; `lake show {shlex.quote(found.name)}` says why.")


@lake.command("list")
@as_json
@click.pass_context
def list_(context: click.Context, as_json: bool) -> None:
    """List the lakes of the workspace."""
    workspace, _ = opened(context)
    found = lakes.lakes(workspace)
    emit(
        {"lakes": [_lake(one) for one in found]},
        as_json,
        lambda: print_rows(
            ("lake", "tables", "columns", "rows", "not read", "refreshed", "folder"),
            [
                (o.name, o.tables, o.columns, o.rows, o.refused, o.refreshed_at or "never", o.root)
                for o in found
            ],
        ),
    )


@lake.command()
@click.argument("name")
@click.argument("table", required=False)
@as_json
@click.pass_context
def show(context: click.Context, name: str, table: str | None, as_json: bool) -> None:
    """Show the tables of the lake NAME, or the profile of one TABLE."""
    workspace, _ = opened(context)
    found = lakes.lake(workspace, name)
    if table is not None:
        info = lakes.table(workspace, name, table)
        columns = lakes.columns(workspace, info.key)
        copies = lakes.copies_of(workspace, found.key, info)
        document = {**_table(info), "copies": copies}
        document["column_profiles"] = [_column(column) for column in columns]
        emit({"lake": name, **document}, as_json, lambda: _print_table(info, columns, copies))
        return
    tables = lakes.tables(workspace, found.key, None if as_json else _TABLES_SHOWN)
    reports = lakes.files_to_tell(workspace, found.key)
    refused = [file for file in reports if not file.tables]
    remarked = [file for file in reports if file.tables]
    document = {
        **_lake(found),
        "table_list": [_table(one) for one in tables],
        "not_read": [{"path": f.path, "reason": f.reason, "hint": f.hint} for f in refused],
        "read_with_remarks": [{"path": f.path, "remarks": list(f.remarks)} for f in remarked],
    }
    emit(document, as_json, lambda: _print_lake(found, tables, refused, remarked))


@lake.command()
@click.argument("name")
@as_json
@click.pass_context
def remove(context: click.Context, name: str, as_json: bool) -> None:
    """Forget the lake NAME and what was made from it; its folder is left alone."""
    workspace, _ = opened(context)
    found = lakes.lake(workspace, name)
    lakes.remove_lake(workspace, name)
    emit(
        {"removed": name},
        as_json,
        lambda: say(f"{name} is forgotten; {found.root} is as it was."),
    )


def _print_lake(
    found: LakeInfo,
    tables: list[TableInfo],
    refused: list[FileReport],
    remarked: list[FileReport],
) -> None:
    print_rows(
        ("table", "rows", "columns", "missing", "bytes"),
        [(printable_name(t.table_id), t.rows, t.columns, t.missing_share, t.bytes) for t in tables],
    )
    say_more(found.tables - len(tables))
    if refused:
        say(f"\n{_files(len(refused))} not read:")
        for file in refused[:_TABLES_SHOWN]:
            say(f"  {printable_name(file.path)}: {file.reason} {file.hint}".rstrip())
        say_more(len(refused) - _TABLES_SHOWN)
    if remarked:
        say(f"\n{_files(len(remarked))} read with a remark:")
        for file in remarked[:_TABLES_SHOWN]:
            say(f"  {printable_name(file.path)}: {' '.join(dict.fromkeys(file.remarks))}")
        say_more(len(remarked) - _TABLES_SHOWN)


def _print_table(info: TableInfo, columns: list[ColumnProfile], copies: list[str]) -> None:
    size = f"{amount(info.rows, 'row')}, {amount(info.columns, 'column')}"
    say(f"{printable_name(info.table_id)}: {size}\n")
    print_rows(
        ("column", "type", "missing", "distinct", "most frequent"),
        [
            (
                column.label,
                column.data_type,
                column.missing,
                column.distinct,
                " | ".join(value[:30] for value, _ in column.top[:3]),
            )
            for column in columns
        ],
    )
    if copies:
        say("\nThe same content, byte for byte:")
        for copy in copies[:_TABLES_SHOWN]:
            say(f"  {printable_name(copy)}")
        say_more(len(copies) - _TABLES_SHOWN)
    for column in columns:
        if column.misreading:
            say(f"\n{column.label}: {column.misreading}.")


def _files(count: int) -> str:
    return "1 file is" if count == 1 else f"{count:,} files are"


def _lake(info: LakeInfo) -> dict[str, Any]:
    return {
        "lake": info.name,
        "root": info.root,
        "tables": info.tables,
        "columns": info.columns,
        "rows": info.rows,
        "bytes": info.bytes,
        "refused": info.refused,
        "refreshed_at": info.refreshed_at,
        "fingerprint": info.fingerprint,
    }


def _refreshed(done: Refresh) -> dict[str, Any]:
    return {
        "files_read": done.succeeded,
        "files_unchanged": done.unchanged,
        "files_removed": done.removed,
        "files_kept": done.kept,
        "seconds": round(done.seconds, 3),
    }


def _table(info: TableInfo) -> dict[str, Any]:
    # Not asdict, which copies every value: `show --json` has all tables of a lake.
    document = {name: getattr(info, name) for name in TableInfo.__dataclass_fields__}
    del document["key"]
    return {"table": document.pop("table_id"), **document}


def _column(column: ColumnProfile) -> dict[str, Any]:
    return {**asdict(column), "missing_share": column.missing_share}
