"""Write a benchmark in our own folder form."""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from core.benchmarks.formats import own_form
from core.benchmarks.formats.errors import FolderExistsError
from core.benchmarks.formats.names import TableNames
from core.benchmarks.formats.names_written import means, written_names
from core.benchmarks.formats.source import BenchmarkSource
from core.evaluation.text_lines import check_names
from core.monitor import UNMONITORED, Monitor
from core.store import whole_folder

LAKE, TABLES = "datalake", "tables"
QUERY = "query"


def write(
    source: BenchmarkSource,
    folder: Path | str,
    *,
    tables: bool = True,
    monitor: Monitor = UNMONITORED,
) -> Path:
    """Write a benchmark so that `read` gives the same queries, labels, pairs to ignore, captions.

    Candidate tables go to ``datalake/`` (``tables/`` stays ``tables/``; several folders become
    folders in ``datalake/``), query tables to ``query/``; ids change accordingly. Labels name
    tables as the benchmark does, as rankings do that are written, or by their new ids where the
    name would be another file's. Labels of missing tables are written too, and queries whose table
    is missing as they were published, so that they are missed again. Everything is written beside
    the folder, which appears when it is whole.

    Parameters
    ----------
    source
        What `read` gave.
    folder
        A folder that does not exist or is empty.
    tables
        Whether to copy the tables; without it the folder holds the ground truth only.

    Raises
    ------
    CancelledError
        If `monitor` says so; nothing is left behind.
    FolderExistsError
        If the folder holds something.
    UnwritableNameError
        If a query's id or a table's name holds a tab or a line end.
    """
    folder = Path(folder)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FolderExistsError(
            f"A benchmark must be written to a new or empty folder. Got {folder}."
        )
    names = _new_names(source)
    with whole_folder(folder) as beside:
        _write_queries(source, names, beside / own_form.QUERIES)
        _write_qrels(source, names, beside / own_form.QRELS)
        _write_ignored(source, names, beside / own_form.IGNORE)
        _write_captions(source, names, beside / own_form.METADATA)
        if tables:
            _copy_tables(source, names, beside, monitor)
    return folder


def _new_names(source: BenchmarkSource) -> dict[str, str]:
    """Return old table id to the path that the table gets."""
    names = {}
    single = len(source.lake_folders) == 1
    for table in source.tables:
        if single:
            start = source.lake_folders[0]
            place = start if start in {LAKE, TABLES} else LAKE
            names[table] = f"{place}/{table.removeprefix(f'{start}/')}"
        else:
            names[table] = f"{LAKE}/{table}"
    for table in source.query_tables:
        names[table] = f"{QUERY}/{table.removeprefix(f'{source.query_folder}/')}"
    return names


def _write_queries(source: BenchmarkSource, names: Mapping[str, str], path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        for query in (*source.queries, *source.unasked):
            value = {
                "query_id": query.query_id,
                "query": query.text,
                "query_table": query.table and names.get(query.table, query.table),
                "mode": query.mode.value,
                "category": query.category,
                "join_column": _join_column(query.join_on),
            }
            kept = {key: text for key, text in value.items() if text is not None}
            file.write(json.dumps(kept, ensure_ascii=False) + "\n")


def _join_column(key: Sequence[str]) -> str | Sequence[str] | None:
    return key if len(key) > 1 else next(iter(key), None)


def _write_qrels(source: BenchmarkSource, names: Mapping[str, str], path: Path) -> None:
    rows = [] if source.qrels is None else source.qrels.frame.rows()
    here = TableNames((names[table] for table in source.tables), (LAKE, TABLES))
    written = {
        table: name if means(here, name, names[table]) else names[table]
        for table, name in written_names(source).items()
    }
    lines = [(query, written.get(table, names[table]), grade) for query, table, grade in rows]
    lines += [(pair.query, pair.table, pair.relevance) for pair in source.missing]
    check_names([name for line in lines for name in line[:2]], path)
    with path.open("w", encoding="utf-8", newline="") as file:
        file.writelines(f"{query}\t{table}\t{grade}\n" for query, table, grade in lines)


def _write_ignored(source: BenchmarkSource, names: Mapping[str, str], path: Path) -> None:
    if source.ignore:
        with path.open("w", encoding="utf-8", newline="") as file:
            file.writelines(f"{query}\t{names[table]}\n" for query, table in source.ignore)


def _write_captions(source: BenchmarkSource, names: Mapping[str, str], path: Path) -> None:
    if not source.captions:
        return
    with path.open("w", encoding="utf-8", newline="") as file:
        for table, caption in sorted(source.captions.items()):
            value = {
                "table_id": names[table],
                "title": caption.title,
                "section": caption.section,
                "url": caption.url,
            }
            kept = {key: text for key, text in value.items() if text}
            file.write(json.dumps(kept, ensure_ascii=False) + "\n")


def _copy_tables(
    source: BenchmarkSource, names: Mapping[str, str], folder: Path, monitor: Monitor
) -> None:
    if source.inline is not None:
        for done, (table, header, rows) in enumerate(source.inline.tables()):
            monitor.raise_if_stopped(f"Cancelled after {done:,} of {len(names):,} tables.")
            monitor.progress(done, len(names), "Writing tables as files")
            path = folder / names[table]
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("w", encoding="utf-8", newline="") as file:
                writer = csv.writer(file)
                writer.writerows([header] if header else [])  # none of a table without rows
                writer.writerows(rows)
        return
    for table in (*source.tables, *source.query_tables):
        path = folder / names[table]
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source.root / table, path)
