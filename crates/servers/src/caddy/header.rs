//! `header` as it is written: operations at once, and those that wait until the answer is written.

use std::collections::BTreeSet;

use super::token::{arguments, has_token};
use crate::names::is_about_robots;
use crate::refusal::Refusal;
use crate::tree::{self, Statement, every};

/// One operation.
#[derive(Clone, Copy)]
pub(super) struct Operation<'c> {
    pub(super) kind: OperationKind,
    pub(super) name: &'c str,
    pub(super) value: &'c str,
    /// The word after the value.
    pub(super) more: &'c str,
    pub(super) at: &'c Statement,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum OperationKind {
    // In the order in which one directive runs them.
    Add,
    Set,
    Delete,
    Replace,
    Default,
}

impl OperationKind {
    /// Whether it sets a field, and does not change or remove one.
    pub(super) fn sets(self) -> bool {
        matches!(
            self,
            OperationKind::Add | OperationKind::Set | OperationKind::Default
        )
    }
}

/// Any name.
pub(super) const ANY: &str = "*";

const TOO_MANY: &str = "there are too many words; write quotes around a value with blanks";

/// Refuses a directive that Caddy would refuse.
pub(super) fn check(statement: &Statement) -> Result<(), Refusal> {
    let words = arguments(statement);
    let refused = |why: &str| Err(Refusal::new(statement.place, "header", why));
    if words.is_empty() && statement.body.is_none() {
        return refused("write `header [MATCHER] [+|-|?]FIELD [VALUE]`, or a block of them");
    }
    if !words.is_empty() && statement.body().iter().any(|inner| inner.name() != "defer") {
        return refused("write a field in its line or fields in its block, not both");
    }
    if words.len() > 3 {
        return refused(TOO_MANY);
    }
    match statement.body().iter().find(|inner| inner.words.len() > 3) {
        Some(inner) => Err(inner.refused(TOO_MANY)),
        None => Ok(()),
    }
}

/// The operations of a `header`, and whether they wait.
pub(super) fn operations(statement: &Statement) -> (Vec<Operation<'_>>, bool) {
    let mut list = Vec::new();
    let mut is_deferred = false;
    let skipped = 1 + usize::from(has_token(statement));
    if statement.words.len() > skipped {
        list.push(operation(statement, skipped));
    }
    for inner in statement.body() {
        if inner.name() == "defer" {
            is_deferred = true;
        } else if inner.name() != "match" {
            list.push(operation(inner, 0));
        }
    }
    let waits =
        |own: &Operation<'_>| own.kind == OperationKind::Delete || own.at.name().starts_with('>');
    is_deferred |= list.iter().any(waits) || statement.word(skipped).starts_with('>');
    // One directive adds first, then sets, and so on; the last of two that set counts.
    list.sort_by_key(|operation| operation.kind);
    (list, is_deferred)
}

/// The names of the fields that any `header` of sites sets, in lower case; with another server also [`ANY`].
pub(super) fn names_set(sites: &[Statement]) -> BTreeSet<String> {
    let headers = every(sites, "header").into_iter();
    let all = headers.flat_map(|header| operations(header).0);
    let names = all
        .filter(|own| own.kind.sets())
        .map(|own| own.name.to_ascii_lowercase());
    let is_foreign = |own: &&Statement| matches!(own.name(), "reverse_proxy" | "php_fastcgi");
    let foreign = tree::all(sites).into_iter().find(is_foreign);
    names.chain(foreign.map(|_| ANY.to_owned())).collect()
}

/// Whether a statement sets a field about robots.
pub(super) fn is_relevant(statement: &Statement) -> bool {
    statement.name() == "header"
        && operations(statement)
            .0
            .iter()
            .any(|own| is_about_robots(own.name))
}

fn operation(statement: &Statement, at: usize) -> Operation<'_> {
    // A colon is forgiven in a block alone; in the line of the directive the field is not sent.
    let written = statement.word(at);
    let field = written
        .strip_suffix(':')
        .filter(|_| at == 0)
        .unwrap_or(written);
    let has_replacement = statement.words.len() > at + 2;
    let set = if has_replacement {
        OperationKind::Replace
    } else {
        OperationKind::Set
    };
    let (kind, name) = match field.split_at_checked(1) {
        Some(("+", name)) => (OperationKind::Add, name),
        Some(("-", name)) => (OperationKind::Delete, name),
        Some(("?", name)) => (OperationKind::Default, name),
        Some((">", name)) => (set, name),
        _ => (set, field),
    };
    Operation {
        kind,
        name,
        value: statement.word(at + 1),
        more: statement.word(at + 2),
        at: statement,
    }
}
