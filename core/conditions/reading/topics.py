"""Read what tables are about: topics, alternatives, exceptions, and values told beside them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from enum import Enum, auto
from itertools import groupby

from lark import Token

from core.conditions.errors import ConditionError
from core.conditions.lexing.headings import HEADED, OF_PEOPLE
from core.conditions.lexing.values_beside import OFTEN
from core.conditions.reading.nodes import Node, child, every_token, extent_of
from core.conditions.reading.row_words import clean, in_order, without_related
from core.conditions.reading.rows import RowReader
from core.conditions.reading.value_words import but_not
from core.conditions.requests import HINT_ASIDE
from core.conditions.types import And, Category, Condition, Not, Or, Topic
from core.conditions.words.kind_sets import OTHER_THAN
from core.conditions.words.lexicon import NUMBER_WORDS

_APART = re.compile(
    r"\s+(?:(?:in|from|within|inside|to) )?(?:the|those|these|any|such|my)\s|"
    r"\s+(?:from|in|within|inside) "
)
"""What stands between a verb and tables, and never between a subject and its tables."""
_DATA_ON = re.compile(r"^(?:data|info|information) (?:on|about) (?=\w)", re.IGNORECASE)
_DATA_BEHIND = re.compile(r"(?<=\w)(?:-related)? data$", re.IGNORECASE)
_KINDS_OF_DATA = re.compile(
    r"^(?:\w+ )?(?:open|big|raw|meta|personal|master|test|training|mobile|missing|linked|live|"
    r"reference|private|and|or|of|in|on|for|panel|spatial|geospatial) data$",
    re.IGNORECASE,
)
"""What makes one noun with "data", which is what a table is about."""
_ENDS_HERE = re.compile(
    r"\s*(?:[,.;:!?]|$| (?:with|where|that|which|whose|in which|to|for|having|"
    r"(?:join|union|stack|append|merg|attach)\w*)\b)"
)
_ANYTHING = {"anything", "everything", "something"}
_SAID_AGAIN = re.compile(r"^(?:with|to|on|about|of|for) ")
_REPEATED = {"WITH", "TO", "ON", "ABOUT", "OF", "FOR"}
"""What is said once more before a second topic: "to do with rivers, not with lakes"."""
_ONES = re.compile(r"(?<=\w) ones$")
"""What stands for tables: "about nuclear energy, not wind energy ones"."""
_ANY_VALUE = "COLUMN is VALUE"
_HINT_ALTERNATIVES = 'it was taken for two topics; say "{}" if they are values of a column'
_HINT_TOPIC = 'it was taken for a part of the topic; say "{}" if it is the value of a column'
_ADDED = {"additional", "extra", "further"}
_HINT_ADDED = (
    "“{}” was taken for a part of the topic; say “{}” if it only says that more are wanted"
)
_NAMES_TOO = {"theme", "subject"}
_HINT_NAME_TOO = "it was taken for what the tables are about; say '{}' if a column is called so"
_REFUSING = {"EXCEPT", "NEITHER"}
_OF_LIST = {"WORD", "KNOWN", "QUOTED", "OR", "ONE_OF", "OF", "IN"}
"""What subjects are made of that are alternatives: "rowing or canoeing"."""
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
_QUOTED_FIRST = re.compile(r"^\"([^\"]+)\"(?= (?:with|in|by|for|of|per|AND) [^\",]+$)")
"""A subject that goes on behind its marks: "about "coffee" with milk"."""
_VALUED = re.compile(r"(?P<column>[a-z]\w*(?: [a-z]\w*){0,2}) (?P<value>[A-Z]\w*(?: [A-Z]\w*)*)")


class Wanted(Enum):
    """What a text wants to be found, by the operation that it speaks of.

    "Information on rents" is a column to whoever joins tables that have it, and what tables are
    about to whoever searches for them, unions them, or enriches a table with it.
    """

    TABLES = auto()
    ROWS = auto()
    COLUMNS = auto()
    DATA = auto()


class TopicReader(RowReader):
    """Turn the nodes of what tables are about, over one text, into conditions.

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
            first, _, last = value.partition(" or ")
            single = " " not in last or column.lower() in OFTEN
            if not either and single and first and "or" not in value.split()[:1]:
                of_tables = first.split()[-1] == "tables"  # "perfume tables or lipstick tables"
                instead = "" if of_tables else f"{column} is {value}"
                self._doubt(node, _HINT_ALTERNATIVES.format(instead or _ANY_VALUE), instead)
            return found
        refused = self._but_not(tokens)
        if refused is None:
            self._doubt_value(node)
            self._doubt_added(node)
        return refused or self._with_value(node) or Topic(self._without_data(node))

    def _without_data(self, node: Node) -> str:
        """Give the words of a subject without what says that they are data: "rent data"."""
        words = _DATA_ON.sub("", self._words(node))
        ends = _ENDS_HERE.match(self._text, extent_of(node)[1])
        of_kind = _KINDS_OF_DATA.search(words)
        return words if ends is None or of_kind else _DATA_BEHIND.sub("", words)

    def _doubt_value(self, node: Node) -> None:
        """Say of "currency EUR" that it may be the value of a column."""
        told = _VALUED.fullmatch(self._words(node))
        if told is not None and told["column"].split()[-1] in OFTEN:
            instead = f"{told['column']} is {told['value']}"
            self._doubt(node, _HINT_TOPIC.format(instead), instead)

    def _doubt_added(self, node: Node) -> None:
        """Say of "additional penalty notices" to append that they may be penalty notices."""
        first, _, others = self._words(node).partition(" ")
        if others and self._wanted is not Wanted.TABLES and first.lower() in _ADDED:
            self._doubt(node, _HINT_ADDED.format(first, others), others)

    def _topic(self, node: Node) -> Condition:
        if self._wanted is not Wanted.TABLES and any(node.find_data("topic_with")):
            raise ConditionError('say "about TOPIC", or which column has what')
        found = next(iter(node.find_data("phrase")), None)
        if found is None:
            return self._modified(node)
        if any(node.scan_values(is_either)):
            return self._either(found, Topic)
        called = str(next(every_token(node)))
        beside = self._beside_values(found, called) or self._with_value(found)
        return beside or self._about(found)

    def _modified(self, node: Node) -> Condition:
        """Read "coffee tables" and "coffee-related tables".

        Raises
        ------
        ConditionError
            If the tables stand apart: "must adorn the tables", "culled from tables".
        """
        words = list(node.find_data("modifier"))
        start, end = extent_of(words[0])[0], extent_of(words[-1])[1]
        if _APART.match(self._text, end):
            raise ConditionError(HINT_ASIDE)
        return Topic(without_related(clean(self._text[start:end])))

    def _beside_values(self, node: Node, called: str) -> Condition | None:
        """Read "topic volcanoes, alert level red or orange" as a topic and a column's values.

        What is told as topics and may be values as well is said to be doubtful.
        """
        told = _BESIDE_VALUES.fullmatch(self._phrase(node))
        if told is None:
            return None
        topic, column, either = told["topic"], told["column"], told["second"]
        categories = column.split()[-1].lower() in OFTEN
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
        if told is None or told["column"].split()[-1].lower() not in OFTEN:
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
        if rest and str(opening[0]) in _ANYTHING and str(opening[1].type) in OTHER_THAN:
            return Not(Topic(self._between(rest[0], tokens[-1])))
        if any(str(token.type) == "OR" for token in tokens):
            return self._either(node, Topic)
        words = self._phrase(node)
        return self._but_not(tokens) or Topic(_QUOTED_FIRST.sub(r"\1", words))

    def _but_not(self, tokens: Sequence[Token]) -> Condition | None:
        """Read "rivers but not lakes", "rivers except canals", "rivers, neither A nor B"."""
        types = [str(token.type) for token in tokens]
        cut, ends = but_not(tokens), 2
        alone = next((i for i, kind in enumerate(types) if kind in _REFUSING), 0)
        if not cut and alone:
            cut, ends = alone, 1
        if not cut or cut + ends >= len(tokens):
            return None
        yes = clean(self._between(tokens[0], tokens[cut - 1]).rstrip(" ,"))
        no = list(tokens[cut + ends + (types[cut + ends] in _REPEATED) :])
        if types[cut] != "NEITHER":
            refused = _ONES.sub("", self._between(no[0], no[-1]))
            return And((Topic(yes), Not(Topic(refused))))
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


def is_either(token: object) -> bool:
    """Whether a token says that one of two is meant."""
    return isinstance(token, Token) and str(token.type) == "ONE_OF" and str(token) == "either"
