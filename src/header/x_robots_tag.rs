//! `X-Robots-Tag`: a directive list a line, which begins anew at every line.

use crate::diagnostic::Code;
use crate::header::{Said, rule, strict};
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
    let mark = said.mark();
    let mut doubtful = Doubtful::default();
    if doubts.any() {
        let mut doubted = Doubted {
            said,
            doubts,
            doubtful: &mut doubtful,
        };
        list::read(text, origin, &Scope::Global, &mut doubted);
    } else {
        list::read(text, origin, &Scope::Global, said);
    }
    if !said.knows_any(mark) {
        let until = said.mark();
        if structured(text, origin, said) {
            return said.forget_between(mark, until);
        }
        said.forget(until);
    }
    if doubts.any() {
        doubtful.tell(Span::new(origin, origin + text.len()), said);
    }
}

/// `*;noindex` under the legacy name: taken if a strict reader finds a known rule in it.
fn structured(text: &str, origin: usize, said: &mut Said<'_>) -> bool {
    // Rules are parameters.
    if memchr::memchr(b';', text.as_bytes()).is_none() {
        return false;
    }
    let Ok(list) = strict::list(text) else {
        return false;
    };
    let whole = Span::new(origin, origin + text.len());
    let mark = said.mark();
    said.insist(Code::StructuredSyntaxInXRobotsTag, whole);
    list.read(origin, said);
    said.knows_any(mark)
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

/// Hands a line on, and keeps what of it is doubtful.
struct Doubted<'s, 'c> {
    said: &'s mut Said<'c>,
    doubts: Doubts,
    doubtful: &'s mut Doubtful,
}

impl Sink for Doubted<'_, '_> {
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
}
