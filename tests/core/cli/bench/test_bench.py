from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from core.benchmarks import registry, runs
from core.cli.bench import scores
from core.cli.bench.group import bench
from core.evaluation import Metric
from core.store import Workspace
from tests.core.benchmarks import tiny
from tests.core.cli.conftest import Here

PROJECT = Path(__file__).resolve().parents[4]


@dataclass(frozen=True)
class Done:
    """What a command left."""

    returncode: int
    stdout: str
    stderr: str


Command = Callable[..., Done]


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Path:
    """A workspace's folder with the benchmark "tiny" and a run of it; not to be changed."""
    place = tmp_path_factory.mktemp("cli")
    workspace = Workspace.open(place / "workspace")
    tiny.add(workspace, "tiny", tiny.ugen(place / "tiny"))
    info = registry.benchmark(workspace, "tiny")
    (place / "theirs.json").write_text(
        '{"fish": {"river": 0.9, "towns": 0.8, "sea fish": 0.7}, "birds": {"river": 0.2}}'
    )
    runs.import_run(workspace, info, place / "theirs.json", "theirs")
    return workspace.root


@pytest.fixture
def started(monkeypatch, capsys) -> Callable[[Path], Command]:
    """Give what runs `bench ARGUMENTS` in a workspace, in this process."""
    monkeypatch.setenv("SOUNDINGS_WORKERS", "1")
    monkeypatch.delenv("SOUNDINGS_DEBUG", raising=False)

    def of(root: Path) -> Command:
        here = Here(root, monkeypatch, capsys)

        def run(*arguments: object) -> Done:
            return Done(*here("bench", *arguments))

        return run

    return of


@pytest.fixture
def shared(made, started) -> Command:
    return started(made)


@pytest.fixture
def own(made, started, tmp_path) -> Command:
    shutil.copytree(made, tmp_path / "workspace")
    return started(tmp_path / "workspace")


def document(done: Done):
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_a_benchmark_goes_from_its_folder_to_its_scores_and_out_again(started, tmp_path):
    bench = started(tmp_path / "workspace")
    folder = tiny.ugen(tmp_path / "bench")
    (folder / "datalake" / "towns.csv").write_bytes(b"")
    added = document(bench("add", "mine", folder, "--format", "ugen", "--json"))
    assert (added["queries"], added["positives"], added["negatives"]) == (2, 3, 1)
    (apart,) = added["missing_pairs"]
    assert apart["reason"].startswith("datalake/towns.csv cannot be read: ")
    done = document(bench("run", "mine", "--method", "hash,columns:hash", "-k", "2", "--json"))
    assert [run["run"] for run in done["runs"]] == ["hash", "columns:hash"]
    shown = document(bench("show", "mine", "--json"))
    assert {run["run"]: run["depth"] for run in shown["runs"]} == {"hash": 2, "columns:hash": 2}
    out = tmp_path / "out.trec"
    document(bench("export-run", "mine", "--method", "hash", "-o", out, "--json"))
    document(bench("import-run", "mine", out, "--method", "again", "--json"))
    scores = {run["run"]: run for run in document(bench("score", "mine", "--json"))["runs"]}
    assert scores["again"]["P"] == scores["hash"]["P"]
    assert document(bench("remove", "mine", "--json")) == {"removed": "mine"}
    assert document(bench("list", "--json")) == {"benchmarks": []}
    assert (folder / "groundtruth.csv").read_text() == tiny.UGEN


def test_a_run_is_found_without_its_encoder_where_it_is_the_only_one(own, tmp_path):
    document(own("add", "mine", tiny.ugen(tmp_path / "bench"), "--json"))
    bench = own
    document(bench("run", "mine", "--method", "columns:hash", "--json"))
    disputed = document(bench("disagree", "mine", "--run", "columns", "-k", "2", "--json"))
    named = document(bench("disagree", "mine", "--run", "columns:hash", "-k", "2", "--json"))
    assert disputed == named
    document(bench("run", "mine", "--method", "columns:tfidf", "--json"))
    refused = bench("export-run", "mine", "--method", "columns", "-o", tmp_path / "out.trec")
    assert "There are: columns:hash, columns:tfidf." in refused.stderr
    document(bench("remove-run", "mine", "--method", "columns:tfidf", "--json"))
    kept = bench("remove-run", "mine", "--method", "columns")
    assert (kept.returncode, "has no run 'columns'" in kept.stderr) == (2, True)


