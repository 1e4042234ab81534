import csv

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.lake.labels import column_labels, listed, split_labels

NAMES = st.sampled_from(
    ["", " ", "a", "A", "a (2)", "a (3)", "column 1", "column 2", "column 2 (2)"]
)


@given(st.lists(NAMES | st.text(max_size=5), max_size=12))
def test_labels_are_unique_and_never_empty(header: list[str]) -> None:
    labels = column_labels(header)
    assert len(labels) == len(header)
    assert len(set(labels)) == len(labels)
    assert all(label and label == " ".join(label.split()) for label in labels)


@given(st.lists(st.text(min_size=1, max_size=5).filter(str.strip), unique_by=str.strip))
def test_headers_that_are_good_already_stay(header: list[str]) -> None:
    plain = [" ".join(name.split()) for name in header]
    if len(set(plain)) == len(plain):
        assert column_labels(header) == plain


def test_a_name_that_stands_in_the_file_is_not_given_to_another_column() -> None:
    assert column_labels(["", "column 1"]) == ["column 1 (2)", "column 1"]
    assert column_labels(["a", "a", "a (2)"]) == ["a", "a (3)", "a (2)"]


def test_ten_thousand_equal_headers_take_no_quadratic_time() -> None:
    assert column_labels(["a"] * 10_000)[-1] == "a (10000)"


@given(st.lists(NAMES | st.text(max_size=5), max_size=12))
def test_labels_in_quotes_are_split_as_they_are(header: list[str]) -> None:
    labels = [label.replace("\0", "") for label in column_labels(header)]
    line = ",".join('"' + label.replace('"', '""') + '"' for label in labels)
    assert split_labels(line) == [label for label in labels if label]


@pytest.mark.parametrize("line", ["Name\n(2020),x", '"Name\r\n(2020)", x', "Name\r(2020) ,\nx"])
def test_a_header_of_two_lines_is_given_as_it_stands(line: str) -> None:
    assert split_labels(line) == ["Name (2020)", "x"]


def test_what_is_no_cell_of_csv_is_a_sentence() -> None:
    before = csv.field_size_limit(1_000)  # of the process; reading files raises it
    try:
        with pytest.raises(InputError, match=r"as in CSV, with commas.*Got 'xxx"):
            split_labels("x" * 2_000)
    finally:
        csv.field_size_limit(before)


@given(st.lists(st.text(alphabet='a, "=', min_size=1, max_size=6), min_size=1, max_size=4))
def test_labels_as_they_are_listed_are_split_again(header: list[str]) -> None:
    labels = column_labels(header)
    assert split_labels(listed(labels)) == labels
