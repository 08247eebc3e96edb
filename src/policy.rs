//! The union of all statements, and the verdict for one asker.
//!
//! This is the only place where scopes are resolved and unions are taken. Two algebras are kept apart. robots.txt
//! *selects*: the asker's own group hides the one for everybody. Page-level statements *add up*: those to everybody and
//! those to the asker are united, and of two values the more restrictive stays. That union is commutative, associative,
//! idempotent and monotone: one more statement never loosens a verdict.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use http::HeaderMap;

use crate::date::Timestamp;
use crate::diagnostic::{Code, Diagnostic, Parsed};
use crate::directive::{Directive, DirectiveSet, Value};
use crate::header::{HeaderReader, Validity};
use crate::robots_txt::{Access, MobileAgentServer, Reason, Robots, RobotsTxt, Rule};
use crate::signal::{Signal, Statement};
use crate::token::{Accessor, Scope};

/// Everything that was said about one response, by whom and to whom.
///
/// An empty policy restricts nothing.
///
/// ```
/// use std::time::SystemTime;
/// use http::HeaderMap;
/// use robots_policy::{Accessor, Directive, MetaExtractor, Policy, RobotsTxt};
///
/// let mut headers = HeaderMap::new();
/// headers.insert("robots-tag", "*;max-snippet=20, ExampleBot;noindex".parse().unwrap());
/// let mut metas = MetaExtractor::for_headers(&headers);
/// let _ = metas.feed(b"<meta name=robots content=nofollow>");
///
/// let policy = Policy::new()
///     .with_robots_txt(RobotsTxt::parse(b"User-agent: *\nDisallow: /private"))
///     .with_headers(&headers)
///     .with_signals(metas.finish());
/// let verdict = policy.verdict(&Accessor::new("ExampleBot")?, "/path?query", SystemTime::now());
/// assert!(verdict.access().is_allowed());
/// assert!(!verdict.may_index());
/// assert!(!verdict.may_follow());
/// assert_eq!(verdict.snippet().max_chars, Some(20));
/// let witness = verdict.witnesses(Directive::NoIndex).next().unwrap();
/// assert_eq!(witness.provenance().text(), "noindex");
/// # Ok::<(), robots_policy::InvalidProductToken>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Policy {
    robots: Robots,
    signals: Vec<Signal>,
    diagnostics: Vec<Diagnostic>,
    validity: Validity,
}

impl Policy {
    /// A policy that restricts nothing.
    pub fn new() -> Policy {
        Policy::default()
    }

    /// Sets what is known of the robots.txt of the authority, however its fetch ended.
    #[must_use]
    pub fn with_robots(mut self, robots: Robots) -> Policy {
        self.robots = robots;
        self
    }

    /// Sets the robots.txt of the authority, and adds the remarks of its reading.
    #[must_use]
    pub fn with_robots_txt(mut self, read: Parsed<RobotsTxt>) -> Policy {
        add(&mut self.diagnostics, read.diagnostics);
        self.with_robots(Robots::Rules(read.value))
    }

    /// Adds what the fields of a response say, read with the defaults of [`HeaderReader`], and how long it holds.
    #[must_use]
    pub fn with_headers(self, headers: &HeaderMap) -> Policy {
        self.with_validity(Validity::of_headers(headers))
            .with_signals(HeaderReader::new().read(headers))
    }

    /// Sets for how long the response says that it holds.
    #[must_use]
    pub fn with_validity(mut self, validity: Validity) -> Policy {
        self.validity = validity;
        self
    }

    /// For how long the response says that it holds. Its statements stay in force until a newer response was read.
    pub fn validity(&self) -> Validity {
        self.validity
    }

    /// Adds what any reader read: fields, metas, or the metas of a second state of the document.
    #[must_use]
    pub fn with_signals(mut self, read: Parsed<Vec<Signal>>) -> Policy {
        add(&mut self.signals, read.value);
        add(&mut self.diagnostics, read.diagnostics);
        self
    }

    /// Adds all that another policy holds. Documents are not united: robots.txt is this policy's, or the other's where
    /// nothing is known here.
    #[must_use]
    pub fn union(self, other: Policy) -> Policy {
        let robots = match self.robots {
            Robots::Unknown => other.robots,
            ref known => known.clone(),
        };
        let read = Parsed {
            value: other.signals,
            diagnostics: other.diagnostics,
        };
        self.with_signals(read).with_robots(robots)
    }

    /// What is known of robots.txt.
    pub fn robots(&self) -> &Robots {
        &self.robots
    }

    /// Every statement, in the order it was added.
    pub fn signals(&self) -> &[Signal] {
        &self.signals
    }

