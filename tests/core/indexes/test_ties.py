from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.evaluation.run import rank_candidates
from core.indexes import best, without_noise
from core.indexes.ties import id_ranks

SCORED = st.dictionaries(
    st.text("abAB/é.\U0001f41f", min_size=1, max_size=4),
    st.sampled_from([-1.0, -0.0, 0.0, 2 / 3e6, 3 / 3e6, 0.1 + 0.2, 0.3, 1e9]) | st.floats(-1, 1),
    min_size=1,
)


@given(SCORED, st.integers(0, 12))
def test_the_tie_rule_of_indexes_is_that_of_runs(scored: dict[str, float], k: int) -> None:
    ids = list(scored)
    places, scores = best(np.array(list(scored.values())), id_ranks(ids), k)
    frame = pl.DataFrame({"query": "q", "table": ids, "score": list(scored.values())})
    ranked = rank_candidates(frame).head(k)
    assert [ids[place] for place in places] == ranked["table"].to_list()
    assert scores.tolist() == ranked["score"].to_list()


@pytest.mark.parametrize("k", [1, 2])
def test_a_share_that_is_less_by_one_value_of_millions_comes_behind(k: int) -> None:
    """Overlaps of 2 and 3 of three million values; the first has the lesser id."""
    places, _ = best(np.array([2 / 3e6, 3 / 3e6]), np.array([0, 1]), k)
    assert places.tolist() == [1, 0][:k]


def test_what_32_bits_add_in_another_order_is_equal() -> None:
    values = np.random.default_rng(0).random(1_000, dtype=np.float32) / 500
    forth, back = (np.add.accumulate(part)[-1] for part in (values, values[::-1]))
    assert forth != back
    assert len(set(without_noise([forth, back]).tolist())) == 1
