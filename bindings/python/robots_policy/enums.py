"""The enums, whose members are those of the tables of the library."""

# ruff: noqa: S105 - names of tokens, not passwords

from enum import StrEnum


class _Directive(StrEnum):
    @classmethod
    def _missing_(cls, value: object) -> "_Directive | None":
        name = str(value).lower()
        name = _ALIASES.get(name, name)
        return next((member for member in cls if member.value == name), None)


class _Ordered(StrEnum):
    """Words in the order of their table, and not in that of the alphabet."""

    def __lt__(self, other: str) -> bool:
        return self._place() < self._place(other)

    def __le__(self, other: str) -> bool:
        return self._place() <= self._place(other)

    def __gt__(self, other: str) -> bool:
        return self._place() > self._place(other)

    def __ge__(self, other: str) -> bool:
        return self._place() >= self._place(other)

    def _place(self, other: str | None = None) -> int:
        words = list(type(self))
        return words.index(self if other is None else type(self)(other))


class _Answer(_Ordered):
    @property
    def is_allowed(self) -> bool:
        """Whether it may be done without any term: true for ``ALLOW`` alone."""
        return self.value == "allow"

    @property
    def restricts(self) -> bool:
        """Whether it restricts: ``CONDITIONAL`` or ``DISALLOW``."""
        return self.value in ("conditional", "disallow")

    # A text that is not empty is true, "disallow" and "unstated" as well.
    def __bool__(self) -> bool:
        message = f"an Answer is neither true nor false; write answer.is_allowed, or answer == 'allow', to ask {self!r}"
        raise TypeError(message)


# enums: made by `cargo run -p robots-policy-dev -- generate`

__all__ = [
    "AccessReason",
    "Activity",
    "Answer",
    "Asked",
    "Cause",
    "DiagnosticCode",
    "Dialect",
    "Directive",
    "Grade",
    "Honour",
    "Label",
    "LedgerSource",
    "LedgerState",
    "Level",
    "MarkKind",
    "Missing",
    "ProfileKind",
    "Severity",
    "Source",
    "Unused",
    "Vocabulary",
    "Why",
]

_ALIASES = {
    "unavailable-after": "unavailable_after",
}


class Directive(_Directive):
    """A directive: one member a row of the library's table. ``Directive("max-snippet")`` takes also the other names."""

    NOINDEX = "noindex"
    NOSNIPPET = "nosnippet"
    NOFOLLOW = "nofollow"
    NONE = "none"
    ALL = "all"
    INDEX = "index"
    FOLLOW = "follow"
    ARCHIVE = "archive"
    NOARCHIVE = "noarchive"
    NOCACHE = "nocache"
    NOIMAGEINDEX = "noimageindex"
    NOTRANSLATE = "notranslate"
    INDEXIFEMBEDDED = "indexifembedded"
    MAX_SNIPPET = "max-snippet"
    MAX_IMAGE_PREVIEW = "max-image-preview"
    MAX_VIDEO_PREVIEW = "max-video-preview"
    UNAVAILABLE_AFTER = "unavailable_after"
    NOAI = "noai"
    NOIMAGEAI = "noimageai"
    NOML = "noml"
    NOODP = "noodp"
    NOYDIR = "noydir"
    NOYACA = "noyaca"
    NOSITELINKSSEARCHBOX = "nositelinkssearchbox"


class Source(StrEnum):
    """Where a statement is from."""

    ROBOTS_TXT = "robots.txt"
    ROBOTS_TAG = "robots-tag"
    X_ROBOTS_TAG = "x-robots-tag"
    META = "meta"
    CONTENT_USAGE = "content-usage"
    CONTENT_SIGNAL = "content-signal"
    TDM_RESERVATION = "tdm-reservation"
    TDM_POLICY = "tdm-policy"
    LINK = "link"
    TDMREP_JSON = "tdmrep.json"
    RSL = "rsl"


class Severity(StrEnum):
    """How much a diagnostic matters."""

    NOTICE = "notice"
    WARNING = "warning"
    ERROR = "error"


