"""Prints where a JSON document does not fit a JSON Schema, one place a line.

    fits_schema.py SCHEMA FILE
"""

import json
import sys

from jsonschema import Draft202012Validator


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


if __name__ == "__main__":
    schema, document = map(read, sys.argv[1:])
    Draft202012Validator.check_schema(schema)
    for error in Draft202012Validator(schema).iter_errors(document):
        print(error.json_path, error.message)
