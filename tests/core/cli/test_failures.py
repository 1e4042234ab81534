"""What goes wrong is one sentence on stderr and an exit code, however it goes wrong."""

from __future__ import annotations

import os
import pty
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.cli import main
from tests.core.cli.conftest import Ended, Terminal, environment

CITIES = "city\nOslo\nRome\n"


@pytest.fixture(scope="module")
def city(tmp_path_factory: pytest.TempPathFactory) -> Terminal:
    folder = tmp_path_factory.mktemp("cli")
    terminal = Terminal(folder, folder / "workspace")
    terminal.write({"t/a.csv": CITIES, "t/b b.csv": CITIES})
    assert terminal("lake", "add", "x", "t").code == 0
    return terminal


WRONG = {
    "": "A command must follow: one of lake, bench, search, union, join, condition, label, judge, "
    "settings, doctor, backup. See python -m core --help.",
    "lake": "A command must follow: one of add, list, read-as, refresh, remove, show. "
    "See python -m core lake --help.",
    "search": "A command must follow: one of join, text, union. See python -m core search --help.",
    "lakes": r"No such command 'lakes'\..* See python -m core --help\.",
    "lake list --nope": r"No such option '--nope'\. See python -m core lake list --help\.",
    "lake show": r"Missing argument 'NAME'\. See python -m core lake show --help\.",
    "lake show y": r"No lake is named 'y'\. There are: x\.",
    "lake show x c.csv": r"The lake 'x' has no table 'c\.csv'\. Close to it: a\.csv.*\.",
    "lake add y nowhere": r"A data lake is a folder\. Got .*/nowhere, which is not one\.",
    "lake add a/b t": r"A lake's name has no slash and no dot in front\. Got 'a/b'\.",
    "lake add '' t": r"A lake's name has at least one character\. Got ''\.",
    "lake add 'a\nb' t": r"A lake's name has one line that can be printed\. Got 'a\\nb'\.",
    "lake refresh y": r"No lake is named 'y'\. There are: x\.",
    "lake remove y": r"No lake is named 'y'\. There are: x\.",
    "lake show 'x\udcff'": r"Names and words are text in UTF-8\. Got 'x\\udcff', which is none\.",
    "lake show x 'a\udcff'": r"Names and words are text in UTF-8\. Got 'a\\udcff', which is none\.",
    "search union x 'a\udcff'": r"Names and words are text in UTF-8\. Got 'a\\udcff', which is .*",
    "search union x a.csv -k 0": r"k must be between 1 and 1,000\. Got 0\.",
    "search union x a.csv -k x": r"Invalid value for '-k': 'x' is not a valid integer\. See .*",
    "search union x a.csv --rank best": r"The ranking must be by one of .*\. Got 'best'\.",
    "search union x a.csv --encoder e": r"encoder must be one of hash, .*\. Got 'e'\.",
    "search union x a.csv --columns no": r"A column is .*\. Got 'no'; the table has city\.",
    "search union x a.csv --columns ,": r"--columns takes names with commas .*\. Got ','\.",
    "search union x nope.csv": r"The lake 'x' has no table 'nope\.csv'\..* No file is there .*\.",
    "search union x t": r"The lake 'x' has no table 't'\..* there is a folder; name a file in it\.",
    "search union x /dev/null": r"The lake 'x' has no .* a pipe or a device, .* save what it .*",
    "union x a.csv a.csv": r"Missing option '-o' / '--output'\. See .*",
    "union x a.csv -o u.csv": r"Missing argument 'TABLES\.\.\.'\. See .*",
    "union x a.csv a.csv -o u.txt": r"A table is written as one of \.csv, .*\. Got u\.txt\.",
    "union x a.csv a.csv -o no/u.csv": r"A table is written to a file in a folder that is .*",
    "union x a.csv nope.csv -o u.csv": r"The lake 'x' has no table 'nope\.csv'\..*",
}


