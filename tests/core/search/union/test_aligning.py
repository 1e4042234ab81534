"""Tables that are named are lined up as a search does it, without encoding the whole lake."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.errors import BusyError, ColumnNotFoundError, EncoderUnavailableError
from core.monitor import Monitor
from core.search import align_tables, is_built
from core.search.combining.unions.alignments import align_parts
from core.search.union import matching
from tests.core.search.conftest import MakeLake, Opened

WORDS = ["amber", "birch", "cedar", "delta", "ember", "flint", "grove", "heath", "inlet", "jetty"]


def wide(first: int, columns: int) -> str:
    """A table of so many columns, each of two words."""
    names = [f"part {first + place}" for place in range(columns)]
    rows = [[WORDS[(first + place * step) % 10] for place in range(columns)] for step in (1, 3)]
    return "\n".join(",".join(row) for row in [names, *rows]) + "\n"


@pytest.fixture
def lake(make_lake: MakeLake, monkeypatch: pytest.MonkeyPatch) -> Opened:
    """More columns than tell what any two have in common, most of them in one wide table."""
    monkeypatch.setattr(matching, "_COLUMNS_SAMPLED", 12)
    monkeypatch.setattr(matching, "_OF_ONE_TABLE", 5)
    narrow = {f"t{number}.csv": wide(number * 2, 3) for number in range(6)}
    return make_lake({**narrow, "wide.csv": wide(1, 60)})


@pytest.mark.parametrize("encoder", ["hash", "sbert-vc"])
@pytest.mark.parametrize("from_elsewhere", [False, True])
def test_tables_are_lined_up_as_a_search_over_the_whole_lake_does_it(
    lake: Opened, encoder: str, from_elsewhere: bool
) -> None:
    lake.write({"../q.csv": wide(3, 4)})
    name = lake.root.parent / "q.csv" if from_elsewhere else "t1.csv"
    hits = align_tables(lake.query(name), ["t4.csv", "t2.csv"], encoder)
    assert not is_built(lake.searched, encoder)
    assert list(lake.workspace.folder("spill").glob("tmp*")) == []

    whole = {hit.table: hit for hit in lake.search(name, encoder_name=encoder).hits}
    assert [hit.table for hit in hits] == ["t4.csv", "t2.csv"]
    assert any(hit.alignment for hit in hits)
    for hit in hits:
        assert (hit.score, hit.alignment) == (whole[hit.table].score, whole[hit.table].alignment)


def test_only_the_named_tables_and_some_columns_of_others_are_encoded(lake: Opened) -> None:
    told: list[tuple[int, int, str]] = []
    watched = replace(lake, monitor=Monitor(lambda *step: told.append(step)))
    align_tables(watched.query("t1.csv"), ["t2.csv"], "hash")
    drawn = 4  # 12 columns, of at most 5 a table
    assert {total for _, total, _ in told} <= {drawn + 2, drawn + 3}


def test_a_lake_of_few_columns_more_is_encoded_for_the_next_search_too(
    make_lake: MakeLake,
) -> None:
    few = make_lake({"a.csv": wide(0, 3), "b.csv": wide(1, 3), "c.csv": wide(2, 3)})
    align_tables(few.query("a.csv"), ["b.csv"], "hash")
    assert is_built(few.searched, "hash")


def test_an_encoder_that_is_fitted_on_the_lake_sees_all_of_it(lake: Opened) -> None:
    align_tables(lake.query("t1.csv"), ["t2.csv"], "tfidf")
    assert is_built(lake.searched, "tfidf")


def test_tables_that_change_while_they_are_encoded_are_not_lined_up(lake: Opened) -> None:
    def meanwhile(done: int, total: int, message: str) -> None:
        lake.write({"t2.csv": wide(7, 2)})
        lake.refresh()

    with pytest.raises(BusyError, match="changed in the meantime; search again"):
        align_tables(replace(lake, monitor=Monitor(meanwhile)).query("t1.csv"), ["t2.csv"], "hash")


def test_what_a_person_aligned_is_checked_first_and_encodes_nothing(lake: Opened) -> None:
    told: list[str] = []
    watched = replace(lake, monitor=Monitor(lambda done, total, message: told.append(message)))
    query, tables = watched.query("t1.csv"), ["t2.csv", "t3.csv"]
    with pytest.raises(ColumnNotFoundError, match="Got 'nope'"):
        align_parts(query, tables, {"t3.csv": [("part 2", "nope")]}, "hash")
    given = {"t3.csv": [("part 2", "part 6")], "t2.csv": []}
    with pytest.raises(EncoderUnavailableError):
        align_parts(query, tables, given, "no such")
    parts = align_parts(query, tables, given, "hash")
    assert [(part.table, len(part.alignment)) for part in parts] == [("t2.csv", 0), ("t3.csv", 1)]
    assert told == []

    of_one = align_parts(query, tables, {"t3.csv": given["t3.csv"]}, "hash")
    (found,) = align_tables(query, ["t2.csv"], "hash")
    assert (of_one[0].alignment, of_one[1]) == (found.alignment, parts[1])
