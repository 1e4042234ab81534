"""Rankings in pickles: read as those in JSON are, and each fault told."""

from __future__ import annotations

import os
import pickle

import pytest

from core.errors import InputError, MalformedFileError, RefusedPickleError
from core.evaluation import Run, read_run, write_run
from core.evaluation.errors import (
    BadScoreError,
    DuplicateCandidateError,
    EmptyRunError,
    UnknownRunFormatError,
)

SHARED = [f"t{number}.csv" for number in range(3_000)]


@pytest.mark.parametrize("protocol", range(6))
@pytest.mark.parametrize("suffix", [".pickle", ".pkl"])
def test_the_published_form_is_read_in_its_order(tmp_path, suffix, protocol):
    path = tmp_path / f"santos_benchmark_result_by_starmie{suffix}"
    given = {"q 1.csv": ["b.csv", "a.csv"], "p.csv": ("c.csv",), "none.csv": []}
    path.write_bytes(pickle.dumps(given, protocol=protocol))
    run, notes = read_run(path)
    ranked = {query: run.ranking(query) for query in run.queries}
    assert ranked == {"q 1.csv": ("b.csv", "a.csv"), "p.csv": ("c.csv",), "none.csv": ()}
    assert (run.scored, run.method, notes) == (False, path.stem, ())


@pytest.mark.parametrize(
    "candidates", [{"a": 0.1, "b": 2}, [("a", 0.1), ("b", 2)], [["a", 0.1], ["b", 2]]]
)
def test_scores_in_a_pickle_are_read_as_in_json(tmp_path, candidates):
    path = tmp_path / "run.pickle"
    path.write_bytes(pickle.dumps({"q": candidates}))
    found, _ = read_run(path, method="m")
    assert found.frame.equals(Run.of({"q": [("a", 0.1), ("b", 2.0)]}).frame)


@pytest.mark.parametrize("name", ["result_by_d3l", "run.txt", "run.json"])
@pytest.mark.parametrize("protocol", range(2, 6))
def test_a_pickle_is_known_by_its_beginning_whatever_it_is_called(tmp_path, name, protocol):
    path = tmp_path / name
    path.write_bytes(pickle.dumps({"q": ["b", "a"]}, protocol=protocol))
    assert read_run(path)[0].ranking("q") == ("b", "a")


class _Runs:
    def __init__(self, command):
        self.command = command

    def __reduce__(self):
        return os.system, (self.command,)


@pytest.mark.parametrize("protocol", range(6))
def test_nothing_in_rankings_runs(tmp_path, protocol):
    proof, path = tmp_path / "ran", tmp_path / "run.pickle"
    harm = {"q": ["a"], "p": _Runs(f"touch '{proof}'")}
    path.write_bytes(pickle.dumps(harm, protocol=protocol))
    with pytest.raises(RefusedPickleError, match=r"Got posix\.system; ask .* rankings as CSV"):
        read_run(path)
    assert not proof.exists()


@pytest.mark.parametrize(
    ("content", "error", "message"),
    [
        (["q"], MalformedFileError, "must be a dict .* Got a list"),
        ({3: ["a"]}, MalformedFileError, "named by a text. Got one of type int"),
        ({"q": {"a", "b"}}, MalformedFileError, "Got a set for query 'q'; write the list"),
        ({"q": [3]}, MalformedFileError, "Got something else for query 'q'"),
        ({"q": {3: 0.5}}, MalformedFileError, "Got something else for query 'q'"),
        ({"q": [(0.5, "a")]}, MalformedFileError, "Got something else for query 'q'"),
        ({"q": "a.csv"}, MalformedFileError, "Got something else for query 'q'"),
        ({"q": ["a", ("b", 1)]}, MalformedFileError, "Got both"),
        ({"q": ["\ud83d"]}, MalformedFileError, "half a character"),
        ({"q": [""]}, MalformedFileError, "must have names"),
        ({"q": {"a": float("nan")}}, BadScoreError, "finite number. Got 'nan'"),
        ({"q": {"a": 1 << 20_000}}, BadScoreError, "finite number. Got one of 20,001 bits"),
        ({"q": {"a": 1 << 1024}}, BadScoreError, "finite number. Got one of 1,025 bits"),
        ({"q": {"a": ["b"]}}, BadScoreError, "Got a list"),
        ({"q": ["a", "a"]}, DuplicateCandidateError, "Got 'a' again for query 'q'"),
        ({"q": [], "p": []}, EmptyRunError, "queries without any"),
        ({}, EmptyRunError, "queries without any"),
        (
            {f"q{number}": SHARED for number in range(2_000)},
            RefusedPickleError,
            "ask its author for the rankings as CSV",
        ),
    ],
)
def test_what_is_no_ranking_is_refused_by_file(tmp_path, content, error, message):
    path = tmp_path / "run.pickle"
    path.write_bytes(pickle.dumps(content))
    with pytest.raises(error, match=message) as caught:
        read_run(path)
    assert isinstance(caught.value, InputError)
    assert str(caught.value).startswith(f"{path}: ")


def test_no_run_is_written_as_text_under_the_name_of_a_pickle(tmp_path):
    run = Run.from_order({"q": ["b", "a"]}, method="run")
    with pytest.raises(UnknownRunFormatError, match=r"trec, csv, json\. Got 'run.pickle'"):
        write_run(run, tmp_path / "run.pickle")
    assert not list(tmp_path.iterdir())
    write_run(run, tmp_path / "run.pickle", format="json")
    assert read_run(tmp_path / "run.pickle", format="json", method="run")[0] == run
