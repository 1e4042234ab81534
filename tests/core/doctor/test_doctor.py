from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from core.doctor import Check, State, examine
from core.doctor.surroundings import check_secrets
from core.labels import LOCAL, Pair, Voter, create_queue, next_case
from core.settings import Settings
from core.store import Workspace
from tests.core.cli.conftest import Terminal
from tests.core.labels.conftest import with_benchmark

LOGIN = """[auth]
redirect_uri = "http://localhost:8501/oauth2callback"
cookie_secret = "a"
client_id = "a"
client_secret = "a"
server_metadata_url = "http://localhost/a"
"""


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    return Terminal(tmp_path, None)


def checks(root: Path, encoder: str = "hash") -> dict[str, Check]:
    return {check.name: check for check in examine(Settings(workspace=root, encoder=encoder))}


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    """A benchmark with a table, a run, and one case in somebody's hands."""
    workspace = with_benchmark(tmp_path / "workspace")
    with workspace.writing() as db:
        db.execute("UPDATE lakes SET root = ?", [str(tmp_path)])
        file = ["a.csv", 1, 1, "", "", 1, "", "", "", "", 1, 0, 0, 0, "[]", ""]
        db.execute(f"INSERT INTO files VALUES (1, {', '.join('?' * len(file))})", file)
        table = ["a.csv", "a.csv", 1, 1, 1, "", 0.0, "{}", "cells.arrow", 0]
        db.execute(f"INSERT INTO tables VALUES (1, 1, {', '.join('?' * len(table))})", table)
        run = ["m", "{}", "{}", "", 10, None, None, None, "runs/1/r.parquet", "", None, "[]"]
        db.execute(f"INSERT INTO runs VALUES (1, 1, {', '.join('?' * len(run))})", run)
    for path in ("tables/1/cells.arrow", "runs/1/r.parquet"):
        (workspace.root / path).parent.mkdir(parents=True)
        (workspace.root / path).write_bytes(b"ARROW1")
    next_case(workspace, create_queue(workspace, LOCAL, 1, "q", [Pair("q", "t")]), Voter("ann"))
    return workspace


def test_a_whole_workspace_is_ok_in_every_line(workspace: Workspace) -> None:
    found = checks(workspace.root)
    assert {name: check.said for name, check in found.items() if check.state != State.OK} == {}
    assert found["cells"].said == "1 of 1 tables have their cells."
    assert found["leases"].said == "1 case is with voters; 0 more were, and are free again."
    assert found["encoder"].said.startswith("hash loads; a column is ")


@pytest.mark.parametrize("encoder", ["tfidf", "count"])
def test_an_encoder_that_learns_from_the_lake_loads_too(tmp_path: Path, encoder: str) -> None:
    found = checks(tmp_path / "none", encoder=encoder)
    assert found["encoder"].said.startswith(f"{encoder} loads; a column is ")


def test_files_that_are_gone_are_problems_and_files_of_nobody_warnings(
    workspace: Workspace,
) -> None:
    (workspace.root / "tables/1/other.arrow").touch()
    (workspace.root / "runs/1/r.parquet").unlink()
    found = checks(workspace.root)
    assert (found["cells"].state, found["rankings"].state) == (State.WARNING, State.PROBLEM)
    assert found["cells"].said == (
        "1 of 1 tables have their cells; 1 file belongs to none, first "
        f"{workspace.root / 'tables/1/other.arrow'}, left by something that was killed or is under "
        "way; delete those older than a day."
    )
    assert "first 'm' of 'b'; run them again" in found["rankings"].said
    (workspace.root / "tables/1/cells.arrow").write_bytes(b"ARROW")
    cut = checks(workspace.root)["cells"]
    assert cut.state is State.PROBLEM
    assert "or were cut short (lakes b); refresh the lakes" in cut.said
    (workspace.root / "tables/1/cells.arrow").unlink()
    with workspace.writing() as db:
        db.execute("UPDATE lakes SET root = '/no/such/folder'")
    found = checks(workspace.root)
    assert found["cells"].said.startswith("The cells of 1 of 1 tables are not in ")
    assert found["folders"].state is State.WARNING


