//! The table of diagnostics, and the types that carry them.
//!
//! The macro `diagnostics!` makes the enum [`DiagnosticCode`] of rows: variant, code, severity, sentence, clause, and
//! for some the reason why a document was not read, or that people are shown it unasked. Codes are a contract: a row may be
//! added, and no code is renamed.
//!
//! A [`Diagnostic`] is a code and a provenance, for one code several, and nothing else. Its sentence is written when it is shown, from the
//! row and the text of the provenance, so that hostile inputs with hundreds of diagnostics cost no formatting. For the
//! same reason [`Diagnostic::meant`] and [`Diagnostic::expected`] compute their answers when they are called.

mod finding;
mod list;
mod meaning;
mod result;

pub use self::finding::Diagnostic;
pub(crate) use self::list::SharedDiagnostics;
pub(crate) use self::meaning::FIELD_NAMES;
#[cfg(feature = "html")]
pub(crate) use self::meaning::META_NAME;
pub use self::result::Parsed;

use crate::names::named;
use crate::why::Why;

named! {
    /// The weight of a diagnostic. There are no others than these three, and they are ordered: a notice is less than an
    /// error.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::Severity;
    ///
    /// assert!(Severity::Notice < Severity::Warning && Severity::Warning < Severity::Error);
    /// assert_eq!("warning".parse(), Ok(Severity::Warning));
    /// ```
    pub enum Severity {
        /// Legal but unusual; nothing was changed by it.
        Notice = "notice";
        /// Read in spite of a fault; a stricter reader may understand something else.
        Warning = "warning";
        /// Something was not read, or was dropped.
        Error = "error";
    }
}

macro_rules! diagnostics {
    (@why) => { None };
    (@why $why:ident) => { Some(Why::$why) };
    (@shown) => { false };
    (@shown always) => { true };
    ($($variant:ident = $name:literal, $severity:ident, $sentence:literal, $clause:literal $(, unread $why:ident)? $(, leaves $left:ident)? $(, shown $shown:ident)?;)+) => {
        named! {
            /// The code of a diagnostic: one variant a row of the table. Names are stable, severities change only with
            /// a line in the changelog, and new codes are added.
            ///
            /// ```
            /// use robots_policy::{DiagnosticCode, Severity};
            ///
            /// let code: DiagnosticCode = "unreadable-value".parse().unwrap();
            /// assert_eq!((code, code.severity()), (DiagnosticCode::UnreadableValue, Severity::Error));
            /// ```
            #[non_exhaustive]
            pub enum DiagnosticCode {
                $(
                    #[doc = concat!("`", $name, "`: ", $sentence, " (", $clause, ")")]
                    $variant = $name;
                )+
            }
        }

        impl DiagnosticCode {
            /// The weight of a diagnostic of this code.
            pub fn severity(self) -> Severity {
                match self { $(DiagnosticCode::$variant => Severity::$severity,)+ }
            }

            /// The sentence of the diagnostic; `{}` is the place of the text that it is about, `{meant}` that of the
            /// known name, `{agents}` that of the names on several lines, and further words are parts of that text.
            // Hidden: a diagnostic writes it with the text in it, and only tests of documentation need it apart.
            #[doc(hidden)]
            pub fn sentence(self) -> &'static str {
                match self { $(DiagnosticCode::$variant => $sentence,)+ }
            }

            /// The clause or custom that it follows from: `RFC 9651 §4.2.1`, `Google`.
            pub fn clause(self) -> &'static str {
                match self { $(DiagnosticCode::$variant => $clause,)+ }
            }

            /// Whether a text for people shows it unasked: every warning and every error, and the notices about what an owner may mean
            /// beyond the lines that bind.
            ///
            /// ```
            /// use robots_policy::DiagnosticCode;
            ///
            /// assert!(DiagnosticCode::NearKey.is_always_shown(), "a warning");
            /// assert!(DiagnosticCode::AiAgentsDisallowed.is_always_shown());
            /// assert!(!DiagnosticCode::AgentCut.is_always_shown());
            /// ```
            pub fn is_always_shown(self) -> bool {
                let is_meant = match self { $(DiagnosticCode::$variant => diagnostics!(@shown $($shown)?),)+ };
                is_meant || self.severity() > Severity::Notice
            }

            /// Why the document was not read, or not whole; `None` for codes about inputs that were read.
            pub fn unread(self) -> Option<Why> {
                match self { $(DiagnosticCode::$variant => diagnostics!(@why $($why)?),)+ }
            }

            /// Why a part of the input is not known: the reason of [`DiagnosticCode::unread`], or one that no answer depends
            /// on yet.
            pub(crate) fn leaves(self) -> Option<Why> {
                let left = match self { $(DiagnosticCode::$variant => diagnostics!(@why $($left)?),)+ };
                self.unread().or(left)
            }
        }
    };
}

