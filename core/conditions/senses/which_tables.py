"""Words that speak of the tables that are wanted, by the words that stand around them."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from core.conditions.senses.here import Here
from core.conditions.senses.keys import names_key
from core.conditions.senses.nouns import names_of_parts
from core.conditions.words.kind_sets import (
    ABOUT_OR_ON,
    OPERATIONS,
    SURELY_ABOUT,
    TABLE_PARTS,
    WANTED,
)
from core.conditions.words.lexicon import DASHES
from core.conditions.words.numbers import read_number

_OF_TABLES = {"TOPIC", "ABOUT", "ROWS", "COLUMNS"}
_WORDS_OF_SIZE = 6
_WORDS_OF_TOPIC = 4
_FOUND = {
    *("results", "matches", "hits", "partners", "options", "lists", "sheets", "targets", "target"),
    *("sources", "data"),
}
"""What tables are called that can be unioned or joined: "union results with over 50 rows"."""
_INCLUDING = {"include", "includes", "including", "contain", "contains", "containing", "cover"}
_ROWS_OF_WHICH = {"WITH", "FROM", "IN", "SINCE"}
_COMPARED = {"GE", "GT", "LE", "LT", "EQ", "NEAR", "BETWEEN", "UP_TO"}
_DOING = {
    *("i", "we", "you", "i'm", "i’m", "we're", "we’re", "am", "are", "can", "could", "will", "to"),
    *("might", "may", "shall", "please", "kindly"),
}
"""What stands before a verb that says what whoever asks does with tables."""
_SAID_OF = {"IS", "WITH", *_COMPARED}
_BEFORE_LENGTHS = {"AS_TOPIC", "", "WITH", "AND", "COMMA", "STOP", "FILL", "TABLES"}
_SAID_OF_TABLES = {"TOPIC", "ABOUT", "ON", "WITH", "CONTAINS"}
_BEHIND_LENGTHS = {"IS", "OF", "COLON", "BETWEEN", "GT", "GE", "LT", "LE", "NEAR", "EQ", "UP_TO"}
_PLURAL_VERBS = ("mention", "contain", "include", "cite", "list", "feature")
_RELATIVE = {"that", "which"}
_TREATING = {
    *("treats", "treat", "addresses", "address", "handles", "handle", "tackle", "tackles"),
    *("examine", "examines", "chronicle", "chronicles", "explore", "discuss", "investigate"),
    *("investigates", "scrutinise", "scrutinises", "survey", "surveys", "probe", "probes"),
}
_TREATED_BY = {
    *("table", "tables", "source", "sources", "whatever", "whichever", "which", "that", "should"),
    *("must", "shall", "may", "might"),
}
_HOLDING = ("offer", "provid", "report", "track")
_WORDS_OF_CHOICE = 14
REFUSING = {
    *("skipping", "ignoring", "avoiding", "dropping", "discarding", "disregarding", "rejecting"),
    *("reject", "barring", "bar", "bin", "binning", "hide", "hiding"),
}
"""What is done with tables that are not wanted: "skipping those that mention flu"."""
_WHICH_ARE_REFUSED = {"those", "any", "anything", "everything", "ones", "tables"}
_KINDS_OF_SHEETS = {
    *("sample", "balance", "cheat", "score", "answer", "fact", "call", "tally", "term", "spec"),
    *("music", "ice", "steel", "metal", "bed", "dope", "rap", "style"),
}
_EVERY = {"all", "every", "each"}
_ANY = {"a", "any", "another", "some", "the", "one"}
_BEFORE_ONE = (" in", " with", " to", " from", " onto", " into")
_NOTED_TOPICS = {"topic", "subject", "theme"}
_LENGTHS = {"length", "size", "height", "width", "cardinality"}


def _is_table_of_name(here: Here) -> bool:
    """Whether it is the first word of keywords: "table tennis clubs"."""
    return here.text == "table" and not here.place and here.names_at(here.behind)


def _ends_topic(here: Here) -> bool:
    """Whether a topic ends with the word: "topic tide tables, over 9 rows", "topic = tide tables".

    "Topic: rainfall; tables to join" and "topic: rainfall tables to join" ask for tables.
    """
    ends = here.ends_part(here.behind) or here.word(here.behind) in DASHES
    if here.text != "tables" or not ends:
        return False
    if "TOPIC" in here.kinds[-2:-1] and str(here.found[-2]) == "topic":
        return True
    told = list(here.found)
    while told and str(told[-1].type) == "WORD":
        told.pop()
    noted = bool(told) and str(told[-1].type) in {"COLON", "EQ"}
    topic = str(told[-2]) if noted and len(told) > 1 and str(told[-2].type) == "TOPIC" else ""
    alone = here.word(here.behind) in {"", *",;.|/", *DASHES}
    return topic in _NOTED_TOPICS and len(told) < len(here.found) and alone


def _gives_tables(here: Here) -> bool:
    """Whether tables are to be given, and no column: "bring in football tables"."""
    if here.kind != "GIVES" or here.found:
        return False
    ahead = [here.kind_at(here.behind + words) for words in range(_WORDS_OF_TOPIC + 1)]
    named = ahead.index("TABLES") if "TABLES" in ahead else 0
    return named > 0 and set(ahead[:named]) == {"PIECE"}


def _is_source(here: Here) -> bool:
    """Whether the source is the table: "the source should have more than 5 rows"."""
    if here.text not in {"source", "sources"} or here.kind_at(here.behind) not in _SAID_OF:
        return False
    return any(
        here.kind_at(here.behind + words) in _OF_TABLES for words in range(1, _WORDS_OF_SIZE)
    )


def _gives_operation(here: Here) -> bool:
    """Whether what is given is a union or a join: "tables that supply additional rows"."""
    return here.kind == "GIVES" and here.kind_at(here.behind) in OPERATIONS


def _is_left_out(here: Here) -> bool:
    """Whether a part of what tables are about is unwanted: "on trips other than night trips"."""
    if here.text != "other than" or here.before != "WORD":
        return False
    named = sum(1 for _ in itertools.takewhile(lambda kind: kind == "WORD", reversed(here.kinds)))
    return here.kinds[: len(here.kinds) - named][-1:] in (["ABOUT"], ["TOPIC"], ["ON"])


def _asks_which(here: Here) -> bool:
    """Whether it is asked which tables there are: "Which flight logs could be joined to mine?"."""
    return here.text == "which" and not here.place and here.names_at(here.behind)


def _offers(here: Here) -> bool:
    """Whether tables have as much, and don't add it: "that offer at least 4 columns"."""
    if here.kind != "GIVES" or not (here.text.startswith(_HOLDING) or _brings_rows(here)):
        return False
    if here.before in {"MATCHED", "OF"}:
        return False  # "the date of report"
    return here.is_number_at(here.behind) or here.kind_at(here.behind) in _COMPARED


