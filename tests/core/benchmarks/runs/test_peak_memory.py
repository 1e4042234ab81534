from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from core.benchmarks.runs.peak_memory import peak_megabytes


@pytest.mark.skipif(sys.platform != "linux", reason="/proc is Linux's")
def test_the_peak_is_what_the_kernel_says() -> None:
    said = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    assert said is not None
    assert peak_megabytes() == pytest.approx(int(said[1]) / 1024, rel=0.05)


def test_the_unit_of_macos_is_the_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    peak = peak_megabytes()
    monkeypatch.setattr(sys, "platform", "darwin")
    assert peak_megabytes() == pytest.approx(peak / 1024, rel=0.05)
