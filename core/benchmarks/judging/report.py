"""How far a judge of a benchmark can be trusted: its record put together, and measured."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, replace

import numpy as np
import polars as pl

from core.amounts import amount
from core.benchmarks import registry
from core.benchmarks.auditing.audit import judged
from core.benchmarks.judging.rule_lessons import learned_cases, told_lessons
from core.benchmarks.judging.samples import Sampling, sampling
from core.benchmarks.judging.sending import disputed_queues
from core.benchmarks.one_pair.pair_traits import pair_traits
from core.benchmarks.types import BenchmarkInfo
from core.errors import InputError
from core.judges import Protocol
from core.judges.matcher.rule import NAME, matcher_model
from core.judges.records.answers import answers, replaced_keys
from core.judges.records.asked_judges import answers_fingerprint, asked_judges
from core.judges.records.concluding import without_vote
from core.judges.records.runs import judge_runs
from core.judges.records.spending import unread_by_case
from core.judges.reliability import (
    JudgeRecord,
    Reliability,
    ShareEstimate,
    estimate_share,
    record_frame,
    reliability,
)
from core.judges.reliability.asked_once import tried_once
from core.judges.reliability.trials import trials
from core.judges.types import Purpose
from core.labels import current_votes
from core.labels.settling.settled import settled_by_people
from core.labels.types import Kind, Role, Task, Voter
from core.labels.voting.vote_counts import looked_at_again
from core.labels.voting.votes import cases_by_judge
from core.store import Workspace

CUT = 10
"""k of the estimated P@k unless told otherwise."""

_CANNOT_TELL = 0.5
"""What a judge that can't tell says of a case, where no is 0 and yes is 1."""


class NotAJudgeError(InputError):
    """A voter of that name has not voted on the benchmark, or is a person."""


@dataclass(frozen=True)
class JudgeVotes:
    """A judge that voted on a benchmark, and on how many cases."""

    voter: str
    kind: Kind
    cases: int


def judges_of(workspace: Workspace, info: BenchmarkInfo) -> list[JudgeVotes]:
    """List the language models and rules that voted on a benchmark, by name."""
    return [JudgeVotes(*counted) for counted in cases_by_judge(workspace, info.key)]


def reported_judges(workspace: Workspace, info: BenchmarkInfo) -> list[str]:
    """List the judges that there is a report of, by name: those that voted or were asked.

    A judge whose answers are no verdicts, or of which only an audit was made, has cast no vote.
    """
    found = {judge.voter for judge in judges_of(workspace, info)}
    return sorted(found | asked_judges(workspace, info.key))


def judge_report(
    workspace: Workspace,
    curator: Voter,
    info: BenchmarkInfo,
    voter: str,
    positive_from: int | None = None,
    run: str | None = None,
    k: int = CUT,
) -> Reliability:
    """Measure how far a judge can be trusted, from its votes, its stored answers and people's.

    People have said what a curator decided or what most of them voted, once a case has the votes
    that its queues want (`core.labels.settling.settled.settled_by_people`).

    Parameters
    ----------
    positive_from
        The smallest label that counts as yes: 2, or 1 if "partly" counts too; the benchmark's own,
        by which its runs are scored and the labels of its queues counted as wrong, if not given.
    run
        Search run whose positives among its first k places are estimated from the judge's votes and
        people's, P@k if the judge voted on all of those pairs and there are k of each query; none
        if None.

    Raises
    ------
    RoleError
        If it is not a curator who asks: the report tells what others voted.
    NotAJudgeError
        If no language model or rule of that name has voted on the benchmark or was asked there.
    RunNotFoundError, CutoffError
        If there is no such run, or k is out of range.
    """
    record = judge_record(workspace, curator, info, voter, positive_from)
    drawn = sampling(workspace, info, record)
    estimates = [_wrong_labels(record, drawn)] if len(record.cases) else []
    if run is not None and estimates:
        estimates.append(_precision(workspace, info, record, drawn, run, k))
    notes = [*_notes(workspace, info, record)]
    if drawn.cases and (drawn.unsettled or not drawn.random):
        notes.append(drawn.told)
    return reliability(record, NAME, tuple(estimates), tuple(notes))


