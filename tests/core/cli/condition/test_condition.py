from __future__ import annotations

from core.conditions import parse, write_request
from tests.core.cli.conftest import Terminal
from tests.judges_server import JudgeServer
from tests.judges_server.conditions import SENTENCES

HIGH = "student,grade\nAda,95\nBen,92\nCleo,97\nDan,60\n"
PATIENT = {"SOUNDINGS_CONDITION_MODEL_SECONDS": "300"}
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
                "kept": False,
                "instead": "",
                "passed": False,
            }
        ],
        "read": [
            {"start": 0, "end": 9, "text": "unionable"},
            {"start": 23, "end": 49, "text": "Week of Injury is below 10"},
        ],
        "parts": [
            {
                "condition": {
                    "type": "number",
                    "column": "Week of Injury",
                    "quantity": {"comparison": "<", "value": 10.0},
                    "average": False,
                },
                "read": [{"start": 23, "end": 49, "text": "Week of Injury is below 10"}],
            }
        ],
        "written": 'union: "Week of Injury" < 10',
    }
    doubtful = terminal("condition", "parse", "mentions Rome in the city")
    assert "\nNot sure: 'Rome in the city'; it was taken for what cells" in doubtful.err
    shown = terminal("condition", "parse", "joinable tables with over 5 columns")
    said = "Read from 'over 5 columns': columns > 5\n"
    assert (shown.code, shown.out, shown.err) == (0, "join: columns > 5\n", said)


def test_a_name_of_the_lake_that_is_cut_in_two_is_said(terminal: Terminal) -> None:
    terminal.write({"tables/a.csv": "club,average attendance\nAjax,48000\nPSV,34000\n"})
    assert terminal("lake", "add", "mine", "tables").code == 0
    text = "joinable tables, average attendance above 50"
    doubt = (
        "Not sure: 'average attendance'; the lake has a column of that name; put it in quotation "
        "marks if it is meant.\n"
    )
    read = "Read from 'average attendance above 50': average \"attendance\" > 50\n"
    assert terminal("condition", "parse", text).err == read
    assert terminal("condition", "parse", text, "--lake", "mine").err == read + doubt
    refused = terminal("condition", "parse", text, "--lake", "yours")
    assert refused.code == 2 and "yours" in refused.sentence
    words = terminal("search", "text", "mine", "tables about Ajax, average attendance over 50")
    assert 'Condition: average "attendance" > 50' in words.err
    assert words.err.endswith(doubt)
    quoted = terminal("search", "text", "mine", "Ajax", "--where", '"average attendance" over 50')
    assert 'Condition: "average attendance" > 50\n' in quoted.err
    assert "Not sure" not in quoted.err


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
    part = told["results"][0]["parts"][0]
    assert (part["share"], part["certainty"], part["found"]) == (0.75, 1.0, "3 of 4 rows")
    assert (told["examined"], told["satisfied"], told["exhausted"]) == (2, 1, True)
    shown = terminal(*arguments)
    assert "grade: 3 of 4 rows" in shown.out
    assert shown.err == 'Condition: "grade" > 90\nRead from \'grade above 90\': "grade" > 90\n'
    refused = terminal(*arguments, "--json", "--rank", "bogus")
    assert (refused.code, refused.sentence) == (
        2,
        "The ranking must be by one of columns, table. Got 'bogus'.",
    )


def test_a_total_whose_numbers_were_counted_is_said(terminal: Terminal) -> None:
    cells = "\n".join(f"post {n},{100 * n}" for n in range(1, 21))
    terminal.write({"tables/budget.csv": f"post,amount\n{cells}\nTotal,21000\n"})
    assert terminal("lake", "add", "mine", "tables").code == 0
    arguments = ("search", "text", "mine", "post", "--where", "average amount above 1500")
    assert 'budget.csv: A row at the end looks like a total: "Total".' in terminal(*arguments).out
    (result,) = terminal(*arguments, "--json").json["results"]
    assert result["totals"] == ['A row at the end looks like a total: "Total".']


def test_a_condition_of_which_nothing_is_understood_is_refused(terminal: Terminal) -> None:
    terminal.write({"tables/a.csv": LOW})
    assert terminal("lake", "add", "mine", "tables").code == 0
    ended = terminal("search", "union", "mine", "a.csv", "--where", "tables blorp")
    assert ended.code == 2
    assert "of which nothing is understood" in ended.sentence


