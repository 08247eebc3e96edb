//! Where the parts of a lenient `Robots-Tag` member begin and end: its subject, its rules and their names.

use crate::directive::Directive;
use crate::directive_list;
use crate::provenance::Span;
use crate::quoted::find_outside;

/// The text up to a blank, and the text after the blank.
pub(super) fn first_word(text: &str) -> (&str, &str) {
    let (first, rest) = text.split_once([' ', '\t']).unwrap_or((text, ""));
    (first, rest.trim_ascii())
}

/// Splits what follows the subject of a member at the first semicolon outside parentheses and strings.
pub(super) fn split_rules(text: &str) -> (&str, &str) {
    let value = text.trim_ascii_start();
    let after = value.strip_prefix('=').map(str::trim_ascii_start);
    let from = match after {
        Some(inner) if inner.starts_with('(') => text.find(')').unwrap_or(text.len()),
        _ => 0,
    };
    let rest = text.get(from..).unwrap_or_default();
    text.split_at(from + rule_end(rest))
}

/// The place of the next semicolon outside a string, or the end.
pub(super) fn rule_end(text: &str) -> usize {
    let bytes = text.as_bytes();
    let ends = |b: &u8| matches!(b, b';' | b'"');
    match bytes.iter().position(ends) {
        None => text.len(),
        Some(at) if bytes.get(at) == Some(&b';') => at,
        Some(at) => {
            let rest = bytes.get(at..).unwrap_or_default();
            find_outside(rest, |b| b == b';').map_or(text.len(), |found| at + found)
        }
    }
}

/// The names in `(a b;x=1 c)`, parameters skipped except those that are directives, and whether there are parameters; `None`
/// if it is not of that form.
pub(super) fn inner_rules(text: &str, at: usize) -> Option<(Vec<Span>, bool)> {
    let inner = text.strip_prefix('(')?.strip_suffix(')')?;
    let (mut names, mut has_parameters) = (Vec::new(), false);
    let mut start = at + 1;
    for item in inner.split(' ') {
        let mut pieces = item.split(';');
        let name = pieces.next().unwrap_or_default();
        if !item.is_empty() && (name.is_empty() || rule_name_len(name) != name.len()) {
            return None;
        }
        let mut at = start + name.len();
        if !name.is_empty() {
            names.push(Span::new(start, at));
        }
        for parameter in pieces {
            at += 1;
            has_parameters = true;
            if Directive::from_name(parameter).is_some() {
                names.push(Span::new(at, at + parameter.len()));
            }
            at += parameter.len();
        }
        start += item.len() + 1;
    }
    Some((names, has_parameters))
}

pub(super) fn rule_name_len(text: &str) -> usize {
    match text.as_bytes() {
        [b'*' | b'a'..=b'z' | b'A'..=b'Z', ..] => directive_list::name_len(text.as_bytes()),
        _ => 0,
    }
}
