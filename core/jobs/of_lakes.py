"""What a job can do with a lake: read it, and make it ready for searches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from core import lake as lakes
from core.features.folding import Folding
from core.jobs.work import Work
from core.search import build_vectors, lake_map
from core.search.derived.value_sets import set_index
from core.search.join.methods import JOIN_METHODS, JoinMethod, ranker
from core.search.ready_before import ready_before
from core.search.text.ranking import method_with_reading, open_ranker
from core.search.types import SearchedLake


def refresh(work: Work) -> str:
    """Add a lake if a folder is given, read what is new in it, and make it ready for search.

    For join and words first: of a large lake they are there in a minute, its columns' vectors in
    many.
    """
    if "folder" in work.arguments:
        lakes.add_lake(work.workspace, work.subject, Path(work.arguments["folder"]))
    found = lakes.lake(work.workspace, work.subject)
    done = lakes.refresh(work.workspace, found, work.settings, work.monitor)
    _index(replace(work, arguments={}))
    _words(replace(work, arguments={"method": method_with_reading(_lake(work))}))
    _encode(replace(work, arguments={"encoder": work.settings.encoder}))
    return refresh_told(done)


def refresh_told(done: lakes.Refresh) -> str:
    """Say what a refresh came to."""
    told = f"{done.succeeded:,} files read, {done.unchanged:,} unchanged, {done.removed:,} gone"
    if done.refused:
        told += f", {done.refused:,} could not be read"
    if done.kept:
        told += f"; of {done.kept:,} of them what was read before is kept"
    return f"{told}."


def encode(work: Work) -> str:
    """Make a lake ready for union search under an encoder, and draw its map.

    This and the next two make ready again what else the lake was ready for before it changed.
    """
    return _and_what_was_ready(work, _encode)


def index(work: Work) -> str:
    """Make a lake ready for join search by a method, with values folded by some rules."""
    return _and_what_was_ready(work, _index)


def words(work: Work) -> str:
    """Make a lake ready for search in words by a method."""
    return _and_what_was_ready(work, _words)


def _and_what_was_ready(work: Work, asked: Callable[[Work], str]) -> str:
    before = ready_before(_lake(work))  # gone once something is made
    said = asked(work)
    if before.encoder and asked is not _encode:
        _encode(replace(work, arguments={"encoder": before.encoder}))
    if before.join and asked is not _index:
        _index(replace(work, arguments={}))
    if before.method and asked is not _words:
        _words(replace(work, arguments={"method": before.method}))
    return said


def _lake(work: Work) -> SearchedLake:
    found = lakes.lake(work.workspace, work.subject)
    return SearchedLake(work.workspace, found, work.settings, work.monitor)


def _encode(work: Work) -> str:
    lake, name = _lake(work), work.arguments["encoder"]
    work.monitor.progress(0, 0, "Loading the encoder")
    build_vectors(lake, name)
    work.monitor.progress(0, 0, "Drawing the map")
    lake_map(lake, name)
    return f"Ready for union search with {name}."


def _index(work: Work) -> str:
    lake = _lake(work)
    method: JoinMethod = work.arguments.get("method", JOIN_METHODS[0])
    rules = Folding.of(work.arguments.get("fold", "all"))
    ranker(method, lake, set_index(lake, rules))
    return f"Ready for join search by {method}."


def _words(work: Work) -> str:
    method, titles = work.arguments["method"], bool(work.arguments.get("titles", True))
    open_ranker(_lake(work), method, titles)
    return f"Ready for search in words with {method}."