def _brings_rows(here: Here) -> bool:
    """Whether tables come with rows: "that bring 2,000 rows", unlike "at least 2,000"."""
    if here.text != "bring" or not here.is_number_at(here.behind):
        return False
    _, used = read_number(here.pieces, here.behind)
    return here.kind_at(here.behind + used) == "ROWS"


def _is_among(here: Here) -> bool:
    """Whether tables are picked from others: "among the unionable tables"."""
    return here.text == "among" and here.kind_at(here.behind + 1) in WANTED


def _is_kind_of_sheet(here: Here) -> bool:
    """Whether sheets are what tables are about: "sample sheets", unlike "coffee sheets"."""
    return here.text in {"sheets", "sheet"} and here.word(here.place - 1) in _KINDS_OF_SHEETS


def _is_any_sheet(here: Here) -> bool:
    """Whether a table is wanted: "I'm after a sheet I can join with"."""
    if here.text != "sheet" or here.word(here.place - 1) not in _ANY:
        return False
    return here.kind_at(here.behind) in {"UNION", "JOIN", "WITH", "ABOUT", "TOPIC"}


def _is_all_of(here: Here) -> bool:
    """Whether no more is said than that all are wanted: "All claims that may be stacked"."""
    if here.text not in _EVERY or here.place or here.kind_at(here.behind) != "PIECE":
        return False
    ends = here.behind
    while here.kind_at(ends) in {"PIECE", "ROWS", "COUNT"}:
        ends += 1
    several = here.text != "all" or here.word(ends - 1).endswith("s")
    return (
        several
        and here.piece(here.behind).islower()
        and here.kind_at(ends) in {"WITH", "UNION", "JOIN", "TOPIC"}
    )


