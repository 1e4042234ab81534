"""A whole refresh over the worst that a folder may hold: each file gives a table or a reason."""

import gzip
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from core.errors import InputError
from core.lake import add_lake, columns, files, lake, refresh, table, table_frame, tables
from core.lake.reading.discover import discover
from core.settings import Settings
from core.store import Workspace
from core.types import FileReport
from tests.core.lake.conftest import StartPython

pytestmark = pytest.mark.usefixtures("reading_processes")


@dataclass(frozen=True)
class Corpus:
    workspace: Workspace
    folder: Path
    reports: dict[str, FileReport]


def write_corpus(folder: Path, outside: Path) -> None:
    def write(name: str, data: bytes) -> None:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)

    good = b"a,b\n1,2\n"
    for name in ("a_good.csv", "z_good.csv", "sub/x.csv", "sub.csv/x.csv"):
        write(name, good)
    write("empty.csv", b"")
    write("spaces.csv", b" \n\t\n")
    write("mark_only.csv", b"\xef\xbb\xbf")
    write("binary.csv", bytes(i * i * 7919 % 251 for i in range(5_000)))
    write("one_column.csv", b"a\n1\n2\n")
    write("wide.csv", b",".join(b"c%d" % i for i in range(10_000)) + b"\n" + b"1," * 9_999 + b"1\n")
    write("wide_and_long.csv", b"x,y\n" + b"," * 10_000 + b"\n" + b"1,2\n")
    # A million rows of a megabyte, a thousand times over: 1 GB that was never written.
    write("bomb.csv.gz", gzip.compress(b"a,b\n" * 2**18) * 1024)
    write("cut_off.csv.gz", gzip.compress(good * 1000)[:-9])
    write("not_gzip.csv.gz", good)
    write("nul.csv", b"name,n\nx\0y,1\n" + b"more text,2\n" * 20)
    write("only_nul.csv", bytes(3_000))
    write("surrogate.json", b'[{"a": "\\ud800"}, {"a": "x"}]')
    write("surrogate_key.json", b'[{"\\ud800": "x"}]')
    write("surrogates.jsonl", b'{"\\ud800": "%s"}\n' % (b"\\ud800" * 100) * 20_000)
    write("text.parquet", b"not parquet")
    write("text.xlsx", b"not a workbook")
    write("text.sqlite", b"not a database")
    write("text.json", b"{not json")
    write("unknown.xyz", b"?")
    write("no_ending", b"?")
    write("long_row.csv", b"a,b\n1,2\n" + b"x" * 20_000_000 + b",2\n3,4\n")
    write("unclosed.csv", b'a,b\n"1,2\n3,4\n')
    write("new\nline.csv", good)
    write("🐟 fish.csv", good)
    write("100%25 'quoted\" [x]*?.csv", good)
    write("\\xff.csv", good)
    (folder / os.fsdecode(b"\xff.csv")).write_bytes(good)
    write("count.csv", b"count,value,col,n,place\n1,2,3,4,5\n")
    (folder / "link_inside.csv").symlink_to(folder / "a_good.csv")
    (folder / "link_to_nothing.csv").symlink_to(folder / "nothing.csv")
    (folder / "link_to_itself.csv").symlink_to(folder / "link_to_itself.csv")
    outside.write_bytes(b"secret\n1\n")
    (folder / "link_outside.csv").symlink_to(outside)
    (folder / "link_upwards.csv").symlink_to("../" + outside.name)
    (folder / "sub" / "loop").symlink_to(folder)
    os.mkfifo(folder / "pipe.csv")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    root = tmp_path_factory.mktemp("hostile")
    folder = root / "lake"
    folder.mkdir()
    write_corpus(folder, root / "outside.csv")
    workspace = Workspace.open(root / "workspace")
    info = add_lake(workspace, "lake", folder)
    refresh(workspace, info, Settings(workers=2))
    return Corpus(workspace, folder, {file.path: file for file in files(workspace, info.key)})


