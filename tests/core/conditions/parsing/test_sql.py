"""Conditions in SQL are read exactly, and what no condition says of them is told."""

from __future__ import annotations

import subprocess
import sys

import pytest

from core.conditions import parse, speaks_of_tables, write_request
from core.conditions.parsing.sql import from_sql


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("SELECT * FROM lake WHERE country = 'Peru' AND columns >= 7",
         '"country" is "Peru" and columns >= 7'),
        ("select any table where avg(rating) > 4.2;", 'average "rating" > 4.2'),
        ("WHERE title LIKE '%sonata%' AND rows <= 900",
         '"title" contains "sonata" and rows <= 900'),
        ("WHERE code LIKE 'A7'", '"code" is "A7"'),
        ("JOIN USING (iso, year)", 'join: join on "iso", "year"'),
        ("union; hired >= '2009-11-01'", 'union: "hired" since 2009-11-01'),
        ("genre IN ('jazz', 'blues') and COUNT(*) > 50",
         '"genre" is "jazz" | "blues" and rows > 50'),
        ("union where status in (open, closed)", 'union: "status" is "open" | "closed"'),
        ("grade in (1, 2)", '"grade" = 1 or "grade" = 2'),
        ("rows in (5)", "rows = 5"),
        ("UNION ALL candidates WHERE (a = 'x' OR b > 3) AND NOT (c = 'y')",
         'union: ("a" is "x" or "b" > 3) and not ("c" is "y")'),
        ("JOIN ON iso AND year AND status <> 'gone'",
         'join: join on "iso", "year" and not ("status" is "gone")'),
        ("LEFT JOIN USING (iso, year) WHERE pop > 1000",
         'join: join on "iso", "year" and "pop" > 1000'),
        ("SELECT * FROM t JOIN lake USING (sku) WHERE price < 5",
         'join: join on "sku" and "price" < 5'),
        ("SELECT * FROM t JOIN lake ON t.sku = lake.sku WHERE price < 5",
         'join: join on "sku" and "price" < 5'),
        ("hired >= '2004-05-01' AND \"left\" < 2010-01-31",
         '"hired" since 2004-05-01 and "left" before 2010-01-31'),
        ("hired BETWEEN '2004-05-01' AND '2006-01-01'",
         '"hired" between 2004-05-01 and 2006-01-01'),
        ("hired = DATE '2004-05-01' AND year > 1990 AND city = 'Oslo'",
         '"hired" in 2004-05-01 and "year" after 1990 and "city" is "Oslo"'),
        ("SELECT * WHERE weight BETWEEN -5 AND 7.5", '"weight" between -5 and 7.5'),
        ("SELECT * WHERE 500 < rows AND 3 = grade", 'rows > 500 and "grade" = 3'),
        ("city = \"Oslo\" AND zip = '0150'", '"city" is "Oslo" and "zip" is "0150"'),
        ("select * where is_open = true", '"is_open" is "true"'),
        ("topic = 'rows' and city = 'Oslo'", 'topic "rows" and "city" is "Oslo"'),
    ],
)  # fmt: skip
def test_what_is_written_in_sql_is_read_exactly(text: str, meant: str) -> None:
    found = parse(text)
    assert write_request(found) == meant
    assert not found.unknown


@pytest.mark.parametrize(
    ("text", "meant", "told"),
    [
        ("WHERE SUM(fare) > 900 AND rows > 5", "rows > 5", ["SUM(fare) > 900"]),
        ("WHERE rows > 5 AND name LIKE 'A%'", "rows > 5", ["name LIKE 'A%'"]),
        ("WHERE rows > 5 AND name LIKE 'A_7'", "rows > 5", ["name LIKE 'A_7'"]),
        ("WHERE rows > 5 AND upper(name) = name", "rows > 5", ["upper(name) = name"]),
        ("SELECT * WHERE cost > price AND rows > 5", "rows > 5", ["cost > price"]),
        ("WHERE seen > NOW() - INTERVAL '3 days' AND rows > 5", "rows > 5",
         ["seen > NOW() - INTERVAL '3 days'"]),
        ("WHERE city = 'Oslo' AND note IS TRUE", '"city" is "Oslo"', ["note IS TRUE"]),
        ("WHERE city = 'Oslo' OR MAX(age) > 5", "", ["city = 'Oslo' OR MAX(age) > 5"]),
        ("WHERE NOT (city = 'Oslo' AND MAX(age) > 5)", "",
         ["NOT (city = 'Oslo' AND MAX(age) > 5)"]),
        ("WHERE city = 'Oslo' GROUP BY club HAVING COUNT(*) > 5 ORDER BY age DESC LIMIT 3",
         '"city" is "Oslo"',
         ["GROUP BY club", "HAVING COUNT(*) > 5", "ORDER BY age DESC", "LIMIT 3"]),
        ("SELECT DISTINCT name, age FROM people WHERE rows > 5", "rows > 5",
         ["DISTINCT", "name", "age", "people"]),
        ("SELECT * FROM lake WHERE age > 5 AND id IN (SELECT id FROM mine)", '"age" > 5',
         ["id IN (SELECT id FROM mine)"]),
        ("SELECT * WHERE id = 99999999999999999999 AND - 'a' = x", '"id" = 99999999999999999999',
         ["- 'a' = x"]),
        ("SELECT * WHERE home = away AND rows > 5", "rows > 5", ["home = away"]),
        ("WHERE name <> '' AND rows > 5", "rows > 5", ["name <> ''"]),
        ("WHERE COUNT(DISTINCT flag) > 5", "", ["COUNT(DISTINCT flag) > 5"]),
        ("WHERE COUNT(CASE WHEN a = 'x' THEN 1 END) > 5", "",
         ["COUNT(CASE WHEN a = 'x' THEN 1 END) > 5"]),
        ("SELECT * FROM mine JOIN lake ON mine.a = lake.b WHERE rows > 5", "join: rows > 5",
         ["mine", "JOIN lake ON mine.a = lake.b"]),
    ],
)  # fmt: skip
def test_what_no_condition_says_is_told(text: str, meant: str, told: list[str]) -> None:
    found = parse(text)
    assert write_request(found) == meant
    assert [span.text for span in found.unknown] == told
    assert all(text[span.start : span.end] == span.text for span in found.unknown)
    assert all(span.hint and not span.kept for span in found.unknown)


