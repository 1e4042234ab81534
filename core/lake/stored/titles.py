"""What is said of a table besides its cells: its file's name and folders, its title and section."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from core.lake.formats import SUPPORTED
from core.lake.formats.compression import COMPRESSED
from core.lake.stored.placing import table_order
from core.store import Workspace

_CAPTIONS = """
    FROM captions JOIN benchmarks ON benchmarks.key = benchmark_key WHERE lake_key = ?
"""
_NUMBER = re.compile(r"(?<![^\W_])[0-9]+(?![^\W_])")
_YEARS = range(1_000, 2_101)
_ENDINGS = frozenset(suffix for some in (*SUPPORTED.values(), COMPRESSED) for suffix in some)


@dataclass(frozen=True)
class Title:
    """What is known of a table besides its cells.

    Parameters
    ----------
    caption
        Its title and section; empty if none came with it.
    name
        The words of its path (folders, file, and the sheet or table inside the file).
    """

    caption: str
    name: str

    @property
    def text(self) -> str:
        """All of it."""
        return ". ".join(filter(None, (self.caption, self.name)))

    @property
    def searched(self) -> str:
        """The same with blanks for numbers that only a machine counts its files by.

        That is, for numbers of the path, by themselves, which are no years.

        Examples
        --------
        >>> Title("Top 20", "tf_1-24565004-20").searched
        'Top 20. tf_ -        -  '
        >>> Title("", "sales 2023 week_7 v2").searched
        'sales 2023 week_  v2'
        """
        bare = _NUMBER.sub(_blank, self.name)
        return self.text.removesuffix(self.name) + bare


def _blank(number: re.Match[str]) -> str:
    """Leave years, of four digits, as they are."""
    told = number[0]
    is_year = len(told) == 4 and int(told) in _YEARS  # noqa: PLR2004
    return told if is_year else " " * len(told)


def captions(workspace: Workspace, lake_key: int, table_ids: Sequence[str]) -> dict[str, str]:
    """Map some tables of a data lake to the title and section that came with them, if any did."""
    sql = f"""
        SELECT table_id, title, section {_CAPTIONS}
        AND table_id IN (SELECT value FROM json_each(?))
    """  # noqa: S608 - a constant
    with workspace.reading() as db:
        return {
            table_id: ". ".join(filter(None, (title, section)))
            for table_id, title, section in db.execute(sql, [lake_key, json.dumps(list(table_ids))])
        }


def captions_known(workspace: Workspace, lake_key: int) -> int:
    """Count the tables of a data lake that came with a title; it never changes but by adding."""
    with workspace.reading() as db:
        return int(db.execute(f"SELECT count(*) {_CAPTIONS}", [lake_key]).fetchone()[0])


def titles(workspace: Workspace, lake_key: int) -> dict[str, Title]:
    """Say of each table of a data lake what is known of it besides its cells."""
    return titles_of(workspace, lake_key, table_order(workspace, lake_key))


def titles_of(workspace: Workspace, lake_key: int, table_ids: Sequence[str]) -> dict[str, Title]:
    """Say of some tables what `titles` says of all."""
    told = captions(workspace, lake_key, table_ids)
    return {table_id: Title(told.get(table_id, ""), name_of(table_id)) for table_id in table_ids}


def name_of(table_id: str) -> str:
    """Return the words of a table's path, without the endings of files.

    Examples
    --------
    >>> name_of("sales/2023/by_region.v2.csv.gz"), name_of("book.xlsx/Sheet 1")
    ('sales 2023 by_region.v2', 'book Sheet 1')
    """
    return " ".join(_bare(part) for part in PurePosixPath(table_id).parts)


def _bare(part: str) -> str:
    bare = PurePosixPath(part)
    while bare.suffix.lower() in _ENDINGS:
        bare = bare.with_suffix("")
    return bare.name
