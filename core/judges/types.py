"""The frozen values of judges: who judges, how it is asked, what it answered, what a run is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from core import llm
from core.judges.errors import JudgeError
from core.labels.types import Kind, Role, Task, Voter
from core.llm import LanguageModel

MAX_RUNS = 101
MAX_EXAMPLES = 20
LEAST_TOKENS = 500

_HIGHEST_TEMPERATURE = 2.0


class Provider(StrEnum):
    """Where a judge is asked."""

    OPENAI = "openai"
    """Any endpoint that speaks OpenAI's chat completions."""
    GEMINI = "gemini"
    RULE = "rule"
    """In this process: no model of language, no network, no key."""


@dataclass(frozen=True)
class Judge:
    """Who judges.

    Parameters
    ----------
    model
        The model's name at its endpoint; of a rule, the rule's name.
    base_url
        Address of the endpoint; empty for the provider's own.

    Raises
    ------
    JudgeError
        If the model has no name, the address is no http address or holds a password, or a rule
        has one.

    Examples
    --------
    >>> Judge.named("openai:gpt-5-mini").voter
    'openai:gpt-5-mini'
    >>> Judge.named("rule:matcher").kind.value
    'rule'
    """

    provider: Provider
    model: str
    base_url: str = ""

    def __post_init__(self) -> None:
        try:
            Voter(self.voter)
        except Exception as error:
            raise JudgeError(f"A judge needs a model's name. {error}") from error
        if self.provider is not Provider.RULE:
            _ = self.language_model
            return
        if not self.model.strip() or self.model != self.model.strip():
            raise JudgeError(f"A rule that judges has a name without blanks. Got {self.model!r}.")
        if self.base_url:
            raise JudgeError(f"A rule is asked here and has no address. Got {self.base_url!r}.")

    @classmethod
    def named(cls, name: str, base_url: str = "") -> Judge:
        """Return the judge of a name: ``openai:MODEL``, ``gemini:MODEL`` or ``rule:NAME``.

        Raises
        ------
        JudgeError
            If it is none.
        """
        provider, colon, model = name.partition(":")
        if not colon or provider not in list(Provider):
            raise JudgeError(
                "A judge is named openai:MODEL, gemini:MODEL or rule:NAME, such as rule:matcher. "
                f"Got {name!r}."
            )
        of = Provider(provider)
        return cls(of, model, "" if of is Provider.RULE else base_url)

    @property
    def voter(self) -> str:
        """The name under which it votes."""
        return f"{self.provider}:{self.model}"

    @property
    def kind(self) -> Kind:
        """What it is as a voter."""
        return Kind.RULE if self.provider is Provider.RULE else Kind.LLM

    @property
    def language_model(self) -> LanguageModel:
        """The model that is asked.

        Raises
        ------
        JudgeError
            If the judge is a rule.
        """
        if self.provider is Provider.RULE:
            raise JudgeError(f"A rule asks no language model. Got {self.voter!r}.")
        try:
            return LanguageModel(llm.Provider(self.provider.value), self.model, self.base_url)
        except llm.ModelError as error:
            raise JudgeError(str(error)) from None

    def as_voter(self) -> Voter:
        """Return it as one who votes."""
        return Voter(self.voter, self.kind, Role.ANNOTATOR)


