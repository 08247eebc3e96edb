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

from robots_policy._native import (
    Batches,
    Client,
    MetaExtractor,
    Policy,
    RecordBatch,
    RemoteFile,
    Robots,
    RobotsAnswer,
    RobotsAnswers,
    RobotsFetch,
    RobotsStore,
    RobotsTxt,
    Scan,
    Schema,
    Signals,
    Uses,
    Verdict,
    __version__,
    authority,
    engines,
    judge,
    judge_batch,
    judge_stream,
    robots_answers,
    robots_txt_url,
    scan,
    schema,
    signals_from_headers,
    signals_from_metas,
)

__all__ = [
    "Access",
    "AccessReason",
    "Activity",
    "Answer",
    "Batches",
    "Cause",
    "Client",
    "Damage",
    "Diagnostic",
    "DiagnosticCode",
    "Dialect",
    "Directive",
    "Document",
    "Grade",
    "Honour",
    "InvalidProductToken",
    "InvalidSignatureAgent",
    "Known",
    "Label",
    "LedgerEntry",
    "Level",
    "Mark",
    "MarkKind",
    "MetaExtractor",
    "Missing",
    "NotHonoured",
    "Place",
    "Pointer",
    "Policy",
    "PolicyToken",
    "Preference",
    "Profile",
    "ProfileKind",
    "Reason",
    "RecordBatch",
    "RemoteFile",
    "Robots",
    "RobotsAnswer",
    "RobotsAnswers",
    "RobotsFetch",
    "RobotsPolicyError",
    "RobotsStore",
    "RobotsTxt",
    "Scan",
    "Schema",
    "Severity",
    "Signals",
    "Snippet",
    "Source",
    "StoreError",
    "Terms",
    "Unread",
    "UnwritableVerdict",
    "Uses",
    "Verdict",
    "Vocabulary",
    "Why",
    "__version__",
    "authority",
    "engines",
    "judge",
    "judge_batch",
    "judge_stream",
    "robots_answers",
    "robots_txt_url",
    "scan",
    "schema",
    "signals_from_headers",
    "signals_from_metas",
]

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
        "Vocabulary",
        "Why",
    ],
    "_errors": ["InvalidProductToken", "InvalidSignatureAgent", "RobotsPolicyError", "StoreError", "UnwritableVerdict"],
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
