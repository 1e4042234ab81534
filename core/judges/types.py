"""The frozen values of judging: what is judged, what was answered, what a run of judges is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from core.judges.judge import Judge
from core.judges.protocol import Protocol
from core.labels.types import Task


@dataclass(frozen=True)
class Subject:
    """A pair to be judged, with what has to be read for it.

    Parameters
    ----------
    case
        Key of its case; 0 if it was never put to the vote, as for an estimate.
    query, table
        Ids of query and candidate in the benchmark.
    lake
        Name of the lake that holds the tables.
    query_table
        Id of the query's table; None if the query is a text.
    text
        The query's words, where it has any.
    join_on
        Columns of the query table that are the key together, where the benchmark names any.
    """

    case: int
    query: str
    table: str
    task: Task
    lake: str
    query_table: str | None = None
    text: str | None = None
    join_on: tuple[str, ...] = ()

    @property
    def two_tables(self) -> bool:
        """Whether the judge sees two tables, which can change places."""
        return self.query_table is not None and self.task is not Task.NL


@dataclass(frozen=True)
class Verdict:
    """What one answer says of a case.

    Parameters
    ----------
    label
        2 yes, 1 partly, 0 no.
    reason
        The judge's words.
    confidence
        As the judge states it, 0 to 1; None if it was not asked.
    facets
        Of schema compatibility, semantic types, value distribution, task relevance: 0 to 2 each,
        or None.
    """

    label: int
    reason: str = ""
    confidence: float | None = None
    facets: tuple[int | None, int | None, int | None, int | None] = (None, None, None, None)


class Outcome(StrEnum):
    """What became of a question; only the first is a verdict."""

    OK = "ok"
    UNPARSABLE = "unparsable"
    """An answer came, and was paid for, that does not have the form asked for."""
    REFUSED = "refused"
    """The judge, or a filter before it, declined to answer."""
    FAILED = "failed"
    """No answer came: it is asked again when the run is resumed."""


@dataclass(frozen=True)
class Sent:
    """What came of sending a question.

    Parameters
    ----------
    request_hash
        SHA-256 of everything sent, of the number of the independent run, and of how often it was
        asked again: a request that was answered is never sent again, so several judge runs may
        share an answer.
    outcome, verdict
        The verdict is None unless the outcome is ok.
    structured
        Whether JSON was asked for.
    raw
        The answer's text as it came.
    error
        Why there is no verdict, in one sentence; empty if there is one.
    model
        As the endpoint returned it; empty if it did not.
    parameters
        What was sent beside the prompt: temperature, limits, form of the answer.
    input_tokens, output_tokens
        As the endpoint counted them; None if it did not.
    seconds
        From sending to the answer, of the last attempt.
    cost
        US dollars; None without a price or a count of tokens.
    attempts
        How often it was sent until it was answered or given up.
    cached_tokens
        Of the input's, how many the endpoint had in its cache; None if it did not say.
    """

    request_hash: str
    outcome: Outcome
    prompt_version: str
    structured: bool
    verdict: Verdict | None = None
    raw: str = ""
    error: str = ""
    model: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    input_tokens: int | None = None
    output_tokens: int | None = None
    seconds: float = 0.0
    cost: float | None = None
    attempts: int = 1
    cached_tokens: int | None = None


@dataclass(frozen=True, kw_only=True)
class Answer(Sent):
    """One stored answer of a judge to one question.

    Parameters
    ----------
    key
        Number of the answer, in the order in which answers were stored.
    run_key
        The judge run.
    number
        Which of the independent runs over the case, from 1.
    swapped
        Whether the candidate stood first.
    variant
        Empty, or what was changed in the tables, such as ``injection: NAME``.
    reused
        Whether the answer was there before this run, which paid nothing for it.
    replaced
        Whether the question was asked again, so that this answer counts no more.
    answered_at
        UTC, ISO 8601.
    """

    key: int
    run_key: int
    voter: str
    case: int
    query: str
    table: str
    task: Task
    number: int
    swapped: bool
    variant: str
    reused: bool
    replaced: bool
    answered_at: str


class Purpose(StrEnum):
    """What a judge run is for."""

    VOTE = "vote"
    """Its majorities are votes."""
    INJECTION = "injection"
    """It plants instructions in cells; nothing of it is a vote."""


class RunState(StrEnum):
    """How a judge run stands."""

    WAITING = "waiting"
    RUNNING = "running"
    PAUSED = "paused"
    CANCELLED = "cancelled"
    OVER_BUDGET = "over budget"
    """The next question might have cost more than what was left."""
    FAILED = "failed"
    """It stopped, or left a judge out, at a fault that a person must see to."""
    INTERRUPTED = "interrupted"
    """Its process was killed, or the machine went down; never stored, but seen."""
    DONE = "done"
    """Every question is answered or was given up; what was given up can be asked again."""


@dataclass(frozen=True)
class JudgeRun:
    """Judges asked about some cases of a benchmark.

    Parameters
    ----------
    judges
        One, or a panel.
    cases
        How many; `core.judges.records.runs.cases_of` names them.
    source
        How the cases were chosen.
    budget
        US dollars that it may not exceed; None without a limit.
    message
        How it came to its state.
    """

    key: int
    benchmark_key: int
    purpose: Purpose
    judges: tuple[Judge, ...]
    protocol: Protocol
    cases: int
    source: Mapping[str, Any]
    budget: float | None
    state: RunState
    message: str
    created_by: str
    created_at: str
    ended_at: str | None


@dataclass(frozen=True)
class Tally:
    """How far a judge run, or one judge of it, is.

    Parameters
    ----------
    questions
        How many are to be answered in all.
    ok, unparsable, refused, failed
        Answers by outcome; a question that failed and was answered later counts as answered.
    reused
        Answers that were there before the run.
    spent
        US dollars that a budget is charged with: what the run has paid, with `unread_cost`,
        `under_way_cost` and `uncounted_cost`.
    unpriced
        Answers of a judge without a price, which are not in what was spent.
    labels
        Verdicts so far by label.
    votes
        Votes cast.
    again
        Answers without a verdict that were asked for again: counted in what was spent alone.
    unread, unread_cost
        Attempts that may be billed although no answer was read, and the most that they can cost.
    under_way, under_way_cost
        Attempts of which nothing is known yet, or was when their process ended, and the most that
        they can cost.
    uncounted, uncounted_cost
        Answers whose tokens the endpoint did not count, and the most that they can cost.
    """

    questions: int
    ok: int = 0
    unparsable: int = 0
    refused: int = 0
    failed: int = 0
    reused: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    spent: float = 0.0
    unpriced: int = 0
    labels: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))
    votes: int = 0
    again: int = 0
    unread: int = 0
    unread_cost: float = 0.0
    under_way: int = 0
    under_way_cost: float = 0.0
    uncounted: int = 0
    uncounted_cost: float = 0.0

    @property
    def answered(self) -> int:
        """Questions that need not be asked again."""
        return self.ok + self.unparsable + self.refused
