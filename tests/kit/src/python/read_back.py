"""Reads a Parquet file with another implementation and prints it as JSON.

    read_back.py pyarrow|duckdb FILE

The first line is an object: `columns`, the names and types as the implementation reports them, and `metadata`, the
key-value metadata of the file. Each further line is a row. Moments are microseconds since the start of 1970.
"""

import datetime
import json
import sys


def with_pyarrow(path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    file = pq.ParquetFile(path)
    table = file.read()
    table.validate(full=True)
    columns = [[field.name, str(field.type)] for field in table.schema]
    for at, field in enumerate(table.schema):
        if pa.types.is_timestamp(field.type):
            moments = table.column(at).cast(pa.timestamp("us", field.type.tz)).cast(pa.int64())
            table = table.set_column(at, field.name, moments)
    metadata = file.metadata.metadata or {}
    metadata = {key.decode(): value.decode() for key, value in metadata.items() if key != b"ARROW:schema"}
    return columns, metadata, table.to_pylist()


def with_duckdb(path):
    import duckdb

    base = duckdb.connect()
    source = "read_parquet($path)"
    described = base.execute(f"DESCRIBE SELECT * FROM {source}", {"path": path}).fetchall()
    columns = [[name, type] for name, type, *_ in described]
    moment = "TIMESTAMP WITH TIME ZONE"
    selected = [f'epoch_us("{name}") AS "{name}"' if type == moment else f'"{name}"' for name, type in columns]
    rows = base.execute(f"SELECT {', '.join(selected)} FROM {source}", {"path": path}).fetchall()
    said = base.execute("SELECT key, value FROM parquet_kv_metadata($path)", {"path": path}).fetchall()
    metadata = {key.decode(): value.decode() for key, value in said}
    names = [name for name, _ in columns]
    return columns, metadata, [dict(zip(names, row)) for row in rows]


def micros(moment):
    """Of a moment in a struct."""
    return (moment - datetime.datetime.fromtimestamp(0, datetime.UTC)) // datetime.timedelta(microseconds=1)


def main(implementation, path):
    columns, metadata, rows = {"pyarrow": with_pyarrow, "duckdb": with_duckdb}[implementation](path)
    print(json.dumps({"columns": columns, "metadata": metadata}))
    for row in rows:
        print(json.dumps(row, default=micros))


main(*sys.argv[1:])
