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
