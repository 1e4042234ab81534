"""What the second reader of conditions finds in wordings that it has not learned from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.conditions import WORDINGS
from benchmarks.measure import keep
from core.conditions import write_request
from core.conditions.parsing.parse import by_grammar
from core.conditions.parsing.taking_second import fitting_better
from core.conditions.tagging.cutting import cut
from core.conditions.tagging.disagreements import disagreements
from core.conditions.tagging.labels import labelled
from core.conditions.tagging.learning import learn
from core.conditions.tagging.lines import parted
from core.conditions.tagging.tagger import Tagger

BEYOND = "beyond.tsv"
"""Wordings that ask for more than a condition can say; `beyond_unseen.tsv` is by another writer."""
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
    by_grammar: list[bool] = field(default_factory=list)
    """Of each wording, whether the grammar reads it exactly."""
    with_second: list[bool] = field(default_factory=list)
    """Whether it is read exactly where the second reading may take the place of the first."""
    beyond: list[bool] = field(default_factory=list)
    """Of each wording that asks for more than a condition can say, whether that is told."""


def run(folder: Path) -> None:
    """Learn from the first four fifths of each file, look at the last; writers stand together."""
    taught, kept = _parted(LEARNED_FROM)
    more, beyond = _parted([BEYOND])
    path = folder / "learned.safetensors"
    learned = learn([*taught, *more], path)
    found = _look(Tagger(path), kept)
    _look_beyond(Tagger(path), beyond, found)
    keep("tagging", [{"learned from": learned, **_shares(found)}])


def _parted(names: Sequence[str]) -> tuple[list[Wording], list[Wording]]:
    taught: list[Wording] = []
    kept: list[Wording] = []
    for name in names:
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
        first = by_grammar(text)
        doubted = disagreements(text, write_request(first.request), by=tagger)
        second = fitting_better(first.request, doubted, first.bare, by=tagger, columns=())
        found.by_grammar.append(write_request(first.request) == meant)
        found.with_second.append(write_request(second) == meant)
    found.wrong += (bool(disagreements(text, line, by=tagger)) for text, line in _misread(kept))
    return found


def _look_beyond(tagger: Tagger, wordings: Sequence[Wording], found: _Found) -> None:
    """Look whether what no condition can say is told, by the second reader or the grammar."""
    for text, meant in wordings:
        first = by_grammar(text).request
        told = [*first.unknown, *disagreements(text, write_request(first), by=tagger)]
        places = [(text.find(words), words) for words in parted(meant)[1]]
        found.beyond.append(
            all(
                any(span.start < start + len(words) and start < span.end for span in told)
                for start, words in places
            )
        )


def _misread(kept: list[Wording]) -> Iterator[Wording]:
    """Give what the grammar makes of wordings that it reads otherwise than they are meant."""
    others = {
        line.split("\t")[1]
        for line in (WORDINGS / "misread.tsv").read_text(encoding="utf-8").splitlines()
    }
    for text, meant in kept:
        read = write_request(by_grammar(text).request)
        if text in others and read != meant:
            yield text, read


def _shares(found: _Found) -> dict[str, object]:
    return {
        "words labelled right": found.labelled / found.words,
        "right readings": len(found.right),
        "of them doubted": sum(found.right) / len(found.right),
        "wrong readings": len(found.wrong),
        "of these doubted": sum(found.wrong) / max(1, len(found.wrong)),
        "exact by the grammar": sum(found.by_grammar) / len(found.by_grammar),
        "exact with the second reading": sum(found.with_second) / len(found.with_second),
        "beyond conditions": len(found.beyond),
        "of these told": sum(found.beyond) / len(found.beyond),
    }
