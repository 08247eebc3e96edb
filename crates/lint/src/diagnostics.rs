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
    AgentCut: Info, [RobotsTxt], "RFC 9309 §2.2.1", reports [AgentCut],
        title: "text after a product token",
        consequence: "Only the product token at the start is read.",
        advice: "Write the token alone.";
    AgentIsUaString: Error, [RobotsTxt], "RFC 9309 §2.2.1", reports [UserAgentString],
        title: "the User-Agent field of a client, and not its product token",
        consequence: "Only the first word is read, which names no crawler.",
        advice: "Write the product token alone.";
    AgentWildcard: Warning, [RobotsTxt], "RFC 9309 §2.2.1", reports [InvalidAgent],
        title: "a star in the name of a client",
        consequence: "A name is a product token and no pattern; only `*` alone means every client.",
        advice: "Write a line for each name, or `*`.";
    AiAgentsClosed: Info, [RobotsTxt], "RFC 9309 §2.2.1", reports [AiAgentsDisallowed],
        title: "AI crawlers are closed by name",
        consequence: "This binds no other client, of which the owner may mean more.",
        advice: "State a preference for every client too, such as `Content-Signal: ai-train=no`.";
    ContentUsageDeadLabel: Error, [RobotsTxt, Fields], "draft-ietf-aipref-vocab-08 §6.4",
        reports [UsageLabelLegacy, UsageLabelForeign, UsageUnknownLabel],
        title: "a label of AI preferences that no reader hears",
        consequence: "The statement says nothing; `ai=n` is of a draft that was given up.",
        advice: "Write `train-ai`, `ai-use` or `search`.";
    ContentUsageValue: Error, [RobotsTxt, Fields], "draft-ietf-aipref-vocab-08 §6.5",
        reports [UsageUnknownValue, UsageUnreadable, UsageUnheard],
        title: "a value of AI preferences that cannot be read",
        consequence: "The statement says nothing.",
        advice: "Write `y` or `n`.";
    CrawlDelayValue: Warning, [RobotsTxt], "RFC 9309 §2.2.4", reports [InvalidCrawlDelay, CappedCrawlDelay],
        title: "a Crawl-delay that is not a number, or more than a year",
        consequence: "The line is skipped, or counts as 366 days.",
        advice: "Write a number of seconds.";
    DirectiveNear: Error, [Fields, Page], "draft-illyes-repext §2.3", reports [NearDirective],
        title: "a misspelt directive",
        consequence: "It restricts nothing.",
        advice: "Correct it.";
    DirectiveUnknown: Info, [Fields, Page], "draft-illyes-repext §2.3", reports [UnknownDirective],
        title: "a directive that no engine documents",
        consequence: "It restricts nothing.",
        advice: "Leave it out, unless a reader of yours knows it.";
    ExpiredDraft: Warning, [RobotsTxt], "draft-canel-robots-ai-control-01", reports [AiTrainingExpiredDraft],
        title: "a record of a draft that has expired",
        consequence: "Some readers take it for Allow or Disallow.",
        advice: "Write Content-Usage.";
    ExtensionMisread: Warning, [RobotsTxt], "draft-illyes-rep-purpose §2.1", reports [Rfc9309ViewDiffers],
        title: "a group that only an extension opens",
        consequence: "A reader of RFC 9309 alone skips its first line and adds its rules to the group above.",
        advice: "Put such groups first, or repeat the rules above.";
    FieldNameInValue: Error, [Fields], "X-Robots-Tag", reports [FieldNameInValue],
        title: "the name of the field in its value",
        consequence: "It is read as the name of a client, so that every other client hears nothing.",
        advice: "Leave the name out.";
    FieldNameNear: Error, [Fields], "draft-illyes-repext §2.1", reports [NearField],
        title: "the name of a field that no reader knows",
        consequence: "Nothing in the field is heard.",
        advice: "Write `X-Robots-Tag`.";
    FieldStray: Info, [Fields], "RFC 9651 §4.2",
        reports [EmptyMember, MemberWithoutRules, EmptyRule, NegatedRule, GlobalToken],
        title: "a part of Robots-Tag that states nothing",
        consequence: "It is skipped.",
        advice: "Leave it out.";
    FieldTooLong: Error, [Fields], "draft-illyes-repext §2.1.1", reports [FieldTruncated],
        title: "a field over the parsing limit",
        consequence: "The rest is not read.",
        advice: "Shorten it to 8 KiB at most.";
    FileEncoding: Warning, [RobotsTxt], "RFC 9309 §2.2",
        reports [ByteOrderMark, CutByteOrderMark, Utf16, GuessedUtf16, InvalidUtf8],
        title: "a file that is not plain UTF-8",
        consequence: "Some readers lose the first group, or the whole file.",
        advice: "Save the file as UTF-8 without a byte order mark.";
    FileTooLong: Error, [RobotsTxt], "RFC 9309 §2.5", reports [RobotsTxtTruncated, LineTruncated],
        title: "a file or line over a limit",
        consequence: "The rest is not read.",
        advice: "Shorten the file to 500 KiB at most.";
    FragmentInPattern: Error, [RobotsTxt], "RFC 9309 §2.2", reports [FragmentInPattern],
        title: "a fragment in a path",
        consequence: "`#` begins a comment, so that the shorter path before it is closed, which may be the whole site.",
        advice: "Leave the line out: no client sends a fragment.";
    HtmlForRobotsTxt: Error, [RobotsTxt], "RFC 9309 §2.3.1.5", reports [HtmlInstead],
        title: "an HTML page in the place of robots.txt",
        consequence: "No line of the page is one of robots.txt, so that nothing is disallowed.",
        advice: "Serve the file as text, or answer 404 if there is none.";
    InjectedAllow: Warning, [RobotsTxt], "RFC 9309 §2.2.2", reports [InjectedAllowOverrides],
        title: "an `Allow: /` of another group that overrules a Disallow",
        consequence: "Groups for every client count as one, and the Allow decides.",
        advice: "Leave the Allow out. A CDN may add it: look at its settings.";
    LegacyInRobotsTag: Warning, [Fields], "draft-illyes-repext §2.1.1",
        reports [LegacySyntaxInRobotsTag, TokenEqualsRuleName],
        title: "X-Robots-Tag syntax in Robots-Tag",
        consequence: "A strict reader finds no rule in it.",
        advice: "Write `*;noindex`.";
    LicenseLine: Info, [RobotsTxt], "RSL 1.0 §4.4", reports [LicenseRelative, LicenseSpelling, LicenseInGroup],
        title: "a License line that readers may not follow",
        consequence: "A licence of a group is for its clients alone, and a relative address is not RSL.",
        advice: "Write an absolute address before the first group.";
    LicenseNotCounted: Info, [Fields, Page], "RSL 1.0 §4.6.1", reports [LicenseNotCounted],
        title: "a pointer to a licence in a place that does not count",
        consequence: "The licence is not found.",
        advice: "Send a Link field, or write a link element in the head.";
    LineAmbiguous: Warning, [Fields], "RFC 9110 §5.3", reports [ScopeUncertain],
        title: "joined lines in which a scope may have ended",
        consequence: "More or less may be addressed to every client.",
        advice: "Send each line for a client by itself, the ones for every client first.";
    LinesRunTogether: Error, [RobotsTxt], "RFC 9309 §2.2", reports [LinesRunTogether],
        title: "several records on one line",
        consequence: "The second record is read as part of the first value, so that it does nothing.",
        advice: "Write each record on a line of its own.";
    LookAlike: Error, [RobotsTxt, Fields, Page], "RFC 9309 §2.2", reports [LookAlike],
        title: "a character that does not show, or of another script",
        consequence: "The text is read as it is written, and is another name than it looks like.",
        advice: "Type the text again.";
    Markup: Error, [RobotsTxt], "RFC 9309 §2.3", reports [Markup],
        title: "markup of HTML in a line",
        consequence: "The markup is part of the value.",
        advice: "Serve the file as plain text.";
    MetaHttpEquiv: Error, [Page], "HTML §4.2.5.3", reports [HttpEquivNotCounted],
        title: "`http-equiv` with the name of the field",
        consequence: "It is inert: HTML has no such keyword.",
        advice: "Write `name=\"robots\"`, or send the field.";
    MetaInWrongType: Warning, [Page], "HTML §4.2.5",
        reports [NotHtml, IllFormedXml, LooseMeta, XmlPage, XmlDeclarations],
        title: "a robots meta in a document whose type is not that of a page",
        consequence: "It is not read.",
        advice: "Send the field.";
    MetaLate: Warning, [Page], "draft-illyes-repext §3", reports [HeadTruncated, TreeTooCostly],
        title: "a head that is too long or too deep to read whole",
        consequence: "Metas beyond the limit are not read.",
        advice: "Write the robots meta first in the head.";
    MetaNameNear: Error, [Page], "draft-illyes-repext §2.2",
        reports [NearMetaName, MetaNameTrimmed, MetaNameQuoted, MetaNameList],
        title: "a meta whose name is near `robots`",
        consequence: "No reader counts it.",
        advice: "Write `name=\"robots\"`.";
    MetaNameNoCrawler: Warning, [Page], "Google", reports [MetaNameStar, MetaNameGoogle],
        title: "a meta named `*` or `google`",
        consequence: "It addresses no crawler.",
        advice: "Write `robots`, or `googlebot`.";
    MetaNotCounted: Warning, [Page], "draft-illyes-repext §3", reports [NotCounted],
        title: "a meta in a template or another place that does not count",
        consequence: "Readers differ about it.",
        advice: "Write it as a child of the head.";
    MetaScope: Warning, [Page], "draft-illyes-repext §2.2", reports [ScopeInContent],
        title: "the name of a client inside of a content",
        consequence: "The name of the meta selects the clients.",
        advice: "Write a meta with the name of the client.";
    MetaWrongAttribute: Error, [Page], "HTML §4.2.5", reports [PropertyForName, MissingContent],
        title: "a meta with another attribute in the place of `name` or `content`",
        consequence: "No reader counts it.",
        advice: "Write `name=\"robots\" content=\"…\"`.";
    MissingColon: Error, [RobotsTxt], "RFC 9309 §2.2", reports [MissingColon],
        title: "a key without a colon",
        consequence: "Google reads the line, and readers of RFC 9309 skip it.",
        advice: "Write the colon.";
    MisspeltKey: Warning, [RobotsTxt], "RFC 9309 §2.2.4", reports [MisspeltKey],
        title: "a misspelt key that many readers know",
        consequence: "Some readers skip the line.",
        advice: "Write the key as RFC 9309 has it.";
    MobileServer: Info, [RobotsTxt], "draft-giudici-web-robots-cntrl §3.2",
        reports [InvalidMobileAgentServer, MobileAgentServerOverridden],
        title: "a Mobile-agent-server line that does nothing",
        consequence: "The line is skipped, or overridden by a later one.",
        advice: "Write a path, a blank and a server.";
    NearKey: Error, [RobotsTxt], "RFC 9309 §2.2.4", reports [NearKey],
        title: "a misspelt key",
        consequence: "The line is skipped; rules below a misspelt `User-agent` belong to the group above.",
        advice: "Correct the key.";
    NoRecord: Info, [RobotsTxt], "RFC 9309 §2.3.1.5", reports [NoRecord],
        title: "no line is one of robots.txt",
        consequence: "The file states nothing, and everything is allowed.",
        advice: "Write a group, or serve no file at all.";
    NoindexInRobotsTxt: Error, [RobotsTxt], "Google", reports [UnsupportedRecord],
        title: "a record that has no effect in robots.txt",
        consequence: "No engine reads it there; Google has not since September 2019.",
        advice: "State it in a robots meta or in X-Robots-Tag.";
    PageEncoding: Error, [Page], "Encoding §4.1.2", reports [ReplacementEncoding],
        title: "a document in an encoding that decodes to nothing",
        consequence: "No meta is read.",
        advice: "Send the document as UTF-8.";
    PathWithoutSlash: Error, [RobotsTxt], "RFC 9309 §2.2", reports [UnmatchablePattern],
        title: "a path that begins with neither `/` nor `*`",
        consequence: "The rule matches nothing.",
        advice: "Begin the path with `/`.";
    PatternWithoutSlash: Info, [RobotsTxt], "RFC 9309 §2.2", reports [PatternWithoutSlash],
        title: "a pattern that begins with a star",
        consequence: "It is read as if a slash stood before it; some readers match it anywhere or not at all.",
        advice: "Write `/*`.";
    RightsInComment: Warning, [RobotsTxt], "Directive (EU) 2019/790 Art. 4(3)", reports [RightsReservedInComment],
        title: "a reservation of rights in a comment",
        consequence: "A comment states nothing that a program reads.",
        advice: "State it in a Content-Signal or Content-Usage line, or in tdmrep.json.";
    RslInvalid: Error, [Site], "RSL 1.0 §2",
        reports [RslNotWellFormed, RslNotConforming, RslTruncated, InlineLicenseTooLong],
        title: "a licence in RSL of which nothing is read",
        consequence: "What it prohibits is not known, and what it permits is not heard.",
        advice: "Correct the XML.";
    RslUnclear: Warning, [Site], "RSL 1.0 §3",
        reports [RslUnknownUsage, RslAiprefLabel, RslCommaList, RslUnknownType, RslRepeatedList, RslUnclearUrl,
            RslConflict],
        title: "a part of a licence in RSL that a strict reader does not hear",
        consequence: "Readers differ about it.",
        advice: "Write it as the standard has it.";
    RuleWithoutGroup: Error, [RobotsTxt], "RFC 9309 §2.2.2", reports [RuleWithoutGroup],
        title: "a rule before the first group",
        consequence: "The rule binds no client.",
        advice: "Write `User-agent: *` above it.";
    RulesShared: Error, [RobotsTxt], "RFC 9309 §2.2.1", reports [RulesShared],
        title: "rules that bind the clients above them, too",
        consequence: "Only a rule ends a list of user agents. A group with `Crawl-delay` or another record alone shares the rules of the next group.",
        advice: "Write a rule, such as `Disallow:`, before the next `User-agent`. Where the rules are those of `*`, move the other records below them.";
    ScopeInvalid: Error, [Fields, Page], "RFC 9309 §2.2.1", reports [InvalidScope, NotAProductToken],
        title: "a statement to something that is not a product token",
        consequence: "It binds no client.",
        advice: "Write the product token of the crawler alone.";
    ScopeSeveral: Error, [Fields], "X-Robots-Tag", reports [SeveralScopes],
        title: "several names before one colon",
        consequence: "Only the last name is read as the client of what follows.",
        advice: "Send a line for each name.";
    Separator: Warning, [Fields, Page], "X-Robots-Tag", reports [Separator, EqualsForColon],
        title: "directives without commas between",
        consequence: "A strict reader hears none of them.",
        advice: "Write commas.";
    SeveralAgents: Error, [RobotsTxt], "RFC 9309 §2.2.1", reports [SeveralAgents],
        title: "several names in one User-agent line",
        consequence: "At most the first name is read.",
        advice: "Write a line for each name.";
    SeveralPatterns: Error, [RobotsTxt], "RFC 9309 §2.2.2", reports [SeveralPatterns],
        title: "several paths in one rule",
        consequence: "The line is one pattern with blanks in it, which no page has.",
        advice: "Write a line for each path.";
    SignalConflict: Warning, [RobotsTxt, Fields], "Cloudflare", reports [SignalConflict],
        title: "content signals that contradict each other",
        consequence: "The stricter answer counts.",
        advice: "Leave one of the two out.";
    SignalInvalid: Error, [RobotsTxt], "Cloudflare", reports [SignalUnknownValue, SignalUnknownKey],
        title: "a content signal that cannot be read",
        consequence: "The statement says nothing.",
        advice: "Write `key=yes` or `key=no`, with the keys search, ai-input and ai-train.";
    SignalNotInherited: Warning, [RobotsTxt], "RFC 9309 §2.2.1", reports [SignalNotInherited, UsageNotInherited],
        title: "a group that does not hear the AI preferences of `*`",
        consequence: "A client with a group of its own does not hear those of `*`, and its group states none.",
        advice: "Write the preferences in each group.";
    SignalOutsideGroup: Warning, [RobotsTxt], "Cloudflare", reports [SignalOutsideGroup, UsageOutsideGroup],
        title: "a content signal before the first group",
        consequence: "Some readers hear the lines of a group alone.",
        advice: "Write it below a User-agent line.";
    SignalSpelling: Warning, [RobotsTxt], "Cloudflare", reports [SignalSpelling],
        title: "a content signal in another spelling",
        consequence: "It is read here, and a strict reader hears nothing.",
        advice: "Write `key=yes` or `key=no` with commas between.";
    SignatureHost: Warning, [RobotsTxt], "draft-meunier-signature-agent-rep §3.2.1",
        reports [InvalidSignatureHost, BroadSignatureHost, ShorterSignatureHost, MixedSignatureGroup,
            SignatureHostNormalised],
        title: "a signature host that names none or too many",
        consequence: "The group is for no client, or for more than meant.",
        advice: "Write the full host.";
    StatementUnreadable: Error, [Fields, Page], "X-Robots-Tag", reports [UnreadableStatement],
        title: "text that is neither a directive nor a name",
        consequence: "The statement is lost.",
        advice: "Leave quotes and other marks out.";
    StrictHearsLess: Warning, [Fields], "RFC 9651 §4.2",
        reports [UnheardByStrict, DuplicateKey, MissingComma, InvalidRule, InvalidMember, UnterminatedString,
            FieldIgnored, UnexpectedValue, UppercaseRule],
        title: "a field that a strict reader hears less of",
        consequence: "A restriction is lost in the strict reading of a structured field.",
        advice: "Write the field as RFC 9651 has it.";
    StructuredInLegacy: Warning, [Fields], "draft-illyes-repext §2.1.1", reports [StructuredSyntaxInXRobotsTag],
        title: "Robots-Tag syntax in X-Robots-Tag",
        consequence: "Other readers find the name of a bot in it.",
        advice: "Send it as Robots-Tag, or write it without `*;`.";
    TdmConflict: Warning, [Fields, Page], "TDMRep, tdm-reservation", reports [TdmConflict],
        title: "reservations that contradict each other",
        consequence: "The rights count as reserved.",
        advice: "Leave one of the two out.";
    TdmValue: Error, [Fields, Page], "TDMRep, tdm-reservation", reports [TdmUnset],
        title: "a reservation that cannot be read",
        consequence: "The property is not set.",
        advice: "Write 1 or 0 for the reservation, and a URL for the policy.";
    TdmrepInvalid: Error, [Site], "TDMRep §4", reports [TdmRepMalformed, TdmRepRule, TdmRepUnset, TdmRepTruncated],
        title: "a tdmrep.json of which a rule is not heard",
        consequence: "What the rule reserves is not reserved.",
        advice: "Write an array of rules, each with `location` and a `tdm-reservation` of 1 or 0.";
    TdmrepUnclear: Warning, [Site], "TDMRep §4", reports [TdmRepSingleObject, TdmRepText, TdmRepLocation],
        title: "a tdmrep.json in another form than the protocol has",
        consequence: "A strict reader hears nothing.",
        advice: "Write it as the protocol has it.";
    UnknownRecord: Info, [RobotsTxt], "RFC 9309 §2.2.4", reports [UnknownRecord],
        title: "a key that no reader knows",
        consequence: "The line is skipped.",
        advice: "Leave it out, or make it a comment.";
    UnknownToken: Warning, [RobotsTxt, Fields, Page], "RFC 9309 §2.2.1", reports [NearAgent],
        title: "a name near that of a known crawler",
        consequence: "It binds no known crawler.",
        advice: "Write the token of the crawler, if it was meant.";
    UnreadableLine: Warning, [RobotsTxt], "RFC 9309 §2.2", reports [UnreadableLine],
        title: "a line without a key and a colon",
        consequence: "The line is skipped.",
        advice: "Begin a comment with `#`, and write a key, a colon and a value on any other line.";
    UsageOverridden: Warning, [RobotsTxt, Fields], "draft-ietf-aipref-attach-05 §3.1",
        reports [UsageDuplicate, UsageHidden, UsageEmpty, UsageGroupingDiffers, SignalUseBelowYes],
        title: "an AI preference that another one hides",
        consequence: "It is not heard everywhere.",
        advice: "State each preference once, for the longest path that it is meant for.";
    UseInMeta: Warning, [Page], "draft-ietf-aipref-attach-05 §1.3.1", reports [UseNotCounted],
        title: "an AI preference in a place that no draft defines",
        consequence: "It is not heard.",
        advice: "Send a Content-Usage field, or write it in robots.txt.";
    ValueUnreadable: Error, [Fields, Page], "Google", reports [UnreadableValue, MissingValue],
        title: "a value that cannot be read",
        consequence: "The directive is dropped.",
        advice: "Write a value of its kind.";
    ZoneUnknown: Warning, [Fields, Page], "RFC 5322 §4.3", reports [UnknownZone],
        title: "a date with an unknown time zone",
        consequence: "UTC is taken.",
        advice: "Write GMT, or an offset.";
}
