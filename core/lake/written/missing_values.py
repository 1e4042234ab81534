"""Texts that stand for a missing cell: anywhere, and among numbers only."""

from __future__ import annotations

MISSING = (
    *("#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN"),
    *("<NA>", "N/A", "NA", "NULL", "NaN", "None", "n/a", "nan", "null"),
)
"""Texts that stand for a missing cell besides the empty one: those of `pandas.read_csv`, by which
the papers count missing cells and tell types."""

ALSO_CODES = ("n.d.", "n. d.", "nd", "n.c.", "nc", "s.d.", "s. d.")
"""Those of `STAND_INS` that are codes of states, too, North Dakota and Carolina, South Dakota."""

STAND_INS = (
    *("-", "--", "---", "‐", "‑", "‒", "–", "—", "―", "−", ".", "..", "...", "…", "/", ":", "?"),
    *("k.a.", "k. a.", "k.a", "keine angabe", "keine angaben", "n.v.", "n. v.", "nicht verfügbar"),
    *("n.a.", "n. a.", "n.a", "na", "n/a", "n/v", "#n/v", "not available", "not applicable"),
    *("unknown", "unbekannt", "none", "nil", "null", "(null)", "missing", "tba", "tbd", "nan"),
    *("n/d", "s/d", "sin datos", "b.d.", *ALSO_CODES),
    *("brak", "brak danych", "inconnu", "non disponible", "non disponibile", "onbekend", "okänd"),
)
"""Texts, lower case, that stand for a missing cell in a column whose other cells are numbers: a
dash among names may be a name."""


def strings(values: tuple[str, ...]) -> str:
    """Write texts as a list of SQL."""
    return ", ".join("'" + value.replace("'", "''") + "'" for value in values)
