import pickle

import pytest

import core.errors
from core.errors import (
    BusyError,
    InputError,
    SoundingsError,
    UnreadableTableError,
    WorkspaceError,
    without_groups,
)

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


def test_the_error_with_something_to_say_is_raised_however_deep_its_group() -> None:
    came_of = OSError("No space left on device")
    full = WorkspaceError("The disk is full.")
    full.__cause__ = came_of
    inner = ExceptionGroup("inner", [ExceptionGroup("innermost", [full]), BusyError("Wait.")])
    with pytest.raises(WorkspaceError) as raised, without_groups():
        raise ExceptionGroup("outer", [ValueError("a fault"), inner])
    assert raised.value is full and full.__cause__ is came_of


def test_the_first_fault_is_raised_where_no_error_has_something_to_say() -> None:
    fault = ValueError("first")
    with pytest.raises(ValueError, match="first") as raised, without_groups():
        raise ExceptionGroup("outer", [ExceptionGroup("inner", [fault]), KeyError("second")])
    assert raised.value is fault


def test_an_error_without_a_group_is_raised_as_it_is() -> None:
    with pytest.raises(BusyError, match="Wait"), without_groups():
        raise BusyError("Wait.")
