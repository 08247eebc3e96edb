//! The verdict for one asker, and its reasons.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use super::Policy;
use crate::date::Timestamp;
use crate::diagnostic::{Diagnostic, DiagnosticCode};
use crate::directive::{Directive, DirectiveSet, DirectiveValue, Permits};
use crate::robots_txt::{Access, MobileAgentServer, Reason, Robots, RobotsTxt, Rule};
use crate::signal::{Signal, Statement};
use crate::token::{Accessor, Scope};
use crate::unread::Unread;

/// The excerpt of a response that is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Snippet {
    /// Whether any excerpt may be shown; `None` where something that may forbid it was not read.
    pub allowed: Option<bool>,
    /// The most characters an excerpt may have: 0 if no excerpt is allowed, `None` if no source that was read limits it.
    pub max_chars: Option<u32>,
}

/// The verdict for one asker, and its reasons.
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
#[derive(Clone, Debug)]
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

    /// Names outside the table that address this asker, in alphabetical order, each with the values it was given. Of one
    /// field or content no more than 4,096 are kept.
    pub fn extensions(&self) -> BTreeMap<&'p str, Vec<Option<&'p str>>> {
        let mut extensions: BTreeMap<&str, Vec<Option<&str>>> = BTreeMap::new();
        let mut known = BTreeSet::new();
        for signal in self.signals() {
            if let Statement::Extension(extension) = signal.statement() {
                let (name, value) = (extension.name(), extension.value());
                if known.insert((name, value)) {
                    extensions.entry(name).or_default().push(value);
                }
            }
        }
        extensions
    }

    /// The statements that each alone would put `directive` in force as it is, in the order they were read.
    pub fn witnesses(&self, directive: Directive) -> impl Iterator<Item = &'p Signal> + '_ {
        let value = self.directives.get(directive);
        self.signals()
            .filter(move |signal| value.is_some() && self.alone(signal).get(directive) == value)
    }

    /// The line of robots.txt that disallows the target, where one does.
    pub fn disallowed_by(&self) -> Option<Rule<'p>> {
        self.access
            .rule()
            .filter(|_| self.access.reason() == Reason::DisallowRule)
    }

    /// The robots.txt, or why there is none.
    pub fn robots(&self) -> &'p Robots {
        &self.policy.robots
    }

    /// The sitemaps that robots.txt names.
    pub fn sitemaps(&self) -> impl Iterator<Item = crate::robots_txt::Record<'p>> {
        self.robots()
            .rules()
            .into_iter()
            .flat_map(RobotsTxt::sitemaps)
    }

    /// How long robots.txt asks this asker to wait between requests.
    pub fn crawl_delay(&self) -> Option<Duration> {
        self.robots().rules()?.crawl_delay(&self.accessor)
    }

    /// Where mobile agents for the target are served, as robots.txt says.
    pub fn mobile_agent_server(&self) -> MobileAgentServer<'p> {
        let rules = self.robots().rules();
        rules.map_or(MobileAgentServer::Unspecified, |rules| {
            rules.mobile_agent_server(&self.target)
        })
    }

    /// Every page-level statement that addresses this asker, in the order they were read: permissive words, extensions
    /// and statements that a stricter one outweighs are included.
    pub fn signals(&self) -> impl Iterator<Item = &'p Signal> + '_ {
        self.policy
            .signals
            .iter()
            .filter(|signal| self.hears(signal.scope()))
    }

    /// Every page-level statement that put something in force, in the order they were read.
    pub fn reasons(&self) -> impl Iterator<Item = &'p Signal> + '_ {
        self.signals().filter(|signal| {
            let alone = self.alone(signal);
            let mut said = alone.iter();
            said.any(|(directive, value)| self.directives.get(directive) == Some(value))
        })
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

    /// The inputs that met their parsing limit: `robots-tag`, `x-robots-tag`, `head`, `robots.txt`.
    pub fn truncated(&self) -> Vec<&'static str> {
        let mut names = Vec::new();
        for diagnostic in &self.policy.diagnostics {
            let name = match (diagnostic.code(), diagnostic.provenance().source()) {
                (DiagnosticCode::HeadTruncated | DiagnosticCode::TreeTooCostly, _) => "head",
                (DiagnosticCode::FieldTruncated | DiagnosticCode::RobotsTxtTruncated, source) => {
                    source.name()
                }
                _ => continue,
            };
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
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
