"""Words with a meaning of their own inside the name of a column: "the return date is 2020".

A name stands between what announces it ("where", "with", "the") and what is said of it ("is",
"above", "column"). Which words may be a part of it depends on who announces: behind "the" no verb
can stand, behind "and" a request may begin anew.
"""

from __future__ import annotations

import itertools

from core.conditions.senses.here import Here, compares_again
from core.conditions.words.kind_sets import COLUMN_WORDS, COMPARISONS, IN_PLACE, OPERATIONS

_ARTICLES = {"the", "a", "an", "whose", "its", "their", "each"}
_LINKING = {"AND", "OR", "COMMA", "NOT", "WITHOUT", "EXCEPT", "LPAR", "NEITHER", "NOR", "ONE_OF"}
_RELATIVE = {"that", "which", "who", "wherein", "that have", "which have", "that has", "which has"}
"""Behind them stands a verb: "that report 5 cases"."""
_COMPARED = {
    *("IS", "CONTAINS", "GT", "GE", "LT", "LE", "UP_TO", "EQ", "NEAR", "BETWEEN"),
    *("BEFORE", "UNTIL", "AFTER", "SINCE", "APPEARS"),
}
_FINITE = {"is", "isn't", "isn’t", "was", "wasn't", "wasn’t", "are", "were"}
_OF_SUBJECTS = {"ABOUT", "TOPIC", "ON", "WITH", "AS_TOPIC"}
_MOST_WORDS = 5

_ALONE = {
    *("supply", "offer", "report", "purpose", "limit", "work", "reference", "gain", "display"),
    *("request", "return", "record", "entry", "line", "need", "show", "content", "track", "quote"),
    *(
        "search",
        "present",
        "cover",
        "feature",
        "filter",
        "help",
        "use",
        "hits",
        "reports",
        "tracks",
    ),
}
"""They are whole names: "where the supply is below 30"."""
_NAMED_OFTEN = {
    *("candidate", "candidates", "overall", "joined", "long", "skip", "total", "sport"),
    "term",
}
"""They are whole names of many columns, and so where a sentence says what cells are."""
_ASKED_FOR = {
    *_ALONE,
    *("subject", "theme", "result", "candidate", "candidates", "details", "info", "information"),
    *("contents", "options", "records", "needs", "reports", "gains", "supplies", "works"),
}
"""They are whole names where a column is spoken of: "with a result column"."""
_REQUESTING = {
    *("offer", "report", "gain", "display", "need", "show", "track", "quote", "cover", "feature"),
    *("filter", "use", "reports", "needs", "tracks", "gains", "list", "augment", "hope", "try"),
    *("want", "check", "prefer", "restrict", "insist", "accept", "join", "merge", "stack", "union"),
    *("listing", "matching", "containing", "covering", "featuring", "naming", "citing", "saying"),
    *("referencing", "including", "incorporating", "mentioning", "yielding", "gaining", "adding"),
    *("offering", "providing", "bringing", "giving", "contributing", "looking", "trying", "same"),
    *("mine", "us", "out", "quick", "interested", "best"),
}
"""Behind "and" a request goes on with them: "and list prices above 5"."""
_NAMING = {
    *_ALONE,
    *_REQUESTING,
    *("working", "contents", "works", "candidate", "candidates", "remaining", "staying", "falling"),
    *("overall", "combined", "new", "extra", "additional", "further", "other", "others", "like"),
    *("compatible", "required", "desired", "needed", "returned", "retrieved", "found", "proposed"),
    *("offered", "permitted", "sought", "wanted", "available", "acceptable", "admissible"),
    *("suitable", "eligible", "possible", "aim", "joined", "joining", "merged", "attached", "file"),
    *("files", "table", "sheet", "dataset", "samples", "instances", "features", "supplementary"),
    *("ideal", "identified", "located", "recommended", "listed", "sized", "options", "purposes"),
    *("reads", "mentioned", "contained", "things", "info", "information", "details"),
    *("find", "keep", "see", "send", "drop", "carry", "match", "detail", "fall", "get", "fetch"),
    *("meeting", "holding", "carrying", "counting", "showing", "bearing"),
}
"""They are words of names behind an article: "the return date", "the remaining balance"."""
_GIVEN = {"given", "provided"}
_MEASURES = {"number", "count", "total", "value", "values"}
"""They go on with a name: "the reference number"."""
_SUBJECTS = {"subject", "theme"}
_DATES = {"date", "dates"}
_OF_QUALITY = {
    *("proper", "valid", "clean", "real", "single", "second", "separate", "dedicated", "plain"),
    *("genuine", "actual", "full", "usable", "consistent", "standard", "simple", "first", "good"),
}
"""What is said of a column of dates and no part of its name: "with a proper date column"."""
_COUNTING = {"ROWS", "COLUMNS", "NEW", "MY_ROWS", "FILL"}
_WORDS_OF_COUNT = 7
_COUNTED = {"count", "counts", "length", "form", "volume", "frequency", "size"}
_WORD_OF_TEXT = {"word", "words", "text", "string", "keyword", "token", "phrase", "term"}
_NUMBERING = {"no", "no."}
_MENTIONING = ("mention", "reference", "allusion")
_HAVING_NAME = {"whose name is", "with name", "with the name"}
_OF_TABLES = {"", "TABLES", "UNION", "JOIN", "DATA"}
_OF_CELLS = {"where", "whose", "in which"}
_KINDS = {
    *("type of", "types of", "kind of", "kinds of", "sort of", "set of", "end of", "the end of"),
    *("beginning of", "list of", "collection of"),
}


