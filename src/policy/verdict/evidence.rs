//! The evidence of a verdict: the statements that reach its client, those that it follows from, and the diagnostics.
//!
//! Scopes are resolved here and nowhere else. A statement reaches a client if it addresses every client, and the client
//! obeys such statements, or if it addresses one of the client's page tokens.
//!
//! "Because" is defined without a history: a statement is a reason if it *alone* would put into force a value that is
//! in force. So two lines that both state `noindex` are both reasons, and a `max-snippet: 50` beside a `20` is not one.
//! The answer does not depend on the order of statements, as the union does not.

use std::collections::BTreeSet;

use super::Verdict;
use crate::diagnostic::{Diagnostic, DiagnosticCode};
use crate::directive::{Directive, DirectiveSet};
use crate::order;
use crate::policy::Because;
use crate::provenance::{Placement, Source};
use crate::robots_txt::Reason;
use crate::signal::{Extension, Signal, Statement};
use crate::token::{ProductToken, Scope};

impl<'p> Verdict<'p> {
    /// The statements that the verdict follows from: the line of robots.txt that disallows, if one does, then every
    /// statement about the page that puts a directive in force, in the order they were read.
    ///
    /// A statement that a stricter one outweighs is not among them; [`Verdict::signals`] has all.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::{Client, Policy, Timestamp};
    ///
    /// let mut headers = http::HeaderMap::new();
    /// headers.insert("x-robots-tag", "max-snippet: 50, max-snippet: 20, index".parse().unwrap());
    /// let policy = Policy::new().with_headers(&headers);
    /// let verdict = policy.verdict(&Client::new("ExampleBot")?, "/", Timestamp::from_unix(0));
    ///
    /// let reasons: Vec<String> = verdict.because().map(|because| because.text().into_owned()).collect();
    /// assert_eq!(reasons, ["max-snippet: 20"]);
    /// assert_eq!(verdict.signals().count(), 3);
    /// # Ok::<(), robots_policy::InvalidProductToken>(())
    /// ```
    pub fn because(&self) -> impl Iterator<Item = Because<'p>> {
        let rule = Because::of_access(&self.access)
            .filter(|_| self.access.reason() == Reason::DisallowRule);
        let signals = self.heard().filter(|signal| {
            let alone = self.alone(signal);
            let mut said = alone.iter();
            said.any(|(directive, value)| self.directives.get(directive) == Some(value))
        });
        rule.into_iter().chain(signals.map(Because::Signal))
    }

    /// The statements that each alone would put `directive` in force with the value that it has, in the order they were
    /// read. None if the directive is not in force.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::{Client, Directive, Policy, Timestamp};
    ///
    /// let mut headers = http::HeaderMap::new();
    /// headers.append("x-robots-tag", "noindex".parse().unwrap());
    /// headers.append("x-robots-tag", "ExampleBot: none".parse().unwrap());
    /// let policy = Policy::new().with_headers(&headers);
    /// let verdict = policy.verdict(&Client::new("ExampleBot")?, "/", Timestamp::from_unix(0));
    ///
    /// let both: Vec<String> = verdict.because_of(Directive::NoIndex).map(|because| because.to_string()).collect();
    /// assert_eq!(both, [
    ///     "x-robots-tag line 1, bytes 0-7: «noindex» to every client",
    ///     "x-robots-tag line 2, bytes 12-16: «none» to examplebot",
    /// ]);
    /// # Ok::<(), robots_policy::InvalidProductToken>(())
    /// ```
    pub fn because_of(&self, directive: Directive) -> impl Iterator<Item = Because<'p>> {
        self.because_of_any([directive])
    }

    /// The statements that each alone would put one of these directives in force with the value that it has, each once, in
    /// the order they were read.
    pub(super) fn because_of_any<D>(
        &self,
        directives: D,
    ) -> impl Iterator<Item = Because<'p>> + use<'_, 'p, D>
    where
        D: AsRef<[Directive]>,
    {
        let in_force = |directive: &Directive| self.directives.contains(*directive);
        let is_any_in_force = directives.as_ref().iter().any(in_force);
        let signals = self.heard().filter(move |_| is_any_in_force);
        let signals = signals.filter(move |signal| {
            let alone = self.alone(signal);
            let mut directives = directives.as_ref().iter();
            directives.any(|directive| {
                let value = self.directives.get(*directive);
                value.is_some() && alone.get(*directive) == value
            })
        });
        signals.map(Because::Signal)
    }

    /// Names outside the table that address this client, in alphabetical order; those of one name in the order they
    /// were read, each value once. They bind no client. Of one field or content no more than 4,096 are kept.
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
        order::sort_by_key(&mut extensions, |extension| extension.name());
        extensions.into_iter()
    }

    /// Every page-level statement that addresses this client, in the order they were read: permissive words, extensions
    /// and statements that a stricter one outweighs are included, and those that an engine does not act on.
    pub fn signals(&self) -> impl Iterator<Item = &'p Signal> + '_ {
        self.policy
            .signals
            .iter()
            .filter(|signal| self.hears(signal.scope()))
    }

    /// The diagnostics that concern this client, and after them those about sources that contradict each other. One about a statement for another client
    /// ([`DiagnosticCode::OtherScope`]) is left out if that client is this one. The one about agents of AI that the site is closed to
    /// ([`DiagnosticCode::AiAgentsDisallowed`]) is left out if this client is one of them: its rules say all. No engine is told
    /// that a meta of the body does not count ([`DiagnosticCode::NotCounted`]): to some of them it does.
    pub fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        let is_own = |scope: &str| has(self.client.page_tokens(), scope);
        let is_named = self.is_named_agent();
        let is_engine = self.is_of_engine();
        let is_of_body = |found: &Diagnostic| {
            found.code() == DiagnosticCode::NotCounted
                && found.provenance().source() == Source::Meta(Placement::Body)
        };
        let is_left_out = move |found: &Diagnostic| {
            found.scope().is_some_and(is_own)
                || is_named && found.code() == DiagnosticCode::AiAgentsDisallowed
                || is_engine && is_of_body(found)
        };
        let diagnostics = self.policy.diagnostics();
        let diagnostics = diagnostics.filter(move |found| !is_left_out(found));
        diagnostics.chain(&self.conflicts)
    }

    /// Whether this client is one of the agents of AI that the site is closed to by name.
    fn is_named_agent(&self) -> bool {
        let found = self.policy.robots.diagnostics.iter();
        let mut agents = found.flat_map(Diagnostic::closed_agents);
        agents.any(|(agent, _)| has(self.client.tokens(), agent))
    }

    /// The inputs that exceeded their parsing limit, each once; a document is [`Source::Meta`] of the head.
    /// [`Source::input`] is the name of each in output. A document that exceeds its limit is also [`Verdict::unread`];
    /// for a field and for robots.txt the part that was read is used.
    pub fn truncated(&self) -> impl Iterator<Item = Source> + use<> {
        let mut sources = Vec::new();
        for diagnostic in self.policy.diagnostics() {
            let source = match diagnostic.code() {
                DiagnosticCode::HeadTruncated | DiagnosticCode::TreeTooCostly => {
                    Source::Meta(Placement::Head)
                }
                DiagnosticCode::FieldTruncated
                | DiagnosticCode::RobotsTxtTruncated
                | DiagnosticCode::RslTruncated
                | DiagnosticCode::TdmRepTruncated => diagnostic.provenance().source(),
                _ => continue,
            };
            if !sources.contains(&source) {
                sources.push(source);
            }
        }
        sources.into_iter()
    }

    /// The statements that its reading unites: those that reach the client, or that the engine acts on.
    pub(super) fn heard(&self) -> impl Iterator<Item = &'p Signal> + '_ {
        let of_engine = self.heard.iter().copied();
        let of_client = (!self.is_of_engine()).then(|| self.signals());
        of_engine.chain(of_client.into_iter().flatten())
    }

    /// Whether a scope addresses this client.
    fn hears(&self, scope: &Scope) -> bool {
        match scope {
            Scope::Global => self.client.obeys_global(),
            Scope::Token(token) => self.client.page_tokens().contains(token),
        }
    }

    /// The directives that a statement would put in force if it were the only one; an exception only if it is in force.
    pub(super) fn alone(&self, signal: &Signal) -> DirectiveSet {
        #[cfg(feature = "engines")]
        if let Some(alone) = self.alone_at_engine(signal) {
            return alone;
        }
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

/// Whether one of the tokens is this name, in any case.
fn has(tokens: &[ProductToken], name: &str) -> bool {
    let mut tokens = tokens.iter();
    tokens.any(|own| own.as_str().eq_ignore_ascii_case(name))
}
