"""What a spreadsheet takes for a formula, and how text is marked so that it does not.

As OWASP's page "CSV Injection" has it, one rule for cells of tables, which are only written, and
for names, which come back. Patterns mean the same to `re` and to the library of polars.
"""

from __future__ import annotations

import re

_BLANKS = "[\\s\x1c-\x1f\u200b-\u200f\u2060\ufeff]*"
"""White space and what has no width: programs leave it out before they look for a sign."""
FORMULA = f"(?:{_BLANKS}[=+\\-@＝＋－＠]|[\\t\\r\\n\ufeff])"
"""How a text begins that is marked, unless it is a `NUMBER`.

U+FEFF at the beginning of a file is taken for its byte order mark, and what is behind it is read.
"""

_BLANK = "[ \u00a0\u202f]?"
_CURRENCY = "[$¢-¥฿₠-⃀]"
_DIGITS = "(?:[0-9][0-9., \u00a0\u202f'’]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
NUMBER = f"(?:[+-]?{_BLANK}(?:{_CURRENCY}{_BLANK}[+-]?)?{_DIGITS}{_BLANK}(?:%|{_CURRENCY})?[+-]?|-)"
"""A whole text that keeps its sign: digits, separators, blanks, a sign, per cent or a currency.

No spreadsheet runs that, whatever it makes of it. A "-" alone is a missing cell.
"""

BREAK = rf"[;\t\r\n]{_BLANKS}"
"""Where a program that splits at semicolons or tabs, or takes quotes as they are, begins a cell."""

AFTER_BREAK = r"(?:[=@＝＠＋－]|[+\-](?:[^0-9.;\t\r\n]|[0-9.][0-9.,eE%]*[^0-9.,eE%;\t\r\n]))"
"""How what stands behind a `BREAK` begins if it is marked; a number does not."""

_FORMULA = re.compile(f"'*{FORMULA}")
_MARKED = re.compile(f"'+{FORMULA}")
_NUMBER = re.compile(NUMBER)
_INNER = re.compile(f"({BREAK})('*{AFTER_BREAK})")
_INNER_MARKED = re.compile(f"({BREAK})'('*{AFTER_BREAK})")


def mark_formula(name: str) -> str:
    """Return a name that a spreadsheet does not run: with apostrophes where a formula would begin.

    What has such apostrophes already gets one more, so that `unmark_formula` gives every name back.

    Examples
    --------
    >>> mark_formula("=1+1"), mark_formula("a; =1+1"), mark_formula("a.csv"), mark_formula("-5")
    ("'=1+1", "a; '=1+1", 'a.csv', '-5')
    >>> unmark_formula(mark_formula("'=1+1"))
    "'=1+1"
    """
    if _NUMBER.fullmatch(name):
        return name
    inside = _INNER.sub(r"\1'\2", name)
    return f"'{inside}" if _FORMULA.match(name) else inside


def unmark_formula(name: str) -> str:
    """Undo `mark_formula`."""
    inside = _INNER_MARKED.sub(r"\1\2", name)
    return inside[1:] if _MARKED.match(inside) else inside
