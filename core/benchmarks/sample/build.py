"""Make the sample: plan, ground truth, files."""

from __future__ import annotations

import shutil
from pathlib import Path

from core.benchmarks.sample.plan import load_plan, make_table
from core.benchmarks.sample.truth import ground_truth
from core.benchmarks.sample.writing import (
    table_bytes,
    write_labels,
    write_metadata,
    write_planted,
    write_queries,
)
from core.errors import InputError

SEED = 20250
"""The seed of the sample that is kept with the project."""


def build_sample(outdir: Path, *, seed: int = SEED) -> str:
    """Write the sample lake, its queries and its ground truth.

    Parameters
    ----------
    outdir
        Folder to write. If it holds a sample already, its tables and labels are replaced;
        other files in it stay.
    seed
        Decides which rows shuffled fragments get, which pairs are labelled negative, and which
        labels are wrong.

    Returns
    -------
    str
        One sentence with the counts.

    Raises
    ------
    InputError
        If ``outdir`` holds a ``datalake`` or ``query`` that is not part of a sample.
    """
    folders = [outdir / "datalake", outdir / "query"]
    if any(folder.exists() for folder in folders) and not (outdir / "planted_errors.csv").exists():
        raise InputError(
            f"The folder must be empty or hold an earlier sample, to replace it. Got {outdir}, "
            "which has tables of something else. Name another folder."
        )
    plan = load_plan()
    truth = ground_truth(plan, seed)
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)
    for recipe in plan.queries + plan.lake:
        path = outdir / ("query" if recipe.query else "datalake") / recipe.path
        path.parent.mkdir(parents=True, exist_ok=True)
        headers, rows = make_table(recipe, seed)
        path.write_bytes(table_bytes(recipe, headers, rows))
    write_queries(outdir / "queries.jsonl", truth)
    write_labels(outdir, truth)
    write_planted(outdir / "planted_errors.csv", truth)
    write_metadata(outdir / "metadata.jsonl", plan)
    return (
        f"{len(plan.lake)} lake tables, {len(plan.queries)} queries, {len(truth.labels)} labels "
        f"and {len(truth.planted)} planted errors are in {outdir}."
    )
