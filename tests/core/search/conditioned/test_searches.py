from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import polars as pl
import pytest

from core.conditions import parse, write_condition
from core.conditions.columns import ColumnFinder
from core.conditions.counting.time_limits import Deadline
from core.errors import ColumnNotFoundError, EncoderUnavailableError, InputError
from core.features import registry
from core.features.folding import Folding
from core.features.sbert_model import SentenceModel
from core.search import RANK_BY
from core.search.conditioned import (
    ConditionedSearch,
    Limits,
    Satisfaction,
    chooses_rows,
    join_with_condition,
    rows_that_satisfy,
    text_with_condition,
    union_with_condition,
    words_of_condition,
)
from core.search.conditioned.assessing import Assessor, Known
from core.search.conditioned.searches import LEAST_RELATED
from core.search.conditioned.until_satisfied import (
    FIRST,
    Candidate,
    combined,
    growing,
    search_until_satisfied,
)
from core.search.join.searching import JoinMethod, search_join
from core.search.retrieved import Retrieved
from core.types import Hit
from tests.core.search.conftest import MakeLake, Opened

SMALL = {"query.csv": "city,year,rain\nOslo,2001,5\nRome,2002,9\nBern,2003,7\nKyiv,2004,8\n"}


@pytest.fixture(scope="module")
def opened(make_lake: MakeLake) -> Opened:
    return make_lake(
        {
            **SMALL,
            "wet.csv": "city,year,rain\nOslo,2005,50\nRome,2006,60\nBern,2007,70\nParis,2001,3\n",
            "dry.csv": "city,year,rain\nOslo,2005,1\nRome,2006,2\nBern,2007,70\nParis,2001,3\n",
            "people.csv": "town,mayor,inhabitants\nOslo,Ada,700\nRome,Ben,2800\nBern,Cleo,130\n",
            "far.csv": "planet,moons\nMars,2\nVenus,0\n",
        }
    )


def searched(opened: Opened, where: str, k: int = 10, *columns: str) -> ConditionedSearch[Hit]:
    return union_with_condition(
        opened.workspace,
        opened.query("query.csv", *columns),
        parse(where).condition,
        opened.settings,
        Limits(k),
        "hash",
    )


def union(opened: Opened, where: str, k: int = 10) -> list[tuple[str, float]]:
    found = searched(opened, where, k)
    return [(hit.table, hit.satisfaction.share) for hit in found.hits]


def test_a_table_of_which_more_rows_satisfy_comes_first(opened: Opened) -> None:
    assert union(opened, "rain above 40")[:2] == [("wet.csv", 0.75), ("dry.csv", 0.25)]
    assert union(opened, "rain below 40")[:2] == [("dry.csv", 0.75), ("wet.csv", 0.25)]


def test_cells_that_are_no_numbers_or_empty_are_told(make_lake: MakeLake) -> None:
    rain = "city,year,rain\nOslo,2005,little\nRome,2006,\nBern,2007,much\nParis,2001,3\n"
    opened = make_lake({**SMALL, "odd.csv": rain})

    def told(where: str) -> list[str]:
        found = searched(opened, where)
        return [part.value for hit in found.hits for part in hit.satisfaction.parts]

    others = "of 1 row with a number; no number in 2 cells; 1 of 4 rows has no value"
    assert told("rain above 40") == [f"0 {others}"]
    assert told("rain above 2") == [f"1 {others}"]


def test_what_a_share_is_of_and_that_there_is_no_such_column_are_told(make_lake: MakeLake) -> None:
    prices = ["6", "7", "8", "9", *[""] * 16]
    head = "city,price,year\n"
    gaps = head + "".join(f"c{i},{price},{2000 + i}\n" for i, price in enumerate(prices))
    rows = "".join(f"c{i},x\n" for i in range(12))
    opened = make_lake(
        {"query.csv": f"{head}Oslo,5,2001\n", "gaps.csv": gaps, "nocol.csv": f"city,mayor\n{rows}"}
    )

    def told(where: str) -> dict[str, tuple[float, str]]:
        found = searched(opened, where)
        parts = {hit.table: hit.satisfaction.parts[0] for hit in found.hits}
        return {table: (part.share, part.value) for table, part in parts.items()}

    nothing = "no column like 'price'"
    assert told("price above 5") == {
        "gaps.csv": (1.0, "4 of 4 rows with a number; 16 of 20 rows have no value"),
        "nocol.csv": (0.0, nothing),
    }
    assert told("price is not 6")["gaps.csv"] == (
        0.75,
        "3 of 4 rows with a number; 16 of 20 rows have no value",
    )
    assert told("average price around 7")["nocol.csv"] == (0.0, nothing)
    assert told("at least half of the price above 5")["nocol.csv"][1] == nothing
    # A share that is asked for is of all rows.
    assert told("at least half of the rows have price above 5") == {
        "gaps.csv": (0.0, "4 of 20 rows; 16 of 20 rows have no value"),
        "nocol.csv": (0.0, nothing),
    }
    assert told("at most 20% of the rows have price above 5")["gaps.csv"][0] == 1.0
    assert told("dated after 2010")["nocol.csv"] == (0.0, "no column of dates")