    /// Every remark, in the order it was added.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// What `accessor` may do with the response from `target`, an absolute URL or a path with its query, at `now`.
    ///
    /// The target matters to robots.txt alone, the clock to deadlines alone.
    pub fn verdict(
        &self,
        accessor: &Accessor,
        target: &str,
        now: impl Into<Timestamp>,
    ) -> Verdict<'_> {
        let mut verdict = Verdict {
            policy: self,
            accessor: accessor.clone(),
            target: target.into(),
            now: now.into(),
            access: self.robots.access(accessor, target),
            directives: DirectiveSet::default(),
        };
        let heard: DirectiveSet = verdict.signals().filter_map(Signal::directive).collect();
        verdict.directives = heard.at(verdict.now);
        verdict
    }
}

/// Takes the first items over, and appends further ones.
fn add<T>(items: &mut Vec<T>, mut more: Vec<T>) {
    if items.is_empty() {
        *items = more;
    } else {
        items.append(&mut more);
    }
}

/// How much of a response may be excerpted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Snippet {
    /// Whether any excerpt may be shown.
    pub allowed: bool,
    /// The most characters an excerpt may have: 0 where none is allowed, `None` where nothing limits it.
    pub max_chars: Option<u32>,
}

/// What one asker may do, and why.
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
    /// May it be fetched, and which line of robots.txt says so?
    pub fn access(&self) -> &Access<'p> {
        &self.access
    }

    /// Whether an obedient crawler could have seen the page-level statements: false where robots.txt disallows.
    ///
    /// They are reported all the same. That an address may not be fetched says nothing on listing the address alone.
    pub fn is_obtainable(&self) -> bool {
        self.access.allowed() != Some(false)
    }

    /// Whether anything restricts this asker: robots.txt, or a directive in force.
    ///
    /// The highest level of a preview is no restriction.
    pub fn restricts(&self) -> bool {
        !self.is_obtainable()
            || self
                .directives
                .iter()
                .any(|(directive, value)| directive.kind().restricts(value))
    }

    /// May it be stored in a publicly accessible index?
    pub fn may_index(&self) -> bool {
        !self.directives.contains(Directive::NoIndex)
    }

    /// The moment from which it may no longer be indexed, if one was named; it may have passed.
    pub fn index_until(&self) -> Option<Timestamp> {
        match self.directives.get(Directive::UnavailableAfter) {
            Some(Value::Deadline(moment)) => Some(moment),
            _ => None,
        }
    }

    /// May its links be followed?
    pub fn may_follow(&self) -> bool {
        !self.directives.contains(Directive::NoFollow)
    }

    /// May a stored copy be offered?
    pub fn may_archive(&self) -> bool {
        !self.directives.contains(Directive::NoArchive)
    }

    /// May it be excerpted, and how long?
    pub fn snippet(&self) -> Snippet {
        let allowed = !self.directives.contains(Directive::NoSnippet);
        let max_chars = match self.directives.get(Directive::MaxSnippet) {
            _ if !allowed => Some(0),
            Some(Value::Ceiling(limit)) => limit,
            _ => None,
        };
        Snippet { allowed, max_chars }
    }

    /// What is in force for this asker.
    pub fn directives(&self) -> &DirectiveSet {
        &self.directives
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

    /// What is known of robots.txt.
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
    /// and what a stricter statement outweighs too.
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

    /// The remarks that concern this asker: what is addressed to it is not addressed to somebody else.
    pub fn diagnostics(&self) -> impl Iterator<Item = &'p Diagnostic> + '_ {
        self.policy.diagnostics.iter().filter(|remark| {
            let name = remark.provenance().text();
            let token = name.split_once('/').map_or(name, |(token, _)| token);
            let is_own =
                |own: &crate::token::ProductToken| own.as_str().eq_ignore_ascii_case(token);
            remark.code() != Code::OtherScope || !self.accessor.page_tokens().iter().any(is_own)
        })
    }

    /// The inputs that met their parsing limit: `robots-tag`, `x-robots-tag`, `head`, `robots.txt`.
    pub fn truncated(&self) -> Vec<&'static str> {
        let mut names = Vec::new();
        for remark in &self.policy.diagnostics {
            let name = match (remark.code(), remark.provenance().source()) {
                (Code::HeadTruncated | Code::TreeTooCostly, _) => "head",
                (Code::FieldTruncated | Code::RobotsTxtTruncated, source) => source.name(),
                _ => continue,
            };
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// What the verdict was made from.
    pub fn policy(&self) -> &'p Policy {
        self.policy
    }

    /// Who asks.
    pub fn accessor(&self) -> &Accessor {
        &self.accessor
    }

    /// What was asked about: an absolute URL or a path.
    pub fn target(&self) -> &str {
        &self.target
    }

    /// The clock that was asked by.
    pub fn now(&self) -> Timestamp {
        self.now
    }

    fn hears(&self, scope: &Scope) -> bool {
        match scope {
            Scope::Global => self.accessor.obeys_global(),
            Scope::Token(token) => self.accessor.page_tokens().contains(token),
        }
    }

    /// What a statement would put in force if it were the only one.
    fn alone(&self, signal: &Signal) -> DirectiveSet {
        signal
            .directive()
            .into_iter()
            .collect::<DirectiveSet>()
            .at(self.now)
    }
}
