"""Searches with a condition as searches: their hits, in the order and with the scores of these.

What shows, lines up and joins what was found takes either.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.search.conditioned.types import ConditionedSearch
from core.search.text.types import TextHit, TextSearch
from core.types import Hit, JoinHit, JoinSearch, KeyCandidate, UnionSearch


def as_union_search(found: ConditionedSearch[Hit], *, encoder: str, rank_by: str) -> UnionSearch:
    """Return what `core.search.search_union` would have, of the tables that satisfy a condition."""
    return UnionSearch(
        lake=found.lake,
        query=found.query,
        encoder=encoder,
        rank_by=rank_by,
        seconds=found.seconds,
        hits=tuple(replace(hit.found, rank=hit.rank, score=hit.score) for hit in found.hits),
        candidates=found.examined,
    )


def as_join_search(
    found: ConditionedSearch[JoinHit],
    *,
    on: tuple[str, ...],
    method: str,
    proposed: tuple[KeyCandidate, ...] = (),
) -> JoinSearch:
    """Return what `core.search.join.searching.search_join` would have, as `as_union_search`.

    Parameters
    ----------
    on
        The columns that were chosen; those of the first hit are told, if there is one.
    proposed
        The keys that were searched with if none was chosen.
    """
    hits = tuple(replace(hit.found, rank=hit.rank, score=hit.score) for hit in found.hits)
    return JoinSearch(
        lake=found.lake,
        query=found.query,
        on=hits[0].on if hits else on,
        method=method,
        seconds=found.seconds,
        hits=hits,
        proposed=proposed,
    )


def as_text_search(
    found: ConditionedSearch[float], hits: Sequence[TextHit], *, method: str, titles: bool
) -> TextSearch:
    """Return what `core.search.text.searching.search_text` would have, as `as_union_search`.

    Parameters
    ----------
    hits
        Why the tables were found, of `core.search.text.searching.text_hits`; a refresh may have
        taken some since.
    """
    by_table = {hit.table: hit for hit in found.hits}
    return TextSearch(
        lake=found.lake,
        query=found.query,
        method=method,
        titles=titles,
        words=(),
        left_out=(),
        candidates=found.examined,
        seconds=found.seconds,
        hits=tuple(
            replace(hit, rank=by_table[hit.table].rank, score=by_table[hit.table].score)
            for hit in hits
        ),
    )
