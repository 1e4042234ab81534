"""Folders of published benchmarks that several tests begin with, and headers of ground truths."""

import json

TABLES = {f"datalake/{name}.csv": "x" for name in ("a 1", "b", "c", "q")} | {
    "query/q.csv": "x",
    "query/p.csv": "x",
}

NLC = {
    "dataet/d1.json": json.dumps({"title": ["x"], "caption": "Bus schedule", "data": [["1"]]}),
    "dataet/d2.json": "{",
    "query/q1.json": json.dumps({"title": ["x"], "data": []}),
    "queries-test.txt": "1\tmore than 5 rows\tq1\n2\tabout buses\n",
    "qtrel-test.txt": "1\t0\td1\t2\r\n1\t0\td2\t0\r\n2\t0\td2\t1\r\n",
}

HEADER = "query_table,data_lake_table,unionable,intent_col_name\n"
JOINS = "query_table,candidate_table,query_column,label\n"
PAIRS = "query_table,candidate_table"
"""What a ground truth in CSV begins with."""
