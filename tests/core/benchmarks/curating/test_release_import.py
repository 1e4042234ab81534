from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import ir_measures
import pytest

from core.benchmarks import registry, runs
from core.benchmarks.auditing import scored_runs
from core.benchmarks.curating import exporting, releasing, vote_files
from core.benchmarks.curating.exporting import packed, published_truth
from core.benchmarks.curating.label_state import label_state
from core.benchmarks.curating.release_import import WITH_VOTES, import_release
from core.benchmarks.curating.settling import conclude
from core.benchmarks.curating.voted_pairs import told_newest
from core.benchmarks.errors import UnknownPairsError
from core.benchmarks.formats import Query, read
from core.benchmarks.formats.errors import ContradictingLabelsError
from core.benchmarks.types import BenchmarkInfo
from core.errors import MalformedFileError, UnknownColumnsError
from core.evaluation import Metric
from core.labels import (
    LOCAL,
    Ballot,
    Pair,
    QueueTerms,
    Role,
    Task,
    Voter,
    adjudicate,
    cast_vote,
    create_queue,
    put_pair,
)
from core.labels.errors import BadReleaseError, ReleaseExistsError, RoleError
from core.labels.settling.releases import differences, release, settled_labels
from core.labels.voting.vote_counts import VotesSince
from core.store import Workspace
from tests.core.benchmarks import tiny


def released(
    folder: Path, form: str, further: Mapping[str, str] | None = None
) -> tuple[Workspace, BenchmarkInfo]:
    """Towns fit fish by a vote, which had no label or a negative one; a curator took owls away."""
    workspace = Workspace.open(folder / "workspace")
    files = {**tiny.TABLES, **tiny.forms()[form], "query/=odd.csv": tiny.FISH, **(further or {})}
    info = tiny.add(workspace, "tiny", tiny.lay(folder / "tiny", files))
    asked = {query.table: query.query_id for query in registry.queries(workspace, info)}
    fish, birds = asked["query/fish.csv"], asked["query/birds.csv"]
    case = put_pair(workspace, LOCAL, info.key, Pair(fish, "datalake/towns.csv")).key
    cast_vote(workspace, Voter("ann"), case, Ballot(1))
    case = put_pair(workspace, LOCAL, info.key, Pair(birds, "datalake/owls.csv")).key
    adjudicate(workspace, LOCAL, case, Ballot(0))
    releasing.make_release(workspace, LOCAL, info, "r1")
    return workspace, info


def labels_and_votes(text: str) -> list[list[str]]:
    """The columns of a release's CSV before those that say where it comes from."""
    return [row[:6] for row in csv.reader(io.StringIO(text))]


@pytest.mark.parametrize("name", ["r.csv", "folder"])
def test_where_a_release_comes_from_travels_with_it(tmp_path: Path, name: str) -> None:
    workspace, info = released(tmp_path, "ugen")
    pair = Pair("fish.csv", "datalake/river.csv")
    create_queue(workspace, LOCAL, info.key, "checks", [pair], QueueTerms(wanted=2))
    for voter in ("ann", "bob"):
        cast_vote(
            workspace, Voter(voter), put_pair(workspace, LOCAL, info.key, pair).key, Ballot(0)
        )
    lea = Voter("lea", role=Role.CURATOR)
    first = releasing.make_release(workspace, lea, info, "r", note="=first round")
    assert "(2 on 1 case)" in first.rule
    exporting.export_release(workspace, LOCAL, info, "r", tmp_path / name)
    path = tmp_path / name if name == "r.csv" else tmp_path / name / "qrels.tsv"

    elsewhere = Workspace.open(tmp_path / "elsewhere")
    copy = tiny.add(elsewhere, "tiny", tmp_path / "tiny")
    came = import_release(elsewhere, LOCAL, copy, path, "r")
    assert (came.fingerprint, came.note) == (first.fingerprint, "=first round")
    assert (
        came.rule == f"imported from {path.name} (made by lea on {first.created_at}: {first.rule})"
    )
    assert import_release(elsewhere, LOCAL, copy, path, "r2", note="mine").note == "mine"
    # Labels that are not those of the release that it names are told.
    end = "," if name == "r.csv" else "\t"
    old, new = (f"fish.csv{end}sea fish.csv{end}{grade}" for grade in (2, 1))
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    changed = import_release(elsewhere, LOCAL, copy, path, "r3").rule
    assert f"(labels changed since it was made by lea on {first.created_at}: " in changed