def test_a_benchmark_without_query_tables_has_no_overlaps_and_says_so(own, tmp_path):
    folder = tiny.lay(tmp_path / "words", tiny.target())
    document(own("add", "words", folder, "--json"))
    told = "The queries of this benchmark are words, so there are no tables to compare."
    assert own("overlap", "words").stdout.strip() == told
    assert document(own("overlap", "words", "--json"))["sentences"] == [told]


def test_overlap_tells_labelled_own_tables_that_it_leaves_out(own, tmp_path):
    files = {
        **{name: text for name, text in tiny.TABLES.items() if "query" in name},
        "datalake/fish.csv": tiny.TABLES["query/fish.csv"],
        "datalake/towns.csv": tiny.TOWNS,
        "groundtruth.csv": "query_table,data_lake_table,unionable\nfish.csv,fish.csv,1\n"
        "fish.csv,towns.csv,1\nbirds.csv,towns.csv,0\n",
    }
    document(own("add", "copied", tiny.lay(tmp_path / "copied", files), "--json"))
    told = (
        "1 labelled pair of a query and its own table, which overlaps with itself, is left out of "
        "overlaps."
    )
    assert document(own("overlap", "copied", "--json"))["notes"] == [told]
    assert own("overlap", "copied").stdout.endswith(f"{told}\n")


def test_score_writes_the_scores_to_a_file(shared, tmp_path):
    done = shared("score", "tiny", "-k", "2", "-o", str(tmp_path / "scores.tex"))
    assert done.stdout.endswith(f"They are in {tmp_path / 'scores.tex'}\n")
    assert "Run & P@2 & R@2" in (tmp_path / "scores.tex").read_text()
    (run,) = document(shared("score", "tiny", "-o", str(tmp_path / "s.csv"), "--json"))["runs"]
    assert f"{run['run']},imported,{run['P']}," in (tmp_path / "s.csv").read_text()
    gone = shared("score", "tiny", "-o", str(tmp_path / "no folder" / "scores.csv"))
    assert gone.returncode == 2
    assert "written to a folder that is there" in gone.stderr
    other = shared("score", "tiny", "-o", str(tmp_path / "scores"))
    assert f"ends in .csv, .parquet, .tex. Got {tmp_path / 'scores'}." in other.stderr


def test_score_prints_this_document(shared):
    found = document(shared("score", "tiny", "-k", "2", "--json"))
    metrics = [metric.value for metric in Metric]
    assert list(found) == [
        *("benchmark", "release", "k", "queries", "unasked"),
        *("ideal", "runs", "notes", "positive_from"),
    ]
    assert found["notes"] == [
        "theirs ranks fewer than 2 candidates for 1 of the 2 queries that it answers; at k = 2 the "
        "places behind them count as wrong."
    ]
    assert (found["benchmark"], found["release"], found["k"], found["queries"]) == (
        "tiny",
        "base",
        2,
        2,
    )
    assert list(found["ideal"]) == metrics
    # fish has 2 positives, birds 1.
    assert (found["ideal"]["P"], found["ideal"]["R"]) == (0.75, 1.0)
    (run,) = found["runs"]
    times = ["offline_seconds", "online_seconds"]
    assert list(run) == [
        *("run", "method", *metrics, "intervals", "no_interval"),
        *("candidates", "unlabelled", "failed", *times),
    ]
    assert (run["run"], run["method"], run["P"], run["R"]) == ("theirs", "theirs", 0.25, 0.25)
    assert run["MRR"] == 0.5
    assert [run[key] for key in times] == [None, None]
    assert list(run["intervals"]) == metrics
    assert run["intervals"]["P"] == [0.0, 0.5]


