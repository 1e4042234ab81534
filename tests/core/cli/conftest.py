"""What the tests of the terminal share: commands as people write them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from core.cli import main
from tests.files import write_old

PROJECT = Path(__file__).resolve().parents[3]


@dataclass(frozen=True)
class Ended:
    """How a command ended and what it printed."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """The one JSON document on stdout; stderr must be empty."""
        assert (self.code, self.err) == (0, "")
        document = json.loads(self.out)
        assert isinstance(document, dict)
        return document

    @property
    def sentence(self) -> str:
        """The one line on stderr; stdout must be empty."""
        assert self.out == ""
        assert self.err.endswith("\n")
        assert self.err.count("\n") == 1
        for leak in ("Traceback", "Usage:", 'File "'):
            assert leak not in self.err
        return self.err.rstrip("\n")


def environment(workspace: Path | None, **given: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SOUNDINGS_")}
    settings = {"SOUNDINGS_WORKERS": "1", "SOUNDINGS_ENCODER": "hash"}
    if workspace is not None:
        settings["SOUNDINGS_WORKSPACE"] = str(workspace)
    return {**kept, "PYTHONPATH": str(PROJECT), **settings, **given}


@dataclass(frozen=True)
class Terminal:
    """A folder to work in and the workspace that the environment names."""

    folder: Path
    workspace: Path | None

    def __call__(self, *arguments: object, **given: str) -> Ended:
        """Run a command in this process, from its words to its exit code, with streams of bytes."""
        out, err = (TextIOWrapper(BytesIO(), encoding="utf-8") for _ in range(2))
        code: object = 0
        with (
            chdir(self.folder),
            patch.dict(os.environ, environment(self.workspace, **given), clear=True),
            patch.object(sys, "argv", ["core", *map(str, arguments)]),
            redirect_stdout(out),
            redirect_stderr(err),
        ):
            try:
                main()
            except SystemExit as ended:
                code = ended.code
        return Ended(int(str(code or 0)), *map(_written, (out, err)))

    def process(self, *arguments: object, **given: str) -> Ended:
        """Run a command in a process of its own."""
        done = subprocess.run(
            [sys.executable, "-P", "-m", "core", *map(str, arguments)],
            cwd=self.folder,
            env=environment(self.workspace, **given),
            capture_output=True,
            check=False,
            timeout=120,
        )
        return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())

    def write(self, files: Mapping[str, str]) -> None:
        for path, text in files.items():
            write_old(self.folder / path, text)


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    return Terminal(tmp_path, tmp_path / "workspace")


class Here:
    """Runs commands in one workspace, in this process, its folder and its environment."""

    def __init__(
        self,
        root: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        self.root, self.monkeypatch, self.capsys = root, monkeypatch, capsys

    def __call__(self, *arguments: object) -> tuple[int, str, str]:
        words = ["soundings", "--workspace", self.root, *arguments]
        self.monkeypatch.setattr(sys, "argv", [str(word) for word in words])
        code: object = 0
        try:
            main()
        except SystemExit as ended:
            code = ended.code
        return int(str(code or 0)), *self.capsys.readouterr()

    def json(self, *arguments: object) -> dict[str, Any]:
        code, out, err = self(*arguments, "--json")
        assert (code, err) == (0, "")
        document: dict[str, Any] = json.loads(out)
        return document


def _written(stream: TextIOWrapper) -> str:
    stream.flush()
    assert isinstance(stream.buffer, BytesIO)
    return stream.buffer.getvalue().decode()