def test_a_model_reads_a_condition_beside_the_grammar(terminal: Terminal) -> None:
    hard, coffee = SENTENCES
    terminal.write({"mine.csv": "Avg. Grade,student\n90,Ada\n"})
    with JudgeServer() as server:
        words = ("condition", "parse", hard, "--query", "mine.csv", "--base-url", server.openai_url)
        told = terminal(*words, "--model", "openai:fair", "--json", **PATIENT).json
        assert told["written"] == 'union: "Avg. Grade" > 90 and rows > 500'
        assert (told["read_by"], told["not_understood"]) == ("openai:fair", [])
        assert told["by_grammar"]["text"] == hard
        assert told["by_model"]["usable"] and not told["by_model"]["reused"]
        shown = terminal(*words, "--model", "openai:fair")
        assert shown.out == 'union: "Avg. Grade" > 90 and rows > 500\n'
        assert "Read by openai:fair, as before.\n" in shown.err
        assert "Not in the expression: 'material'; look whether it is missing.\n" in shown.err
        assert server.calls == 1

        settings = {
            "SOUNDINGS_CONDITION_MODEL": "openai:prose",
            "SOUNDINGS_CONDITION_MODEL_URL": server.openai_url,
            **PATIENT,
        }
        refused = terminal("condition", "parse", coffee, **settings)
        assert refused.out == write_request(parse(coffee)) + "\n"
        assert refused.err.startswith(
            "Read by the grammar: openai:prose was asked, but its answer is not usable. Its answer "
            "is not one JSON object.\n"
        )
        assert "openai" not in terminal("condition", "parse", coffee, "--model", "", **settings).err
        assert server.calls == 2


def test_a_search_takes_the_reading_of_the_model_that_the_settings_name(terminal: Terminal) -> None:
    hard, _ = SENTENCES
    terminal.write({"tables/a.csv": "Avg. Grade,student\n95,Ada\n"})
    assert terminal("lake", "add", "mine", "tables").code == 0
    with JudgeServer() as server:
        settings = {
            "SOUNDINGS_CONDITION_MODEL": "openai:fair",
            "SOUNDINGS_CONDITION_MODEL_URL": server.openai_url,
            **PATIENT,
        }
        search = ("search", "text", "mine", "Ada", "--method", "bm25", "--where", hard, "--json")
        told = terminal(*search, **settings).json
    assert told["condition"]["read_by"] == "openai:fair"
    assert [part["share"] for part in told["results"][0]["parts"]] == [1.0, 0.0]


def test_a_model_that_cannot_be_is_refused(terminal: Terminal) -> None:
    ended = terminal("condition", "parse", "about tea", "--model", "llama")
    assert ended.code == 2
    assert "named openai:MODEL or gemini:MODEL" in ended.sentence
    keyless = terminal(
        "condition", "parse", "about tea", "--model", "openai:x", OPENAI_API_KEY="", HOME="/nowhere"
    )
    assert "openai:x needs a key" in keyless.sentence


def test_a_condition_on_another_search_is_said_to_be_one(terminal: Terminal) -> None:
    terminal.write({"lake/high.csv": HIGH, "lake/low.csv": LOW, "query.csv": HIGH})
    assert terminal("lake", "add", "mine", "lake").code == 0
    other = "The condition speaks of a union, and this search is for a join"
    for more in ((), ("--json",)):
        found = terminal(
            *("search", "join", "mine", "query.csv", "--on", "student"),
            *("--where", "the union has at least 5 rows", *more),
        )
        assert (found.code, other in found.err) == (0, True)
    same = terminal("search", "join", "mine", "query.csv", "--where", "the join has over 2 rows")
    assert "this search is for" not in same.err


def test_a_join_by_two_keys_is_refused(terminal: Terminal) -> None:
    terminal.write({"lake/high.csv": HIGH, "lake/low.csv": LOW, "query.csv": HIGH})
    assert terminal("lake", "add", "mine", "lake").code == 0
    asked = ("search", "join", "mine", "query.csv", "--where", "joinable on grade")
    ended = terminal(*asked, "--on", "student")
    assert ended.code == 2
    assert "Got student, and in the condition grade: leave one of them out." in ended.err
    for on in ((), ("--on", "grade")):
        assert terminal(*asked, *on).code == 0


def test_a_condition_of_nothing_is_refused(terminal: Terminal) -> None:
    terminal.write({"lake/high.csv": HIGH})
    assert terminal("lake", "add", "mine", "lake").code == 0
    for where in ("", " "):
        ended = terminal("search", "union", "mine", "high.csv", "--where", where)
        assert (ended.code, "--where must be a condition" in ended.sentence) == (2, True)


def test_options_of_a_model_that_is_not_there_are_refused(terminal: Terminal) -> None:
    for option in (("--again",), ("--base-url", "http://127.0.0.1:1/v1")):
        ended = terminal("condition", "parse", "price over 5", *option)
        assert (ended.code, "name one with --model" in ended.sentence) == (2, True)
