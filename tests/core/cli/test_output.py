from __future__ import annotations

import pytest

from core.cli import output
from core.cli.output import print_rows, progress_to_stderr


def test_a_number_that_rounds_to_nought_has_no_sign(capsys: pytest.CaptureFixture[str]) -> None:
    print_rows(("gain",), [(-0.0002,), (-0.0,), (-0.0007,)])
    assert [line.strip() for line in capsys.readouterr().out.splitlines()] == [
        "gain",
        "0.000",
        "0.000",
        "-0.001",
    ]


def test_a_half_is_rounded_as_tables_of_the_browser_round_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_rows(("R@5",), [(0.5625,), (0.8125,), (-0.0625,)])  # the even digits are 2
    assert capsys.readouterr().out.split() == ["R@5", "0.563", "0.813", "-0.063"]


def test_long_work_says_where_it_is_once_a_minute_where_nobody_looks(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = iter([0.0, 59.0, 60.0, 60.0, 61.0, 120.0, 120.0])
    monkeypatch.setattr(output.time, "monotonic", lambda: next(seconds))
    monitor = progress_to_stderr()
    for done in (1, 20_000, 20_001, 40_000):
        monitor.progress(done, 118_387, "Encoding columns")
    assert capsys.readouterr().err.splitlines() == [
        "Encoding columns 20,000/118,387",
        "Encoding columns 40,000/118,387",
    ]
