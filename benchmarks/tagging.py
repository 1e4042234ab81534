"""What the second reader of conditions finds in wordings that it has not learned from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.conditions import WORDINGS
from benchmarks.measure import keep
from core.conditions import parse, write_request
from core.conditions.tagging.disagreements import disagreements
from core.conditions.tagging.mentions import labels, mentions
from core.conditions.tagging.tagger import Tagger, learn
from core.conditions.tagging.words import cut

LEARNED_FROM = (
    *("taxonomy.tsv", "held_out.tsv", "analysts.tsv", "names.tsv", "strangers.tsv", "misread.tsv"),
)
FOLDS = 5

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
    """Learn from four fifths of each file, look at the other; writers stand together in files."""
    rows: list[dict[str, object]] = []
    every = _Found()
    for fold in range(FOLDS):
        taught, kept = _parted(fold)
        path = folder / f"{fold}.crfsuite"
        learned = learn(taught, path)
        found = _look(Tagger(path), kept)
        rows.append({"fold": str(fold + 1), "learned from": learned, **_shares(found)})
        every.words += found.words
        every.labelled += found.labelled
        every.right += found.right
        every.wrong += found.wrong
    keep("tagging", [*rows, {"fold": "all", "learned from": None, **_shares(every)}])


def _parted(fold: int) -> tuple[list[Wording], list[Wording]]:
    taught: list[Wording] = []
    kept: list[Wording] = []
    for name in LEARNED_FROM:
        lines = (WORDINGS / name).read_text(encoding="utf-8").splitlines()
        for i, line in enumerate(lines):
            _, text, meant = line.split("\t")
            (kept if i * FOLDS // len(lines) == fold else taught).append((text, meant))
    return taught, kept


def _look(tagger: Tagger, kept: list[Wording]) -> _Found:
    found = _Found()
    for text, meant in kept:
        words = cut(text)
        stand, whole = mentions(words, meant)
        if whole:
            wanted = labels(words, stand)
            likely = [max(one, key=lambda label: one[label]) for one in tagger.likely(words)]
            found.words += len(words)
            found.labelled += sum(a == b for a, b in zip(wanted, likely, strict=True))
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
        "of these doubted": sum(found.wrong) / len(found.wrong),
    }
