"""Find, read and profile the tables of a data lake."""

from core.lake.adding import add_lake, check_name, taken
from core.lake.catalog import (
    columns,
    copies_of,
    count_cells,
    find_table,
    lake,
    lakes,
    remove_lake,
    require_tables,
    stamp,
    table,
    table_headers,
    table_labels,
    tables,
    unknown_tables,
)
from core.lake.file_reports import count_files, file_of, files, files_of, files_to_tell
from core.lake.fingerprint import content_digests, contents_of, require_unchanged, require_whole
from core.lake.formats.odd_rows import of_odd_rows, of_totals
from core.lake.formats.read_as import GUESSED, ReadAs
from core.lake.moving import require_same_files, why_closed
from core.lake.reading.ingest import Refresh, refresh
from core.lake.reading.loose import LooseTable, read_loose, tables_inside
from core.lake.reading.previewing import Preview
from core.lake.reading.read_rules import ReadRule, read_rules
from core.lake.reading.saying import (
    Said,
    fields_said,
    files_by_rule,
    is_read_as_said,
    look,
    say,
    what_is_said,
)
from core.lake.since_read import SinceRead, since_read
from core.lake.stored.placing import table_order
from core.lake.stored.titles import captions_known
from core.lake.stored.values import (
    SampledColumns,
    sample_columns,
    sample_frame,
    spaced_rows,
    table_frame,
)

__all__ = [
    "GUESSED",
    "LooseTable",
    "Preview",
    "ReadAs",
    "ReadRule",
    "Refresh",
    "Said",
    "SampledColumns",
    "SinceRead",
    "add_lake",
    "captions_known",
    "check_name",
    "columns",
    "content_digests",
    "contents_of",
    "copies_of",
    "count_cells",
    "count_files",
    "fields_said",
    "file_of",
    "files",
    "files_by_rule",
    "files_of",
    "files_to_tell",
    "find_table",
    "is_read_as_said",
    "lake",
    "lakes",
    "look",
    "of_odd_rows",
    "of_totals",
    "read_loose",
    "read_rules",
    "refresh",
    "remove_lake",
    "require_same_files",
    "require_tables",
    "require_unchanged",
    "require_whole",
    "sample_columns",
    "sample_frame",
    "say",
    "since_read",
    "spaced_rows",
    "stamp",
    "table",
    "table_frame",
    "table_headers",
    "table_labels",
    "table_order",
    "tables",
    "tables_inside",
    "taken",
    "unknown_tables",
    "what_is_said",
    "why_closed",
]
