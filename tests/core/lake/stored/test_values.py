import tracemalloc
from collections.abc import Callable, Sequence
from pathlib import Path

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.errors import ColumnNotFoundError
from core.lake import lake, sample_columns, sample_frame, table_frame, table_order
from core.lake.formats.base import Limits
from core.lake.reading import storing
from core.lake.reading.discover import discover
from core.lake.reading.read import read_group
from core.lake.reading.types import Group
from core.lake.stored import values
from core.settings import Settings
from core.store import Workspace
from tests.core.lake.conftest import RefreshLake

SETTINGS = Settings(workers=1)


@pytest.fixture
def two_sizes(workspace: Workspace, folder: Path, refresh_lake: RefreshLake) -> Workspace:
    """One table kept in a shard and the same as a large one, with a file that unpacks slowly."""
    header = "word,number,empty\n"
    body = "".join(f"word {i % 7} ,{i},\n" for i in range(60))
    (folder / "small.csv").write_text(header + body)
    long = "x" * 200_000
    (folder / "large.csv").write_text(header + body + f"{long},1,\n" * 60)
    refresh_lake()
    with workspace.reading() as db:
        rows = db.execute("SELECT table_id, first_row IS NULL FROM tables").fetchall()
    assert dict(map(tuple, rows)) == {"small.csv": 0, "large.csv": 1}
    return workspace


def test_a_frame_is_trimmed_text_with_missing_cells_null(two_sizes: Workspace) -> None:
    for name, rows in (("small.csv", 60), ("large.csv", 120)):
        frame = table_frame(two_sizes, "lake", name)
        assert frame.height == rows
        assert frame.row(8) == ("word 1", "8", None)
        assert table_frame(two_sizes, "lake", name, rows=3).equals(frame.head(3))
        assert table_frame(two_sizes, "lake", name, rows=0).shape == (0, 3)


def test_some_columns_are_read_as_of_the_whole_table(two_sizes: Workspace) -> None:
    for name in ("small.csv", "large.csv"):
        whole = table_frame(two_sizes, "lake", name)
        for labels in (["number"], ["empty", "word"], ["word", "number", "empty"]):
            frame = table_frame(two_sizes, "lake", name, columns=labels)
            assert frame.equals(whole[labels])
        assert table_frame(two_sizes, "lake", name, 3, ["word", "word"]).shape == (3, 1)
        assert table_frame(two_sizes, "lake", name, columns=[]).shape == (0, 0)
        with pytest.raises(ColumnNotFoundError, match="Got 'words'"):
            table_frame(two_sizes, "lake", name, columns=["words"])


def test_columns_named_as_patterns_are_read_by_their_names(
    workspace: Workspace, folder: Path, refresh_lake: RefreshLake
) -> None:
    text = "*,^w.*$,c0,word\nstar,caret,zero,text\n"
    (folder / "small.csv").write_text(text)
    (folder / "large.csv").write_text(text + f"{'x' * 200_000},1,2,3\n" * 60)
    refresh_lake()
    for name in ("small.csv", "large.csv"):
        for labels in (["*"], ["^w.*$"], ["c0", "*"], ["word", "^w.*$"]):
            frame = table_frame(workspace, "lake", name, columns=labels)
            assert frame.columns == labels
        assert frame.row(0) == ("text", "caret")


def test_other_columns_of_a_large_table_are_not_read(
    two_sizes: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    scanned: list[str] = []
    scan = values.scan_parquet

    def scanning(
        path: Path, labels: Sequence[str], places: Sequence[int] | None = None
    ) -> pl.LazyFrame:
        found = scan(path, labels, places)
        scanned.append(found.explain())
        return found

    monkeypatch.setattr(values, "scan_parquet", scanning)
    table_frame(two_sizes, "lake", "large.csv", columns=["number"])
    assert "PROJECT 1/3 COLUMNS" in scanned[0]


def test_samples_name_every_column_once_in_the_order_of_the_tables(two_sizes: Workspace) -> None:
    key = lake(two_sizes, "lake").key
    batches = list(sample_columns(two_sizes, key, 3, SETTINGS))
    ids = [one for batch in batches for one in batch.table_ids]
    assert ids == table_order(two_sizes, key)
    assert sorted(ids) == ["large.csv", "small.csv"]
    for batch in batches:
        assert batch.names == ["word", "number", "empty"] * len(batch.table_ids)
        assert [len(values) for values in batch.values] == [3, 3, 0] * len(batch.table_ids)


def test_a_sample_of_size_0_is_names_only(two_sizes: Workspace) -> None:
    key = lake(two_sizes, "lake").key
    for batch in sample_columns(two_sizes, key, 0, SETTINGS):
        assert batch.names[:3] == ["word", "number", "empty"]
        assert batch.values == [[]] * len(batch.names)


def test_a_large_enough_sample_has_every_value_in_order_of_appearance(two_sizes: Workspace) -> None:
    key = lake(two_sizes, "lake").key
    for batch in sample_columns(two_sizes, key, 1_000, SETTINGS):
        assert batch.values[0][:7] == [f"word {i}" for i in range(7)]
        assert batch.values[1] == [str(i) for i in range(60)]


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.sampled_from("abcdefghij"), min_size=1), st.integers(1, 5))
def test_equal_sets_of_values_give_equal_samples(
    workspace: Workspace, values: list[str], size: int
) -> None:
    import polars as pl

    frame = pl.DataFrame({"x": values, "y": values[::-1]})
    one, other = sample_frame(workspace, frame, size, SETTINGS)
    assert set(one) == set(other)
    assert len(one) == min(size, len(set(values)))
    assert one == [v for i, v in enumerate(values) if v in one and v not in values[:i]]


