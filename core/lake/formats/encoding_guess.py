"""The encoding of a text that says nothing of it, guessed by stated rules and by its letters."""

from __future__ import annotations

import codecs
import re
import unicodedata
from typing import BinaryIO

from core.lake.formats.base import WHOLE_FILE_BYTES

_BLOCK_BYTES = 1024 * 1024
_SAMPLE_BYTES = 256 * 1024
_LETTERS_LOOKED_AT = 64 * 1024
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CANDIDATES = (
    *("cp1250", "cp1251", "cp1252", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp1258"),
    *("iso8859-2", "koi8-r", "cp850", "cp852", "cp866", "mac-roman", "tis-620"),
    *("cp932", "euc_jis_2004", "gb18030", "big5hkscs", "cp949"),
)
_WESTERN = "cp1252"
_MOST_BROKEN = 0.1
_LEAST_RIGHT = 3
"""By chance hardly a sequence of high bytes is UTF-8 in Western texts, a third in Chinese ones."""
_FEW_HIGH_BYTES = 0.25
_LEAST_WORDS = 2
_MANY_WORDS = 10
_LEAST_LIKELIHOODS = (1.4, 1.05)
"""How many times as likely as Windows-1252 another encoding must be, with few words that tell it
and with many: six French towns are 1.15 times as likely in Windows-1257, six Polish ones twice as
likely in Windows-1250."""
_HIGH = re.compile(rb"[\x80-\xff]")
_LETTER = re.compile(rb"[A-Za-z\x80-\xff]")
_CELL = re.compile(rb"[^\r\n\t,;\"]+[\r\n\t,;\"]*")
_WORD = re.compile(r"[A-Za-z\x80-\U0010ffff]+")


def marked_encoding(data: bytes) -> str:
    """Return the encoding that a byte order mark at the start of a file says; empty without one.

    Examples
    --------
    >>> marked_encoding(codecs.BOM_UTF16_LE), marked_encoding(b"[]")
    ('utf-16', '')
    """
    return next((name for mark, name in _BOMS if data.startswith(mark)), "")


def guess_encoding(data: bytes, whole: bool = True) -> str:
    """Guess the encoding of delimited text.

    A byte order mark decides; else UTF-16 if every second byte of the start is nul; else UTF-8 if
    nine in ten of the characters that are not ASCII's are; else what `chardet` finds by the
    frequencies of letters in the cells that have others than ASCII's, if it is a good deal likelier
    than Windows-1252 (a superset of Latin-1's letters) and at least two words would read otherwise
    in that: what few letters or signs such as "£5" suggest is chance, and so is a word that mixes
    scripts, "St酺ke".

    Parameters
    ----------
    data
        The file, or its start.
    whole
        Whether `data` is all of the file; if not, its last character may be incomplete.

    Returns
    -------
    str
        A Python codec name.

    Examples
    --------
    >>> guess_encoding("naïve café".encode("latin-1"))
    'cp1252'
    >>> guess_encoding("miasto: Łódź, Żory, Świdnica, Kraków".encode("cp1250"))
    'cp1250'
    >>> guess_encoding("naïve café".encode("utf-16-le"))
    'utf-16-le'
    >>> guess_encoding("Zürich, Köln, ".encode() * 9 + "Gö".encode()[:-1])
    'utf-8'
    """
    if marked := marked_encoding(data):
        return marked
    sample = data[:_SAMPLE_BYTES]
    if b"\0" in sample:
        zeros = (sample[0::2].count(0), sample[1::2].count(0))
        if max(zeros) > len(sample) * 0.2 and min(zeros) < max(zeros) * 0.1:
            return "utf-16-be" if zeros[0] > zeros[1] else "utf-16-le"
    try:
        codecs.getincrementaldecoder("utf-8")().decode(data, final=whole)
    except UnicodeDecodeError:
        return "utf-8" if _is_broken_utf_8(data, whole) else _by_letters(data, whole)
    return "utf-8"


def guess_told(encoding: str) -> str:
    """Say that an encoding that nothing proves is a guess."""
    return (
        f"Nothing in the file tells its encoding; {encoding} is a guess. If letters are wrong, "
        "say which it is, or save it as UTF-8."
    )


def encoding_behind_ascii(file: BinaryIO) -> str:
    r"""Guess the encoding of a file that begins in ASCII, by what stands around the first letter.

    Parameters
    ----------
    file
        From its beginning; it is read up to 4 MB behind the first character that is not ASCII's.

    Examples
    --------
    >>> import io
    >>> encoding_behind_ascii(io.BytesIO(b"id,town\n" * 9 + "1,Zürich\n2,Köln".encode("cp1252")))
    'cp1252'
    """
    while block := file.read(_BLOCK_BYTES):
        if letter := _HIGH.search(block):
            line = block.rfind(b"\n", 0, letter.start()) + 1
            return guess_encoding(block[line:] + file.read(WHOLE_FILE_BYTES), whole=False)
    return "utf-8"


def _is_broken_utf_8(data: bytes, whole: bool) -> bool:
    """Whether nearly all characters are UTF-8, as where a database has cut texts by bytes."""
    text = codecs.getincrementaldecoder("utf-8")("replace").decode(data, final=whole)
    broken = text.count("\ufffd") - data.count("\ufffd".encode())
    right = len(text) - len(text.encode("ascii", "ignore")) - broken
    return right >= _LEAST_RIGHT and broken <= _MOST_BROKEN * (right + broken)


def _by_letters(data: bytes, whole: bool) -> str:
    from chardet import detect_all

    first = _HIGH.search(data)
    start = 0
    if first and first.start() >= _SAMPLE_BYTES:
        start = data.rfind(b"\n", 0, first.start()) + 1
    telling, end = _telling_cells(data, start, whole)
    sample = data[start : max(start + _SAMPLE_BYTES, end)]
    found = detect_all(
        telling, ignore_threshold=True, include_encodings=_CANDIDATES, compat_names=False
    )
    # Of what it takes for binary it names no encoding.
    likely = {one["encoding"]: one["confidence"] for one in reversed(found) if one["encoding"]}
    best = max(likely, key=lambda name: likely[name], default=_WESTERN)
    western = likely.get(_WESTERN, 0.0)
    if best != _WESTERN and likely[best] > western * _least_likelihood(sample, telling, best):
        return best
    try:
        sample.decode(_WESTERN)
    except UnicodeDecodeError:
        return "latin-1"
    return _WESTERN


def _telling_cells(data: bytes, start: int, whole: bool) -> tuple[bytes, int]:
    """Return the cells whose encoding matters, from a place on, and where the last of them ends.

    Hundreds of numbers make all encodings equally likely.
    """
    telling: list[bytes] = []
    size = end = 0
    for found in _CELL.finditer(data, start):
        cell = found[0]
        if not _HIGH.search(cell):
            continue
        if telling and not whole and found.end() == len(data):
            break  # it may be cut inside a character
        size += len(cell)
        if size > _LETTERS_LOOKED_AT and telling:
            break
        telling.append(cell)
        end = found.end()
    return b"".join(telling)[:_LETTERS_LOOKED_AT], end


def _least_likelihood(sample: bytes, telling: bytes, name: str) -> float:
    words = _words_told_apart(telling, name)
    if words < _LEAST_WORDS:
        return float("inf")
    if len(_HIGH.findall(sample)) > _FEW_HIGH_BYTES * len(_LETTER.findall(sample)):
        return 1.0  # no language that Windows-1252 is for has so many
    return _LEAST_LIKELIHOODS[words >= _MANY_WORDS]


def _words_told_apart(telling: bytes, name: str) -> int:
    """Count the different words that would read otherwise in Windows-1252, without torn ones."""
    words = set(_WORD.findall(telling.decode(name, "replace")))
    return sum(_reads_otherwise(word, name) and not _is_torn(word, name) for word in words)


def _reads_otherwise(word: str, name: str) -> bool:
    written = word.encode(name, "replace")
    return len(written) > 1 and written.decode(_WESTERN, "replace") != word


def _is_torn(word: str, name: str) -> bool:
    """Whether a word looks like a Western one of which letters were taken for another script's.

    It has Latin letters beside those of another script; where these are of two bytes, each has
    swallowed a Latin letter, as "rk" behind "ä" in "Stärke". "T恤" has swallowed none.
    """
    others = [letter for letter in word if not _is_latin(letter)]
    if not others or not any(map(str.isascii, word)):
        return False
    ends = [letter.encode(name, "replace")[1:] for letter in others]
    return all(not end or end.isalpha() for end in ends)


def _is_latin(letter: str) -> bool:
    return letter.isascii() or unicodedata.name(letter, "").startswith("LATIN")
