"""Votes of others, read from a CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from core.errors import LocatedError, MalformedFileError, UnknownColumnsError
from core.labels.errors import BadVoteError, VoterError
from core.labels.types import Ballot, Kind, Voter
from core.store.formulas import unmark_formula
from core.store.text_files import (
    column_of,
    columns_got,
    csv_rows,
    read_text,
    require_full,
    require_one_line,
)

QUERY_COLUMNS = ("query", "query_table", "query_id")
TABLE_COLUMNS = ("table", "data_lake_table", "candidate_table", "candidate", "table_id")
LABELS = {"2": 2, "1": 1, "0": 0, "2.0": 2, "1.0": 1, "0.0": 0}
AHEAD = timedelta(days=1)
"""How far a vote's moment may lie in the future: clocks differ, and texts lack their zone."""
_COLUMNS = (
    *(QUERY_COLUMNS, TABLE_COLUMNS, ("label",), ("voter",), ("kind",)),
    *(("reason", "remarks"), ("voted_at", "time")),
)
"""What is read of each vote, by the names that its column may have; the first there is counts."""
_OF_A_RELEASE = {"before", "settled_by"}
"""Columns of a release's CSV beside query, table and label."""
_YES = {"true", "yes", "1", "1.0"}
NO_LABEL = ("none", "null", "?", "can't tell", "cannot tell", "-")


@dataclass(frozen=True)
class FileVote:
    """One vote as a file has it: names, not yet tables."""

    line: int
    query: str
    table: str
    voter: str
    kind: Kind
    label: int | None
    reason: str = ""
    voted_at: str = ""
    ballot: Ballot | None = None
    """All that was said, where the file tells more than label and reason."""
    final: bool = False
    """Whether it is a curator's decision."""
    key: str = ""
    """Unique text of the vote where it was cast."""
    app_version: str = ""
    timed: bool = True
    """Whether `voted_at`, where there is one, is when it was given."""
    blank: bool = False
    """Whether nothing stands where the label should: a line that nobody has filled in, no vote."""


def read_votes(
    path: Path, voter: str | None, kind: Kind
) -> tuple[list[FileVote], tuple[str, ...], list[LocatedError]]:
    """Read a CSV of votes: query, table, voter, label, and if there are kind, reason, voted_at.

    The columns may be called as published ground truths call them (``query_table``,
    ``data_lake_table``), and the reason ``remarks``. A label is 2, 1 or 0, or ``none`` for
    "can't tell", and ``voted_at`` as `moment` reads it. A line without a label is blank, and
    nothing else of it is checked. Other columns are not read.

    Parameters
    ----------
    voter
        Whose votes they are, if the file does not say.
    kind
        What the voters are, where the file does not say.

    Returns
    -------
    votes, unread, faults
        The votes in the order of the file, the columns that are not read, as they are written, and
        what is wrong with lines that are no votes: a line has other columns, no name, a voter's
        name that is none (`Voter`), no such label or no such moment, or says in a column ``final``
        that it is a decision. Behind a quotation mark that is not closed no line is read.

    Raises
    ------
    UnknownColumnsError
        If a column is missing.
    MalformedFileError
        If the header names something twice, or is that of a release, or no line has a vote or a
        fault; names file and line.
    """
    rows = csv_rows(read_text(path), path)
    line, header = next(rows, (1, []))
    names = [name.strip().casefold() for name in header]

    def place(*wanted: str) -> int | None:
        return column_of(names, wanted, path, line)

    if _OF_A_RELEASE.issubset(names):
        raise MalformedFileError(
            "A file of votes is no release, of which most labels are nobody's votes. Got the "
            f"columns {', '.join(sorted(_OF_A_RELEASE))} of one; take it in by `label release "
            "--from`, or in the view Releases.",
            path,
            line,
        )
    query, table, label, by, what, reason, at = (place(*wanted) for wanted in _COLUMNS)
    final = place("final")
    if query is None or table is None or label is None:
        raise UnknownColumnsError(
            "A file of votes must have the columns query, table and label, and may have voter. "
            + columns_got(header),
            path,
            line,
        )
    if by is None and voter is None:
        raise UnknownColumnsError(
            f"A vote has a voter. Got the columns {', '.join(header)}; say whose votes they are.",
            path,
            line,
        )

    def vote(line: int, row: Sequence[str]) -> FileVote:
        require_full(row, len(names), path, line)
        cells = [unmark_formula(cell.strip()) for cell in row]
        who = cells[by] if by is not None else voter or ""
        if not cells[label]:
            return FileVote(line, cells[query], cells[table], who, kind, None, blank=True)
        if not cells[query] or not cells[table] or not who:
            raise MalformedFileError("A query, a table and a voter must have names.", path, line)
        require_one_line((cells[query], cells[table], who), path, line)
        its = _kind(cells[what], path, line) if what is not None and cells[what] else kind
        _check_voter(who, its, path, line)
        if final is not None and cells[final].casefold() in _YES:
            raise MalformedFileError(
                "A CSV holds votes, and decisions are taken in from JSON as `label export` writes "
                "it. Got a line that is final; take the column out if it is to be a vote.",
                path,
                line,
            )
        return FileVote(
            line,
            cells[query],
            cells[table],
            who,
            its,
            _label(cells[label], path, line),
            cells[reason] if reason is not None else "",
            _moment(cells[at], path, line) if at is not None else "",
        )

    found: list[FileVote] = []
    faults: list[LocatedError] = []
    for line, row in _as_far_as_it_is_csv(rows, faults):
        try:
            found.append(vote(line, row))
        except MalformedFileError as error:
            faults.append(error)
    if all(one.blank for one in found) and not faults:
        blank = f"{len(found):,} without a label" if found else "none"
        raise MalformedFileError(
            f"A file of votes must have at least one. Got {blank}.", path, line
        )
    return found, _unread(header, names), faults


