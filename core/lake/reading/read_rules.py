"""What people say of how the files of a data lake are read: rules in the workspace's database.

They stand there and not in files: the lake's folder is never written to, a backup of the database
has what people said, and a rule goes with its lake. A refresh gives each file what its rule says
(`with_rules`), before any of it is read; whoever reads cells reads what was made of it, and the
hash of a table's content tells the rule, so that nothing made by another one is taken for it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

from core.lake.formats import sayable
from core.lake.formats.read_as import GUESSED, FileReadAs, ReadAs, read_as_text
from core.lake.reading.discover import FoundFile
from core.store import Workspace


@dataclass(frozen=True)
class ReadRule:
    """What somebody said of a file, a table inside a file, or all files that match a pattern.

    Parameters
    ----------
    pattern
        A path in the data lake, or one with ``*`` for any characters. Where a file has that very
        path, stars and all, the rule is of this file alone.
    said_at
        UTC, ISO 8601.
    """

    pattern: str
    read_as: ReadAs
    said_by: str = ""
    said_at: str = ""


def read_rules(workspace: Workspace, lake_key: int) -> list[ReadRule]:
    """List the rules of a data lake by their patterns."""
    sql = "SELECT * FROM read_rules WHERE lake_key = ? ORDER BY pattern"
    with workspace.reading() as db:
        return [
            ReadRule(
                row["pattern"],
                FileReadAs.from_text(f'{{"": {row["read_as"]}}}').whole,
                row["said_by"],
                row["said_at"],
            )
            for row in db.query(sql, [lake_key])
        ]


def keep_rule(workspace: Workspace, lake_key: int, pattern: str, read_as: ReadAs, who: str) -> None:
    """Keep what somebody said, or forget what was said where it says nothing any more."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    with workspace.writing() as db:
        if not read_as:
            sql = "DELETE FROM read_rules WHERE lake_key = ? AND pattern = ?"
            db.execute(sql, [lake_key, pattern])
            return
        db.execute(
            "INSERT INTO read_rules (lake_key, pattern, read_as, said_by, said_at) "
            "VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET read_as = excluded.read_as, "
            "said_by = excluded.said_by, said_at = excluded.said_at",
            [lake_key, pattern, read_as_text(read_as), who, now],
        )


def with_rules(files: Iterable[FoundFile], rules: Sequence[ReadRule]) -> list[FoundFile]:
    """Give each file what is said of it; what makes no difference to its format is left out."""
    files = list(files)
    if not rules:
        return files
    known = Rules(rules, {file.path for file in files})
    return [replace(file, how=known.of_file(file.path)) for file in files]


class Rules:
    """The rules of a data lake, ready to be asked about its files.

    One rule holds for a file: that of its own path, else the one with the longest pattern that it
    matches, of patterns of one length the first by the alphabet. For a table inside a file, that
    of the table goes before that of the file.

    Parameters
    ----------
    paths
        Of the data lake's files, or of those at least that are what a rule names.
    """

    def __init__(self, rules: Sequence[ReadRule], paths: Collection[str]) -> None:
        self._own = {rule.pattern: rule for rule in rules}
        wild = sorted(rules, key=lambda rule: (-len(rule.pattern), rule.pattern))
        self._wild = [
            (_matching(rule.pattern), rule)
            for rule in wild
            if is_pattern(rule.pattern) and rule.pattern not in paths
        ]
        self._inside: dict[str, list[ReadRule]] = {}
        for rule in rules:
            for parent in PurePosixPath(rule.pattern).parents:
                self._inside.setdefault(str(parent), []).append(rule)

    def holding(self, path: str) -> ReadRule | None:
        """Find the rule that holds for a file; none if all of it is guessed."""
        own = self._own.get(path)
        return own or next((rule for match, rule in self._wild if match.fullmatch(path)), None)

    def of_table(self, path: str, name: str) -> ReadRule | None:
        """Find the rule that holds for a table inside a file, or for the file by an empty name."""
        own = self._own.get(f"{path}/{name}") if name else None
        return own or self.holding(path)

    def of_file(self, path: str) -> FileReadAs:
        """Say of a file how it is read, with the tables inside it."""
        can = sayable(Path(path))
        whole = self.holding(path)
        inner = sorted(
            (rule.pattern.removeprefix(f"{path}/"), rule.read_as.only(can))
            for rule in self._inside.get(path, ())
        )
        return FileReadAs(whole.read_as.only(can) if whole else GUESSED, tuple(inner))


def is_pattern(text: str) -> bool:
    """Say whether a rule's text may be about several files."""
    return "*" in text


def matches(pattern: str, path: str) -> bool:
    """Say whether a rule with a pattern is about a file: its path, or one that the pattern fits.

    Examples
    --------
    >>> matches("2019/*", "2019/may/prices.csv"), matches("a_[1].csv", "a_1.csv")
    (True, False)
    """
    return path == pattern or bool(_matching(pattern).fullmatch(path))


def _matching(pattern: str) -> re.Pattern[str]:
    return re.compile(".*".join(map(re.escape, pattern.split("*"))), re.DOTALL)
