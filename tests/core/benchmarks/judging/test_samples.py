from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from core.amounts import amount
from core.benchmarks import runs
from core.benchmarks.judging.report import judge_record, judge_report
from core.benchmarks.judging.samples import sample_queue, sampling, send_sample
from core.benchmarks.judging.sending import send_disputed
from core.benchmarks.types import BenchmarkInfo
from core.errors import InputError
from core.judges.reliability.record import JudgeRecord, record_frame
from core.labels import (
    LOCAL,
    Ballot,
    Kind,
    Order,
    Pair,
    QueueTerms,
    Voter,
    add_to_queue,
    adjudicate,
    cast_vote,
    create_queue,
    put_pair,
    queue,
)
from core.labels.errors import BadQueueError, RoleError
from core.labels.queueing.cases import put_all
from core.labels.queueing.queues import SAMPLE, extend_sample
from core.store import Workspace
from tests.core.benchmarks import tiny

ANN, JUDGE = Voter("ann"), Voter("openai:m", Kind.LLM)
PAIRS = [Pair(f"q{i}.csv", f"datalake/t{j}.csv") for i in range(4) for j in range(3)]
Made = tuple[Workspace, BenchmarkInfo]


@pytest.fixture
def made(tmp_path: Path) -> Made:
    """A judge has voted on twelve pairs, and says yes of all."""
    files: dict[str, str | bytes] = {f"query/q{i}.csv": f"a,b\n1,{i}\n" for i in range(4)}
    files |= {f"datalake/t{j}.csv": f"a,b\n2,{j}\n" for j in range(3)}
    rows = "".join(f"q{i}.csv,t{j}.csv,1\n" for i in range(4) for j in range(3))
    files["groundtruth.csv"] = f"query_table,data_lake_table,unionable\n{rows}"
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "b", tiny.lay(tmp_path / "b", files))
    for pair in PAIRS:
        cast_vote(workspace, JUDGE, put_pair(workspace, LOCAL, info.key, pair).key, Ballot(2))
    return workspace, info


def vote(made: Made, pair: Pair) -> None:
    workspace, info = made
    cast_vote(workspace, ANN, put_pair(workspace, LOCAL, info.key, pair).key, Ballot(2))


def test_votes_on_cases_chosen_somehow_are_told_to_be_no_random_sample(made: Made) -> None:
    workspace, info = made
    create_queue(workspace, LOCAL, info.key, "disputed", PAIRS[:2])
    for pair in PAIRS[:3]:
        vote(made, pair)
    record = judge_record(workspace, LOCAL, info, "openai:m")
    found = sampling(workspace, info, record)
    assert not found.random
    assert len(found.cases) == 3
    assert "2 in queue 'disputed'" in found.told
    assert "1 in no queue" in found.told
    report = judge_report(workspace, LOCAL, info, "openai:m")
    assert report.notes[-1] == report.estimates[0].drawn == found.told


def test_every_queue_that_a_settled_case_is_in_is_named(made: Made) -> None:
    """A vote does not say in which of them it was given."""
    workspace, info = made
    create_queue(workspace, LOCAL, info.key, "all", PAIRS)
    create_queue(workspace, LOCAL, info.key, "checks", PAIRS[1:3])
    for pair in PAIRS[:4]:
        vote(made, pair)
    found = sampling(workspace, info, judge_record(workspace, LOCAL, info, "openai:m"))
    assert (
        "(4 in queue 'all', 2 in queue 'checks'; of the 2 in several queues it is not known in "
        "which one people voted)" in found.told
    )
    create_queue(workspace, LOCAL, info.key, "third", PAIRS[2:3])
    found = sampling(workspace, info, judge_record(workspace, LOCAL, info, "openai:m"))
    assert "2 in queue 'checks', 1 in queue 'third'; of the 2 in several" in found.told


