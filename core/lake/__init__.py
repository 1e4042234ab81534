"""Find, read and profile the tables of a data lake."""

from core.lake.catalog import (
    add_lake,
    check_name,
    columns,
    file_of,
    files,
    find_table,
    lake,
    lakes,
    remove_lake,
    require_tables,
    table,
    table_labels,
    tables,
)
from core.lake.fingerprint import require_whole
from core.lake.ingest import Progress, Refresh, refresh
from core.lake.loose import LooseTable, read_loose, tables_inside
from core.lake.placing import table_order
from core.lake.values import (
    SampledColumns,
    sample_columns,
    sample_frame,
    spaced_rows,
    table_frame,
)

__all__ = [
    "LooseTable",
    "Progress",
    "Refresh",
    "SampledColumns",
    "add_lake",
    "check_name",
    "columns",
    "file_of",
    "files",
    "find_table",
    "lake",
    "lakes",
    "read_loose",
    "refresh",
    "remove_lake",
    "require_tables",
    "require_whole",
    "sample_columns",
    "sample_frame",
    "spaced_rows",
    "table",
    "table_frame",
    "table_labels",
    "table_order",
    "tables",
    "tables_inside",
]