def test_a_frame_is_sampled_without_a_string_a_cell(workspace: Workspace) -> None:
    import polars as pl

    number = pl.int_range(200_000).cast(pl.String)
    frame = pl.select(*((number + f" of column {i}").alias(str(i)) for i in range(5)))
    tracemalloc.start()
    try:
        found = sample_frame(workspace, frame, 10, SETTINGS)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert [len(set(values)) for values in found] == [10] * 5
    assert all(value.endswith("of column 4") for value in found[4])
    assert peak < 20e6  # a Python string of each cell would take 70 MB


def test_nothing_of_a_frame_without_columns_rows_or_sample_is_sampled(workspace: Workspace) -> None:
    import polars as pl

    empty = pl.DataFrame({"a": [], "b": []}, {"a": pl.String, "b": pl.String})
    assert sample_frame(workspace, pl.DataFrame(), 5, SETTINGS) == []
    assert sample_frame(workspace, empty, 5, SETTINGS) == [[], []]
    assert sample_frame(workspace, pl.DataFrame({"a": ["x"]}), 0, SETTINGS) == [[]]


TEXTS = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=8)


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.lists(
        st.integers(1, 4).flatmap(
            lambda width: st.lists(
                # A row of delimiters alone is none.
                st.lists(TEXTS, min_size=width, max_size=width).filter(
                    lambda row: len(row) == 1 or any(cell.strip() for cell in row)
                ),
                min_size=1,
                max_size=5,
            )
        ),
        min_size=1,
        max_size=6,
    ),
    st.integers(50, 2_000),
)
def test_every_table_is_found_again_in_its_shard(
    tmp_path: Path, tables: list[list[list[str]]], shard_bytes: int
) -> None:
    import csv

    from core.lake.stored.containers import shard_frame

    folder, out = tmp_path / "in", tmp_path / "out"
    for path in (folder, out):
        path.mkdir(exist_ok=True)
        for old in path.iterdir():
            old.unlink()
    for i, rows in enumerate(tables):
        with (folder / f"{i}.csv").open("w", newline="") as file:
            writer = csv.writer(file, quoting=csv.QUOTE_ALL)
            writer.writerow([f"column {n}" for n in range(len(rows[0]))])
            writer.writerows(rows)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(storing, "_SHARD_BYTES", shard_bytes)
        done = read_group(Group(folder, tuple(discover(folder)), out, out, Limits(), 128))
    for file, rows in zip(done, tables, strict=True):
        (table,) = file.tables
        assert table.first_row is not None
        labels = [column[1] for column in table.columns]
        frame = shard_frame(out / table.container, table.first_row, labels, table.rows)
        assert frame.rows() == [tuple(cell.strip() or None for cell in row) for row in rows]


def test_a_workspace_may_have_an_odd_path(
    tmp_path: Path, folder: Path, refresh_lake: Callable[..., object]
) -> None:
    from core.lake import add_lake, refresh

    (folder / "small.csv").write_text("a\n1\n")
    (folder / "large.csv").write_text("a\n" + "x" * 9_000_000 + "\n" + "y\n" * 10)
    workspace = Workspace.open(tmp_path / "it's [a]? *{workspace}")
    refresh(workspace, add_lake(workspace, "lake", folder), SETTINGS)
    assert table_frame(workspace, "lake", "large.csv").height == 11
    assert table_frame(workspace, "lake", "small.csv").rows() == [("1",)]
    key = lake(workspace, "lake").key
    assert sum(len(b.table_ids) for b in sample_columns(workspace, key, 2, SETTINGS)) == 2
