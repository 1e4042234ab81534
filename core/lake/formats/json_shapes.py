"""Where the table is in one JSON object: header and rows, columns, or records inside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeGuard, TypeVar

Record = dict[str, Any]
_T = TypeVar("_T")

HEADER_KEYS = ("header", "columns", "title")
ROWS_KEYS = ("data", "rows")
_RECORDS_KEYS = ("records", "data", "results", "rows", "items")
"""What lists of records are called that are the rows of a table."""
_LEAST_RECORDS = 2
"""In a list called otherwise, which may as well be a detail of the object."""


@dataclass(frozen=True)
class Table:
    """Names with rows as lists or records; or records alone, whose keys are the names."""

    rows: list[Any]
    names: list[Any] | None = None
    key: str = ""
    """Where in the object the records are."""
    beside: tuple[str, ...] = ()
    """Keys of what else stands beside them."""


def table_in(value: Record) -> Table | None:
    """Find the table of an object, in the first of these forms that it has; none if it has none.

    - Names in ``header``, ``columns`` or ``title``, rows in ``data`` or ``rows``: nlcTables, and
      ``DataFrame.to_json(orient="split")``.
    - A web table of WDC: columns in ``relation``, their names first if ``headerPosition`` says so.
    - Rows of Socrata: names in ``meta.view.columns``, rows in ``data``.
    - A dump of CKAN: names in ``fields``, lists of cells in ``records``.
    - GeoJSON: a row a feature, with its properties and geometry.
    - Records in a list called like rows (``results``), in the object or one level below it, as APIs
      wrap them; or two records and more in the one list of records that is there.
    - Columns, as lists of values of one length, or as objects whose keys count the rows, which is
      how ``DataFrame.to_json()`` writes them.

    Examples
    --------
    >>> table_in({"count": "1", "results": [{"city": "Oslo"}]})
    Table(rows=[{'city': 'Oslo'}], names=None, key='results', beside=('count',))
    >>> table_in({"city": {"0": "Oslo"}, "people": {"0": 709037}})
    Table(rows=[['Oslo', 709037]], names=['city', 'people'], key='', beside=())
    """
    forms = (_with_header, _web_table, _of_socrata, _of_ckan, _geojson, _records, _of_columns)
    return next((found for form in forms if (found := form(value))), None)


def _with_header(value: Record) -> Table | None:
    names = next((value[key] for key in HEADER_KEYS if isinstance(value.get(key), list)), None)
    rows = next((value[key] for key in ROWS_KEYS if isinstance(value.get(key), list)), None)
    return None if not names or rows is None else Table(rows, names)


def _web_table(value: Record) -> Table | None:
    columns = value.get("relation")
    if not _are(columns, list) or len({len(column) for column in columns}) > 1 or not columns[0]:
        return None
    rows = [list(row) for row in zip(*columns, strict=True)]
    if value.get("headerPosition") == "FIRST_ROW":
        return Table(rows[1:], rows[0])
    return Table(rows, [""] * len(columns))


def _of_socrata(value: Record) -> Table | None:
    columns: Any = value
    for key in ("meta", "view", "columns"):
        columns = columns.get(key) if isinstance(columns, dict) else None
    rows = value.get("data")
    if not _are(columns, dict) or not _are(rows, list):
        return None
    return Table(rows, [column.get("name") for column in columns])


def _of_ckan(value: Record) -> Table | None:
    fields, rows = value.get("fields"), value.get("records")
    if not _are(fields, dict) or not isinstance(rows, list):
        return None
    if not all(isinstance(row, list) for row in rows):
        return None
    return Table(rows, [field.get("id") for field in fields])


def _geojson(value: Record) -> Table | None:
    features = value.get("features")
    if value.get("type") != "FeatureCollection" or not _are(features, dict):
        return None
    records = []
    for one in features:
        properties = one.get("properties")
        told = {"id": one["id"]} if "id" in one else {}
        told |= properties if isinstance(properties, dict) else {}
        records.append({**told, "geometry": one.get("geometry")})
    return Table(records)


def _records(value: Record) -> Table | None:
    inside = [(key, part) for key, part in value.items() if isinstance(part, dict)]
    levels = [("", value)], [(f"{key}.", part) for key, part in inside]
    for level in levels:
        for around, part in level:
            named = [key for key in _RECORDS_KEYS if _are(part.get(key), dict)]
            if len(named) == 1:
                return _wrapped(around, part, named[0])
    lists = [key for key, one in value.items() if _are(one, dict)]
    if len(lists) == 1 and len(value[lists[0]]) >= _LEAST_RECORDS:
        return _wrapped("", value, lists[0])
    return None


def _wrapped(around: str, part: Record, key: str) -> Table:
    return Table(part[key], key=around + key, beside=tuple(other for other in part if other != key))


def _of_columns(value: Record) -> Table | None:
    columns = list(value.values())
    if not columns:
        return None
    if all(isinstance(one, dict) for one in columns):
        counted = [str(place) for place in range(len(columns[0]))]
        if not counted or any(list(one) != counted for one in columns):
            return None
        columns = [list(one.values()) for one in columns]
    elif len(columns) == 1 or not all(isinstance(one, list) for one in columns):
        return None
    if len({len(one) for one in columns}) > 1 or not columns[0] or any(map(_nests, columns)):
        return None
    return Table([list(row) for row in zip(*columns, strict=True)], list(value))


def _nests(values: list[Any]) -> bool:
    return any(isinstance(one, list | dict) for one in values)


def _are(values: Any, kind: type[_T]) -> TypeGuard[list[_T]]:
    """Whether there is a list with something in it, all of one kind."""
    return isinstance(values, list) and bool(values) and all(isinstance(v, kind) for v in values)