class DiagnosticCode(StrEnum):
    """What is unusual in an input."""

    EMPTY_MEMBER = "empty-member"
    MEMBER_WITHOUT_RULES = "member-without-rules"
    EMPTY_RULE = "empty-rule"
    INVALID_MEMBER = "invalid-member"
    INVALID_RULE = "invalid-rule"
    MISSING_COMMA = "missing-comma"
    UNTERMINATED_STRING = "unterminated-string"
    UPPERCASE_RULE = "uppercase-rule"
    NEGATED_RULE = "negated-rule"
    UNEXPECTED_VALUE = "unexpected-value"
    LEGACY_SYNTAX_IN_ROBOTS_TAG = "legacy-syntax-in-robots-tag"
    TOKEN_EQUALS_RULE_NAME = "token-equals-rule-name"
    GLOBAL_TOKEN = "global-token"
    DUPLICATE_KEY = "duplicate-key"
    FIELD_IGNORED = "field-ignored"
    UNHEARD_BY_STRICT = "unheard-by-strict"
    NOT_A_PRODUCT_TOKEN = "not-a-product-token"
    FIELD_TRUNCATED = "field-truncated"
    NEAR_FIELD = "near-field"
    UNKNOWN_DIRECTIVE = "unknown-directive"
    NEAR_DIRECTIVE = "near-directive"
    EXTENSIONS_OMITTED = "extensions-omitted"
    UNREADABLE_STATEMENT = "unreadable-statement"
    MISSING_VALUE = "missing-value"
    UNREADABLE_VALUE = "unreadable-value"
    UNKNOWN_ZONE = "unknown-zone"
    SEPARATOR = "separator"
    EQUALS_FOR_COLON = "equals-for-colon"
    OTHER_SCOPE = "other-scope"
    SCOPE_IN_CONTENT = "scope-in-content"
    INVALID_SCOPE = "invalid-scope"
    SEVERAL_SCOPES = "several-scopes"
    FIELD_NAME_IN_VALUE = "field-name-in-value"
    LINES_JOINED = "lines-joined"
    SCOPE_UNCERTAIN = "scope-uncertain"
    SF_SYNTAX_IN_X_ROBOTS_TAG = "sf-syntax-in-x-robots-tag"
    ROBOTS_TAG_PREFERRED = "robots-tag-preferred"
    CONTENT_CODING = "content-coding"
    INCOMPLETE_DOCUMENT = "incomplete-document"
    HEAD_TRUNCATED = "head-truncated"
    NEAR_META_NAME = "near-meta-name"
    PROPERTY_FOR_NAME = "property-for-name"
    DIRECTIVE_BESIDE_CONTENT = "directive-beside-content"
    NOT_COUNTED = "not-counted"
    HTTP_EQUIV_NOT_COUNTED = "http-equiv-not-counted"
    META_NAME_STAR = "meta-name-star"
    META_NAME_GOOGLE = "meta-name-google"
    META_NAME_TRIMMED = "meta-name-trimmed"
    META_NAME_QUOTED = "meta-name-quoted"
    META_NAME_LIST = "meta-name-list"
    MISSING_CONTENT = "missing-content"
    REPLACEMENT_ENCODING = "replacement-encoding"
    UNKNOWN_REFERENCE = "unknown-reference"
    NOT_REQUESTED = "not-requested"
    NOT_HTML = "not-html"
    SNIFFED_HTML = "sniffed-html"
    TREE_TOO_COSTLY = "tree-too-costly"
    ILL_FORMED_XML = "ill-formed-xml"
    LOOSE_META = "loose-meta"
    XML_PAGE = "xml-page"
    XML_DECLARATIONS = "xml-declarations"
    BYTE_ORDER_MARK = "byte-order-mark"
    CUT_BYTE_ORDER_MARK = "cut-byte-order-mark"
    UTF_16 = "utf-16"
    GUESSED_UTF_16 = "guessed-utf-16"
    INVALID_UTF_8 = "invalid-utf-8"
    ROBOTS_TXT_TRUNCATED = "robots-txt-truncated"
    LINE_TRUNCATED = "line-truncated"
    NO_RECORD = "no-record"
    HTML_INSTEAD = "html-instead"
    UNREADABLE_LINE = "unreadable-line"
    UNKNOWN_RECORD = "unknown-record"
    NEAR_KEY = "near-key"
    UNSUPPORTED_RECORD = "unsupported-record"
    MISSPELT_KEY = "misspelt-key"
    MISSING_COLON = "missing-colon"
    RULE_WITHOUT_GROUP = "rule-without-group"
    AGENT_CUT = "agent-cut"
    SEVERAL_AGENTS = "several-agents"
    INVALID_AGENT = "invalid-agent"
    USER_AGENT_STRING = "user-agent-string"
    LINES_RUN_TOGETHER = "lines-run-together"
    MARKUP = "markup"
    SEVERAL_PATTERNS = "several-patterns"
    FRAGMENT_IN_PATTERN = "fragment-in-pattern"
    RULES_SHARED = "rules-shared"
    PATTERN_WITHOUT_SLASH = "pattern-without-slash"
    UNMATCHABLE_PATTERN = "unmatchable-pattern"
    INJECTED_ALLOW_OVERRIDES = "injected-allow-overrides"
    RFC9309_VIEW_DIFFERS = "rfc9309-view-differs"
    MIXED_SIGNATURE_GROUP = "mixed-signature-group"
    INVALID_SIGNATURE_HOST = "invalid-signature-host"
    SIGNATURE_HOST_NORMALISED = "signature-host-normalised"
    BROAD_SIGNATURE_HOST = "broad-signature-host"
    SHORTER_SIGNATURE_HOST = "shorter-signature-host"
    INVALID_CRAWL_DELAY = "invalid-crawl-delay"
    CAPPED_CRAWL_DELAY = "capped-crawl-delay"
    INVALID_MOBILE_AGENT_SERVER = "invalid-mobile-agent-server"
    MOBILE_AGENT_SERVER_OVERRIDDEN = "mobile-agent-server-overridden"
    AI_AGENTS_DISALLOWED = "ai-agents-disallowed"
    RIGHTS_RESERVED_IN_COMMENT = "rights-reserved-in-comment"
    SIGNAL_OUTSIDE_GROUP = "signal-outside-group"
    USAGE_UNREADABLE = "usage-unreadable"
    USAGE_UNHEARD = "usage-unheard"
    USAGE_DUPLICATE = "usage-duplicate"
    USAGE_UNKNOWN_VALUE = "usage-unknown-value"
    USAGE_UNKNOWN_LABEL = "usage-unknown-label"
    USAGE_LABEL_LEGACY = "usage-label-legacy"
    USAGE_LABEL_FOREIGN = "usage-label-foreign"
    USAGE_EMPTY = "usage-empty"
    USAGE_OUTSIDE_GROUP = "usage-outside-group"
    USAGE_HIDDEN = "usage-hidden"
    USAGE_GROUPING_DIFFERS = "usage-grouping-differs"
    USAGE_NOT_INHERITED = "usage-not-inherited"
    SIGNAL_NOT_INHERITED = "signal-not-inherited"
    SIGNAL_SPELLING = "signal-spelling"
    SIGNAL_UNKNOWN_KEY = "signal-unknown-key"
    SIGNAL_UNKNOWN_VALUE = "signal-unknown-value"
    SIGNAL_CONFLICT = "signal-conflict"
    SIGNAL_USE_BELOW_YES = "signal-use-below-yes"
    LICENSE_RELATIVE = "license-relative"
    LICENSE_SPELLING = "license-spelling"
    LICENSE_IN_GROUP = "license-in-group"
    AI_TRAINING_EXPIRED_DRAFT = "ai-training-expired-draft"
    RSL_NOT_WELL_FORMED = "rsl-not-well-formed"
    RSL_NOT_CONFORMING = "rsl-not-conforming"
    RSL_TRUNCATED = "rsl-truncated"
    RSL_UNKNOWN_USAGE = "rsl-unknown-usage"
    RSL_AIPREF_LABEL = "rsl-aipref-label"
    RSL_COMMA_LIST = "rsl-comma-list"
    RSL_UNKNOWN_TYPE = "rsl-unknown-type"
    RSL_REPEATED_LIST = "rsl-repeated-list"
    RSL_UNCLEAR_URL = "rsl-unclear-url"
    RSL_CONFLICT = "rsl-conflict"
    TDMREP_MALFORMED = "tdmrep-malformed"
    TDMREP_SINGLE_OBJECT = "tdmrep-single-object"
    TDMREP_RULE = "tdmrep-rule"
    TDMREP_TEXT = "tdmrep-text"
    TDMREP_UNSET = "tdmrep-unset"
    TDMREP_LOCATION = "tdmrep-location"
    TDMREP_TRUNCATED = "tdmrep-truncated"
    TDM_UNSET = "tdm-unset"
    TDM_CONFLICT = "tdm-conflict"
    LICENSE_NOT_COUNTED = "license-not-counted"
    INLINE_LICENSE_TOO_LONG = "inline-license-too-long"
    USE_NOT_COUNTED = "use-not-counted"
    NEAR_AGENT = "near-agent"
    LOOK_ALIKE = "look-alike"
    DIAGNOSTICS_OMITTED = "diagnostics-omitted"


