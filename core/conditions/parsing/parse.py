"""Words in, a typed condition out."""

from __future__ import annotations

import itertools
import string
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from pathlib import Path

from lark import Lark, Token, Tree
from lark.lexer import Lexer

from core.conditions.doubting.every import Read, every_doubt, is_within, touches
from core.conditions.doubting.sets_noted import sets_noted
from core.conditions.errors import ConditionError, require_unicode
from core.conditions.lexing.lexer import MOST_CHARACTERS, tokens
from core.conditions.lexing.results_when import tells_when
from core.conditions.lexing.subjects_of_all_but import subjects_refused
from core.conditions.notation import write_request
from core.conditions.parsing.corrections import corrected
from core.conditions.parsing.foresight import Foresight, foreseeing
from core.conditions.parsing.long_lists import put_back, shortened
from core.conditions.parsing.search_syntax import spelled_out
from core.conditions.parsing.set_aside import set_aside
from core.conditions.parsing.sql import from_sql
from core.conditions.parsing.taking_second import fitting_better
from core.conditions.parsing.unread import (
    compared_in_topics,
    left_over,
    lost_nouns,
    lost_operation,
    operations_in_names,
    two_operations,
)
from core.conditions.parsing.words_read import found_in, words_of, words_of_parts
from core.conditions.reading.asides import (
    bare_subject,
    is_said_aside,
    is_told_topic,
    wanted_subtrees,
)
from core.conditions.reading.nodes import Node, every_token, extent_of
from core.conditions.reading.reader import Reader
from core.conditions.reading.row_words import clean
from core.conditions.reading.topics import Wanted
from core.conditions.requests import HINT_ASIDE, Request, Span
from core.conditions.tagging.disagreements import Doubt, Doubted, disagreements
from core.conditions.tagging.subjects import SURELY_TOPIC, topic_share
from core.conditions.types import And, Condition, OnColumns, Operation, Topic, leaves
from core.conditions.words.cell_properties import kinds_in_brackets
from core.conditions.words.closings import without_closing
from core.conditions.words.kind_sets import OPERATIONS
from core.conditions.words.spelling import is_slip
from core.conditions.words.surely_asked import is_surely_asked
from core.garbage_collection import cycles_uncollected

MOST_TOKENS = 100
"""Of a longer text only so many words and signs are read: the time grows with their square."""
_HINT_REST = f"only the first {MOST_TOKENS} words and signs are read; make it shorter"
_BLANKS_OF_WHOLE = 2
_RESULTS_OF = {"UNION": ("union", "append", "stack"), "JOIN": ("join", "merg", "attach", "match")}
"""What is said of the result of a union, and of a join."""
_MISSING = {"cells_missing", "cells_filled", "none_missing", "some_missing", "share_of_gaps"}
_AROUND_MISSING = {"share", "negated", "one_of_names", "both_names", "none_of_names"}
_OF_RESULTS = ("result_size", "result_matched", "result_new")


def parse(text: str, columns: Sequence[str] = ()) -> Request:
    """Turn a condition in plain words into a typed expression (nlctables, section 2.2).

    Works without any network; a text in SQL is read as that (`from_sql`), and clauses of search
    boxes as they are there (`spelled_out`). Words that are not
    understood are named, and so are names, topics and values that sound like more than one; the
    condition is that of the other words.

    Parameters
    ----------
    text
        At most 1,000 characters.
    columns
        Names of the query's columns: a name of several words is then known as one.

    Raises
    ------
    ConditionError
        If the text is too long, or no Unicode text.

    Examples
    --------
    >>> from core.conditions.notation import write_request
    >>> write_request(parse("unionable tables where grade is above 90 and over 500 rows"))
    'union: "grade" > 90 and rows > 500'
    """
    if len(text) > MOST_CHARACTERS:
        raise ConditionError(
            f"A condition has at most {MOST_CHARACTERS:,} characters. Got {len(text):,}."
        )
    require_unicode(text)
    return _parsed(text, tuple(columns))


@dataclass(frozen=True)
class ByGrammar:
    """What the grammar makes of a text."""

    request: Request
    doubted: Sequence[Doubt] = ()
    """Where the second reader disagrees."""
    bare: bool = False
    """Whether the whole text was taken for a topic."""


