from __future__ import annotations

from tests.core.cli.conftest import Terminal

HIGH = "student,grade\nAda,95\nBen,92\nCleo,97\nDan,60\n"
LOW = "student,grade\nEve,40\nFay,92\nGus,51\nHal,60\n"


def test_a_condition_is_parsed_and_what_is_not_understood_is_said(terminal: Terminal) -> None:
    terminal.write({"mine.csv": "Week of Injury,x\n1,2\n"})
    text = "unionable tables where Week of Injury is below 10 blorp"
    told = terminal("condition", "parse", text, "--query", "mine.csv", "--json").json
    assert told == {
        "text": text,
        "operation": "union",
        "condition": {
            "type": "number",
            "column": "Week of Injury",
            "quantity": {"comparison": "<", "value": 10.0},
            "average": False,
        },
        "not_understood": [
            {
                "start": 50,
                "end": 55,
                "text": "blorp",
                "hint": "put the words of a name or a value in quotation marks, or leave them out",
            }
        ],
        "written": 'union: "Week of Injury" < 10',
    }
    shown = terminal("condition", "parse", "joinable tables with over 5 columns")
    assert (shown.code, shown.out, shown.err) == (0, "join: columns > 5\n", "")


def test_a_union_search_with_a_condition_ranks_by_the_share_of_rows(terminal: Terminal) -> None:
    terminal.write({f"tables/{name}.csv": cells for name, cells in (("a", LOW), ("b", HIGH))})
    terminal.write({"query.csv": "student,grade\nAda,95\nEve,40\n"})
    assert terminal("lake", "add", "mine", "tables").code == 0
    arguments = ("search", "union", "mine", "query.csv", "--where", "grade above 90")
    told = terminal(*arguments, "--json").json
    assert [(r["table"], r["satisfaction"]) for r in told["results"]] == [
        ("b.csv", 0.75),
        ("a.csv", 0.25),
    ]
    assert told["results"][0]["parts"][0]["found"] == "3 of 4 rows"
    assert (told["examined"], told["satisfied"], told["exhausted"]) == (2, 1, True)
    shown = terminal(*arguments)
    assert "grade: 3 of 4 rows" in shown.out
    assert shown.err == 'Condition: "grade" > 90\n'


def test_a_condition_of_which_nothing_is_understood_is_refused(terminal: Terminal) -> None:
    terminal.write({"tables/a.csv": LOW})
    assert terminal("lake", "add", "mine", "tables").code == 0
    ended = terminal("search", "union", "mine", "a.csv", "--where", "tables blorp")
    assert ended.code == 2
    assert "of which nothing is understood" in ended.sentence
