"""The place of a question: what no two questions of all judge runs share."""

from __future__ import annotations

Place = tuple[int, str, int, int, str]
"""Key of the run, judge, key of the case, number of the independent run over it, and what an audit
changes in the tables (nothing if empty)."""

PLACE_COLUMNS = "run_key, voter, case_key, number, variant"
"""The same as every table of questions names it, in this order."""