def test_cases_that_votes_leave_open_are_said_to_wait_for_a_curator(made: Made) -> None:
    workspace, info = made
    create_queue(workspace, LOCAL, info.key, "two", PAIRS[:3], QueueTerms(wanted=2))
    for case, labels in enumerate(((2, 2), (2, 0), (2,)), start=1):
        for voter, label in zip(("ann", "bob"), labels, strict=False):
            key = put_pair(workspace, LOCAL, info.key, PAIRS[case - 1]).key
            cast_vote(workspace, Voter(voter), key, Ballot(label))
    told = sampling(workspace, info, judge_record(workspace, LOCAL, info, "openai:m")).told
    # The second has two votes that differ; the third waits for one more.
    assert "Of its cases 1 has all its votes and is not settled" in told
    key = put_pair(workspace, LOCAL, info.key, PAIRS[1]).key
    adjudicate(workspace, LOCAL, key, Ballot(0))
    told = sampling(workspace, info, judge_record(workspace, LOCAL, info, "openai:m")).told
    assert "People settled 2 of its 12 cases" in told
    assert "not settled" not in told


def sampled(workspace: Workspace) -> list[Pair]:
    sql = (
        "SELECT query_id, table_id FROM queue_cases JOIN cases ON cases.key = case_key "
        "ORDER BY place"
    )
    with workspace.reading() as db:
        return [Pair(*row) for row in db.execute(sql)]


def test_a_sample_is_drawn_of_all_cases_and_counts_once_ten_are_settled(made: Made) -> None:
    workspace, info = made
    record = judge_record(workspace, LOCAL, info, "openai:m")
    assert send_sample(workspace, LOCAL, info, record, "sample", size=4) == 4
    assert send_sample(workspace, LOCAL, info, record, "sample", size=11) == 7
    assert queue(workspace, info.key, "sample").source == {
        SAMPLE: "openai:m",
        "of": 12,
        "seed": 0,
    }
    pairs = sampled(workspace)
    for pair in pairs[:9]:
        vote(made, pair)
    early = sampling(workspace, info, judge_record(workspace, LOCAL, info, "openai:m"))
    assert not early.random
    assert "in the queue 'sample', 9 are settled" in early.told
    vote(made, pairs[9])
    found = sampling(workspace, info, judge_record(workspace, LOCAL, info, "openai:m"))
    assert found.random
    assert len(found.cases) == 10
    assert "10 of its 12 cases in a random sample" in found.told
    assert judge_report(workspace, LOCAL, info, "openai:m").notes == ()


def test_where_many_settled_cases_come_from_is_told_at_once(made: Made) -> None:
    workspace, info = made
    many = [Pair(f"q{number}.csv", "datalake/t0.csv") for number in range(40_000)]
    create_queue(workspace, LOCAL, info.key, "disputed", many)
    keys = put_all(workspace, LOCAL, info.key, many)
    rows = [{"case": key, "judge": 2, "people": None if key == keys[0] else 2} for key in keys]
    record = JudgeRecord("openai:m", record_frame(rows))
    began = time.process_time()
    found = sampling(workspace, info, record)
    assert "39,999 in queue 'disputed'" in found.told
    assert time.process_time() - began < 1


def test_cases_of_a_sample_count_up_to_the_first_that_nobody_voted_on(made: Made) -> None:
    """What was voted on before the sample was drawn is no random part of it."""
    workspace, info = made
    for pair in PAIRS[:10]:
        vote(made, pair)
    record = judge_record(workspace, LOCAL, info, "openai:m")
    send_sample(workspace, LOCAL, info, record, "sample", size=12)
    unvoted = {(pair.query, pair.table) for pair in PAIRS[10:]}
    before = [(pair.query, pair.table) in unvoted for pair in sampled(workspace)].index(True)
    found = sampling(workspace, info, record)
    assert not found.random
    assert f"{before} are settled from its beginning on" in found.told
    behind = f"Of the sample {amount(10 - before, 'case', 'is', 'are')} settled behind one that"
    assert behind in found.told
    lacking = 2 if sampled(workspace)[-1] not in PAIRS[10:] else 1
    assert f"people vote on the {lacking} before the last of them" in found.told
    for pair in sampled(workspace):
        if (pair.query, pair.table) in unvoted:
            vote(made, pair)
    assert (
        len(sampling(workspace, info, judge_record(workspace, LOCAL, info, "openai:m")).cases) == 12
    )


