"""What a voter is asked, by the benchmark's task: question, definition, principles, examples.

The principles and the kinds of examples follow the adjudicator of Something's Fishy in the
Data Lake (fishy-tus, appendix D.1, and the pairs of appendix C), in our own words.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from core.labels.types import Task

Rows = tuple[tuple[str, ...], ...]
"""A small table: its header, then its rows."""


@dataclass(frozen=True)
class Example:
    """A pair that was thought through."""

    left: Rows
    right: Rows
    label: int
    why: str


@dataclass(frozen=True)
class Question:
    """What is asked of a pair.

    Parameters
    ----------
    asks
        One sentence, which names the two sides A and B.
    definition
        When the answer is yes, in one sentence.
    grades
        What 2, 1, 0 and None ("can't tell") mean, in a word or two each.
    principles
        What to weigh, the weightiest first.
    """

    asks: str
    definition: str
    grades: Mapping[int | None, str]
    principles: tuple[str, ...]
    examples: tuple[Example, ...]


FACETS = ("Schema", "Meaning of columns", "Distribution of values", "Use for the task")
"""Names of a ballot's facets, in its order (fishy-tus, section 6)."""

_FINDS = Example(
    (("Site", "Find", "Period"), ("Uruk", "Seal", "3100 BC"), ("Ugarit", "Tablet", "1300 BC")),
    (("Object", "Dated", "Place"), ("Mask", "c. 1550 BC", "Mycenae"), ("Fibula", "700 BC", "Este")),
    2,
    "Every row of both is one archaeological find. All columns have a partner, in another order, "
    "under other names and with dates written otherwise; that no value is shared does not matter.",
)
_WAGES = Example(
    (
        ("Sex", "Work", "Hourly wage"),
        ("Men", "Full-time", "21.40"),
        ("Women", "Part-time", "17.10"),
    ),
    (("Sex", "Work", "Weekly wage"), ("Men", "Full-time", "842"), ("Women", "Part-time", "301")),
    1,
    "The same groups of employees, but the figure itself is another measure: appended, its column "
    "would mix wages by the hour and by the week. Good for some uses, wrong for others.",
)
_ONE_FIELD = Example(
    (
        ("Site", "Country", "Period"),
        ("Olduvai", "Tanzania", "Pliocene"),
        ("Uruk", "Iraq", "Bronze"),
    ),
    (
        ("Age group", "Clothing", "Food"),
        ("Children", "Tunic", "Porridge"),
        ("Adults", "Cloak", "Stew"),
    ),
    0,
    "One field, two things: a row of A is a place, a row of B is how people of an age lived.",
)
_ORDERS = Example(
    (("Customer", "Name", "City"), ("17", "Ada", "Bern"), ("18", "Bo", "Oslo")),
    (("Order", "Customer", "Total"), ("901", "17", "40"), ("902", "18", "12")),
    0,
    "They share a key, so B can be joined to A. But a customer is no order: rows of B do not "
    "belong below those of A.",
)
_JOINED = Example(_ORDERS.right, _ORDERS.left, 2, "Each order finds its customer and gains a name.")
_CODES = Example(
    (("Product", "No."), ("Lamp", "1"), ("Chair", "2")),
    (("No.", "River"), ("1", "Elbe"), ("2", "Oder")),
    0,
    "The numbers are equal but number different things; what is gained says nothing of a product.",
)
_ANSWERED = Example(
    (("rivers of Germany longer than 700 km",),),
    (("River", "km"), ("Rhine", "865"), ("Elbe", "727")),
    2,
    "The table holds what was asked for, and the words can be checked against its cells.",
)

_UNION = Question(
    "Can the rows of B be appended to A?",
    "Yes, if a row of both is the same kind of thing and enough main columns mean the same, "
    "whatever their names, formats and values.",
    {2: "Unionable", 1: "Partly", 0: "Not unionable", None: "Can't tell"},
    (
        "**The same kind of thing.** Say what one row of A is, then one row of B: a customer, a "
        "match, a yearly figure of a country. The table with both kinds of rows must make sense.",
        "**Columns that mean the same.** They may differ in name, format and order, and "
        "need not share a single value. Judge what a column means in its own table.",
        "**Enough of them, and the main ones.** One incidental pair such as a date or a country "
        "does not carry a union; the columns that say what the row is about do.",
        "**Appending, not joining.** A shared key that would put columns beside each other is no "
        "reason.",
        "**One topic is not enough.** Two tables on biology may hold species and experiments.",
    ),
    (_FINDS, _WAGES, _ONE_FIELD, _ORDERS),
)
_JOIN = Question(
    "Can columns of B be added to the rows of A?",
    "Yes, if a column of each names the same things and enough rows find a partner, so that B says "
    "more about what A lists.",
    {2: "Joinable", 1: "Partly", 0: "Not joinable", None: "Can't tell"},
    (
        "**A column of each names the same things.** Names or codes of the same entities, "
        "whatever the headers and the spelling.",
        "**Enough rows find a partner.** A few shared values by chance do not make a join.",
        "**Something is gained.** B brings columns that say more about what a row of A is.",
        "**Equal numbers are not equal things.** Running numbers, years and yes/no meet anywhere.",
    ),
    (_JOINED, _CODES),
)
_NL = Question(
    "Does this table give what the words ask for?",
    "Yes, if its cells answer the question, bear out or refute the statement, or hold what was "
    "described.",
    {2: "Relevant", 1: "Partly", 0: "Not relevant", None: "Can't tell"},
    (
        "**The cells decide.** The table must hold the answer, not only its topic.",
        "**All that is asked for.** Where only a part of the words is met, it is relevant in part.",
        "**A refuted statement counts.** A table that shows it to be false is relevant to it.",
    ),
    (_ANSWERED,),
)
_OF = {Task.UNION: _UNION, Task.JOIN: _JOIN, Task.NL: _NL}


def partly_is(positive_from: int) -> str:
    """Say how "partly" is counted where yes begins at a label, in words behind a figure.

    Examples
    --------
    >>> partly_is(1), partly_is(2)
    ('where "partly" is yes', 'where "partly" is no')
    """
    return f'where "partly" is {"yes" if positive_from == 1 else "no"}'


def grades_in_common(tasks: Collection[Task]) -> dict[int, str]:
    """Name labels, within a sentence, where cases of these tasks stand beside each other.

    Examples
    --------
    >>> grades_in_common([Task.JOIN])
    {2: 'joinable', 1: 'partly', 0: 'not joinable'}
    >>> grades_in_common([Task.JOIN, Task.NL])
    {2: 'yes', 1: 'partly', 0: 'no'}
    """
    if len(set(tasks)) != 1:
        return {2: "yes", 1: "partly", 0: "no"}
    (task,) = set(tasks)
    grades = _OF[task].grades.items()
    return {label: word.casefold() for label, word in grades if label is not None}


def question(task: Task, with_words: bool = False) -> Question:
    """Return what is asked of a case.

    Parameters
    ----------
    with_words
        Whether the query is a table and words; then B must meet the words as well.

    Examples
    --------
    >>> question(Task.JOIN).grades[2]
    'Joinable'
    >>> question(Task.UNION, with_words=True).asks
    'Can the rows of B be appended to A, and does B meet the words?'
    """
    found = _OF[task]
    if not with_words or task is Task.NL:
        return found
    return Question(
        f"{found.asks[:-1]}, and does B meet the words?",
        f"{found.definition} B as a whole must meet the words too.",
        found.grades,
        (*found.principles, "**The words.** If B fits A but misses the words, the answer is no."),
        found.examples,
    )
