"""What is written to pipes and to the standard streams, as to files."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from core.errors import ExportError
from core.store import whole_file
from core.store.text_files import write_whole
from tests.core.store.test_workspace import PROJECT

WRITES = """
import sys
from pathlib import Path
from core.store.text_files import write_whole
write_whole(Path(sys.argv[1]), "whole\\n")
print("after")
"""


def written(place: str, stdout: int) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", WRITES, place],
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
    )


def test_a_pipe_with_a_name_stays_one_and_its_reader_gets_all(tmp_path: Path) -> None:
    pipe = tmp_path / "votes.json"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as pool:
        read = pool.submit(pipe.read_text)
        write_whole(pipe, "whole")
        assert read.result(timeout=20) == "whole"
    assert pipe.is_fifo()
    assert [path.name for path in tmp_path.iterdir()] == ["votes.json"]


def test_a_pipe_gets_nothing_of_what_fails(tmp_path: Path) -> None:
    pipe = tmp_path / "votes.json"
    os.mkfifo(pipe)
    with pytest.raises(ZeroDivisionError), whole_file(pipe) as beside:
        beside.write_text("half")
        raise ZeroDivisionError
    assert pipe.is_fifo()


@pytest.mark.parametrize("place", ["/dev/stdout", "/dev/fd/1"])
def test_stdout_is_written_to_where_it_goes_to_a_pipe(place: str) -> None:
    assert written(place, subprocess.PIPE).stdout == "whole\nafter\n"
    assert written("/dev/stderr", subprocess.PIPE).stderr == "whole\n"


def test_stdout_that_several_commands_share_holds_what_each_wrote(tmp_path: Path) -> None:
    for mode in ("w", "a"):  # as a shell opens a file for > and for >>
        with (tmp_path / "all.txt").open(mode) as shared:
            for _ in range(2):
                written("/dev/stdout", shared.fileno())
    assert (tmp_path / "all.txt").read_text() == "whole\nafter\n" * 4
    assert [path.name for path in tmp_path.iterdir()] == ["all.txt"]


def test_a_stream_that_takes_no_more_is_a_failure_and_no_wrong_input() -> None:
    with pytest.raises(ExportError, match=r"/dev/full .* no room .*No space left") as full:
        write_whole(Path("/dev/full"), "whole")
    assert full.value.exit_code == 1


def test_a_pipe_that_nobody_reads_any_more_is_told_as_one() -> None:
    read, write = os.pipe()
    os.close(read)
    with pytest.raises(BrokenPipeError):
        write_whole(Path(f"/dev/fd/{write}"), "whole")
    os.close(write)
