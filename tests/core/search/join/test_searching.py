from __future__ import annotations

import random

import pytest

from core.errors import ColumnNotFoundError, InputError
from core.features.folding import Folding
from core.indexes.sets import combinations
from core.lake.reading.loose import read_loose
from core.search.combining.joins.chains import LEAST_KEY_LIKE
from core.search.join import searching
from core.search.join.errors import KeyWithoutValuesError
from core.search.join.keys import propose_keys
from core.search.join.searching import search_join
from core.types import ColumnProfile, DataType

FILES = {
    "cities.csv": "city,country,founded\nOslo,Norway,1040\nRome,Italy,\nBern,Switzerland,1191\n",
    "people.csv": "name,town\nAda,OSLO\nBo,  rome\nCy,Oslo\n",
    "both.csv": "land,town,mayor\nNORWAY,oslo,X\nItaly,Rome,Y\nFrance,Bern,Z\n",
    "dates.csv": "when,price\n31/03/2020,5\n05/03/2020,6\n",
    "prices.csv": "day,gain\n2020-03-31,1\nMarch 5 2020,2\n",
    "void.csv": "a,b\nN/A,1\n,2\n",
    "flags.csv": "flag,note\nyes,q\nyes,r\n",
    "more flags.csv": "is,who\nYES,x\nno,y\n",
}


@pytest.fixture(scope="module")
def lake(make_lake):
    return make_lake(FILES)


def found(lake, query, *on, **options):
    return search_join(lake.query(query), on, **options)


def test_tables_are_ranked_by_the_values_that_their_best_column_shares(lake):
    answer = found(lake, "cities.csv", "city")
    told = [(hit.table, hit.columns, hit.overlap, hit.containment) for hit in answer.hits]
    assert told == [
        ("both.csv", ("town",), 3, 1.0),
        ("people.csv", ("town",), 2, pytest.approx(2 / 3)),
    ]
    assert [hit.rank for hit in answer.hits] == [1, 2]
    assert answer.hits[0].gained == ("land", "mayor")
    assert (answer.on, answer.values, answer.notes) == (("city",), (3,), ())


def test_several_columns_are_matched_together(lake):
    (hit,) = found(lake, "cities.csv", "city", "country").hits
    assert (hit.table, hit.columns, hit.overlap) == ("both.csv", ("town", "land"), 2)
    assert hit.gained == ("mayor",)


def test_values_are_equal_by_the_rules_that_are_asked_for(lake):
    assert [hit.overlap for hit in found(lake, "dates.csv", "when").hits] == [2]
    strict = found(lake, "cities.csv", "city", rules=Folding.of("blanks"))
    assert [(hit.table, hit.overlap) for hit in strict.hits] == [("both.csv", 2), ("people.csv", 1)]
    assert found(lake, "dates.csv", "when", rules=Folding.of("case")).hits == ()


def test_codes_are_no_numbers_and_numbers_are_equal_however_they_are_written(make_lake):
    lake = make_lake(
        {
            "parts.csv": "code,weight\n1E10,1\n12E4,2\n7B22,3\nA1,4\n",
            "ids.csv": "id,what\n10000000000,a\n120000,b\n5,c\n",
            "chapters.csv": "chapter,text\n3.1,a\n3.10,b\n3.1.2,c\n",
            "notes.csv": "of,note\n3.10,x\n3.9.1,y\n",
            "sales.csv": 'shop,sum\n"1,000",1\n2000.0,2\n3e3,3\n',
            "shops.csv": "number,town\n1000.0,Oslo\n2000,Rome\n3000,Bern\n",
        }
    )
    assert found(lake, "parts.csv", "code").hits == ()
    assert [(hit.table, hit.overlap) for hit in found(lake, "chapters.csv", "chapter").hits] == [
        ("notes.csv", 1)
    ]
    assert [(hit.table, hit.overlap) for hit in found(lake, "sales.csv", "shop").hits] == [
        ("shops.csv", 3)
    ]


def test_a_file_from_elsewhere_is_a_query_too(lake, tmp_path):
    (tmp_path / "mine.csv").write_text("place,country\noslo,norway\nrome,spain\natlantis,nowhere\n")
    loose = read_loose(tmp_path / "mine.csv", lake.settings)
    one = found(lake, loose, "place")
    assert [(hit.table, hit.overlap) for hit in one.hits] == [
        ("both.csv", 2),
        ("cities.csv", 2),
        ("people.csv", 2),
    ]
    assert one.values == (3,)
    two = found(lake, loose, "place", "country")
    assert [(hit.table, hit.columns, hit.overlap) for hit in two.hits] == [
        ("both.csv", ("town", "land"), 1),
        ("cities.csv", ("city", "country"), 1),
    ]
    assert two.hits[0].containment == pytest.approx(1 / 3)