def _as_far_as_it_is_csv(
    rows: Iterator[tuple[int, list[str]]], faults: list[LocatedError]
) -> Iterator[tuple[int, list[str]]]:
    try:
        yield from rows
    except MalformedFileError as error:
        faults.append(error)


def _unread(header: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
    read = {next((name for name in wanted if name in names), None) for wanted in _COLUMNS}
    return tuple(
        shown.strip() or "one without a name"
        for shown, name in zip(header, names, strict=True)
        if name not in read
    )


def moment(text: str) -> str:
    """Bring the moment of a vote (ISO 8601, UTC if it has no zone) to the form that is stored.

    Raises
    ------
    BadVoteError
        If it is no such text, or more than `AHEAD` in the future; an empty one stays empty.

    Examples
    --------
    >>> moment("2026-03-01"), moment("2026-03-01T12:00:00+02:00")
    ('2026-03-01T00:00:00.000+00:00', '2026-03-01T10:00:00.000+00:00')
    """
    if not text:
        return ""
    try:
        given = datetime.fromisoformat(text)
        at = given.replace(tzinfo=UTC) if given.tzinfo is None else given.astimezone(UTC)
    except (ValueError, OverflowError):
        raise BadVoteError(
            f"A vote's moment is ISO 8601, such as 2026-03-01T12:00:00+00:00. Got {text!r}."
        ) from None
    if at > datetime.now(UTC) + AHEAD:
        raise BadVoteError(f"A vote's moment is not in the future. Got {text!r}; correct it.")
    return at.isoformat(timespec="milliseconds")


def _label(cell: str, path: Path, line: int) -> int | None:
    text = cell.casefold()
    if text in NO_LABEL:
        return None
    if text not in LABELS:
        raise MalformedFileError(
            f"A label must be 2, 1, 0, or none for can't tell. Got {cell!r}.", path, line
        )
    return LABELS[text]


def _moment(cell: str, path: Path, line: int) -> str:
    try:
        moment(cell)
    except BadVoteError as error:
        raise MalformedFileError(str(error), path, line) from None
    return cell  # as the file has it: by its texts a vote is known when it comes again


def _check_voter(name: str, kind: Kind, path: Path, line: int) -> None:
    try:
        Voter(name, kind)
    except VoterError as error:
        raise MalformedFileError(str(error), path, line) from None


def _kind(cell: str, path: Path, line: int) -> Kind:
    try:
        return Kind(cell.casefold())
    except ValueError:
        raise MalformedFileError(
            f"A voter's kind must be one of {', '.join(Kind)}. Got {cell!r}.", path, line
        ) from None
