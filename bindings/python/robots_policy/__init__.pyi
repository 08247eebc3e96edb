"""What may I do with this response?"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any, Final, Literal, Self, final, overload

from robots_policy._arrow import *
from robots_policy._enums import *
from robots_policy._errors import *
from robots_policy._parts import *
from robots_policy.typing import (
    Agent,
    AssumeAbsent,
    Engines,
    Headers,
    Licenses,
    Octets,
    Options,
    PolicyTokens,
    Record,
    Response,
)

__version__: str
SPECIFICATIONS: Final[tuple[str, ...]]
"""The texts that this version follows, each as its authors name that state of it: keep them with your verdicts."""

@final
class Client:
    """Who asks: product tokens, most specific first; ``*`` or none for a client without a name.

    ``policy_tokens`` are product tokens that no crawler sends, each with the activities that it is about:
    ``["Google-Extended=train,input"]`` or ``{"Google-Extended": ["train", "input"]}``. Frozen, hashable, picklable.
    """

    def __new__(
        cls,
        *tokens: str,
        page_tokens: Sequence[str] | None = None,
        purposes: Sequence[str] | None = None,
        verified_signature_agent: str | None = None,
        obeys_global: bool = True,
        policy_tokens: PolicyTokens | None = None,
    ) -> Self: ...
    @staticmethod
    def from_user_agent(field: str | Octets) -> Client:
        """The client that sends this ``User-Agent`` field; without a name in it, a client without a product token."""

    @property
    def tokens(self) -> tuple[str, ...]: ...
    @property
    def page_tokens(self) -> tuple[str, ...]: ...
    @property
    def purposes(self) -> tuple[str, ...]: ...
    @property
    def signature_hosts(self) -> tuple[str, ...]: ...
    @property
    def obeys_global(self) -> bool: ...
    @property
    def policy_tokens(self) -> tuple[str, ...]:
        """The policy tokens, each as ``"Google-Extended=train,input"``."""

    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __getnewargs_ex__(self) -> tuple[tuple[str, ...], dict[str, Any]]: ...

@final
class RobotsTxt:
    """A robots.txt file, read. Reading never raises. Frozen, hashable, picklable, shared by threads."""

    def __new__(
        cls,
        file: Octets | str,
        *,
        dialect: Literal["extended", "rfc9309", "google"] | None = None,
        limit: int | None = None,
        restrictive: bool = False,
    ) -> Self: ...
    def allowed(self, url: str | Octets, agent: Agent) -> bool:
        """Whether the agent may fetch an absolute URL, or a path that begins with ``/``; false if it is not known.

        It is not known if the file is longer than ``limit`` bytes, and no rule of the part that was read forbids it.
        """

    def allowed_many(self, urls: Sequence[str | Octets], agent: Agent) -> list[bool]:
        """The same for each of the URLs, while other threads run."""

    def access(self, url: str | Octets, agent: Agent) -> Access:
        """Whether the agent may fetch it, and which line says so."""

    def uses(self, url: str | Octets, agent: Agent) -> Uses:
        """What the file states about AI use; the licences that it points at are ``unread``.

        A file alone can forbid a use. What it allows, another source of the response can forbid, so that
        :meth:`Uses.of` is ``None``; :meth:`Uses.preference` has what is stated.
        """

    def crawl_delay(self, agent: Agent) -> float | None:
        """Seconds to wait between two requests."""

    def client_for(self, user_agent: str | Octets) -> Client:
        """The agent whose group binds the client that sends this ``User-Agent`` field.

        It is the longest product token of the file that the field names; no token if there is none. ``Mozilla`` is
        passed over: it is in the field of every client that imitates a browser.
        """

    @property
    def sitemaps(self) -> list[str]: ...
    @property
    def agents(self) -> list[str]: ...
    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]: ...
    @property
    def records(self) -> list[tuple[int, str, str]]:
        """Line, key and value of every line with a known key."""

    @property
    def truncated(self) -> bool: ...
    def _repr_html_(self) -> str:
        """The table that a notebook shows: every client that the file does not name, then each name."""

    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __getnewargs_ex__(self) -> tuple[tuple[bytes], dict[str, Any]]: ...

@final
class Robots:
    """What is known of the robots.txt of an authority: how its fetch ended. Frozen, hashable, picklable."""

    @staticmethod
    def unknown() -> Robots: ...
    @staticmethod
    def from_response(
        status: int,
        body: Octets | None = None,
        *,
        headers: Headers | None = None,
        at: datetime | None = None,
        dialect: Literal["extended", "rfc9309", "google"] | None = None,
    ) -> Robots:
        """The outcome of one answer; status 0 is a request without an answer.

        The codings that ``Content-Encoding`` names are undone; where they cannot be, the file is unreachable. With a
        status of 2xx and without a body, with 202 and with the challenge of a firewall nothing is known of the file;
        ``b""`` is a file without a line.
        """

    @property
    def file(self) -> RobotsTxt | None: ...
    @property
    def cause(self) -> str | None: ...
    @property
    def why(self) -> str | None:
        """Why an answer is not that of the file, a value of :class:`Why`; its ``state`` is ``"unknown"``."""

    @property
    def state(self) -> Literal["unknown", "rules", "unavailable", "unreachable"]: ...
    def allowed(self, url: str | Octets, agent: Agent) -> bool | None: ...
    def access(self, url: str | Octets, agent: Agent) -> Access: ...
    def _repr_html_(self) -> str:
        """The table that a notebook shows."""

    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class RobotsAnswer:
    """One answer for the robots.txt of an authority: a row of :func:`robots_answers`. Frozen, hashable.

    ``body`` is ``None`` if its coding is not known, which matters to a file alone. :class:`RobotsStore` and
    ``robots_policy.spark`` decide by these properties which of several answers counts, and where a redirect leads. Data
    never raises: a status that is none counts as 500.
    """

    def __new__(
        cls, authority: str | Octets, status: int, location: str | None = None, body: Octets | None = None
    ) -> Self: ...
    @property
    def authority(self) -> str: ...
    @property
    def has_outcome(self) -> bool:
        """Whether it gives rules, their absence or another place, and not only a failure.

        An answer with an outcome counts before every failure, however late.
        """

    @property
    def is_file(self) -> bool:
        """Whether the outcome depends on the body."""

    @property
    def is_redirect(self) -> bool:
        """Whether it is a redirect that is followed."""

    @property
    def leads_to(self) -> str | None:
        """The authority whose robots.txt a redirect leads to; ``None`` if it leads to anything else."""

    def outcome(self) -> Robots:
        """How a fetch ends with this answer. A redirect is one too many."""

    def _repr_html_(self) -> str:
        """The table that a notebook shows, that of its outcome."""

    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class RobotsFetch:
    """The robots.txt of one authority over time: redirects, 24 hours, the last good copy. No I/O.

    ::

        fetch = RobotsFetch("https://example.com/page")
        url = fetch.next(now)
        while url is not None:
            answer = get(url)  # without following redirects
            url = fetch.answered(answer.status, answer.headers, answer.body, now=now)
        robots = fetch.outcome(now)
    """

    def __new__(
        cls, url: str | Octets, *, redirects: int = 5, patience: float | None = None, limit: int | None = None
    ) -> Self:
        """``limit`` is the number of bytes of the file that are read; 512 KiB without it."""

    @property
    def url(self) -> str: ...
    @property
    def due(self) -> datetime | None: ...
    def next(self, now: datetime) -> str | None:
        """The URL to request now; ``None`` while the outcome is fresh."""

    def answered(
        self, status: int, headers: Headers | None = None, body: Octets | None = None, *, now: datetime
    ) -> str | None:
        """Take the answer; return the URL that a redirect leads to, or ``None`` at the end. Status 0: no answer."""

    def outcome(self, now: datetime) -> Robots: ...
    def age(self, now: datetime) -> Literal["nothing", "fresh", "stale", "unreachable"]: ...

@final
class Signals:
    """What one source says, or several of them united by ``|``."""

    def __new__(cls) -> Self: ...
    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]: ...
    def __or__(self, other: Signals, /) -> Signals: ...
    def __ror__(self, other: Signals, /) -> Signals: ...
    def __len__(self) -> int: ...

def signals_from_headers(headers: Headers, *, options: Options | None = None) -> Signals:
    """What the fields of a response say."""

def signals_from_metas(
    metas: Iterable[tuple[str | Octets, str | Octets] | tuple[str | Octets, str | Octets, str]],
    *,
    options: Options | None = None,
) -> Signals:
    """What metas say that another parser found: pairs of name and content, or triples with the placement.

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
    def done(self) -> bool: ...
    def feed(self, chunk: Octets) -> bool:
        """Take the next bytes; return whether the head has been read. What comes after it is searched for a licence."""

    def finish(self, *, cut: bool | None = None) -> Signals:
        """What the document says. ``cut`` is true if it broke off, false if these were all of its bytes.

        Without ``cut`` nobody states where the document ends: then an end inside markup is one that broke off; and if
        nothing was fed after the chunk that ended the head, not even ``b""``, answers about AI use are ``None`` unless
        they are a no. A ``Content-Length`` larger than what was fed is a document that broke off, whatever ``cut``
        says.
        """

