//! Which word of a directive is a matcher, and which matcher it is.

use crate::tree::Statement;

/// The matcher of a directive.
pub(super) enum Matcher<'c> {
    All,
    Path(&'c str),
    /// A name, and its definition if there is one.
    Named(Option<&'c Statement>),
}

/// The matcher of a directive. A directive with one word has no matcher where the word is what it needs.
pub(super) fn of_directive<'c>(
    scopes: &[&'c [Statement]],
    statement: &'c Statement,
) -> Matcher<'c> {
    if !has_token(statement) {
        return Matcher::All;
    }
    let first = statement.word(1);
    if first.starts_with('/') {
        return Matcher::Path(first);
    }
    if first.starts_with('@') {
        let mut all = scopes.iter().rev().flat_map(|scope| scope.iter());
        return Matcher::Named(all.find(|definition| definition.name() == first));
    }
    Matcher::All
}

/// Whether the word after the name of a directive is a matcher.
pub(super) fn has_token(statement: &Statement) -> bool {
    let needs_word = matches!(statement.name(), "root" | "redir" | "rewrite");
    let first = statement.word(1);
    let is_one = first == "*" || first.starts_with('/') || first.starts_with('@');
    is_one && statement.name() != "try_files" && !(needs_word && statement.words.len() == 2)
}

/// The words after the matcher.
pub(super) fn arguments(statement: &Statement) -> Vec<&str> {
    let matcher = usize::from(has_token(statement));
    statement.arguments().skip(matcher).collect()
}

/// The paths of a named matcher that has nothing else.
pub(super) fn paths_alone(definition: &Statement) -> Vec<&str> {
    let rows = rows(definition);
    let is_path = |row: &Vec<&str>| row.first() == Some(&"path");
    let are_paths = rows.iter().all(is_path);
    let alone = rows.iter().filter(|_| are_paths);
    alone.flat_map(|row| row.iter().skip(1).copied()).collect()
}

/// The rows of a named matcher: that of its line, or those of its block.
fn rows(definition: &Statement) -> Vec<Vec<&str>> {
    if definition.words.len() > 1 {
        return vec![definition.arguments().collect()];
    }
    let inner = definition.body().iter();
    inner.map(|inner| inner.texts().collect()).collect()
}
