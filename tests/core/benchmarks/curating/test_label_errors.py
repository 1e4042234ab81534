from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.benchmarks.curating.label_errors import (
    as_made,
    label_errors,
    told_behind,
    told_release,
)
from core.benchmarks.curating.releasing import make_release
from core.labels import (
    LOCAL,
    Ballot,
    Origin,
    Pair,
    QueueTerms,
    Voter,
    adjudicate,
    cast_vote,
    create_queue,
)
from core.labels.errors import RoleError
from core.labels.queueing.handing import next_case
from core.labels.queueing.queues import queue as find_queue
from core.labels.types import Queue, Task
from core.store import Workspace
from tests.core.benchmarks import tiny

FISH, BIRDS = "fish.csv", "birds.csv"
PAIRS = (
    Pair(FISH, "datalake/towns.csv", Task.UNION, Origin.GTFP),  # labelled 0
    Pair(FISH, "datalake/owls.csv", Task.UNION, Origin.GTFP),  # no label
    Pair(FISH, "datalake/sea fish.csv", Task.UNION, Origin.AGREED_POSITIVE),
    Pair(FISH, "datalake/river.csv", Task.UNION, Origin.AGREED_POSITIVE),
    Pair(BIRDS, "datalake/owls.csv", Task.UNION, Origin.AGREED_POSITIVE),
    Pair(BIRDS, "datalake/river.csv", Task.UNION, Origin.AGREED_NEGATIVE),
)


def test_labels_are_counted_that_people_put_on_the_other_side(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    queue = create_queue(workspace, LOCAL, info.key, "q", PAIRS)
    ann, bob = Voter("ann"), Voter("bob")
    for case, label in enumerate((2, 0, 2, 0, 1), start=1):
        cast_vote(workspace, ann, case, Ballot(label))
    cast_vote(workspace, bob, 1, Ballot(0))
    assert label_errors(workspace, LOCAL, info, queue).rows()[0][:5] == ("gtfp", 2, 1, 0, 0.0)

    adjudicate(workspace, LOCAL, 1, Ballot(1))
    found = label_errors(workspace, LOCAL, info, queue)
    assert found.select(found.columns[:5]).rows() == [
        # Towns is partly unionable by decision, and was labelled 0; that owls are no fish is right.
        ("gtfp", 2, 2, 1, 0.5),
        ("agreed positive", 3, 3, 1, pytest.approx(1 / 3)),
        ("agreed negative", 1, 0, 0, None),
    ]
    # Wilson's interval of 1 of 2: (p + z2/2n -+ z sqrt(p(1-p)/n + z2/4n2)) / (1 + z2/n), at the
    # effective number of two cases of one query, which is 1.
    assert found.select("low", "high").row(0) == pytest.approx((0.0546, 0.9454), abs=1e-4)
    with pytest.raises(RoleError, match="Only a curator"):
        label_errors(workspace, ann, info, queue)


def test_pairs_of_few_queries_tell_less_than_as_many_of_many(tmp_path: Path) -> None:
    """All of one query are wrong and none of the other: as many as two cases tell, or fewer."""
    tables = [f"t{number}" for number in range(6)]
    files: dict[str, str | bytes] = {f"datalake/{name}.csv": "a,b\n1,2\n" for name in tables}
    files |= {f"query/{name}.csv": "a,b\n3,4\n" for name in ("one", "two")}
    rows = "".join(f"{q}.csv,{t}.csv,1\n" for q in ("one", "two") for t in tables)
    files["groundtruth.csv"] = f"query_table,data_lake_table,unionable\n{rows}"
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "b", tiny.lay(tmp_path / "b", files))
    pairs = [
        Pair(f"{query}.csv", f"datalake/{table}.csv", Task.UNION, Origin.AGREED_POSITIVE)
        for query in ("one", "two")
        for table in tables
    ]
    queue = create_queue(workspace, LOCAL, info.key, "q", pairs)
    for case in range(1, 13):
        cast_vote(workspace, Voter("ann"), case, Ballot(0 if case <= 6 else 2))
    (found,) = label_errors(workspace, LOCAL, info, queue).iter_rows(named=True)
    assert (found["settled"], found["wrong"], found["share"]) == (12, 6, 0.5)
    # Of twelve independent cases it would be 0.25 to 0.75 (Wilson).
    assert found["low"] < 0.1
    assert found["high"] > 0.9


