"""Judges that vote: language models and rules, their runs and their answers."""

from core.judges.types import (
    Answer,
    Estimate,
    Judge,
    JudgeRun,
    Outcome,
    Price,
    Protocol,
    Provider,
    Purpose,
    RunState,
    Subject,
    Tally,
    Verdict,
)

__all__ = [
    "Answer",
    "Estimate",
    "Judge",
    "JudgeRun",
    "Outcome",
    "Price",
    "Protocol",
    "Provider",
    "Purpose",
    "RunState",
    "Subject",
    "Tally",
    "Verdict",
]
