from __future__ import annotations

import csv
import io
import json
import shutil

import pytest

from tests.core.benchmarks.making.conftest import HEADER, shops
from tests.core.cli.conftest import Terminal
from tests.judges_server import JudgeServer


def test_a_fuzzy_benchmark_is_made_as_a_model_says_and_by_rule_without_one(
    terminal: Terminal,
) -> None:
    text = io.StringIO()
    csv.writer(text).writerows([HEADER, *shops(0)])
    terminal.write({"lake/shops of the north.csv": text.getvalue()})
    assert terminal("lake", "add", "shops", "lake").code == 0
    make = ("bench", "make", "nlctd", "--from", "shops", "--queries", "1", "--fuzzy")
    with JudgeServer() as server:
        model = ("--model", "openai:alike", "--base-url", server.openai_url)
        told = terminal(*make, "--out", "by model", *model, "--json").json["fuzzy"]
    assert (told["by"], told["sources"], told["columns"]) == ("openai:alike", 1, 6)
    assert {one["column"]: one["why"] for one in told["not_used"]} == dict.fromkeys(
        ("city", "kind", "owner"), "Two values are written alike."
    )
    assert terminal(*make, "--out", "by rule", "--json").json["fuzzy"] == {"by": "rule"}
    lines = (terminal.folder / "by rule" / "own" / "fuzzy.jsonl").read_text().splitlines()
    assert {column["name_by"] for line in lines for column in json.loads(line)["columns"]} <= {
        "rule",
        "",
    }
    assert terminal("bench", "add", "made", "by model/own").code == 0
    ended = terminal(*make[:-1], "--out", "x", "--model", "openai:fair")
    assert ended.code == 2
    assert "--model needs --fuzzy" in ended.sentence


def test_one_source_of_a_benchmark_is_counted_as_one(terminal: Terminal) -> None:
    text = io.StringIO()
    csv.writer(text).writerows([HEADER, *shops(0)])
    terminal.write({"lake/shops of the north.csv": text.getvalue()})
    assert terminal("lake", "add", "shops", "lake").code == 0
    make = ("bench", "make", "nlctd", "--from", "shops", "--queries", "1")
    ended = terminal(*make, "--out", "made")
    assert " from 1 source; 0 tables did not come out as meant and were left out\n" in ended.out


def test_a_made_benchmark_says_what_cannot_be_compared_on_it(terminal: Terminal) -> None:
    text = io.StringIO()
    csv.writer(text).writerows([HEADER, *shops(0)])
    terminal.write({"lake/shops of the north.csv": text.getvalue()})
    assert terminal("lake", "add", "shops", "lake").code == 0
    make = ("bench", "make", "nlctd", "--from", "shops", "--queries", "1", "--out")
    document = terminal(*make, "made", "--json").json
    notes = document["notes"]
    assert "scores of that method on it cannot be compared with those of others" in notes[0]
    assert notes[1].startswith("own/ and nlctables/ are not one benchmark, and no score of one is")
    own, union = (
        len(list((terminal.folder / "made" / place).iterdir()))
        for place in ("own/datalake", "nlctables/union/dataset")
    )
    assert f"of {own} tables union/ has {union}, join/ has " in notes[1]
    again = terminal(*make, "again").out
    assert all(f"{note}\n" in again for note in notes)
    for short in document["shortfalls"]:
        assert f"  {short['category']}: 0 of 1 query; {short['why']}.\n" in again
    for name, folder in (("own", "made/own"), ("published", "made/nlctables/union")):
        assert notes[0] in terminal("bench", "add", name, folder, "--json").json["notes"]
        ran = terminal("bench", "run", name, "--method", "conditions,columns:hash")
        assert ran.code == 0
        told = [
            line for line in terminal("bench", "score", name).out.splitlines() if "made" in line
        ]
        assert told == [
            "conditions cannot be compared here: `bench make nlctd` has made this benchmark, in "
            "wordings that the method reads and by what it takes to satisfy them."
        ]


@pytest.mark.parametrize("out", ["lake/north", "lake/north/made", "other/made", "link/made"])
def test_a_benchmark_is_made_in_no_folder_that_a_lake_is_read_from(
    terminal: Terminal, out: str
) -> None:
    terminal.write(
        {"lake/north/a.csv": "a\n1\n", "lake/south/b.csv": "a\n1\n", "other/c.csv": "c\n"}
    )
    (terminal.folder / "link").symlink_to("lake/north")
    for name, *place in (("shops", "lake/north"), ("other", "other")):
        assert terminal("lake", "add", name, *place).code == 0
    if out == "lake/north":
        shutil.rmtree(terminal.folder / "lake/north")
    ended = terminal("bench", "make", "nlctd", "--from", "shops", "--out", out)
    assert ended.code == 2
    assert "outside of the lakes' folders, or its tables become a lake's with" in ended.sentence
    assert f"Got {out}, and the lake " in ended.sentence
    assert not (terminal.folder / out / "own").exists()


def test_a_benchmark_is_not_made_around_a_lake_or_over_something(terminal: Terminal) -> None:
    terminal.write({"made/own/datalake/a.csv": "a\n1\n"})
    assert terminal("lake", "add", "shops", "made/own/datalake").code == 0
    make = ("bench", "make", "nlctd", "--from", "shops", "--out", "made")
    assert "written to a new or empty folder" in terminal(*make).sentence
    shutil.rmtree(terminal.folder / "made")
    assert "outside of the lakes' folders" in terminal(*make).sentence
    # Beside what is read there is room for it; that it is refused now is for want of rows.
    assert "lower --min-rows" in terminal(*make[:-1], "elsewhere").sentence
