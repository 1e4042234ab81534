"""Tell what is new, changed or gone in a data lake's folder from what its catalog has."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace

from core.lake.formats.read_as import ALL_GUESSED
from core.lake.reading.discover import FoundFile
from core.store import Workspace


@dataclass
class Changes:
    """How the files of a folder differ from those that the catalog has."""

    stale: list[FoundFile] = field(default_factory=list)
    """Those to be read, with the hash of a content of which the tables are there."""
    missed: dict[str, int] = field(default_factory=dict)
    """Paths of the catalog's files that were not found, each with its time of change."""
    in_reach: list[str] = field(default_factory=list)
    """Paths of unchanged files whose reports say that nobody could look at them."""


def changes(
    workspace: Workspace,
    lake_key: int,
    found: Iterable[FoundFile],
    versions: tuple[str, str],
    lost: Collection[str],
) -> Changes:
    """Compare the files of a folder with those of the catalog, without holding the latter.

    Parameters
    ----------
    found
        In the order of their paths.
    versions
        Of the reader as the catalog has it: of files as they are read now, and of those that the
        limits of now refused.
    lost
        Paths of files whose cells are not in the workspace any more.
    """
    # Both are in the order of Unicode's code points, which that of bytes of UTF-8 is, too.
    sql = """
        SELECT path, bytes, modified_ns, reader_version, read_as, content_hash, tables, reason
        FROM files WHERE lake_key = ? ORDER BY path
    """
    told = Changes()
    with workspace.reading() as db:
        rows = iter(db.execute(sql, [lake_key]))
        row = next(rows, None)
        for file in found:
            while row and row[0] < file.path:
                told.missed[row[0]] = row[2]
                row = next(rows, None)
            if row is None or row[0] != file.path:
                told.stale.append(file)
                continue
            _, size, changed, version, said, content, tables, reason = row
            row = next(rows, None)
            as_said = said == ("" if file.how is ALL_GUESSED else file.how.as_text())
            if file.out_of_reach or file.path in lost:
                told.stale.append(file)
            elif (size, changed) != (file.bytes, file.modified_ns) or not (
                as_said and version in versions
            ):
                is_known = tables and as_said and version == versions[0]
                told.stale.append(replace(file, known=content) if is_known else file)
            elif tables and reason:
                told.in_reach.append(file.path)
        if row:
            told.missed[row[0]] = row[2]
        told.missed.update((row[0], row[2]) for row in rows)
    return told