def test_without_a_column_the_keys_proposed_are_tried_one_by_one(lake):
    answer = found(lake, "cities.csv")
    assert [one.column for one in answer.proposed] == ["city", "country", "founded"]
    assert answer.on == ("city", "country", "founded")
    # "both" has all cities and two of three countries; it stands once, with the better key.
    assert [(hit.table, hit.on) for hit in answer.hits] == [
        ("both.csv", ("city",)),
        ("people.csv", ("city",)),
    ]


def test_of_keys_with_equal_shares_the_one_proposed_first_stands_for_a_table(make_lake):
    lake = make_lake(
        {
            "cities.csv": "city,mayor\nOslo,Ann\nRome,Bob\nBern,Cy\n",
            "same.csv": "who,where\nAnn,Oslo\nBob,Rome\nCy,Bern\n",
        }
    )
    answer = found(lake, "cities.csv")
    assert (sorted(answer.on), answer.values) == (["city", "mayor"], (3, 3))
    assert [(hit.on, hit.overlap) for hit in answer.hits] == [(answer.on[:1], 3)]


def test_several_keys_have_more_to_give_where_together_they_find_more_than_wanted(make_lake):
    lake = make_lake(
        {
            "cities.csv": "city,mayor\nOslo,Ann\nRome,Bob\nBern,Cy\n",
            "towns.csv": "where,big\nOslo,yes\nRome,no\n",
            "more towns.csv": "place\nRome\nBern\n",
            "people.csv": "who,old\nAnn,1\nBob,2\n",
            "more people.csv": "name\nBob\nCy\n",
        }
    )
    answers = [found(lake, "cities.csv", k=k) for k in (3, 4)]
    assert [(len(one.hits), one.exhausted) for one in answers] == [(3, False), (4, True)]


def test_a_running_number_does_not_rank_before_a_key(make_lake):
    names = [f"state {letter}" for letter in "abcdefgh"]
    rows = "\n".join(f"{number},{name}" for number, name in enumerate(names, 1))
    numbers = "\n".join(map(str, range(1, 20)))
    opened = make_lake(
        {
            "mine.csv": f"id,state\n{rows}\n",
            "counted.csv": f"episode\n{numbers}\n",
            "states.csv": "\n".join(["state", *names[:6]]) + "\n",
        }
    )
    found = search_join(opened.query("mine.csv"))
    assert [(hit.table, hit.on) for hit in found.hits] == [
        ("states.csv", ("state",)),
        ("counted.csv", ("id",)),
    ]
    alone = search_join(opened.query("mine.csv"), ["id"])
    assert [(hit.table, hit.overlap) for hit in alone.hits] == [("counted.csv", 8)]


def test_a_column_with_one_value_is_searched_and_told(lake):
    answer = found(lake, "flags.csv", "flag")
    assert [(hit.table, hit.overlap) for hit in answer.hits] == [("more flags.csv", 1)]
    assert answer.notes == ("flag has one value only: a table matches wholly or not at all.",)


def test_a_choice_of_columns_that_was_not_looked_at_to_the_end_is_told(make_lake, monkeypatch):
    """Of 40 columns with the same four words any four may stand for the key."""
    monkeypatch.setattr(combinations, "_MOST_LOOKS", 2_500)
    dice = random.Random(0)  # noqa: S311 - a lake, not a secret
    words = ["low", "medium", "high", "none"]
    answers = [dice.choices(words, k=40) for _ in range(120)]
    asked = [[row[place] for place in (30, 4, 21, 7)] for row in answers[::2]]

    def lines(header, rows):
        return "".join(",".join(row) + "\n" for row in [header, *rows])

    opened = make_lake(
        {
            "query.csv": lines(["a", "b", "c", "d"], asked),
            "survey.csv": lines([f"q{place}" for place in range(40)], answers),
        }
    )
    answer = found(opened, "query.csv", "a", "b", "c", "d")
    assert answer.notes == (searching._NOT_ALL_CHOICES,)
    assert found(opened, "query.csv", "a").notes == ()