@pytest.mark.parametrize(
    "path",
    [
        *("a_good.csv", "z_good.csv", "sub/x.csv", "sub.csv/x.csv", "new\nline.csv"),
        *("🐟 fish.csv", "100%25 'quoted\" [x]*?.csv", "\\xff.csv", "link_inside.csv"),
    ],
)
def test_good_files_are_read_whatever_lies_beside_them(corpus: Corpus, path: str) -> None:
    assert corpus.reports[path].reason == ""
    frame = table_frame(corpus.workspace, "lake", path)
    assert frame.to_dict(as_series=False) == {"a": ["1"], "b": ["2"]}


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("empty.csv", "The file is empty."),
        ("spaces.csv", "The file is empty."),
        ("mark_only.csv", "The file has blank lines only."),
        ("binary.csv", "Its content is binary, not delimited text."),
        ("only_nul.csv", "Its content is binary, not delimited text."),
        ("unknown.xyz", "Files ending in .xyz are not read as tables."),
        ("no_ending", "Files without an ending are not read as tables."),
        ("link_to_nothing.csv", "It is a link to nothing."),
        ("link_to_itself.csv", "It is a link that leads back to itself."),
        ("link_outside.csv", "It is a link to a place outside the data lake."),
        ("link_upwards.csv", "It is a link to a place outside the data lake."),
        ("sub/loop", "It is a link to a folder, which is not followed."),
        ("pipe.csv", "It is not an ordinary file."),
        ("\\xff.csv (2)", "Its name is not valid UTF-8."),
    ],
)
def test_a_refused_file_says_why(corpus: Corpus, path: str, reason: str) -> None:
    assert (corpus.reports[path].reason, corpus.reports[path].tables) == (reason, 0)
    assert corpus.reports[path].hint


@pytest.mark.parametrize(
    "path",
    [
        *("bomb.csv.gz", "cut_off.csv.gz", "not_gzip.csv.gz", "text.parquet", "text.xlsx"),
        *("text.sqlite", "text.json"),
    ],
)
def test_a_broken_file_is_refused_by_its_reader_and_not_by_a_bug(corpus: Corpus, path: str) -> None:
    assert corpus.reports[path].reason
    assert "failed" not in corpus.reports[path].reason


@pytest.mark.parametrize(
    ("path", "shape"),
    [
        ("one_column.csv", (2, 1)),
        ("wide.csv", (1, 10_000)),
        ("wide_and_long.csv", (1, 2)),
        ("nul.csv", (21, 2)),
        ("long_row.csv", (3, 2)),
        ("unclosed.csv", (2, 2)),
        ("count.csv", (1, 5)),
    ],
)
def test_odd_files_are_read(corpus: Corpus, path: str, shape: tuple[int, int]) -> None:
    info = table(corpus.workspace, "lake", path)
    assert (info.rows, info.columns) == shape
    assert table_frame(corpus.workspace, "lake", path).shape == shape


@pytest.mark.parametrize("path", ["surrogate.json", "surrogate_key.json", "surrogates.jsonl"])
def test_lone_surrogates_are_stored_as_something_or_refused(corpus: Corpus, path: str) -> None:
    report = corpus.reports[path]
    assert bool(report.tables) != bool(report.reason)
    assert "failed" not in report.reason


def test_every_entry_of_the_folder_is_accounted_for(corpus: Corpus) -> None:
    entries = [
        path
        for path in corpus.folder.rglob("*")
        if path.is_symlink() or not path.is_dir()
        if "loop/" not in str(path)
    ]
    assert len(corpus.reports) == len(entries)
    assert all(bool(report.tables) != bool(report.reason) for report in corpus.reports.values())


def test_a_refused_file_has_no_table(corpus: Corpus) -> None:
    info = lake(corpus.workspace, "lake")
    read = {path for path, report in corpus.reports.items() if report.tables}
    assert {one.table_id for one in tables(corpus.workspace, info.key)} == read
    assert info.refused == len(corpus.reports) - len(read)


