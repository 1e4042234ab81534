"""Names of those who voted: one person is one name, however its letters' case is written.

A name belongs to whoever has a vote or a decision by it, and to nobody any more once all of these
have gone with their benchmarks.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from core.labels.errors import VoterError
from core.labels.judge_names import provider_in
from core.labels.types import Kind
from core.store import Workspace
from core.store.sqlite import Database

_VOTED = "EXISTS (SELECT 1 FROM votes WHERE voter = name)"
_NAMES = (
    f"SELECT name FROM voters WHERE (kind = 'human') = ? AND {_VOTED} "  # noqa: S608 - ours
    "ORDER BY first_seen, name"
)
_KINDS = (
    "SELECT name, kind FROM voters "  # noqa: S608 - ours
    f"WHERE name IN (SELECT value FROM json_each(?)) AND {_VOTED}"
)


def kind_of(db: Database, name: str) -> Kind | None:
    """Tell what kind of voter has voted by a name, in a transaction; None if none has."""
    return kinds_of(db, [name]).get(name)


def kinds_of(db: Database, names: Iterable[str]) -> dict[str, Kind]:
    """Map those of some names by which anybody has voted to their kind, in a transaction."""
    found = db.execute(_KINDS, [json.dumps([*names])])
    return {name: Kind(kind) for name, kind in found}


def known_spelling(workspace: Workspace, name: str) -> str:
    """Return a name as somebody has voted by it, case and blanks aside; else the name itself.

    Where several have, each of which may be a person, only the very name counts.
    """
    known = _people(workspace)
    alike = [other for other in known if _folded(other) == _folded(name)]
    return alike[0] if len(alike) == 1 and name not in known else name


def check_person(workspace: Workspace, name: str) -> None:
    """Check that a name is no judge's, case and blanks aside.

    Raises
    ------
    VoterError
        If a language model or a rule has voted by it, or would.
    """
    if provider_in(name) is not None:
        raise VoterError(
            f"A person votes by a name of their own. Got {name!r}, as judges are called; choose "
            "another name."
        )
    judges = {_folded(other) for other in _names(workspace, people=False)}
    if _folded(name) in judges:
        raise VoterError(
            f"A person votes by a name of their own. Got {name!r}, which is a judge's; choose "
            "another name."
        )


def alike_names(workspace: Workspace, names: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Give the names that differ from another voter's only in case and blanks, each with that.

    They count as two people: their votes are two, and agree or not.
    """
    wanted = set(names)
    by_folded: dict[str, list[str]] = {}
    for name in sorted({*_people(workspace), *wanted}):
        by_folded.setdefault(_folded(name), []).append(name)
    return tuple(
        (one, other)
        for group in by_folded.values()
        for one in group
        if one in wanted
        for other in group
        if other != one and (other not in wanted or other < one)
    )


def _people(workspace: Workspace) -> list[str]:
    return _names(workspace, people=True)


def _names(workspace: Workspace, people: bool) -> list[str]:
    with workspace.reading() as db:
        return [str(name) for (name,) in db.execute(_NAMES, [people])]


def _folded(name: str) -> str:
    return " ".join(name.split()).casefold()