diagnostics! {
    // Robots-Tag
    EmptyMember = "empty-member", Notice, "an empty member was skipped; a structured field has none", "RFC 9651 §4.2.1";
    MemberWithoutRules = "member-without-rules", Notice, "`{}` has no rule and states nothing", "draft-illyes-repext §2.1.1";
    EmptyRule = "empty-rule", Notice, "an empty rule in `{}` was skipped; remove the stray `;` or `=`", "RFC 9651 §4.2.3.2";
    InvalidMember = "invalid-member", Error, "`{}` is not a member of a Robots-Tag and was dropped; write TOKEN;rule or *;rule", "draft-illyes-repext §2.1.1";
    InvalidRule = "invalid-rule", Error, "`{}` is not a rule and was dropped; its member was kept", "draft-illyes-repext §2.1.1";
    MissingComma = "missing-comma", Error, "`{}` lacks a comma: the text before the blank was read, the token after it was dropped", "draft-illyes-repext §2.1.1";
    UnterminatedString = "unterminated-string", Error, "the string in `{}` has no closing quote; the member and the rest of the line were dropped", "RFC 9651 §4.2.5";
    UppercaseRule = "uppercase-rule", Notice, "`{}` was read in lower case; a strict reader ignores the whole field for it", "RFC 9651 §3.1.2";
    NegatedRule = "negated-rule", Notice, "`{}` is false and asserts nothing", "draft-illyes-repext §2.1.1";
    UnexpectedValue = "unexpected-value", Warning, "`{}` was read as the bare name; the value means nothing here", "draft-illyes-repext §2.1.1";
    LegacySyntaxInRobotsTag = "legacy-syntax-in-robots-tag", Warning, "`{}` is X-Robots-Tag syntax and was read as such; a strict reader finds no rule in it, write *;rule", "draft-illyes-repext §2.1.1";
    TokenEqualsRuleName = "token-equals-rule-name", Warning, "`{}` is where a product token belongs, but is the name of a directive; write *;rule", "draft-illyes-repext §2.1.1";
    GlobalToken = "global-token", Notice, "`{}` was read as `*`; in a field the global identifier is `*`", "draft-illyes-repext §2.1.1";
    DuplicateKey = "duplicate-key", Warning, "`{}` was overridden by a later member of the same key; a dictionary keeps the last", "RFC 9651 §4.2.2";
    FieldIgnored = "field-ignored", Error, "from `{}` on this is not a valid structured field; the strict mode ignores the whole field", "RFC 9651 §4.2";
    UnheardByStrict = "unheard-by-strict", Warning, "`{}` restricts in the lenient reading only", "RFC 9651 §4.2";
    NotAProductToken = "not-a-product-token", Error, "`{}` is neither `*` nor a product token; the member was ignored", "draft-illyes-repext §2.1.1";
    FieldTruncated = "field-truncated", Error, "the field is longer than the parsing limit; the cut member `{}` and all after it were not read", "draft-illyes-repext §2.1.1", leaves Limit;
    NearField = "near-field", Warning, "the field `{}` is not read; `{meant}` was probably meant", "draft-illyes-repext §2.1";
    // X-Robots-Tag and content
    UnknownDirective = "unknown-directive", Notice, "`{}` is not a known directive; kept as an extension, it binds no client", "draft-illyes-repext §2.3";
    NearDirective = "near-directive", Warning, "`{}` is not a known directive and restricts nothing; `{meant}` was probably meant", "draft-illyes-repext §2.3";
    ExtensionsOmitted = "extensions-omitted", Notice, "from `{}` on names that are not a known directive were not kept; they bind no client", "draft-illyes-repext §2.3";
    UnreadableStatement = "unreadable-statement", Warning, "`{}` is neither a directive nor a name; it was skipped", "X-Robots-Tag";
    MissingValue = "missing-value", Error, "`{}` needs a value and was dropped", "X-Robots-Tag";
    UnreadableValue = "unreadable-value", Error, "the value in `{}` cannot be read; the directive was dropped", "X-Robots-Tag";
    UnknownZone = "unknown-zone", Warning, "the time zone in `{}` is not known; UTC was taken", "RFC 5322 §4.3";
    Separator = "separator", Warning, "`{}` is not separated by commas; a strict reader finds no directive in it", "X-Robots-Tag";
    EqualsForColon = "equals-for-colon", Warning, "`{}` has `=` where `:` belongs and was read as if it had the colon; a strict reader finds no directive in it", "X-Robots-Tag";
    OtherScope = "other-scope", Notice, "what follows `{}:` is addressed to that product token, not to this client", "X-Robots-Tag";
    ScopeInContent = "scope-in-content", Warning, "`{}:` does not select a client in a content; the name of the meta selects the clients of the rules after it", "draft-illyes-repext §2.2";
    InvalidScope = "invalid-scope", Error, "`{}` is addressed to something that is not a product token; it binds no client", "RFC 9309 §2.2.1";
    SeveralScopes = "several-scopes", Warning, "`{}` names several clients before one colon, and only the last of them was read as the client of what follows; write a line for each", "X-Robots-Tag";
    FieldNameInValue = "field-name-in-value", Warning, "`{}:` repeats the name of the field, and was read as the name of a client; leave it out", "X-Robots-Tag";
    LinesJoined = "lines-joined", Notice, "the lines of `{}` were joined on the way; where one ended is not known", "RFC 9110 §5.3";
    ScopeUncertain = "scope-uncertain", Warning, "`{}` may have begun a line of its own, addressed to every client", "RFC 9110 §5.3", leaves ScopeUncertain;
    StructuredSyntaxInXRobotsTag = "sf-syntax-in-x-robots-tag", Warning, "`{}` is Robots-Tag syntax and was read as such; send it as Robots-Tag", "draft-illyes-repext §2.1.1";
    RobotsTagPreferred = "robots-tag-preferred", Warning, "`{}` was left out because Robots-Tag is present, as the option asks", "draft-illyes-repext issue 2";
    // documents
    ContentCoding = "content-coding", Error, "the body is still coded; no meta was read, undo its content coding first", "RFC 9110 §8.4", unread ContentCoding;
    IncompleteDocument = "incomplete-document", Error, "the document was cut before the end of its head, or of its body where that counts; the rest was not read", "RFC 9112 §8", unread Incomplete;
    HeadTruncated = "head-truncated", Error, "the limit came before the end of the head, or of the body where that counts; the rest was not read", "draft-illyes-repext §3", unread Incomplete;
    NearMetaName = "near-meta-name", Warning, "the name in `{}` does not address every client; `{meant}` was probably meant, which does", "draft-illyes-repext §2.2";
    PropertyForName = "property-for-name", Warning, "`{}` has another attribute where `name` belongs; write name=\"robots\"", "HTML §4.2.5";
    DirectiveBesideContent = "directive-beside-content", Warning, "`{}` has a directive after the end of its content, which restricts nothing; write all directives between the quotes", "HTML §13.1.2.3";
    NotCounted = "not-counted", Notice, "`{}` is in a place that does not count", "draft-illyes-repext §3";
    HttpEquivNotCounted = "http-equiv-not-counted", Warning, "`{}` is inert: http-equiv has no such keyword; use name=robots", "HTML §4.2.5.3";
    MetaNameStar = "meta-name-star", Warning, "a meta for every client is named robots, not `*`; `{}` was not counted", "draft-illyes-repext §2.2";
    MetaNameGoogle = "meta-name-google", Notice, "google is not the name of a crawler; `{}` does not bind Googlebot", "Google";
    MetaNameTrimmed = "meta-name-trimmed", Warning, "the name in `{}` has white space around it; a browser sees another name", "HTML §4.2.5.1";
    MetaNameQuoted = "meta-name-quoted", Warning, "the name in `{}` has quotes in it that are part of the name, so that it was not counted", "HTML §4.2.5.1";
    MetaNameList = "meta-name-list", Warning, "the name in `{}` is a list, which no reader takes apart, so that it was not counted; write a meta for each name", "HTML §4.2.5.1";
    MissingContent = "missing-content", Warning, "`{}` has no content attribute and was ignored", "HTML §4.2.5";
    ReplacementEncoding = "replacement-encoding", Error, "the octets of the document are not text in its encoding, or this build does not have it; no meta was read", "Encoding §4.1.2", unread Encoding;
    UnknownReference = "unknown-reference", Error, "`{}` names a character by a name that this build does not have; what it states is not known", "HTML §13.5", leaves Reference;
    NotRequested = "not-requested", Notice, "robots.txt does not allow the document to be fetched, so it was not requested", "RFC 9309 §2.2.2", unread NotRequested;
    NotHtml = "not-html", Notice, "the document is neither HTML nor XHTML by its type `{}`; no meta was looked for", "HTML §4.2.5";
    SniffedHtml = "sniffed-html", Notice, "the document has no type; it was read as HTML because it begins like it", "MIME Sniffing §7.1";
    TreeTooCostly = "tree-too-costly", Error, "the elements are nested so deeply that following them would take too long; the rest was not read", "HTML §13.2.6", unread Incomplete;
    IllFormedXml = "ill-formed-xml", Error, "the document is not well-formed from `{}` on; what stood before was read", "XML §2.1", leaves IllFormed;
    LooseMeta = "loose-meta", Warning, "`{}` is not a meta of XHTML, whose names are in lower case and in its namespace, and was not counted; readers that take it for HTML count it", "HTML §14", leaves Markup;
    XmlPage = "xml-page", Warning, "the document is XML by its type `{}`, and its root is `html`; readers that take it for a page count its metas, which were not read", "HTML §14", leaves Markup;
    XmlDeclarations = "xml-declarations", Warning, "`{}` declares entities or attributes, which readers of XML put into the document; what they state was not read", "XML §5.1", leaves Markup;
    // robots.txt
    ByteOrderMark = "byte-order-mark", Notice, "the file begins with a byte order mark; it was skipped", "RFC 9309 §2.3";
    CutByteOrderMark = "cut-byte-order-mark", Warning, "the file begins with part of a byte order mark; it was skipped", "RFC 9309 §2.3";
    Utf16 = "utf-16", Warning, "the file is UTF-16; a stricter reader, which expects UTF-8, finds no line in it", "RFC 9309 §2.2.2";
    GuessedUtf16 = "guessed-utf-16", Warning, "the file looks like UTF-16 without a byte order mark and was read as such", "RFC 9309 §2.2.2";
    InvalidUtf8 = "invalid-utf-8", Warning, "the file is not UTF-8 from `{}` on; such octets mean themselves", "RFC 9309 §2.3";
    RobotsTxtTruncated = "robots-txt-truncated", Error, "the file is longer than the parsing limit; the cut line `{}` and all after it were not read", "RFC 9309 §2.5", leaves Limit;
    LineTruncated = "line-truncated", Error, "a line is longer than the line limit; the rest of it was not read", "google/robotstxt";
    NoRecord = "no-record", Warning, "no line of the file is one of robots.txt; nothing is disallowed", "RFC 9309 §2.3.1.5";
    HtmlInstead = "html-instead", Warning, "the file is an HTML page; nothing is disallowed", "RFC 9309 §2.3.1.5";
    UnreadableLine = "unreadable-line", Warning, "`{}` is neither a comment nor a key, a colon and a value; it was skipped", "RFC 9309 §2.2";
    UnknownRecord = "unknown-record", Notice, "`{}` is not a known record; it was skipped", "RFC 9309 §2.2.4";
    NearKey = "near-key", Warning, "`{}` is not a known record and was skipped; `{meant}` was probably meant", "RFC 9309 §2.2.4";
    UnsupportedRecord = "unsupported-record", Warning, "`{}` has no effect in robots.txt; state it in a meta of the page or in a field of its response", "Google";
    MisspeltKey = "misspelt-key", Warning, "the key of `{}` is misspelt; a stricter reader skips the line", "RFC 9309 §2.2.4";
    MissingColon = "missing-colon", Warning, "`{}` has no colon; a stricter reader skips the line", "google/robotstxt";
    RuleWithoutGroup = "rule-without-group", Warning, "`{}` comes before the first group and binds no client", "RFC 9309 §2.2.2";
    AgentCut = "agent-cut", Notice, "of `{}` only the product token at its start was read", "RFC 9309 §2.2.1";
    SeveralAgents = "several-agents", Warning, "`{}` names several clients; only the first one was read, each needs a line of its own", "RFC 9309 §2.2.1";
    InvalidAgent = "invalid-agent", Error, "`{}` names no client: it is neither a token nor `*`", "RFC 9309 §2.2.1";
    UserAgentString = "user-agent-string", Warning, "of `{}` only the first name was read; write a product token alone{meant?}", "RFC 9309 §2.2.1";
    LinesRunTogether = "lines-run-together", Warning, "`{}` holds another record, which was read as part of the value; write each record on a line of its own", "RFC 9309 §2.2";
    Markup = "markup", Warning, "`{}` holds markup of HTML, which counts as text of the line; serve the file as plain text", "RFC 9309 §2.3";
    SeveralPatterns = "several-patterns", Warning, "`{}` is one pattern with its blanks; write each pattern on a line of its own, and a comment after `#`", "RFC 9309 §2.2.2";
    FragmentInPattern = "fragment-in-pattern", Warning, "`{}` was read as `{uncommented}`, since `#` begins a comment; no client sends what follows a `#` in a URL, so that no rule can name it: write another path, or leave the line out", "RFC 9309 §2.2";
    RulesShared = "rules-shared", Warning, "the rules after `{}` also bind the clients named before it, because only a rule ends a list of user agents; give those a rule of their own, such as `Disallow:`", "RFC 9309 §2.2.1";
    PatternWithoutSlash = "pattern-without-slash", Notice, "`{}` was read as if a slash stood before it", "RFC 9309 §2.2";
    UnmatchablePattern = "unmatchable-pattern", Error, "the path in `{}` begins with neither `/` nor `*`; it matches nothing", "RFC 9309 §2.2";
    InjectedAllowOverrides = "injected-allow-overrides", Warning, "`{}` ties with an `Allow: /` that another group for every client holds, and loses", "RFC 9309 §2.2.2";
    Rfc9309ViewDiffers = "rfc9309-view-differs", Warning, "a reader that knows only RFC 9309 skips `{}` and adds the rules below it to the group above", "draft-illyes-rep-purpose §2.1";
    MixedSignatureGroup = "mixed-signature-group", Notice, "`{}` shares a group with user-agent lines: either suffices here, a later draft asked for both", "draft-meunier-signature-agent-rep §3.2";
    InvalidSignatureHost = "invalid-signature-host", Error, "`{}` names no host and matches no client", "draft-meunier-signature-agent-rep §3.2.1";
    SignatureHostNormalised = "signature-host-normalised", Notice, "of `{}` only the host was read, in lower case", "draft-meunier-signature-agent-rep §3.2.1";
    BroadSignatureHost = "broad-signature-host", Warning, "`{}` is a single label and matches every host below it", "draft-meunier-signature-agent-rep §3.2.1";
    ShorterSignatureHost = "shorter-signature-host", Warning, "for clients of `{}`, the Disallow of a group for a shorter host above it does not apply; only the longest host counts", "draft-meunier-signature-agent-rep §3.2.1";
    InvalidCrawlDelay = "invalid-crawl-delay", Warning, "`{}` is not a number of seconds; it was skipped", "RFC 9309 §2.2.4";
    CappedCrawlDelay = "capped-crawl-delay", Warning, "`{}` is more than a year, and was taken for 366 days", "RFC 9309 §2.2.4";
    InvalidMobileAgentServer = "invalid-mobile-agent-server", Error, "`{}` is not a path, a blank and a server or none; it was skipped", "draft-giudici-web-robots-cntrl §3.2";
    MobileAgentServerOverridden = "mobile-agent-server-overridden", Notice, "`{}` is overridden by a later line with a shorter path", "draft-giudici-web-robots-cntrl §3.1";
    // What the owner of a robots.txt may mean beyond the lines that bind
    AiAgentsDisallowed = "ai-agents-disallowed", Notice, "the whole site is closed by name to {agents}; this binds no other client, but the owner may mean others too", "RFC 9309 §2.2.1", shown always;
    RightsReservedInComment = "rights-reserved-in-comment", Notice, "`{}` cites the law on the reservation of rights against text and data mining; a comment states nothing here, so a person has to read it", "Directive (EU) 2019/790 Art. 4(3)", shown always;
    SignalOutsideGroup = "signal-outside-group", Notice, "`{}` comes before the first group and was read for every client; some readers hear only the lines of a group, so write it below a User-agent line", "Cloudflare", shown always;
    // AI use: fields and robots.txt
    UsageUnreadable = "usage-unreadable", Error, "from `{}` on the preferences are not a valid structured dictionary; nothing in the value is heard", "draft-ietf-aipref-vocab-08 §6.5.1";
    UsageUnheard = "usage-unheard", Warning, "`{}` forbids a use if the value is read leniently; it is not heard", "draft-ietf-aipref-vocab-08 §6.5.1";
    UsageDuplicate = "usage-duplicate", Warning, "`{}` is overridden by a later member of the same label; a dictionary keeps the last", "RFC 9651 §4.2.2";
    UsageUnknownValue = "usage-unknown-value", Warning, "`{}` states nothing; a preference is `y` or `n`, in lower case and without quotes", "draft-ietf-aipref-vocab-08 §6.5";
    UsageUnknownLabel = "usage-unknown-label", Notice, "`{}` has a label that no draft defines and states nothing{meant?}", "draft-ietf-aipref-vocab-08 §6.4";
    UsageLabelLegacy = "usage-label-legacy", Warning, "`{}` has a label of {draft} and states nothing; write train-ai, ai-use or search", "draft-ietf-aipref-vocab-08 §6.4";
    UsageLabelForeign = "usage-label-foreign", Warning, "`{}` has a label of {draft} and states nothing here", "draft-ietf-aipref-vocab-08 §6.4";
    UsageEmpty = "usage-empty", Notice, "`{}` has a path without preferences; where it matches, nothing is stated", "draft-ietf-aipref-attach-05 §3";
    UsageOutsideGroup = "usage-outside-group", Warning, "`{}` comes before the first group and is not heard", "draft-ietf-aipref-attach-05 §3";
    UsageHidden = "usage-hidden", Notice, "where `{}` matches, the preference of a shorter path that forbids a use is not heard; the longest path speaks alone", "draft-ietf-aipref-attach-05 §3.1";
    UsageGroupingDiffers = "usage-grouping-differs", Warning, "`{}` ends the list of user agents for preferences and not for Allow and Disallow; write a Disallow or an Allow line before the next user agent", "draft-ietf-aipref-attach-05 §3";
    UsageNotInherited = "usage-not-inherited", Notice, "clients of `{}` do not hear the preferences of `*`, and their own group states none", "draft-ietf-aipref-attach-05 §3.1";
    SignalNotInherited = "signal-not-inherited", Notice, "clients of `{}` do not hear the content signals of `*`, and their own group states none", "RFC 9309 §2.2.1";
    SignalSpelling = "signal-spelling", Warning, "`{}` was read in spite of its spelling; write `key=yes` or `key=no` with commas between", "Cloudflare";
    SignalUnknownKey = "signal-unknown-key", Warning, "`{}` has no key of Content Signals and states nothing{meant?}", "Cloudflare";
    SignalUnknownValue = "signal-unknown-value", Warning, "the value in `{}` cannot be read; it states nothing", "Cloudflare";
    SignalConflict = "signal-conflict", Warning, "`{}` has an answer that differs from another for the same key; the stricter one counts", "Cloudflare";
    SignalUseBelowYes = "signal-use-below-yes", Notice, "`{}` allows training, and `use` limits the content to less than that", "Cloudflare";
    LicenseRelative = "license-relative", Warning, "`{}` is not an absolute address; it was read as relative to the site", "RSL 1.0 §4.4";
    LicenseSpelling = "license-spelling", Warning, "the marks around the address in `{}` were removed", "RSL 1.0 §4.4";
    LicenseInGroup = "license-in-group", Notice, "`{}` is for the clients of its group alone, and other clients find no licence in the file", "RSL 1.0 §4.4.2";
    AiTrainingExpiredDraft = "ai-training-expired-draft", Notice, "`{}` is of a draft that has expired, and readers that compare the beginnings of keys take it for Allow or Disallow", "draft-canel-robots-ai-control-01";
    // AI use: licences in RSL
    RslNotWellFormed = "rsl-not-well-formed", Error, "`{}` is not well-formed XML; nothing of the licence was read", "RSL 1.0 §2";
    RslNotConforming = "rsl-not-conforming", Error, "`{}` has no place in an RSL document (its namespace, an unknown element, a document type); nothing of the licence was read", "RSL 1.0 §2.2";
    RslTruncated = "rsl-truncated", Error, "the licence is over a limit (256 KiB, 1,024 contents, 64 elements deep, 256 names in a list of users or countries); nothing of it was read", "RSL 1.0 §2";
    RslUnknownUsage = "rsl-unknown-usage", Warning, "`{}` is not a use of RSL; it was skipped", "RSL 1.0 §3.4.1.1";
    RslAiprefLabel = "rsl-aipref-label", Warning, "`{}` is a label of AIPREF and was read as such; a use of RSL is `ai-train`", "RSL 1.0 §3.4.1.1";
    RslCommaList = "rsl-comma-list", Notice, "`{}` has commas between its names; write blanks, a strict reader finds one name", "RSL 1.0 §3.5";
    RslUnknownType = "rsl-unknown-type", Warning, "`{}` has none of the types usage, user and geo: without a type a prohibition of uses counts and a permission does not, with an unknown one the licence allows nothing", "RSL 1.0 §3.5";
    RslRepeatedList = "rsl-repeated-list", Warning, "`{}` is a second list of its type in the licence; a use is allowed if each list that permits has it", "RSL 1.0 §3.5";
    RslUnclearUrl = "rsl-unclear-url", Warning, "`{}` has a url that is neither a path from `/` on nor an absolute URL of one host; only its restrictions count", "RSL 1.0 §3.3";
    RslConflict = "rsl-conflict", Warning, "`{}` is permitted here and prohibited by a content with a wider url; the prohibition holds", "RSL 1.0 §3.1.1";
    // AI use: tdmrep.json
    TdmRepMalformed = "tdmrep-malformed", Error, "from `{}` on the file is not JSON with an array of rules; nothing in it is heard", "TDMRep §4";
    TdmRepSingleObject = "tdmrep-single-object", Warning, "the file is one rule and not an array of rules; it was read as an array with it", "TDMRep §4";
    TdmRepRule = "tdmrep-rule", Warning, "`{}` is not a rule with a location; it was skipped", "TDMRep §4";
    TdmRepText = "tdmrep-text", Notice, "`{}` is a text and was read as the number in it", "TDMRep §4";
    TdmRepUnset = "tdmrep-unset", Warning, "`{}` is not a reservation of 1 or 0; where its rule matches, nothing is stated, and later rules are not heard", "TDMRep §3";
    TdmRepLocation = "tdmrep-location", Warning, "`{}` is not a path from `/` on; a slash was set before it, and of an address its path counts on its own site alone", "TDMRep §4";
    TdmRepTruncated = "tdmrep-truncated", Error, "the file is over a limit (512 KiB, 10,000 rules); from `{}` on it was not read", "TDMRep §4";
    // AI use: TDMRep, and pointers to licences
    TdmUnset = "tdm-unset", Warning, "`{}` is not a value of this property, so the property is not set; a reservation is 1 or 0, a policy is a URL", "TDMRep, tdm-reservation";
    TdmConflict = "tdm-conflict", Warning, "`{}` contradicts a reservation in the same place; the rights count as reserved", "TDMRep, tdm-reservation";
    LicenseNotCounted = "license-not-counted", Notice, "`{}` points at a licence in a place or form that does not count for the whole response", "RSL 1.0 §4.6.1";
    InlineLicenseTooLong = "inline-license-too-long", Error, "the licence that begins with `{}` is longer than 64 KiB; it was not read", "RSL 1.0 §4.6.2";
    UseNotCounted = "use-not-counted", Warning, "`{}` states an AI-use preference where none is defined; write it as a field or in robots.txt", "draft-ietf-aipref-attach-05 §1.3.1";
    // Names of robots.txt, of fields and of documents
    NearAgent = "near-agent", Warning, "`{}` is not the token of a known crawler in use and binds none; `{meant}` was probably meant", "RFC 9309 §2.2.1";
    LookAlike = "look-alike", Warning, "`{}` holds {disguised}, which does not show or only looks like another character, and was read as it is; type the text again", "RFC 9309 §2.2";
    DiagnosticsOmitted = "diagnostics-omitted", Notice, "there was more to report from here on; it was left out", "RFC 9309 §3, draft-illyes-repext §3";
}

impl DiagnosticCode {
    /// The code that reports this reason for a document: the first row that has it.
    pub(crate) fn of_unread(why: Why) -> Option<DiagnosticCode> {
        let mut codes = DiagnosticCode::ALL.iter().copied();
        codes.find(|code| code.unread() == Some(why))
    }
}
