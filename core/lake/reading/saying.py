"""Say how files of a data lake are to be read, and look at what holds for them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import InputError, UnreadableTableError
from core.lake import catalog
from core.lake.formats import sayable
from core.lake.formats.read_as import GUESSED, ReadAs
from core.lake.reading.previewing import Preview, preview
from core.lake.reading.read_rules import ReadRule, Rules, is_pattern, keep_rule, matches, read_rules
from core.settings import Settings
from core.store import Workspace
from core.types import FileReport, LakeInfo

_OPTIONS = {
    "header": "header",
    "rows_from": "line where rows begin",
    "encoding": "encoding",
    "delimiter": "delimiter",
    "decimal": "decimal mark",
}


@dataclass(frozen=True)
class Said:
    """What holds for files that somebody names.

    Parameters
    ----------
    pattern
        As they were named.
    files
        Paths of those meant, at least one.
    table
        Name of the table inside the one file, or empty.
    rule
        Of one file, the rule that holds for it; of a pattern, the one kept for it; none if all is
        guessed.
    """

    pattern: str
    files: tuple[str, ...]
    table: str
    rule: ReadRule | None

    @property
    def read_as(self) -> ReadAs:
        """What is said of them."""
        return self.rule.read_as if self.rule else GUESSED

    @property
    def is_one(self) -> bool:
        """Whether one file, or a table inside one, was named by its path."""
        return self.pattern == self.files[0] or bool(self.table)


def what_is_said(workspace: Workspace, lake: LakeInfo, pattern: str) -> Said:
    """Find what holds for a file, a table inside a file, or the files that match a pattern.

    Raises
    ------
    InputError
        If the data lake has no such file.
    """
    rules = read_rules(workspace, lake.key)
    own = next((rule for rule in rules if rule.pattern == pattern), None)
    with workspace.reading() as db:
        sql = "SELECT path FROM files WHERE lake_key = ? ORDER BY path"
        paths = [path for (path,) in db.execute(sql, [lake.key])]
        sql = "SELECT path FROM tables WHERE lake_key = ? AND table_id = ?"
        inside = db.execute(sql, [lake.key, pattern]).fetchone()
    if pattern in paths or inside:
        path = pattern if pattern in paths else inside[0]
        name = pattern.removeprefix(path).removeprefix("/")
        return Said(pattern, (path,), name, Rules(rules, paths).of_table(path, name))
    found = tuple(path for path in paths if matches(pattern, path))
    if found or own:
        return Said(pattern, found or (pattern,), "", own)
    if not is_pattern(pattern):
        catalog.table(workspace, lake.name, pattern)
    raise InputError(
        f"A pattern matches a file of the lake {lake.name!r}. Got {pattern!r}, which matches none; "
        "* stands for any characters, folders included."
    )


def look(lake: LakeInfo, said: Said, read_as: ReadAs, settings: Settings) -> Preview:
    """Read the start of the one file that was named, or of the first that matches.

    Raises
    ------
    InputError
        If it cannot be read so, or something is said that its format has no use for.
    """
    path = _representative(said, read_as)
    if said.is_one:
        _refuse_idle(path, read_as)
    try:
        return preview(Path(lake.root, path), said.table, read_as, settings)
    except UnreadableTableError as error:
        raise UnreadableTableError(f"{path}: {error.reason}", error.hint) from error
    except OSError as error:
        raise UnreadableTableError(
            f"{path}: It cannot be opened ({error.strerror or error}).", "Refresh the lake."
        ) from error


def say(
    workspace: Workspace, lake: LakeInfo, said: Said, read_as: ReadAs, settings: Settings, who: str
) -> None:
    """Keep how files are to be read; the next refresh reads them so.

    Parameters
    ----------
    read_as
        All that is said of them; nothing for what is guessed again.

    Raises
    ------
    InputError
        If the one file that was named, or the first that matches, cannot be read so; then nothing
        is kept.
    """
    if read_as:
        look(lake, said, read_as, settings)
    keep_rule(workspace, lake.key, said.pattern, read_as, who)


def files_by_rule(workspace: Workspace, lake: LakeInfo) -> dict[str, int]:
    """Count for each rule the files that it holds for, tables inside files as one."""
    rules = read_rules(workspace, lake.key)
    counts = dict.fromkeys((rule.pattern for rule in rules), 0)
    with workspace.reading() as db:
        sql = """
            SELECT path FROM files WHERE lake_key = ?
            UNION SELECT table_id FROM tables WHERE lake_key = ? AND table_id IN
                (SELECT pattern FROM read_rules WHERE lake_key = ?)
        """
        paths = [path for (path,) in db.execute(sql, [lake.key] * 3)]
    known = Rules(rules, set(paths))
    for rule in map(known.holding, paths):
        if rule is not None:
            counts[rule.pattern] += 1
    return counts


def fields_said(read_as: ReadAs) -> dict[str, Any]:
    """Give what is said, by the names of fields; what is guessed is left out."""
    return {n: v for n in _OPTIONS if (v := getattr(read_as, n)) != getattr(GUESSED, n)}


def _representative(said: Said, read_as: ReadAs) -> str:
    """The first file to which all that is said makes a difference, else the first."""
    fits = (path for path in said.files if read_as.only(sayable(Path(path))) == read_as)
    return next(fits, said.files[0])


def _refuse_idle(path: str, read_as: ReadAs) -> None:
    can = sayable(Path(path))
    idle = [name for name in fields_said(read_as) if name not in can]
    if idle:
        takes = ", ".join(_OPTIONS[name] for name in _OPTIONS if name in can)
        raise InputError(
            f"What is said of a file must make a difference to its format. Got "
            f"{' and '.join(_OPTIONS[name] for name in idle)} for {path}, of which only this can "
            f"be said: {takes}."
        )


def is_read_as_said(workspace: Workspace, lake: LakeInfo, report: FileReport) -> bool:
    """Say whether a file was read by the rules as they are now, or will be by the next refresh."""
    with workspace.reading() as db:
        sql = "SELECT path FROM files JOIN read_rules USING (lake_key) WHERE lake_key = ? "
        sql += "AND path = pattern"
        paths = [path for (path,) in db.execute(sql, [lake.key])]
    rules = Rules(read_rules(workspace, lake.key), paths)
    return rules.of_file(report.path).as_text() == report.read_as