def test_disagree_prints_this_document(shared):
    found = document(shared("disagree", "tiny", "--run", "theirs", "-k", "3", "--json"))
    rates = ["gtfp", "gtfn", "unlisted", "unlisted_until"]
    unlisted = ["not_in_lake", "own_tables"]
    keys = ["benchmark", "runs", "k", "queries", *rates, "cases", *unlisted, "positive_from"]
    assert list(found) == keys
    assert (found["unlisted"], found["unlisted_until"], found["own_tables"]) == (0, 0, 0)
    assert (found["runs"], found["k"], found["queries"]) == (["theirs"], 3, 2)
    # Wrong: birds' river at 1, fish's towns at 2. Found: fish's river at 1, its sea fish at 3.
    assert found["gtfp"] == pytest.approx([1 / 2, 2 / 4, 2 / 6])
    assert found["gtfn"] == pytest.approx([1 / 2, 2 / 3, 1 / 3])
    assert found["cases"] == [
        dict(zip(("query", "table", "kind", "rank", "label"), case, strict=True))
        for case in (
            ("birds.csv", "river.csv", "gtfp", 1, "negative"),
            ("fish.csv", "towns.csv", "gtfp", 2, "negative"),
            ("birds.csv", "owls.csv", "gtfn", None, "positive"),
        )
    ]


def test_disagree_counts_partly_as_it_is_told(own, tmp_path):
    truth = tiny.UGEN.replace("sea fish.csv,1", "sea fish.csv,2")
    folder = tiny.lay(tmp_path / "graded", {**tiny.TABLES, "groundtruth.csv": truth})
    document(own("add", "graded", folder, "--json"))
    run = tmp_path / "run.json"
    run.write_text('{"fish": ["river"], "birds": ["owls"]}')
    document(own("import-run", "graded", run, "--method", "theirs", "--json"))

    def wrong(*options):
        asked = ("disagree", "graded", "--run", "theirs", "-k", "1", *options, "--json")
        cases = document(own(*asked))["cases"]
        return [(case["table"], case["kind"]) for case in cases]

    assert wrong() == []
    assert ("river.csv", "gtfp") in wrong("--positive-from", "2")


def test_what_no_grade_reaches_is_told_by_the_metrics_that_are_0_and_why(own, tmp_path):
    truth = tiny.UGEN.replace(",1", ",2")
    folder = tiny.lay(tmp_path / "graded", {**tiny.TABLES, "groundtruth.csv": truth})
    document(own("add", "graded", folder, "--json"))
    run = tmp_path / "run.json"
    run.write_text('{"fish": ["river"], "birds": ["owls"]}')
    for method in ("one", "two"):
        document(own("import-run", "graded", run, "--method", method, "--json"))
    why = (
        "No label of graded is 3 or more under base, and only such count as positive, so P, R, F1, "
        "MAP, MRR and capped recall are 0; NDCG goes by grades."
    )
    asked = ("graded", "-k", "1", "--positive-from", "3")
    told = document(own("score", *asked, "--json"))
    assert (told["notes"], told["runs"][0]["NDCG"], told["runs"][0]["P"]) == ([why], 1.0, 0.0)
    pair = ("compare", "graded", "one", "two", *asked[1:])
    assert document(own(*pair, "--json"))["notes"] == [why]
    assert why in own(*pair).stdout
    assert document(own(*pair, "--metric", "NDCG", "--json"))["notes"] == []


def test_without_an_interval_it_is_said_why(own, tmp_path):
    truth = "query_table,data_lake_table,unionable\nfish.csv,river.csv,1\n"
    folder = tiny.lay(tmp_path / "one", {**tiny.TABLES, "groundtruth.csv": truth})
    document(own("add", "one", folder, "--json"))
    run = tmp_path / "run.json"
    run.write_text('{"fish": ["river"]}')
    for method in ("a", "b"):
        document(own("import-run", "one", run, "--method", method, "--json"))
    why = "An interval needs at least 2 queries."
    (scored, _) = document(own("score", "one", "-k", "1", "--json"))["runs"]
    assert (scored["intervals"]["P"], scored["no_interval"]) == ([None, None], why)
    compared = document(own("compare", "one", "a", "b", "-k", "1", "--json"))
    assert (compared["interval"], compared["no_interval"]) == ([None, None], why)


