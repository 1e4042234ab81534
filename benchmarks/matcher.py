"""`rule:matcher` cross-validated by query: against people on UGEN v1, on joins, on words.

Beside it stand the reference of unions and the best single figure of each task.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from benchmarks.measure import keep, measured, shared
from core.benchmarks import runs
from core.benchmarks.curating import vote_files
from core.benchmarks.intake.adding import add_benchmark
from core.benchmarks.judging.matcher_training import Lesson, TrainingCases, training_cases
from core.benchmarks.types import BenchmarkInfo
from core.judges.matcher.features import Feature
from core.judges.matcher.fit import cross_validate, fit_matcher
from core.judges.matcher.joins import JoinFeature
from core.judges.matcher.model import FEATURES, TaskFeature, Validation, shipped_model
from core.judges.matcher.words import WordFeature
from core.labels import LOCAL
from core.labels.types import Task
from core.settings import Settings
from core.store import Workspace

# A judge without a language model, 5 folds grouped by query: the README beside the data.
REFERENCE = {"auc": 0.88, "accuracy": 0.81, "kappa": 0.62}
ALONE: dict[Task, TaskFeature] = {
    Task.UNION: Feature.OVERLAP,
    Task.JOIN: JoinFeature.CONTAINMENT,
    Task.NL: WordFeature.WORDS,
}
RUN = "bm25"


def run(folder: Path) -> None:
    """Read the cases of each task, cross-validate, and hold the shipped coefficients against it."""
    settings = Settings(workspace=folder / "workspace")
    workspace = Workspace.open(settings.workspace)
    rows: list[dict[str, object]] = [{"task": "union", "judge": "reference", **REFERENCE}]
    coefficients: list[dict[str, object]] = []
    for task, (info, lesson) in _lessons(workspace, settings).items():
        with measured() as cost:
            cases = training_cases(workspace, LOCAL, [info], settings, lesson)
        rows += _judges(task, info, cases, cost.cpu)
        coefficients += _coefficients(task, cases)
    keep("matcher", rows)
    keep("matcher_coefficients", coefficients)


def _lessons(workspace: Workspace, settings: Settings) -> dict[Task, tuple[BenchmarkInfo, Lesson]]:
    source = shared("benchmarks", "ugen_v1")
    ugen = add_benchmark(workspace, "ugen", source, settings)
    vote_files.import_votes(workspace, LOCAL, ugen, source / "human_labels.csv", "people")
    nlctd = add_benchmark(workspace, "nlctd", shared("benchmarks", "nlctd_dev"), settings)
    folder = shared("benchmarks", "tabfact_val")
    tabfact = add_benchmark(workspace, "tabfact", folder, settings)
    runs.run_method(workspace, tabfact, RUN, settings)
    return {
        Task.UNION: (ugen, Lesson(Task.UNION)),
        Task.JOIN: (nlctd, Lesson(Task.JOIN, published=True)),
        Task.NL: (tabfact, Lesson(Task.NL, published=True, negatives_of=RUN)),
    }


def _judges(
    task: Task, info: BenchmarkInfo, cases: TrainingCases, cpu: float
) -> list[dict[str, object]]:
    alone = FEATURES[task].index(ALONE[task])
    columns = {
        "rule:matcher": np.arange(len(FEATURES[task])),
        f"{ALONE[task]} alone": np.array([alone]),
    }
    rows: list[dict[str, object]] = []
    for name, chosen in columns.items():
        found = cross_validate(cases.features[:, chosen], cases.positive, cases.queries)
        rows.append({"task": task.value, "judge": name, **_told(found)})
    rows[0] |= {"set": info.name, "cases": len(cases.positive), "CPU s": cpu}
    return rows


def _coefficients(task: Task, cases: TrainingCases) -> list[dict[str, object]]:
    model = fit_matcher(cases.features, cases.positive, cases.queries, "", task=task)
    shipped = shipped_model(task)
    return [
        {"task": task.value, "feature": feature.value, "fitted": one, "shipped": other}
        for feature, one, other in zip(
            model.features, model.coefficients, shipped.coefficients, strict=True
        )
    ]


def _told(found: Validation) -> dict[str, object]:
    return {
        name: value
        for row in found.to_frame().iter_rows(named=True)
        for name, value in (
            (row["figure"], row["value"]),
            (f"{row['figure']}, 95%", f"{row['low']:.3f} to {row['high']:.3f}"),
        )
    }
