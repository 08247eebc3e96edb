"""What may I do with this response?"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any, Final, Literal, Self, final, overload

from robots_policy import arrow, enums, errors, lint, parts, robots, signals
from robots_policy.arrow import judge_batch, scan
from robots_policy.enums import (
    Activity,
    Answer,
    Directive,
    Label,
    Level,
    Unused,
    Vocabulary,
)
from robots_policy.errors import RobotsPolicyError
from robots_policy.parts import (
    Access,
    Diagnostic,
    LedgerEntry,
    Mark,
    NotHonoured,
    Pointer,
    PolicyToken,
    Preference,
    Profile,
    Reason,
    Snippet,
    Terms,
    Unread,
)
from robots_policy.robots import RobotsOutcome, RobotsTxt
from robots_policy.signals import Signals
from robots_policy.typing import Agent, AssumeAbsent, Headers, Licenses, Octets, Options, PolicyTokens, Record, Response

__all__ = [
    "SPECIFICATIONS",
    "Access",
    "Activity",
    "Answer",
    "Client",
    "Policy",
    "RobotsOutcome",
    "RobotsPolicyError",
    "RobotsTxt",
    "Uses",
    "Verdict",
    "__version__",
    "arrow",
    "engines",
    "enums",
    "errors",
    "judge",
    "judge_batch",
    "judge_many",
    "lint",
    "parts",
    "robots",
    "scan",
    "signals",
]

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
    ) -> Self:
        """Name an agent.

        ``page_tokens`` are its names in fields and metas, where they differ. ``purposes`` and
        ``verified_signature_agent`` are for groups of robots.txt that name those. With ``obeys_global=False`` it does
        not listen to fields and metas for every client.
        """

    @staticmethod
    def from_user_agent(field: str | Octets) -> Client:
        """The client that sends this ``User-Agent`` field; without a name in it, a client without a product token."""

    @property
    def tokens(self) -> tuple[str, ...]:
        """The product tokens, most specific first; none for a client without a name."""

    @property
    def page_tokens(self) -> tuple[str, ...]:
        """The names to which it listens in fields and metas; those of ``tokens`` if none were given."""

    @property
    def purposes(self) -> tuple[str, ...]:
        """The purposes of its requests, which ``User-agent-purpose`` groups of robots.txt may bind."""

    @property
    def signature_hosts(self) -> tuple[str, ...]:
        """The host of the ``Signature-Agent`` that its caller has verified, if one was given."""

    @property
    def obeys_global(self) -> bool:
        """Whether statements that name no client bind it in fields and metas."""

    @property
    def policy_tokens(self) -> tuple[str, ...]:
        """The policy tokens, each as ``"Google-Extended=train,input"``."""

    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __getnewargs_ex__(self) -> tuple[tuple[str, ...], dict[str, Any]]: ...

@final
class Policy:
    """Everything that was said about one response, by its sources, to its clients."""

    def __new__(
        cls,
        signals: Signals | None = None,
        robots_txt: RobotsOutcome | RobotsTxt | Octets | str | None = None,
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
        """The verdict on an engine by its profile, such as ``"googlebot"``, beside the general verdict.

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
    """The statements of all sources about AI use, for one agent. ``bool(uses)`` raises: there are six answers.

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

    def keys(self) -> tuple[Activity, ...]:
        """The six activities."""

    def values(self) -> tuple[Answer | None, ...]:
        """The answers, in the order of the activities; ``None`` is one that is not known."""

    def items(self) -> tuple[tuple[Activity, Answer | None], ...]:
        """The activities with their answers."""

    def __getitem__(self, activity: Activity | str, /) -> Answer | None: ...
    def __contains__(self, activity: object, /) -> bool: ...
    def __iter__(self) -> Iterator[Activity]: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Verdict:
    """The answer for one agent: what it may do with a response, or what one engine does, and why.

    It has several answers, so ``bool(verdict)`` raises.

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
    def access(self) -> Access:
        """The answer of robots.txt: whether the URL may be fetched, and the group and the rule that decide it."""

    @property
    def allowed(self) -> bool | None:
        """Whether robots.txt lets it be fetched: ``access.allowed``.

        ``None`` if robots.txt is not known, or was cut and no rule that was read forbids it::

            if verdict.allowed is not True:
                skip(url)
        """

    @property
    def obtainable(self) -> bool:
        """Whether an obedient crawler could have seen the page, and so its fields and metas.

        It is false if robots.txt forbids the fetch. The other answers are the same in both cases: they are about a page
        that was fetched all the same.
        """

    @property
    def crawl_delay(self) -> float | None:
        """The seconds to wait between two requests because of robots.txt."""

    @property
    def page_restricted(self) -> bool | None:
        """Whether robots.txt or a directive closes the page to the agent, or limits what may be done with it.

        Use for AI is not heard: ``uses`` has it. ``None`` if nothing that was read restricts it, and a source that
        could is not known.
        """

    @property
    def index(self) -> bool | None:
        """Whether it may be kept in a public index. ``None`` if that is not known; ``unread`` says why."""

    @property
    def index_if_embedded(self) -> Literal[True] | None:
        """True if the page may be indexed only where it is embedded."""

    @property
    def follow(self) -> bool | None:
        """Whether its links may be followed; ``None`` if that is not known."""

    @property
    def archive(self) -> bool | None:
        """Whether a stored copy may be offered; ``None`` if that is not known."""

    @property
    def may_index(self) -> bool:
        """Whether it is known that it may be indexed: ``index is True``, and no source was left out.

        It is about the page alone, and can be true for a page that robots.txt forbids to fetch: ask ``allowed`` too.
        """

    @property
    def may_follow(self) -> bool:
        """Whether it is known that its links may be followed."""

    @property
    def may_archive(self) -> bool:
        """Whether it is known that a stored copy may be offered."""

    @property
    def index_until(self) -> datetime | None:
        """The time from which it may no longer be indexed, by ``unavailable_after``; ``None`` without one."""

    @property
    def snippet(self) -> Snippet:
        """Whether it may be excerpted, and how many characters."""

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
    def unused(self) -> dict[str, Unused | None]:
        """Why ``answer`` (of ``input``) and ``train`` are ``None``."""

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
    def permits(self) -> dict[Directive, bool | int | str | datetime]:
        """The explicit permissions, such as ``index`` or ``max-snippet: -1``, with their values.

        They lift no restriction: a page with ``index`` and ``noindex`` may not be indexed.
        """

    @property
    def extensions(self) -> dict[str, tuple[str | None, ...]]:
        """The names outside the table of directives that address the agent, each with its values in their order.

        They bind no one; ``None`` is a name without a value: ``{"mydirective": (None,)}``.
        """

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The statements that the verdict follows from, with their bytes; the rule of robots.txt is the first."""

    def reasons_for(self, directive: Directive | str) -> tuple[Reason, ...]:
        """The statements that each alone would put the directive in force as it is."""

    @property
    def uses(self) -> Uses:
        """The statements of the sources about AI use: training, input to a model, an index of an AI system.

        For an engine with what its owner documents about directives.
        """

    def preference(self, label: Label | Vocabulary | str, name: str | None = None) -> Answer:
        """The answer of one vocabulary about AI use, as :meth:`Uses.preference`."""

    @property
    def terms(self) -> tuple[Terms, ...]:
        """The terms of all uses that are allowed on terms, and the address of a TDM policy that is in force."""

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Everything unusual in the inputs: misspelt names, values that cannot be read, inputs that were cut."""

    @property
    def truncated(self) -> frozenset[str]:
        """The inputs that were longer than their parsing limit, such as ``"robots.txt"`` or ``"x-robots-tag"``."""

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
    def parts(self) -> dict[str, Any] | None:
        """The parts of the document, as the JSON record has them: which texts may be quoted, marks and links.

        ``None`` without a document, and without ``parts=True`` in :func:`judge`.
        """

    def blanked(self) -> bytes:
        """The document with spaces in the place of each text that may not be quoted, in as many bytes.

        It is for extractors of texts. All of it is spaces if the page may not be quoted, or that is not known::

            text = trafilatura.extract(judge("ExampleBot", response, parts=True).blanked())

        Robots metas are read from the document itself, not from this.
        """

    def may_quote(self, text: str) -> tuple[bool | None, str | None]:
        """Whether an excerpt may be shown, and why it may not, or why that is not known.

        Each of its pieces between ``…`` is in open places of the page, and it is no longer than ``max-snippet``. A text
        that is not in the page is not known.
        """

    def excerpt(self, around: int, wanted: int) -> str | None:
        """The longest excerpt around a byte of the document, of at most ``wanted`` characters and ``max-snippet``.

        ``None`` if nothing may be quoted.
        """

    @property
    def client(self) -> Client:
        """The agent that was asked about; for an engine, the client of its name."""

    @property
    def url(self) -> str:
        """The URL or the path that was asked about; ``/`` if none was given."""

    @property
    def now(self) -> datetime:
        """The time for which the answers hold, in UTC."""

    @property
    def policy(self) -> Policy:
        """Everything that was said about the response, to ask it for other agents, or to add a document to it."""

    def to_json(self, *, ledger: bool = False) -> bytes:
        """The record of the JSON contract, version 1; with the key ``ledger`` if it is asked for.

        That of an engine has the keys ``as`` and ``general``, and one with ``parts=True`` in :func:`judge` ``parts``.
        """

    def to_dict(self, *, ledger: bool = False) -> dict[str, Any]:
        """The record of :meth:`to_json` as a dict, which can be pickled."""

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
    robots_txt: RobotsOutcome | RobotsTxt | Octets | str | None = None,
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
    parts: bool | None = None,
) -> Verdict:
    """Judge one response for one agent, or as one engine.

    ``agent`` is a product token, such as ``"ExampleBot"``, or a :class:`Client`; ``"*"`` is a client without a name.
    ``url`` is absolute, or a path; ``/`` if it is left out. ``headers`` are those of an HTTP client, ``html`` is the
    document as octets or as characters, ``robots_txt`` the text of robots.txt or how its fetch ended. A mistake of the
    caller raises; bytes of untrusted files never do::

        verdict = judge("ExampleBot", url, headers=fields, html=body, robots_txt=b"User-agent: *\\nDisallow: /private")
        if verdict.allowed and verdict.may_index: ...

    A response of ``requests``, ``httpx``, ``aiohttp``, ``urllib3``, ``urllib.request``, ``http.client``, Playwright or
    Scrapy, as ``response`` or in the place of ``url``, gives its address, fields, status and body, if they are known::

        verdict = judge("ExampleBot", httpx.get(url), robots_txt=cache.outcome(url))

    A body that the client has not read is not read here either; ``html`` gives it. Of redirects only the last response
    counts; if they led to another site, facts of a site need ``url=response.url`` beside them. ``headers``, ``status``
    and another ``url`` beside a response that has them raise.

    ``robots_status`` is the status of the answer for robots.txt, 0 for a request without one, with its body in
    ``robots_txt``; ``robots_hours`` for how long the fetch has been ending so, ``robots_cached`` the body of the last
    good copy, ``site_up`` whether the site answers otherwise. Engines differ by the last three.
    An empty text needs ``robots_status=200``, because tables write it for no file; an empty ``RobotsTxt`` is a file.

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

    ``parts=True`` keeps the document, for :attr:`Verdict.parts` and what may be quoted of it.

    ``now`` is the time for which the answers hold, that of the call without it; ``options`` says how inputs are read,
    as :class:`robots_policy.typing.Options`.
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
    robots_txt: RobotsOutcome | RobotsTxt | Octets | str | None = None,
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
    parts: bool | None = None,
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
