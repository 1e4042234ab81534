"""Pairs that nobody disputes, drawn so that the sample stands for all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.benchmarks import runs
from core.benchmarks.curating.agreements import agreements
from core.benchmarks.curating.label_errors import label_errors
from core.benchmarks.types import BenchmarkInfo
from core.evaluation import SelfCandidate
from core.labels import LOCAL, Origin, QueueTerms, create_queue
from core.store import Workspace
from tests.core.benchmarks import tiny


@pytest.fixture
def made(tmp_path: Path) -> tuple[Workspace, BenchmarkInfo]:
    """The tiny benchmark with a run that finds the positives."""
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    ranking = '{"fish": ["sea fish", "river"], "birds": ["owls", "river"]}'
    (tmp_path / "two.json").write_text(ranking)
    runs.import_run(workspace, info, tmp_path / "two.json", "two")
    return workspace, info


def test_a_sample_of_agreements_has_both_sides(made) -> None:
    workspace, info = made
    drawn = agreements(workspace, info, ["two"], 1, 4, seed=1)
    found = drawn.pairs

    # "two" ranks sea fish and owls first, both positive, and neither labelled negative there.
    assert {(p.table, p.origin) for p in found} == {
        ("datalake/sea fish.csv", Origin.AGREED_POSITIVE),
        ("datalake/owls.csv", Origin.AGREED_POSITIVE),
        ("datalake/towns.csv", Origin.AGREED_NEGATIVE),
        ("datalake/river.csv", Origin.AGREED_NEGATIVE),
    }
    assert drawn == agreements(workspace, info, ["two"], 1, 4, seed=1)
    assert drawn.drawn_from == {"agreed positive": 2, "agreed negative": 2}


def test_pairs_to_ignore_are_no_agreed_negatives(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    ignored = "fish.csv\ttowns.csv\nbirds.csv\ttowns.csv\nbirds.csv\triver.csv\n"
    files = {**tiny.TABLES, **tiny.forms()["soundings"], "ignore.tsv": ignored}
    info = tiny.add(workspace, "tiny", tiny.lay(tmp_path / "tiny", files))
    (tmp_path / "one.json").write_text('{"fish": ["sea fish"], "birds": ["owls"]}')
    runs.import_run(workspace, info, tmp_path / "one.json", "one")
    drawn = agreements(workspace, info, ["one"], 1, 20)
    found = drawn.pairs
    # Of 8 pairs 3 are positive and 3 ignored.
    assert {(p.query, p.table) for p in found if p.origin is Origin.AGREED_NEGATIVE} == {
        ("fish.csv", "datalake/owls.csv"),
        ("birds.csv", "datalake/sea fish.csv"),
    }
    assert drawn.drawn_from["agreed negative"] == 2


def test_few_labelled_negatives_are_drawn_no_sooner_than_others(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    files: dict[str, str | bytes] = {f"datalake/t{n:02}.csv": "a,b\n1,2\n" for n in range(31)}
    files["query/one.csv"] = "a,b\n3,4\n"
    truth = "query_table,data_lake_table,unionable\none.csv,t00.csv,1\none.csv,t01.csv,0\n"
    info = tiny.add(workspace, "b", tiny.lay(tmp_path / "b", {**files, "groundtruth.csv": truth}))
    (tmp_path / "r.json").write_text('{"one": ["t00", "t30"]}')
    runs.import_run(workspace, info, tmp_path / "r.json", "r")
    times = 0
    for seed in range(40):
        drawn = agreements(workspace, info, ["r"], 2, 20, seed)
        # Of 31 tables one is positive and ranked, and one is ranked without a label.
        assert drawn.drawn_from == {"agreed positive": 1, "agreed negative": 29}
        negative = [p.table for p in drawn.pairs if p.origin is Origin.AGREED_NEGATIVE]
        assert len(set(negative)) == 10
        times += "datalake/t01.csv" in negative
    # In a simple random sample of 10 of 29 it is 13.8 times of 40, give or take 3.
    assert 5 <= times <= 23


def test_a_queue_tells_how_many_pairs_its_sample_stands_for(made) -> None:
    workspace, info = made
    drawn = agreements(workspace, info, ["two"], 1, 2, seed=1)
    source = {"from": "agreements", "of": drawn.drawn_from}
    queue = create_queue(
        workspace, LOCAL, info.key, "q", list(drawn.pairs), QueueTerms(source=source)
    )
    found = label_errors(workspace, LOCAL, info, queue)
    assert found.select("origin", "cases", "drawn_from").rows() == [
        ("agreed positive", 1, 2),
        ("agreed negative", 1, 2),
    ]
    queue = create_queue(workspace, LOCAL, info.key, "old", list(drawn.pairs))
    assert label_errors(workspace, LOCAL, info, queue)["drawn_from"].to_list() == [None, None]


def test_own_tables_are_no_agreements(tmp_path: Path) -> None:
    """One that counts as found is labelled and ranked by construction: nobody claims it."""
    own = {f"datalake/{name}.csv": tiny.TABLES[f"query/{name}.csv"] for name in ("fish", "birds")}
    files = {**tiny.TABLES, **own, "groundtruth.csv": tiny.UGEN}
    workspace = Workspace.open(tmp_path / "workspace")
    folder = tiny.lay(tmp_path / "tiny", files)
    info = tiny.add(workspace, "tiny", folder, own_tables=SelfCandidate.INCLUDED)
    (tmp_path / "two.json").write_text('{"fish.csv": ["sea fish"], "birds.csv": ["owls"]}')
    runs.import_run(workspace, info, tmp_path / "two.json", "two")
    drawn = agreements(workspace, info, ["two"], 2, 20)
    agreed = {(p.query, p.table) for p in drawn.pairs if p.origin is Origin.AGREED_POSITIVE}
    assert agreed == {("fish.csv", "datalake/sea fish.csv"), ("birds.csv", "datalake/owls.csv")}
    # Of 12 pairs 3 are positive and 2 of a query with its own table.
    assert drawn.drawn_from == {"agreed positive": 2, "agreed negative": 7}