def test_sampled_cases_that_are_not_settled_are_told_and_bounded(made: Made) -> None:
    """Two of twelve are disputed among people: the hard ones, which the others don't stand for."""
    workspace, info = made
    record = judge_record(workspace, LOCAL, info, "openai:m")
    send_sample(workspace, LOCAL, info, record, "sample", size=12)
    for pair in PAIRS:
        vote(made, pair)
    for pair in sampled(workspace)[:2]:
        key = put_pair(workspace, LOCAL, info.key, pair).key
        cast_vote(workspace, Voter("bob"), key, Ballot(0))
    report = judge_report(workspace, LOCAL, info, "openai:m")
    found = sampling(workspace, info, report.record)
    assert (len(found.cases), len(found.unsettled), found.random) == (10, 2, True)
    assert "hold for all of its cases" not in found.told.split("let people or a curator")[0]
    assert "Of the same sample 2 cases are voted on and not settled" in found.told
    assert report.notes[-1] == found.told
    (wrong,) = report.estimates
    # Both as labelled, so that none of twelve is wrong; both wrong: two of twelve.
    assert wrong.drawn.startswith(found.told)
    assert "If none of those is one, the share is 0.0% (" in wrong.drawn
    assert "; if all are, 16.7% (" in wrong.drawn


def test_a_queue_in_random_order_over_all_cases_is_a_sample_too(made: Made) -> None:
    workspace, info = made
    create_queue(workspace, LOCAL, info.key, "all", PAIRS, QueueTerms(order=Order.RANDOM, seed=3))
    for pair in sampled(workspace)[:10]:
        vote(made, pair)
    assert sampling(workspace, info, judge_record(workspace, LOCAL, info, "openai:m")).random


def test_pairs_added_later_to_a_queue_in_random_order_are_no_part_of_a_sample(made: Made) -> None:
    """The ten that were there first are voted on first, whatever was chosen to follow them."""
    workspace, info = made
    first = create_queue(
        workspace, LOCAL, info.key, "checks", PAIRS[:10], QueueTerms(order=Order.RANDOM)
    )
    add_to_queue(workspace, LOCAL, first, PAIRS[10:])
    for pair in PAIRS[:10]:
        vote(made, pair)
    found = sampling(workspace, info, judge_record(workspace, LOCAL, info, "openai:m"))
    assert not found.random
    assert "10 in queue 'checks'" in found.told


def test_nothing_else_is_put_into_a_sample(made: Made) -> None:
    workspace, info = made
    record = judge_record(workspace, LOCAL, info, "openai:m")
    send_sample(workspace, LOCAL, info, record, "sample", size=4)
    sample = queue(workspace, info.key, "sample")
    with pytest.raises(BadQueueError, match="one of the cases of openai:m; choose another"):
        add_to_queue(workspace, LOCAL, sample, PAIRS)
    unsure = Voter("openai:no", Kind.LLM)
    cast_vote(workspace, unsure, put_pair(workspace, LOCAL, info.key, PAIRS[0]).key, Ballot(0))
    disputing = judge_record(workspace, LOCAL, info, unsure.name)
    with pytest.raises(BadQueueError, match="choose another"):
        send_disputed(workspace, LOCAL, info, disputing, "sample")
    assert len(sampled(workspace)) == 4


def test_a_sample_that_others_were_put_into_counts_as_far_as_it_was_drawn(made: Made) -> None:
    """As in a workspace of before, where a queue of a sample took any pair."""
    workspace, info = made
    pairs = [*PAIRS, *(Pair(f"q{i}.csv", f"query/q{j}.csv") for i in range(4) for j in range(2))]
    for pair in pairs[12:]:
        cast_vote(workspace, JUDGE, put_pair(workspace, LOCAL, info.key, pair).key, Ballot(2))
    record = judge_record(workspace, LOCAL, info, "openai:m")
    send_sample(workspace, LOCAL, info, record, "sample", size=12)
    drawn = sampled(workspace)
    others = [pair for pair in pairs if pair not in drawn]
    send_sample(workspace, LOCAL, info, record, "larger", size=13)
    (thirteenth,) = set(sampled(workspace)) - set(drawn)
    others.remove(thirteenth)
    extend_sample(workspace, LOCAL, queue(workspace, info.key, "sample"), others)
    for pair in [*drawn, *others]:
        vote(made, pair)
    found = sampling(workspace, info, judge_record(workspace, LOCAL, info, "openai:m"))
    assert (len(found.cases), found.random) == (12, True)
    assert "What people say of 7 others is left out." in found.told
    with pytest.raises(InputError, match="holds nothing but its cases"):
        send_sample(workspace, LOCAL, info, record, "sample", size=14)


