"""What an index says of itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import WorkspaceError
from core.indexes.manifests import read_manifest


@pytest.mark.parametrize("said", ['{"format": 1}', "{}", '{"format": null}'])
def test_a_manifest_of_another_version_is_refused_also_where_it_says_nothing(
    said: str, tmp_path: Path
) -> None:
    (tmp_path / "manifest.json").write_text(said)
    with pytest.raises(WorkspaceError, match="another version"):
        read_manifest(tmp_path, format=2)
    (tmp_path / "manifest.json").write_text('{"format": 2}')
    assert read_manifest(tmp_path, format=2) == {"format": 2}
