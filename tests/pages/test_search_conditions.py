from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from core import lake as lakes
from core.conditions import parse, to_line
from core.search import build_vectors
from core.search.conditioned import ConditionedSearch
from core.search.types import SearchedLake
from core.settings import Settings
from core.store import Workspace
from core.types import Hit
from pages.conditions import results as condition_results
from pages.searching import union as search_union
from pages.shared.words import plain
from tests.judges_server import JudgeServer
from tests.judges_server.conditions import SENTENCES
from tests.pages.conftest import LAKE, opened, parameter, texts


def line(text: str) -> str:
    return to_line(parse(text).condition)


def test_words_become_chips_that_can_be_put_right_and_removed(lake: Workspace) -> None:
    app = opened(
        "search", lake=LAKE, query="apples.csv", encoder="hash", where="at least 2 columns blorp 7"
    )
    said = texts(app)
    assert "**2** of 2 tables looked at satisfy the condition to 50% or more" in said
    assert "columns ≥ 2" in said
    assert "3 columns" in said
    assert "~~blorp 7~~" in said
    assert "Read from: **at least 2 columns** :orange[~~blorp 7~~]" in said
    assert parameter(app, "that") == line("at least 2 columns")
    next(one for one in app.number_input if one.label == "Number").set_value(3.0)
    next(one for one in app.button if one.label == "Apply").click()
    app.run()
    assert not app.exception
    assert parameter(app, "that") == line("at least 3 columns")
    assert "**1** of 2 tables looked at satisfy the condition" in texts(app)
    next(one for one in app.button if one.label == "Remove").click()
    app.run()
    assert "that" not in app.query_params
    assert "satisfy the condition" not in texts(app)


def test_a_total_whose_numbers_were_counted_is_said_on_its_card(
    lake: Workspace, tmp_path: Path
) -> None:
    cells = "\n".join(f"pear {n},{n}" for n in range(1, 21))
    for name, end in (("query.csv", ""), ("total.csv", "Total,210\n")):
        (tmp_path / "pears").mkdir(exist_ok=True)
        (tmp_path / "pears" / name).write_text(f"name,price\n{cells}\n{end}")
    settings = Settings.from_environment()
    added = lakes.add_lake(lake, "pears", tmp_path / "pears")
    lakes.refresh(lake, added, settings)
    build_vectors(SearchedLake(lake, lakes.lake(lake, "pears"), settings), "hash")
    asked = {"query": "query.csv", "encoder": "hash", "where": "average price above 15"}
    said = "".join(one.value for one in opened("search", lake="pears", **asked).caption)
    assert 'looks like a total: "Total"' in said.replace("\\", "")