def test_years_of_two_digits_are_of_their_century_and_unread_dates_are_said(
    make_lake: MakeLake,
) -> None:
    days = {
        "american.csv": ("12/31/20", "1/13/21", "2/28/22"),
        "british.csv": ("31/12/20", "13/1/21", "28/2/22"),
        "german.csv": ("31.12.20", "13.1.21", "28.2.22"),
        "named.csv": ("31-Dec-20", "13-Jan-21", "28-Feb-22"),
        "unread.csv": ("31-12-20", "mid 2021", ""),
    }
    tables = {
        name: "item,sold\n" + "\n".join(f"{place},{day}" for place, day in enumerate(cells))
        for name, cells in days.items()
    }
    opened = make_lake({"query.csv": "item,sold\n0,2020-01-01\n1,2020-01-02\n", **tables})

    def told(where: str) -> dict[str, str]:
        found = searched(opened, where)
        return {hit.table: hit.satisfaction.parts[0].value for hit in found.hits}

    read = [name for name in days if name != "unread.csv"]
    unread = {"unread.csv": "no date in 2 cells; 1 of 3 rows has no value"}
    assert told("sold after 2019") == dict.fromkeys(read, "3 of 3 rows") | unread
    assert told("sold before 1900") == dict.fromkeys(read, "0 of 3 rows") | unread


def test_dates_and_numbers_are_looked_for_in_columns_that_hold_such(make_lake: MakeLake) -> None:
    head = "order_id,order_year,order_date,price code,net price\n"
    days = ["2023-01-15", "2023-02-15", "2023-03-15", "2023-04-15"]
    plain = [f"{70 + i},2022,{day},A{i},{i}.5\n" for i, day in enumerate(days)]
    written = [f'x{i},2022,{day},A{i},"{i},50 €"\n' for i, day in enumerate(days)]
    opened = make_lake(
        {
            "query.csv": head + "".join(plain),
            "plain.csv": head + "".join(plain),
            "written.csv": head + "".join(written),
        }
    )

    def told(where: str) -> dict[str, tuple[str, str]]:
        parts = {hit.table: hit.satisfaction.parts[0] for hit in searched(opened, where).hits}
        return {table: (part.column, part.value) for table, part in parts.items()}

    both = ["plain.csv", "written.csv"]
    dates, prices = ("order_date", "2 of 4 rows"), ("net price", "3 of 4 rows")
    assert told("ordered before March 2023") == dict.fromkeys(both, dates)
    assert told("price above 1.2") == dict.fromkeys(both, prices)


def test_tables_are_ranked_as_is_asked_for_before_the_condition(opened: Opened) -> None:
    for rank_by in RANK_BY:
        plain = opened.search("query.csv", rank_by=rank_by)
        found = union_with_condition(
            opened.workspace,
            opened.query("query.csv"),
            parse("more than 1 rows").condition,
            opened.settings,
            encoder_name="hash",
            rank_by=rank_by,
        )
        assert {h.table: h.found.score for h in found.hits} == {
            h.table: h.score for h in plain.hits
        }
    with pytest.raises(InputError, match="Got 'bogus'"):
        union_with_condition(
            opened.workspace, opened.query("query.csv"), None, opened.settings, rank_by="bogus"
        )


def test_or_counts_the_rows_of_which_one_part_holds_and_not_the_rest(opened: Opened) -> None:
    shares = dict(union(opened, "rain above 40 or rain below 2"))
    assert (shares["wet.csv"], shares["dry.csv"]) == (0.75, 0.5)
    assert dict(union(opened, "rain is not 70 and more than 3 rows"))["wet.csv"] == 0.75


