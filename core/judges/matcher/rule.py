"""`rule:matcher`: a voter that compares tables by figures and is no language model.

It needs no network and no key. It serves as pre-annotation, as a vote of low weight and as the
baseline that every language model is compared with. It judges unions, joins and questions in
words, each by figures and a model of their own.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from core.judges.matcher.model import CALLED, FILES, MatcherModel, shipped_model
from core.judges.matcher.tasks import CaseReader, Seen
from core.judges.types import Subject, Verdict
from core.labels.types import Role, Task, Voter
from core.settings import Settings
from core.store import Workspace
from core.store.text_files import write_whole

NAME = "rule:matcher"
WEIGHT = 0.25
"""What its vote should weigh in a weighted majority, a person's being 1."""

_AT_ONCE = 250
_TOLD = 3


class Matcher:
    """The rule with its models, one a task, in one workspace."""

    def __init__(
        self, workspace: Workspace, settings: Settings, models: Mapping[Task, MatcherModel]
    ) -> None:
        self._reader = CaseReader(workspace, settings)
        self._models = models

    def version(self, task: Task) -> str:
        """Name the code and the coefficients by which a task is judged."""
        return self._models[task].version

    def parameters(self, task: Task) -> Mapping[str, Any]:
        """Return the coefficients of a task, and what they were learned from."""
        model = self._models[task]
        named = zip(model.features, model.coefficients, strict=True)
        return {
            "coefficients": {feature.value: one for feature, one in named},
            "intercept": model.intercept,
            "source": model.source,
            "fitted_at": model.fitted_at,
        }

    def verdicts(self, subjects: Iterable[Subject]) -> Iterator[Verdict | str]:
        """Judge cases, 250 at a time: a verdict each, or a sentence why there is none.

        A verdict is 2 or 0; its confidence is the probability that people share it.

        Raises
        ------
        EncoderUnavailableError
            If the sentence model cannot be loaded.
        """
        coming = iter(subjects)
        while some := list(itertools.islice(coming, _AT_ONCE)):
            for subject, seen in zip(some, self._reader.seen(some), strict=True):
                model = self._models[subject.task]
                yield seen if isinstance(seen, str) else _verdict(model, seen)


def open_rule(workspace: Workspace, settings: Settings) -> Matcher:
    """Return the rule with the workspace's own models, or with those that are shipped."""
    models = {task: matcher_model(workspace, task) for task in Task}
    return Matcher(workspace, settings, models)


def matcher_model(workspace: Workspace, task: Task) -> MatcherModel:
    """Return the model in use for a task: the workspace's own if it was refitted, else the shipped.

    Raises
    ------
    BadModelError
        If the workspace's file is none.
    """
    path = workspace.root / "judges" / FILES[task]
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return shipped_model(task)
    return MatcherModel.from_json(text)


def keep_model(workspace: Workspace, curator: Voter, model: MatcherModel) -> None:
    """Put a refitted model to use in the workspace, for its task.

    Verdicts carry the version of the model that gave them, so earlier ones stay what they were.

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    """
    curator.require(Role.CURATOR, "refit the rule")
    write_whole(workspace.folder("judges") / FILES[model.task], model.to_json())


def forget_model(workspace: Workspace, curator: Voter, task: Task) -> None:
    """Go back to the shipped model of a task; raises as `keep_model`."""
    curator.require(Role.CURATOR, "refit the rule")
    (workspace.folder("judges") / FILES[task]).unlink(missing_ok=True)


def _verdict(model: MatcherModel, seen: Seen) -> Verdict:
    figures = np.array([seen.figures])
    chance = float(model.probabilities(figures)[0])
    label = 2 if chance >= 0.5 else 0  # noqa: PLR2004 - the more probable verdict
    weighed = _weighed(model, seen.figures, model.contributions(figures)[0].tolist())
    told = (
        f"A rule, not a language model: {chance:.0%} that people call it {CALLED[model.task]}. "
        f"{seen.told} {weighed}"
    )
    return Verdict(label, told, max(chance, 1 - chance))


def _weighed(model: MatcherModel, figures: Sequence[float], contributions: Sequence[float]) -> str:
    """Say in words what speaks most for or against."""
    strongest = np.argsort(-np.abs(contributions), kind="stable")[:_TOLD]
    parts = (
        f"{model.features[i]} {figures[i]:.2f} speaks "
        f"{'for' if contributions[i] > 0 else 'against'} it"
        for i in strongest
    )
    told = "; ".join(parts)
    return f"{told[:1].upper()}{told[1:]}."
