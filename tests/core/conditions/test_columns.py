from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from core.conditions.columns import ENOUGH, SURE, ColumnFinder, Meaning, likeness


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("release date", "Release_Date"),
        ("Distance", "distance"),
        ("avg grade", "Avg. Grade"),
        ("number of rooms", "Numbers of Room"),
        ("Größe", "GRÖßE"),
    ],
)
def test_one_name_written_differently_is_sure(name: str, label: str) -> None:
    assert likeness(name, label) >= SURE


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("median rent", "median_rent_gbp"),
        ("median rent", "Median Rent [EUR]"),
        ("price", "price_usd"),
        ("price", "Price (US$)"),
        ("price", "price in euros"),
        ("price in USD", "price_usd"),
        ("price in $", "price_usd"),
    ],
)
def test_a_name_with_its_currency_is_sure_and_the_name_alone_surer(name: str, label: str) -> None:
    found = ColumnFinder().find(name, ["sold", label], {})
    assert found is not None
    assert (found.label, found.score) == (label, SURE)
    found = ColumnFinder().find(name, [label, name], {})
    assert found is not None
    assert found.label == name


@pytest.mark.parametrize("labels", [["price_eur"], ["Price (EUR)"], ["price", "price_eur"]])
def test_a_name_in_another_currency_than_the_asked_one_is_not_sure(labels: list[str]) -> None:
    found = ColumnFinder().find("price in USD", labels, {})
    assert found is None or found.score < SURE


def test_of_several_currencies_none_is_surely_meant_but_the_one_that_the_query_has() -> None:
    labels = ["price_usd", "price_eur"]
    found = ColumnFinder().find("price", labels, {})
    assert found is not None
    assert found.score < SURE
    found = ColumnFinder(query_labels=["Price (EUR)"]).find("price", labels, {})
    assert found is not None
    assert (found.label, found.score, found.own) == ("price_eur", SURE, "Price (EUR)")


@pytest.mark.parametrize(("name", "label"), [("grade", "year"), ("id", "idle"), ("L", "LW")])
def test_other_names_are_not_enough(name: str, label: str) -> None:
    assert likeness(name, label) < ENOUGH


def test_the_alignment_with_the_query_finds_a_column_of_another_name() -> None:
    finder = ColumnFinder(query_labels=["grade", "student"])
    aligned = {"grade": ("Punkte", 0.8)}
    found = finder.find("Grade", ["Name", "Punkte"], aligned)
    assert found is not None
    assert (found.label, found.score) == ("Punkte", 0.8)


def test_a_column_that_lines_up_with_another_of_the_query_is_not_the_one_that_is_meant() -> None:
    finder = ColumnFinder(query_labels=["week of injury", "weeks injured"])
    other = {"weeks injured": ("Days lost since the week of injury", 0.9)}
    assert finder.find("week of injury", ["Days lost since the week of injury"], {}) is not None
    assert finder.find("week of injury", ["Days lost since the week of injury"], other) is None
    assert finder.find("week of injury", ["Week of Injury"], {"weeks injured": ("x", 0.9)})


@pytest.mark.parametrize(
    ("alike", "others", "surely"),
    [
        (0.7, {"order": ("No", 0.8), "city": ("Town", 0.9)}, True),  # a table of the same kind
        (0.7, {"order": ("No", 0.6)}, False),  # numbers are alike, and most have no partner
        (0.95, {}, True),  # the same values
        (0.5, {"order": ("No", 1.0), "city": ("Town", 1.0)}, False),
    ],
)
def test_a_column_lines_up_surely_by_itself_or_with_the_rest_of_its_table(
    alike: float, others: dict[str, tuple[str, float]], surely: bool
) -> None:
    def near(texts: Sequence[str]) -> np.ndarray:
        return np.ones((len(texts), 1), dtype=np.float32)

    finder = ColumnFinder(Meaning(near, near), ["amount", "order", "city"])
    found = finder.find("amount", ["Total"], {"amount": ("Total", alike), **others})
    assert found is not None
    assert found.aligned is surely


def test_what_only_means_the_same_is_never_sure() -> None:
    def alike(texts: Sequence[str]) -> np.ndarray:
        return np.ones((len(texts), 1), dtype=np.float32)

    found = ColumnFinder(Meaning(alike, alike)).find("salary", ["income"], {})
    assert found is not None
    assert ENOUGH <= found.score < SURE


