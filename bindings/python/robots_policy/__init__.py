r"""What may I do with this response?

Reads ``Robots-Tag``, ``X-Robots-Tag``, robots metas and robots.txt, and unites them into one policy whose verdict for
one agent shows the bytes that decided::

    >>> import robots_policy
    >>> verdict = robots_policy.judge(
    ...     "ExampleBot",
    ...     "https://example.com/private/page",
    ...     headers=[("X-Robots-Tag", "noarchive")],
    ...     html=b"<meta name=robots content=nofollow>",
    ...     robots_txt="User-agent: *\nDisallow: /private",
    ... )
    >>> verdict.allowed, verdict.may_index, verdict.may_follow, verdict.may_archive
    (False, True, False, False)
    >>> [reason.text for reason in verdict.reasons]
    ['Disallow: /private', 'noarchive', 'nofollow']

What most programs need is here. The rest has modules: :mod:`robots_policy.robots` fetches robots.txt over time,
:mod:`robots_policy.signals` has the steps of reading, :mod:`robots_policy.arrow` tables and archives,
:mod:`robots_policy.parts` and :mod:`robots_policy.enums` the types of answers, and :mod:`robots_policy.typing` those of
arguments. :mod:`robots_policy.lint` finds what owners got wrong. ``robots_policy.scrapy`` and ``robots_policy.spark``
are for these two.
"""

from robots_policy._native import (
    SPECIFICATIONS,
    Client,
    Policy,
    RobotsOutcome,
    RobotsTxt,
    Uses,
    Verdict,
    __version__,
    engines,
    judge,
    judge_batch,
    scan,
)

# Modules that are imported when they are first used: enums and named tuples cost ten times as much as all else.
_LATER = {
    "Access": "parts",
    "Activity": "enums",
    "Answer": "enums",
    "RobotsPolicyError": "errors",
    "judge_many": "_many",
}
_MODULES = ["arrow", "enums", "errors", "lint", "parts", "robots", "signals"]

__all__ = [  # noqa: PLE0604 - the names of modules too
    "SPECIFICATIONS",
    "Client",
    "Policy",
    "RobotsOutcome",
    "RobotsTxt",
    "Uses",
    "Verdict",
    "__version__",
    "engines",
    "judge",
    "judge_batch",
    "scan",
    *_LATER,
    *_MODULES,
]


def __getattr__(name: str) -> object:
    if name in _MODULES:
        return _module(name)
    if name in _LATER:
        value = getattr(_module(_LATER[name]), name)
        globals()[name] = value
        return value
    homes = [module for module in _MODULES if not name.startswith("_") and name in _module(module).__all__]
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(f"{message}; it is robots_policy.{homes[0]}.{name}" if homes else message)


def _module(name: str):  # noqa: ANN202 - any of the package's modules
    from importlib import import_module  # noqa: PLC0415 - most programs do not need it

    return import_module(f"{__name__}.{name}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