@lru_cache(maxsize=1_024)
def _parsed(text: str, columns: tuple[str, ...]) -> Request:
    in_sql = from_sql(text, columns)
    if in_sql is not None:
        return in_sql
    spelled = spelled_out(text, columns)
    written = text if spelled is None else spelled.text
    spoken = replace(set_aside(corrected(written), columns), given=written)
    first = by_grammar(spoken.text, columns)
    found = fitting_better(first.request, first.doubted, first.bare, columns)
    found = spoken.of_given(found)
    return found if spelled is None else spelled.of_given(found)


def by_grammar(text: str, columns: Sequence[str] = ()) -> ByGrammar:
    """Read a text by the grammar alone, and say where the second reader disagrees.

    Parameters
    ----------
    text, columns
        As for `parse`.
    """
    every, left_out = shortened(tokens(text, columns))
    row, rest = every[:MOST_TOKENS], every[MOST_TOKENS:]
    if not row:
        return ByGrammar(Request(text))
    tree = _tree(row)
    put_back(tree, left_out)
    found = [
        child
        for child in tree.children
        if isinstance(child, Tree) and child.data not in {"gap", "unknown"}
    ]
    parts: list[Condition] = []
    read: list[Node] = []
    unread: list[Span] = []
    told = any(map(is_told_topic, wanted_subtrees(tree)))
    aside = partial(_is_aside, row=row, text=text, told=told)
    reader = Reader(text, aside, _wanted(row))
    for node in found:
        try:
            if aside(node):
                raise ConditionError(HINT_ASIDE)
            parts.append(reader.condition(node))
            read.append(node)
        except ConditionError as error:
            unread.append(_span(node, text, str(error)))
    unread += [_span(node, text, hint) for node, hint in reader.unread]
    unread += [_span(node, text, HINT_ASIDE) for node in reader.asides]
    bare = bare_subject(tree, text) if not parts else None
    if bare is not None and not clean(bare).strip(string.punctuation + string.whitespace):
        bare = None  # quotation marks or brackets alone
    if bare is not None:
        parts, unread, read = [Topic(clean(bare))], [], []
    condition = _all_of(parts)
    if bare is None:
        unread += left_over(tree, text, condition)
    unread += lost_nouns(tree, text, row)
    unread += [*compared_in_topics(tree, text), *operations_in_names(tree, text)]
    operation = _operation(tree, condition)
    if operation is Operation.NONE:
        unread += [*lost_operation(tree, text), *two_operations(tree, text, condition)]
    doubts = every_doubt(Read(text, condition, operation, columns), reader.doubts)
    unread += [span for span in doubts if not is_within(span, unread)]
    if rest:
        start = rest[0].start_pos or 0
        unread.append(Span(start, len(text), text[start:], _HINT_REST))
    likely = _disagreements(Request(text, operation, condition), columns, row, tree)
    if condition is not None and bare is None:
        unread += [span for span in likely if not touches(span, _beside(span, unread, text))]
    passed = [*reader.asides, *(node for node, _ in reader.unread)]
    words = words_of(tree, text, read, passed, operation is not Operation.NONE, bare or "")
    of_parts = (
        words_of_parts(condition, text, reader.made, passed)
        if bare is None
        else ((found_in(text, bare),),)
    )
    request = Request(text, operation, condition, _side_by_side(unread, text), words, of_parts)
    return ByGrammar(request, likely, bare is not None)


def _disagreements(
    request: Request, columns: Sequence[str], row: Sequence[Token], tree: Node
) -> list[Doubt]:
    """Say where the second reader disagrees; it puts no slips right, so not of words with one.

    Nor of which operation is meant where words of the grammar's leave no doubt: "extend mine with".

    Nor within brackets that say what all cells are, which is no name, "wind (numeric)", nor of a
    set of values, "in {CT, MRI}", nor of missing cells, nor of a piece of what says as a whole that
    words are contained: "mention | is made of", that all subjects but one will do: "any subject,
    bar | tea", or that a size is the result's: "900 rows once | the records have been added".
    """
    if request.condition is None and request.operation is Operation.NONE:
        return []
    found = disagreements(without_closing(request.text), write_request(request), columns)
    whole = [*kinds_in_brackets(request.text), *sets_noted(request.text, request.condition)]
    whole += subjects_refused(row)
    whole += [
        extent_of(size)
        for size in tree.find_data("result_size")
        if any(map(tells_when, every_token(size)))
    ]
    whole += [extent_of(one) for one in tree.iter_subtrees() if _is_of_missing_cells(one)]
    whole += [
        (one.start_pos or 0, one.end_pos or 0)
        for one in row
        if str(one.type) == "CONTAINS" and one.count(" ") >= _BLANKS_OF_WHOLE
    ]
    return [
        doubt
        for doubt in found
        if not is_slip(doubt.text)
        and not (
            doubt.of is Doubted.OPERATION and is_surely_asked(request.text, request.operation.name)
        )
        and not any(start <= doubt.start and doubt.end <= end for start, end in whole)
    ]