def test_what_cannot_be_joined_on_is_said_in_a_sentence(lake):
    told = "Got the column 'a' of 'void.csv', which has no values"
    with pytest.raises(KeyWithoutValuesError, match=told):
        found(lake, "void.csv", "a")
    told = "Got the columns a, b of 'void.csv', which has no rows with"
    with pytest.raises(KeyWithoutValuesError, match=told):
        found(lake, "void.csv", "a", "b")
    with pytest.raises(ColumnNotFoundError, match=r"Got 'c'; the table has a, b"):
        found(lake, "void.csv", "c")
    with pytest.raises(InputError, match="each column once"):
        found(lake, "void.csv", "b", "b")
    with pytest.raises(InputError, match=r"k must be between 1 and 1,000. Got 0"):
        found(lake, "void.csv", "b", k=0)
    with pytest.raises(InputError, match="method must be one of"):
        found(lake, "void.csv", "b", method="jaccard")


def test_a_changed_lake_has_a_new_index_and_the_old_one_is_gone(make_lake):
    lake = make_lake({name: FILES[name] for name in ("cities.csv", "people.csv")}, "changing")
    assert len(found(lake, "cities.csv", "city").hits) == 1
    found(lake, "cities.csv", "city", rules=Folding.of("case"))
    folder = lake.workspace.root / "indexes" / str(lake.lake.key)
    assert len(list(folder.iterdir())) == 2
    lake.write({"both.csv": FILES["both.csv"]})
    lake.refresh()
    assert [hit.table for hit in found(lake, "cities.csv", "city").hits] == [
        "both.csv",
        "people.csv",
    ]
    assert len(list(folder.iterdir())) == 2  # of the one by other rules more can be taken over
    lake.write({"both.csv": FILES["people.csv"]})
    lake.refresh()
    found(lake, "cities.csv", "city")
    assert len(list(folder.iterdir())) == 1


def column(label, kind=DataType.STRING, distinct=10, values=10, missing=0, longest=9, position=0):
    return ColumnProfile(position, label, label, kind, values, missing, distinct, longest=longest)


def test_a_key_is_unique_of_a_fitting_type_and_named_like_one():
    names = ["id", "size", "remark", "price", "again", "maybe"]
    columns = [
        column("price", DataType.FLOAT, position=0),
        column("size", DataType.INTEGER, position=1),
        column("remark", longest=900, position=2),
        column("again", distinct=2, position=3),
        column("id", DataType.INTEGER, position=4),
        column("one", distinct=1, values=1, position=5),
    ]
    assert [one.column for one in propose_keys(columns)] == names[:3]
    assert (
        propose_keys([column("a", DataType.BOOLEAN, 2), column("void", distinct=0, values=0)]) == ()
    )


def test_columns_that_refer_to_other_tables_are_proposed_before_measures():
    def profile(place, label, kind, distinct, samples, **more):
        return ColumnProfile(place, label, label, kind, 120, 0, distinct, samples=samples, **more)

    flights = [
        profile(0, "flight_no", DataType.STRING, 120, ("LH350",)),
        profile(1, "origin", DataType.STRING, 15, ("KRK", "FCO")),
        profile(2, "destination", DataType.STRING, 15, ("VIE", "LYS")),
        profile(
            *(3, "departs", DataType.DATETIME, 118, ("11:08", "10:55")),
            earliest="1900-01-01T00:05:00",
            latest="1900-01-01T23:37:00",
        ),
        profile(4, "delay", DataType.INTEGER, 93, ("61",), minimum=-10, maximum=179),
    ]
    assert [one.column for one in propose_keys(flights)] == ["flight_no", "origin", "destination"]
    weather = [
        profile(0, "highest", DataType.STRING, 93, ("19,2", "10,8")),
        profile(1, "price", DataType.STRING, 118, ("$1,080.47", "$7.00")),
        profile(2, "rebate", DataType.STRING, 90, ("5%", "12%")),
        profile(6, "visits", DataType.STRING, 120, ("26 298 373", "1 025 384")),
        profile(3, "day", DataType.DATETIME, 120, ("01/01/2022",), earliest="2022-01-01T00:00:00"),
        profile(4, "host", DataType.STRING, 110, ("10.0.0.1", "10.0.3.12")),
        profile(5, "sort", DataType.STRING, 2, ("wet", "dry")),
    ]
    assert [one.column for one in propose_keys(weather)] == ["host", "day"]


