"""Votes in JSON, as `label export` gives them: everything that is known of a vote."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.errors import MalformedFileError
from core.labels.errors import BadQueueError, BadVoteError, VoterError
from core.labels.queueing.carried import CarriedCase, CarriedQueue
from core.labels.queueing.queues import MAX_WANTED, check_queue
from core.labels.types import Ballot, Kind, Order, Origin, Pair, Voter
from core.labels.voting.casting import check_decision
from core.labels.voting.importing import FileVote, moment
from core.store.text_files import read_text, require_unicode

_KINDS: dict[type, str] = {
    str: "a text",
    int: "a whole number",
    dict: "an object",
    bool: "true or false",
}
_TEXTS = ("reason", "shown", "app_version", "voted_at", "key")


def is_vote_document(path: Path) -> bool:
    """Whether a file of votes is JSON: by its ending, or as it begins like no CSV of votes."""
    return path.suffix.lower() == ".json" or read_text(path).lstrip().startswith("{")


def read_vote_document(path: Path, voter: str | None, kind: Kind) -> list[FileVote]:
    """Read ``{"votes": [{"query", "table", "voter", "kind", "label", ...}]}``.

    All but query and table may be missing; a vote's place among the others, from 1, stands for its
    line. Votes are entered in the order of the file. Of one voter's on a pair the one given last,
    by ``voted_at``, supersedes the others; without moments it is the last in the file.

    Parameters
    ----------
    voter, kind
        Whose votes they are and what they are, where the document does not say.

    Raises
    ------
    MalformedFileError
        If it is no such document, or a vote has no name, has half a character, has a voter's that
        is none (`Voter`), is not one, or is ``final`` and no decision
        (`core.labels.voting.casting.check_decision`); names file and place.
    """
    document = _document(path)
    votes = document.get("votes") if isinstance(document, dict) else None
    if not isinstance(votes, list) or not votes:
        raise MalformedFileError(
            'A document of votes must be {"votes": [...]} with at least one vote.', path
        )
    return [_vote(given, path, place, voter, kind) for place, given in enumerate(votes, start=1)]


def read_queues(path: Path) -> list[CarriedQueue]:
    """Read the queues of a document of votes, whose pairs have their names as the file has them.

    Earlier versions wrote none.

    Raises
    ------
    MalformedFileError
        If one is none, has half a character, or a name or a seed that no queue may have
        (`core.labels.queueing.queues.check_queue`); names file and queue.
    """
    document = _document(path)
    queues = document.get("queues", []) if isinstance(document, dict) else []
    if not isinstance(queues, list):
        raise MalformedFileError(f"queues must be a list. Got {queues!r}.", path)
    return [_queue(given, path) for given in queues]


def queue_document(queue: CarriedQueue, names: Mapping[str, str]) -> dict[str, Any]:
    """Return a queue as `read_queues` reads it.

    Parameters
    ----------
    names
        Of tables, by their ids where these are not written as they are.
    """
    return {
        "name": queue.name,
        "wanted": queue.wanted,
        "order": queue.order.value,
        "seed": queue.seed,
        "source": dict(queue.source),
        "tells_agreement": queue.tells_agreement,
        "created_by": queue.created_by,
        "created_at": queue.created_at,
        "cases": [
            {
                "query": case.pair.query,
                "table": names.get(case.pair.table, case.pair.table),
                "origin": case.pair.origin.value,
                "wanted": case.wanted,
                "needed": case.needed,
            }
            for case in queue.cases
        ],
    }


def _document(path: Path) -> Any:
    try:
        return json.loads(read_text(path))
    except (ValueError, RecursionError) as error:
        raise MalformedFileError(f"The file must be JSON. Got: {error}.", path) from None


def _queue(given: Any, path: Path) -> CarriedQueue:
    require_unicode(given, path)
    try:
        check_queue(_of_kind(given["name"], str), _of_kind(given["seed"], int))
        return CarriedQueue(
            name=given["name"],
            wanted=_votes(given["wanted"]),
            order=Order(given["order"]),
            seed=given["seed"],
            source=_of_kind(given["source"], dict),
            created_by=_of_kind(given["created_by"], str),
            created_at=_of_kind(given["created_at"], str),
            tells_agreement=_of_kind(given["tells_agreement"], bool),
            cases=tuple(_case(case) for case in given["cases"]),
        )
    except KeyError as error:
        raise MalformedFileError(f"A queue must be one. It lacks {error}.", path) from None
    except BadQueueError as error:
        raise MalformedFileError(f"A queue must be one. {error}", path) from None
    except (TypeError, ValueError) as error:
        raise MalformedFileError(f"A queue must be one. Got: {error}.", path) from None


def _case(given: Any) -> CarriedCase:
    query, table = (_of_kind(given[name], str) for name in ("query", "table"))
    pair = Pair(query, table, origin=Origin(given["origin"]))
    return CarriedCase(pair, _votes(given["wanted"]), _votes(given["needed"]))


def _votes(given: Any) -> int:
    if not 1 <= _of_kind(given, int) <= MAX_WANTED:
        raise ValueError(f"{given} votes of a case, which may want 1 to {MAX_WANTED}")
    return int(given)


def _of_kind(given: Any, kind: type) -> Any:
    if not isinstance(given, kind) or (kind is int and isinstance(given, bool)):
        raise TypeError(f"{given!r} instead of {_KINDS[kind]}")
    return given


def _vote(given: Any, path: Path, place: int, voter: str | None, kind: Kind) -> FileVote:
    if not isinstance(given, dict):
        raise MalformedFileError(f"A vote must be an object. Got {given!r}.", path, place)
    require_unicode(given, path, place)
    query, table, who = given.get("query"), given.get("table"), given.get("voter", voter)
    if not all(isinstance(name, str) and name for name in (query, table, who)):
        raise MalformedFileError(
            "A query, a table and a voter must have names (say whose votes they are if the file "
            f"does not). Got {query!r}, {table!r} and {who!r}.",
            path,
            place,
        )
    texts = {name: given.get(name) or "" for name in _TEXTS}
    final, timed = given.get("final", False), given.get("timed", True)
    try:
        what = Kind(given.get("kind", kind))
        Voter(str(who), what)
        if not all(isinstance(text, str) for text in texts.values()):
            raise BadVoteError(f"{', '.join(_TEXTS)} must be texts.")
        if not isinstance(final, bool):
            raise BadVoteError(f"final must be true or false. Got {final!r}.")
        if not isinstance(timed, bool):
            raise BadVoteError(f"timed must be true or false. Got {timed!r}.")
        moment(texts["voted_at"])
        ballot = _ballot(given, texts)
        if final:
            check_decision(what, ballot.label)
    except VoterError as error:
        raise MalformedFileError(str(error), path, place) from None
    except (BadVoteError, TypeError, ValueError) as error:
        raise MalformedFileError(f"A vote must be one. {error}", path, place) from None
    return FileVote(
        place,
        str(query),
        str(table),
        str(who),
        what,
        ballot.label,
        ballot.reason,
        texts["voted_at"],
        ballot,
        final,
        texts["key"],
        texts["app_version"],
        timed,
    )


def _ballot(given: Mapping[str, Any], texts: Mapping[str, str]) -> Ballot:
    schema, types, values, task = given.get("facets") or (None,) * 4
    alignment = given.get("alignment")
    return Ballot(
        label=given.get("label"),
        facets=(schema, types, values, task),
        confidence=given.get("confidence"),
        reason=texts["reason"],
        alignment=None
        if alignment is None
        else tuple((str(left), str(right)) for left, right in alignment),
        seconds=given.get("seconds"),
        shown=texts["shown"],
    )
