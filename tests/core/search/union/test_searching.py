"""Union search: what is found, in which order, against brute force."""

from __future__ import annotations

import csv
import io
import itertools
import math
import random
import tracemalloc
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.feature_extraction.text import HashingVectorizer

from core.errors import (
    CancelledError,
    ColumnNotFoundError,
    EncoderUnavailableError,
    InputError,
    TableNotFoundError,
)
from core.features.sbert_model import TEXTS_PER_BATCH
from core.monitor import Monitor
from core.search import align_tables, open_vectors
from core.search.union import ranking
from core.search.union.matching import background_similarity
from core.search.union.ranking import match_tables, query_in_index, rank_tables
from tests.core.search.conftest import MakeLake, Opened

CITIES = ["Oslo", "Rome", "Lima", "Cairo", "Quito", "Accra"]
COLOURS = ["red", "green", "blue", "black", "white"]
BEASTS = ["lion", "tiger", "wolf", "bear", "zebra"]


def as_csv(header: list[str], rows: list[list[str]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([header, *rows])
    return text.getvalue()


def random_tables(seed: int, count: int) -> dict[str, str]:
    """Tables of 1 to 4 columns, each of words of one kind or two, some cells missing."""
    draw = random.Random(seed)  # noqa: S311 - nothing is secret
    kinds = [CITIES, COLOURS, BEASTS, CITIES + COLOURS, BEASTS + COLOURS, []]
    tables = {}
    for number in range(count):
        columns = [draw.choice(kinds) for _ in range(draw.randint(1, 4))]
        rows = [
            [draw.choice(kind) if kind and draw.random() > 0.1 else "" for kind in columns]
            for _ in range(draw.randint(1, 8))
        ]
        header = [f"h{i}" for i in range(len(columns))]
        rows.append(["last" if i == 0 else "" for i in range(len(columns))])
        tables[f"t{number:02}.csv"] = as_csv(header, rows)
    return tables


TABLES = random_tables(seed=7, count=14)


@pytest.fixture(scope="module")
def lake(make_lake: MakeLake) -> Opened:
    return make_lake(TABLES)


Vectors = dict[str, NDArray[np.float64]]


def column_vectors(tables: dict[str, str]) -> Vectors:
    """Each table's column vectors by scikit-learn, straight from the text of the files."""
    hashing = HashingVectorizer(n_features=4096, alternate_sign=False)
    found = {}
    for name, text in tables.items():
        _, *rows = csv.reader(io.StringIO(text))
        documents = [
            " ".join(sorted(set(filter(None, column)))) for column in zip(*rows, strict=True)
        ]
        found[name] = hashing.transform(documents).toarray()
    return found


def table_vector(columns: NDArray[np.float64]) -> NDArray[np.float64]:
    pooled = columns.max(axis=0)
    length = np.linalg.norm(pooled)
    return pooled / length if length else pooled


def by_score(scores: dict[str, float]) -> list[tuple[str, float]]:
    ranked = sorted((-round(score, 6) + 0.0, name) for name, score in scores.items())
    return [(name, -negative) for negative, name in ranked]


@pytest.mark.parametrize("query", sorted(TABLES))
def test_rank_by_table_is_the_inner_product_of_pooled_vectors(lake: Opened, query: str) -> None:
    tables = {name: table_vector(vectors) for name, vectors in column_vectors(TABLES).items()}
    expected = by_score(
        {name: float(vector @ tables[query]) for name, vector in tables.items() if name != query}
    )

    answer = lake.search(query, rank_by="table", k=len(TABLES))

    assert [hit.table for hit in answer.hits] == [name for name, _ in expected]
    assert [hit.score for hit in answer.hits] == pytest.approx([s for _, s in expected], abs=2e-6)
    assert [hit.rank for hit in answer.hits] == list(range(1, len(TABLES)))


def background(vectors: Vectors) -> float:
    """As `background_similarity` documents it, pair by pair."""
    every = [(name, vector) for name, found in vectors.items() for vector in found if vector.any()]
    pairs = [float(a @ b) for (_, a), (_, b) in itertools.combinations(every, 2)]
    low, middle = np.quantile(pairs, [0.05, 0.5])
    partners = [max(float(a @ b) for other, b in every if other != name) for name, a in every]
    return float(np.clip(min(2 * middle - low, 0.75 * np.median(partners)), 0, 0.95))


def best_matching(weights: NDArray[np.float64]) -> float:
    """The largest sum of weights over every way to pair rows with columns."""
    if weights.shape[0] > weights.shape[1]:
        weights = weights.T
    rows, columns = weights.shape
    return max(
        sum(float(weights[row, column]) for row, column in enumerate(chosen))
        for chosen in itertools.permutations(range(columns), rows)
    )


@pytest.mark.parametrize("query", sorted(TABLES))
def test_rank_by_columns_is_the_best_of_all_matchings_over_all_tables(
    lake: Opened, query: str
) -> None:
    vectors = column_vectors(TABLES)
    chance = background(vectors)
    scores = {}
    for name, columns in vectors.items():
        weights = np.maximum(vectors[query] @ columns.T - chance, 0) / (1 - chance)
        scores[name] = best_matching(weights) / math.sqrt(weights.size)
    del scores[query]

    answer = lake.search(query, rank_by="columns", k=len(TABLES))

    assert {hit.table: hit.score for hit in answer.hits} == pytest.approx(scores, abs=1e-5)
    assert answer.hits == tuple(sorted(answer.hits, key=lambda hit: (-hit.score, hit.table)))
    assert answer.candidates == len(TABLES) - 1


def test_plain_bipartite_matching_scores_by_what_is_matched_alone(lake: Opened) -> None:
    vectors = column_vectors(TABLES)
    index = open_vectors(lake.searched, "hash")
    own = index.position("t03.csv")
    query = query_in_index(index, own, list(range(len(vectors["t03.csv"]))))
    scores = {}
    for name, columns in vectors.items():
        cosines = np.maximum(vectors["t03.csv"] @ columns.T, 0)
        scores[name] = best_matching(cosines) / min(cosines.shape)
    del scores["t03.csv"]

    found = rank_tables(index, query, len(TABLES), "bipartite", index.all_but(["t03.csv"]))

    ids = [index.table_ids[place] for place in found.positions]
    assert dict(zip(ids, found.scores, strict=True)) == pytest.approx(scores, abs=1e-5)
    assert ids == sorted(ids, key=lambda name: (-round(scores[name], 6), name))


def test_a_lake_of_one_kind_of_columns_takes_no_likeness_for_chance(make_lake: MakeLake) -> None:
    lake = make_lake(
        {
            "may.csv": as_csv(["city"], [["Oslo"], ["Rome"], ["Lima"]]),
            "june.csv": as_csv(["city"], [["Oslo"], ["Rome"], ["Cairo"]]),
            "july.csv": as_csv(["city"], [["Oslo"], ["Rome"], ["Quito"]]),
        }
    )

    hits = lake.search("may.csv").hits

    assert [hit.table for hit in hits] == ["july.csv", "june.csv"]
    assert all(hit.score > 0 and len(hit.alignment) == 1 for hit in hits)


def test_tables_below_chance_stand_in_the_order_of_their_vectors(make_lake: MakeLake) -> None:
    def listed(header: str, *cells: str) -> str:
        return as_csv([header], [[cell] for cell in cells])

    lake = make_lake(
        {
            "q.csv": listed("city", "Oslo", "Rome", "Paris", "Berlin", "Madrid", "Vienna"),
            "a_animals.csv": listed("animal", "dog", "cat", "horse", "cow"),
            "m1.csv": listed("city", "Oslo", "Rome", "Turin", "Lyon", "Bergen"),
            "m2.csv": listed("city", "Oslo", "Rome", "Paris", "Athens", "Dublin"),
            "m3.csv": listed("city", "Oslo", "Prague", "Lisbon", "Munich", "Turin"),
            "m4.csv": listed("city", "Oslo", "Rome", "Paris", "Berlin", "Madrid"),
        }
    )

    by_columns = lake.search("q.csv").hits
    by_table = [hit.table for hit in lake.search("q.csv", rank_by="table").hits]

    nothing = [hit.table for hit in by_columns if hit.score == 0]
    assert len(nothing) > 2
    assert nothing == [table for table in by_table if table in nothing]
    assert by_columns[-1].table == "a_animals.csv"


def test_an_alignment_pairs_no_column_twice_and_gives_cosines(lake: Opened) -> None:
    vectors = column_vectors(TABLES)

    for hit in lake.search("t03.csv", k=20).hits:
        assert len({match.column for match in hit.alignment}) == len(hit.alignment)
        assert len({match.query_column for match in hit.alignment}) == len(hit.alignment)
        for match in hit.alignment:
            left = vectors["t03.csv"][int(match.query_column[1:])]
            right = vectors[hit.table][int(match.column[1:])]
            assert match.score == pytest.approx(float(left @ right), abs=1e-4)


def test_a_search_with_some_columns_is_that_of_a_table_which_has_only_those(
    make_lake: MakeLake, tmp_path: Path
) -> None:
    files = {
        "q.csv": as_csv(["city", "colour"], [["Oslo", "red"], ["Rome", "blue"]]),
        "cities.csv": as_csv(["place"], [["Oslo"], ["Rome"]]),
        "colours.csv": as_csv(["paint"], [["red"], ["blue"]]),
    }
    lake = make_lake(files)
    only = tmp_path / "only.csv"
    only.write_text(as_csv(["colour"], [["red"], ["blue"]]))

    answer = lake.search("q.csv", "colour")

    assert {one.query_column for hit in answer.hits for one in hit.alignment} == {"colour"}
    assert [hit.table for hit in answer.hits] == ["colours.csv", "cities.csv"]
    scores = {hit.table: hit.score for hit in lake.search(only).hits}
    assert {hit.table: hit.score for hit in answer.hits}.items() <= scores.items()
    for rank_by in ("table", "columns"):
        assert "q.csv" not in lake.found("q.csv", rank_by=rank_by)


def test_columns_stand_in_the_order_of_the_table_however_they_are_chosen(lake: Opened) -> None:
    wide = next(name for name in TABLES if TABLES[name].startswith("h0,h1,h2"))

    assert lake.query(wide, "h2", "h0", "h2").labels == ["h0", "h2"]


def test_equal_scores_are_ranked_by_table_id_also_at_the_cut_off(make_lake: MakeLake) -> None:
    same = as_csv(["city"], [["Oslo"], ["Rome"]])
    names = ["b.csv", "a.csv", "sub/a.csv", "B.csv", "z.csv", "ä.csv", "a b.csv", "q.csv"]
    lake = make_lake(dict.fromkeys(names, same))
    expected = ["B.csv", "a b.csv", "a.csv", "b.csv", "sub/a.csv", "z.csv", "ä.csv"]

    for rank_by in ("table", "columns"):
        for k in (1, 3, 7, 20):
            assert lake.found("q.csv", rank_by=rank_by, k=k) == expected[:k]


def test_the_query_is_left_out_and_its_copy_in_another_folder_stays(make_lake: MakeLake) -> None:
    same = as_csv(["city"], [["Oslo"], ["Rome"]])
    lake = make_lake({"a/t.csv": same, "b/t.csv": same, "t.csv": same})

    for rank_by in ("table", "columns"):
        assert lake.found("a/t.csv", rank_by=rank_by) == ["b/t.csv", "t.csv"]
        assert lake.found("t.csv", rank_by=rank_by, k=1) == ["a/t.csv"]


@pytest.mark.parametrize("k", [0, -1, 1_001])
def test_k_out_of_bounds_is_refused(lake: Opened, k: int) -> None:
    with pytest.raises(InputError, match=rf"^k must be between 1 and 1,000\. Got {k}\.$"):
        lake.search("t00.csv", k=k)


def test_k_may_be_1_or_1000(lake: Opened) -> None:
    assert len(lake.search("t00.csv", k=1).hits) == 1
    assert len(lake.search("t00.csv", k=1_000).hits) == len(TABLES) - 1


def test_what_is_unknown_is_named_with_what_there_is(lake: Opened) -> None:
    with pytest.raises(EncoderUnavailableError, match=r"one of hash, tfidf, .* Got 'bert'\."):
        lake.search("t00.csv", encoder_name="bert")
    with pytest.raises(InputError, match=r"one of columns, table\. Got 'rows'\."):
        lake.search("t00.csv", rank_by="rows")
    with pytest.raises(ColumnNotFoundError, match=r"Got 'nope'; the table has h0"):
        lake.search("t00.csv", "nope")
    with pytest.raises(TableNotFoundError, match=r"no table 't0\.csv'\. Close to it: t"):
        lake.search("t0.csv")


@pytest.mark.parametrize("encoder", ["hash", "tfidf", "count"])
def test_every_word_encoder_finds_the_table_with_the_same_values(
    make_lake: MakeLake, encoder: str
) -> None:
    lake = make_lake(
        {
            "q.csv": as_csv(["city"], [["Oslo"], ["Rome"]]),
            "same.csv": as_csv(["place"], [["Rome"], ["Oslo"]]),
            "other.csv": as_csv(["paint"], [["red"], ["blue"]]),
        }
    )

    assert lake.found("q.csv", encoder_name=encoder) == ["same.csv", "other.csv"]


@pytest.mark.parametrize("encoder", ["hash", "tfidf", "count"])
def test_columns_without_a_word_do_not_hide_a_copy(
    make_lake: MakeLake, tmp_path: Path, encoder: str
) -> None:
    """Words have two characters at least, so that these encoders see none in 5.1 or B."""
    cities = ["Oslo", "Rome", "Bern", "Kyiv"]
    copied = as_csv(
        ["city", "size", "grade"],
        [[city, f"{place}.1", "ABCD"[place]] for place, city in enumerate(cities)],
    )
    two = [[city, "red"] for city in cities]
    lake = make_lake(
        {
            "a few.csv": as_csv(["city", "paint"], two),
            "copied.csv": copied,
            "one less.csv": as_csv(["city", "size"], [[city, "7"] for city in cities]),
            "paint.csv": as_csv(["paint"], [["blue"], ["green"]]),
        }
    )
    file = tmp_path / "q.csv"
    file.write_text(copied)
    hits = lake.search(file, encoder_name=encoder, rank_by="columns").hits
    assert [(hit.table, hit.score) for hit in hits[:3]] == [
        ("copied.csv", 1.0),
        # One pair of columns; where not as many are without a word, all count.
        ("a few.csv", pytest.approx(1 / math.sqrt(3 * 2), abs=1e-6)),
        ("one less.csv", pytest.approx(1 / math.sqrt(3 * 2), abs=1e-6)),
    ]


def test_tables_of_like_meaning_are_found_by_the_sentence_encoder(make_lake: MakeLake) -> None:
    lake = make_lake(
        {
            "q.csv": as_csv(["city", "country"], [["Oslo", "Norway"], ["Rome", "Italy"]]),
            "towns.csv": as_csv(["nation", "town"], [["France", "Paris"], ["Spain", "Madrid"]]),
            "atoms.csv": as_csv(["element", "mass"], [["helium", "4.0026"], ["iron", "55.845"]]),
        }
    )

    answer = lake.search("q.csv", encoder_name="sbert-vc")

    assert [hit.table for hit in answer.hits] == ["towns.csv", "atoms.csv"]
    pairs = {(match.query_column, match.column) for match in answer.hits[0].alignment}
    assert pairs == {("city", "town"), ("country", "nation")}


def test_how_far_a_query_of_many_columns_is_encoded_is_told_and_can_be_stopped(
    make_lake: MakeLake, tmp_path: Path
) -> None:
    lake = make_lake({"towns.csv": as_csv(["town"], [["Paris"]])})
    narrow, wide = tmp_path / "narrow.csv", tmp_path / "wide.csv"
    narrow.write_text("city\nOslo\n")
    columns = 3 * TEXTS_PER_BATCH
    wide.write_text(as_csv([f"m{i}" for i in range(columns)], [["1"] * columns]))
    told: list[tuple[int, int, str]] = []
    heard = replace(lake, monitor=Monitor(lambda *one: told.append(one)))
    lake.search(narrow, encoder_name="sbert-c")
    heard.search(narrow, encoder_name="sbert-c")
    assert told == []
    heard.search(wide, encoder_name="sbert-c")
    doing = "Encoding the columns of the query"
    assert [one[1:] for one in told] == [(columns, doing)] * 3
    assert 0 < told[0][0] < told[1][0] < told[2][0] == columns
    stopped = replace(lake, monitor=Monitor(should_stop=lambda: True))
    with pytest.raises(CancelledError):
        stopped.search(wide, encoder_name="sbert-c")


@pytest.mark.parametrize("encoder", ["hash", "tfidf"])
@pytest.mark.parametrize("rank_by", ["table", "columns"])
def test_a_lake_without_tables_has_no_results(
    make_lake: MakeLake, tmp_path: Path, encoder: str, rank_by: str
) -> None:
    lake = make_lake({"notes.txt": "no table"})
    file = tmp_path / "q.csv"
    file.write_text("city\nOslo\n")

    assert lake.search(file, encoder_name=encoder, rank_by=rank_by).hits == ()


def test_a_lake_of_one_table_has_no_results_for_it_and_one_for_a_file(
    make_lake: MakeLake, tmp_path: Path
) -> None:
    lake = make_lake({"t.csv": "city\nOslo\n"})
    file = tmp_path / "q.csv"
    file.write_text("place\nOslo\n")

    assert lake.found("t.csv") == []
    assert lake.found(file) == ["t.csv"]


def test_tables_without_rows_or_values_are_ranked_last_with_score_0(make_lake: MakeLake) -> None:
    lake = make_lake(
        {
            "q.csv": as_csv(["city", "n"], [["Oslo", "1"], ["Rome", "2"]]),
            "one.csv": as_csv(["place"], [["Oslo"]]),
            "rows.csv": "city,n\n",
            "blank.csv": as_csv(["city", "n"], [["", ""], ["", "NA"]]),
        }
    )

    for rank_by in ("table", "columns"):
        hits = lake.search("q.csv", rank_by=rank_by).hits
        assert [hit.table for hit in hits] == ["one.csv", "blank.csv", "rows.csv"]
        assert [hit.score for hit in hits[1:]] == [0, 0]
        # Columns of one name lie over each other, whatever they hold.
        assert [(match.column, match.score) for match in hits[1].alignment] == [
            ("city", 0),
            ("n", 0),
        ]


def test_a_query_of_missing_values_ranks_all_tables_equal(make_lake: MakeLake) -> None:
    lake = make_lake(
        {
            "q.csv": as_csv(["a", "b"], [["", "NA"], ["", ""]]),
            "b.csv": "x\nOslo\n",
            "a.csv": "y\n1\n",
        }
    )

    for rank_by in ("table", "columns"):
        hits = lake.search("q.csv", rank_by=rank_by).hits
        assert [(hit.table, hit.score) for hit in hits] == [("a.csv", 0), ("b.csv", 0)]


def test_chosen_tables_are_aligned_in_the_order_given(lake: Opened) -> None:
    query = lake.query("t00.csv")
    searched = {hit.table: hit for hit in lake.search("t00.csv", k=20).hits}

    hits = align_tables(query, ["t05.csv", "t02.csv"], encoder_name="hash")

    assert [(hit.rank, hit.table) for hit in hits] == [(1, "t05.csv"), (2, "t02.csv")]
    assert [hit.alignment for hit in hits] == [searched[hit.table].alignment for hit in hits]
    with pytest.raises(TableNotFoundError, match=r"no table 'no\.csv'"):
        align_tables(query, ["no.csv"], encoder_name="hash")


def test_the_vectors_of_some_tables_at_a_time_are_in_memory(
    lake: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = open_vectors(lake.searched, "hash")
    query = query_in_index(index, 0, [0])
    every = np.arange(len(index))
    background = background_similarity(index)
    at_once = [found.score for found in match_tables(index, query, every, background)]
    widths = index.column_counts()
    asked: list[list[int]] = []

    class Watched:
        column_counts = index.column_counts

        def columns(self, positions: NDArray[np.int64]) -> object:
            asked.append(positions.tolist())
            return index.columns(positions)

    for columns in (0, 1, 4, 9):
        asked.clear()
        monkeypatch.setattr(ranking, "_NUMBERS_AT_ONCE", columns * ranking._OF_A_SPARSE_VECTOR)
        found = match_tables(Watched(), query, every, background)  # type: ignore[arg-type]
        assert [one.score for one in found] == at_once
        assert [place for some in asked for place in some] == every.tolist()
        assert all(len(some) == 1 or widths[some].sum() <= columns for some in asked)
        following = [some + after[:1] for some, after in itertools.pairwise(asked)]
        assert all(widths[some].sum() > columns for some in following)


def test_wide_tables_are_matched_without_all_their_similarities_in_memory(
    make_lake: MakeLake, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = ",".join(f"c{place}" for place in range(150))
    wide = {
        f"t{table:02}.csv": f"{head}\n{','.join(f'v{table % 3} {c}' for c in range(150))}\n"
        for table in range(120)
    }
    lake = make_lake(wide, "wide")
    index = open_vectors(lake.searched, "hash")
    query = query_in_index(index, 0, [*range(150)])
    others = index.all_but(index.table_ids[:1])
    rank_tables(index, query, 3, "columns", others)  # libraries are loaded, and files mapped
    monkeypatch.setattr(ranking, "_NUMBERS_AT_ONCE", 4 * 150 * 500)
    tracemalloc.start()
    ranked = rank_tables(index, query, 3, "columns", others)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert ranked.compared == 119
    assert most < 119 * 150 * 150 * 4 / 2  # half of the similarities of all


def test_the_first_ranks_do_not_depend_on_how_many_are_wanted(
    lake: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ranking, "CANDIDATES", 5)
    for query in sorted(TABLES):
        few, many = (lake.search(query, k=k, rank_by="columns") for k in (2, 5))
        assert few.candidates == many.candidates == 5
        assert few.hits == many.hits[:2]
    assert lake.search("t00.csv", k=6).candidates == len(TABLES) - 1
