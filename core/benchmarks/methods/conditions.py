"""Searches with conditions in words as a method (nlctables): union, join or text by the query."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from core import lake as lakes
from core.benchmarks import registry
from core.benchmarks.formats import Mode, Query
from core.benchmarks.formats.made_here import is_made_here
from core.benchmarks.methods.base import Family, Method, Prepared, Ranked, Subject, Takes
from core.benchmarks.methods.join import keys_to_try
from core.benchmarks.types import CUT, OWN_WORDS
from core.conditions import MOST_CHARACTERS, parse
from core.indexes.manifests import OfTables
from core.indexes.timing import making_seconds, total_seconds
from core.monitor import Monitor
from core.search import open_vectors, query_table
from core.search.conditioned import (
    Limits,
    join_with_condition,
    text_with_condition,
    union_with_condition,
    words_and_condition,
)
from core.search.conditioned.topics import MEANING, WORDS
from core.search.derived.value_sets import set_index
from core.search.join.errors import KeyWithoutValuesError
from core.search.text.query import LONGEST_QUERY
from core.search.text.ranking import HYBRID, open_ranker
from core.settings import Settings

NAME = "conditions"

_SATISFIED = 20
"""Satisfied tables after which a ranking's tail is filled from what has been looked at.

Cut-offs are rarely deeper, and a run stores many more ranks than anyone reads.
"""


@dataclass(frozen=True)
class ConditionsMethod(Method):
    """Answer each query in its mode, its words read as a condition."""

    takes: ClassVar[frozenset[Takes]] = frozenset({Takes.TEXTS})

    label: str = NAME

    def prepare(self, subject: Subject, monitor: Monitor) -> Prepared:
        """Build what the modes of the benchmark's queries need, unless that is done."""
        lake, encoder = subject.lake(monitor), subject.settings.encoder
        asked = registry.queries(subject.workspace, subject.info)
        queries = [query for query in asked if self.answers(query)]
        modes = {_mode(query) for query in queries}
        versions: dict[str, str] = {}
        parameters: dict[str, str | int] = {"encoder": encoder}
        made: list[OfTables] = []
        if Mode.UNION in modes:
            vectors = open_vectors(lake, encoder)
            parameters["encoder_key"] = vectors.manifest["encoder_key"]
            made.append(vectors)
        if Mode.JOIN in modes:
            made.append(set_index(lake))
        methods = [HYBRID] if Mode.NL in modes else []
        methods += [WORDS, MEANING] if modes - {Mode.NL} else []
        for method in methods:
            how = open_ranker(lake, method, titles=True)
            made += [how.index, *how.vectors]
            if how.vectors:
                parameters["words_encoder_key"] = how.encoder.key
        manifests = [one.manifest for one in {one.folder: one for one in made}.values()]
        seconds = total_seconds(map(making_seconds, manifests))
        for manifest in manifests:
            versions |= manifest["versions"]
        cut = sum(len(query.text or "") > _longest(query) for query in queries)
        parameters |= {CUT: cut} if cut else {}
        parameters |= {OWN_WORDS: 1} if is_made_here(Path(subject.info.root)) else {}
        return _PreparedConditions(subject, lake.info.fingerprint, seconds, parameters, versions)


class _PreparedConditions(Prepared):
    def __init__(
        self,
        subject: Subject,
        fingerprint: str,
        seconds: float | None,
        parameters: dict[str, str | int],
        versions: dict[str, str],
    ) -> None:
        super().__init__(fingerprint, seconds, parameters, versions)
        self._lake = subject.lake()
        ids = lakes.table_order(subject.workspace, subject.info.lake_key)
        self._candidates = frozenset(filter(subject.info.is_candidate, ids))

    def rank(self, query: Query, depth: int, without: str | None) -> Ranked:
        """Rank by how related tables are times how far they satisfy the condition.

        People see those that satisfy it first (to `SATISFIED_FROM`); a ground truth may count
        others, too: on nlctd_dev that costs union search 0.002 of NDCG@10.

        A query without a table whose text is longer than a condition may be is searched for by all
        its words. A join key that no row has values for has no candidates.
        """
        limits = Limits(
            depth,
            self._candidates - {without or ""},
            min(depth, _SATISFIED),
            satisfying_first=False,
            in_time=False,
            own_counts=without is None,
        )
        text, mode = (query.text or "")[: _longest(query)], _mode(query)
        if mode is Mode.NL:
            long = len(text) > MOST_CHARACTERS
            words, rest = (text, None) if long else words_and_condition(parse(text))
            found = text_with_condition(self._lake, words, rest, limits=limits)
            return [(hit.table, hit.score) for hit in found.hits]
        table = query_table(self._lake, query.table or "")
        condition = parse(text, table.labels).condition
        if mode is Mode.JOIN:
            keys = keys_to_try(table, query) if query.join_on else [[]]
            if not keys:
                return []
            try:
                joined = join_with_condition(table, condition, keys[0], limits=limits)
            except KeyWithoutValuesError:
                return []
            return [(hit.table, hit.score) for hit in joined.hits]
        united = union_with_condition(table, condition, limits)
        return [(hit.table, hit.score) for hit in united.hits]


def _mode(query: Query) -> Mode:
    return query.mode if query.table else Mode.NL


def _longest(query: Query) -> int:
    """Characters that are read of a query's text."""
    return LONGEST_QUERY if _mode(query) is Mode.NL else MOST_CHARACTERS


def _find(name: str, settings: Settings) -> ConditionsMethod | None:
    del settings
    return ConditionsMethod() if name == NAME else None


FAMILY = Family(names=(NAME,), find=_find, offered={NAME: "Conditions in words (conditions)"})
