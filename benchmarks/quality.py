"""Every method on UGEN v1: P@10 beside the reference, disagreements, and what it costs."""

from __future__ import annotations

from pathlib import Path

from benchmarks.measure import keep, measured, shared
from core.benchmarks import runs
from core.benchmarks.auditing import audit, scored_runs
from core.benchmarks.intake.adding import add_benchmark
from core.evaluation import Metric
from core.indexes.timing import total_seconds
from core.settings import Settings
from core.store import Workspace

# P@10 and the peer's offline seconds: the README beside the data.
REFERENCE = {
    "hash": (0.586, 20.2),
    "tfidf": (0.578, 11.4),
    "count": (0.576, 10.4),
    "sbert-vc": (0.611, 217.0),
    "sbert-v": (0.581, 198.0),
    "sbert-c": (0.590, 47.0),
    "bipartite": (0.600, None),
    "columns": (None, None),
}
GTFP = (0.18, 0.24, 0.307, 0.305, 0.312)
CUT = 10


def run(folder: Path) -> None:
    """Add the benchmark, run each method from nothing, score it."""
    settings = Settings(workspace=folder / "workspace")
    workspace = Workspace.open(settings.workspace)
    with measured() as reading:
        info = add_benchmark(workspace, "ugen", shared("benchmarks", "ugen_v1"), settings)
    costs, labels = {}, {}
    for method in REFERENCE:
        if method.startswith("sbert"):
            _forget_texts(settings.workspace)
        with measured() as costs[method]:
            labels[method] = runs.run_method(workspace, info, method, settings).method
    board = scored_runs.leaderboard(workspace, info, CUT)
    rows = {row.run.method: row for row in board.rows}
    found = {method: rows[label] for method, label in labels.items()}
    keep(
        "quality",
        [
            {
                "method": method,
                "P@10": found[method][Metric.P],
                "reference": reference,
                "R@10": found[method][Metric.R],
                "NDCG@10": found[method][Metric.NDCG],
                "offline s": found[method].run.offline_seconds,
                "with reading, s": total_seconds([found[method].run.offline_seconds, reading.wall]),
                "peer offline s": peer,
                "run CPU s": costs[method].cpu,
                "online s": found[method].run.online_seconds,
                "peak MB": costs[method].peak_megabytes,
            }
            for method, (reference, peer) in REFERENCE.items()
        ],
    )
    disputed = audit.disputed(audit.judged(workspace, info, ["sbert-vc"]), len(GTFP))
    keep(
        "disagreements",
        [
            {
                "k": k,
                "GTFP@k": disputed.gtfp[k - 1],
                "reference": GTFP[k - 1],
                "GTFN@k": disputed.gtfn[k - 1],
            }
            for k in range(1, len(GTFP) + 1)
        ],
    )


def _forget_texts(workspace: Path) -> None:
    """Each sentence method pays for its own texts, as if it were the first."""
    import shutil

    shutil.rmtree(workspace / "vectors" / "cache", ignore_errors=True)
