"""Many voters at once, voters killed at random, and a voter far down a queue."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

from core.labels import LOCAL, Ballot, Pair, QueueTerms, Voter, cast_vote, create_queue, next_case
from core.store import Workspace
from tests.core.labels.conftest import with_benchmark

PROJECT = Path(__file__).resolve().parents[3]

VOTING = """
import sys, threading
from pathlib import Path
from core.labels import Ballot, Voter, cast_vote, next_case, queue
from core.store import Workspace
workspace = Workspace.open(Path(sys.argv[1]))
of = queue(workspace, 1, "q")
lock = threading.Lock()
def vote(name):
    voter = Voter(name)
    for number in range(int(sys.argv[2])):
        case = next_case(workspace, of, voter)
        if case is None:
            break
        key = f"{name} {number} {sys.argv[4]}"
        cast_vote(workspace, voter, case.key, Ballot(case.key % 3), key)
        with lock:
            print(key, flush=True)
threads = [threading.Thread(target=vote, args=(name,)) for name in sys.argv[3].split(",")]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
"""


def start(root: Path, votes: int, names: str, run: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", VOTING, str(root), str(votes), names, run],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
    )


def stored(workspace: Workspace) -> list[tuple[str, int, str]]:
    with workspace.reading() as db:
        rows = db.execute("SELECT client_key, case_key, voter FROM votes").fetchall()
        assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
    return [tuple(row) for row in rows]


def lacking(workspace: Workspace) -> dict[int, int]:
    with workspace.reading() as db:
        return dict(tuple(row) for row in db.execute("SELECT case_key, lacking FROM queue_cases"))


def test_fifty_voters_lose_no_vote_and_double_none(tmp_path: Path) -> None:
    """2,000 votes wanted in all by cases that want two each: everybody finds work to the end.

    `python -m benchmarks voters` does it with 10,000 votes of 50 processes.
    """
    workspace = with_benchmark(tmp_path)
    create_queue(
        workspace, LOCAL, 1, "q", [Pair("q", f"t{i}") for i in range(1_000)], QueueTerms(wanted=2)
    )
    groups = [",".join(f"v{10 * group + i}" for i in range(10)) for group in range(5)]
    running = [start(tmp_path, 40, names, "once") for names in groups]
    said: list[str] = []
    for process in running:
        out, err = process.communicate(timeout=240)
        assert (process.returncode, err) == (0, "")
        said += out.splitlines()

    votes = stored(workspace)
    assert sorted(said) == sorted(key for key, _, _ in votes)
    assert len(set(said)) == len(said)
    each = Counter((case, voter) for _, case, voter in votes)
    assert max(each.values()) == 1
    # No case was handed out more often than it lacked votes.
    assert max(Counter(case for _, case, _ in votes).values()) == 2
    assert all(left >= 0 for left in lacking(workspace).values())
    # Who finds nothing free has voted on at most 39 of the cases that still lack votes, and the
    # 49 others hold the rest: so few are left when the first one stops.
    assert len(votes) >= 2_000 - 2 * (39 + 49)


KILLING = """
import os, random, signal, sys, time
from pathlib import Path
from core.labels import Ballot, Voter, cast_vote, next_case, queue
from core.store import Workspace
workspace = Workspace.open(Path(sys.argv[1]))
of = queue(workspace, 1, "q")
moments = random.Random(5)
def begin(name, run):
    out, into = os.pipe()
    child = os.fork()
    if child:
        os.close(into)
        return child, os.fdopen(out)
    voter = Voter(name)
    for number in range(150):  # in all runs together fewer than there are cases
        case = next_case(workspace, of, voter)
        key = f"{name} {run} {number}"
        cast_vote(workspace, voter, case.key, Ballot(2), key)
        os.write(into, f"{key}\\n".encode())
    signal.pause()
for run in range(int(sys.argv[2]) // 4):
    children = [begin(f"v{i}", run) for i in range(4)]
    said = [out.readline() for _, out in children]  # each is voting by now
    for child, _ in children:
        time.sleep(moments.random() * 0.02)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    print("".join(said + [out.read() for _, out in children]), end="")
"""


def test_votes_that_were_acknowledged_outlive_two_hundred_kills(tmp_path: Path) -> None:
    workspace = with_benchmark(tmp_path)
    create_queue(
        workspace, LOCAL, 1, "q", [Pair("q", f"t{i}") for i in range(9_000)], QueueTerms(wanted=4)
    )
    process = subprocess.run(
        [sys.executable, "-c", KILLING, str(tmp_path), "200"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
        check=False,
        timeout=240,
    )
    assert (process.returncode, process.stderr) == (0, "")
    said = process.stdout.splitlines()
    votes = stored(workspace)
    assert set(said) <= {key for key, _, _ in votes}
    assert len(said) == len(set(said)) >= 200
    assert max(Counter((case, voter) for _, case, voter in votes).values()) == 1
    each = Counter(case for _, case, _ in votes)
    assert all(4 - each[case] == left for case, left in lacking(workspace).items())


def test_the_next_case_is_found_behind_all_that_one_has_voted_on(tmp_path: Path) -> None:
    workspace = with_benchmark(tmp_path)
    pairs = [Pair(f"q{i % 100}", f"t{i}") for i in range(2_000)]
    of = create_queue(workspace, LOCAL, 1, "q", pairs, QueueTerms(wanted=3))
    ann = Voter("ann")
    case = next_case(workspace, of, ann)
    assert case is not None
    cast_vote(workspace, ann, case.key, Ballot(1))
    with workspace.writing() as db:  # Ann has voted on 1,800; nobody else has on any
        db.execute(
            "INSERT INTO votes (case_key, voter, final, label, reason, app_version, shown, "
            "client_key, voted_at) SELECT key, 'ann', 0, 1, '', '', '', 'k' || key, '' "
            "FROM cases WHERE key BETWEEN 2 AND 1800"
        )
        db.execute("UPDATE queue_cases SET lacking = 2 WHERE case_key <= 1800")
    for number in range(1_800, 1_820):
        case = next_case(workspace, of, ann)
        assert case is not None
        assert case.table == f"t{number}"
        cast_vote(workspace, ann, case.key, Ballot(1))
