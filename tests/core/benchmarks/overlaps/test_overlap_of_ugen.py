"""The published and the reference figures of UGEN V1, where it is."""

from __future__ import annotations

import polars as pl
import pytest

from core.benchmarks.formats import read
from core.benchmarks.overlaps.overlap import overlaps
from core.benchmarks.overlaps.overlap_summary import leak, summarize
from core.benchmarks.overlaps.pairs import PairKind, labelled_pairs, random_pairs
from core.benchmarks.overlaps.set_kinds import Level, OverlapKind, SetKind, ValueType
from core.settings import Settings

NAMES = SetKind()
TOKENS = SetKind(OverlapKind.VALUES, ValueType.STRING, Level.TOKEN)
CELLS = SetKind(OverlapKind.VALUES, ValueType.STRING, Level.EXACT)


def test_overlaps_of_ugen_are_the_published_ones(lake_of, ugen):
    workspace, key = lake_of(ugen, "ugen", ("query", "datalake"))
    source = read(ugen)
    labelled = labelled_pairs(source.qrels, source.queries, positive_from=1, own={})
    taken = labelled.select("query_table", "candidate").rows()
    pairs = pl.concat([labelled, random_pairs(source.queries, source.tables, taken, 500)])
    found = overlaps(workspace, key, pairs, Settings())
    figures = [
        (NAMES, 0.422, 0.436, 0.219),
        (TOKENS, 0.334, 0.242, 0.246),
        (CELLS, 0.270, 0.190, 0.182),
    ]
    for what, mean, half, negative in figures:
        positive = summarize(found, what, PairKind.POSITIVE)
        assert positive.mean == pytest.approx(mean, abs=0.01), what
        assert positive.half_share == pytest.approx(half, abs=0.01), what
        others = summarize(found, what, PairKind.NEGATIVE)
        assert others.mean == pytest.approx(negative, abs=0.01), what
    assert leak(found, NAMES).sentence == (
        "43.6% of 500 positive pairs share half of their column names; of 500 negatives 16.6%."
    )
    assert leak(found, NAMES, PairKind.RANDOM).auc > leak(found, NAMES).auc > 0.6
