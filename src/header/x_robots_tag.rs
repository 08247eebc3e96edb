//! `X-Robots-Tag`: a directive list a line; scopes end with their line.
//!
//! A line without a semicolon goes straight to the directive list, unless lines were joined. All others go through
//! [`LineSink`], which adds two readings to the list:
//!
//! - **Members of `Robots-Tag`** are read as such, each for itself. If they were read only in lines that state nothing
//!   else, a `nofollow` after `*;noindex` would take the restriction away. A member is taken only if the strict reader
//!   finds a known rule in it; otherwise nothing was consumed and the list reads on.
//! - **Joined lines**, if the caller says so: a statement after the first one of a prefix may have begun a line of its
//!   own. It keeps its scope, and the doubt is reported.
//!
//! Each member is tried once: `tried` remembers its end, so that a line of many semicolons stays linear. The fixtures
//! `x-robots-tag/a-16-…` and `x-robots-tag/r-26-…` hold both readings.

use crate::diagnostic::DiagnosticCode;
use crate::directive::Directive;
use crate::directive_list::{self, Carrier, Item, Sink};
use crate::header::lines::FieldOutput;
use crate::header::{members, strict};
use crate::provenance::Span;
use crate::token::Scope;

/// Reads one line, which begins `origin` bytes after the start of the joined text.
pub(super) fn line(text: &str, origin: usize, lines_joined: bool, output: &mut FieldOutput<'_>) {
    // Rules of structured members are parameters.
    if !lines_joined && memchr::memchr(b';', text.as_bytes()).is_none() {
        return directive_list::read(text, origin, Carrier::Field, &Scope::Global, output);
    }
    let mut sink = LineSink {
        output,
        lines_joined,
        joints: Vec::new(),
        structured: None,
        tried: 0,
    };
    directive_list::read(text, origin, Carrier::Field, &Scope::Global, &mut sink);
    sink.finish(Span::new(origin, origin + text.len()));
}

/// Hands the statements of a line on, and collects the two findings that are reported once at its end.
struct LineSink<'s, 'c> {
    output: &'s mut FieldOutput<'c>,
    lines_joined: bool,
    /// The statements that may have begun a line.
    joints: Vec<Span>,
    /// From the first structured member to the last.
    structured: Option<Span>,
    /// The end of the last member that was tried as a structured one.
    tried: usize,
}

impl LineSink<'_, '_> {
    /// Reports structured members and joined lines.
    fn finish(self, line: Span) {
        if let Some(members) = self.structured {
            self.output
                .push_always(DiagnosticCode::StructuredSyntaxInXRobotsTag, members);
        }
        if !self.joints.is_empty() {
            self.output.diagnostic(DiagnosticCode::LinesJoined, line);
        }
        for span in self.joints {
            self.output.diagnostic(DiagnosticCode::ScopeUncertain, span);
        }
    }

    /// `*;noindex` under the legacy name: taken if a strict reader finds a known rule in it. Otherwise nothing is left
    /// of the attempt.
    fn structured(&mut self, member: &str, at: usize) -> bool {
        let mark = self.output.mark();
        let is_list = strict::list(member, at, self.output).is_ok();
        if !is_list || !self.output.knows_any(mark) {
            self.output.forget(mark);
            return false;
        }
        let start = self.structured.map_or(at, |members| members.start);
        self.structured = Some(Span::new(start, at + member.trim_ascii_end().len()));
        true
    }
}

impl Sink for LineSink<'_, '_> {
    fn statement(&mut self, listed: Item<'_>) {
        if self.lines_joined && listed.may_begin_line {
            self.joints.push(listed.span);
        }
        self.output.statement(listed);
    }

    fn diagnostic(&mut self, code: DiagnosticCode, span: Span) {
        self.output.diagnostic(code, span);
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

/// Whether a subject and a semicolon begin here. `noindex; nofollow` is a list with the wrong separator, so that the
/// name of a directive is not a subject.
fn begins_member(text: &str) -> bool {
    let len = match text.as_bytes().first() {
        Some(b'*') => 1,
        _ => directive_list::name_len(text.as_bytes()),
    };
    let (subject, rules) = (text.get(..len), text.get(len..));
    let is_subject = subject.is_some_and(|name| Directive::from_name(name).is_none());
    len > 0 && is_subject && rules.is_some_and(|rules| rules.starts_with(';'))
}
