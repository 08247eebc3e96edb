"""Write the members of the enums into the stub: run it after a table of the library has changed."""

import re
from pathlib import Path

from robots_policy._enums import _named
from robots_policy._native import tables

STUB = Path(__file__).parent.parent / "robots_policy" / "__init__.pyi"
CLASS = r'(class {}\(StrEnum\):\n    """[^\n]*"""\n)(?:\n?(?:    [A-Z0-9_]+ = "[^\n]*\n)+)?'


def written(stub: str) -> str:
    """Return the stub with the members that the tables have."""
    for name, words in tables().items():
        members = "".join(f'    {_named(word)} = "{word}"\n' for word in words)
        found = re.search(CLASS.format(name), stub)
        assert found, name
        stub = stub[: found.start()] + f"{found[1]}\n{members}" + stub[found.end() :]
    return stub


if __name__ == "__main__":
    STUB.write_text(written(STUB.read_text()))
