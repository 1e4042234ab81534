"""Make a benchmark of conditional table search from any data lake (nlctables, section 4.2)."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from core.amounts import amount
from core.benchmarks.making.checking import OtherSources, names_of, values_of, verdict
from core.benchmarks.making.cutting import JOIN, UNION, Cutter
from core.benchmarks.making.sources import find_sources
from core.benchmarks.making.types import Asked, Kind, MadeQuery, Piece, Recipe, Shortfall, Source
from core.benchmarks.making.wording import keywords, words
from core.errors import InputError
from core.monitor import Monitor
from core.store import Workspace
from core.types import LakeInfo

_LEAST_POSITIVES, _LEAST_NEGATIVES = 2, 2
_TOPIC_SHARE = 0.4
_TITLE_WORDS = 2
_UNTITLED = "without a title of two words"
_UNCUT = "without columns or values to be split so"
_TOO_FEW = f"of which fewer than {_LEAST_POSITIVES} positives or {_LEAST_NEGATIVES} negatives came"
_NOT_LABELLED = "others had no positive or no negative once labels were decided again"
WORDS_ALONE = {
    "nl/sentence": "no query with a condition is of a table with a title of two words",
    "nl/keyword": "no join query that asks for columns is of a table with a title of two words",
}
"""Why there is no query of words alone, by subcategory."""
_CANCELLED = "The making was cancelled; nothing of it is kept."


@dataclass(frozen=True)
class MadeBenchmark:
    """What was made, its labels checked.

    Parameters
    ----------
    pieces
        The candidate tables; the query tables are in the queries.
    dropped
        Tables that were cut but did not come out as they were meant.
    shortfalls
        Subcategories that have fewer queries than were asked for.
    """

    sources: tuple[Source, ...]
    pieces: tuple[Piece, ...]
    queries: tuple[MadeQuery, ...]
    dropped: int
    shortfalls: tuple[Shortfall, ...] = ()


def make_benchmark(
    workspace: Workspace, lake: LakeInfo, recipe: Recipe, monitor: Monitor
) -> MadeBenchmark:
    """Split tables of a lake into queries and candidates, and label them.

    Of each source, rows are split by conditions for union queries and columns for join queries;
    positives have so large a share of rows that satisfy the condition, negatives so small a one.
    Every label is decided again from the cells; a table that answers a query by accident becomes
    one of its positives. To be ignored is one that does so in part, and one of another source that
    goes with the query's table as its own do.

    Raises
    ------
    InputError
        If the lake has no table that can be split, or no query comes of them.
    CancelledError
        If `monitor` says so.
    """
    sources = find_sources(workspace, lake, recipe, monitor)
    dice = random.Random(recipe.seed)  # noqa: S311 - a choice of rows, no secret
    numbers, made = itertools.count(1), itertools.count(1)
    queries: list[MadeQuery] = []
    pieces: list[Piece] = []
    own: dict[str, tuple[set[str], set[str]]] = {}
    dropped = 0
    lost: dict[str, Counter[str]] = {}
    for category in (*UNION, *JOIN):
        order = list(range(len(sources)))
        dice.shuffle(order)
        count = 0
        why: Counter[str] = Counter()
        for place in order:
            if count == recipe.queries:
                break
            monitor.raise_if_stopped(_CANCELLED)
            titled = is_titled(sources[place].title)
            if category.endswith("table/topic") and not titled:
                why[_UNTITLED] += 1
                continue
            query_id = f"q{next(numbers):04}"
            cutter = Cutter(place, sources[place], recipe, dice)
            cut = cutter.cut(category, query_id, lambda: f"t{next(made):05}")
            if cut is None:
                why[_UNCUT] += 1
                continue
            good = [p for p in cut.positives if verdict(cut.query, sources[place], p, recipe)]
            bad = [
                p for p in cut.negatives if verdict(cut.query, sources[place], p, recipe) is False
            ]
            dropped += len(cut.positives) + len(cut.negatives) - len(good) - len(bad)
            if len(good) < _LEAST_POSITIVES or len(bad) < _LEAST_NEGATIVES:
                why[_TOO_FEW] += 1
                continue
            topic = category.endswith("table/topic") or (titled and dice.random() < _TOPIC_SHARE)
            text = words(cut.query.mode, cut.query.asked, sources[place], topic, dice)
            queries.append(replace(cut.query, text=text, topic=topic))
            own[query_id] = ({p.name for p in good}, {p.name for p in bad})
            pieces += [*good, *bad]
            count += 1
        lost[category] = why if count < recipe.queries else Counter()
    if not queries:
        raise InputError(
            f"No query could be made from {len(sources):,} tables of the lake {lake.name!r}; "
            "lower --min-rows or --min-columns, or take more sources."
        )
    queries += _words_alone(queries, sources, recipe, dice, numbers)
    held = _Held(sources, pieces)
    labelled = []
    for done, query in enumerate(queries, 1):
        monitor.raise_if_stopped(_CANCELLED)
        labelled.append(_labelled(query, held, own, recipe))
        monitor.progress(done, len(queries), "Labelling")
    kept = tuple(query for query in labelled if query.positives and query.negatives)
    told = tuple(_shortfalls(kept, lost, len(sources), recipe))
    return MadeBenchmark(tuple(sources), tuple(pieces), kept, dropped, told)


def _shortfalls(
    kept: Sequence[MadeQuery], lost: Mapping[str, Counter[str]], sources: int, recipe: Recipe
) -> Iterator[Shortfall]:
    """Tell subcategories with fewer queries than asked for; of words alone those without any."""
    made = Counter(query.category for query in kept)
    for category, reasons in lost.items():
        if made[category] < recipe.queries:
            why = ", ".join(f"{count:,} {reason}" for reason, count in reasons.items())
            told = f"of {amount(sources, 'table')} {why}" if why else _NOT_LABELLED
            yield Shortfall(category, made[category], recipe.queries, told)
    for category, why in WORDS_ALONE.items():
        if not made[category]:
            yield Shortfall(category, 0, recipe.queries, why)


def is_titled(title: str) -> bool:
    """Whether a title says what a table is about: two words of letters at least.

    Examples
    --------
    >>> is_titled("Homes near rail trails"), is_titled("203-csv 714")
    (True, False)
    """
    return sum(word.isalpha() and len(word) > 2 for word in title.split()) >= _TITLE_WORDS  # noqa: PLR2004


def _words_alone(
    queries: list[MadeQuery],
    sources: list[Source],
    recipe: Recipe,
    dice: random.Random,
    numbers: Iterator[int],
) -> list[MadeQuery]:
    """Derive queries without a table: the title takes the place of what they refer to.

    Keywords can name columns and nothing else, so such a query asks for those alone.
    """
    fitting = [query for query in queries if is_titled(sources[query.source].title) and query.asked]
    dice.shuffle(fitting)
    made: list[MadeQuery] = []
    for query in fitting[: 2 * recipe.queries]:
        source = sources[query.source]
        query_id = f"q{next(numbers):04}"
        base = replace(query, query_id=query_id, mode="nl", piece=None, key=None, topic=True)
        columns = [one.column for one in query.asked if one.column is not None]
        if len(made) % 2 and columns and query.mode == "join":
            text = keywords(columns, source)
            named = tuple(Asked(Kind.COLUMN, source.labels[place], place) for place in columns)
            made.append(replace(base, category="nl/keyword", text=text, asked=named))
        else:
            text = words("nl", query.asked, source, True, dice)
            made.append(replace(base, category="nl/sentence", text=text))
    return made


class _Held:
    """The pieces, each looked at once: by source, with the names and values of their columns."""

    def __init__(self, sources: list[Source], pieces: list[Piece]) -> None:
        self.sources = sources
        self.pieces = pieces
        self.names = [names_of(sources[piece.source], piece) for piece in pieces]
        self.values = [values_of(sources[piece.source], piece) for piece in pieces]


def _labelled(
    query: MadeQuery, held: _Held, own: dict[str, tuple[set[str], set[str]]], recipe: Recipe
) -> MadeQuery:
    """Decide every label again; tables of other sources have none, or are to be ignored.

    Of these none is, if a topic is asked that it lacks.
    """
    positives, negatives, ignored = [], [], []
    meant = own.get(query.query_id, (set(), set()))[1]
    source = held.sources[query.source]
    others = OtherSources(query, source)
    for piece, names, values in zip(held.pieces, held.names, held.values, strict=True):
        if piece.source != query.source:
            of_topic = not query.topic or source.title == held.sources[piece.source].title
            if of_topic and others.might_answer(names, values):
                ignored.append(piece.name)
            continue
        found = verdict(query, source, piece, recipe)
        if found:
            positives.append(piece.name)
        elif found is None:
            ignored.append(piece.name)
        elif piece.name in meant or query.piece is None:
            negatives.append(piece.name)
    return replace(
        query,
        positives=tuple(positives),
        negatives=tuple(negatives),
        ignored=tuple(ignored),
    )
