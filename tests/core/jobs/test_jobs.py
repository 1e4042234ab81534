"""Jobs as people have them: started once, followed, cancelled, killed, started again."""

from __future__ import annotations

import fcntl
import multiprocessing
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psutil
import pytest

from core import jobs
from core import lake as lakes
from core.errors import InputError
from core.jobs import Job
from core.jobs.queue import lock_path, now
from core.jobs.worker import WAITS, Notes, run
from core.search import is_built
from core.search.text.ranking import is_ready
from core.search.types import SearchedLake
from core.settings import Settings
from core.store import Workspace
from core.store.sqlite import Database
from tests.files import write_old

DIED = "It ended unexpectedly. Start it again: what was finished is kept."


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    monkeypatch.setenv("SOUNDINGS_ENCODER", "hash")
    monkeypatch.setenv("SOUNDINGS_WORKERS", "1")
    return Workspace.open(tmp_path / "work space")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "tables"
    folder.mkdir()
    for name in "abc":
        write_old(folder / f"{name}.csv", f"city\nOslo\n{name}\n")
    return folder


def wait(condition: Callable[[], object], seconds: float = 240) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)


def ended(workspace: Workspace, job: Job) -> Job:
    wait(lambda: not jobs.job(workspace, job.key).active)
    return jobs.job(workspace, job.key)


def processes_of(workspace: Workspace, key: int) -> list[psutil.Process]:
    wanted = [str(workspace.root), str(key)]
    return [
        process
        for process in psutil.process_iter(["cmdline"])
        if (process.info["cmdline"] or [])[-2:] == wanted
    ]


def slow_folder(folder: Path, files: int) -> Path:
    """Add files that are read one after another, as each is more than half of a group."""
    cells = "\n".join(f"{i},{i * i}" for i in range(150_000))
    for number in range(files):
        write_old(folder / f"slow{number:03}.csv", f"a{number},b\n{cells}\n")
    return folder


def add_row(workspace: Workspace, **given: object) -> int:
    row = {
        "kind": "refresh",
        "subject": "old",
        "arguments": "{}",
        "state": "done",
        "created_at": "2026-01-01T00:00:00+00:00",
        **given,
    }
    with workspace.writing() as db:
        return int(db.table("jobs").insert(row).last_pk)


def test_a_refresh_adds_reads_and_encodes_a_lake(workspace: Workspace, folder: Path) -> None:
    job = jobs.submit(workspace, "refresh", "my lake", folder=str(folder))
    assert job.active
    assert job.arguments == {"folder": str(folder)}
    again = jobs.submit(workspace, "refresh", "my lake")
    assert again.key == job.key

    done = ended(workspace, job)

    assert (done.state, done.message) == ("done", "3 files read, 0 unchanged, 0 gone.")
    assert done.started_at is not None
    assert done.created_at <= done.started_at <= (done.ended_at or "")
    found = lakes.lake(workspace, "my lake")
    assert found.tables == 3
    assert is_built(SearchedLake(workspace, found, Settings(workspace=workspace.root)), "hash")
    assert is_ready(SearchedLake(workspace, found, Settings(workspace=workspace.root)), "bm25")
    assert jobs.jobs(workspace, active_only=True) == []

    later = jobs.submit(workspace, "encode", "my lake", encoder="count")
    assert later.key != job.key
    assert ended(workspace, later).message == "Ready for union search with count."
    assert [one.key for one in jobs.jobs(workspace)] == [later.key, job.key]
    wait(lambda: not processes_of(workspace, job.key))  # nor does a dead process linger


def test_a_job_that_cannot_be_done_says_why(workspace: Workspace, tmp_path: Path) -> None:
    job = jobs.submit(workspace, "refresh", "nowhere", folder=str(tmp_path / "nowhere"))
    other = jobs.submit(workspace, "nonsense", "x")

    failed = ended(workspace, job)
    assert failed.state == "failed"
    assert (
        failed.message == f"A data lake is a folder. Got {tmp_path / 'nowhere'}, which is not one."
    )
    fault = ended(workspace, other)
    assert (fault.state, fault.message) == (
        "failed",
        "A fault in Soundings (KeyError: 'nonsense').",
    )
    log = (workspace.root / "jobs" / f"{other.key}.log").read_text()
    assert "Traceback" in log


