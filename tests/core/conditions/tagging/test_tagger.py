from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from core.conditions import ConditionError
from core.conditions.tagging.__main__ import main
from core.conditions.tagging.cutting import cut
from core.conditions.tagging.labels import OPERATIONS, labelled
from core.conditions.tagging.learning import learn
from core.conditions.tagging.tagger import Tagger, tagger

pytestmark = pytest.mark.second_reader

WORDINGS = Path(__file__).parents[1] / "wordings"
CROPS = ("maize", "rice", "wheat", "barley", "oats", "rye", "sorghum", "millet")
TAUGHT = [(f"show tables about {crop} please", f'topic "{crop}"') for crop in CROPS]


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("taught") / "small.safetensors"
    assert learn([*TAUGHT, ("unsaid", 'topic "else"')], path) == len(TAUGHT)
    return path


def test_what_was_learned_is_found_in_words_never_seen(taught: Path) -> None:
    found = Tagger(taught).likely(cut("show tables about quinoa please"))
    assert found.best() == ["O", "O", "O", "B-topic", "O"]
    assert found.shares.sum(axis=1) == pytest.approx(1)
    assert found.operations["none"] > 0.9


def test_the_same_wordings_teach_the_same(taught: Path, tmp_path: Path) -> None:
    learn(TAUGHT, tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == taught.read_bytes()


def test_the_command_learns_from_files_of_wordings(tmp_path: Path) -> None:
    lines = (f"union/table/topic\t{text}\t{line}\n" for text, line in TAUGHT[:2])
    (tmp_path / "some.tsv").write_text("".join(lines), encoding="utf-8")
    assert main([str(tmp_path / "some.tsv")], tmp_path / "learned") == 0
    assert "B-topic" in Tagger(tmp_path / "learned").labels
    assert main([], tmp_path / "nothing") == 2
    assert not (tmp_path / "nothing").exists()


def test_without_a_wording_there_is_nothing_to_learn(tmp_path: Path) -> None:
    with pytest.raises(ConditionError, match="At least one wording"):
        learn([("unsaid", 'topic "else"')], tmp_path / "nothing")


def test_a_text_without_words_and_one_too_long_for_the_network_are_labelled() -> None:
    assert tagger().likely(()).shares.shape[0] == 0
    long = tuple(cut("; " * 600 + "rivers"))
    found = tagger().likely(long)
    assert found.shares.shape == (601, len(tagger().labels))
    assert found.shares[0].sum() == pytest.approx(1)
    assert not found.shares[-1].any()
    assert found.best()[-1] == "O"


def test_threads_share_a_tagger() -> None:
    texts = [f"tables about rivers with over {n} rows" for n in range(40)]
    alone = [tagger().likely(cut(text)).best() for text in texts]
    fresh = Tagger()
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda text: fresh.likely(cut(text)).best(), texts))
    assert found == alone


def test_what_is_kept_labels_wordings_that_it_has_not_learned_from() -> None:
    """Of operations and words, too: a file of another network would be read as nonsense."""
    right = every = asked = texts = 0
    for line in (WORDINGS / "unseen.tsv").read_text(encoding="utf-8").splitlines()[::9]:
        _, text, meant = line.split("\t")
        words = cut(text)
        wanted = labelled(text, words, meant)
        if wanted.is_whole:
            likely = tagger().likely(words)
            right += sum(a == b for a, b in zip(wanted.labels, likely.best(), strict=True))
            every += len(words)
            texts += 1
            asked += max(OPERATIONS, key=lambda one: likely.operations[one]) == wanted.operation
    assert every > 3_000
    assert right / every > 0.98
    assert asked / texts > 0.98
