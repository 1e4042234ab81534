"""Run and qrels files: what goes out comes back, and each fault names its line."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import ir_measures
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.benchmarks.formats import pair_columns
from core.errors import InputError, MalformedFileError, UnknownColumnsError
from core.evaluation import (
    Qrels,
    Run,
    read_run,
    write_qrels,
    write_run,
)
from core.evaluation.errors import (
    BadRelevanceError,
    BadScoreError,
    DuplicateCandidateError,
    DuplicateLabelError,
    EmptyQrelsError,
    EmptyRunError,
    UnknownRunFormatError,
    UnwritableNameError,
)
from core.evaluation.qrels_files import parse_relevance, read_qrels_rows
from core.evaluation.text_lines import from_trec, in_trec

SPACED = Run.of(
    {"World Geography_8.csv": [("World Geography_G.csv", 0.5), ("Art, 'History'.csv", 1 / 3)]},
    method="sbert-vc",
)


def qrels_of(path: Path) -> Qrels:
    rows = read_qrels_rows(path)
    return Qrels.from_rows([(from_trec(query), from_trec(t), grade) for _, query, t, grade in rows])


@pytest.mark.parametrize("name", ["run.txt", "run.trec", "run.csv", "run.json"])
def test_a_run_comes_back_as_it_went(tmp_path, name):
    write_run(SPACED, tmp_path / name)
    assert read_run(tmp_path / name, method="sbert-vc")[0] == SPACED
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("query", ["[2019] towns.csv", "{a}.csv", "query,1.csv"])
@pytest.mark.parametrize("name", ["run.txt", "run.trec", "run", "run.csv", "run.json"])
def test_a_run_whose_first_query_begins_as_another_form_does_comes_back(tmp_path, name, query):
    run = Run.of({query: [("a.csv", 1e-9)]}, method="m")
    write_run(run, tmp_path / name)
    assert read_run(tmp_path / name, method="m")[0] == run


def test_a_line_between_blanks_is_trec_however_its_query_begins(tmp_path):
    path = tmp_path / "run.txt"
    for query in ("[2019]", "{a}", "query_1,000.csv"):
        path.write_text(f"{query} Q0 a.csv 1 0.5 m\n")
        assert read_run(path)[0].queries == (query,)
    path.write_text('{"Census 2019 Q 1 4 b.csv": ["a.csv"]}')
    assert read_run(path)[0].queries == ("Census 2019 Q 1 4 b.csv",)


@pytest.mark.parametrize("name", ["run.csv", "run.json"])
def test_an_order_without_scores_comes_back(tmp_path, name):
    run = Run.from_order({"q": ["c", "a", "b"]}, method="m")
    write_run(run, tmp_path / name)
    assert read_run(tmp_path / name, method="m")[0] == run


names = st.text(st.characters(codec="utf-8", exclude_characters="\r\n"), min_size=1).filter(
    lambda name: name == name.strip()
)


@given(st.dictionaries(names, st.dictionaries(names, st.floats(-1e9, 1e9), min_size=1), min_size=1))
def test_any_name_and_score_survives_csv_and_json(tmp_path_factory, rankings):
    folder = tmp_path_factory.mktemp("runs")
    run = Run.of({query: list(tables.items()) for query, tables in rankings.items()}, method="run")
    for name in ("run.csv", "run.json"):
        write_run(run, folder / name)
        assert read_run(folder / name)[0] == run


ODD = st.text(
    st.sampled_from(list("ab =\"',\n\r\t;-1 \u00a0\u2028\x0b\ufeff")), min_size=1, max_size=4
)


@settings(max_examples=200)
@given(
    st.dictionaries(ODD, st.lists(ODD, min_size=1, max_size=3, unique=True), min_size=1),
    st.sampled_from(["csv", "json", "trec"]),
)
def test_what_a_form_cannot_hold_is_refused_and_all_else_comes_back(
    tmp_path_factory, rankings, form
):
    path = tmp_path_factory.mktemp("runs") / f"run.{form}"
    run = Run.from_order(rankings, method="m")
    try:
        write_run(run, path, format=form)
    except UnwritableNameError:
        names = {*rankings, *(table for tables in rankings.values() for table in tables)}
        assert form != "json"
        assert any(set(name) & set(" \n\r\t\u00a0\u2028\x0b\ufeff") for name in names)
        assert not path.exists()
        return
    found = read_run(path, method="m", format=form)[0]
    ranked = {query: list(found.ranking(query)) for query in found.queries}
    assert ranked == rankings


@pytest.mark.parametrize("name", ["\n", " ", "a\xa0", " a.csv"])
def test_a_name_that_csv_would_give_back_otherwise_is_refused(tmp_path, name):
    with pytest.raises(UnwritableNameError, match="read again as it is written"):
        write_run(Run.from_order({"q": [name]}), tmp_path / "run.csv")


def test_no_name_in_a_csv_starts_a_formula(tmp_path):
    run = Run.of({"=cmd()": [("@x", 1.0), ("'=y", 0.5), ("+z", -0.5)]}, method="run")
    write_run(run, tmp_path / "run.csv")
    cells = [
        cell
        for line in (tmp_path / "run.csv").read_text().splitlines()
        for cell in line.split(",")[:2]
    ]
    assert not [cell for cell in cells if cell[0] in "=+-@"]
    assert read_run(tmp_path / "run.csv")[0] == run


def test_trec_columns_are_separated_by_blanks_or_tabs(tmp_path):
    path = tmp_path / "run.txt"
    path.write_text("q1 Q0 b.csv 1 0.5 tag\nq1  Q0  a.csv  2  0.5  tag\n")
    run = read_run(path)[0]
    assert (run.ranking("q1"), run.method) == (("a.csv", "b.csv"), "tag")
    path.write_text("q 1\tQ0\tb c.csv\t1\t0.5\tmy tag\r\n")
    run = read_run(path)[0]
    assert (run.ranking("q 1"), run.method) == (("b c.csv",), "my tag")


def test_csv_in_the_words_of_other_tools(tmp_path):
    path = tmp_path / "hits.csv"
    path.write_text("Query_Table,Candidate_Table,Rank\nq,b,2\nq,a,1\n")
    run = read_run(path)[0]
    assert (run.ranking("q"), run.scored, run.method) == (("a", "b"), False, "hits")
    path.write_text("\ufeffquery_id,candidate\nq,b\nq,a\n", encoding="utf-8")
    assert read_run(path)[0].ranking("q") == ("b", "a")


@pytest.mark.parametrize("query", pair_columns.QUERY_COLUMNS)
@pytest.mark.parametrize("table", pair_columns.TABLE_COLUMNS)
def test_a_run_may_have_the_columns_of_a_ground_truth(tmp_path, query, table):
    path = tmp_path / "run.csv"
    path.write_text(f"{query},{table},score\nq,b,1\nq,a,2\n")
    assert read_run(path)[0].ranking("q") == ("a", "b")


def test_a_column_that_pandas_numbered_twice_is_no_score(tmp_path):
    path = tmp_path / "run.csv"
    path.write_text("Unnamed: 0.1,Unnamed: 0,query,table\n0,0,q,b\n1,1,q,a\n")
    assert read_run(path)[0].ranking("q") == ("b", "a")


@pytest.mark.parametrize("name", ["cosine", "distance", "Relevance", "position"])
def test_numbers_in_a_column_of_another_name_are_refused_and_never_in_the_order_of_lines(
    tmp_path, name
):
    path = tmp_path / "run.csv"
    path.write_text(f"query,table,{name}\nq,b,0.2\nq,a,9e-1\n")
    with pytest.raises(UnknownColumnsError, match=rf"line 1: .* Got numbers under '{name}' and"):
        read_run(path)


def test_columns_of_a_run_that_are_not_read_are_named(tmp_path):
    path = tmp_path / "run.csv"
    path.write_text(",query,table,why\n0,q,b,3\n1,q,a,names\n")
    run, notes = read_run(path)
    assert run.ranking("q") == ("b", "a")
    assert notes == (
        "The order of the lines is taken, as there is neither a score nor a rank. Columns that are "
        "not read: one without a name, why.",
    )
    path.write_text("query,table,rank,score,distance\nq,a,1,.9,.1\nq,b,2,.1,.9\n")
    run, notes = read_run(path)
    assert (run.ranking("q"), notes) == (("a", "b"), ("Columns that are not read: distance.",))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("run.csv", "query,table,rank,score\nq,b,1,.1\nq,a,2,.9\np,c,1,.3\np,d,2,.2\n"),
        ("run.trec", "q Q0 b 1 .1 m\nq Q0 a 2 .9 m\np Q0 c 1 .3 m\np Q0 d 2 .2 m\n"),
    ],
)
def test_ranks_that_go_against_the_scores_are_told(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text)
    run, (note,) = read_run(path)
    assert (run.ranking("q"), run.ranking("p")) == (("a", "b"), ("c", "d"))
    assert note.startswith(
        "The ranks of 1 query go against its scores, which decide: more is better. "
        "The first is 'q'."
    )


def test_ranks_that_tell_equal_scores_apart_otherwise_are_told(tmp_path):
    path = tmp_path / "run.trec"
    path.write_text("q Q0 b 1 1 m\nq Q0 a 2 1 m\np Q0 a 1 1 m\np Q0 b 2 1 m\np Q0 c 2 1 m\n")
    run, (note,) = read_run(path)
    assert run.ranking("q") == ("a", "b")
    assert note.startswith("The ranks of 1 query put equal scores into another order than")
    write_run(run, path)
    assert read_run(path)[1] == ()


def test_ranks_that_are_no_numbers_say_nothing(tmp_path):
    path = tmp_path / "run.csv"
    path.write_text("query,table,rank,score\nq,b,,.1\nq,a,2,.9\n")
    run, notes = read_run(path)
    assert (run.ranking("q"), notes) == (("a", "b"), ())


def test_scores_that_rise_throughout_are_told(tmp_path):
    path = tmp_path / "run.json"
    rising, falling = '"q": [["b", 0.1], ["a", 2]], "r": {"c": 0}', '"p": [["b", 2], ["a", 1]]'
    path.write_text(f"{{{rising}}}")
    run, (note,) = read_run(path)
    assert run.ranking("q") == ("a", "b")
    assert note.startswith("The scores of every query rise from its first candidate")
    for text in (f"{{{rising}, {falling}}}", '{"q": ["b", "a"]}'):
        path.write_text(text)
        assert read_run(path)[1] == ()


def test_equal_scores_in_an_order_of_their_own_are_told_where_the_file_goes_by_scores(tmp_path):
    path = tmp_path / "run.json"
    falls = '"p": [["c", 3], ["d", 1]]'
    path.write_text(f'{{"q": [["c", 2], ["b", 1], ["a", 1]], {falls}}}')
    run, (note,) = read_run(path)
    assert run.ranking("q") == ("c", "a", "b")
    assert note.startswith("Equal scores of 1 query stand in another order in the file than")
    for text in (
        f'{{"q": [["c", 2], ["a", 1], ["b", 1]], {falls}}}',
        # Candidates stand in no order of theirs in this file.
        f'{{"q": [["b", 1], ["a", 1], ["c", 2]], {falls}}}',
    ):
        path.write_text(text)
        assert read_run(path)[1] == ()


def test_json_in_its_three_forms(tmp_path):
    path = tmp_path / "run.json"
    for text in ('{"q": [["a", 0.1], ["b", 2]]}', '{"q": {"a": 0.1, "b": 2}}', '{"q": ["b", "a"]}'):
        path.write_text(text)
        assert read_run(path)[0].ranking("q") == ("b", "a")


@pytest.mark.parametrize(
    ("name", "text", "error", "message"),
    [
        ("r.txt", "", EmptyRunError, "line 1: .* Got an empty file"),
        ("r.csv", "query,table\n", EmptyRunError, "line 1: .* header only"),
        ("r.json", "{}", EmptyRunError, "line 1: .* queries without any"),
        ("r.json", '{"q": []}', EmptyRunError, "queries without any"),
        ("r.csv", ",,\n,,\n", UnknownColumnsError, "line 1: .* Got nothing"),
        ("r.csv", "foo,bar\n1,2\n", UnknownColumnsError, "line 1: .* Got foo, bar"),
        ("r.csv", "query,table,score\nq,a\n", MalformedFileError, "line 2: .* 3 columns"),
        ("r.csv", "query,table,score\nq,a,1\n\nq,b,high\n", BadScoreError, "line 4: .* 'high'"),
        ("r.csv", "query,table,score\nq,a,nan\n", BadScoreError, "line 2: .* 'nan'"),
        ("r.csv", "query,table\nq,a\nq,a\n", DuplicateCandidateError, "line 3: .* on line 2"),
        ("r.csv", "query,table\nq,\n", MalformedFileError, "line 2: .* must have names"),
        ("r.csv", 'query,table\nq,"' + "a" * 200_000, MalformedFileError, "must be (CSV|closed)"),
        ("r.csv", 'query,table\nq,"a\nq,b\n', MalformedFileError, "line 2: .* must be closed"),
        ("r.csv", 'query,table\nq,"a\nq,b"\n', MalformedFileError, "line 2: .* on one line"),
        ("r.txt", "q Q0 a b.csv 1 0.5 t\n", MalformedFileError, "line 1: .* need tabs.* Got 7"),
        ("r.txt", "q\tQ0\ta\t1\t0.5\n", MalformedFileError, "line 1: .* between tabs. Got 5"),
        ("r.txt", "q Q0 a 1 .5 t\nq Q0 b x .4 t\n", MalformedFileError, "line 2: .* rank"),
        ("r.txt", "q Q0 a 1 .5 t\nq Q0 a 2 .4 t\n", DuplicateCandidateError, "line 2: .* line 1"),
        ("r.txt", "q Q0 a 1 .5 t\nq Q0 b 2 .4 u\n", MalformedFileError, "line 2: .* one run"),
        ("r.txt", "q Q0 a 1 inf t\n", BadScoreError, "line 1: .* 'inf'"),
        ("r.json", "{", MalformedFileError, "line 1: .* must be JSON"),
        ("r.json", "[1]", MalformedFileError, "Got a list"),
        ("r.jsonl", '{"query": "q"}\n{"query": "q"}\n', MalformedFileError, "Got JSON Lines"),
        ("r.json", '{"q": ["a"]}\n\n{"p": ["a"]}', MalformedFileError, "line 3: .*Got JSON Lines"),
        ("r.json", '{"p": ["a"],\n"q": 3}', MalformedFileError, "line 2: .* query 'q'"),
        ("r.json", '{"q": [["a", 1],\n"b"]}', MalformedFileError, "Got both"),
        ("r.json", '{"q": [["a", "1"]]}', BadScoreError, "Got a text"),
        ("r.json", '{"q": {"a": null}}', BadScoreError, "line 1: .* Got null; leave out"),
        ("r.csv", "query\ttable\tscore\n", UnknownColumnsError, "divided by tabs .query, table"),
        ("r.csv", "query;table\n", UnknownColumnsError, "divided by semicolons"),
        ("r.csv", "query,table,score,score\nq,a,1,2\n", MalformedFileError, "Got .score. 2 times"),
        ("r.csv", "query,table,Table\nq,a,b\n", MalformedFileError, "line 1: .* 'table' 2 times"),
        ("r.csv", "\nquery,query,table\nq,p,a\n", MalformedFileError, "2: .* 'query' 2 times"),
        ("r.json", '{"q": [["a", NaN]]}', BadScoreError, "Got 'nan'"),
        ("r.json", '{"q": ["a", "a"]}', DuplicateCandidateError, "line 1: .* 'a' again"),
        ("r.json", '{"q": ["a"],\n"q": ["b"]}', DuplicateCandidateError, "line 2: .* 'q' again"),
        ("r.json", '{"q": ["\\ud800"]}', MalformedFileError, "half a character"),
        (
            "r.json",
            '{"q": ["a"],\n"\\ud800": []}',
            MalformedFileError,
            "line 2: .*half a character",
        ),
        ("r.json", "[" * 100_000, MalformedFileError, "must be JSON"),
    ],
)
def test_a_bad_run_file_is_refused_by_file_and_line(tmp_path, name, text, error, message):
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(error, match=message) as caught:
        read_run(path)
    assert isinstance(caught.value, InputError)
    assert str(path) in str(caught.value)


def test_a_file_that_is_not_text_is_refused(tmp_path):
    path = tmp_path / "run.csv"
    path.write_bytes(b"query,table\nq,\xff\n")
    with pytest.raises(MalformedFileError, match=r"line 2: .* UTF-8"):
        read_run(path)
    with pytest.raises(MalformedFileError, match="must be readable"):
        read_run(tmp_path / "nowhere.csv")


def test_an_unknown_form_is_refused(tmp_path):
    with pytest.raises(UnknownRunFormatError, match=r"one of trec, csv, json\. Got 'xml'"):
        write_run(SPACED, tmp_path / "run.xml", format="xml")


def test_a_name_with_a_tab_is_not_written_as_trec(tmp_path):
    with pytest.raises(UnwritableNameError, match="write CSV or JSON instead"):
        write_run(Run.of({"q": [("a\tb", 1.0)]}), tmp_path / "run.txt")
    assert not list(tmp_path.iterdir())


def test_the_tools_of_trec_read_names_with_blanks(tmp_path):
    qrels = Qrels.of({"World Geography_8.csv": {"World Geography_G.csv": 1, "open%20data": 0}})
    write_run(SPACED, tmp_path / "run.trec")
    write_qrels(qrels, tmp_path / "qrels")
    measured = ir_measures.calc_aggregate(
        [ir_measures.P @ 1],
        ir_measures.read_trec_qrels(str(tmp_path / "qrels")),
        ir_measures.read_trec_run(str(tmp_path / "run.trec")),
    )
    assert measured == {ir_measures.P @ 1: 1.0}
    assert qrels_of(tmp_path / "qrels") == qrels
    for line in (tmp_path / "run.trec").read_text().splitlines():
        assert len(line.split()) == 6


def test_only_blanks_of_ascii_part_columns(tmp_path):
    path = tmp_path / "qrels"
    path.write_text("q 0  a\u00a0b.csv\t1\n", encoding="utf-8")
    with pytest.raises(MalformedFileError):
        qrels_of(path)  # a tab makes tabs the only ones
    path.write_text("q 0  a\u00a0b.csv   1 \n", encoding="utf-8")
    assert qrels_of(path).to_dict() == {"q": {"a\u00a0b.csv": 1}}


def test_qrels_come_back_as_they_went(tmp_path):
    qrels = Qrels.of({"World History_3.csv": {"a b.csv": 2, "c.csv": 0, "d.csv": -1}})
    write_qrels(qrels, tmp_path / "qrels.txt")
    assert qrels_of(tmp_path / "qrels.txt") == qrels


def test_qrels_with_three_columns_and_a_header(tmp_path):
    path = tmp_path / "qrels.tsv"
    path.write_text("query-id\tcorpus-id\tscore\nq\ta b\t2\n")
    assert qrels_of(path).to_dict() == {"q": {"a b": 2}}
    for header in ("query_id table", "query table_id", "Query_ID Table_ID", "query table"):
        path.write_text(f"{header} relevance\nq a 1\n")
        assert qrels_of(path).to_dict() == {"q": {"a": 1}}
    path.write_text("q 0 a 1\n\nq 0 b 0\n")
    assert qrels_of(path).to_dict() == {"q": {"a": 1, "b": 0}}


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("", EmptyQrelsError, "line 1: .* at least one pair"),
        ("q 0 a 1\nq 0 b\n", MalformedFileError, "line 2: .* Got 3"),
        ("q 0 a b 1\n", MalformedFileError, "line 1: .* Got 5"),
        ("q 0 a high\n", BadRelevanceError, "line 1: .* 'high'"),
        ("q 0 a 0.5\n", BadRelevanceError, "line 1: .* '0.5'"),
        ("q 0 a 1\nq 0 a 0\n", DuplicateLabelError, "line 2: .* Got 0 .* and 1 on line 1"),
    ],
)
def test_bad_qrels_are_refused_by_file_and_line(tmp_path, text, error, message):
    path = tmp_path / "qrels.txt"
    path.write_text(text)
    with pytest.raises(error, match=message) as caught:
        qrels_of(path)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("grade", ["1_0", "\u0661", "1.5", "yes", "", "9" * 12])
def test_a_relevance_is_a_whole_number_in_ascii(tmp_path: Path, grade: str) -> None:
    with pytest.raises(BadRelevanceError, match=r"whole number between -1,000 and 1,000\. Got"):
        parse_relevance(grade, tmp_path / "qrels.tsv", 1)


@given(st.sets(st.lists(st.sampled_from(["a", " ", "%", "20", "25", "\u00a0"])).map("".join)))
@example({"a%20b.csv", "a%2520b.csv", "a%252520b.csv", "a b.csv"})
def test_names_that_are_encoded_as_in_addresses_are_written_apart_and_read_again(given_names):
    written = {in_trec(name): name for name in given_names}
    assert len(written) == len(given_names)
    assert {from_trec(text): name for text, name in written.items()} == {n: n for n in given_names}
    assert not any(char.isspace() for text in written for char in text)


@pytest.mark.parametrize("form", ["trec", "csv"])
def test_a_large_run_is_read_in_little_more_memory_than_its_text(tmp_path: Path, form: str) -> None:
    """Each candidate took more than 400 bytes beside the text, in tuples of texts and numbers."""
    path = tmp_path / f"run.{form}"
    of = {
        "trec": lambda q, r: f"query_{q}.csv\tQ0\ttable_{r}.csv\t{r + 1}\t{1000.5 - r}\tx\n",
        "csv": lambda q, r: f"query_{q}.csv,table_{r}.csv,{r + 1},{1000.5 - r}\n",
    }[form]
    head = "" if form == "trec" else "query,table,rank,score\n"
    path.write_text(head + "".join(of(q, r) for q in range(40) for r in range(1000)))
    tracemalloc.start()
    run, _ = read_run(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    text = 2 * path.stat().st_size  # as bytes and decoded
    assert (peak - text) / len(run) < 150