def is_of_column_name(here: Here) -> bool:
    """Whether a word that has a meaning of its own is one of a column's name here."""
    if here.text in _NUMBERING:
        return _numbers(here)
    words, ahead = words_before(here), words_behind(here)
    said = here.behind + ahead
    if here.used != 1 or here.kind in {"ARTICLE", "PIECE", "KNOWN"}:
        return False
    if here.kind_at(said) in COLUMN_WORDS:
        return _is_asked_for(here, words, ahead)
    if not _is_said_of_cells(here, said) or not is_announced(here, words):
        return False
    if ahead:
        return _is_word_of_name(here, words, said)
    return _ends_name(here) if words else _is_name(here, said)


def _is_said_of_cells(here: Here, place: int) -> bool:
    """Whether it is said what cells hold: "is above 5", unlike "is about rent"."""
    if here.word(place - 1) in _DATES and here.kind_at(place) == "IN":
        return here.is_time_at(place + 1)  # "with a request date in 2020"
    if here.word(place - 1) in _DATES and here.kind_at(place) == "ONE_OF":
        return here.is_time_at(place + len(here.phrase_from(place).split()))  # "date is in 2016"
    if not is_said(here, place) or here.kind_at(place + 1) in _OF_SUBJECTS:
        return False
    if here.kind_at(place - 1) == "TABLES" and place > here.behind:
        return False  # "the other table should have 5 rows"
    if here.kind == "TOPIC" and here.before in {"", "COMMA"}:
        return True  # "subject line containing invoice"
    return here.kind_at(place) != "CONTAINS" or not here.word(place).endswith("ing")


def is_said(here: Here, place: int) -> bool:
    """Whether it is said at a place what cells hold: "above 5", "is", "is not"."""
    return here.kind_at(place) in _COMPARED or _is_finite(here, place)


def _is_finite(here: Here, place: int) -> bool:
    """Whether a verb says what something is: behind it stands no other: "cover is hardback"."""
    kind = here.kind_at(place)
    return kind == "IS" or (kind == "NOT" and here.word(place) in _FINITE)


def _is_name(here: Here, said: int) -> bool:
    """Whether a word is a whole name: "supply below 30", "term above 24", "cover is hardback"."""
    if here.text in _NAMED_OFTEN and not _counts(here):
        return True
    if here.kind == "KEYWORD":
        return here.kind_at(said) in COMPARISONS
    return here.text in _ALONE and (_is_finite(here, said) or not _requests(here))


def _ends_name(here: Here) -> bool:
    goes_on = here.kind == "IS" and here.kind_at(here.behind) != "IS"
    return here.text in _NAMING and not goes_on  # "the rent remaining below 900" goes on


def names_names(here: Here) -> bool:
    """Whether a column "name" is spoken of: "tables whose name is Kim", "the name contains Kim".

    Of a column it is its own name: "a column whose name is zip".
    """
    ahead = words_behind(here)
    said = is_said(here, here.behind + ahead)
    if ahead and here.kind_at(here.behind + ahead) == "APPEARS":
        return False  # "the name Kim appears"
    if here.text == "the name":
        return (said and here.before not in COLUMN_WORDS) or here.before in IN_PLACE
    if here.text not in _HAVING_NAME or here.before not in _OF_TABLES:
        return False
    return said or here.text.endswith(" is")


def names_kind(here: Here) -> bool:
    """Whether a kind is named that is compared: "the type of vehicle is truck"."""
    if here.text not in _KINDS:
        return False
    first = here.behind + (here.word(here.behind) in _ARTICLES)  # "the end of the lease"
    ahead = _words_from(here, first)
    return ahead > 0 and here.kind_at(first + ahead) in _COMPARED and is_announced(here, 0)


