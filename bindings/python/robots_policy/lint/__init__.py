r"""What owners got wrong in robots.txt, response fields and pages: statements that are not heard, and for which engine.

Each finding has the bytes that it is about, a rule, and who would be answered otherwise::

    >>> from robots_policy.lint import lint
    >>> found = lint({"robots": "User-agent: *\nDisallow: private\n"})
    >>> [(finding["code"], finding["place"]["line"]) for finding in found["findings"]]
    [('path-without-slash', 2)]

``robots-policy lint`` is the command.
"""

import json

from robots_policy._native import _findings
from robots_policy.lint._given import given
from robots_policy.lint.types import (
    Finding,
    FindingAnswer,
    FindingChange,
    FindingEdit,
    FindingEffect,
    FindingFix,
    FindingOther,
    FindingPlace,
    Incomplete,
    LintInput,
    LintLevel,
    LintPage,
    LintResult,
)

__all__ = [
    "Finding",
    "FindingAnswer",
    "FindingChange",
    "FindingEdit",
    "FindingEffect",
    "FindingFix",
    "FindingOther",
    "FindingPlace",
    "Incomplete",
    "LintInput",
    "LintLevel",
    "LintPage",
    "LintResult",
    "lint",
]


def lint(input: LintInput, /) -> LintResult:  # noqa: A002 - its name at all doors
    """Find what an owner wrote that is not heard, or that closes more than it says.

    The findings are those of ``robots-policy lint --format json``. At least one of ``robots``, ``pages``, ``tdmrep``
    and ``license`` is given::

        lint({
            "robots": robots_txt,
            "pages": [{"url": url, "headers": list(response.headers.items()), "html": response.content}],
            "levels": {"crawl-delay": "off"},
        })

    An input that ``incomplete`` names was not looked at whole, and may have further findings.

    Raises ``TypeError`` for a value of another type. Raises ``ValueError`` for a key or the code of a rule that is
    misspelt, a value that cannot be, and an input in which nothing is given. Bytes of the files never raise.
    """
    text, now = given(input)
    answer: LintResult = json.loads(_findings(text, now))
    return answer
