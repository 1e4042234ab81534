"""Columns of a workbook that its number format shows as per cent: 11% is stored as 0.11.

Readers of workbooks give the numbers and not the format, so that it is told here, from the parts of
the file. What cannot be found is left out: the cells are read all the same.
"""

from __future__ import annotations

import html
import re
import zipfile
import zlib
from collections import Counter
from pathlib import Path

_MOST_BYTES = 64 * 1024 * 1024
"""A larger sheet is not looked through."""
_BUILT_IN = {9, 10}
_FORMAT = re.compile(rb'<numFmt\b[^>]*?\bnumFmtId="(\d+)"[^>]*?\bformatCode="([^"]*)"')
_STYLES = re.compile(rb"<cellXfs\b.*?</cellXfs>", re.DOTALL)
_STYLE = re.compile(rb'<xf\b[^>]*?\bnumFmtId="(\d+)"')
_SHEET = re.compile(rb'<sheet\b[^>]*?\bname="([^"]*)"[^>]*?\br:id="([^"]*)"')
_RELATION = re.compile(rb"<Relationship\b[^>]*>")
_QUOTED = re.compile(rb"&quot;.*?&quot;|\\.")
_FEWEST = 2
"""One cell alone may be a note."""


def percent_columns(path: Path) -> dict[str, list[str]]:
    """Return for each sheet of an ``.xlsx`` or ``.xlsm`` file the letters of such columns.

    A file that is no such workbook, or is damaged, has none.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            styles = _percent_styles(archive.read("xl/styles.xml"))
            if not styles:
                return {}
            found = {}
            for name, part in _parts(archive):
                if archive.getinfo(part).file_size <= _MOST_BYTES:
                    found[name] = _columns(archive.read(part), styles)
            return found
    except (zipfile.BadZipFile, zlib.error, KeyError, OSError, RuntimeError, ValueError, EOFError):
        return {}


def _percent_styles(part: bytes) -> list[bytes]:
    """Give the numbers of the styles of cells whose format has a per cent sign."""
    formats = {int(key) for key, code in _FORMAT.findall(part) if b"%" in _QUOTED.sub(b"", code)}
    styles = _STYLES.search(part)
    keys = _STYLE.findall(styles[0]) if styles else []
    return [b"%d" % n for n, key in enumerate(keys) if int(key) in formats | _BUILT_IN]


def _parts(archive: zipfile.ZipFile) -> list[tuple[str, str]]:
    targets = {}
    for relation in _RELATION.findall(archive.read("xl/_rels/workbook.xml.rels")):
        key, target = (
            re.search(rb'\b%s="([^"]*)"' % one, relation) for one in (rb"Id", rb"Target")
        )
        if key and target:
            inside = target[1].decode().lstrip("/")
            targets[key[1]] = inside if inside.startswith("xl/") else f"xl/{inside}"
    sheets = _SHEET.findall(archive.read("xl/workbook.xml"))
    return [(html.unescape(name.decode()), targets[key]) for name, key in sheets if key in targets]


def _columns(part: bytes, styles: list[bytes]) -> list[str]:
    """Give the columns with at least a few numbers of such a style, in their order."""
    cells = re.findall(
        rb'<c r="([A-Z]+)\d+" s="(?:' + b"|".join(styles) + rb')"(?: t="n")?><(?:v|f)', part
    )
    letters = [cell.decode() for cell, count in Counter(cells).items() if count >= _FEWEST]
    return sorted(letters, key=lambda one: (len(one), one))