@final
class Policy:
    """Everything that was said about one response, by its sources, to its clients."""

    def __new__(
        cls,
        signals: Signals | None = None,
        robots: Robots | RobotsTxt | Octets | str | None = None,
        *,
        tdmrep: Octets | str | None = None,
        tdmrep_status: int | None = None,
        licenses: Licenses | None = None,
        status: int | None = None,
        assume_absent: AssumeAbsent | None = None,
    ) -> Self:
        """``status`` and ``assume_absent`` are those of :func:`judge`.

        The document of a 206 is not known: leave ``status`` out if ``MetaExtractor`` had the fields of the response.
        """

    def with_tdmrep(self, tdmrep: Octets | str | None = None, *, status: int | None = None) -> Policy:
        """A policy with the ``/.well-known/tdmrep.json`` of the site, as it was fetched.

        ``status=404`` is a site that has none; ``0`` or ``503`` a fetch that failed, after which it stays unread.
        """

    def with_license(self, url: str, body: Octets | str) -> Policy:
        """A policy with a licence in RSL, as it was fetched from an address that a source points at."""

    def verdict(self, agent: Agent, url: str | Octets | None = None, *, now: datetime | None = None) -> Verdict:
        """The verdict for one agent. ``url`` is absolute, or a path; ``/`` if it is left out."""

    def engine_verdict(self, profile: str, url: str | Octets | None = None, now: datetime | None = None) -> Verdict:
        """What the engine of a profile does, such as ``"googlebot"``, beside the general verdict.

        Metas in the body count for some engines. They are read by ``MetaExtractor(engine="googlebot")`` and by
        :func:`judge` with ``engine``; :meth:`without_document` says that there are none. Else ``index`` is ``None``.
        """

    def without_document(self) -> Policy:
        """A policy of a response without a document whose metas could count, such as an image."""

    def with_site_up(self, is_up: bool) -> Policy:
        """A policy of a site that answers other requests than that for robots.txt, or not; engines differ by it."""

    def __or__(self, other: Policy, /) -> Policy: ...
    def __ror__(self, other: Policy, /) -> Policy: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Uses:
    """What the sources state about AI use, for one agent. ``bool(uses)`` raises: there are six answers.

    A mapping of each :class:`Activity` to its :class:`Answer`, or to ``None`` if it is not known: a source that could
    forbid it was not read, and no other forbids it. Each vocabulary answers for itself, by its own rules; each activity
    is answered by the labels whose definition covers it: ``disallow`` outweighs ``conditional``, which outweighs
    ``allow``. ``unstated`` is neither a yes nor a no: all sources are known, and none speaks. :attr:`Verdict.unread`
    has the sources that are not known::

        policy = verdict.policy
        for pointer in verdict.uses.unread:
            if pointer.why == "license":
                policy = policy.with_license(pointer.url, get(pointer.url))
        if policy.verdict(agent, url).uses.of("train") == "allow": ...
    """

    def of(self, activity: Activity | str) -> Answer | None:
        """The strictest answer of the labels whose definition covers the activity; ``None`` if it is not known."""

    def preference(self, label: Label | Vocabulary | str, name: str | None = None) -> Answer:
        """The answer of a vocabulary: ``preference("aipref:train-ai")`` or ``preference("aipref", "train-ai")``."""

    def because(self, activity: Activity | str) -> tuple[Preference, ...]:
        """The statements that give an activity its answer, in the order of their sources."""

    def terms(self, activity: Activity | str) -> tuple[Terms, ...]:
        """The terms on which an activity is allowed, if it is ``conditional``: of licences, or a level of signals."""

    def states(self, vocabulary: Vocabulary | str) -> bool:
        """Whether a vocabulary states anything."""

    @property
    def is_empty(self) -> bool:
        """Whether no source states anything about AI use, or points at a document that may."""

    @property
    def preferences(self) -> tuple[Preference, ...]:
        """Every statement that addresses the agent, those that decide nothing included."""

    @property
    def reasons(self) -> tuple[Preference, ...]:
        """The statements that give the labels their answers, without directives, which are reasons of the verdict."""

    @property
    def level(self) -> Level | None:
        """The highest level at which the content may be used: the key ``use`` of Content Signals."""

    @property
    def tdm_policy(self) -> str | None:
        """The address of the policy of a TDM reservation that is in force, as it is written."""

    @property
    def tokens(self) -> tuple[PolicyToken, ...]:
        """The answers for the policy tokens of the agent."""

    @property
    def unread(self) -> tuple[Pointer, ...]:
        """The documents that the caller can still fetch: licences that a source points at, then ``tdmrep.json``."""

    def keys(self) -> tuple[Activity, ...]: ...
    def values(self) -> tuple[Answer | None, ...]: ...
    def items(self) -> tuple[tuple[Activity, Answer | None], ...]: ...
    def __getitem__(self, activity: Activity | str, /) -> Answer | None: ...
    def __contains__(self, activity: object, /) -> bool: ...
    def __iter__(self) -> Iterator[Activity]: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Verdict:
    """What one agent may do with a response, or what one engine does, and why. ``bool(verdict)`` raises.

    ``index``, ``follow``, ``archive`` and ``snippet.allowed`` are ``None`` if the fields or the document are not known
    and neither forbids it; what begins with ``may_`` is true only if both are known. ``unread`` says which source is
    not known, why, and which answers it keeps from being known. For an engine ``access.allowed`` is ``None`` where
    neither can be said, and for a token without requests.
    """

    @property
    def profile(self) -> str | None:
        """The name of the engine's profile, such as ``"googlebot"``; :func:`engines` has what is known of it.

        For an agent it is ``None``, as are ``verified``, ``answer`` and ``train``; ``listens`` has ``None`` alone, and
        ``not_honoured``, ``differs`` and ``marks`` are empty.
        """

    @property
    def verified(self) -> date | None:
        """The oldest day on which one of the facts about the engine was verified."""

    @property
    def general(self) -> Verdict:
        """The verdict without a profile, for a client of the engine's name; for an agent an equal verdict."""

    @property
    def access(self) -> Access: ...
    @property
    def allowed(self) -> bool | None: ...
    @property
    def obtainable(self) -> bool: ...
    @property
    def crawl_delay(self) -> float | None:
        """The seconds to wait between two requests because of robots.txt."""

    @property
    def restricted(self) -> bool | None: ...
    @property
    def index(self) -> bool | None: ...
    @property
    def index_if_embedded(self) -> Literal[True] | None:
        """True if the page may be indexed only where it is embedded."""

    @property
    def follow(self) -> bool | None: ...
    @property
    def archive(self) -> bool | None: ...
    @property
    def may_index(self) -> bool: ...
    @property
    def may_follow(self) -> bool: ...
    @property
    def may_archive(self) -> bool: ...
    @property
    def index_until(self) -> datetime | None: ...
    @property
    def snippet(self) -> Snippet: ...
    @property
    def asked_not_to(self) -> dict[str, bool | None]:
        """Whether it is asked not to ``train``, and not to take it as ``input`` of answers, by any statement.

        ``None`` if no statement asks and a source that may is not known.
        """

    @property
    def listens(self) -> dict[str, bool | None]:
        """Whether its owner says that it listens to what asks so; ``None`` where no document says, or nothing asks."""

    @property
    def answer(self) -> bool | Literal["limited"] | None:
        """Whether an engine uses it in answers of a machine, by the documents of its owner.

        ``None`` where they say nothing, where it is not known, and where it would be true although the engine is
        asked not to: ``unused`` says which.
        """

    @property
    def train(self) -> bool | Literal["limited"] | None:
        """Whether an engine uses it for training, likewise."""

    @property
    def unused(self) -> dict[str, str | None]:
        """Why ``answer`` (of ``input``) and ``train`` are ``None``: values of :class:`Unused`."""

    @property
    def directives(self) -> dict[Directive, bool | int | str | datetime]:
        """The directives in force for the agent, or that the engine acts on."""

    @property
    def not_honoured(self) -> tuple[NotHonoured, ...]:
        """The directives that address the engine and that it does not act on."""

    @property
    def differs(self) -> tuple[str, ...]:
        """The answers that are not those of the general verdict, such as ``"archive"``."""

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Where the reading of the engine leaves the general one, and what is not known about it."""

    @property
    def permits(self) -> dict[Directive, bool | int | str | datetime]: ...
    @property
    def extensions(self) -> dict[str, tuple[str | None, ...]]: ...
    @property
    def reasons(self) -> tuple[Reason, ...]: ...
    def reasons_for(self, directive: Directive | str) -> tuple[Reason, ...]:
        """The statements that each alone would put the directive in force as it is."""

    @property
    def uses(self) -> Uses:
        """What the sources state about AI use: training, input to a model, an index of an AI system.

        For an engine with what its owner documents about directives.
        """

    def preference(self, label: Label | Vocabulary | str, name: str | None = None) -> Answer:
        """The answer of one vocabulary about AI use, as :meth:`Uses.preference`."""

    @property
    def terms(self) -> tuple[Terms, ...]:
        """The terms of all uses that are allowed on terms, and the address of a TDM policy that is in force."""

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]: ...
    @property
    def truncated(self) -> frozenset[str]: ...
    @property
    def unread(self) -> tuple[Unread, ...]:
        """The sources that are not known: those that were not read, or not whole, and those that were not given.

        A source that was not given is among them if it keeps an answer from being known. To ask whether an answer is
        known, look at the answer; most responses have a source that is not known, such as ``tdmrep.json``.
        """

    @property
    def ledger(self) -> tuple[LedgerEntry, ...]:
        """The state of each source of the response, in a fixed order. It changes no answer."""

    @property
    def client(self) -> Client: ...
    @property
    def url(self) -> str: ...
    @property
    def now(self) -> datetime: ...
    @property
    def policy(self) -> Policy: ...
    def to_json(self, *, ledger: bool = False) -> bytes:
        """The record of the JSON contract, version 1; with the key ``ledger`` if it is asked for.

        That of an engine has the keys ``as`` and ``general``.
        """

    def to_dict(self, *, ledger: bool = False) -> dict[str, Any]:
        """The same as a dict, which can be pickled."""

    def to_robots_tag(self) -> str | None:
        """The ``Robots-Tag`` field that says the same as the general verdict; ``None`` if nothing restricts."""

    def to_content_usage(self) -> str | None:
        """The ``Content-Usage`` field that states the same preferences of AIPREF; ``None`` if there are none."""

    def _repr_html_(self) -> str:
        """The table that a notebook shows, with the bytes that decided; :func:`judge` keeps their lines."""

    def __bool__(self) -> bool: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...

def engines() -> list[Profile]:
    """The profiles of all engines, retired ones included."""

@overload
def judge(
    agent: Agent,
    url: str | Octets | Response | None = None,
    *,
    response: Response | None = None,
    engine: None = None,
    headers: Headers | None = None,
    html: Octets | str | None = None,
    robots: Robots | RobotsTxt | Octets | str | None = None,
    robots_status: int | None = None,
    robots_hours: float | None = None,
    robots_cached: Octets | str | None = None,
    site_up: bool | None = None,
    tdmrep: Octets | str | None = None,
    tdmrep_status: int | None = None,
    licenses: Licenses | None = None,
    policy_tokens: PolicyTokens | None = None,
    now: datetime | None = None,
    options: Options | None = None,
    status: int | None = None,
    cut: bool | None = None,
    assume_absent: AssumeAbsent | None = None,
    fetched: datetime | None = None,
    robots_fetched: datetime | None = None,
) -> Verdict:
    """Judge one response for one agent, or as one engine.

    A response of ``requests``, ``httpx``, ``aiohttp``, ``urllib3``, ``urllib.request``, ``http.client``, Playwright or
    Scrapy, as ``response`` or in the place of ``url``, gives its address, fields, status and body, if they are known::

        verdict = judge("ExampleBot", httpx.get(url), robots_txt=cache.outcome(url))

    A body that the client has not read is not read here either; ``html`` gives it. Of redirects only the last response
    counts. ``headers``, ``status`` and ``url`` beside a response that has them raise.

    ``headers`` are those of an HTTP client, ``html`` is the document as octets or as characters, ``robots`` the text of
    robots.txt or how its fetch ended. A mistake of the caller raises; bytes of untrusted files never do.

    ``robots_status`` is the status of the answer for robots.txt, 0 for a request without one, with its body in
    ``robots``; ``robots_hours`` for how long the fetch has been ending so, ``robots_cached`` the body of the last good
    copy, ``site_up`` whether the site answers otherwise. Engines differ by the last three.

    For AI use, ``tdmrep`` is the body of ``/.well-known/tdmrep.json``, and ``tdmrep_status`` the status of its fetch,
    404 for a site that has none; ``licenses`` maps addresses to licences in RSL that sources point at;
    ``policy_tokens`` are added to those of the agent.

    A source that is not given is not known, and keeps the answers that it could forbid from being a yes.
    ``assume_absent`` is your word that sources do not exist: ``"fields"``, ``"document"``, ``"robots.txt"``,
    ``"tdmrep.json"``, ``"licenses"``, ``"embedded"``, or ``"rest"`` for each that is not given, as one name or a list;
    ``rest`` does not open what robots.txt may close. A source that is named and given is an error.

    Other facts beside the bytes: ``status`` is the status of the response, 0 for a request without an answer, and 200
    if it is left out; ``cut`` says that ``html`` ends before the end of the document, as does a larger
    ``Content-Length``; ``fetched`` and ``robots_fetched`` are the times at which the response and robots.txt were
    fetched, for :attr:`Verdict.ledger`.

    ``engine="googlebot"`` instead of an agent asks what that engine does. The document is then read to its end if metas
    in the body count for the engine.
    """

@overload
def judge(
    agent: None = None,
    url: str | Octets | Response | None = None,
    *,
    response: Response | None = None,
    engine: str,
    headers: Headers | None = None,
    html: Octets | str | None = None,
    robots: Robots | RobotsTxt | Octets | str | None = None,
    robots_status: int | None = None,
    robots_hours: float | None = None,
    robots_cached: Octets | str | None = None,
    site_up: bool | None = None,
    tdmrep: Octets | str | None = None,
    tdmrep_status: int | None = None,
    licenses: Licenses | None = None,
    policy_tokens: None = None,
    now: datetime | None = None,
    options: Options | None = None,
    status: int | None = None,
    cut: bool | None = None,
    assume_absent: AssumeAbsent | None = None,
    fetched: datetime | None = None,
    robots_fetched: datetime | None = None,
) -> Verdict: ...
@overload
def judge_many(
    records: Iterable[Record | Mapping[str, Any] | Response],
    agents: Agent | Sequence[Agent] | None = None,
    *,
    engine: None = None,
    now: datetime | None = None,
    options: Options | None = None,
    assume_absent: AssumeAbsent | None = None,
) -> Iterator[Verdict]:
    """Judge records one by one, each for all agents in their order, or as all engines.

    A record is a response that :func:`judge` takes, or a mapping with the keys of ``eval --jsonl``, and with
    ``response`` for a response. ``agent`` and ``as`` of a record win over ``agents`` and ``engine``; ``now``,
    ``options`` and ``assume_absent`` are for records without these keys::

        for verdict in judge_many(map(json.loads, lines), "ExampleBot"):
            print(verdict.url, verdict.index)

    An error names the record by its index, from 0, and the key. A key that there is not is an error.
    """

@overload
def judge_many(
    records: Iterable[Record | Mapping[str, Any] | Response],
    agents: None = None,
    *,
    engine: str | Sequence[str],
    now: datetime | None = None,
    options: Options | None = None,
    assume_absent: AssumeAbsent | None = None,
) -> Iterator[Verdict]: ...
def robots_txt_url(url: str | Octets) -> str | None:
    """The URL of the robots.txt that governs a URL; ``None`` for one that is not http or https."""

def authority(url: str | Octets) -> str | None:
    """The key under which the robots.txt of a URL is kept."""
