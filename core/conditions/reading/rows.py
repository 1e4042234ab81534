"""Read the parts of a parsed text that are about rows: categories, words, numbers, dates."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from lark import Token

from core.conditions.errors import ConditionError
from core.conditions.exact_numbers import exact
from core.conditions.lexing.values_beside import PERHAPS
from core.conditions.reading.nodes import Node, child, every_token, extent_of
from core.conditions.reading.quantities import (
    COMPARISONS,
    moments,
    quantities,
    quantity,
    when,
    whens,
    within,
)
from core.conditions.reading.titles import says_column
from core.conditions.reading.value_words import (
    but_not,
    is_empty,
    parted_by_slashes,
    refused_in_a_row,
    require_telling,
)
from core.conditions.types import (
    And,
    Category,
    Comparison,
    Condition,
    Date,
    HasColumn,
    Kind,
    Not,
    Number,
    Or,
    Quantity,
    Span,
    Text,
    Topic,
    When,
)
from core.conditions.words.date_names import DATE_NAME, DONE_TO_THINGS, PERIOD_NAME

_WHOLE_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_OWN = re.compile(r"\b(?:my|our|your)\b")
_QUOTES = "\"'“”‘’„«»`"
_OF_WHAT = {
    *("birth", "death", "origin", "residence", "living", "issue", "publication", "release", "sale"),
    *("arrival", "departure", "construction", "foundation", "employment", "instruction", "study"),
    *("service", "interest", "use", "change", "growth", "entry", "delivery", "purchase", "travel"),
}
"""What names of columns end with: "date of birth", "country of origin"."""
_CODE = re.compile(r"0\d+")
_OF_DATES = {"date", "dates", "day", "month", "year", "time"}
"""What is said behind the quoted name of a column and is no part of it: "retired" date."""
_NO_COLUMNS = {"row", "rows", "records", "the union", "the join", "the result", "union", "join"}
"""What is no column where it has a value: "rows are added"."""
_CALLED = re.compile(r"(?:the )?name of (?:the|a|that|this) (?:column|field|attribute|variable)")
_LISTS = {"list", "lists", "listing", "showing", "naming", "names"}
_SAYING = {"say", "says", "saying"}
_AMOUNT_WORDS = {"many", "much", "few", "little", "long", "large"}
"""What no column is called: "twice as many rows"."""
_TWO = 2
_RATE = re.compile(r"\b(?:per|an?|each|every) \w+$", re.IGNORECASE)
"""What ends the name of what is counted, and no date: "births per year"."""
_BY_SIZE = {"GT", "GE", "LT", "LE", "EQ"}
_SEVERAL = re.compile(
    r"^(?!.*\b(?:by|of|in|for|and|or)\b)(?:.*\b)?(?:[a-z]+s|people|men|women|children)$"
)
"""What sounds like several things, and no column: "players", "silent films"."""
_ASKING = re.compile(
    r"\W*(?:(?:please|find|show|list|search|look|looking|get|give|i|we|want|need|any|all|which|what|"
    r"for|me|us|the|some|unionable|joinable|tables|data|data ?sets|of|about|on|with)\b[\s,:]*)*",
    re.IGNORECASE,
)
"""What stands before the things that are asked for, where no column is spoken of."""
_HINT_NEITHER = 'it was taken for one value; say "{}" if it is none of two'
_HINT_BESIDE = 'it was taken for a column and its values; say "{}" if it is'
_HINT_LISTED = 'its commas were taken to part values; say "{}" if they do'
_HINT_SLASH = 'it was taken for several values; put "{}" in quotation marks if it is one'


class RowReader:
    """Turn the parts of a tree that are about rows into conditions.

    Parameters
    ----------
    text
        What was parsed: names and values are cut out of it as they stand.

    Attributes
    ----------
    doubts
        Words that may be meant otherwise than they were read.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self.doubts: list[Span] = []

    def _doubt(self, node: Node | Token, hint: str, instead: str = "") -> None:
        """Keep a reading, and say of its words what may be meant instead."""
        start, end = extent_of(node)
        self.doubts.append(
            Span(start, end, self._text[start:end], hint, kept=True, instead=instead)
        )

    def _words(self, node: Node | Token) -> str:
        start, end = extent_of(node)
        return clean(self._text[start:end])

    def _between(self, first: Token, last: Token) -> str:
        return clean(self._text[extent_of(first)[0] : extent_of(last)[1]])

    def _part(self, node: Node, name: str) -> str:
        found = child(node, name)
        if name == "name":
            words = self._name(found)
            known = any(str(one.type) == "KNOWN" for one in every_token(found))
            if words.lower() in _AMOUNT_WORDS and not known:
                raise ConditionError("say how many")
            return words
        if name == "value":
            require_telling(list(every_token(found)))
        return self._words(found)

    def _name(self, node: Node) -> str:
        """Cut out the name of a column: "price column" and "column price" are "price"."""
        tokens = list(every_token(node))
        while len(tokens) > 1 and str(tokens[-1].type) == "COLUMN":
            tokens.pop()
        while len(tokens) > 1 and says_column(tokens, self._text):
            tokens.pop(0)
        quoted = len(tokens) == _TWO and str(tokens[0].type) == "QUOTED"
        if quoted and str(tokens[1]).lower() in _OF_DATES:
            tokens.pop()
        return self._between(tokens[0], tokens[-1])

    def _contains_text(self, node: Node) -> Condition:
        bare = next(iter(node.find_data("value")), None)
        if bare is None:
            return Text(str(next(t for t in every_token(node) if str(t.type) == "QUOTED")))
        tokens = list(every_token(bare))
        cut = but_not(tokens)
        if not cut or any(str(token.type) == "QUOTED" for token in tokens):
            return _either([Text(word) for word in self._alternatives(tokens)])
        listed = tokens[: cut - (str(tokens[cut - 1].type) == "COMMA")]
        yes, no = (self._alternatives(part) for part in (listed, tokens[cut + 2 :]))
        return And((_either([Text(one) for one in yes]), Not(_either([Text(one) for one in no]))))

    def _contains_but(self, node: Node) -> Condition:
        yes, no = sorted(node.find_data("value"), key=extent_of)
        listed = [self._alternatives(list(every_token(value))) for value in (yes, no)]
        wanted, refused = (_either([Text(one) for one in words]) for words in listed)
        return And((wanted, Not(refused)))

    def _contains_absent(self, node: Node) -> Condition:
        return Not(RowReader._contains_text(self, node))

    def _contains_each(self, node: Node) -> Condition:
        words = [str(t) for t in every_token(node) if str(t.type) == "QUOTED"]
        return And(tuple(Text(word) for word in words))

    def _contains_both(self, node: Node) -> Condition:
        name = self._part(node, "name") if any(node.find_data("name")) else ""
        return And(tuple(Text(word, name) for word in self._values(node)))

    def _contains_neither(self, node: Node) -> Condition:
        return And(tuple(Not(Text(word)) for word in self._values(node)))

    def _values(self, node: Node) -> list[str]:
        found = sorted(node.find_data("value"), key=extent_of)
        for value in found:
            require_telling(list(every_token(value)))
        return [self._words(value) for value in found]

    def _contains_in(self, node: Node) -> Condition:
        of_rows = {str(token.type) for token in every_token(child(node, "name"))} == {"ROWS"}
        column = "" if of_rows else self._part(node, "name")
        tokens = list(every_token(child(node, "value")))
        said = any(str(t) in _SAYING for t in node.children if isinstance(t, Token))
        if said and any(node.find_data("titled")):
            return self._one_of(column, [tokens])
        cut = but_not(tokens)
        if cut:
            yes, no = (
                self._between(part[0], part[-1]) for part in (tokens[:cut], tokens[cut + 2 :])
            )
            return And((Text(yes, column), Not(Text(no, column))))
        words = self._alternatives(tokens)
        return self._listed(node, column, words) or _either([Text(one, column) for one in words])

    def _listed(self, node: Node, column: str, words: Sequence[str]) -> Category | None:
        """Read "with Kenya, Mali or Chad in the country column" as the values, not as words."""
        kinds = {str(token.type) for token in every_token(node)}
        if len(words) == 1 or kinds & {"KEYWORD", "CONTAINS", "QUOTED", "APPEARS", "VALUES"}:
            return None
        return Category(column, tuple(words)) if all(one[:1].isupper() for one in words) else None

    _contains_column = _contains_in

    def _contains_not(self, node: Node) -> Condition:
        return Not(self._contains_in(node))

    def _contains_none(self, node: Node) -> Condition:
        name = self._part(node, "name")
        return And(tuple(Not(Text(word, name)) for word in self._values(node)))

    def _alternatives(self, tokens: Sequence[Token]) -> list[str]:
        """Cut a value at each "or" between words, and at commas where it ends a list.

        "Rome, Oslo or Bern" are three; "Saitama, Saitama, Japan" is one value, and "Paris, Texas or
        Salem, Oregon" are two.
        """
        require_telling(tokens)
        cuts = [i for i, token in enumerate(tokens) if str(token.type) == "OR"]
        if 0 in cuts or len(tokens) - 1 in cuts:
            return [self._between(tokens[0], tokens[-1])]
        commas = [i for i, token in enumerate(tokens) if str(token.type) == "COMMA"]
        if len(cuts) == 1 and all(comma < cuts[0] for comma in commas):
            cuts = sorted([*commas, *cuts])
        edges = [-1, *cuts, len(tokens)]
        return [
            self._between(tokens[a + 1], tokens[b - 1])
            for a, b in itertools.pairwise(edges)
            if b > a + 1
        ]

    def _category(self, node: Node) -> Condition:
        name = self._part(node, "name")
        lists = list(node.find_data("values")) or list(node.find_data("value"))
        if (date := _single_date(name, lists)) is not None:
            return date
        rows = [list(every_token(found)) for found in lists]
        self._doubt_listed(name, rows, node)
        self._doubt_beside(name, rows, node)
        cut = but_not(rows[0]) if len(rows) == 1 else 0
        if not cut:
            return self._one_of(name, rows)
        yes, no = rows[0][:cut], rows[0][cut + 2 :]
        return And((self._one_of(name, [yes]), Not(self._one_of(name, [no]))))

    def _doubt_listed(self, name: str, rows: Sequence[Sequence[Token]], node: Node) -> None:
        """Say of "country: Kenya, Peru" that the commas may part something else than values."""
        tokens = [token for row in rows for token in row] + list(every_token(node))
        parting = {str(token) for token in tokens if str(token.type) == "OR"}
        if parting == {","}:  # an "or" at the end leaves no doubt
            first, last = rows[0][0], rows[-1][-1]
            said = self._between(*sorted((first, last), key=extent_of))
            instead = f"{name} is one of {said}"
            self._doubt(node, _HINT_LISTED.format(instead), instead)

    def _doubt_beside(self, name: str, rows: Sequence[Sequence[Token]], node: Node) -> None:
        """Say of "refrigerant R290 or R32" that it was taken for a column and its values."""
        if any(str(token) == PERHAPS for token in every_token(node)):
            said = self._between(rows[0][0], rows[-1][-1])
            instead = f"{name} is {said}"
            self._doubt(node, _HINT_BESIDE.format(instead), instead)

    def _listed_in(self, node: Node) -> Condition:
        """Read values of a column where they are listed, words in it where they are mentioned."""
        column = self._part(node, "name")
        values = sorted(node.find_data("value"), key=extent_of)
        if str(next(every_token(node))).split()[-1] in _LISTS:
            return self._one_of(column, [list(every_token(found)) for found in values])
        return _either([Text(self._words(value), column) for value in values])

    def _one_of(self, name: str, rows: Sequence[Sequence[Token]]) -> Category:
        if any(is_empty(row) for row in rows):
            raise ConditionError(
                'put it in quotation marks if it is a value; gaps are asked for as "column about X '
                'without missing values"'
            )
        if any(_CALLED.fullmatch(self._between(row[0], row[-1])) for row in rows):
            raise ConditionError("leave out what the column is called")
        if name.lower() in _NO_COLUMNS:
            raise ConditionError("say which column has the value")
        values = tuple(word for row in rows for word in self._alternatives(row))
        return Category(name, tuple(self._slashed(rows, in_order(values, self._text))))

    def _slashed(self, rows: Sequence[Sequence[Token]], values: Sequence[str]) -> Iterator[str]:
        """Cut values with slashes; that "Guard/Forward" may be one value is said."""
        quoted = {str(token) for row in rows for token in row if str(token.type) == "QUOTED"}
        for value in values:
            several = [value] if value in quoted else parted_by_slashes(value)
            if len(several) > 1 and not value.islower():
                told = (token for row in rows for token in row if "/" in self._words(token))
                self._doubt(next(told), _HINT_SLASH.format(value), f'"{value}"')
            yield from several

    def _category_as(self, node: Node) -> Condition:
        """Read "Oslo as the city"; "the city as Oslo" names the column first."""
        value, name = (child(node, "value"), child(node, "name"))
        before = self._text[: extent_of(value)[0]].rstrip().lower()
        if not before.endswith((" the", " its", " their")) or _is_after_article(self._text, name):
            return self._category(node)
        (column,) = self._alternatives(list(every_token(value)))
        return Category(column, (self._words(name),))

    def _odd_category(self, node: Node) -> Condition:
        """Read "country of Norway"; "date of birth" and "results of the elections" are none."""
        inner = child(node, "value")
        value = list(every_token(inner))
        words = self._words(inner)
        if _OWN.search(self._words(node)):
            raise ConditionError('say it as "COLUMN is VALUE" if the second is a value')
        single = " " not in words and words not in _OF_WHAT
        kinds = [str(token.type) for token in value]
        known = any(str(t.type) == "KNOWN" for t in every_token(child(node, "name")))
        if kinds == ["PERCENT"] or (kinds == ["NUMBER"] and known):
            amount = Quantity(Comparison.EQUAL, exact(value[0]))
            return Number(self._part(node, "name"), amount)
        named = kinds[0] in {"QUOTED", "KNOWN"} or words[:1].isupper() or single
        if not named and not known:
            raise ConditionError('say it as "COLUMN is VALUE" if the second is a value')
        return Category(
            self._part(node, "name"),
            in_order(tuple(self._alternatives(list(every_token(inner)))), self._text),
        )

    def _category_not(self, node: Node) -> Condition:
        if any(is_empty(list(every_token(value))) for value in node.find_data("value")):
            return HasColumn(about=self._part(node, "name"), kind=Kind.COMPLETE)
        numbers = [token for value in node.find_data("value") for token in every_token(value)]
        kinds = [str(token.type) for token in numbers]
        if kinds in (["NUMBER"], ["PERCENT"]) and not self._code(node):
            amount = Quantity(Comparison.EQUAL, exact(numbers[0]))
            return Not(Number(self._part(node, "name"), amount))
        found = self._none_of_several(node)
        if found is not None:
            return found
        for value in node.find_data("value"):
            self._doubt_both(value)
        return Not(self._category(node))

    def _none_of_several(self, node: Node) -> Condition | None:
        """Read "is not Camden and not Hackney" and "isn't Camden nor Hackney" as neither."""
        lists = list(node.find_data("value"))
        rows = refused_in_a_row(list(every_token(lists[0])))
        if len(lists) > 1 or len(rows) == 1:
            return None
        return Not(self._one_of(self._part(node, "name"), rows))

    def _doubt_both(self, value: Node) -> None:
        """Say of "is not Sales and Legal" that neither may be meant."""
        words = self._words(value)
        both = [token for token in every_token(value) if str(token.type) == "AND"]
        if len(both) == 1 and " and " in words:
            instead = words.replace(" and ", " or ")
            self._doubt(value, _HINT_NEITHER.format(instead), instead)

    def _number_is(self, node: Node) -> Condition:
        found = quantity(node)
        about = found.comparison is Comparison.ABOUT
        name = self._part(node, "name")
        if found.comparison is Comparison.EQUAL and (code := self._code(node)):
            return Category(name, (code,))
        years = sorted(str(t) for t in every_token(node) if str(t.type) == "YEAR")
        both = found.comparison is Comparison.BETWEEN and len(years) == _TWO
        if both and DATE_NAME.search(name) and not _RATE.search(name):
            return Date(name, When.BETWEEN, *years)
        return Number(name, found, average=about)

    def _code(self, node: Node) -> str:
        """Give a number as it is spelled if it begins with a needless 0, as codes do: "007"."""
        numbers = (one for one in every_token(node) if str(one.type) == "NUMBER")
        spelled = (self._text[slice(*extent_of(one))] for one in numbers)
        return next((one for one in spelled if _CODE.fullmatch(one)), "")

    def _number_both(self, node: Node) -> Condition:
        name = self._part(node, "name")
        return And(tuple(Number(name, each) for each in quantities(node)))

    def _number_either(self, node: Node) -> Condition:
        name = self._part(node, "name")
        return Or(tuple(Number(name, each) for each in quantities(node)))

    def _number_not(self, node: Node) -> Condition:
        return Not(self._number_is(node))

    def _number_within(self, node: Node) -> Condition:
        name = self._part(node, "name")
        return And(tuple(Number(name, each) for each in within(node)))

    def _counted_of(self, node: Node) -> Condition:
        return Number(self._part(node, "counted_name"), quantity(node))

    def _average_is(self, node: Node) -> Condition:
        found = quantity(node)
        if found.comparison is Comparison.EQUAL:
            found = Quantity(Comparison.ABOUT, found.value)
        return Number(self._part(node, "name"), found, average=True)

    def _date_is(self, node: Node) -> Condition:
        name = self._part(node, "name")
        types = [str(token.type) for token in every_token(node)]
        if types[-2:] == ["IS", "PERIOD"] and PERIOD_NAME.search(name):
            return Category(name, (self._words(list(every_token(node))[-1]),))
        return self._of_subject(name, node) or _of_date(name, node)

    def _of_subject(self, name: str, node: Node) -> Condition | None:
        """Read "players born after 1980" as tables on players with a date of birth."""
        named = list(every_token(child(node, "name")))
        start, _ = extent_of(node)
        if {str(one.type) for one in named} != {"WORD"} or not _ASKING.fullmatch(
            self._text[:start]
        ):
            return None
        subject, _, done = name.rpartition(" ")
        if not _SEVERAL.search(subject) or done.lower() not in DONE_TO_THINGS:
            return None
        return And((Topic(subject), _of_date(done, node)))

    _dates_in = _date_is

    def _date_both(self, node: Node) -> Condition:
        name = self._part(node, "name")
        return And(tuple(_of_date(name, each) for each in whens(node)))

    def _date_either(self, node: Node) -> Condition:
        name = self._part(node, "name")
        return Or(tuple(_of_date(name, each) for each in whens(node)))

    def _date_not(self, node: Node) -> Condition:
        return Not(self._date_is(node))

    def _any_date(self, node: Node) -> Condition:
        return Date("", *when(node))

    def _any_date_in(self, node: Node) -> Condition:
        return Date("", When.IN, str(moments(node)[0]))


