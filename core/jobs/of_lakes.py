"""What a job can do with a lake: read it, and make it ready for searches."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from core import lake as lakes
from core.features.folding import Folding
from core.jobs.work import Work
from core.search import build_vectors, lake_map
from core.search.derived.value_sets import set_index
from core.search.join.methods import JOIN_METHODS, JoinMethod, ranker
from core.search.text.ranking import method_with_reading, open_ranker


def refresh(work: Work) -> str:
    """Add a lake if a folder is given, read what is new in it, and make it ready for search."""
    if "folder" in work.arguments:
        lakes.add_lake(work.workspace, work.subject, Path(work.arguments["folder"]))
    found = lakes.lake(work.workspace, work.subject)
    done = lakes.refresh(
        work.workspace, found, work.settings, work.notes.progress, work.notes.should_stop
    )
    encode(replace(work, arguments={"encoder": work.settings.encoder}))
    index(replace(work, arguments={}))
    read = lakes.lake(work.workspace, work.subject)
    words(replace(work, arguments={"method": method_with_reading(read, work.settings)}))
    told = f"{done.succeeded:,} files read, {done.unchanged:,} unchanged, {done.removed:,} gone"
    return f"{told}, {done.refused:,} could not be read." if done.refused else f"{told}."


def encode(work: Work) -> str:
    """Make a lake ready for union search under an encoder, and draw its map."""
    found = lakes.lake(work.workspace, work.subject)
    name = work.arguments["encoder"]
    work.notes.progress(0, 0, "Loading the encoder")
    build_vectors(
        work.workspace, found, name, work.settings, work.notes.progress, work.notes.should_stop
    )
    work.notes.progress(0, 0, "Drawing the map")
    lake_map(work.workspace, found, work.settings, name)
    return f"Ready for union search with {name}."


def index(work: Work) -> str:
    """Make a lake ready for join search by a method, with values folded by some rules."""
    found = lakes.lake(work.workspace, work.subject)
    method: JoinMethod = work.arguments.get("method", JOIN_METHODS[0])
    rules = Folding.of(work.arguments.get("fold", "all"))
    sets = set_index(work.workspace, found, rules, work.notes.progress, work.notes.should_stop)
    ranker(
        method,
        work.workspace,
        found,
        sets,
        work.settings,
        work.notes.progress,
        work.notes.should_stop,
    )
    return f"Ready for join search by {method}."


def words(work: Work) -> str:
    """Make a lake ready for search in words by a method."""
    found = lakes.lake(work.workspace, work.subject)
    method, titles = work.arguments["method"], bool(work.arguments.get("titles", True))
    open_ranker(
        work.workspace,
        found,
        method,
        work.settings,
        titles,
        work.notes.progress,
        work.notes.should_stop,
    )
    return f"Ready for search in words with {method}."
