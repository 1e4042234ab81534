"""The model behind `rule:matcher`: a logistic regression, what it learned from and how well."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from core.errors import InputError
from core.judges.matcher.features import Feature
from core.judges.matcher.joins import JoinFeature
from core.judges.matcher.words import WordFeature
from core.labels.types import Task

CODE_VERSION = 1
"""Raised whenever the same tables and coefficients would give other probabilities."""

FILES: Mapping[Task, str] = MappingProxyType(
    {Task.UNION: "matcher.json", Task.JOIN: "matcher-join.json", Task.NL: "matcher-nl.json"}
)
"""Name of the file of each task's model: here of the one that comes with Soundings, in a
workspace's folder ``judges`` of the one that was refitted."""

CALLED: Mapping[Task, str] = MappingProxyType(
    {Task.UNION: "unionable", Task.JOIN: "joinable", Task.NL: "relevant"}
)
"""What a yes means."""


TaskFeature = Feature | JoinFeature | WordFeature
FEATURES: Mapping[Task, tuple[TaskFeature, ...]] = MappingProxyType(
    {Task.UNION: tuple(Feature), Task.JOIN: tuple(JoinFeature), Task.NL: tuple(WordFeature)}
)
"""The features of each task, in the order in which they are computed."""


class BadModelError(InputError):
    """A file is not a model of `rule:matcher`."""


@dataclass(frozen=True)
class Figure:
    """One cross-validated figure with its 95% interval, drawn by resampling queries."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        """Tell the figure with its interval."""
        return f"{self.value:.3f} ({self.low:.3f} to {self.high:.3f})"


@dataclass(frozen=True)
class Validation:
    """How well the model judges cases of queries that it has not learned from.

    Parameters
    ----------
    folds, repeats
        Cross-validation with all pairs of a query in one fold; the figures are means over repeats.
    auc, accuracy, kappa
        Area under the ROC curve; share of verdicts, at a probability of 0.5, that people share;
        Cohen's kappa with them.
    brier, calibration_error
        Mean squared error of the probability; expected calibration error over ten bins.
    seed
        Of the folds and of the resampling.
    """

    folds: int
    repeats: int
    auc: Figure
    accuracy: Figure
    kappa: Figure
    brier: Figure
    calibration_error: Figure
    seed: int = 0

    def to_frame(self) -> pl.DataFrame:
        """Return a row a figure: ``figure, value, low, high``."""
        names = ("accuracy", "kappa", "auc", "brier", "calibration_error")
        rows = [(name.replace("_", " "), *asdict(getattr(self, name)).values()) for name in names]
        return pl.DataFrame(rows, schema=["figure", "value", "low", "high"], orient="row")


@dataclass(frozen=True)
class MatcherModel:
    """Coefficients for one task with all that must be known to trust them.

    Parameters
    ----------
    task
        What it judges; it has a number for each of the task's features (`FEATURES`).
    means, scales
        Of each feature in the training data: a feature is centred and scaled by them.
    coefficients, intercept
        Log-odds of yes per standard deviation of a feature, and at the means.
    source
        What it learned from, in words.
    cases, positive, queries
        Labelled cases, how many of them are yes, and queries they belong to.
    query_hashes
        First 16 hexadecimal digits of the content hash of every query table learned from, or of
        the SHA-256 of a query's words.
    fitted_at
        UTC, ISO 8601.
    """

    task: Task
    means: tuple[float, ...]
    scales: tuple[float, ...]
    coefficients: tuple[float, ...]
    intercept: float
    source: str
    cases: int
    positive: int
    queries: int
    validation: Validation
    query_hashes: frozenset[str]
    fitted_at: str

    def __post_init__(self) -> None:
        for numbers in (self.means, self.scales, self.coefficients):
            if len(numbers) != len(self.features) or not np.isfinite(numbers).all():
                raise BadModelError(
                    f"A model of rule:matcher has {len(self.features)} finite numbers of each "
                    f"kind for cases of {self.task}. "
                    f"Got {len(numbers)}; fit it again with `judge refit`."
                )

    @property
    def features(self) -> tuple[TaskFeature, ...]:
        """What it looks at."""
        return FEATURES[self.task]

    @property
    def version(self) -> str:
        """Names the code and the coefficients: two models of one version judge alike."""
        numbers = [self.task, self.means, self.scales, self.coefficients, self.intercept]
        digest = hashlib.blake2b(json.dumps(numbers).encode(), digest_size=6).hexdigest()
        return f"matcher-{CODE_VERSION} {digest}"

    def contributions(self, features: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return what each feature adds to the log-odds, shape (cases, features)."""
        scaled = (features - np.array(self.means)) / np.array(self.scales)
        return np.asarray(scaled * np.array(self.coefficients))

    def probabilities(self, features: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the probability that people say yes of each case, shape (cases,).

        Parameters
        ----------
        features
            Shape (cases, features).
        """
        odds = self.contributions(features).sum(axis=1) + self.intercept
        return np.asarray(1 / (1 + np.exp(-odds)))

    def learned_from(self, content_hash: str) -> bool:
        """Whether labels of a query with that hash were learned from."""
        return content_hash[:16] in self.query_hashes

    def to_frame(self) -> pl.DataFrame:
        """Return a row a feature: ``feature, coefficient, mean, deviation, what it is``."""
        return pl.DataFrame(
            {
                "feature": [feature.value for feature in self.features],
                "coefficient": self.coefficients,
                "mean": self.means,
                "deviation": self.scales,
                "what it is": [feature.meaning for feature in self.features],
            }
        )

    def to_json(self) -> str:
        """Return the model as it is kept in a file."""
        fields = asdict(self)
        for name in ("means", "scales", "coefficients"):
            named = zip(self.features, fields[name], strict=True)
            fields[name] = {feature.value: one for feature, one in named}
        fields["query_hashes"] = sorted(self.query_hashes)
        return json.dumps({"code_version": CODE_VERSION, **fields}, indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str) -> MatcherModel:
        """Read a model; the inverse of `to_json`.

        Raises
        ------
        BadModelError
            If it is none, or was fitted for other features.
        """
        try:
            fields = json.loads(text)
            if fields.pop("code_version") != CODE_VERSION:
                raise BadModelError(
                    "A model of rule:matcher is of this version of its features. Got another; fit "
                    "it again with `judge refit`."
                )
            fields["task"] = Task(fields["task"])
            features = FEATURES[fields["task"]]
            for name in ("means", "scales", "coefficients"):
                fields[name] = tuple(float(fields[name][feature.value]) for feature in features)
            fields["validation"] = _validation(fields["validation"])
            fields["query_hashes"] = frozenset(fields["query_hashes"])
            return cls(**fields)
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise BadModelError(
                "A model of rule:matcher is a JSON file that `judge refit` wrote. Got something "
                f"else ({type(error).__name__}: {error}); fit it again."
            ) from error


def shipped_model(task: Task = Task.UNION) -> MatcherModel:
    """Return the model of a task that comes with Soundings."""
    path = Path(__file__).with_name(FILES[task])
    return MatcherModel.from_json(path.read_text(encoding="utf-8"))


def _validation(fields: Mapping[str, Any]) -> Validation:
    known: dict[str, Any] = {
        name: Figure(**one) if isinstance(one, dict) else one for name, one in fields.items()
    }
    return Validation(**known)
