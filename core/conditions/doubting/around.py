"""Patterns with words of a condition in them, looked for where their own words stand at all."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.conditions.doubting.leaf_words import spelled


class Around:
    r"""A pattern with words of a condition in it, looked for only where its own words stand.

    With a topic in it a pattern is another one for each sentence, and to compile it takes a hundred
    times as long as to look for it. So its own words are compiled once and looked for first.

    Parameters
    ----------
    before, behind
        What stands around the own words, for `str.format`: "{}" is for words of a condition.
    own
        A pattern by itself, without which nothing is found.

    Examples
    --------
    >>> needing = Around("{}", r" and (?:need|want)\b", " {}")
    >>> needing.search("on tea and want more  rows", "tea", "more rows")[0]
    'tea and want more  rows'
    >>> needing.search("on tea, more rows", "tea", "more rows") is None
    True
    """

    def __init__(self, before: str, own: str, behind: str, flags: re.RegexFlag = re.NOFLAG) -> None:
        self._own = re.compile(own, flags)
        self._whole = before + own.replace("{", "{{").replace("}", "}}") + behind
        self._flags = flags

    def search(self, text: str, *words: str) -> re.Match[str] | None:
        """Find the first place in a text where the words of a condition stand so."""
        return next(self.finditer(text, *words), None)

    def finditer(self, text: str, *words: str) -> Iterator[re.Match[str]]:
        """Find all such places."""
        if self._own.search(text) is not None:
            whole = self._whole.format(*map(spelled, words))
            yield from re.finditer(whole, text, self._flags)
