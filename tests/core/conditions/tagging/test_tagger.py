from __future__ import annotations

import threading
from pathlib import Path

from core.conditions.tagging.__main__ import main
from core.conditions.tagging.mentions import OUTSIDE, Role, labels, mentions
from core.conditions.tagging.tagger import Tagger, learn, tagger
from core.conditions.tagging.words import cut

WORDINGS = Path(__file__).parents[1] / "wordings"
CROPS = ("maize", "rice", "wheat", "barley", "oats", "rye", "sorghum", "millet")
TAUGHT = [(f"show tables about {crop} please", f'topic "{crop}"') for crop in CROPS]


def test_what_was_learned_is_found_in_words_never_seen(tmp_path: Path) -> None:
    path = tmp_path / "small.crfsuite"
    assert learn([*TAUGHT, ("unsaid", 'topic "else"')], path) == len(TAUGHT)
    found = Tagger(path).likely(cut("show tables about quinoa please"))
    likely = [max(one, key=lambda label: one[label]) for one in found]
    assert likely == ["O", "O", "O", "B-topic", "O"]
    assert all(abs(sum(one.values()) - 1) < 1e-6 for one in found)


def test_the_same_wordings_teach_the_same(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    learn(TAUGHT, first)
    learn(TAUGHT, second)
    assert first.read_bytes() == second.read_bytes()


def test_the_command_learns_from_files_of_wordings(tmp_path: Path) -> None:
    lines = (f"union/table/topic\t{text}\t{line}\n" for text, line in TAUGHT)
    (tmp_path / "some.tsv").write_text("".join(lines), encoding="utf-8")
    assert main([str(tmp_path / "some.tsv")], tmp_path / "learned") == 0
    assert "B-topic" in Tagger(tmp_path / "learned").labels
    assert main([], tmp_path / "nothing") == 2
    assert not (tmp_path / "nothing").exists()


def test_what_is_kept_fits_the_roles() -> None:
    assert set(tagger().labels) == {OUTSIDE, *(f"{at}-{role}" for at in "BI" for role in Role)}


def test_what_is_kept_labels_wordings_that_it_has_not_learned_from() -> None:
    """Of words, too: features that changed since it was learned would be read as none."""
    right = every = 0
    for line in (WORDINGS / "unseen.tsv").read_text(encoding="utf-8").splitlines()[::3]:
        _, text, meant = line.split("\t")
        words = cut(text)
        found, whole = mentions(words, meant)
        if whole:
            likely = [max(one, key=lambda k: one[k]) for one in tagger().likely(words)]
            pairs = zip(labels(words, found), likely, strict=True)
            right += sum(wanted == one for wanted, one in pairs)
            every += len(words)
    assert every > 3_000
    assert right / every > 0.98


def test_threads_do_not_mix_their_texts() -> None:
    texts = [
        f"tables about {crop} where the price of it is over {n}" for n, crop in enumerate(CROPS)
    ]
    alone = [tagger().likely(cut(text)) for text in texts]
    found: dict[int, object] = {}

    def ask(place: int) -> None:
        found[place] = [tagger().likely(cut(texts[place])) for _ in range(50)][-1]

    threads = [threading.Thread(target=ask, args=(place,)) for place in range(len(texts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[place] for place in range(len(texts))] == alone


def test_no_words_have_no_labels() -> None:
    assert tagger().likely([]) == []
