//! The borders inside of a lenient `Robots-Tag` member: its subject, its rules and their names.
//!
//! Every function here only cuts text; `robots_tag` decides about meaning. They follow the grammar at the top of
//! `robots_tag` and, unlike RFC 9651, let blanks be tabs and let them be before `;` and around `=`.

use crate::directive::Directive;
use crate::directive_list;
use crate::provenance::Span;
use crate::quotes::find_outside;

/// The text up to the first blank, and the text after it without blanks around it.
pub(super) fn first_word(text: &str) -> (&str, &str) {
    let (first, rest) = text.split_once([' ', '\t']).unwrap_or((text, ""));
    (first, rest.trim_ascii())
}

/// Splits the rest of a member after its subject into the value of the subject and the rules: at the first semicolon
/// outside strings and, if the value is an inner list, after its parenthesis. `=(a;x=1);b` gives `=(a;x=1)` and `;b`.
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

/// The place of the next semicolon outside a string, or the end. A text without quotes, as most are, is searched once.
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

/// The names in an inner list such as `(a b;x=1 c)`, and whether any of them has a parameter; `None` if the text is not
/// an inner list of names.
///
/// Parameters are skipped, except one that is a directive: in `(noindex;nofollow)` the author meant two rules, and
/// leaving one out would permit.
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

/// The length of the rule name that `text` begins with; 0 if it begins with none. Capital letters are accepted, and
/// reported when the rule is read.
pub(super) fn rule_name_len(text: &str) -> usize {
    match text.as_bytes() {
        [b'*' | b'a'..=b'z' | b'A'..=b'Z', ..] => directive_list::name_len(text.as_bytes()),
        _ => 0,
    }
}
