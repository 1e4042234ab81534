"""50 voters in 50 processes cast 10,000 votes; what agreement, consensus and the next case cost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import polars as pl

from benchmarks.measure import keep, measured
from core.labels import (
    LOCAL,
    Ballot,
    Pair,
    QueueTerms,
    Voter,
    cast_vote,
    create_queue,
    next_case,
    queue,
)
from core.labels.agreement.overall import overall_agreement
from core.labels.agreement.pairs import pair_agreement
from core.labels.settling.consensus import consensus
from core.labels.settling.rules import Rule
from core.labels.types import Queue
from core.labels.voters.report import voter_report
from core.store import Workspace

VOTERS, VOTES_EACH = 50, 200
CASES = 100_000
KILLS = 200
ASKED = 200
"""Times that the next case is asked for, far down in a queue."""
AGREED_ON = (200, 5_000)
"""Cases of all votes that agreement is computed of."""


def run(folder: Path) -> None:
    """Let all vote at once, then look at every vote that was acknowledged."""
    keep("voters", [_killed(folder / "killed"), _at_once(folder / "at once")])
    keep("next_case", [_far_down(folder / "far")])
    keep("agreement", _agreement())


def vote(root: Path, name: str, votes: int) -> None:
    """Vote as one person, and print the key and the milliseconds of each acknowledged vote."""
    workspace, voter = Workspace.open(root), Voter(name)
    of = queue(workspace, 1, "q")
    for number in range(votes):
        began = time.perf_counter()
        case = next_case(workspace, of, voter)
        if case is None:
            break
        key = f"{name} {number}"
        cast_vote(workspace, voter, case.key, Ballot(case.key % 3), key)
        print(f"{key}\t{1000 * (time.perf_counter() - began):.3f}", flush=True)


def _with_queue(root: Path, cases: int, wanted: int) -> tuple[Workspace, Queue]:
    workspace = Workspace.open(root)
    with workspace.writing() as db:
        db.execute("INSERT INTO lakes (key, name, root, added_at) VALUES (1, 'b', '/', '')")
        db.execute(
            "INSERT INTO benchmarks (key, name, lake_key, root, format, self_candidate, spelling, "
            "positive_from, notes, added_at) "
            "VALUES (1, 'b', 1, '/', 'ugen', 'included', 'id', 1, '[]', '')"
        )
    pairs = [Pair(f"q{i % 1_000}", f"t{i}") for i in range(cases)]
    return workspace, create_queue(workspace, LOCAL, 1, "q", pairs, QueueTerms(wanted=wanted))


def _begin(root: Path, name: str, votes: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "benchmarks.voters", str(root), name, str(votes)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def _at_once(root: Path) -> dict[str, object]:
    workspace, _ = _with_queue(root, VOTERS * VOTES_EACH // 2, 2)
    said: list[str] = []
    errors = 0
    with measured() as cost:
        for process in [_begin(root, f"v{i}", VOTES_EACH) for i in range(VOTERS)]:
            out, err = process.communicate()
            said += out.splitlines()
            errors += bool(err) or process.returncode != 0
    found = _checked(workspace, [line.split("\t")[0] for line in said], 2)
    taken = np.array([float(line.split("\t")[1]) for line in said])
    return {
        "what": f"{VOTERS} processes at once",
        **found,
        "processes with an error": errors,
        "wall s": cost.wall,
        "CPU s": cost.cpu,
        "median ms": float(np.median(taken)),
        "p95 ms": float(np.quantile(taken, 0.95)),
    }


def _killed(root: Path) -> dict[str, object]:
    """Kill a voter in the middle of voting, again and again, in one database."""
    workspace, of = _with_queue(root, VOTERS * VOTES_EACH, 4)
    moments = np.random.default_rng(7)
    said: list[str] = []
    began, before = time.perf_counter(), sum(os.times()[:4])
    for number in range(KILLS):  # forks: no thread may run beside, so nobody watches the memory
        out, into = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                _vote_on(workspace, of, f"v{number % 4}", number, into)
            finally:  # it never goes on with what its parent is doing
                os._exit(1)
        os.close(into)
        with os.fdopen(out) as lines:
            said.append(lines.readline())
            time.sleep(float(moments.random()) * 0.03)
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            said += lines.readlines()
    return {
        "what": f"killed {KILLS} times",
        **_checked(workspace, [line.rstrip("\n") for line in said], 4),
        "wall s": time.perf_counter() - began,
        "CPU s": sum(os.times()[:4]) - before,
    }


def _vote_on(workspace: Workspace, of: Queue, name: str, number: int, into: int) -> None:
    """Vote until killed, and write the key of each acknowledged vote."""
    voter = Voter(name)
    while (case := next_case(workspace, of, voter)) is not None:
        key = f"{number} {case.key}"
        cast_vote(workspace, voter, case.key, Ballot(2), key)
        os.write(into, f"{key}\n".encode())
    signal.pause()


def _checked(workspace: Workspace, said: list[str], wanted: int) -> dict[str, object]:
    with workspace.reading() as db:
        rows = db.execute("SELECT client_key, case_key, voter FROM votes").fetchall()
        whole = db.execute("PRAGMA integrity_check").fetchone()[0]
        dangling = len(db.execute("PRAGMA foreign_key_check").fetchall())
    stored = {row[0] for row in rows}
    cases = Counter(row[1] for row in rows)
    return {
        "acknowledged": len(said),
        "stored": len(rows),
        "lost": len(set(said) - stored),
        "doubled": len(rows) - len({(row[1], row[2]) for row in rows}),
        "cases over-voted": sum(count > wanted for count in cases.values()),
        "integrity": whole if not dangling else f"{dangling} dangling keys",
    }


def _far_down(root: Path) -> dict[str, object]:
    """Ask for the next of all cases after votes on nine tenths of them."""
    workspace, of = _with_queue(root, CASES, 3)
    ann, far = Voter("ann"), CASES * 9 // 10
    _vote_next(workspace, of, ann)
    with workspace.writing() as db:
        db.execute(
            "INSERT INTO votes (case_key, voter, final, label, reason, app_version, shown, "
            "client_key, voted_at) SELECT key, 'ann', 0, 1, '', '', '', 'k' || key, '' "
            "FROM cases WHERE key BETWEEN 2 AND ?",
            [far],
        )
        db.execute("UPDATE queue_cases SET lacking = 2 WHERE case_key <= ?", [far])
    next_case(workspace, of, ann)  # moves the cursor up once
    spent = []
    for _ in range(ASKED):
        began = time.process_time()
        _vote_next(workspace, of, ann)
        spent.append(1000 * (time.process_time() - began))
    return {
        "cases": CASES,
        "voted on before": far,
        "next case and vote, CPU ms": float(np.median(spent)),
        "p95 CPU ms": float(np.quantile(spent, 0.95)),
    }


def _vote_next(workspace: Workspace, of: Queue, voter: Voter) -> None:
    case = next_case(workspace, of, voter)
    if case is None:
        raise RuntimeError("There must be a case for everybody.")
    cast_vote(workspace, voter, case.key, Ballot(1))


def _agreement() -> list[dict[str, object]]:
    """All votes, on few cases and on many."""
    rows: list[dict[str, object]] = []
    for cases in AGREED_ON:
        votes = _votes(cases)
        row: dict[str, object] = {"cases": cases, "votes": votes.height}
        works: dict[str, Callable[[], object]] = {
            "overall": partial(overall_agreement, votes),
            "every two voters": partial(pair_agreement, votes),
            "every voter": partial(voter_report, votes),
            **{rule.value: partial(consensus, votes, rule) for rule in Rule},
        }
        for name, work in works.items():
            began = time.process_time()
            work()
            row[f"{name}, CPU s"] = time.process_time() - began
        rows.append(row)
    return rows


def _votes(cases: int) -> pl.DataFrame:
    rng = np.random.default_rng(0)
    rows = [
        (f"c{case}", f"v{voter}", "human", int(rng.integers(0, 3)), 5.0, f"{case:05}")
        for case in range(cases)
        for voter in rng.choice(VOTERS, VOTERS * VOTES_EACH // cases, replace=False)
    ]
    schema = ["case", "voter", "kind", "label", "seconds", "voted_at"]
    return pl.DataFrame(rows, schema=schema, orient="row")


if __name__ == "__main__":
    vote(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
