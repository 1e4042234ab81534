from __future__ import annotations

import threading
from pathlib import Path

from core.store.file_lock import is_held, take_lock


def test_a_lock_is_held_as_long_as_its_file_is_open(tmp_path: Path) -> None:
    path = tmp_path / "a.lock"
    assert not is_held(path)
    with path.open("w") as file:
        assert not is_held(path)
        assert take_lock(file)
        assert is_held(path)
    assert not is_held(path)


def test_many_who_look_at_a_free_lock_find_it_free(tmp_path: Path) -> None:
    path = tmp_path / "a.lock"
    path.touch()
    found: list[bool] = []

    def look() -> None:
        found.extend(is_held(path) for _ in range(200))

    threads = [threading.Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [False] * 800