def test_a_label_is_settled_once_it_has_the_votes_that_the_queue_wants(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    queue = create_queue(workspace, LOCAL, info.key, "q", PAIRS[:2], QueueTerms(wanted=2))
    for case, label in ((1, 2), (2, 2)):
        cast_vote(workspace, Voter("ann"), case, Ballot(label))
    cast_vote(workspace, Voter("bob"), 1, Ballot(2))
    (row,) = label_errors(workspace, LOCAL, info, queue).rows()
    assert row[:4] == ("gtfp", 2, 1, 1)


def test_cases_that_were_settled_before_a_sample_was_drawn_are_no_random_part_of_it(
    tmp_path: Path,
) -> None:
    """Of five agreed negatives the third and the last were disputed and voted on before."""
    files: dict[str, str | bytes] = {f"datalake/t{i}.csv": "a,b\n1,2\n" for i in range(6)}
    files |= {"query/q.csv": "a,b\n3,4\n"}
    rows = "".join(f"q.csv,t{i}.csv,{int(i == 5)}\n" for i in range(6))
    files["groundtruth.csv"] = f"query_table,data_lake_table,unionable\n{rows}"
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "b", tiny.lay(tmp_path / "b", files))
    tables = [f"datalake/t{i}.csv" for i in range(5)]
    disputed = [Pair("q.csv", tables[i], Task.UNION, Origin.GTFP) for i in (2, 4)]
    create_queue(workspace, LOCAL, info.key, "disputed", disputed)
    ann = Voter("ann")
    for case in (1, 2):
        cast_vote(workspace, ann, case, Ballot(2))
    drawn = [Pair("q.csv", table, Task.UNION, Origin.AGREED_NEGATIVE) for table in tables]
    queue = create_queue(workspace, LOCAL, info.key, "sample", drawn)
    (row,) = label_errors(workspace, LOCAL, info, queue).iter_rows(named=True)
    assert (row["cases"], row["settled"], row["share"], row["most"]) == (5, 0, None, None)
    assert (row["behind"], row["before_them"]) == (2, 3)
    assert told_behind(row).startswith("2 cases are settled behind one that nobody has voted on")

    for _ in range(2):
        case = next_case(workspace, queue, ann)
        assert case is not None
        cast_vote(workspace, ann, case.key, Ballot(0))
    (row,) = label_errors(workspace, LOCAL, info, queue).iter_rows(named=True)
    # The first two, and the third with them; the fourth has no vote.
    assert (row["settled"], row["wrong"], row["behind"], row["before_them"]) == (3, 1, 1, 1)
    case = next_case(workspace, queue, ann)
    assert case is not None
    cast_vote(workspace, ann, case.key, Ballot(0))
    (row,) = label_errors(workspace, LOCAL, info, queue).iter_rows(named=True)
    assert (row["settled"], row["wrong"], row["behind"], told_behind(row)) == (5, 2, 0, "")
    # Of pairs that are no sample all count.
    of = find_queue(workspace, info.key, "disputed")
    (row,) = label_errors(workspace, LOCAL, info, of).iter_rows(named=True)
    assert (row["settled"], row["wrong"], row["behind"]) == (2, 2, 0)


