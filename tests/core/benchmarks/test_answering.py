from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from core.benchmarks.answering import make_ready
from core.benchmarks.formats import Mode, Query
from core.benchmarks.methods import Prepared, Ranked
from core.errors import InputError
from core.evaluation import SelfCandidate
from core.store import Workspace
from tests.core.benchmarks import tiny


class _Noting(Prepared):
    """Notes what it is asked, and cannot answer a query without a table."""

    def __init__(self) -> None:
        super().__init__("", 0.0, {}, {})
        self.asked: list[tuple[str, str | None]] = []

    def rank(self, query: Query, depth: int, without: str | None) -> Ranked:
        self.asked.append((query.query_id, without))
        if query.table is None:
            raise InputError("A query has a table.")
        return [("a.csv", 1.0)]


def test_the_first_query_of_each_kind_is_answered_before_all_are_timed(tmp_path: Path) -> None:
    info = tiny.add(Workspace.open(tmp_path / "workspace"), "tiny", tiny.ugen(tmp_path / "tiny"))
    excluding = replace(info, self_candidate=SelfCandidate.EXCLUDED)
    queries = [
        *(Query("t1", table="a.csv"), Query("t2", table="b.csv")),
        *(Query("w1", text="rain"), Query("w2", text="snow")),
        *(Query("j1", table="a.csv", mode=Mode.JOIN), Query("j2", table="b.csv", mode=Mode.JOIN)),
    ]
    noting = _Noting()
    make_ready(noting, excluding, queries, {"t1": "a.csv"}, depth=1)
    assert sorted(noting.asked) == [("j1", None), ("t1", "a.csv"), ("w1", None)]
