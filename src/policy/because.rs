//! The reasons of a verdict: rules of robots.txt and statements about the page, in one type.

use std::borrow::Cow;
use std::fmt;

use crate::directive::{Directive, DirectiveValue};
use crate::provenance::{Provenance, StatementLine};
use crate::robots_txt::{Access, Rule, Subject};
use crate::signal::Signal;
use crate::token::Scope;

/// One of the statements that a verdict follows from: a line of robots.txt, or a statement about the page.
///
/// Its text form is one line: the place of the statement, its bytes, and the clients that it addresses.
///
/// ```
/// use robots_policy::{Client, Because, HeaderReader, Policy, RobotsTxt, Timestamp};
///
/// let mut headers = http::HeaderMap::new();
/// headers.insert("x-robots-tag", "ExampleBot: noindex".parse().unwrap());
/// let policy = Policy::new()
///     .with_robots(RobotsTxt::parse(b"User-agent: *\nDisallow: /private"))
///     .with_headers(&headers);
/// let verdict = policy.verdict(&Client::new("ExampleBot")?, "/private/x", Timestamp::from_unix(0));
///
/// let why: Vec<Because> = verdict.because().collect();
/// assert_eq!(why[0].to_string(), "robots.txt line 2, bytes 0-18: «Disallow: /private» to every client");
/// assert_eq!(why[1].to_string(), "x-robots-tag line 1, bytes 12-19: «noindex» to examplebot");
/// assert_eq!(why[1].provenance().text(), "noindex");
/// assert_eq!(why[1].subject().to_string(), "examplebot");
/// # Ok::<(), robots_policy::InvalidProductToken>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Because<'p> {
    /// A rule of robots.txt, and the subject of its group.
    Rule(Rule<'p>, Subject<'p>),
    /// A statement about the page.
    Signal(&'p Signal),
}

impl<'p> Because<'p> {
    /// The rule that decides an access, whether it allows or disallows.
    pub(crate) fn of_access(access: &Access<'p>) -> Option<Because<'p>> {
        let (rule, group) = access.rule().zip(access.group())?;
        Some(Because::Rule(rule, group))
    }

    /// The place of the statement, and its text. That of a rule is owned: a file keeps its lines and makes provenances
    /// on demand.
    pub fn provenance(self) -> Cow<'p, Provenance> {
        match self {
            Because::Rule(rule, _) => Cow::Owned(rule.provenance()),
            Because::Signal(signal) => Cow::Borrowed(signal.provenance()),
        }
    }

    /// The text of the statement: `noindex`, `Disallow: /private`.
    pub fn text(self) -> Cow<'p, str> {
        match self {
            Because::Rule(rule, _) => rule.text(),
            Because::Signal(signal) => Cow::Borrowed(signal.provenance().text()),
        }
    }

    /// The clients that it addresses: those of the group for a rule, those of the [`Scope`] for a signal.
    pub fn subject(self) -> Subject<'p> {
        match self {
            Because::Rule(_, group) => group,
            Because::Signal(signal) => match signal.scope() {
                Scope::Global => Subject::Global,
                Scope::Token(token) => Subject::Agent(token.as_str()),
            },
        }
    }

    /// The directive and its value; `None` for a rule of robots.txt.
    pub fn directive(self) -> Option<(Directive, DirectiveValue)> {
        match self {
            Because::Rule(..) => None,
            Because::Signal(signal) => signal.directive(),
        }
    }
}

impl fmt::Display for Because<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (at, to) = (&*self.provenance(), self.subject());
        write!(f, "{}", StatementLine { at, to })
    }
}
