"""One page that says what an audit found, to be sent to a colleague."""

from core.reports.benchmark import benchmark_report

__all__ = ["benchmark_report"]
