from __future__ import annotations

from pathlib import Path

import pytest

from core import lake as lakes
from core.benchmarks.intake.adding import add_benchmark
from core.errors import InputError
from core.search.text.query import text_query
from core.search.text.ranking import TEXT_METHODS, is_ready, kinds_to_encode
from core.search.text.searching import search_text
from core.search.text.types import TextSearch
from core.search.types import SearchedLake
from tests.core.search.conftest import MakeLake, Opened

PHONES = "Region,Units sold\nNorth America,1200\nEurope,900\n"
FILES = {
    "sales/smartphone_sales_by_region.csv": PHONES,
    "sales/old.csv": "Region,Units sold\nAsia,3\n",
    "zoo.csv": "animal,legs\nostrich,2\nNorth American beaver,4\nelephant,4\n",
    "empty.csv": "nothing,here\n",
}


@pytest.fixture(scope="module")
def lake(make_lake: MakeLake) -> Opened:
    return make_lake(FILES)


def found(lake: Opened, words: str, method: str = "bm25", **options: object) -> TextSearch:
    return search_text(lake.searched, words, method=method, **options)  # type: ignore[arg-type]


def tables(answer: TextSearch) -> list[str]:
    return [hit.table for hit in answer.hits]


def test_words_in_the_files_name_find_a_table_and_can_be_left_out(lake: Opened) -> None:
    first = "sales/smartphone_sales_by_region.csv"
    assert tables(found(lake, "smartphone sales by region"))[0] == first
    assert tables(found(lake, "smartphones", titles=False)) == []


def test_a_hit_says_which_words_it_has_and_marks_them(lake: Opened) -> None:
    answer = found(lake, "Which tables have NORTH american beavers and smartphones?")
    assert answer.words == ("NORTH", "american", "beavers", "smartphones")
    assert answer.left_out == ("Which", "tables", "have", "and")
    hit = answer.hits[0]
    assert (hit.table, hit.rank) == ("zoo.csv", 1)
    assert hit.matched == ("NORTH", "american", "beavers")
    assert hit.missing == ("smartphones",)
    assert [row.row for row in hit.rows] == [1]
    animal, legs = hit.rows[0].cells
    assert [animal.text[begin:end] for begin, end in animal.marks] == [
        "North",
        "American",
        "beaver",
    ]
    assert (legs.text, legs.matched) == ("4", False)
    assert hit.title.text == "zoo"
    assert [name.text for name in hit.header] == ["animal", "legs"]
    assert not hit.nearest


def test_marks_stand_in_headers_and_titles_too(lake: Opened) -> None:
    hit = found(lake, "units of smartphones").hits[0]
    assert hit.header[1].marks == ((0, 5),)
    assert [hit.title.text[begin:end] for begin, end in hit.title.marks] == ["smartphone"]


@pytest.mark.parametrize("method", TEXT_METHODS)
def test_every_method_finds_the_table_of_the_words(lake: Opened, method: str) -> None:
    answer = found(lake, "how many legs has an ostrich", method, k=2)
    hit = answer.hits[0]
    assert hit.table == "zoo.csv"
    assert answer.candidates == len(FILES)
    assert (hit.words is None) == method.startswith("dense")
    assert (hit.meaning is None) == (method in {"bm25", "tfidf"})
    assert is_ready(lake.searched, method)


@pytest.mark.parametrize(
    ("method", "rows"), [("dense-window", [0, 1, 2]), ("dense-row", [0, 1, 2])]
)
def test_a_method_that_compares_rows_shows_the_nearest(
    lake: Opened, method: str, rows: list[int]
) -> None:
    hit = found(lake, "big bird that cannot fly", method).hits[0]
    assert hit.table == "zoo.csv"
    assert hit.nearest
    assert [row.row for row in hit.rows] == rows


def test_the_fusion_ranks_every_table_from_1_to_0(lake: Opened) -> None:
    hits = found(lake, "region units sold north america", "hybrid").hits
    assert len(hits) == len(FILES)
    assert hits[0].score == 1.0
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_in_the_fusion_a_table_is_as_near_as_the_nearer_of_its_cells_and_its_title(
    lake: Opened,
) -> None:
    def meaning(method: str) -> dict[str, float | None]:
        hits = found(lake, "phones sold per continent", method).hits
        return {hit.table: hit.meaning for hit in hits}

    cells, titles = meaning("dense-table"), meaning("dense-metadata")
    nearer = {table: max(near or 0, titles[table] or 0) for table, near in cells.items()}
    assert nearer not in (cells, titles)
    assert meaning("hybrid") == nearer


def test_equal_scores_are_ranked_by_table_id(make_lake: MakeLake) -> None:
    twins = make_lake(dict.fromkeys(("b.csv", "a.csv", "c/a.csv"), "colour\nred\n"))
    assert tables(found(twins, "red", titles=False)) == ["a.csv", "b.csv", "c/a.csv"]
    assert tables(found(twins, "red", k=2, titles=False)) == ["a.csv", "b.csv"]


def test_a_changed_lake_is_searched_as_it_is_and_the_old_index_goes(make_lake: MakeLake) -> None:
    lake = make_lake({"a.csv": "colour\nred\n"})
    assert tables(found(lake, "green")) == []
    lake.write({"b.csv": "colour\ngreen\n"})
    lake.refresh()
    assert not is_ready(lake.searched, "bm25")
    assert tables(found(lake, "green")) == ["b.csv"]
    folder = lake.workspace.root / "indexes" / str(lake.lake.key)
    assert len(list(folder.glob("[!.]*"))) == 1
    lakes.remove_lake(lake.workspace, lake.name)
    assert not folder.exists()


