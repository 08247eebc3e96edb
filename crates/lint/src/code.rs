//! The codes of rules. `robots-policy-dev generate` writes them, of `rules/CODE.toml`.

/// The code of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[rustfmt::skip]
pub enum Code {
    /// `agent-cut`: text after a product token.
    AgentCut,
    /// `agent-is-ua-string`: the User-Agent field of a client, and not its product token.
    AgentIsUaString,
    /// `agent-wildcard`: a star in the name of a client.
    AgentWildcard,
    /// `ai-agents-closed`: AI crawlers are closed by name.
    AiAgentsClosed,
    /// `ai-signals-disagree`: statements about AI use that contradict each other.
    AiSignalsDisagree,
    /// `all-closed`: the whole site is closed to every client.
    AllClosed,
    /// `allow-alone`: `Allow` rules alone.
    AllowAlone,
    /// `archive-token`: `ia_archiver` and not `archive.org_bot`.
    ArchiveToken,
    /// `canonical-elsewhere`: `noindex` beside a canonical link to another page.
    CanonicalElsewhere,
    /// `canonical-target`: a canonical link to a page that is closed or has `noindex`.
    CanonicalTarget,
    /// `case-differs`: a pattern in another case than the addresses of the site.
    CaseDiffers,
    /// `comment-in-pattern`: a comment that does not begin with `#`.
    CommentInPattern,
    /// `content-usage-dead-label`: a label of AI preferences that no reader hears.
    ContentUsageDeadLabel,
    /// `content-usage-value`: a value of AI preferences that cannot be read.
    ContentUsageValue,
    /// `crawl-delay`: a Crawl-delay.
    CrawlDelay,
    /// `crawl-delay-value`: a Crawl-delay that is not a number, or more than a year.
    CrawlDelayValue,
    /// `dead-rule`: a rule that never decides.
    DeadRule,
    /// `deadline-near`: an `unavailable_after` within 14 days.
    DeadlineNear,
    /// `deadline-passed`: an `unavailable_after` that has passed.
    DeadlinePassed,
    /// `directive-near`: a misspelt directive.
    DirectiveNear,
    /// `directive-unknown`: a directive that no engine documents.
    DirectiveUnknown,
    /// `dollar-inside`: a `$` that is not at the end.
    DollarInside,
    /// `edge-disagrees`: a page that robots.txt allows and the server refuses.
    EdgeDisagrees,
    /// `exception-alone`: `indexifembedded` without `noindex`.
    ExceptionAlone,
    /// `expect-unmatched`: an expectation that fits no input.
    ExpectUnmatched,
    /// `expired-draft`: a record of a draft that has expired.
    ExpiredDraft,
    /// `extension-misread`: a group that only an extension opens.
    ExtensionMisread,
    /// `field-name-in-value`: the name of the field in its value.
    FieldNameInValue,
    /// `field-name-near`: the name of a field that no reader knows.
    FieldNameNear,
    /// `field-stray`: a part of Robots-Tag that states nothing.
    FieldStray,
    /// `field-too-long`: a field over the parsing limit.
    FieldTooLong,
    /// `fields-disagree`: Robots-Tag and X-Robots-Tag say different things.
    FieldsDisagree,
    /// `file-encoding`: a file that is not plain UTF-8.
    FileEncoding,
    /// `file-too-long`: a file or line over a limit.
    FileTooLong,
    /// `fragment-in-pattern`: a fragment in a path.
    FragmentInPattern,
    /// `group-repeated`: several groups of one name.
    GroupRepeated,
    /// `historic`: a word for a service that has ended.
    Historic,
    /// `html-for-robots-txt`: an HTML page in the place of robots.txt.
    HtmlForRobotsTxt,
    /// `ignore-ended`: an `[[ignore]]` whose end has passed.
    IgnoreEnded,
    /// `ignore-unused`: an `[[ignore]]`, or a comment that ignores, without a finding.
    IgnoreUnused,
    /// `injected-allow`: an `Allow: /` of another group that overrules a Disallow.
    InjectedAllow,
    /// `injected-group`: rules that a network before the site adds.
    InjectedGroup,
    /// `intent-broken`: an answer that is not the one that the configuration expects.
    IntentBroken,
    /// `legacy-in-robots-tag`: X-Robots-Tag syntax in Robots-Tag.
    LegacyInRobotsTag,
    /// `license-line`: a License line that readers may not follow.
    LicenseLine,
    /// `license-not-counted`: a pointer to a licence in a place that does not count.
    LicenseNotCounted,
    /// `line-ambiguous`: joined lines in which a scope may have ended.
    LineAmbiguous,
    /// `lines-run-together`: several records on one line.
    LinesRunTogether,
    /// `look-alike`: a character that does not show, or of another script.
    LookAlike,
    /// `markup`: markup of HTML in a line.
    Markup,
    /// `meta-http-equiv`: `http-equiv` with the name of the field.
    MetaHttpEquiv,
    /// `meta-in-body`: a meta after the end of the head.
    MetaInBody,
    /// `meta-in-wrong-type`: a robots meta in a document whose type is not that of a page.
    MetaInWrongType,
    /// `meta-late`: a head that is too long or too deep to read whole.
    MetaLate,
    /// `meta-name-near`: a meta whose name is near `robots`.
    MetaNameNear,
    /// `meta-name-no-crawler`: a meta named `*` or `google`.
    MetaNameNoCrawler,
    /// `meta-nested`: a meta inside an attribute.
    MetaNested,
    /// `meta-not-counted`: a meta in a template or another place that does not count.
    MetaNotCounted,
    /// `meta-scope`: the name of a client inside of a content.
    MetaScope,
    /// `meta-wrong-attribute`: a meta with another attribute in the place of `name` or `content`.
    MetaWrongAttribute,
    /// `missing-colon`: a key without a colon.
    MissingColon,
    /// `misspelt-key`: a misspelt key that many readers know.
    MisspeltKey,
    /// `mobile-server`: a Mobile-agent-server line that does nothing.
    MobileServer,
    /// `near-key`: a misspelt key.
    NearKey,
    /// `needless`: a permissive word alone.
    Needless,
    /// `needless-star`: a star that does nothing.
    NeedlessStar,
    /// `no-record`: no line is one of robots.txt.
    NoRecord,
    /// `noindex-in-robots-txt`: a record that has no effect in robots.txt.
    NoindexInRobotsTxt,
    /// `not-found-open`: an address that does not exist answers as a page.
    NotFoundOpen,
    /// `octets-unencoded`: octets that a URL has percent-encoded.
    OctetsUnencoded,
    /// `open-twin`: a copy of the site that is open.
    OpenTwin,
    /// `own-cannot-open`: permission for one crawler beside a restriction for all.
    OwnCannotOpen,
    /// `own-group-hides-all`: a group of its own without the rules for every client.
    OwnGroupHidesAll,
    /// `page-encoding`: a document in an encoding that decodes to nothing.
    PageEncoding,
    /// `path-without-slash`: a path that begins with neither `/` nor `*`.
    PathWithoutSlash,
    /// `pattern-without-slash`: a pattern that begins with a star.
    PatternWithoutSlash,
    /// `permissive-overruled`: a permissive word beside the restriction of the same.
    PermissiveOverruled,
    /// `purpose-split`: crawlers for training are closed, and those for answers are open.
    PurposeSplit,
    /// `redirect-field`: a restriction on a redirect, and not on the page that it leads to.
    RedirectField,
    /// `redirect-target`: a redirect to a page that robots.txt closes.
    RedirectTarget,
    /// `regex-in-pattern`: a regular expression in a path.
    RegexInPattern,
    /// `resource-noindex`: `noindex` on an image, a font, a style or a script.
    ResourceNoindex,
    /// `resources-blocked`: scripts or styles are closed.
    ResourcesBlocked,
    /// `retired-token`: the name of a crawler that is not used any more.
    RetiredToken,
    /// `rights-in-comment`: a reservation of rights in a comment.
    RightsInComment,
    /// `robots-by-host`: a robots.txt that differs between hosts of a site.
    RobotsByHost,
    /// `robots-not-served`: a robots.txt that the configuration does not serve.
    RobotsNotServed,
    /// `robots-redirect`: a robots.txt that is elsewhere.
    RobotsRedirect,
    /// `robots-refused`: a robots.txt that the server refuses.
    RobotsRefused,
    /// `robots-spa-fallback`: a page that is sent in the place of a robots.txt.
    RobotsSpaFallback,
    /// `robots-throttled`: a robots.txt that the server delays (429).
    RobotsThrottled,
    /// `robots-type`: a robots.txt that is not text/plain.
    RobotsType,
    /// `robots-unreachable`: a robots.txt that cannot be fetched.
    RobotsUnreachable,
    /// `rsl-invalid`: a licence in RSL of which nothing is read.
    RslInvalid,
    /// `rsl-unclear`: a part of a licence in RSL that a strict reader does not hear.
    RslUnclear,
    /// `rule-without-group`: a rule before the first group.
    RuleWithoutGroup,
    /// `rules-shared`: rules that bind the clients above them, too.
    RulesShared,
    /// `said-twice`: one restriction in two places.
    SaidTwice,
    /// `scope-invalid`: a statement to something that is not a product token.
    ScopeInvalid,
    /// `scope-several`: several names before one colon.
    ScopeSeveral,
    /// `score-conflict`: a valid line that a score counts as a fault.
    ScoreConflict,
    /// `separator`: directives without commas between.
    Separator,
    /// `server-configs-differ`: two configurations of a folder that give a file different fields.
    ServerConfigsDiffer,
    /// `server-context`: Netlify: fields of a context of deployments.
    ServerContext,
    /// `server-header-empty`: a field without a value.
    ServerHeaderEmpty,
    /// `server-header-errors`: a field that is not sent with errors.
    ServerHeaderErrors,
    /// `server-header-kept`: Apache: `unset` or `edit` of a field that is in the other table.
    ServerHeaderKept,
    /// `server-header-lost`: nginx: a field that an inner `add_header` takes away.
    ServerHeaderLost,
    /// `server-header-replaced`: a field that a later statement replaces everywhere.
    ServerHeaderReplaced,
    /// `server-header-twice`: a field that is sent twice in one answer.
    ServerHeaderTwice,
    /// `server-header-unused`: a field that is sent with no file of the folder.
    ServerHeaderUnused,
    /// `server-if-module`: Apache: a field in the condition of a module.
    ServerIfModule,
    /// `server-limit`: Cloudflare: a line or a rule after the limit.
    ServerLimit,
    /// `server-noindex-all`: a field that keeps every page of the folder from the index.
    ServerNoindexAll,
    /// `server-rule-dead`: a rule with a pattern that is for no path.
    ServerRuleDead,
    /// `server-rule-empty`: a rule of a path without a field.
    ServerRuleEmpty,
    /// `server-services-differ`: `_headers` that Netlify and Cloudflare read in two ways.
    ServerServicesDiffer,
    /// `several-agents`: several names in one User-agent line.
    SeveralAgents,
    /// `several-patterns`: several paths in one rule.
    SeveralPatterns,
    /// `signal-conflict`: content signals that contradict each other.
    SignalConflict,
    /// `signal-invalid`: a content signal that cannot be read.
    SignalInvalid,
    /// `signal-not-inherited`: a group that does not hear the AI preferences of `*`.
    SignalNotInherited,
    /// `signal-outside-group`: a content signal before the first group.
    SignalOutsideGroup,
    /// `signal-spelling`: a content signal in another spelling.
    SignalSpelling,
    /// `signature-host`: a signature host that names none or too many.
    SignatureHost,
    /// `site-wide-noindex`: a site all of whose pages have `noindex`.
    SiteWideNoindex,
    /// `sitemap-broken`: a sitemap that lists something else than pages of its site.
    SitemapBroken,
    /// `sitemap-disallowed`: a sitemap that lists what robots.txt closes.
    SitemapDisallowed,
    /// `sitemap-line`: a sitemap without an absolute address.
    SitemapLine,
    /// `sitemap-noindex`: a sitemap that lists a page with `noindex`.
    SitemapNoindex,
    /// `sitemap-too-long`: a sitemap that is too long.
    SitemapTooLong,
    /// `snippet-zero`: `max-snippet: 0`.
    SnippetZero,
    /// `star-alone`: `Disallow: *`.
    StarAlone,
    /// `statement-unreadable`: text that is neither a directive nor a name.
    StatementUnreadable,
    /// `strict-hears-less`: a field that a strict reader hears less of.
    StrictHearsLess,
    /// `structured-in-legacy`: Robots-Tag syntax in X-Robots-Tag.
    StructuredInLegacy,
    /// `tdm-conflict`: reservations that contradict each other.
    TdmConflict,
    /// `tdm-value`: a reservation that cannot be read.
    TdmValue,
    /// `tdmrep-invalid`: a tdmrep.json of which a rule is not heard.
    TdmrepInvalid,
    /// `tdmrep-unclear`: a tdmrep.json in another form than the protocol has.
    TdmrepUnclear,
    /// `tie-lost`: a Disallow that an Allow of the same path overrules.
    TieLost,
    /// `unknown-record`: a key that no reader knows.
    UnknownRecord,
    /// `unknown-token`: a name near that of a known crawler.
    UnknownToken,
    /// `unreadable-line`: a line without a key and a colon.
    UnreadableLine,
    /// `unseen-statement`: a restriction that robots.txt hides.
    UnseenStatement,
    /// `url-as-pattern`: an address in the place of a path.
    UrlAsPattern,
    /// `usage-overridden`: an AI preference that another one hides.
    UsageOverridden,
    /// `use-in-meta`: an AI preference in a place that no draft defines.
    UseInMeta,
    /// `value-unreadable`: a value that cannot be read.
    ValueUnreadable,
    /// `verdict-changed`: an answer that is not the one in the lock.
    VerdictChanged,
    /// `zone-unknown`: a date with an unknown time zone.
    ZoneUnknown,
}
