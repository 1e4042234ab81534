"""The human labels of UGEN v1: imported, released, and every method scored against them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from benchmarks.measure import keep, shared
from core.benchmarks import runs
from core.benchmarks.curating import releasing, vote_files
from core.benchmarks.curating.rescoring import Rescoring, rescore
from core.benchmarks.intake.adding import add_benchmark
from core.intervals import Interval
from core.labels import LOCAL
from core.settings import Settings
from core.store import Workspace

METHODS = ("hash", "tfidf", "count", "sbert-vc", "sbert-v", "sbert-c", "bipartite", "columns")
CUT = 10
# Of bipartite sbert-vc, against people: the README beside the data.
REFERENCE = {1: 0.80, 2: 0.77}


def run(folder: Path) -> None:
    """Run each method, enter the votes, release them, score under both releases."""
    settings = Settings(workspace=folder / "workspace")
    workspace = Workspace.open(settings.workspace)
    source = shared("benchmarks", "ugen_v1")
    info = add_benchmark(workspace, "ugen", source, settings)
    for method in METHODS:
        runs.run_method(workspace, info, method, settings)
    entered = vote_files.import_votes(workspace, LOCAL, info, source / "human_labels.csv", "people")
    made = releasing.make_release(workspace, LOCAL, info, "people")
    rows: list[dict[str, object]] = []
    for least, reference in REFERENCE.items():
        found = rescore(workspace, replace(info, positive_from=least), CUT)
        order = found.order("base", "people")
        for gain in found.gains:
            rows.append(
                {
                    "positive from": least,
                    "method": gain.run,
                    "P@10 base": gain.before,
                    "P@10 people": gain.after,
                    "reference": reference if gain.run == "bipartite:sbert-vc" else None,
                    "low": _of(found, gain.run).low,
                    "high": _of(found, gain.run).high,
                    "raised": gain.raised,
                    "lowered": gain.lowered,
                    "beyond": gain.beyond,
                    "rank": f"{gain.rank_before} to {gain.rank_after}",
                    "tau": order.tau,
                    "votes": entered.added,
                    "changed": made.changed,
                }
            )
    keep("people", rows)


def _of(found: Rescoring, run: str) -> Interval:
    return next(s.interval for s in found.standings if (s.run, s.release) == (run, "people"))
