from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import lake as lakes
from core.errors import EngineMemoryError, InputError
from core.search import QueryTable
from core.search.combining.joins.errors import JoinTooLargeError
from core.search.combining.joins.making import MadeJoin, write_join
from core.search.combining.joins.types import Accepted, How, JoinPart
from tests.core.search.combining.joins.conftest import Row, joined_by_hand, loose
from tests.core.search.conftest import MakeLake, Opened

CITIES = "City,country\nOslo,Norway\nRome,\nlima,Peru\n,x\n"
WEATHER = 'town,country,"=1+1"\nLIMA,a,1\noslo,b,2\nOslo ,c,-3\n'
FILES = {
    "cities.csv": CITIES,
    "weather.csv": WEATHER,
    "people.csv": "born,name\nRome,Ada\nOslo,Bo\n",
}
WORDS = ["a", "A ", "b", "1,000", "1000.0", "é", "", "n/a"]

cell = st.sampled_from(WORDS) | st.none()


@pytest.fixture(scope="module")
def lake(make_lake: MakeLake) -> Opened:
    chance = random.Random(4)  # noqa: S311 - any numbers do
    tables = {
        f"{number}.csv": "k,l,m\n"
        + "".join(
            f'"{chance.choice(WORDS)}","{chance.choice(WORDS)}",{row}\n'
            for row in range(number * 3)
        )
        for number in range(1, 5)
    }
    odd = "\"'a'\nb,\",select,; DROP TABLE pairs\nK,3,4\n"
    return make_lake(FILES | tables | {"odd.csv": odd})


def join_frame(
    query: QueryTable, parts: Sequence[JoinPart], how: How = "left"
) -> tuple[MadeJoin, pl.DataFrame]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "joined.parquet"
        return write_join(query, parts, path, how), pl.read_parquet(path)


def joined(lake: Opened, query: object, *parts: JoinPart, how: How = "left") -> pl.DataFrame:
    made, frame = join_frame(lake.query(query), parts, how)  # type: ignore[arg-type]
    assert (made.rows, made.columns) == (frame.height, tuple(frame.columns))
    return frame


def test_a_left_join_keeps_every_row_of_the_query_in_order(lake: Opened) -> None:
    frame = joined(lake, "cities.csv", JoinPart("weather.csv", (("City", "town"),)))
    assert frame.columns == ["City", "country", "country (weather.csv)", "=1+1"]
    assert frame.rows() == [
        ("Oslo", "Norway", "b", "2"),
        ("Oslo", "Norway", "c", "-3"),
        ("Rome", None, None, None),
        ("lima", "Peru", "a", "1"),
        (None, "x", None, None),
    ]


def test_an_inner_join_drops_rows_without_a_partner(lake: Opened) -> None:
    part = JoinPart("weather.csv", (("City", "town"),))
    frame = joined(lake, "cities.csv", part, how="inner")
    assert frame["City"].to_list() == ["Oslo", "Oslo", "lima"]


def test_accepted_near_matches_join_and_show_what_they_were_taken_for(lake: Opened) -> None:
    part = JoinPart("weather.csv", (("City", "town"),), (Accepted(("rome",), ("lima",)),))
    frame = joined(lake, "cities.csv", part, how="inner")
    assert frame.select("City", "town").rows() == [
        ("Oslo", "oslo"),
        ("Oslo", "Oslo"),
        ("Rome", "LIMA"),
        ("lima", "LIMA"),
    ]


def test_several_tables_are_joined_one_after_the_other(lake: Opened) -> None:
    parts = (
        JoinPart("weather.csv", (("City", "town"),)),
        JoinPart("people.csv", (("City", "born"),)),
        JoinPart("people.csv", (("City", "born"),)),
    )
    frame = joined(lake, "cities.csv", *parts)
    assert frame.columns[-2:] == ["name", "name (people.csv)"]
    assert frame.select("City", "=1+1", "name").rows() == [
        ("Oslo", "2", "Bo"),
        ("Oslo", "-3", "Bo"),
        ("Rome", None, "Ada"),
        ("lima", "1", None),
        (None, None, None),
    ]
    assert joined(lake, "cities.csv", *parts, how="inner")["City"].to_list() == ["Oslo", "Oslo"]


def test_chosen_columns_of_the_query_are_kept_and_any_may_be_the_key(lake: Opened) -> None:
    query = lake.query("cities.csv", "country")
    part = JoinPart("people.csv", (("City", "born"),))
    _, frame = join_frame(query, [part])
    assert frame.rows() == [("Norway", "Bo"), (None, "Ada"), ("Peru", None), ("x", None)]