def test_columns_of_other_labels_are_not_where_a_release_comes_from(tmp_path: Path) -> None:
    workspace, info = released(tmp_path, "ugen")
    head = "query_table,data_lake_table,unionable,rule,note\n"
    lines = tiny.UGEN.splitlines()[1:]
    path = tmp_path / "g.csv"
    path.write_text(head + "\n".join(f"{line[:-1]}0,mine,read me" for line in lines) + "\n")
    made = import_release(workspace, LOCAL, info, path, "g")
    assert (made.rule, made.note) == ("imported from g.csv", "")


@pytest.mark.parametrize("text", ["[1]", '{"rule": 5}', "x"])
def test_a_file_beside_qrels_that_says_nothing_of_a_release_is_refused(
    tmp_path: Path, text: str
) -> None:
    workspace, info = released(tmp_path, "ugen")
    exporting.export_release(workspace, LOCAL, info, "r1", tmp_path / "out")
    (tmp_path / "out" / "release.json").write_text(text)
    with pytest.raises(MalformedFileError, match=r"release\.json: "):
        import_release(workspace, LOCAL, info, tmp_path / "out" / "qrels.tsv", "again")


@pytest.mark.parametrize("form", ["ugen", "pickle", "nlctables"])
def test_a_release_comes_back_from_every_form_with_its_fingerprint(form, tmp_path: Path) -> None:
    """Though a query has no positive left."""
    workspace, info = released(tmp_path, form)
    file = published_truth(workspace, info, "r1")
    (tmp_path / Path(file.path).name).write_bytes(file.content)
    exporting.export_release(workspace, LOCAL, info, "r1", tmp_path / "r1.votes.csv")
    exporting.export_release(workspace, LOCAL, info, "r1", tmp_path / "r1.qrels")
    wanted = registry.release_fingerprint(workspace, info, "r1")
    for name in (Path(file.path).name, "r1.votes.csv", "r1.qrels"):
        made = import_release(workspace, LOCAL, info, tmp_path / name, f"from {name}")
        assert made.fingerprint == wanted, name
        first = release(workspace, info.key, "r1")
        comes_from = f" (made by local on {first.created_at}: {first.rule}), with its votes"
        said = comes_from if name.endswith("votes.csv") else ""
        assert made.rule == f"imported from {name}{said}"
        assert (made.settled, made.changed) == (2, 2)
    by = dict(
        settled_labels(workspace, info.key, "from r1.votes.csv")
        .select("table", "settled_by")
        .rows()
    )
    assert by == {"datalake/towns.csv": "consensus", "datalake/owls.csv": "adjudication"}