def test_whole_numbers_called_a_key_refer_to_other_tables_where_they_repeat():
    def profile(place, label, distinct, **more):
        return ColumnProfile(place, label, label, DataType.INTEGER, 400, 0, distinct, **more)

    orders = [
        profile(0, "order_id", 400, minimum=10_001, maximum=10_400),
        profile(1, "customer_id", 142, minimum=1, maximum=150),
        profile(2, "number of items", 20, minimum=1, maximum=20),
        profile(3, "warehouseCode", 3, minimum=1, maximum=3),
    ]
    proposed = {one.column: one.score for one in propose_keys(orders)}
    assert list(proposed) == ["order_id", "customer_id", "warehouseCode"]
    assert proposed["customer_id"] > LEAST_KEY_LIKE > proposed["warehouseCode"]


@pytest.mark.parametrize("units", ["", ",°C,mm,%,\n"], ids=["without units", "with units"])
def test_a_row_of_units_makes_no_keys_of_measures(make_lake, units):
    days = "".join(f"2023-01-{i:02d},{i}.{i},{i / 8},{50 + i},A{i % 3}\n" for i in range(1, 29))
    lake = make_lake({"weather.csv": f"date,temp,rain,humidity,site_code\n{units}{days}"})
    proposed = propose_keys(lake.query("weather.csv").columns)
    assert [one.column for one in proposed][:2] == ["date", "site_code"]
    assert all(one.score < 0.3 for one in proposed[2:])


def test_containment_finds_what_overlap_finds_where_much_is_shared(lake):
    for on in (["city"], ["city", "country"]):
        exact = found(lake, "cities.csv", *on).hits
        by_share = found(lake, "cities.csv", *on, method="containment").hits
        told = [(hit.table, hit.columns, hit.overlap, hit.containment) for hit in by_share]
        assert told == [(hit.table, hit.columns, hit.overlap, hit.containment) for hit in exact]
        assert [hit.score for hit in by_share] == [round(hit.containment, 6) for hit in exact]


def test_columns_of_equal_names_are_joined_though_others_share_more_by_accident(make_lake):
    lake = make_lake(
        {
            "query.csv": "origin,destination\nKRK,VIE\nFCO,LYS\nBRU,BER\nLIS,OSL\n",
            "back.csv": "Origin,Destination\nKRK,VIE\nFCO,LYS\nLYS,FCO\nBER,BRU\nVIE,KRK\n",
            "legs.csv": "destination,origin\nKRK,VIE\nFCO,LYS\nBRU,BER\nBER,BRU\n",
        },
        "flights",
    )
    for method in ("overlap", "containment"):
        hits = found(lake, "query.csv", "origin", "destination", method=method).hits
        assert [(hit.table, hit.columns, hit.overlap) for hit in hits] == [
            ("legs.csv", ("destination", "origin"), 3),
            ("back.csv", ("Origin", "Destination"), 2),
        ]


def test_tables_that_lost_the_zeros_of_a_key_are_found_where_those_do_not_count(make_lake):
    lake = make_lake(
        {
            "areas.csv": "plz,town\n01067,Dresden\n04103,Leipzig\n10115,Berlin\n",
            "lost.csv": "code,people\n1067,5\n4103,6\n10115,7\n",
            "posts.csv": "plz,post\n01067,a\n04103,b\n",
            "both.csv": "plz,post\n01067,a\n04103,b\n",
        },
        "areas",
    )
    (lost,) = found(lake, "both.csv", "plz").notes  # though another table has all of its keys
    assert ", as lost.csv has 2 of its values in code. They are made not to count" in lost
    assert [hit.overlap for hit in found(lake, "areas.csv", "plz").hits] == [2, 2, 1]
    (told,) = found(lake, "areas.csv", "plz").notes
    assert told.startswith("plz has zeros in front, which count: “01067” is not “1067”")
    assert "as lost.csv has 2 of its values in code" in told and told.endswith("--fold all,zeros.")
    aside = found(lake, "areas.csv", "plz", rules=Folding(zeros=True))
    assert [hit.overlap for hit in aside.hits] == [3, 2, 2]
    assert aside.notes == ()
    assert found(lake, "areas.csv", "town").notes == ()


def test_zeros_in_front_are_told_of_only_where_a_key_lacks_partners_or_a_table_lost_many(make_lake):
    padded = [f"{number:05}" for number in range(101, 111)]
    lake = make_lake(
        {
            "codes.csv": "code\n" + "\n".join(padded) + "\n",
            "same.csv": "code,x\n" + "".join(f"{code},1\n" for code in padded),
            "few.csv": "n\n101\n102\n103\n",
        },
        "codes",
    )
    assert found(lake, "codes.csv", "code").notes == ()