@settings(max_examples=15)
@given(
    rows=st.lists(st.tuples(cell, cell), max_size=8),
    number=st.integers(1, 4),
    on=st.sampled_from([[("p", "k")], [("q", "l")], [("p", "k"), ("q", "l")], [("p", "m")]]),
    how=st.sampled_from(["left", "inner"]),
)
def test_a_join_has_the_rows_that_brute_force_finds(
    lake: Opened, rows: list[Row], number: int, on: list[tuple[str, str]], how: How
) -> None:
    query = loose({"p": [row[0] for row in rows], "q": [row[1] for row in rows]})
    table = lakes.table_frame(lake.workspace, lake.name, f"{number}.csv")
    frame = joined(lake, query, JoinPart(f"{number}.csv", tuple(on)), how=how)
    trimmed = query.frame.select(
        pl.when(pl.all().str.strip_chars() != "").then(pl.all().str.strip_chars())
    )
    assert frame.rows() == joined_by_hand(trimmed, table, on, how)


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_a_join_is_written_with_formulas_made_harmless_in_csv(
    lake: Opened, tmp_path: Path, suffix: str
) -> None:
    path = tmp_path / f"joined{suffix}"
    query = lake.query(loose({"c": ["oslo", "=cmd()"]}))
    made = write_join(query, [JoinPart("weather.csv", (("c", "town"),))], path)
    assert (made.rows, made.facts[0].matched) == (3, 1)
    if suffix == ".csv":
        assert path.read_text().splitlines() == [
            "c,country,'=1+1",
            "oslo,b,2",
            "oslo,c,-3",
            "'=cmd(),,",
        ]
    else:
        assert pl.read_parquet(path).rows() == [
            ("oslo", "b", "2"),
            ("oslo", "c", "-3"),
            ("=cmd()", None, None),
        ]


def test_a_join_without_rows_is_written_with_its_header(lake: Opened, tmp_path: Path) -> None:
    query, path = lake.query(loose({"c": ["nowhere"]})), tmp_path / "none.csv"
    part = JoinPart("people.csv", (("c", "born"),))
    assert write_join(query, [part], path, "inner").rows == 0
    assert path.read_text() == "c,name\n"


def test_an_explosive_join_is_refused_before_it_is_made(lake: Opened, tmp_path: Path) -> None:
    few = replace(lake, settings=replace(lake.settings, max_join_rows=5))
    query, path = few.query(loose({"c": ["oslo", "Oslo", "OSLO"]})), tmp_path / "all.csv"
    with pytest.raises(JoinTooLargeError) as refused:
        write_join(query, [JoinPart("weather.csv", (("c", "town"),))], path)
    assert str(refused.value) == (
        "A join makes at most 5 rows. This one with weather.csv would make 6: 3 rows of the query "
        "find 2 of the table, and the key 'oslo' alone makes 6 rows. Add a column to the key, or "
        "raise SOUNDINGS_MAX_JOIN_ROWS."
    )
    assert not path.exists()


def test_a_join_of_as_many_rows_as_may_be_is_made(lake: Opened, tmp_path: Path) -> None:
    six = replace(lake, settings=replace(lake.settings, max_join_rows=6))
    path = tmp_path / "six.csv"
    parts = [JoinPart("weather.csv", (("c", "town"),))]
    query = six.query(loose({"c": ["oslo", "Oslo", "OSLO"]}))
    assert write_join(query, parts, path).rows == 6
    # A row that finds nothing is a row of a left join, too.
    more = six.query(loose({"c": ["oslo", "Oslo", "OSLO", "nowhere"]}))
    assert write_join(more, parts, path, "inner").rows == 6
    with pytest.raises(JoinTooLargeError, match="would make 7"):
        write_join(more, parts, path)


def test_names_of_columns_may_be_anything(lake: Opened) -> None:
    query = loose({'se"lect\n': ["k", "z"], "; DROP TABLE pairs": ["1", "2"]})
    frame = joined(lake, query, JoinPart("odd.csv", (('se"lect\n', "'a' b,"),)))
    assert frame.columns == [
        'se"lect\n',
        "; DROP TABLE pairs",
        "select",
        "; DROP TABLE pairs (odd.csv)",
    ]
    assert frame.rows() == [("k", "1", "3", "4"), ("z", "2", None, None)]


def test_a_table_joins_itself(lake: Opened) -> None:
    frame = joined(lake, "people.csv", JoinPart("people.csv", (("born", "born"),)))
    assert frame.rows() == [("Rome", "Ada", "Ada"), ("Oslo", "Bo", "Bo")]


def test_too_little_memory_is_a_sentence_that_names_the_setting(lake: Opened) -> None:
    little = replace(lake, settings=replace(lake.settings, memory_limit_mb=1))
    query = little.query(loose({"c": [f"{'x' * 100} {number}" for number in range(50_000)]}))
    with pytest.raises(
        EngineMemoryError, match=r"keeps to 1 MiB .* raise SOUNDINGS_MEMORY_LIMIT_MB"
    ):
        join_frame(query, [JoinPart("weather.csv", (("c", "town"),))])


def test_a_join_of_another_kind_is_refused(lake: Opened) -> None:
    with pytest.raises(InputError, match=r"one of left, inner\. Got 'outer'"):
        joined(lake, "cities.csv", how="outer")  # type: ignore[arg-type]
