"""`rule:matcher`: a voter that compares two tables by figures and is no language model.

It needs no network and no key. It serves as pre-annotation, as a vote of low weight and as the
baseline that every language model is compared with.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.evaluation.text_lines import write_whole
from core.judges.matcher_features import Feature, pair_features
from core.judges.matcher_model import MatcherModel, shipped_model
from core.judges.matcher_tables import MatcherTable, TableReader
from core.judges.types import Subject, Verdict
from core.labels.types import Role, Task, Voter
from core.settings import Settings
from core.store import Workspace

NAME = "rule:matcher"
WEIGHT = 0.25
"""What its vote should weigh in a weighted majority, a person's being 1."""

_AT_ONCE = 250
_TOLD = 3


class Matcher:
    """The rule with one model in one workspace."""

    def __init__(self, workspace: Workspace, settings: Settings, model: MatcherModel) -> None:
        self._reader = TableReader(workspace, settings)
        self.model = model

    @property
    def version(self) -> str:
        """Names the code and the coefficients."""
        return self.model.version

    @property
    def parameters(self) -> Mapping[str, Any]:
        """The coefficients, and what they were learned from."""
        named = zip(Feature, self.model.coefficients, strict=True)
        return {
            "coefficients": {feature.value: one for feature, one in named},
            "intercept": self.model.intercept,
            "source": self.model.source,
            "fitted_at": self.model.fitted_at,
        }

    def verdicts(self, subjects: Iterable[Subject]) -> Iterator[Verdict | str]:
        """Judge pairs, 250 at a time: a verdict each, or a sentence why there is none.

        A verdict is 2 or 0; its confidence is the probability that people share it.

        Raises
        ------
        EncoderUnavailableError
            If the sentence model cannot be loaded.
        """
        coming = iter(subjects)
        while some := list(itertools.islice(coming, _AT_ONCE)):
            yield from self._some(some)

    def _some(self, subjects: Sequence[Subject]) -> list[Verdict | str]:
        fit = [s for s in subjects if s.task is Task.UNION and s.query_table is not None]
        wanted = [(s.lake, table) for s in fit for table in (s.query_table or "", s.table)]
        tables = self._reader.read(wanted)
        found: list[Verdict | str] = []
        pairs: list[tuple[MatcherTable, MatcherTable]] = []
        places: list[int] = []
        for subject in subjects:
            pair = self._pair(subject, tables)
            if not isinstance(pair, str):
                pairs.append(pair)
                places.append(len(found))
            found.append(pair if isinstance(pair, str) else "")
        features, aligned = pair_features(pairs)
        for place, verdict in zip(places, self._judged(pairs, features, aligned), strict=True):
            found[place] = verdict
        return found

    @staticmethod
    def _pair(
        subject: Subject, tables: Mapping[tuple[str, str], MatcherTable | str]
    ) -> tuple[MatcherTable, MatcherTable] | str:
        if subject.task is not Task.UNION or subject.query_table is None:
            return f"{NAME} judges unions of two tables only. Got a case of {subject.task.value}."
        one = tables[subject.lake, subject.query_table]
        other = tables[subject.lake, subject.table]
        if isinstance(one, str):
            return one
        return other if isinstance(other, str) else (one, other)

    def _judged(
        self,
        pairs: Sequence[tuple[MatcherTable, MatcherTable]],
        features: NDArray[np.float64],
        aligned: NDArray[np.int64],
    ) -> Iterator[Verdict]:
        chances = self.model.probabilities(features)
        parts = self.model.contributions(features)
        for pair, row, part, chance, together in zip(
            pairs, features, parts, chances, aligned, strict=True
        ):
            narrow = min(len(pair[0].names), len(pair[1].names))
            label = 2 if chance >= 0.5 else 0  # noqa: PLR2004 - the more probable verdict
            told = _told(row, part, float(chance), int(together), narrow)
            yield Verdict(label, told, float(max(chance, 1 - chance)))


def open_rule(workspace: Workspace, settings: Settings) -> Matcher:
    """Return the rule with the workspace's own model, or with the one that is shipped."""
    return Matcher(workspace, settings, matcher_model(workspace))


def matcher_model(workspace: Workspace) -> MatcherModel:
    """Return the model in use: the workspace's own if it was refitted, else the shipped one.

    Raises
    ------
    BadModelError
        If the workspace's file is none.
    """
    path = workspace.root / "judges" / "matcher.json"
    try:
        return MatcherModel.from_json(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return shipped_model()


def keep_model(workspace: Workspace, curator: Voter, model: MatcherModel | None) -> None:
    """Put a refitted model to use in the workspace; none goes back to the shipped one.

    Verdicts carry the version of the model that gave them, so earlier ones stay what they were.

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    """
    curator.require(Role.CURATOR, "refit the rule")
    folder = workspace.folder("judges")
    path = folder / "matcher.json"
    if model is None:
        path.unlink(missing_ok=True)
        return
    write_whole(path, model.to_json())


def _told(
    features: NDArray[np.float64],
    contributions: NDArray[np.float64],
    chance: float,
    aligned: int,
    narrow: int,
) -> str:
    """Say in words what speaks most for or against."""
    strongest = np.argsort(-np.abs(contributions))[:_TOLD]
    names = tuple(Feature)
    parts = "; ".join(
        f"{names[i]} {features[i]:.2f} speaks {'for' if contributions[i] > 0 else 'against'} it"
        for i in strongest
    )
    return (
        f"A rule, not a language model: {chance:.0%} that people call it unionable. "
        f"{aligned} of the {narrow} columns of the narrower table have a partner of nearly the "
        f"same name; {parts}."
    )