@pytest.mark.parametrize("command", WRONG)
def test_wrong_input_is_one_sentence_and_exit_code_2(
    city: Terminal,
    command: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """In this process, as there are many; others of this file start one each."""
    monkeypatch.chdir(city.folder)
    monkeypatch.setenv("SOUNDINGS_WORKSPACE", str(city.workspace))
    monkeypatch.setattr(sys, "argv", ["core", *shlex.split(command)])
    with pytest.raises(SystemExit) as ended:
        main()
    shown = capfd.readouterr()

    sentence = Ended(2, shown.out, shown.err).sentence
    assert re.fullmatch(WRONG[command], sentence)
    assert ended.value.code == 2
    assert not (city.folder / "u.csv").exists()


def test_a_process_ends_with_that_code(city: Terminal) -> None:
    ended = city.process("lake")
    assert (ended.code, ended.sentence) == (2, city("lake").sentence)


def test_json_does_not_change_how_errors_are_told(city: Terminal) -> None:
    ended = city("search", "union", "x", "nope.csv", "--json")

    assert (ended.code, ended.out) == (2, "")
    assert ended.sentence.startswith("The lake 'x' has no table")


def test_the_option_goes_before_the_environment_and_that_before_the_folder(
    tmp_path: Path,
) -> None:
    terminal = Terminal(tmp_path, None)
    terminal.write({"t/a.csv": CITIES})

    begin = ("settings", "--set", "judge_attempts", "3")
    assert terminal(*begin).code == 0
    assert (tmp_path / "workspace" / "soundings.db").is_file()
    assert terminal(*begin, SOUNDINGS_WORKSPACE="of the environment").code == 0
    assert (tmp_path / "of the environment" / "soundings.db").is_file()
    added = terminal(
        "--workspace", "given", "lake", "add", "x", "t", "--json", SOUNDINGS_WORKSPACE="other"
    )
    assert added.json["tables"] == 1
    assert (tmp_path / "given" / "soundings.db").is_file()
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize(
    "arguments", ["bench disagree x --run hash", "lake list", "bench list --json", "backup b.db"]
)
def test_a_command_that_begins_no_workspace_names_the_one_that_is_not_there(
    tmp_path: Path, arguments: str
) -> None:
    ended = Terminal(tmp_path, None)(*arguments.split())
    assert (ended.code, ended.sentence) == (
        2,
        f"There is no workspace in {tmp_path / 'workspace'}; name another folder with --workspace "
        "or SOUNDINGS_WORKSPACE, or begin one with `lake add` or `bench add`.",
    )
    assert list(tmp_path.iterdir()) == []


def test_settings_are_listed_without_a_workspace_and_begin_none(tmp_path: Path) -> None:
    told = Terminal(tmp_path, None)("settings", "--json").json["settings"]
    found = {line["name"]: line["value"] for line in told}
    assert found["workspace"] == str(tmp_path / "workspace")
    assert list(tmp_path.iterdir()) == []


def test_a_workspace_that_has_none_yet_is_named(terminal: Terminal) -> None:
    terminal("settings", "--set", "judge_attempts", "3")
    told = f"There is none yet in the workspace {terminal.workspace}; add one first."
    assert terminal("bench", "show", "x").sentence == f"No benchmark is named 'x'. {told}"
    assert terminal("lake", "show", "x").sentence == f"No lake is named 'x'. {told}"


def test_a_workspace_that_cannot_be_is_told(terminal: Terminal) -> None:
    terminal.write({"file": "", "broken/soundings.db": "not a database, not at all" * 100})

    begin = ("settings", "--set", "judge_attempts", "3")
    below = terminal("--workspace", "file/below", *begin)
    assert below.code == 1
    assert below.sentence.startswith("A workspace is a folder that can be written. Got file/below")
    assert "choose another with --workspace" in below.sentence
    assert terminal("--workspace", "file", "lake", "list").code == 2
    broken = terminal("--workspace", "broken", "lake", "list")
    assert broken.code == 1
    assert "is damaged (file is not a database)" in broken.sentence


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_workspace_that_may_not_be_written_is_told(terminal: Terminal) -> None:
    closed = terminal.folder / "closed"
    closed.mkdir(mode=0o500)

    assert terminal("--workspace", "closed/w", "lake", "add", "x", ".").code == 1


def test_a_setting_that_cannot_be_is_told(terminal: Terminal) -> None:
    ended = terminal("lake", "list", SOUNDINGS_WORKERS="many")

    assert (ended.code, ended.sentence) == (
        2,
        "SOUNDINGS_WORKERS must be a whole number of at least 1. Got 'many'.",
    )
    assert terminal("lake", "list", SOUNDINGS_DEBUG="maybe").code == 2


def test_a_model_that_cannot_be_loaded_is_named_with_what_to_do(city: Terminal) -> None:
    (city.folder / "no model").mkdir(exist_ok=True)

    ended = city(
        "search",
        "union",
        "x",
        "a.csv",
        "--encoder",
        "sbert-v",
        SOUNDINGS_SBERT_MODEL=str(city.folder / "no model"),
    )

    assert ended.code == 2
    assert "no model' cannot be loaded" in ended.sentence
    assert "SOUNDINGS_SBERT_MODEL" in ended.sentence


FAULTY = """
import sys
import core.cli.output
def broken(*_, **__):
    raise KeyError("boom\\n\\x1b[2J")
core.cli.output.json.dumps = broken
from core.cli import main
main()
"""


def test_a_fault_of_ours_is_one_sentence_unless_asked_for(city: Terminal) -> None:
    command = [sys.executable, "-c", FAULTY, "lake", "list", "--json"]
    ended, asked = (
        subprocess.run(
            command,
            cwd=city.folder,
            env=environment(city.workspace, **given),
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        for given in ({}, {"SOUNDINGS_DEBUG": "1"})
    )

    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith("A fault in Soundings (KeyError: 'boom")
    assert ended.stderr.count("\n") == 1
    assert "Traceback" in asked.stderr


def test_a_reader_that_goes_away_is_no_fault(city: Terminal, tmp_path: Path) -> None:
    many = Terminal(tmp_path, tmp_path / "workspace")
    many.write({f"t/{'long name ' * 20}{i}.csv": CITIES for i in range(400)})
    assert many("lake", "add", "x", "t").code == 0
    for arguments in ("lake show x --json", "lake show x", "lake list", "--help"):
        ended = subprocess.run(  # noqa: S602 - a pipe of constants
            f"'{sys.executable}' -P -m core {arguments} | head -c 1",
            shell=True,
            cwd=tmp_path,
            env=environment(many.workspace),
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert len(ended.stdout) == 1
        assert ended.stderr == ""


@pytest.mark.parametrize("arguments", ["lake list --json", "lake list", "--help"])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_stdout_without_room_is_told_once(
    city: Terminal, arguments: str, unbuffered: str
) -> None:
    with Path("/dev/full").open("wb") as full:
        ended = subprocess.run(
            [sys.executable, "-P", "-m", "core", *arguments.split()],
            cwd=city.folder,
            env=environment(city.workspace, PYTHONUNBUFFERED=unbuffered),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=60,
        )
    assert ended.returncode == 1
    assert ended.stderr == (
        "What is printed and written must have room where it goes. Got: No space left on device. "
        "What was finished is kept.\n"
    )


def test_the_exit_code_tells_of_wrong_input_where_stderr_is_closed(city: Terminal) -> None:
    for arguments, code in (("lake show nope", 2), ("lake refresh x", 0)):
        ended = subprocess.run(  # noqa: S602 - constants
            f"'{sys.executable}' -P -m core {arguments} 2>&-",
            shell=True,
            cwd=city.folder,
            env=environment(city.workspace),
            check=False,
            stdout=subprocess.DEVNULL,
            timeout=60,
        )
        assert ended.returncode == code


SLOW = 24


def slow(folder: Path) -> None:
    (folder / "t").mkdir()
    cells = "\n".join(f"{i},{i * i}" for i in range(50_000))
    for number in range(SLOW):  # many, so that most are still to be read when the first is
        (folder / "t" / f"{number}.csv").write_text(f"a{number},b\n{cells}\n")


@pytest.fixture
def interrupts() -> Iterator[None]:
    """Let processes hear Ctrl-C: those of a shell's background, as its tests are, do not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interrupts")
def test_ctrl_c_stops_with_a_sentence_and_keeps_what_was_read(terminal: Terminal) -> None:
    slow(terminal.folder)
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "core", "lake", "add", "x", "t"],
        cwd=terminal.folder,
        env=environment(terminal.workspace),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    shown = None
    for _ in range(600):
        time.sleep(0.05)
        shown = list((terminal.folder / "workspace" / "tables").glob("*/*"))
        if any(path.suffix in (".arrow", ".parquet") for path in shown):
            break
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all its processes
    out, err = process.communicate(timeout=30)

    assert (process.returncode, out) == (1, "")
    assert err.strip() == "Stopped. What was finished is kept."
    again = terminal("lake", "refresh", "x", "--json").json
    assert again["tables"] == SLOW


def test_progress_is_shown_to_a_person_only_and_an_error_on_a_line_of_its_own(
    terminal: Terminal,
) -> None:
    terminal.write({"t/a.csv": CITIES})
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "core", "lake", "add", "x", "t", "--json"],
        cwd=terminal.folder,
        env=environment(terminal.workspace),
        stdout=subprocess.PIPE,
        stderr=theirs,
    )
    out, _ = process.communicate(timeout=60)
    os.close(theirs)
    shown = os.read(ours, 65_536).decode()
    os.close(ours)

    assert b"\x1b" not in out
    assert "Reading files 1/1" in shown
    assert process.returncode == 0
