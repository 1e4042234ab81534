"""A system that it does not run on is told so in a sentence, by whatever is started."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
_AS_ON_WINDOWS = """
import runpy, sys
import core.systems

core.systems._WINDOWS = sys.platform
sys.modules.update(fcntl=None, resource=None)  # they cannot be imported
"""
_TERMINAL = "runpy.run_module('core', run_name='__main__')"
_APP = """
from streamlit.testing.v1 import AppTest

app = AppTest.from_file("app.py").run(timeout=60)
assert not app.exception
sys.exit(app.error[0].value)
"""


@pytest.mark.parametrize("start", [_TERMINAL, _APP], ids=["terminal", "app"])
def test_on_windows_one_sentence_says_what_it_needs(start: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _AS_ON_WINDOWS + start],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "Soundings needs Linux or macOS, whose file locks it uses. Got Windows; install WSL "
        "(wsl --install) and run it there."
    )
    assert "Traceback" not in done.stderr
