"""What ``lint`` is given, checked before it becomes JSON.

A key that is misspelt would be an input that is not looked at, and no finding would say so: an error names it.
"""

import json
import re
import time
from base64 import b64encode
from collections.abc import Iterable, Mapping
from datetime import datetime
from inspect import isawaitable
from math import floor
from typing import Any, NoReturn

FILES = ("robots", "tdmrep", "license")
KEYS = (*FILES, "pages", "levels", "now")
KEYS_OF_PAGE = ("name", "url", "status", "headers", "html", "cut")

LINE_END = re.compile(r"[\r\n]")


def given(whole: object) -> tuple[bytes, int]:
    """Give the JSON text of an input, and its clock in seconds since 1970."""
    own = only("the input of `lint`", whole, KEYS)
    inputs: dict[str, Any] = {key: document(f"`{key}`", own[key]) for key in FILES if key in own}
    if "pages" in own:
        inputs["pages"] = pages_of(own["pages"])
    if not inputs:
        message = "`lint` has nothing to look at; give `robots`, `pages`, `tdmrep` or `license`"
        raise ValueError(message)
    if "levels" in own:
        levels = only("`levels`", own["levels"], None)
        inputs["levels"] = {code: text_of(f"`{code}` of `levels`", level) for code, level in levels.items()}
    now = moment(own["now"]) if "now" in own else time.time()
    return json.dumps(inputs).encode(), floor(now)


def pages_of(pages: object) -> list[dict[str, Any]]:
    """Check the pages."""
    if not isinstance(pages, Iterable) or isinstance(pages, str | bytes | bytearray | memoryview | Mapping):
        refuse("`pages`", "a list of pages", pages)
    return [page_of(f"pages[{at}]", page) for at, page in enumerate(pages)]


def page_of(place: str, page: object) -> dict[str, Any]:
    """Check a page, which has a name then."""
    own = only(f"`{place}`", page, KEYS_OF_PAGE)
    checked: dict[str, Any] = {key: text_of(f"`{place}.{key}`", own[key]) for key in ("name", "url") if key in own}
    if "status" in own:
        checked["status"] = status_of(f"`{place}.status`", own["status"])
    if "headers" in own:
        checked["headers"] = headers_of(f"{place}.headers", own["headers"])
    if "html" in own:
        checked["html"] = document(f"`{place}.html`", own["html"])
    if "headers" not in checked and "html" not in checked:
        message = f"`{place}` has nothing to look at; give its `headers`, its `html`, or both"
        raise ValueError(message)
    cut = own.get("cut", False)
    if not isinstance(cut, bool):
        refuse(f"`{place}.cut`", "True or False", cut)
    if cut and "html" not in checked:
        message = f"`{place}.cut` is about a document, and there is no `html`"
        raise ValueError(message)
    return {"name": checked.get("url", place)} | checked | {"cut": cut}


def status_of(what: str, status: object) -> int:
    """Check a status."""
    if isinstance(status, bool) or not isinstance(status, int):
        refuse(what, "an HTTP status from 100 to 599", status)
    if not 100 <= status <= 599:  # noqa: PLR2004 - they are in the message
        message = f"{what} is an HTTP status from 100 to 599; given: {status}"
        raise ValueError(message)
    # A status of `http.HTTPStatus` is its number.
    return int(status)


def headers_of(place: str, headers: object) -> list[tuple[str, str]]:
    """Check names and values."""
    wanted = "a list of names and values, as `list(response.headers.items())`"
    if not isinstance(headers, Iterable) or isinstance(headers, str | bytes | bytearray | memoryview | Mapping):
        refuse(f"`{place}`", wanted, headers)
    return [line_of(f"`{place}[{at}]`", line) for at, line in enumerate(headers)]


def line_of(what: str, line: object) -> tuple[str, str]:
    """Check a field line."""
    if not isinstance(line, tuple | list) or len(line) != 2:  # noqa: PLR2004 - they have names
        refuse(what, "a name and a value", line)
    name, value = (text_of(what, text) for text in line)
    if LINE_END.search(name + value):
        message = f"{what} has a line end; give each line of a field by itself"
        raise ValueError(message)
    return name, value


def document(what: str, value: object) -> dict[str, str]:
    """Give a document as the module takes it."""
    if isinstance(value, bytes | bytearray | memoryview):
        return {"base64": b64encode(value).decode()}
    if not isinstance(value, str):
        refuse(what, "a text, or its bytes", value)
    return {"text": text_of(what, value)}


def text_of(what: str, value: object) -> str:
    """Check a text."""
    if not isinstance(value, str):
        refuse(what, "a text", value)
    try:
        value.encode()
    except UnicodeEncodeError as error:
        message = f"{what} has half of a surrogate pair, which is not a character; give its bytes"
        raise ValueError(message) from error
    return value


def moment(now: object) -> float:
    """Give the seconds since 1970."""
    if not isinstance(now, datetime):
        refuse("`now`", "a datetime such as `datetime.now(timezone.utc)`", now)
    if now.utcoffset() is None:
        message = f"`now` is {now!r}, which has no time zone; write for example `datetime.now(timezone.utc)`"
        raise ValueError(message)
    return now.timestamp()


def only(what: str, value: object, keys: tuple[str, ...] | None) -> dict[str, Any]:
    """Give the keys that have a value. Another key than these is an error; without a list each is right."""
    if not isinstance(value, Mapping):
        refuse(what, "a dict", value)
    for key in value:
        if not isinstance(key, str) or (keys is not None and key not in keys):
            listed = "" if keys is None else f"; there is {', '.join(f'`{known}`' for known in keys)}"
            message = f"{key!r} is not a key of {what}{listed}"
            raise ValueError(message)
    return {key: own for key, own in value.items() if own is not None}


def refuse(what: str, wanted: str, value: object) -> NoReturn:
    """Raise an error about a value of another type."""
    shown = repr(value) if isinstance(value, bool | int | float) or value is None else type(value).__name__
    hint = " (forgot `await`?)" if isawaitable(value) else ""
    message = f"{what} is {wanted}; given: {shown}{hint}"
    raise TypeError(message)
