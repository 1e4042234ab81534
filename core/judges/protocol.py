"""How judges are asked."""

from __future__ import annotations

from dataclasses import dataclass

from core.judges.errors import JudgeError
from core.llm import Effort

MAX_RUNS = 101
MAX_EXAMPLES = 20
LEAST_TOKENS = 500

HIGHEST_TEMPERATURE = 2.0


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
    effort
        How long a model thinks before it answers.
    examples
        Settled cases that are shown as examples, at most 20; never those that are judged.
    orders_must_agree
        Whether a case is "can't tell" if the majorities of the two orders contradict (Zheng et al.
        2023, section 3.4). Runs of earlier versions, which swapped, have it not.

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
    effort: Effort = Effort.DEFAULT
    examples: tuple[int, ...] = ()
    orders_must_agree: bool = True

    def __post_init__(self) -> None:
        if not 1 <= self.runs <= MAX_RUNS:
            raise JudgeError(f"A case is asked 1 to {MAX_RUNS} times. Got {self.runs}.")
        if not 0 <= self.temperature <= HIGHEST_TEMPERATURE:
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

    def check_swap(self) -> None:
        """Refuse to swap the tables of cases that are asked once, which swaps nothing.

        Raises
        ------
        JudgeError
            If it would.
        """
        if self.swap and self.runs == 1:
            raise JudgeError(
                "The tables change places in every second run of a case. Got 1 run; ask for at "
                "least 2, or don't swap."
            )

    def swapped(self, number: int) -> bool:
        """Whether the tables change places in a run, counted from 1: in every second one.

        Examples
        --------
        >>> [Protocol(swap=True).swapped(number) for number in range(1, 6)]
        [False, True, False, True, False]
        """
        return self.swap and number % 2 == 0
