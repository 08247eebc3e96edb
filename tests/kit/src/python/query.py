"""Runs a query with DuckDB and prints its result as JSON lines.

    query.py FILE
"""

import json
import sys
from pathlib import Path

import duckdb

base = duckdb.connect()
# No query depends on the zone of the session.
base.execute("SET TimeZone = 'Asia/Kathmandu'")
result = base.execute(Path(sys.argv[1]).read_text())
names = [column[0] for column in result.description]
for row in result.fetchall():
    print(json.dumps(dict(zip(names, row))))
