//! The codes of rules.

use std::fmt;

use serde::{Serialize, Serializer};

/// Codes with their names, in the order of these.
macro_rules! codes {
    ($($code:ident $name:literal)*) => {
        /// The code of a rule.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = concat!("`", $name, "`")] $code,)*
        }

        impl Code {
            /// All codes, in the order of their names.
            pub const ALL: &[Code] = &[$(Code::$code),*];

            /// The code as text.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Code::$code => $name,)*
                }
            }

            /// Two inputs as TOML, for all but two rules: `fires`, which the rule reports, and `quiet`, which is near and which it does not report.
            pub const fn examples(self) -> &'static str {
                match self {
                    $(Code::$code => include_str!(concat!("../rules/", $name, ".toml")),)*
                }
            }
        }
    };
}

codes! {
    AgentCut "agent-cut"
    AgentIsUaString "agent-is-ua-string"
    AgentWildcard "agent-wildcard"
    AiAgentsClosed "ai-agents-closed"
    AiSignalsDisagree "ai-signals-disagree"
    AllClosed "all-closed"
    AllowAlone "allow-alone"
    ArchiveToken "archive-token"
    CanonicalElsewhere "canonical-elsewhere"
    CanonicalTarget "canonical-target"
    CaseDiffers "case-differs"
    CommentInPattern "comment-in-pattern"
    ContentUsageDeadLabel "content-usage-dead-label"
    ContentUsageValue "content-usage-value"
    CrawlDelay "crawl-delay"
    CrawlDelayValue "crawl-delay-value"
    DeadRule "dead-rule"
    DeadlineNear "deadline-near"
    DeadlinePassed "deadline-passed"
    DirectiveNear "directive-near"
    DirectiveUnknown "directive-unknown"
    DollarInside "dollar-inside"
    EdgeDisagrees "edge-disagrees"
    ExceptionAlone "exception-alone"
    ExpectUnmatched "expect-unmatched"
    ExpiredDraft "expired-draft"
    ExtensionMisread "extension-misread"
    FieldNameInValue "field-name-in-value"
    FieldNameNear "field-name-near"
    FieldStray "field-stray"
    FieldTooLong "field-too-long"
    FieldsDisagree "fields-disagree"
    FileEncoding "file-encoding"
    FileTooLong "file-too-long"
    FragmentInPattern "fragment-in-pattern"
    GroupRepeated "group-repeated"
    Historic "historic"
    HtmlForRobotsTxt "html-for-robots-txt"
    IgnoreEnded "ignore-ended"
    IgnoreUnused "ignore-unused"
    InjectedAllow "injected-allow"
    InjectedGroup "injected-group"
    IntentBroken "intent-broken"
    LegacyInRobotsTag "legacy-in-robots-tag"
    LicenseLine "license-line"
    LicenseNotCounted "license-not-counted"
    LineAmbiguous "line-ambiguous"
    LinesRunTogether "lines-run-together"
    LookAlike "look-alike"
    Markup "markup"
    MetaHttpEquiv "meta-http-equiv"
    MetaInBody "meta-in-body"
    MetaInWrongType "meta-in-wrong-type"
    MetaLate "meta-late"
    MetaNameNear "meta-name-near"
    MetaNameNoCrawler "meta-name-no-crawler"
    MetaNested "meta-nested"
    MetaNotCounted "meta-not-counted"
    MetaScope "meta-scope"
    MetaWrongAttribute "meta-wrong-attribute"
    MissingColon "missing-colon"
    MisspeltKey "misspelt-key"
    MobileServer "mobile-server"
    NearKey "near-key"
    Needless "needless"
    NeedlessStar "needless-star"
    NoRecord "no-record"
    NoindexInRobotsTxt "noindex-in-robots-txt"
    NotFoundOpen "not-found-open"
    OctetsUnencoded "octets-unencoded"
    OpenTwin "open-twin"
    OwnCannotOpen "own-cannot-open"
    OwnGroupHidesAll "own-group-hides-all"
    PageEncoding "page-encoding"
    PathWithoutSlash "path-without-slash"
    PatternWithoutSlash "pattern-without-slash"
    PermissiveOverruled "permissive-overruled"
    PurposeSplit "purpose-split"
    RedirectField "redirect-field"
    RedirectTarget "redirect-target"
    RegexInPattern "regex-in-pattern"
    ResourceNoindex "resource-noindex"
    ResourcesBlocked "resources-blocked"
    RetiredToken "retired-token"
    RightsInComment "rights-in-comment"
    RobotsByHost "robots-by-host"
    RobotsNotServed "robots-not-served"
    RobotsRedirect "robots-redirect"
    RobotsRefused "robots-refused"
    RobotsSpaFallback "robots-spa-fallback"
    RobotsThrottled "robots-throttled"
    RobotsType "robots-type"
    RobotsUnreachable "robots-unreachable"
    RslInvalid "rsl-invalid"
    RslUnclear "rsl-unclear"
    RuleWithoutGroup "rule-without-group"
    RulesShared "rules-shared"
    SaidTwice "said-twice"
    ScopeInvalid "scope-invalid"
    ScopeSeveral "scope-several"
    ScoreConflict "score-conflict"
    Separator "separator"
    ServerConfigsDiffer "server-configs-differ"
    ServerContext "server-context"
    ServerHeaderEmpty "server-header-empty"
    ServerHeaderErrors "server-header-errors"
    ServerHeaderKept "server-header-kept"
    ServerHeaderLost "server-header-lost"
    ServerHeaderReplaced "server-header-replaced"
    ServerHeaderTwice "server-header-twice"
    ServerHeaderUnused "server-header-unused"
    ServerIfModule "server-if-module"
    ServerLimit "server-limit"
    ServerNoindexAll "server-noindex-all"
    ServerRuleDead "server-rule-dead"
    ServerRuleEmpty "server-rule-empty"
    ServerServicesDiffer "server-services-differ"
    SeveralAgents "several-agents"
    SeveralPatterns "several-patterns"
    SignalConflict "signal-conflict"
    SignalInvalid "signal-invalid"
    SignalNotInherited "signal-not-inherited"
    SignalOutsideGroup "signal-outside-group"
    SignalSpelling "signal-spelling"
    SignatureHost "signature-host"
    SiteWideNoindex "site-wide-noindex"
    SitemapBroken "sitemap-broken"
    SitemapDisallowed "sitemap-disallowed"
    SitemapLine "sitemap-line"
    SitemapNoindex "sitemap-noindex"
    SitemapTooLong "sitemap-too-long"
    SnippetZero "snippet-zero"
    StarAlone "star-alone"
    StatementUnreadable "statement-unreadable"
    StrictHearsLess "strict-hears-less"
    StructuredInLegacy "structured-in-legacy"
    TdmConflict "tdm-conflict"
    TdmValue "tdm-value"
    TdmrepInvalid "tdmrep-invalid"
    TdmrepUnclear "tdmrep-unclear"
    TieLost "tie-lost"
    UnknownRecord "unknown-record"
    UnknownToken "unknown-token"
    UnreadableLine "unreadable-line"
    UnseenStatement "unseen-statement"
    UrlAsPattern "url-as-pattern"
    UsageOverridden "usage-overridden"
    UseInMeta "use-in-meta"
    ValueUnreadable "value-unreadable"
    VerdictChanged "verdict-changed"
    ZoneUnknown "zone-unknown"
}

impl Code {
    /// The code of this name.
    pub fn of_name(name: &str) -> Option<Code> {
        let mut codes = Code::ALL.iter().copied();
        codes.find(|code| code.name() == name)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
