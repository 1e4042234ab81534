"""Titles that stand inside JSON tables, as in nlcTables and in WikiTables (WWW 2018)."""

from __future__ import annotations

import json

from core.benchmarks.formats.folders import Layout
from core.benchmarks.formats.source import Caption
from core.errors import MalformedFileError
from core.store.text_files import require_unicode

_MOST_BYTES = 128 * 1024 * 1024
"""Larger ones, of an object of cells, are no tables to the lake either."""


def json_captions(layout: Layout) -> tuple[dict[str, Caption], int]:
    """Return the captions of a benchmark's JSON tables, and how many could not be read for them.

    A table is an object with ``caption`` or else ``pgTitle``, and maybe ``secondTitle``. Each is
    parsed whole for it; the lake, which keeps cells and no captions, parses it again.
    """
    captions: dict[str, Caption] = {}
    unread = 0
    for table in (*layout.tables, *layout.query_tables):
        if not table.endswith(".json"):
            continue
        path = layout.root / table
        try:
            content = None if path.stat().st_size > _MOST_BYTES else json.loads(path.read_bytes())
            if not isinstance(content, dict):
                unread += 1
                continue
            title = content.get("caption") or content.get("pgTitle")
            section = content.get("secondTitle") or ""
            require_unicode((title, section), path)
        except (OSError, ValueError, RecursionError, MalformedFileError):
            unread += 1
            continue
        if isinstance(title, str) and title.strip():
            captions[table] = Caption(title.strip(), section if isinstance(section, str) else "")
    return captions, unread
