//! The comma-and-colon list of `X-Robots-Tag` lines and of `content` attributes.

use crate::diagnostic::Code;
use crate::directive::{Directive, Value};
use crate::provenance::Span;
use crate::signal::Statement;
use crate::token::Scope;

/// One statement of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Listed {
    pub(crate) scope: Scope,
    pub(crate) statement: Statement,
    /// The bytes of the statement in the text.
    pub(crate) span: Span,
}

/// What a list says, and what was odd about it; spans count in the text that was read.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct List {
    pub(crate) statements: Vec<Listed>,
    pub(crate) remarks: Vec<(Code, Span)>,
}

/// Reads `text`, whose statements address `scope` until a prefix says otherwise.
pub(crate) fn read(text: &str, scope: &Scope) -> List {
    let mut list = List::default();
    let mut start = 0;
    for piece in text.split(',') {
        let name = piece.trim_ascii();
        let at = start + piece.len() - piece.trim_ascii_start().len();
        if let Some(directive) = Directive::from_name(name) {
            list.statements.push(Listed {
                scope: scope.clone(),
                statement: Statement::Directive(directive, Value::Flag),
                span: Span::new(at, at + name.len()),
            });
        }
        start += piece.len() + 1;
    }
    list
}
