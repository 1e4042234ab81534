"""How far judge runs are: what was answered, paid and concluded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from core.amounts import amount
from core.judges.records.spending import CHARGED
from core.judges.types import JudgeRun, Tally
from core.labels.judge_names import Provider
from core.store import Workspace

_UNCOUNTED = "(cost IS NULL AND json_extract(parameters, '$.most_cost') IS NOT NULL)"
"""Whether an answer has a price, and its endpoint did not say of how many tokens it is."""

_ANSWERS = f"""
    SELECT asked.voter AS voter, outcome, label, reused, {{replaced}} AS replaced,
        count(*) AS answers,
        coalesce(sum(input_tokens), 0) AS input_tokens,
        coalesce(sum(output_tokens), 0) AS output_tokens,
        coalesce(sum({CHARGED}), 0) AS charged,
        coalesce(sum({_UNCOUNTED}), 0) AS uncounted,
        coalesce(sum(iif({_UNCOUNTED}, {CHARGED}, 0)), 0) AS uncounted_cost,
        coalesce(sum(cost IS NULL AND NOT {_UNCOUNTED}), 0) AS unpriced
    FROM {{table}} AS asked JOIN judge_answers ON judge_answers.key = answer_key
    WHERE run_key = ? GROUP BY asked.voter, outcome, label, reused
"""  # noqa: S608 - constants
_TABLES = {"judge_asked": 0, "judge_asked_before": 1}
_FAILURES = "SELECT voter, count(*) FROM judge_failures WHERE run_key = ? GROUP BY voter"
_UNREAD = (
    "SELECT voter, sum(attempts), sum(cost) FROM judge_unread WHERE run_key = ? GROUP BY voter"
)
_UNDER_WAY = (
    "SELECT voter, count(*), sum(cost) FROM judge_under_way WHERE run_key = ? GROUP BY voter"
)
_VOTES = """
    SELECT voter, count(DISTINCT case_key) FROM judge_votes WHERE run_key = ? GROUP BY voter
"""
_VOTING_RUNS = """
    SELECT count(DISTINCT run_key) FROM judge_votes JOIN judge_runs ON judge_runs.key = run_key
    WHERE benchmark_key = ?