def _is_around(here: Here) -> bool:
    """Whether it is asked whether tables are there: "any tournaments around with 64 rows?"."""
    return (
        here.text == "around"
        and here.before in {"WORD", "COUNT"}
        and here.kind_at(here.behind) in {"WITH", "", "PUNCTUATION", "STOP", "UNION", "JOIN"}
    )


def _are_measures(here: Here) -> bool:
    """Whether dimensions are of things, and no columns: "product dimensions"."""
    return here.text == "dimensions" and here.before == "WORD"


def _is_one_on(here: Here) -> bool:
    """Whether another table is spoken of: "to look up in one on chess", "to join with one on"."""
    if here.text != "one" or here.word(here.behind) != "on" or here.before not in OPERATIONS:
        return False
    return here.found[-1].endswith(_BEFORE_ONE) and not names_key(here, here.behind + 1)


def _is_found(here: Here) -> bool:
    """Whether tables are spoken of: "only show union results with over 50 rows"."""
    if here.text not in _FOUND or here.before not in OPERATIONS:
        return False
    return not here.names_at(here.behind)


def _has_rows(here: Here) -> bool:
    """Whether nothing but rows is held: "that include rows where genre is comedy"."""
    if here.text.split()[-1] not in _INCLUDING or here.kind_at(here.behind) != "ROWS":
        return False
    return here.kind_at(here.behind + 1) in _ROWS_OF_WHICH


def _holds_tables(here: Here) -> bool:
    """Whether it is said where tables are: "does the lake contain any tables about owls?"."""
    if here.kind != "CONTAINS":
        return False
    any_of = here.word(here.behind) in {"any", "some", "no", "more"}
    return here.kind_at(here.behind + any_of) == "TABLES"


def _is_verb(here: Here) -> bool:
    """Whether a word is what one does, and no subject: "I'm chasing tables"."""
    if here.kind != "WORD" or here.used != 1 or here.before != "FILL" or here.place == 0:
        return False
    if here.word(here.place - 1) not in _DOING:
        return False
    behind = here.behind + (here.kind_at(here.behind) == "ARTICLE")
    added = here.kind_at(behind) in TABLE_PARTS and here.kind_at(behind + 1) in OPERATIONS
    return added or here.kind_at(behind) in WANTED


def _says_either(here: Here) -> bool:
    """Whether alternatives follow: "whether about lynx or wolverines", unlike "whether or not"."""
    if not _is_whether(here):
        return False
    ahead = range(here.behind, here.behind + _WORDS_OF_CHOICE)
    part = itertools.takewhile(lambda place: here.word(place) not in {",", ";"}, ahead)
    words = [here.word(place) for place in part]
    return "or" in words and ("or", "not") not in itertools.pairwise(words)


def _is_whether(here: Here) -> bool:
    return here.text.lower() == "whether" and here.kind == "WORD"


def _refuses(here: Here) -> bool:
    """Whether tables are left out: "skipping those about flu", unlike "on rope skipping"."""
    return here.text.lower() in REFUSING and here.word(here.behind) in _WHICH_ARE_REFUSED


def _treats(here: Here) -> bool:
    """Whether tables are about what follows: "provided that the source table treats lending"."""
    behind = here.word(here.behind)
    of = behind == "of" and here.text == "treat"
    goes_on = here.names_at(here.behind) or behind in {"either", "both"} or of
    if here.text not in _TREATING or not goes_on:
        return False
    return here.word(here.place - 1) in _TREATED_BY and here.kind in {"WORD", "TOPIC"}


