"""Whether a judge can be trusted: against people, against itself, under pressure, for its price."""

from core.judges.reliability.compared_judges import WHAT_THEY_ARE, side_by_side, told_learned
from core.judges.reliability.prediction_powered import ShareEstimate, estimate_share
from core.judges.reliability.reading import Finding, Reading, readings_frame
from core.judges.reliability.record import JudgeRecord, record_frame
from core.judges.reliability.report import Reliability, reliability

__all__ = [
    "WHAT_THEY_ARE",
    "Finding",
    "JudgeRecord",
    "Reading",
    "Reliability",
    "ShareEstimate",
    "estimate_share",
    "readings_frame",
    "record_frame",
    "reliability",
    "side_by_side",
    "told_learned",
]
