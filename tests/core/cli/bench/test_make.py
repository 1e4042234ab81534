from __future__ import annotations

import csv
import io
import json

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
