from __future__ import annotations

import pytest

from core.labels import (
    LOCAL,
    Ballot,
    Kind,
    Order,
    Pair,
    Progress,
    Queue,
    QueueTerms,
    Role,
    Voter,
    add_to_queue,
    cast_vote,
    create_queue,
    next_case,
    progress,
    queue,
    queues,
    set_aside,
)
from core.labels.errors import BadQueueError, QueueExistsError, QueueNotFoundError, RoleError
from core.labels.queueing.handing import skipped_cases, voted_cases
from core.store import Workspace

ANN, BOB, CAT = Voter("ann"), Voter("bob"), Voter("cat")
PAIRS = [Pair("q", name) for name in "abcd"]


def made(workspace: Workspace, wanted: int = 1, order: Order = Order.RANK, pairs=PAIRS) -> Queue:
    return create_queue(
        workspace, LOCAL, 1, "doubts", pairs, QueueTerms(wanted=wanted, order=order, seed=7)
    )


def handed(workspace: Workspace, of: Queue, voter: Voter, now: float | None = None) -> str | None:
    case = next_case(workspace, of, voter, now)
    return None if case is None else case.table


def voted(workspace: Workspace, of: Queue, voter: Voter, label: int | None = 1) -> str | None:
    """Take the next case and vote on it."""
    case = next_case(workspace, of, voter)
    if case is None:
        return None
    cast_vote(workspace, voter, case.key, Ballot(label))
    return case.table


def labelled(workspace: Workspace, of: Queue, voter: Voter, labels: tuple[int, ...]) -> None:
    """Vote on every case of a queue, in whatever order they are handed out."""
    by_table = {pair.table: label for pair, label in zip(PAIRS, labels, strict=True)}
    for _ in labels:
        case = next_case(workspace, of, voter)
        assert case is not None
        cast_vote(workspace, voter, case.key, Ballot(by_table[case.table]))


def test_cases_come_in_the_order_given_and_never_twice(workspace: Workspace) -> None:
    of = made(workspace, wanted=2)
    assert [voted(workspace, of, ANN) for _ in range(5)] == ["a", "b", "c", "d", None]
    assert [voted(workspace, of, BOB) for _ in range(5)] == ["a", "b", "c", "d", None]
    assert handed(workspace, of, CAT) is None  # all have their two votes
    assert progress(workspace, of, ANN) == Progress(4, 4, 8, 8, 4, 0, 0)


def test_two_people_hold_one_case_only_if_it_wants_both(workspace: Workspace) -> None:
    one = made(workspace)
    assert (handed(workspace, one, ANN), handed(workspace, one, BOB)) == ("a", "b")
    two = create_queue(workspace, LOCAL, 1, "two", PAIRS, QueueTerms(wanted=2))
    given = [handed(workspace, two, voter) for voter in (ANN, BOB, CAT)]
    assert given == ["a", "a", "b"]


def test_who_asks_again_holds_the_same_case(workspace: Workspace) -> None:
    of = made(workspace)
    assert [handed(workspace, of, ANN) for _ in range(3)] == ["a"] * 3


def test_a_lease_expires_and_the_case_goes_to_who_asks_next(workspace: Workspace) -> None:
    of = made(workspace)
    assert handed(workspace, of, ANN, now=1_000.0) == "a"
    assert handed(workspace, of, BOB, now=1_599.0) == "b"
    assert handed(workspace, of, CAT, now=1_600.0) == "a"
    # Ann's has gone to Cat; she gets another.
    assert handed(workspace, of, ANN, now=1_601.0) == "c"


def test_a_case_left_behind_by_its_holder_is_not_forgotten(workspace: Workspace) -> None:
    of = made(workspace)
    assert handed(workspace, of, ANN, now=1_000.0) == "a"
    for table in "bcd":
        case = next_case(workspace, of, BOB, now=1_001.0)
        assert case is not None
        assert case.table == table
        cast_vote(workspace, BOB, case.key, Ballot(2))
    assert handed(workspace, of, BOB, now=1_002.0) is None
    assert handed(workspace, of, BOB, now=1_700.0) == "a"


def test_a_clock_set_back_holds_no_case_for_ever(workspace: Workspace) -> None:
    of = made(workspace)
    assert handed(workspace, of, ANN, now=5_000_000.0) == "a"
    assert handed(workspace, of, BOB, now=1_000.0) == "a"