def test_meaning_finds_what_names_do_not() -> None:
    vectors = {"salary": (1.0, 0.0), "income": (0.8, 0.6), "colour": (0.0, 1.0)}

    def vectors_of(texts: Sequence[str]) -> np.ndarray:
        return np.array([vectors[text] for text in texts], dtype=np.float32)

    meaning = Meaning(vectors_of, vectors_of)
    found = ColumnFinder(meaning).find("salary", ["colour", "income"], {})
    assert found is not None
    assert (found.label, found.score) == ("income", 0.8)
    assert ColumnFinder(meaning).find("salary", ["colour"], {}) is None


def test_what_a_column_holds_decides_among_like_names_and_not_against_the_very_name() -> None:
    finder = ColumnFinder()
    for labels, suiting, expected in [
        (["order_id", "order_date"], [0, 2], "order_date"),
        (["order_id", "estimated order date"], [0, 2], "estimated order date"),
        (["order_day", "order_date"], [1, 2], "order_date"),
        (["ordered", "order_date"], [0, 2], "ordered"),
        (["order_id", "shipped"], [0, 2], "order_id"),
        (["order_id", "order_date"], [0, 0], "order_id"),
    ]:
        found = finder.find("ordered", labels, {}, suiting)
        assert found is not None
        assert found.label == expected


def test_of_a_header_that_is_repeated_the_column_that_suits_is_taken() -> None:
    finder, labels = ColumnFinder(), ["Club", "League", "League (2)", "League (3)"]
    for suiting, expected in (
        ([0, 0, 1, 1], "League (2)"),
        ([1, 1, 1, 1], "League"),
        ([1, 0, 0, 0], "League"),
        ((), "League"),
    ):
        found = finder.find("league", labels, {}, suiting)
        assert found is not None
        assert (found.label, found.score) == (expected, 1.0)


def test_of_columns_called_the_same_the_one_written_so_is_taken() -> None:
    finder = ColumnFinder(query_labels=["Name", "NAME"])
    for name, expected in (
        ("price_1", "price_1"),
        ("price.1", "price.1"),
        ("Price_1", "price_1"),
        ("price 1", "price.1"),
        ("NAME", "NAME"),
        ("name", "name"),
    ):
        found = finder.find(name, ["Name", "name", "NAME", "price", "price.1", "price_1"], {})
        assert found is not None
        assert (found.label, found.score) == (expected, 1.0)
    own = finder.find("NAME", ["NAME"], {})
    assert own is not None
    assert own.own == "NAME"


def test_columns_of_the_same_header_are_told() -> None:
    found = ColumnFinder().find("league", ["Club", "League", "League (2)", "Leagues"], {})
    assert found is not None
    assert found.namesakes == ("League (2)",)


def test_a_meaning_does_not_outdo_a_like_name_by_what_its_column_holds() -> None:
    def alike(texts: Sequence[str]) -> np.ndarray:
        return np.ones((len(texts), 1), dtype=np.float32)

    finder = ColumnFinder(Meaning(alike, alike))
    found = finder.find("employees", ["employee name", "salary"], {}, [0, 1])
    assert found is not None
    assert found.label == "employee name"
    found = finder.find("income", ["pay band", "salary"], {}, [0, 1])
    assert found is not None
    assert found.label == "salary"


def test_the_labels_of_all_tables_are_encoded_at_once_and_only_if_names_do_not_decide() -> None:
    calls: list[list[str]] = []

    def vectors_of(texts: Sequence[str]) -> np.ndarray:
        calls.append(list(texts))
        return np.ones((len(texts), 1), dtype=np.float32)

    finder = ColumnFinder(Meaning(asked=vectors_of, labels=vectors_of))
    tables = [["Salary"], ["income", "colour"], ["colour", "pay"]]
    for labels in tables:
        finder.expect(labels)
    assert finder.find("salary", tables[0], {}) is not None
    assert not calls
    for labels in tables[1:]:
        finder.find("salary", labels, {})
    assert calls == [["salary", "income", "colour", "pay"], ["salary"]]
