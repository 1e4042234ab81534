"""Releases and votes of a workspace that an earlier version made."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from core.labels import (
    LOCAL,
    Ballot,
    Voter,
    adjudicate,
    cast_vote,
    current_votes,
    history,
    progress,
    queues,
)
from core.labels.queueing.queued import votes_needed, votes_wanted
from core.lake import lake
from core.store import Workspace
from core.store.migrations import migrations
from core.store.sqlite import Database

BENCHMARK = {
    "lake_key": 1,
    "root": "/x",
    "self_candidate": "none",
    "spelling": "id",
    "positive_from": 1,
    "notes": "[]",
    "added_at": "2026-01-01",
}
_FILE_TEXTS = ("reader_version", "content_hash", "reason", "hint", "encoding", "delimiter", "notes")
_FILE_NUMBERS = (
    *("bytes", "modified_ns", "tables"),
    *("rows_read", "rows_padded", "rows_cut", "rows_refused"),
)


class Earlier:
    """A workspace as it was before a migration, with one lake."""

    def __init__(self, folder: Path, stop_before: str) -> None:
        self._folder = folder
        self._db = Database(folder / "soundings.db")
        migrations.apply(self._db, stop_before=stop_before)
        self._db.table("lakes").insert({"name": "lake", "root": "/x", "added_at": ""})

    def table(self, table_id: str, labels: list[str]) -> None:
        """Enter a table with its columns."""
        file = dict.fromkeys(_FILE_TEXTS, "") | dict.fromkeys(_FILE_NUMBERS, 0)
        self._insert("files", {**file, "lake_key": 1, "path": table_id})
        table = {
            "lake_key": 1,
            "path": table_id,
            "table_id": table_id,
            "types": "",
            "container": "",
        }
        numbers = dict.fromkeys(("rows", "columns", "bytes", "missing_share"), 0)
        key = self._insert("tables", {**table, **numbers, "content_hash": ""})
        counts = dict.fromkeys(("filled", "missing", "distinct_values"), 0)
        for position, label in enumerate(labels):
            column = {"table_key": key, "position": position, "name": label, "label": label}
            self._insert("columns", {**column, **counts, "data_type": "string", "details": "{}"})

    def benchmark(
        self, name: str, form: str, queries: list[str], keys: Sequence[str | None] = ()
    ) -> int:
        """Enter a benchmark with its queries on `t.csv`; return its key."""
        key = self._insert("benchmarks", {**BENCHMARK, "name": name, "format": form})
        for place, query in enumerate(queries):
            asked = {"benchmark_key": key, "query_id": query, "place": place, "mode": "union"}
            if keys:
                asked |= {"table_id": "t.csv", "join_column": keys[place]}
            self._insert("benchmark_queries", asked)
        return key

    def case(self, benchmark: int, query: str, created_at: str) -> int:
        """Put a pair to the vote; return its key."""
        pair = {"benchmark_key": benchmark, "query_id": query, "table_id": "t"}
        return self._insert(
            "cases", {**pair, "task": "union", "origin": "search", "created_at": created_at}
        )

    def vote(self, case: int, client_key: str, voted_at: str, **other: Any) -> int:
        """Enter a vote of Ann, unless told otherwise; return its key."""
        row = {"case_key": case, "voter": "ann", "final": 0, "label": 2, "client_key": client_key}
        texts = dict.fromkeys(("reason", "app_version", "shown"), "")
        return self._insert("votes", {**row, **texts, "voted_at": voted_at, **other})

    def queue(self, benchmark: int, source: str, wanted: int, cases: Sequence[int]) -> None:
        """Enter a queue, named like its source, of cases that nobody has voted on."""
        row = {"benchmark_key": benchmark, "name": source, "source": source, "wanted": wanted}
        texts = {"ordering": "rank", "created_by": "ann", "created_at": "2026-01-02"}
        key = self._insert("queues", {**row, **texts, "seed": 0})
        for place, case in enumerate(cases, start=1):
            held = {"queue_key": key, "case_key": case, "place": place, "lacking": wanted}
            self._insert("queue_cases", {**held, "origin": "gtfp"})

    def judge_run(self, benchmark: int) -> int:
        """Enter a judge run; return its key."""
        texts = ("judges", "protocol", "fingerprint", "source", "state", "created_by", "created_at")
        row = {**dict.fromkeys(texts, ""), "benchmark_key": benchmark, "purpose": "vote"}
        return self._insert("judge_runs", row)

    def judge_answer(self, run: int, voter: str, case: int, request: str) -> None:
        """Enter what a judge answered in a run."""
        texts = ("raw", "error", "prompt_version", "model", "parameters", "answered_at")
        answer = dict.fromkeys(texts, "") | {"outcome": "ok", "label": 2, "verdict": "{}"}
        numbers = {"structured": 1, "seconds": 0, "attempts": 1}
        row = {**answer, **numbers, "request_hash": request, "voter": voter}
        key = self._insert("judge_answers", row)
        place = {"run_key": run, "voter": voter, "case_key": case, "number": 1, "variant": ""}
        asked = {**place, "swapped": 0, "reused": 0, "answer_key": key}
        self._insert("judge_asked", asked)

    def run(self, benchmark: int, method: str, rankings: str, **parameters: str) -> None:
        """Enter the run of a method, made a day after the one before."""
        (count,) = self._db.execute("SELECT count(*) FROM runs").fetchone()
        row = {"benchmark_key": benchmark, "method": method, "rankings": rankings, "depth": 1}
        texts = {"parameters": json.dumps(parameters), "created_at": f"2026-01-{count + 1:02}"}
        self._insert("runs", {**row, **texts, "versions": "{}", "lake_fingerprint": ""})

    def execute(self, sql: str) -> None:
        """Run a statement of a test."""
        self._db.execute(sql)

    def release(
        self, benchmark: int, name: str, labels: dict[str, int], base: str = "", at: str = ""
    ) -> int:
        """Enter a release with one label a query; return its key."""
        row = {"benchmark_key": benchmark, "name": name, "base_release": base}
        key = self._insert("releases", {**row, "fingerprint": name, "created_at": at})
        for query, grade in labels.items():
            label = {"release_key": key, "query_id": query, "table_id": "t", "relevance": grade}
            self._insert("labels", label)
        return key

    def migrated(self) -> Workspace:
        """Bring it to the version of today."""
        self._db.conn.commit()
        self._db.close()
        return Workspace.open(self._folder)

    def _insert(self, table: str, row: dict[str, Any]) -> int:
        marks = ", ".join("?" * len(row))
        sql = f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})"  # a test's
        return int(self._db.execute(sql, list(row.values())).lastrowid or 0)


def test_a_release_keeps_the_queries_that_it_was_made_with(tmp_path: Path) -> None:
    earlier = Earlier(tmp_path, "m013_release_queries")
    published = earlier.benchmark("published", "ugen", ["a", "b"])
    voted = earlier.benchmark("voted", "lake", ["a", "b", "c"])
    for query, at in (("a", "2026-01-01"), ("b", "2026-01-02"), ("c", "2026-01-04")):
        earlier.case(voted, query, at)
    keys = [
        earlier.release(published, "base", {"a": 1}),
        earlier.release(voted, "base", {}, at="2026-01-02"),
        earlier.release(voted, "r1", {"a": 2}, "base", "2026-01-03"),
    ]
    workspace = earlier.migrated()
    with workspace.reading() as db:
        rows = db.execute("SELECT release_key, query_id FROM release_queries ORDER BY 1, 2")
        kept = [tuple(row) for row in rows]
    first, begun, made = keys
    assert kept == [(first, "a"), (first, "b"), (begun, "a"), (made, "a"), (made, "b")]


def test_a_release_made_of_votes_is_not_taken_for_binary(tmp_path: Path) -> None:
    earlier = Earlier(tmp_path, "m014_binary_releases")
    for name, grade in (("binary", 1), ("graded", 2)):
        key = earlier.benchmark(name, "ugen", ["a", "b"])
        earlier.release(key, "base", {"a": grade, "b": 0})
        earlier.release(key, "r1", {"a": 1, "b": 0}, "base")
    earlier.release(earlier.benchmark("voted", "lake", ["a"]), "base", {})
    workspace = earlier.migrated()
    with workspace.reading() as db:
        found = [row[0] for row in db.execute("SELECT binary FROM releases ORDER BY key")]
    assert found == [1, 0, 0, 0, 0]
    with (
        pytest.raises(sqlite3.IntegrityError, match="A release is never changed"),
        workspace.writing() as db,
    ):
        db.execute("UPDATE releases SET binary = 0")


def test_the_columns_of_a_key_are_told_by_the_table_that_has_them(tmp_path: Path) -> None:
    earlier = Earlier(tmp_path, "m016_join_keys")
    earlier.table("t.csv", ["city", "code", "a, b"])
    keys = [None, "city", "city, code", "a, b", "city, gone"]
    for form in ("lake", "ugen"):
        earlier.benchmark(form, form, [f"q{place}" for place in range(len(keys))], keys)
    workspace = earlier.migrated()
    sql = "SELECT join_on FROM benchmark_queries ORDER BY benchmark_key, place"
    with workspace.reading() as db:
        found = [json.loads(row[0]) for row in db.execute(sql)]
    as_one = [[], ["city"], ["city, code"], ["a, b"], ["city, gone"]]
    assert found[:5] == [[], ["city"], ["city", "code"], ["a, b"], ["city, gone"]]
    assert found[5:] == as_one


def test_votes_stay_as_they_are_when_their_keys_become_those_of_a_benchmark(tmp_path: Path) -> None:
    earlier = Earlier(tmp_path, "m017_keys_of_votes")
    earlier.execute("INSERT INTO voters VALUES ('ann', 'human', '')")
    first, other = (earlier.benchmark(name, "ugen", ["a"]) for name in ("first", "other"))
    case, elsewhere = (earlier.case(key, "a", "2026-01-01") for key in (first, other))
    earlier.vote(case, "later", "2026-05-01T00:00:00+00:00")
    earlier.vote(case, "earlier", "2026-04-01T00:00:00+00:00")
    earlier.vote(elsewhere, "gone", "2026-04-01T00:00:00+00:00")
    earlier.execute("PRAGMA foreign_keys = ON")
    earlier.execute(f"DELETE FROM benchmarks WHERE key = {other}")
    workspace = earlier.migrated()
    with workspace.reading() as db:
        kept = db.execute("SELECT key, client_key, voted_at, label FROM votes ORDER BY key")
        assert [tuple(row) for row in kept] == [
            (1, "later", "2026-05-01T00:00:00+00:00", 2),
            (2, "earlier", "2026-04-01T00:00:00+00:00", 2),
        ]
        superseded = db.execute("SELECT key, by_key FROM superseded_votes").fetchall()
        assert [tuple(row) for row in superseded] == [(2, 1)]
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
    for change in ("UPDATE votes SET label = 0", "DELETE FROM votes"):
        with pytest.raises(sqlite3.IntegrityError, match="A vote"), workspace.writing() as db:
            db.execute(change)
    # The number of a vote that is gone is not given again: releases tell votes by it.
    assert cast_vote(workspace, Voter("ann"), case, Ballot(1)).key == 4


def test_a_decision_that_is_none_stands_back_for_the_one_before(tmp_path: Path) -> None:
    earlier = Earlier(tmp_path, "m022_decisions_and_votes_of_runs")
    for voter, kind in (("ann", "human"), ("openai:m", "llm")):
        earlier.execute(f"INSERT INTO voters VALUES ('{voter}', '{kind}', '')")
    benchmark = earlier.benchmark("b", "ugen", ["a"])
    case = earlier.case(benchmark, "a", "2026-01-01")
    earlier.vote(case, "decided", "2026-04-01", final=1, label=0)
    earlier.vote(case, "by a model", "2026-04-02", final=1, voter="openai:m")
    earlier.vote(case, "can't tell", "2026-04-03", final=1, label=None)
    alone = earlier.case(earlier.benchmark("other", "ugen", ["a"]), "a", "2026-01-01")
    earlier.vote(alone, "alone", "2026-04-02", final=1, voter="openai:m")
    workspace = earlier.migrated()
    assert current_votes(workspace, benchmark, final=True).select("voter", "label").rows() == [
        ("ann", 0)
    ]
    assert current_votes(workspace, benchmark + 1, final=True).is_empty()
    kept = history(workspace, LOCAL, case)
    assert [(vote.client_key, vote.current) for vote in kept] == [
        ("decided", True),
        ("by a model", False),
        ("can't tell", False),
    ]
    adjudicate(workspace, LOCAL, case, Ballot(1))
    assert current_votes(workspace, benchmark, final=True)["label"].to_list() == [1]


def test_the_votes_of_a_judge_run_are_told_from_those_of_files(tmp_path: Path) -> None:
    earlier = Earlier(tmp_path, "m022_decisions_and_votes_of_runs")
    earlier.execute("INSERT INTO voters VALUES ('llm:my model', 'llm', '')")
    benchmark = earlier.benchmark("b", "ugen", ["a", "b", "c", "d"])
    asked, split, brought, other = (earlier.case(benchmark, q, "2026-01-01") for q in "abcd")
    run = earlier.judge_run(benchmark)
    for case, request in ((asked, "r1"), (split, "r2"), (other, "r3")):
        earlier.judge_answer(run, "llm:my model", case, request)
    digest = "0123456789abcdef"
    for case, shown in ((asked, "r1"), (split, ""), (brought, "r9"), (other, "r9")):
        key = f"judge run {run} llm:my model {case} {digest}"
        earlier.vote(case, key, "2026-04-01", voter="llm:my model", shown=shown)
    earlier.vote(asked, f"judge run {run} llm:my model 99 {digest}", "2026-04-02")
    workspace = earlier.migrated()
    with workspace.reading() as db:
        rows = db.execute("SELECT run_key, voter, case_key, digest, vote_key FROM judge_votes")
        assert [tuple(row) for row in rows] == [
            (run, "llm:my model", asked, digest, 1),
            (run, "llm:my model", split, digest, 2),
        ]


def test_a_lakes_last_table_is_the_newest_that_it_has(tmp_path: Path) -> None:
    earlier = Earlier(tmp_path, "m024_last_tables")
    earlier.table("a.csv", ["x"])
    earlier.table("b.csv", ["x"])
    assert lake(earlier.migrated(), "lake").last_table == 2


def test_a_run_is_called_by_its_encoder_and_of_two_alike_the_newer_stays(tmp_path: Path) -> None:
    earlier = Earlier(tmp_path, "m025_runs_by_their_encoder")
    one, other, third = (earlier.benchmark(name, "ugen", ["q"]) for name in "abc")
    earlier.run(one, "columns", "old", encoder="hash")
    earlier.run(one, "columns:hash", "new", encoder="hash")
    earlier.run(one, "bipartite", "only", encoder="tfidf")
    earlier.run(one, "hash", "plain", encoder="hash")
    earlier.run(other, "columns:hash", "old", encoder="hash")
    earlier.run(other, "columns", "new", encoder="hash")
    earlier.run(other, "bipartite", "theirs", file="x.csv")
    earlier.run(third, "columns", "made", encoder="hash")
    earlier.run(third, "columns:hash", "theirs", file="x.csv")
    with earlier.migrated().reading() as db:
        sql = "SELECT method, rankings FROM runs WHERE benchmark_key = ? ORDER BY method"
        runs = [[tuple(row) for row in db.execute(sql, [key])] for key in (one, other, third)]
    assert runs == [
        [("bipartite:tfidf", "only"), ("columns:hash", "new"), ("hash", "plain")],
        [("bipartite", "theirs"), ("columns:hash", "new")],
        [("columns", "made"), ("columns:hash", "theirs")],
    ]


def test_no_moment_is_known_of_earlier_votes_of_which_an_import_made_up_the_key(
    tmp_path: Path,
) -> None:
    earlier = Earlier(tmp_path, "m030_moments_of_votes")
    for voter in ("ann", "bob"):
        earlier.execute(f"INSERT INTO voters VALUES ('{voter}', 'human', '')")
    benchmark = earlier.benchmark("b", "ugen", ["a"])
    case = earlier.case(benchmark, "a", "2026-01-01")
    earlier.vote(case, "import 0123abcd", "2026-04-01")
    earlier.vote(case, "cast here", "2026-04-02", voter="bob")
    workspace = earlier.migrated()
    assert current_votes(workspace, benchmark).select("voter", "voted_at").rows() == [
        ("ann", None),
        ("bob", "2026-04-02"),
    ]
    kept = history(workspace, LOCAL, case)
    assert [(vote.voted_at, vote.timed) for vote in kept] == [
        ("2026-04-01", False),
        ("2026-04-02", True),
    ]


def test_disputed_cases_that_were_sent_to_people_are_settled_by_what_else_is_wanted(
    tmp_path: Path,
) -> None:
    earlier = Earlier(tmp_path, "m032_votes_wanted_of_each_case")
    of = earlier.benchmark("tiny", "ugen", ["a", "b", "c"])
    cases = [earlier.case(of, query, "2026-01-01") for query in "abc"]
    earlier.queue(of, '{"pairs": "pairs.csv"}', 2, cases[:2])
    earlier.queue(of, '{"disputed by": "openai:m"}', 4, cases[1:])
    workspace = earlier.migrated()
    first, second, third = map(str, cases)
    assert votes_wanted(workspace, of) == {first: 2, second: 4, third: 4}
    assert votes_needed(workspace, of) == {first: 2, second: 2}
    told = {one.wanted: progress(workspace, one, LOCAL) for one in queues(workspace, of)}
    assert {wanted: one.votes_wanted for wanted, one in told.items()} == {2: 4, 4: 8}
