"""A query in, ranked hits with their evidence out."""

from core.search.combining.unions.alignments import Part
from core.search.combining.unions.conflicts import Conflict, union_conflicts
from core.search.combining.unions.integrate import Integration, PartReport, union_rows
from core.search.combining.unions.making import (
    MadeUnion,
    size_union,
    union_bytes,
    union_heads,
    write_union,
)
from core.search.derived.vectors import build_vectors, is_built, open_vectors
from core.search.export import check_target, csv_bytes, parquet_bytes
from core.search.maps.drawing import LakeMap, is_mapped, lake_map
from core.search.query import QueryTable, query_table, query_table_or_file
from core.search.union.aligning import align_tables
from core.search.union.ranking import RANK_BY, RankBy
from core.search.union.searching import search_union

__all__ = [
    "RANK_BY",
    "Conflict",
    "Integration",
    "LakeMap",
    "MadeUnion",
    "Part",
    "PartReport",
    "QueryTable",
    "RankBy",
    "align_tables",
    "build_vectors",
    "check_target",
    "csv_bytes",
    "is_built",
    "is_mapped",
    "lake_map",
    "open_vectors",
    "parquet_bytes",
    "query_table",
    "query_table_or_file",
    "search_union",
    "size_union",
    "union_bytes",
    "union_conflicts",
    "union_heads",
    "union_rows",
    "write_union",
]
