from __future__ import annotations

import pytest

from tests.core.cli.conftest import Terminal

CITIES = "City,country\nOslo,Norway\nRome,Italy\nlima ,Peru\n"
WEATHER = "town,month,rain\noslo,May,5\nOslo,June,=6\nLima,May,7\n"


@pytest.fixture
def lake(terminal: Terminal) -> Terminal:
    terminal.write({"tables/cities.csv": CITIES, "tables/weather.csv": WEATHER})
    assert terminal("lake", "add", "mine", "tables").code == 0
    return terminal


def test_a_join_is_written_and_told(lake: Terminal) -> None:
    told = lake(
        *("join", "mine", "cities.csv", "weather.csv", "--on", "City=town"),
        *("-o", "out.csv", "--json"),
    ).json
    assert told == {
        "lake": "mine",
        "query": "cities.csv",
        "table": "weather.csv",
        "on": [["City", "town"]],
        "how": "left",
        "output": "out.csv",
        "rows": 4,
        "columns": ["City", "country", "month", "rain"],
        "query_rows": 3,
        "matched_rows": 2,
        "matched_keys": 2,
        "query_keys": 3,
        "fan_out": "1:n",
        "key_is_unique": False,
        "gained": ["month", "rain"],
        "warnings": [],
        "odd_rows": [],
    }
    assert (lake.folder / "out.csv").read_text().splitlines() == [
        "City,country,month,rain",
        "Oslo,Norway,May,5",
        "Oslo,Norway,June,'=6",
        "Rome,Italy,,",
        "lima,Peru,May,7",
    ]


def test_an_inner_join_with_a_file_and_two_columns(lake: Terminal) -> None:
    lake.write({"mine.csv": "town,when\nOSLO,june\nLima,June\n"})
    arguments = ("join", "mine", "mine.csv", "weather.csv", "--on", "town,when=month")
    done = lake(*arguments, "--how", "inner", "-o", "out.csv")
    assert (done.code, done.err) == (0, "")
    assert "1 of 2 rows of the query find a partner" in done.out
    assert (lake.folder / "out.csv").read_text() == "town,when,rain\nOSLO,june,'=6\n"
    done = lake(*arguments, "--how", "inner", "--fold", "none", "-o", "out.csv")
    assert "out.csv: 0 rows, 3 columns" in done.out


def test_pairs_of_several_options_make_one_key(lake: Terminal) -> None:
    lake.write({"mine.csv": "town,when\nOSLO,june\nLima,June\n"})
    told = lake(
        *("join", "mine", "mine.csv", "weather.csv", "--on", "town", "--on", "when=month"),
        *("-o", "out.csv", "--json"),
    ).json
    assert (told["on"], told["matched_rows"]) == ([["town", "town"], ["when", "month"]], 1)
    found = lake("search", "join", "mine", "mine.csv", "--on", "town", "--on", "when", "--json")
    assert found.json["on"] == ["town", "when"]
    assert found.json["results"][0]["overlap"] == 1
    aligned = lake("search", "union", "mine", "mine.csv", "--columns", "town", "--columns", "when")
    assert (aligned.code, aligned.err) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--on", "town=town"], "Got 'town'; the query has City, country."),
        (["--on", "City=City"], "Got 'City'; the table has town, month, rain."),
        (["--on", ""], "A join's key is written as a=b, or a=b,c=d. Got ''."),
        (["--on", "City=town", "--how", "outer"], "A join is one of left, inner. Got 'outer'."),
        (["--on", "City=town", "--fold", "size"], "Got 'size'."),
    ],
)
def test_wrong_input_is_one_sentence(lake: Terminal, arguments: list[str], sentence: str) -> None:
    done = lake("join", "mine", "cities.csv", "weather.csv", *arguments, "-o", "out.csv")
    assert done.code == 2
    assert sentence in done.sentence


def test_a_join_of_too_many_rows_is_one_sentence(lake: Terminal) -> None:
    done = lake(
        *("join", "mine", "cities.csv", "weather.csv", "--on", "City=town", "-o", "out.csv"),
        SOUNDINGS_MAX_JOIN_ROWS="3",
    )
    assert done.code == 2
    assert "would make 4" in done.sentence
    assert not (lake.folder / "out.csv").exists()


def test_a_near_match_that_was_accepted_on_the_page_counts(lake: Terminal) -> None:
    done = lake(
        *("join", "mine", "cities.csv", "weather.csv", "--on", "City=town", "-o", "out.csv"),
        *("--matched", '["weather.csv on City=town",["rome"],["lima"]]', "--json"),
    )
    assert done.json["matched_rows"] == 3
    assert (lake.folder / "out.csv").read_text().splitlines()[3] == "Rome,Italy,Lima,May,7"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("rome=lima", "A near match is a join, a key of the query and one of the table: "),
        ('["weather.csv on City=month",["rome"],["may"]]',
         "--matched is of this join, 'weather.csv on City=town'. Got weather.csv on City=month."),
    ],
)  # fmt: skip
def test_what_is_no_near_match_of_the_join_is_one_sentence(
    lake: Terminal, line: str, told: str
) -> None:
    done = lake(
        *("join", "mine", "cities.csv", "weather.csv", "--on", "City=town", "-o", "out.csv"),
        *("--matched", line),
    )
    assert done.code == 2
    assert told in done.err
    assert not (lake.folder / "out.csv").exists()