def test_relative_paths_are_those_of_who_submits(
    workspace: Workspace, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder.parent)
    (folder.parent / "core").mkdir()  # must not be taken for our package
    (folder.parent / "core" / "__init__.py").write_text("raise SystemExit('not ours')")

    job = jobs.submit(workspace, "refresh", "x", folder="tables")

    assert ended(workspace, job).state == "done"
    assert lakes.lake(workspace, "x").root == str(folder)


def test_a_cancelled_job_keeps_what_it_read(workspace: Workspace, folder: Path) -> None:
    slow_folder(folder, 5)
    job = jobs.submit(workspace, "refresh", "slow", folder=str(folder))
    wait(lambda: jobs.job(workspace, job.key).done)
    jobs.cancel(workspace, job.key)
    assert jobs.job(workspace, job.key).cancel_requested

    stopped = ended(workspace, job)

    kept = lakes.lake(workspace, "slow").tables
    assert stopped.state == "cancelled"
    assert stopped.message == f"Cancelled; {kept:,} of 8 files were read."
    assert 0 < kept < 8
    again = ended(workspace, jobs.submit(workspace, "refresh", "slow"))
    assert again.message == f"{8 - kept:,} files read, {kept:,} unchanged, 0 gone."


def test_a_cancelled_job_is_not_joined_and_its_successor_waits_for_its_end(
    workspace: Workspace, folder: Path
) -> None:
    lakes.add_lake(workspace, "x", folder)
    first = add_row(workspace, kind="refresh", subject="x", state="running")
    with lock_path(workspace, first).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert jobs.submit(workspace, "refresh", "x").key == first
        jobs.cancel(workspace, first)
        after = jobs.submit(workspace, "refresh", "x")
        assert after.key != first
        assert jobs.submit(workspace, "refresh", "x").key == after.key
        wait(lambda: jobs.job(workspace, after.key).message == WAITS)
        assert jobs.job(workspace, after.key).state == "waiting"
        held_until = now()
    # Its lock is free: it has ended, or died.
    done = ended(workspace, after)
    assert held_until <= (done.started_at or "")
    assert (done.state, done.message) == ("done", "3 files read, 0 unchanged, 0 gone.")
    assert jobs.job(workspace, first).state == "failed"


def test_what_has_changed_meanwhile_is_done_by_a_job_that_begins_after_the_running_one(
    workspace: Workspace, folder: Path
) -> None:
    lakes.add_lake(workspace, "x", folder)
    first = add_row(workspace, kind="refresh", subject="x", state="running")
    with lock_path(workspace, first).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        after = jobs.submit_anew(workspace, "refresh", "x")
        assert after.key != first
        assert jobs.submit_anew(workspace, "refresh", "x").key == after.key  # it still waits
        assert jobs.submit(workspace, "refresh", "x").key == first
        other = jobs.submit_anew(workspace, "refresh", "y")
        assert ended(workspace, other).started_at  # of another lake: nothing is waited for
        wait(lambda: jobs.job(workspace, after.key).message == WAITS)
        held_until = now()
    done = ended(workspace, after)
    assert held_until <= (done.started_at or "")
    assert done.message == "3 files read, 0 unchanged, 0 gone."


def test_a_job_that_waits_for_a_cancelled_one_can_be_cancelled(workspace: Workspace) -> None:
    first = add_row(workspace, kind="nonsense", subject="x", state="running", cancel_requested=1)
    with lock_path(workspace, first).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        after = jobs.submit(workspace, "nonsense", "x")
        wait(lambda: jobs.job(workspace, after.key).message == WAITS)
        jobs.cancel(workspace, after.key)
        done = ended(workspace, after)
    assert (done.state, done.message) == ("cancelled", "Cancelled before it began.")


def test_a_killed_job_is_shown_as_failed_and_starts_again(
    workspace: Workspace, folder: Path
) -> None:
    slow_folder(folder, 3)
    job = jobs.submit(workspace, "refresh", "slow", folder=str(folder))
    wait(lambda: jobs.job(workspace, job.key).done)
    (process,) = processes_of(workspace, job.key)
    workers = process.children(recursive=True)
    process.kill()

    wait(lambda: jobs.jobs(workspace)[0].state == "failed")

    assert jobs.jobs(workspace)[0].message == DIED
    psutil.wait_procs(workers, timeout=20)
    assert not [one for one in workers if one.is_running() and one.status() != "zombie"]
    again = jobs.submit(workspace, "refresh", "slow")
    assert again.key != job.key
    assert ended(workspace, again).state == "done"
    assert lakes.lake(workspace, "slow").tables == 6