@pytest.mark.parametrize("form", ["soundings", "ugen", "pickle", "nlctables", "trec"])
def test_an_exported_run_is_scored_by_an_exported_release_as_here(form, tmp_path: Path) -> None:
    """Of two tables called towns only paths tell where names have no extension."""
    workspace, info = released(tmp_path, form, {"datalake/towns.tsv": "town\tmayor\nRye\tEva\n"})
    asked = {query.table: query.query_id for query in registry.queries(workspace, info)}
    fish, birds = asked["query/fish.csv"], asked["query/birds.csv"]
    ranking = {fish: ["datalake/towns.csv", "river", "sea fish"], birds: ["owls", "river"]}
    (tmp_path / "run.json").write_text(json.dumps(ranking))
    runs.import_run(workspace, info, tmp_path / "run.json", "one")
    runs.export_run(workspace, info, "one", tmp_path / "one.trec")
    lines = [line.split("\t") for line in (tmp_path / "one.trec").read_text().splitlines()]
    ranked = [ir_measures.ScoredDoc(line[0], line[2], float(line[4])) for line in lines]
    for name in ("r1.qrels", "folder", "r1.csv"):
        exporting.export_release(workspace, LOCAL, info, "r1", tmp_path / name)
    csv_rows = csv.reader(io.StringIO((tmp_path / "r1.csv").read_text()))
    graded = {
        "r1.csv": list(csv_rows)[1:],
        **{
            name: [line.replace("\t0\t", "\t").split("\t") for line in text.splitlines()]
            for name in ("r1.qrels", "folder/qrels.tsv")
            for text in [(tmp_path / name).read_text()]
        },
    }
    row = scored_runs.leaderboard(workspace, info, 2, "r1").rows[0]
    wanted = {Metric.P: ir_measures.P @ 2, Metric.NDCG: ir_measures.nDCG @ 2}
    for name, labels in graded.items():
        qrels = [ir_measures.Qrel(query, table, int(grade)) for query, table, grade, *_ in labels]
        library = ir_measures.calc_aggregate(list(wanted.values()), qrels, ranked)
        assert {metric: library[measure] for metric, measure in wanted.items()} == pytest.approx(
            {metric: row[metric] for metric in wanted}
        ), name
    assert row[Metric.P] == 0.5  # towns and river of fish; owls was taken away


def test_a_release_that_was_taken_in_knows_of_the_votes_that_are_there(tmp_path: Path) -> None:
    workspace, info = released(tmp_path, "ugen")
    exporting.export_release(workspace, LOCAL, info, "r1", tmp_path / "r1.csv")
    import_release(workspace, LOCAL, info, tmp_path / "r1.csv", "back")
    assert label_state(workspace, info, LOCAL).newer == VotesSince()
    case = put_pair(workspace, LOCAL, info.key, Pair("fish.csv", "datalake/towns.csv")).key
    cast_vote(workspace, Voter("bob"), case, Ballot(0))
    assert label_state(workspace, info, LOCAL).newer == VotesSince(1)
    exporting.export_release(workspace, LOCAL, info, "back", tmp_path / "back.csv")
    text = (tmp_path / "back.csv").read_text()
    assert labels_and_votes(text) == labels_and_votes((tmp_path / "r1.csv").read_text())
    assert "ann=1" in text


def test_a_release_that_was_taken_in_knows_of_the_votes_that_its_file_names(
    tmp_path: Path,
) -> None:
    workspace, info = released(tmp_path, "ugen")
    exporting.export_release(workspace, LOCAL, info, "r1", tmp_path / "r1.csv")
    first = (tmp_path / "r1.csv").read_text()
    towns = put_pair(workspace, LOCAL, info.key, Pair("fish.csv", "datalake/towns.csv")).key
    owls = put_pair(workspace, LOCAL, info.key, Pair("birds.csv", "datalake/owls.csv")).key
    cast_vote(workspace, Voter("ann"), towns, Ballot(0))
    adjudicate(workspace, LOCAL, owls, Ballot(2))
    import_release(workspace, LOCAL, info, tmp_path / "r1.csv", "again")
    assert label_state(workspace, info, LOCAL).newer == VotesSince(1, 1)
    exporting.export_release(workspace, LOCAL, info, "again", tmp_path / "again.csv")
    assert labels_and_votes((tmp_path / "again.csv").read_text()) == labels_and_votes(first)
    # Votes that the benchmark never had: it knows of all that are there.
    (tmp_path / "r1.csv").write_text(first.replace("ann=1", "eve=1"))
    made = import_release(workspace, LOCAL, info, tmp_path / "r1.csv", "of others")
    assert not made.rule.endswith(WITH_VOTES)
    assert label_state(workspace, info, LOCAL).newer == VotesSince()


