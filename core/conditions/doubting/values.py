"""Point out values that may be part of a cell, several, a column, or the rest of a topic."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.conditions.doubting.leaf_words import NAME, spelled, unquoted, worded
from core.conditions.requests import Span
from core.conditions.senses.keys import is_identifier
from core.conditions.types import (
    Category,
    Comparison,
    Condition,
    Not,
    Number,
    Share,
    Text,
    Topic,
    leaves,
)
from core.conditions.words.lexicon import NUMBER_WORDS

_HINT_ORDER = "the first was taken for a column; say {} if it is a value"
_HINT_STROKE = "it was taken for one; say {} if either is meant"
_HINT_SAME = "cells were taken that hold the column's own name; say {} if it is the key"
_HINT_EXCLUDED = "the first was taken for a column; say {} if tables are to be about it"
_HINT_TOPIC = "“{}” was taken for a column; put all of it in quotation marks if it is one topic"
_HINT_PART = "cells were taken that may hold more than this; say {} for those that hold no more"
_HINT_WHOLE = "whole cells were taken; say {} for those that hold more besides"
_HINT_EVERY = "it was taken to hold of all rows of a table; leave it out if some rows will do"
_ONLY_ROWS = re.compile(
    r"\b(only (?:the )?(?:rows|records|entries|lines))\b[^.;:!?]*"
    r"\b(?:of (?:interest|use|importance)|interests? (?:me|us)|relevant|matter|wanted|needed)\b",
    re.IGNORECASE,
)
_HINT_NUMERAL = "it was taken for a number; say {} if cells hold the word"
_HINT_COMMA = "each was taken for a value; say {} if it is one"
_CAPITALISED = re.compile(r"(?<=\w )[A-Z][a-z]+(?!\w)")
_IS_THE = (
    r"(?<!\w){column} (?:is|are|must be|should be|has to be|being) (?:the|its|their) {value}(?!\w)"
)
_IN_TOPIC = r"(?<!\w){} with an? {} of {}(?!\w)"
_IN_COLUMN = (
    r"\b(?:(?:with|have|has|having) (?={value} in )|(?:that )?(?:lists?|shows?) (?={value} under ))"
    r"({value} (?:in (?:the|its|their)|under(?: the)?) {column}(?<!name)(?: column| field)?)(?!\w)"
)
_SAYS = r"(?<!\w)({column} (?:column |field )?(?:says?|reads?) {value})(?!\w)"


def doubtful_parts(text: str, condition: Condition | None) -> Iterator[Span]:
    """Give a value with a capital that stands "in the COLUMN column": all of a cell, or a part.

    Of columns of names a part is meant: "with Baylor in the hospital name".

    Examples
    --------
    >>> found = doubtful_parts("tables with Norway in the land column", Text("Norway", "land"))
    >>> [(span.text, span.instead) for span in found]
    [('Norway in the land column', 'land is "Norway"')]
    """
    for leaf in leaves(condition):
        if isinstance(leaf, Text) and leaf.column and leaf.text[:1].isupper():
            found = _in_column(text, (leaf.text,), leaf.column) or _says(text, leaf)
            instead = f'{leaf.column} is "{leaf.text}"'
            hint = _HINT_PART.format(instead)
        elif isinstance(leaf, Category) and len(leaf.values) > 1:
            found = _in_column(text, leaf.values, leaf.column)
            instead = " or ".join(f'{leaf.column} contains "{value}"' for value in leaf.values)
            hint = _HINT_WHOLE.format(instead)
        else:
            continue
        if found is not None:
            yield Span(*found.span(1), found[1], hint, kept=True, instead=instead)


def _in_column(text: str, values: Sequence[str], column: str) -> re.Match[str] | None:
    """Find "with Rome or Oslo in the city column"."""
    value = r"(?:,? or |, )".join(map(spelled, values))
    return re.search(_IN_COLUMN.format(value=value, column=spelled(column)), text)


def _says(text: str, leaf: Text) -> re.Match[str] | None:
    """Find "grade says Premium"."""
    return re.search(_SAYS.format(value=spelled(leaf.text), column=spelled(leaf.column)), text)


def doubtful_order(text: str, condition: Condition | None) -> Iterator[Span]:
    """Give a value that was taken for the column which it is said to be: "Peru is the country".

    Examples
    --------
    >>> found = doubtful_order("Peru is the country in them", Category("Peru", ("country",)))
    >>> [(span.text, span.instead) for span in found]
    [('Peru is the country', 'country is "Peru"')]
    >>> list(doubtful_order("winner is the host", Category("winner", ("host",))))
    []
    """
    for leaf in leaves(condition):
        if not isinstance(leaf, Category) or len(leaf.values) > 1 or leaf.column.islower():
            continue
        value = leaf.values[0]
        said = _IS_THE.format(column=spelled(leaf.column), value=spelled(value))
        found = re.search(said, text) if value.islower() else None
        if found is not None:
            instead = f'{value} is "{leaf.column}"'
            hint = _HINT_ORDER.format(instead)
            yield Span(*found.span(), found[0], hint, kept=True, instead=instead)


def doubtful_shares(text: str, condition: Condition | None) -> Iterator[Span]:
    """Give "only rows with … are of interest", which may be wanted of some rows alone.

    Examples
    --------
    >>> from core.conditions.types import Comparison, Quantity, Share
    >>> every = Share(Category("city", ("Oslo",)), Quantity(Comparison.AT_LEAST, 1))
    >>> text = "only rows whose city is Oslo are of interest"
    >>> [span.text for span in doubtful_shares(text, every)]
    ['only rows']
    """
    if not any(isinstance(leaf, Share) for leaf in leaves(condition)):
        return
    only = _ONLY_ROWS.search(text)
    if only is not None:
        yield Span(*only.span(1), only[1], _HINT_EVERY, kept=True)


def doubtful_numerals(text: str, condition: Condition | None) -> Iterator[Span]:
    """Give a number in words that has a capital, as values have: "alarm level set to Three".

    Examples
    --------
    >>> from core.conditions.types import Comparison, Quantity
    >>> three = Number("level", Quantity(Comparison.EQUAL, 3))
    >>> [span.instead for span in doubtful_numerals("level set to Three", three)]
    ['level is "Three"']
    >>> list(doubtful_numerals("level set to three", three))
    []
    """
    for leaf in leaves(condition):
        if not isinstance(leaf, Number) or leaf.quantity.comparison is not Comparison.EQUAL:
            continue
        for word in _CAPITALISED.finditer(text):
            if NUMBER_WORDS.get(word[0].lower()) == leaf.quantity.value:
                instead = f'{leaf.column} is "{word[0]}"'
                hint = _HINT_NUMERAL.format(instead)
                yield Span(*word.span(), word[0], hint, kept=True, instead=instead)


def doubtful_columns(text: str, condition: Condition | None) -> Iterator[Span]:
    """Give a topic that may go on with what was taken for a column and its value.

    No topic goes on with a name as columns alone have it: "archery with a bow_type of recurve".

    Examples
    --------
    >>> text = "tables about patients with a history of asthma"
    >>> from core.conditions.types import And
    >>> parts = (Topic("patients"), Category("history", ("asthma",)))
    >>> [(span.text, span.instead) for span in doubtful_columns(text, And(parts))]
    [('patients with a history of asthma', '"patients with a history of asthma"')]
    """
    every = list(leaves(condition))
    topics = [leaf.text for leaf in every if isinstance(leaf, Topic)]
    valued = [
        leaf
        for leaf in every
        if isinstance(leaf, Category) and leaf.column and not is_identifier(leaf.column)
    ]
    for topic, leaf in itertools.product(topics, valued):
        words = _IN_TOPIC.format(*map(spelled, (topic, leaf.column, leaf.values[0])))
        found = re.search(words, text)
        if found is not None:
            hint = _HINT_TOPIC.format(leaf.column)
            yield Span(*found.span(), found[0], hint, kept=True, instead=f'"{found[0]}"')


def doubtful_strokes(text: str, condition: Condition | None) -> Iterator[Span]:
    """Give a topic or a category with a stroke between blanks, which may be two: "diesel / lpg".

    Examples
    --------
    >>> found = doubtful_strokes("fuel is diesel / lpg", Category("fuel", ("diesel / lpg",)))
    >>> [(span.text, span.instead) for span in found]
    [('diesel / lpg', 'diesel or lpg')]
    >>> list(doubtful_strokes("grade is n / a", Category("grade", ("n / a",))))
    []
    """
    for leaf in leaves(condition):
        for words, kind in worded(leaf):
            parts = words.split(" / ")
            if (
                kind == NAME
                or isinstance(leaf, Text)
                or len(parts) == 1
                or min(map(len, parts)) == 1
            ):
                continue
            found = re.search(rf"(?<![\"“'‘]){spelled(words)}(?![\"”'’])", text)
            if found is not None:
                instead = " or ".join(parts)
                hint = _HINT_STROKE.format(instead)
                yield Span(*found.span(), found[0], hint, kept=True, instead=instead)


def doubtful_pairs(text: str, condition: Condition | None) -> Iterator[Span]:
    """Give a value with two commas, which may be three, and one that is its own column's name.

    With one comma it is one, as "Paris, Texas" is.

    Examples
    --------
    >>> listed = Category("city", ("Rome, Oslo, Bern",))
    >>> found = doubtful_pairs("city is Rome, Oslo, Bern", listed)
    >>> [(span.text, span.instead) for span in found]
    [('Rome, Oslo, Bern', 'Rome or Oslo or Bern')]
    >>> found = doubtful_pairs("join with city = city", Category("city", ("city",)))
    >>> [(span.text, span.instead) for span in found]
    [('city = city', 'joined on city')]
    >>> list(doubtful_pairs("city is Paris, Texas", Category("city", ("Paris, Texas",))))
    []
    """
    for leaf in leaves(condition):
        if not isinstance(leaf, Category):
            continue
        for value in leaf.values:
            parts = value.split(", ")
            if len(parts) > len(("Paris", "Texas")):
                instead = " or ".join(parts)
                for span in unquoted(text, value, _HINT_STROKE.format(instead)):
                    yield replace(span, instead=instead)
        name = leaf.column
        if name and [name.casefold()] == [value.casefold() for value in leaf.values]:
            same = rf"(?<!\w){spelled(name)} ?(?:==?|is|equals|matches) ?{spelled(name)}(?!\w)"
            found = re.search(same, text, re.IGNORECASE)
            if found is not None:
                instead = f"joined on {name}"
                hint = _HINT_SAME.format(instead)
                yield Span(*found.span(), found[0], hint, kept=True, instead=instead)


def doubtful_exclusions(text: str, condition: Condition | None) -> Iterator[Span]:
    """Give what may be tables without a word rather than cells: "elections excluding Germany".

    Examples
    --------
    >>> from core.conditions.types import Not
    >>> found = Not(Category("elections", ("Germany",)))
    >>> [span.instead for span in doubtful_exclusions("elections excluding Germany", found)]
    ['about elections, not containing "Germany"']
    """
    if not isinstance(condition, Not) or not isinstance(condition.part, Category):
        return
    column, values = condition.part.column, condition.part.values
    if not column.endswith("s"):
        return  # "country except France" is of a column
    said = rf"{spelled(column)},? (?:excluding|except|without|minus) {spelled(values[0])}(?!\w)"
    found = re.match(said, text, re.IGNORECASE)
    if found is not None:
        instead = f'about {column}, not containing "{values[0]}"'
        hint = _HINT_EXCLUDED.format(instead)
        yield Span(*found.span(), found[0], hint, kept=True, instead=instead)


def doubtful_commas(text: str, condition: Condition | None) -> Iterator[Span]:
    """Give values of which the first word alone has a capital, which may be one with a comma.

    Examples
    --------
    >>> text = "nature of injury is Cut, puncture or scrape NOC"
    >>> found = doubtful_commas(text, Category("injury", ("Cut", "puncture", "scrape NOC")))
    >>> [(span.text, span.instead) for span in found]
    [('Cut, puncture or scrape NOC', '"Cut, puncture or scrape NOC"')]
    >>> list(doubtful_commas("fuel is Petrol, gas or lpg", Category("fuel", ("Petrol", "gas"))))
    []
    """
    for leaf in leaves(condition):
        if not isinstance(leaf, Category):
            continue
        first, *others = leaf.values
        begins = re.fullmatch(r"[A-Z][a-z]+", first) and all(one[0].islower() for one in others)
        if not begins or not any(" " in one for one in others):
            continue
        commas = r"(?:, (?:and |or )?| and | or )".join(map(spelled, others))
        found = re.search(rf"(?<![\"“'‘]){spelled(first)}, {commas}(?!\w)", text)
        if found is not None:
            whole = f'"{found[0]}"'
            hint = _HINT_COMMA.format(whole)
            yield Span(*found.span(), found[0], hint, kept=True, instead=whole)