def _number_rows(here: Here) -> bool:
    """Whether tables number so many rows: "which number between 100 and 999 rows"."""
    if here.text != "number" or here.word(here.place - 1) not in {*_RELATIVE, "they", "and"}:
        return False
    ahead = [here.kind_at(here.behind + words) for words in range(_WORDS_OF_SIZE)]
    compared = ahead[0] in _COMPARED or here.is_number_at(here.behind)
    return compared and bool(TABLE_PARTS & set(ahead))


def _is_length(here: Here) -> bool:
    """Whether a length is the number of rows: "whose length is about 800 rows"."""
    begins = here.text.islower() or here.before in {"", "STOP"}  # "Size should be 90 rows"
    if not begins or here.text.lower() not in _LENGTHS or here.before not in _BEFORE_LENGTHS:
        return False
    if here.kind_at(here.behind) not in _BEHIND_LENGTHS:
        return False
    ahead = [here.behind + words for words in range(_WORDS_OF_SIZE)]
    part = itertools.takewhile(lambda place: here.kind_at(place) != "COMMA", ahead)
    numbers = [place for place in part if here.is_number_at(place)]
    ranges = any(here.word(place + 1) == "to" for place in numbers[:1])
    if "BETWEEN" not in map(here.kind_at, ahead):
        numbers = numbers[: 1 + ranges]  # "height above 60 and under 90 rows" is of a column
    ends = (place + read_number(here.pieces, place)[1] for place in numbers)
    return any(here.kind_at(place) in TABLE_PARTS for place in ends)


def _is_said_of_tables(here: Here) -> bool:
    """Whether tables contain a word, and no column: "about weirs or locks that mention Severn"."""
    if here.kind != "CONTAINS" or not here.text.endswith(_PLURAL_VERBS):
        return False
    apart = here.before == "WITH" and str(here.found[-1]) in _RELATIVE
    kinds = here.kinds[:-1] if apart else here.kinds
    if not apart and here.text.split()[0] not in _RELATIVE:
        return False
    told = ABOUT_OR_ON & set(kinds[-_WORDS_OF_TOPIC:-2])
    return bool(told) and kinds[-2:] == ["OR", "WORD"]


def _is_about_tables(here: Here) -> bool:
    """Whether tables follow of which more is said: "it should concern a table with 9 rows"."""
    if here.kind not in SURELY_ABOUT:
        return False
    place = here.behind + (here.kind_at(here.behind) in {"ARTICLE", "FILL"})
    if place == here.behind and names_of_parts(here, place):
        return False  # "about table names"
    return here.kind_at(place) == "TABLES" and here.kind_at(place + 1) in _SAID_OF_TABLES


RULES: tuple[tuple[Callable[[Here], bool], str], ...] = (
    (_is_about_tables, "FILL"),
    (_is_table_of_name, "WORD"),
    (_ends_topic, "WORD"),
    (_gives_operation, "FILL"),
    (_gives_tables, "FILL"),
    (_is_source, "TABLES"),
    (_offers, "WITH"),
    (_is_among, "FILL"),
    (_is_left_out, "EXCEPT"),
    (_asks_which, "FILL"),
    (_is_kind_of_sheet, "WORD"),
    (_is_any_sheet, "TABLES"),
    (_is_all_of, "ARTICLE"),
    (_is_around, "PUNCTUATION"),
    (_are_measures, "WORD"),
    (_is_one_on, "TABLES"),
    (_is_found, "TABLES"),
    (_has_rows, "FILL"),
    (_holds_tables, "FILL"),
    (_is_verb, "FILL"),
    (_says_either, "WHETHER"),
    (_is_whether, "UNREAD"),
    (_refuses, "NOT"),
    (_treats, "TOPIC"),
    (_is_length, "FILL"),
    (_number_rows, "FILL"),
    (_is_said_of_tables, "THAT_CONTAIN"),
)
"""The first that holds says what kind a token is."""
