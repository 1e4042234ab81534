"""Encodings by the names that people and programs give them."""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from types import MappingProxyType

from core.errors import InputError

ENCODINGS: Mapping[str, str] = MappingProxyType(
    {
        "utf-8": "UTF-8",
        "utf-16": "UTF-16",
        "cp1252": "Windows-1252 (Western Europe)",
        "cp1250": "Windows-1250 (Central Europe)",
        "cp1251": "Windows-1251 (Cyrillic)",
        "cp1253": "Windows-1253 (Greek)",
        "cp1254": "Windows-1254 (Turkish)",
        "cp1255": "Windows-1255 (Hebrew)",
        "cp1256": "Windows-1256 (Arabic)",
        "cp1257": "Windows-1257 (Baltic)",
        "cp1258": "Windows-1258 (Vietnamese)",
        "iso8859-1": "ISO 8859-1 (Western Europe)",
        "iso8859-2": "ISO 8859-2 (Central Europe)",
        "iso8859-5": "ISO 8859-5 (Cyrillic)",
        "iso8859-7": "ISO 8859-7 (Greek)",
        "iso8859-9": "ISO 8859-9 (Turkish)",
        "iso8859-15": "ISO 8859-15 (Western Europe, with €)",
        "koi8-r": "KOI8-R (Russian)",
        "koi8-u": "KOI8-U (Ukrainian)",
        "cp437": "DOS 437 (United States)",
        "cp850": "DOS 850 (Western Europe)",
        "cp852": "DOS 852 (Central Europe)",
        "cp866": "DOS 866 (Cyrillic)",
        "mac-roman": "Mac Roman",
        "mac-latin2": "Mac Central Europe",
        "shift_jis": "Shift JIS (Japanese)",
        "euc_jp": "EUC-JP (Japanese)",
        "gb18030": "GB 18030 (Chinese)",
        "big5": "Big5 (Chinese)",
        "cp949": "Windows-949 (Korean)",
    }
)
"""The encodings that a person chooses among, by Python's names; others are taken by name, too."""

_NO_TEXT = frozenset(
    {"idna", "mbcs", "oem", "punycode", "raw-unicode-escape", "undefined", "unicode-escape"}
)
"""Codecs of text that decode something else than the text of a file, or not everywhere."""


def encoding_named(name: str) -> str:
    """Return Python's name of an encoding.

    Parameters
    ----------
    name
        Any of its names, in any case: ``windows-1250``, ``CP1250``, ``latin2``.

    Raises
    ------
    InputError
        If no encoding of text has that name.

    Examples
    --------
    >>> encoding_named("Windows-1250"), encoding_named("utf8"), encoding_named("ISO 8859-2")
    ('cp1250', 'utf-8', 'iso8859-2')
    """
    try:
        found = codecs.lookup(re.sub(r"\s+", "-", name.strip()))
    except (LookupError, ValueError, UnicodeError):
        found = None
    # codecs.lookup also finds rot13 and base64, which this private mark tells from encodings.
    if found is None or not found._is_text_encoding or found.name.replace("_", "-") in _NO_TEXT:
        raise InputError(
            f"An encoding has a name such as utf-8, windows-1250 or iso-8859-2. Got {name!r}."
        )
    return found.name


def encoding_title(name: str) -> str:
    """Return an encoding's name as people know it, without what it is for.

    Examples
    --------
    >>> encoding_title("cp1250"), encoding_title("latin-1"), encoding_title("utf-8-sig")
    ('Windows-1250', 'ISO 8859-1', 'UTF-8')
    """
    try:
        known = codecs.lookup(name.removesuffix("-sig")).name
    except LookupError:
        return name
    return ENCODINGS.get(known, known).partition(" (")[0]