def _is_word_of_name(here: Here, words: int, said: int) -> bool:
    if here.text in _GIVEN:
        return not words and _has_article(here, 0)  # "the given name", unlike "provided name is"
    if here.kind == "MOST":
        return _has_article(here, words)  # "the most recent date"
    if here.kind == "TOPIC":
        return here.text in _SUBJECTS
    if here.kind == "KEYWORD":
        named = here.word(here.behind) in _COUNTED or here.word(here.behind) == "of"
        return here.text in _WORD_OF_TEXT and named  # "word count", "term of office"
    if here.kind in OPERATIONS and _announcing(here, words)[0] != "WITH":
        return False
    linked = _is_linked(here, words) and not _has_article(here, words)
    begins_anew = words or (linked and not _is_finite(here, said))
    return here.text in (_NAMING - _REQUESTING if begins_anew else _NAMING)


def _is_asked_for(here: Here, words: int, ahead: int) -> bool:
    """Whether it is a word of the name of a column that is asked for: "with a result column"."""
    if not _has_article(here, words):
        return False
    if here.kind == "K_DATES":
        before = here.word(here.place - 1)
        return here.text in _DATES and (ahead > 0 or (words > 0 and before not in _OF_QUALITY))
    if words or ahead:
        return here.text in _NAMING
    return here.text in _ASKED_FOR


def _requests(here: Here) -> bool:
    """Whether a request may go on: "and show above 5 rows", unlike "and supply below 30"."""
    if not _counts(here):
        return False
    if not here.found:
        return here.text in _REQUESTING  # "need at least 40 rows"
    if not _is_linked(here, 0) or _has_article(here, 0):
        return False
    return here.text in _REQUESTING or not _COMPARED & set(here.kinds)


def _counts(here: Here) -> bool:
    """Whether rows or columns are counted next: "at least 40 rows", unlike "above 40, 9 rows"."""
    ahead = range(here.behind, here.behind + _WORDS_OF_COUNT)
    part = list(itertools.takewhile(lambda place: here.kind_at(place) != "COMMA", ahead))
    numbers = [place for place in part if here.is_number_at(place)]
    return not compares_again(here) and any(
        here.kind_at(place + 1) in _COUNTING for place in numbers
    )


def _numbers(here: Here) -> bool:
    """Whether a number is named: "where the serial no is 17"."""
    if here.word(here.behind) == "in" and here.names_at(here.behind + 1):
        return True  # "no in series"
    mentions = here.phrase_from(here.behind).startswith(_MENTIONING)
    if mentions and not _has_article(here, 0) and here.kind_at(here.behind + 1) not in COLUMN_WORDS:
        return False  # "in which no mention is made of Oslo"
    said = is_said(here, here.behind)
    if not here.found or here.before not in {"WORD", "K_DATES"}:
        whose = _has_article(here, 0) or (here.found and here.found[-1] in _OF_CELLS)
        return bool(whose) and said
    if not said and here.kind_at(here.behind) not in COLUMN_WORDS:
        return False
    return here.word(here.behind) != "more" and is_announced(here, words_before(here))


def words_before(here: Here) -> int:
    """How many words of the name stand before."""
    words = 0
    for kind in reversed(here.kinds[-_MOST_WORDS:]):
        if kind != "WORD" and not kind.startswith("K_"):
            break
        words += 1
    while words and here.word(here.place - words) in _ARTICLES:
        words -= 1
    return words


def words_behind(here: Here) -> int:
    """How many words of the name stand behind."""
    return _words_from(here, here.behind)


def _words_from(here: Here, place: int) -> int:
    ahead = 0
    while ahead < _MOST_WORDS and _goes_on(here, place + ahead):
        ahead += 1
    return ahead


def _goes_on(here: Here, place: int) -> bool:
    if here.word(place) == "of":
        return here.names_at(place + 1)
    listed = here.word(place) in (_NAMING - _REQUESTING) | _MEASURES
    return listed or here.names_at(place) or here.kind_at(place) in {"UNIT", "INFO"}


def _has_article(here: Here, words: int) -> bool:
    return here.word(here.place - words - 1) in _ARTICLES


def _announcing(here: Here, words: int) -> tuple[str, str]:
    """Kind and text of the token that stands before the name."""
    before = here.found[: len(here.found) - words]
    return (str(before[-1].type), str(before[-1])) if before else ("", "")


def _is_linked(here: Here, words: int) -> bool:
    return _announcing(here, words)[0] in _LINKING


def is_announced(here: Here, words: int) -> bool:
    """Whether a name begins where the words before it do."""
    kind, text = _announcing(here, words)
    marked = kind == "STOP" and text == "-"  # "- feature contains export"
    if _has_article(here, words) or kind in _LINKING or marked or not kind:
        return True
    return kind == "WITH" and text not in _RELATIVE