def test_a_run_is_removed_and_no_other(own, tmp_path):
    document(own("run", "tiny", "--method", "hash", "--json"))
    done = document(own("remove-run", "tiny", "--method", "theirs", "--json"))
    assert done == {"benchmark": "tiny", "removed": "theirs"}
    assert [run["run"] for run in document(own("show", "tiny", "--json"))["runs"]] == ["hash"]
    longer = tmp_path / "longer.csv"
    longer.write_text("query,table\nfish,towns\n")
    document(own("import-run", "tiny", longer, "--method", "theirs:v2", "--json"))
    again = own("remove-run", "tiny", "--method", "theirs")
    assert (again.returncode, "has no run 'theirs'" in again.stderr) == (2, True)


def test_an_import_tells_of_unanswered_queries_and_short_rankings_as_score_does(own, tmp_path):
    run = tmp_path / "run.csv"
    run.write_text("query,table\nfish,towns\nfish,river\n")
    told = document(own("import-run", "tiny", run, "--method", "new", "--json"))["notes"]
    assert told == [
        "new answers 1 of 2 queries; the others count as 0.",
        "new ranks at most 2 candidates a query; at k = 10 the places behind them count as wrong.",
    ]
    scored = document(own("score", "tiny", "--json"))["notes"]
    assert [note for note in scored if note.startswith("new ")] == told
    printed = own("import-run", "tiny", run, "--method", "new", "--force").stdout
    assert all(note in printed for note in told)


def test_a_list_that_is_cut_says_what_it_left_out(shared, monkeypatch):
    monkeypatch.setattr(scores, "_CASES_SHOWN", 2)
    told = shared("disagree", "tiny", "--run", "theirs", "-k", "3").stdout
    assert "3 disputed pairs among 2 queries" in told
    assert "... and 1 more; --json has them all." in told


def test_what_people_read_has_the_same_figures(shared):
    told = shared("score", "tiny", "-k", "2").stdout
    assert "IDEAL   0.750" in told
    assert "theirs  0.250" in told
    assert "Means over 2 queries; release base." in told
    told = shared("disagree", "tiny", "--run", "theirs", "-k", "3").stdout
    assert "3 disputed pairs among 2 queries" in told
    assert "more; --json" not in told
    told = shared("show", "tiny").stdout
    assert "tiny: 2 queries, 3 positive and 2 negative labels (ugen)." in told
    assert "theirs" in told
    assert "ugen" in shared("list").stdout


def test_two_runs_are_compared_query_by_query(made, started, tmp_path):
    bench = started(shutil.copytree(made, tmp_path / "workspace"))
    ours = tmp_path / "ours.json"
    ours.write_text('{"fish": {"sea fish": 0.9}, "birds": {"owls": 0.2}}')
    bench("import-run", "tiny", ours, "--method", "ours")
    of_run = {
        run["run"]: run for run in document(bench("score", "tiny", "-k", "1", "--json"))["runs"]
    }
    told = document(bench("compare", "tiny", "ours", "theirs", "-k", "1", "--json"))
    assert told == {
        "benchmark": "tiny",
        "release": "base",
        "positive_from": 1,
        "k": 1,
        "metric": "P",
        "first": "ours",
        "second": "theirs",
        "first_mean": of_run["ours"]["P"],
        "second_mean": of_run["theirs"]["P"],
        "difference": 0.5,
        "interval": [0.0, 1.0],
        "no_interval": "",
        "p_value": 1.0,  # one query differs: either sign is as far from 0
        "at_odds": False,
        "queries": 2,
        "wins": 1,
        "losses": 0,
        "ties": 1,
        "resamples": 2,
        "seed": 0,
        "notes": [],
    }
    said = bench("compare", "tiny", "theirs", "ours", "-k", "1", "--metric", "R").stdout
    assert "theirs less ours in R@1: -0.500" in said
    assert "p = 1 (paired randomisation test over 2 queries)" in said
    assert "Better on 0, worse on 1, equal on 1." in said
    assert "release base, seed 0." in said