SUBMITS = """
import os, sys
from pathlib import Path
from core import jobs
from core.store import Workspace
print(jobs.submit(Workspace.open(Path(sys.argv[1])), "refresh", "x", folder=sys.argv[2]).key)
sys.stdout.flush()
os.kill(os.getpid(), 9)
"""


def test_a_job_outlives_the_process_that_submitted_it(workspace: Workspace, folder: Path) -> None:
    command = [sys.executable, "-c", SUBMITS, str(workspace.root), str(folder)]
    submitted = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)

    assert submitted.returncode == -signal.SIGKILL
    assert ended(workspace, jobs.job(workspace, int(submitted.stdout))).state == "done"
    assert lakes.lake(workspace, "x").tables == 3


def submit_in_process(root: Path, folder: Path, ready: Path, gate: Path) -> int:
    ready.touch()
    while not gate.exists():
        time.sleep(0.005)
    return jobs.submit(Workspace.open(root), "refresh", "x", folder=str(folder)).key


def test_four_processes_that_submit_at_once_get_one_job(
    workspace: Workspace, folder: Path, tmp_path: Path
) -> None:
    gate = tmp_path / "gate"
    ready = [tmp_path / f"ready{i}" for i in range(4)]
    with ProcessPoolExecutor(4, multiprocessing.get_context("spawn")) as pool:
        answers = [
            pool.submit(submit_in_process, workspace.root, folder, one, gate) for one in ready
        ]
        wait(lambda: all(one.exists() for one in ready))
        gate.touch()
        keys = {answer.result(timeout=60) for answer in answers}

    assert len(keys) == 1
    assert ended(workspace, jobs.job(workspace, keys.pop())).state == "done"
    assert len(jobs.jobs(workspace)) == 1


def test_an_active_job_whose_lock_is_held_is_left_alone(workspace: Workspace) -> None:
    held, free = (add_row(workspace, state="running", subject=name) for name in ("held", "free"))
    missing = add_row(workspace, state="waiting", subject="missing")
    lock_path(workspace, free).touch()
    with lock_path(workspace, held).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        states = {job.key: (job.state, job.message) for job in jobs.jobs(workspace)}

    assert states == {held: ("running", ""), free: ("failed", DIED), missing: ("failed", DIED)}


def test_a_job_that_ends_while_it_is_looked_at_is_not_said_to_have_died(
    workspace: Workspace,
) -> None:
    about_to_write = threading.Event()

    class Watched(Workspace):
        def writing(self) -> AbstractContextManager[Database]:
            about_to_write.set()
            return super().writing()

    key = add_row(workspace, state="running")
    with ThreadPoolExecutor(1) as pool:
        with workspace.writing() as db:
            listed = pool.submit(jobs.jobs, Watched(workspace.root))
            assert about_to_write.wait(60)  # it has found the lock free
            assert not listed.done()
            sql = "UPDATE jobs SET state = 'done', message = '3 files read.' WHERE key = ?"
            db.execute(sql, [key])
        (found,) = listed.result(timeout=20)
    assert (found.state, found.message) == ("done", "3 files read.")


def test_what_a_newer_job_has_in_the_folder_stays(workspace: Workspace) -> None:
    """It is locked before it is entered, so that no row may tell of it yet."""
    newer = lock_path(workspace, 2)
    newer.touch()
    ended(workspace, jobs.submit(workspace, "nonsense", "x"))
    assert newer.exists()


def test_a_submission_joins_the_active_job_only_if_that_does_the_same(
    workspace: Workspace, tmp_path: Path
) -> None:
    key = add_row(
        workspace, kind="encode", subject="x", state="running", arguments='{"encoder": "hash"}'
    )
    with lock_path(workspace, key).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert jobs.submit(workspace, "encode", "x", encoder="hash").key == key
        assert jobs.submit(workspace, "encode", "x").key == key
        other = jobs.submit(workspace, "encode", "x", encoder="count")
        assert other.key != key
        assert other.arguments == {"encoder": "count"}
        ended(workspace, other)


def test_only_a_job_that_waits_is_run(workspace: Workspace) -> None:
    key = add_row(workspace, state="cancelled", kind="nonsense")

    run(workspace, key, Settings(workspace=workspace.root))

    assert jobs.job(workspace, key).state == "cancelled"