class AccessReason(StrEnum):
    """Why a URL may or may not be fetched."""

    ALLOW_RULE = "allow-rule"
    DISALLOW_RULE = "disallow-rule"
    NO_MATCH = "no-match"
    NO_GROUP = "no-group"
    ROBOTS_TXT_ITSELF = "robots-txt-itself"
    UNAVAILABLE = "unavailable"
    UNREACHABLE = "unreachable"
    UNKNOWN = "unknown"
    NOT_READ = "not-read"
    NOT_READ_WHOLE = "not-read-whole"
    OTHER_TIME = "other-time"
    NOT_OBEYED = "not-obeyed"
    MAY_NOT_BE_OBEYED = "may-not-be-obeyed"
    MAKES_NO_REQUESTS = "makes-no-requests"
    UNSAID = "unsaid"


class Cause(StrEnum):
    """Why there are no rules of robots.txt."""

    ABSENT = "absent"
    REFUSED = "refused"
    REDIRECTS = "redirects"
    RATE_LIMITED = "rate-limited"
    SERVER_ERROR = "server-error"
    NETWORK_ERROR = "network-error"
    UNDECODABLE = "undecodable"


class Dialect(StrEnum):
    """Whose reading of robots.txt is wanted."""

    EXTENDED = "extended"
    RFC9309 = "rfc9309"
    GOOGLE = "google"


