"""Join searches narrowed by a condition."""

from __future__ import annotations

import pytest

from core.conditions import parse
from core.errors import InputError
from core.features.folding import Folding
from core.search.conditioned import (
    Limits,
    join_with_condition,
)
from core.search.join.methods import JoinMethod
from core.search.join.searching import search_join
from tests.core.search.conditioned.by_condition import SMALL
from tests.core.search.conftest import MakeLake, Opened


def test_a_join_finds_the_columns_that_are_asked_for(opened: Opened) -> None:
    def joined(where: str) -> list[tuple[str, float]]:
        found = join_with_condition(opened.query("query.csv"), parse(where).condition, ["city"])
        return [(hit.table, hit.satisfaction.share) for hit in found.hits]

    assert joined("a column named mayor")[0] == ("people.csv", 1.0)
    assert dict(joined("at least 70% of my rows find a match")) == {
        "people.csv": 1.0,
        "wet.csv": 1.0,
        "dry.csv": 1.0,
    }
    assert dict(joined("adds at least 3 new columns"))["people.csv"] == 0.0


def test_one_column_has_all_the_properties_that_are_asked_of_it(make_lake: MakeLake) -> None:
    apart = "city,note\nOslo,\nRome,a\nBern,a\n"
    whole = "city,note\nOslo,x\nRome,b\nBern,a\n"
    opened = make_lake({**SMALL, "apart.csv": apart, "whole.csv": whole})

    def shares(where: str) -> dict[str, float]:
        condition = parse(where).condition
        found = join_with_condition(opened.query("query.csv"), condition, ["city"])
        return {hit.table: hit.satisfaction.share for hit in found.hits}

    both = shares("a column about note of text without blanks")
    assert (both["apart.csv"], both["whole.csv"]) == (0.0, 1.0)
    assert shares("a numeric column with unique values")["whole.csv"] == 0.0


def test_a_join_by_no_method_is_refused_with_a_condition_too(opened: Opened) -> None:
    with pytest.raises(InputError, match="Got 'containmnt'"):
        join_with_condition(
            opened.query("query.csv"),
            None,
            method="containmnt",  # type: ignore[arg-type]
        )


def test_columns_named_as_the_querys_are_not_new_in_a_join(opened: Opened) -> None:
    def joined(where: str) -> dict[str, tuple[float, str]]:
        condition = parse(where).condition
        query = opened.query("query.csv")
        found = join_with_condition(query, condition, ["city"])
        parts = {hit.table: hit.satisfaction.parts[0] for hit in found.hits}
        return {table: (part.share, part.value) for table, part in parts.items()}

    assert joined("adds at least 1 new column") == {
        "people.csv": (1.0, "2 new columns"),
        "wet.csv": (0.0, "0 new columns"),  # its year and its rain have names of the query's
        "dry.csv": (0.0, "0 new columns"),
    }
    assert set(joined("the join has at least 5 columns").values()) == {(1.0, "5 columns")}


@pytest.mark.parametrize(("rules", "share"), [("none", 0.25), ("all", 1.0)])
def test_a_join_is_measured_by_the_rules_that_it_is_found_by(
    make_lake: MakeLake, rules: str, share: float
) -> None:
    lake = make_lake(
        {
            "query.csv": "code,a\nAx,1\nBy,2\nCz,3\nDw,4\n",
            "lower.csv": "code,b\nax,1\nby,2\ncz,3\nDw,4\n",
        }
    )
    found = join_with_condition(
        lake.query("query.csv"),
        parse("joinable on code and at least 70% of my rows find a match").condition,
        rules=Folding.of(rules),
    )
    (hit,) = found.hits
    on, matched = hit.satisfaction.parts
    assert hit.found.containment == share
    assert (on.value, matched.value) == (
        f"{share:.0%} of the values",
        f"{share:.0%} of the rows match",
    )
    assert hit.satisfaction.satisfied is (share == 1)


@pytest.fixture(scope="module")
def crowded(make_lake: MakeLake) -> Opened:
    """A query, 99 tables of four columns of text like its own, and one with a value nearly."""
    towns = ["Oslo", "Rome", "Bern", "Kyiv", "Lima"]
    texts = {
        f"t{number:02}.csv": "city,town,place,village\n"
        + "".join(f"{town},{town} {number},near {town},{town}ville\n" for town in towns)
        for number in range(99)
    }
    texts["query.csv"] = "city,rain\n" + "".join(
        f"{town},{rain}\n" for rain, town in enumerate(towns)
    )
    texts["far.csv"] = "enzyme\n" + "".join(f"{name}ase\n" for name in ["Oslo ", *"abcdefghijklmn"])
    return make_lake(texts, "crowded")


