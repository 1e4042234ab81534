from __future__ import annotations

from core.conditions import parse, to_line
from core.store import Workspace
from tests.pages.conftest import LAKE, opened, parameter, texts


def line(text: str) -> str:
    return to_line(parse(text).condition)


def test_words_become_chips_that_can_be_put_right_and_removed(lake: Workspace) -> None:
    app = opened(
        "search", lake=LAKE, query="apples.csv", encoder="hash", where="at least 2 columns blorp 7"
    )
    said = texts(app)
    assert "**2** of 2 tables looked at satisfy the condition" in said
    assert "columns ≥ 2" in said
    assert "3 columns" in said
    assert "~~blorp 7~~" in said
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


def test_joins_and_words_are_narrowed_by_the_same_chips(lake: Workspace) -> None:
    words = opened(
        "search",
        lake=LAKE,
        mode="words",
        words="Boskoop",
        ranking="bm25",
        where="length over 1,000",
    )
    assert "**1** of 3 tables looked at satisfy the condition" in texts(words)
    assert "2 of 3 rows" in texts(words)
    joined = opened("search", lake=LAKE, mode="join", query="apples.csv", where="over 1 rows")
    assert "looked at satisfy the condition" in texts(joined)