def test_cases_judged_since_make_a_sample_one_of_fewer(made: Made) -> None:
    workspace, info = made
    record = judge_record(workspace, LOCAL, info, "openai:m")
    send_sample(workspace, LOCAL, info, record, "sample", size=12)
    further = Pair("q0.csv", "query/q1.csv")
    cast_vote(workspace, JUDGE, put_pair(workspace, LOCAL, info.key, further).key, Ballot(0))
    for pair in PAIRS:
        vote(made, pair)
    assert not sampling(workspace, info, judge_record(workspace, LOCAL, info, "openai:m")).random


def test_cases_on_which_the_judge_cannot_tell_are_its_cases_too(made: Made) -> None:
    workspace, info = made
    unsure = Voter("openai:unsure", Kind.LLM)
    for number, pair in enumerate(PAIRS):
        key = put_pair(workspace, LOCAL, info.key, pair).key
        cast_vote(workspace, unsure, key, Ballot(2 if number < 4 else None))
        vote(made, pair)
    found = sampling(workspace, info, judge_record(workspace, LOCAL, info, unsure.name))
    assert (len(found.cases), found.random) == (12, True)


def test_a_share_of_some_judged_pairs_is_not_called_precision(made: Made) -> None:
    workspace, info = made
    path = workspace.root / "run.json"
    path.write_text(json.dumps({f"q{i}.csv": [f"t{j}.csv" for j in range(3)] for i in range(4)}))
    runs.import_run(workspace, info, path, label="r")
    (_, whole) = judge_report(workspace, LOCAL, info, "openai:m", run="r", k=3).estimates
    assert whole.what.startswith("P@3 of r,")
    further = Voter("openai:few", Kind.LLM)
    cast_vote(workspace, further, put_pair(workspace, LOCAL, info.key, PAIRS[0]).key, Ballot(2))
    (_, part) = judge_report(workspace, LOCAL, info, "openai:few", run="r", k=3).estimates
    assert part.what.startswith("positives among the 1 judged of the 12 pairs")


def test_who_may_draw_a_sample_and_how_large_it_is(made: Made) -> None:
    workspace, info = made
    record = judge_record(workspace, LOCAL, info, "openai:m")
    with pytest.raises(RoleError):
        send_sample(workspace, ANN, info, record, "sample", size=3)
    with pytest.raises(InputError, match="at least one case"):
        send_sample(workspace, LOCAL, info, record, "sample", size=0)
    create_queue(workspace, LOCAL, info.key, "mine", PAIRS[:1])
    with pytest.raises(InputError, match="choose another name"):
        send_sample(workspace, LOCAL, info, record, "mine", size=3)


def test_the_sample_of_a_judge_that_has_voted_on_more_gets_a_queue_of_its_own(made: Made) -> None:
    workspace, info = made
    record = judge_record(workspace, LOCAL, info, "openai:m")
    name = sample_queue(workspace, info, record)
    assert name == "random sample of openai:m"
    send_sample(workspace, LOCAL, info, record, name, size=3)
    assert sample_queue(workspace, info, record) == name  # it grows there
    assert sample_queue(workspace, info, record, seed=1) == f"{name} (2)"
    further = put_pair(workspace, LOCAL, info.key, Pair("q0.csv", "datalake/t9.csv"))
    cast_vote(workspace, Voter("openai:m", Kind.LLM), further.key, Ballot(2))
    more = judge_record(workspace, LOCAL, info, "openai:m")
    assert len(more.cases) == len(record.cases) + 1
    assert sample_queue(workspace, info, more) == f"{name} (2)"
    assert send_sample(workspace, LOCAL, info, more, f"{name} (2)", size=4) == 4
