"""Rankings in a pickle, as SANTOS, D3L and Starmie keep theirs: ``{query: [candidates]}``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from core.errors import MalformedFileError
from core.evaluation.run_readers import Entries, Pairs, entries_of
from core.store.safe_pickle import RANKINGS, load_plain
from core.store.written_out import check_written_out


def read_pickle(path: Path) -> Entries:
    """Read ``{query: candidates}``, these as in JSON; tuples are lists.

    Raises
    ------
    RefusedPickleError
        If it holds more than plain values, of which nothing has run then, or is too large where
        what it shares is written out.
    MalformedFileError, BadScoreError, DuplicateCandidateError
        If it has another form, or what it says is no run.
    """
    content = load_plain(path, RANKINGS)
    check_written_out(content, path, RANKINGS)
    if not isinstance(content, dict):
        raise MalformedFileError(
            "A run in a pickle must be a dict {query: candidates}. "
            f"Got a {type(content).__name__}.",
            path,
        )
    pairs = Pairs()
    for query, candidates in content.items():
        if not isinstance(query, str):
            raise MalformedFileError(
                f"A query must be named by a text. Got one of type {type(query).__name__}.", path
            )
        if isinstance(candidates, set | frozenset):
            raise MalformedFileError(
                "The candidates of a query must have an order or scores. Got a set for query "
                f"{query!r}; write the list that the method ranked.",
                path,
            )
        pairs.append((query, _as_in_json(candidates)))
    return entries_of(pairs, path)


def _as_in_json(candidates: Any) -> Any:
    if isinstance(candidates, dict):
        return Pairs(candidates.items())
    if isinstance(candidates, list | tuple):
        return [list(one) if isinstance(one, tuple) else one for one in candidates]
    return candidates
