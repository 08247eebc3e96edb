//! The verdict for one asker, and what it follows from.

use std::collections::BTreeSet;

use super::{Because, Policy, Snippet};
use crate::date::Timestamp;
use crate::diagnostic::{Diagnostic, DiagnosticCode};
use crate::directive::{Directive, DirectiveSet, DirectiveValue, Permits};
use crate::provenance::{Placement, Source};
use crate::robots_txt::{Access, Reason, Robots};
use crate::signal::{Extension, Signal, Statement};
use crate::token::{Accessor, Scope};
use crate::unread::Unread;

/// The verdict for one asker, and what it follows from.
///
/// A verdict borrows the [`Policy`] that it was made from. To use it later or elsewhere, keep the policy and ask again,
/// which costs little; to store what it says, make a `report::Record` of it (feature `serde`).
///
/// ```
/// use robots_policy::{Accessor, Directive, HeaderReader, Policy, Timestamp};
///
/// let mut headers = http::HeaderMap::new();
/// headers.insert("x-robots-tag", "nofollow, max-snippet: 20, noai".parse().unwrap());
/// let policy = Policy::new().with_headers(&headers);
/// let verdict = policy.verdict(&Accessor::new("ExampleBot")?, "/", Timestamp::from_unix(0));
///
/// assert!(verdict.may_index() && !verdict.may_follow());
/// assert_eq!(verdict.snippet().to_string(), "yes, at most 20 characters");
/// assert!(verdict.directives().contains(Directive::NoAi));
/// assert_eq!(verdict.because().count(), 3);
/// # Ok::<(), robots_policy::InvalidProductToken>(())
/// ```
///
/// # Text
/// The text form is that of [`report::Text`](crate::report::Text), without colour.
///
/// # Unread documents
/// If a document was not read, or not whole ([`Verdict::unread`]), no question about the page gets a yes.
/// [`Verdict::index`], [`Verdict::follow`], [`Verdict::archive`] and [`Snippet::allowed`] are `Some(false)` if a source
/// that was read forbids it, else `None`. The methods that begin with `may_` are true only if no source forbids it and
/// every source was read.
///
/// ```
/// use robots_policy::{Accessor, Policy, Timestamp, Unread, Why};
///
/// let policy = Policy::new().with_unread(Unread::document(Why::ContentCoding));
/// let verdict = policy.verdict(&Accessor::new("ExampleBot")?, "/", Timestamp::from_unix(0));
/// assert_eq!(verdict.index(), None);
/// assert!(!verdict.may_index());
/// # Ok::<(), robots_policy::InvalidProductToken>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict<'p> {
    policy: &'p Policy,
    accessor: Accessor,
    target: Box<str>,
    now: Timestamp,
    access: Access<'p>,
    directives: DirectiveSet,
}