class Why(StrEnum):
    """Why a source is not known."""

    NOT_GIVEN = "not-given"
    STATUS = "status"
    CONTENT_CODING = "content-coding"
    INCOMPLETE = "incomplete"
    ENCODING = "encoding"
    EMPTY = "empty"
    ILL_FORMED = "ill-formed"
    MARKUP = "markup"
    CHALLENGE = "challenge"
    LIMIT = "limit"
    SCOPE_UNCERTAIN = "scope-uncertain"
    BODY = "body"
    EMBEDDED = "embedded"
    NOT_REQUESTED = "not-requested"
    NOT_CONFORMING = "not-conforming"
    EARLIER = "earlier"
    LATER = "later"
    DAMAGED = "damaged"
    REFERENCE = "reference"
    NEWER_VERSION = "newer-version"


class LedgerSource(StrEnum):
    """A source of a response, as :attr:`Verdict.ledger` names it."""

    ROBOTS_TXT = "robots.txt"
    FIELDS = "fields"
    DOCUMENT = "document"
    TDMREP_JSON = "tdmrep.json"
    LICENSES = "licenses"
    EMBEDDED = "embedded"


class LedgerState(StrEnum):
    """What is known of a source: whether it was read, is absent, or was not given."""

    READ = "read"
    ABSENT = "absent"
    NOT_APPLICABLE = "not-applicable"
    ASSUMED = "assumed"
    NOT_GIVEN = "not-given"
    UNREAD = "unread"


class Asked(StrEnum):
    """An answer of a verdict that may not be known."""

    ACCESS = "access"
    INDEX = "index"
    FOLLOW = "follow"
    ARCHIVE = "archive"
    SNIPPET = "snippet"
    TRAIN = "train"
    TRAIN_OTHER = "train-other"
    INPUT = "input"
    AI_INDEX = "ai-index"
    SEARCH = "search"
    MINE = "mine"


class Unused(StrEnum):
    """Why it is not said whether an engine uses a page."""

    UNDOCUMENTED = "undocumented"
    NOT_KNOWN = "not-known"
    ASKED_NOT_TO = "asked-not-to"


class Activity(StrEnum):
    """A use of a response that owners state preferences about. It belongs to no vocabulary."""

    TRAIN = "train"
    TRAIN_OTHER = "train-other"
    INPUT = "input"
    AI_INDEX = "ai-index"
    SEARCH = "search"
    MINE = "mine"


class Answer(_Answer):
    """The statements about a use, as one answer; a later member outweighs an earlier one. ``bool(answer)`` raises."""

    UNSTATED = "unstated"
    ALLOW = "allow"
    CONDITIONAL = "conditional"
    DISALLOW = "disallow"


class Vocabulary(StrEnum):
    """A vocabulary of AI-use preferences."""

    AIPREF = "aipref"
    CONTENT_SIGNAL = "content-signal"
    TDMREP = "tdmrep"
    RSL = "rsl"
    CANEL = "canel"
    ROBOTS = "robots"
    ENGINE = "engine"