def test_a_name_with_brackets_is_doubted_unless_it_is_known() -> None:
    found = parse("city = 'Oslo' and gdp(ppp) > 5")
    assert write_request(found) == '"city" is "Oslo" and "gdp(ppp)" > 5'
    assert [(span.text, span.kept) for span in found.unknown] == [("gdp(ppp)", True)]
    assert not parse("city = 'Oslo' and gdp(ppp) > 5", ["GDP(PPP)"]).unknown


def test_known_columns_are_columns() -> None:
    found = parse("rows > 5 and city <> 'Oslo'", ["Rows"])
    assert write_request(found) == '"rows" > 5 and not ("city" is "Oslo")'
    found = parse("\"topic\" = 'rows' and city <> 'Oslo'")
    assert write_request(found) == '"topic" is "rows" and not ("city" is "Oslo")'


def test_each_part_knows_its_words() -> None:
    found = parse("UNION WHERE city = 'Oslo' AND (rows > 5 OR rows < 2)")
    assert [[span.text for span in part] for part in found.of_parts] == [
        ["city = 'Oslo'"],
        ["rows > 5 OR rows < 2"],
    ]
    assert found.read[0].text == "UNION"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "tables about tea",
        "where grade is above 90 and rows > 50",
        "country = Peru and rows > 5",
        "select tables about tea from Asia",
        "I'd select tables from where I live",
        "rent(EUR) above 500",
        "tables (about tea) = good",
        "city = 'Oslo', unionable please",
        "speed (km/h) > 50 in (some) of the rows",
        "where x = 'a' and",
        "DROP TABLE lake; select 1 from t",
        "select from where",
        "union",
        "x = 'a' and " + "(" * 400 + "a = 1" + ")" * 400,
    ],
)
def test_other_texts_are_no_sql(text: str) -> None:
    assert from_sql(text) is None


def test_sql_speaks_of_tables() -> None:
    assert speaks_of_tables("city = 'Oslo' and grade > 5")
    assert not speaks_of_tables("which city did she win in?")


def test_only_what_looks_like_sql_waits_for_its_parser() -> None:
    program = (
        "import sys; from core.conditions import parse; parse('tables about tea, rows > 5');"
        "assert 'sqlglot' not in sys.modules; parse(\"city = 'Oslo'\");"
        "assert 'sqlglot' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_comment_is_told_and_signs_of_one_within_a_value_are_none() -> None:
    found = parse("WHERE city = 'Oslo' -- tables to stack below mine")
    assert write_request(found) == '"city" is "Oslo"'
    assert [span.text for span in found.unknown] == ["-- tables to stack below mine"]
    assert "say it in front" in found.unknown[0].hint
    assert parse("WHERE city = 'a -- b' AND rows > 5").unknown == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("WHERE name NOT LIKE '%test%'", 'not ("name" contains "test")'),
        (
            "union where name not ilike '%test%' AND rows > 5",
            'union: not ("name" contains "test") and rows > 5',
        ),
        (
            "WHERE name NOT LIKE '%a%' OR age NOT BETWEEN 2 AND 5",
            'not ("name" contains "a") or not ("age" between 2 and 5)',
        ),
    ],
)
def test_not_before_a_pattern_refuses_it(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("concat where cargo_desc LIKE '%lithium%'", 'union: "cargo_desc" contains "lithium"'),
        (
            "stack where price >= '5' and note ILIKE '%wool%'",
            'union: "price" >= 5 and "note" contains "wool"',
        ),
        ("Find tables to join where iso_code = 'NO'", 'join: "iso_code" is "NO"'),
        ("merge having title LIKE '%moon%'", 'join: "title" contains "moon"'),
        ("append rows where city = 'Oslo'", 'union: "city" is "Oslo"'),
    ],
)
def test_sql_may_stand_behind_any_word_for_an_operation(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())
