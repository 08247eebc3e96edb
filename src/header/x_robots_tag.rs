//! `X-Robots-Tag`: a directive list a line, which begins anew at every line.

use crate::diagnostic::Code;
use crate::header::strict;
use crate::list::{self, List};
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

/// Reads one line.
pub(super) fn line(text: &str, doubts: Doubts) -> List {
    let mut list = list::read(text, &Scope::Global);
    if !list.knows_any()
        && let Some(structured) = structured(text)
    {
        return structured;
    }
    if doubts.lines_joined {
        remark_on_joints(&mut list, text);
    }
    if doubts.unknown_scope_is_global {
        widen(&mut list);
    }
    list
}

/// `*;noindex` under the legacy name: taken if a strict reader finds a known rule in it.
fn structured(text: &str) -> Option<List> {
    let mut list = strict::list(text).ok()?.list;
    if !list.knows_any() {
        return None;
    }
    let whole = Span::new(0, text.len());
    list.remarks
        .insert(0, (Code::StructuredSyntaxInXRobotsTag, whole));
    Some(list)
}

fn remark_on_joints(list: &mut List, text: &str) {
    let doubtful = list
        .statements
        .iter()
        .filter(|listed| listed.may_begin_line);
    let spans: Vec<Span> = doubtful.map(|listed| listed.span).collect();
    if !spans.is_empty() {
        list.remarks
            .push((Code::LinesJoined, Span::new(0, text.len())));
    }
    list.remarks
        .extend(spans.into_iter().map(|span| (Code::ScopeUncertain, span)));
}

/// Repeats for everybody what stands under a prefix that may be a directive.
fn widen(list: &mut List) {
    let doubtful = |listed: &&list::Listed| {
        listed.doubtful_prefix && matches!(listed.statement, Statement::Directive(..))
    };
    let mut repeated: Vec<list::Listed> =
        list.statements.iter().filter(doubtful).cloned().collect();
    for listed in &mut repeated {
        listed.scope = Scope::Global;
    }
    list.statements.extend(repeated);
}
