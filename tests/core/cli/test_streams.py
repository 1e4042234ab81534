"""What commands write goes to pipes and to stdout as to files, and what they say keeps apart."""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from core.store import Workspace
from tests.core.benchmarks import tiny
from tests.core.cli.conftest import Terminal

ROWS = "city,sales\nOslo,5\nRome,7\n"
COMMANDS = ("union lake may.csv june.csv", "join lake may.csv june.csv --on city")


@pytest.fixture
def lake(terminal: Terminal) -> Terminal:
    terminal.write({"t/may.csv": ROWS, "t/june.csv": ROWS})
    assert terminal("lake", "add", "lake", "t").code == 0
    return terminal


@pytest.mark.parametrize("command", COMMANDS)
def test_stdout_takes_the_table_as_csv_and_stderr_what_is_said(
    lake: Terminal, command: str
) -> None:
    said = lake(*command.split(), "-o", "out.csv").out.replace("out.csv", "/dev/stdout")
    table = (lake.folder / "out.csv").read_text()
    done = lake.process(*command.split(), "-o", "/dev/stdout")
    assert (done.code, done.out, done.err) == (0, table, said)
    done = lake.process(*command.split(), "-o", "/dev/stdout", "--json")
    assert (done.code, done.out) == (0, table)
    assert json.loads(done.err)["output"] == "/dev/stdout"


@pytest.mark.parametrize("command", COMMANDS)
def test_a_pipe_takes_the_table_and_stderr_what_is_said(lake: Terminal, command: str) -> None:
    os.mkfifo(lake.folder / "pipe.csv")
    with ThreadPoolExecutor(1) as pool:
        read = pool.submit((lake.folder / "pipe.csv").read_text)
        done = lake(*command.split(), "-o", "pipe.csv")
        assert read.result(timeout=20).startswith("city,sales")
    assert (done.code, done.out) == (0, "")
    assert done.err.startswith("pipe.csv: ")


def test_stdout_takes_votes_as_json_and_scores_and_releases_as_csv(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    terminal = Terminal(tmp_path, workspace.root)
    assert terminal("bench", "run", "tiny", "--method", "hash").code == 0
    votes = terminal.process("label", "export", "tiny", "-o", "/dev/stdout", "--json")
    assert json.loads(votes.out)["votes"] == []
    assert json.loads(votes.err)["output"] == "/dev/stdout"

    for command in ("bench score tiny", "label releases tiny --export base"):
        done = terminal.process(*command.split(), "-o", "/dev/stdout")
        assert done.code == 0
        assert terminal(*command.split(), "-o", "out.csv").code == 0
        assert done.out == (tmp_path / "out.csv").read_text()
        assert " in /dev/stdout" in done.err
