"""Make a row of tokens shorter where it means the same, for parsing takes its time by the token."""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token

from core.conditions.words.kinds import OF_CELLS

_NUMBERS = ("NUMBER", "YEAR", "PERCENT")
_SAME = ("WORD", "FILL", "IS", "COMMA")
_SECOND_GOES = {
    **{(number, "UNIT"): "NUMBER" for number in _NUMBERS},
    ("PERCENT", "UNIT"): "PERCENT",
    **{("PERCENT", rows): "PERCENT" for rows in ("ROWS", "ROWS_COUNTED")},
    ("KEYWORD", "COLON"): "KEYWORD",
    ("VALUES", "COLON"): "KEYWORD",
    ("TOPIC", "COLON"): "TOPIC",
    ("ONE_OF", "COLON"): "ONE_OF",
    ("TOPIC", "IS"): "TOPIC",
    ("TOPIC", "EQ"): "TOPIC",
    ("COMMA", "FILL"): "COMMA",
    ("RESULT", "FILL"): "RESULT",
    ("TOPIC", "TOPIC"): "TOPIC",
    ("RESULT", "RESULT"): "RESULT",
    ("AVERAGE", "FILL"): "AVERAGE",
    ("UNION", "DATA"): "UNION",
    ("TOPIC", "OF"): "TOPIC",
    ("ABOUT", "COLON"): "ABOUT",
    ("COUNT_OF", "WORD"): "WORD",
    ("HALF", "OF"): "HALF",
    ("MOST", "OF"): "MOST",
    ("ALL", "OF"): "ALL",
    **{(kind, kind): kind for kind in _SAME},
    **{(kind, "APPEARS"): kind for kind in sorted(OF_CELLS)},
}
"""Two kinds to the kind of the token that stands for both."""

_FIRST_GOES = {
    **{("IS", kind): kind for kind in ("EQ", "APPEARS", "NOT", "AT", "ONE_OF")},
    **{("AT", kind): kind for kind in ("GE", "LE", "NEAR", "ABOUT")},
    **{(within, "PERIOD"): "PERIOD" for within in ("IN", "FROM")},
    **{(no, "GT"): "LE" for no in ("NOT", "WITHOUT", "EXCEPT")},
    **{(no, "LT"): "GE" for no in ("NOT", "WITHOUT", "EXCEPT")},
    ("NOT", "BEFORE"): "SINCE",
    ("NOT", "AFTER"): "UNTIL",
    ("GE", "MOST"): "MOST",
    ("GE", "ONE_OF"): "ONE_OF",
    ("GE", "ANY_OF"): "ANY_OF",
    ("GT", "HALF"): "MOST",
    ("OF", "PERIOD"): "WORD",
    **{("UNIT", number): number for number in ("NUMBER", "YEAR")},
    ("OF", "MY_ROWS"): "MY_ROWS",
    ("GIVES", "TABLES"): "TABLES",
}
"""Two kinds to the kind of the token that stands for both, with the words of the second."""


def simplified(tokens: Sequence[Token]) -> list[Token]:
    """Put together neighbours that mean one thing, with the place of both.

    Examples
    --------
    >>> from core.conditions.words.kinds import Kind
    >>> row = [Token(Kind("NUMBER"), "75", start_pos=0, end_pos=2),
    ...        Token(Kind("UNIT"), "kg", start_pos=3, end_pos=5)]
    >>> [(token.type, str(token), token.end_pos) for token in simplified(row)]
    [('NUMBER', '75', 5)]
    """
    found: list[Token] = []
    for token in _said_once(tokens):
        current = token
        while found:
            pair = (str(found[-1].type), str(current.type))
            kept = found[-1] if pair in _SECOND_GOES else current
            kind = _SECOND_GOES.get(pair) or _FIRST_GOES.get(pair)
            if kind is None:
                break
            start = found.pop().start_pos
            text = str(kept)
            if pair in {("WORD", "WORD"), ("COUNT_OF", "WORD")}:
                text = "…"  # what it says is read from the text, by its place
            current = Token(type(kept.type)(kind), text, start_pos=start, end_pos=current.end_pos)
        found.append(current)
    return found


def _said_once(tokens: Sequence[Token]) -> list[Token]:
    """Drop what is said of all cells again: "that is fully filled in (no blanks)"."""
    found = list(tokens)
    place = 0
    while place + 2 < len(found):
        kind, between, again = (str(one.type) for one in found[place : place + 3])
        if kind.startswith("SO_") and kind == again and between in {"COMMA", "LPAR"}:
            closed = between == "LPAR" and [str(one.type) for one in found[place + 3 :][:1]]
            if between == "COMMA" or closed == ["RPAR"]:
                ends = place + 3 + (between == "LPAR")
                first, last = found[place], found[ends - 1]
                said = Token(first.type, str(first))
                said.start_pos, said.end_pos = first.start_pos, last.end_pos
                found[place:ends] = [said]
                continue
        place += 1
    return found
