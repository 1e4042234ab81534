"""How far judge runs are: what was answered, paid and concluded."""

from __future__ import annotations

from core.judges.judge import Provider
from core.judges.types import JudgeRun, Tally
from core.store import Workspace

_TALLY = """
    SELECT outcome, label, reused, count(*) AS answers,
        coalesce(sum(input_tokens), 0) AS input_tokens,
        coalesce(sum(output_tokens), 0) AS output_tokens,
        coalesce(sum(cost), 0) AS cost, coalesce(sum(cost IS NULL), 0) AS unpriced
    FROM judge_asked JOIN judge_answers ON judge_answers.key = answer_key
    WHERE run_key = ? AND (? = '' OR judge_asked.voter = ?) GROUP BY outcome, label, reused
"""


def tally(workspace: Workspace, run: JudgeRun, voter: str = "") -> Tally:
    """Count what a run, or one judge of it, has been answered, paid and concluded.

    Parameters
    ----------
    voter
        Of the run's judges; all if empty.
    """
    with workspace.reading() as db:
        rows = list(db.query(_TALLY, [run.key, voter, voter]))
        (failed,) = db.execute(
            "SELECT count(*) FROM judge_failures WHERE run_key = ? AND (? = '' OR voter = ?)",
            [run.key, voter, voter],
        ).fetchone()
        (votes,) = db.execute(
            "SELECT count(*) FROM (SELECT DISTINCT case_key, voter FROM votes "
            "JOIN cases ON cases.key = case_key WHERE client_key > ? AND client_key < ? "
            "AND benchmark_key = ? AND (? = '' OR voter = ?))",
            # What begins so: LIKE would read every vote there is. Votes may have been taken to
            # another benchmark, keys and all.
            [f"judge run {run.key} ", f"judge run {run.key}!", run.benchmark_key, voter, voter],
        ).fetchone()
    paid = [row for row in rows if not row["reused"]]
    by_outcome = {"ok": 0, "unparsable": 0, "refused": 0}
    labels: dict[int, int] = {}
    for row in rows:
        by_outcome[row["outcome"]] += row["answers"]
        if row["label"] is not None:
            labels[row["label"]] = labels.get(row["label"], 0) + row["answers"]
    return Tally(
        questions(run, voter),
        ok=by_outcome["ok"],
        unparsable=by_outcome["unparsable"],
        refused=by_outcome["refused"],
        failed=int(failed),
        reused=sum(row["answers"] for row in rows if row["reused"]),
        input_tokens=sum(row["input_tokens"] for row in paid),
        output_tokens=sum(row["output_tokens"] for row in paid),
        spent=float(sum(row["cost"] for row in paid)),
        unpriced=sum(row["unpriced"] for row in paid),
        labels=labels,
        votes=int(votes),
    )


def commonest_failure(workspace: Workspace, run_key: int) -> str:
    """Return why most of a run's questions without an answer have none; empty if all have one."""
    sql = (
        "SELECT error FROM judge_failures WHERE run_key = ? "
        "GROUP BY error ORDER BY count(*) DESC, error LIMIT 1"
    )
    with workspace.reading() as db:
        found = db.execute(sql, [run_key]).fetchone()
    return "" if found is None else str(found[0])


def questions(run: JudgeRun, voter: str = "") -> int:
    """Count the questions of a run: a rule is asked once a case, a model as often as it says.

    An audit asks each of them once more for every change that it makes, as ``source`` lists.
    """
    changes = run.source.get("variants", [])
    return sum(
        len(run.cases) * runs_of(run, judge.provider) * (1 + len(changes))
        for judge in run.judges
        if voter in ("", judge.voter)
    )


def runs_of(run: JudgeRun, provider: Provider) -> int:
    """Return how often a judge of a provider is asked a case: a rule says the same each time."""
    return 1 if provider is Provider.RULE else run.protocol.runs


def told_of(counts: Tally) -> str:
    """Say in a sentence how far a run is."""
    words = [f"{counts.answered:,} of {counts.questions:,} answers"]
    for number, word in (
        (counts.unparsable, "unparsable"),
        (counts.refused, "refused"),
        (counts.failed, "failed"),
    ):
        if number:
            words.append(f"{number:,} {word}")
    spent = f"${counts.spent:,.4f} spent"
    if counts.unpriced:
        spent += f" without the {counts.unpriced:,} answers of unknown cost"
    said = {2: "yes", 1: "partly", 0: "no"}
    verdicts = ", ".join(
        f"{counts.labels[label]:,} {word}" for label, word in said.items() if label in counts.labels
    )
    return "; ".join([", ".join(words), spent, *([verdicts] if verdicts else [])]) + "."