@dataclass(frozen=True)
class Protocol:
    """How judges are asked; the defaults are the paper's (fishy-tus, section 5.2, appendix D).

    Parameters
    ----------
    runs
        Independent answers a case, 1 to 101; their majority is the vote.
    temperature
        0 to 2.
    swap
        Whether the two tables change places in half of the runs (rounded down).
    graded
        Whether "partly" may be answered; otherwise yes or no.
    facets
        Whether the facets of the voting form are asked for.
    confidence
        Whether the judge says how sure it is.
    structured
        Whether JSON is asked for: None where the endpoint has it, True always, False never.
    table_tokens
        Estimated tokens that the tables of one case may take together, at least 500.
    answer_tokens
        Tokens of an answer at most, thoughts included; an answer that needs more is cut there.
    examples
        Settled cases that are shown as examples, at most 20; never those that are judged.

    Raises
    ------
    JudgeError
        If a number is out of range.
    """

    runs: int = 5
    temperature: float = 0.1
    swap: bool = False
    graded: bool = False
    facets: bool = False
    confidence: bool = False
    structured: bool | None = None
    table_tokens: int = 16_000
    answer_tokens: int = 2_000
    examples: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= self.runs <= MAX_RUNS:
            raise JudgeError(f"A case is asked 1 to {MAX_RUNS} times. Got {self.runs}.")
        if not 0 <= self.temperature <= _HIGHEST_TEMPERATURE:
            raise JudgeError(f"A temperature is between 0 and 2. Got {self.temperature}.")
        if self.table_tokens < LEAST_TOKENS:
            raise JudgeError(
                f"The tables of a case need at least {LEAST_TOKENS} tokens. "
                f"Got {self.table_tokens:,}."
            )
        if self.answer_tokens < 1:
            raise JudgeError(f"An answer needs at least 1 token. Got {self.answer_tokens:,}.")
        if len(self.examples) > MAX_EXAMPLES or len(set(self.examples)) != len(self.examples):
            raise JudgeError(
                f"There are at most {MAX_EXAMPLES} examples, each once. "
                f"Got {len(self.examples)}: {', '.join(map(str, self.examples))}."
            )

    def swapped(self, number: int) -> bool:
        """Whether the tables change places in a run, counted from 1: in every second one.

        Examples
        --------
        >>> [Protocol(swap=True).swapped(number) for number in range(1, 6)]
        [False, True, False, True, False]
        """
        return self.swap and number % 2 == 0


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
    join_column
        Column of the query table to join on, where the benchmark names one.
    """

    case: int
    query: str
    table: str
    task: Task
    lake: str
    query_table: str | None = None
    text: str | None = None
    join_column: str | None = None

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
class Answer:
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
    request_hash
        SHA-256 of everything sent and of `number`: a request that was answered is never sent
        again, so several judge runs may share an answer.
    reused
        Whether the answer was there before this run, which paid nothing for it.
    outcome, verdict
        The verdict is None unless the outcome is ok.
    raw
        The answer's text as it came.
    error
        Why there is no verdict, in one sentence; empty if there is one.
    model
        As the endpoint returned it; empty if it did not.
    parameters
        What was sent beside the prompt: temperature, limits, form of the answer.
    structured
        Whether JSON was asked for.
    input_tokens, output_tokens
        As the endpoint counted them; None if it did not.
    seconds
        From sending to the answer, of the last attempt.
    cost
        US dollars; None without a price or a count of tokens.
    attempts
        How often it was sent until it was answered or given up.
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
    request_hash: str
    reused: bool
    outcome: Outcome
    verdict: Verdict | None
    raw: str
    error: str
    prompt_version: str
    model: str
    parameters: Mapping[str, Any]
    structured: bool
    input_tokens: int | None
    output_tokens: int | None
    seconds: float
    cost: float | None
    attempts: int
    answered_at: str
    """UTC, ISO 8601."""


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
    """It stopped at a fault that a person must see to."""
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
        Keys of its cases, in order.
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
    cases: tuple[int, ...]
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
        US dollars that the run has paid.
    unpriced
        Answers whose cost is not known.
    labels
        Verdicts so far by label.
    votes
        Votes cast.
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

    @property
    def answered(self) -> int:
        """Questions that need not be asked again."""
        return self.ok + self.unparsable + self.refused


@dataclass(frozen=True)
class Price:
    """What a judge costs, in US dollars a million tokens.

    Parameters
    ----------
    source
        Where the price is from, in words.
    """

    input: float
    output: float
    source: str = ""

    def of(self, input_tokens: int, output_tokens: int) -> float:
        """Return the cost of some tokens.

        Examples
        --------
        >>> Price(0.5, 2.0).of(10_000, 1_000)
        0.007
        """
        return (input_tokens * self.input + output_tokens * self.output) / 1_000_000


@dataclass(frozen=True)
class Estimate:
    """What asking one judge is expected to take.

    Parameters
    ----------
    calls
        Requests to send.
    known
        Further questions whose answers are there already and cost nothing.
    unreadable
        Further questions that cannot be asked, for a table of them is not there.
    input_tokens, output_tokens
        Estimated, of `calls`.
    cost
        US dollars; None without a price.
    most
        What it costs at the very most: every byte a token, every answer as long as allowed.
    sampled
        Cases of which not every row is shown.
    """

    voter: str
    cases: int
    calls: int
    known: int
    unreadable: int
    input_tokens: int
    output_tokens: int
    price: Price | None
    cost: float | None
    most: float | None
    sampled: int


def total_cost(estimates: Sequence[Estimate]) -> float | None:
    """Add up what several judges are expected to cost; None if one has no price.

    Examples
    --------
    >>> total_cost([]), total_cost([Estimate("rule:x", 1, 0, 0, 0, 0, 0, None, None, None, 0)])
    (0.0, None)
    """
    costs = [estimate.cost for estimate in estimates]
    return None if None in costs else float(sum(cost for cost in costs if cost is not None))
