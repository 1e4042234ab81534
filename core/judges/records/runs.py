"""Judge runs: started, found, listed, told to stop."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from core.errors import BusyError
from core.judges.errors import JudgeError, JudgeRunNotFoundError
from core.judges.judge import Judge
from core.judges.protocol import Protocol
from core.judges.records.locks import is_under_way
from core.judges.types import JudgeRun, Purpose, RunState
from core.labels.errors import VoterError
from core.labels.judge_names import Provider
from core.labels.types import Role, Voter
from core.labels.voting.voter_names import kind_of
from core.llm import Effort
from core.store import Workspace
from core.store.sqlite import WHOLE_NUMBERS, Database

MOST_JUDGES = 20

_RUNS = """
    SELECT *, (SELECT count(*) FROM judge_run_cases WHERE run_key = judge_runs.key) AS cases
    FROM judge_runs
"""
_DIED = "Its process ended unexpectedly. Resume it: what was answered is kept and not paid again."

_OPEN = (RunState.WAITING, RunState.RUNNING, RunState.PAUSED, RunState.OVER_BUDGET, RunState.FAILED)
_ALL = frozenset({*_OPEN, RunState.CANCELLED, RunState.DONE})
_GOES_ON = frozenset({RunState.WAITING, RunState.RUNNING})
_MAY: Mapping[RunState, frozenset[RunState]] = {
    # A process may have begun with it just as a person had it wait or paused it.
    RunState.WAITING: _ALL,
    RunState.PAUSED: _ALL,
    RunState.RUNNING: _ALL,
    RunState.OVER_BUDGET: _GOES_ON | {RunState.CANCELLED},
    RunState.FAILED: _GOES_ON | {RunState.CANCELLED},
    RunState.DONE: _GOES_ON,
    RunState.CANCELLED: frozenset(),
}
"""Which states may follow which, whoever enters them."""


_OF_SWAPPED = "orders_must_agree"


def start_run(
    workspace: Workspace,
    curator: Voter,
    benchmark_key: int,
    judges: Sequence[Judge],
    protocol: Protocol,
    *,
    cases: Sequence[int],
    budget: float | None,
    source: Mapping[str, Any],
    purpose: Purpose,
) -> JudgeRun:
    """Enter a judge run, or find the unfinished one that asks the same of the same cases.

    One that is done but for questions that failed is unfinished, and waits from then on.

    Parameters
    ----------
    judges
        One, or a panel of at most 20, each with a name of its own.
    cases
        Keys of the cases, each once, in the order in which they are asked.
    budget
        US dollars; a run that is found again gets this one, unless a process is carrying it out.
    source
        How the cases were chosen.

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    JudgeError
        If there is no judge or no case, a judge is named twice, or the budget is not above 0.
    VoterError
        If a judge has the name of a person who voted.
    BusyError
        If the run that is found again is under way with another budget.
    """
    curator.require(Role.CURATOR, "let judges vote")
    check_judges(judges)
    check_budget(budget)
    if not cases or len(set(cases)) != len(cases):
        raise JudgeError(f"A run has at least one case, and each once. Got {len(cases):,}.")
    told = {
        "judges": json.dumps([_judge_row(judge) for judge in judges]),
        "protocol": json.dumps(_protocol_row(protocol)),
    }
    fingerprint = hashlib.sha256(
        json.dumps([purpose.value, *told.values(), list(cases)]).encode()
    ).hexdigest()
    with workspace.writing() as db:
        for judge in judges:
            _check_name(db, judge)
        key = _reopened(workspace, db, benchmark_key, fingerprint, budget)
        if key is None:
            row = {
                "benchmark_key": benchmark_key,
                "purpose": purpose.value,
                **told,
                "fingerprint": fingerprint,
                "source": json.dumps(dict(source or {}), ensure_ascii=False),
                "budget": budget,
                "state": RunState.WAITING.value,
                "created_by": curator.name,
                "created_at": _now(),
            }
            db.table("judge_runs").insert(row)
            (key,) = db.execute("SELECT last_insert_rowid()").fetchone()
            db.conn.executemany(
                "INSERT INTO judge_run_cases (run_key, place, case_key) VALUES (?, ?, ?)",
                ((key, place, case) for place, case in enumerate(cases)),
            )
    return judge_run(workspace, benchmark_key, key)


def judge_runs(workspace: Workspace, benchmark_key: int) -> list[JudgeRun]:
    """List the judge runs of a benchmark, newest first."""
    sql = f"{_RUNS} WHERE benchmark_key = ? ORDER BY key DESC"
    with workspace.reading() as db:
        rows = list(db.query(sql, [benchmark_key]))
    return [_run(workspace, row) for row in rows]


def judge_run(workspace: Workspace, benchmark_key: int, key: int) -> JudgeRun:
    """Find a judge run.

    Raises
    ------
    JudgeRunNotFoundError
        If the benchmark has none of that number.
    """
    sql = f"{_RUNS} WHERE benchmark_key = ? AND key = ?"
    found = None
    if key in WHOLE_NUMBERS:
        with workspace.reading() as db:
            found = next(db.query(sql, [benchmark_key, key]), None)
    if found is not None:
        return _run(workspace, found)
    raise JudgeRunNotFoundError(
        f"A judge run is named by the number that `judge list` gives. Got {key}, which is none."
    )


def cases_of(workspace: Workspace, run: JudgeRun) -> tuple[int, ...]:
    """Return the keys of the cases of a run, in the order in which they are asked."""
    sql = "SELECT case_key FROM judge_run_cases WHERE run_key = ? ORDER BY place"
    with workspace.reading() as db:
        return tuple(row[0] for row in db.execute(sql, [run.key]))


def set_budget(workspace: Workspace, curator: Voter, run: JudgeRun, budget: float | None) -> None:
    """Give a run another budget, as before it is resumed; raises as `start_run`."""
    curator.require(Role.CURATOR, "change a budget")
    check_budget(budget)
    with workspace.writing() as db:
        if is_under_way(workspace, run.key):
            _require_budget(db, run.key, budget)
        db.execute("UPDATE judge_runs SET budget = ? WHERE key = ?", [budget, run.key])


def pause(workspace: Workspace, curator: Voter, run: JudgeRun) -> None:
    """Stop a run after the requests that are under way; it can be resumed.

    One that nobody carries out, as it waits or its process was killed, is paused at once.

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    """
    _request_stop(workspace, curator, run, "pause", RunState.PAUSED)


def cancel(workspace: Workspace, curator: Voter, run: JudgeRun) -> None:
    """Stop a run for good; its answers and votes are kept. As `pause`, and raises like it."""
    _request_stop(workspace, curator, run, "cancel", RunState.CANCELLED)


def allow(workspace: Workspace, run_key: int) -> None:
    """Take back what somebody asked of a run before, as when it is resumed.

    A run that is under way stops as it was asked to.

    Raises
    ------
    JudgeError
        As `check_goes_on`.
    """
    with workspace.writing() as db:
        check_goes_on(db, run_key)
        if not is_under_way(workspace, run_key):
            db.execute("UPDATE judge_runs SET stop_requested = '' WHERE key = ?", [run_key])


def check_goes_on(db: Database, run_key: int) -> None:
    """Raise `JudgeError` if a run was cancelled: that is for good."""
    found = db.execute("SELECT state FROM judge_runs WHERE key = ?", [run_key]).fetchone()
    if found is not None and not _MAY[RunState(found[0])]:
        raise JudgeError(
            f"A run that was cancelled does not go on. Got run {run_key}, which was; start "
            "another of the same cases: what was answered is not asked or paid again."
        )


def wait_again(db: Database, run_key: int, budget: float | None) -> None:
    """Have a run wait to be carried out, with a budget; raises as `check_goes_on`."""
    check_goes_on(db, run_key)
    _enter(db, run_key, RunState.WAITING)
    sql = "UPDATE judge_runs SET budget = ?, stop_requested = '' WHERE key = ?"
    db.execute(sql, [budget, run_key])


def stop_requested(workspace: Workspace, run_key: int) -> str:
    """Return ``pause`` or ``cancel`` if somebody asked for it, and nothing otherwise.

    A run that is gone, with its benchmark, is to be cancelled.
    """
    with workspace.reading() as db:
        sql = "SELECT stop_requested FROM judge_runs WHERE key = ?"
        found = db.execute(sql, [run_key]).fetchone()
        return "cancel" if found is None else str(found[0])


def enter_state(workspace: Workspace, run_key: int, state: RunState, message: str = "") -> bool:
    """Note how a run stands, unless it was cancelled or is gone; returns whether it is noted.

    A request to stop is done with when it has stopped.
    """
    with workspace.writing() as db:
        entered = _enter(db, run_key, state, message)
        if entered and state not in _GOES_ON:
            db.execute("UPDATE judge_runs SET stop_requested = '' WHERE key = ?", [run_key])
    return entered


def check_judges(judges: Sequence[Judge]) -> None:
    """Raise `JudgeError` if some judges are no panel."""
    if not 1 <= len(judges) <= MOST_JUDGES:
        raise JudgeError(f"A run has 1 to {MOST_JUDGES} judges. Got {len(judges)}.")
    names = [judge.voter for judge in judges]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise JudgeError(
            "A judge is in a run once, also where it is at two addresses, for its votes stand "
            f"under its name. Got {', '.join(twice)} more often."
        )


def check_budget(budget: float | None) -> None:
    """Raise `JudgeError` if a run cannot have a budget."""
    if budget is not None and not 0 < budget < float("inf"):
        raise JudgeError(f"A budget is above 0 US dollars. Got {budget}.")


def _request_stop(
    workspace: Workspace, curator: Voter, run: JudgeRun, what: str, state: RunState
) -> None:
    curator.require(Role.CURATOR, f"{what} a judge run")
    # Where nobody carries it out there is nobody to stop it. The request stays in any case, for a
    # job that is about to begin.
    under_way = is_under_way(workspace, run.key)
    with workspace.writing() as db:
        db.execute("UPDATE judge_runs SET stop_requested = ? WHERE key = ?", [what, run.key])
        if not under_way:
            _enter(db, run.key, state, f"{state.value.capitalize()}.")


def _enter(db: Database, run_key: int, state: RunState, message: str = "") -> bool:
    """Note how a run stands where that may follow how it stood; returns whether it may."""
    before = [one.value for one, may_follow in _MAY.items() if state in may_follow]
    entered = db.execute(
        "UPDATE judge_runs SET state = ?, message = ?, ended_at = ? WHERE key = ? "
        "AND state IN (SELECT value FROM json_each(?)) RETURNING key",
        [state.value, message, None if state in _GOES_ON else _now(), run_key, json.dumps(before)],
    )
    return entered.fetchone() is not None


def _check_name(db: Database, judge: Judge) -> None:
    kind = kind_of(db, judge.voter)
    if kind not in (None, judge.kind):
        raise VoterError(
            f"A voter's name has one kind. Got the judge {judge.voter!r}, but that is the name of "
            f"a {kind} who has voted; it cannot vote here until the benchmarks with those votes "
            "are removed with them (`bench remove --with-votes`)."
        )


def _reopened(
    workspace: Workspace,
    db: Database,
    benchmark_key: int,
    fingerprint: str,
    budget: float | None,
) -> int | None:
    """Find the last run of a fingerprint of which something is open, and let it go on.

    One that is under way goes on as it was told to, should somebody have asked it to stop, too.
    """
    done = RunState.DONE.value
    found = db.execute(
        "SELECT key, state FROM judge_runs WHERE benchmark_key = ? AND fingerprint = ? AND "
        "(state IN (SELECT value FROM json_each(?)) OR (state = ? AND "
        "EXISTS (SELECT 1 FROM judge_failures WHERE run_key = judge_runs.key))) "
        "ORDER BY key DESC LIMIT 1",
        [benchmark_key, fingerprint, json.dumps([state.value for state in _OPEN]), done],
    ).fetchone()
    if found is None:
        return None
    key, state = found
    if is_under_way(workspace, key):
        _require_budget(db, key, budget)
        return int(key)
    if state == done:
        wait_again(db, key, budget)
    else:
        sql = "UPDATE judge_runs SET budget = ?, stop_requested = '' WHERE key = ?"
        db.execute(sql, [budget, key])
    return int(key)


def _require_budget(db: Database, key: int, budget: float | None) -> None:
    """Refuse another budget for a run that a process is carrying out, which would not know it."""
    (kept,) = db.execute("SELECT budget FROM judge_runs WHERE key = ?", [key]).fetchone()
    if budget != kept:
        had, wanted = ("none" if one is None else f"${one:,.2f}" for one in (kept, budget))
        raise BusyError(
            f"A judge run has one budget while it is under way. Got {wanted} for run {key}, which "
            f"is under way with {had}; pause it or wait for its end, and ask again."
        )


def _judge_row(judge: Judge) -> list[str]:
    return [judge.provider.value, judge.model, judge.base_url]


def _protocol_row(protocol: Protocol) -> dict[str, Any]:
    """Write a protocol down as earlier versions did, where it asks for nothing newer.

    A run that one of them began is found again by it.
    """
    told = asdict(protocol)
    if not protocol.swap:
        del told[_OF_SWAPPED]
    if protocol.effort is Effort.DEFAULT:
        del told["effort"]
    return told


def _protocol(row: Mapping[str, Any]) -> Protocol:
    """Read a protocol; earlier versions had the majority of both orders together decide."""
    given = {_OF_SWAPPED: not row["swap"], **row}
    effort = Effort(row.get("effort", Effort.DEFAULT))
    return Protocol(**{**given, "examples": tuple(row["examples"]), "effort": effort})


def _run(workspace: Workspace, row: Mapping[str, Any]) -> JudgeRun:
    state, message = RunState(row["state"]), row["message"]
    if state is RunState.RUNNING and not is_under_way(workspace, row["key"]):
        state, message = RunState.INTERRUPTED, _DIED
    return JudgeRun(
        key=row["key"],
        benchmark_key=row["benchmark_key"],
        purpose=Purpose(row["purpose"]),
        judges=tuple(
            Judge(Provider(provider), model, url)
            for provider, model, url in json.loads(row["judges"])
        ),
        protocol=_protocol(json.loads(row["protocol"])),
        cases=row["cases"],
        source=json.loads(row["source"]),
        budget=row["budget"],
        state=state,
        message=message,
        created_by=row["created_by"],
        created_at=row["created_at"],
        ended_at=row["ended_at"],
    )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