def test_several_runs_are_compared_with_one(made, started, tmp_path):
    bench = started(shutil.copytree(made, tmp_path / "workspace"))
    for label, fish in {"ours": "sea fish", "poor": "towns"}.items():
        (tmp_path / "run.json").write_text(json.dumps({"fish": [fish], "birds": [fish]}))
        bench("import-run", "tiny", tmp_path / "run.json", "--method", label)
    told = document(bench("compare", "tiny", "--with", "theirs", "-k", "1", "--json"))
    assert (told["baseline"], told["adjusted_by"]) == ("theirs", "holm")
    assert {(run["first"], run["second"]) for run in told["runs"]} == {
        ("ours", "theirs"),
        ("poor", "theirs"),
    }
    said = bench("compare", "tiny", "ours", "poor", "--with", "theirs", "-k", "1").stdout
    assert "by Holm's method it allows for 2 comparisons, which the intervals do not." in said
    assert "Release base, seed 0." in said
    twice = document(bench("compare", "tiny", "ours", "ours", "--with", "theirs", "--json"))
    assert [run["first"] for run in twice["runs"]] == ["ours"]
    bench("run", "tiny", "--method", "columns:hash")
    short = document(bench("compare", "tiny", "columns", "--with", "ours", "--json"))
    assert [run["first"] for run in short["runs"]] == ["columns:hash"]
    both = document(bench("compare", "tiny", "columns", "ours", "--json"))
    assert (both["first"], both["second"]) == ("columns:hash", "ours")
    alone = bench("compare", "tiny", "ours")
    assert alone.returncode == 2
    assert "Two runs are compared, or several with one by --with RUN. Got 1 run." in alone.stderr


@pytest.mark.parametrize("command", ["report tiny", "export-run tiny --method theirs"])
def test_a_disk_that_takes_no_more_is_a_failure_and_no_wrong_input(shared, command):
    done = shared(*command.split(), "-o", "/dev/full")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("/dev/full was not written: the disk has no room for it")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["compare", "tiny", "theirs", "x"], "has no run 'x'. There are: theirs."),
        (["compare", "tiny", "theirs", "theirs", "--metric", "Q"], "Got 'Q'."),
        (["compare", "tiny", "--with", "x"], "has no run 'x'. There are: theirs."),
        (["compare", "tiny", "--with", ""], "has no run ''. There are: theirs."),
        (["score", "other"], "No benchmark is named 'other'. There are: tiny."),
        (["score", "tiny", "-k", "0"], "k must be between 1 and 1,000. Got 0."),
        (["score", "tiny", "--release", "v2"], "has no release 'v2'. There are: base."),
        (["disagree", "tiny", "--run", "x"], "has no run 'x'. There are: theirs."),
        (["disagree", "tiny", "--run", ","], "has no run ','. There are: theirs."),
        (["disagree", "tiny"], "Missing option '--run'"),
        (["run", "tiny", "--method", "hash,nope"], "Got 'nope'."),
        (["run", "tiny", "--method", ","], "Got ','."),
        (["run", "tiny", "--method", "hash", "-k", "0"], "k must be between 1 and 1,000"),
        (["run", "tiny", "--method", "theirs"], "Got 'theirs'."),
        (["import-run", "tiny", "none.txt", "--method", "x"], "none.txt: The file must be"),
        (["export-run", "tiny", "--method", "theirs", "-o", "none/x"], "must be writable"),
        (
            ["add", "new", "none"],
            "A benchmark must be a folder or a ground truth. There is nothing at none; correct the "
            "path.",
        ),
        (["add", "new", ".", "--format", "x"], "A format must be one of"),
        (["add", "../new", "."], "A benchmark's name has no slash"),
        (["add", "中" * 86, "."], "A benchmark's name has at most 200 bytes"),
        (["remove", "other"], "No benchmark is named 'other'."),
    ],
)  # fmt: skip
def test_wrong_input_is_one_sentence_and_exit_code_2(shared, arguments, sentence):
    for further in ([], ["--json"]):
        done = shared(*arguments, *further)
        assert (done.returncode, done.stdout) == (2, "")
        assert sentence in done.stderr
        assert len(done.stderr.splitlines()) == 1
    assert [run["run"] for run in document(shared("show", "tiny", "--json"))["runs"]] == ["theirs"]