def test_rows_that_name_what_is_not_there_are_a_problem(workspace: Workspace) -> None:
    with closing(sqlite3.connect(workspace.database)) as db:  # without foreign keys
        db.execute("DELETE FROM benchmarks")
        db.commit()
    found = checks(workspace.root)["references"]
    assert found.state is State.PROBLEM
    assert found.said.startswith("3 rows name a row that is not there (in cases, queues, runs)")


def test_a_job_whose_process_died_is_told_and_left_as_it_is(workspace: Workspace) -> None:
    with workspace.writing() as db:
        db.execute(
            "INSERT INTO jobs (kind, subject, arguments, state, created_at) "
            "VALUES ('refresh', 'b', '{}', 'running', '')"
        )
    for _ in range(2):
        found = checks(workspace.root)["jobs"]
        assert found.state is State.WARNING
        assert found.said.startswith("1 of 1 jobs under way have died (number 1)")


def test_a_damaged_database_is_told_and_not_touched(workspace: Workspace) -> None:
    with closing(sqlite3.connect(workspace.database)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = bytearray(workspace.database.read_bytes())
    content[4096 * 4 : 4096 * 6] = b"\x55" * 8192
    workspace.database.write_bytes(content)
    found = checks(workspace.root)
    assert list(found) == ["database", "versions", "secrets", "encoder"]
    assert "is damaged (" in found["database"].said
    assert workspace.database.read_bytes() == content
    workspace.database.write_bytes(b"no database" * 1_000)
    assert "file is not a database" in checks(workspace.root)["database"].said


def test_an_empty_database_is_damaged_and_not_touched(workspace: Workspace) -> None:
    os.truncate(workspace.database, 0)
    found = checks(workspace.root)
    assert found["database"].state is State.PROBLEM
    assert found["database"].said == (
        f"{workspace.database} is damaged (it is empty: 0 bytes); restore a backup."
    )
    assert not {"schema", "cells", "rankings"} & set(found)
    assert workspace.database.stat().st_size == 0


def test_files_beside_a_database_that_names_none_are_not_said_to_go(tmp_path: Path) -> None:
    """As beside one that was begun anew in the place of a lost one."""
    workspace = Workspace.open(tmp_path / "workspace")
    (workspace.folder("tables", "1") / "cells.arrow").touch()
    (workspace.folder("runs", "1") / "r.parquet").touch()
    found = checks(workspace.root)
    for name in ("cells", "rankings"):
        assert "1 file belongs to none, first " in found[name].said
        assert "may be of another database than this one" in found[name].said
        assert "delete those" not in found[name].said


def test_a_database_that_cannot_be_read_is_not_called_damaged(workspace: Workspace) -> None:
    log = workspace.database.with_name("soundings.db-wal")
    log.unlink(missing_ok=True)
    log.mkdir()  # stops everybody, where permissions don't stop all
    found = checks(workspace.root)
    assert list(found) == ["database", "versions", "secrets", "encoder"]
    assert found["database"].state is State.PROBLEM
    assert found["database"].said == (
        f"{workspace.database} cannot be read (unable to open database file), and may well be "
        "whole; look at the disk, and at the permissions of the file and its folder."
    )


def test_what_may_not_be_looked_at_stops_no_other_check(workspace: Workspace) -> None:
    """Names that are too long fail as what may not be read does, for whoever runs the test."""
    every = list(checks(workspace.root))
    folder, container = f"/{'x' * 300}", f"{'x' * 300}.arrow"
    with workspace.writing() as db:
        db.execute("UPDATE lakes SET root = ?", [folder])
        db.execute("UPDATE tables SET container = ?", [container])
    found = checks(workspace.root)
    assert list(found) == every
    assert found["folders"].state is State.WARNING
    assert found["folders"].said == (
        "The folders of 1 of 1 lakes are not there or may not be looked into: b (File name too "
        "long); they can be searched, not refreshed. One that was moved is added again under its "
        "name with its new folder (`lake add`; of a benchmark `bench add`)."
    )
    assert found["cells"].state is State.PROBLEM
    assert found["cells"].said.startswith(
        f"{workspace.root / 'tables' / '1' / container} cannot be read (File name too long)"
    )
    assert "cannot be read (File name" in checks(Path(folder))["database"].said


def test_what_is_not_there_is_not_made(tmp_path: Path) -> None:
    found = checks(tmp_path / "none", encoder="no such encoder")
    assert found["database"].said.startswith("There is no workspace in ")
    assert "Got 'no such encoder'" in found["encoder"].said
    assert not (tmp_path / "none").exists()


def test_the_terminal_has_a_line_a_check_and_an_exit_code(
    workspace: Workspace, terminal: Terminal
) -> None:
    done = terminal("--workspace", workspace.root, "doctor", "--json")
    assert done.json["problems"] == 0
    (workspace.root / "runs/1/r.parquet").unlink()
    done = terminal("--workspace", workspace.root, "doctor")
    assert (done.code, done.err) == (1, "")
    assert len(done.out.splitlines()) == 1 + len(checks(workspace.root))
    done = terminal("--workspace", workspace.root, "backup", "copy.db", "--json")
    assert done.json["bytes"] == (terminal.folder / "copy.db").stat().st_size
    again = terminal("--workspace", workspace.root, "backup", "copy.db")
    assert again.code == 2
    assert "written to a new file" in again.sentence


def test_what_something_that_was_killed_has_left_is_told(workspace: Workspace) -> None:
    left = workspace.folder("indexes", "1") / f".sets.{'0' * 32}.new"
    left.mkdir()
    (left / "lock").touch()
    (left / "part").write_bytes(b"x" * 1_500_000)
    assert checks(workspace.root)["leftovers"].state is State.OK
    os.utime(left, (0, 0))
    found = checks(workspace.root)["leftovers"]
    assert (found.state, left.is_dir()) == (State.WARNING, True)
    assert found.said == (
        f"1 folder of 1.5 MB left by something that was killed, first {left}; they go when the "
        "next is made beside them."
    )


def test_secrets_that_are_no_toml_are_a_problem_that_keeps_people_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert check_secrets() == Check("secrets", State.OK, "No login is set up.")
    path = tmp_path / ".streamlit" / "secrets.toml"
    path.parent.mkdir()
    path.write_text(f"OPENAI_API_KEY = 'sk-123'\n{LOGIN}")
    assert check_secrets() == Check("secrets", State.OK, f"People sign in, as {path} says.")
    path.write_text("OPENAI_API_KEY = sk-123\n[auth]\nclient_id = 'a'\n")
    found = check_secrets()
    assert found.state is State.PROBLEM
    assert found.said.startswith(f"Secrets are written as TOML. {path} is not; correct it.")
    assert found.said.endswith("the app lets nobody in, since a login may stand there.")
    assert "sk-" not in found.said
    path.unlink()
    path.mkdir()
    assert check_secrets().state is State.PROBLEM


def test_a_login_that_lacks_something_is_a_problem_that_keeps_people_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    here, home = (folder / ".streamlit" / "secrets.toml" for folder in (tmp_path, Path.home()))
    for path in (here, home):
        path.parent.mkdir(parents=True)
    home.write_text(LOGIN)
    here.write_text(LOGIN.replace("cookie_secret", "cookie"))
    found = check_secrets()
    assert found.state is State.PROBLEM
    assert "; add cookie_secret." in found.said
    assert found.said.endswith(f"It is about {here}. Until then the app lets nobody in.")
    # The file of the folder goes before the one at home, section by section.
    here.write_text("OPENAI_API_KEY = 'sk-123'\n")
    assert check_secrets() == Check("secrets", State.OK, f"People sign in, as {home} says.")
    here.write_text(LOGIN.replace("[auth]", "[Auth]"))
    assert check_secrets().state is State.OK
    home.unlink()
    assert "in [Auth]; name the section [auth]" in check_secrets().said
