"""Tables of verdicts as Arrow data, for pyarrow, polars, pandas, DuckDB and every other library of Arrow PyCapsules.

No Arrow library of Python is needed. Tables come in and go out without a copy, by ``__arrow_c_array__`` and
``__arrow_c_stream__``::

    table = pyarrow.table(robots_policy.scan("crawl.warc.gz", ["ExampleBot"]))
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from os import PathLike
from typing import Any, Literal, Self, final

from typing_extensions import disjoint_base

from robots_policy.parts import Damage
from robots_policy.robots import RobotsOutcome
from robots_policy.typing import (
    Agent,
    AssumeAbsent,
    Columns,
    Engines,
    Octets,
    Options,
    SupportsArrowArray,
    SupportsArrowSchema,
    SupportsArrowStream,
    SupportsRead,
    SupportsReadInto,
)

__all__ = [
    "Batches",
    "RecordBatch",
    "RemoteFile",
    "RobotsAnswers",
    "RobotsStore",
    "Scan",
    "Schema",
    "judge_batch",
    "judge_stream",
    "robots_answers",
    "scan",
    "schema",
]

@final
class Schema:
    """The names and types of columns, for example ``pyarrow.schema(robots_policy.schema())``."""

    @property
    def names(self) -> list[str]:
        """The names of the columns."""

    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...

@final
class RecordBatch:
    """A table in memory, for example ``pyarrow.record_batch(batch)`` or ``polars.DataFrame(batch)``."""

    @property
    def num_rows(self) -> int:
        """The number of rows."""

    @property
    def num_columns(self) -> int:
        """The number of columns."""

    @property
    def schema(self) -> Schema:
        """The names and types of the columns."""

    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        """The schema and the data. A requested schema is not obeyed; the consumer casts."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The data as a stream of one batch."""

@final
class RemoteFile:
    """A file at an http or https address, read as ``robots-policy scan`` reads it.

    A connection that is cut is continued, and a busy server is asked again. Bytes of two versions of the file are never
    mixed: what a later answer says of it must agree with the first one, and so must the 512 bytes before the cut::

        with RemoteFile("https://data.example/crawl.warc.gz") as file, scan(file, ["ExampleBot"]) as rows:
            table = pyarrow.table(rows)

    The proxies are those of the environment, and the certificates those of ``SSL_CERT_FILE`` if it is set, else those
    of the web's authorities. A file that cannot be had raises ``OSError``, after all attempts.
    """

    def __new__(cls, url: str) -> Self:
        """Wait for the header block of the first answer."""

    @property
    def name(self) -> str:
        """The address."""

    @property
    def length(self) -> int | None:
        """How many bytes the file has, if the server says it."""

    @property
    def identity(self) -> dict[str, Any] | None:
        """The marks that distinguish this version of the file from others; ``None`` if the server does not say it."""

    @property
    def caution(self) -> str | None:
        """Why nothing shows that the end of the body is that of the file; ``None`` if something does."""

    def read(self, size: int | None = None) -> bytes:
        """At most ``size`` octets, and none at the end; without a size, all that are left."""

    def close(self) -> None:
        """Close the connection. An archive that is read from it cannot be read further."""

    def __enter__(self) -> Self: ...
    def __exit__(self, *error: object) -> None: ...

@disjoint_base
class Batches(Iterator[RecordBatch]):
    """Batches, once: an iterator, and a stream for ``pyarrow.table``, ``polars.DataFrame``, DuckDB and others.

    Each batch goes to one reader, however many threads and streams read; threads that share it take batches with
    ``next(batches, None)``. A reader that begins after the end raises :class:`StreamConsumed`, because it would take no
    rows for an empty table. An error that ends a stream reaches its reader as text; iteration raises it with its cause.
    """

    @property
    def schema(self) -> Schema:
        """The names and types of the columns of every batch."""

    def __iter__(self) -> Self: ...
    def __next__(self) -> RecordBatch: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class Scan(Batches):
    """The verdicts on the responses of an archive, once. Counts and damages are whole when the last batch was read."""

    @property
    def name(self) -> str:
        """The name of the archive in rows and errors."""

    @property
    def position(self) -> int:
        """How many bytes of the archive were consumed; 0 when it was read or closed."""

    @property
    def responses(self) -> int:
        """How many responses were read so far."""

    @property
    def damages(self) -> tuple[Damage, ...]:
        """The first 10,000 damaged places, as far as the archive was read; whole after the last batch."""

    @property
    def report(self) -> dict[str, Any]:
        """The counts, in the words of the report that ``robots-policy scan`` writes beside a table."""

    def close(self) -> None:
        """Let the archive go. A file object that the caller opened stays open."""

    def __enter__(self) -> Self: ...
    def __exit__(self, *error: object) -> None: ...

