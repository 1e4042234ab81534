"""What gives a reason, or is said in passing, is set aside before a request is read."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request
from core.conditions.parsing.set_aside import set_aside


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "stack under mine the tables where sex is F and age_years at least 65, "
            "as the study is limited to older women",
            'union: "sex" is "F" and "age_years" >= 65',
        ),
        (
            "tables where the floor_area lies between 60 and 120, as the subsidy covers just that",
            '"floor_area" between 60 and 120',
        ),
        (
            "joinable tables whose access status is Closed, because the review is due next month",
            'join: "access status" is "Closed"',
        ),
        (
            "Since half our wards wouldn't be on a list, join mine to tables with over 120 rows",
            "join: rows > 120",
        ),
        ("tables on cycle parking, seeing that smaller racks don't count", 'topic "cycle parking"'),
        (
            "unionable tables whose letter_date is in the 1920s, "
            "that being when the estate was split up",
            'union: "letter_date" between 1920 and 1929',
        ),
        (
            "joinable tables that have a column about tree species, the parks having sent none",
            'join: column about "tree species"',
        ),
        (
            "tables where floors is greater than 5 and, as that year is disputed, status is open",
            '"floors" > 5 and "status" is "open"',
        ),
        (
            "none of them may be about banknotes, which are catalogued elsewhere",
            'not (topic "banknotes")',
        ),
        (
            "tables on midwifery or on home births, either of which would do for our leaflet",
            'topic "midwifery" or topic "home births"',
        ),
        ("tables about tea, because the inspector, who is strict, asked", 'topic "tea"'),
        ("tables about tea, and nothing else matters", 'topic "tea"'),
        ("tables with 40 to 70 rows, neither shorter nor longer", "rows between 40 and 70"),
        ("tables over 9 rows, the old ones having been lost", "rows > 9"),
        ("tables about tea, since younger people rarely answer letters", 'topic "tea"'),
        ("tables about tea, which is where my family comes from", 'topic "tea"'),
        ("tables about transfers, whatever league they come from", 'topic "transfers"'),
        (
            "tables to join with a column named imo_number, as on the ships' papers",
            'join: column named "imo_number"',
        ),
        (
            "append tables where the currency is EUR, just as printed on each receipt",
            'union: "currency" is "EUR"',
        ),
        ("tables about pay, as is customary in offices, over 9 rows", 'topic "pay" and rows > 9'),
        (
            "joinable tables on fuel prices, be it by the week or the month",
            'join: topic "fuel prices"',
        ),
        (
            "tables in which temperature is greater than 38.5 (greater, mind you, not equal).",
            '"temperature" > 38.5',
        ),
        ("over 100 rows, and I do mean over, not exactly", "rows > 100"),
        ("tables about shop sales (and I do mean shop sales)", 'topic "shop sales"'),
        (
            "To compare hospitals, we want to join by hospital_id tables on hip replacement",
            'join: join on "hospital_id" and topic "hip replacement"',
        ),
        (
            "In order to plan routes, give me joinable tables about road works with a date column",
            'join: topic "road works" and column of dates',
        ),
        (
            "To see which wards are short of staff, please find tables about nursing",
            'topic "nursing"',
        ),
        (
            "The commissioning date, given as dd/mm/yyyy, should be before 31/12/1999 in all "
            "tables to be unioned.",
            'union: "commissioning date" before 1999-12-31',
        ),
        (
            "kickoff_date after 2018-06-14 (yyyy-mm-dd), unionable",
            'union: "kickoff_date" after 2018-06-14',
        ),
        (
            "the visit date, stored as MM/DD/YYYY, must be before 12/31/1999",
            '"visit date" before 1999-12-31',
        ),
        ("tables where the price, given in euros, is above 5", '"price" > 5'),
        ("tables about tea, because the bus is to be driven again", 'topic "tea"'),
        ("thesis due friday!! tables about tea", 'topic "tea"'),
        ("deadline is tomorrow, union, over 50 rows", "union: rows > 50"),
        ("in a hurry! topic river otters", 'topic "river otters"'),
        ("tables about homework due monday", 'topic "homework due monday"'),
        (
            "New columns from tables (however old) that have a column about freight charges",
            'join: column about "freight charges"',
        ),
        ("tables about tea, no matter how old, over 9 rows", 'topic "tea" and rows > 9'),
        ("tables whose shift is night - night, mind you, and nothing else.", '"shift" is "night"'),
    ],
)
def test_reasons_and_remarks_ask_for_nothing_and_are_not_told(text: str, expected: str) -> None:
    found = parse(text)
    assert write_request(found) == expected
    assert found.unknown == ()
    assert found.text == text
    assert all(span.text == text[span.start : span.end] for span in found.read)


@pytest.mark.parametrize(
    ("text", "expected", "aside"),
    [
        ("tables about rivers, since we only bill in Norway", 'topic "rivers"', None),
        ("tables about rivers, as we want the open ones", 'topic "rivers"', None),
        ("tables over 9 rows, because only the open count", "rows > 9", None),
        ("tables over 9 rows, since the status is open", "rows > 9", None),
        ("tables over 9 rows, seeing that its status is open", "rows > 9", None),
        ("tables over 9 rows, the latter being open", "rows > 9", None),
        ("tables about tea, since the soil has to be acid", 'topic "tea"', None),
        ("tables over 9 rows, as the grant is to be open", "rows > 9", None),
        (
            "mines, over 9 rows, as the ore must be iron, copper or tin",
            'topic "mines" and rows > 9',
            "as the ore must be iron, copper or tin",
        ),
        (
            "tables about tea, because the soil is acid, peaty or sandy",
            'topic "tea"',
            "because the soil is acid, peaty or sandy",
        ),
        ("tables about ferries, as in the boats", 'topic "ferries"', None),
        (
            "To predict churn, I want to join tables with a column about tenure",
            'join: column about "tenure"',
            "To predict churn",
        ),
        (
            "As the insurers want figures, show me tables with over 9 rows",
            "rows > 9",
            "As the insurers want figures",
        ),
    ],
)
def test_a_reason_that_may_hint_at_a_condition_is_told(
    text: str, expected: str, aside: str | None
) -> None:
    found = parse(text)
    assert write_request(found) == expected
    assert [span.text for span in found.unknown] == [aside or text.split(", ")[1]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "What can go underneath my results, given that the court has to be clay or grass?",
            'union: "court" is "clay" | "grass"',
        ),
        (
            "tables on ferries, given that the route must be Dover, Calais or Harwich",
            'topic "ferries" and "route" is "Dover" | "Calais" | "Harwich"',
        ),
        (
            "Given that the wine colour ought to be red, which tables can I join?",
            'join: "wine colour" is "red"',
        ),
        ("append, given that status needs to be open", 'union: "status" is "open"'),
    ],
)
def test_what_is_given_to_be_so_is_a_condition(text: str, expected: str) -> None:
    found = parse(text)
    assert write_request(found) == expected
    assert found.unknown == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "given that the talk must be short, tables about trees with 10 rows",
            'topic "trees" and rows = 10',
        ),
        ("given that time has to be saved, tables about trees", 'topic "trees"'),
        ("given that the model must be trained, over 1000 rows", "rows > 1000"),
        ("tables about trees, given that my boss has to be happy", 'topic "trees"'),
        (
            "given that the deadline has to be met, at least 20 rows or 10 columns",
            "rows >= 20 or columns = 10",
        ),
    ],
)
def test_what_ones_work_is_given_to_be_is_no_condition(text: str, expected: str) -> None:
    found = parse(text)
    assert write_request(found) == expected
    assert "given that" in found.unknown[0].text


def test_a_reason_does_not_take_the_tables_behind_it_for_its_list() -> None:
    found = parse("given that i must be quick, red or blue tables")
    assert write_request(found) == 'topic "red" or topic "blue"'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables whose founding year is since 2004", '"founding year" since 2004'),
        (
            'tables to stack, as long as the column description contains "fragile"',
            'union: "description" contains "fragile"',
        ),
        ("tables with Oslo as the city", '"city" is "Oslo"'),
        (
            "tables with a method as anything other than dry ice",
            'not ("method" is "dry ice")',
        ),
        (
            "given that its remarks mention frost, a table unionable with mine should be returned",
            'union: "remarks" contains "frost"',
        ),
        (
            "given that the incident date must be 2018-01-01 or later, tables on fires",
            '"incident date" since 2018-01-01 and topic "fires"',
        ),
        ("tables to append, given that the status is open", 'union: "status" is "open"'),
        ("tables where the sector is food, the price not being low", None),
        ("over 9 rows (under, not around)", None),
        (
            "join on code; whatever you bring should concern tea",
            None,
        ),
        ("tables on courts that nobody has edited since they were imported", None),
        ("tables on butterflies, using the same taxonomy as I do", None),
        ("To gain columns, I want tables about tea", 'join: topic "tea"'),
        ("To stand beneath it, I want tables about tea", 'union: topic "tea"'),
        ("To analyse bird migration, I need unionable tables", None),
        ("tables where the format is dd/mm/yyyy", '"format" is "dd/mm/yyyy"'),
        ("As I study droughts, find tables on that subject", None),
    ],
)
def test_what_only_looks_like_one_is_read_or_told(text: str, expected: str | None) -> None:
    assert set_aside(text).text == text
    found = parse(text)
    if expected is not None:
        assert write_request(found) == expected


def test_what_names_a_column_of_the_query_is_not_set_aside() -> None:
    text = "over 9 rows, as the berth is taken"
    assert set_aside(text).text != text
    assert set_aside(text, ["berth"]).text == text


def test_what_ends_a_sentence_behind_an_aside_ends_it_before() -> None:
    text = "Tables on tea, because we sell it. Over 9 rows"
    assert set_aside(text).text == "Tables on tea.                     Over 9 rows"
    assert write_request(parse(text)) == 'topic "tea" and rows > 9'


def test_a_text_that_is_nothing_else_is_left() -> None:
    assert set_aside("because we moved").text == "because we moved"


@pytest.mark.parametrize(
    ("text", "expected", "told"),
    [
        ("We took over two hotels. Find tables I can append where star_rating is 4",
         'union: "star_rating" = 4', "We took over two hotels"),
        ("I lost more than 30 bees. Which tables about mites can I join?",
         'join: topic "mites"', "I lost more than 30 bees"),
        ("Our club sold under 12 boats. Tables on moorings to append",
         'union: topic "moorings"', "Our club sold under 12 boats"),
        ("We studied tea. Find tables with over 9 rows", "rows > 9", "We studied tea"),
        ("I'm writing a school essay. sea cucumbers, more than 40 rows",
         'topic "sea cucumbers" and rows > 40', "I'm writing a school essay"),
        ("We're doing a poster for our club; coral reefs, 5 columns",
         'topic "coral reefs" and columns = 5', "We're doing a poster for our club"),
        ("I am a biology student. whales, more than 40 rows",
         'topic "whales" and rows > 40', "I am a biology student"),
    ],
)  # fmt: skip
def test_what_was_done_before_a_request_is_told_and_asks_for_nothing(
    text: str, expected: str, told: str
) -> None:
    read = parse(text)
    assert (write_request(read), [span.text for span in read.unknown]) == (expected, [told])


@pytest.mark.parametrize(
    "text",
    [
        "I'm looking for sea cucumbers. more than 40 rows",
        "I'm writing an essay on whales. more than 40 rows",
        "I'm doing a join. more than 40 rows",
    ],
)
def test_what_one_is_at_work_on_may_be_the_topic(text: str) -> None:
    assert set_aside(text).text == text


def test_what_the_data_did_is_a_condition() -> None:
    read = parse("The price exceeded 40. Find tables on tea")
    assert write_request(read) == '"price" > 40 and topic "tea"'


@pytest.mark.parametrize(
    ("lacked", "asked", "expected"),
    [
        (
            "Heavy consignments are what our manifest lacks",
            ": look for tables that can be unioned with it and in which gross_weight is above 12.5",
            'union: "gross_weight" > 12.5',
        ),
        (
            "Young patients are what my ward list is missing",
            ". Append tables where age is below 30.",
            'union: "age" < 30',
        ),
        (
            "What my list lacks is old coins",
            ": append tables where mint_year is before 1800.",
            'union: "mint_year" before 1800',
        ),
        (
            "I am missing evaporation",
            "; can I join something with a column on evaporation?",
            'join: column about "evaporation"',
        ),
        (
            "We lack recent cases",
            ": append tables where year is after 2010.",
            'union: "year" after 2010',
        ),
        (
            "Rivers in Peru are missing from my table",
            ": add rows of tables about rivers.",
            'union: topic "rivers"',
        ),
    ],
)
def test_what_somebody_lacks_is_told_and_negates_nothing(
    lacked: str, asked: str, expected: str
) -> None:
    found = parse(lacked + asked)
    assert write_request(found) == expected
    assert [span.text for span in found.unknown] == [lacked]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tables about snow are what I lack: find some with 90 rows", 'topic "snow" and rows = 90'),
        (
            "A column about snow is what my table lacks: join tables over 9 rows",
            'join: column about "snow" and rows > 9',
        ),
        ("Tables that lack a date column should be appended.", "union: not (column of dates)"),
        ("What tables must lack: a date column", "not (column of dates)"),
        ("I lack a date column; join tables with a date column", "join: column of dates"),
    ],
)
def test_tables_and_columns_that_somebody_lacks_are_asked_for(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("asked", "reason", "expected", "told"),
    [
        (
            "Append tables whose draught is less than 12 m",
            "for only such voyages are comparable with the ones that I have recorded",
            'union: "draught" < 12',
            True,
        ),
        ("join tables about roads", "for ours have no names", 'join: topic "roads"', False),
        ("tables where mood is happy", "for this is what I study", '"mood" is "happy"', False),
        ("tables about roads", "for we only have names", 'topic "roads"', True),
    ],
)
def test_a_reason_may_stand_behind_for(asked: str, reason: str, expected: str, told: bool) -> None:
    found = parse(f"{asked}, {reason}.")
    assert write_request(found) == expected
    assert [span.text for span in found.unknown] == [reason] * told


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("tables about eels, for they must have over 30 rows", "rows > 30"),
        ("tables to append, for those about tea are welcome", 'topic "tea"'),
    ],
)
def test_what_is_asked_for_behind_for_is_kept(text: str, asked: str) -> None:
    assert asked in write_request(parse(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables where bars number more than 96", '"bars" > 96'),
        ("tables in which seats number fewer than 40", '"seats" < 40'),
        ("where employees number between 10 and 50", '"employees" between 10 and 50'),
        ('tables whose "lines per page" number fewer than 28', '"lines per page" < 28'),
        ("tables where house number over 5", '"house number" > 5'),
        ("where bars number > 96", '"bars number" > 96'),
        ("Seats number over 40", '"Seats" > 40'),
        ("tables where Reynolds number above 4000", '"Reynolds number" > 4000'),
        ("where reynolds number over 40", '"reynolds number" > 40'),
        ("it has number more than 9", '"number" > 9'),
        ("its number at least 9", '"number" >= 9'),
        ("where sports number over 9", '"sports number" > 9'),
        ("where Texas number over 9", '"Texas number" > 9'),
        ("where drivers' number over 9", '"drivers\' number" > 9'),
        ("where series number over 40", '"series number" > 40'),
    ],
)
def test_things_that_number_so_many_are_counted(text: str, expected: str) -> None:
    read = parse(text)
    assert (write_request(read), read.unknown) == (expected, ())


def test_a_column_that_is_called_so_is_compared() -> None:
    assert write_request(parse("seats number over 40", ["seats number"])) == '"seats number" > 40'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "For a report about trawlers, find tables to join, on the topic of herring landings.",
            'join: topic "herring landings"',
        ),
        (
            "For a long read about bees I need tables about orchards with over 9 rows.",
            'topic "orchards" and rows > 9',
        ),
        ("For a report about trawlers, find tables to join.", 'join: topic "trawlers"'),
        ("For a table about trawlers, find tables about herring.",
         'topic "trawlers" and topic "herring"'),
    ],
)  # fmt: skip
def test_what_some_work_is_about_is_not_asked_for_beside_a_topic(text: str, expected: str) -> None:
    request = parse(text)
    assert (write_request(request), request.told) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected", "told"),
    [
        ("Before we go to press, append tables about newspapers.", 'union: topic "newspapers"', ""),
        ("While we wait for the audit, find tables about wages.", 'topic "wages"', ""),
        ("It is for a footnote, but I do need tables on guilds over 9 rows.",
         'topic "guilds" and rows > 9', ""),
        ("To fill the gaps, append tables about tea.", 'union: topic "tea"', ""),
        # They may be what tables are to be about.
        ("While I study otters, append tables over 9 rows.", "union: rows > 9",
         "While I study otters"),
        ("To round out the rolls, add records from tables where rank is Corporal.",
         'union: "rank" is "Corporal"', "To round out the rolls"),
        # They tell what is to come of it.
        ("When I join it, the result has over 9 rows.", "join: result rows > 9", ""),
    ],
)  # fmt: skip
def test_when_and_what_for_somebody_asks_is_set_aside(text: str, expected: str, told: str) -> None:
    read = parse(text)
    assert write_request(read) == expected
    assert [span.text for span in read.told] == ([told] if told else [])
