"""Read conditions on tables: what they are about, how large they are, which columns they have."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from enum import Enum, auto
from itertools import groupby

from lark import Token, Tree

from core.conditions.errors import ConditionError
from core.conditions.lexing.headings import HEADED, OF_PEOPLE
from core.conditions.reading.joining import negation
from core.conditions.reading.nodes import Node, child, every_token, extent_of
from core.conditions.reading.quantities import (
    READ_QUANTITY,
    portion,
    quantities,
    quantity,
    share,
    within,
)
from core.conditions.reading.rows import RowReader, clean, in_order
from core.conditions.reading.titles import begins_key
from core.conditions.reading.value_words import but_not
from core.conditions.types import (
    HINT_ASIDE,
    And,
    Category,
    Comparison,
    Condition,
    Extent,
    HasColumn,
    Kind,
    Measure,
    Not,
    OnColumns,
    Operation,
    Or,
    Quantity,
    Result,
    Size,
    Span,
    Topic,
)
from core.conditions.words.lexicon import NUMBER_WORDS

_APART = re.compile(
    r"\s+(?:(?:in|from|within|inside|to) )?(?:the|those|these|any|such|my)\s|"
    r"\s+(?:from|in|within|inside) "
)
"""What stands between a verb and tables, and never between a subject and its tables."""
_COVERING = {
    *("cover", "covers", "covering", "listing", "lists", "speak of", "speaks of", "speaking of"),
}
_IDENTIFIER = re.compile(r"\w+_\w+|[a-z]+[A-Z]\w*")
"""What can only be a column's name: "a michelin_stars column"."""
_DATA_ON = re.compile(r"^(?:data|info|information) (?:on|about) (?=\w)", re.IGNORECASE)
_PLURAL = re.compile(r"[^sui]s$")
_OTHER_THAN = {"NOT", "EXCEPT"}
_ANYTHING = {"anything", "everything", "something"}
_SAID_AGAIN = re.compile(r"^(?:with|to|on|about|of|for) ")
_REPEATED = {"WITH", "TO", "ON", "ABOUT", "OF", "FOR"}
"""What is said once more before a second topic: "to do with rivers, not with lakes"."""
_HINT_ALTERNATIVES = 'it was taken for two topics; say "{}" if they are values of a column'
_HINT_TOPIC = 'it was taken for a part of the topic; say "{}" if it is the value of a column'
_NAMES_TOO = {"theme", "subject"}
_HINT_OF_WHAT = 'say which column it is of, as in "price {}"'
_HINT_NAME_TOO = "it was taken for what the tables are about; say '{}' if a column is called so"
_REFUSING = {"EXCEPT", "NEITHER"}
_OF_LIST = {"WORD", "KNOWN", "QUOTED", "OR", "ONE_OF", "OF", "IN"}
"""What subjects are made of that are alternatives: "rowing or canoeing"."""
_FEATURING = {
    *("feature", "features", "featuring", "that feature", "which feature", "include", "including"),
}
_DATED = {"DATES", "K_DATES"}
_NEW_COLUMNS = ("new ", "extra ", "additional ")
_EXTENTS = {
    "ROWS": Extent.ROWS,
    "ROWS_COUNTED": Extent.ROWS,
    "COLUMNS": Extent.COLUMNS,
    "COLUMN": Extent.COLUMNS,
}
_HOLDING_COLUMN = {"K_DATES": Kind.DATES, "DATES": Kind.DATES, "VALUES": Kind.NUMBERS}


_BESIDE_VALUES = re.compile(
    r"(?:(?P<topic>[^,]+), )?(?P<column>[a-z]\w*(?: [a-z]\w*)?) (?P<first>[\w-]+)"
    r"(?: or (?P<second>[\w-]+))?"
)
"""A topic, and what may be a column and two of its values."""
_WITH_VALUE = re.compile(
    r"(?P<topic>[\w' -]+?) with (?P<column>[a-z]\w*(?: [a-z]\w*){0,2}) (?P<value>[\w-]+)"
    r"(?P<others>(?:(?:, | or )[\w-]+)*)"
)
"""A topic, and what may be a column and its value: "soil with chamber type closed"."""
_OF_CATEGORIES = {
    *("level", "status", "type", "grade", "class", "category", "colour", "color", "size", "region"),
    *("country", "city", "state", "brand", "kind", "code", "gender", "sex", "league", "position"),
    *("season", "stage", "phase", "priority", "severity", "language", "genre", "party", "breed"),
    *("borough", "district", "county", "province", "currency", "method", "format", "outcome"),
}
"""What columns of categories are called."""