def test_cases_that_votes_leave_open_widen_what_the_share_may_be(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    positives = [pair for pair in PAIRS if pair.origin is Origin.AGREED_POSITIVE]
    queue = create_queue(
        workspace, LOCAL, info.key, "q", [*positives, PAIRS[5]], QueueTerms(wanted=2)
    )
    # One settled as right, one tied, one that nobody can tell; the negative has 1 vote of 2.
    for voter, labels in (("ann", (2, 2, None, 0)), ("bob", (2, 0, None))):
        for case, label in enumerate(labels, start=1):
            cast_vote(workspace, Voter(voter), case, Ballot(label))
    positive, negative = label_errors(workspace, LOCAL, info, queue).iter_rows(named=True)
    assert (positive["settled"], positive["wrong"], positive["unsettled"]) == (1, 0, 2)
    assert (positive["least"], positive["most"]) == (0.0, pytest.approx(2 / 3))
    assert (negative["settled"], negative["unsettled"], negative["most"]) == (0, 0, None)

    adjudicate(workspace, LOCAL, 2, Ballot(0))
    adjudicate(workspace, LOCAL, 3, Ballot(2))
    positive = label_errors(workspace, LOCAL, info, queue).row(0, named=True)
    assert (positive["settled"], positive["wrong"], positive["unsettled"]) == (3, 1, 0)
    assert positive["least"] == positive["most"] == positive["share"] == pytest.approx(1 / 3)


def test_votes_that_differ_on_one_side_leave_nothing_of_the_share_open(tmp_path: Path) -> None:
    """Votes of 1 and 2 are both a yes, or the one is none where "partly" is no."""
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    # Towns are labelled 0, owls not at all; sea fish are labelled positive, for the search.
    pairs = [Pair(pair.query, pair.table, Task.UNION, Origin.GTFP) for pair in PAIRS[:3]]
    queue = create_queue(workspace, LOCAL, info.key, "q", pairs, QueueTerms(wanted=2))
    for voter, labels in (("ann", (2, 1, 2)), ("bob", (2, 2, 1))):
        for case, label in enumerate(labels, start=1):
            cast_vote(workspace, Voter(voter), case, Ballot(label))
    (row,) = label_errors(workspace, LOCAL, info, queue).iter_rows(named=True)
    # Towns are wrong, owls too whichever vote is followed, sea fish are right either way.
    assert (row["settled"], row["wrong"], row["unsettled"]) == (1, 1, 2)
    assert row["least"] == row["most"] == pytest.approx(2 / 3)
    strict = replace(info, positive_from=2)
    (row,) = label_errors(workspace, LOCAL, strict, queue).iter_rows(named=True)
    assert (row["least"], row["most"]) == (pytest.approx(1 / 3), 1.0)


def test_a_pair_without_a_label_that_people_call_unionable_is_labelled_wrong(
    tmp_path: Path,
) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    queue = create_queue(workspace, LOCAL, info.key, "q", PAIRS[1:2])
    cast_vote(workspace, Voter("ann"), 1, Ballot(2))
    (row,) = label_errors(workspace, LOCAL, info, queue).iter_rows(named=True)
    assert (row["settled"], row["wrong"], row["share"]) == (1, 1, 1.0)


def test_a_case_of_a_sample_that_a_curator_decides_without_a_vote_counts(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    queue = create_queue(workspace, LOCAL, info.key, "q", PAIRS[2:5])
    adjudicate(workspace, LOCAL, 1, Ballot(0))
    (row,) = label_errors(workspace, LOCAL, info, queue).iter_rows(named=True)
    assert (row["cases"], row["settled"], row["wrong"], row["behind"]) == (3, 1, 1, 0)


def test_labels_are_those_of_the_release_that_the_queue_was_made_under(tmp_path: Path) -> None:
    """Towns are labelled 0, river 2; people say the opposite of both, and r1 has it from them."""
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    before = create_queue(workspace, LOCAL, info.key, "before", [PAIRS[0], PAIRS[3]])
    for case, label in ((1, 2), (2, 0)):
        cast_vote(workspace, Voter("ann"), case, Ballot(label))
    make_release(workspace, LOCAL, info, "r1")

    def made(name: str, release: str) -> Queue:
        terms = QueueTerms(source={"from": "disagreements", "release": release})
        return create_queue(workspace, LOCAL, info.key, name, [PAIRS[0], PAIRS[3]], terms)

    def counted(queue: Queue) -> list[tuple[int, int, str]]:
        found = label_errors(workspace, LOCAL, info, queue)
        return found.select("settled", "wrong", "release").rows()

    assert counted(before) == counted(made("b", "base")) == [(1, 1, "base"), (1, 1, "base")]
    under = made("u", "r1")
    assert counted(under) == [(1, 0, "r1"), (1, 0, "r1")]
    assert told_release(under, "r1") == ""
    # As of a queue that came with votes from elsewhere.
    elsewhere = made("e", "r9")
    assert counted(elsewhere) == counted(before)
    assert told_release(elsewhere, "base") == (
        "There is no release 'r9' here, under which the queue was made: the published labels count."
    )


@pytest.mark.parametrize(
    "source",
    [
        {"of": {"gtfp": "x"}},
        {"of": {"gtfp": 10**30}},
        {"of": ["gtfp"]},
        {"release": ["r1"]},
        {"positive_from": 0},
        {"positive_from": True},
        {"of": {"gtfp": True}},
        {"positive_from": "2"},
    ],
)
def test_a_queue_may_come_with_any_source(tmp_path: Path, source: dict[str, object]) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    terms = QueueTerms(source=source)
    queue = create_queue(workspace, LOCAL, info.key, "q", PAIRS[:1], terms)
    (row,) = label_errors(workspace, LOCAL, info, queue).iter_rows(named=True)
    assert (row["cases"], row["drawn_from"], row["release"]) == (1, None, "base")
    assert as_made(info, queue) == info