def judge_record(
    workspace: Workspace,
    curator: Voter,
    info: BenchmarkInfo,
    voter: str,
    positive_from: int | None = None,
) -> JudgeRecord:
    """Put together all that is known of a judge, case by case; raises as `judge_report`."""
    curator.require(Role.CURATOR, "open the votes of others")
    votes = current_votes(workspace, info.key)
    own = votes.filter(pl.col("voter") == voter, pl.col("kind") != Kind.HUMAN.value)
    if own.is_empty() and voter not in (judges := reported_judges(workspace, info)):
        raise NotAJudgeError(
            f"A report is of a judge that voted on {info.name!r}, or was asked. Got {voter!r}. "
            f"There are: {', '.join(judges) or 'none yet'}."
        )
    settled = settled_by_people(workspace, info.key)
    people = dict(settled.select("case", "label").iter_rows())
    baseline = dict(votes.filter(pl.col("voter") == NAME).select("case", "label").iter_rows())
    ruled = own.filter(pl.col("case").is_in(list(baseline))).select("case", "query")
    learned = learned_cases(workspace, info, dict(ruled.iter_rows()))
    truth = registry.case_grades(workspace, info)
    traits = pair_traits(workspace, info, list(own.select("query", "table").iter_rows()))
    rows: list[Mapping[str, object]] = [
        {
            "case": row["case"],
            "query": row["query"],
            "table": row["table"],
            "judge": row["label"],
            "confidence": row["confidence"],
            "people": people.get(row["case"]),
            # Not labelled is taken for not unionable, as where runs dispute it (GTFP).
            "truth": truth.get(row["case"], 0),
            "baseline": baseline.get(row["case"]),
            "baseline_learned": row["case"] in learned,
            **traits.get((row["query"], row["table"]), {}),
        }
        for row in own.iter_rows(named=True)
    ]
    runs, voted = judge_runs(workspace, info.key), set(own["case"])
    audits = [one for one in runs if one.purpose is Purpose.INJECTION]
    tried = [t for audit in audits for t in trials(workspace, audit) if t.voter == voter]
    given = tuple(answers(workspace, info.key, voter=voter, replaced=True, texts=False))
    counting = tuple(one for one in given if not one.replaced)
    return JudgeRecord(
        voter,
        record_frame(rows),
        counting,
        tried_once(tried, replaced_keys(workspace, info.key, voter)),
        min(2, info.positive_from) if positive_from is None else positive_from,
        tuple(one for one in given if one.replaced),
        unread_by_case(workspace, info.key, voter),
        {
            case: query
            for case, query in without_vote(runs, counting).items()
            if people.get(case) is not None and case not in voted
        },
    )


def report_state(workspace: Workspace, info: BenchmarkInfo) -> str:
    """Return a text that changes with every stored answer and with the rule's model."""
    models = " ".join(matcher_model(workspace, task).version for task in Task)
    return f"{answers_fingerprint(workspace, info.key)} {models}"


def _wrong_labels(record: JudgeRecord, drawn: Sampling) -> ShareEstimate:
    """Share of the judge's cases whose label in the ground truth, or lack of one, is wrong."""
    known = record.cases.select(
        "case",
        "query",
        (record.yes("judge") != record.yes("truth")).alias("judge"),
        (record.yes("people") != record.yes("truth")).alias("people"),
    )
    return _estimated(f"wrong or missing labels in the ground truth, {record.yes_is}", known, drawn)


def _precision(
    workspace: Workspace,
    info: BenchmarkInfo,
    record: JudgeRecord,
    drawn: Sampling,
    run: str,
    k: int,
) -> ShareEstimate:
    """Share of positives among the pairs of a run's first k places that the judge voted on.

    Own tables and pairs to ignore have no place, as in scores, nor has a query that has no score.
    That is P@k, which divides by k for every query, only if no place is empty and the judge voted
    on all of them.
    """
    scored = judged(workspace, info, [run])
    queries = scored.qrels.queries
    top = scored.runs[run].frame.filter(pl.col("rank") <= k, pl.col("query").is_in(list(queries)))
    places = k * len(queries)
    known = record.cases.join(
        top.select("query", "table"), on=["query", "table"], how="semi"
    ).select(
        "case",
        "query",
        record.yes("judge").alias("judge"),
        record.yes("people").alias("people"),
    )
    what = f"P@{k} of {run}"
    if len(known) < len(top):
        what = (
            f"positives among the {len(known):,} judged of the {len(top):,} pairs in the first {k} "
            f"places of {run} (not its P@{k})"
        )
    elif len(top) < places:
        what = (
            f"positives among the {amount(len(top), 'pair')} in the first {k} places of {run} "
            f"(its P@{k} is this times {len(top):,}/{places:,}: the other "
            f"{amount(places - len(top), 'place', 'is', 'are')} empty)"
        )
    return _estimated(f"{what}, {record.yes_is}", known, drawn)


