"""What an unusual word is beside a comparison: "outpaces 95", "stands north of 275"."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable

from core.conditions.senses.here import Here, compares_again
from core.conditions.words.kind_sets import AS_WRITTEN, NAMES, SIZES

_ABOVE = {
    *("outpaces", "outpace", "outpacing", "trumps", "trump", "eclipses", "eclipse", "eclipsing"),
    *("outstrips", "outstrip", "outstripping", "outweighs", "outweigh", "outnumbers", "outnumber"),
    *("outranks", "outdoes", "outruns", "outscores", "overtakes", "overtake", "transcends"),
    *("betters", "breaks", "beats", "overshoots", "surmounts", "outnumbering", "outweighing"),
    *("outsizes", "bests", "crests", "outgrows"),
}
_WORDS_OF_DATED = 3
_DATED_NAMES = {"WORD", "KNOWN", "QUOTED", "K_DATES", "UNIT"}
_BELOW = {"undercuts", "undercut", "undershoots", "undershoot", "undercutting"}
_STANDING = {
    *("stands", "stand", "standing", "lags", "lag", "lagging", "soars", "soar", "hovers", "hover"),
    *("climbs", "climb", "climbing", "languishes", "languish", "sits", "rests", "rest"),
    *("clocks", "weighs", "measures", "registers"),
}
"""They say no more than "is" before a comparison: "stands north of 275"."""
_COUNTING = {
    *("boasts", "boast", "boasting", "sports", "sport", "sporting", "packs", "pack", "packing"),
    *(
        "musters",
        "muster",
        "mustering",
        "tallies",
        "tally",
        "tallying",
        "totals",
        "total",
        "fields",
    ),
    *("weighs", "clocks", "registers", "houses", "harbours", "harbour", "commands", "notches"),
    *("counts", "numbers", "span", "spans", "holds", "amasses", "amass"),
}
"""What tables do with rows and columns: "packs over 640 rows"."""
_NOUNS_TOO = {"sport", "sports", "fields", "total", "totals", "numbers", "counts", "houses", "span"}
"""Of these what begins a text may be its topic: "sport 12 columns"."""
_FALLING = {
    *(
        "drop",
        "drops",
        "dropped",
        "fall",
        "falls",
        "fell",
        "dip",
        "dips",
        "dipped",
        "sink",
        "sinks",
    ),
    *("go", "goes", "get", "gets", "slip", "slips", "come", "comes", "run", "runs"),
}
_RISING = {
    *("rise", "rises", "rose", "climb", "climbs", "climbed", "go", "goes", "get", "gets", "come"),
    *("comes", "run", "runs", "creep", "creeps", "edge", "edges"),
}
_LINKING = {"WITH", "TABLES", "AND", "COMMA", "FILL", "IS", "OR", "ROWS", "NOT", "KNOWN"}
_ADVERBS = {
    *("well", "way", "far", "just", "slightly", "comfortably", "considerably", "significantly"),
    *("safely", "easily", "barely", "somewhat", "decidedly", "much", "substantially", "markedly"),
    *("clearly", "definitely", "firmly", "ever", "still", "only", "always"),
}
"""What is said before a comparison and changes nothing: "is way beyond 400"."""
_FIGURES = {"figure", "figures", "value", "reading", "readings", "entry", "number", "mark", "score"}
"""What cells are, behind the name of a column: "a dwell_hours figure south of 36"."""
_COMPARED = {"GT", "GE", "LT", "LE", "UP_TO", "EQ", "NEAR", "BETWEEN"}
_TIMED = {"BEFORE", "AFTER", "SINCE", "UNTIL", "IN"}
_YEARS_BETWEEN = ["BETWEEN", "YEAR", "AND"]
_WHEN = {"BEFORE", "AFTER", "SINCE", "UNTIL", "BETWEEN"}
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d[,;:.?!]*")
_NAMES = {"WORD", "KNOWN", "QUOTED", "K_DATES"}
_BOUNDS = ("ceiling of", "cap of", "limit of", "bound of", "floor of")
_RANKED = {
    *("superior to", "inferior to", "shy of", "just shy of", "faster than", "stronger than"),
    *("dearer than", "pricier than", "costlier than", "steeper than", "warmer than", "hotter than"),
    *("richer than", "thicker than", "busier than", "deeper than", "louder than", "slower than"),
    *("poorer than", "colder than", "cooler than", "weaker than", "thinner than"),
}
_GIVING = {"GIVES", "WITH", "FILL"}
_WORDS_OF_NAME = 4
_WORDS_OF_AMOUNT = 6


def _exceeds(here: Here) -> bool:
    """Whether a verb compares: "whose tackles outnumber 18", unlike "solar eclipses"."""
    refused = here.text == "top" and here.before == "NOT"  # "does not top 3800"
    return (refused or here.text in _ABOVE) and _compares(here)


def _undercuts(here: Here) -> bool:
    return here.text in _BELOW and _compares(here)


def _compares(here: Here) -> bool:
    named = here.before in _NAMES | {"NOT", "COUNT", "FILL", "WITH", "AND"}
    return named and here.is_number_at(here.behind)


def _ranks_no_number(here: Here) -> bool:
    """Whether nothing is counted: "faster than light", "a ceiling of glass"."""
    ranked = here.text in _RANKED or (here.kind in {"LE", "GE"} and here.text.endswith(_BOUNDS))
    return ranked and not here.is_number_at(here.behind) and here.kind_at(here.behind) != "UNIT"


def _stands(here: Here) -> bool:
    """Whether a verb stands before a comparison and is no part of a name: "lags below 35"."""
    if here.kind == "APPEARS" and here.text.endswith(" stand"):
        number = here.behind + (here.kind_at(here.behind) == "AT")  # "must stand at 5"
        return here.is_number_at(number) or _is_amount_at(here, here.behind)
    if here.text not in _STANDING or here.kind not in {"WORD", "PIECE"}:
        return False
    return here.before in _NAMES and _is_amount_at(here, here.behind)


def _moves(here: Here) -> bool:
    """Whether a verb behind "never" stands before a comparison: "never drop under 2"."""
    ahead = here.kind_at(here.behind)
    moves = (here.text in _FALLING and ahead in {"LT", "LE"}) or (
        here.text in _RISING and ahead in {"GT", "GE"}
    )
    return moves and here.before == "NOT" and _is_amount_at(here, here.behind)


def _falls(here: Here) -> bool:
    """Whether a verb that may refuse only says where a number lies: "ratings drop under 2"."""
    named = here.kind == "NOT" and here.before in _NAMES
    falls = here.text in _FALLING and here.kind_at(here.behind) in {"LT", "LE"}
    return named and falls and _is_amount_at(here, here.behind)


def _is_amount_at(here: Here, place: int) -> bool:
    if here.kind_at(place) not in _COMPARED:
        return False
    words = len(here.phrase_from(place).split())
    return here.is_number_at(place + words) or here.kind_at(place + words) == "UNIT"


def _is_adverb(here: Here) -> bool:
    """Whether a comparison is only stressed: "is well in excess of 12"."""
    if here.text not in _ADVERBS or here.before not in {"IS", "NOT", "AT"}:
        return False
    timed = here.kind_at(here.behind) in _TIMED and here.is_time_at(here.behind + 1)
    return timed or _is_amount_at(here, here.behind)


def _counts_rows(here: Here) -> bool:
    """Whether tables have as many: "packs over 640 rows", unlike "sports over 640"."""
    if here.text not in _COUNTING or here.before not in _LINKING | {""}:
        return False
    if not here.before and here.text in _NOUNS_TOO:
        return False
    ahead = [here.kind_at(here.behind + words) for words in range(_WORDS_OF_AMOUNT)]
    if "COMMA" in ahead:
        ahead = ahead[: ahead.index("COMMA")]
    counted = bool(SIZES & set(ahead)) and not compares_again(here)
    return counted and (ahead[0] in _COMPARED or here.is_number_at(here.behind))


def _is_figure(here: Here) -> bool:
    """Whether it only says that cells are compared: "a dwell_hours figure south of 36"."""
    if here.text not in _FIGURES or here.before not in NAMES:
        return False
    name = str(here.found[-1])
    if here.before == "WORD" and "_" not in name:
        return False
    linked = here.word(here.behind) in {"that", "which"}
    return here.kind_at(here.behind + linked) in _COMPARED | _TIMED | {"IS"}


def _is_mark(here: Here) -> bool:
    """Whether it stands behind a number of rows: "around the 1,900-row mark"."""
    return here.text == "mark" and here.before in SIZES


def _is_or_more(here: Here) -> bool:
    """Whether sizes go on: "from 8,000 rows on"."""
    sized = here.kinds[-3:-2] == ["FROM"] and here.kinds[-2:-1] == ["NUMBER"]
    return here.text == "on" and sized and here.before in SIZES and not here.names_at(here.behind)


def _is_onwards(here: Here) -> bool:
    """Whether times go on: "from 2016 on"."""
    dated = here.kinds[-2:-1] == ["FROM"] and here.before in {"YEAR", "DATE"}
    return here.text == "on" and dated and here.ends_part(here.behind)


def _gives_as(here: Here) -> bool:
    """Whether a column is given as its value: "lists the title as GM", "list title as GM"."""
    if here.kind != "AS" or here.text != "as" or here.before not in _NAMES:
        return False
    words = 0
    while words < len(here.found) and here.kinds[-words - 1] in _NAMES:
        words += 1
    begins = here.place - words
    if words > _WORDS_OF_NAME or words == len(here.found):
        return False
    verb = here.found[-words - 1]
    gives = str(verb.type) in _GIVING and str(verb).split()[-1] not in {"with", "on", "about"}
    if here.word(begins - 1) != "the":
        gives |= str(verb.type) == "CONTAINS" and here.before == "QUOTED"
        gives &= names_before_value(here)
    return gives and here.kind_at(here.behind) in AS_WRITTEN


def names_before_value(here: Here) -> bool:
    """Whether a column stands before "as" and its value behind, by how the two are written.

    "Living" is a value in "donor type as Living" and "Living as donor type"; "the" stands before
    columns.
    """
    value, name = here.piece(here.behind), here.piece(here.place - 1)
    kind = here.kind_at(here.behind)
    if kind == "QUOTED":
        return here.before == "QUOTED" or value[:1].isupper()
    if kind != "PIECE":
        return False
    written_alike = name[:1].isupper() == value[:1].isupper()
    return value[:1].isupper() and (not written_alike or here.before == "QUOTED")


def _adds_key(here: Here) -> bool:
    """Whether another key may be joined on: "a join on club name or on stadium name"."""
    if here.text not in {"on", "by", "via"} or here.before not in {"OR", "AND"}:
        return False
    named = [kind for kind in here.kinds[:-1] if kind not in NAMES]
    if named[-1:] == ["ON_KEY"]:
        return True
    return named[-2:] in (["JOIN", "ON"], ["UNION", "ON"])


def _dates_column(here: Here) -> bool:
    """Whether "date" is a verb: "and date the signing to March 2014"."""
    begins = here.before in {"AND", "WITH", "COMMA", "FILL"} and here.text in {"date", "dates"}
    if not begins or here.kind_at(here.behind) != "ARTICLE":
        return False
    ahead = range(here.behind + 1, here.behind + 2 + _WORDS_OF_DATED)
    ends = next((at for at in ahead if here.word(at) == "to"), 0)
    named = ends > here.behind + 1 and here.is_time_at(ends + 1)
    return named and all(_is_word(here, at) for at in range(here.behind + 1, ends))


def _is_word(here: Here, place: int) -> bool:
    return here.kind_at(place) == "KNOWN" or here.names_at(place) or "_" in here.piece(place)


def _is_dated_to(here: Here) -> bool:
    """Whether "to" says when something was behind such a verb: "date the signing to 2014"."""
    if here.text != "to" or not here.is_time_at(here.behind):
        return False
    named = itertools.takewhile(lambda one: str(one.type) in _DATED_NAMES, reversed(here.found))
    before = here.found[: len(here.found) - sum(1 for _ in named)]
    return before[-1:] != [] and str(before[-1].type) == "FILL" and before[-1] in {"date", "dates"}


def _is_said_of_year(here: Here) -> bool:
    """Whether it says no more than the year behind it: "founded before the year 2000".

    It is a column itself where no other is named: "about whales, since the year 1900".
    """
    if here.text not in {"year", "years"} or not _YEAR.fullmatch(here.piece(here.behind)):
        return False
    told = here.kinds[-2:-1] != [] and here.kinds[-2] in {*_NAMES, "COLUMN", "IS"}
    again = here.kinds[-3:-1] in (["YEAR", "OR"], ["YEAR", "AND"])
    return (here.before in _WHEN and (told or again)) or here.kinds[-3:] == _YEARS_BETWEEN


RULES: tuple[tuple[Callable[[Here], bool], str], ...] = (
    (_is_said_of_year, "PUNCTUATION"),
    (_exceeds, "GT"),
    (_undercuts, "LT"),
    (_ranks_no_number, "WORD"),
    (_counts_rows, "WITH"),
    (_dates_column, "FILL"),
    (_is_dated_to, "IN"),
    (_stands, "IS"),
    (_moves, "PUNCTUATION"),
    (_falls, "IS"),
    (_is_adverb, "PUNCTUATION"),
    (_is_figure, "PUNCTUATION"),
    (_is_mark, "FILL"),
    (_is_or_more, "OR_MORE"),
    (_is_onwards, "ONWARDS"),
    (_gives_as, "IS"),
    (_adds_key, "ON_KEY"),
)
"""The first that holds says what kind a token is."""