def _is_of_missing_cells(node: Node) -> bool:
    """Whether it says of which cells, or of how many, that they are missing.

    Of these the second reader has not learned.
    """
    below = node.children if node.data in _AROUND_MISSING else [node]
    return any(isinstance(one, Tree) and one.data in _MISSING for one in below)


def _is_aside(node: Node, row: Sequence[Token], text: str, told: bool) -> bool:
    """Whether bare words are said around a request, and the second reader takes them for no topic.

    "Pallet stock where category is frozen, no tables below 9 rows" has its topic at the front.
    """
    return is_said_aside(node, row, text, told) and (
        told or topic_share(text, *extent_of(node)) < SURELY_TOPIC
    )


def _wanted(row: Sequence[Token]) -> Wanted:
    """What a text wants to be found."""
    kinds = [str(one.type) for one in row]
    if "JOIN" not in kinds:
        return Wanted.ROWS if "UNION" in kinds else Wanted.TABLES
    if "INFO" not in kinds or "TABLES" in kinds:
        return Wanted.COLUMNS
    directly = kinds[: kinds.index("INFO")][-2:] in (["JOIN", "WITH"], ["JOIN"])
    return Wanted.DATA if directly else Wanted.COLUMNS


def _span(node: Node, text: str, hint: str) -> Span:
    """Give the words of a node, from the first that asks for nothing by itself."""
    named = itertools.dropwhile(lambda one: one.type == "GAP", every_token(node))
    start, end = extent_of(node)
    start = next((one.start_pos or 0 for one in named), start)
    return Span(start, end, text[start:end], hint)


def _side_by_side(spans: Sequence[Span], text: str) -> tuple[Span, ...]:
    """Put unread words in the order of the text, neighbours together."""
    found: list[Span] = []
    for span in sorted(spans, key=lambda span: span.start):
        last = found[-1] if found else None
        if last and not last.kept and not span.kept and not text[last.end : span.start].strip():
            found[-1] = Span(last.start, span.end, text[last.start : span.end], last.hint)
        else:
            found.append(span)
    return tuple(found)


def _beside(span: Span, told: Sequence[Span], text: str) -> list[Span]:
    """Give what may say a doubt already: nothing said aside tells which search a text asks for."""
    of_all = span.text == without_closing(text)
    return [one for one in told if not (of_all and one.is_aside)]


def _tree(row: Sequence[Token]) -> Node:
    parser, foresight = _parser()
    foresight.begin()
    with cycles_uncollected():
        tree: Node = parser.parse(foresight.announced(row))  # a lexer of ours takes tokens
    return tree


def _all_of(parts: list[Condition]) -> Condition | None:
    flat: list[Condition] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, And) else (part,))
    once = tuple(dict.fromkeys(flat))  # "a numeric variable, that is, a column of numbers"
    if not once:
        return None
    return once[0] if len(once) == 1 else And(once)


def _operation(tree: Node, condition: Condition | None) -> Operation:
    named = {
        str(token.type)
        for gap in tree.find_data("gap")
        for token in every_token(gap)
        if str(token.type) in OPERATIONS
    }
    named |= {leaf.operation.name for leaf in leaves(condition) if isinstance(leaf, OnColumns)}
    if not named:
        results = {
            str(token)
            for name in _OF_RESULTS
            for node in tree.find_data(name)
            for token in node.children
            if _is_result(token)
        }
        named = {
            name
            for name, said in _RESULTS_OF.items()
            if any(word in words for words in results for word in said)
        }
    return Operation[named.pop()] if len(named) == 1 else Operation.NONE


def _is_result(part: object) -> bool:
    return isinstance(part, Token) and str(part.type) == "RESULT"


class _GivenTokens(Lexer):
    """Hand on tokens that are cut already."""

    def __init__(self, conf: object) -> None:
        del conf

    def lex(self, row: Iterator[Token]) -> Iterator[Token]:  # type: ignore[override]
        yield from row


def new_parser() -> Lark:
    """Make a parser of the grammar, which takes the tokens of a text."""
    grammar = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="earley", lexer=_GivenTokens, ambiguity="resolve")


@cache
def _parser() -> tuple[Lark, Foresight]:
    parser = new_parser()
    return parser, foreseeing(parser)
