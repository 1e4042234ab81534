from __future__ import annotations

import pytest

from core.conditions import parse, write_request
from core.conditions.doubting.more_than_one import doubtful
from core.conditions.doubting.topics import doubtful_topics
from core.conditions.types import Category, HasColumn, Text, Topic
from core.search.conditioned.words import words_and_condition


@pytest.mark.parametrize(
    ("text", "doubted"),
    [
        (
            'The phrase "leak" must occur in the part name of any table I stack under this one.',
            ["part name of"],
        ),
        (
            "Union tables on allergies whatever you think my doctor would say",
            ["allergies whatever"],
        ),
        ("Union this with tables that list a mileage of 120,000 km or less.", ["mileage of"]),
    ],
)
def test_a_piece_of_a_sentence_in_a_name_is_kept_and_said(text: str, doubted: list[str]) -> None:
    found = parse(text)
    for span, words in zip(found.unknown, doubted, strict=True):
        assert span.text.startswith(words)
    for span in found.unknown:
        assert text[span.start : span.end] == span.text
        assert span.kept == (span.text in write_request(found))


@pytest.mark.parametrize(
    ("text", "read", "instead"),
    [
        ("country is Kenya/Uganda", '"country" is "Kenya" | "Uganda"', '"Kenya/Uganda"'),
        ("theme is not Space", 'not (topic "Space")', '"theme" is not Space'),
        ("team is not Law and Tax", 'not ("team" is "Law and Tax")', "Law or Tax"),
        ("hired before 01/06/2000", '"hired" before 2000-06-01', "2000-01-06"),
        (
            "injury is Cut, graze or scrape NOC",
            '"injury" is "Cut" | "graze" | "scrape NOC"',
            '"Cut, graze or scrape NOC"',
        ),
    ],
)
def test_what_may_be_meant_otherwise_is_offered(text: str, read: str, instead: str) -> None:
    found = parse(text)
    (span,) = found.unknown
    assert (write_request(found), span.kept, span.instead) == (read, True, instead)
    meant = parse(text[: span.start] + instead + text[span.end :])
    assert not meant.unknown
    assert meant.condition != found.condition


@pytest.mark.parametrize(
    "text",
    [
        "Umsatz über 50000",
        "Einwohner größer als 500",
        "population de plus de 5000",
        "precio mayor que 20",
        "Umsatz 50.000",
        "abitanti oltre 100",
    ],
)
def test_a_comparison_in_another_language_is_no_topic_in_silence(text: str) -> None:
    (span,) = parse(text).unknown
    assert (span.text, span.kept) == (text, True)
    assert "conditions are read in English" in span.hint


@pytest.mark.parametrize(
    "text",
    ["world war 2", "agenda 2030", "ISO 27001 audits", "formula 1 races", '"Umsatz über 50000"'],
)
def test_a_number_that_belongs_to_a_topic_is_not_doubted(text: str) -> None:
    assert not parse(f"tables about {text}").unknown


@pytest.mark.parametrize(
    "text",
    [
        "name starts with A",
        "name like 'A%'",
        "hired in the last 5 years",
        "hired after today",
        "no missing values",
        "order date in the first week of the month",
        "films sorted by year, newest first",
        "tables updated last year",
        "country is Kenya, not in Asia",
        "a table where every country appears only once",
    ],
)
def test_what_no_condition_can_say_is_said(text: str) -> None:
    assert parse(text).unknown


@pytest.mark.parametrize(
    "text",
    [
        "tables about the periodic table",
        "similar content to Beatles: albums and singles",
        "union where status in (open, closed, merged)",
        "union, league is Serie A",
        "tables where group is Under 21",
        "hurricanes that struck the Gulf Coast",
        'a column called "which of them I want"',
        'contains "please join the tables"',
    ],
)
def test_a_name_of_many_words_is_not_doubted(text: str) -> None:
    assert [span for span in parse(text).unknown if span.kept] == []


def test_what_is_doubted_depends_on_what_the_words_became() -> None:
    text = "city that I want is Oslo, or in the north"
    assert [s.text for s in doubtful(text, Category("city that I want", ("Oslo",)))] == [
        "city that I want"
    ]
    assert [s.text for s in doubtful(text, Text("Oslo, or in the north"))] == [
        "Oslo, or in the north"
    ]
    assert list(doubtful(text, HasColumn(about="city"))) == []
    assert list(doubtful('it is "city that I want"', Topic("city that I want"))) == []


def test_doubtful_words_are_not_looked_for_twice() -> None:
    request = parse("Union tables on allergies whatever you think my doctor would say")
    words, _ = words_and_condition(request)
    assert [span.kept for span in request.unknown] == [True]
    assert words == "allergies whatever you think my doctor"


