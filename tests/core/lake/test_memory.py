import time
from pathlib import Path

import psutil

from core.lake import table
from core.store import Workspace
from tests.core.lake.conftest import StartPython

REFRESH = """
import sys
from pathlib import Path
from core.lake import add_lake, refresh
from core.settings import Settings
from core.store import Workspace
if __name__ == "__main__":
    workspace = Workspace.open(Path(sys.argv[1]))
    info = add_lake(workspace, "lake", Path(sys.argv[2]))
    refresh(workspace, info, Settings(workers=1, memory_limit_mb=256))
"""


def resident_bytes(process: psutil.Process) -> int:
    total = 0
    for one in [process, *process.children(recursive=True)]:
        try:
            memory = one.memory_info()
            # Pages of mapped files are the kernel's to drop.
            total += memory.rss - memory.shared
        except psutil.NoSuchProcess:
            continue
    return total


def test_a_file_of_200_mb_takes_a_fraction_of_that_and_the_limit(
    workspace: Workspace, folder: Path, start_python: StartPython
) -> None:
    block = "".join(
        f"{i},word {i % 5_000},{i * 7919 % 100_003},some longer note {i % 977}\n"
        for i in range(400_000)
    )
    with (folder / "big.csv").open("w") as file:
        file.write("id,word,number,note\n")
        for _ in range(11):
            file.write(block)
    assert (folder / "big.csv").stat().st_size > 175_000_000
    process = start_python(REFRESH, workspace.root, folder)
    peak = 0
    while process.poll() is None:
        peak = max(peak, resident_bytes(psutil.Process(process.pid)))
        time.sleep(0.02)
    assert process.returncode == 0
    assert table(workspace, "lake", "big.csv").rows == 11 * 400_000
    assert peak < 700 * 2**20, f"{peak / 2**20:.0f} MiB"
