"""Names of months in German, French, Spanish, Italian, Portuguese, Dutch and Scandinavian.

Only those that are no English ones, and their usual abbreviations. Slavic languages are left out:
the tenth month of some has the name of the eleventh of others.
"""

from __future__ import annotations

FOREIGN = (
    *(("januar", 1), ("januari", 1), ("jänner", 1), ("janvier", 1), ("janv", 1), ("enero", 1)),
    *(("ene", 1), ("janeiro", 1), ("gennaio", 1), ("februar", 2), ("februari", 2), ("février", 2)),
    *(("févr", 2), ("fév", 2), ("febrero", 2), ("fevereiro", 2), ("fev", 2), ("febbraio", 2)),
    *(("märz", 3), ("mär", 3), ("mars", 3), ("marzo", 3), ("março", 3), ("maart", 3)),
    *(("avril", 4), ("avr", 4), ("abril", 4), ("abr", 4), ("aprile", 4)),
    *(("mai", 5), ("maj", 5), ("mayo", 5), ("maio", 5), ("maggio", 5), ("mei", 5)),
    *(("juni", 6), ("juin", 6), ("junio", 6), ("junho", 6), ("giugno", 6)),
    *(("juli", 7), ("juillet", 7), ("juil", 7), ("julio", 7), ("julho", 7), ("luglio", 7)),
    *(("août", 8), ("aout", 8), ("agosto", 8), ("ago", 8), ("augustus", 8), ("augusti", 8)),
    *(("septembre", 9), ("septiembre", 9), ("setembro", 9), ("settembre", 9)),
    *(("oktober", 10), ("okt", 10), ("octobre", 10), ("octubre", 10), ("outubro", 10)),
    *(("ottobre", 10), ("novembre", 11), ("noviembre", 11), ("novembro", 11)),
    *(("dezember", 12), ("dez", 12), ("desember", 12), ("décembre", 12), ("déc", 12)),
    *(("diciembre", 12), ("dic", 12), ("dezembro", 12), ("dicembre", 12)),
)
"""Each with the month's number, in small letters."""

ENGLISH = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def in_english(column: str) -> str:
    """Return SQL that writes the months of a text column in English, abbreviated.

    Examples
    --------
    >>> import duckdb
    >>> duckdb.connect().sql("SELECT " + in_english("'4 de Mayo de 2011'")).fetchall()
    [('4 de may de 2011',)]
    """
    text = column
    for number, english in enumerate(ENGLISH, 1):
        text = f"regexp_replace({text}, '(?i){_one_of(number)}', '{english}')"
    return f"CASE WHEN regexp_matches({column}, '(?i){_one_of()}') THEN {text} ELSE {column} END"


def _one_of(number: int = 0) -> str:
    """Pattern of the names of one month, or of all."""
    names = (name for name, month in FOREIGN if number in {0, month})
    # What RE2 takes for the end of a word has only letters of English, as these names' ends have.
    return rf"\b(?:{'|'.join(names)})\b"