def test_titles_that_came_with_a_benchmark_count(make_lake: MakeLake, tmp_path: Path) -> None:
    lake = make_lake({"a.csv": "colour\nred\n"})
    root = tmp_path / "bench"
    (root / "datalake").mkdir(parents=True)
    for name in ("x", "y"):
        (root / "datalake" / f"{name}.csv").write_text("colour\nred\n")
    (root / "captions.csv").write_text("table_id,caption\nx.csv,Wines\ny.csv,Traffic lights\n")
    (root / "queries.jsonl").write_text('{"query_id": "q", "query": "signals", "mode": "nl"}\n')
    (root / "qrels.tsv").write_text("query\ttable\trelevance\nq\ty.csv\t1\n")
    add_benchmark(lake.workspace, "b", root, lake.settings)
    answer = search_text(
        SearchedLake(lake.workspace, lakes.lake(lake.workspace, "b"), lake.settings),
        "traffic light",
        method="bm25",
    )
    assert tables(answer) == ["datalake/y.csv"]
    assert answer.hits[0].title.text.startswith("Traffic lights")


@pytest.mark.parametrize(
    ("text", "telling"),
    [
        ("staff in the IT department", ["staff", "IT", "department"]),
        ("is it in the US?", ["US"]),
        ("STAFF IN THE IT DEPARTMENT", ["STAFF", "DEPARTMENT"]),
        ("should I stay", ["stay"]),
    ],
)
def test_what_stands_in_capitals_is_no_stop_word(text: str, telling: list[str]) -> None:
    assert list(text_query(text).words.values()) == telling


@pytest.mark.parametrize(
    ("text", "telling"),
    [
        ("Where is the location of Howe?", ["location", "Howe"]),
        ("downs of informal innings provided", ["downs", "informal", "innings", "provided"]),
        ("NAMED tables, Find and including", ["NAMED"]),
        ("which U.S. exports", ["U", "exports"]),
        ("I am seeking tables mentioning or listing comets", ["comets"]),
        ("listings that mentions of locations relate to", ["listings", "locations"]),
    ],
)
def test_a_word_is_no_stop_word_for_its_stem(text: str, telling: list[str]) -> None:
    assert list(text_query(text).words.values()) == telling


def test_a_query_of_stop_words_alone_is_searched_with_them() -> None:
    query = text_query("The Who?")
    assert list(query.words.values()) == ["The", "Who"]


@pytest.mark.parametrize("words", ["", "  ?! ", "…", "x" * 10_001])
def test_a_query_without_words_or_with_too_many_is_refused(lake: Opened, words: str) -> None:
    with pytest.raises(InputError, match=r"letter or a digit|at most 10,000"):
        found(lake, words)


def test_hostile_queries_are_words_like_any_other(lake: Opened) -> None:
    for words in (
        "'; DROP TABLE tables; --",
        "\ud800 ostrich",
        "*.csv [a-z]+ ostrich\0",
        "日本 ostrich",
    ):
        found(lake, words)
    assert tables(found(lake, "ostrich' OR 1=1 --", titles=False))[0] == "zoo.csv"


@pytest.mark.parametrize(
    ("options", "said"), [({"k": 0}, "k must be"), ({"method": "guess"}, "must be one of")]
)
def test_wrong_options_are_refused(lake: Opened, options: dict[str, object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        found(lake, "ostrich", **{"method": "bm25", **options})  # type: ignore[arg-type]


def test_titles_that_are_left_out_are_no_evidence(lake: Opened) -> None:
    words = "smartphone sales in Europe"
    assert found(lake, words).hits[0].title.marks
    hit = found(lake, words, titles=False).hits[0]
    assert hit.title.text == "sales smartphone_sales_by_region"
    assert hit.title.marks == ()


def test_numbers_of_files_are_no_words_of_titles(make_lake: MakeLake) -> None:
    lake = make_lake(
        {
            "tf_1-24565004-20.csv": "a\nb\n",
            "2023/week_7 v2.csv": "a\nb\n",
            "goals.csv": "a\n20 goals\n7\n",
        },
        "numbered",
    )
    assert tables(found(lake, "20")) == ["goals.csv"]
    assert tables(found(lake, "7")) == ["goals.csv"]
    assert tables(found(lake, "-5")) == []
    (hit,) = found(lake, "week 7 of 2023, v2").hits[:1]
    assert [hit.title.text[begin:end] for begin, end in hit.title.marks] == ["2023", "week", "v2"]
    assert hit.missing == ("7",)


def test_what_a_first_search_encodes_is_known(make_lake: MakeLake) -> None:
    lake = make_lake(FILES, "unencoded")

    def kinds(method: str, titles: bool = True) -> tuple[str, ...]:
        return kinds_to_encode(lake.searched, method, titles)

    assert kinds("hybrid") == ("table", "metadata")
    assert kinds("bm25") == ()
    found(lake, "ostrich", "hybrid", titles=False)
    assert kinds("hybrid") == ("metadata",)
    assert kinds("hybrid", titles=False) == kinds("dense-table") == ()
