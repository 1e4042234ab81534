"""What the second reader of conditions finds in wordings that it has not learned from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.conditions import WORDINGS
from benchmarks.measure import keep
from core.conditions import parse, write_request
from core.conditions.tagging.disagreements import disagreements
from core.conditions.tagging.labels import labelled
from core.conditions.tagging.learning import learn
from core.conditions.tagging.tagger import Tagger
from core.conditions.tagging.words import cut

LEARNED_FROM = (
    *("taxonomy.tsv", "held_out.tsv", "analysts.tsv", "names.tsv", "shapes.tsv"),
    *("strangers.tsv", "misread.tsv"),
)
KEPT = 5
"""One in so many wordings is kept to be asked of: those at the end of each file."""

Wording = tuple[str, str]


@dataclass
class _Found:
    """What a tagger made of the wordings kept from it."""

    words: int = 0
    labelled: int = 0
    right: list[bool] = field(default_factory=list)
    """Of each reading that is right, whether it is doubted."""
    wrong: list[bool] = field(default_factory=list)


def run(folder: Path) -> None:
    """Learn from the first four fifths of each file, look at the last; writers stand together."""
    taught, kept = _parted()
    path = folder / "learned.safetensors"
    learned = learn(taught, path)
    keep("tagging", [{"learned from": learned, **_shares(_look(Tagger(path), kept))}])


def _parted() -> tuple[list[Wording], list[Wording]]:
    taught: list[Wording] = []
    kept: list[Wording] = []
    for name in LEARNED_FROM:
        lines = (WORDINGS / name).read_text(encoding="utf-8").splitlines()
        first = len(lines) - len(lines) // KEPT
        wordings = [(text, meant) for _, text, meant in (line.split("\t") for line in lines)]
        taught += wordings[:first]
        kept += wordings[first:]
    return taught, kept


def _look(tagger: Tagger, kept: list[Wording]) -> _Found:
    found = _Found()
    for text, meant in kept:
        words = cut(text)
        wanted = labelled(text, words, meant)
        if wanted.is_whole:
            likely = tagger.likely(words).best()
            found.words += len(words)
            found.labelled += sum(a == b for a, b in zip(wanted.labels, likely, strict=True))
        found.right.append(bool(disagreements(text, meant, by=tagger)))
    found.wrong += (bool(disagreements(text, line, by=tagger)) for text, line in _misread(kept))
    return found


def _misread(kept: list[Wording]) -> Iterator[Wording]:
    """Give what the grammar makes of wordings that it reads otherwise than they are meant."""
    others = {
        line.split("\t")[1]
        for line in (WORDINGS / "misread.tsv").read_text(encoding="utf-8").splitlines()
    }
    for text, meant in kept:
        if text in others and (read := write_request(parse(text))) != meant:
            yield text, read


def _shares(found: _Found) -> dict[str, object]:
    return {
        "words labelled right": found.labelled / found.words,
        "right readings": len(found.right),
        "of them doubted": sum(found.right) / len(found.right),
        "wrong readings": len(found.wrong),
        "of these doubted": sum(found.wrong) / max(1, len(found.wrong)),
    }
