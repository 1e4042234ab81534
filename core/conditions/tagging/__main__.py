"""``python -m core.conditions.tagging FILE.tsv...``: learn from wordings, and keep it in place."""

from __future__ import annotations

import sys
from pathlib import Path

from core.conditions.tagging.learning import learn
from core.conditions.tagging.tagger import LEARNED


def main(files: list[str], to: Path = LEARNED) -> int:
    """Learn from files of lines `subcategory, text, condition`, parted by tabs."""
    if not files:
        print("Name the files of wordings to learn from.")
        return 2
    wordings: list[tuple[str, str]] = []
    for name in files:
        for line in Path(name).read_text(encoding="utf-8").splitlines():
            _, text, meant = line.split("\t")
            wordings.append((text, meant))
    print(f"Learned from {learn(wordings, to):,} of {len(wordings):,} wordings.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