@final
class RobotsAnswers(Batches):
    """The answers for robots.txt in an archive. The damages are whole when the last batch was read."""

    @property
    def name(self) -> str:
        """The name of the archive in errors."""

    @property
    def position(self) -> int:
        """How many bytes of the archive were consumed; 0 when it was read or closed."""

    @property
    def damages(self) -> tuple[Damage, ...]:
        """The first 10,000 damaged places, as far as the archive was read; whole after the last batch."""

    def close(self) -> None:
        """Let the archive go. A file object that the caller opened stays open."""

    def __enter__(self) -> Self: ...
    def __exit__(self, *error: object) -> None: ...

@final
class RobotsStore:
    """The answers for robots.txt that ``robots-policy robots-store build`` kept, by authority.

    Threads and processes can read it at the same time.
    """

    def __new__(cls, path: str | PathLike[str]) -> Self:
        """Open the store; :class:`StoreError`, an ``OSError``, if it cannot be read."""

    def get(
        self, authority: str | Octets, *, dialect: Literal["extended", "rfc9309", "google"] | None = None
    ) -> RobotsOutcome:
        """How the fetch ended for ``"https://example.com"``, redirects followed; unknown if no answer is stored.

        It is unknown too if several answers may be the latest one, as two of one second, and one behind a redirect that
        leads to no stored answer: what each of them forbids counts in a scan. A URL stands for its authority.
        """

def judge_batch(
    batch: SupportsArrowArray | SupportsArrowStream,
    agents: Sequence[Agent] | None = None,
    *,
    engine: Engines | None = None,
    columns: Columns | None = None,
    keep: Sequence[str] = (),
    now: datetime | None = None,
    options: Options | None = None,
    threads: int = 1,
    ledger: bool = False,
    parts: bool = False,
) -> RecordBatch:
    """Judge every row of a table for every agent: one row of the result for each row and agent, in this order.

    The result has the columns of ``keep``, then those of :func:`scan` that do not say where a response comes from.
    These columns of the table are read, if they are there or named by ``columns``:

    ``url``
        Text or octets. Without it, the page is ``/``, as in :func:`judge`. For null, and for a value that is neither an
        absolute URL nor a path, what robots.txt says of the page is not known.
    ``headers``
        A list of structures with ``name`` and ``value``; a map, or a structure with a member for each name, in which
        lines of one name count as joined with commas, unless the values are lists; or the header lines as they were
        received, in one text or octets.
    ``html``
        The document. The charset of the type does not apply to text.
    ``content_type``
        The type of the document, for rows whose headers have none.
    ``robots_txt``, ``robots_status``
        Body and status of the answer for robots.txt; status 0 is a request without an answer, a number that is not a
        status counts as 500. Null in both is unknown.
    ``tdmrep``, ``tdmrep_status``
        Body and status of the answer for ``/.well-known/tdmrep.json``, likewise. Null in both is not given.
    ``licenses``
        The licences in RSL that were fetched: a list of structures with ``url`` and ``body``, or a map. One counts for
        the rows in which a source points at its address.

    These columns state facts beside the bytes. Tables often have columns of such names for other things, so each is
    read only if ``columns`` names it, as in ``columns={"status": "status"}``:

    ``status``, ``cut``
        The status of the response, as ``robots_status``; whether ``html`` ends before the end of the document.
    ``assume_absent``
        The sources that do not exist by the caller's word, as in :func:`judge`: a text with commas between names, or a
        list of texts. A source that the row gives stays given; a name that is not one of a source is passed over.
    ``fetched``, ``robots_fetched``
        When the response and robots.txt were fetched: a timestamp with a time zone, or a text such as
        ``2026-11-25T15:00:00Z``. Any other text is a time that is not known.

    ``ledger=True`` adds the column ``ledger`` at the end, :attr:`Verdict.ledger` of each row.
    ``parts=True`` adds ``quotable``, ``marks`` (how many), ``chars`` and ``closed_chars`` after it: what
    :attr:`Verdict.parts` has of each row; null, and no ``quotable``, without a document.

    Text and octets are ``utf8``, ``binary``, their large forms, views and dictionaries. Null is a source that was not
    given, and keeps the answers that it could forbid from being a yes. A column of another type, a name that the table
    lacks, and a table without a source raise; data never does.

    ``engine`` names engines instead of agents: names, owners such as ``"openai"``, kinds such as ``"search"``,
    ``"ai"`` and ``"all"``, with commas or as a list. The rows have what each engine does, and four more columns at the
    end: ``profile``, ``not_honoured`` (the directives that it does not act on), and ``answer`` and ``train`` (``yes``,
    ``limited``, ``no``, null).

    ``threads`` share the rows; 0 is one for each core. The table is not copied.
    """