def clean(text: str) -> str:
    """Take quotation marks and blanks off the ends of a name or a value.

    Examples
    --------
    >>> clean(" 'New York' "), clean("auto(l5)"), clean("Rock 'n' Roll")
    ('New York', 'auto(l5)', "Rock 'n' Roll")
    """
    text = text.strip()
    while len(text) > 1 and text[0] in _QUOTES and text[-1] in _QUOTES:
        text = text[1:-1].strip()
    return text


def in_order(words: Sequence[str], text: str) -> tuple[str, ...]:
    """Put words in the order of the text: trees are walked from below."""
    return tuple(sorted(dict.fromkeys(words), key=text.find))


def _of_date(name: str, node: Node) -> Condition:
    """Read a comparison with a date; years compared by size are numbers, but of dates."""
    found = when(node)
    years_only = all(str(t.type) == "YEAR" for t in moments(node))
    comparison = next((str(t.type) for t in every_token(node) if str(t.type) in _BY_SIZE), "")
    if years_only and comparison and not DATE_NAME.search(name):
        return Number(name, Quantity(COMPARISONS[comparison], exact(found[1])))
    return Date(name, *found)


def _single_date(name: str, values: list[Node]) -> Date | None:
    """Read "is 2018-03-12" as the day, however the cells write it; none for what is no day."""
    tokens = [token for value in values for token in every_token(value)]
    if len(tokens) != 1:
        return None
    (token,) = tokens
    day = str(token.type) == "DATE" and _WHOLE_DATE.match(str(token)) is not None
    year = str(token.type) == "YEAR" and DATE_NAME.search(name) is not None
    return Date(name, When.IN, str(token)) if day or year else None


def _either(parts: list[Text]) -> Condition:
    return parts[0] if len(parts) == 1 else Or(tuple(parts))


def _is_after_article(text: str, node: Node) -> bool:
    return text[: extent_of(node)[0]].rstrip().lower().endswith((" the", " its", " their", " a"))
