from __future__ import annotations

from tests.core.cli.conftest import Terminal

CITIES = "City,country\nOslo,Norway\nRome,Italy\nLima,Peru\n"
WEATHER = 'month,"town, by name",rain\nMay,oslo,5\nMay,Lima,7\n'


def test_a_join_search_prints_what_a_program_can_read(terminal: Terminal) -> None:
    terminal.write({"tables/cities.csv": CITIES, "tables/weather.csv": WEATHER})
    assert terminal("lake", "add", "mine", "tables").code == 0
    told = terminal("search", "join", "mine", "cities.csv", "--on", "City", "--json").json
    assert told.pop("seconds") > 0
    assert told == {
        "lake": "mine",
        "query": "cities.csv",
        "on": ["City"],
        "method": "overlap",
        "results": [
            {
                "rank": 1,
                "table": "weather.csv",
                "columns": ["town, by name"],
                "overlap": 2,
                "containment": 0.666667,
                "score": 2.0,
                "gained": ["month", "rain"],
            }
        ],
    }
    arguments = ("search", "join", "mine", "weather.csv", "--on", '"town, by name"')
    shown = terminal(*arguments, "--fold", "blanks")
    assert (shown.code, shown.err) == (0, "")
    assert "town, by name=City" in shown.out
    proposed = terminal("search", "join", "mine", "cities.csv", "--json").json
    assert [one["column"] for one in proposed["proposed"]] == ["City", "country"]
    assert [one["on"] for one in proposed["results"]] == [["City"]]
    failed = terminal(*arguments, "--fold", "spelling")
    assert (failed.code, failed.out) == (2, "")
    assert failed.err.startswith("Values are folded by all, none, or some of blanks,")


def test_a_key_that_nothing_shares_is_told_with_the_way_out(terminal: Terminal) -> None:
    terminal.write({"tables/cities.csv": CITIES, "tables/other.csv": "isbn,title\n978,Emma\n"})
    assert terminal("lake", "add", "mine", "tables").code == 0
    shown = terminal("search", "join", "mine", "other.csv", "--on", "isbn")
    assert (shown.code, shown.out.split(".")[0]) == (0, "No table shares a value with isbn")


def test_a_wide_table_names_the_first_columns_that_it_adds(terminal: Terminal) -> None:
    names = [f"c{number}" for number in range(1_200)]
    wide = f"town,{','.join(names)}\nOslo{',1' * 1_200}\nRome{',2' * 1_200}\n"
    terminal.write({"tables/cities.csv": CITIES, "tables/wide.csv": wide})
    assert terminal("lake", "add", "mine", "tables").code == 0
    search = ("search", "join", "mine", "cities.csv", "--on", "City")
    (line,) = (one for one in terminal(*search).out.splitlines() if "wide.csv" in one)
    assert line.endswith("c0, c1, c2, c3, c4, c5, c6, c7 and 1,192 more")
    (hit,) = terminal(*search, "--json").json["results"]
    assert hit["gained"] == names
    join = ("join", "mine", "cities.csv", "wide.csv", "--on", "City=town", "-o", "made.csv")
    assert "c28, c29 and 1,170 more\n" in terminal(*join).out
