"""Searches that somebody made before: kept by person, so that they are found again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from core.errors import InputError
from core.store import Workspace

MOST_EARLIER = 30
"""How many searches are kept for a person beside those that were saved."""
_LONGEST = 20_000


@dataclass(frozen=True)
class KeptSearch:
    """A search that can be made again.

    Parameters
    ----------
    label
        What was searched, as Markdown.
    address
        The parameters of the Search page, each with its values.
    saved
        Whether it was saved, and is kept until somebody takes it out.
    searched_at
        UTC, ISO 8601; when it was made last.
    """

    label: str
    address: Mapping[str, tuple[str, ...]]
    saved: bool
    searched_at: str


def keep_search(
    workspace: Workspace, owner: str, label: str, address: Mapping[str, Sequence[str]]
) -> None:
    """Keep a search of a person, whose oldest ones that were not saved give way.

    A search of the same address takes the place of the one before; if that was saved it stays so,
    under the label that it has.
    """
    now = datetime.now(UTC).isoformat(timespec="microseconds")
    with workspace.writing() as db:
        db.execute(
            "INSERT INTO searches (owner, address, label, saved, searched_at) "
            "VALUES (?, ?, ?, 0, ?) ON CONFLICT DO UPDATE SET "
            "label = CASE WHEN saved THEN label ELSE excluded.label END, "
            "searched_at = excluded.searched_at",
            [owner, _line(address), label, now],
        )
        db.execute(
            "DELETE FROM searches WHERE owner = ? AND NOT saved AND address NOT IN (SELECT address "
            "FROM searches WHERE owner = ? AND NOT saved ORDER BY searched_at DESC LIMIT ?)",
            [owner, owner, MOST_EARLIER],
        )


def kept_searches(workspace: Workspace, owner: str) -> tuple[KeptSearch, ...]:
    """Return a person's searches: those that were saved first, and of each the newest first."""
    with workspace.reading() as db:
        rows = db.execute(
            "SELECT label, address, saved, searched_at FROM searches WHERE owner = ? "
            "ORDER BY saved DESC, searched_at DESC",
            [owner],
        ).fetchall()
    return tuple(
        KeptSearch(
            label,
            {name: tuple(values) for name, values in json.loads(address).items()},
            bool(saved),
            searched_at,
        )
        for label, address, saved, searched_at in rows
    )


def uploads_of_searches(workspace: Workspace) -> frozenset[str]:
    """Return the keys of the uploaded files that kept searches of anybody are made with."""
    sql = (
        "SELECT DISTINCT value FROM searches, json_each(address, '$.upload') "
        "WHERE value IS NOT NULL"
    )
    with workspace.reading() as db:
        return frozenset(row[0] for row in db.execute(sql))


def save_search(
    workspace: Workspace,
    owner: str,
    address: Mapping[str, Sequence[str]],
    saved: bool = True,
    label: str = "",
) -> None:
    """Keep a search until it is taken out, or let it give way to newer ones again.

    Parameters
    ----------
    label
        As Markdown; the one that it has if empty.

    Raises
    ------
    InputError
        If the person has no such search.
    """
    with workspace.writing() as db:
        done = db.execute(
            "UPDATE searches SET saved = ?, label = coalesce(nullif(?, ''), label) "
            "WHERE owner = ? AND address = ?",
            [saved, label, owner, _line(address)],
        )
        if not done.rowcount:
            raise InputError(
                "A search is saved that was made before. Got one that is no longer kept; make it "
                "again first."
            )


def forget_searches(workspace: Workspace, owner: str) -> int:
    """Take out a person's searches but the saved ones; return how many there were."""
    with workspace.writing() as db:
        done = db.execute("DELETE FROM searches WHERE owner = ? AND NOT saved", [owner])
        return int(done.rowcount)


def _line(address: Mapping[str, Sequence[str]]) -> str:
    """Write an address so that the same parameters are the same line, however they are ordered."""
    line = json.dumps({name: [*address[name]] for name in sorted(address)}, ensure_ascii=False)
    if len(line) > _LONGEST:
        raise InputError(
            f"The address of a search has at most {_LONGEST:,} characters. Got {len(line):,}; ask "
            "for less in one search."
        )
    return line
