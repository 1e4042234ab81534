from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from core.benchmarks import registry
from core.benchmarks.curating import exporting, releasing
from core.benchmarks.curating.release_import import import_release
from core.benchmarks.formats import FORMATS, benchmark_format, detect, read, says_what_for
from core.benchmarks.formats.benchmark_format import BENCHMARK_FORMATS, BenchmarkFormat
from core.benchmarks.formats.errors import UnknownFormatError
from core.benchmarks.formats.folders import survey
from core.benchmarks.formats.json_lines import read_objects
from core.benchmarks.formats.labels import LabelRow, Published, assemble, queries_of_labels
from core.benchmarks.formats.source import BenchmarkSource, Mode
from core.benchmarks.formats.truth_form import OURS, Labelled, TruthForm
from core.labels import LOCAL, Ballot, Pair, adjudicate, put_pair
from core.store import Workspace
from tests.core.benchmarks import tiny

USUAL = "answers.jsonl"
ANSWERS = """{"asks": "fish.csv", "gets": "river.csv", "fits": 1}
{"asks": "fish.csv", "gets": "sea fish.csv", "fits": 1}
{"asks": "birds.csv", "gets": "owls.csv", "fits": 1}
"""


def find(root: Path) -> Path | None:
    return root / USUAL if (root / USUAL).is_file() else None


def labels_of(path: Path, root: Path) -> list[LabelRow]:
    return [
        LabelRow(line, value["asks"], value["gets"], value["fits"])
        for line, value in read_objects(path)
    ]


def write(labelled: Labelled) -> bytes:
    answers = (dict(zip(("asks", "gets", "fits"), label, strict=True)) for label in labelled.labels)
    return "".join(json.dumps(answer) + "\n" for answer in answers).encode()


def read_answers(root: Path, truth: Path | None, mode: Mode | None) -> BenchmarkSource:
    path = truth or root / USUAL
    labels = labels_of(path, root)
    queries = queries_of_labels(labels, mode or Mode.UNION)
    return assemble(survey(root), Published("answers", path, labels, queries, path))


INVENTED = BenchmarkFormat(
    "answers",
    USUAL,
    lambda root: "answers" if find(root) else None,
    read_answers,
    says_what_for=False,
    is_truth=lambda path: path.name.startswith("answers"),
    truth=TruthForm(USUAL, find, write, labels_of, endings=(".jsonl",)),
)


@pytest.mark.parametrize(
    ("truth", "usual"), [(INVENTED.truth, USUAL), (OURS, "qrels.tsv")], ids=["own", "ours"]
)
def test_a_format_that_is_entered_once_is_known_wherever_formats_are_told_apart(
    truth: TruthForm, usual: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    invented = replace(INVENTED, truth=truth)
    monkeypatch.setattr(benchmark_format, "BENCHMARK_FORMATS", (*BENCHMARK_FORMATS, invented))
    folder = tiny.lay(tmp_path / "tiny", {**tiny.TABLES, USUAL: ANSWERS})
    assert detect(folder) == detect(folder / USUAL) == "answers"
    assert not says_what_for("answers")
    assert read(folder / USUAL, mode=Mode.JOIN).queries[0].mode is Mode.JOIN

    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", folder)
    assert info.format == "answers"
    case = put_pair(workspace, LOCAL, info.key, Pair("fish.csv", "datalake/towns.csv")).key
    adjudicate(workspace, LOCAL, case, Ballot(1))
    releasing.make_release(workspace, LOCAL, info, "r1")
    name = exporting.file_name(info, "r1", "published")
    assert name == f"tiny r1 {usual}"
    file = exporting.published_truth(workspace, info, "r1")
    assert file.path == usual
    if truth.labels is not None:  # in the order of the published file, new pairs behind
        tables = [json.loads(line)["gets"] for line in file.content.decode().splitlines()]
        assert tables == ["river.csv", "sea fish.csv", "owls.csv", "towns.csv"]
    (tmp_path / name).write_bytes(exporting.packed(workspace, LOCAL, info, "r1", "published"))
    made = import_release(workspace, LOCAL, info, tmp_path / name, "again")
    assert made.fingerprint == registry.release_fingerprint(workspace, info, "r1")


def test_endings_of_another_format_do_not_change_how_qrels_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    truth = replace(INVENTED.truth, endings=(".txt",))
    formats = (replace(INVENTED, truth=truth), *BENCHMARK_FORMATS)
    monkeypatch.setattr(benchmark_format, "BENCHMARK_FORMATS", formats)
    assert benchmark_format.labels_reader("trec", ".txt", None) is None
    assert benchmark_format.labels_reader("answers", ".txt", None) is labels_of


def test_a_folder_without_a_ground_truth_is_told_what_each_format_is_known_by(
    tmp_path: Path,
) -> None:
    known = (
        r"groundtruth\.csv, benchmark\.pkl, qrels\.txt, queries\.jsonl, or queries-test\.txt with "
        r"qtrels-test\.txt\. Got"
    )
    with pytest.raises(UnknownFormatError, match=known):
        detect(tmp_path)


def test_a_ground_truth_by_path_is_told_by_its_name_before_the_folder_it_lies_in(
    tmp_path: Path,
) -> None:
    folder = tiny.lay(tmp_path, {**tiny.TABLES, **tiny.forms()["soundings"]})
    names = {
        "qrels.tsv": "soundings",
        "qtrel-dev.txt": "nlctables",
        "other.pkl": "pickle",
        "labels.csv": "ugen",
        "pairs.csv": "lakebench",
        "qtrel-pairs.csv": "lakebench",
    }
    for name in names:
        pairs = "query_table,candidate_table" if "pairs" in name else ""
        (folder / name).write_text(f"{pairs}\n")
    assert {name: detect(folder / name) for name in names} == names
    (folder / "queries.jsonl").unlink()
    assert detect(folder / "qrels.tsv") == "trec"


def test_names_of_formats_are_each_its_own() -> None:
    assert len(set(FORMATS)) == len(FORMATS) == len(BENCHMARK_FORMATS)