def judge_stream(
    data: SupportsArrowStream | SupportsArrowArray,
    agents: Sequence[Agent] | None = None,
    *,
    engine: Engines | None = None,
    columns: Columns | None = None,
    keep: Sequence[str] = (),
    now: datetime | None = None,
    options: Options | None = None,
    threads: int = 1,
    ledger: bool = False,
    parts: bool = False,
) -> Batches:
    """Judge a stream batch by batch, as :func:`judge_batch` does; one batch is held at a time."""

def scan(
    archive: str | bytes | PathLike[str] | SupportsRead | SupportsReadInto,
    agents: Sequence[Agent] | None = None,
    *,
    engine: Engines | None = None,
    name: str | None = None,
    robots_store: RobotsStore | None = None,
    fast_skip: bool = False,
    batch_rows: int = 8192,
    now: datetime | None = None,
    options: Options | None = None,
    assume_absent: AssumeAbsent | None = None,
    robots_time: Literal["capture", "latest"] = "capture",
    robots_within: float | None = None,
    on_damage: Literal["warn", "ignore", "raise"] = "warn",
) -> Scan:
    """Judge the responses of a WARC archive: the rows of ``robots-policy scan``, in batches of ``batch_rows`` rows.

    ``archive`` is a path, an http or https address, which is read as :class:`RemoteFile` does, or a binary file object,
    which is read from its position, such as ``io.BytesIO(data)``; do not decompress it.
    ``name`` is the archive in the rows and errors; without it, the path, or the ``name`` of the object.
    ``robots_store`` has the answers for robots.txt and documents about AI use; without it, access is unknown, and
    those are unread. Those count that were current when the page was archived, or within ``robots_within`` hours, 24
    without it; what others forbid counts too, and what they allow is unknown. With ``robots_time="latest"`` the
    latest ones count, and ``robots_within`` is an error. ``assume_absent`` is your word, as in :func:`judge`, that
    sources do not exist where neither has them. ``fast_skip`` does not verify records without a row. ``engine`` names
    engines instead of agents, as in :func:`judge_batch`.

    A file that cannot be opened or read further raises ``OSError`` with its name; the exception of a file object is the
    ``__cause__``. One without a record, as a page that a server sent in its place, raises :class:`DamagedArchive`, an
    ``OSError``. What is damaged inside an archive costs its record, all others have rows, and :attr:`Scan.damages` has
    the places: at the end there is an :class:`ArchiveWarning`, also where nothing shows that an address was read to its
    end. ``on_damage="raise"`` raises :class:`DamagedArchive` instead, at the first place; with ``"ignore"`` nothing is
    raised or warned, a file without a record has no rows, and the damages are yours to look at.
    """

def robots_answers(
    archive: str | bytes | PathLike[str] | SupportsRead | SupportsReadInto,
    *,
    name: str | None = None,
    fast_skip: bool = False,
    batch_rows: int = 8192,
    on_damage: Literal["warn", "ignore", "raise"] = "warn",
) -> RobotsAnswers:
    """The answers for robots.txt in an archive: ``authority``, ``at``, ``status``, ``location``, ``body``.

    An answer at another address, to which a robots.txt may redirect, has ``robots.txt``, a blank and this address as
    its ``authority``. It is there if its address names robots.txt, if it redirects to such an address, or if it is a
    text with a line of ``User-agent`` in its first 8 KiB.

    ``body`` is without codings and cut after the parsing limit, null if its coding is not known, it is no text, or it
    was not saved. A damaged record has no row, and is in :attr:`RobotsAnswers.damages`. Errors, warnings and
    ``on_damage`` are those of :func:`scan`.
    """

def schema(
    keep: SupportsArrowSchema | Sequence[str] | None = None,
    *,
    engine: Engines | None = None,
    ledger: bool = False,
    parts: bool = False,
) -> Schema:
    """The schema of :func:`scan`; with ``keep``, the schema of kept columns, that of :func:`judge_batch`.

    ``schema(())`` is that of :func:`judge_batch` without kept columns. With ``engine`` it is that of rows of engines,
    with ``ledger`` and ``parts`` that of :func:`judge_batch` with them.
    """
