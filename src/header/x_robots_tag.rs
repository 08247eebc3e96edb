//! `X-Robots-Tag`: a directive list a line, which begins anew at every line.

use crate::diagnostic::Code;
use crate::header::{Said, strict};
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

/// Reads one line, whose spans count from `origin` bytes in front of it.
pub(super) fn line(text: &str, origin: usize, doubts: Doubts, said: &mut Said<'_>) {
    let mark = said.mark();
    let mut doubted = Doubted {
        said,
        doubts,
        joints: Vec::new(),
        addressed: Vec::new(),
    };
    list::read(text, origin, &Scope::Global, &mut doubted);
    let Doubted {
        joints, addressed, ..
    } = doubted;
    if !said.knows_any(mark) {
        let until = said.mark();
        if structured(text, origin, said) {
            return said.forget_between(mark, until);
        }
        said.forget(until);
    }
    if !joints.is_empty() {
        said.remark(Code::LinesJoined, Span::new(origin, origin + text.len()));
    }
    for span in joints {
        said.remark(Code::ScopeUncertain, span);
    }
    for (statement, span) in addressed {
        said.statement(Listed {
            scope: &Scope::Global,
            statement,
            span,
            may_begin_line: false,
            doubtful_prefix: false,
        });
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

/// Hands a line on, and keeps what of it is doubtful.
struct Doubted<'s, 'c> {
    said: &'s mut Said<'c>,
    doubts: Doubts,
    /// The statements that may have begun a line.
    joints: Vec<Span>,
    /// What stands under a prefix that may be a directive.
    addressed: Vec<(Statement, Span)>,
}

impl Sink for Doubted<'_, '_> {
    #[inline]
    fn statement(&mut self, listed: Listed<'_>) {
        if self.doubts.lines_joined && listed.may_begin_line {
            self.joints.push(listed.span);
        }
        if self.doubts.unknown_scope_is_global
            && listed.doubtful_prefix
            && let Statement::Directive(..) = listed.statement
        {
            self.addressed.push((listed.statement.clone(), listed.span));
        }
        self.said.statement(listed);
    }

    #[inline]
    fn remark(&mut self, code: Code, span: Span) {
        self.said.remark(code, span);
    }
}
