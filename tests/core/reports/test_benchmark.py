from __future__ import annotations

from html.parser import HTMLParser

import pytest

from core.benchmarks import runs
from core.benchmarks.curating import releasing
from core.benchmarks.errors import RunNotFoundError
from core.labels import LOCAL, Ballot, Pair, cast_vote, put_pair
from core.reports import benchmark_report
from core.store import Workspace
from tests.core.benchmarks.publishing import reshape_ugen
from tests.core.benchmarks.tiny import SETTINGS, TABLES, add, lay, ugen

HOSTILE = "<img src=x onerror=alert(1)>"


class Outside(HTMLParser):
    """Collects the tags and what would be fetched."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.fetched: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.fetched += [value for name, value in attrs if name in {"src", "href"} and value]


@pytest.fixture
def tiny(tmp_path):
    workspace = Workspace.open(tmp_path / "workspace")
    folder = ugen(tmp_path / "files")
    lay(folder, {"datalake/river.csv": f"fish,weight,{HOSTILE}\ntrout,1,2\ncod,2,3\n"})
    return workspace, add(workspace, "tiny", folder)


def test_a_report_needs_nothing_else_and_runs_nothing_of_the_tables(tiny):
    workspace, info = tiny
    runs.run_method(workspace, info, "hash", SETTINGS)
    runs.run_method(workspace, info, "columns:hash", SETTINGS)
    text = benchmark_report(workspace, info, SETTINGS, k=2)
    found = Outside()
    found.feed(text)
    assert found.fetched == []
    assert "img" not in found.tags
    assert "&lt;img src=x onerror=alert(1)&gt;" in text
    assert text.count("plotly.js v") == 1
    for heading in ("What it is made of", "Which method is best?", "Disputed pairs", "Over k"):
        assert heading in text
    assert "of 3 positive pairs share half of their column names" in text


def test_a_report_says_what_a_query_asks_beside_its_table(tmp_path):
    workspace = Workspace.open(tmp_path / "workspace")
    asked = '{"query_id": "1", "query_table": "fish.csv", "query": "under <9>\\nrows"}\n'
    files = {**TABLES, "queries.jsonl": asked, "qrels.tsv": "1\triver.csv\t1\n"}
    info = add(workspace, "worded", lay(tmp_path / "files", files))
    (tmp_path / "run.json").write_text('{"1": ["towns.csv"]}')
    runs.import_run(workspace, info, tmp_path / "run.json", "theirs")
    text = benchmark_report(workspace, info, SETTINGS, k=1)
    cell = "fish.csv\nfish · weight\nThe query also says: under &lt;9&gt; rows</td>"
    assert text.count(cell) == 2  # towns is ranked, river is not


def test_a_benchmark_without_runs_is_reported_too(tiny):
    text = benchmark_report(*tiny, SETTINGS)
    assert "No method was run on it yet." in text


def test_a_run_that_is_not_there_is_told(tiny):
    workspace, info = tiny
    runs.run_method(workspace, info, "hash", SETTINGS)
    with pytest.raises(RunNotFoundError, match="no run 'other'"):
        benchmark_report(workspace, info, SETTINGS, labels=["other"])


def test_a_report_under_a_release_tells_its_labels_and_not_the_published_ones(
    tmp_path, monkeypatch
):
    reshape_ugen(monkeypatch, tmp_path, queries=1, tables=4)
    workspace = Workspace.open(tmp_path / "workspace")
    positives = (
        "query_table,data_lake_table,unionable\nfish.csv,sea fish.csv,1\nfish.csv,towns.csv,1\n"
    )
    folder = lay(tmp_path / "files", {**TABLES, "groundtruth.csv": positives})
    info = add(workspace, "UGEN V1", folder)  # a name under which figures were published
    runs.run_method(workspace, info, "hash", SETTINGS)
    pair = Pair("fish.csv", "datalake/towns.csv")
    cast_vote(workspace, LOCAL, put_pair(workspace, LOCAL, info.key, pair).key, Ballot(0))
    releasing.make_release(workspace, LOCAL, info, "r1")

    base = benchmark_report(workspace, info, SETTINGS)
    assert "2 positive and 0 negative labels, read as ugen" in base
    assert "of 2 positive pairs share half of their column names; of 2 random pairs" in base
    assert "Published figures: UGEN V1 in" in base
    assert ", published" in base

    monkeypatch.undo()  # UGEN V1 has 50 queries
    told = benchmark_report(workspace, info, SETTINGS)
    assert ", published" not in told
    assert "Figures are published of UGEN V1, with 50 queries and 1,000 or 1,050 tables" in told
    reshape_ugen(monkeypatch, tmp_path, queries=1, tables=4)

    made = benchmark_report(workspace, info, SETTINGS, release="r1")
    assert "1 positive and 1 negative label under r1, read as ugen" in made
    assert "of 1 positive pair shares half of its column names; of 1 negative " in made
    assert ", published" not in made
    assert "Published figures are of the published labels, and not shown beside r1." in made
