"""Answers of judges: stored once a request, before anything is made of them, and read."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from typing import Any

from core.judges.records.places import PLACE_COLUMNS, Place
from core.judges.records.spending import attempt_known
from core.judges.types import Answer, Outcome, Sent, Verdict
from core.labels.types import Role, Task, Voter
from core.store import Workspace
from core.store.sqlite import Database

_ASKED_AS = (
    'run_key, asked.voter AS voter, case_key AS "case", number, variant, swapped, '
    'query_id AS query, table_id AS "table", task'
)
"""Where an answer belongs, as `Answer` names it."""

_OF_SENT = ", ".join(one.name for one in fields(Sent) if one.name != "raw")
_ANSWERS = f"""
    SELECT {_ASKED_AS}, reused, {{replaced}} AS replaced, judge_answers.key AS key, label,
        {_OF_SENT}, {{raw}} AS raw, answered_at
    FROM {{table}} AS asked JOIN judge_answers ON judge_answers.key = answer_key
"""  # noqa: S608  # ours
_STORED = (*(one.name for one in fields(Sent)), "label", "voter", "answered_at")
# Not "OR IGNORE", which would pass over what a rule of the table refuses, too.
_INSERT = f"""
    INSERT INTO judge_answers ({", ".join(_STORED)}) VALUES (:{", :".join(_STORED)})
    ON CONFLICT DO NOTHING
"""  # noqa: S608  # ours
_FAILURES = f"""
    SELECT {_ASKED_AS}, 0 AS reused, 0 AS replaced, 0 AS key, request_hash, 'failed' AS outcome,
        error, prompt_version, parameters, structured, seconds, attempts, failed_at AS answered_at
    FROM judge_failures AS asked
"""  # noqa: S608  # ours
_NAMED = (
    " JOIN cases ON cases.key = case_key JOIN judge_runs ON judge_runs.key = run_key "
    "WHERE judge_runs.benchmark_key = ?"
)
_ORDER = " ORDER BY run_key, case_key, asked.voter, variant, number, key"
_ASKED = (
    f"INSERT INTO judge_asked ({PLACE_COLUMNS}, swapped, reused, answer_key) "  # noqa: S608  # ours
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
)
_OF_FAILURES = (
    *("request_hash", "error", "prompt_version", "parameters", "structured", "seconds", "attempts"),
)
_FAILURE = (*PLACE_COLUMNS.split(", "), "swapped", *_OF_FAILURES, "failed_at")
_FAILED = f"""
    INSERT INTO judge_failures ({", ".join(_FAILURE)}) VALUES (:{", :".join(_FAILURE)})
    ON CONFLICT DO UPDATE SET error = excluded.error, request_hash = excluded.request_hash,
        attempts = attempts + excluded.attempts, seconds = excluded.seconds,
        parameters = excluded.parameters, failed_at = excluded.failed_at
"""  # noqa: S608  # ours
_TRUTHS = ("swapped", "reused", "replaced", "structured")
_ANSWERED = f"DELETE FROM judge_failures WHERE ({PLACE_COLUMNS}) = (?, ?, ?, ?, ?)"  # noqa: S608  # ours


@dataclass(frozen=True)
class Question:
    """Where an answer belongs: one of the independent runs of one judge over one case."""

    run_key: int
    voter: str
    case: int
    number: int
    swapped: bool
    variant: str = ""
    again: int = 0
    """How often it was answered before and asked again."""

    @property
    def place(self) -> Place:
        """What no two questions share."""
        return self.run_key, self.voter, self.case, self.number, self.variant


def store_answer(workspace: Workspace, question: Question, sent: Sent) -> None:
    """Store what came of a question; when this returns it is on disk.

    What failed is no answer: it is kept until the question is answered.
    """
    store_answers(workspace, [(question, sent)])


def store_answers(workspace: Workspace, come: Sequence[tuple[Question, Sent]]) -> None:
    """Store what came of some questions, all or none; as `store_answer`."""
    with workspace.writing() as db:
        for question, sent in come:
            attempt_known(db, question.place)
            if sent.outcome is Outcome.FAILED:
                _store_failure(db, question, sent)
            else:
                told = {"voter": question.voter, "answered_at": _now()}
                db.execute(_INSERT, _row(sent) | told)
                _link(db, question, sent.request_hash, reused=False)


def reuse_answer(workspace: Workspace, question: Question, request_hash: str) -> bool:
    """Answer a question by what the same request was answered before; false if it never was."""
    with workspace.reading() as db:
        if not _is_answered(db, request_hash):
            return False
    with workspace.writing() as db:
        _link(db, question, request_hash, reused=True)
    return True


def answered_outcomes(workspace: Workspace, hashes: Sequence[str]) -> dict[str, Outcome]:
    """Return those of some request hashes that are answered, with what came of them."""
    sql = (
        "SELECT request_hash, outcome FROM judge_answers "
        "WHERE request_hash IN (SELECT value FROM json_each(?))"
    )
    with workspace.reading() as db:
        found = db.execute(sql, [json.dumps(list(hashes))])
        return {digest: Outcome(outcome) for digest, outcome in found}


def answered_places(workspace: Workspace, run_key: int) -> set[Place]:
    """Return the places of a run's questions that are answered."""
    sql = f"SELECT {PLACE_COLUMNS} FROM judge_asked WHERE run_key = ?"  # noqa: S608  # ours
    with workspace.reading() as db:
        return {tuple(row) for row in db.execute(sql, [run_key])}


