from __future__ import annotations

import pytest

from core.cli.output import print_rows


def test_a_number_that_rounds_to_nought_has_no_sign(capsys: pytest.CaptureFixture[str]) -> None:
    print_rows(("gain",), [(-0.0002,), (-0.0,), (-0.0007,)])
    assert [line.strip() for line in capsys.readouterr().out.splitlines()] == [
        "gain",
        "0.000",
        "0.000",
        "-0.001",
    ]
