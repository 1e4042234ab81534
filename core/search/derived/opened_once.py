"""Derived folders that a process has opened: kept for the next search, let go when they are gone.

A folder that another one has replaced is no longer there, but what of it is mapped keeps its room
on the disk until nobody has it open.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, TypeVar, TypeVarTuple
from weakref import WeakValueDictionary

_T = TypeVar("_T")
_Ts = TypeVarTuple("_Ts")

_LOCK = threading.Lock()
_ALL: list[OrderedDict[tuple[Any, ...], Any]] = []


class OpenedOnce(Generic[_T]):
    """The folders of one kind that a process has open; made by `opened_once`."""

    def __init__(self, open_it: Callable[..., _T], most: int) -> None:
        self._open = open_it
        self._most = most
        self._kept: OrderedDict[tuple[Any, ...], _T] = OrderedDict()
        self._turns: WeakValueDictionary[tuple[Any, ...], threading.Lock] = WeakValueDictionary()
        _ALL.append(self._kept)

    def get(self, key: tuple[Any, ...]) -> _T:
        """Give what was opened by the same arguments, or open it; who asks meanwhile waits."""
        with _LOCK:
            turn = self._turns.setdefault(key, threading.Lock())
        with turn:
            with _LOCK:
                if key in self._kept:
                    self._kept.move_to_end(key)
                    return self._kept[key]
            found = self._open(*key)
            with _LOCK:
                _let_go()
                self._kept[key] = found
                while len(self._kept) > self._most:
                    self._kept.popitem(last=False)
            return found


def opened_once(
    most: int,
) -> Callable[[Callable[[Path, *_Ts], _T]], Callable[[Path, *_Ts], _T]]:
    """Keep what a function opens, as `functools.lru_cache`, as long as its folder is there.

    Whenever any such function opens a folder, those of all of them are let go that are gone.

    Parameters
    ----------
    most
        Folders that are kept open.
    """

    def kept(open_it: Callable[[Path, *_Ts], _T]) -> Callable[[Path, *_Ts], _T]:
        opened = OpenedOnce(open_it, most)

        def get(folder: Path, *given: *_Ts) -> _T:
            return opened.get((folder, *given))

        return get

    return kept


def _let_go() -> None:
    for kept in _ALL:
        for key in [key for key in kept if not key[0].is_dir()]:
            del kept[key]