def test_what_is_said_around_a_request_is_not_looked_for() -> None:
    words, _ = words_and_condition(parse("tables about tea of 50 rows, my boss is waiting"))
    assert words == "tea"
    words, _ = words_and_condition(parse("my neighbour asks about honey, find files with 50 rows"))
    assert words == "neighbour asks about honey"


def test_a_value_in_a_column_may_be_all_of_its_cells() -> None:
    (span,) = parse("tables to stack with Footwear in the product_category column").unknown
    assert (span.text, span.kept) == ("Footwear in the product_category column", True)
    assert span.instead == 'product_category is "Footwear"'
    for plain in ("gluten in its ingredients column", "the word Queen in the ship column"):
        assert parse(f"tables to stack with {plain}").unknown == ()
    assert parse("tables to stack with Baylor in the hospital name column").unknown == ()


def test_a_clause_about_cells_in_a_topic_is_said() -> None:
    (span,) = doubtful("about races where swim time", Topic("races where swim time"))
    assert span.text == "races where swim time"


def test_a_rate_is_what_tables_are_about() -> None:
    assert parse("hospital beds per 1,000 inhabitants").unknown == ()


@pytest.mark.parametrize(
    ("text", "words", "instead"),
    [
        ("payload above 2 or maker DJI", "or maker DJI", "or maker is DJI"),
        ("price below 5.000", "5.000", "5,000"),
        ("profit over 5m", "5m", "5 million"),
        ("grade above 90 blorp 7", "blorp 7", ""),
    ],
)
def test_what_may_be_meant_is_proposed(text: str, words: str, instead: str) -> None:
    (span,) = parse(text).unknown
    assert (span.text, span.instead) == (words, instead)
    if instead:
        mended = parse(text.replace(words, instead))
        assert mended.unknown == ()
        assert write_request(mended) != write_request(parse(text))


@pytest.mark.parametrize(
    ("text", "words", "instead", "expected"),
    [
        (
            "over 300 rows, country Sri Lanka or yield above 40",
            "country Sri Lanka",
            "country is Sri Lanka",
            'rows > 300 and ("country" is "Sri Lanka" or "yield" > 40)',
        ),
        (
            "crop maize or rye, yield above 4",
            "crop maize or rye",
            "crop is maize or rye",
            '(topic "crop maize" or topic "rye") and "yield" > 4',
        ),
    ],
)
def test_what_may_be_a_column_and_its_value_is_read_and_said(
    text: str, words: str, instead: str, expected: str
) -> None:
    request = parse(text)
    (span,) = request.unknown
    assert (span.text, span.instead) == (words, instead)
    assert write_request(request) == expected
    assert parse(text.replace(words, instead)).unknown == ()


@pytest.mark.parametrize(
    ("text", "doubted"),
    [
        ("tables about tundra, whichever is found, over 9 rows", "tundra, whichever is found"),
        ("tables about coffee rather than cocoa", "coffee rather than cocoa"),
        ("joinable tables about wards, beds, over 9 rows", "wards, beds"),
    ],
)
def test_what_no_name_holds_is_doubted_in_it(text: str, doubted: str) -> None:
    condition = parse(text).condition
    read = Topic(doubted)
    assert [span.text for span in doubtful(text, read, beside=True)] == [doubted], condition


def test_keywords_may_have_commas_where_they_are_all_that_is_said() -> None:
    assert parse("lighthouse inventory, height, year built").unknown == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('Left-join candidates on "ticker": tables about dividends', ['on "ticker"']),
        ('join mine with tables on "solar farms"', ['on "solar farms"']),
        ('tables on "solar farms", over 9 rows', []),
        ('tables I can join on "ticker" about dividends', []),
    ],
)
def test_a_quoted_topic_that_may_be_the_key_is_doubted(text: str, said: list[str]) -> None:
    assert [span.text for span in parse(text).unknown] == said


def test_what_is_offered_instead_of_a_topic_is_the_key() -> None:
    text = 'Left-join candidates on "ticker": tables about dividends'
    (span,) = parse(text).unknown
    corrected = parse(text[: span.start] + span.instead + text[span.end :])
    assert write_request(corrected) == 'join: join on "ticker" and topic "dividends"'


def test_a_category_and_its_value_at_the_beginning_are_doubted() -> None:
    (span,) = parse("currency EUR, amount above 1000, union please").unknown
    assert (span.text, span.kept, span.instead) == ("currency EUR", True, "currency is EUR")
    assert not parse("blood type A personality, over 9 rows").unknown