def test_an_older_release_that_becomes_the_newest_says_what_is_open_in_it(tmp_path: Path) -> None:
    workspace, info = released(tmp_path, "ugen")
    assert told_newest(workspace, info) == ""
    exporting.export_release(workspace, LOCAL, info, "r1", tmp_path / "r1.csv")
    import_release(workspace, LOCAL, info, tmp_path / "r1.csv", "same")
    assert told_newest(workspace, info) == ""
    for table, label in (("datalake/towns.csv", 0), ("datalake/river.csv", 1)):
        case = put_pair(workspace, LOCAL, info.key, Pair("fish.csv", table)).key
        adjudicate(workspace, LOCAL, case, Ballot(label))
    releasing.make_release(workspace, LOCAL, info, "r2", base="r1")
    import_release(workspace, LOCAL, info, tmp_path / "r1.csv", "again")
    assert told_newest(workspace, info) == (
        "again is the newest release now: Home and Runs go by what it settles; 1 pair "
        "that r2 settles is open in it, 1 has another label."
    )
    import_release(workspace, LOCAL, info, tmp_path / "r1.csv", "over r2", base="r2")
    assert told_newest(workspace, info) == ""
    exporting.export_release(workspace, LOCAL, info, "r2", tmp_path / "r2.csv")
    import_release(workspace, LOCAL, info, tmp_path / "r2.csv", "r2 again")
    assert "it settles; 2 pairs that over r2 settles have another" in told_newest(workspace, info)


def test_a_release_is_not_taken_for_the_votes_of_one_person(tmp_path: Path) -> None:
    workspace, info = released(tmp_path, "ugen")
    exporting.export_release(workspace, LOCAL, info, "r1", tmp_path / "r1.csv")
    before = vote_files.votes_document(workspace, LOCAL, info)
    with pytest.raises(MalformedFileError, match=r"is no release.*by `label release --from`"):
        vote_files.import_votes(workspace, LOCAL, info, tmp_path / "r1.csv", "people")
    assert vote_files.votes_document(workspace, LOCAL, info) == before


