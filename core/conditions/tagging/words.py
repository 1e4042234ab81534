"""Cut a text into words and signs, and say what tells of each what it is there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_WORD = re.compile(r"[^\W_]+(?:[_'’.\-/&][^\W_]+)*|_+[^\W_]+|[^\w\s]|_")
_QUOTES = frozenset('"“”„«»')
_AROUND = 3
"""How many neighbours on each side tell what a word is."""
_FAR = 4
"""From here on a cue is far away."""
_CUES = frozenset(
    {
        *("mention", "mentions", "mentioning", "mentioned", "contain", "contains", "containing"),
        *("about", "on", "topic", "topics", "word", "phrase", "named", "average", "mean"),
        *("rows", "tables", "table", "column", "columns", "with", "where", "whose", "which"),
        *("is", "are", "was", "be", "has", "have", "having", "neither", "either", "not", "no"),
        *("without", "in", "by", "from", "at", "like", "than", "over", "under", "above", "below"),
        *("between", "before", "after", "since", "until"),
    }
)
"""What tells what the words behind it are, however many stand between."""
_BEGIN, _END = "<", ">"


@dataclass(frozen=True)
class Word:
    """A word or a sign of a text."""

    text: str
    start: int
    end: int
    quoted: bool
    """Whether it stands in quotation marks."""

    @property
    def is_name(self) -> bool:
        """Whether it is neither a number nor a sign: these stand in names and around them alike."""
        return self.text[0].isalpha() or self.text[0] == "_"


def cut(text: str) -> list[Word]:
    """Cut a text into words and signs, in their order.

    Examples
    --------
    >>> [word.text for word in cut("where unit_price isn't over €1,200")]
    ['where', 'unit_price', "isn't", 'over', '€', '1', ',', '200']
    >>> [word.quoted for word in cut('in "New York" now')]
    [False, True, True, True, False, False]
    """
    found: list[Word] = []
    inside = False
    for match in _WORD.finditer(text):
        inside ^= match.group() in _QUOTES
        found.append(Word(match.group(), match.start(), match.end(), inside))
    return found


def features(words: Sequence[Word]) -> list[list[str]]:
    """Give for each word the names of what tells what it is: itself, its neighbours, its cues.

    Examples
    --------
    >>> found = features(cut("tables about maize"))
    >>> [name for name in found[2] if name.startswith(("word", "cue"))]
    ['word=maize', 'cue=about', 'cue=about far=0', 'cues=tables about']
    """
    low = [word.text.casefold() for word in words]
    cues = _of_cues(low)
    return [
        [*_of_itself(word, low[i]), *_of_neighbours(low, i), *cues[i]]
        for i, word in enumerate(words)
    ]


def _of_itself(word: Word, low: str) -> Iterator[str]:
    yield f"word={low}"
    yield f"end={low[-3:]}"
    yield f"end={low[-2:]}"
    yield f"begin={low[:3]}"
    yield f"shape={_shape(word.text)}"
    if word.quoted:
        yield "quoted"


def _of_neighbours(low: Sequence[str], place: int) -> Iterator[str]:
    def at(step: int) -> str:
        i = place + step
        if not 0 <= i < len(low):
            return _BEGIN if i < 0 else _END
        return "9" if low[i][0].isdigit() else low[i]

    for step in range(1, _AROUND + 1):
        yield f"-{step}={at(-step)}"
        yield f"+{step}={at(step)}"
    for first, second in ((-1, 0), (0, 1), (-2, -1), (1, 2), (-1, 1)):
        yield f"{first:+},{second:+}={at(first)} {at(second)}"


def _of_cues(low: Sequence[str]) -> list[list[str]]:
    """Give what the last two cues before each word are, and the next behind it."""
    rows: list[list[str]] = []
    last, earlier, far = _BEGIN, _BEGIN, 0
    for word in low:
        rows.append([f"cue={last}", f"cue={last} far={min(far, _FAR)}", f"cues={earlier} {last}"])
        far += 1
        if word in _CUES:
            last, earlier, far = word, last, 0
    following = _END
    for word, row in zip(reversed(low), reversed(rows), strict=True):
        row.append(f"next cue={following}")
        if word in _CUES:
            following = word
    return rows


def _shape(text: str) -> str:
    if text.isdigit():
        return "9"
    kinds = (
        "9" if c.isdigit() else "X" if c.isupper() else "x" if c.isalpha() else c for c in text
    )
    return re.sub(r"(.)\1+", r"\1", "".join(kinds))