def answers(
    workspace: Workspace,
    benchmark_key: int,
    run_key: int | None = None,
    voter: str | None = None,
    case: int | None = None,
    *,
    variants: bool = False,
    failures: bool = True,
    replaced: bool = False,
    texts: bool = True,
) -> Iterator[Answer]:
    """Read stored answers by run, case, judge and number.

    Parameters
    ----------
    run_key, voter, case
        Of these alone; of all if none.
    variants
        Whether answers to changed tables, as of an injection audit, are among them.
    failures
        Whether questions that got no answer are, at the end, with outcome ``failed``.
    replaced
        Whether answers are, after the others, whose question was asked again.
    texts
        Whether `Answer.raw` is read, which is long; empty otherwise.

    Yields
    ------
    Answer
        One a question; memory stays flat however many there are.
    """
    given = {"run_key": run_key, "asked.voter": voter, "case_key": case}
    given |= {} if variants else {"variant": ""}
    named = {name: value for name, value in given.items() if value is not None}
    where = _NAMED + "".join(f" AND {name} = ?" for name in named) + _ORDER
    raw = "raw" if texts else "''"
    kinds = [_ANSWERS.format(table="judge_asked", replaced=0, raw=raw)]
    kinds += [_ANSWERS.format(table="judge_asked_before", replaced=1, raw=raw)] if replaced else []
    kinds += [_FAILURES] if failures else []
    with workspace.reading() as db:
        for kind in kinds:
            for row in db.query(kind + where, [benchmark_key, *named.values()]):
                yield _answer(row)


def open_answers(
    workspace: Workspace, reader: Voter, benchmark_key: int, run_key: int
) -> Iterator[Answer]:
    """Read all that a run was answered, for a person to look at; as `answers`.

    Raises
    ------
    RoleError
        If the reader is no curator: others may be handed the same cases, to vote on blind.
    """
    reader.require(Role.CURATOR, "open the votes of others")
    return answers(workspace, benchmark_key, run_key, variants=True, replaced=True)


def replaced_keys(workspace: Workspace, benchmark_key: int, voter: str) -> set[tuple[int, int]]:
    """Return cases and keys of a judge's answers whose question some run asked again."""
    sql = (
        "SELECT DISTINCT case_key, answer_key FROM judge_asked_before AS asked "
        "JOIN judge_runs ON judge_runs.key = run_key WHERE benchmark_key = ? AND asked.voter = ?"
    )
    with workspace.reading() as db:
        return set(map(tuple, db.execute(sql, [benchmark_key, voter])))


def models_that_judged(workspace: Workspace, benchmark_key: int, voter: str) -> dict[int, str]:
    """Return by case the model that gave a judge's last verdict, as it names itself.

    That of a rule is its version (`core.judges.asking.rules.RuleJudge.version`).
    """
    sql = (
        "SELECT case_key, model FROM judge_asked AS asked "
        "JOIN judge_answers ON judge_answers.key = answer_key "
        "JOIN judge_runs ON judge_runs.key = run_key WHERE benchmark_key = ? "
        "AND asked.voter = ? AND variant = '' AND outcome = 'ok' ORDER BY run_key, number"
    )
    with workspace.reading() as db:
        return dict(db.execute(sql, [benchmark_key, voter]).fetchall())


def _store_failure(db: Database, question: Question, sent: Sent) -> None:
    row = _row(sent)
    told = {name: row[name] for name in _OF_FAILURES}
    told |= dict(zip(PLACE_COLUMNS.split(", "), question.place, strict=True))
    told |= {"swapped": question.swapped, "failed_at": _now()}
    db.execute(_FAILED, told)


def _link(db: Database, question: Question, request_hash: str, reused: bool) -> None:
    sql = "SELECT key FROM judge_answers WHERE request_hash = ?"
    (key,) = db.execute(sql, [request_hash]).fetchone()
    db.execute(_ASKED, [*question.place, question.swapped, reused, key])
    db.execute(_ANSWERED, list(question.place))


def _is_answered(db: Database, request_hash: str) -> bool:
    sql = "SELECT 1 FROM judge_answers WHERE request_hash = ?"
    return db.execute(sql, [request_hash]).fetchone() is not None


def _row(sent: Sent) -> dict[str, Any]:
    """Write what came as the columns of its table."""
    row = {one.name: getattr(sent, one.name) for one in fields(Sent)}
    row |= {"outcome": sent.outcome.value, "parameters": json.dumps(dict(sent.parameters))}
    if sent.verdict is None:
        return row | {"label": None, "verdict": None}
    told = {name: value for name, value in asdict(sent.verdict).items() if name != "label"}
    verdict = json.dumps(told, ensure_ascii=False)
    return row | {"label": sent.verdict.label, "verdict": verdict}


def _answer(row: dict[str, Any]) -> Answer:
    """Read what `_row` has written, with where it belongs; a failure has not all of it."""
    label, told = row.pop("label", None), row.pop("verdict", None)
    verdict = None
    if told is not None:
        said = json.loads(told)
        verdict = Verdict(label, **{**said, "facets": tuple(said["facets"])})
    row |= {name: bool(row[name]) for name in _TRUTHS}
    row |= {"outcome": Outcome(row["outcome"]), "task": Task(row["task"])}
    return Answer(**row | {"verdict": verdict, "parameters": json.loads(row["parameters"])})


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