@pytest.mark.parametrize("form", ["published", "qrels"])
def test_names_with_a_blank_and_with_one_as_in_addresses_are_two(form: str, tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    names = ("a b.csv", "a%20b.csv", "a%2520b.csv")
    qrels = "".join(f"fish.csv\t0\t{name}\t{int(at != 1)}\n" for at, name in enumerate(names))
    files = {"query/fish.csv": tiny.FISH, "qrels.txt": qrels, "datalake/towns.csv": tiny.TOWNS}
    files |= {f"datalake/{name}": tiny.MORE_FISH for name in names}
    info = tiny.add(workspace, "tiny", tiny.lay(tmp_path / "tiny", files))
    case = put_pair(workspace, LOCAL, info.key, Pair("fish.csv", "datalake/towns.csv"))
    adjudicate(workspace, LOCAL, case.key, Ballot(1))
    made = releasing.make_release(workspace, LOCAL, info, "r1")
    path = tmp_path / "r1.txt"
    path.write_bytes(packed(workspace, LOCAL, info, "r1", form))
    back = import_release(workspace, LOCAL, info, path, "back")
    assert back.fingerprint == made.fingerprint


@pytest.mark.parametrize("form", ["ugen", "pickle", "nlctables"])
def test_a_release_without_an_ending_is_read_by_how_it_begins(form, tmp_path: Path) -> None:
    workspace, info = released(tmp_path, form)
    files = {"published": published_truth(workspace, info, "r1").content}
    for ending in (".csv", ".qrels"):
        exporting.export_release(workspace, LOCAL, info, "r1", tmp_path / f"r1{ending}")
        files[f"as {ending[1:]}"] = (tmp_path / f"r1{ending}").read_bytes()
    wanted = registry.release_fingerprint(workspace, info, "r1")
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
        made = import_release(workspace, LOCAL, info, tmp_path / name, f"from {name}")
        assert made.fingerprint == wanted, name


def test_labels_of_missing_tables_are_on_the_scale_of_the_release_in_a_folder(
    tmp_path: Path,
) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    files = {**tiny.TABLES, "groundtruth.csv": tiny.UGEN + "fish.csv,gone.csv,1\n"}
    info = tiny.add(workspace, "tiny", tiny.lay(tmp_path / "tiny", files))
    pair = Pair("fish.csv", "datalake/towns.csv")
    adjudicate(workspace, LOCAL, put_pair(workspace, LOCAL, info.key, pair).key, Ballot(1))
    releasing.make_release(workspace, LOCAL, info, "r1")
    for name, river, towns in (("r1", 2, 1), ("base", 1, 0)):
        exporting.export_release(workspace, LOCAL, info, name, tmp_path / name)
        lines = (tmp_path / name / "qrels.tsv").read_text().splitlines()
        graded = {table: int(grade) for _, table, grade in (line.split("\t") for line in lines)}
        assert (graded["river.csv"], graded["gone.csv"], graded["towns.csv"]) == (
            river,
            river,
            towns,
        )


def test_a_query_without_its_table_is_as_published_in_the_folder_of_a_release(
    tmp_path: Path,
) -> None:
    files = {**tiny.TABLES, **tiny.forms()["nlctables"]}
    asked = f"{files['queries-test.txt']}towns\tlonger than this\tgone.csv\n"
    labels = f"{files['qtrel-test.txt']}towns\t0\towls.csv\t1\n"
    files |= {"queries-test.txt": asked, "qtrel-test.txt": labels}
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.lay(tmp_path / "tiny", files))
    exporting.export_release(workspace, LOCAL, info, "base", tmp_path / "out")
    again = read(tiny.lay(tmp_path / "out", tiny.TABLES))
    assert [query.query_id for query in again.queries] == ["1", "2"]
    assert again.unasked == (Query("towns", "gone.csv", "longer than this"),)
    assert [(pair.query, pair.table) for pair in again.missing] == [("towns", "owls.csv")]


@pytest.mark.parametrize("labelled", [True, False])
def test_a_release_of_queries_with_one_table_comes_back(labelled: bool, tmp_path: Path) -> None:
    rows = ["fish.csv,river.csv,fish", "fish.csv,river.csv,weight", "birds.csv,owls.csv,bird"]
    rows += ["fish.csv,gone.csv,fish", "gone.csv,owls.csv,a", "gone.csv,owls.csv,b"]
    rows += ["fish.csv,sea fish.csv,weight"]
    grades = ["1", "0", "1", "1", "1", "1", "1"]
    lines = [f"{row},{one}" for row, one in zip(rows, grades, strict=True)] if labelled else rows
    header = "query_table,candidate_table,query_column" + ",joinable" * labelled
    files = {**tiny.TABLES, "groundtruth.csv": "\n".join([header, *lines]) + "\n"}
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "joins", tiny.lay(tmp_path / "joins", files))
    pair = Pair("fish.csv on weight", "datalake/towns.csv", Task.JOIN)
    adjudicate(workspace, LOCAL, put_pair(workspace, LOCAL, info.key, pair).key, Ballot(2))
    made = releasing.make_release(workspace, LOCAL, info, "r1")
    file = tmp_path / "published.csv"
    file.write_bytes(published_truth(workspace, info, "r1").content)
    assert "fish.csv,towns.csv,weight,2" in file.read_text()
    back = import_release(workspace, LOCAL, info, file, "back")
    assert (back.fingerprint, back.changed) == (made.fingerprint, 1)
    text = file.read_text().replace("gone.csv on a,owls.csv,,", "gone.csv,owls.csv,a,")
    file.write_text(text)  # as it was published before
    again = import_release(workspace, LOCAL, info, file, "again")
    assert again.fingerprint == made.fingerprint
    file.write_text(text.replace("birds.csv,owls.csv,bird", "birds.csv,owls.csv,wing"))
    with pytest.raises(UnknownPairsError, match=r"'birds\.csv' and 'owls\.csv'"):
        import_release(workspace, LOCAL, info, file, "other")