def test_not_takes_rows_of_a_table_that_has_the_column(opened: Opened) -> None:
    found = union_with_condition(
        opened.workspace,
        opened.query("query.csv"),
        parse("moons is not 2").condition,
        opened.settings,
        encoder_name="hash",
    )
    assert found.satisfied == 1
    shares = {hit.table: hit.satisfaction.share for hit in found.hits}
    assert shares == {"far.csv": 0.5, "wet.csv": 0.0, "dry.csv": 0.0, "people.csv": 0.0}
    told = {hit.table: hit.satisfaction.parts[0] for hit in found.hits}
    assert told["far.csv"].value == "1 of 2 rows"
    assert write_condition(told["far.csv"].asked) == 'not ("moons" = 2)'
    rows = rows_that_satisfy(
        opened.workspace,
        opened.lake,
        "wet.csv",
        parse("moons is not 2").condition,
        opened.settings,
        (False,),
    )
    assert rows.height == 0


def test_a_table_without_something_satisfies_that_it_is_not_there(opened: Opened) -> None:
    for where in ("no column about moons", "not about planets", "does not mention Mars"):
        assert dict(union(opened, where))["dry.csv"] > 0.9
    neither = dict(union(opened, "neither moons is 2 nor rain above 40"))
    assert (neither["wet.csv"], neither["far.csv"]) == (0.0, 0.0)


def test_what_comes_of_the_union_is_a_condition_too(opened: Opened) -> None:
    shares = dict(union(opened, "the union has at least 8 rows"))
    assert shares == {"wet.csv": 1.0, "dry.csv": 1.0, "people.csv": 0.0, "far.csv": 0.0}
    assert dict(union(opened, "unionable tables adding more than 3 new rows"))["wet.csv"] == 1.0
    assert dict(union(opened, "the union has at most 3 columns"))["wet.csv"] == 1.0


def test_columns_that_are_not_searched_with_count_for_the_union(opened: Opened) -> None:
    satisfied = searched(opened, "the union has at most 3 columns", 10, "city")
    # The query has three columns, and of wet.csv its year and its rain stand beside them.
    assert {hit.table: hit.satisfaction.share for hit in satisfied.hits}["wet.csv"] == 0.0


def test_columns_to_join_and_to_union_on_hold_together(opened: Opened) -> None:
    text = "joinable on city, unionable on rain and year, and has a column named year"
    shares = dict(union(opened, text))
    assert shares["wet.csv"] == shares["dry.csv"] == 1.0
    assert shares["people.csv"] == shares["far.csv"] == 0.0
    with pytest.raises(ColumnNotFoundError, match="Got 'shoe size'"):
        union(opened, "joinable on shoe size")


def test_a_join_finds_the_columns_that_are_asked_for(opened: Opened) -> None:
    def joined(where: str) -> list[tuple[str, float]]:
        found = join_with_condition(
            opened.workspace,
            opened.query("query.csv"),
            parse(where).condition,
            opened.settings,
            ["city"],
        )
        return [(hit.table, hit.satisfaction.share) for hit in found.hits]

    assert joined("a column named mayor")[0] == ("people.csv", 1.0)
    assert dict(joined("at least 70% of my rows find a match")) == {
        "people.csv": 1.0,
        "wet.csv": 1.0,
        "dry.csv": 1.0,
    }
    assert dict(joined("adds at least 3 new columns"))["people.csv"] == 0.0


def test_a_join_by_no_method_is_refused_with_a_condition_too(opened: Opened) -> None:
    with pytest.raises(InputError, match="Got 'containmnt'"):
        join_with_condition(
            opened.workspace,
            opened.query("query.csv"),
            None,
            opened.settings,
            method="containmnt",  # type: ignore[arg-type]
        )


def test_columns_named_as_the_querys_are_not_new_in_a_join(opened: Opened) -> None:
    def joined(where: str) -> dict[str, tuple[float, str]]:
        condition = parse(where).condition
        query = opened.query("query.csv")
        found = join_with_condition(opened.workspace, query, condition, opened.settings, ["city"])
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
        lake.workspace,
        lake.query("query.csv"),
        parse("joinable on code and at least 70% of my rows find a match").condition,
        lake.settings,
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


