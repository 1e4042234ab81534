"""95% intervals of shares, means and other figures over cases and queries of whatever kind."""

from core.intervals.alike import DIFFERENCES, SHARES, Range
from core.intervals.bootstrap import Interval, bootstrap_mean_interval
from core.intervals.means import (
    clustered_difference_interval,
    clustered_mean_interval,
    standard_error,
    together,
)
from core.intervals.queries import Queries, places, student_t
from core.intervals.resampling import percentile_interval, resampled_interval, resampled_sums
from core.intervals.shares import Hits, effective_cases, share_interval, wilson

__all__ = [
    "DIFFERENCES",
    "SHARES",
    "Hits",
    "Interval",
    "Queries",
    "Range",
    "bootstrap_mean_interval",
    "clustered_difference_interval",
    "clustered_mean_interval",
    "effective_cases",
    "percentile_interval",
    "places",
    "resampled_interval",
    "resampled_sums",
    "share_interval",
    "standard_error",
    "student_t",
    "together",
    "wilson",
]
