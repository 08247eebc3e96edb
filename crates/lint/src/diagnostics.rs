//! Rules that report diagnostics of the readers. Most need no other code: the rule of a diagnostic is the one that lists it.

use robots_policy::DiagnosticCode;

use crate::code::Code;
use crate::rule::rules;

impl Code {
    /// The rule that reports a diagnostic; `None` for one that is not a finding.
    pub fn of_diagnostic(code: DiagnosticCode) -> Option<Code> {
        let mut rules = RULES.iter();
        let found = rules.find(|rule| rule.diagnostics.contains(&code));
        found.map(|rule| rule.code)
    }
}

rules! {
    AgentCut: Info, [RobotsTxt], "RFC 9309 §2.2.1", reports [AgentCut];
    AgentIsUaString: Error, [RobotsTxt], "RFC 9309 §2.2.1", reports [UserAgentString];
    AgentWildcard: Warning, [RobotsTxt], "RFC 9309 §2.2.1", reports [InvalidAgent];
    AiAgentsClosed: Info, [RobotsTxt], "RFC 9309 §2.2.1", reports [AiAgentsDisallowed];
    ContentUsageDeadLabel: Error, [RobotsTxt, Fields], "draft-ietf-aipref-vocab-08 §6.4",
        reports [UsageLabelLegacy, UsageLabelForeign, UsageUnknownLabel];
    ContentUsageValue: Error, [RobotsTxt, Fields], "draft-ietf-aipref-vocab-08 §6.5",
        reports [UsageUnknownValue, UsageUnreadable, UsageUnheard];
    CrawlDelayValue: Warning, [RobotsTxt], "RFC 9309 §2.2.4", reports [InvalidCrawlDelay, CappedCrawlDelay];
    DirectiveNear: Error, [Fields, Page], "draft-illyes-repext §2.3", reports [NearDirective];
    DirectiveUnknown: Info, [Fields, Page], "draft-illyes-repext §2.3", reports [UnknownDirective];
    ExpiredDraft: Warning, [RobotsTxt], "draft-canel-robots-ai-control-01", reports [AiTrainingExpiredDraft];
    ExtensionMisread: Warning, [RobotsTxt], "draft-illyes-rep-purpose §2.1", reports [Rfc9309ViewDiffers];
    FieldNameInValue: Error, [Fields], "X-Robots-Tag", reports [FieldNameInValue];
    FieldNameNear: Error, [Fields], "draft-illyes-repext §2.1", reports [NearField];
    FieldStray: Info, [Fields], "RFC 9651 §4.2",
        reports [EmptyMember, MemberWithoutRules, EmptyRule, NegatedRule, GlobalToken];
    FieldTooLong: Error, [Fields], "draft-illyes-repext §2.1.1", reports [FieldTruncated];
    FileEncoding: Warning, [RobotsTxt], "RFC 9309 §2.2",
        reports [ByteOrderMark, CutByteOrderMark, Utf16, GuessedUtf16, InvalidUtf8];
    FileTooLong: Error, [RobotsTxt], "RFC 9309 §2.5", reports [RobotsTxtTruncated, LineTruncated];
    FragmentInPattern: Error, [RobotsTxt], "RFC 9309 §2.2", reports [FragmentInPattern];
    HtmlForRobotsTxt: Error, [RobotsTxt], "RFC 9309 §2.3.1.5", reports [HtmlInstead];
    InjectedAllow: Warning, [RobotsTxt], "RFC 9309 §2.2.2", reports [InjectedAllowOverrides];
    LegacyInRobotsTag: Warning, [Fields], "draft-illyes-repext §2.1.1",
        reports [LegacySyntaxInRobotsTag, TokenEqualsRuleName];
    LicenseLine: Info, [RobotsTxt], "RSL 1.0 §4.4", reports [LicenseRelative, LicenseSpelling, LicenseInGroup];
    LicenseNotCounted: Info, [Fields, Page], "RSL 1.0 §4.6.1", reports [LicenseNotCounted];
    LineAmbiguous: Warning, [Fields], "RFC 9110 §5.3", reports [ScopeUncertain];
    LinesRunTogether: Error, [RobotsTxt], "RFC 9309 §2.2", reports [LinesRunTogether];
    LookAlike: Error, [RobotsTxt, Fields, Page], "RFC 9309 §2.2", reports [LookAlike];
    Markup: Error, [RobotsTxt], "RFC 9309 §2.3", reports [Markup];
    MetaHttpEquiv: Error, [Page], "HTML §4.2.5.3", reports [HttpEquivNotCounted];
    MetaInWrongType: Warning, [Page], "HTML §4.2.5",
        reports [NotHtml, IllFormedXml, LooseMeta, XmlPage, XmlDeclarations];
    MetaLate: Warning, [Page], "draft-illyes-repext §3", reports [HeadTruncated, TreeTooCostly];
    MetaNameNear: Error, [Page], "draft-illyes-repext §2.2",
        reports [NearMetaName, MetaNameTrimmed, MetaNameQuoted, MetaNameList];
    MetaNameNoCrawler: Warning, [Page], "Google", reports [MetaNameStar, MetaNameGoogle];
    MetaNotCounted: Warning, [Page], "draft-illyes-repext §3", reports [NotCounted];
    MetaScope: Warning, [Page], "draft-illyes-repext §2.2", reports [ScopeInContent];
    MetaWrongAttribute: Error, [Page], "HTML §4.2.5", reports [PropertyForName, MissingContent, DirectiveBesideContent];
    MissingColon: Error, [RobotsTxt], "RFC 9309 §2.2", reports [MissingColon];
    MisspeltKey: Warning, [RobotsTxt], "RFC 9309 §2.2.4", reports [MisspeltKey];
    MobileServer: Info, [RobotsTxt], "draft-giudici-web-robots-cntrl §3.2",
        reports [InvalidMobileAgentServer, MobileAgentServerOverridden];
    NearKey: Error, [RobotsTxt], "RFC 9309 §2.2.4", reports [NearKey];
    NoRecord: Info, [RobotsTxt], "RFC 9309 §2.3.1.5", reports [NoRecord];
    NoindexInRobotsTxt: Error, [RobotsTxt], "Google", reports [UnsupportedRecord];
    PageEncoding: Error, [Page], "Encoding §4.1.2", reports [ReplacementEncoding];
    PathWithoutSlash: Error, [RobotsTxt], "RFC 9309 §2.2", reports [UnmatchablePattern];
    PatternWithoutSlash: Info, [RobotsTxt], "RFC 9309 §2.2", reports [PatternWithoutSlash];
    RightsInComment: Warning, [RobotsTxt], "Directive (EU) 2019/790 Art. 4(3)", reports [RightsReservedInComment];
    RslInvalid: Error, [Site], "RSL 1.0 §2",
        reports [RslNotWellFormed, RslNotConforming, RslTruncated, InlineLicenseTooLong];
    RslUnclear: Warning, [Site], "RSL 1.0 §3",
        reports [RslUnknownUsage, RslAiprefLabel, RslCommaList, RslUnknownType, RslRepeatedList, RslUnclearUrl,
            RslConflict];
    RuleWithoutGroup: Error, [RobotsTxt], "RFC 9309 §2.2.2", reports [RuleWithoutGroup];
    RulesShared: Error, [RobotsTxt], "RFC 9309 §2.2.1", reports [RulesShared];
    ScopeInvalid: Error, [Fields, Page], "RFC 9309 §2.2.1", reports [InvalidScope, NotAProductToken];
    ScopeSeveral: Error, [Fields], "X-Robots-Tag", reports [SeveralScopes];
    Separator: Warning, [Fields, Page], "X-Robots-Tag", reports [Separator, EqualsForColon];
    SeveralAgents: Error, [RobotsTxt], "RFC 9309 §2.2.1", reports [SeveralAgents];
    SeveralPatterns: Error, [RobotsTxt], "RFC 9309 §2.2.2", reports [SeveralPatterns];
    SignalConflict: Warning, [RobotsTxt, Fields], "Cloudflare", reports [SignalConflict];
    SignalInvalid: Error, [RobotsTxt], "Cloudflare", reports [SignalUnknownValue, SignalUnknownKey];
    SignalNotInherited: Warning, [RobotsTxt], "RFC 9309 §2.2.1", reports [SignalNotInherited, UsageNotInherited];
    SignalOutsideGroup: Warning, [RobotsTxt], "Cloudflare", reports [SignalOutsideGroup, UsageOutsideGroup];
    SignalSpelling: Warning, [RobotsTxt], "Cloudflare", reports [SignalSpelling];
    SignatureHost: Warning, [RobotsTxt], "draft-meunier-signature-agent-rep §3.2.1",
        reports [InvalidSignatureHost, BroadSignatureHost, ShorterSignatureHost, MixedSignatureGroup,
            SignatureHostNormalised];
    StatementUnreadable: Error, [Fields, Page], "X-Robots-Tag", reports [UnreadableStatement];
    StrictHearsLess: Warning, [Fields], "RFC 9651 §4.2",
        reports [UnheardByStrict, DuplicateKey, MissingComma, InvalidRule, InvalidMember, UnterminatedString,
            FieldIgnored, UnexpectedValue, UppercaseRule];
    StructuredInLegacy: Warning, [Fields], "draft-illyes-repext §2.1.1", reports [StructuredSyntaxInXRobotsTag];
    TdmConflict: Warning, [Fields, Page], "TDMRep, tdm-reservation", reports [TdmConflict];
    TdmValue: Error, [Fields, Page], "TDMRep, tdm-reservation", reports [TdmUnset];
    TdmrepInvalid: Error, [Site], "TDMRep §4", reports [TdmRepMalformed, TdmRepRule, TdmRepUnset, TdmRepTruncated];
    TdmrepUnclear: Warning, [Site], "TDMRep §4", reports [TdmRepSingleObject, TdmRepText, TdmRepLocation];
    UnknownRecord: Info, [RobotsTxt], "RFC 9309 §2.2.4", reports [UnknownRecord];
    UnknownToken: Warning, [RobotsTxt, Fields, Page], "RFC 9309 §2.2.1", reports [NearAgent];
    UnreadableLine: Warning, [RobotsTxt], "RFC 9309 §2.2", reports [UnreadableLine];
    UsageOverridden: Warning, [RobotsTxt, Fields], "draft-ietf-aipref-attach-05 §3.1",
        reports [UsageDuplicate, UsageHidden, UsageEmpty, UsageGroupingDiffers, SignalUseBelowYes];
    UseInMeta: Warning, [Page], "draft-ietf-aipref-attach-05 §1.3.1", reports [UseNotCounted];
    ValueUnreadable: Error, [Fields, Page], "Google", reports [UnreadableValue, MissingValue];
    ZoneUnknown: Warning, [Fields, Page], "RFC 5322 §4.3", reports [UnknownZone];
}
