"""`rule:matcher` against people on UGEN v1, cross-validated by query, beside the reference."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from benchmarks.measure import keep, measured, shared
from core.benchmarks import registry, releasing
from core.benchmarks.matcher_training import training_pairs
from core.judges.matcher_features import Feature
from core.judges.matcher_fit import cross_validate, fit_matcher
from core.judges.matcher_model import Validation, shipped_model
from core.labels import LOCAL
from core.settings import Settings
from core.store import Workspace

# A judge without a language model, 5 folds grouped by query: the README beside the data.
REFERENCE = {"auc": 0.88, "accuracy": 0.81, "kappa": 0.62}


def run(folder: Path) -> None:
    """Read the pairs, fit and cross-validate; then see that the shipped coefficients come out."""
    settings = Settings(workspace=folder / "workspace")
    workspace = Workspace.open(settings.workspace)
    source = shared("benchmarks", "ugen_v1")
    info = registry.add_benchmark(workspace, "ugen", source, settings)
    releasing.import_votes(workspace, LOCAL, info, source / "human_labels.csv", "people")
    with measured() as first:
        pairs = training_pairs(workspace, LOCAL, [info], settings)
    with measured() as again:
        training_pairs(workspace, LOCAL, [info], settings)
    columns = {
        "rule:matcher": np.arange(len(Feature)),
        "overlap of column names alone": np.array([list(Feature).index(Feature.OVERLAP)]),
    }
    rows: list[dict[str, object]] = [{"judge": "reference", **REFERENCE}]
    for name, chosen in columns.items():
        found = cross_validate(pairs.features[:, chosen], pairs.unionable, pairs.queries)
        rows.append({"judge": name, **_told(found)})
    rows[1] |= {"pairs": len(pairs.unionable), "CPU s": first.cpu, "names known, CPU s": again.cpu}
    keep("matcher", rows)
    model = fit_matcher(pairs.features, pairs.unionable, pairs.queries, "")
    shipped = shipped_model()
    keep(
        "matcher_coefficients",
        [
            {"feature": feature.value, "fitted": one, "shipped": other}
            for feature, one, other in zip(
                Feature, model.coefficients, shipped.coefficients, strict=True
            )
        ],
    )


def _told(found: Validation) -> dict[str, object]:
    return {
        name: value
        for row in found.to_frame().iter_rows(named=True)
        for name, value in (
            (row["figure"], row["value"]),
            (f"{row['figure']}, 95%", f"{row['low']:.3f} to {row['high']:.3f}"),
        )
    }