class Label(StrEnum):
    """A label of a vocabulary: the vocabulary, a colon and the name."""

    AIPREF_TRAIN_AI = "aipref:train-ai"
    AIPREF_AI_USE = "aipref:ai-use"
    AIPREF_SEARCH = "aipref:search"
    CONTENT_SIGNAL_SEARCH = "content-signal:search"
    CONTENT_SIGNAL_AI_INPUT = "content-signal:ai-input"
    CONTENT_SIGNAL_AI_TRAIN = "content-signal:ai-train"
    CONTENT_SIGNAL_USE_TRAIN = "content-signal:use-train"
    CONTENT_SIGNAL_USE_INPUT = "content-signal:use-input"
    CONTENT_SIGNAL_USE_INDEX = "content-signal:use-index"
    TDMREP_MINE = "tdmrep:mine"
    RSL_ALL = "rsl:all"
    RSL_AI_ALL = "rsl:ai-all"
    RSL_AI_TRAIN = "rsl:ai-train"
    RSL_AI_INPUT = "rsl:ai-input"
    RSL_AI_INDEX = "rsl:ai-index"
    RSL_SEARCH = "rsl:search"
    CANEL_AI_TRAINING = "canel:ai-training"
    ROBOTS_NOAI = "robots:noai"
    ROBOTS_NOIMAGEAI = "robots:noimageai"
    ROBOTS_NOML = "robots:noml"
    ENGINE_INPUT = "engine:input"
    ENGINE_TRAIN = "engine:train"


class Level(_Ordered):
    """The highest level of use of Content Signals; a later member permits more."""

    IMMEDIATE = "immediate"
    REFERENCE = "reference"
    FULL = "full"


class Missing(StrEnum):
    """Why a document that states AI-use preferences was not read."""

    LICENSE = "license"
    NOT_CONFORMING = "not-conforming"
    TDMREP = "tdmrep"


class ProfileKind(StrEnum):
    """The job of a crawler."""

    SEARCH = "search"
    ADS = "ads"
    TRAINING = "training"
    ANSWERS = "answers"
    USER = "user"
    AGENT = "agent"
    ARCHIVE = "archive"
    TOKEN = "token"
    TOOL = "tool"
    OTHER = "other"


class Grade(StrEnum):
    """How a fact about a crawler is known, from the best to the weakest."""

    VENDOR = "vendor"
    CODE = "code"
    QUOTED = "quoted"
    REPORTED = "reported"
    INFERRED = "inferred"


class Honour(StrEnum):
    """Whether a crawler acts on a directive; if not, whether its owner says so, or its list lacks the directive."""

    HONOURED = "honoured"
    STATED = "stated"
    UNLISTED = "unlisted"


class MarkKind(StrEnum):
    """How the reading of an engine leaves the general one, or what is not known of it."""

    ROBOTS_TXT_NOT_OBEYED = "robots-txt-not-obeyed"
    ROBOTS_TXT_MAY_NOT_BE_OBEYED = "robots-txt-may-not-be-obeyed"
    FAILS_OPEN = "fails-open"
    FAILS_CLOSED = "fails-closed"
    SITE_UNKNOWN = "site-unknown"
    COUNTS_AS_ABSENT = "counts-as-absent"
    READ_OTHERWISE = "read-otherwise"
    FALLBACK_GROUP = "fallback-group"
    GENERAL_RULE_NOT_BINDING = "general-rule-not-binding"
    GROUP_UNSAID = "group-unsaid"
    FIRST_GROUP_ALONE = "first-group-alone"
    DELAY_NOT_FOLLOWED = "delay-not-followed"
    DELAY_OF_EVERY_CLIENT = "delay-of-every-client"
    FIELD_NOT_READ = "field-not-read"
    OTHER_NAME = "other-name"
    NAME_NOT_READ = "name-not-read"
    BODY_COUNTS = "body-counts"
    PLACE_NOT_COUNTED = "place-not-counted"
    NONE_IS = "none-is"
    PERMISSION_WINS = "permission-wins"
    TAKEN_AS = "taken-as"
    CLOSED_LINE = "closed-line"
    BODY_NOT_READ = "body-not-read"
    PARTS_NOT_SEEN = "parts-not-seen"
    OUTSIDE_THE_RESPONSE = "outside-the-response"
    UNDOCUMENTED = "undocumented"
    DISPUTED = "disputed"


# end of enums