def test_labels_of_a_release_are_written_as_those_of_a_ground_truth(tmp_path: Path) -> None:
    workspace, info = released(tmp_path, "ugen")
    text = published_truth(workspace, info, "r1", positive_from=1).content.decode()
    prints = set()
    for name, yes, no in (("n", "1", "0"), ("w", "True", "False"), ("d", "1.0", "0.0")):
        path = tmp_path / f"{name}.csv"
        path.write_text(text.replace(",1\n", f",{yes}\n").replace(",0\n", f",{no}\n"))
        prints.add(import_release(workspace, LOCAL, info, path, name).fingerprint)
    exporting.export_release(workspace, LOCAL, info, "n", tmp_path / "n.qrels")
    lines = (tmp_path / "n.qrels").read_text().replace("\n", ".0\n")
    (tmp_path / "d.qrels").write_text(lines)
    prints.add(import_release(workspace, LOCAL, info, tmp_path / "d.qrels", "q").fingerprint)
    assert len(prints) == 1


def test_what_is_no_release_of_the_benchmark_is_refused(tmp_path: Path) -> None:
    workspace, info = released(tmp_path, "ugen")
    path = tmp_path / "r.csv"
    for text, fault, sentence in (
        ("a,b\n1,2\n", UnknownColumnsError, "must have a query, a table and a label"),
        ("query,table,label\nfish,x,2\n", UnknownPairsError, "Got line 2: 'fish' and 'x'"),
        ("query,table,label\nfish,towns,2\n", BadReleaseError, "has no label for 3 of 3"),
        ("query,table,label\nfish,towns\n", MalformedFileError, "the 3 columns of the header"),
        ("query,table,label,settled_by\nfish,towns,2,dice\n", MalformedFileError, "Got 'dice'"),
        (
            "query,table,label\nfish,towns,0\nquery/fish.csv,towns.csv,2\n",
            ContradictingLabelsError,
            "line 3: A pair must have one label. Got 2 .* and 0 on line 2",
        ),
    ):
        path.write_text(text)
        with pytest.raises(fault, match=sentence):
            import_release(workspace, LOCAL, info, path, "r2")
    with pytest.raises(RoleError):
        import_release(workspace, Voter("ann"), info, path, "r2")
    strict = published_truth(workspace, info, "r1", positive_from=2)
    path.write_bytes(strict.content)  # with 0 and 1 alone: another truth, but a whole one
    cut = import_release(workspace, LOCAL, info, path, "cut")
    assert cut.changed == 2  # owls from 2 to 0, and towns, which had no label, to 0


@pytest.fixture
def all_partly(tmp_path: Path) -> tuple[Workspace, BenchmarkInfo]:
    """Every positive of a truth of 0 and 1 is decided to be partly: a release without a 2."""
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    (tmp_path / "run.json").write_text(json.dumps({"fish": ["river"], "birds": ["owls"]}))
    runs.import_run(workspace, info, tmp_path / "run.json", "one")
    for query, table, _ in registry.qrels(workspace, info).positives().rows():
        case = put_pair(workspace, LOCAL, info.key, Pair(query, table)).key
        adjudicate(workspace, LOCAL, case, Ballot(1))
    releasing.make_release(workspace, LOCAL, info, "partly")
    return workspace, info


