"""Words with a meaning of their own that are a part of a name where they stand."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from core.conditions.senses.here import Here
from core.conditions.senses.keys import is_identifier
from core.conditions.words.kind_sets import ABOUT_OR_ON, LIST_LINKS, OPERATIONS, WHOLE_NUMBERS
from core.conditions.words.lexicon import DASHES

_NOUNS = {
    *("use", "show", "work", "works", "content", "contents", "need", "needs", "search", "list"),
    *("falls", "fall", "stays", "lies", "ranges", "remains", "matches"),
    *("cases", "samples", "records", "entries", "observations", "numbers", "lines"),
    *("names", "lists", "covers", "references", "features", "quotes"),
    *("limit", "filter", "options", "request", "return", "display", "help", "purpose", "searches"),
    *("searching", "desire", "candidate", "purposes", "finding", "pulling"),
}
"""They end names: "land use", "TV show"."""
_ONLY_VERBS = {"contains", "includes", "incorporates", "mentions", "says", "cites", "refers to"}
_ENDS_OF_VALUES = {"out", "available", "present", "required", "needed", "eligible"}
"""They end what cells are: "sold out"."""
_OF_NAMES = {"value", "dates"}
"""They end names whatever follows: "market value", "application dates"."""
_HOLDING = {"hold", "holds", "count", "number", "carry", "provided", "given", "showing"}
_OF_TABLES = {"work", "works", "use", "supply"}
_BEHIND_NOUNS = {"by", "per", "of", "from", "during", "across"}
_OF_ORDER = {
    *("order", "descending", "ascending", "alphabetical", "random", "question", "full", "demand"),
    *("csv", "tsv", "json", "excel", "parquet", "xml", "hand", "rank", "ranked", "sorted", "lists"),
    *("decreasing", "increasing", "english", "french", "german", "norwegian", "spanish"),
}
_NOTHING = {"", "PUNCTUATION", "STOP", "UNION", "JOIN"}
_NO_OBJECT = _NOTHING | LIST_LINKS
"""Behind them no verb stands that somebody contains something by: "canopy cover and …"."""
_RELATIVE = {"that", "which", "whose", "where", "with"}
_DATED = {"year", "years", "month", "months", "day", "days", "date", "time"}
"""What has dates for its cells: "year dates before 1993" are of the column "year"."""
_OF_WHICH = {"OF", "FOR", "IN", "IN_COLUMN"}
_BEFORE_NAMES = {"COMMA", "WITH", "AND", "STOP"}
_BEHIND_NAMES = {
    *("IS", "CONTAINS", "GT", "GE", "LT", "LE", "BEFORE", "AFTER", "BETWEEN", "SINCE", "UNTIL"),
}
_VERBS = {"GIVES", "CONTAINS"}
_SINGULAR = {"row", "record", "entry", "line", "observation"}
"""They begin names: "observation date", "record label"."""
_ARTICLES = {"the", "a", "an", "whose", "its", "their"}
_FEATURED = {"film", "films", "article", "articles", "length", "set", "sets"}
_LEADING = {
    *("working", "work", "help", "supply", "reference", "cover", "feature", "content", "report"),
    *("track", "offer", "quote", "combined", "returned", "required", "available", "wanted"),
    *("desired", "offered", "proposed", "needed", "contents", "purpose", "display", "candidate"),
}
"""They begin keywords: "working hours by country"."""
_WORDS_OF_TOPIC = 5
_BEHIND_TOPICS = {"", "COMMA", "AND", "OR", "NOR", "OF", "WITH", "STOP", "PUNCTUATION", "COLUMN"}
_SUBJECTS = {"theme", "subject"}
_INITIALS = {"if", "us", "it", "me", "as"}
_PARTS = {"field", "column", "table", "file", "variable", "attribute", "record", "data", "sheet"}
"""What begins a subject that ends with a noun: "field names", "record covers"."""
_OF_EVENTS = {"meeting", "holding", "carrying", "counting", "showing", "bearing", "given"}
_SOMEWHERE = {"SOMEWHERE", "APPEARS"}
_STARTS = {".", "?", "!", ":", ";"}
_LARGER = {"GT", "LT"}
_BESIDE_NAMES = {"over", "above", "below", "under"}
_TRUE_ARTICLES = {"a", "an"}
_FINITE_VERBS = {"have", "has", "must", "should", "may", "shall", "do", "does", "don't", "don’t"}
"""What refuses behind a noun, and behind no verb: "about baby names have no date column"."""
_FINITE = {"is", "isn't", "isn’t", "was", "wasn't", "wasn’t"}
_AFTER_NOUNS = {
    *("AND", "OR", "COMMA", "COLON", "RPAR", "AS", "IS", "EQ", "ONE_OF", "CONTAINS", "WITH", "IN"),
    *("APPEARS", "SOMEWHERE", "IN_COLUMN", "PUNCTUATION"),
}
"""What may follow a noun but not an article."""


_UNIONS = (
    *("credit", "trade", "labour", "labor", "european", "student", "students", "customs", "rugby"),
    *("soviet", "african", "teachers", "currency", "monetary", "savings"),
)
_OF_UNIONS = {"membership", "members", "dues", "density", "leaders", "jack", "pacific", "strikes"}
_NOUNS_COMPARED = {"topping", "following"}
_SAID_OF_NOUNS = {"=", "==", "!=", "is", "are", "contains", "equals"}
"""What follows such a word where it is no comparison: "topping = anchovy", unlike "topping 90"."""
_COMPOUNDS = {
    "union": _UNIONS,
    "unions": _UNIONS,
    "average": ("batting", "bowling", "point", "points", "moving", "goal", "scoring"),
    "before": ("best",),
    "stack": ("tech", "technology", "software"),
    "mine": ("coal", "gold", "copper", "silver", "iron", "diamond", "salt", "uranium", "land"),
    "things": ("of",),
}
"""Words to those that they make a noun with, standing before them."""


def is_plain(here: Here) -> bool:
    """Whether a word that has a meaning of its own is a word like others here."""
    if here.kind == "ARTICLE":
        return bool(here.found) and _is_no_article(here)
    listed = here.kind in OPERATIONS and here.is_listed
    return listed or any(holds(here) for holds in _NOUN_RULES)


def _is_of_compound(here: Here) -> bool:
    """Whether it belongs to a noun beside it: "credit unions", "best before date"."""
    before = here.word(here.place - 1)
    if before in _COMPOUNDS.get(here.text, ()):
        return True
    if here.text == "union":
        return here.word(here.behind) in _OF_UNIONS
    if here.text in _NOUNS_COMPARED:
        return here.word(here.behind) in _SAID_OF_NOUNS
    if here.text == "mine":
        return here.names_at(here.behind) or here.word(here.place - 2) in _TRUE_ARTICLES
    if here.text in {"term", "terms"} and here.names_at(here.behind):
        return here.kind_at(here.behind + 1) in _BEHIND_NAMES  # "the term start is in May"
    return False


def names_of_parts(here: Here, place: int) -> bool:
    """Whether a subject begins at a place with what tables have, too: "field names"."""
    ends = here.ends_part(place + 2) and here.kind_at(place + 2) != "QUOTED"
    noun = here.kind_at(place + 1) in _VERBS and here.word(place + 1) in _NOUNS
    return here.word(place) in _PARTS and noun and ends


def _is_of_parts(here: Here) -> bool:
    """Whether tables are about such a subject: "about table names", not "join on field names"."""
    before = here.kinds[:-1] if here.before == "COLON" else here.kinds
    told = before[-1:] in (["ABOUT"], ["TOPIC"]) or before[-2:] in (
        ["TABLES", "ON"],
        ["DATA", "ON"],
    )
    return told and names_of_parts(here, here.place)


def _begins_name(here: Here) -> bool:
    """Whether a name goes on: "observation date", "the returned date", "with listing grade"."""
    if here.kind == "CONTAINS" and here.text.endswith("ing") and here.found:
        begins = here.before in {"WITH", "ON"} or here.word(here.place - 1) in _ARTICLES
        return begins and (here.names_at(here.behind) or here.kind_at(here.behind) == "COLUMN")
    if here.kind in _VERBS and here.used == 1 and here.before in _BEFORE_NAMES:
        return here.names_at(here.behind) and here.kind_at(here.behind + 1) in _BEHIND_NAMES
    if here.kind in _VERBS and here.used == 1 and here.found and here.found[-1] == "topic":
        return here.names_at(here.behind)  # "topic feature flags"
    if here.text == "bearing" and here.before in ABOUT_OR_ON:
        return True
    if here.word(here.behind) == "mark" and here.before in WHOLE_NUMBERS:
        return False  # "around the 1,900-row mark"
    return here.text in _SINGULAR and here.names_at(here.behind)


def _begins_keywords(here: Here) -> bool:
    """Whether keywords begin, and no request: "supply chain delays", "required skills by job"."""
    goes_on = here.names_at(here.behind) or here.kind_at(here.behind) == "UNIT"
    if here.found or here.text not in _LEADING or not goes_on:
        return False
    ahead = {here.kind_at(here.behind + words) for words in range(_WORDS_OF_TOPIC)}
    return not ahead & {"TABLES", "DATA", "UNION", "JOIN"}


def _ends_name(here: Here) -> bool:
    """Whether a verb is the last word of a name or a topic: "land use", "hospital stays"."""
    if here.used > 1 or here.before != "WORD":
        return False
    if here.text in _OF_NAMES:
        dated = here.text == "dates" and here.word(here.place - 1) in _DATED
        return not dated and here.kind_at(here.behind) not in _OF_WHICH
    says_what = here.kind_at(here.behind) in {"QUOTED", "KNOWN", "DATE"}
    noun = here.kind in _VERBS and here.text.endswith("s") and not says_what
    noun = noun or (here.kind in _VERBS and _has_no_object(here))
    if here.text not in _NOUNS and not noun:
        return False
    timed = here.kind_at(here.behind) == "IN" and here.is_time_at(here.behind + 1)
    if timed or (here.kind == "ROWS" and "NUMBER" in here.kinds[-3:]):
        return False  # "the date of birth falls within 1975"
    if here.kind_at(here.behind) == "FILL":
        return here.text not in _ONLY_VERBS  # "whose team contains other names"
    of_tables = here.text in _OF_TABLES and here.kind_at(here.behind) == "TABLES"
    ends = here.ends_part(here.behind) or here.word(here.behind) in _BEHIND_NOUNS | DASHES
    refused = here.kind_at(here.behind) == "NOT" and here.word(here.behind) in _FINITE_VERBS
    return ends or refused or of_tables or _is_told_aside(here)  # "shift work tables"


def _is_told_aside(here: Here) -> bool:
    """Whether what something is about ends: "no column about patient names in it (see above)"."""
    about = here.kinds[-2:-1] == ["ABOUT"] and here.text in _NOUNS
    return about and here.kind_at(here.behind) in {"LPAR", "SOMEWHERE"}


def _ends_value(here: Here) -> bool:
    """Whether a value ends with the word: "status is checked out", unlike "is red, wanted"."""
    if here.text not in _ENDS_OF_VALUES or here.before != "WORD" or not here.found[-1].islower():
        return False
    named = sum(1 for _ in itertools.takewhile(lambda kind: kind == "WORD", reversed(here.kinds)))
    told = here.kinds[: len(here.kinds) - named][-1:]
    return told in (["IS"], ["EQ"], ["OR"]) and here.ends_part(here.behind)


def _has_no_object(here: Here) -> bool:
    """Whether nothing follows that could be contained: "about earthquake cover that has …"."""
    behind = here.kind_at(here.behind)
    return behind in _NO_OBJECT or (behind == "WITH" and here.word(here.behind) in _RELATIVE)


def _is_told_of(here: Here) -> bool:
    """Whether something is about it: "no column about names", behind which no verb stands."""
    if here.text in _SUBJECTS and here.before in ABOUT_OR_ON:
        return here.names_at(here.behind)  # "about theme parks"
    if here.kind not in _VERBS or here.used > 1 or here.before not in ABOUT_OR_ON:
        return False
    return here.text.endswith("s") and here.kind_at(here.behind) in _BEHIND_TOPICS


def _ends_compound(here: Here) -> bool:
    """Whether "record" ends a name: "must not contain test record", unlike "in each record"."""
    if here.text not in _SINGULAR or here.kind != "ROWS" or here.before != "WORD":
        return False
    told = here.kinds[-2:-1] in (["CONTAINS"], ["KEYWORD"], ["ABOUT"], ["TOPIC"])
    return told and (here.ends_part(here.behind) or here.kind_at(here.behind) in _SOMEWHERE)


def _ends_text(here: Here) -> bool:
    """Whether nothing follows that somebody could hold: "status is on hold"."""
    before = here.before in {"WORD", "ON"} and here.behind == len(here.pieces)
    listed = here.before == "OR" and here.ends_part(here.behind)  # "is hike or hold, over 5 rows"
    return (before or listed) and here.text in _HOLDING


def _is_content(here: Here) -> bool:
    """Whether tables are what tables are about: "the periodic table", "number of candidates".

    So are "the listing of candidates in elections", unlike "a list of candidates in the lake".
    """
    listed = here.before == "FILL" and here.found[-1].endswith(" of")
    somewhere = here.word(here.behind) == "in" and here.names_at(here.behind + 1)
    somewhere = somewhere and here.word(here.behind + 1) not in _OF_ORDER
    if here.text == "candidates" and (here.before == "COUNT_OF" or (listed and somewhere)):
        return True
    if here.word(here.place - 1) in _TRUE_ARTICLES or is_identifier(here.piece(here.place - 1)):
        return False  # "tables to join on plot_id a table about trees"
    return here.kind == "TABLES" and here.before == "WORD" and "TABLES" in here.kinds


def _is_of_initials(here: Here) -> bool:
    """Whether capitals end a name: "Hammarby IF", "Dallas, TX, US"."""
    piece = str(here.pieces[here.place])
    if here.text not in _INITIALS or not piece.isupper() or here.before not in {"WORD", "COMMA"}:
        return False
    return any(str(one).islower() for one in here.pieces)


def _is_of_film(here: Here) -> bool:
    """Whether "feature" is no verb: "feature films"."""
    return here.text == "feature" and here.word(here.behind) in _FEATURED


def _is_no_article(here: Here) -> bool:
    """Whether what looks like an article is none: "The" in a title, or "vitamin a", "n / a"."""
    piece = str(here.pieces[here.place])
    before = here.pieces[here.place - 1] if here.place else None
    begins = before is not None and (str(before) in _STARTS or str(before.type) == "STOP")
    if piece[:1].isupper() and not begins:
        return True
    if piece not in _TRUE_ARTICLES:
        return False
    after = here.kind_at(here.place + 1)
    if after in _LARGER and here.word(here.place + 1) in _BESIDE_NAMES:
        return True  # "with block a over 5"
    if here.word(here.place + 1) in _OF_EVENTS:
        return False  # "a meeting date"
    refused = after == "NOT" and here.word(here.place + 1) in _FINITE
    return refused or after in {"", "PUNCTUATION"} or after in _AFTER_NOUNS


_NOUN_RULES: tuple[Callable[[Here], bool], ...] = (
    _is_of_compound,
    _is_of_parts,
    _begins_name,
    _begins_keywords,
    _ends_name,
    _ends_value,
    _is_told_of,
    _ends_compound,
    _ends_text,
    _is_content,
    _is_of_film,
    _is_of_initials,
)
