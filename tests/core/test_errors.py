import pickle

import pytest

import core.errors
from core.errors import InputError, SoundingsError, UnreadableTableError

CLASSES = [
    value
    for value in vars(core.errors).values()
    if isinstance(value, type) and issubclass(value, SoundingsError)
]


@pytest.mark.parametrize("kind", CLASSES)
def test_the_terminal_exits_with_2_for_wrong_input_and_1_for_failures(
    kind: type[SoundingsError],
) -> None:
    assert kind.exit_code == (2 if issubclass(kind, InputError) else 1)


@pytest.mark.parametrize("kind", CLASSES)
def test_an_error_comes_back_whole_from_a_worker_process(kind: type[SoundingsError]) -> None:
    error = pickle.loads(pickle.dumps(kind("It is so. Got 1.")))  # noqa: S301 - our own bytes
    assert type(error) is kind
    assert str(error) == "It is so. Got 1."


def test_an_unreadable_table_keeps_its_hint_across_processes() -> None:
    error = pickle.loads(pickle.dumps(UnreadableTableError("Broken.", "Mend it.")))  # noqa: S301 - our own bytes
    assert (error.reason, error.hint, str(error)) == ("Broken.", "Mend it.", "Broken. Mend it.")