impl<'p> Verdict<'p> {
    pub(super) fn new(
        policy: &'p Policy,
        accessor: &Accessor,
        target: &str,
        now: Timestamp,
    ) -> Verdict<'p> {
        let mut verdict = Verdict {
            policy,
            accessor: accessor.clone(),
            target: target.into(),
            now,
            access: policy.robots.access(accessor, target),
            directives: DirectiveSet::default(),
        };
        let stated = || verdict.signals().filter_map(Signal::directive);
        let heard = stated().collect::<DirectiveSet>().resolved_at(verdict.now);
        let stated = stated().map(|(directive, _)| directive);
        verdict.directives = heard.with_exceptions(stated);
        verdict
    }

    /// May it be fetched, and which line of robots.txt says so?
    pub fn access(&self) -> &Access<'p> {
        &self.access
    }

    /// Whether an obedient crawler could have seen the page-level statements: false where robots.txt disallows.
    ///
    /// They are reported in both cases. A ban on fetching an address is not a ban on listing the address alone.
    pub fn is_obtainable(&self) -> bool {
        self.access.allowed() != Some(false)
    }

    /// Whether robots.txt or a directive in force restricts this asker; `None` if no source that was read does and a
    /// source was not read.
    ///
    /// The highest level of a preview is not a restriction.
    pub fn restricted(&self) -> Option<bool> {
        let restricts = !self.is_obtainable()
            || self
                .directives
                .iter()
                .any(|(directive, value)| directive.kind().restricts(value));
        self.unless_forbidden(restricts).map(|free| !free)
    }

    /// Whether a source restricts this asker, or may restrict it: true also if a source was not read, so that
    /// `!restricts()` never permits the use of an unread document. [`Verdict::restricted`] distinguishes the two cases.
    pub fn restricts(&self) -> bool {
        self.restricted() != Some(false)
    }

    /// May it be stored in a publicly accessible index? `None` where that is not known, see [`Verdict::unread`].
    pub fn index(&self) -> Option<bool> {
        self.unless_in_force(Directive::NoIndex)
    }

    /// May its links be followed? `None` where that is not known, see [`Verdict::unread`].
    pub fn follow(&self) -> Option<bool> {
        self.unless_in_force(Directive::NoFollow)
    }

    /// May a stored copy be offered? `None` where that is not known, see [`Verdict::unread`].
    pub fn archive(&self) -> Option<bool> {
        self.unless_in_force(Directive::NoArchive)
    }

    /// Whether it may be stored in a publicly accessible index: no source forbids it, and every source was read.
    pub fn may_index(&self) -> bool {
        self.index() == Some(true)
    }

    /// Whether its links may be followed: no source forbids it, and every source was read.
    pub fn may_follow(&self) -> bool {
        self.follow() == Some(true)
    }

    /// Whether a stored copy may be offered: no source forbids it, and every source was read.
    pub fn may_archive(&self) -> bool {
        self.archive() == Some(true)
    }

    /// The inputs that were not read, or not whole, each reason once, in the order of [`Why::ALL`](crate::Why::ALL).
    pub fn unread(&self) -> impl Iterator<Item = Unread> + use<> {
        self.policy.unread.iter().map(Unread::document)
    }

    /// The moment from which it may no longer be indexed, if one was named; it may have passed.
    pub fn index_until(&self) -> Option<Timestamp> {
        match self.directives.get(Directive::UnavailableAfter) {
            Some(DirectiveValue::Deadline(moment)) => Some(moment),
            _ => None,
        }
    }

    /// May it be excerpted, and how long?
    pub fn snippet(&self) -> Snippet {
        let allowed = self.unless_in_force(Directive::NoSnippet);
        let max_chars = match self.directives.get(Directive::MaxSnippet) {
            _ if allowed == Some(false) => Some(0),
            Some(DirectiveValue::Ceiling(limit)) => limit,
            _ => None,
        };
        Snippet { allowed, max_chars }
    }

    /// The directives in force for this asker.
    pub fn directives(&self) -> &DirectiveSet {
        &self.directives
    }

    /// The explicit permissions for this asker in the order of [`Directive::ALL`], as `index` or `max-snippet: -1`. They lift no restriction: a response with
    /// `index` beside `noindex` may not be indexed.
    pub fn permits(&self) -> impl Iterator<Item = (Directive, DirectiveValue)> + use<> {
        let stated = self.signals().filter_map(Signal::directive);
        stated.collect::<Permits>().into_iter()
    }

    /// The statements that permit so, in the order they were read; none where [`Verdict::permits`] lacks the directive.
    pub fn permitted_by(&self, directive: Directive) -> impl Iterator<Item = &'p Signal> + '_ {
        let value = directive.permissive_value();
        let permits = move |said| value.is_some_and(|value| said == (directive, value));
        self.signals()
            .filter(move |signal| signal.directive().is_some_and(permits))
    }

    /// What the verdict follows from: the line of robots.txt that disallows, if one does, then every statement about the
    /// page that put something in force, in the order they were read.
    pub fn because(&self) -> impl Iterator<Item = Because<'p>> {
        let rule = Because::of_access(&self.access)
            .filter(|_| self.access.reason() == Reason::DisallowRule);
        let signals = self.signals().filter(|signal| {
            let alone = self.alone(signal);
            let mut said = alone.iter();
            said.any(|(directive, value)| self.directives.get(directive) == Some(value))
        });
        rule.into_iter().chain(signals.map(Because::Signal))
    }

    /// The statements that each alone would put `directive` in force as it is, in the order they were read.
    pub fn because_of(&self, directive: Directive) -> impl Iterator<Item = Because<'p>> {
        let value = self.directives.get(directive);
        let signals = self.signals();
        let signals = signals
            .filter(move |signal| value.is_some() && self.alone(signal).get(directive) == value);
        signals.map(Because::Signal)
    }

    /// Names outside the table that address this asker, in alphabetical order; those of one name in the order they were
    /// read, each value once. Of one field or content no more than 4,096 are kept.
    pub fn extensions(&self) -> impl Iterator<Item = &'p Extension> + use<'p> {
        let mut known = BTreeSet::new();
        let mut extensions: Vec<&Extension> = Vec::new();
        for signal in self.signals() {
            if let Statement::Extension(extension) = signal.statement()
                && known.insert((extension.name(), extension.value()))
            {
                extensions.push(extension);
            }
        }
        extensions.sort_by_key(|extension| extension.name());
        extensions.into_iter()
    }

    /// The robots.txt, or why there is none. It also has what robots.txt says beside its rules:
    ///
    /// ```
    /// use std::time::Duration;
    /// use robots_policy::{Accessor, Policy, RobotsTxt, Timestamp};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nCrawl-delay: 5\n\nSitemap: https://example.com/map");
    /// let policy = Policy::new().with_robots_txt(robots);
    /// let verdict = policy.verdict(&Accessor::new("ExampleBot")?, "/", Timestamp::from_unix(0));
    ///
    /// let rules = verdict.robots().rules().unwrap();
    /// assert_eq!(rules.crawl_delay(verdict.accessor()), Some(Duration::from_secs(5)));
    /// assert_eq!(rules.sitemaps().next().unwrap().value(), "https://example.com/map");
    /// # Ok::<(), robots_policy::InvalidProductToken>(())
    /// ```
    pub fn robots(&self) -> &'p Robots {
        &self.policy.robots
    }

    /// Every page-level statement that addresses this asker, in the order they were read: permissive words, extensions
    /// and statements that a stricter one outweighs are included.
    pub fn signals(&self) -> impl Iterator<Item = &'p Signal> + '_ {
        self.policy
            .signals
            .iter()
            .filter(|signal| self.hears(signal.scope()))
    }

    /// The diagnostics that concern this asker. One on a rule for another client is left out if the rule addresses this asker.
    pub fn diagnostics(&self) -> impl Iterator<Item = &'p Diagnostic> + '_ {
        let own = self.accessor.page_tokens();
        let is_own = |scope: &str| {
            own.iter()
                .any(|own| own.as_str().eq_ignore_ascii_case(scope))
        };
        let diagnostics = self.policy.diagnostics.iter();
        diagnostics.filter(move |diagnostic| !diagnostic.scope().is_some_and(is_own))
    }

    /// The inputs that met their parsing limit, each once; a document is [`Source::Meta`] of the head.
    /// [`Source::input`] is the name of each in output.
    pub fn truncated(&self) -> impl Iterator<Item = Source> + use<> {
        let mut sources = Vec::new();
        for diagnostic in &self.policy.diagnostics {
            let source = match diagnostic.code() {
                DiagnosticCode::HeadTruncated | DiagnosticCode::TreeTooCostly => {
                    Source::Meta(Placement::Head)
                }
                DiagnosticCode::FieldTruncated | DiagnosticCode::RobotsTxtTruncated => {
                    diagnostic.provenance().source()
                }
                _ => continue,
            };
            if !sources.contains(&source) {
                sources.push(source);
            }
        }
        sources.into_iter()
    }

    /// The policy that the verdict was made from.
    pub fn policy(&self) -> &'p Policy {
        self.policy
    }

    /// Who asks.
    pub fn accessor(&self) -> &Accessor {
        &self.accessor
    }

    /// The target of the question: an absolute URL or a path.
    pub fn target(&self) -> &str {
        &self.target
    }

    /// The clock that was asked by.
    pub fn now(&self) -> Timestamp {
        self.now
    }

    fn unless_in_force(&self, forbids: Directive) -> Option<bool> {
        self.unless_forbidden(self.directives.contains(forbids))
    }

    /// Yes is an answer only where all was read.
    fn unless_forbidden(&self, is_forbidden: bool) -> Option<bool> {
        let is_known = is_forbidden || self.policy.unread.is_empty();
        is_known.then_some(!is_forbidden)
    }

    fn hears(&self, scope: &Scope) -> bool {
        match scope {
            Scope::Global => self.accessor.obeys_global(),
            Scope::Token(token) => self.accessor.page_tokens().contains(token),
        }
    }

    /// The directives that a statement would put in force if it were the only one; an exception only if it is in force.
    fn alone(&self, signal: &Signal) -> DirectiveSet {
        let said = signal.directive();
        let exception = said
            .map(|(directive, _)| directive)
            .filter(|directive| directive.is_exception() && self.directives.contains(*directive));
        let alone = said
            .into_iter()
            .collect::<DirectiveSet>()
            .resolved_at(self.now);
        alone.with_stated(exception)
    }
}