_UPWARD = {Comparison.GREATER, Comparison.AT_LEAST}
_DOWNWARD = {Comparison.LESS, Comparison.AT_MOST}


def _narrow(first: Quantity, second: Quantity) -> bool:
    """Whether two comparisons narrow one number: "over 5 and under 20 rows".

    Others are hardly both of it: "between 10 and 20 and over 50 rows".
    """
    both = {first.comparison, second.comparison}
    return bool(both & _UPWARD) and bool(both & _DOWNWARD)


class Wanted(Enum):
    """What a text wants to be found, by the operation that it speaks of.

    "Information on rents" is a column to whoever joins tables that have it, and what tables are
    about to whoever searches for them, unions them, or enriches a table with it.
    """

    TABLES = auto()
    ROWS = auto()
    COLUMNS = auto()
    DATA = auto()


class TableReader(RowReader):
    """Turn the nodes of conditions on tables, over one text, into conditions.

    Parameters
    ----------
    text
        What was parsed.
    wanted
        What the text wants to be found.
    """

    def __init__(self, text: str, wanted: Wanted) -> None:
        super().__init__(text)
        self._wanted = wanted

    def _lead(self, node: Node) -> Condition:
        """Read "rivers", "rivers or lakes" and "rivers but not lakes" at the beginning."""
        tokens = list(every_token(node))
        either = str(tokens[0].type) == "ONE_OF"
        alternatives = [str(token.type) for token in tokens].count("OR") == 1
        listed = _OF_LIST | ({"COMMA"} if either else set())
        if (either or alternatives) and all(str(token.type) in listed for token in tokens):
            found = self._either_of(tokens[either:], Topic)
            column, _, value = self._words(node).partition(" ")
            if not either and "or" not in value.split()[:1]:
                instead = f"{column} is {value}"
                self._doubt(node, _HINT_ALTERNATIVES.format(instead), instead)
            return found
        refused = self._but_not(tokens)
        return refused or self._with_value(node) or Topic(_DATA_ON.sub("", self._words(node)))

    def _topic(self, node: Node) -> Condition:
        if self._wanted is not Wanted.TABLES and any(node.find_data("topic_with")):
            raise ConditionError('say "about TOPIC", or which column has what')
        found = next(iter(node.find_data("phrase")), None)
        if found is None:
            return self._modified(node)
        if any(node.scan_values(_is_either)):
            return self._either(found, Topic)
        called = str(next(every_token(node)))
        beside = self._beside_values(found, called) or self._with_value(found)
        return beside or self._about(found)

    def _modified(self, node: Node) -> Condition:
        """Read "coffee tables".

        Raises
        ------
        ConditionError
            If the tables stand apart: "must adorn the tables", "culled from tables".
        """
        words = list(node.find_data("modifier"))
        start, end = extent_of(words[0])[0], extent_of(words[-1])[1]
        if _APART.match(self._text, end):
            raise ConditionError(HINT_ASIDE)
        return Topic(clean(self._text[start:end]))

    def _beside_values(self, node: Node, called: str) -> Condition | None:
        """Read "topic volcanoes, alert level red or orange" as a topic and a column's values.

        What is told as topics and may be values as well is said to be doubtful.
        """
        told = _BESIDE_VALUES.fullmatch(self._phrase(node))
        if told is None:
            return None
        topic, column, either = told["topic"], told["column"], told["second"]
        categories = column.split()[-1].lower() in _OF_CATEGORIES
        if topic and either and categories:
            return And((Topic(topic), Category(column, (told["first"], either))))
        values = categories or told["first"][:1].isupper()
        listed = bool(topic) and called.startswith("topic")
        single = not either and categories and told["first"].islower()
        if (listed and (either or single)) or (called == HEADED and values and either):
            instead = f"{column} is {told['first']}{f' or {either}' if either else ''}"
            said = _HINT_ALTERNATIVES if either else _HINT_TOPIC
            self._doubt(node, said.format(instead), f"{topic}, {instead}" if topic else instead)
        return None

    def _with_value(self, node: Node) -> Condition | None:
        """Read "soil with chamber type closed" as a topic and a column's value.

        What may be either is a topic and said to be doubtful: "cars with colour red".
        """
        told = _WITH_VALUE.fullmatch(self._phrase(node))
        if told is None or told["column"].split()[-1].lower() not in _OF_CATEGORIES:
            return None
        topic, column, value = told["topic"], told["column"], told["value"]
        if value.lower() in NUMBER_WORDS or (value.islower() and value[-1] == "s"):
            return None  # "diabetes type two", "stage winners"
        if value[:1].isupper() or (" " in column and value.isalpha()):
            others = re.split(", | or ", told["others"])[1:]
            return And((Topic(topic), Category(column, (value, *others))))
        instead = f"{column} is {value}{told['others']}"
        self._doubt(node, _HINT_TOPIC.format(instead), f"{topic}, {instead}")
        return None

    def _about(self, node: Node) -> Condition:
        """Read "rivers", "rivers or lakes" and "rivers but not lakes"."""
        tokens = list(every_token(node))
        opening, rest = tokens[:2], tokens[2:]
        if rest and str(opening[0]) in _ANYTHING and str(opening[1].type) in _OTHER_THAN:
            return Not(Topic(self._between(rest[0], tokens[-1])))
        if any(str(token.type) == "OR" for token in tokens):
            return self._either(node, Topic)
        return self._but_not(tokens) or Topic(self._phrase(node))

    def _but_not(self, tokens: Sequence[Token]) -> Condition | None:
        """Read "rivers but not lakes", "rivers except canals", "rivers, neither A nor B"."""
        types = [str(token.type) for token in tokens]
        cut, ends = but_not(tokens), 2
        alone = next((i for i, kind in enumerate(types) if kind in _REFUSING), 0)
        if not cut and alone:
            cut, ends = alone, 1
        if not cut or cut + ends >= len(tokens):
            return None
        yes = self._between(tokens[0], tokens[cut - 1]).rstrip(" ,")
        no = list(tokens[cut + ends + (types[cut + ends] in _REPEATED) :])
        if types[cut] != "NEITHER":
            return And((Topic(yes), Not(Topic(self._between(no[0], no[-1])))))
        each = [list(some) for nor, some in groupby(no, lambda t: str(t.type) == "NOR") if not nor]
        return And((Topic(yes), *(Not(Topic(self._between(s[0], s[-1]))) for s in each)))

    def _either(self, node: Node, made: Callable[[str], Condition]) -> Condition:
        return self._either_of(list(every_token(node)), made)

    def _either_of(self, tokens: list[Token], made: Callable[[str], Condition]) -> Condition:
        first, *others = in_order(self._alternatives(tokens), self._text)
        each = [first, *(_SAID_AGAIN.sub("", one) for one in others)]
        return made(each[0]) if len(each) == 1 else Or(tuple(made(one) for one in each))

    def _phrase(self, node: Node) -> str:
        """Cut out what something is about, without what is said behind it.

        Raises
        ------
        ConditionError
            If nothing but words around a request is left.
        """
        tokens = list(every_token(node))
        while tokens and (str(tokens[-1].type) == "COMMA" or self._is_said_behind(tokens[-1])):
            tokens.pop()
        if all(str(token.type) in {"FILL", "COMMA", "TOPIC"} for token in tokens):
            raise ConditionError("say what it is about")
        return self._between(tokens[0], tokens[-1])

    def _is_said_behind(self, token: Token) -> bool:
        start, end = extent_of(token)
        return str(token.type) == "FILL" and OF_PEOPLE.search(self._text[start:end]) is not None

    def _size(self, node: Node) -> Condition:
        noun = next(token for token in every_token(node) if str(token.type) in _EXTENTS)
        added = any(str(token.type) == "NEW" for token in every_token(node))
        if added or (str(noun).startswith(_NEW_COLUMNS) and str(noun.type) == "COLUMNS"):
            return Result(Measure(f"new {_EXTENTS[str(noun.type)]}"), quantity(node))
        return Size(_EXTENTS[str(noun.type)], quantity(node))

    _size_beyond = _size

    def _number_within(self, node: Node) -> Condition:
        named = list(every_token(child(node, "name")))
        extent = _EXTENTS.get(str(named[0].type)) if len(named) == 1 else None
        if extent is None:
            return super()._number_within(node)
        return And(tuple(Size(extent, each) for each in within(node)))

    def _contains_text(self, node: Node) -> Condition:
        """Read "tables that cover coffee" as being about it, and "that cover 'coffee'" not."""
        tokens = list(every_token(node))
        of_column = str(tokens[0].type) == "COLUMN"
        bare = of_column or any(node.find_data("contains_bare"))
        covering = str(tokens[of_column]) in _COVERING
        in_columns = covering and str(tokens[-1].type) == "SOMEWHERE" and "column" in tokens[-1]
        if bare and (in_columns or tokens[-1].startswith("among ")):
            return HasColumn(about=self._part(node, "value"))
        several = [str(t.type) for t in tokens].count("WORD") and " " in self._words(tokens[-1])
        shown = str(tokens[of_column]) in _FEATURING and self._wanted is Wanted.TABLES and several
        if bare and (covering or shown) and all(str(t.type) != "QUOTED" for t in tokens):
            self._part(node, "value")
            if of_column:
                return self._either(child(node, "value"), lambda words: HasColumn(about=words))
            return self._about(child(node, "value"))
        return super()._contains_text(node)

    def _contains_but(self, node: Node) -> Condition:
        tokens = list(every_token(node))
        if str(tokens[0]) not in _COVERING or any(str(t.type) == "QUOTED" for t in tokens):
            return super()._contains_but(node)
        yes, no = sorted(node.find_data("value"), key=extent_of)
        return And((self._either(yes, Topic), Not(self._either(no, Topic))))

    def _size_both(self, node: Node) -> Condition:
        noun = next(token for token in every_token(node) if str(token.type) in _EXTENTS)
        extent = _EXTENTS[str(noun.type)]
        sizes = [Size(extent, each) for each in quantities(node)]
        first = node.children[0]
        of_its_own = isinstance(first, Tree) and first.data in READ_QUANTITY
        if not of_its_own or _narrow(*(size.quantity for size in sizes)):
            return And(tuple(sizes))
        start, end = extent_of(first)
        words = self._text[start:end]
        self.doubts.append(Span(start, end, words, _HINT_OF_WHAT.format(words)))
        return sizes[-1]

    def _size_either(self, node: Node) -> Condition:
        noun = next(token for token in every_token(node) if str(token.type) in _EXTENTS)
        extent = _EXTENTS[str(noun.type)]
        return Or(tuple(Size(extent, each) for each in quantities(node)))

    def _column_about(self, node: Node) -> Condition:
        if any(node.find_data("short_columns")):
            several = sorted(node.find_data("short"), key=extent_of)
            return And(tuple(HasColumn(about=self._words(one)) for one in several))
        (inner, *_) = node.find_pred(lambda below: below.data in {"phrase", "short"})
        again = re.search(r" or (?:with|to|on|about) ", self._words(inner))
        listed = [str(token.type) for token in every_token(inner)].count("OR") == 1
        if again or listed or any(node.scan_values(_is_either)):
            return self._either(inner, lambda words: HasColumn(about=words))
        if self._wanted is not Wanted.COLUMNS and self._is_about_the_table(node):
            return Topic(self._phrase(inner))
        last = list(every_token(node))[-1]
        if str(last.type) == "SOMEWHERE" and "column" not in str(last):
            return Topic(self._phrase(inner))
        words = self._of_columns(node, inner)
        if inner.data == "short" and _IDENTIFIER.fullmatch(words[0]):
            return HasColumn(named=words[0])
        each = tuple(HasColumn(about=one.removesuffix("-related")) for one in words)
        return each[0] if len(each) == 1 else And(each)

    def _is_about_the_table(self, node: Node) -> bool:
        """Whether information is spoken of and no column, nor dates, which a column has."""
        kinds = [str(token.type) for token in every_token(node)]
        dated = kinds[-1] in _DATED or self._text[: extent_of(node)[1]].endswith("dates")
        return "COLUMN" not in kinds and "COLUMNS" not in kinds and not dated

    def _odd_category(self, node: Node) -> Condition:
        """Read "tables showing the price of bread" as being about it, unless it is a value."""
        try:
            found = super()._odd_category(node)
        except ConditionError:
            if self._wanted is not Wanted.TABLES:
                raise
            return Topic(self._words(node))
        words = self._words(node)
        subject = " of the " in words or _PLURAL.search(words.split(" of ")[0])
        return Topic(words) if subject and self._wanted is Wanted.TABLES else found

    def _column_named(self, node: Node) -> Condition:
        self._part(node, "value")
        tokens = list(every_token(child(node, "value")))
        if any(str(token.type) == "OR" for token in tokens):
            words = in_order(self._alternatives(tokens), self._text)
            return Or(tuple(HasColumn(named=one) for one in words))
        named = self._of_columns(node, child(node, "value"))
        each = tuple(HasColumn(named=words) for words in named)
        return each[0] if len(each) == 1 else And(each)

    def _topic_either(self, node: Node) -> Condition:
        phrases = sorted(node.find_data("phrase"), key=extent_of)
        return Or(tuple(Topic(self._phrase(one)) for one in phrases))

    def _topic_not(self, node: Node) -> Condition:
        words = self._phrase(child(node, "phrase"))
        said, refused, *_ = every_token(node)
        noun = str(said).removesuffix(" is")
        if noun in _NAMES_TOO and str(refused.type) == "NOT":
            instead = f'"{noun}" is not {words}'
            self._doubt(node, _HINT_NAME_TOO.format(instead), instead)
        return Not(Topic(words))

    def _topic_neither(self, node: Node) -> Condition:
        phrases = sorted(node.find_data("phrase"), key=extent_of)
        return And(tuple(Not(Topic(self._phrase(one))) for one in phrases))

    def _lone_column(self, node: Node) -> Condition:
        return HasColumn(about=self._words(child(node, "short")))

    def _no_column(self, node: Node) -> Condition:
        return Not(HasColumn(about=self._phrase(child(node, "phrase"))))

    def _no_short_column(self, node: Node) -> Condition:
        return Not(HasColumn(about=self._words(child(node, "short"))))

    def _no_short_columns(self, node: Node) -> Condition:
        return And(tuple(Not(one) for one in self._short_columns_of(node)))

    def _either_columns(self, node: Node) -> Condition:
        return Or(self._short_columns_of(node))

    def _short_columns_of(self, node: Node) -> tuple[HasColumn, ...]:
        each = sorted(node.find_data("short"), key=extent_of)
        return tuple(HasColumn(about=self._words(one)) for one in each)

    def _columns_named(self, node: Node) -> Condition:
        names = (str(one) for one in every_token(node) if str(one.type) == "QUOTED")
        return And(tuple(HasColumn(named=name) for name in names))

    def _of_columns(self, node: Node, inner: Node) -> list[str]:
        """Cut "columns called A and B" in two; what follows one column is one."""
        row = list(every_token(inner))
        cuts = [i for i, token in enumerate(row) if str(token.type) == "AND"]
        plural = any(str(token.type) == "COLUMNS" for token in every_token(node))
        if not plural or len(cuts) != 1 or not 0 < cuts[0] < len(row) - 1:
            return [self._words(inner) if inner.data == "value" else self._phrase(inner)]
        (cut,) = cuts
        return [self._between(part[0], part[-1]) for part in (row[:cut], row[cut + 1 :])]

    def _column_of(self, node: Node) -> Condition:
        types = [str(token.type) for token in node.children if isinstance(token, Token)]
        kind = next(
            (Kind[t.removeprefix("K_")] for t in types if t.startswith("K_")), None
        ) or next((_HOLDING_COLUMN[t] for t in types if t in _HOLDING_COLUMN), None)
        about = [self._words(found) for found in node.find_data("phrase")]
        about += [self._part(node, "name")] if any(node.find_data("name")) else []
        return HasColumn(about="".join(about), kind=kind)

    def _column_of_text(self, node: Node) -> Condition:
        about = [self._words(found) for found in node.find_data("phrase")]
        return HasColumn(about="".join(about), kind=Kind.TEXT)

    def _on_columns(self, node: Node) -> Condition:
        said = str(node.children[0].type)  # type: ignore[union-attr]
        keyed = Operation.UNION if self._wanted is Wanted.ROWS else Operation.JOIN
        operation = keyed if said == "ON_KEY" else Operation(said.lower())
        found = sorted(child(node, "name_list").find_data("name"), key=extent_of)
        names = [self._name(one) for one in found]
        noun = next((one for one in every_token(node) if str(one.type) == "COLUMN"), None)
        if noun is not None and begins_key(noun, found[0], self._text):
            names[0] = f"{noun} {names[0]}"
        return OnColumns(operation, in_order(names, self._text))

    def _result_size(self, node: Node) -> Condition:
        noun = next(token for token in every_token(node) if str(token.type) in _EXTENTS)
        added = any(str(token.type) == "NEW" for token in every_token(node))
        new = "new " if added or str(noun).startswith(_NEW_COLUMNS) else ""
        return Result(Measure(f"{new}{self._measured(node)}"), quantity(node))

    def _result_not(self, node: Node) -> Condition:
        return negation(self._result_size(node))

    def _result_new(self, node: Node) -> Condition:
        return Result(Measure(f"new {self._measured(node)}"), quantity(node))

    def _result_matched(self, node: Node) -> Condition:
        return Result(Measure.MATCHED_SHARE, share(node))

    def _result_matched_by(self, node: Node) -> Condition:
        found = next(one for one in node.iter_subtrees() if str(one.data).startswith("portion_"))
        return Result(Measure.MATCHED_SHARE, portion(found))

    def _measured(self, node: Node) -> str:
        noun = next(token for token in every_token(node) if str(token.type) in _EXTENTS)
        return str(_EXTENTS[str(noun.type)])


def _is_either(token: object) -> bool:
    return isinstance(token, Token) and str(token.type) == "ONE_OF" and str(token) == "either"
