"""Posteriors of labels from models that learn how far each voter can be trusted."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pandas as pd
    from crowdkit.aggregation import DawidSkene

Posterior = NDArray[np.float64]
"""Cases by labels; each row adds up to 1."""

DAWID_SKENE_STEPS = 100
_DAWID_SKENE_GAIN = 1e-5
"""Natural log likelihood a vote; a step that gains less is the last, as crowd-kit has it."""
_LEAST_PRIOR = 1e-10
"""As in crowd-kit's own steps."""
_MACE_STEPS = 50


def dawid_skene(
    cases: NDArray[np.int64], voters: NDArray[np.int64], labels: NDArray[np.int64], size: int
) -> tuple[Posterior, bool]:
    """Return posteriors by Dawid and Skene (1979): a confusion table for each voter.

    "Maximum Likelihood Estimation of Observer Error-Rates Using the EM Algorithm", Applied
    Statistics 28(1), equations 2.3 to 2.5, by the steps of `crowdkit.aggregation.DawidSkene`,
    until one gains less than 1e-5 in log likelihood a vote. It starts from shares of votes and is
    deterministic.

    Parameters
    ----------
    cases, voters, labels
        A vote each, numbered from 0; every case number below the highest has a vote.
    size
        Labels on the scale; one that nobody gave has the posterior 0.

    Returns
    -------
    tuple
        The posteriors, and whether they had settled after 100 steps.
    """
    model = _dawid_skene_by_likelihood()
    posterior = _posterior(model, cases, voters, labels, size)
    gains = np.diff(model.loss_history_)
    return posterior, bool(len(gains) and gains[-1] < _DAWID_SKENE_GAIN)


def _dawid_skene_by_likelihood() -> DawidSkene:
    """Return crowd-kit's model with a stop by the likelihood of the votes.

    Its own "evidence lower bound" (1.4) adds the log prior once a vote, not once a case, and so
    falls while the likelihood still rises: the first fall ended the fit, often after 4 steps.
    """
    from crowdkit.aggregation import DawidSkene
    from scipy.special import logsumexp

    class ByLikelihood(DawidSkene):
        def _evidence_lower_bound(
            self,
            data: pd.DataFrame,
            probas: pd.DataFrame,
            priors: pd.Series[float],
            errors: pd.DataFrame,
        ) -> float:
            told = data.join(np.log(errors), on=["worker", "label"])
            by_case = told.drop(columns=["worker", "label"]).groupby("task").sum()
            joint = by_case + np.log(priors.clip(lower=_LEAST_PRIOR))
            return float(logsumexp(joint.to_numpy(), axis=1).sum())

    return ByLikelihood(n_iter=DAWID_SKENE_STEPS, tol=_DAWID_SKENE_GAIN)


def mace(
    cases: NDArray[np.int64],
    voters: NDArray[np.int64],
    labels: NDArray[np.int64],
    size: int,
    seed: int = 0,
) -> Posterior:
    """Return posteriors by MACE: each voter either knows the label or has a habit.

    Hovy, Berg-Kirkpatrick, Vaswani and Hovy (2013), "Learning Whom to Trust with MACE", NAACL,
    by `crowdkit.aggregation.MACE` with variational EM of 50 steps.

    One start, for crowd-kit 1.4 gives each of its restarts the same random numbers. And the votes
    must be sorted and numbered by first appearance, which is done here: it matches voters and
    labels by their order in one place and by first appearance in another.
    """
    from crowdkit.aggregation import MACE

    model = MACE(n_restarts=1, n_iter=_MACE_STEPS, random_state=seed)
    return _posterior(model, cases, voters, labels, size)


def _posterior(
    model: object,
    cases: NDArray[np.int64],
    voters: NDArray[np.int64],
    labels: NDArray[np.int64],
    size: int,
) -> Posterior:
    import pandas as pd

    order = np.lexsort((labels, voters, cases))
    task, worker = cases[order], _by_first_appearance(voters[order])[0]
    label, given = _by_first_appearance(labels[order])
    votes = pd.DataFrame({"task": task, "worker": worker, "label": label})
    found = _fit(model, votes).sort_index()
    posterior = np.zeros((len(found), size))
    posterior[:, given[found.columns.to_numpy().astype(np.int64)]] = found.to_numpy()
    return np.asarray(posterior / posterior.sum(axis=1, keepdims=True))


def _fit(model: object, votes: pd.DataFrame) -> pd.DataFrame:
    with warnings.catch_warnings():
        # crowd-kit 1.4 uses options that pandas 3 deprecates, thousands of times a fit.
        warnings.simplefilter("ignore", DeprecationWarning)
        warnings.simplefilter("ignore", FutureWarning)
        model.fit(votes)  # type: ignore[attr-defined]
    return model.probas_  # type: ignore[attr-defined]


def _by_first_appearance(
    values: NDArray[np.int64],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Number values in the order in which they first appear; return numbers and values."""
    unique, first, inverse = np.unique(values, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    return rank[inverse], unique[order]
