"""Rows that look like no records, said beside a file that they were written to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.cli.output import printable_name, say
from core.search.combining.odd_rows import OddRows


def say_odd_rows(found: Sequence[OddRows]) -> None:
    """Say on stderr what was remarked of the rows of each table."""
    for one in found:
        for remark in one.remarks:
            say(f"{printable_name(one.table)}: {remark} It is in the file.", err=True)


def odd_rows_documents(found: Sequence[OddRows]) -> list[dict[str, Any]]:
    """Give the same for ``--json``."""
    return [{"table": one.table, "remarks": list(one.remarks)} for one in found]