def test_a_release_without_a_2_is_on_the_scale_of_votes(all_partly) -> None:
    workspace, info = all_partly
    base, made = (registry.graded_qrels(workspace, info, name) for name in ("base", "partly"))
    assert [grade for *_, grade in base.frame.rows()] == [2, 0, 2, 2, 0]
    assert [grade for *_, grade in made.frame.rows()] == [1, 0, 1, 1, 0]
    assert differences(base, made).select("before", "after").rows() == [(2, 1)] * 3
    strict = replace(info, positive_from=2)
    for name, precision in (("base", 1.0), ("partly", 0.0)):
        (row,) = scored_runs.leaderboard(workspace, strict, 1, name).rows
        assert row[Metric.P] == precision
    owls = Pair("birds.csv", "datalake/owls.csv")
    adjudicate(workspace, LOCAL, put_pair(workspace, LOCAL, info.key, owls).key, Ballot(0))
    found = conclude(workspace, LOCAL, info, base="partly")
    assert found.changes.select("table", "before", "after").rows() == [(owls.table, 1, 0)]


def test_a_release_without_a_2_comes_back_as_it_was(all_partly, tmp_path: Path) -> None:
    workspace, info = all_partly
    wanted = registry.release_fingerprint(workspace, info, "partly")
    for name, partly in (("partly.csv", False), ("partly.qrels", True)):
        exporting.export_release(workspace, LOCAL, info, "partly", tmp_path / name)
        made = import_release(workspace, LOCAL, info, tmp_path / name, name, partly=partly)
        assert (made.fingerprint, made.changed) == (wanted, 3), name
    exporting.export_release(workspace, LOCAL, info, "base", tmp_path / "base.csv")
    told = "labels of base.csv are those of 'base', all 5; change one in the file"
    with pytest.raises(BadReleaseError, match=told):
        import_release(workspace, LOCAL, info, tmp_path / "base.csv", "again")


def test_a_release_whose_name_is_taken_leaves_no_case_behind(tmp_path: Path) -> None:
    workspace, info = released(tmp_path, "ugen")
    path = tmp_path / "r1.csv"
    exporting.export_release(workspace, LOCAL, info, "r1", path)
    path.write_text(path.read_text().replace("fish.csv,river.csv,2", "fish.csv,river.csv,0"))
    before = case_keys(workspace)
    for name in ("r1", " r2"):
        with pytest.raises((ReleaseExistsError, BadReleaseError), match=f"Got '{name}'"):
            import_release(workspace, LOCAL, info, path, name)
    assert case_keys(workspace) == before
    import_release(workspace, LOCAL, info, path, "r2")
    assert len(case_keys(workspace)) > len(before)


def case_keys(workspace: Workspace) -> list[int]:
    with workspace.reading() as db:
        return [row["key"] for row in db.query("SELECT key FROM cases")]


def test_votes_are_no_release(tmp_path: Path) -> None:
    workspace, info = released(tmp_path, "ugen")
    document = vote_files.votes_document(workspace, LOCAL, info)
    for name in ("votes.json", "labels.csv"):
        (tmp_path / name).write_text(json.dumps(document))
        with pytest.raises(BadReleaseError, match=f"Got {name}, which holds votes; take them in"):
            import_release(workspace, LOCAL, info, tmp_path / name, "r2")


@pytest.mark.parametrize("form", ["published", "qrels", "votes"])
def test_names_that_look_like_blanks_in_addresses_are_read_as_they_are(
    form: str, tmp_path: Path
) -> None:
    odd = {f"datalake/{name}.csv": tiny.FISH for name in ("%20x", "a b", "a%20b")}
    workspace, info = released(tmp_path, "soundings", odd)
    fish = registry.queries(workspace, info)[0].query_id
    for table in odd:
        adjudicate(workspace, LOCAL, put_pair(workspace, LOCAL, info.key, Pair(fish, table)).key,
                   Ballot(2))  # fmt: skip
    releasing.make_release(workspace, LOCAL, info, "r2")
    path = tmp_path / f"r2.{'csv' if form == 'votes' else 'tsv'}"
    path.write_bytes(packed(workspace, LOCAL, info, "r2", form))
    import_release(workspace, LOCAL, info, path, "again")
    assert registry.qrels(workspace, info, "again") == registry.qrels(workspace, info, "r2")
