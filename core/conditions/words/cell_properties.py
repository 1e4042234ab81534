"""Find what is said of all cells of a column: they are dates, all different, none missing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lark import Token

from core.conditions.words.lexicon import NUMBER_WORDS
from core.conditions.words.tokens import token

_CELL = r"(?:values?|vals?|entry|entries|cells?|items?|ones?|codes?|keys?)"
_WHERE = r"(?:in which|from which|where|of which|wherein|within which|so that|with)"
_MUST = r"(?:must|should|may|can|ought to|shall|ha(?:s|ve) to|needs? to|do(?:es)?)"
_NEVER = (
    rf"(?:{_MUST} (?:not|never)|never|(?:does|do|must|should|ca|may|sha)n['’]t|cannot|"
    r"(?:is|are)(?:n['’]t| not) (?:allowed|supposed|permitted|meant) to)"
)
_HAS_NONE = (
    r"(?:ha(?:s|ve)(?:n['’]t| not)(?: got)?|(?:does|do)(?:n['’]t| not) have)"
    r"(?: any| an?| a single)?"
)
_BE = rf"(?:is|are|being|be|ha(?:s|ve) been|{_MUST} be|stays?|remains?)"
_NO = r"(?:no|zero|not a single|not one)"
_WITHOUT = r"(?:without|w/o|lacking)"
_WHOLLY = r"(?:(?:wholly|entirely|completely|totally|fully|quite|absolutely) )?"
_IN_IT = r"(?: (?:in|inside) (?:it|there))?"
_EVERY = r"(?:every(?: single)?|each|all(?: the| its)?)"

_ONCE = r"(?:(?:just|only|exactly) once|(?:just|only) one time)"
_TWICE = r"(?:twice|more than once|again|repeatedly|several times|two times)"
_OCCUR = (
    r"(?:occur(?:s|ring)?|appear(?:s|ing)?|comes?(?: up)?|turns? up|stands?|shows? up|"
    r"is (?:used|listed|given))"
)
_REPEATED = r"(?:duplicated?|repeat(?:ed|ing)|recurring|double|identical)"
_REPEATS = r"(?:duplicates?|dupes|repeats|repetitions?|doubles)"
_DIFFERENT = r"(?:unique|distinct|different(?: from (?:each|one an)other)?)"
_HAS = r"(?:(?:that |which )?(?:has|have|shows?|contains?|holds?)|with|having|containing|showing)"
"""Before two that a column has not: "that has neither duplicates nor gaps"."""
_HELD_BY_NAME = r"(?:numbers|integers|dates|timestamps|texts?|strings|booleans)"
_THAT_IS = r"(?:that|which)(?: is|['’]s)(?: both)?"
_IS_ALL = r"(?=\s*(?:[,.;:?!)]|$)| (?:and|or|but)\b)"
"""What follows an adjective that says all of a column: "that is complete", "is unique and"."""
_UNIQUE = (
    # "no duplicate values", "without any repeats", "free of duplicates"
    rf"(?:{_NO}|{_WITHOUT}(?: any| an?| a single| a solitary)?|"
    rf"(?:{_BE} )?{_WHOLLY}free (?:of|from)(?: any)?) "
    rf"(?:{_REPEATED} {_CELL}|{_REPEATS}(?: {_CELL})?)",
    # "in which no value occurs twice", "no entry is repeated", "no two values are the same"
    rf"(?:{_WHERE} )?{_NO} {_CELL} (?:in (?:it|them) )?(?:(?:{_MUST} )?{_OCCUR} {_TWICE}|"
    rf"(?:{_BE} )?{_REPEATED}|repeats?(?: itself)?|{_TWICE})",
    rf"(?:{_WHERE} )?{_NO} two {_CELL} {_BE} (?:the same|alike|equal|identical)",
    rf"{_NO} {_CELL} of which (?:{_BE} {_REPEATED}|repeats?(?: itself)?|{_OCCUR} {_TWICE})",
    rf"(?:{_WHERE}|and) nothing{_IN_IT}(?:['’]s| {_BE})? "
    rf"(?:{_REPEATED}|repeats?|{_OCCUR} {_TWICE})",
    # "all values different", "where every entry appears only once", "whose values are unique"
    rf"(?:{_WHERE} )?{_EVERY} {_CELL}(?:['’]s| {_BE})? (?:(?:all )?{_DIFFERENT}|{_OCCUR} {_ONCE})",
    # "a column of dates, all of them different"
    rf"(?:all|each|every one)(?: of (?:them|these|which))?(?: {_BE})? {_DIFFERENT}"
    r"(?=\s*(?:[,.;:?!)]|$)| (?:and|or)\b)",
    rf"(?:(?:all (?:of )?)?whose|{_WHERE}) (?:the )?{_CELL} "
    rf"(?:{_BE} (?:all |each |always )?{_DIFFERENT}|"
    rf"never repeat|(?:all )?{_OCCUR} {_ONCE})",
    rf"(?:(?:{_MUST} )?(?:holds?|contains?|has|have|shows?|consists? of) )?"
    rf"(?:(?:only|all|entirely|purely) {_DIFFERENT} {_CELL}|{_DIFFERENT} {_CELL} only)",
    # "that never repeats a value", "never contains the same value twice"
    rf"{_NEVER} (?:repeats?|duplicates?)(?: (?:a|any|its|the same) {_CELL}| itself)?",
    rf"{_NEVER} (?:contains?|has|have|holds?|shows?|lists?) "
    rf"(?:(?:any )?{_REPEATS}|(?:the same|an?y?) {_CELL} {_TWICE})",
    rf"(?:{_MUST} )?(?:holds?|contains?|lists?|has|have) (?:each|every) {_CELL} (?:{_ONCE}|once)",
    rf"(?:holds?|contains?|lists?|has|have) {_NO} {_CELL} {_TWICE}",
    rf"{_HAS_NONE} (?:{_REPEATED} {_CELL}|{_REPEATS}(?: {_CELL})?)",
    rf"(?:appears?|occurs?) {_ONCE}|unique[- ]valued|duplicate-free|non-repeating",
    # "of distinct dates", "that has neither duplicates nor gaps", "without gaps or duplicates"
    rf"(?:of|with|holding|containing) (?:all |only )?{_DIFFERENT}(?= {_HELD_BY_NAME}\b)",
    rf"(?:{_HAS} neither|n?or) (?:{_REPEATED} {_CELL}|{_REPEATS}(?: {_CELL})?)",
    rf"{_WHERE} {_EVERY} {_CELL} differ",
    rf"{_THAT_IS} {_DIFFERENT}{_IS_ALL}",
    rf"(?:(?<=numbers )|(?<=dates )|(?<=values )|(?<=strings ))(?:that|which) are (?:all )?"
    rf"{_DIFFERENT}{_IS_ALL}",
)

_MISSING = r"(?:missing|empty|blank|null|absent|left (?:out|blank|empty|open)|unfilled|lacking)"
_GAPS = r"(?:gaps?|blanks?|nulls?|holes?|nans?|missings)"
_FILLED = (
    r"(?:filled(?:[- ](?:in|out|up)(?! (?:the|its|their|an?)\b))?|populated|"
    r"non-?empty|non-?null|present|complete|given|there|"
    rf"not {_MISSING})"
)
_COMPLETE = (
    # "no missing values", "without any gaps", "free of blanks"
    rf"(?:(?:(?:{_MUST} )?(?:contains?|holds?|shows?) )?{_NO}|{_WITHOUT}(?: an?y?| a single)?|"
    rf"(?:{_BE} )?{_WHOLLY}free (?:of|from)(?: any)?) "
    rf"(?:{_MISSING} {_CELL}|{_GAPS}(?: {_CELL})?)(?: at all)?",
    # "in which no cell is empty", "nothing missing", "none of its cells are blank"
    rf"(?:{_WHERE} |and (?=nothing))?(?:{_NO} {_CELL}|nothing{_IN_IT}|"
    rf"none of (?:(?:the |its )?{_CELL}|them|these|which))(?:['’]s| {_BE})? (?:ever )?{_MISSING}",
    # "every cell filled", "where all entries are present", "each row has a value"
    rf"(?:{_WHERE} )?(?:{_EVERY} {_CELL}|all of (?:them|which)) (?:{_BE} |ha(?:s|ve) been )?"
    rf"(?:fully |all )?{_FILLED}",
    rf"(?:{_WHERE} )?{_EVERY} (?:rows?|cells?|records?) (?:ha(?:s|ve)|holds?|contains?) "
    r"(?:an? (?:value|entry)|something|values)",
    # "has a value in every row"
    rf"(?:(?:that |which )?(?:{_MUST} )?(?:ha(?:s|ve)|holds?|contains?|shows?)|with|having) "
    rf"(?:an? (?:value|entry)|something|values|entries) (?:in|on|for|at) {_EVERY} "
    r"(?:rows?|records?|lines?|cells?)",
    # "that is always filled", "never empty", "that has never a gap", "lacks no value"
    rf"(?:{_BE} )?{_FILLED} (?:in|on|for|at|across) (?:every|each|all)(?: the| its)? "
    r"(?:rows?|records?|cells?|lines?|entries|entry)",
    rf"(?:{_BE} )?{_FILLED} (?:everywhere|throughout|all the way(?: down)?|from top to bottom)",
    rf"(?:{_THAT_IS}|(?:that|which) are) "
    rf"(?:complete|fully filled(?:[- ]in)?|filled(?:[- ]in)?){_IS_ALL}",
    rf"(?:{_BE} )?nowhere {_MISSING}|{_NO} {_CELL} of which {_BE} (?:ever )?{_MISSING}",
    rf"(?:{_BE} )?(?:always|fully|completely|entirely|wholly|100 ?%) {_FILLED}",
    rf"(?:{_BE} )?never (?:left )?{_MISSING}|{_NEVER} be (?:left )?{_MISSING}",
    rf"{_NEVER} (?:ha(?:s|ve) |contains? |shows? )?(?:any )?(?:{_MISSING} {_CELL}|{_GAPS}|"
    rf"lacks? (?:an?y?) {_CELL})",
    rf"{_HAS_NONE} (?:{_MISSING} {_CELL}|{_GAPS}(?: {_CELL})?)(?: at all)?",
    rf"lack(?:s|ing)? no {_CELL}|gap-free|gapless|non-null|not null",
    # "that has neither gaps nor duplicates", "without duplicates or gaps"
    rf"(?:{_HAS} neither|n?or) (?:{_MISSING} {_CELL}|{_GAPS}(?: {_CELL})?)",
)

_ONLY = r"(?:only|just|purely|solely|all|entirely|exclusively|nothing but)"
_HELD = (
    r"(?:(?:(?:that|which)(?: |['’]s )|(?:that|which) (?:is|are) |(?:is|are) )"
    r"(?=filled|populated|made|full|composed)|(?:that|which) )?"
    rf"(?:(?:{_MUST} )?(?:hold|contain|have|show|store|comprise|consist of)|"
    r"holds|holding|contains|containing|has|having|shows|stores|storing|comprising|consists of|"
    r"carries|carrying|consisting of|composed of|"
    r"filled with|populated (?:with|by)|made (?:up )?of|full of|with|of|"
    r"whose (?:values|cells|entries) are|where (?:the )?(?:values|cells|entries) are|"
    r"(?:is |are )?(?:stored|given|recorded|expressed|written|held|kept|formatted|typed) (?:as|in)|"
    r"in the form of|in)"
)
_KINDS = {
    "SO_NUMBERS": r"(?:whole |decimal )?numbers|numerals|integers|numeric(?:al)? (?:values|data)|"
    r"numeric(?:al)? entries|number values",
    "SO_DATES": r"(?:calendar )?(?:dates|timestamps|datetimes)|date (?:values|entries)|"
    r"(?:a )?dates? format",
    "SO_TEXT": r"(?:free |plain )?texts?|strings|textual (?:values|data)|text (?:values|entries)",
    "SO_BOOLEANS": r"(?:true|yes|t|y)(?:/| or | and )(?:false|no|f|n)"
    r"(?: (?:values|entries|answers))?|booleans?(?: values)?|true/false flags",
}
_ADJECTIVES = {
    "SO_NUMBERS": r"numeric(?:al)?|a number|of (?:a )?numeric(?:al)? type|of type number|integer",
    "SO_DATES": r"a date|of (?:a )?date type|of type date",
    "SO_TEXT": r"textual|of (?:a )?text type|of type text",
    "SO_BOOLEANS": r"boolean|binary|of (?:a )?boolean type|(?:true|yes)(?:/| or )(?:false|no)",
}
_KIND = "|".join(
    (
        *(
            rf"(?P<{kind}>(?:{_HELD}|(?:(?:that|which) )?{_MUST} be) (?:{_ONLY} )?(?:{words}))"
            for kind, words in _KINDS.items()
        ),
        *(
            rf"(?P<{kind}_>(?:(?:that|which)['’]s|(?:(?:that|which) )?(?:is|are|{_MUST} be)) "
            rf"(?:{_ONLY} )?(?:{words}))"
            for kind, words in _ADJECTIVES.items()
        ),
    )
)
_ENDS = (
    r"(?:(?: only| throughout| inside| in (?:it|them|there|its cells))*"
    r"(?=\s*(?:[,.;:?!)]|$)| [-–—/|] |"
    r" (?:and|or|but|plus|that|which|where|as|so|on|about|please|pls|without|w/o|in which)\b|"
    r" (?:with|having) (?:no|all|only|every|each|nothing|unique|distinct)\b|"
    r" (?:can|could|may|might|would|will|should|shall) (?:I|we|be)\b|"
    r" (?:(?:is|are) (?:present|there|required|needed|included)|exists?)\b))"
)
_SAID = re.compile(
    rf"(?:(?:that|which)(?: |['’]s )|and (?={_WHERE} ))?(?:(?P<SO_UNIQUE>{'|'.join(_UNIQUE)})|"
    rf"(?P<SO_COMPLETE>{'|'.join(_COMPLETE)}))(?: in (?:that|this) (?:col(?:umn)?|field))?"
    r"(?![\w-]|['’]| (?:on|about|for|above|over|below|under|than|from)\b)|"
    rf"(?:{_KIND}){_ENDS}",
    re.IGNORECASE,
)
_IN_BRACKETS = {
    "SO_NUMBERS": r"numeric(?:al)?|(?:in )?(?:whole )?(?:numbers?|integers?)|decimals?|floats?|"
    r"numeric(?:al)? (?:values|data|column)",
    "SO_DATES": r"(?:in )?(?:dates?|datetimes?|timestamps?)|date (?:values|format|column)",
    "SO_TEXT": r"(?:free |plain )?texts?|strings?|textual|text (?:values|column)",
    "SO_BOOLEANS": r"bool(?:ean)?s?|binary|(?:true|yes|t|y) ?(?:/|or) ?(?:false|no|f|n)",
    "SO_UNIQUE": rf"{_DIFFERENT}(?: {_CELL})?|no (?:{_REPEATS}|{_REPEATED} {_CELL})",
    "SO_COMPLETE": rf"complete|(?:fully |always |all )?filled(?: in)?|not null|non-null|"
    rf"(?:never|not) (?:blank|empty|missing|null)|{_NO} (?:{_GAPS}|{_MISSING} {_CELL})",
}
_BRACKETED = re.compile(
    r"\((?:(?:all|only|always|just|must be|should be) )?(?:"
    + "|".join(f"(?P<{kind}>{words})" for kind, words in _IN_BRACKETS.items())
    + r")(?: only)?\)"
    r"(?=\s*(?:[,.;:?!)|/+&]|$)|\s[-–—]\s| (?:and|or|but|plus|that|which|where|in)\b)",
    re.IGNORECASE,
)
"""What cells are, in brackets: "(numeric)", "(all unique)", "(no blanks)"."""
_COLUMN = r"\b(?:columns?|cols?|fields?|attributes?|variables?|headers?)\b"
_COUNT = rf"(?:\d+|{'|'.join(word for word in NUMBER_WORDS if word != '_')}|dozen|hundred)"
_KINDS_SAID = (
    r"(?:numbers|numeric(?:al)?|dates|date|booleans?|text|textual|unique|distinct|complete|no|"
    r"without|is|are|that|which|where)"
)
_SPECIFIED = re.compile(
    rf"(?:^|(?P<kind>\b(?!no\b){_KINDS_SAID} )|(?P<count>\b{_COUNT} )|[^\w])"
    rf"{_COLUMN} (?:(?:that|which) (?:is|are) )?"
    r"(?:named|called|titled|headed|labell?ed|about|on|for|concerning|regarding|describing|covering|"
    rf"dealing with|with|to do with|relat(?:ed|ing) to) (?P<what>[^,;.!?<>=]+) $",
    re.IGNORECASE,
)
"""What a column is about or called, right before brackets."""
_LINKED = re.compile(r"n?or\b", re.IGNORECASE)
_REFUSED = re.compile(
    rf"\b(?:neither|{_NO}|{_WITHOUT}|free (?:of|from))(?: [\w-]+){{1,3}} $", re.IGNORECASE
)
"""Right before the second of two that a column has not: "without duplicates or gaps"."""
_SPOKEN_OF = re.compile(rf"{_COLUMN}[^.;!?]*$", re.IGNORECASE)
_FOLLOWS = re.compile(
    rf" (?:in|for) (?:(?:the|its|their|an?) )?(?:[\w-]+ ){{0,4}}?{_COLUMN}", re.IGNORECASE
)


def read_cell_property(text: str, place: int) -> Token | None:
    """Read what holds of all cells of a column: dates, all different, none missing.

    Only of a column that is spoken of before it, or right behind: of rows and tables the same
    words say other things.

    Examples
    --------
    >>> found = read_cell_property("a column where no value occurs twice", 9)
    >>> found.type, str(found)
    ('SO_UNIQUE', 'where no value occurs twice')
    >>> read_cell_property("every cell filled in the price column", 0).type
    'SO_COMPLETE'
    >>> read_cell_property("a column about wind, in numbers", 21).type
    'SO_NUMBERS'
    >>> read_cell_property("a column about wind (numeric)", 20).type
    'SO_NUMBERS'
    >>> read_cell_property("tables where no value occurs twice", 7) is None
    True
    """
    if text[place] == "(":
        return _bracketed(text, place)
    match = _SAID.match(text, place)
    if match is None or (_LINKED.match(match[0]) and not _REFUSED.search(text[:place])):
        return None
    if not _SPOKEN_OF.search(text[:place]) and not _FOLLOWS.match(text, match.end()):
        return None
    kind = (match.lastgroup or "").removesuffix("_")
    return token(kind, match[0].lower(), place, match.end())


def kinds_in_brackets(text: str) -> Iterator[tuple[int, int]]:
    """Give where brackets stand that say what the cells of a column are.

    Examples
    --------
    >>> list(kinds_in_brackets("a column about wind (numeric)"))
    [(20, 29)]
    """
    for opening in re.finditer(r"\(", text):
        found = _bracketed(text, opening.start())
        if found is not None:
            yield found.start_pos or 0, found.end_pos or 0


def is_kind_of_column(text: str, place: int) -> bool:
    """Whether what stands in brackets says what the cells of a column are.

    Parameters
    ----------
    place
        Where the bracket opens.

    Examples
    --------
    >>> is_kind_of_column("a column about wind (numeric)", 20)
    True
    >>> is_kind_of_column("wind above 5 (numeric)", 13)
    False
    """
    return _bracketed(text, place) is not None


def _bracketed(text: str, place: int) -> Token | None:
    """Read a kind in brackets behind what a column is about or called, if no other is said."""
    match = _BRACKETED.match(text, place)
    of = [*_of_columns(text[:place])] if match is not None else []
    if match is None or not of:
        return None
    last = of[-1]
    said = last["kind"] or re.search(rf"\b{_KINDS_SAID}\b", last["what"], re.IGNORECASE)
    if said or last["count"]:  # "tables with 5 columns about rain (numeric)"
        return None
    return token(match.lastgroup or "", match[0].lower(), place, match.end())


def _of_columns(before: str) -> Iterator[re.Match[str]]:
    found = _SPECIFIED.search(before)
    while found is not None:
        yield found
        found = _SPECIFIED.search(before, found.start("what"))
