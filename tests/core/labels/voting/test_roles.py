from __future__ import annotations

import pytest

from core.labels import Role
from core.labels.voting.roles import role_of


def test_without_login_and_lists_whoever_is_here_is_a_curator() -> None:
    assert role_of("ann", "", "*", signed_in=False) is Role.CURATOR


def test_a_login_alone_makes_an_annotator_and_no_curator() -> None:
    assert role_of("ann@lab.org", "", "*", signed_in=True) is Role.ANNOTATOR


@pytest.mark.parametrize("signed_in", [True, False])
def test_a_list_of_curators_leaves_the_others_to_vote(signed_in: bool) -> None:
    curators = "Bob@Lab.org, cy@lab.org"
    assert role_of("bob@lab.org", curators, "*", signed_in) is Role.CURATOR
    assert role_of("ann@lab.org", curators, "*", signed_in) is Role.ANNOTATOR


def test_who_is_on_no_list_only_views() -> None:
    assert role_of("eve", "bob", "ann", signed_in=False) is Role.VIEWER
    assert role_of("ANN", "bob", "ann", signed_in=False) is Role.ANNOTATOR
    assert role_of("eve", "bob", "", signed_in=True) is Role.VIEWER
