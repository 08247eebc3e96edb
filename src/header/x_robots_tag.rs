//! `X-Robots-Tag`: a directive list a line, which begins anew at every line.
//!
//! Members of `Robots-Tag` in it are read as such, each for itself. Were they read only in lines that say nothing else, a
//! `nofollow` behind `*;noindex` would take the restriction away.

use crate::diagnostic::Code;
use crate::directive::Directive;
use crate::header::{Said, members, rule, strict};
use crate::list::{self, Listed, Sink};
use crate::provenance::Span;
use crate::signal::Statement;
use crate::token::Scope;

/// How a line is read beyond the grammar.
#[derive(Clone, Copy, Default)]
pub(super) struct Doubts {
    /// Lines may have been joined into one.
    pub(super) lines_joined: bool,
    /// What follows `foo: bar` addresses everybody too, in case `foo` is a directive that is not known.
    pub(super) unknown_scope_is_global: bool,
}

impl Doubts {
    fn any(self) -> bool {
        self.lines_joined || self.unknown_scope_is_global
    }
}

/// Reads one line, whose spans count from `origin` bytes in front of it.
pub(super) fn line(text: &str, origin: usize, doubts: Doubts, said: &mut Said<'_>) {
    // Rules of structured members are parameters.
    if !doubts.any() && memchr::memchr(b';', text.as_bytes()).is_none() {
        return list::read(text, origin, &Scope::Global, said);
    }
    let mut odd = Odd {
        said,
        doubts,
        doubtful: Doubtful::default(),
        structured: None,
        tried: 0,
    };
    list::read(text, origin, &Scope::Global, &mut odd);
    odd.tell(Span::new(origin, origin + text.len()));
}

/// What of a line is doubtful.
#[derive(Default)]
struct Doubtful {
    /// The statements that may have begun a line.
    joints: Vec<Span>,
    /// What stands under a prefix that may be a directive.
    addressed: Vec<(Statement, Span)>,
}

impl Doubtful {
    #[cold]
    fn tell(self, line: Span, said: &mut Said<'_>) {
        if !self.joints.is_empty() {
            said.remark(Code::LinesJoined, line);
        }
        for span in self.joints {
            said.remark(Code::ScopeUncertain, span);
        }
        for (statement, span) in self.addressed {
            rule::push(said, &Scope::Global, statement, span);
        }
    }
}

/// Hands a line on, and keeps what of it is odd.
struct Odd<'s, 'c> {
    said: &'s mut Said<'c>,
    doubts: Doubts,
    doubtful: Doubtful,
    /// From the first structured member to the last.
    structured: Option<Span>,
    /// Behind the last member that was tried as a structured one.
    tried: usize,
}

impl Odd<'_, '_> {
    fn tell(self, line: Span) {
        if let Some(members) = self.structured {
            self.said
                .insist(Code::StructuredSyntaxInXRobotsTag, members);
        }
        if self.doubts.any() {
            self.doubtful.tell(line, self.said);
        }
    }

    /// `*;noindex` under the legacy name: taken if a strict reader finds a known rule in it.
    fn structured(&mut self, member: &str, at: usize) -> bool {
        let Ok(list) = strict::list(member) else {
            return false;
        };
        let mark = self.said.mark();
        list.read(at, self.said);
        if !self.said.knows_any(mark) {
            self.said.forget(mark);
            return false;
        }
        let start = self.structured.map_or(at, |members| members.start);
        self.structured = Some(Span::new(start, at + member.trim_ascii_end().len()));
        true
    }
}

impl Sink for Odd<'_, '_> {
    fn statement(&mut self, listed: Listed<'_>) {
        if self.doubts.lines_joined && listed.may_begin_line {
            self.doubtful.joints.push(listed.span);
        }
        if self.doubts.unknown_scope_is_global
            && listed.doubtful_prefix
            && let Statement::Directive(..) = listed.statement
        {
            let repeated = (listed.statement.clone(), listed.span);
            self.doubtful.addressed.push(repeated);
        }
        self.said.statement(listed);
    }

    fn remark(&mut self, code: Code, span: Span) {
        self.said.remark(code, span);
    }

    fn other_grammar(&mut self, rest: &str, at: usize) -> Option<usize> {
        if at < self.tried || !begins_member(rest) {
            return None;
        }
        let len = members::first_len(rest.as_bytes());
        self.tried = at + len.unwrap_or(rest.len());
        let member = rest.get(..len?)?;
        self.structured(member, at).then_some(member.len())
    }
}

/// Whether a subject and a semicolon stand here. `noindex; nofollow` is a list with the wrong separator.
fn begins_member(text: &str) -> bool {
    let len = match text.as_bytes().first() {
        Some(b'*') => 1,
        _ => list::name_len(text.as_bytes()),
    };
    let (subject, rules) = (text.get(..len), text.get(len..));
    let is_subject = subject.is_some_and(|name| Directive::from_name(name).is_none());
    len > 0 && is_subject && rules.is_some_and(|rules| rules.starts_with(';'))
}