def test_a_number_is_not_given_again_once_its_job_is_forgotten(workspace: Workspace) -> None:
    hidden = ended(workspace, jobs.submit(workspace, "nonsense", "x"))
    jobs.forget_failures(workspace, "nonsense", "x")
    other = jobs.submit(workspace, "nonsense", "y")
    assert other.key == hidden.key + 1
    jobs.cancel(workspace, hidden.key)  # by a page that still shows the hidden one
    assert not jobs.job(workspace, other.key).cancel_requested
    with pytest.raises(InputError, match=rf"Got {hidden.key}\."):
        jobs.job(workspace, hidden.key)
    assert (workspace.root / "jobs" / f"{hidden.key}.log").is_file()
    ended(workspace, other)


def test_a_number_that_a_process_still_holds_is_passed_over_at_once(workspace: Workspace) -> None:
    with lock_path(workspace, 1).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with ThreadPoolExecutor(1) as pool:
            submitted = pool.submit(jobs.submit, workspace, "nonsense", "x")
            try:
                job = submitted.result(timeout=20)
            finally:
                fcntl.flock(lock, fcntl.LOCK_UN)
    assert job.key == 2
    assert [one.key for one in jobs.jobs(workspace)] == [2]
    ended(workspace, job)


def test_a_cancellation_is_seen_without_progress(workspace: Workspace) -> None:
    key = add_row(workspace, state="running")
    notes = Notes(workspace, key)
    assert not notes.should_stop()

    jobs.cancel(workspace, key)

    wait(notes.should_stop, seconds=2)


def test_an_ended_job_cannot_be_cancelled_and_an_unknown_one_is_told(workspace: Workspace) -> None:
    key = add_row(workspace)
    jobs.cancel(workspace, key)

    assert not jobs.job(workspace, key).cancel_requested
    jobs.cancel(workspace, 99)
    with pytest.raises(InputError, match=r"Got 99\."):
        jobs.job(workspace, 99)


def running(began: timedelta, **given: object) -> Job:
    values: dict[str, object] = {
        "key": 1,
        "kind": "refresh",
        "subject": "x",
        "arguments": {},
        "state": "running",
        "done": 30,
        "total": 50,
        "message": "",
        "cancel_requested": False,
        "created_at": "",
        "started_at": "2020-01-01T00:00:00+00:00",
        "ended_at": None,
        "step_started_at": (datetime.now(UTC) - began).isoformat(),
        "step_done": 10,
        "noted_at": datetime.now(UTC).isoformat(),
        **given,
    }
    return Job(**values)  # type: ignore[arg-type]


def test_time_left_is_at_the_pace_of_the_step() -> None:
    # 20 of the step took 60 seconds, so the other 20 do.
    assert running(timedelta(seconds=60)).seconds_left == pytest.approx(60, abs=30)
    assert running(timedelta(seconds=-60)).seconds_left is None  # the clock was put back
    for given in (
        {"done": 10},
        {"total": 0},
        {"step_started_at": None},
        {"noted_at": None},
        {"state": "waiting"},
    ):
        assert running(timedelta(seconds=60), **given).seconds_left is None


def test_time_left_falls_while_nothing_new_is_noted() -> None:
    def noted(ago: float) -> float | None:
        moment = (datetime.now(UTC) - timedelta(seconds=ago)).isoformat()
        return running(timedelta(seconds=60 + ago), noted_at=moment).seconds_left

    # 20 of the step had taken 60 seconds when that was noted, so the other 20 take as long.
    assert noted(0) == pytest.approx(60, abs=5)
    assert noted(25) == pytest.approx(35, abs=5)
    assert noted(61) is None


def test_no_time_is_told_by_the_first_moments_of_a_step() -> None:
    begun = {"done": 11, "total": 50}
    assert running(timedelta(seconds=9), **begun).seconds_left is None
    assert running(timedelta(seconds=9), **begun, step_done=0).seconds_left == pytest.approx(
        9 / 11 * 39, abs=5
    )
    assert running(timedelta(seconds=60), **begun).seconds_left == pytest.approx(2340, abs=60)


def test_a_new_step_has_a_pace_of_its_own(workspace: Workspace) -> None:
    key = add_row(workspace, state="running")
    notes = Notes(workspace, key)

    notes.progress(0, 100, "Reading files")
    notes.progress(100, 100, "Reading files")
    first = jobs.job(workspace, key)
    time.sleep(0.01)
    notes.progress(5, 20, "Encoding columns")  # five were known already
    second = jobs.job(workspace, key)

    assert (first.done, first.step_done, second.done, second.step_done) == (100, 0, 5, 5)
    assert (first.noted_at or "") < (second.noted_at or "")
    assert (first.step_started_at or "") < (second.step_started_at or "")
    assert second.message == "Encoding columns"


