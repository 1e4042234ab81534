"""What a link has that no field takes is told on every page, with what the field takes."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.store import Workspace
from pages.shared import address as addresses
from pages.shared.fields import Field, number, one_of, some_of, truth, whole
from tests.core.benchmarks import tiny
from tests.pages.conftest import opened

NONSENSE = "-1 of *these*"


def refuses(field: Field) -> bool:
    try:
        field.read([NONSENSE])
    except ValueError:
        return True
    return False


@pytest.mark.parametrize(
    ("page", "least"),
    [
        ("lake", 5),
        ("search", 12),
        ("benchmarks", 4),
        ("runs", 7),
        ("adjudicate", 2),
        ("judges", 12),
        ("releases", 10),
        ("settings", 1),
    ],
)
def test_every_value_that_a_field_does_not_take_is_told(
    page: str,
    least: int,
    workspace_folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tiny.add(Workspace.open(workspace_folder), "b", tiny.ugen(tmp_path / "files"))
    made: list[addresses.Address] = []
    begin = addresses.Address.__init__

    def noted(self: addresses.Address, *given: object) -> None:
        begin(self, *given)  # type: ignore[arg-type]
        made.append(self)

    monkeypatch.setattr(addresses.Address, "__init__", noted)
    opened(page)
    names = [field.name for field in made[-1]._fields if refuses(field)]
    assert len(names) >= least

    app = opened(page, **dict.fromkeys(names, NONSENSE))

    told = [warning.value for warning in app.warning]
    for name in names:
        (rule,) = (line for line in told if line.startswith(f"{name} is "))
        assert r". The address says \-1 of \*these\*; " in rule
    assert not app.exception
    app.run()
    assert not any("The address says" in warning.value for warning in app.warning)


def test_a_long_value_is_told_in_part(workspace_folder: Path) -> None:
    (warning,) = opened("settings", view="x" * 500).warning
    assert f"The address says {'x' * 80}…; here it is Settings." in warning.value


def test_a_reader_says_what_it_takes() -> None:
    assert whole(1, 1_000)(["1000"]) == 1_000
    with pytest.raises(ValueError, match=r"^a whole number from 1 to 1,000$"):
        whole(1, 1_000)(["1001"])
    with pytest.raises(ValueError, match=r"^a whole number of at least 0$"):
        whole()([str(2**53)])
    assert number(0.05, 1)(["0.05"]) == 0.05
    for given in ("nan", "0.04", "much"):
        with pytest.raises(ValueError, match=r"^a number from 0\.05 to 1$"):
            number(0.05, 1)([given])
    with pytest.raises(ValueError, match=r"^one of a, b$"):
        one_of(("", "a", "b"))(["c"])
    assert some_of(("a", "b"))(["b", "a"]) == ["b", "a"]
    with pytest.raises(ValueError, match=r"^some of a, b$"):
        some_of(("a", "b"))(["a", "c"])
    assert truth(["True"])
    with pytest.raises(ValueError, match=r"^True or left out$"):
        truth(["false"])