@pytest.mark.parametrize(
    ("text", "said", "instead"),
    [
        ("Additional fines to append, over 9 rows", "Additional fines", "fines"),
        ("extra lab results to merge with mine, over 9 rows", "extra lab results", "lab results"),
    ],
)
def test_more_of_something_may_be_a_part_of_its_name(text: str, said: str, instead: str) -> None:
    (span,) = parse(text).unknown
    assert (span.text, span.kept, span.instead) == (said, True, instead)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("What discharges could be appended to mine with over 9 rows?", ["discharges"]),
        ("marriages for appending, over 9 rows", ["marriages"]),
        ("more admissions to append, over 9 rows", ["admissions"]),
        ("tables about tea to append, over 9 rows", []),
    ],
)
def test_what_is_to_be_appended_may_be_rows_of_any_table(text: str, said: list[str]) -> None:
    assert [span.text for span in parse(text).unknown] == said


@pytest.mark.parametrize("text", ["extra time goals, over 9 rows", "more fines to append"])
def test_more_of_something_is_not_doubted_where_nothing_is_added_or_it_is_left_out(
    text: str,
) -> None:
    assert not any(span.instead for span in parse(text).unknown)


@pytest.mark.parametrize(
    ("text", "doubted"),
    [
        ("tables on tea in which order date is this year", "year"),
        ("where the date is in March", "in March"),
        ("where the launch date is around 2010", "2010"),
        ("join tables with only numeric columns", "only numeric columns"),
        ("join tables whose columns are all numeric", "columns are all numeric"),
        ("join tables with nothing but numbers", "nothing but numbers"),
        ("topic floods | topic fires", "floods | topic fires"),
        ("append by region: weather", "region: weather"),
        ("tables in which lock_id is unique", "unique"),
        ("canals where lock_name is like Fox%", "like Fox%"),
        ("at least 80% of my customer numbers should be found", "found"),
    ],
)
def test_what_no_condition_says_is_doubted(text: str, doubted: str) -> None:
    assert doubted in [span.text for span in parse(text).unknown]


@pytest.mark.parametrize(
    ("text", "hints"),
    [
        ("fuel is diesel / lpg", ["diesel or lpg"]),
        ("colour is red / green and that list Volvo", ["quotation marks"]),
        ("about volcanoes / earthquakes, 9 rows", ["volcanoes or earthquakes"]),
        ("fuel is n / a", []),
        ('fuel is "diesel / lpg"', []),
    ],
)
def test_a_stroke_is_doubted_once(text: str, hints: list[str]) -> None:
    found = parse(text).unknown
    assert len(found) == len(hints), found
    assert all(hint in span.hint for hint, span in zip(hints, found, strict=True))


@pytest.mark.parametrize(
    "text",
    [
        "I don't have a table about snow. Find one to join",
        "I have no tables about snow yet. Which ones can be appended?",
        "We haven't got any data on snow; find tables to append",
        "Hello, we've got no table about snow. Find tables to join, please",
        "I do not have a column about snow. Find tables to join that do",
    ],
)
def test_what_somebody_lacks_is_told_where_it_is_refused(text: str) -> None:
    assert any("snow" in span.text for span in parse(text).unknown)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("I don't want tables about snow. Find tables to join.", 'join: not (topic "snow")'),
        ("Find tables to join. They have no column about snow", 'join: not (column about "snow")'),
    ],
)
def test_what_somebody_refuses_is_not_doubted(text: str, line: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (line, ())


@pytest.mark.parametrize("text", ["unionable exports with Borough = Queens", "join, csv exports"])
def test_a_topic_that_may_be_a_word_for_files_is_doubted(text: str) -> None:
    (span,) = parse(text).unknown
    assert span.text.endswith("exports")
    assert not parse("unionable tables about coffee exports").unknown
    assert not parse("unionable tables about exports").unknown


def test_a_title_may_go_on_behind_a_full_stop() -> None:
    (span,) = parse("title is Dune. Part two: the end").unknown
    assert (span.kept, span.instead) == (True, '"title" is "Dune. Part two: the end"')
    assert not parse("title is Alien. Status: closed").unknown
    assert not parse('title is "Dune. Part two: the end"').unknown


@pytest.mark.parametrize(
    ("text", "doubted"),
    [
        ("Only league games: stack tables over 9 rows", ["league games"]),
        ("league games: stack tables over 9 rows", []),
        ("Only tables about league games: over 9 rows", []),
    ],
)
def test_what_alone_is_wanted_may_be_rows(text: str, doubted: list[str]) -> None:
    assert [span.text for span in doubtful_topics(text, Topic("league games"))] == doubted
