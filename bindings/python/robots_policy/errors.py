"""The exceptions: what the caller got wrong, never an input's bytes."""

__all__ = [
    "ArchiveWarning",
    "DamagedArchive",
    "InvalidProductToken",
    "InvalidSignatureAgent",
    "OutputError",
    "RobotsPolicyError",
    "StoreError",
    "StreamConsumed",
    "UnwritableVerdict",
]


class RobotsPolicyError(Exception):
    """Base of the package's own exceptions."""


class InvalidProductToken(RobotsPolicyError, ValueError):  # noqa: N818 - named as in the Rust library
    """The text is not a product token, such as ``"Example Bot"`` or ``"ExampleBot/1.0"``."""


class InvalidSignatureAgent(RobotsPolicyError, ValueError):  # noqa: N818
    """The text is not a Signature-Agent field, such as ``"example.com"`` without its quotes."""


class UnwritableVerdict(RobotsPolicyError, ValueError):  # noqa: N818
    """A ``Robots-Tag`` field cannot state the verdict, because a source was not read."""


class StoreError(RobotsPolicyError, OSError):
    """A store of robots.txt answers cannot be read."""


class DamagedArchive(RobotsPolicyError, OSError):  # noqa: N818
    """An archive has no record, so that it is none; with ``on_damage="raise"``, or is damaged."""


class OutputError(RobotsPolicyError, OSError):
    """A file of the output cannot be written."""


class StreamConsumed(RobotsPolicyError, RuntimeError):  # noqa: N818 - as in httpx
    """What is read once was read to its end, and a second reader would take no rows for an empty table."""


class ArchiveWarning(UserWarning):
    """An archive is damaged, or nothing shows that it was read to its end."""
