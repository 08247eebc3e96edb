"""Prints where each of several JSON documents does not fit a JSON Schema, as a list of lists.

    fits_schema.py SCHEMA FILE
"""

import json
import sys

from jsonschema import Draft202012Validator


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


if __name__ == "__main__":
    schema, documents = map(read, sys.argv[1:])
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    errors = [[f"{error.json_path} {error.message}" for error in validator.iter_errors(one)] for one in documents]
    print(json.dumps(errors))