def test_columns_with_the_names_of_sql_are_profiled(corpus: Corpus) -> None:
    info = table(corpus.workspace, "lake", "count.csv")
    found = columns(corpus.workspace, info.key)
    assert [(c.name, c.mean) for c in found] == [
        ("count", 1.0), ("value", 2.0), ("col", 3.0), ("n", 4.0), ("place", 5.0),
    ]  # fmt: skip


def test_folders_deeper_than_the_stack_are_listed(tmp_path: Path) -> None:
    subprocess.run(
        ["sh", "-c", "for i in $(seq 1100); do mkdir d && cd d || exit 1; done; echo a > x.csv"],
        cwd=tmp_path,
        check=True,
    )
    try:
        (found,) = discover(tmp_path)
        assert found.path == "d/" * 1100 + "x.csv"
    finally:
        subprocess.run(["rm", "-rf", str(tmp_path / "d")], check=True)


def test_a_lake_that_is_no_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("a")
    with pytest.raises(InputError, match=r"A data lake is a folder. Got .*x.csv"):
        discover(tmp_path / "x.csv")


def test_a_lake_that_nobody_may_look_at_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(path: Path, **_: object) -> os.stat_result:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "stat", closed)
    with pytest.raises(InputError, match=r"that can be listed. Got .*/in \(Permission denied\)"):
        discover(tmp_path / "in")


UNREADABLE = """
import os, sys
from pathlib import Path
from core.errors import InputError
from core.lake.reading.discover import discover
from core.lake.formats import Limits
from core.lake.reading.read import read_group
from core.lake.reading.types import Group

root = Path(sys.argv[1])
lake = root / "lake"
(lake / "locked").mkdir(parents=True)
(root / "bare").mkdir()
for name in ("a.csv", "b.csv", "c.parquet", "locked/d.csv"):
    (lake / name).write_text("a,b\\n1,2\\n")

def shown():
    found = discover(lake)
    group = Group(lake, tuple(f for f in found if not f.reason), root, root, Limits(), 128)
    read = {f.path: (f.report.reason, f.modified_ns < 0) for f in read_group(group)}
    print(read | {f.path: f.reason for f in found if f.reason})

shown()  # what may be imported is imported as root
for path in (lake / "b.csv", lake / "c.parquet", lake / "locked", root / "bare"):
    path.chmod(0)
if os.geteuid() == 0:
    for path in (root, *root.rglob("*")):
        os.chown(path, 65534, 65534)
    os.seteuid(65534)
shown()
try:
    discover(root / "bare")
except InputError as error:
    print(str(error).replace(str(root), ""))
for path in (lake / "locked", root / "bare"):
    path.chmod(0o755)
"""


def test_what_may_not_be_read_is_told_and_marked_to_be_tried_again(
    start_python: StartPython, tmp_path: Path
) -> None:
    # The user that it becomes must be able to reach the folder.
    for parent in (tmp_path, *tmp_path.parents):
        if parent.stat().st_uid == os.geteuid() and parent != Path("/"):
            parent.chmod(parent.stat().st_mode | 0o711)
    root = tmp_path / "root"
    root.mkdir()
    process = start_python(UNREADABLE, root)
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    denied = ("It cannot be opened (Permission denied).", True)
    unlisted = "The folder cannot be listed (Permission denied)."
    assert output.splitlines()[1:] == [
        f"{{'a.csv': ('', False), 'b.csv': {denied}, 'c.parquet': {denied}, "
        f"'locked': '{unlisted}'}}",
        "A data lake is a folder that can be listed. Got /bare (Permission denied); "
        "give the app permission to read it.",
    ]


def test_a_link_into_a_folder_whose_name_begins_as_the_lakes_does_is_not_followed(
    tmp_path: Path,
) -> None:
    for name in ("lake", "lake-private"):
        (tmp_path / name).mkdir()
    (tmp_path / "lake-private" / "x.csv").write_text("a\n1\n")
    (tmp_path / "lake" / "link.csv").symlink_to(tmp_path / "lake-private" / "x.csv")
    (found,) = discover(tmp_path / "lake")
    assert found.reason == "It is a link to a place outside the data lake."
