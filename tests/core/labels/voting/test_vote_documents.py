from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.errors import MalformedFileError
from core.labels.types import Kind
from core.labels.voting.vote_documents import read_queues, read_vote_document


def test_a_vote_needs_no_more_than_a_pair_and_a_voter(tmp_path: Path) -> None:
    path = tmp_path / "v.json"
    path.write_text('{"votes": [{"query": "q", "table": "t", "label": 1}]}')
    (vote,) = read_vote_document(path, "ann", kind=Kind.HUMAN)
    assert (vote.voter, vote.kind, vote.label, vote.final, vote.key) == (
        "ann",
        "human",
        1,
        False,
        "",
    )


def test_a_vote_whose_moment_is_that_of_its_import_is_carried_on_as_one(tmp_path: Path) -> None:
    path = tmp_path / "v.json"
    vote = {"query": "q", "table": "t", "voted_at": "2026-03-01"}
    path.write_text(json.dumps({"votes": [vote, {**vote, "timed": False}]}))
    told = [(one.voted_at, one.timed) for one in read_vote_document(path, "ann", kind=Kind.HUMAN)]
    assert told == [("2026-03-01", True), ("2026-03-01", False)]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nothing", "must be JSON"),
        ("[" * 100_000, "must be JSON"),
        ("[1]", 'must be {"votes"'),
        ('{"votes": []}', "with at least one vote"),
        ('{"votes": [3]}', "line 1: A vote must be an object. Got 3"),
        ('{"votes": [{"query": "q", "table": "t"}]}', "must have names"),
        ('{"votes": [{"query": "q", "table": "t", "voter": "rule:r"}]}', "line 1: A person votes"),
        ('{"votes": [{"query": 1, "table": "t", "voter": "a"}]}', "must have names"),
        ('{"votes": [{"query": "q", "table": "t", "voter": "a", "kind": "dog"}]}', "must be one"),
        ('{"votes": [{"query": "q", "table": "t", "voter": "a", "label": 3}]}', "A label is 2"),
        ('{"votes": [{"query": "q", "table": "t", "voter": "a", "label": "2"}]}', "A label is 2"),
        ('{"votes": [{"query": "q", "table": "t", "voter": "a", "facets": [1]}]}', "must be one"),
        ('{"votes": [{"query": "q", "table": "t", "voter": "a", "confidence": "x"}]}', "be one"),
        ('{"votes": [{"query": "q", "table": "t", "voter": "a", "alignment": [1]}]}', "be one"),
        ('{"votes": [{"query": "q", "table": "t", "voter": "a", "reason": 5}]}', "must be texts"),
        ('{"votes": [{"query": "q", "table": "t", "voter": "a", "voted_at": "x"}]}', "ISO 8601"),
        ('{"votes": [{"query": "q", "table": "t", "voter": "a", "timed": 1}]}', "timed must be"),
        ('{"votes": [{"query": "q", "table": "t", "voter": "a", "facets": [true,1,1,1]}]}', "Each"),
        (
            f'{{"votes": [{{"query": "q", "table": "t", "voter": "a", "seconds": {10**30}}}]}}',
            "line 1: A vote must be one. Seconds spent are 0 or more, and less than",
        ),
        (
            '{"votes": [{"query": "q", "table": "t", "voter": "a", "reason": "\\ud83d"}]}',
            "half a char",
        ),
        (
            '{"votes": [{"query": "q", "table": "t", "alignment": [["a", "\\ud83d"]]}]}',
            "half a char",
        ),
    ],
)
def test_what_is_no_vote_is_one_sentence_with_its_place(
    tmp_path: Path, text: str, sentence: str
) -> None:
    path = tmp_path / "v.json"
    path.write_text(text)
    with pytest.raises(MalformedFileError) as caught:
        read_vote_document(path, voter=None, kind=Kind.HUMAN)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("vote", "sentence"),
    [
        ({"label": None, "final": True}, "A final decision is 2, 1 or 0. Got can't tell"),
        ({"label": 2, "final": True, "kind": "llm"}, "made by a person. Got one of kind llm"),
        ({"label": 2, "final": True, "kind": "rule"}, "made by a person. Got one of kind rule"),
        ({"label": 2, "final": "false"}, "final must be true or false. Got 'false'"),
        ({"label": 2, "final": 1}, "final must be true or false. Got 1"),
        ({"label": 2, "final": None}, "final must be true or false. Got None"),
    ],
)
def test_a_decision_of_a_file_is_one(
    tmp_path: Path, vote: dict[str, object], sentence: str
) -> None:
    path = tmp_path / "v.json"
    whose = {"query": "q", "table": "t", "voter": "eve"}
    path.write_text(json.dumps({"votes": [{**whose, "label": 0, "final": True}, whose | vote]}))
    with pytest.raises(MalformedFileError, match=r"v\.json, line 2: ") as caught:
        read_vote_document(path, voter=None, kind=Kind.HUMAN)
    assert sentence in str(caught.value)


QUEUE = {
    "name": "checks",
    "wanted": 2,
    "order": "rank",
    "seed": 0,
    "source": {},
    "created_by": "lea",
    "created_at": "2026-03-01T12:00:00+00:00",
    "tells_agreement": False,
    "cases": [{"query": "q", "table": "t", "origin": "gtfp", "wanted": 2, "needed": 1}],
}


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"wanted": 0}, "Got: 0 votes of a case, which may want 1 to 100"),
        ({"wanted": True}, "Got: True instead of a whole number"),
        ({"seed": "x"}, "Got: 'x' instead of a whole number"),
        ({"source": []}, "Got: [] instead of an object"),
        ({"order": "odd"}, "'odd' is not a valid Order"),
        ({"cases": [{"query": "q"}]}, "It lacks 'table'"),
        ({"cases": 5}, "A queue must be one"),
        ({"seed": 2**63}, "A queue must be one. A seed is from -9,223,372,036,854,775,808 to"),
        ({"seed": -(2**63) - 1}, "A seed is from"),
        ({"name": ""}, "A queue must be one. A queue's name is a text without outer blanks"),
        ({"name": " checks "}, "without outer blanks and line ends. Got ' checks '."),
        ({"name": "check\ns"}, "without outer blanks and line ends"),
        ({"name": "\ud83d"}, "half a character"),
        ({"created_by": "\ud83d"}, "half a character"),
        ({"source": {"from": ["\ud83d"]}}, "half a character"),
    ],
)
def test_a_queue_of_a_file_is_one(
    tmp_path: Path, changed: dict[str, object], sentence: str
) -> None:
    path = tmp_path / "v.json"
    path.write_text(json.dumps({"votes": [], "queues": [QUEUE]}))
    (read,) = read_queues(path)
    assert (read.name, read.cases[0].wanted, read.cases[0].needed) == ("checks", 2, 1)
    for queues in ([QUEUE | changed], QUEUE):
        path.write_text(json.dumps({"votes": [], "queues": queues}))
        with pytest.raises(MalformedFileError) as caught:
            read_queues(path)
        assert ("queues must be a list" if queues is QUEUE else sentence) in str(caught.value)
