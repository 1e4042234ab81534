from __future__ import annotations

from core.benchmarks.auditing.compared import told_at_odds
from pages.benchmarking.scores import verdict
from pages.shared.words import plain
from tests.core.benchmarks.auditing.test_compared import compared


def test_where_interval_and_test_differ_the_verdict_says_which_to_go_by() -> None:
    odd, sure = compared(better=5, worse=0, equal=10), compared(better=12, worse=0, equal=3)
    said = verdict(odd)
    assert "p = 0.0625" in said and "chance alone could well make" in said
    assert said.endswith(plain(told_at_odds(odd)))
    assert verdict(sure).endswith("chance alone would rarely make.")