def test_a_skipped_case_is_gone_and_one_to_come_back_to_comes_last(workspace: Workspace) -> None:
    of = made(workspace)
    for come_back in (False, True, True):
        case = next_case(workspace, of, ANN)
        assert case is not None
        set_aside(workspace, of, ANN, case.key, come_back)
    assert progress(workspace, of, ANN) == Progress(4, 0, 0, 4, 0, 1, 2)
    assert voted(workspace, of, ANN) == "d"
    first = next_case(workspace, of, ANN)
    assert first is not None
    assert first.table == "b"
    set_aside(workspace, of, ANN, first.key, come_back=True)  # once more to the end
    assert [voted(workspace, of, ANN) for _ in range(3)] == ["c", "b", None]
    assert handed(workspace, of, BOB) == "a"  # others get it as before


def test_only_what_will_be_handed_out_again_is_to_come_back_to(workspace: Workspace) -> None:
    of = made(workspace)
    for _ in range(2):
        case = next_case(workspace, of, ANN)
        assert case is not None
        set_aside(workspace, of, ANN, case.key, come_back=True)
    assert progress(workspace, of, ANN).for_later == 2
    assert voted(workspace, of, BOB) == "a"  # has all its votes now
    assert progress(workspace, of, ANN).for_later == 1
    # A case that a link opened is not of this queue.
    other = create_queue(workspace, LOCAL, 1, "other", [Pair("q", "z")])
    opened = next_case(workspace, other, ANN)
    assert opened is not None
    set_aside(workspace, of, ANN, opened.key, come_back=True)
    assert progress(workspace, of, ANN).for_later == 1
    assert [voted(workspace, of, ANN) for _ in range(4)] == ["c", "d", "b", None]
    assert progress(workspace, of, ANN).for_later == 0
    # Nor is a case that has the voter's own vote, which they look at once more.
    two = create_queue(workspace, LOCAL, 1, "two", PAIRS, QueueTerms(wanted=2))
    set_aside(workspace, two, BOB, 1, come_back=True)
    assert progress(workspace, two, BOB).for_later == 0


def test_who_votes_on_a_case_after_all_has_not_skipped_it(workspace: Workspace) -> None:
    of = made(workspace)
    for _ in range(2):
        case = next_case(workspace, of, ANN)
        assert case is not None
        set_aside(workspace, of, ANN, case.key)
    assert skipped_cases(workspace, of, ANN) == [1, 2]
    cast_vote(workspace, ANN, 1, Ballot(2))
    assert skipped_cases(workspace, of, ANN) == [2]
    assert progress(workspace, of, ANN) == Progress(4, 1, 1, 4, 1, 1, 0)


def test_cases_are_listed_by_the_voters_last_votes_on_them(workspace: Workspace) -> None:
    of = made(workspace)
    elsewhere = create_queue(workspace, LOCAL, 1, "elsewhere", [Pair("q", "e")])
    assert [voted(workspace, of, ANN) for _ in range(3)] == ["a", "b", "c"]
    assert voted(workspace, of, BOB) == "d"
    assert voted(workspace, elsewhere, ANN) == "e"
    cast_vote(workspace, ANN, 1, Ballot(0))  # changed their mind
    assert voted_cases(workspace, of, ANN, 9) == [2, 3, 1]
    assert voted_cases(workspace, of, ANN, 2) == [3, 1]


def test_a_random_order_is_that_of_its_seed(workspace: Workspace) -> None:
    pairs = [Pair("q", f"{number:03}") for number in range(30)]
    orders = []
    for name, seed, given in (("x", 3, pairs), ("y", 3, pairs[::-1]), ("z", 4, pairs)):
        of = create_queue(
            workspace, LOCAL, 1, name, given, QueueTerms(wanted=9, order=Order.RANDOM, seed=seed)
        )
        orders.append([voted(workspace, of, Voter(f"v {name}")) for _ in pairs])
    assert orders[0] == orders[1]
    assert orders[0] != orders[2]
    assert sorted(map(str, orders[0])) == [pair.table for pair in pairs]


def test_the_greatest_effect_comes_first(workspace: Workspace) -> None:
    pairs = [Pair("q", "a", effect=0.1), Pair("q", "b", effect=0.9), Pair("q", "c", effect=0.1)]
    of = made(workspace, order=Order.EFFECT, pairs=pairs)
    assert [voted(workspace, of, ANN) for _ in range(3)] == ["b", "a", "c"]


def test_cases_on_which_people_differ_come_first(workspace: Workspace) -> None:
    of = made(workspace, wanted=3, order=Order.DISAGREEMENT)
    labelled(workspace, of, ANN, (2, 2, 2, 2))
    labelled(workspace, of, BOB, (2, 1, 0, 2))
    assert [voted(workspace, of, CAT) for _ in range(4)] == ["c", "b", "a", "d"]