def test_a_run_is_replaced_by_force_only(own, made):
    path = made.parent / "theirs.json"
    refused = own("import-run", "tiny", path, "--method", "theirs")
    assert (refused.returncode, refused.stdout) == (2, "")
    done = document(own("import-run", "tiny", path, "--method", "theirs", "--force", "--json"))
    assert done["runs"][0]["parameters"] == {"file": "theirs.json"}


def test_the_terminal_keeps_errors_and_documents_apart(made):
    command = [sys.executable, "-m", "core", "--workspace", str(made), "bench", "score", "--json"]
    for name, code in {"tiny": 0, "other": 2}.items():
        done = subprocess.run(
            [*command, name], capture_output=True, text=True, check=False, cwd=PROJECT
        )
        assert done.returncode == code
        assert bool(done.stdout) == (code == 0)
        assert len(done.stderr.splitlines()) == (code == 2)


def test_a_run_is_all_that_stdout_gets_where_it_is_written_there(made, tmp_path):
    def export(place: object, *further: str) -> Done:
        words = ["--workspace", made, "bench", "export-run", "tiny", "--method", "theirs"]
        done = subprocess.run(
            [sys.executable, "-m", "core", *map(str, words), "-o", str(place), *further],
            capture_output=True,
            text=True,
            check=False,
            cwd=PROJECT,
        )
        return Done(done.returncode, done.stdout, done.stderr)

    file = tmp_path / "out"
    assert export(file) == Done(0, f"theirs is in {file}\n", "")
    assert export("/dev/stdout") == Done(0, file.read_text(), "theirs is in /dev/stdout\n")
    apart = export("/dev/stdout", "--json")
    assert (apart.returncode, apart.stdout) == (0, file.read_text())
    assert json.loads(apart.stderr)["output"] == "/dev/stdout"


def test_every_command_and_option_is_in_the_docs():
    text = (PROJECT / "docs" / "benchmarks.md").read_text()
    for name, command in bench.commands.items():
        assert f"bench {name}" in text, name
        for option in command.params:
            if option.param_type_name == "option":
                assert f"`{option.opts[0]}`" in text or f"{option.opts[0]} " in text, (name, option)
    for metric in Metric:
        assert f"**{metric.value}" in text, metric


def test_queries_that_a_method_fails_on_are_told_with_the_reason_wherever_the_run_is(
    started, tmp_path
) -> None:
    queries = [
        {"query_id": "a", "query_table": "fish.csv", "mode": "union", "query": "over 1 row"},
        {"query_id": "b", "query_table": "fish.csv", "mode": "union", "query": "union on rivers"},
    ]
    files = {
        **tiny.TABLES,
        "queries.jsonl": "".join(json.dumps(query) + "\n" for query in queries),
        "qrels.tsv": "a\triver.csv\t1\nb\triver.csv\t1\n",
    }
    workspace = Workspace.open(tmp_path / "workspace")
    tiny.add(workspace, "asked", tiny.lay(tmp_path / "asked", files))
    command = started(workspace.root)
    reason = (
        "A condition names columns of the query. Got 'rivers'; query/fish.csv has fish, weight."
    )
    note = f"conditions failed on 1 of 2 queries, which have no ranking. b: {reason}"
    ran = command("run", "asked", "--method", "conditions")
    assert ran.stdout.splitlines()[-1] == note
    assert "1 of 2" in ran.stdout.splitlines()[-2]
    (shown,) = document(command("show", "asked", "--json"))["runs"]
    assert (shown["asked"], shown["failed"]) == (2, [{"query": "b", "reason": reason}])
    assert note in command("show", "asked").stdout
    scored = document(command("score", "asked", "--json"))
    assert scored["runs"][0]["failed"] == ["b"]
    assert scored["notes"][-1] == note
    assert note in command("score", "asked").stdout
