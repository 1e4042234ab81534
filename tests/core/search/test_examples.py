from __future__ import annotations

import polars as pl

from core.search.examples import example_words, examples

HEADERS = {
    "a.csv": "PTNUM · years · pdiag_2",
    "b.csv": "country · year · life_expectancy",
    "c.csv": "year · Country · profit",
    "d.csv": "city · street name · x1",
    "e.csv": "q1 · q2",
}


def lake(*names: str) -> pl.DataFrame:
    return pl.DataFrame({"table": names, "headers": [HEADERS[name].split(" · ") for name in names]})


def test_headers_that_are_words_come_first_each_in_one_example() -> None:
    found = examples(lake(*HEADERS), 3)
    assert [one.table for one in found] == ["b.csv", "d.csv", "a.csv"]
    assert found[0].headers == ("country", "year", "life_expectancy")
    assert example_words(lake(*HEADERS), 2) == ["country year life expectancy", "city street name"]


def test_a_header_with_a_dot_in_it_is_one_header() -> None:
    tables = pl.DataFrame({"table": ["a.csv"], "headers": [["city · region", "pop · year"]]})
    (found,) = examples(tables, 3)
    assert found.headers == ("city · region", "pop · year")
    assert found.telling == ()


def test_tables_without_words_are_examples_where_there_are_no_others() -> None:
    assert [one.table for one in examples(lake("e.csv", "b.csv"), 3)] == ["b.csv", "e.csv"]
    assert example_words(lake("e.csv"), 3) == []