def _estimated(what: str, known: pl.DataFrame, drawn: Sampling) -> ShareEstimate:
    """Estimate a share from every case that people settled, whether the judge can tell or not.

    Of a sample of which some are not settled, it is told what it would be if all of those were on
    the one side, and on the other.
    """
    found = _estimated_from(what, known, drawn.cases, drawn.told)
    if drawn.unsettled.isdisjoint(known["case"].to_list()):
        return found
    unsettled = pl.col("case").is_in(list(drawn.unsettled))
    ends = []
    for side in (False, True):
        sided = known.with_columns(
            pl.when(unsettled).then(pl.lit(side)).otherwise("people").alias("people")
        )
        end = _estimated_from(what, sided, drawn.cases | drawn.unsettled, "")
        ends.append((end.people if end.powered.value is None else end.powered).told)
    told = f"If none of those is one, the share is {ends[0]}; if all are, {ends[1]}."
    return replace(found, drawn=f"{found.drawn} {told}")


def _estimated_from(
    what: str, known: pl.DataFrame, cases: Collection[int], told: str
) -> ShareEstimate:
    counts = pl.col("people").is_not_null() & pl.col("case").is_in(list(cases))
    guessed = known.with_columns(pl.col("judge").cast(pl.Float64).fill_null(_CANNOT_TELL))
    both, alone = guessed.filter(counts), guessed.filter(~counts)
    people = np.asarray(both["people"].to_numpy(), bool)
    judge, rest = both["judge"].to_numpy(), alone["judge"].to_numpy()
    return estimate_share(what, people, judge, rest, both["query"], alone["query"], told)


def _ways(workspace: Workspace, info: BenchmarkInfo, record: JudgeRecord) -> dict[str, list[int]]:
    """Return the runs that asked a judge for votes, by how they asked it, the first run first."""
    asked = {answer.run_key for answer in record.answers}
    made = [
        run
        for run in reversed(judge_runs(workspace, info.key))
        if run.key in asked and run.purpose is Purpose.VOTE
    ]
    protocols = [
        {**asdict(run.protocol), "address": judge.base_url or "the provider's own"}
        for run in made
        for judge in run.judges
        if judge.voter == record.voter
    ]
    names = [*asdict(Protocol()), "address"]
    apart = [name for name in names if len({str(one[name]) for one in protocols}) > 1]
    ways: dict[str, list[int]] = {}
    for run, protocol in zip(made, protocols, strict=True):
        way = ", ".join(f"{name.replace('_', ' ')} {protocol[name]}" for name in apart)
        ways.setdefault(way, []).append(run.key)
    return ways


def _notes(workspace: Workspace, info: BenchmarkInfo, record: JudgeRecord) -> Iterable[str]:
    named = Counter(answer.model for answer in record.given if answer.model)
    if len(named) > 1:
        told = ", ".join(f"{model} ({count:,})" for model, count in named.most_common())
        yield (
            f"Its answers came from {len(named):,} models, as they name themselves: {told}. The "
            "figures are of all of them together."
        )
    ways = _ways(workspace, info, record)  # a rule is asked in one way however a run is set
    if not record.voter.startswith("rule:") and len(ways) > 1:
        told = "; ".join(f"{way} (run {', '.join(map(str, runs))})" for way, runs in ways.items())
        yield (
            f"It was asked in {len(ways):,} ways: {told}. Its vote on a case is that of the last "
            "run that came to one, and figures of its answers are of all of them together."
        )
    again = looked_at_again(workspace, disputed_queues(workspace, info.key, record.voter)).told
    if again:
        yield (
            f"Since cases were sent to them as disputed by this judge, {again}. Where such cases "
            "alone are looked at again its agreement can rise and hardly fall: a random sample of "
            "its cases, looked at in the same way, tells both."
        )
    if record.voter == NAME:
        yield from told_lessons(workspace, info, record.cases["query"].unique().to_list())