@pytest.mark.parametrize("on", [["city"], []])
def test_a_join_by_meaning_looks_at_every_table_before_it_says_so(
    crowded: Opened, on: list[str]
) -> None:
    def joined(where: str, limits: Limits) -> tuple[list[str], int, bool, int]:
        found = join_with_condition(
            crowded.query("query.csv"), parse(where).condition, on, limits=limits, method="semantic"
        )
        tables = [hit.table for hit in found.hits if hit.satisfaction.satisfied]
        return tables, found.examined, found.exhausted, found.satisfied

    long = "more than 10 rows"
    assert joined(long, Limits(10)) == (["far.csv"], 100, True, 1)
    only = Limits(10, frozenset(["far.csv", "t05.csv"]))
    assert joined(long, only) == (["far.csv"], 2, True, 1)
    assert joined("more than 2 rows", Limits(3))[2] is False


def test_tables_that_satisfy_are_chosen_before_others_that_score_higher(
    make_lake: MakeLake,
) -> None:
    keys = [f"s{number:02}" for number in range(20)]

    def table(having: int, high: int) -> str:
        prices = [f"{key},{150 if row < high else 50}" for row, key in enumerate(keys[:having])]
        return "\n".join(["sku,price", *prices, ""])

    opened = make_lake(
        {
            "orders.csv": "\n".join(["sku,pieces", *(f"{key},1" for key in keys), ""]),
            **{f"part{number:02}.csv": table(20, 9) for number in range(15)},
            **{f"all{number}.csv": table(3, 3) for number in range(3)},
        },
        "prices",
    )
    query = opened.query("orders.csv")
    condition = parse("price above 100").condition
    found = join_with_condition(query, condition, ["sku"], limits=Limits(10))
    assert (found.examined, found.satisfied) == (18, 3)
    assert [hit.rank for hit in found.hits] == [*range(1, 11)]
    best, others = found.hits[:3], found.hits[3:]
    assert [hit.table for hit in best] == ["all0.csv", "all1.csv", "all2.csv"]
    assert [hit.table for hit in others] == [f"part{number:02}.csv" for number in range(7)]
    assert best[0].score < others[0].score


CITIES = ("Oslo", "Rome", "Bern", "Kyiv", "Lima", "Cairo", "Paris", "Madrid", "Quito", "Dakar")


@pytest.fixture(scope="module")
def numbered(make_lake: MakeLake) -> Opened:
    """A query with a running number and cities, a numbered list, and tables with the cities."""
    named = "\n".join(f"{city},m{city}" for city in CITIES[:7])
    proteins = "\n".join(f"{city},{place}.5" for place, city in enumerate(CITIES[:8]))
    return make_lake(
        {
            "query.csv": "id,city\n" + "".join(f"{i},{c}\n" for i, c in enumerate(CITIES, 1)),
            "numbered.csv": "id,score\n" + "".join(f"{i},{3.25 * i}\n" for i in range(1, 10)),
            "city mayors.csv": f"city,mayor\n{named}\n",
            "enzyme assays.csv": f"protein,absorbance\n{proteins}\n",
        },
        "numbered",
    )


@pytest.mark.parametrize("where", ["", "at least 2 columns"])
@pytest.mark.parametrize(
    ("method", "on", "expected"),
    [
        # Nine of ten numbers count half; eight and seven of ten cities count whole.
        (
            "overlap",
            [],
            [("enzyme assays.csv", 0.8), ("city mayors.csv", 0.7), ("numbered.csv", 0.45)],
        ),
        (
            "containment",
            [],
            [("enzyme assays.csv", 0.8), ("city mayors.csv", 0.7), ("numbered.csv", 0.45)],
        ),
        ("overlap", ["id"], [("numbered.csv", 0.9)]),
    ],
)
def test_a_join_with_a_condition_that_all_satisfy_ranks_as_without(
    numbered: Opened,
    method: JoinMethod,
    on: list[str],
    expected: list[tuple[str, float]],
    where: str,
) -> None:
    query = numbered.query("query.csv")
    plain = search_join(query, on, method=method)
    assert [hit.table for hit in plain.hits] == [table for table, _ in expected]
    found = join_with_condition(query, parse(where).condition, on, limits=Limits(10), method=method)
    assert [(hit.table, hit.relatedness) for hit in found.hits] == expected


def test_a_join_by_meaning_with_a_condition_ranks_by_meaning_too(numbered: Opened) -> None:
    query = numbered.query("query.csv")
    plain = search_join(query, ["city"], method="semantic").hits[:2]
    # The cities of the assays are more, but nothing else is like the query's.
    assert [(hit.table, hit.overlap) for hit in plain] == [
        ("city mayors.csv", 7),
        ("enzyme assays.csv", 8),
    ]
    found = join_with_condition(
        query, parse("at least 2 columns").condition, ["city"], limits=Limits(10), method="semantic"
    ).hits[:2]
    assert [(hit.table, hit.relatedness) for hit in found] == [
        (hit.table, hit.score) for hit in plain
    ]
