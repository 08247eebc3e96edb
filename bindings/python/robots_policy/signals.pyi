"""The steps of reading a response: what one source says, before a policy unites it with the others."""

from collections.abc import Iterable, Sequence
from typing import Self, final

from robots_policy.parts import Diagnostic
from robots_policy.typing import Agent, Engines, Headers, Octets, Options

__all__ = ["MetaExtractor", "Signals", "signals_from_headers", "signals_from_metas"]

@final
class Signals:
    """The statements of one source, or of several that ``|`` unites."""

    def __new__(cls) -> Self: ...
    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Everything unusual in the sources that were read."""

    def __or__(self, other: Signals, /) -> Signals: ...
    def __ror__(self, other: Signals, /) -> Signals: ...
    def __len__(self) -> int: ...

def signals_from_headers(headers: Headers, *, options: Options | None = None) -> Signals:
    """The statements in the fields of a response."""

def signals_from_metas(
    metas: Iterable[tuple[str | Octets, str | Octets] | tuple[str | Octets, str | Octets, str]],
    *,
    options: Options | None = None,
) -> Signals:
    """The statements of metas that another parser found: pairs of name and content, or triples with the placement.

    They stand for a head that was read whole. The body was not, and may hold a licence, so that answers about AI use
    are ``None`` unless they are a no.
    """

@final
class MetaExtractor:
    """The statements of a document that streams in: its metas and links, and the licences that it holds.

    Answers about the page need the head, so that the download can stop when :meth:`feed` returns true. Those about AI
    use need the body too, which may hold a licence::

        metas = MetaExtractor(headers=response.headers)
        for chunk in response:
            metas.feed(chunk)
        policy = Policy(signals_from_headers(response.headers) | metas.finish(cut=False))
    """

    def __new__(
        cls,
        content_type: str | None = None,
        *,
        headers: Headers | None = None,
        agents: Sequence[Agent] | None = None,
        engine: Engines | None = None,
        options: Options | None = None,
    ) -> Self:
        """``engine`` names engines; the document is then read to its end if metas in the body count for one of them.

        A ``Content-Length`` of ``headers``, without a ``Content-Encoding``, says whether all bytes came.
        """

    @property
    def done(self) -> bool:
        """Whether the head has been read, so that answers about the page need no more bytes."""

    def feed(self, chunk: Octets) -> bool:
        """Take the next bytes; return whether the head has been read. What comes after it is searched for a licence."""

    def finish(self, *, cut: bool | None = None) -> Signals:
        """The statements of the document. ``cut`` is true if it broke off, false if these were all of its bytes.

        Without ``cut`` no one states where the document ends: then an end inside markup is one that broke off; and if
        nothing was fed after the chunk that ended the head, not even ``b""``, answers about AI use are ``None`` unless
        they are a no. A ``Content-Length`` larger than what was fed is a document that broke off, whatever ``cut``
        says.
        """