"""


def runs_that_voted(workspace: Workspace, benchmark_key: int) -> int:
    """Count the judge runs of a benchmark that cast a vote; audits and those of failures do not."""
    with workspace.reading() as db:
        return int(db.execute(_VOTING_RUNS, [benchmark_key]).fetchone()[0])


def tally(workspace: Workspace, run: JudgeRun) -> Tally:
    """Count what a run has been answered, paid and concluded."""
    return together(tallies(workspace, run).values())


def tallies(workspace: Workspace, run: JudgeRun) -> dict[str, Tally]:
    """Count what each judge of a run, by its name, has answered, was paid and concluded."""
    with workspace.reading() as db:
        rows = [
            row
            for table, replaced in _TABLES.items()
            for row in db.query(_ANSWERS.format(table=table, replaced=replaced), [run.key])
        ]
        failed = dict(map(tuple, db.execute(_FAILURES, [run.key])))
        unread = {voter: told for voter, *told in db.execute(_UNREAD, [run.key])}
        under_way = {voter: told for voter, *told in db.execute(_UNDER_WAY, [run.key])}
        votes = dict(map(tuple, db.execute(_VOTES, [run.key])))
    return {
        judge.voter: _counted(
            [row for row in rows if row["voter"] == judge.voter],
            Tally(
                questions(run, judge.voter),
                failed=failed.get(judge.voter, 0),
                votes=votes.get(judge.voter, 0),
                unread=unread.get(judge.voter, (0, 0.0))[0],
                unread_cost=unread.get(judge.voter, (0, 0.0))[1],
                under_way=under_way.get(judge.voter, (0, 0.0))[0],
                under_way_cost=under_way.get(judge.voter, (0, 0.0))[1],
            ),
        )
        for judge in run.judges
    }


def together(tallies: Iterable[Tally]) -> Tally:
    """Add up what several judges were asked."""
    every = list(tallies)
    numbers = {
        one.name: sum(getattr(tally, one.name) for tally in every)
        for one in fields(Tally)
        if one.name != "labels"
    }
    labels: Counter[int] = Counter()
    for tally in every:
        labels.update(tally.labels)
    return Tally(**numbers, labels=dict(labels))


def _counted(rows: Sequence[Mapping[str, Any]], begun: Tally) -> Tally:
    """Add the counts of one judge's answers."""
    paid = [row for row in rows if not row["reused"]]
    by_outcome: Counter[str] = Counter()
    labels: Counter[int] = Counter()
    counting = [row for row in rows if not row["replaced"]]
    for row in counting:
        by_outcome[row["outcome"]] += row["answers"]
        if row["label"] is not None:
            labels[row["label"]] += row["answers"]
    return replace(
        begun,
        ok=by_outcome["ok"],
        unparsable=by_outcome["unparsable"],
        refused=by_outcome["refused"],
        reused=sum(row["answers"] for row in counting if row["reused"]),
        input_tokens=sum(row["input_tokens"] for row in paid),
        output_tokens=sum(row["output_tokens"] for row in paid),
        spent=float(sum(row["charged"] for row in paid)) + begun.unread_cost + begun.under_way_cost,
        uncounted=sum(row["uncounted"] for row in paid),
        uncounted_cost=float(sum(row["uncounted_cost"] for row in paid)),
        unpriced=sum(row["unpriced"] for row in paid),
        labels=dict(labels),
        again=sum(row["answers"] for row in rows if row["replaced"]),
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


def commonest_fault(workspace: Workspace, run_key: int, voter: str = "") -> str:
    """Return why most answers that are no verdict are none; empty if all are verdicts.

    Parameters
    ----------
    voter
        Of the run's judges; all if empty.
    """
    sql = (
        "SELECT CASE error WHEN '' THEN 'The judge declined.' ELSE error END AS why "
        "FROM judge_asked JOIN judge_answers ON judge_answers.key = answer_key "
        "WHERE run_key = ? AND (? = '' OR judge_asked.voter = ?) AND label IS NULL "
        "GROUP BY why ORDER BY count(*) DESC, why LIMIT 1"
    )
    with workspace.reading() as db:
        found = db.execute(sql, [run_key, voter, voter]).fetchone()
    return "" if found is None else str(found[0])


def questions(run: JudgeRun, voter: str = "") -> int:
    """Count the questions of a run: a rule is asked once a case, a model as often as it says.

    An audit asks models each of them once more for every change that it makes, as ``source``
    lists. A rule reads figures of tables, which no planted text can talk to, and is not asked.
    """
    changes = len(run.source.get("variants", []))
    return sum(
        run.cases
        * runs_of(run, judge.provider)
        * (1 if judge.provider is Provider.RULE else 1 + changes)
        for judge in run.judges
        if voter in ("", judge.voter)
    )


def runs_of(run: JudgeRun, provider: Provider) -> int:
    """Return how often a judge of a provider is asked a case: a rule says the same each time."""
    return 1 if provider is Provider.RULE else run.protocol.runs


def told_charged(counts: Tally) -> list[str]:
    """Say what of the money spent is set down as the most that it can be, a part for each reason.

    Examples
    --------
    >>> told_charged(Tally(9, spent=3.5, unread=1, unread_cost=0.5, uncounted=4, uncounted_cost=3))
    ... # doctest: +NORMALIZE_WHITESPACE
    ['$0.5000 of it set down for 1 attempt that may be billed without an answer',
     '$3.0000 of it set down for 4 answers whose tokens the endpoint did not count']
    """
    parts = (
        (counts.unread, counts.unread_cost, "attempt", "that may be billed without an answer"),
        (counts.under_way, counts.under_way_cost, "attempt", "of which nothing is known yet"),
        (
            counts.uncounted,
            counts.uncounted_cost,
            "answer",
            "whose tokens the endpoint did not count",
        ),
    )
    return [
        f"${cost:,.4f} of it set down for {amount(number, what)} {which}"
        for number, cost, what, which in parts
        if number
    ]


def told_of(counts: Tally) -> str:
    """Say in a sentence how far a run is."""
    answers = f"{counts.answered:,} of {counts.questions:,} answers"
    return f"{'; '.join([', '.join([answers, *_without_verdict(counts)]), *_outcome(counts)])}."


def told_under_way(counts: Tally) -> str:
    """Say what came of a run by now, in words behind which how many answers of how many stands.

    Examples
    --------
    >>> told_under_way(Tally(205, ok=143, unparsable=2, labels={2: 130, 0: 13}))
    '2 unparsable; $0.0000 spent; 130 yes, 13 no; answers'
    """
    none = ", ".join(_without_verdict(counts))
    return "; ".join([*([none] if none else []), *_outcome(counts), "answers"])


def _without_verdict(counts: Tally) -> list[str]:
    kinds = (
        (counts.unparsable, "unparsable"),
        (counts.refused, "refused"),
        (counts.failed, "failed"),
    )
    return [f"{number:,} {word}" for number, word in kinds if number]


def _outcome(counts: Tally) -> list[str]:
    """Say what a run has cost, and which verdicts there are, if any."""
    spent = ", ".join([f"${counts.spent:,.4f} spent", *told_charged(counts)])
    if counts.unpriced:
        whose = amount(counts.unpriced, "answer")
        spent += f"; what {whose} cost is not known for want of a price"
    said = {2: "yes", 1: "partly", 0: "no"}
    verdicts = ", ".join(
        f"{counts.labels[label]:,} {word}" for label, word in said.items() if label in counts.labels
    )
    return [spent, *([verdicts] if verdicts else [])]
