import csv
import gzip
import json
from collections import Counter, defaultdict
from itertools import chain
from pathlib import Path

import pandas as pd
import pytest

from core.benchmarks.sample.build import build_sample
from core.benchmarks.sample.plan import load_plan, make_table, select_rows
from core.benchmarks.sample.transformations import transform
from core.benchmarks.sample.truth import Verdict, judge
from core.errors import InputError

SAMPLE = Path(__file__).parents[3] / "data" / "sample"
MADE = ("planted_errors.csv", "queries.jsonl", "qrels.tsv", "ignore.tsv", "metadata.jsonl")


def files_of(folder):
    return sorted(p.relative_to(folder) for p in folder.rglob("*") if p.is_file())


def content_of(path):
    # What gzip packs bytes into differs between builds of zlib; what it packs does not.
    return gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()


def read_qrels():
    rows = [line.split("\t") for line in (SAMPLE / "qrels.tsv").read_text("utf-8").splitlines()]
    return {(query, table): int(relevance) for query, table, relevance in rows}


def read_planted():
    with (SAMPLE / "planted_errors.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def read_queries():
    lines = (SAMPLE / "queries.jsonl").read_text("utf-8").splitlines()
    return {entry["query_id"]: entry for entry in map(json.loads, lines)}


def true_labels():
    labels = read_qrels()
    labels.update(
        {(row["query_id"], row["table"]): int(row["true_relevance"]) for row in read_planted()}
    )
    return labels


def rows_of(path, delimiter=",", encoding="utf-8"):
    with (SAMPLE / path).open(encoding=encoding, newline="") as file:
        return list(csv.DictReader(file, delimiter=delimiter))


@pytest.fixture(scope="module")
def plan():
    return load_plan()


def test_committed_sample_is_what_the_seed_makes(tmp_path):
    build_sample(tmp_path)
    committed = [path for path in files_of(SAMPLE) if path != Path("README.md")]
    assert files_of(tmp_path) == committed
    for path in committed:
        assert content_of(tmp_path / path) == content_of(SAMPLE / path), path


def test_building_twice_into_one_folder_replaces_the_sample(tmp_path):
    build_sample(tmp_path)
    stale = tmp_path / "datalake" / "stale.csv"
    stale.write_text("a\n1\n")
    (tmp_path / "notes.txt").write_text("mine")
    build_sample(tmp_path)
    assert not stale.exists()
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_a_folder_with_somebodys_tables_is_refused_and_left_alone(tmp_path):
    (tmp_path / "datalake").mkdir()
    (tmp_path / "datalake" / "mine.csv").write_text("a\n1\n")
    with pytest.raises(InputError, match="Name another folder"):
        build_sample(tmp_path)
    assert files_of(tmp_path) == [Path("datalake/mine.csv")]


def test_another_seed_plants_other_errors(tmp_path):
    build_sample(tmp_path, seed=1)
    planted = (tmp_path / "planted_errors.csv").read_bytes()
    assert planted != (SAMPLE / "planted_errors.csv").read_bytes()


def test_sample_has_the_agreed_number_of_tables_and_size():
    assert len(files_of(SAMPLE / "datalake")) >= 150
    assert 20 <= len(files_of(SAMPLE / "query")) <= 30
    assert sum((SAMPLE / path).stat().st_size for path in files_of(SAMPLE)) < 1_000_000


def test_sample_shows_several_formats_and_encodings(plan):
    endings = Counter("".join(path.suffixes) for path in files_of(SAMPLE / "datalake"))
    assert set(endings) == {".csv", ".tsv", ".jsonl", ".csv.gz"}
    assert {recipe.delimiter for recipe in plan.lake} == {",", ";", "|"}
    assert {recipe.encoding for recipe in plan.lake} == {
        "utf-8",
        "utf-8-sig",
        "latin-1",
        "utf-16-le",
    }
    assert (SAMPLE / "datalake/lab/analisi_vini.csv").read_bytes()[:2] == b"\xff\xfe"
    assert (SAMPLE / "datalake/lab/ocr_training.csv.gz").read_bytes()[4:8] == bytes(4)


def test_no_two_tables_have_the_same_content():
    contents = Counter(
        content_of(SAMPLE / folder / path)
        for folder in ("datalake", "query")
        for path in files_of(SAMPLE / folder)
    )
    assert max(contents.values()) == 1


def test_every_label_names_a_query_and_a_table_that_exist():
    queries = read_queries()
    pairs = [line.split("\t") for line in (SAMPLE / "ignore.tsv").read_text("utf-8").splitlines()]
    for query, table in [*read_qrels(), *map(tuple, pairs)]:
        assert (SAMPLE / "query" / queries[query]["query_table"]).is_file()
        assert (SAMPLE / "datalake" / table).is_file()
    assert not set(read_qrels()) & set(map(tuple, pairs))
    assert {entry["mode"] for entry in queries.values()} == {"union"}


def test_metadata_describes_every_table_once():
    lines = (SAMPLE / "metadata.jsonl").read_text("utf-8").splitlines()
    described = [(entry["role"], entry["table_id"]) for entry in map(json.loads, lines)]
    there = [("lake", path.as_posix()) for path in files_of(SAMPLE / "datalake")]
    there += [("query", path.as_posix()) for path in files_of(SAMPLE / "query")]
    assert sorted(described) == sorted(there)


def test_planted_errors_are_in_the_labels_as_listed():
    labels = read_qrels()
    for row in read_planted():
        given = labels.get((row["query_id"], row["table"]))
        assert ("" if given is None else str(given)) == row["given_relevance"]
        assert row["given_relevance"] != row["true_relevance"]
        assert row["reason"]


def test_planted_errors_are_of_three_kinds_and_about_a_tenth():
    planted = read_planted()
    kinds = Counter((row["given_relevance"], row["true_relevance"]) for row in planted)
    assert set(kinds) == {("0", "1"), ("", "1"), ("1", "0")}
    assert min(kinds.values()) >= 10
    assert 0.08 <= len(planted) / len(true_labels()) <= 0.12


def test_labels_that_are_not_planted_follow_the_rule(plan):
    queries = {recipe.path: recipe for recipe in plan.queries}
    lake = {recipe.path: recipe for recipe in plan.lake}
    ids = {query_id: queries[entry["query_table"]] for query_id, entry in read_queries().items()}
    labels = true_labels()
    for (query_id, table), true in labels.items():
        verdict = judge(ids[query_id], lake[table], plan)
        assert verdict is (Verdict.UNIONABLE if true else Verdict.DIFFERENT)
    unionable = {
        (query_id, table)
        for query_id, query in ids.items()
        for table, recipe in lake.items()
        if judge(query, recipe, plan) is Verdict.UNIONABLE
    }
    assert unionable == {pair for pair, true in labels.items() if true}


def test_every_query_has_four_to_twelve_positives_as_labelled_and_in_truth():
    for labels in (read_qrels(), true_labels()):
        positives = Counter(query for (query, _), relevance in labels.items() if relevance)
        assert set(positives) == set(read_queries())
        assert min(positives.values()) >= 4
        assert max(positives.values()) <= 12


def test_every_query_has_negatives():
    negatives = Counter(query for (query, _), true in true_labels().items() if not true)
    assert set(negatives) == set(read_queries())
    assert min(negatives.values()) >= 3


def overlap(plan, wanted):
    queries = {recipe.path: recipe for recipe in plan.queries}
    lake = {recipe.path: recipe for recipe in plan.lake}
    found = []
    for (query_id, table), true in true_labels().items():
        if true == wanted:
            left = {
                header for header, *_ in queries[read_queries()[query_id]["query_table"]].columns
            }
            right = {header for header, *_ in lake[table].columns}
            found.append(len(left & right) / min(len(left), len(right)))
    return found


def test_headers_of_unionable_pairs_are_seldom_equal_and_overlap_in_all_degrees(plan):
    positives = overlap(plan, 1)
    share = defaultdict(float)
    for value in positives:
        share["none" if value == 0 else "all" if value == 1 else "some"] += 1 / len(positives)
    assert 0.3 < share["none"] < 0.7
    assert share["some"] > 0.2
    assert 0.05 < share["all"] < 0.2
    assert sum(positives) / len(positives) < 0.4


def test_some_pairs_with_equal_headers_are_not_unionable(plan):
    assert sum(value == 1 for value in overlap(plan, 0)) >= 5


def test_rows_are_those_of_the_source():
    # Gapminder's Germany of 1977, 78,160,773 people who lived 72.5 years on average.
    rows = rows_of("datalake/public/bevoelkerung_lebenserwartung.csv", ";", "latin-1")
    germany = next(row for row in rows if (row["Land"], row["Jahr"]) == ("Germany", "1977"))
    assert germany["Bevölkerung"] == "78.160.773"
    assert germany["Lebenserwartung"] == "72,5"
    # The first bill of the tips data: 16.99, tip 1.01, a woman, dinner on Sunday, party of two.
    assert rows_of("query/restaurant_bills.csv")[0] == {
        "total_bill": "16.99",
        "tip": "1.01",
        "sex": "Female",
        "smoker": "No",
        "day": "Sun",
        "time": "Dinner",
        "size": "2",
    }
    # District 11 of the election of Montreal: Coderre 3,348, Bergeron 2,770, Joly 2,532.
    sault = rows_of("query/district_results.csv")[2]
    assert [sault[name] for name in ("district", "Coderre", "Bergeron", "Joly", "total")] == [
        "11-Sault-au-Récollet",
        "3348",
        "2770",
        "2532",
        "8650",
    ]


def test_units_are_converted():
    # Linnerud's first man: 191 pounds, 36 inches.
    first = rows_of("datalake/club/body_measures.csv")[0]
    assert (first["Weight (kg)"], first["Waist (cm)"]) == ("86.6", "91")


def test_summaries_add_up():
    # 244 bills in all; Gapminder's world of 2007 has 6,251,013,179 people.
    rows = rows_of("datalake/finance/covers_report.csv")
    rows += rows_of("datalake/inbox/smoking_section.csv")
    assert sum(int(row.get("Checks") or row["parties"]) for row in rows) == 244
    assert rows_of("datalake/public/world_total.csv")[-1]["Population"] == "6251013179"


def test_mixed_rows_are_disjoint_and_complete():
    frame = pd.DataFrame({"x": range(10)})
    parts = [select_rows(frame, f"mix={part}/3", seed=5)["x"].tolist() for part in (1, 2, 3)]
    assert sorted(chain.from_iterable(parts)) == list(range(10))
    assert all(part == sorted(part) for part in parts)


@pytest.mark.parametrize(
    ("value", "steps", "expected"),
    [
        (8425333, ["grouped"], "8,425,333"),
        (8425333, ["dotted"], "8.425.333"),
        (8425333, ["times:0.000001", "d2", "comma"], "8,43"),
        (0.153, ["times:100", "d1", "after:%"], "15.3%"),
        ("2018-01-08", ["dotted_date"], "08.01.2018"),
        ("2018-03", ["month_year"], "03/2018"),
        (1952, ["jan1"], "1952-01-01"),
        ("ENE", ["degrees"], "67.5"),
        (-73.588684, ["minutes"], "-73°35'"),
        ("Thur", ["weekday", "upper"], "THURSDAY"),
    ],
)
def test_transform_writes_a_value_another_way(value, steps, expected):
    assert transform(pd.Series([value]), steps) == [expected]


def test_an_unknown_step_is_refused():
    with pytest.raises(InputError, match="Got 'shout'"):
        transform(pd.Series(["a"]), ["shout"])


def test_every_table_has_rows_and_different_headers(plan):
    for recipe in plan.queries + plan.lake:
        headers, rows = make_table(recipe, seed=0)
        assert len(rows) >= 2
        assert len(set(headers)) == len(headers)
