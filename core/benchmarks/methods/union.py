"""Union searches as methods: by table vectors of an encoder, or by matched columns.

``columns`` is the search of the app, ``bipartite`` the plain matching that others compare with.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from core.benchmarks.formats import Query
from core.benchmarks.methods.base import Family, Method, Prepared, Ranked, Subject, Takes
from core.features import ENCODER_WORDS, ENCODERS
from core.indexes import TableVectors
from core.indexes.timing import making_seconds
from core.monitor import Monitor
from core.search import RankBy, open_vectors
from core.search.union.ranking import query_in_index, rank_tables
from core.settings import Settings

COLUMNS: RankBy = "columns"
_MATCHING: dict[str, RankBy] = {COLUMNS: COLUMNS, "bipartite": "bipartite"}


@dataclass(frozen=True)
class UnionMethod(Method):
    """A union search as a method of a benchmark.

    Parameters
    ----------
    label
        What its run is called.
    encoder
        One of `core.features.ENCODERS`.
    rank_by
        "table", "columns" or "bipartite".
    """

    takes: ClassVar[frozenset[Takes]] = frozenset({Takes.TABLES})

    label: str
    encoder: str
    rank_by: RankBy

    def prepare(self, subject: Subject, monitor: Monitor) -> Prepared:
        """Encode the lake unless that is done, and open its vectors."""
        return _PreparedUnion(self, subject, open_vectors(subject.lake(monitor), self.encoder))


class _PreparedUnion(Prepared):
    def __init__(self, how: UnionMethod, subject: Subject, index: TableVectors) -> None:
        made = index.manifest
        super().__init__(
            made["fingerprint"],
            making_seconds(made),
            {"encoder": how.encoder, "encoder_key": made["encoder_key"], "rank_by": how.rank_by},
            made["versions"],
        )
        self._index = index
        self._rank_by = how.rank_by
        self._among = np.array([subject.info.is_candidate(table) for table in index.table_ids])
        self._counts = index.column_counts()

    def rank(self, query: Query, depth: int, without: str | None) -> Ranked:
        """Rank by the query table's vectors, which are those of the index."""
        index = self._index
        position = index.position(query.table or "")
        vectors = query_in_index(index, position, list(range(int(self._counts[position]))))
        among = self._among if without is None else index.all_but([without], self._among)
        found = rank_tables(index, vectors, depth, self._rank_by, among)
        ids = [index.table_ids[place] for place in found.positions[:depth]]
        return list(zip(ids, found.scores[:depth].tolist(), strict=True))


def _find(name: str, settings: Settings) -> UnionMethod | None:
    if name in ENCODERS:
        return UnionMethod(name, name, "table")
    kind, colon, encoder = name.partition(":")
    if kind in _MATCHING and (encoder in ENCODERS or not colon):
        encoder = encoder or settings.encoder
        return UnionMethod(f"{kind}:{encoder}", encoder, _MATCHING[kind])
    return None


FAMILY = Family(
    names=(*ENCODERS, *_MATCHING),
    find=_find,
    offered={
        **ENCODER_WORDS,
        **{f"{COLUMNS}:{name}": f"Columns matched, {name}" for name in ENCODERS},
        **{f"bipartite:{name}": f"Columns matched plainly, {name}" for name in ENCODERS},
    },
    spelling=", or ".join(f"{kind}:ENCODER" for kind in _MATCHING),
)
