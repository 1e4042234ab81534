"""Judges that vote: language models and rules, their runs and their answers."""

from core.judges.judge import Judge
from core.judges.pricing.costs import Estimate, Price
from core.judges.protocol import Protocol
from core.judges.types import JudgeRun, Purpose, RunState, Subject, Tally, Verdict
from core.labels.judge_names import Provider

__all__ = [
    "Estimate",
    "Judge",
    "JudgeRun",
    "Price",
    "Protocol",
    "Provider",
    "Purpose",
    "RunState",
    "Subject",
    "Tally",
    "Verdict",
]
