"""Names and numbers as a person reads them; names come from files and may hold anything."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from core import amounts

amount, signed, size = amounts.amount, amounts.signed, amounts.size

_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
# Control characters and those that turn the direction of writing around what follows.
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]+")
# Streamlit replaces these in text after Markdown has been read, so that no escape stops it: names
# of pictures, and arrows and the like that have nothing but blanks around them. What breaks them up
# is copied with the text, so nothing else is broken up: no option of a command, no time of day.
_REPLACED_LATER = re.compile(
    r"(?<=:)(?!\d\d?\b)(?=[\w+-]+(?:/\w+)?:)"
    r"|(?:(?<=^[-<>~])|(?<=[\s\ufeff][-<>~]))(?=(?:->|[-=>])(?:[\s\ufeff]|$))"
)
# Addresses become links after Markdown has been read, too. A letter in a colour that is none parts
# them without a trace: it looks as before, and what is copied is what was written.
_LINKED_LATER = re.compile(
    r"((?<=h)t(?=tps?://)|(?<=w)w(?=w\.)|(?<=@)[-\w](?=[-\w]*\.[-.\w]*[a-z]))", re.IGNORECASE
)
_MORE_THAN_WORDS = re.compile(r"[^\w\s/.,;()'+=#@%-]+")
_COMMAND = re.compile("`([^`]+)`")
_JOINER = "\u2060"

_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400


def plain(text: str) -> str:
    r"""Escape text so that Markdown shows it as it is written, and makes no link of it.

    Examples
    --------
    >>> plain("cost_$ *new*"), plain("me@lab.org")
    ('cost\\_\\$ \\*new\\*', 'me\\@:color[l]ab\\.org')
    """
    whole = _REPLACED_LATER.sub(_JOINER, _UNPRINTABLE.sub(" ", text))
    parts = (_PUNCTUATION.sub(r"\\\1", part) for part in _LINKED_LATER.split(whole))
    return "".join(f":color[{part}]" if i % 2 else part for i, part in enumerate(parts))


def sentence(text: str) -> str:
    r"""Show a message as Markdown: what stands between backticks is code, all else as in `plain`.

    A command is copied from code as it is to be typed.

    Examples
    --------
    >>> sentence("Run `bench run a_b --method tfidf` first.")
    'Run `bench run a_b --method tfidf` first\\.'
    """
    parts = _COMMAND.split(text)
    return "".join(chip(part) if i % 2 else plain(part) for i, part in enumerate(parts))


def spoken(text: str) -> str:
    r"""Write text for a name that is read aloud and not shown, to which escapes would belong.

    Signs that make more of Markdown than words, such as a picture, become blanks.

    Examples
    --------
    >>> spoken("old/cost_$[1].csv"), spoken("![a](b)")
    ('old/cost_ 1 .csv', ' a (b)')
    """
    return _MORE_THAN_WORDS.sub(" ", text)


def chip(text: str) -> str:
    """Show a column's or a table's name as code, which Markdown does not read.

    Examples
    --------
    >>> chip("a*b"), chip("a`b")
    ('`a*b`', '``a`b``')
    """
    whole = _UNPRINTABLE.sub(" ", text).strip() or "(empty)"
    longest = max((len(run) for run in re.findall("`+", whole)), default=0)
    fence = "`" * (longest + 1)
    edge = " " if whole.startswith("`") or whole.endswith("`") else ""
    return f"{fence}{edge}{whole}{edge}{fence}"


def table_extent(rows: int, columns: int, bytes_: int) -> str:
    """Say how large a table is; one inside a workbook or a database has no size of its own.

    Examples
    --------
    >>> table_extent(2, 1, 812), table_extent(2, 1, 0)
    ('2 rows, 1 column, 812 B', '2 rows, 1 column')
    """
    told = f"{amount(rows, 'row')}, {amount(columns, 'column')}"
    return f"{told}, {size(bytes_)}" if bytes_ else told


def duration(seconds: float) -> str:
    """Give a stretch of time, roughly.

    Examples
    --------
    >>> duration(0.4), duration(42), duration(150), duration(7500)
    ('1 second', '42 seconds', '3 minutes', '2 hours')
    """
    if seconds < _MINUTE:
        return amount(max(1, round(seconds)), "second")
    if seconds < _HOUR:
        return amount(-int(-seconds // _MINUTE), "minute")
    if seconds < 2 * _DAY:
        return amount(round(seconds / _HOUR), "hour")
    return amount(round(seconds / _DAY), "day")


def since(moment: str, now: datetime | None = None) -> str:
    """Say how long ago a moment (ISO 8601, UTC) was.

    Examples
    --------
    >>> since("2025-01-01T10:00:00+00:00", datetime(2025, 1, 1, 10, 5, tzinfo=UTC))
    '5 minutes ago'
    """
    passed = ((now or datetime.now(UTC)) - datetime.fromisoformat(moment)).total_seconds()
    return "just now" if passed < _MINUTE else f"{duration(passed)} ago"