def test_a_search_by_words_alone_finds_no_table_without_any(opened: Opened) -> None:
    def found(method: str, words: str, limits: Limits | None = None) -> ConditionedSearch[float]:
        condition = parse("more than 1 rows").condition
        return text_with_condition(
            opened.workspace, opened.lake, words, condition, opened.settings, limits, method
        )

    for method in ("bm25", "tfidf"):
        one = found(method, "planet")
        assert [hit.table for hit in one.hits] == ["far.csv"]
        assert (one.examined, one.satisfied, one.exhausted) == (1, 1, True)
        assert found(method, "zebra").hits == ()
        # The least of the tables with the word stays, though scores are stretched down to 0.
        every = {hit.table for hit in found(method, "Oslo").hits}
        assert every == {"query.csv", "wet.csv", "dry.csv", "people.csv"}
        only = Limits(10, frozenset(["wet.csv", "dry.csv", "far.csv"]))
        assert {h.table for h in found(method, "Oslo", only).hits} == {"wet.csv", "dry.csv"}
        assert len(found(method, "Oslo", Limits(10, frozenset(["wet.csv"]))).hits) == 1
    assert len(found("hybrid", "planet").hits) == 5


def test_names_that_the_lake_has_need_no_model_of_sentences(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    def searched(where: str) -> list[str]:
        condition = parse(where).condition
        words = words_of_condition(condition)
        found = text_with_condition(
            opened.workspace, opened.lake, words, condition, opened.settings
        )
        return [hit.table for hit in found.hits]

    def refuse(_: SentenceModel) -> None:
        raise EncoderUnavailableError("The model was asked for.")

    first = searched("rain above 40")  # what the labels mean is kept
    registry._model.cache_clear()
    monkeypatch.setattr(SentenceModel, "_load", refuse)
    assert searched("rain above 40") == first
    with pytest.raises(EncoderUnavailableError):
        searched("drizzle above 40")
    registry._model.cache_clear()


def test_a_search_in_words_is_narrowed(opened: Opened) -> None:
    lake, condition = opened.lake, parse("mayor contains Ada").condition
    found = text_with_condition(
        opened.workspace, lake, "Oslo", condition, opened.settings, method="bm25"
    )
    assert found.hits[0].table == "people.csv"
    assert found.satisfied == 0  # one row of three is less than half
    with pytest.raises(InputError, match="needs a query table"):
        text_with_condition(
            opened.workspace,
            lake,
            "Oslo",
            parse("the union has at least 5 rows").condition,
            opened.settings,
            method="bm25",
        )


def test_a_column_that_resembles_the_named_one_counts_less_where_others_have_it(
    opened: Opened,
) -> None:
    def weighed(where: str) -> float:
        found = text_with_condition(
            opened.workspace,
            opened.lake,
            "Oslo",
            parse(where).condition,
            opened.settings,
            method="bm25",
        )
        told = next(h.satisfaction for h in found.hits if h.table == "wet.csv")
        assert told.share == told.parts[0].share == 0.25
        assert told.weighed == pytest.approx(0.25 * told.parts[0].certainty, abs=1e-6)
        return told.weighed

    assert weighed("city is Oslo") == 0.25
    assert 0 < weighed("town is Oslo") <= 0.25 * 0.8 * 0.6  # of people.csv
    assert weighed("municipality is Oslo") > 0.25 * 0.55  # of no table


def test_a_share_of_rows_counts_in_full_in_a_column_that_lines_up(make_lake: MakeLake) -> None:
    rows = "\n".join(f"{1001 + i},{11 + i % 4},Oslo {i}" for i in range(8))
    lake = make_lake(
        {
            "query.csv": f"order,discount,place\n{rows}\n",
            "same.csv": f"order,discount,place\n{rows}\n",
            "part.csv": f"order,DiscountGiven,place\n{rows}\n",
            "other.csv": f"order,rebate,place\n{rows}\n",
        },
        "discounts",
    )
    found = union_with_condition(
        lake.workspace,
        lake.query("query.csv"),
        parse("discount over 11").condition,
        lake.settings,
    )
    told = {hit.table: hit.satisfaction for hit in found.hits}
    assert {t: one.share for t, one in told.items()} == dict.fromkeys(told, 0.75)
    assert told["part.csv"].parts[0].certainty == 1.0  # the asked name is in it
    rebate = told["other.csv"]
    assert rebate.parts[0].certainty < 0.6  # another name, where tables have that of the query
    assert rebate.weighed == pytest.approx(0.75 * rebate.parts[0].certainty, abs=1e-6)
    assert rebate.satisfied  # it lines up with the query's discount
    assert (found.satisfied, found.doubtful) == (3, 0)


def test_a_column_of_an_unrelated_table_that_lines_up_does_not_count_in_full(
    make_lake: MakeLake,
) -> None:
    def table(head: str, *columns: Sequence[object]) -> str:
        return "\n".join([head, *(",".join(map(str, row)) for row in zip(*columns, strict=True))])

    count = range(8)
    orders = [7001 + 3 * i for i in count], [f"2023-05-0{i + 1}" for i in count]
    rest = [f"P-{i}" for i in count], ["open", "paid"] * 4
    amounts, populations = [812 + 17 * i for i in count], [901_000 + 5_417 * i for i in count]
    lake = make_lake(
        {
            "query.csv": table("order,day,product,status,amount", *orders, *rest, amounts),
            "same.csv": table("order,day,product,status,amount", *orders, *rest, amounts),
            "kin.csv": table("Order,Day,Product,Status,Total", *orders, *rest, amounts),
            "cities.csv": table("CITY,POPULATION", [f"Ville {i}" for i in count], populations),
        },
        "amounts",
    )
    condition = parse("amount over 500").condition
    found = union_with_condition(lake.workspace, lake.query("query.csv"), condition, lake.settings)
    told = {hit.table: hit.satisfaction for hit in found.hits}
    assert {table: one.share for table, one in told.items()} == dict.fromkeys(told, 1.0)
    looked_at = {table: one.parts[0].column for table, one in told.items()}
    assert looked_at == {"same.csv": "amount", "kin.csv": "Total", "cities.csv": "POPULATION"}
    satisfied = {table: one.satisfied for table, one in told.items()}
    assert satisfied == {"same.csv": True, "kin.csv": True, "cities.csv": False}


def test_a_share_of_rows_in_a_doubtful_column_is_told_and_not_counted(opened: Opened) -> None:
    condition = parse("town is one of Oslo, Rome, Bern").condition
    found = text_with_condition(
        opened.workspace, opened.lake, "Oslo", condition, opened.settings, method="bm25"
    )
    told = {hit.table: hit.satisfaction for hit in found.hits}
    assert (told["people.csv"].share, told["people.csv"].satisfied) == (1.0, True)
    assert (told["wet.csv"].share, told["wet.csv"].satisfied) == (0.75, False)  # of cities
    assert (found.satisfied, found.doubtful) == (1, 3)


def test_only_the_rows_that_satisfy_are_given(opened: Opened) -> None:
    rows = rows_of(opened, "wet.csv", "rain above 40 and more than 3 rows")
    assert rows.columns == ["city", "year", "rain"]
    assert rows["city"].to_list() == ["Oslo", "Rome", "Bern"]


def test_the_rows_of_an_alternative_that_the_table_satisfies_are_all(opened: Opened) -> None:
    assert rows_of(opened, "wet.csv", "rain above 40 or more than 3 rows").height == 4
    assert rows_of(opened, "wet.csv", "rain above 40 or more than 300 rows").height == 3
    many = "(rain above 40 and more than 300 rows) or (rain above 50 and more than 400 rows)"
    assert rows_of(opened, "wet.csv", many).height == 0


def test_a_property_of_the_table_chooses_no_rows(opened: Opened) -> None:
    for where in ("average rain above 40", "at most 20% of rows have rain above 40"):
        assert not chooses_rows(parse(where).condition), where
        assert rows_of(opened, "wet.csv", where).height == 4, where
    many = "at least half of the rows have rain above 40"
    assert chooses_rows(parse(many).condition)
    assert rows_of(opened, "wet.csv", many).height == 3
    assert rows_of(opened, "wet.csv", f"not ({many})").height == 4


def rows_of(opened: Opened, table: str, where: str) -> pl.DataFrame:
    condition = parse(where).condition
    found = searched(opened, where)
    (held,) = (hit.satisfaction.held for hit in found.hits if hit.table == table)
    return rows_that_satisfy(opened.workspace, opened.lake, table, condition, opened.settings, held)


def test_as_many_satisfied_tables_are_looked_for_as_results_are_wanted() -> None:
    assert Limits(50).enough == 50
    assert Limits(50, satisfied=20).enough == 20


@pytest.mark.parametrize("satisfied_from", [0, 500, 1_200])
def test_the_list_grows_until_enough_satisfy(opened: Opened, satisfied_from: int) -> None:
    ids = [f"{number:04}" for number in range(1_000)]

    class Counting(Assessor):
        def assess(self, candidates: Sequence[Known], left: float | None = None):  # type: ignore[no-untyped-def]
            return {
                one.table: Satisfaction(
                    share := float(int(one.table) >= satisfied_from), share, share > 0, ()
                )
                for one in candidates
            }

    assessor = Counting(
        opened.workspace, 1, None, opened.settings, ColumnFinder(), {}, lambda *_: {}
    )

    def fetch(depth: int, deadline: Deadline) -> Retrieved[Candidate[float]]:
        found = [
            Candidate(Known(table), 1 - place / 2_000, 0.0)
            for place, table in enumerate(ids[:depth])
        ]
        return Retrieved(found, len(found) < depth)

    found = search_until_satisfied(
        "lake", "query", partial(growing, fetch, FIRST, assessor.hopeless), assessor, Limits(10)
    )
    everything = {
        table: combined(1 - place / 2_000, float(place >= satisfied_from))
        for place, table in enumerate(ids)
    }
    brute = sorted(ids, key=lambda table: (-round(everything[table], 6), table))[:10]
    assert [hit.table for hit in found.hits] == brute
    assert found.examined == {0: FIRST, 500: 4 * FIRST, 1_200: 1_000}[satisfied_from]
    assert found.exhausted is (satisfied_from > 1_000)


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
            crowded.workspace,
            crowded.query("query.csv"),
            parse(where).condition,
            crowded.settings,
            on,
            limits,
            "semantic",
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
    found = join_with_condition(
        opened.workspace, query, condition, opened.settings, ["sku"], Limits(10)
    )
    assert (found.examined, found.satisfied) == (18, 3)
    assert [hit.rank for hit in found.hits] == [*range(1, 11)]
    best, others = found.hits[:3], found.hits[3:]
    assert [hit.table for hit in best] == ["all0.csv", "all1.csv", "all2.csv"]
    assert [hit.table for hit in others] == [f"part{number:02}.csv" for number in range(7)]
    assert best[0].score < others[0].score


@pytest.mark.parametrize("method", ["bm25", "hybrid"])
def test_a_table_that_words_find_is_never_unrelated(make_lake: MakeLake, method: str) -> None:
    texts = {
        f"sales{number}.csv": f"title,year\n{'sales ' * (4 - number)}report,{1990 + number}\n"
        for number in range(4)
    }
    opened = make_lake({**texts, "late.csv": "title,year\nsales and much else of that,2020\n"})

    def found(among: frozenset[str] | None = None) -> list[tuple[str, float, float]]:
        hits = text_with_condition(
            opened.workspace,
            opened.lake,
            "sales",
            parse("year above 2019").condition,
            opened.settings,
            Limits(3, among),
            method,
            titles=False,
        ).hits
        return [(hit.table, hit.relatedness, hit.score) for hit in hits]

    first, *others = found()
    assert first[0] == "late.csv"
    assert len(others) == 2
    assert first[1] >= LEAST_RELATED
    assert first[2] > 0
    assert [(table, related) for table, related, _ in found(frozenset(["late.csv"]))] == [
        ("late.csv", 1.0)
    ]


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
    plain = search_join(numbered.workspace, query, numbered.settings, on, method=method)
    assert [hit.table for hit in plain.hits] == [table for table, _ in expected]
    found = join_with_condition(
        numbered.workspace,
        query,
        parse(where).condition,
        numbered.settings,
        on,
        Limits(10),
        method,
    )
    assert [(hit.table, hit.relatedness) for hit in found.hits] == expected


def test_a_join_by_meaning_with_a_condition_ranks_by_meaning_too(numbered: Opened) -> None:
    query = numbered.query("query.csv")
    plain = search_join(
        numbered.workspace, query, numbered.settings, ["city"], method="semantic"
    ).hits[:2]
    # The cities of the assays are more, but nothing else is like the query's.
    assert [(hit.table, hit.overlap) for hit in plain] == [
        ("city mayors.csv", 7),
        ("enzyme assays.csv", 8),
    ]
    found = join_with_condition(
        numbered.workspace,
        query,
        parse("at least 2 columns").condition,
        numbered.settings,
        ["city"],
        Limits(10),
        "semantic",
    ).hits[:2]
    assert [(hit.table, hit.relatedness) for hit in found] == [
        (hit.table, hit.score) for hit in plain
    ]
