from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

from core.judges.matcher.features import Feature
from core.judges.matcher.fit import (
    TooFewLabelsError,
    cross_validate,
    figures_of,
    fit_matcher,
)
from core.labels.types import Task

WIDTH = len(Feature)


def data(seed: int, cases: int = 200) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Pairs that are unionable the more, the larger each of their figures is."""
    rng = np.random.default_rng(seed)
    features = rng.random((cases, WIDTH))
    odds = 6 * (features.mean(axis=1) - 0.5) * np.sqrt(WIDTH)
    return features, rng.random(cases) < 1 / (1 + np.exp(-odds)), rng.integers(0, 20, cases)


def test_the_fit_is_scikit_learns_where_every_feature_counts_for_a_pair() -> None:
    features, unionable, queries = data(0, 400)
    scaled = StandardScaler().fit_transform(features)
    expected = LogisticRegression(max_iter=1_000).fit(scaled, unionable)
    assert expected.coef_.min() > 0, "or this test is of something else"
    model = fit_matcher(features, unionable, queries, "made up", task=Task.UNION)
    assert model.coefficients == pytest.approx(expected.coef_[0].tolist(), abs=1e-5)
    assert model.probabilities(features) == pytest.approx(
        expected.predict_proba(scaled)[:, 1], abs=1e-4
    )


def test_a_feature_that_counts_against_a_pair_by_being_larger_is_left_out() -> None:
    features, unionable, queries = data(1)
    features[:, 2] = 1 - features[:, :2].mean(axis=1)
    model = fit_matcher(features, unionable, queries, "made up", task=Task.UNION)
    assert model.coefficients[2] == 0
    assert min(model.coefficients) >= 0


def test_pairs_of_one_query_are_never_judged_by_what_was_learned_from_the_others() -> None:
    # A figure that only says which query it is tells everything within a query, and nothing of
    # another: 20 queries, all pairs of a query alike.
    rng = np.random.default_rng(0)
    queries = np.repeat(np.arange(20), 10)
    unionable = (queries % 2).astype(bool)
    features = np.tile(rng.random((20, WIDTH)), (10, 1)).reshape(10, 20, WIDTH)
    features = features.transpose(1, 0, 2).reshape(200, WIDTH)
    found = cross_validate(features, unionable, queries)
    assert found.auc.low < 0.5 < found.auc.high


def test_the_same_seed_gives_the_same_figures() -> None:
    features, unionable, queries = data(3)
    assert cross_validate(features, unionable, queries) == cross_validate(
        features, unionable, queries
    )


def test_too_few_labels_are_refused_with_how_many_it_takes() -> None:
    features, unionable, queries = data(4, 30)
    with pytest.raises(TooFewLabelsError, match="at least 20 cases settled as yes"):
        fit_matcher(features, unionable, queries, "made up", task=Task.UNION)
    with pytest.raises(TooFewLabelsError, match="and 5 queries"):
        fit_matcher(*data(4)[:2], np.zeros(200, np.int64), "made up", task=Task.UNION)


@given(st.data())
def test_figures_equal_scikit_learns(draw: st.DataObject) -> None:
    size = draw.draw(st.integers(2, 30))
    truth = np.array(draw.draw(st.lists(st.booleans(), min_size=size, max_size=size)))
    truth[:2] = True, False
    chances = st.integers(0, 10).map(lambda tenths: tenths / 10)
    found = np.array(draw.draw(st.lists(chances, min_size=size, max_size=size)))
    said = found >= 0.5
    expected = (
        metrics.roc_auc_score(truth, found),
        metrics.accuracy_score(truth, said),
        metrics.cohen_kappa_score(truth, said),
        metrics.brier_score_loss(truth, found),
    )
    assert figures_of(truth, found)[:4] == pytest.approx(expected, abs=1e-9)
