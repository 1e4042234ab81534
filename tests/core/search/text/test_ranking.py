from core.search.text.ranking import cells_to_index
from core.types import LakeInfo


def test_cells_to_index_are_those_of_the_first_rows_and_the_headers() -> None:
    def cells(tables: int, columns: int, rows: int) -> float:
        return cells_to_index(LakeInfo(1, "x", "/", "f", 0, tables, columns, rows, 0, 0, ""))

    assert cells(0, 0, 0) == 0
    assert cells(2, 10, 0) == 10
    assert cells(2, 10, 6) == 40
    assert cells(2, 10, 1_000_000) == 10 * 50_001
