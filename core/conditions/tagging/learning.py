"""Teach the second reader from wordings and what they mean."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn

from core.conditions.errors import ConditionError
from core.conditions.tagging.cutting import cut
from core.conditions.tagging.labels import OPERATIONS, labelled
from core.conditions.tagging.network import Network, pieces_of
from core.features.sbert_model import has_bfloat16

EPOCHS = 5
_TEXTS_A_STEP = 32
_SORTED = 20
"""So many steps' texts are sorted by their lengths, so that those of one step are alike."""
_RATE, _RATE_OF_LAST, _DECAY = 1e-3, 2e-3, 0.01
_WARMING = 0.05
"""The share of steps in which the rate rises."""
_FEWEST_STEPS = 80
_LONGEST_CHANGE = 1.0
_RARE, _MOST_TIMES = 500, 4
"""Lessons with a label that fewer have are taken several times an epoch."""
_OF_TEXT = 0.3
"""What the operation counts for beside the labels."""
_IGNORED = -100
"""What torch leaves out: pieces behind a word's first, operations that are left open."""


@dataclass(frozen=True)
class _Lesson:
    pieces: list[int]
    first: list[int]
    labels: tuple[str, ...]
    operation: int


@dataclass(frozen=True)
class _Batch:
    pieces: Tensor
    absent: Tensor
    labels: Tensor
    operations: Tensor


def learn(wordings: Iterable[tuple[str, str]], path: Path) -> int:
    """Learn from texts and their conditions, and write what was learned.

    The same wordings teach the same on the same machine.

    Parameters
    ----------
    wordings
        Texts, and the lines that `write_request` gives for what they mean.
    path
        The file to write.

    Returns
    -------
    int
        Of how many wordings it learned. Those whose line names or counts what does not stand in the
        text tell nothing of its words, and are passed over, as are texts without words.

    Raises
    ------
    ConditionError
        If there is none to learn from.
    """
    lessons = [one for text, line in wordings if (one := _lesson(text, line)) is not None]
    if not lessons:
        raise ConditionError(
            "At least one wording must have the names and numbers of its condition in its text. "
            "Got none; name files of lines “subcategory, text, condition”, parted by tabs."
        )
    seed = torch.get_rng_state()
    try:
        torch.manual_seed(0)
        network = Network(sorted({label for one in lessons for label in one.labels}))
        _teach(network, lessons)
    finally:
        torch.set_rng_state(seed)
    network.write(path)
    return len(lessons)


def _lesson(text: str, line: str) -> _Lesson | None:
    words = cut(text)
    found = labelled(text, words, line)
    if not words or not found.is_whole:
        return None
    return _Lesson(
        *pieces_of(words),
        found.labels,
        _IGNORED if found.operation is None else OPERATIONS.index(found.operation),
    )


def _teach(network: Network, lessons: Sequence[_Lesson]) -> None:
    order = random.Random(0)  # noqa: S311 - no secret
    number = {label: i for i, label in enumerate(network.labels)}
    wanted = [torch.tensor([number[label] for label in one.labels]) for one in lessons]
    learned = network.adapt()
    last = [*network.of_words.parameters(), *network.of_text.parameters()]
    upper = [one for one in learned if all(one is not other for other in last)]
    times = _times(lessons)
    steps = max(EPOCHS * -(-sum(times) // _TEXTS_A_STEP), _FEWEST_STEPS)
    optimizer = torch.optim.AdamW(
        [{"params": upper, "lr": _RATE}, {"params": last, "lr": _RATE_OF_LAST}], weight_decay=_DECAY
    )
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1.0, (step + 1) / (_WARMING * steps)) * (1 - step / steps)
    )
    loss_of = nn.CrossEntropyLoss(ignore_index=_IGNORED)
    halved = has_bfloat16()
    network.train()
    done = 0
    while done < steps:
        for places in _shuffled(lessons, times, order):
            batch = _batch([lessons[i] for i in places], [wanted[i] for i in places])
            with torch.autocast("cpu", torch.bfloat16, enabled=halved):
                labels, operations = network(batch.pieces, batch.absent)
            loss = loss_of(labels.float().flatten(0, 1), batch.labels.flatten())
            if (batch.operations != _IGNORED).any():
                loss = loss + _OF_TEXT * loss_of(operations.float(), batch.operations)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(learned, _LONGEST_CHANGE)
            optimizer.step()
            schedule.step()
            done += 1
            if done == steps:
                break


def _times(lessons: Sequence[_Lesson]) -> list[int]:
    """Give how often each lesson is taken in an epoch: those with rare labels several times."""
    count = Counter(label for one in lessons for label in set(one.labels))
    rarest = [min(count[label] for label in set(one.labels)) for one in lessons]
    return [max(1, min(_MOST_TIMES, round((_RARE / many) ** 0.5))) for many in rarest]


def _shuffled(
    lessons: Sequence[_Lesson], times: Sequence[int], order: random.Random
) -> Iterator[list[int]]:
    every = [i for i, many in enumerate(times) for _ in range(many)]
    order.shuffle(every)
    steps: list[list[int]] = []
    for start in range(0, len(every), _TEXTS_A_STEP * _SORTED):
        some = every[start : start + _TEXTS_A_STEP * _SORTED]
        some.sort(key=lambda i: len(lessons[i].pieces))
        steps += [some[i : i + _TEXTS_A_STEP] for i in range(0, len(some), _TEXTS_A_STEP)]
    order.shuffle(steps)
    yield from steps


def _batch(lessons: Sequence[_Lesson], wanted: Sequence[Tensor]) -> _Batch:
    longest = max(len(one.pieces) for one in lessons)
    pieces = torch.zeros(len(lessons), longest, dtype=torch.long)
    absent = torch.ones(len(lessons), longest, dtype=torch.bool)
    labels = torch.full((len(lessons), longest), _IGNORED)
    for i, (lesson, numbers) in enumerate(zip(lessons, wanted, strict=True)):
        pieces[i, : len(lesson.pieces)] = torch.tensor(lesson.pieces)
        absent[i, : len(lesson.pieces)] = False
        labels[i, torch.tensor(lesson.first)] = numbers
    labels[:, 0] = _IGNORED
    return _Batch(pieces, absent, labels, torch.tensor([one.operation for one in lessons]))