def test_a_search_that_was_stopped_says_so_and_is_made_again_with_more_time(
    lake: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds, more = [], "Allow more time on Settings"
    search = search_union.union_with_condition

    def stopped(*given: Any, **named: Any) -> ConditionedSearch[Hit]:
        seconds.append(given[0].lake.settings.condition_seconds)
        return replace(
            search(*given, **named), stopped_after=seconds[-1] % 60, left=("old_*a*.csv",)
        )

    monkeypatch.setattr(search_union, "union_with_condition", stopped)
    asked = {"query": "apples.csv", "encoder": "hash", "where": "at least 4 rows"}
    for allowed in ("7", "7", "60"):
        monkeypatch.setenv("SOUNDINGS_CONDITION_SECONDS", allowed)
        app = opened("search", lake=LAKE, **asked)
        told = [one.value for one in app.warning]
        if allowed == "7":
            (said,) = (one for one in told if r"too\: old\_\*a\*\.csv" in one)
            assert "(SOUNDINGS_CONDITION_SECONDS allows 7)" in said.replace("\\", "")
            assert more in _links(app)
        else:
            assert (told, more in _links(app)) == ([], False)
    assert seconds == [7, 60]


def _links(app: AppTest) -> list[str]:
    return [one.proto.label for one in app.get("page_link")]


@pytest.mark.parametrize("words", ['""', "price over 5, " + "blah " * 200])
def test_words_that_cannot_be_read_leave_the_page_whole(lake: Workspace, words: str) -> None:
    app = opened("search", lake=LAKE, query="apples.csv", encoder="hash", where=words)
    assert not app.exception
    assert app.text_input(key="condition box").value == words
    told = " ".join(one.value for one in [*app.warning, *app.caption])
    assert "Not understood" in told or "at most 1,000 characters" in told.replace("\\", "")


def test_a_condition_on_another_search_is_said_to_be_one(lake: Workspace) -> None:
    where = "the join has at least 2 rows"
    app = opened("search", lake=LAKE, query="apples.csv", encoder="hash", where=where)
    told = "speaks of a join, and this search is for a union: it is measured on the union"
    assert told in " ".join(one.value for one in app.caption)
    where = "the union has at least 2 rows"
    app = opened("search", lake=LAKE, query="apples.csv", encoder="hash", where=where)
    assert "this search is for" not in " ".join(one.value for one in app.caption)


def test_the_form_of_a_chip_has_its_fields_in_the_order_of_a_sentence(lake: Workspace) -> None:
    where = "price between 2 and 5"
    app = opened("search", lake=LAKE, query="apples.csv", encoder="hash", where=where)
    labels = [
        one.label
        for one in app.main
        if one.type in {"text_input", "selectbox", "number_input", "checkbox"}
    ]
    begin = labels.index("Column")
    assert labels[begin : begin + 5] == [
        "Column",
        "Comparison",
        "Number",
        "and (of a “between”)",
        "Average of the column",
    ]
    lower, upper = app.number_input[-2:]
    assert (lower.value, upper.value) == (2.0, 5.0)
    # As it was said: 2, not 2.00.
    assert {one.proto.format for one in (lower, upper)} == {"%g"}


def test_a_chip_that_was_put_right_is_another_and_closes(lake: Workspace) -> None:
    app = opened("search", lake=LAKE, query="apples.csv", encoder="hash", where="over 1 row")

    def places() -> set[str]:
        return {one.proto.id for one in app.get("popover") if "rows" in one.proto.popover.label}

    before = places()
    next(one for one in app.number_input if one.label == "Number").set_value(2.0)
    press(app, "Apply")
    assert len(before) == len(places()) == 1 and before != places()


def test_a_name_that_may_be_misread_is_a_chip_and_said(lake: Workspace) -> None:
    where = "mentions Boskoop in the sort"
    app = opened("search", lake=LAKE, query="apples.csv", encoder="hash", where=where)
    assert parameter(app, "that") == line(where)
    assert ":orange[Not sure:] “Boskoop in the sort”" in texts(app)


def test_a_name_that_was_cut_is_put_in_quotation_marks_with_a_click(
    lake: Workspace, tmp_path: Path
) -> None:
    (tmp_path / "clubs").mkdir()
    (tmp_path / "clubs" / "a.csv").write_text("club,average attendance\nAjax,48000\nPSV,30\n")
    clubs = lakes.add_lake(lake, "clubs", tmp_path / "clubs")
    lakes.refresh(lake, clubs, Settings.from_environment())
    where = "average attendance above 50 blorp 7"
    asked = {"mode": "words", "words": "Ajax", "ranking": "bm25", "where": where}
    elsewhere = opened("search", lake=LAKE, **asked)
    assert "Not sure" not in texts(elsewhere)
    app = opened("search", lake="clubs", **asked)
    assert parameter(app, "that") == line(where) == line('average of "attendance" above 50')
    assert ":orange[Not sure:] “average attendance”" in texts(app)
    press(app, "Put in quotation marks")
    assert parameter(app, "where") == '"average attendance" above 50 blorp 7'
    assert parameter(app, "that") == line('"average attendance" above 50')
    assert "1 of 2 rows" in texts(app)
    assert "Not sure" not in texts(app) and "~~blorp 7~~" in texts(app)


def test_words_that_both_readers_pass_over_are_named_and_not_struck_through(
    lake: Workspace,
) -> None:
    where = "My list of fruit is short, so append tables with over 2 rows."
    app = opened("search", lake=LAKE, query="apples.csv", encoder="hash", where=where)
    assert not app.exception
    told = texts(app)
    assert "Passed over: “of fruit is short”" in told
    assert "Not understood" not in told
    assert "~~" not in told


def test_a_number_that_may_be_thousands_is_made_so_with_a_click(lake: Workspace) -> None:
    app = opened("search", lake=LAKE, query="apples.csv", encoder="hash", where="price below 5.000")
    assert parameter(app, "that") == line("price below 5.0")
    assert "Put in quotation marks" not in [button.label for button in app.button]
    press(app, f"Read as {plain('5,000')}")
    assert parameter(app, "where") == "price below 5,000"
    assert parameter(app, "that") == line("price below 5000")
    assert "Not sure" not in texts(app)


def test_joins_and_words_are_narrowed_by_the_same_chips(lake: Workspace) -> None:
    words = opened(
        "search",
        lake=LAKE,
        mode="words",
        words="Elbe Gala",
        ranking="bm25",
        where="length over 1,000",
    )
    assert "**1** of 2 tables looked at satisfy the condition" in texts(words)
    assert "2 of 3 rows" in texts(words)
    joined = opened("search", lake=LAKE, mode="join", query="apples.csv", where="over 1 rows")
    assert "looked at satisfy the condition" in texts(joined)


@pytest.mark.parametrize(
    "asked",
    [
        {"mode": "union", "query": "apples.csv", "encoder": "hash"},
        {"mode": "join", "query": "apples.csv"},
        {"mode": "words", "words": "Gala Boskoop Elbe", "ranking": "bm25"},
    ],
)
def test_conditions_that_differ_only_in_and_and_or_have_answers_of_their_own(
    lake: Workspace, asked: dict[str, str]
) -> None:
    both = opened("search", lake=LAKE, where="not (over 1 row and over 99 rows)", **asked)
    assert "**0** of" not in texts(both)
    either = opened("search", lake=LAKE, where="not (over 1 row or over 99 rows)", **asked)
    assert "**0** of" in texts(either)


@pytest.mark.parametrize(
    "asked",
    [
        {"mode": "union", "query": "apples.csv", "encoder": "hash"},
        {"mode": "words", "words": "Gala Boskoop Elbe", "ranking": "bm25"},
    ],
)
def test_tables_that_do_not_satisfy_stand_below_a_line(
    lake: Workspace, asked: dict[str, str]
) -> None:
    app = opened("search", lake=LAKE, where="exactly 3 rows", **asked)
    assert "rivers" in next(
        link.proto.label for link in app.get("page_link") if "1\\. " in link.proto.label
    )
    lines = [element.value for element in app.markdown]
    divided = lines.index("**These satisfy it to less than 50%, in part or not at all**")
    marks = [place < divided for place, text in enumerate(lines) if "[●]" in text]
    assert marks[:2] == [True, False]
    everywhere = opened("search", lake=LAKE, where="over 1 rows", **asked)
    assert "These satisfy" not in texts(everywhere)


def test_the_rows_that_satisfy_are_a_file_named_after_their_table(
    lake: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    names: list[str] = []
    monkeypatch.setattr(
        condition_results, "download_buttons", lambda frame, name, key: names.append(name)
    )
    opened(
        "search", lake=LAKE, mode="words", words="Elbe", ranking="bm25", where="length over 1,000"
    )
    assert names == ["rivers, rows that satisfy"]


HARD, _ = SENTENCES
MEANT = line('"Avg. Grade" > 90 and rows > 500')


def press(app: AppTest, label: str) -> None:
    next(one for one in app.button if one.label == label).click()
    app.run()
    assert not app.exception


def test_without_a_model_nothing_offers_one(lake: Workspace) -> None:
    app = opened("search", lake=LAKE, query="apples.csv", encoder="hash", where=HARD)
    assert not [one.label for one in app.button if "Read with" in one.label]


def test_both_readings_are_shown_and_a_person_chooses(
    lake: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    with JudgeServer() as server:
        monkeypatch.setenv("SOUNDINGS_CONDITION_MODEL", "openai:fair")
        monkeypatch.setenv("SOUNDINGS_CONDITION_MODEL_URL", server.openai_url)
        monkeypatch.setenv("SOUNDINGS_CONDITION_MODEL_SECONDS", "300")
        app = opened("search", lake=LAKE, query="apples.csv", encoder="hash", where=HARD)
        by_grammar = parameter(app, "that")
        assert server.calls == 0
        press(app, r"Read with openai\:fair")
        said = texts(app)
        assert "**The grammar**" in said and r"**openai\:fair**" in said
        assert ":gray-badge[rows \\> 500]" in said
        assert "Of your words not in its chips:] “material”, “marks”" in said
        assert parameter(app, "that") == by_grammar != MEANT
        press(app, "Use this reading")
        assert parameter(app, "that") == MEANT
        press(app, "Use this reading")
        assert parameter(app, "that") == by_grammar
        another = opened("search", lake=LAKE, query="apples.csv", encoder="hash", where=HARD)
        assert r"**openai\:fair**" in texts(another)
        assert server.calls == 1
        press(another, "Ask again")
        assert server.calls == 2


@pytest.mark.parametrize(
    ("model", "why"), [("prose", "not one JSON object"), ("bad-key", "HTTP 401")]
)
def test_an_answer_that_is_not_usable_is_said_and_the_grammar_counts(
    lake: Workspace, monkeypatch: pytest.MonkeyPatch, model: str, why: str
) -> None:
    with JudgeServer() as server:
        monkeypatch.setenv("SOUNDINGS_CONDITION_MODEL", f"openai:{model}")
        monkeypatch.setenv("SOUNDINGS_CONDITION_MODEL_URL", server.openai_url)
        monkeypatch.setenv("SOUNDINGS_CONDITION_MODEL_SECONDS", "300")
        app = opened("search", lake=LAKE, query="apples.csv", encoder="hash", where="over 1 rows")
        press(app, rf"Read with openai\:{plain(model)}")
        assert "Its answer is not usable" in texts(app)
        assert why in texts(app)
        assert parameter(app, "that") == line("over 1 rows")
        assert "looked at satisfy the condition" in texts(app)


def test_a_value_without_a_verb_is_made_a_condition_with_a_click(lake: Workspace) -> None:
    where = "price below 5 or taste Sour, over 1 row"
    app = opened("search", lake=LAKE, query="apples.csv", encoder="hash", where=where)
    assert "~~taste Sour~~" in texts(app)
    press(app, "Read as taste is Sour")
    assert parameter(app, "where") == "price below 5 or taste is Sour, over 1 row"
    assert parameter(app, "that") == line("(price below 5 or taste is Sour) and over 1 row")


def test_a_chip_is_written_anew_as_a_condition_of_another_kind(lake: Workspace) -> None:
    where = "topic made by Ford, over 1 row"
    app = opened("search", lake=LAKE, query="apples.csv", encoder="hash", where=where)
    box = next(one for one in app.text_input if one.label == "Write it anew")
    assert box.value == "topic made by Ford"
    box.set_value("please")
    press(app, "Read anew")
    assert "is no condition" in app.toast[0].value
    assert parameter(app, "that") == line(where)
    box = next(one for one in app.text_input if one.label == "Write it anew")
    box.set_value("manufacturer is Ford or Chevrolet")
    press(app, "Read anew")
    assert parameter(app, "where") == "manufacturer is Ford or Chevrolet, over 1 row"
    assert parameter(app, "that") == line("manufacturer is Ford or Chevrolet and over 1 row")


def test_the_box_says_what_the_chips_say(lake: Workspace) -> None:
    where = "price under 5, taste is Sour"
    app = opened("search", lake=LAKE, query="apples.csv", encoder="hash", where=where)
    next(one for one in app.number_input if one.label == "Number").set_value(7.0)
    press(app, "Apply")
    assert parameter(app, "where") == "price < 7, taste is Sour"
    assert parameter(app, "that") == line("price < 7 and taste is Sour")
    press(app, "Remove")
    assert condition_text(app) == parameter(app, "where") == "taste is Sour"
    press(app, "Remove")
    assert condition_text(app) == ""
    assert not {"where", "that"} & set(app.query_params)


def test_a_column_is_given_a_second_property_in_its_form(lake: Workspace) -> None:
    app = opened("search", lake=LAKE, query="apples.csv", encoder="hash", where="a text column")
    properties = next(one for one in app.multiselect if one.label == "Properties")
    assert properties.value == ["text"]
    properties.set_value(["text", "dates"])
    press(app, "Apply")
    assert "A column holds one of" in app.toast[0].value
    assert parameter(app, "that") == line("a text column")
    properties = next(one for one in app.multiselect if one.label == "Properties")
    properties.set_value(["text", "unique"])
    press(app, "Apply")
    assert parameter(app, "that") == line("a text column with unique values")
    assert parameter(app, "where") == "a column of text, unique"
    assert line(parameter(app, "where")) == parameter(app, "that")


def test_words_are_said_below_a_chip_only_where_they_tell_more(lake: Workspace) -> None:
    def below_chips(where: str) -> list[str]:
        app = opened("search", lake=LAKE, query="apples.csv", encoder="hash", where=where)
        return [one.value for one in app.caption if one.value.startswith(":small[“")]

    assert below_chips("more than 1 row") == []
    assert below_chips('"price" < 5, over 1 row') == [":small[“over 1 row”]"]


def test_tables_that_have_some_rows_that_satisfy_are_told_where_none_has_half(
    lake: Workspace,
) -> None:
    asked = {"mode": "words", "words": "Elbe Gala", "ranking": "bm25"}
    app = opened("search", lake=LAKE, where="length below 1000", **asked)
    assert "**0** of 2 tables looked at satisfy the condition to 50% or more of their rows" in (
        texts(app)
    )
    assert "Fewer rows do in **1** of the 2 below." in texts(app)
    both = opened("search", lake=LAKE, where="length below 1000, over 1 row", **asked)
    assert "to 50% or more (every" in texts(both)
    assert "It is satisfied in part in **1** of the 2 below." in texts(both)


def test_rows_are_offered_where_some_satisfy(lake: Workspace) -> None:
    asked = {"mode": "words", "words": "Elbe", "ranking": "bm25"}

    def offers(where: str) -> bool:
        app = opened("search", lake=LAKE, where=where, **asked)
        return "Only the rows that satisfy" in [
            one.proto.popover.label for one in app.get("popover")
        ]

    assert offers("length below 1000")
    assert not offers("length below 10")
    assert not offers("length below 10, over 1 row")
    assert offers("length below 10 or over 1 row")
    assert not offers("length below 10 or length below 20")


def test_a_score_is_told_with_what_it_is_made_of_and_its_bar_is_no_fuller(lake: Workspace) -> None:
    for asked in (
        {"mode": "words", "words": "Elbe", "ranking": "bm25"},
        {"mode": "union", "query": "rivers.csv", "encoder": "hash"},
    ):
        app = opened("search", lake=LAKE, where="length below 10", **asked)
        bar = app.get("progress")[0].proto
        score = float(bar.text.split()[1])
        assert bar.text.endswith("satisfied 0%")
        assert score <= 0.05 and bar.value <= 5


def condition_text(app: AppTest) -> str:
    return next(
        str(one.value) for one in app.text_input if one.label == "First the tables that satisfy"
    )


def _labels(app: AppTest) -> list[str]:
    return [one.label for one in app.main if one.type in {"text_input", "number_input"}]


@pytest.mark.parametrize(
    ("where", "second", "meant"),
    [
        ("price above 3", 5.0, "price between 3 and 5"),
        ("sold after 2015", "2019", "sold between 2015 and 2019"),
    ],
)
def test_a_second_value_is_asked_for_only_of_a_between(
    lake: Workspace, where: str, second: object, meant: str
) -> None:
    app = opened("search", lake=LAKE, query="apples.csv", encoder="hash", where=where)
    assert "and (of a “between”)" not in _labels(app)
    next(one for one in app.selectbox if one.label == "Comparison").set_value("between")
    press(app, "Apply")
    assert "the second stands in the form now" in app.toast[0].value
    assert parameter(app, "that") == line(where)
    inputs = [*app.number_input, *app.text_input]
    next(one for one in inputs if one.label == "and (of a “between”)").set_value(second)
    press(app, "Apply")
    assert parameter(app, "that") == line(meant)


@pytest.mark.parametrize("that", ['{"type":"bogus"}', "{", "[]", '{"type":"size"}'])
def test_nothing_is_applied_of_a_link_with_a_broken_condition(lake: Workspace, that: str) -> None:
    where = "at least 2 columns"
    address = {"lake": LAKE, "query": "apples.csv", "encoder": "hash"}
    app = opened("search", **address, where=where, that=that)
    (said,) = (one.value for one in app.warning)
    assert said == (
        "The condition in this link is broken, so that no table is judged by it. Type it anew in "
        "the box. It was typed as “at least 2 columns”."
    )
    assert condition_text(app) == ""
    assert not {"where", "that"} & set(app.query_params)
    assert "satisfy the condition" not in texts(app)
    app.run()
    assert not app.warning
    assert "satisfy the condition" not in texts(app)
