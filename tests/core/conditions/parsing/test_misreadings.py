"""Sentences that were read as another thing without a word, each of one kind of fault."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the length column is above 100", '"length" > 100'),
        ("append tbls, rows >= 10k", "union: rows >= 10000"),
        ("tables on wards, mustnt mention COPD", 'topic "wards" and not (contains "COPD")'),
        ("category=Board Games → append", 'union: "category" is "Board Games"'),
        ("join; new cols >= 4", "join: result new columns >= 4"),
        ("row-bind tables with a minimum of nine fields", "union: columns >= 9"),
        ("carrier <> Condor, over 9 rows", 'not ("carrier" is "Condor") and rows > 9'),
        ("joinable on the city column", 'join: join on "city"'),
        ("joinable on city and year columns", 'join: join on "city", "year"'),
        ("either budget or gross above 90", '"budget" > 90 or "gross" > 90'),
        ("where both height and width are above 90", '"height" > 90 and "width" > 90'),
        (
            "studio is Pixar, budget or gross above 90",
            '"studio" is "Pixar" and ("budget" > 90 or "gross" > 90)',
        ),
        (
            "about weirs or locks that mention Severn",
            '(topic "weirs" or topic "locks") and contains "Severn"',
        ),
        ("tables on rent except office rent", 'topic "rent" and not (topic "office rent")'),
        (
            "gymnastics but not judo, over 9 rows",
            'topic "gymnastics" and not (topic "judo") and rows > 9',
        ),
        (
            "join: rugby, a tries column, over 9 rows",
            'join: topic "rugby" and column about "tries" and rows > 9',
        ),
        ("a price column whose values are above 5", '"price" > 5'),
        ("union, the party column of which equals Labour", 'union: "party" is "Labour"'),
        ("60% of their prices are above 5", 'share >= 0.6 of ("prices" > 5)'),
        (
            "a column about canopy cover and about 50 rows",
            'column about "canopy cover" and rows about 50',
        ),
        ("exam results, subject, grade, points", 'topic "exam results, subject, grade, points"'),
        (
            "races where swim time, bike time or run time is under 75",
            'topic "races" and ("swim time" < 75 or "bike time" < 75 or "run time" < 75)',
        ),
        ("add rows at the foot of my table, price over 9", 'union: "price" > 9'),
        ("hits above 150", '"hits" > 150'),
        ("has a column teamID and over 9 rows", 'column named "teamID" and rows > 9'),
        (
            "tables with a gender column and a race column",
            'column about "gender" and column about "race"',
        ),
        (
            "tables with columns latitude and longitude",
            'column about "latitude" and column about "longitude"',
        ),
        (
            "where year > 2015 and there is a rent column",
            '"year" after 2015 and column about "rent"',
        ),
        ("country anything except Georgia", 'not ("country" is "Georgia")'),
        ('the word "Brexit" somewhere in their cells', 'contains "Brexit"'),
        ("columns called lat and lon", 'column named "lat" and column named "lon"'),
        ("a column named rock and roll", 'column named "rock and roll"'),
        ("discount is not empty", 'column about "discount" of complete'),
        ("no missing values in the price column", 'column about "price" of complete'),
        ("the word 'gold' appears in the medal column", '"medal" contains "gold"'),
        (
            "city is Rome but not Bern",
            '"city" is "Rome" and not ("city" is "Bern")',
        ),
        ("something joinable that mentions Berlin", 'join: contains "Berlin"'),
        ("a column about home runs", 'column about "home runs"'),
        ("genre includes Rock or Jazz", '"genre" contains "Rock" or "genre" contains "Jazz"'),
        ("country not in (France, Spain)", 'not ("country" is "France" | "Spain")'),
        ("points: more than 30", '"points" > 30'),
        ("columns: at least 8", "columns >= 8"),
        ("a table with the attribute 'zip code'", 'column named "zip code"'),
        ("notes are 'missing'", '"notes" is "missing"'),
        ("where the score's above 85", '"score" > 85'),
        ("tables about each country's GDP", 'topic "each country\'s GDP"'),
        ("joinable tables that've got over 9 rows", "join: rows > 9"),
        ("Type is O negative. It has over 9 rows.", '"Type" is "O negative" and rows > 9'),
        ("tables about St. Louis", 'topic "St. Louis"'),
        ("where the column called status contains 'paid'", '"status" contains "paid"'),
        ("join, at least 3 new columns", "join: result new columns >= 3"),
        ("the word damaged in the notes", '"notes" contains "damaged"'),
        ("with 'Oslo' given as the city", '"city" is "Oslo"'),
        ("our fleet table needs joining to tables about fuel", 'join: topic "fuel"'),
        ("more rows for this film list about noir", 'union: topic "noir"'),
        ("where the observation date is after 2019", '"observation date" after 2019'),
        ("where the returned date is before 2019", '"returned date" before 2019'),
        ("tables about bond yields", 'topic "bond yields"'),
        ("tables about Gaelic place names which I can join", 'join: topic "Gaelic place names"'),
        ("rent above CHF 2'400", '"rent" > 2400'),
        ("coffee with over 40 rows", 'topic "coffee" and rows > 40'),
        (
            "smartphone sales by region over 40 rows",
            'topic "smartphone sales by region" and rows > 40',
        ),
        (
            "coffee exports over 40 rows with a column about price",
            'topic "coffee exports" and rows > 40 and column about "price"',
        ),
        ("road accidents with a price column", 'topic "road accidents" and column about "price"'),
        ("average rainfall with at least 40 rows", 'topic "average rainfall" and rows >= 40'),
        ("tables on average rainfall to join", 'join: topic "average rainfall"'),
        ("data on coffee, over 40 rows", 'topic "coffee" and rows > 40'),
        ("need at least 40 rows", "rows >= 40"),
        ("tables with a candidate column", 'column about "candidate"'),
        (
            "coffee with at least 80% of rows where price is above 3",
            'topic "coffee" and share >= 0.8 of ("price" > 3)',
        ),
        ("salary column with no missing values", 'column about "salary" of complete'),
        ("weight between 1,5 and 2,5", '"weight" between 1.5 and 2.5'),
        ("salary 50k-60k", '"salary" between 50000 and 60000'),
        ("rows: 10-20", "rows between 10 and 20"),
        ('subject line containing "invoice"', '"subject line" contains "invoice"'),
        ("shift work tables, joinable", 'join: topic "shift work"'),
        ("join, a column in which all values are unique", "join: column of unique"),
        ("40 rows tops", "rows <= 40"),
        ("turnover tops 5 million", '"turnover" > 5000000'),
        ("tables with information on rents", 'topic "rents"'),
        ("union with information on rents", 'union: topic "rents"'),
        ("unionable, market value above 5", 'union: "market value" > 5'),
        ("unionable, application dates after 2020", 'union: "application dates" after 2020'),
        ("which tables show the results of the elections?", 'topic "results of the elections"'),
        ("tables showing the price of bread in Rome", 'topic "price of bread in Rome"'),
        ("Where can I find tables with tennis rankings?", 'topic "tennis rankings"'),
        ("whose team contains one quarter", '"team" contains "one quarter"'),
        ("where the seat is Republican hold", '"seat" is "Republican hold"'),
        ("where the category is power lines", '"category" is "power lines"'),
        ("at most 1% of my rows find a match", "result matched share <= 0.01"),
        ("joinable data, 5,000 rows minimum", "join: rows >= 5000"),
        ("unionable data on rent", 'union: topic "rent"'),
        ("Hi Tom, would you mind finding me tables about tea?", 'topic "tea"'),
        ("It'd be lovely to have joinable tables about tea.", 'join: topic "tea"'),
        ("tables about tea, if it isn't too much trouble", 'topic "tea"'),
        ("skip any joinable table of more than 50 rows", "join: rows <= 50"),
        ("joinable tables - drug shortages", 'join: topic "drug shortages"'),
        ("railway stations: tables to union", 'union: topic "railway stations"'),
        (
            "join tables about rain to mine on the city column",
            'join: topic "rain" and join on "city"',
        ),
        ("My table needs more rows, price under €20", 'union: "price" < 20'),
        ("tables that join with the one I've got open", "join"),
        ("union, rent above 5 lakh", 'union: "rent" > 500000'),
        ("union, rent from ₱8,000 to ₱20,000", 'union: "rent" between 8000 and 20000'),
        ("union, rent under R$ 50", 'union: "rent" < 50'),
        ("tables with over 2m rows", "rows > 2000000"),
        ("at least 5.000 rows", "rows >= 5000"),
        ("two-column tables to join", "join: columns = 2"),
        ("union, haemoglobin above 11 g/dL", 'union: "haemoglobin" > 11'),
        ("union, salary above 60,000 on average", 'union: average "salary" > 60000'),
        ("union, goals != 0", 'union: not ("goals" = 0)'),
        ("union, and I end up with at least 50 rows", "union: result rows >= 50"),
        ("union, mentions turbulence in the summary", 'union: "summary" contains "turbulence"'),
        ('union, "asthma" appearing under diagnosis', 'union: "diagnosis" contains "asthma"'),
        (
            "union, Oslo, Rome or Bern in the city column",
            'union: "city" is "Oslo" | "Rome" | "Bern"',
        ),
        (
            "union, dates from 2022-11-14 onwards in the shipped column",
            'union: "shipped" since 2022-11-14',
        ),
        ("tables about tea, not coffee", 'topic "tea" and not (topic "coffee")'),
        (
            "join, a column about rent but none about tea",
            'join: column about "rent" and not (column about "tea")',
        ),
        ('join, columns named "a" and "b"', 'join: column named "a" and column named "b"'),
        (
            "tables about tea or about coffee with over 50 rows",
            '(topic "tea" or topic "coffee") and rows > 50',
        ),
        (
            "union, title includes the word late or the word lost",
            'union: "title" contains "late" or "title" contains "lost"',
        ),
        (
            "a column about rent or about prices",
            'column about "rent" or column about "prices"',
        ),
        (
            "title must contain river and must not contain lake",
            '"title" contains "river" and not ("title" contains "lake")',
        ),
        (
            "joinable tables with a column about rent or tables about prices",
            'join: column about "rent" or topic "prices"',
        ),
        (
            "tables whose title contains late or mentions Kenya anywhere",
            '"title" contains "late" or contains "Kenya"',
        ),
        (
            "title contains late or any column contains lost",
            '"title" contains "late" or contains "lost"',
        ),
        (
            "the title contains late and does not mention Kenya anywhere",
            '"title" contains "late" and not (contains "Kenya")',
        ),
        ("union where premium > R850", 'union: "premium" > 850'),
        (
            "append, city is Soweto or the claim amount exceeds R100k",
            'union: "city" is "Soweto" or "claim amount" > 100000',
        ),
        ("union, price between R900k and R1.4m", 'union: "price" between 900000 and 1400000'),
        ("union where the room is R850", 'union: "room" is "R850"'),
        ("union tables that not only have at least 90 rows", "union: rows >= 90"),
        ("tables about forest cover", 'topic "forest cover"'),
        ("tables on air quality for a left join", 'join: topic "air quality"'),
        ("genre: Documentary. find tables to stack", 'union: "genre" is "Documentary"'),
        (
            "tables about rent whose average age is 42; the operation is a union",
            'union: topic "rent" and average "age" about 42',
        ),
        ("My join needs a table with 47 rows", "join: rows = 47"),
        ("Supplementary rows wanted: year after 2020", 'union: "year" after 2020'),
        (
            "union candidates whose tenure is anything except leasehold",
            'union: not ("tenure" is "leasehold")',
        ),
        ("union, the date of birth falls within 1975", 'union: "date of birth" in 1975'),
        ("union, rows coming from tables about tea", 'union: topic "tea"'),
        ("union tables that include tuples where genre is noir", 'union: "genre" is "noir"'),
        ("only show union results with over 2k rows", "union: rows > 2000"),
        ("union, rare diseases as the topic", 'union: topic "rare diseases"'),
        ("enrich the query table using wide tables of more than 20 columns", "join: columns > 20"),
        ("join, features a numeric column", "join: column of numbers"),
        ("The columns I add through a join should relate to sleep", 'join: column about "sleep"'),
        (
            "union-compatible tables in whose remarks column the word late does not occur",
            'union: not ("remarks" contains "late")',
        ),
        (
            "union, occupancy reaches 80 or above for no less than 75 percent of the rows",
            'union: share >= 0.75 of ("occupancy" >= 80)',
        ),
        ("union, age is 65 or older", 'union: "age" >= 65'),
        ("union, runtime falls short of 80 minutes", 'union: "runtime" < 80'),
        ("joinable tables which offer a minimum of four columns", "join: columns >= 4"),
        ("joinable tables with a michelin_stars column", 'join: column named "michelin_stars"'),
        (
            "tables to join that have both a 'latitude' and a 'longitude' column",
            'join: column named "latitude" and column named "longitude"',
        ),
        (
            "which tables with exactly 8 columns can be appended to this sheet?",
            "union: columns = 8",
        ),
        (
            "show me tables on rents to join, 4 columns exactly",
            'join: topic "rents" and columns = 4',
        ),
        (
            "union, the job title needs to have the word apprentice in it",
            'union: "job title" contains "apprentice"',
        ),
        ("tables about credit unions", 'topic "credit unions"'),
        ("union, batting average exceeds .300", 'union: "batting average" > 0.3'),
        (
            "union, box office collection of at least ₹100 crore",
            'union: "box office collection" >= 1000000000',
        ),
        (
            "unionable tables, release date sometime in June 2014",
            'union: "release date" in 2014-06',
        ),
        ("What is there to attach on cycling accidents?", 'join: topic "cycling accidents"'),
        ("join tables so as to obtain a numeric column", "join: column of numbers"),
        ("cobalt and nickel mine output", 'topic "cobalt and nickel mine output"'),
        ("stack further tables on dengue beneath the present one", 'union: topic "dengue"'),
        (
            "Our station list lacks a column about access, point me to tables to join",
            'join: column about "access"',
        ),
        ("union, monthly rent staying below €1,150", 'union: "monthly rent" < 1150'),
        (
            "My loans table should grow by rows whose rate doesn't exceed 4.75%",
            'union: "rate" <= 4.75',
        ),
        (
            "Let me put more tables under this one as long as the title includes the word foreman",
            'union: "title" contains "foreman"',
        ),
        (
            "tables listing Dallas or Collin in the county column to union",
            'union: "county" is "Dallas" | "Collin"',
        ),
        (
            "union, the word Express or the word Limited appearing in the route field",
            'union: "route" contains "Express" or "route" contains "Limited"',
        ),
        (
            "tables that mention rice, or have wheat in the crop column",
            'contains "rice" or "crop" contains "wheat"',
        ),
        (
            "tables to append dated after 3 May 2018 in the admission date column",
            'union: "admission date" after 2018-05-03',
        ),
        ("does the lake contain any tables about hedgehogs?", 'topic "hedgehogs"'),
        ("tables in which the lake temperature is above 24", '"lake temperature" > 24'),
        ("I'm chasing tables of 5 columns to join", "join: columns = 5"),
        (
            "tables with a body weight column whose average is around 71 to join",
            'join: average "body weight" about 71',
        ),
        ("union, the shipped column has dates in November 2023", 'union: "shipped" in 2023-11'),
        ("union membership decline", 'topic "union membership decline"'),
        ("joinable tables, any subject apart from gossip", 'join: not (topic "gossip")'),
        ("unionable tables whose row count doesn't reach 75", "union: rows < 75"),
        ("After the union, my table should have at least 5000 rows.", "union: result rows >= 5000"),
        ("tables to union that list the sex as female", 'union: "sex" is "female"'),
        (
            "join, a column about nutrition and a date column as well",
            'join: column about "nutrition" and column of dates',
        ),
        ("union, with the best before date in March 2024", 'union: "best before date" in 2024-03'),
        (
            "stack tables where the species name in them ought to contain 'Erica'",
            'union: "species name" contains "Erica"',
        ),
        (
            "unionable tables with salmon in the product name",
            'union: "product name" contains "salmon"',
        ),
        (
            "I'd quite like to enrich my table with columns about parking",
            'join: column about "parking"',
        ),
        ("union, proposed budget over 1000", 'union: "proposed budget" > 1000'),
        ("union, available rooms above 5", 'union: "available rooms" > 5'),
        ("tables with treats for dogs", 'topic "treats for dogs"'),
        ("joinable, those with a rent column", 'join: column about "rent"'),
        ("union, premium over RM 40", 'union: "premium" > 40'),
        ("AFL ladder 1990s", 'topic "AFL ladder 1990s"'),
        ("HIV among young women", 'topic "HIV among young women"'),
        ("baby names by state", 'topic "baby names by state"'),
        ("table tennis clubs", 'topic "table tennis clubs"'),
        ("joinable tables with information on rents", 'join: column about "rents"'),
        (
            "either an 'email' column or a 'phone' column",
            'column named "email" or column named "phone"',
        ),
        (
            "painted before 1670, width above 60, at most 90 rows",
            '"painted" before 1670 and "width" > 60 and rows <= 90',
        ),
        ("tables whose length is about 800 rows", "rows about 800"),
        (
            "magic tricks, show type is not street",
            'topic "magic tricks" and not ("show type" is "street")',
        ),
        ("comic books, cover is hardback", 'topic "comic books" and "cover" is "hardback"'),
        ("filter is neither red nor infrared", 'not ("filter" is "red" | "infrared")'),
        ("about prisons, term above 24", 'topic "prisons" and "term" > 24'),
        (
            "mention Lima or Quito but not Bogota",
            '(contains "Lima" or contains "Quito") and not (contains "Bogota")',
        ),
        ("bees, over 50 or under 10 rows", 'topic "bees" and (rows > 50 or rows < 10)'),
        ("rows under 10 or over 50", "rows < 10 or rows > 50"),
        (
            "either about tea, about coffee or about cocoa",
            'topic "tea" or topic "coffee" or topic "cocoa"',
        ),
        (
            "tables about owls without any mention of asbestos",
            'topic "owls" and not (contains "asbestos")',
        ),
        (
            "a column about rents, a column about wages or a column about hygiene, over 9 rows",
            '(column about "rents" or column about "wages" or column about "hygiene") and rows > 9',
        ),
        ("The search should return tables about owls", 'topic "owls"'),
        (
            "either are about ferries and have over 40 rows, or mention Lima",
            '(topic "ferries" and rows > 40) or contains "Lima"',
        ),
        ("Tables about cheese or yoghurt are welcome", 'topic "cheese" or topic "yoghurt"'),
        ("a column of booleans, over 4 rows", "column of booleans and rows > 4"),
        (
            "joinable, the join either adds 2+ new columns or matches at least 95% of my rows",
            "join: result new columns >= 2 or result matched share >= 0.95",
        ),
        (
            "joinable tables, the result of the join does not have more than 10,000 rows",
            "join: result rows <= 10000",
        ),
        (
            "tables about owls without a column about rent",
            'topic "owls" and not (column about "rent")',
        ),
        ("owls without a date column", 'topic "owls" and not (column of dates)'),
        ("tables about owls excluding those with over 500 rows", 'topic "owls" and rows <= 500'),
        ("country except France", 'not ("country" is "France")'),
        (
            "solar farms with either over 3000 rows, or both a column about rent and 9+ columns",
            'topic "solar farms" and (rows > 3000 or (column about "rent" and columns >= 9))',
        ),
        (
            "Which tables on ferry disasters mention either Lima or Oslo?",
            'topic "ferry disasters" and (contains "Lima" or contains "Oslo")',
        ),
        ("hunt down tables with over 8 columns", "columns > 8"),
        (
            "tables that are about neither lotteries nor casinos",
            'not (topic "lotteries") and not (topic "casinos")',
        ),
        ("about tides, Swansea isn't mentioned", 'topic "tides" and not (contains "Swansea")'),
        (
            "join, at least 90 percent of my rows should find a match",
            "join: result matched share >= 0.9",
        ),
        (
            "about pubs that mention Lima, but not Leeds",
            'topic "pubs" and contains "Lima" and not (contains "Leeds")',
        ),
        ("where either limit is below 50 or road is A40", '"limit" < 50 or "road" is "A40"'),
        (
            "It should mention Exxon or Shell and have over 7 columns",
            '(contains "Exxon" or contains "Shell") and columns > 7',
        ),
        (
            "trees, report above 60, at most 90 rows",
            'topic "trees" and "report" > 60 and rows <= 90',
        ),
        ("about trees, show above 5 rows", 'topic "trees" and rows > 5'),
        (
            "neither a column about latitude nor one about longitude",
            'not (column about "latitude") and not (column about "longitude")',
        ),
        ("Could I please obtain tables with over 15 rows", "rows > 15"),
        ("union, 100+ new rows", "union: result new rows >= 100"),
        ("joinable, 1000+ result rows", "join: result rows >= 1000"),
        (
            "union, over 150 rows, no mileage column",
            'union: rows > 150 and not (column about "mileage")',
        ),
        (
            "join, either an ISIN column or a ticker column",
            'join: column about "ISIN" or column about "ticker"',
        ),
        (
            "neither a broker column nor a commission column, over 5 rows",
            'not (column about "broker") and not (column about "commission") and rows > 5',
        ),
        ("not a single column about rent", 'not (column about "rent")'),
        ("doctors without borders", 'topic "doctors without borders"'),
        ("title without the word used", 'not ("title" contains "used")'),
        ("union, result over 650 new rows", "union: result new rows > 650"),
        ("matched share at least 0.95", "result matched share >= 0.95"),
        ("about measles; cases exceed 400", 'topic "measles" and "cases" > 400'),
        ("about measles, over 400 cases", 'topic "measles" and rows > 400'),
        ("owner different from Gazprom", 'not ("owner" is "Gazprom")'),
        ("milk = goat/sheep, over 9 rows", '"milk" is "goat" | "sheep" and rows > 9'),
        ("speed is 5, unit is km/h", '"speed" = 5 and "unit" is "km/h"'),
        (
            "a column about crust, with topping = anchovy",
            'column about "crust" and "topping" is "anchovy"',
        ),
        ("the text in remarks includes bark beetle", '"remarks" contains "bark beetle"'),
        ("values in credit score above 620", '"credit score" > 620'),
        ("union. The column subject is chemistry", 'union: "subject" is "chemistry"'),
        ("over 9 rows, they contain Rotterdam", 'rows > 9 and contains "Rotterdam"'),
        ("discount is 12.5%", '"discount" = 12.5'),
        ("discount is not 20%", 'not ("discount" = 20)'),
        ("tables with discount of 12.5 percent", '"discount" = 12.5'),
        ("union on listing id, over 9 rows", 'union: union on "listing id" and rows > 9'),
        ("join tables on parish code", 'join: join on "parish code"'),
        ("join tables on rainfall", 'join: topic "rainfall"'),
        ("Chad is not in the country column", 'not ("country" contains "Chad")'),
        (
            "about loans, without Chad in the column country",
            'topic "loans" and not ("country" contains "Chad")',
        ),
        ("about cats or dogs or fish", 'topic "cats" or topic "dogs" or topic "fish"'),
        (
            "append tables about coins to the student's list, over 9 rows",
            'union: topic "coins" and rows > 9',
        ),
        (
            "a column about wind or one about rain any of the two will do",
            'column about "wind" or column about "rain"',
        ),
        (
            "a column about zinc, iron, or tin",
            'column about "zinc" or column about "iron" or column about "tin"',
        ),
    ],
)
def test_what_was_misread_without_a_word_is_read(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


def test_a_value_behind_a_name_without_a_verb_is_said_where_it_ends_up_in_a_topic() -> None:
    found = parse("about vineyards or breweries, owner Medici, more than 60 rows")
    assert [span.text for span in found.unknown] == ["breweries, owner Medici"]


def test_a_part_that_cannot_be_meant_does_not_take_the_others_with_it() -> None:
    found = parse("about coffee, at least 150% of the rows have score over 70, over 40 rows")
    assert write_request(found) == 'topic "coffee" and rows > 40'
    (left,) = found.unknown
    assert (left.text, left.kept) == ("at least 150% of the rows have score over 70", False)
    assert all(left.text not in span.text for span in found.read)


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("births per year are between 400 and 1500", '"births per year" between 400 and 1500'),
        ("births per year are between 1500 and 900", '"births per year" between 900 and 1500'),
        ("the year is between 1500 and 1600", '"year" between 1500 and 1600'),
        (
            "tables with a column about tillage. at least 75 rows",
            'column about "tillage" and rows >= 75',
        ),
        ("tables about tea. over 40 rows", 'topic "tea" and rows > 40'),
        ("the country is Kenya. more than 40 rows", '"country" is "Kenya" and rows > 40'),
        ("tables where no. of pupils is over 30", '"no. of pupils" > 30'),
    ],
)
def test_no_number_is_lost_and_no_full_stop_kept(text: str, meaning: str) -> None:
    request = parse(text)
    assert (write_request(request), request.unknown) == (meaning, ())


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("tables that can be merged using union, price over 9", 'union: "price" > 9'),
        ("tables that can be merged with mine by a union", "union"),
        ("tables to merge with mine, price over 9", 'join: "price" > 9'),
        ("about tea or about rice, I don't mind, over 9 rows", 'topic "tea" or topic "rice"'),
        ("about tea, I'm not fussy, over 9 rows", 'topic "tea" and rows > 9'),
        ("about tea, doesn't matter where from, over 9 rows", 'topic "tea" and rows > 9'),
        ("any tables about tea lying around?", 'topic "tea"'),
        ("does anyone have tables about tea?", 'topic "tea"'),
        ("tables about tea whereby the price is above 9", 'topic "tea" and "price" > 9'),
        ("it should concern a table with at least 10 columns", "columns >= 10"),
        ("I would be glad about tables on tornadoes", 'topic "tornadoes"'),
        ("electric cars are the matter, over 9 rows", 'topic "electric cars" and rows > 9'),
        ("I still lack tables about tea", 'topic "tea"'),
        ("tables about crop cover that has over 9 rows", 'topic "crop cover" and rows > 9'),
    ],
)
def test_what_is_said_around_a_request_is_no_condition(text: str, meaning: str) -> None:
    request = parse(text)
    assert write_request(request).replace("(", "").replace(")", "").startswith(meaning)
    assert not request.unknown


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        (
            "tables on soil with chamber type closed",
            'topic "soil" and "chamber type" is "closed"',
        ),
        ("tables about tea with country Kenya", 'topic "tea" and "country" is "Kenya"'),
        (
            "tables about beetles with wing colour black or brown",
            'topic "beetles" and "wing colour" is "black" | "brown"',
        ),
        (
            "tables about fungi that don't mention Glomus and have a host that's beech or birch",
            'topic "fungi" and not (contains "Glomus") and "host" is "beech" | "birch"',
        ),
        ("tables about ducks, and the lake should be Como", 'topic "ducks" and "lake" is "Como"'),
        (
            "about tea, and have method as anything other than drying",
            'topic "tea" and not ("method" is "drying")',
        ),
        (
            "tables with neither eggs nor chicks mentioned in them",
            'not (contains "eggs") and not (contains "chicks")',
        ),
        (
            "rows to add to mine, giving me a total of at least 2500 rows",
            "union: result rows >= 2500",
        ),
        ("tables with a reimbursed amount of at most 450", '"reimbursed amount" <= 450'),
        ("tables about trips, cancelled as the outcome", '"outcome" is "cancelled"'),
        ("patients with diabetes type two", 'topic "patients with diabetes type two"'),
    ],
)
def test_what_cells_are_is_no_part_of_a_topic(text: str, meaning: str) -> None:
    request = parse(text)
    assert meaning in write_request(request)
    assert not request.unknown


@pytest.mark.parametrize(
    ("text", "doubted"),
    [
        ("cars with colour red, over 9 rows", "cars with colour red"),
        ("whales are the point, over 9 rows", "point"),
        ("the matter is whales, over 9 rows", "matter"),
        ("tables about rivers (country: Kenya, Peru)", "rivers (country: Kenya, Peru)"),
        ("a column about fees. price of tea", "fees. price of tea"),
    ],
)
def test_what_may_be_meant_otherwise_is_said(text: str, doubted: str) -> None:
    assert doubted in [span.text for span in parse(text).unknown]
