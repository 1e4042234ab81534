"""Fit the model of `rule:matcher`, and tell how well it judges queries it has not seen."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError
from core.judges.confidence import calibration_error
from core.judges.matcher.model import Figure, MatcherModel, Validation
from core.labels.types import Task

LEAST_OF_EACH = 20
"""Unionable pairs, and pairs that are not, that a fit takes at least."""
LEAST_QUERIES = 5

_REPEATS = 10
_SEED = 0
_RESAMPLES = 1_000
_DIGITS = 6
_FIGURES = ("auc", "accuracy", "kappa", "brier", "calibration_error")


class TooFewLabelsError(InputError):
    """There are too few settled labels to learn from."""


def fit_matcher(
    features: NDArray[np.float64],
    positive: NDArray[np.bool_],
    queries: NDArray[np.int64],
    source: str,
    query_hashes: frozenset[str] = frozenset(),
    *,
    task: Task,
) -> MatcherModel:
    """Fit a logistic regression on standardised features and cross-validate it by query.

    Logistic regression (scikit-learn, its default L2 penalty) minimises the log loss, so its
    probabilities are calibrated on what it learned from; the cross-validated calibration error
    says how far that holds for other queries. No coefficient is below 0: a feature that would
    count against a pair by being larger is left out, and has 0.

    Parameters
    ----------
    features
        Shape (pairs, features), of `task`.
    positive
        Shape (pairs,): whether people say yes.
    queries
        Shape (pairs,): number of each pair's query. All pairs of a query are in one fold, for
        they share a table: told apart at random, a fold would know its neighbours' answers.
    source
        What the labels are, in words.
    query_hashes
        Of the queries, kept with the model.
    task
        What is judged.

    Raises
    ------
    TooFewLabelsError
        If there are fewer than `LEAST_OF_EACH` of either kind or `LEAST_QUERIES` queries, or if
        the pairs of all but some queries are of one kind.
    """
    check_enough(positive, queries)
    validation = cross_validate(features, positive, queries)
    fitted = fitted_to(features, positive)
    return MatcherModel(
        task=task,
        means=_rounded(fitted.means),
        scales=_rounded(fitted.scales),
        coefficients=_rounded(fitted.coefficients),
        intercept=round(fitted.intercept, _DIGITS),
        source=source,
        cases=len(positive),
        positive=int(positive.sum()),
        queries=len(np.unique(queries)),
        validation=validation,
        query_hashes=query_hashes,
        fitted_at=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def cross_validate(
    features: NDArray[np.float64],
    positive: NDArray[np.bool_],
    queries: NDArray[np.int64],
) -> Validation:
    """Judge each pair by a model that has seen no pair of its query; raises as `fit_matcher`.

    Five folds, ten times with other folds. The interval of a figure resamples queries with
    replacement, a thousand times, over the repeats in turn.
    """
    check_enough(positive, queries)
    repeats = [_out_of_fold(features, positive, queries, _SEED + i) for i in range(_REPEATS)]
    whole = np.array([figures_of(positive, one) for one in repeats]).mean(axis=0)
    rng = np.random.default_rng(_SEED)
    names = np.unique(queries)
    members = [np.flatnonzero(queries == name) for name in names]
    drawn = []
    for i in range(_RESAMPLES):
        rows = np.concatenate([members[j] for j in rng.integers(len(names), size=len(names))])
        if positive[rows].any() and not positive[rows].all():
            drawn.append(figures_of(positive[rows], repeats[i % _REPEATS][rows]))
    low, high = np.quantile(np.array(drawn), [0.025, 0.975], axis=0)
    figures = {
        name: Figure(*(round(float(one[at]), _DIGITS) for one in (whole, low, high)))
        for at, name in enumerate(_FIGURES)
    }
    return Validation(folds=LEAST_QUERIES, repeats=_REPEATS, seed=_SEED, **figures)


def _out_of_fold(
    features: NDArray[np.float64],
    positive: NDArray[np.bool_],
    queries: NDArray[np.int64],
    seed: int,
) -> NDArray[np.float64]:
    from sklearn.model_selection import GroupKFold

    found = np.empty(len(positive))
    folds = GroupKFold(LEAST_QUERIES, shuffle=True, random_state=seed)
    for learned, asked in folds.split(features, positive, queries):
        if len(np.unique(positive[learned])) == 1:
            raise TooFewLabelsError(
                "Every part of the labels that the rule learns from needs both kinds. Got queries "
                "without one of them; settle pairs of more queries."
            )
        fitted = fitted_to(features[learned], positive[learned])
        found[asked] = fitted.probabilities(features[asked])
    return found


@dataclass(frozen=True, eq=False)
class _Fitted:
    means: NDArray[np.float64]
    scales: NDArray[np.float64]
    coefficients: NDArray[np.float64]
    intercept: float

    def probabilities(self, features: NDArray[np.float64]) -> NDArray[np.float64]:
        odds = (features - self.means) / self.scales @ self.coefficients + self.intercept
        return np.asarray(1 / (1 + np.exp(-odds)))


def fitted_to(features: NDArray[np.float64], positive: NDArray[np.bool_]) -> _Fitted:
    """Fit without a feature that would count against: by construction more of each is more alike.

    Two features that say nearly the same may else take opposite signs, which no reader of a
    verdict could make sense of.
    """
    from sklearn.linear_model import LogisticRegression
    from sklearn.preprocessing import StandardScaler
    from threadpoolctl import threadpool_limits

    scaler = StandardScaler().fit(features)
    scaled = scaler.transform(features)
    kept = np.arange(features.shape[1])
    # Of so little each thread does nothing but wait for the others, and takes a core for that.
    with threadpool_limits(1):
        while True:
            found = LogisticRegression(max_iter=1_000).fit(scaled[:, kept], positive)
            weights = found.coef_[0]
            if len(kept) == 1 or weights.min() >= 0:
                break
            kept = np.delete(kept, int(weights.argmin()))
    coefficients = np.zeros(features.shape[1])
    coefficients[kept] = np.maximum(weights, 0)
    return _Fitted(scaler.mean_, scaler.scale_, coefficients, float(found.intercept_[0]))


def figures_of(positive: NDArray[np.bool_], found: NDArray[np.float64]) -> tuple[float, ...]:
    """Return the figures in the order of `_FIGURES`, as scikit-learn has them, but fast.

    The area is that of the Mann-Whitney statistic (Hanley and McNeil 1982).
    """
    from scipy.stats import rankdata

    yes, no = int(positive.sum()), int((~positive).sum())
    area = (rankdata(found)[positive].sum() - yes * (yes + 1) / 2) / (yes * no)
    said = found >= 0.5  # noqa: PLR2004 - the more probable verdict
    agreed = float((said == positive).mean())
    share, truth = float(said.mean()), yes / len(positive)
    by_chance = share * truth + (1 - share) * (1 - truth)
    return (
        float(area),
        agreed,
        (agreed - by_chance) / (1 - by_chance) if by_chance < 1 else 0.0,
        float(((found - positive) ** 2).mean()),
        calibration_error(positive, found),
    )


def check_enough(positive: NDArray[np.bool_], queries: NDArray[np.int64]) -> None:
    """Raise `TooFewLabelsError` if there are fewer labels than a fit takes."""
    yes, no, asked = int(positive.sum()), int((~positive).sum()), len(np.unique(queries))
    if min(yes, no) < LEAST_OF_EACH or asked < LEAST_QUERIES:
        raise TooFewLabelsError(
            f"The rule learns from at least {LEAST_OF_EACH} cases settled as yes, {LEAST_OF_EACH} "
            f"as no, and {LEAST_QUERIES} queries. Got {yes}, {no} and {asked}; settle more cases."
        )


def _rounded(numbers: NDArray[np.float64]) -> tuple[float, ...]:
    return tuple(round(float(one), _DIGITS) for one in numbers)