def test_cases_on_which_people_differed_before_come_first_in_a_new_queue(
    workspace: Workspace,
) -> None:
    first = made(workspace, wanted=2)
    labelled(workspace, first, ANN, (2, 2, 2, 2))
    labelled(workspace, first, BOB, (2, 1, 0, 2))
    again = create_queue(
        workspace, LOCAL, 1, "again", PAIRS, QueueTerms(wanted=3, order=Order.DISAGREEMENT)
    )
    assert [voted(workspace, again, CAT) for _ in range(4)] == ["c", "b", "a", "d"]


def test_who_changes_their_mind_may_end_the_disagreement(workspace: Workspace) -> None:
    of = made(workspace, wanted=3, order=Order.DISAGREEMENT)
    labelled(workspace, of, ANN, (2, 2, 2, 2))
    labelled(workspace, of, BOB, (2, 2, 0, 2))
    cast_vote(workspace, BOB, 3, Ballot(2))
    assert [voted(workspace, of, CAT) for _ in range(4)] == ["a", "b", "c", "d"]


def test_votes_of_judges_do_not_fill_a_queue(workspace: Workspace) -> None:
    of = made(workspace)
    case = next_case(workspace, of, ANN)
    assert case is not None
    cast_vote(workspace, Voter("model", Kind.LLM), case.key, Ballot(2))
    assert progress(workspace, of, ANN).done == 0
    cast_vote(workspace, ANN, case.key, Ballot(2))
    cast_vote(workspace, ANN, case.key, Ballot(0))  # changed their mind
    assert progress(workspace, of, ANN) == Progress(4, 1, 1, 4, 1, 0, 0)


def test_votes_beyond_those_wanted_of_a_case_fill_no_other(workspace: Workspace) -> None:
    of = made(workspace)
    for voter in (ANN, BOB, CAT):
        cast_vote(workspace, voter, 1, Ballot(2))
    assert progress(workspace, of, ANN) == Progress(4, 1, 1, 4, 1, 0, 0)


def test_votes_from_before_count_in_a_new_queue(workspace: Workspace) -> None:
    first = made(workspace)
    assert voted(workspace, first, ANN) == "a"
    second = create_queue(workspace, LOCAL, 1, "second", PAIRS)
    assert progress(workspace, second, ANN).done == 1
    assert handed(workspace, second, BOB) == "b"


def test_a_queue_grows_at_its_end_and_holds_a_pair_once(workspace: Workspace) -> None:
    of = made(workspace, pairs=[*PAIRS, *PAIRS])
    assert progress(workspace, of, ANN).cases == 4
    assert add_to_queue(workspace, LOCAL, of, [Pair("q", "a"), Pair("q", "e")]) == 1
    assert [voted(workspace, of, ANN) for _ in range(5)] == list("abcde")


def test_only_curators_make_queues_and_viewers_get_no_case(workspace: Workspace) -> None:
    of = made(workspace)
    with pytest.raises(RoleError, match=r"may make a queue\. You are here as ann, an annotator; "):
        create_queue(workspace, ANN, 1, "x", PAIRS)
    with pytest.raises(RoleError, match="Only a curator may add to a queue"):
        add_to_queue(workspace, ANN, of, PAIRS)
    with pytest.raises(RoleError, match="Only an annotator or a curator may vote"):
        next_case(workspace, of, Voter("eve", role=Role.VIEWER))


def test_what_cannot_be_a_queue_is_told(workspace: Workspace) -> None:
    made(workspace)
    with pytest.raises(QueueExistsError, match="Got 'doubts', which is one already"):
        made(workspace)
    with pytest.raises(BadQueueError, match="at least one pair"):
        create_queue(workspace, LOCAL, 1, "x", [])
    with pytest.raises(BadQueueError, match=r"1 to 100 votes. Got 0"):
        create_queue(workspace, LOCAL, 1, "x", PAIRS, QueueTerms(wanted=0))
    for name in ("", " doubts", "doubts ", "a\nb"):
        with pytest.raises(BadQueueError, match="text without outer blanks and line ends"):
            create_queue(workspace, LOCAL, 1, name, PAIRS)
    with pytest.raises(
        BadQueueError, match=r"to 9,223,372,036,854,775,807\. Got 9223372036854775808"
    ):
        create_queue(workspace, LOCAL, 1, "x", PAIRS, QueueTerms(seed=2**63))
    with pytest.raises(QueueNotFoundError, match=r"No queue is named 'y'. There are: doubts."):
        queue(workspace, 1, "y")
    assert [one.name for one in queues(workspace, 1)] == ["doubts"]