def test_a_step_of_the_same_words_and_size_has_a_pace_of_its_own_too(workspace: Workspace) -> None:
    key = add_row(workspace, state="running")
    notes = Notes(workspace, key)
    notes.progress(0, 100, "Encoding")
    notes.progress(100, 100, "Encoding")
    first = jobs.job(workspace, key)
    time.sleep(0.01)
    notes.progress(5, 100, "Encoding")
    second = jobs.job(workspace, key)
    assert (second.done, second.step_done) == (5, 5)
    assert (first.step_started_at or "") < (second.step_started_at or "")


def test_notes_are_written_a_few_times_a_second(workspace: Workspace) -> None:
    key = add_row(workspace, state="running")
    notes = Notes(workspace, key)
    notes.progress(0, 1_000, "Reading files")

    for done in range(1, 500):
        notes.progress(done, 1_000, "Reading files")
    assert jobs.job(workspace, key).done < 400
    notes.progress(1_000, 1_000, "Reading files")
    assert jobs.job(workspace, key).done == 1_000


def test_a_thousand_old_jobs_are_listed_newest_first(workspace: Workspace) -> None:
    row = {"kind": "refresh", "arguments": "{}", "state": "done", "created_at": "2026-01-01"}
    with workspace.writing() as db:
        db.table("jobs").insert_all({**row, "subject": f"lake {i}"} for i in range(1_000))

    found = jobs.jobs(workspace)

    assert [job.key for job in found] == list(range(1_000, 0, -1))


def test_the_last_job_of_a_subject_that_ended_is_found_by_kind(workspace: Workspace) -> None:
    first = add_row(workspace, subject="mine", kind="encode", state="failed")
    second = add_row(workspace, subject="mine", kind="refresh")
    add_row(workspace, subject="other", kind="refresh")
    died = add_row(workspace, subject="mine", kind="words", state="running")  # its lock is free

    def key(subject: str, kind: str = "") -> int | None:
        found = jobs.last_ended(workspace, subject, kind)
        return found and found.key

    assert (key("mine", "encode"), key("mine", "refresh"), key("mine")) == (first, second, died)
    assert (key("mine", "index"), key("nobody's")) == (None, None)
    well = add_row(workspace, subject="mine", kind="index")
    assert (key("mine", "index"), key("mine")) == (well, died)  # what failed is said all the same
    jobs.forget_failures(workspace, "words", "mine")
    assert key("mine") == first
    jobs.forget_failures(workspace, "encode", "mine")
    assert key("mine") == well
    first = add_row(workspace, subject="mine", kind="encode", state="failed")
    running = add_row(workspace, subject="mine", kind="encode", state="running")
    with lock_path(workspace, running).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert key("mine", "encode") == first


def test_old_jobs_do_not_pile_up(workspace: Workspace, folder: Path) -> None:
    with workspace.writing() as db:
        db.table("jobs").insert_all(
            {
                "kind": "refresh",
                "subject": f"lake {i}",
                "arguments": "{}",
                "state": "running" if i == 1 else "done",
                "created_at": "2026-01-01",
            }
            for i in range(1_200)
        )
    left = workspace.folder("jobs")
    for key in range(1, 1_201):
        (left / f"{key}.log").touch()
        (left / f"{key}.lock").touch()
    (left / "notes.txt").touch()
    with lock_path(workspace, 2).open("w") as lock:  # lake 1, which still runs
        fcntl.flock(lock, fcntl.LOCK_EX)
        job = jobs.submit(workspace, "refresh", "x", folder=str(folder))
        ended(workspace, job)
        found = [one.key for one in jobs.jobs(workspace)]
        names = {path.name for path in left.iterdir()}

    assert job.key == 1_201
    assert found == [*range(1_201, 201, -1), 2]
    assert names == {
        "notes.txt",
        "2.log",
        "2.lock",
        "1201.lock",
        *(f"{key}.log" for key in range(1_102, 1_202)),
    }


def test_a_job_whose_process_cannot_be_started_says_so(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")

    job = jobs.submit(workspace, "refresh", "x")

    assert job.state == "failed"
    assert job.message == "It could not be started (No such file or directory)."
