"""Every `label` command as people run it, from a queue to a release that changes the scores."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.benchmarks import registry, runs
from core.benchmarks.curating import label_errors, settling
from core.benchmarks.formats import read as read_benchmark
from core.labels import LOCAL, Pair, create_queue
from core.labels.types import Task
from core.labels.voting.questions import grades_in_common, question
from core.store import Workspace
from tests.core.benchmarks import tiny
from tests.core.benchmarks.growing import grow
from tests.core.cli.conftest import Here


@pytest.fixture
def label(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> Here:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    ranking = '{"fish": ["towns", "sea fish"], "birds": ["owls", "towns"]}'
    (tmp_path / "run.json").write_text(ranking)
    runs.import_run(workspace, info, tmp_path / "run.json", "one")
    return Here(workspace.root, monkeypatch, capsys)


def test_positives_that_a_list_of_disputes_lacks_are_told(label: Here, tmp_path: Path) -> None:
    # Of fish's two positives sea fish fills the first place, and river is ranked nowhere.
    (tmp_path / "two.json").write_text('{"fish": ["sea fish"], "birds": ["towns"]}')
    label("bench", "import-run", "tiny", str(tmp_path / "two.json"), "--method", "two")
    told = (
        "1 more positive is not ranked among the first 1, but not listed, as other positives fill "
        "these places of its query; k = 2 lists it unless it is among the first 2."
    )
    assert told in label("bench", "disagree", "tiny", "--run", "two", "-k", 1)[1]
    made = label("label", "queue", "tiny", "--name", "q", "--from", "gtfn", "--run", "two", "-k", 1)
    assert told in made[2]
    assert label.json("bench", "disagree", "tiny", "--run", "two", "-k", 2)["unlisted"] == 0


def test_a_queue_of_disputes_has_as_many_cases_as_asked_for(label: Here, tmp_path: Path) -> None:
    queue = ("label", "queue", "tiny", "--run", "one", "-k", 1)
    every = label.json(*queue, "--name", "every")
    assert (every["cases"], "size" in every["source"]) == (3, False)
    made = label(*queue, "--name", "two", "--size", 2, "--votes", 3)
    assert "2 of 3 pairs are taken, by --order." in made[2]
    told = {one["queue"]: one for one in label.json("label", "queue", "tiny")["queues"]}
    assert (told["two"]["cases"], told["two"]["votes_wanted"]) == (2, 6)
    assert told["two"]["source"]["size"] == 2
    # The most disputed first: the one that both runs and votes would begin with.
    first = label.json("label", "next", "tiny", "--queue", "two")
    assert first["case"] == label.json("label", "next", "tiny", "--queue", "every")["case"]
    # A limit above what there is takes all, and says nothing.
    assert label.json(*queue, "--name", "many", "--size", 9)["cases"] == 3
    (tmp_path / "p.csv").write_text("query,table\nfish,towns\nfish,river\n")
    pairs = ("--pairs", tmp_path / "p.csv", "--size", 1)
    made = label("label", "queue", "tiny", "--name", "listed", *pairs)
    assert "1 of 2 pairs are taken, by --order." in made[2]
    told = {one["queue"]: one for one in label.json("label", "queue", "tiny")["queues"]}
    assert told["listed"]["source"] == {"pairs": "p.csv", "size": 1}


def test_two_people_settle_a_queue_and_the_scores_change(label: Here, tmp_path: Path) -> None:
    queue = ("label", "queue", "tiny", "--name", "doubts", "--from", "gtfp", "--run", "one")
    made = label.json(*queue, "-k", 1)
    assert (made["queue"], made["cases"], made["votes_wanted"]) == ("doubts", 1, 2)
    for voter in ("ann", "bob"):
        case = label.json("label", "next", "tiny", "--voter", voter)
        assert (case["query"], case["table"]) == ("fish.csv", "towns.csv")
        # Blind: what tells the label is not there.
        assert not {"label", "origin", "rank", "votes"} & set(case)
        vote = ("label", "vote", "tiny", "--case", case["case"], "--label", "2")
        cast = label.json(*vote, "--voter", voter, "--key", f"click of {voter}")
        assert label.json(*vote, "--voter", voter, "--key", f"click of {voter}") == cast
        assert (cast["voter"], cast["label"], cast["final"]) == (voter, 2, False)
        # One of two wanted votes settles nothing, unless it is asked for.
        if voter == "ann":
            assert label.json("label", "consensus", "tiny")["open"] == 1
            assert label.json("label", "consensus", "tiny", "--least-votes", 1)["open"] == 0
    assert label.json("label", "next", "tiny", "--voter", "cat")["case"] is None
    (told,) = label.json("label", "queue", "tiny")["queues"]
    assert told["done"] == 1
    (wrong,) = told["label_errors"]
    assert (wrong["origin"], wrong["settled"], wrong["wrong"]) == ("gtfp", 1, 1)
    assert "Settled labels that are wrong" in label("label", "queue", "tiny")[1]

    before = label.json("bench", "score", "tiny", "-k", 1)["runs"][0]["P"]
    made = label.json("label", "release", "tiny", "--name", "r1", "--note", "first")
    assert (made["release"], made["settled"], made["changed"]) == ("r1", 1, 1)
    after = label.json("bench", "score", "tiny", "-k", 1, "--release", "r1")
    assert (before, after["runs"][0]["P"], after["positive_from"]) == (0.5, 1.0, 1)
    (diff,) = label.json("label", "releases", "tiny")["diffs"]
    assert diff["changes"] == [{"query": "fish.csv", "table": "towns.csv", "before": 0, "after": 2}]
    label.json("label", "releases", "tiny", "--export", "r1", "-o", tmp_path / "r1.csv")
    assert "fish.csv,towns.csv,2,0,consensus,ann=2; bob=2" in (tmp_path / "r1.csv").read_text()


def test_however_many_queues_are_told_their_cases_are_concluded_once(
    label: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    concluded: list[str] = []

    def counted(*given: Any, **named: Any) -> object:
        concluded.append("once more")
        return settling.conclude(*given, **named)

    monkeypatch.setattr(label_errors, "conclude", counted)
    for name in ("first", "second", "third"):
        label.json("label", "queue", "tiny", "--name", name, "--run", "one", "-k", 1)
    assert len(concluded) == 3
    concluded.clear()
    assert len(label.json("label", "queue", "tiny")["queues"]) == 3
    assert len(concluded) == 1


def test_labels_of_a_queue_are_wrong_or_right_in_its_release(label: Here) -> None:
    for query, table in (("fish", "towns"), ("birds", "owls")):
        label("label", "vote", "tiny", "--query", query, "--table", table, "--label", 2)
    label("label", "release", "tiny", "--name", "r1")
    sample = ("--from", "agreements", "--run", "one", "-k", 1, "--size", 4, "--votes", 1)
    made = label.json("label", "queue", "tiny", "--name", "s", *sample, "--release", "r1")
    errors = {one["origin"]: one for one in made["label_errors"]}
    # Both are positive under r1 and ranked first; the published label of towns is 0.
    assert errors["agreed positive"]["settled"] == 2
    assert errors["agreed positive"]["wrong"] == 0
    assert (errors["agreed positive"]["release"], made["note"]) == ("r1", "")
    assert "agreed positive  r1" in label("label", "queue", "tiny")[1]


def test_wrong_labels_are_counted_by_what_a_queue_took_for_positive(label: Here) -> None:
    for query, table in (("fish", "towns"), ("birds", "owls")):
        label("label", "vote", "tiny", "--query", query, "--table", table, "--label", 2)
    label("label", "release", "tiny", "--name", "r1")
    # Somebody else calls both "partly", which is no where yes begins at 2.
    sample = ("--from", "agreements", "--run", "one", "-k", 1, "--votes", 1, "--release", "r1")
    strict = ("--positive-from", 2)
    for name, further in (("s", strict), ("t", ())):
        label("label", "queue", "tiny", "--name", name, *sample, *further)
    for query, table in (("fish", "towns"), ("birds", "owls")):
        label("label", "vote", "tiny", "--query", query, "--table", table, "--label", 1, "--final")

    def wrong(*options: object) -> dict[str, tuple[int, int]]:
        return {
            queue["queue"]: (one["positive_from"], one["wrong"])
            for queue in label.json("label", "queue", "tiny", *options)["queues"]
            for one in queue["label_errors"]
            if one["origin"] == "agreed positive"
        }

    assert wrong() == {"s": (2, 2), "t": (1, 0)}
    assert wrong(*strict) == {"s": (2, 2), "t": (2, 2)}


def test_a_release_is_written_as_the_benchmark_publishes_it(label: Here, tmp_path: Path) -> None:
    label.json("label", "vote", "tiny", "--query", "fish", "--table", "towns", "--label", 1)
    label.json("label", "release", "tiny", "--name", "r1")
    for form, line in (("published", "towns.csv,1"), ("published-2", "towns.csv,0")):
        written = ("label", "releases", "tiny", "--export", "r1", "-o", tmp_path / form)
        label.json(*written, "--form", form)
        assert f"fish.csv,{line}\n" in (tmp_path / form).read_text()
    (tmp_path / "published").rename(tmp_path / "groundtruth.csv")
    again = label.json(
        *("label", "release", "tiny", "--name", "r2", "--from", tmp_path / "groundtruth.csv")
    )
    (first,) = (
        r for r in label.json("label", "releases", "tiny")["releases"] if r["release"] == "r1"
    )
    assert again["fingerprint"] == first["fingerprint"]


def test_a_release_that_is_taken_in_says_that_it_is_the_newest(label: Here, tmp_path: Path) -> None:
    vote = ("label", "vote", "tiny", "--label", 1)
    label.json(*vote, "--query", "fish", "--table", "towns")
    label.json("label", "release", "tiny", "--name", "r1")
    label.json("label", "releases", "tiny", "--export", "r1", "-o", tmp_path / "r1.csv")
    label.json(*vote, "--query", "birds", "--table", "owls")
    label.json("label", "release", "tiny", "--name", "r2")
    take = ("label", "release", "tiny", "--from", tmp_path / "r1.csv", "--name")
    told = "again is the newest release now: Home and Runs go by what it settles; "
    assert f"{told}1 pair that r2 settles is open in it.\n" in label(*take, "again")[1]
    assert label.json(*take, "more")["warning"] == ""


def test_an_export_with_a_query_without_a_positive_says_so(label: Here, tmp_path: Path) -> None:
    pair = ("--query", "birds", "--table", "owls")
    label.json("label", "vote", "tiny", *pair, "--label", "1", "--final")
    label.json("label", "release", "tiny", "--name", "r1")
    written = ("label", "releases", "tiny", "--export", "r1", "-o", tmp_path / "out", "--form")
    notes = {
        form: label.json(*written, form)["notes"] for form in ("published", "published-2", "votes")
    }
    assert (notes["published"], notes["votes"]) == ([], [])
    (told,) = notes["published-2"]
    assert told.startswith("1 query has no positive left, first 'birds.csv': it counts as 0 where")
    label.json(*written, "published-2")
    (tmp_path / "out").rename(tmp_path / "groundtruth.csv")
    again = read_benchmark(tiny.lay(tmp_path, tiny.TABLES))
    assert again.notes == (
        "1 of 2 queries has no positive label and counts as 0, first 'birds.csv'.",
    )


def test_partly_counts_as_a_positive_if_told_so(label: Here) -> None:
    pair = ("--query", "birds", "--table", "owls")
    label.json("label", "vote", "tiny", *pair, "--label", "1", "--final")
    label.json("label", "release", "tiny", "--name", "r1")
    score = ("bench", "score", "tiny", "-k", 1, "--release", "r1", "--positive-from")
    found = [label.json(*score, grade)["runs"][0]["P"] for grade in (1, 2)]
    assert found == [0.5, 0.0]


def test_votes_are_imported_compared_concluded_and_exported(label: Here, tmp_path: Path) -> None:
    (tmp_path / "v.csv").write_text(
        "query,table,voter,label\nfish,towns,ann,2\nfish,towns,bob,2\n"
        "birds,owls,ann,0\nbirds,owls,bob,2\n"
    )
    told = ("unknown", "blank", "superseded", "unread", "contradicting", "alike", "replaced")
    queued = {"queues": [], "less": 0, "not_put": [], "unqueued": 2}
    counts = {"added": 4, "known": 0, **{name: [] for name in told}, **queued}
    tried = label.json("label", "import", "tiny", tmp_path / "v.csv", "--dry-run")
    assert tried == {"benchmark": "tiny", "dry_run": True, **counts}
    done = label.json("label", "import", "tiny", tmp_path / "v.csv")
    assert done == {"benchmark": "tiny", "dry_run": False, **counts}
    assert label.json("label", "import", "tiny", tmp_path / "v.csv")["added"] == 0

    agreed = label.json("label", "agreement", "tiny")
    raw = next(one for one in agreed["overall"] if one["measure"] == "raw agreement")
    assert (agreed["votes"], agreed["voters"], raw["value"]) == (4, 2, 0.5)
    concluded = label.json("label", "consensus", "tiny", "--rule", "majority")
    assert [(c["table"], c["label"]) for c in concluded["cases"]] == [
        ("towns.csv", 2),
        ("owls.csv", None),
    ]
    assert (concluded["needs_adjudication"], concluded["open"]) == (1, 1)
    label.json(
        *("label", "vote", "tiny", "--query", "birds", "--table", "owls", "--label", 2, "--final")
    )
    concluded = label.json("label", "consensus", "tiny")
    assert (concluded["needs_adjudication"], concluded["open"]) == (1, 0)
    assert [(c["decided"], c["decided_by"]) for c in concluded["cases"]] == [
        (None, None),
        (2, "local"),
    ]
    votes = label.json("label", "export", "tiny")["votes"]
    assert [votes[0][name] for name in ("query", "voter", "kind", "label")] == [
        *("fish.csv", "ann", "human", 2)
    ]
    assert label.json("label", "export", "tiny", "-o", tmp_path / "v.json")["votes"] == 5


def test_all_that_is_known_of_a_vote_goes_out_and_comes_in_again(
    label: Here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    vote = ("label", "vote", "tiny", "--query", "fish", "--table", "towns", "--voter", "ann")
    told = label.json(
        *(*vote, "--label", 2, "--facet", "schema=2", "--facet", "task=0", "--shown", "abc"),
        *(
            "--align",
            "fish",
            "town",
            "--align",
            "weight",
            "mayor",
            "--confidence",
            0.5,
            "--seconds",
            3,
        ),
    )
    assert told["facets"] == [2, None, None, 0]
    assert (told["alignment"], told["shown"]) == ([["fish", "town"], ["weight", "mayor"]], "abc")
    label.json(*vote, "--label", "none", "--reason", "on second thoughts")
    label.json(*vote, "--label", 1, "--final")
    label.json("label", "export", "tiny", "-o", tmp_path / "votes.json")
    assert label.json("label", "import", "tiny", tmp_path / "votes.json")["known"] == 3

    elsewhere = Workspace.open(tmp_path / "elsewhere")
    tiny.add(elsewhere, "tiny", tmp_path / "tiny")
    other = Here(elsewhere.root, monkeypatch, capsys)
    assert other.json("label", "import", "tiny", tmp_path / "votes.json")["added"] == 3
    assert other.json("label", "export", "tiny") == label.json("label", "export", "tiny")
    votes = other.json("label", "export", "tiny")["votes"]
    assert [(v["label"], v["current"], v["final"]) for v in votes] == [
        (2, False, False),
        (None, True, False),
        (1, True, True),
    ]


def test_votes_that_cannot_tell_are_said_to_be_left_out(label: Here) -> None:
    vote = ("label", "vote", "tiny", "--query", "fish", "--table", "towns")
    for voter, said in (("ann", 2), ("bob", 2), ("cy", "none")):
        label.json(*vote, "--voter", voter, "--label", said)
    told = '2 votes of 3 voters on 1 case, without 1 vote of "can\'t tell"; 1 case has two votes'
    assert told in label("label", "agreement", "tiny")[1]


def test_voters_may_have_weights_and_are_told_one_by_one(label: Here, tmp_path: Path) -> None:
    (tmp_path / "v.csv").write_text(
        "query,table,voter,label\nfish,towns,ann,2\nfish,towns,bob,0\nfish,towns,cy,0\n"
    )
    label.json("label", "import", "tiny", tmp_path / "v.csv")
    weighted = ("label", "consensus", "tiny", "--rule", "weighted majority", "--weight", "ann=4")
    told = label.json(*weighted)
    assert told["weights"] == {"ann": 4.0, "bob": 1.0, "cy": 1.0}
    assert [(c["label"], round(c["confidence"], 2)) for c in told["cases"]] == [(2, 0.67)]
    assert "Weights: ann 4, bob 1, cy 1." in label(*weighted)[1]
    made = label.json(
        *("label", "release", "tiny", "--name", "r", "--rule", "weighted majority"),
        *("--weight", "ann=4"),
    )
    assert "weights ann 4 (others 1)" in made["rule"]
    # A curator has decided as ann said: of three votes one is right, so the average is 2/6, ann's
    # accuracy (1 + 4/6) / 3 and her weight ln(2.5). The others are below chance.
    decides = ("--query", "fish", "--table", "towns", "--label", "2", "--final")
    label.json("label", "vote", "tiny", *decides)
    estimated = (*weighted[:-2], "--estimate-weights")
    assert label.json(*estimated)["weights"] == {"ann": 0.92, "bob": 0.0, "cy": 0.0}
    told = label.json(*estimated, "--weight", "bob=2")
    assert told["weights"] == {"ann": 0.92, "bob": 2.0, "cy": 0.0}
    agreed = label.json("label", "agreement", "tiny")
    assert [v["voter"] for v in agreed["voters_seen"]] == ["ann", "bob", "cy"]
    (case,) = agreed["by_case"]
    assert (case["table"], case["agreeing"], case["pairs"]) == ("towns.csv", 1, 3)
    assert agreed["warnings"] == []


def test_a_voter_is_set_aside_in_figures_rules_and_releases(label: Here, tmp_path: Path) -> None:
    (tmp_path / "v.csv").write_text(
        "query,table,voter,label\nfish,towns,ann,2\nfish,towns,bob,2\nfish,towns,dora,0\n"
        "birds,owls,ann,0\nbirds,owls,bob,0\nbirds,owls,dora,2\n"
    )
    label.json("label", "import", "tiny", tmp_path / "v.csv")
    without = ("--without", "dora")
    agreed = label.json("label", "agreement", "tiny", *without)
    raw = next(one for one in agreed["overall"] if one["measure"] == "raw agreement")
    assert (agreed["votes"], agreed["without"], raw["value"]) == (4, ["dora"], 1.0)
    assert {one["voter"] for one in agreed["voters_seen"]} == {"ann", "bob"}
    assert "This is without the votes of dora." in label("label", "agreement", "tiny", *without)[1]
    strict = ("--threshold", 0.9)
    assert label.json("label", "consensus", "tiny", *strict)["open"] == 2
    found = label.json("label", "consensus", "tiny", *strict, *without)
    assert (found["open"], found["voters"], found["without"]) == (0, 2, ["dora"])
    told = label("label", "release", "tiny", "--name", "r", *strict, *without)[1]
    assert "This is without the votes of dora." in told
    (_, made) = label.json("label", "releases", "tiny")["releases"]
    assert "human votes without the votes of dora, posterior of 0.9" in made["rule"]
    # Nothing of hers is forgotten.
    assert len(label.json("label", "export", "tiny")["votes"]) == 6
    weights = ("consensus", "tiny", "--rule", "weighted-majority", "--weight", "dora=2")
    for wrong in (("agreement", "tiny", "--without", "Dora"), (*weights, *without)):
        code, _, err = label("label", *wrong)
        assert (code, err.count("\n")) == (2, 1)
    assert "'dora' has no vote that counts on tiny; voters are ann, bob." in err


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        (("--align", "fish", "foo"), "Got 'foo', which 'datalake/towns.csv' has not."),
        (("--align", "foo", "town"), "Got 'foo', which 'query/fish.csv' has not."),
        (
            ("--align", "fish", "town", "--align", "weight", "town"),
            "A column is aligned with one other only. Got 'town' twice.",
        ),
    ],
)
def test_an_alignment_is_of_columns_that_are_there(
    label: Here, columns: tuple[str, ...], sentence: str
) -> None:
    vote = ("label", "vote", "tiny", "--query", "fish", "--table", "towns", "--label", 2)
    code, out, err = label(*vote, *columns)
    assert (code, out) == (2, "")
    assert sentence in err
    assert label.json("label", "export", "tiny")["votes"] == []


def test_the_next_case_says_all_that_its_query_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    asked = [
        {
            "query_id": "1",
            "query": "under 9\nrows",
            "query_table": "fish.csv",
            "mode": "join",
            "join_column": "fish",
        },
        {"query_id": "2", "query": "Who leads Oban?", "query_table": None},
    ]
    files = {**tiny.TABLES, "qrels.tsv": "1\triver.csv\t1\n2\ttowns.csv\t1\n"}
    files["queries.jsonl"] = "".join(json.dumps(one) + "\n" for one in asked)
    workspace = Workspace.open(tmp_path / "workspace")
    tiny.add(workspace, "worded", tiny.lay(tmp_path / "worded", files))
    label = Here(workspace.root, monkeypatch, capsys)
    (tmp_path / "p.csv").write_text("query,table\n1,river.csv\n2,towns.csv\n")
    queue = ("label", "queue", "worded", "--name", "doubts", "--votes", 1)
    label(*queue, "--pairs", tmp_path / "p.csv")
    expected = {
        "1": (
            "case 1 (join): 1 · fish.csv  and  river.csv\n"
            "The query also says: under 9 rows\n"
            "To be joined on: fish\n"
            "Can columns of B be added to the rows of A, and does B meet the words?\n"
        ),
        "2": (
            "case 2 (nl): 2  and  towns.csv\n"
            "The query says: Who leads Oban?\n"
            "Does this table give what the words ask for?\n"
        ),
    }
    while expected:
        case = label.json("label", "next", "worded")
        told = label("label", "next", "worded")[1]
        assert told == expected.pop(case["query"])
        if case["query"] == "1":
            assert (case["query_table"], case["text"]) == ("fish.csv", "under 9\nrows")
            assert case["join_on"] == ["fish"]
        else:
            assert (case["query_table"], case["text"]) == (None, "Who leads Oban?")
            assert case["join_on"] == []
        assert case["asks"] == told.splitlines()[-1]
        label("label", "vote", "worded", "--case", case["case"], "--label", 2)


def test_a_case_that_a_release_leaves_out_is_concluded_by_no_command(
    label: Here, tmp_path: Path
) -> None:
    new = tmp_path / "tiny/datalake/new.csv"
    new.write_text(tiny.TOWNS)
    label("lake", "refresh", "tiny")
    for table in ("new", "towns"):
        pair = ("--query", "fish", "--table", table, "--label", 2, "--voter", "ann")
        label("label", "vote", "tiny", *pair)
    new.unlink()
    label("lake", "refresh", "tiny")
    told = "1 case has votes and no label: its candidate is not in the lake."
    found = label.json("label", "consensus", "tiny")
    assert [case["table"] for case in found["cases"]] == ["towns.csv"]
    assert found["left_out"] == 1
    said = label("label", "consensus", "tiny")[1]
    assert said.startswith("majority: 1 case, 0 of them for a curator")
    assert told in said
    released = label("label", "release", "tiny", "--name", "r")
    assert told in released[1] + released[2]


def test_each_command_tells_people_too(label: Here, tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text("query,table\nfish,towns\n")
    pairs = ("--pairs", tmp_path / "p.csv", "--votes", 1)
    assert "doubts" in label("label", "queue", "tiny", "--name", "doubts", *pairs)[1]
    told = label("label", "next", "tiny")[1]
    asked = question(Task.UNION, with_words=False).asks
    assert told == f"case 1 (union): fish.csv  and  towns.csv\n{asked}\n"
    told = label("label", "vote", "tiny", "--case", 1, "--label", "2")[1]
    assert told == "local voted 2 on case 1.\n"
    told = label("label", "next", "tiny")[1]
    assert told == "Nothing is left for local now: 1 of 1 case is done.\n"
    assert "1 vote of 1 voter on 1 case" in label("label", "agreement", "tiny")[1]
    assert "majority: 1 case, 0 of them for a curator" in label("label", "consensus", "tiny")[1]
    told = label("label", "release", "tiny", "--name", "r")[1]
    assert told == (
        "r: 5 labels, 1 settled by votes (0 by a curator), 1 of them other than in base.\n"
    )
    assert label("label", "releases", "tiny")[1].count("\n") == 3


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ("next", "tiny"),
            "A case comes from a queue. tiny has none; make one: label queue tiny --name NAME "
            "--run A,B.",
        ),
        (("queue", "tiny", "--name", "q"), "A queue comes from runs, or from --pairs."),
        (("queue", "tiny", "--size", 4), "--size is of a queue to make: give it a --name"),
        (("queue", "tiny", "--votes", 3, "--run", "one"), "--run, --votes are of a queue to make"),
        (
            ("queue", "tiny", "--name", "q", "--pairs", "p.csv", "-k", 3),
            "-k is of pairs that runs give; those of --pairs are in its file.",
        ),
        (
            ("queue", "tiny", "--name", "q", "--run", "one", "--seed", 3),
            "--seed is of --order random and of a sample of agreements.",
        ),
        (("vote", "tiny", "--case", 9, "--label", 1), "Got 9, which is none."),
        (("vote", "tiny", "--label", 1), "give --case, or --query and --table"),
        (("vote", "tiny", "--query", "x", "--table", "y", "--label", 1), "Got 'x' and 'y'"),
        (
            ("vote", "tiny", "--case", 1, "--label", 1, "--voter", "openai:gpt-4o-mini"),
            "Got 'openai:gpt-4o-mini', as judges are called; choose another name, or say that its "
            "kind is llm.",
        ),
        (("release", "tiny", "--name", "r"), "A release has at least one settled label."),
        (("release", "tiny", "--name", "a/b"), "A release's name has no slash. Got 'a/b'"),
        (("consensus", "tiny", "--rule", "dice"), "A rule must be one of"),
        (("agreement", "tiny", "--kind", "dog"), "A kind of voter is one of"),
        (("releases", "tiny", "--export", "r"), "with --export and --output together"),
        (("export", "none"), "No benchmark is named 'none'"),
        (("export", "tiny", "-o", "v1.csv"), "Got 'v1.csv'; name it 'v1.json'."),
        (("export", "tiny", "-o", "v1"), "Got 'v1'; name it 'v1.json'."),
        (("consensus", "tiny", "--weight", "ann"), "A weight is VOTER=NUMBER, such as ann=2."),
        (
            ("consensus", "tiny", "--rule", "weighted-majority", "--weight", "Ann=2"),
            "'Ann' has no vote that counts on tiny; voters are none.",
        ),
        (
            ("consensus", "tiny", "--weight", "ann=2"),
            "Voters have weights in the weighted majority alone. Got --rule 'majority'",
        ),
        (("vote", "tiny", "--case", 1, "--label", 1, "--facet", "mood=2"), "A facet is one of"),
    ],
)
def test_wrong_input_is_one_sentence(
    label: Here, arguments: tuple[object, ...], sentence: str
) -> None:
    code, out, err = label("label", *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert sentence in err


def test_gains_tell_the_queries_that_they_are_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = grow(workspace, tmp_path)
    here = Here(workspace.root, monkeypatch, capsys)
    command = ("bench", "rescore", info.name, "-k", 1, "--reference", "r1")
    told = here(*command)[1]
    assert "Queries: 1 under base, 2 under r1, 4 under r2." in told
    left_out = "Gains are of the 2 queries that both r1 and r2 have; 2 that only r2 has are left"
    assert left_out in told
    assert "1 pairs of runs are in another order. They have different queries" in told
    document = here.json(*command)
    nothing = "No label of plain is positive under base, so every score is 0."
    assert document["notes"][0] == nothing
    assert any(note.startswith(left_out) for note in document["notes"][1:])
    deeper = ("bench", "rescore", info.name, "-k", 2)
    short = (
        "good ranks at most 1 candidate a query; at k = 2 the places behind them count as wrong."
    )
    assert short in here(*deeper)[1].splitlines()
    assert here.json(*deeper)["notes"][0] == short
    assert [(g["run"], g["queries"]) for g in document["gains"] if g["release"] == "r2"] == [
        ("poor", 2),
        ("good", 2),
    ]
    assert {order["same_queries"] for order in document["orders"]} == {False}


def test_a_correction_back_to_an_earlier_file_is_told(label: Here, tmp_path: Path) -> None:
    for name, grade in (("a", 2), ("b", 0), ("c", 2)):
        (tmp_path / f"{name}.csv").write_text(f"query,table,voter,label\nfish,towns,ann,{grade}\n")
        told = label("label", "import", "tiny", tmp_path / f"{name}.csv")[1]
    assert "0 votes are new, 1 was there already. 1 vote was entered before, and a later" in told
    assert "one still stands above it (line 2). To correct one back, say in voted_at" in told


def test_the_same_labels_are_published_twice_if_asked_for_alone(label: Here) -> None:
    pair = ("--query", "fish", "--table", "towns")
    label.json("label", "vote", "tiny", *pair, "--label", 1)
    make = ("label", "release", "tiny", "--name")
    label.json(*make, "r1")
    code, _, told = label(*make, "r2")
    assert code == 2
    assert "Release 'r1' has the same; use that, or have a second one made" in told
    assert label.json(*make, "r2", "--again")["release"] == "r2"
    # Another rule, and a vote that changes no label, make another release.
    label.json(*make, "r3", "--rule", "weighted majority")
    label.json("label", "vote", "tiny", *pair, "--label", 1, "--voter", "bob")
    label.json(*make, "r4")
    names = [one["release"] for one in label.json("label", "releases", "tiny")["releases"]]
    assert names == ["base", "r1", "r2", "r3", "r4"]


def test_the_help_of_a_vote_has_the_words_of_every_task(label: Here) -> None:
    told = " ".join(label("label", "vote", "--help")[1].split())
    for task in Task:
        assert grades_in_common([task])[2] in told
    assert "2 yes, 1 partly, 0 no, none for can't tell" in told


def test_a_candidate_that_is_nowhere_is_told_and_not_voted_on(label: Here, tmp_path: Path) -> None:
    (tmp_path / "odd.json").write_text('{"fish": ["nosuch", "towns"], "birds": ["owls"]}')
    label("bench", "import-run", "tiny", str(tmp_path / "odd.json"), "--method", "odd")
    listed = label.json("bench", "disagree", "tiny", "--run", "odd", "-k", 2)
    assert "nosuch" not in {case["table"] for case in listed["cases"]}
    (absent,) = listed["not_in_lake"]
    assert (absent["query"], absent["table"], absent["rank"]) == ("fish.csv", "nosuch", 1)
    told = "1 more pair is disputed, but not listed and not put to the vote"
    assert told in label("bench", "disagree", "tiny", "--run", "odd", "-k", 2)[1]
    made = label("label", "queue", "tiny", "--name", "q", "--from", "gtfp", "--run", "odd", "-k", 2)
    assert told in made[2]
    # A queue from before may hold it still.
    workspace = Workspace.open(tmp_path / "workspace")
    info = registry.benchmark(workspace, "tiny")
    create_queue(workspace, LOCAL, info.key, "old", [Pair("fish.csv", "nosuch", Task.UNION)])
    none = label.json("label", "next", "tiny", "--queue", "old", "--voter", "ann")
    (case,) = none["not_in_lake"]
    assert none["case"] is None
    said = label("label", "next", "tiny", "--queue", "old", "--voter", "ann")[1]
    assert "1 case is not handed out, as its candidate or query table is not in the lake." in said
    code, _, err = label("label", "vote", "tiny", "--case", case, "--label", 2, "--voter", "ann")
    assert code != 0
    assert "has no table 'nosuch'" in err
