r"""What may I do with this response?

Reads ``Robots-Tag``, ``X-Robots-Tag``, robots metas and robots.txt, and unites them into one policy whose verdict for
one agent shows the bytes that decided::

    >>> import robots_policy
    >>> verdict = robots_policy.judge(
    ...     "ExampleBot",
    ...     "https://example.com/private/page",
    ...     headers=[("X-Robots-Tag", "noarchive")],
    ...     html=b"<meta name=robots content=nofollow>",
    ...     robots="User-agent: *\nDisallow: /private",
    ... )
    >>> verdict.allowed, verdict.may_index, verdict.may_follow, verdict.may_archive
    (False, True, False, False)
    >>> [reason.text for reason in verdict.reasons]
    ['Disallow: /private', 'noarchive', 'nofollow']
"""

from robots_policy._native import *

# Enums and named tuples are made when they are first used: they cost ten times as much as all else in this import.
_LATER = {
    "_enums": [
        "AccessReason",
        "Activity",
        "Answer",
        "Cause",
        "DiagnosticCode",
        "Dialect",
        "Directive",
        "Grade",
        "Honour",
        "Label",
        "Level",
        "MarkKind",
        "Missing",
        "ProfileKind",
        "Severity",
        "Source",
        "Unused",
        "Vocabulary",
        "Why",
    ],
    "_errors": [
        "ArchiveWarning",
        "DamagedArchive",
        "InvalidProductToken",
        "InvalidSignatureAgent",
        "RobotsPolicyError",
        "StoreError",
        "StreamConsumed",
        "UnwritableVerdict",
    ],
    "_parts": [
        "Access",
        "Damage",
        "Diagnostic",
        "Document",
        "Known",
        "LedgerEntry",
        "Mark",
        "NotHonoured",
        "Place",
        "Pointer",
        "PolicyToken",
        "Preference",
        "Profile",
        "Reason",
        "Snippet",
        "Terms",
        "Unread",
    ],
}

__all__ = ["__version__"]
__all__ += [name for name in dir() if name[0] != "_"]
__all__ += [name for names in _LATER.values() for name in names]


def __getattr__(name):  # noqa: ANN001, ANN202 - the stub has the types
    for module, names in _LATER.items():
        if name in names:
            value = getattr(__import__(f"{__name__}.{module}", fromlist=[name]), name)
            globals()[name] = value
            return value
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(message)


def __dir__():  # noqa: ANN202
    return sorted({*globals(), *__all__})
