"""Of a lake that has changed only what has changed is read and encoded again."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import pytest

from core import lake as lakes
from core.lake.fingerprint import fingerprint_of
from core.search import build_vectors, is_built
from core.search.derived import texts, value_sets
from core.search.derived.value_sets import has_sets, set_index
from core.search.ready_before import ReadyBefore, ready_before
from tests.core.search.conftest import MakeLake, Opened
from tests.core.search.derived.test_texts import Lines

CITIES = "city\nOslo\nRome\n"
COLOURS = "paint\nred\nblue\n"


@pytest.fixture
def lake(make_lake: MakeLake) -> Opened:
    return make_lake({"a.csv": CITIES, "b.csv": COLOURS, "c.csv": CITIES})


@pytest.fixture
def sampled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Tables whose columns are sampled."""
    seen: list[str] = []
    sample = lakes.sample_columns

    def watched(*given: Any, **named: Any) -> Iterator[lakes.SampledColumns]:
        for some in sample(*given, **named):
            seen.extend(some.table_ids)
            yield some

    monkeypatch.setattr(lakes, "sample_columns", watched)
    return seen


def _build(lake: Opened, encoder: str = "hash") -> Path:
    return build_vectors(lake.searched, encoder)


def _generations(lake: Opened) -> set[str]:
    folder = lake.workspace.root / "vectors" / str(lake.lake.key)
    return {one.name.split("-")[0] for one in folder.glob("[!.]*")}


def test_only_tables_that_have_changed_are_sampled_again(lake: Opened, sampled: list[str]) -> None:
    _build(lake)
    assert sampled == ["a.csv", "b.csv", "c.csv"]
    sampled.clear()
    (lake.root / "c.csv").unlink()
    lake.write({"b.csv": CITIES, "d.csv": COLOURS})
    lake.refresh()
    _build(lake)

    assert sampled == ["b.csv", "d.csv"]
    assert lake.found("a.csv") == ["b.csv", "d.csv"]
    assert lake.found("d.csv") == ["a.csv", "b.csv"]
    assert len(list((lake.workspace.root / "vectors" / str(lake.lake.key)).glob("[!.]*"))) == 1


def test_what_is_fitted_on_all_tables_is_made_of_all(lake: Opened, sampled: list[str]) -> None:
    _build(lake, "tfidf")
    sampled.clear()
    lake.write({"d.csv": COLOURS})
    lake.refresh()
    _build(lake, "tfidf")

    assert sampled == ["a.csv", "b.csv", "c.csv", "d.csv"]


def test_tables_read_by_another_version_of_the_reader_are_sampled_again(
    lake: Opened, sampled: list[str]
) -> None:
    _build(lake)
    sampled.clear()
    with lake.workspace.writing() as db:
        db.execute("UPDATE files SET reader_version = '1' WHERE path = 'b.csv'")
        db.execute("UPDATE lakes SET fingerprint = ?", [fingerprint_of(db, lake.lake.key)])
    _build(lake)

    assert sampled == ["b.csv"]


def test_vectors_stay_until_their_kind_is_made_again(lake: Opened, sampled: list[str]) -> None:
    _build(lake)
    _build(lake, "tfidf")
    lake.write({"b.csv": CITIES})
    lake.refresh()
    sampled.clear()
    set_index(lake.searched)

    assert _generations(lake) == {"hash"}  # of "tfidf" nothing can be taken over
    assert not is_built(lake.searched, "hash")
    assert ready_before(lake.searched) == ReadyBefore("hash")
    _build(lake)
    assert sampled == ["b.csv"]
    assert has_sets(lake.searched)


def test_only_texts_that_have_changed_are_made_again(
    lake: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoder = Lines()
    monkeypatch.setattr(texts, "sentence_encoder", lambda _: encoder)
    read: list[str] = []
    batches = texts.cell_batches

    def watched(
        workspace: Any, key: int, most: int, only: Collection[str] | None = None
    ) -> Iterator[Any]:
        for some in batches(workspace, key, most, only):
            read.extend(some.table_ids)
            yield some

    monkeypatch.setattr(texts, "cell_batches", watched)

    def made() -> list[str]:
        opened = texts.text_vectors_of(lake.searched, "table", False)
        return list(opened.table_ids)

    assert made() == ["a.csv", "b.csv", "c.csv"]
    read.clear()
    encoder.given.clear()
    lake.write({"b.csv": "paint\ngreen\n"})
    (lake.root / "a.csv").unlink()
    lake.refresh()
    assert made() == ["b.csv", "c.csv"]
    assert read == ["b.csv"]
    assert encoder.given == ["| paint |\n| green |"]


def test_only_values_of_tables_that_have_changed_are_read_again(
    lake: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    batches = value_sets.cell_batches

    def watched(
        workspace: Any, key: int, most: int, only: Collection[str] | None = None
    ) -> Iterator[Any]:
        for some in batches(workspace, key, most, only):
            read.extend(some.table_ids)
            yield some

    monkeypatch.setattr(value_sets, "cell_batches", watched)
    set_index(lake.searched)
    assert read == ["a.csv", "b.csv", "c.csv"]
    read.clear()
    lake.write({"b.csv": "town\nOslo\n", "d.csv": "paint\nred\n"})
    (lake.root / "a.csv").unlink()
    lake.refresh()
    _build(lake)  # leaves what can be taken over
    found = set_index(lake.searched)
    assert read == ["b.csv", "d.csv"]
    assert [found.labels(place) for place in range(3)] == [["town"], ["city"], ["paint"]]
    oslo = found.cells(0, [0])[0]
    assert found.postings(oslo)[0].tolist() == [0, 1]
    assert found.cells(1, [0])[0].tolist() == oslo.tolist()
