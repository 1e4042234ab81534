"""Votes of others: read from a file, and entered all or none."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from core.errors import MalformedFileError, UnknownColumnsError
from core.labels.errors import BadVoteError
from core.labels.queueing.cases import put
from core.labels.types import Ballot, Kind, Origin, Pair, Role, Task, Voter
from core.labels.voting.casting import cast
from core.labels.voting.votes import is_stored, stored_vote
from core.store import Workspace
from core.store.formulas import unmark_formula
from core.store.sqlite import Database
from core.store.text_files import (
    column_of,
    columns_got,
    csv_rows,
    full_rows,
    read_text,
    require_one_line,
)

QUERY_COLUMNS = ("query", "query_table", "query_id")
TABLE_COLUMNS = ("table", "data_lake_table", "candidate_table", "candidate", "table_id")
LABELS = {"2": 2, "1": 1, "0": 0, "2.0": 2, "1.0": 1, "0.0": 0}
AHEAD = timedelta(days=1)
"""How far a vote's moment may lie in the future: clocks differ, and texts lack their zone."""
_NUMBERED = "judge run "
_Place = tuple[str, bool, int]
"""Voter, whether it is a decision, and case: what a vote supersedes the earlier ones of."""
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
    blank: bool = False
    """Whether nothing stands where the label should: a line that nobody has filled in, no vote."""


@dataclass(frozen=True)
class Entered:
    """What an import did."""

    added: int
    known: int
    """Votes that were there already from the same or an equal file."""
    superseded: tuple[int, ...] = ()
    """Lines of those of them that say no moment and are the last of their voter on a pair in the
    file, though a later one stands above them."""


def read_votes(path: Path, voter: str | None = None, kind: Kind = Kind.HUMAN) -> list[FileVote]:
    """Read a CSV of votes: query, table, voter, label, and if there are kind, reason, voted_at.

    The columns may be called as published ground truths call them (``query_table``,
    ``data_lake_table``), and the reason ``remarks``. A label is 2, 1 or 0, or ``none`` for
    "can't tell", and ``voted_at`` as `moment` reads it. A line without a label is blank, and
    nothing else of it is checked. Other columns are not read (`unread_columns`).

    Parameters
    ----------
    voter
        Whose votes they are, if the file does not say.
    kind
        What the voters are, where the file does not say.

    Raises
    ------
    UnknownColumnsError
        If a column is missing.
    MalformedFileError
        If a line has other columns, no name, no such label or no such moment, or says in a column
        ``final`` that it is a decision, or the header names something twice, or is that of a
        release; names file and line.
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
    found = []
    for line, row in full_rows(rows, len(names), path):
        cells = [unmark_formula(cell.strip()) for cell in row]
        who = cells[by] if by is not None else voter or ""
        if not cells[label]:
            found.append(FileVote(line, cells[query], cells[table], who, kind, None, blank=True))
            continue
        if not cells[query] or not cells[table] or not who:
            raise MalformedFileError("A query, a table and a voter must have names.", path, line)
        require_one_line((cells[query], cells[table], who), path, line)
        if final is not None and cells[final].casefold() in _YES:
            raise MalformedFileError(
                "A CSV holds votes, and decisions are taken in from JSON as `label export` writes "
                "it. Got a line that is final; take the column out if it is to be a vote.",
                path,
                line,
            )
        found.append(
            FileVote(
                line,
                cells[query],
                cells[table],
                who,
                _kind(cells[what], path, line) if what is not None and cells[what] else kind,
                _label(cells[label], path, line),
                cells[reason] if reason is not None else "",
                _moment(cells[at], path, line) if at is not None else "",
            )
        )
    if all(vote.blank for vote in found):
        blank = f"{len(found):,} without a label" if found else "none"
        raise MalformedFileError(
            f"A file of votes must have at least one. Got {blank}.", path, line
        )
    return found


def unread_columns(path: Path) -> tuple[str, ...]:
    """Return the columns of a CSV of votes that `read_votes` does not read, as they are written.

    Raises
    ------
    MalformedFileError
        If the file cannot be read.
    """
    _, header = next(csv_rows(read_text(path), path), (1, []))
    names = [name.strip().casefold() for name in header]
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


def enter_votes(
    workspace: Workspace,
    curator: Voter,
    benchmark_key: int,
    votes: Sequence[tuple[str, str, Task, FileVote]],
) -> Entered:
    """Enter votes with the pairs that they are on, all or none; equal ones are entered once.

    A vote supersedes those given before it, not those entered before it; one without a moment is
    given now, and known by what it says. So a correction back to what an earlier file said is
    known, too, and does not count; that is told.

    Parameters
    ----------
    votes
        Query id, table id and task of the pair, and the vote.

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    VoterError
        If a voter's name belongs to a voter of another kind.
    BadVoteError
        If a vote's moment is none, or a decision is not one.
    """
    curator.require(Role.CURATOR, "import votes")
    pairs = [Pair(query, table, task, Origin.UPLOAD) for query, table, task, _ in votes]
    added = 0
    superseded: dict[_Place, int] = {}
    turns = _Turns()
    with workspace.writing() as db:
        for case_key, (query, table, _, vote) in zip(
            put(db, benchmark_key, pairs), votes, strict=True
        ):
            said = [vote.voter, vote.kind.value, vote.label, vote.reason, vote.voted_at]
            text = json.dumps([benchmark_key, query, table, *said])
            content = hashlib.sha256(text.encode()).hexdigest()
            place = vote.voter, vote.final, case_key
            turn = turns.of(place, content)
            own = _key(db, vote, case_key, content) if vote.key else f"import {content}{turn}"
            ballot = vote.ballot or Ballot(vote.label, reason=vote.reason)
            # The voter did not sign in: the curator vouches for the file.
            voter = Voter(vote.voter, vote.kind)
            given = moment(vote.voted_at)
            stored, new = cast(
                db, voter, case_key, ballot, own, vote.final, given, vote.app_version
            )
            added += new
            superseded.pop(place, None)
            if not new and not stored.current and not vote.voted_at and not vote.key:
                superseded[place] = vote.line
    return Entered(added, len(votes) - added, tuple(sorted(superseded.values())))


class _Turns:
    """How often a file goes back to an earlier vote of one voter on one pair.

    A vote without a moment is known by what it says; said again with another between, as 2, 0 and
    2, it is one of its own.
    """

    def __init__(self) -> None:
        self._last: dict[_Place, str] = {}
        self._said: Counter[str] = Counter()

    def of(self, place: _Place, content: str) -> str:
        """Return what to add to the key of a vote; nothing the first time that it is said."""
        self._said[content] += self._last.get(place) != content
        self._last[place] = content
        return f" {self._said[content]}" if self._said[content] > 1 else ""


def _key(db: Database, vote: FileVote, case_key: int, content: str) -> str:
    """Return the key of a vote, made its own where earlier versions gave one to several.

    Judge runs made theirs of numbers that begin at 1 in every workspace.
    """
    if not vote.key.startswith(_NUMBERED) or not is_stored(db, vote.key, case_key):
        return vote.key
    known = stored_vote(db, vote.key, case_key)
    same = (known.case, known.voter, known.ballot.label, known.voted_at)
    if same == (case_key, vote.voter, vote.label, moment(vote.voted_at) or known.voted_at):
        return vote.key
    return f"{vote.key} {content}"


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


def _kind(cell: str, path: Path, line: int) -> Kind:
    try:
        return Kind(cell.casefold())
    except ValueError:
        raise MalformedFileError(
            f"A voter's kind must be one of {', '.join(Kind)}. Got {cell!r}.", path, line
        ) from None
